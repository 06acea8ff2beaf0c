--- Judges texts in a thread of nginx, so that a worker goes on serving meanwhile.
--
-- `ngx.run_worker_thread` calls `judge.run` in a Lua state of its own, which belongs to
-- one check at a time. Compiled traces cannot be interrupted, so there are none here; and
-- a check that takes too long is ended, whatever its closures catch.
--
-- @module resty.yschema.judge

local judge = {}

local error, getinfo, pcall, sethook = error, debug.getinfo, pcall, debug.sethook
local clock = os.clock

-- Instructions between two looks at the clock.
local between_looks = 100000

--- What is thrown when a check has taken too long.
judge.late = "the check took too long"

-- Throws when the time is up, and from then on at each instruction, so that nothing
-- below `bounded` can catch it for good. `bounded` itself is left alone.
local function alarm(bounded, seconds)
  local last = clock() + seconds
  local rings = false
  return function()
    if not rings and clock() < last then return end
    if getinfo(2, "f").func == bounded then return end
    rings = true
    sethook(judge.hook, "", 1)
    error(judge.late, 0)
  end
end

-- Calls f(...), for some seconds of the processor's time at most.
local function bounded(seconds, f, ...)
  judge.hook = alarm(bounded, seconds)
  sethook(judge.hook, "", between_looks)
  local ok, result = pcall(f, ...)
  sethook()
  return ok, result
end

-- The report on texts, as a table that can leave this Lua state.
local function check(packed, settings, has_values)
  local texts, object = require "resty.yschema.texts", require "yschema.api.schema"
  local schemas, runs = require "yschema.pipeline.schemas", require "yschema.pipeline.runs"
  local schema_sources, value_sources = texts.unpack(packed)
  local made, about = schemas.compile_sources(object.new(settings), schema_sources)
  if made and has_values then
    local _
    _, about = runs.apply_sources(made, value_sources)
  end
  return { text = tostring(about), violations = about.violations, warnings = about.warnings,
    status = about.status }
end

--- Checks texts as a worker would: compiles the schema, applies the values.
---@param packed string of `resty.yschema.texts`
---@param settings yschema.Settings without functions
---@param has_values boolean
---@param seconds number of the processor's time
---@return table? report its parts, see `report.of_parts`; nil: it took too long
function judge.run(packed, settings, has_values, seconds)
  if jit then jit.off() end
  local ok, found = bounded(seconds, check, packed, settings, has_values)
  if ok then return found end
  if found == judge.late then return nil end
  error(found, 0)
end

return judge
