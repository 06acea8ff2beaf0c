--- Finds the maps into which defaults may be filled without changing a verdict.
--
-- JSON Schema fills in nothing: a map is validated as it was given. Where a keyword validates a map as a whole, such as
-- `maxProperties`, `not` or an alternative, a filled-in default could change the verdict.
--
-- @module yschema.importing.filling

local keywords = require "yschema.importing.reading.keywords"

local filling = {}

local ipairs = ipairs

-- Whether a form has keywords that validate more than one key or item.
local function looks(form)
  local maps, arrays = form.maps, form.arrays
  return form.any or form.one or form.all or form.nots or form.branches or form.needs or form.enum
    or maps.min or maps.max or maps.names ~= nil or maps.unevaluated ~= nil
    or arrays.unique or arrays.contains or arrays.unevaluated ~= nil or arrays.prefix
    or form.ref and not keywords.is_open(form, "ref")
end

-- Calls a function with each schema for a part of the values of a form, and whether other keywords see that part.
local function each_part(form, seen, visit)
  for _, list in ipairs { form.maps.properties or {}, form.maps.patterns or {} } do
    for _, row in ipairs(list) do visit(row.schema, seen) end
  end
  visit(form.maps.additional, seen)
  visit(form.arrays.items, seen)
  for _, schema in ipairs(form.arrays.prefix or {}) do visit(schema, true) end
  for _, schema in ipairs(form.all or {}) do visit(schema, true) end
  for _, lists in ipairs { form.any or {}, form.one or {} } do
    for _, list in ipairs(lists) do
      for _, schema in ipairs(list) do visit(schema, true) end
    end
  end
end

--- Finds the forms whose values other keywords see.
---@param simple yschema.Simplifier
---@param root any
---@return table<yschema.Form, boolean> seen true where nothing may be filled in
function filling.seen(simple, root)
  local found, open, count = {}, {}, 0
  local function visit(schema, seen)
    if schema == nil then return end
    local form = simple:form(schema)
    seen = seen or looks(form) ~= nil and looks(form) ~= false
    if found[form] or found[form] == false and not seen then return end
    found[form] = seen
    open[count + 1], count = form, count + 1
  end
  visit(root, false)
  while count > 0 do
    local form = open[count]
    open[count], count = nil, count - 1
    each_part(form, found[form], visit)
    local target = form.ref and simple:target(form)
    if target then visit(target, found[form]) end
  end
  return found
end

return filling
