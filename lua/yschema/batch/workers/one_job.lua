--- Does one job, in the process of the call or in a worker.
--
-- @module yschema.batch.workers.one_job

local one_job = {}

--- Does the work on a job, and emits a verdict if that fails.
---@param job yschema.Job
---@param work yschema.Work
---@param emit fun(verdict: yschema.Verdict)
---@return integer count of jobs that are done
function one_job.validate(job, work, emit)
  local ok, done = pcall(work.validate, job, emit)
  if not ok then emit(work.failed(job, tostring(done))) end
  if ok and done ~= nil then return done end
  return 1
end

return one_job
