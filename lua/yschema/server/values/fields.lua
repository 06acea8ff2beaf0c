--- Finds the fields of a schema to which a path of a text leads.
--
-- Fields are the tables of `schema:outline()` of the core. A path may lead to several: those of all alternatives that
-- fit what is written there.
--
-- @module yschema.server.values.fields

local encoded = require("yschema.base.writing").encoded
local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local facts = require "yschema.values.facts"
local schemas = require "yschema.pipeline.schemas"

local fields = {}

-- Alternatives within alternatives are followed so deep.
local MOST_DEPTH = 16

--- A node of a text, as it is needed here: its kind, its key, its value if it is a scalar.
---@class yschema.ValueNode
---@field kind string
---@field key? string
---@field value? any
---@field below fun(node: yschema.ValueNode): yschema.ValueNode[] the nodes below it

-- ---- keys ---------------------------------------------------------------------------

local function matches(pattern, key)
  local found = core.matches(pattern, key)
  if not found then return true end
  local first = found:next()
  found:close()
  return first ~= nil
end

-- Whether a key may belong to an open field. Functions are not called: they may allow it.
local function may_have(open, key) return open.calls or not open.pattern or matches(open.pattern, key) end

--- Returns the field of a key in a map.
---@param map yschema.OutlineField
---@param key string
---@return yschema.OutlineField?
---@return boolean? is_open it is that of other keys, too
function fields.of_key(map, key)
  local named = map.named and facts.named(map, key)
  if named then return named, false end
  for _, open in ipairs(map.open or {}) do
    if may_have(open, key) then return open.field, true end
  end
end

-- ---- alternatives -------------------------------------------------------------------

-- Whether a scalar may stand for one that is not written yet.
local function is_unwritten(node) return node.kind == "null" or node.kind == "alias" end

local function takes(field, node)
  local kinds = field.kinds
  return is_unwritten(node) or not kinds or not next(kinds) or kinds[node.kind] or field.kind == "any"
    or node.kind == "integer" and kinds.float ~= nil
end

-- Whether a value is none of those that a rule allows.
local function is_forbidden(field, value)
  local allowed = facts.first(field, "list")
  return type(allowed) == "table" and not plain_tables.any(allowed, function(one) return one == value end)
end

local misfits

-- Counts the evidence against a map in a field: keys that it does not have, and values that no key there has.
local function misfits_below(field, node, depth)
  local count = 0
  if node.kind ~= "map" or not field.named then return count end
  for _, below in ipairs(node:below()) do
    local own = below.key and fields.of_key(field, below.key)
    if below.key and not own then
      count = count + 2
    elseif own and not own.choice then
      if not takes(own, below) or is_forbidden(own, below.value) then count = count + 1 end
    elseif own then
      count = count + (misfits(own, below, depth + 1) and 0 or 1)
    end
  end
  return count
end

-- Counts the evidence against a value in a field; nil: it is of another kind.
function misfits(field, node, depth)
  if depth > MOST_DEPTH then return 0 end
  local choice = field.choice
  if not choice then return takes(field, node) and misfits_below(field, node, depth) or nil end
  local best
  for _, alternative in ipairs(choice) do
    local own = misfits(alternative.field, node, depth + 1)
    if own and (not best or own < best) then best = own end
  end
  return best
end

-- Returns the value of the key by which an alternative is selected; nil: it is not written, and not given elsewhere.
local function selecting_value(choice, node, given)
  for _, below in ipairs(node.kind == "map" and node:below() or {}) do
    if below.key == choice.by then return below.value end
  end
  return given and given(choice.by)
end

