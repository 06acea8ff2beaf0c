--- Resolves references to names of other documents: takes the mentions of each document, and makes verdicts on the
-- documents with dangling or repeated names when the file, or the configuration, is complete.
--
-- @module yschema.crossref.resolver

local file_access = require "yschema.base.file_access"
local matching = require "yschema.baseline.matching"
local runs = require "yschema.pipeline.runs"
local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"

local resolver = {}

-- ---- verdicts -----------------------------------------------------------------------

-- Returns the source of a file that has violations. Only their lines are needed, so it may be empty.
local function source_of(document, max_bytes)
  if not document.source then
    document.source = file_access.read(document.path, document.file, max_bytes) or core.source(document.file, "")
  end
  return document.source
end

-- Makes the verdict on references of the document that a ledger gave last.
local function late_verdict(ledger, plan, document, how, verdict_of)
  local schema = plan.members[document.member + 1].schema
  local run, source = runs.start(schema), source_of(document, schema.settings.max_bytes)
  run:record_references(ledger, source, document.line)
  if how.matching then how.matching:take { source } end
  local verdict = verdict_of(run, document.file, document.line, changed(how, { results = false }))
  run:close()
  verdict.late = document.invalid and "again" or "invalid"
  return verdict
end

-- ---- in the process that validates --------------------------------------------------

-- Resolves the references between documents of one file (`scope="file"`).
---@class yschema.FileResolver
---@field private job yschema.Job
---@field private source userdata of its file
---@field private ledger? userdata of references in the file
---@field private unsure? boolean a document could not be read, so that there may be other names
local FileResolver = {}
FileResolver.__index = FileResolver

function FileResolver:member(kind)
  if not self.job.kinds then return 0 end
  for i, one in ipairs(self.job.kinds) do
    if one == kind then return i - 1 end
  end
end

--- Takes a document with its verdict, to which it adds the mentions for other files.
---@param verdict yschema.Verdict
---@param run userdata
---@param kind? yschema.Kind
function FileResolver:take(verdict, run, kind)
  local member = self:member(kind)
  if verdict.status == 2 or not member then
    self.unsure, verdict.unsure = true, true
    return
  end
  local plan = self.job.references
  local in_file, in_configuration, sensitive = run:mentions(plan.core, member, verdict.file)
  verdict.mentions, verdict.sensitive = in_configuration, in_configuration and sensitive or nil
  if not in_file then return end
  self.ledger = self.ledger or core.ledger(plan.core)
  self.ledger:take(in_file, verdict.file, verdict.line or 1, verdict.status ~= 0)
end

--- Emits verdicts on the documents of the file that have dangling or repeated names.
---@param emit fun(verdict: yschema.Verdict)
---@param verdict_of function makes the verdict on a run: `validating.verdict_of`
function FileResolver:finish(emit, verdict_of)
  local ledger, plan = self.ledger, self.job.references
  if not ledger then return end
  if self.unsure then ledger:doubt() end
  for document in function() return ledger:next(plan.partial) end do
    document.source = self.source
    emit(late_verdict(ledger, plan, document, self.job.how, verdict_of))
  end
end

--- Makes the resolver of one job's file.
---@param job yschema.Job
---@param source userdata of its file
---@return yschema.FileResolver
function resolver.of_file(job, source) return setmetatable({ job = job, source = source }, FileResolver) end

-- ---- in the process that reports ----------------------------------------------------

-- Resolves the references between documents of all files, by their configurations (`scope="configuration"`).
---@class yschema.ConfigurationResolver
---@field private ledgers table<yschema.Plan, userdata>
---@field private plans yschema.Plan[] in order
---@field private jobs table<yschema.Plan, table<integer, yschema.Job>> by the numbers of their documents in the ledger
---@field private job? yschema.Job
---@field private sources table<string, userdata> texts that take the place of files
---@field private previous table the last document reported, whose file need not be read again
---@field private wanted? table<yschema.Job, boolean> verdicts are made only on documents of these
local ConfigurationResolver = {}
ConfigurationResolver.__index = ConfigurationResolver

--- Begins with a job, whose verdicts follow.
---@param job yschema.Job
function ConfigurationResolver:begin(job) self.job = job end

function ConfigurationResolver:ledger(plan)
  if not self.ledgers[plan] then
    self.ledgers[plan], self.jobs[plan] = core.ledger(plan.core), {}
    self.plans[#self.plans + 1] = plan
  end
  return self.ledgers[plan]
end

--- Takes a verdict on the job.
---@param verdict yschema.Verdict
function ConfigurationResolver:take(verdict)
  local job = self.job
  local plan = job and job.references
  if not plan then return end
  if verdict.unsure or verdict.status == 2 then
    self:ledger(plan):doubt()
  elseif verdict.mentions then
    local number = self:ledger(plan):take(verdict.mentions, verdict.file, verdict.line or 1, verdict.status ~= 0)
    if number then self.jobs[plan][number] = job end
  elseif verdict.late then
    self.refused[verdict.file .. ":" .. (verdict.line or 1)] = true
  end
end

-- Reports what is wrong about the document that a ledger gave last.
function ConfigurationResolver:report(plan, document, job, begin, receive, prepared)
  document.path = job.file.path
  document.source = self.sources[document.file]
    or self.previous.file == document.file and self.previous.source or nil
  self.previous = document
  document.invalid = document.invalid or self.refused[document.file .. ":" .. document.line]
  local how = changed(job.how, { matching = matching.of(job) or false })
  begin(job)
  prepared(function(_, emit)
    local verdict = late_verdict(self.ledgers[plan], plan, document, how, self.verdict_of)
    verdict.entry = job.entry
    emit(verdict)
  end)(job, receive)
end

--- Emits verdicts on the documents of all files that have dangling or repeated names.
---@param begin fun(job: yschema.Job)
---@param receive fun(verdict: yschema.Verdict): boolean
---@param prepared fun(validate: function): function see `Reporter:prepared`
function ConfigurationResolver:finish(begin, receive, prepared)
  for _, plan in ipairs(self.plans) do
    local ledger = self.ledgers[plan]
    for document in function() return ledger:next(plan.partial) end do
      local job = self.jobs[plan][document.number]
      if not self.wanted or self.wanted[job] then self:report(plan, document, job, begin, receive, prepared) end
    end
  end
end

--- Makes the resolver of all files.
---@param verdict_of function makes the verdict on a run: `validating.verdict_of`
---@param wanted? table<yschema.Job, boolean> verdicts are made only on documents of these
---@param sources? table<string, userdata> texts that take the place of files
---@return yschema.ConfigurationResolver
function resolver.of_configurations(verdict_of, wanted, sources)
  return setmetatable({
    verdict_of = verdict_of, wanted = wanted, sources = sources or {}, ledgers = {}, plans = {}, jobs = {},
    refused = {}, previous = {},
  }, ConfigurationResolver)
end

return resolver
