--- Checks texts in a thread of nginx, so that the worker goes on serving meanwhile.
--
-- `ngx.run_worker_thread` calls `validator.run` in a separate Lua state, which runs one check at a time.
-- The JIT compiler is off there, because compiled code cannot be interrupted. A check that takes too
-- long is ended, even when functions of the schema catch errors.
--
-- @module resty.yschema.serve.validator

local validator = {}

local error, getinfo, pcall, sethook = error, debug.getinfo, pcall, debug.sethook
local clock = os.clock

-- The number of instructions between two checks of the time.
local between_looks = 100000

--- This value is thrown when a check has taken too long.
validator.late = "the check took too long"

-- Throws after some seconds, and then again at each instruction, so that no function called by
-- `bounded` can catch it for good. In `bounded` itself it does not throw.
local function alarm(bounded, seconds)
  local last = clock() + seconds
  local rings = false
  return function()
    if not rings and clock() < last then return end
    if getinfo(2, "f").func == bounded then return end
    rings = true
    sethook(validator.hook, "", 1)
    error(validator.late, 0)
  end
end

-- Calls f(...) and lets it use at most some seconds of processor time.
local function bounded(seconds, f, ...)
  validator.hook = alarm(bounded, seconds)
  sethook(validator.hook, "", between_looks)
  local ok, result = pcall(f, ...)
  sethook()
  return ok, result
end

-- Checks texts and returns the report as a table that can be passed to another Lua state.
local function check(packed, settings, has_values)
  local texts, object = require "resty.yschema.source.texts", require "yschema.api.schema"
  local schemas, runs = require "yschema.pipeline.schemas", require "yschema.pipeline.runs"
  local found = texts.unpack(packed, settings)
  local made, about = schemas.compile_sources(object.new(found.settings), found.S)
  if made and has_values then
    local _
    _, about = runs.apply_sources(made, found.V)
  end
  return { text = tostring(about), violations = about.violations, warnings = about.warnings,
    more_violations = about.more_violations, more_warnings = about.more_warnings, status = about.status }
end

--- Checks texts as a worker would: compiles the schema and applies the values.
---@param packed string texts packed by `resty.yschema.source.texts`
---@param settings yschema.Settings without functions
---@param has_values boolean
---@param seconds number of the processor's time
---@return table? report the parts of the report, see `report.of_parts`; nil when the check took too long
function validator.run(packed, settings, has_values, seconds)
  if jit then jit.off() end
  local ok, found = bounded(seconds, check, packed, settings, has_values)
  if ok then return found end
  if found == validator.late then return nil end
  error(found, 0)
end

return validator