-- The alternatives that fit best what is written.
local function fitting(choice, node, depth, given)
  local selected = choice.by and selecting_value(choice, node, given)
  local list, best = {}, nil
  for _, alternative in ipairs(choice) do
    local field = alternative.field
    if selected ~= nil and alternative.selected_by == selected then return { field } end
    local count = choice.mode == "all-of" and 0 or misfits(field, node, depth)
    if count and (not best or count < best) then list, best = {}, count end
    if count and count == best then list[#list + 1] = field end
  end
  if list[1] then return list end
  for i, alternative in ipairs(choice) do list[i] = alternative.field end
  return list
end

local function add_resolved(list, seen, field, node, depth, given)
  if seen[field] or depth > MOST_DEPTH then return end
  seen[field] = true
  if not field.choice then
    list[#list + 1] = field
    return
  end
  for _, alternative in ipairs(fitting(field.choice, node, depth, given)) do
    add_resolved(list, seen, alternative, node, depth + 1, given)
  end
end

--- Replaces fields with alternatives by the alternatives that fit best.
---@param list yschema.OutlineField[]
---@param node yschema.ValueNode what is written there
---@param given? fun(key: string): any the value that other layers give to a key of the node
---@return yschema.OutlineField[] without alternatives
function fields.resolved(list, node, given)
  local resolved, seen = {}, {}
  for _, field in ipairs(list) do add_resolved(resolved, seen, field, node, 0, given) end
  return resolved
end

--- Returns the fields of an entry or an item.
---@param resolved yschema.OutlineField[] those of its collection, without alternatives
---@param key? string of the entry; nil: it is an item
---@return yschema.OutlineField[]
function fields.below(resolved, key)
  local found, seen = {}, {}
  for _, field in ipairs(resolved) do
    local below = field.item
    if key then below = fields.of_key(field, key) end
    if below and not seen[below] then
      seen[below] = true
      found[#found + 1] = below
    end
  end
  return found
end

--- Follows the nodes from a document's root.
---@param root yschema.OutlineField
---@param chain yschema.ValueNode[] the root, and the nodes below it
---@param count? integer how many of them; nil: all
---@param given_in? fun(number: integer): (fun(key: string): any)? what other layers give to a node of the chain
---@return yschema.OutlineField[] fields the innermost node's; empty: the schema does not know it
function fields.follow(root, chain, count, given_in)
  local list = { root }
  for i = 2, count or #chain do
    if not chain[i].merge then
      list = fields.below(fields.resolved(list, chain[i - 1], given_in and given_in(i - 1)), chain[i].key)
    end
  end
  return list
end

-- ---- values -------------------------------------------------------------------------

--- A value that a field allows.
---@class yschema.AllowedValue
---@field yaml string as it is written
---@field value? any nil: Lua has no such value
---@field from "rule"|"kind"|"type"

local function add_value(list, seen, yaml, value, from)
  if seen[yaml] or yaml:find "\n" then return end
  seen[yaml] = true
  list[#list + 1] = { yaml = yaml, value = value, from = from }
end

local function add_allowed(list, seen, field)
  local is_listed = false
  for _, rule in ipairs(field.has_sensitive and {} or field.rules or {}) do
    if facts.test(rule) == "list" and type(rule.argument) == "table" then
      is_listed = true
      for _, value in ipairs(rule.argument) do
        local yaml = encoded(value)
        if yaml then add_value(list, seen, yaml, value, "rule") end
      end
    end
  end
  local kinds = field.kinds or {}
  if kinds.boolean and field.kind ~= "any" and not is_listed then
    add_value(list, seen, "true", true, "type")
    add_value(list, seen, "false", false, "type")
  end
  if field.nullable and (field.kind ~= "any" or field.choice) then add_value(list, seen, "null", core.null, "type") end
end

-- Adds the kinds that select alternatives of the map in which the key is.
local function add_kinds(list, seen, map_fields, key, depth)
  for _, map in ipairs(map_fields) do
    local choice = map.choice
    for _, alternative in ipairs(choice and depth < MOST_DEPTH and choice or {}) do
      local own = fields.of_key(alternative.field, key)
      local is_shown = choice.by == key and alternative.kind and not alternative.field.sensitive
        and not (own and own.sensitive)
      if is_shown then add_value(list, seen, alternative.kind, alternative.selected_by, "kind") end
      add_kinds(list, seen, { alternative.field }, key, depth + 1)
    end
  end
end

--- Lists the values that a key may have.
---@param list yschema.OutlineField[] the fields of its value
---@param map_fields? yschema.OutlineField[] those of the map in which it is, with their alternatives
---@param key? string
---@return yschema.AllowedValue[]
function fields.allowed(list, map_fields, key)
  local allowed, seen, known = {}, {}, {}
  if key then add_kinds(allowed, seen, map_fields or {}, key, 0) end
  if allowed[1] then return allowed end
  local function visit(field, depth)
    if known[field] or depth > MOST_DEPTH then return end
    known[field] = true
    add_allowed(allowed, seen, field)
    for _, alternative in ipairs(field.choice or {}) do visit(alternative.field, depth + 1) end
  end
  for _, field in ipairs(list) do visit(field, 0) end
  return allowed
end

-- ---- outlines -----------------------------------------------------------------------

local outlines = setmetatable({}, { __mode = "k" })

-- The bytes of a JSON Schema that is imported. To import a larger one would take seconds.
local MOST_IMPORTED = 1e6

--- Returns the schema with the fields of a schema: the import of a JSON Schema. A large JSON Schema is not imported;
-- then only `json_schema.applicable` knows what it says.
---@param schema yschema.CoreSchema
---@return yschema.CoreSchema
function fields.schema_of(schema)
  local size = 0
  for _, source in ipairs(schema.json_sources or {}) do size = size + #source:text() end
  return size > MOST_IMPORTED and schema or schemas.with_fields(schema)
end

--- Returns the root of the fields of a compiled schema, which are made once.
---@param schema yschema.CoreSchema
---@return yschema.OutlineField
function fields.root(schema)
  local root = outlines[schema]
  if not root then
    root = fields.schema_of(schema).core:outline()
    outlines[schema] = root
  end
  return root
end

--- Returns where a field is declared: in its schema, or in the text from which this was imported.
---@param field yschema.OutlineField
---@return string? file
---@return integer? line
---@return integer? column
function fields.place(field)
  local place_of = field.file and fields.schema_of(field.schema).place_of
  if place_of and field.file:find " %(imported%)$" then
    local file, line = place_of(field.line)
    return file, line
  end
  return field.file, field.line, field.column
end

--- Returns whether the result can have a key without that a text gives it: it has a default that is shown.
---@param field yschema.OutlineField
---@return string? yaml
function fields.shown_default(field)
  return not field.required and not field.has_sensitive and field.default_yaml or nil
end

-- Names the kinds of some fields together.
local function kind_words(list)
  local kinds = {}
  for _, field in ipairs(list) do
    for kind, is_taken in next, facts.kinds(field) do
      if is_taken then kinds[kind] = true end
    end
  end
  local words = facts.kind_words(kinds)
  return words == "anything" and "any value" or words
end

--- Names the types of fields: "string or null".
---@param list yschema.OutlineField[]
---@return string
function fields.type_words(list)
  local words, items = kind_words(list), {}
  for _, field in ipairs(list) do
    if field.item and not field.choice then items[#items + 1] = field.item end
  end
  local inner = words == "array" and items[1] and kind_words(items)
  return inner and not inner:find " or " and ("array of %ss"):format(inner) or words
end

return fields
