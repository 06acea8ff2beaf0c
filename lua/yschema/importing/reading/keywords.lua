--- Reads subschemas of every draft into one form.
--
-- The form is a plain table with the fields of `yschema.Form`. Subschemas in it are nodes of the text, booleans, or
-- forms again, so that merged forms can be merged further.
--
-- @module yschema.importing.reading.keywords

local library = require "yschema.importing.reading.library"
local ordered_keys = require "yschema.base.ordered_keys"
local changed = require "yschema.base.plain_tables".changed

local keywords = {}

local is_array, is_map = library.is_array, library.is_map
local error, getmetatable, ipairs, next, setmetatable, type = error, getmetatable, ipairs, next, setmetatable, type

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
---@field assumed? table<string, true> the types that the value is known to have
---@field notes table title, description, default, examples, deprecated

local Form = {}

-- The parts of a form that has no keywords of a kind: most forms have keywords of one or two kinds.
local none = setmetatable({}, { __newindex = function() error "forms share this part; see keywords.own" end })

--- Makes an empty form.
---@return yschema.Form
function keywords.form()
  return setmetatable({ numbers = none, strings = none, arrays = none, maps = none, notes = none }, Form)
end

--- Returns a part of a form that may be changed.
---@param form yschema.Form
---@param name "numbers"|"strings"|"arrays"|"maps"|"notes"
---@return table
function keywords.own(form, name)
  local part = form[name]
  if part == none then
    part = {}
    form[name] = part
  end
  return part
end
local own = keywords.own

--- Makes a part that two forms share one that the first of them may change.
---@param form yschema.Form
---@param name "arrays"|"maps"
function keywords.separate(form, name)
  if form[name] ~= none then form[name] = changed(form[name]) end
end

--- Copies a form, but not its parts.
---@param form yschema.Form
---@return yschema.Form
function keywords.copy(form)
  return setmetatable(changed(form), Form)
end

--- Returns whether a value is a form.
---@param value any
---@return boolean
function keywords.is_form(value) return getmetatable(value) == Form end

-- ---- values of keywords -------------------------------------------------------------

local types = { null = true, boolean = true, object = true, array = true, number = true, string = true, integer = true }

-- On LuaJIT, integers that a number cannot represent are cdata.
local function is_number(value) return type(value) == "number" or type(value) == "cdata" end
local function is_count(value) return is_number(value) and value >= 0 and value % 1 == 0 end
local function is_text(value) return type(value) == "string" end
local function is_flag(value) return type(value) == "boolean" end
local function is_schema(value) return type(value) == "boolean" or is_map(value) end
local function is_type_name(value) return is_text(value) and types[value] == true end

local function are_all(items, test)
  for _, item in next, items do
    if not test(item) then return false end
  end
  return true
end

local function is_texts(value) return is_array(value) and are_all(value, is_text) end
local function is_schemas(value) return is_array(value) and value[1] ~= nil and are_all(value, is_schema) end
local function is_schema_map(value) return is_map(value) and are_all(value, is_schema) end

local function is_type(value)
  return is_type_name(value) or is_array(value) and value[1] ~= nil and are_all(value, is_type_name)
end

-- ---- keywords -----------------------------------------------------------------------

-- Each row reads one keyword: it has the test of its value, words for a valid value, and the function that changes the
-- form.
local read = {}

local function define(name, test, valid, take) read[name] = { test = test, valid = valid, take = take } end

define("type", is_type, "a type, or a list of types", function(form, value)
  form.types = {}
  for _, name in ipairs(type(value) == "string" and { value } or value) do form.types[name] = true end
end)
define("enum", is_array, "a list", function(form, value) form.enum = value end)
define("minLength", is_count, "a count", function(form, value) own(form, "strings").min = value end)
define("maxLength", is_count, "a count", function(form, value) own(form, "strings").max = value end)
define("pattern", is_text, "a regular expression", function(form, value) own(form, "strings").patterns = { value } end)
define("format", is_text, "a name", function(form, value, place)
  if place.draft <= 7 and place.text.as_editors then own(form, "strings").formats = { value } end
end)
define("multipleOf", function(value) return is_number(value) and value > 0 end, "a number above 0",
  function(form, value) own(form, "numbers").multiples = { value } end)
