--- The function that tests a map.
--
-- It looks for each key that the schema names, counts those that are there, and compares their number with that of
-- all keys. In a map with placeholders it walks the keys that the schema does not name. The rules are about the
-- complete map, with its defaults.
--
-- @module yschema.checker.map_code

local set_of = require("yschema.base.plain_tables").set
local core = require "yschema.core"
local defaults = require "yschema.checker.defaults"
local function_text = require "yschema.checker.function_text"
local helpers = require "yschema.checker.helpers"
local rule_code = require "yschema.checker.rule_code"
local value_code = require "yschema.checker.value_code"

local map_code = {}

local min = math.min
local ipairs, next, type = ipairs, next, type

-- The most fields in one function. Lua bounds how far a function can jump.
local most_fields = 30

-- ---- named keys ------------------------------------------------------------------------

-- The statement for a key that is not given: `n` counts these keys, `f` those that get a default, and `y` those whose
-- default is not null.
local function absent_statement(generator, field, counted, needs, level)
  if field.required then return "return false" end
  if field.optional then return "n = n + 1" end
  if not defaults.hold(generator, field, level) then return "return false" end
  local statement = "n = n + 1"
  if needs.size then statement = statement .. " f = f + 1" end
  if counted and field.default ~= core.null then statement = statement .. " y = y + 1" end
  return statement
end

-- Writes the field with the number `i`.
local function write_named(generator, text, map, i, needs, level)
  local key, field = map.keys[i], map.named[i]
  local counted = needs.keys and needs.keys[key]
  text:add("x = v[%s]", text:constant(key))
  value_code.write(generator, text, field, level, absent_statement(generator, field, counted, needs, level))
  if counted then text:add 'if t ~= "nil" and t ~= "userdata" then y = y + 1 end' end
end

local function write_locals(text) text:add "local n, f, y, x, t = 0, 0, 0" end

-- Makes a function for some of the fields. It gives what the fields add to `n`, `f` and `y`.
local function make_part(generator, map, from, to, needs, level)
  local text = function_text.new()
  write_locals(text)
  for i = from, to do write_named(generator, text, map, i, needs, level) end
  text:add "return n, f, y"
  return generator:define(text, "v")
end

-- Writes the fields in place, or calls of functions for parts of them.
local function write_fields(generator, text, map, needs, level)
  local count = #map.named
  if count <= most_fields then
    for i = 1, count do write_named(generator, text, map, i, needs, level) end
    return true
  end
  for from = 1, count, most_fields do
    local part = make_part(generator, map, from, min(from + most_fields - 1, count), needs, level)
    if not part then return false end
    text:add("do local a, b, c = %s(v)", text:value(part))
    text:add "if not a then return false end"
    text:add "n, f, y = n + a, f + b, y + c end"
  end
  return true
end

-- ---- placeholders ----------------------------------------------------------------------

-- Writes the test of an entry of a placeholder. A key that does not match goes to the next placeholder.
local function write_open(generator, text, open, level)
  if open.test then
    text:add("found = %s(k)", text:value(open.test))
    text:add("if found == nil then %s.left = -1 return false end", text:value(generator.budget, "budget"))
    text:add "if found then"
  end
  value_code.write(generator, text, open.field, level, "return false")
end

local function write_placeholders(generator, text, placeholders, level)
  local nested = 0
  for _, open in ipairs(placeholders) do
    if open.calls then return false end
    write_open(generator, text, open, level)
    if not open.test then
      if nested > 0 then text:add(("end "):rep(nested)) end
      return true
    end
    nested = nested + 1
    text:add "else"
  end
  text:add("return false %s", ("end "):rep(nested))
  return true
end

-- Writes the walk over the keys that the schema does not name. `m` counts them.
local function write_others(generator, text, field, level)
  text:add "local m, found = 0"
  text:add("for k, x in %s, v do", text:value(next, "next"))
  text:add("if %s(k) ~= 'string' then return false end", text:value(type, "type"))
  if field.named[1] then text:add("if not %s[k] then", text:value(set_of(field.keys))) end
  text:add "m = m + 1"
  -- The core reads values below a key that a pattern finds without their field, as below alternatives.
  local unguided = field.open[1].test and 1 or 0
  generator.inside = generator.inside + unguided
  local done = write_placeholders(generator, text, field.open, level)
  generator.inside = generator.inside - unguided
  if not done then return false end
  if field.named[1] then text:add "end" end
  text:add "end"
  for _, open in ipairs(field.open) do generator:write_charge(text, open.field, "m") end
  return true
end

local function write_count(text, field)
  text:add("local m = %d - n", #field.named)
  text:add("for _ in %s, v do m = m - 1 end", text:value(next, "next"))
  text:add "if m ~= 0 then return false end"
end

-- ---- rules of maps -----------------------------------------------------------------------

-- Returns the keys that one_not_null counts, as a set; nil when only the core can count them.
local function keys_of(rule, field)
  if #field.open > 0 then return nil end
  local keys = {}
  if rule.argument == true then
    for _, key in ipairs(field.keys) do keys[key] = true end
    return keys
  end
  for _, key in ipairs(type(rule.argument) == "table" and rule.argument or {}) do
    if keys[key] then return nil end
    keys[key] = true
  end
  return keys
end

-- Returns what the rules of a map have to know: `size`, whether they look at the number of keys, and `keys`, those of
-- which one has to be not null. Nil: the core has to be asked.
local function needs_of(field)
  local needs = {}
  if field.calls then return nil end
  for _, rule in ipairs(field.rules or {}) do
    if rule.unrepresentable then return nil end
    local operand = rule_code.operand(rule)
    if operand == "length" then
      needs.size = true
    elseif operand == "children" and not needs.keys then
      needs.keys = keys_of(rule, field)
      if not needs.keys then return nil end
    elseif operand ~= "null" then
      return nil
    end
  end
  return needs
end

-- The number of keys in the complete map: those given, and the defaults.
local function write_size(text, field)
  if #field.open > 0 then text:add("local size = %d - n + m + f", #field.named)
  else text:add("local size = %d - n + f", #field.named) end
end

local function write_nothing() return true end
local writers = { null = write_nothing, children = write_nothing,
  length = function(text, rule) return rule_code.write_size(text, rule, "size") end }

-- Writes the rules. `n` is the number of named keys that are not given, `f` those of them with a default, `m` that of
-- other keys, and `y` that of keys for one_not_null.
local function write_rules(text, field, needs)
  if needs.keys then text:add "if y ~= 1 then return false end" end
  if needs.size then write_size(text, field) end
  return rule_code.write_each(text, field, writers)
end

-- ---- the map ---------------------------------------------------------------------------

--- Makes the function for a map. False: the core has to be asked.
---@param generator yschema.Generator
---@param field yschema.CheckerField
---@param level integer the number of tables around the entries
---@return function|false
function map_code.make(generator, field, level)
  local needs = needs_of(field)
  if not needs or field.shadowed or field.counted then return false end
  local text = function_text.new()
  text:add("if %s(v) ~= nil then return false end", text:value(helpers.getmetatable, "getmetatable"))
  write_locals(text)
  if not write_fields(generator, text, field, needs, level) then return false end
  if #field.open == 0 then write_count(text, field)
  elseif not write_others(generator, text, field, level) then return false end
  if not write_rules(text, field, needs) then return false end
  text:add "return true"
  return generator:define(text, "v")
end

return map_code
