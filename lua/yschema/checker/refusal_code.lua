--- The function that finds values which certainly do not fit an alternative.
--
-- It looks at the type of the value and, in a map, at texts of which the alternative allows only some, such as the one
-- under the key that distinguishes alternatives.
--
-- @module yschema.checker.refusal_code

local function_text = require "yschema.checker.function_text"
local helpers = require "yschema.checker.helpers"
local rule_code = require "yschema.checker.rule_code"

local refusal_code = {}

local ipairs = ipairs

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
    if rule.name == "one_of" and not rule.unrepresentable then return rule_code.allowed_texts(rule) end
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

--- Makes the function for an alternative.
---@param generator yschema.Generator
---@param field yschema.CheckerField
---@return function|false false when it would be too long
function refusal_code.make(generator, field)
  local text = function_text.new()
  text:add("local t, y = %s(x)", text:value(type, "type"))
  if not field.choice and field.kind ~= "any" then
    write_kinds(text, field)
    if field.kind == "map" and not field.shadowed then write_keys(text, field) end
  end
  text:add "return false"
  return generator:define(text, "x")
end

return refusal_code
