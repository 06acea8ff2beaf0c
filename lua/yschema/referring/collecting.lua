--- References to other documents of a file and of a configuration: each document says what it knows, and at the end
-- further verdicts are reached.
--
-- @module yschema.referring.collecting

local mentions = require "yschema.referring.mentions"
local plans = require "yschema.referring.plans"
local file_access = require "yschema.base.file_access"
local matching = require "yschema.baseline.matching"
local resolver = require "yschema.referring.resolver"
local runs = require "yschema.pipeline.runs"
local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"

local collecting = {}

local ipairs, setmetatable, tostring = ipairs, setmetatable, tostring

-- ---- verdicts -----------------------------------------------------------------------

-- Returns the source of a file that has violations. Only their lines are needed, so it may be empty.
local function source_of(document, max_bytes)
  if not document.source then
    document.source = file_access.read(document.path, document.file, max_bytes) or core.source(document.file, "")
  end
  return document.source
end

-- Makes the verdict on references of a document.
local function late_verdict(document, list, how, verdict_of)
  local schema = list[1].schema
  local run, source = runs.start(schema), source_of(document, schema.settings.max_bytes)
  for _, one in ipairs(list) do
    local mention, reference = one.mention, one.reference
    run:add_violation(one.code, source, mention.line, mention.column, plans.source_of(one.schema, reference.file),
      reference.line, mention.path, one.rule, one.must, one.found, one.hint, "")
  end
  if how.matching then how.matching:take { source } end
  local verdict = verdict_of(run, document.file, document.line, changed(how, { results = false }))
  run:close()
  verdict.late = document.invalid and "again" or "invalid"
  return verdict
end

-- ---- in the process that validates --------------------------------------------------

-- Collects what the documents of one job say.
---@class yschema.Collector
---@field plan yschema.Plan
---@field resolver yschema.Resolver of references in the file
local Collector = {}
Collector.__index = Collector

--- Takes a document with its verdict, to which it adds what matters in other files.
---@param verdict yschema.Verdict
---@param run userdata
---@param kind? yschema.Kind
function Collector:take(verdict, run, kind)
  local number = not self.kinds and 1
  for i, one in ipairs(self.kinds or {}) do
    if one == kind then number = i end
  end
  if verdict.status == 2 or not number then
    self.resolver.unsure, verdict.mentions = true, "unsure"
    return
  end
  local in_file
  local sensitive
  in_file, verdict.mentions, sensitive = mentions.of(self.plan, number, run, verdict.file)
  verdict.sensitive = verdict.mentions and sensitive or nil
  if in_file then
    self.resolver:take(in_file, {
      file = verdict.file, path = self.path, line = verdict.line, invalid = verdict.status ~= 0,
    })
  end
end

--- Ends the file.
---@param job yschema.Job
---@param emit fun(verdict: yschema.Verdict)
---@param verdict_of function makes the verdict on a run: `validating.verdict_of`
function Collector:finish(job, emit, verdict_of)
  local how = changed(job.how, { collector = false })
  self.resolver:finish(function(document, list) emit(late_verdict(document, list, how, verdict_of)) end)
end

--- Makes what collects references of one job.
---@param job yschema.Job
---@return yschema.Collector
function collecting.new(job)
  return setmetatable({
    plan = job.references, kinds = job.kinds, resolver = resolver.new(job.references), path = job.file.path,
  }, Collector)
end

-- ---- in the process that reports ----------------------------------------------------

-- Collects what all files say.
---@class yschema.AllMentions
---@field private resolvers table<yschema.Plan, yschema.Resolver>
---@field private plans yschema.Plan[] in order
---@field private job? yschema.Job
local All = {}
All.__index = All

--- Begins with a job, whose verdicts follow.
---@param job yschema.Job
function All:begin(job) self.job = job end

function All:resolver(plan)
  if not self.resolvers[plan] then
    self.resolvers[plan] = resolver.new(plan)
    self.plans[#self.plans + 1] = plan
  end
  return self.resolvers[plan]
end

--- Takes a verdict on the job.
---@param verdict yschema.Verdict
function All:take(verdict)
  local job = self.job
  local plan = job and job.references
  if not plan then return end
  if verdict.mentions == "unsure" or verdict.status == 2 then
    self:resolver(plan).unsure = true
  elseif verdict.mentions then
    self:resolver(plan):take(verdict.mentions, {
      file = verdict.file, path = job.file.path, line = verdict.line, invalid = verdict.status ~= 0, job = job,
    })
  elseif verdict.late then
    self.refused[verdict.file .. ":" .. tostring(verdict.line)] = true
  end
end

--- Ends the work.
---@param begin fun(job: yschema.Job)
---@param receive fun(verdict: yschema.Verdict): boolean
---@param prepared fun(validate: function): function see `Reporter:prepared`
function All:finish(begin, receive, prepared)
  for _, plan in ipairs(self.plans) do
    self.resolvers[plan]:finish(function(document, list)
      local job = document.job
      document.invalid = document.invalid or self.refused[document.file .. ":" .. tostring(document.line)]
      local how = changed(job.how, { matching = matching.of(job) or false })
      begin(job)
      prepared(function(_, emit)
        local verdict = late_verdict(document, list, how, self.verdict_of)
        verdict.entry = job.entry
        emit(verdict)
      end)(job, receive)
    end)
  end
end

--- Makes what collects references of all files.
---@param verdict_of function makes the verdict on a run: `validating.verdict_of`
---@return yschema.AllMentions
function collecting.all(verdict_of)
  return setmetatable({ verdict_of = verdict_of, resolvers = {}, plans = {}, refused = {} }, All)
end

return collecting
