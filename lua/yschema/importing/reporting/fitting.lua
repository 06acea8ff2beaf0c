--- Decides whether a schema accepts a value: a default, an example, or a constant.
--
-- Most of these are simple values of simple schemas, for which the search for violations is not even loaded.
--
-- @module yschema.importing.reporting.fitting

local forms = require "yschema.importing.reading.forms"
local values = require "yschema.importing.reading.values"
local violations = require "yschema.base.lazily" "yschema.importing.reporting.violations"

local fitting = {}

local next = next

-- Whether no keyword for a type restricts a value of this type, by the type.
local is_free = {
  null = function() return true end,
  boolean = function() return true end,
  string = function(form) return next(form.strings) == nil end,
  number = function(form) return next(form.numbers) == nil end,
  integer = function(form) return next(form.numbers) == nil end,
  array = function(form, value)
    local arrays = form.arrays
    return next(arrays) == nil or next(value) == nil and not arrays.min and not arrays.contains
  end,
  object = function(form, value)
    if form.needs then return false end
    local maps = form.maps
    return next(maps) == nil or next(value) == nil and not maps.min and not maps.required
  end,
}

--- Returns whether a schema accepts a value; nil when that would take too long.
---@param simple yschema.Simplifier
---@param schema any
---@param value any
---@return boolean?
function fitting.accepts(simple, schema, value)
  local form = simple:read(schema)
  if form.never or not values.is_of(form.types, value) then return false end
  if forms.is_open(form, "types") then return true end
  if form.enum and not values.is_listed(form.enum, value) then return false end
  local has_others = form.ref or form.all or form.any or form.one or form.nots or form.branches
  if not has_others and is_free[values.type_of(value)](form, value) then return true end
  local found = violations.violated(simple, form, value)
  return found and found[1] == nil
end

return fitting
