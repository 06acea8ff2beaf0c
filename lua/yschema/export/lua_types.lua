--- Writes a schema as types for lua-language-server, so that editors complete and check the values in Lua code.
--
-- Each map of the schema is a class, named by its path: `Values.listeners.tls`. A definition that the schema uses in
-- several places is one class or alias. The types are those of complete values: what `schema:apply` returns.
--
-- @module yschema.export.lua_types

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local documentation = require "yschema.export.documentation"
local html_tree = require "yschema.export.html_tree"

local lua_types = {}

--- The pattern of a name of a class.
lua_types.class_name = "^[%a_][%w_.]*$"

-- At most so many values are listed as a type.
local most_literals = 50

local scalar_types = {
  string = "string", boolean = "boolean", integer = "integer", float = "number", null = "lightuserdata", any = "any",
}

-- Words that the language server or Lua reads as something else than a name of a field.
local reserved = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true
  until while public private protected package]]):gmatch "%a+" do
  reserved[word] = true
end

-- ---- texts --------------------------------------------------------------------------

-- Quotes a text. A quoted type has no escapes, so some texts cannot be written.
local function quoted(text)
  if text:find "[%c\\]" then return nil end
  local quote = not text:find('"', 1, true) and '"' or not text:find("'", 1, true) and "'"
  return quote and quote .. text .. quote
end

-- Returns the type that only one value has, or nil.
local function literal(value)
  if type(value) == "string" then return quoted(value) end
  if type(value) == "boolean" then return tostring(value) end
  return type(value) == "number" and core.encode(value, "json"):match "^(%-?%d+)%s*$" or nil
end

-- Returns a key as the name of a field, or nil when the language server cannot read it.
local function field_name(key)
  if type(key) ~= "string" then
    local text = literal(key)
    return text and "[" .. text .. "]"
  end
  if key:find "^[%a_][%w_]*$" and not reserved[key] then return key end
  local text = quoted(key)
  return text and "[" .. text .. "]"
end

-- Returns a part of the name of a class.
local function class_part(key)
  return (tostring(key):gsub("[^%w_\128-\255-]", "_"))
end

-- ---- writing ------------------------------------------------------------------------

local Writer = {}
Writer.__index = Writer

