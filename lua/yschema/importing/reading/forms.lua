--- The form of subschemas: the keywords of every draft in one table.
--
-- The form is a plain table with the fields of `yschema.Form`. Subschemas in it are nodes of the text, booleans, or
-- forms again, so that merged forms can be merged further.
--
-- @module yschema.importing.reading.forms

local changed = require "yschema.base.plain_tables".changed

local forms = {}

--- The keywords of one subschema.
---@class yschema.Form
---@field place? yschema.KeywordPlace
---@field never? boolean no value fits
---@field types? table<string, true>
---@field enum? any[]
---@field numbers { min?: number, max?: number, above?: number, below?: number, multiples?: number[] }
---@field strings { min?: number, max?: number, patterns?: string[], formats?: string[] }
---@field arrays table prefix, items, min, max, unique, contains
---@field maps table properties (a list of keys and schemas), required, patterns, additional, names, min, max
---@field ref? string
---@field all? any[]
---@field any? any[][]
---@field one? any[][]
---@field nots? any[]
---@field branches? table[] the schemas of if, then and else
---@field is_joint? boolean it consists of the schemas in `all`, and perhaps types
---@field assumed? table<string, true> the types that the value is known to have
---@field notes table title, description, default, examples, deprecated

--- The lists of rules in CEL that were compiled, and are imported.
---@type table<table, boolean>
forms.with_rules = setmetatable({}, { __mode = "k" })

local Form = {}

-- The parts of a form that has no keywords of a kind: most forms have keywords of one or two kinds.
local none = setmetatable({}, { __newindex = function() error "forms share this part; see forms.own" end })

--- Makes an empty form.
---@return yschema.Form
function forms.new()
  return setmetatable({ numbers = none, strings = none, arrays = none, maps = none, notes = none }, Form)
end

--- Returns a part of a form that may be changed.
---@param form yschema.Form
---@param name "numbers"|"strings"|"arrays"|"maps"|"notes"
---@return table
function forms.own(form, name)
  local part = form[name]
  if part == none then
    part = {}
    form[name] = part
  end
  return part
end

--- Makes a part that two forms share one that the first of them may change.
---@param form yschema.Form
---@param name "arrays"|"maps"
function forms.separate(form, name)
  if form[name] ~= none then form[name] = changed(form[name]) end
end

--- Copies a form, but not its parts.
---@param form yschema.Form
---@return yschema.Form
function forms.copy(form)
  local copy = { numbers = form.numbers, strings = form.strings, arrays = form.arrays, maps = form.maps,
    notes = form.notes, place = form.place, types = form.types, ref = form.ref } -- the parts that most forms have
  for field, value in next, form do copy[field] = value end
  return setmetatable(copy, Form)
end

--- Returns whether a value is a form.
---@param value any
---@return boolean
function forms.is_form(value) return getmetatable(value) == Form end

-- Whether a list or map that may be absent has something in it.
local function has(part) return next(part) ~= nil end

--- Returns whether a form accepts all values.
---@param form yschema.Form
---@param except? string a field that may restrict values
---@return boolean
function forms.is_open(form, except)
  if form.never or form.ref and except ~= "ref" then return false end
  local maps, types, strings, numbers, arrays = form.maps, form.types, form.strings, form.numbers, form.arrays
  if maps ~= none and except ~= "maps" and next(maps) ~= nil
    or types and except ~= "types" and next(types) ~= nil
    or strings ~= none and next(strings) ~= nil or numbers ~= none and next(numbers) ~= nil
    or arrays ~= none and next(arrays) ~= nil then
    return false
  end
  local enum, all, any, one = form.enum, form.all, form.any, form.one
  if enum and except ~= "enum" and has(enum) or all and except ~= "all" and has(all)
    or any and except ~= "any" and has(any) or one and except ~= "one" and has(one) then
    return false
  end
  local nots, branches, needs = form.nots, form.branches, form.needs
  return not (nots and has(nots) or branches and has(branches) or needs and has(needs))
end

local nothing = {}

--- Lists the schemas in a form that validate the same value.
---@param form yschema.Form
---@return any[]
function forms.in_place(form)
  if not (form.all or form.nots or form.any or form.one or form.branches or form.needs) then return nothing end
  local list = {}
  for _, name in ipairs { "all", "nots" } do
    for _, schema in ipairs(form[name] or nothing) do list[#list + 1] = schema end
  end
  for _, name in ipairs { "any", "one" } do
    for _, schemas in ipairs(form[name] or nothing) do
      for _, schema in ipairs(schemas) do list[#list + 1] = schema end
    end
  end
  for _, branch in ipairs(form.branches or nothing) do
    for _, name in ipairs { "given", "yes", "no" } do
      if branch[name] ~= nil then list[#list + 1] = branch[name] end
    end
  end
  for _, need in ipairs(form.needs or nothing) do
    if need.schema ~= nil then list[#list + 1] = need.schema end
  end
  return list
end

return forms
