--- Validates many files: `yschema.check_files`, which yschema/meta.lua documents.
--
-- @module yschema.api.check_files

local files_request = require "yschema.api.files_request"
local resolver = require "yschema.crossref.resolver"
local pool = require "yschema.batch.pool"
local report = require "yschema.report.report"
local validation = require "yschema.batch.validation"

-- The keys that `yschema.fix` does not know.
local known = { tell = "function", jobs = { 1, pool.most }, baseline = "string", write_baseline = "boolean" }

-- Counts a verdict.
local function count(counts, verdict)
  if not verdict.late then
    counts.documents = counts.documents + 1
    local kind = verdict.status == 0 and "valid" or "invalid"
    counts[kind] = counts[kind] + 1
  elseif verdict.late == "invalid" and verdict.status ~= 0 then
    counts.valid, counts.invalid = counts.valid - 1, counts.invalid + 1
  end
  if verdict.status > counts.status then counts.status = verdict.status end
  counts.known = counts.known and counts.known + #(verdict.known or {})
end

-- Returns what takes verdicts: it counts them, and adds reports and the names of their files to lists, unless the
-- request has a function for them. `state` gets an error of this function, and has the baseline of the current job.
local function receiver(request, reports, names, counts, state)
  local function give(verdict)
    if not request.tell then
      reports[#reports + 1], names[#names + 1] = verdict.report, verdict.file
      return
    end
    request.tell {
      file = verdict.file, line = verdict.line, entry = verdict.entry, valid = verdict.status == 0,
      report = verdict.report or report.empty(), known = verdict.known and #verdict.known or nil,
    }
  end
  return function(verdict)
    if verdict.skipped then
      counts.skipped = counts.skipped + 1
      return true
    end
    count(counts, verdict)
    if state.baseline then state.baseline:take(verdict) end
    local ok, problem = pcall(give, verdict)
    if not ok then state.failure = { problem } end
    return ok
  end
end

-- Does the jobs. An error of the function for verdicts ends the work, and is thrown.
local function validate(list, request, reports, names, counts)
  local state, references = {}, list.plans.any and resolver.of_configurations(validation.verdict_of)
  local receive = receiver(request, reports, names, counts, state)
  local function begin(job)
    state.baseline = job.baseline
    if job.baseline then job.baseline:begin(job) end
  end
  pool.each(list.jobs, request.jobs or 1, {
    validate = validation.validate_job, failed = validation.failed,
    receive = function(verdict)
      if references then references:take(verdict) end
      return receive(verdict)
    end,
    begin = function(job)
      counts.files = counts.files + 1
      begin(job)
      if references then references:begin(job) end
    end,
  })
  if references and not state.failure then
    references:finish(begin, function(verdict) return state.failure or receive(verdict) end,
      function(work) return work end)
  end
  if state.failure then error(state.failure[1], 0) end
end

-- Writes the baselines, or reports the entries that no longer occur. Returns a report on a file that cannot be written.
local function finish_baselines(list, request, reports, counts)
  for _, baseline in ipairs(list) do
    local stale = baseline:stale(true)
    if request.write_baseline then
      local ok, problem = baseline:write()
      if not ok then reports[#reports + 1] = report.of_error("write", baseline.path, tostring(problem)) end
    elseif stale[1] then
      reports[#reports + 1] = baseline:verdict(stale).report
    end
    for _, entry in ipairs(stale) do counts.stale = counts.stale + entry.count end
  end
end

--- Validates files: see `yschema.check_files`.
---@param given yschema.CheckRequest
---@param settings yschema.Settings
---@return true? ok
---@return yschema.Report report
---@return yschema.CheckCounts? counts
return function(given, settings)
  local request, problem = files_request.read(given, known, "validates")
  if not request then files_request.throw("check_files", problem, 3) end
  local reports, names = {}, {}
  local list
  list, problem = files_request.work(request, settings, {
    identify = true, references = true, baseline = request.baseline, write_baseline = request.write_baseline,
  }, function(owner) reports[#reports + 1] = report.new(owner) end)
  if problem then return nil, report.of_error("usage", "yschema.check_files", problem) end
  if not list then return nil, report.joined(reports) end
  local baselines = list.baselines.list
  if request.write_baseline and not baselines[1] then
    return nil, report.of_error("usage", "yschema.check_files", "key 'write_baseline' needs 'baseline'")
  end
  local counts = { files = 0, documents = 0, valid = 0, invalid = 0, skipped = list.skipped, status = 0 }
  if baselines[1] then counts.known, counts.stale = 0, 0 end
  validate(list, request, reports, names, counts)
  finish_baselines(baselines, request, reports, counts)
  local status = counts.status
  counts.status = nil
  local about = report.joined(reports)
  for _, name in ipairs(names) do report.add_file(about, name) end
  if status > about.status then about.status = status end
  return about.status == 0 or nil, about, counts
end
