--- Reads subschemas of every draft into one form; see `yschema.importing.reading.forms`.
--
-- @module yschema.importing.reading.keywords

local forms = require "yschema.importing.reading.forms"
local tables = require "yschema.importing.reading.tables"

local keywords = {}

local all_keys, is_array, is_map, own = tables.keys, tables.is_array, tables.is_map, forms.own

-- ---- values of keywords -------------------------------------------------------------

-- Each type, as the set of types that all forms with this type alone share.
local types = {}
for _, name in ipairs { "null", "boolean", "object", "array", "number", "string", "integer" } do
  types[name] = { [name] = true }
end

-- On LuaJIT, integers that a number cannot represent are cdata.
local function is_number(value) return type(value) == "number" or type(value) == "cdata" end
local function is_count(value) return is_number(value) and value >= 0 end

-- No text, list or map has more parts.
local MOST = 2 ^ 53 - 1
local function count_of(value) return value < MOST and value or MOST end
local function is_text(value) return type(value) == "string" end
local function is_flag(value) return type(value) == "boolean" end
local function is_schema(value)
  return type(value) == "boolean" or is_map(value)
end
local function is_type_name(value) return is_text(value) and types[value] ~= nil end

local function are_all(items, test)
  for _, item in next, items do
    if not test(item) then return false end
  end
  return true
end

local function is_texts(value) return is_array(value) and are_all(value, is_text) end
local function is_schemas(value) return is_array(value) and value[1] ~= nil and are_all(value, is_schema) end
local function is_schema_map(value)
  if not is_map(value) then return false end
  for _, item in next, value do
    if type(item) ~= "boolean" and not is_map(item) then return false end
  end
  return true
end

local function is_type(value)
  return is_type_name(value) or is_array(value) and value[1] ~= nil and are_all(value, is_type_name)
end

-- ---- keywords -----------------------------------------------------------------------

-- Each row reads one keyword: it has the test of its value, and the function that changes the form. Invalid values are
-- refused before by the metaschema, but for keywords that the draft does not have: these are ignored.
local read = {}

local function define(name, test, take) read[name] = { test = test, take = take } end

define("type", is_type, function(form, value)
  local several = types[value]
  if not several then
    several = {}
    for _, name in ipairs(value) do several[name] = true end
  end
  form.types = several
end)
define("enum", is_array, function(form, value) form.enum = value end)
define("minLength", is_count, function(form, value) own(form, "strings").min = count_of(value) end)
define("maxLength", is_count, function(form, value) own(form, "strings").max = count_of(value) end)
define("pattern", is_text, function(form, value) own(form, "strings").patterns = { value } end)
define("format", is_text, function(form, value, place)
  if place.draft <= 7 and place.text.as_editors then own(form, "strings").formats = { value } end
end)
define("multipleOf", function(value) return is_number(value) and value > 0 end,
  function(form, value) own(form, "numbers").multiples = { value } end)
