--- Schemas as texts, in the many ways in which one can be written: in block or flow style, with or without
-- comments, directly or through functions of Starlark or Lua, whose results may be bound to names, or
-- come from a file that is loaded.

local functions = require "spec.properties.functions"
local references = require "spec.properties.references"
local rules = require "spec.properties.rules"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"
local yaml_text = require "spec.properties.yaml_text"

local schema_text = {}

-- The value that a node shows, without what annotations say: nil when there is no literal for it.
local function shown(node)
  if node.shape == "scalar" or node.shape == "raw" then return node.value end
  if node.shape == "null" then return value.null end
  if node.shape == "array" then return value.array { node.item and shown(node.item) } end
  local map = value.map()
  for _, item in ipairs(node.items) do value.set(map, item[1], shown(item[2])) end
  return map
end

-- ---- annotations ------------------------------------------------------------------------------------

local function whole_floats(v)
  local kind = value.kind(v)
  if kind == "float" then return v.n % 1 == 0 end
  if kind == "int" then return v.big ~= nil end
  for _, key in ipairs(kind == "map" and v.keys or {}) do
    if whole_floats(v.at[key]) then return true end
  end
  for _, item in ipairs(kind == "array" and v or {}) do
    if whole_floats(item) then return true end
  end
  return false
end

--- Whether Lua's numbers would lose that a float is one (LuaJIT has no other numbers), or digits of an integer.
schema_text.whole_floats = whole_floats

local function has_empty(v)
  local kind = value.kind(v)
  if kind == "map" and #v.keys == 0 or kind == "array" and #v == 0 then return true end
  for _, key in ipairs(kind == "map" and v.keys or {}) do
    if has_empty(v.at[key]) then return true end
  end
  for _, item in ipairs(kind == "array" and v or {}) do
    if has_empty(item) then return true end
  end
  return false
end

local function default_text(default, print)
  local by, v = default.by, default.value
  if by == "named" then return print:call(v) end
  if by == "literal" or by == "lua" and whole_floats(v) then
    return yaml_text.literal(v, print.random:chance(80) and "starlark" or has_empty(v) and "starlark" or "lua")
  end
  if by == "starlark" then
    -- A lambda of nothing but a value gives that value; other functions give Lua's numbers.
    local text = "lambda: " .. yaml_text.literal(v, "starlark")
    return whole_floats(v) and text or functions.spelt(print.random, text)
  end
  if has_empty(v) then return yaml_text.literal(v, "starlark") end
  return functions.spelt(print.random, "function() return " .. yaml_text.literal(v, "lua") .. " end")
end

local function key_text(key, random)
  if key.missing_ok then return key.short and "key-may-be-present" or "key missing_ok=True" end
  if key.short then return "any-key" end
  return "key allowed=" .. functions.spelt(random, key.allowed)
    .. (key.expects and ", expects=" .. functions.spelt(random, key.expects) or "")
end

local function types_text(node)
  local names = {}
  for i, name in ipairs(node.types) do names[i] = value.quoted(name) end
  local list = table.concat(names, ", ")
  if #names > 1 then list = "[" .. list .. "]" end
  return "type one_of=" .. list .. (node.or_inferred and ", or_inferred=True" or "")
end

-- The name of a definition, or a call of it. Definitions do not call each other: that would have no end.
local function like_text(definition, print)
  return definition.name .. (not print.in_definition and print.random:chance(25) and "()" or "")
end

