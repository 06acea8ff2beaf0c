--- Leads from a value to its field in the schema, and to the layers that give it.
--
-- @module yschema.server.values.navigation

local sorted_keys = require("yschema.base.plain_tables").sorted_keys
local core = require "yschema.core"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local references = require "yschema.server.values.references"
local views = require "yschema.server.values.views"
local scoped_references = require "yschema.server.values.scoped_references"
local writing = require "yschema.base.writing"

local navigation = {}

local function listed(list) return list[1] and writing.list(list) or core.null end

-- Returns the nodes at the place of a request, and the text's layout.
local function chain_at(server, params, text)
  local at = views.place(server, text, params)
  local layout = views.layout(server, text)
  return at and layout:chain(at) or {}, layout
end

local function range_of(server, content, node)
  local first, after = node:name_range()
  return content:range(first, after, server.unit)
end

-- The places that lists of locations have.
local known_of = setmetatable({}, { __mode = "k" })

-- Adds a location, unless the list has it.
local function add(list, location)
  if not location then return end
  local start = location.range.start
  local place = ("%d:%d:%s"):format(start.line, start.character, location.uri)
  local known = known_of[list] or {}
  if known[place] then return end
  known_of[list], known[place] = known, true
  list[#list + 1] = location
end

-- ---- anchors ------------------------------------------------------------------------

-- Returns the last node with an anchor that is before a place.
local function anchored(layout, name, before)
  local found
  local function visit(node)
    if node.first >= before then return end
    if node.anchor == name then found = node end
    for _, below in ipairs(node) do visit(below) end
  end
  for _, root in ipairs(layout:trees()) do visit(root) end
  return found
end

-- Returns the location of the anchor of an alias.
local function anchor_of(server, text, layout, node)
  local found = node.alias and anchored(layout, node.alias, node.first)
  if not found then return nil end
  return { uri = text.open.uri,
    range = text.open.content:range(found.first, found.first + #node.alias + 1, server.unit) }
end

-- ---- the schema ---------------------------------------------------------------------

-- Returns where a field is declared.
local function declaration(server, text, field)
  local file, line, column = fields.place(field)
  return file and views.location(server, text.folder, file, line, column)
end

-- Adds the names to which the value at a cursor refers.
local function add_names(server, text, list, chain)
  scoped_references.each_use(text, chain, function(own, use, question)
    local wide = use.value ~= nil and scoped_references.of(question, use, use.value) or nil
    for _, names in ipairs { own:equal_names(use), wide } do
      for _, name in ipairs(names) do add(list, references.location(server, text.folder, name)) end
    end
  end)
end

navigation["textDocument/definition"] = function(server, params, text)
  local chain, layout = chain_at(server, params, text)
  local node, found = chain[#chain], {}
  if not node then return core.null end
  add(found, anchor_of(server, text, layout, node))
  if found[1] or not text.folder then return listed(found) end
  local at = views.place(server, text, params)
  if not node.key_last or at > node.key_last + 1 then add_names(server, text, found, chain) end
  if found[1] then return listed(found) end
  for _, field in ipairs(views.fields(views.of(text, chain[1]), chain)) do
    add(found, declaration(server, text, field))
  end
  return listed(found)
end

-- ---- layers -------------------------------------------------------------------------

-- Returns where the value of a configuration comes from: the last place in a file.
local function winner(server, text, view, steps)
  local event = views.last_given(views.origin(text.folder, view.job, steps), true)
  return event and views.location(server, text.folder, event.file, event.line, event.column)
end

navigation["textDocument/implementation"] = function(server, params, text)
  local chain = chain_at(server, params, text)
  local steps, found = layouts.steps(chain), {}
  if not steps[1] then return core.null end
  for _, view in ipairs(views.of(text, chain[1], true)) do
    if views.has_layers(view.job) then
      add(found, winner(server, text, view, steps))
    else
      add(found, { uri = text.open.uri, range = range_of(server, text.open.content, chain[#chain]) })
    end
  end
  return listed(found)
end

-- Adds the places of a path in a layer.
local function add_places(server, text, list, layer, steps)
  local layout = layouts.of(layer.content, layer.name, server.settings)
  for document in ipairs(layout:roots()) do
    local node = layout:find(document, steps)
    if node then
      add(list, { uri = text.folder.uri(text.folder:absolute(layer.name)),
        range = range_of(server, layer.content, node) })
    end
  end
end

-- Adds the anchor of an alias, or an anchored node, and all its aliases.
local function add_aliases(server, text, list, layout, name, from)
  local content = text.open.content
  local function visit(node)
    local is_one = node.alias == name or node == from
    local first = is_one and node.first
    if first then
      add(list, { uri = text.open.uri, range = content:range(first, first + #name + 1, server.unit) })
    end
    for _, below in ipairs(node) do visit(below) end
  end
  for _, root in ipairs(layout:trees()) do visit(root) end
end

-- Adds all places of the name at a cursor.
local function add_uses(server, text, list, chain, at)
  local is_cursor = references.cursor(text, chain[#chain], at)
  for _, view in ipairs(text.is_project and {} or views.of(text, chain[1], true)) do
    local own, found = references.of(text, view, chain[1]), {}
    local value = own and own:connect(found, is_cursor)
    for _, id in ipairs(sorted_keys(value ~= nil and found or {})) do
      add(list, references.location(server, text.folder, found[id]))
    end
    local question = { text = text, view = view, root = chain[1] }
    for _, place in ipairs(view.job and scoped_references.places(question, is_cursor) or {}) do
      if not found[references.id(place)] then add(list, references.location(server, text.folder, place)) end
    end
  end
end

navigation["textDocument/references"] = function(server, params, text)
  local chain, layout = chain_at(server, params, text)
  local node, steps, found = chain[#chain], layouts.steps(chain), {}
  if not node then return core.null end
  if node.alias then
    add_aliases(server, text, found, layout, node.alias, anchored(layout, node.alias, node.first))
    return listed(found)
  end
  if not steps[1] then return core.null end
  add_uses(server, text, found, chain, views.place(server, text, params))
  if found[1] then return listed(found) end
  for _, view in ipairs(views.of(text, chain[1], true)) do
    for _, layer in ipairs(views.has_layers(view.job) and views.layers(text.folder, view.job) or {}) do
      add_places(server, text, found, layer, steps)
    end
  end
  add(found, { uri = text.open.uri, range = range_of(server, text.open.content, node) })
  return listed(found)
end

return navigation
