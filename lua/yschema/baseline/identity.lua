--- The place of a violation in words that stay the same when other parts of the file change.
--
-- A place is the path of the value, in which an item of an array is named by one of its keys, as in
-- `servers[name=b].port`. Without such a key, it keeps its index. Sensitive values name nothing.
--
-- @module yschema.baseline.identity

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local masks = require "yschema.values.masks"
local paths = require "yschema.provenance.paths"
local report = require "yschema.report.report"

local identity = {}

local concat, ipairs, setmetatable, tostring, type = table.concat, ipairs, setmetatable, tostring, type

-- The keys that may name an item, the best one first. The list is fixed: if the keys were chosen by looking at all
-- items, one more item could change the names of the others.
local NAMES = {
  { "name" }, { "id" }, { "key" }, { "metadata", "name" }, { "title" }, { "path" }, { "host" }, { "port" },
}

local MOST_BYTES = 80 -- of a value that names an item

---@class yschema.Identity
---@field private sources table<string, userdata> the texts with violations, by their names
---@field private schemas yschema.CoreSchema[] by which they are validated
---@field private settings table
---@field private documents table<string, table[]|false> their nodes
---@field private roots? yschema.MaskedPlace[] the sensitive parts of these schemas
local Identity = {}
Identity.__index = Identity

-- ---- nodes --------------------------------------------------------------------------

-- Returns the nodes of all documents of a text. There are none if it cannot be read.
local function outlines(source, settings)
  local documents, problems = core.parse(source, settings)
  if not documents then
    problems:close()
    return {}
  end
  local list = {}
  for i = 1, documents:count() do list[i] = documents:outline(i) end
  documents:close()
  return list
end

function Identity:nodes(file)
  local found = self.documents[file]
  if found == nil then
    found = self.sources[file] and outlines(self.sources[file], self.settings) or false
    self.documents[file] = found
  end
  return found or {}
end

-- Returns the last document that begins at a line or before it.
local function document_at(list, line)
  local found = list[1]
  for _, node in ipairs(list) do
    if line and node.line <= line then found = node end
  end
  return found
end

-- Returns the entry of a map.
local function entry(node, key)
  if not node or node.kind ~= "map" then return nil end
  if not node.by_key then
    node.by_key = {}
    for _, child in ipairs(node) do node.by_key[child.key] = child end
  end
  return node.by_key[key]
end

-- ---- names --------------------------------------------------------------------------

-- Writes a scalar as the name of an item; nil: it can be none.
local function name_of(node)
  local value = node.value
  if node.kind == "integer" and value ~= nil then return tostring(value) end
  if node.kind ~= "string" or value == "" or #value > MOST_BYTES or value:find "[%c\127]" then return nil end
  if value:find "^[%a_][%w_.-]*$" then return value end
  return '"' .. value:gsub('["\\]', "\\%0") .. '"'
end

local function below(places, key)
  return plain_tables.mapped(places, function(place) return masks.below(place, key) end)
end

-- Returns what a key of an item gives as its name; nil: the item has none, or it is sensitive.
local function named_by(item, keys, places)
  local node = item
  for _, key in ipairs(keys) do
    node, places = entry(node, key), below(places, key)
    if not node or masks.any_masked(places) then return nil end
  end
  return name_of(node)
end

-- Counts the names that a key gives to the items of an array.
local function names_by(array, keys, places)
  local by = concat(keys, ".")
  array.names = array.names or {}
  local counts = array.names[by]
  if counts then return counts, by end
  counts = {}
  for _, item in ipairs(array) do
    local name = named_by(item, keys, places)
    if name then counts[name] = (counts[name] or 0) + 1 end
  end
  array.names[by] = counts
  return counts, by
end

-- Returns the step to an item, as `[name=b]`; nil: no key names it, or other items have the same names.
local function named_step(array, item, places)
  if item.kind ~= "map" or masks.any_masked(places) then return nil end
  for _, keys in ipairs(NAMES) do
    local name = named_by(item, keys, places)
    local counts, by = names_by(array, keys, places)
    if name and counts[name] == 1 then return ("[%s=%s]"):format(by, name) end
  end
end

-- ---- places -------------------------------------------------------------------------

-- Returns the item that contains a line, of merged layers: there, an index may count the items of other layers, too.
local function item_at(array, index, line)
  local item, following = array[index], array[index + 1]
  if not line then return item end
  local ends = following and following.line ~= (item and item.line) and following.line
  if item and item.line <= line and not (ends and ends <= line) then return item end
  local found
  for _, other in ipairs(array) do
    if other.line <= line then found = other end
  end
  return found
end

-- Walks down a step. Returns its text in a path, and the node and the places below.
local function walk(path, step, node, places, line)
  places = below(places, step.key)
  if step.key then return paths.join(path, step), entry(node, step.key), places end
  local item = node and node.kind == "array" and item_at(node, step.index + 1, line)
  local name = item and named_step(node, item, places)
  return name and path .. name or paths.join(path, step), item or nil, places
end

local function place_of(path, root, places, line)
  local steps = path:find("[", 1, true) and paths.read(path)
  if not steps then return path end
  local out, node = "", root
  for _, step in ipairs(steps) do out, node, places = walk(out, step, node, places, line) end
  return out
end

-- Returns the name of a document by the keys that Kubernetes gives it: `Service/web`.
local function document_name(root, places)
  local kind = named_by(root, { "kind" }, places)
  local name = kind and named_by(root, { "metadata", "name" }, places)
  return name and kind .. "/" .. name or nil
end

function Identity:places()
  if not self.roots then
    self.roots = {}
    for i, schema in ipairs(self.schemas) do
      schema.sensitive_root = schema.sensitive_root or masks.root(schema.core:outline())
      self.roots[i] = schema.sensitive_root
    end
  end
  return self.roots
end

--- Notes the places of records.
---@param records yschema.Violation[]
---@param line? integer where their document begins; nil: all documents were merged
function Identity:note(records, line)
  for _, record in ipairs(records) do
    local list = type(record.path) == "string" and record.pointer and record.file and self:nodes(record.file) or {}
    local root = document_at(list, line or record.line)
    local places = root and self:places()
    if root then
      report.identify(record, place_of(record.path, root, places, not line and record.line or nil),
        document_name(root, places))
    end
  end
end

--- Makes what names places in texts.
---@param sources userdata[] core sources
---@param schemas yschema.CoreSchema[] by which they may have been validated
---@return yschema.Identity
function identity.new(sources, schemas)
  local by_name = {}
  for _, source in ipairs(sources) do by_name[source:name()] = source end
  return setmetatable({
    sources = by_name, schemas = schemas, settings = schemas[1].settings, documents = {},
  }, Identity)
end

return identity
