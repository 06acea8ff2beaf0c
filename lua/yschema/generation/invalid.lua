--- Changes accepted documents so that the schema refuses them, by one violation each.
--
-- @module yschema.generation.invalid

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local documents = require "yschema.generation.documents"
local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local placing = require "yschema.values.placing"
local repair = require "yschema.generation.repair"
local samples = require "yschema.values.samples"
local writing = require "yschema.base.writing"

local invalid = {}

local copy, is_map = generator.copy, generator.is_map

-- How many documents are made for one, and how many changes of each are tried.
local most_documents, most_changes = 12, 24

-- ---- changes ------------------------------------------------------------------------

-- Each change gets a copy of the document, the value at a place in it and its field. It returns false if it does not
-- apply.
local changes = {}

local function kind_of(value)
  if value == core.null then return "null" end
  if type(value) == "table" then return is_map(value) and "map" or "array" end
  return type(value) == "number" and (value % 1 == 0 and "integer" or "float") or type(value)
end

-- Puts one of the values that are of the kinds of a field, or are of none of them.
local function put_one(self, document, tokens, field, values, is_fitting)
  local kinds = facts.kinds(field)
  local list = plain_tables.kept(values, function(value) return (kinds[kind_of(value)] or false) == is_fitting end)
  if not list[1] then return false end
  local value = copy(self.random.chooser:pick(list))
  if tokens[1] then return placing.put(document, tokens, value) end
  return true, value
end

-- A value of another kind.
function changes.kind(self, document, tokens, field)
  return put_one(self, document, tokens, field, samples.of_all_kinds(), false)
end

-- A value at the edge of a rule.
function changes.edge(self, document, tokens, field)
  return put_one(self, document, tokens, field, samples.of(field, field, self.least, self.random), true)
end

-- A name that does not exist.
function changes.name(self, document, tokens, field)
  local value = self.random:value(field, #tokens)
  return type(value) ~= "table" and tokens[1] ~= nil and placing.put(document, tokens, value)
end

-- A key that is not declared.
function changes.unknown(_, document, tokens)
  local at = placing.value_at(document, tokens)
  if not is_map(at) then return false end
  at.zz = "a"
  return true
end

-- Picks one of the named keys of a map that pass a test. Returns its field and the map, or nil.
local function pick_key(self, document, tokens, field, passes)
  local at = placing.value_at(document, tokens)
  local map = is_map(at) and facts.map(field)
  local list = plain_tables.kept(map and map.named or {}, function(child) return passes(child, at[child.key]) end)
  return list[1] and self.random.chooser:pick(list), at
end

-- A key that is missing.
function changes.missing(self, document, tokens, field)
  local child, at = pick_key(self, document, tokens, field, function(child, value)
    return value ~= nil and facts.is_required(child)
  end)
  if not child then return false end
  at[child.key] = nil
  return true
end

-- A key that its name alone makes invalid: one that was removed, or one of several that exclude each other.
function changes.key(self, document, tokens, field)
  local child, at = pick_key(self, document, tokens, field, function(_, value) return value == nil end)
  if not child then return false end
  at[child.key] = self.least:value(child, #tokens + 1)
  return at[child.key] ~= nil
end

-- An array with an item twice, or with none.
function changes.items(self, document, tokens)
  local at = placing.value_at(document, tokens)
  if type(at) ~= "table" or is_map(at) or not at[1] then return false end
  if self.random.chooser:chance(50) then
    at[#at + 1] = copy(at[1])
  else
    for i = #at, 1, -1 do at[i] = nil end
  end
  return true
end

local of_all = { "kind", "edge", "edge", "unknown", "missing", "key", "items" }
local with_names = { "kind", "edge", "edge", "unknown", "missing", "key", "items", "name" }

local function has_required(field)
  return plain_tables.any(facts.map(field) and facts.map(field).named or {}, facts.is_required)
end

-- Whether a change may show something at a field. A document of another kind is rarely of interest.
local applies = {
  kind = function(_, tokens) return tokens[1] ~= nil end,
  edge = function(field) return not field.masked and (field.rules ~= nil or field.implied ~= nil) end,
  missing = has_required,
  unknown = function(field) return facts.map(field) ~= nil end,
  key = function(field) return facts.map(field) ~= nil and (field.rules ~= nil or has_required(field)) end,
  items = function(field) return facts.item(field) ~= nil and (field.rules or field.identity) ~= nil end,
  name = function(field) return field.refers ~= nil end,
}

-- Returns the places of a document where a change may show something, with their fields.
local function places_for(self, list, name)
  if not list[name] then
    list[name] = {}
    for _, tokens in ipairs(list) do
      local field = repair.field_at(self, tokens)
      if field and applies[name](field, tokens) then
        table.insert(list[name], { tokens = tokens, field = field })
      end
    end
  end
  return list[name]
end

-- ---- violations ---------------------------------------------------------------------

local in_order = writing.ordered {
  "path", "pointer", "message", "kind", "rule", "argument", "severity", "found", "value", "expected", "hint",
  "schema_file", "schema_line", "schema_pointer",
}

-- Returns a violation without what is about the text of the document, which is not printed.
local function plain_violation(violation)
  local shown = {}
  for name, value in pairs(violation) do shown[name] = value end
  if not shown.schema_file and shown.file ~= documents.NAME then
    shown.schema_file, shown.schema_line = shown.file, shown.line
  end
  for _, name in ipairs {
    "file", "line", "column", "end_column", "schema_column", "schema_end_column", "gap_file", "gap_line",
  } do
    shown[name] = nil
  end
  shown.path = shown.path or ""
  return in_order(shown)
end

-- ---- documents ----------------------------------------------------------------------

-- Changes a document in one place. Returns the refused document and its violation; nil when this change shows none.
local function try_change(self, document, list)
  local chooser = self.random.chooser
  local name = chooser:pick(self.root.has_references and with_names or of_all)
  local places = places_for(self, list, name)
  local place = places[1] and chooser:pick(places) or name == "kind" and { tokens = {}, field = self.root }
  if not place then return nil end
  local changed = copy(document)
  local done, root = changes[name](self, changed, place.tokens, place.field)
  if not done then return nil end
  if root ~= nil then changed = root end
  local accepted, violations, printed = self:validate(changed)
  if accepted ~= false or not violations or violations[2] then return nil end
  return printed, plain_violation(violations[1])
end

--- Makes a random document that the schema refuses, by one violation.
---@param self yschema.ExampleDocuments
---@return any? document nil when none was found
---@return yschema.Violation|string about the violation, or why there is no document
function invalid.any(self)
  for _ = 1, most_documents do
    local document = self:any()
    if document == nil then return nil, self:problem() end
    local list = documents.places(document)
    for _ = 1, most_changes do
      local changed, violation = try_change(self, document, list)
      if violation then return changed, violation end
    end
  end
  return nil, "no invalid document was found: the schema seems to accept everything"
end

return invalid
