--- Whether the default of a field keeps the field's rules.
--
-- A default that is not replaced is validated like a value that is given.
--
-- @module yschema.checker.defaults

local any = require("yschema.base.plain_tables").any
local rule_code = require "yschema.checker.rule_code"

local defaults = {}

local ipairs = ipairs

local is_computed

-- Whether a function gives the default, or a default below.
local function find_computed(field)
  if field.computed or field.unrepresentable then return true end
  return any(field.below, is_computed)
end

-- Each field is asked about once for each field above it, so the answer is kept.
function is_computed(field)
  if field.is_computed == nil then field.is_computed = find_computed(field) end
  return field.is_computed
end

local hold

-- The default of a map is made of those of its fields.
local function map_holds(generator, field, level)
  if rule_code.has_own(field) then return false end
  for _, named in ipairs(field.named) do
    if named.required then return false end
    if not named.optional and not hold(generator, named, level + 1) then return false end
  end
  return not field.counted and not field.shadowed
end

local function validate(generator, field, level)
  if is_computed(field) then return false end
  if field.default == nil then return field.kind == "map" and map_holds(generator, field, level) end
  if not field.ruled and not field.unsettled and not field.demands then return true end
  local test = generator:own_test(field, level)
  return test and test(field.default) or false
end

--- Returns whether a default is known to keep the rules.
---@param generator yschema.Generator
---@param field yschema.CheckerField
---@param level integer the number of tables around the value
---@return boolean
function hold(generator, field, level)
  local known = generator.held[field]
  if known == nil then
    known = validate(generator, field, level)
    generator.held[field] = known
  end
  return known
end

defaults.hold = hold

return defaults
