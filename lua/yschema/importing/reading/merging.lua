--- Merges schemas: the members of `allOf`, and alternatives that differ only in type.
--
-- @module yschema.importing.reading.merging

local forms = require "yschema.importing.reading.forms"
local plain_tables = require "yschema.base.plain_tables"
local regexps = require "yschema.base.lazily" "yschema.importing.reading.regexps"
local values = require "yschema.importing.reading.values"

local merging = {}

local form_of = forms.new
local add_all, changed = plain_tables.add_all, plain_tables.changed

-- The merged schemas of two schemas, so that the same two give the same one. Otherwise merging recursive schemas would
-- not end.
local merged = {}

-- The patterns of PCRE2, by those of JSON Schema; false for those that cannot be translated.
local translations = {}

-- Maps are merged only until so many patterns were tried for their keys.
local MOST_TRIED = 20000
local tried = 0

--- Forgets the merged schemas. Each import begins with this.
function merging.forget() merged, translations, tried = {}, {}, 0 end

--- Begins another part of the same document.
function merging.go_on() tried = 0 end

-- Returns a schema with the keywords of two schemas.
local function both(a, b)
  if a == nil or a == b then return b end
  if b == nil then return a end
  if a == true then return b end
  if b == true then return a end
  if a == false or b == false then return false end
  merged[a] = merged[a] or {}
  local form = merged[a][b]
  if not form then
    form = form_of()
    form.all, form.is_joint = { a, b }, true
    merged[a][b] = form
  end
  return form
end
merging.both = both

local function joined(a, b)
  if not a or not b then return a or b end
  local list = {}
  add_all(list, a)
  add_all(list, b)
  return list
end

-- Merges the parts of two forms that are about values of one kind, if both say something about them.
local function parts_of_both(a, b, merge)
  if not next(a) then return b end
  if not next(b) then return a end
  return merge(a, b)
end

local function stronger(a, b, choose)
  if a == nil or b == nil then
    if a == nil then return b end
    return a
  end
  return choose(a, b)
end

-- On LuaJIT, numbers may be cdata, which math.max does not accept.
local function larger(a, b) return a < b and b or a end
local function smaller(a, b) return b < a and b or a end

local function types_of_both(a, b)
  if not a or not b then return a or b end
  local types = {}
  for name in pairs(a) do
    if b[name] or name == "integer" and b.number then types[name] = true end
    if name == "number" and b.integer then types.integer = true end
  end
  if types.number then types.integer = nil end
  return types
end

