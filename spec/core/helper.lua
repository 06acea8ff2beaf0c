--- Helpers of the specs of the C module.

local core = require "yschema.core"

local helper = {}

--- A compiled schema. `arguments` says what the annotations hold whose
-- arguments the host compiles: by the annotation's text, a list of arguments.
function helper.schema(text, arguments)
  local schema = core.schema {}
  assert(schema:add(core.source("schema.yml", text)) == "schema", schema:text())
  for _, annotation in ipairs(schema:pending()) do
    assert(schema:set_arguments(annotation.id, arguments[annotation.text]))
  end
  assert(schema:compile(), schema:text())
  return schema
end

--- A schema that takes anything.
function helper.any()
  return helper.schema "#@schema/type any=True\n#@data/values-schema\n---\nnull\n"
end

--- A rule `(must be, function)` as annotation arguments.
function helper.rule(must_be, fn)
  return { { text = "", value = setmetatable({ must_be, fn }, core.tuple_mt) } }
end

--- Runs a run to its end; `pcall`s its closures. Returns it.
function helper.finish(run)
  local value, fn, kind = run:step()
  local called = fn
  while kind ~= core.OVER do
    local ok, result, message = pcall(called, value)
    if run:asked() == core.DEFAULT then
      value, fn, kind = run:answer(ok and core.GIVEN or core.DEFAULT_FAILED, result)
    elseif not ok then
      value, fn, kind = run:answer(core.FAILED, result)
    else
      value, fn, kind = run:step(result, message)
      if kind == core.RULE then value, fn, kind = run:answer(core.INVALID, message) end
    end
    called = fn or called
  end
  return run
end

--- The finished run of a schema over a Lua value.
function helper.apply(schema, value)
  local run = core.run(schema)
  assert(run:give(value))
  return helper.finish(run)
end

--- Has a function called when the collector comes next.
function helper.doomed(finalize)
  if setfenv then
    getmetatable(newproxy(true)).__gc = finalize
  else
    setmetatable({}, { __gc = finalize })
  end
end

--- Calls a function while each collection is done in one go, and the next begins when the heap has grown by a
-- twentieth: so a collection that comes in the middle of work finishes there, however much else the heap holds.
---@param tries fun()
function helper.with_whole_collections(tries)
  collectgarbage()
  local pause, multiplier, size = collectgarbage("setpause", 105), collectgarbage("setstepmul", 1000), 13
  if rawget(_G, "jit") then
    collectgarbage("setstepmul", 1000000)
  else
    collectgarbage("incremental", 105, 1000, 40)
  end
  local ok, problem = pcall(tries)
  collectgarbage("setpause", pause)
  collectgarbage("setstepmul", multiplier)
  if not rawget(_G, "jit") then collectgarbage("incremental", 0, 0, size) end
  assert(ok, problem)
end

return helper