local function choice_text(choice, print)
  local words = {}
  for i, alternative in ipairs(choice.alternatives) do
    words[i] = alternative.like and like_text(alternative.like, print)
      or schemas.without_annotations(alternative) and not (print.code and print.random:chance(50))
      and yaml_text.literal(shown(alternative), "starlark") or print:call(alternative)
  end
  if choice.by then words[#words + 1] = "by=" .. value.quoted(choice.by) end
  return choice.mode .. " " .. table.concat(words, ", ")
end

local WAITING_RULE = '("waits", function() pause() return true end)'

local function annotations_of(node, print)
  local list = {}
  local function add(text) list[#list + 1] = "#@schema/" .. text end
  if node.doc then add 'desc "what it is"' end
  if node.any then add "type any=True" end
  if node.like then add("like " .. like_text(node.like, print)) end
  if node.sensitive then add "sensitive" end
  if node.types then add(types_text(node)) end
  if node.nullable then add "nullable" end
  if node.default then add("default " .. default_text(node.default, print)) end
  if node.choice then add(choice_text(node.choice, print)) end
  if node.key then add(key_text(node.key, print.random)) end
  if node.required then add(print.random:pick { "required", 'required "it matters"' }) end
  if node.old then add(('renamed from="%s"'):format(node.old)) end
  if node.keys_optional then add "keys-may-be-present" end
  if node.null_missing then add "null-is-missing" end
  if node.rules or node.json_rule then
    local words = {}
    if node.rules and print.waits then words[1] = WAITING_RULE end
    if node.rules then words[#words + 1] = rules.text(node.rules) end
    if node.json_rule then words[#words + 1] = print:json_rule(node.json_rule) end
    add(print.random:pick { "validation ", "validate " } .. table.concat(words, ", "))
  end
  if node.removed then add 'removed "use another"' end
  if node.deprecated then add 'deprecated "use another"' end
  if node.allow_empty then add "allow-empty" end
  if node.identity and print.random:chance(30) then
    print.above_items[node.item] = references.identity(node)
  elseif node.identity then
    add(references.identity(node))
  end
  if print.above_items[node] then add(print.above_items[node]) end
  if node.refers then add(references.refers(node)) end
  return list
end

-- ---- nodes ------------------------------------------------------------------------------------------

local Print = {}
Print.__index = Print

-- The rule that a value is valid by a part of the JSON Schema, which the text gets for it.
function Print:json_rule(part)
  local list = self.json_parts
  list[#list + 1] = part.text
  return ('json_schema="#/$defs/p%d"'):format(#list)
end

-- Adds the document with the JSON Schema, if there is one.
function Print:json_schema(out)
  if not self.json_parts[1] then return end
  local lines = {}
  for i, text in ipairs(self.json_parts) do lines[i] = ('"p%d": %s'):format(i, text) end
  out[#out + 1] = '#@schema/json-schema\n---\n{"$defs": {' .. table.concat(lines, ",\n") .. "}}"
end

local function is_leaf(node)
  if node.shape == "map" then return #node.items == 0 end
  if node.shape == "array" then return not node.item end
  return node.shape ~= "raw"
end

-- Whether nothing below a node is annotated.
local function is_bare(node)
  if node.shape == "array" then return node.item == nil or schemas.without_annotations(node.item) end
  for _, item in ipairs(node.items or {}) do
    if not schemas.without_annotations(item[2]) then return false end
  end
  return true
end

-- Adds a node after `prefix` ("key:", "-"), with its annotations above it.
function Print:add(out, prefix, node, indent)
  local random, pad = self.random, (" "):rep(indent)
  local annotations = annotations_of(node, self)
  local leaf = is_leaf(node)
  local may_be_flow = self.flow and is_bare(node) and not self.above_items[node.item]
  local after = leaf and random:chance(10) and table.remove(annotations) or nil
  for _, text in ipairs(annotations) do
    yaml_text.note(out, indent, random, self.comments)
    out[#out + 1] = pad .. text
  end
  yaml_text.note(out, indent, random, self.comments)
  prefix = pad .. prefix
  after = after and " " .. after or ""
  if leaf then
    out[#out + 1] = prefix .. " " .. yaml_text.flow(shown(node), random) .. after
  elseif self.code and node.shape ~= "raw" and random:chance(50) then
    out[#out + 1] = prefix .. " #@ " .. self:call(node)
  elseif node.shape == "raw" or (may_be_flow and random:chance(50)) then
    out[#out + 1] = prefix .. " " .. yaml_text.flow(shown(node), random)
  else
    out[#out + 1] = prefix
    self:body(out, node, indent + 2)
  end
end

-- Adds what a node holds, without its own annotations.
function Print:body(out, node, indent)
  local pad = (" "):rep(indent)
  if is_leaf(node) or node.shape == "raw" then
    out[#out + 1] = pad .. yaml_text.flow(shown(node), self.random)
  elseif node.shape == "array" then
    self:add(out, "-", node.item, indent)
  else
    for _, item in ipairs(node.items) do
      self:add(out, yaml_text.key(item[1], self.random) .. ":", item[2], indent)
    end
  end
end

-- ---- code -------------------------------------------------------------------------------------------

-- A function whose body is a node, or a value; gives the expression that calls it.
function Print:call(of)
  local random = self.random
  local count = self.count + 1
  self.count = count
  local name, out = "f" .. count, {}
  local outside = self.in_loaded
  self.in_loaded = outside or (self.code and not self.has_definitions and random:chance(15))
  local target = self.in_loaded and self.loaded or self.head
  if type(of) == "table" and of.shape then self:body(out, of, 0)
  else yaml_text.block(out, of, 0, random, self) end
  target[#target + 1] = random:chance(40) and ("#@ function %s()"):format(name) or ("#@ def %s():"):format(name)
  for _, line in ipairs(out) do target[#target + 1] = line end
  target[#target + 1] = "#@ end"
  if self.in_loaded and not outside then self.names[#self.names + 1] = name end
  self.in_loaded = outside
  if not self.code or self.in_definition or not random:chance(20) then return name .. "()" end
  target = outside and self.loaded or self.head
  target[#target + 1] = ("#@ v%d = %s()"):format(count, name)
  return "v" .. count
end

local headers = {
  current = { "#@data/values-schema", "#@schema/match data_values=True" },
  proposal = { "#@schema/definition data_values=True" },
  early = { "#@schema" },
}

-- Returns whether a document with some of the keys is also a schema.
local function may_be_parted(root)
  return root.shape == "map" and #root.items > 1 and not root.default
end

-- Two documents: the second one adds the last keys to the first, and says what some of its keys are.
function Print:parts(out, root, header)
  local random, second = self.random, { header, "---" }
  local from = random:int(2, #root.items)
  out[#out + 1] = "---"
  for i, item in ipairs(root.items) do
    local key = yaml_text.key(item[1], random) .. ":"
    local later = i >= from
    if not later and is_leaf(item[2]) and item[2].shape == "scalar" and not item[2].key and random:chance(50) then
      out[#out + 1] = key .. " " .. random:pick { "1", "other", "0.5", "true" }
      later = true
    elseif later then second[#second + 1] = "#@overlay/match missing_ok=True" end
    self:add(later and second or out, key, item[2], 0)
  end
  for _, line in ipairs(second) do out[#out + 1] = line end
end

-- The functions that nodes name. All of them are bound before one is called, in this file or in the one that is loaded.
function Print:define(definitions)
  self.has_definitions = definitions ~= nil and definitions[1] ~= nil
  self.in_definition = true
  self.in_loaded = self.has_definitions and self.code and self.random:chance(30)
  local target = self.in_loaded and self.loaded or self.head
  for _, definition in ipairs(definitions or {}) do
    local out, annotations = {}, annotations_of(definition.node, self)
    for _, text in ipairs(annotations) do out[#out + 1] = text end
    if annotations[1] then out[#out + 1] = "---" end
    self:body(out, definition.node, 0)
    target[#target + 1] = ("#@ def %s():"):format(definition.name)
    for _, line in ipairs(out) do target[#target + 1] = line end
    target[#target + 1] = "#@ end"
    if self.in_loaded then self.names[#self.names + 1] = definition.name end
  end
  self.in_definition, self.in_loaded = nil, nil
end

--- The text of a schema, and the texts that it loads, by name (or nil). `options`: comments, flow, code.
function schema_text.of(schema, random, options)
  local print = setmetatable({ random = random, comments = options.comments, flow = options.flow, code = options.code,
    waits = options.waits, count = 0, head = {}, loaded = {}, names = {}, json_parts = {},
    above_items = {}, -- by an item, the identity of its array, which stands above the item
  }, Print)
  local out = {}
  print:define(schema.definitions)
  local header = random:pick(headers[schema.reading])
  if not schema.required then
    header = header .. (header:find " " and ", " or " ") .. "required=False"
  end
  out[1] = header
  for _, text in ipairs(annotations_of(schema.root, print)) do out[#out + 1] = text end
  if options.parts and may_be_parted(schema.root) then print:parts(out, schema.root, header)
  elseif print.code and not schema.root.like and random:chance(20) then
    out[#out + 1] = "--- #@ " .. print:call(schema.root)
  else
    out[#out + 1] = "---"
    print:body(out, schema.root, 0)
  end
  print:json_schema(out)
  local files
  if print.names[1] then
    local names = {}
    for i, name in ipairs(print.names) do names[i] = value.quoted(name) end
    table.insert(print.head, 1, ('#@ load("parts.lib.yml", %s)'):format(table.concat(names, ", ")))
    files = { ["parts.lib.yml"] = table.concat(print.loaded, "\n") .. "\n" }
  end
  return table.concat(print.head, "\n") .. "\n" .. table.concat(out, "\n") .. "\n", files
end

return schema_text