local function values_of_both(a, b)
  if not a or not b then return a or b end
  local list, is_in_b = {}, values.index(b)
  for _, value in ipairs(a) do
    if is_in_b(value) then list[#list + 1] = value end
  end
  return list
end

-- ---- maps ---------------------------------------------------------------------------

local function index_of(properties)
  local index = {}
  for i, property in ipairs(properties or {}) do index[property.key] = i end
  return index
end

local function translated(pattern)
  local known = translations[pattern]
  if known == nil then
    known = regexps.translate(pattern) or false
    translations[pattern] = known
  end
  return known
end

-- The patterns of a map for `schema_beside`; false when one of them cannot be translated.
local function patterns_of(maps)
  local rows = {}
  for i, row in ipairs(maps.patterns or {}) do
    local pattern = translated(row.pattern)
    if not pattern then return false end
    rows[i] = { pattern = pattern, schema = row.schema }
  end
  return rows[1] and regexps.index(rows)
end

-- Returns the schema for a key that a map does not name. The second result is false when that takes too long, or when a
-- pattern cannot be translated.
local function schema_beside(maps, patterns, key)
  if patterns == nil then return maps.additional, true end
  if not patterns or tried > MOST_TRIED then return nil, false end
  local rows, count = patterns:matching(key)
  tried = tried + count
  if not rows then return nil, false end
  if not rows[1] then return maps.additional, true end
  local schema
  for _, row in ipairs(rows) do schema = both(schema, row.schema) end
  return schema, true
end

local function properties_of_both(a, b)
  local list, of_a, of_b = {}, index_of(a.properties), index_of(b.properties)
  local patterns_of_a, patterns_of_b = patterns_of(a), patterns_of(b)
  for _, property in ipairs(a.properties or {}) do
    local i = of_b[property.key]
    local other, known = i and b.properties[i].schema, true
    if not i then other, known = schema_beside(b, patterns_of_b, property.key) end
    if not known then return nil end
    list[#list + 1] = { key = property.key, schema = both(property.schema, other) }
  end
  for _, property in ipairs(b.properties or {}) do
    if not of_a[property.key] then
      local other, known = schema_beside(a, patterns_of_a, property.key)
      if not known then return nil end
      list[#list + 1] = { key = property.key, schema = both(property.schema, other) }
    end
  end
  return list[1] and list
end

local function is_open(schema) return schema == nil or schema == true end

-- Merges the keywords for maps of two forms, or returns nil.
local function maps_of_both(a, b)
  if a.unevaluated ~= nil or b.unevaluated ~= nil then return nil end
  local closes = not is_open(a.additional) or not is_open(b.additional)
  if closes and (a.patterns or b.patterns) then return nil end
  local properties = properties_of_both(a, b)
  if not properties and (a.properties or b.properties) then return nil end
  local required, seen = {}, {}
  for _, key in ipairs(joined(a.required, b.required) or {}) do
    if not seen[key] then required[#required + 1] = key end
    seen[key] = true
  end
  return {
    properties = properties or nil, required = required[1] and required, patterns = joined(a.patterns, b.patterns),
    additional = both(a.additional, b.additional), names = both(a.names, b.names),
    min = stronger(a.min, b.min, larger), max = stronger(a.max, b.max, smaller),
  }
end

local function arrays_of_both(a, b)
  if a.unevaluated ~= nil or b.unevaluated ~= nil then return nil end
  if (a.prefix or b.prefix) and (a.prefix or a.items ~= nil) and (b.prefix or b.items ~= nil) then return nil end
  return {
    prefix = a.prefix or b.prefix, items = both(a.items, b.items), unique = a.unique or b.unique,
    contains = joined(a.contains, b.contains),
    min = stronger(a.min, b.min, larger), max = stronger(a.max, b.max, smaller),
  }
end

local function numbers_of_both(a, b)
  return {
    min = stronger(a.min, b.min, larger), max = stronger(a.max, b.max, smaller),
    above = stronger(a.above, b.above, larger), below = stronger(a.below, b.below, smaller),
    multiples = joined(a.multiples, b.multiples),
  }
end

local function strings_of_both(a, b)
  return {
    min = stronger(a.min, b.min, larger), max = stronger(a.max, b.max, smaller),
    patterns = joined(a.patterns, b.patterns), formats = joined(a.formats, b.formats),
  }
end

-- ---- forms --------------------------------------------------------------------------

local joining = { "all", "any", "one", "nots", "branches", "needs" }

--- Merges two forms into one that accepts what both accept.
---@param a yschema.Form whose title, description and default win
---@param b yschema.Form
---@return yschema.Form? form nil when there is no such form
function merging.both_forms(a, b)
  if a.ref and b.ref then return nil end
  local arrays, maps = parts_of_both(a.arrays, b.arrays, arrays_of_both), parts_of_both(a.maps, b.maps, maps_of_both)
  if not arrays or not maps then return nil end
  local form = form_of()
  form.place, form.never, form.ref = a.place or b.place, a.never or b.never, a.ref or b.ref
  form.arrays, form.maps = arrays, maps
  form.ref_place = a.ref and (a.ref_place or a.place) or b.ref and (b.ref_place or b.place) or nil
  form.types, form.enum = types_of_both(a.types, b.types), values_of_both(a.enum, b.enum)
  form.numbers = parts_of_both(a.numbers, b.numbers, numbers_of_both)
  form.strings = parts_of_both(a.strings, b.strings, strings_of_both)
  for i = 1, #joining do
    local name = joining[i]
    local of_a, of_b = a[name], b[name]
    if of_a or of_b then form[name] = joined(of_a, of_b) end
  end
  form.notes = next(a.notes) == nil and b.notes or next(b.notes) == nil and a.notes or changed(b.notes, a.notes)
  if form.types and not next(form.types) or form.enum and form.enum[1] == nil then form.never = true end
  return form
end

-- ---- alternatives -------------------------------------------------------------------

-- The parts of a form, by the types for which they are.
local parts = { numbers = "number", strings = "string", arrays = "array", maps = "object" }

-- Whether a form has only types, and keywords for these types.
local function is_by_type(form)
  if not form.types then return false end
  for field, value in pairs(form) do
    if parts[field] then
      if next(value) and not (form.types[parts[field]] or parts[field] == "number" and form.types.integer) then
        return false
      end
    elseif field ~= "types" and field ~= "notes" and field ~= "place" then
      return false
    end
  end
  return true
end

local function overlap(a, b)
  for name in pairs(a) do
    if b[name] or name == "integer" and b.number or name == "number" and b.integer then return true end
  end
  return false
end

--- Merges alternatives into one form, if their types differ.
---@param given yschema.Form[]
---@return yschema.Form?
function merging.by_types(given)
  local all = form_of()
  all.types = {}
  for _, form in ipairs(given) do
    if not is_by_type(form) or overlap(form.types, all.types) then return nil end
    for name in pairs(form.types) do all.types[name] = true end
    for part in pairs(parts) do
      if next(form[part]) then all[part] = form[part] end
    end
  end
  return all
end

-- Whether a form is a list of values, perhaps with a type.
local function is_values(form)
  if not form.enum then return false end
  local types = form.types
  form.types = nil
  local simple = forms.is_open(form, "enum")
  form.types = types
  return simple
end

-- The meaning of a value, if its alternative documents it.
local function meaning(form)
  local text = form.notes.description or form.notes.title
  return text and not text:find "\n" and text or nil
end

--- Merges those alternatives that are lists of values into one, if there are several.
---@param given yschema.Form[]
---@param only_one boolean no value may be in two of them
---@return yschema.Form[]
function merging.join_values(given, only_one)
  local lists, others = {}, {}
  for _, form in ipairs(given) do
    if is_values(form) then lists[#lists + 1] = form else others[#others + 1] = form end
  end
  if not lists[2] or not others[1] then return given end
  local all = merging.by_values(lists, only_one)
  if not all then return given end
  table.insert(others, 1, all)
  return others
end

--- Merges alternatives that are lists of values.
---@param given yschema.Form[]
---@param only_one boolean no value may be in two of them
---@return yschema.Form?
function merging.by_values(given, only_one)
  local all, meanings, listed = form_of(), {}, values.set()
  all.enum = {}
  for _, form in ipairs(given) do
    if not is_values(form) then return nil end
    local means = not form.enum[2] and type(form.enum[1]) == "string" and meaning(form)
    if means then meanings[#meanings + 1] = ("%s: %s"):format(form.enum[1], means) end
    for _, value in ipairs(form.enum) do
      if values.is_of(form.types, value) then
        local known = listed:has(value)
        if known and only_one then return nil end
        if not known then
          listed:add(value)
          all.enum[#all.enum + 1] = value
        end
      end
    end
  end
  if meanings[1] then forms.own(all, "notes").description = table.concat(meanings, "\n") end
  return all
end

return merging
