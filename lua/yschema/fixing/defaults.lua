--- Finds the entries of texts that have the value of their default. Whether the result stays the same without them is
-- validated later: another layer may give another value.
--
-- @module yschema.fixing.defaults

local plain_tables = require "yschema.base.plain_tables"
local start_of = require("yschema.editing.places").start
local values = require "yschema.editing.values"

local defaults = {}

local canonical = values.canonical

-- The canonical texts of defaults, by their fields.
local canonical_of = setmetatable({}, { __mode = "k" })

local function default_of(field)
  if canonical_of[field] == nil then
    local value = field.default_yaml and values.read(field.default_yaml)
    canonical_of[field] = value and canonical(value) or false
  end
  return canonical_of[field]
end

-- Whether a value has an alias, an anchor or a merge key in it, so that it is more than it seems.
local function is_linked(node)
  if node.anchor or node.alias or node.merge or node.tag or node.kind == "alias" then return true end
  return plain_tables.any(node, function(below) return is_linked(below) end)
end

local function named(field, key)
  return plain_tables.find(field.named or {}, function(below) return below.key == key end)
end

-- Whether an entry may be left out at all.
local function is_filled_in(field) return not field.optional and not field.required and not field.computed end

local function is_default(node, field)
  if not is_filled_in(field) then return false end
  local default = default_of(field)
  if default then return canonical(node) == default end
  if field.kind ~= "map" or node.kind ~= "map" or field.nullable or field.choice then return false end
  for _, below in ipairs(node) do
    local inner = not below.key_kind and named(field, below.key)
    if not inner or not is_default(below, inner) then return false end
  end
  return true
end

-- Whether a comment belongs to an entry. It may say why the value is written.
local function has_comment(text, node)
  local places = text.places
  local first, last = places:first_comment(node), places:last_line(node)
  return first < places:line(start_of(node))
    or places.text:sub(start_of(node), places:content_last(last)):find("#", 1, true) ~= nil
end

local visit

-- Visits the entries of a map and the items of an array.
local function visit_below(text, node, field, path, out)
  if node.kind == "array" and field.item then
    for i, item in ipairs(node) do visit(text, item, field.item, ("%s[%d]"):format(path, i - 1), out) end
  elseif node.kind == "map" then
    for _, entry in ipairs(node) do
      local below = not entry.key_kind and entry.key and named(field, entry.key)
      if below then
        local inner = path == "" and entry.key or path .. "." .. entry.key
        if is_default(entry, below) and not is_linked(entry) and not has_comment(text, entry) then
          out[#out + 1] = { node = entry, path = inner }
        else
          visit(text, entry, below, inner, out)
        end
      end
    end
  end
end

function visit(text, node, field, path, out)
  if not field.choice and node.style ~= "alias" then visit_below(text, node, field, path, out) end
end

--- Lists the entries of a text that have the value of their default.
---@param text yschema.EditedText
---@param field table the root of `schema:outline()`
---@return { node: yschema.EditedNode, path: string, document: string }[]
function defaults.entries(text, field)
  local list = {}
  for i, document in ipairs(text.documents) do
    local found = {}
    visit(text, document.root, field, "", found)
    for _, entry in ipairs(found) do
      entry.document = tostring(i)
      list[#list + 1] = entry
    end
  end
  return list
end

return defaults
