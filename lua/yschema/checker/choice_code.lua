--- The function that tests a value with alternatives.
--
-- Some alternative has to be known to fit. Where a function of the schema decides about one of them, the core is asked,
-- because only the core calls that function. A key that distinguishes alternatives selects the only one that counts.
--
-- @module yschema.checker.choice_code

local all = require("yschema.base.plain_tables").all
local function_text = require "yschema.checker.function_text"
local helpers = require "yschema.checker.helpers"
local rule_code = require "yschema.checker.rule_code"

local choice_code = {}

local ipairs, next, type = ipairs, next, type

-- Whether the core reports nothing about a value that fits the field, and calls no function for it.
local function is_silent(field)
  if field.calls or field.deprecated or field.removed or field.computed or field.counted or field.shadowed
    or field.unrepresentable then return false end
  for _, open in ipairs(field.open or {}) do
    if open.calls then return false end
  end
  return all(field.below, is_silent)
end

local function has_tables(field)
  for _, alternative in ipairs(field.choice) do
    local kind = alternative.field.kind
    if kind == "map" or kind == "array" or kind == "any" then return true end
  end
  return false
end

-- ---- values that do not fit --------------------------------------------------------------

-- Writes what follows from the type of the value in `t`.
local function write_kinds(text, field)
  local kinds = field.kinds
  if not kinds.string then text:add 'if t == "string" then return true end' end
  if not kinds.boolean then text:add 'if t == "boolean" then return true end' end
  if not kinds.integer and not kinds.float then text:add 'if t == "number" then return true end' end
  if not kinds.map and not kinds.array then text:add 'if t == "table" then return true end' end
end

-- The texts that a field allows, as a set; nil when it may allow any.
local function allowed_texts(field)
  if field.choice or field.kind == "any" or field.deprecated or field.removed then return nil end
  if not field.kinds.string then return {} end
  for _, rule in ipairs(not field.calls and field.rules or {}) do
    if rule_code.operand(rule) == "list" and not rule.unrepresentable then return rule_code.allowed_texts(rule) end
  end
end

local function write_keys(text, field)
  text:add("if t ~= 'table' or %s(x) ~= nil then return false end",
    text:value(helpers.getmetatable, "getmetatable"))
  for i, named in ipairs(field.named) do
    local allowed = allowed_texts(named)
    if allowed then
      text:add("y = x[%s]", text:constant(field.keys[i]))
      text:add("if %s(y) == 'string' and not %s[y] then return true end", text:value(type, "type"),
        text:value(allowed))
    end
  end
end

-- Makes a function that finds values which certainly do not fit an alternative; false when it would be too long. It
-- looks at the type of the value and, in a map, at texts of which the alternative allows only some, such as the one
-- under the key that distinguishes alternatives.
local function make_refusal(generator, field)
  local text = function_text.new()
  text:add("local t, y = %s(x)", text:value(type, "type"))
  if not field.choice and field.kind ~= "any" then
    write_kinds(text, field)
    if field.kind == "map" and not field.shadowed then write_keys(text, field) end
  end
  text:add "return false"
  return generator:define(text, "x")
end

-- ---- values that fit ---------------------------------------------------------------------

-- An empty table may be a map or an array, by all alternatives together.
local function write_empty(text)
  text:add("if %s(x) == 'table' and %s(x) == nil then return false end", text:value(type, "type"),
    text:value(next, "next"))
end

-- A value that one of them completes has to fit the others, too.
local function write_all(generator, text, field, level)
  text:add("if %s(x) == 'table' then return false end", text:value(type, "type"))
  for _, alternative in ipairs(field.choice) do
    local test = generator:test(alternative.field, level)
    if not test then return false end
    text:add("if not %s(x) then return false end", text:value(test))
  end
  text:add "return true"
  return true
end

local function write_any(generator, text, field, level)
  for _, alternative in ipairs(field.choice) do
    local test = generator:test(alternative.field, level)
    if test then text:add("if %s(x) then return true end", text:value(test)) end
  end
  text:add "return false"
  return true
end

-- Exactly one has to fit, so the others have to be known not to.
local function write_one(generator, text, field, level)
  text:add "local n = 0"
  for _, alternative in ipairs(field.choice) do
    local test = generator:test(alternative.field, level)
    local refusal = make_refusal(generator, alternative.field)
    if not refusal then return false end
    if test then text:add("if %s(x) then n = n + 1 else", text:value(test)) end
    text:add("if not %s(x) then return false end", text:value(refusal))
    if test then text:add "end" end
  end
  text:add "return n == 1"
  return true
end

-- The key selects an alternative, and only that one validates the value.
local function write_by_key(generator, text, field, level)
  local tests = {}
  for _, alternative in ipairs(field.choice) do
    local key = alternative.selected_by
    if is_silent(alternative.field) and key ~= nil and key == key then
      tests[key] = generator:test(alternative.field, level) or nil
    end
  end
  text:add("if %s(x) ~= 'table' or %s(x) ~= nil then return false end", text:value(type, "type"),
    text:value(helpers.getmetatable, "getmetatable"))
  text:add("local y = x[%s]", text:constant(field.choice.by))
  text:add("if %s(y) == 'nil' then return false end", text:value(type, "type"))
  text:add("local test = %s[y]", text:value(tests))
  text:add "return test ~= nil and test(x)"
  return true
end

local writers = { ["any-of"] = write_any, ["all-of"] = write_all, ["one-of"] = write_one, by_key = write_by_key }

local function way_of(field)
  if field.choice.by then return "by_key" end
  for _, alternative in ipairs(field.choice) do
    if not is_silent(alternative.field) then return nil end
  end
  return field.choice.mode
end

--- Makes the function for alternatives. False: the core has to be asked.
---@param generator yschema.Generator
---@param field yschema.CheckerField
---@param level integer the number of tables around the value
---@return function|false
function choice_code.make(generator, field, level)
  local writer = writers[way_of(field)]
  if not writer then return false end
  local text = function_text.new()
  if has_tables(field) then write_empty(text) end
  generator.inside = generator.inside + 1
  local done = writer(generator, text, field, level)
  generator.inside = generator.inside - 1
  return done and generator:define(text, "x")
end

return choice_code
