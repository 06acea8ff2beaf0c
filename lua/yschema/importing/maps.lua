--- Writes the keywords for maps: named keys, placeholders for other keys, and the rest for rules.
--
-- @module yschema.importing.maps

local forms = require "yschema.importing.reading.forms"
local literals = require "yschema.importing.writing.literals"
local merging = require "yschema.importing.reading.merging"
local regexps = require "yschema.base.lazily" "yschema.importing.reading.regexps"
local rules = require "yschema.importing.writing.rules"

local maps = {}

local nothing = {}

--- Returns whether a form has keywords for maps that keys can express.
---@param form yschema.Form
---@return boolean
function maps.has_shape(form)
  local of = form.maps
  return (of.properties and of.properties[1] or of.required and of.required[1] or of.patterns and of.patterns[1]) ~= nil
    or of.names ~= nil or of.additional ~= nil and of.additional ~= true
end

-- Whether no key can match two of several patterns. In a sorted list, a beginning that another one starts with is right
-- before it.
local function are_apart(list)
  if not list[2] then return true end
  local beginnings = {}
  for i, row in ipairs(list) do
    if not row.beginning then return false end
    beginnings[i] = row.beginning
  end
  table.sort(beginnings)
  for i = 2, #beginnings do
    if beginnings[i]:sub(1, #beginnings[i - 1]) == beginnings[i - 1] then return false end
  end
  return true
end

-- Translates the patterns. Returns nil when that is impossible, or when a key may match several of them.
local function placeholders_of(nodes, patterns)
  local list = {}
  for i, row in ipairs(patterns or nothing) do
    local translated = nodes.writer:pattern(row.pattern)
    if not translated then return nil end
    list[i] = { pattern = translated, schema = row.schema, beginning = regexps.beginning(translated) }
  end
  return are_apart(list) and list or nil
end

-- Returns the schema that the patterns give a key, and whether one of them matches. `index` is nil without patterns.
local function schema_by_patterns(index, key)
  if not index then return nil, false end
  local schema, rows = nil, index:matching(key) or nothing
  for _, row in ipairs(rows) do schema = merging.both(schema, row.schema) end
  return schema, rows[1] ~= nil
end

-- The pattern that all names have to match, if there is no other keyword for names and no key is named.
local function pattern_of_names(nodes, of)
  if of.names == nil or of.properties or of.patterns or of.required then return nil end
  local form = nodes.simple:form(of.names)
  local patterns = form.strings.patterns
  if form.never or not patterns or patterns[2] or form.strings.min or form.strings.max then return nil end
  if form.types and not form.types.string then return nil end
  for field, value in pairs(form) do
    if field ~= "strings" and field ~= "types" and field ~= "notes" and field ~= "place"
      and not (type(value) == "table" and not next(value)) then
      return nil
    end
  end
  local translated = nodes.writer:pattern(patterns[1])
  return translated and not regexps.fits_all(translated) and translated
end

-- Adds a placeholder with a unique name. `taken` has the keys of the map.
local function add_entry(entries, taken, wish, node)
  local key = wish
  while taken[key] do key = "_" .. key end
  entries[#entries + 1], taken[key] = { key = key, node = node }, true
end

local function add_placeholder(nodes, entries, taken, note, schema, wish)
  local node = nodes:place(schema == nil or schema, wish, nil, true)
  table.insert(node.notes, 1, note)
  add_entry(entries, taken, wish, node)
end

local function add_placeholders(nodes, entries, placeholders, of, names)
  local taken = {}
  for _, entry in ipairs(entries) do taken[entry.key] = true end
  for _, row in ipairs(placeholders) do
    local note = regexps.fits_all(row.pattern) and "schema/any-key"
      or ("schema/key allowed=%s, missing_ok=True"):format(literals.pattern(row.pattern))
    if not nodes.simple:form(row.schema).never or of.additional ~= false then
      add_placeholder(nodes, entries, taken, note, row.schema, row.beginning and row.beginning .. "*" or "name")
    end
    if regexps.fits_all(row.pattern) then return end
  end
  if names then
    add_placeholder(nodes, entries, taken, ("schema/key allowed=%s, missing_ok=True"):format(literals.pattern(names)),
      of.additional, "name")
  elseif of.additional == nil or not nodes.simple:form(of.additional).never then
    add_placeholder(nodes, entries, taken, "schema/any-key", of.additional, "other")
  end
end

-- Adds the entry of a named key. Returns false when no value of the key is valid.
local function add_named(nodes, entries, key, schema, required, closed, fills)
  local never = nodes.simple:form(schema).never
  if never and required then return false end
  if never and closed then return true end
  local is = not required and fills and "filled entry" or "entry"
  local node = nodes:place(schema, key, is, not required)
  if required then table.insert(node.notes, 1, "schema/required") end
  entries[#entries + 1] = { key = key, node = node, required = required, there = required or node.filled }
  return true
end

-- The keywords for keys that named keys and placeholders cannot express.
local function rest_of(form, of, placeholders, names)
  if placeholders and (names or of.names == nil) then return nil end
  local rest = forms.new()
  rest.place, rest.maps = form.place, {}
  if not names then rest.maps.names = of.names end -- which may be false
  if not placeholders then
    rest.maps.patterns, rest.maps.additional = of.patterns, of.additional
    local properties = {}
    for i, property in ipairs(of.properties or nothing) do properties[i] = { key = property.key, schema = true } end
    rest.maps.properties = properties
  end
  return next(rest.maps) and rest or nil
end

-- Whether a key that may be missing can have a default.
local function has_default(nodes, properties, index)
  if index then return true end
  for i = 1, #properties do
    if nodes.simple:form(properties[i].schema).notes.default ~= nil then return true end
  end
  return false
end

-- Adds the named keys. Returns false when a required key is forbidden, too.
local function add_keys(nodes, entries, form, placeholders)
  local of, required, done = form.maps, {}, {}
  local possible, index = true, placeholders and placeholders[1] and regexps.index(placeholders)
  -- Where patterns cannot be expressed, a rule looks at all keys.
  local fills = placeholders ~= nil and has_default(nodes, of.properties or nothing, index) and nodes:is_unseen(form)
  local closed = of.additional == false and placeholders and not placeholders[1]
  for _, key in ipairs(of.required or nothing) do required[key] = true end
  for _, property in ipairs(of.properties or nothing) do
    local key, schema = property.key, property.schema
    done[key] = true
    if index then schema = merging.both(schema, (schema_by_patterns(index, key))) end
    possible = add_named(nodes, entries, key, schema, required[key], closed, fills) and possible
  end
  for _, key in ipairs(of.required or nothing) do
    if not done[key] then
      local schema, found = schema_by_patterns(index, key)
      if not found and placeholders then schema = of.additional end
      if schema == nil then schema = true end
      possible = add_named(nodes, entries, key, schema, true, closed) and possible
    end
    done[key] = true
  end
  return possible
end

-- Marks each optional key by itself, because others are filled in.
local function mark_optional(entries)
  for _, entry in ipairs(entries) do
    if not entry.there then table.insert(entry.node.notes, 1, "schema/key-may-be-present") end
  end
end

--- Adds the keys of a map to a node.
---@param nodes yschema.SchemaNodes
---@param form yschema.Form
---@param node yschema.WrittenNode gets entries, or a text when there are none
---@return yschema.Form? rest what the keys cannot express
function maps.show(nodes, form, node)
  local of, entries = form.maps, {}
  local placeholders = placeholders_of(nodes, of.patterns)
  local names = placeholders and pattern_of_names(nodes, of)
  local rest = rest_of(form, of, placeholders, names)
  if not add_keys(nodes, entries, form, placeholders) then rest = rules.keys_form(form) end -- no map is valid
  local optional, filled = 0, false
  for _, entry in ipairs(entries) do
    optional = optional + (entry.there and 0 or 1)
    filled = filled or entry.node.filled
  end
  if filled then mark_optional(entries) end
  add_placeholders(nodes, entries, placeholders or {}, placeholders and of or {}, names)
  if optional > 0 and not filled then node.notes[#node.notes + 1] = "schema/keys-may-be-present" end
  if entries[1] then node.entries = entries else node.text = "{}" end
  return rest
end

return maps