define("minItems", is_count, function(form, value) own(form, "arrays").min = count_of(value) end)
define("maxItems", is_count, function(form, value) own(form, "arrays").max = count_of(value) end)
define("uniqueItems", is_flag, function(form, value) own(form, "arrays").unique = value or nil end)
define("minProperties", is_count, function(form, value) own(form, "maps").min = count_of(value) end)
define("maxProperties", is_count, function(form, value) own(form, "maps").max = count_of(value) end)
define("additionalProperties", is_schema, function(form, value) own(form, "maps").additional = value end)
define("propertyNames", is_schema, function(form, value) own(form, "maps").names = value end)
define("required", is_texts, function(form, value)
  local required = {}
  for i, key in ipairs(value) do required[i] = key end
  own(form, "maps").required = required
end)
define("not", is_schema, function(form, value) form.nots = { value } end)
define("allOf", is_schemas, function(form, value)
  form.all = form.all or {}
  for _, item in ipairs(value) do form.all[#form.all + 1] = item end
end)
define("anyOf", is_schemas, function(form, value) form.any = { value } end)
define("oneOf", is_schemas, function(form, value) form.one = { value } end)
define("$ref", is_text, function(form, value) form.ref = value end)
define("title", is_text, function(form, value) own(form, "notes").title = value end)
define("description", is_text, function(form, value) own(form, "notes").description = value end)
define("default", function() return true end, function(form, value) own(form, "notes").default = value end)
define("examples", is_array, function(form, value) own(form, "notes").examples = value end)
define("deprecated", function(value) return is_flag(value) or is_text(value) end,
  function(form, value) own(form, "notes").deprecated = value or nil end)

-- Of custom resources: the keys by which the items of an array differ.
define("x-kubernetes-list-map-keys", is_texts, function(form, value, place)
  if place.text.is_part and value[1] ~= nil then own(form, "notes").identity = value end
end)

-- Of custom resources: rules in CEL, which `importing/kubernetes/cel.lua` has read.
define("x-kubernetes-validations", function(value) return forms.with_rules[value] end, function(form, value)
  own(form, "notes").cel = value
end)

define("properties", is_schema_map, function(form, value)
  local keys, properties = all_keys(value), {}
  for i = 1, #keys do properties[i] = { key = keys[i], schema = value[keys[i]] } end
  own(form, "maps").properties = properties
end)
define("patternProperties", is_schema_map, function(form, value)
  local keys, patterns = all_keys(value), {}
  for i = 1, #keys do patterns[i] = { pattern = keys[i], schema = value[keys[i]] } end
  own(form, "maps").patterns = patterns
end)
define("dependencies", is_map, function(form, value)
  form.needs = form.needs or {}
  for _, key in ipairs(all_keys(value)) do
    if is_texts(value[key]) then
      form.needs[#form.needs + 1] = { key = key, keys = value[key] }
    elseif is_schema(value[key]) then
      form.needs[#form.needs + 1] = { key = key, schema = value[key] }
    end
  end
end)
read.dependencies.adds = true
read.dependentSchemas = { test = is_schema_map, take = read.dependencies.take,
  since = 2019, adds = true }
read.dependentRequired = { test = is_map, take = read.dependencies.take, since = 2019,
  adds = true }
define("unevaluatedProperties", is_schema, function(form, value) own(form, "maps").unevaluated = value end)
define("unevaluatedItems", is_schema, function(form, value) own(form, "arrays").unevaluated = value end)
read.unevaluatedProperties.since, read.unevaluatedItems.since = 2019, 2019

-- ---- keywords that depend on others -------------------------------------------------

local bounds = { { "minimum", "exclusiveMinimum", "min", "above" }, { "maximum", "exclusiveMaximum", "max", "below" } }

local function take_bounds(form, node)
  for i = 1, 2 do
    local row = bounds[i]
    local bound, strict = node[row[1]], node[row[2]]
    if strict == true then bound, strict = nil, bound end
    if bound ~= nil then own(form, "numbers")[row[3]] = bound end
    if strict then own(form, "numbers")[row[4]] = strict end
  end
end

local function take_items(form, node, draft)
  local items, prefix = node.items, nil
  local rest = items
  if is_array(node.prefixItems) and draft >= 2020 then
    prefix = node.prefixItems
  elseif is_array(items) then
    prefix, rest = items, node.additionalItems
  end
  if prefix ~= nil then own(form, "arrays").prefix = prefix end
  if rest ~= nil then own(form, "arrays").items = rest end
  if is_schema(node.contains) then
    local counts = draft >= 2019
    own(form, "arrays").contains = { { schema = node.contains, min = counts and node.minContains or 1,
      max = counts and node.maxContains or nil } }
  end
end

-- Adds an empty form to `allOf`.
local function also(form)
  local other = forms.new()
  other.place = form.place
  form.all = form.all or {}
  form.all[#form.all + 1] = other
  return other
end

-- Drafts before 7 have other keywords of these names, or none.
local function schema_of(value)
  if is_schema(value) then return value end
end

local function take_values(form, node, draft)
  if node.const ~= nil then
    if form.enum then also(form).enum = form.enum end
    form.enum = { node.const }
  end
  local looks = draft >= 2019 -- since then, unevaluatedProperties depends on `if`, too
  local given, yes, no = schema_of(node["if"]), schema_of(node["then"]), schema_of(node["else"])
  if given ~= nil and (looks or yes ~= nil or no ~= nil) then
    form.branches = { { given = given, yes = yes, no = no } }
  end
end

-- Up to draft 7, keywords beside `$ref` are ignored, except for those that document.
local documents = { title = true, description = true, default = true, examples = true, deprecated = true }

--- Returns whether keywords beside the `$ref` of a subschema are ignored, as in the drafts up to 7.
---@param node table
---@param draft integer
---@return boolean
function keywords.stands_alone(node, draft) return draft <= 7 and type(node["$ref"]) == "string" end

local with_bounds = { "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "items", "additionalItems",
  "contains", "const", "if" }

--- Lists the keywords of a subschema that are ignored, because they are beside `$ref`.
---@param node table
---@param draft integer
---@return string[]
function keywords.ignored(node, draft)
  local list = {}
  if not keywords.stands_alone(node, draft) then return list end
  for _, key in ipairs(all_keys(node)) do
    local row = read[key]
    local counts = row and draft >= (row.since or 4) and key ~= "$ref" and not documents[key]
    for _, name in ipairs(with_bounds) do counts = counts or key == name end
    if counts then list[#list + 1] = key end
  end
  return list
end

-- Reads the references of later drafts. References with several targets are reported when all texts are known.
local function take_dynamic(form, node, draft, lib)
  local ref, _, open = lib:dynamic_reference(node, draft)
  if not ref or open then return end
  if form.ref then also(form).ref = ref else form.ref = ref end
end

-- The keywords whose meaning depends on others, and what reads each of them.
local depending = { ["$dynamicRef"] = take_dynamic, ["$recursiveRef"] = take_dynamic, const = take_values,
  ["if"] = take_values, items = take_items, prefixItems = take_items, contains = take_items, minimum = take_bounds,
  maximum = take_bounds, exclusiveMinimum = take_bounds, exclusiveMaximum = take_bounds }
local in_order = { take_bounds, take_items, take_values, take_dynamic }

-- Reads the keywords that depend on others, of which a subschema has some.
local function take_depending(form, node, lib)
  local found = {}
  for key in next, node do
    local take = depending[key]
    if take then found[take] = true end
  end
  for i = 1, #in_order do
    local take = in_order[i]
    if found[take] then take(form, node, form.place.draft, lib) end
  end
end

-- Reads one keyword of a subschema.
local function take(form, value, row)
  local place = form.place
  if place.draft < (row.since or 4) then return end
  if row.test(value) then row.take(form, value, place) end
end

-- Reads the keywords whose order counts, because they add to the same list.
local function take_needs(form, node)
  for _, key in ipairs(all_keys(node)) do
    local row = read[key]
    if row and row.adds then take(form, node[key], row) end
  end
end

-- Reads the `$ref` that stands alone, and the keywords beside it that document.
local function take_alone(form, node)
  for key, value in next, node do
    if key == "$ref" or documents[key] then take(form, value, read[key]) end
  end
end

--- Reads a subschema.
---@param node any a node of a text, a boolean or a form
---@param lib yschema.SchemaLibrary
---@return yschema.Form
function keywords.read(node, lib)
  local place = lib.places[node]
  if not place and forms.is_form(node) then return node end
  if type(node) == "boolean" then
    local form = forms.new()
    form.never = not node or nil
    return form
  end
  local form, depends, needs = forms.new(), false, false
  form.place = place
  if keywords.stands_alone(node, place.draft) then
    take_alone(form, node)
    return form
  end
  for key, value in next, node do
    local row = read[key]
    if not row then
      depends = depends or depending[key] ~= nil
    elseif row.adds then
      needs = true
    elseif place.draft >= (row.since or 4) then -- as `take` does
      if row.test(value) then row.take(form, value, place) end
    end
  end
  if needs then take_needs(form, node) end
  if depends then take_depending(form, node, lib) end
  return form
end

return keywords
