--- The function that tests an array.
--
-- Its table has the keys 1, 2, 3, ... in the order in which Lua walks it, as tables have that were filled in
-- order. Others are left to the core.
--
-- @module yschema.checker.array_code

local function_text = require "yschema.checker.function_text"
local helpers = require "yschema.checker.helpers"
local rule_code = require "yschema.checker.rule_code"
local value_code = require "yschema.checker.value_code"

local array_code = {}

local next = next

-- Items whose equality Lua validates as the core does.
local function are_scalars(field)
  local item = field.item
  return item ~= nil and not item.choice and item.kind ~= "map" and item.kind ~= "array" and item.kind ~= "any"
end

local writers = {
  null = function() return true end,
  length = function(text, rule) return rule_code.write_size(text, rule, "n") end,
}

function writers.distinct(text, _, field)
  if not are_scalars(field) then return false end
  text:add("if not %s(v, n) then return false end", text:value(helpers.differ, "differ"))
  return true
end

-- Writes the rules of the array itself. `n` is the number of its items.
local function write_rules(text, field)
  if field.calls then return false end
  if field.implied == "value" then text:add "if n == 0 then return false end" end
  return rule_code.write_each(text, field, writers)
end

local function write_begin(generator, text)
  text:add("local mt = %s(v)", text:value(helpers.getmetatable, "getmetatable"))
  text:add("if mt ~= nil and mt ~= %s and mt ~= %s then return false end",
    text:value(generator.array_mt, "array_mt"), text:value(generator.empty_array_mt))
  text:add "local n, t = 0"
end

--- Makes the function for an array. False: the core has to be asked.
---@param generator yschema.Generator
---@param field yschema.CheckerField
---@param level integer the number of tables around the items
---@return function|false
function array_code.make(generator, field, level)
  local text = function_text.new()
  write_begin(generator, text)
  text:add("for k, x in %s, v do", text:value(next, "next"))
  text:add "n = n + 1"
  text:add "if k ~= n then return false end"
  value_code.write(generator, text, field.item, level, "return false")
  text:add "end"
  text:add "if n ~= #v then return false end" -- a key may be a 64-bit integer of LuaJIT
  -- Below alternatives, an empty table without a metatable may be a map.
  if generator.inside > 0 then text:add "if n == 0 and mt == nil then return false end" end
  if not write_rules(text, field) then return false end
  generator:write_charge(text, field.item, "n")
  text:add "return true"
  return generator:define(text, "v")
end

return array_code
