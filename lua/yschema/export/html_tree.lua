--- The sections of the HTML page (yschema.export.html_page) and their order: the fields of the core's
-- description, with their paths and the ids of their sections.
--
-- An id is made only of the keys of the path: `field.hosts*.name`. So a link to a field stays valid as long
-- as the field keeps its place in the schema. `*` is an item of an array, `!` an alternative.
--
-- @module yschema.export.html_tree

local plain_tables = require "yschema.base.plain_tables"
local documentation = require "yschema.export.documentation"

local html_tree = {}

-- ---- places -------------------------------------------------------------------------

-- The place of a field: `text` is its path, and `id` is the fragment of its link. `before` and `name` are
-- the path in two parts, for a heading.
local Place = {}
Place.__index = Place

local root = setmetatable({ text = "", id = "field" }, Place)

-- Escapes a key so that different paths have different ids.
local function id_of(key)
  return (key:gsub("[^%w_-]", function(c) return ("~%02X"):format(c:byte()) end))
end

function Place:entry(key, is_placeholder)
  local plain = key:find "^[%w_-]+$"
  local name = plain and key or ('["%s"]'):format(key:gsub('[\\"]', "\\%0"))
  if is_placeholder then plain, name = true, "‹" .. (key == "_" and "key" or key) .. "›" end
  local dot = plain and self.text ~= "" and "." or ""
  return setmetatable({
    before = self.text .. dot, name = name, text = self.text .. dot .. name,
    id = self.id .. "." .. id_of(key),
  }, Place)
end

function Place:item()
  return setmetatable({
    before = self.text, name = "[]", text = self.text .. "[]", id = self.id .. "*",
  }, Place)
end

-- The value as one of its alternatives. Its keys have the same paths in all alternatives, but other ids.
function Place:alternative(label)
  return setmetatable({
    before = self.text .. (self.text ~= "" and " " or "") .. "as ", name = label, text = self.text,
    id = self.id .. "!" .. id_of(label),
  }, Place)
end

-- ---- facts --------------------------------------------------------------------------

--- Returns the item of an array, which is its only field and has no name.
---@param field table
---@return table?
function html_tree.item_of(field)
  local first = field.fields and field.fields[1]
  return first and not first.name and first or nil
end
local item_of = html_tree.item_of

--- Returns the rule about the key of a field, `key` or `required`.
---@param field table
---@param name string
---@return table? rule
function html_tree.rule(field, name)
  return plain_tables.find(field.validations or {}, function(rule) return rule.rule == name end)
end

--- Returns whether a field declares any number of keys. Its rule says which keys are allowed.
---@param field table
---@return boolean
function html_tree.is_placeholder(field)
  local rule = html_tree.rule(field, "key")
  return rule ~= nil and rule.argument ~= nil
end

--- Returns whether a key may be left out and has no default then.
---@param field table
---@return boolean
function html_tree.is_optional(field)
  local rule = html_tree.rule(field, "key")
  return rule ~= nil and rule.argument == nil
end

-- Returns whether an item has more to show than its type, with which flags stand.
local function has_details(field)
  for _, row in ipairs(documentation.rows) do
    if field[row.name] and row.kind ~= "flag" then return true end
  end
  return field.validations or (field.like and field.fields)
end

-- The alternatives of a field, each with its label: the value that selects it, the name of its schema, or
-- its number.
function html_tree.alternatives_of(field)
  local list, used = {}, {}
  for _, rule in ipairs(field.validations or {}) do
    if rule.rule == "any-of" or rule.rule == "one-of" or rule.rule == "all-of" then
      for i, alternative in ipairs(type(rule.argument) == "table" and rule.argument or {}) do
        local label = rule.kinds and tostring(rule.kinds[i]) or alternative.like
        if not label or used[label] then label = ("alternative %d"):format(#list + 1) end
        used[label] = true
        local selected = rule.kinds and ("%s: %s"):format(rule.by, rule.kinds[i])
        list[#list + 1] = { field = alternative, label = label, selected = selected, rule = rule }
      end
    end
  end
  return list
end

-- ---- the walk -----------------------------------------------------------------------

-- Returns whether an alternative has fields and therefore a section of its own.
local function is_large(field)
  local item = item_of(field)
  if item then return has_details(item) or is_large(item) end
  if field.fields and #field.fields > 0 then return true end
  return plain_tables.any(html_tree.alternatives_of(field), function(alternative)
    return is_large(alternative.field)
  end)
end

local Tree = {}
Tree.__index = Tree

function Tree:add(field, place, depth, alternative)
  self.nodes[#self.nodes + 1] = {
    field = field, place = place, depth = depth, alternative = alternative,
  }
  self.places[field] = place
  if field.like and (field.fields or #html_tree.alternatives_of(field) > 0) and not self.definitions[field.like] then
    self.definitions[field.like] = place.id
  end
end

-- Adds the alternatives of a field that have sections. Several of which a value is one are tabs.
function Tree:add_alternatives(field, place, depth)
  local large = plain_tables.kept(html_tree.alternatives_of(field), function(one) return is_large(one.field) end)
  for _, alternative in ipairs(large) do
    local as = place:alternative(alternative.label)
    alternative.tabs = large[2] and alternative.rule.rule ~= "all-of" and alternative.rule or nil
    self:add(alternative.field, as, depth, alternative)
    self:walk(alternative.field, as, depth + 1)
  end
end

-- Adds the alternatives of a field, then what is below the field: the order of the description.
function Tree:walk(field, place, depth)
  self:add_alternatives(field, place, depth)
  local item = item_of(field)
  if item then
    local below = place:item()
    if has_details(item) then
      self:add(item, below, depth)
      depth = depth + 1
    end
    return self:walk(item, below, depth)
  end
  for _, child in ipairs(field.fields or {}) do
    local below = place:entry(child.name, html_tree.is_placeholder(child))
    self:add(child, below, depth)
    self:walk(child, below, depth + 1)
  end
end

--- Lists the sections of a page.
---@param schema table the core's description, with values as texts
---@return table tree `nodes`: { field, place, depth, alternative }, in order; `places`: the place of each field
-- that has a section; `definitions`: for the name of each schema that is described once, the id of its section.
-- `alternative` is nil, or { label, selected, tabs }: `selected` is such as "kind: file", `tabs` is the same for all
-- alternatives that are tabs beside each other
function html_tree.of(schema)
  local tree = setmetatable({ nodes = {}, places = {}, definitions = {} }, Tree)
  local described = setmetatable({ title = false, documentation = false }, { __index = schema })
  if schema.type ~= "map" or schema.like or has_details(described) then
    tree:add(schema, root, 1)
  end
  tree:walk(schema, root, 1)
  return tree
end

return html_tree