-- Writes lines of a comment. A line cannot be taken for an annotation.
function Writer.comment(lines, text)
  for line in (core.printable(text):gsub("%s+$", "") .. "\n"):gmatch "(.-)\r?\n" do
    lines[#lines + 1] = (("--- " .. line:gsub("^%s*@", "\\@")):gsub("%s+$", ""))
  end
end

-- Rules that the type itself shows, or that are not about the value.
local not_said = { key = true, required = true, ["any-of"] = true, ["one-of"] = true, ["all-of"] = true }

-- Whether a rule lists values, which are types.
local function lists_values(rule)
  local named = core.named_rules()[rule.rule]
  return named and named.test == "list"
end

local function json(value)
  local text = core.encode(value, "json")
  return text and text:gsub("%s+$", "")
end

local function example_text(example)
  local text, about = json(example.value), documentation.description(example)
  return text and about and ("%s (%s)"):format(text, about) or text
end

local function add_facts(lines, field, part)
  for _, line in ipairs(documentation.lines(field, "luals", part, example_text)) do Writer.comment(lines, line) end
end

-- Writes what is known about a field above it.
local function add_documentation(lines, field)
  add_facts(lines, field, "prose")
  add_facts(lines, field, "state")
  for _, rule in ipairs(field.validations or {}) do
    if not not_said[rule.rule] and not lists_values(rule) and rule.must_be then
      Writer.comment(lines, "Must be: " .. rule.must_be .. (rule.when and " (when " .. rule.when .. ")" or ""))
    end
  end
  local default = field.default
  if default ~= nil and type(default) ~= "table" and type(default) ~= "userdata" then
    Writer.comment(lines, "Default: " .. json(default))
  end
  add_facts(lines, field, "more")
  local item = html_tree.item_of(field)
  for _, line in ipairs(item and documentation.labelled("Items", item, "luals", example_text) or {}) do
    Writer.comment(lines, line)
  end
end

-- Returns a name for a class that no other class has.
function Writer:new_name(name)
  local free = plain_tables.free_name(self.used, name, "%s%d")
  self.used[free] = true
  return free
end

-- Writes a field of a class.
function Writer:add_field(lines, field, name)
  local key, kind = field_name(field.name), self:type_of(field, name .. "." .. class_part(field.name))
  if not key then return Writer.comment(lines, ("%s: %s (cannot be written as a field)"):format(field.name, kind)) end
  add_documentation(lines, field)
  lines[#lines + 1] = ("---@field %s%s %s"):format(key, html_tree.is_optional(field) and "?" or "", kind)
end

-- Writes the class of a map. Classes stand in the order in which the schema has their maps.
function Writer:class(field, name)
  local lines = {}
  self.classes[#self.classes + 1] = lines
  lines[1] = "---@class " .. name
  local others = {}
  for _, child in ipairs(field.fields) do
    if html_tree.is_placeholder(child) then
      others[#others + 1] = self:type_of(child, name .. "." .. class_part(child.name))
      add_documentation(lines, child)
    else
      self:add_field(lines, child, name)
    end
  end
  if others[1] then lines[#lines + 1] = "---@field [string] " .. table.concat(others, "|") end
  return name
end

-- ---- types --------------------------------------------------------------------------

-- Adds a type to a union, once.
local function add(union, name)
  if union[name] then return end
  union[name] = true
  union[#union + 1] = name
end

-- Returns the values that a rule lists as types, or nil when they are too many or not all of them can be written.
local function literals(field)
  local rule = plain_tables.find(field.validations or {}, lists_values)
  local values = rule and not rule.when and type(rule.argument) == "table" and rule.argument
  if not values or #values == 0 or #values > most_literals then return nil end
  local list = {}
  for i, value in ipairs(values) do
    list[i] = value == core.null and scalar_types.null or literal(value)
    if not list[i] then return nil end
  end
  return list
end

-- Returns a type as the item of an array.
local function array_of(item)
  return item:find "[|]" and "(" .. item .. ")[]" or item .. "[]"
end

-- Adds the types of the values that a field itself describes, but for null beside others, which each
-- use of a definition adds. The class of a definition has its name alone.
function Writer:add_own(union, field, name, is_definition)
  local is_list = type(field.type) == "table"
  for _, kind in ipairs(is_list and field.type or { field.type }) do
    if scalar_types[kind] then
      if kind ~= "null" or not is_list then add(union, scalar_types[kind]) end
    elseif kind == "map" then
      local class = field.fields and field.fields[1] and (is_definition and name or self:new_name(name))
      add(union, class and self:class(field, class) or "table<string, any>")
    elseif kind == "array" then
      local item = html_tree.item_of(field)
      add(union, item and array_of(self:type_of(item, name)) or "any[]")
    end
  end
end

-- Returns the type of what a field describes: its alternatives, or itself.
function Writer:contents(field, name, is_definition)
  local union, values, alternatives = {}, literals(field), html_tree.alternatives_of(field)
  if html_tree.rule(field, "all-of") then return { "any" } end -- values that are of several types at once
  if values then
    for _, value in ipairs(values) do add(union, value) end
    return union
  end
  for _, alternative in ipairs(alternatives) do
    add(union, self:type_of(alternative.field, name .. "." .. class_part(alternative.label)))
  end
  if not alternatives[1] or field.fields then self:add_own(union, field, name, is_definition) end
  return union
end

-- Returns whether a field describes more than the name of a definition.
local function has_contents(field)
  return field.fields ~= nil or html_tree.alternatives_of(field)[1] ~= nil
end

-- Returns whether all values of a field, but for null, are of one class.
local function is_plain_map(field)
  for _, kind in ipairs(type(field.type) == "table" and field.type or { field.type }) do
    if kind ~= "map" and kind ~= "null" then return false end
  end
  return not html_tree.alternatives_of(field)[1]
end

-- Returns the name of a definition's type, and writes the definition at its first use. Its contents may stand
-- elsewhere: in alternatives that all have to fit, of which no types are written.
function Writer:definition(like)
  local name = self.definitions[like]
  if self.written[like] then return name end
  self.written[like] = true
  local at, field = #self.classes + 1, self.definers[like]
  local union = self:contents(field, name, is_plain_map(field))
  if #union ~= 1 or union[1] ~= name then
    table.insert(self.classes, at, { ("---@alias %s %s"):format(name, table.concat(union, "|")) })
  end
  return name
end

-- Whether null is among the types of a field.
local function is_nullable(field)
  return plain_tables.any(type(field.type) == "table" and field.type or {}, function(kind) return kind == "null" end)
end

--- Returns the type of a field as a text, and writes the classes that it needs.
---@param field table of the core's description
---@param name string a name for its class
---@return string
function Writer:type_of(field, name)
  local union
  if field.like and self.definitions[field.like] then
    union = {}
    add(union, self:definition(field.like))
  else
    union = self:contents(field, name)
  end
  if is_nullable(field) then add(union, scalar_types.null) end
  return table.concat(union, "|")
end

-- Finds the definitions that have contents somewhere, because they may be named before that.
function Writer:find_definitions(field)
  if field.like and has_contents(field) and not self.definitions[field.like] then
    self.definitions[field.like] = self:new_name(self.root .. "." .. class_part(field.like))
    self.definers[field.like] = field
  end
  for _, child in ipairs(field.fields or {}) do self:find_definitions(child) end
  for _, alternative in ipairs(html_tree.alternatives_of(field)) do self:find_definitions(alternative.field) end
end

--- Writes the types of a schema's values.
---@param schema table the core's description, with plain values
---@param name string the name of the type of all values, such as `Gateway`
---@return string text
function lua_types.of(schema, name)
  local writer = { root = name, used = {}, classes = {}, definitions = {}, definers = {}, written = {} }
  setmetatable(writer, Writer)
  writer:find_definitions(schema)
  local is_class = schema.type == "map" and not schema.like and is_plain_map(schema)
  local kind = writer:type_of(schema, is_class and name or name .. ".document")
  local blocks = { "---@meta _\n-- The values of a schema, as `yschema inspect --format luals` writes them." }
  local first = kind == name and table.remove(writer.classes, 1) or { ("---@alias %s %s"):format(name, kind) }
  local about = {}
  add_documentation(about, schema)
  blocks[2] = table.concat(about, "\n") .. (about[1] and "\n" or "") .. table.concat(first, "\n")
  for _, lines in ipairs(writer.classes) do blocks[#blocks + 1] = table.concat(lines, "\n") end
  return table.concat(blocks, "\n\n") .. "\n"
end

return lua_types