define("minItems", is_count, "a count", function(form, value) own(form, "arrays").min = value end)
define("maxItems", is_count, "a count", function(form, value) own(form, "arrays").max = value end)
define("uniqueItems", is_flag, "true or false", function(form, value) own(form, "arrays").unique = value or nil end)
define("minProperties", is_count, "a count", function(form, value) own(form, "maps").min = value end)
define("maxProperties", is_count, "a count", function(form, value) own(form, "maps").max = value end)
define("additionalProperties", is_schema, "a schema", function(form, value) own(form, "maps").additional = value end)
define("propertyNames", is_schema, "a schema", function(form, value) own(form, "maps").names = value end)
define("required", is_texts, "a list of keys", function(form, value)
  local required = {}
  for i, key in ipairs(value) do required[i] = key end
  own(form, "maps").required = required
end)
define("not", is_schema, "a schema", function(form, value) form.nots = { value } end)
define("allOf", is_schemas, "a list of schemas", function(form, value)
  form.all = form.all or {}
  for _, item in ipairs(value) do form.all[#form.all + 1] = item end
end)
define("anyOf", is_schemas, "a list of schemas", function(form, value) form.any = { value } end)
define("oneOf", is_schemas, "a list of schemas", function(form, value) form.one = { value } end)
define("$ref", is_text, "an address", function(form, value) form.ref = value end)
define("title", is_text, "a text", function(form, value) own(form, "notes").title = value end)
define("description", is_text, "a text", function(form, value) own(form, "notes").description = value end)
define("default", function() return true end, "", function(form, value) own(form, "notes").default = value end)
define("examples", is_array, "a list", function(form, value) own(form, "notes").examples = value end)
define("deprecated", function(value) return is_flag(value) or is_text(value) end, "true or false",
  function(form, value) own(form, "notes").deprecated = value or nil end)

define("properties", is_schema_map, "a map of schemas", function(form, value)
  local properties = ordered_keys(value)
  for i, key in ipairs(properties) do properties[i] = { key = key, schema = value[key] } end
  own(form, "maps").properties = properties
end)
define("patternProperties", is_schema_map, "a map of schemas", function(form, value)
  local patterns = ordered_keys(value)
  for i, pattern in ipairs(patterns) do patterns[i] = { pattern = pattern, schema = value[pattern] } end
  own(form, "maps").patterns = patterns
end)
define("dependencies", is_map, "a map", function(form, value)
  form.needs = form.needs or {}
  for _, key in ipairs(ordered_keys(value)) do
    if is_texts(value[key]) then
      form.needs[#form.needs + 1] = { key = key, keys = value[key] }
    elseif is_schema(value[key]) then
      form.needs[#form.needs + 1] = { key = key, schema = value[key] }
    end
  end
end)
read.dependentSchemas = { test = is_schema_map, valid = "a map of schemas", take = read.dependencies.take,
  since = 2019 }
read.dependentRequired = { test = is_map, valid = "a map of lists", take = read.dependencies.take, since = 2019 }
define("unevaluatedProperties", is_schema, "a schema", function(form, value) own(form, "maps").unevaluated = value end)
define("unevaluatedItems", is_schema, "a schema", function(form, value) own(form, "arrays").unevaluated = value end)
read.unevaluatedProperties.since, read.unevaluatedItems.since = 2019, 2019

-- ---- keywords that depend on others -------------------------------------------------

local bounds = { { "minimum", "exclusiveMinimum", "min", "above" }, { "maximum", "exclusiveMaximum", "max", "below" } }

local function take_bounds(form, node, draft, report)
  for i = 1, 2 do
    local row = bounds[i]
    local bound, strict = node[row[1]], node[row[2]]
    if bound ~= nil and not is_number(bound) then report(row[1], "a number") bound = nil end
    if strict ~= nil and not is_number(strict) and not (draft == 4 and is_flag(strict)) then
      report(row[2], draft == 4 and "true or false" or "a number")
      strict = nil
    end
    if strict == true then bound, strict = nil, bound end
    if bound ~= nil then own(form, "numbers")[row[3]] = bound end
    if strict then own(form, "numbers")[row[4]] = strict end
  end
end

local function take_items(form, node, draft, report)
  local items, prefix = node.items, nil
  local rest = items
  if is_array(node.prefixItems) and draft >= 2020 then
    prefix = node.prefixItems
  elseif is_array(items) then
    prefix, rest = items, node.additionalItems
  end
  if rest ~= nil and not is_schema(rest) then report("items", "a schema") rest = nil end
  if prefix ~= nil then own(form, "arrays").prefix = prefix end
  if rest ~= nil then own(form, "arrays").items = rest end
  if node.contains ~= nil then
    local counts = draft >= 2019
    own(form, "arrays").contains = { { schema = node.contains, min = counts and node.minContains or 1,
      max = counts and node.maxContains or nil } }
  end
end

-- Adds an empty form to `allOf`.
local function also(form)
  local other = keywords.form()
  other.place = form.place
  form.all = form.all or {}
  form.all[#form.all + 1] = other
  return other
end

local function take_values(form, node)
  if node.const ~= nil then
    if form.enum then also(form).enum = form.enum end
    form.enum = { node.const }
  end
  local looks = form.place.draft >= 2019 -- since then, unevaluatedProperties depends on `if`, too
  if node["if"] ~= nil and (looks or node["then"] ~= nil or node["else"] ~= nil) then
    form.branches = { { given = node["if"], yes = node["then"], no = node["else"] } }
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
  for _, key in ipairs(ordered_keys(node)) do
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

-- Whether a subschema has keywords whose order counts, because they add to the same list.
local function adds_needs(node)
  return node.dependencies ~= nil or node.dependentSchemas ~= nil or node.dependentRequired ~= nil
end

-- Reads one keyword of a subschema.
local function take(form, node, key, alone, report)
  local row, place = read[key], form.place
  if not row or place.draft < (row.since or 4) or alone and key ~= "$ref" and not documents[key] then return end
  if row.test(node[key]) then row.take(form, node[key], place) else report(key, row.valid) end
end

--- Reads a subschema.
---@param node any a node of a text, a boolean or a form
---@param lib yschema.SchemaLibrary
---@param report fun(place: yschema.KeywordPlace, keyword: string, valid?: string, problem?: string) is called with
-- invalid keywords, and with words for a valid value or a problem
---@return yschema.Form
function keywords.read(node, lib, report)
  if keywords.is_form(node) then return node end
  local form = keywords.form()
  if type(node) == "boolean" then
    form.never = not node or nil
    return form
  end
  local place = lib.places[node]
  form.place = place
  local draft = place.draft
  local alone = keywords.stands_alone(node, draft)
  local function report_keyword(keyword, valid) report(place, keyword, valid) end
  if adds_needs(node) then
    for _, key in ipairs(ordered_keys(node)) do take(form, node, key, alone, report_keyword) end
  else
    for key in next, node do take(form, node, key, alone, report_keyword) end
  end
  if not alone then
    take_bounds(form, node, draft, report_keyword)
    take_items(form, node, draft, report_keyword)
    take_values(form, node)
    take_dynamic(form, node, draft, lib)
  end
  return form
end

-- The fields of a form that restrict values, without those that most forms have.
local restricting = { "enum", "strings", "numbers", "arrays", "all", "any", "one", "nots", "branches", "needs" }

--- Returns whether a form accepts all values.
---@param form yschema.Form
---@param except? string a field that may restrict values
---@return boolean
function keywords.is_open(form, except)
  if form.ref and except ~= "ref" or form.never then return false end
  local maps, kinds = form.maps, form.types
  if maps ~= none and except ~= "maps" and next(maps) ~= nil then return false end
  if kinds and except ~= "types" and next(kinds) ~= nil then return false end
  for i = 1, #restricting do
    local name = restricting[i]
    local value = form[name]
    if value and value ~= none and name ~= except and next(value) ~= nil then return false end
  end
  return true
end

local nothing = {}

--- Lists the schemas in a form that validate the same value.
---@param form yschema.Form
---@return any[]
function keywords.in_place(form)
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

return keywords
