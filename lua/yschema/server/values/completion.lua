--- Offers the keys and values that the schema allows at the cursor.
--
-- @module yschema.server.values.completion

local applicable = require "yschema.server.json_schema.applicable"
local changed = require("yschema.base.plain_tables").changed
local snippets = require "yschema.server.json_schema.snippets"
local core = require "yschema.core"
local descriptions = require "yschema.server.values.descriptions"
local fields = require "yschema.server.values.fields"
local file_kinds = require "yschema.base.file_kinds"
local layouts = require "yschema.server.values.layouts"
local cursor = require "yschema.server.values.cursor"
local member = require("yschema.server.protocol.parameters").member
local references = require "yschema.server.values.references"
local views = require "yschema.server.values.views"
local scoped_references = require "yschema.server.values.scoped_references"
local writing = require "yschema.base.writing"

local completion = {}

local unpack = table.unpack or unpack -- luacheck: ignore

-- The numbers of the protocol.
local PROPERTY, VALUE, ENUM, REFERENCE, SNIPPET_ITEM = 10, 12, 20, 18, 15
local SNIPPET, AS_IS, DEPRECATED = 2, 1, 1

-- The most items whose documentation is sent at once.
local MOST_DOCUMENTED = 300

local MOST_CHOICES = 12

-- The longest text whose names include defaults, which are known only after it has been validated.
local MOST_VALIDATED = 256 * 1024

-- The state while items are made.
---@class yschema.CompletionMaker
---@field server yschema.LanguageServer
---@field text yschema.RequestedText
---@field context yschema.CursorContext
---@field list yschema.View[]
---@field range table
---@field snippets boolean
---@field json boolean
---@field items table[]
local Maker = {}
Maker.__index = Maker

-- Writes a text so that a snippet has it as it is.
local function literal(text) return (text:gsub("[\\$}]", "\\%0")) end

-- ---- writing ------------------------------------------------------------------------

local function quoted(text, quote)
  if quote == "'" then return "'" .. text:gsub("'", "''") .. "'" end
  return assert(writing.encoded(text, "json"))
end

-- Writes a key.
function Maker:key(key)
  local quote = self.context.quote or self.json and '"' or nil
  if quote then return quoted(key, quote) end
  return writing.yaml_key(key) or quoted(key, '"')
end

-- Writes a value; nil: it does not fit into the open quote.
function Maker:value(allowed)
  local quote = self.context.quote
  if quote then return type(allowed.value) == "string" and quoted(allowed.value, quote) or nil end
  if self.json and type(allowed.value) == "string" then return quoted(allowed.value, '"') end
  return allowed.yaml
end

-- The place for a value in a snippet.
local function placeholder(list, allowed)
  local texts = {}
  for i, one in ipairs(allowed) do texts[i] = one.yaml:gsub("[\\,|$}]", "\\%0") end
  if #texts > 1 and #texts <= MOST_CHOICES then return "${1|" .. table.concat(texts, ",") .. "|}" end
  local default = list[1] and not list[1].has_sensitive and list[1].default_yaml
  local is_short = default and not default:find "\n" and #default < 60
  return is_short and "${1:" .. literal(default) .. "}" or "$1"
end

-- Returns what follows a key: the begin of its value.
function Maker:after_key(list, allowed)
  local context = self.context
  if context.has_colon then return "" end
  local field = list[1]
  local kind = field and not field.choice and field.kind or nil
  local is_flow = context.is_flow or self.json
  if kind ~= "map" and kind ~= "array" then return ": " .. (self.snippets and placeholder(list, allowed) or "") end
  local open, close = kind == "map" and "{" or "[", kind == "map" and "}" or "]"
  if is_flow then return ": " .. (self.snippets and open .. "$1" .. literal(close) or "") end
  if not self.snippets then return ":" end
  local indentation = (" "):rep(context.indentation)
  return ":\n" .. indentation .. (kind == "map" and "  $1" or "- $1")
end

-- ---- items --------------------------------------------------------------------------

-- Adds an item. `text` replaces what is written.
function Maker:add(item, text, is_snippet, filter)
  local lead = self.context.lead
  item.textEdit = { range = self.range, newText = lead .. text }
  item.insertTextFormat = is_snippet and SNIPPET or nil
  item.insertTextMode = text:find "\n" and AS_IS or nil
  if self.context.quote then item.filterText = filter end
  item.sortText = ("%s%04d"):format(item.sortText, #self.items)
  self.items[#self.items + 1] = item
end

-- Says what other layers have given a key: a text for people, or nil.
function Maker:given_elsewhere(steps, key)
  local text = self.text
  for _, view in ipairs(self.list) do
    if views.has_layers(view.job) then
      local origin = views.origin(text.folder, view.job, changed(steps, { [#steps + 1] = { key = key } }))
      local event = views.last_given(origin, true)
      if event then return ("%s in %s:%d"):format(event.text or "given", event.file, event.line) end
    end
  end
end

local function docs_of(list, own, key)
  return { kind = "markdown", value = descriptions.with_applied(list, own, key) }
end

-- Adds a key. `elsewhere`: where it is given, if that is known.
function Maker:add_key(key, list, map_fields, steps, elsewhere)
  local own = self.applied[key] or {}
  list = applicable.better(list, own, fields.type_words)
  local field = list[1]
  local allowed = applicable.with_values(fields.allowed(list, map_fields, key), own)
  elsewhere = elsewhere or self:given_elsewhere(steps, key)
  local is_required = field.required ~= nil and not elsewhere
  local after = self:after_key(list, allowed)
  local name = self:key(key)
  local detail = fields.type_words(list)
  if elsewhere then detail = detail .. "; " .. elsewhere end
  self:add({
    label = key, kind = PROPERTY, detail = is_required and detail .. "; required" or detail,
    sortText = is_required and "0" or elsewhere and "2" or "1",
    tags = (field.deprecated or applicable.any_deprecated(own)) and writing.list { DEPRECATED } or nil,
    documentation = #self.items < MOST_DOCUMENTED and docs_of(list, own, key) or nil,
  }, (self.snippets and literal(name) or name) .. after, self.snippets, name)
end

-- Calls a function with each key that another layer has at the steps: the key, the file, and the line.
function Maker:each_key_of_layers(steps, call)
  local folder, own = self.text.folder, self.text.open.path
  for _, view in ipairs(self.list) do
    for _, layer in ipairs(views.has_layers(view.job) and views.layers(folder, view.job) or {}) do
      local path = folder:absolute(layer.name)
      local layout = path ~= own and layouts.of(layer.content, path, view.schema.settings)
      for document in ipairs(layout and layout:roots() or {}) do
        local map = layout:find(document, steps)
        for _, below in ipairs(map and map:below() or {}) do
          if below.key and below.key_first then call(below.key, layer.name, layer.content:line_of(below.key_first)) end
        end
      end
    end
  end
end

-- Adds the keys that other layers have where the schema allows any: a key there is often meant to be one of these.
function Maker:add_open_keys(maps, given, map_fields, steps)
  local is_open = false
  for _, map in ipairs(maps) do is_open = is_open or map.open ~= nil and map.open[1] ~= nil end
  if not is_open then return end
  self:each_key_of_layers(steps, function(key, file, line)
    if given[key] then return end
    given[key] = true
    local list = {}
    for _, map in ipairs(maps) do
      local field, is_of_others = fields.of_key(map, key)
      list[#list + 1] = is_of_others and field or nil
    end
    if list[1] then self:add_key(key, list, map_fields, steps, ("in %s:%d"):format(file, line)) end
  end)
end

-- Returns the keys of maps with their fields, in the order of the schema.
local function keys_of(maps)
  local order, by_key = {}, {}
  for _, map in ipairs(maps) do
    for _, field in ipairs(map.named or {}) do
      if not by_key[field.key] then
        by_key[field.key] = {}
        order[#order + 1] = field.key
      end
      local list = by_key[field.key]
      if not field.removed then list[#list + 1] = field end
    end
  end
  return order, by_key
end

-- Takes the keys of the subschemas that apply to the map in which the key is.
function Maker:take_applied(chain, order, by_key)
  for _, place in ipairs(applicable.at(self.list, chain, #chain - 1, false)) do
    for _, field in ipairs(place.keys) do
      local key = field.key
      if not by_key[key] then
        by_key[key] = { field }
        order[#order + 1] = key
      end
      self.applied[key] = self.applied[key] or {}
      table.insert(self.applied[key], field)
    end
    self:add_snippets(place.field, true)
  end
end

function Maker:add_keys()
  local chain = self.context.chain
  local map = chain[#chain - 1]
  local map_fields = views.fields(self.list, chain, #chain - 1)
  local given = {}
  for _, below in ipairs(map:below()) do
    if below.key then given[below.key] = true end
  end
  local maps = views.resolved(self.list, chain, #chain - 1)
  local order, by_key = keys_of(maps)
  local steps = cursor.steps(self.context)
  self:take_applied(chain, order, by_key)
  for _, key in ipairs(order) do
    if not given[key] and by_key[key][1] then self:add_key(key, by_key[key], map_fields, steps) end
    given[key] = true
  end
  self:add_open_keys(maps, given, map_fields, steps)
end

function Maker:add_value(allowed, is_default, note)
  local text = self:value(allowed)
  if not text then return end
  self:add({
    label = allowed.yaml, kind = allowed.from == "type" and VALUE or ENUM, sortText = is_default and "0" or "1",
    detail = is_default and "default" or nil, documentation = note and { kind = "markdown", value = note } or nil,
  }, text, false, text)
end

-- Adds the snippets that a JSON Schema has for a value, or for the keys of a map.
function Maker:add_snippets(field, is_key)
  for _, snippet in ipairs(field.snippets) do
    local text = snippets.text(self.context, snippet.body, is_key, self.json)
    if text and not self.snippets then text = snippets.plain(text) end
    if text then
      local label = type(snippet.label) == "string" and snippet.label or text
      local about = snippet.markdownDescription or snippet.description
      self:add({ label = label, kind = SNIPPET_ITEM, sortText = "1",
        documentation = type(about) == "string" and { kind = "markdown", value = about } or nil },
        text, self.snippets, label)
    end
  end
end

-- Adds what the subschemas that apply to a value say: values, examples, a default, and snippets.
function Maker:add_applied_values(own, listed)
  for _, field in ipairs(own) do
    for _, one in ipairs(applicable.values(field)) do
      if not listed[one.yaml] then self:add_value(one, one.is_default, field.value_notes[one.yaml]) end
      listed[one.yaml] = true
    end
    self:add_snippets(field, false)
  end
end

-- Adds the values that fields allow, and their default. `count`: the number of the node that has the value.
function Maker:add_values(list, map_fields, key, count)
  local allowed, own, listed, notes = fields.allowed(list, map_fields, key), {}, {}, {}
  for i, place in ipairs(applicable.at(self.list, self.context.chain, count, true)) do
    own[i] = place.field
    for yaml, note in next, place.field.value_notes do notes[yaml] = notes[yaml] or note end
  end
  local default = list[1] and list[1].required == nil and fields.shown_default(list[1])
  local is_listed = false
  for _, one in ipairs(allowed) do
    is_listed = is_listed or one.yaml == default
    listed[one.yaml] = true
    self:add_value(one, one.yaml == default, notes[one.yaml])
  end
  local is_scalar = default and not default:find "\n" and not default:find "^[%[{]"
  if is_scalar and not is_listed and default ~= '""' and default ~= "null" then
    listed[default] = true
    self:add_value({ yaml = default, value = list[1].default, from = "type" }, true)
  end
  self:add_applied_values(own, listed)
end

-- Adds the names to which the value at the end of a chain may refer, each once. Returns whether there are any.
function Maker:add_names(chain)
  local seen = {}
  scoped_references.each_use(self.text, chain, function(own, use, question)
    for _, names in ipairs { own:names(use.refers, use.document, use.maps), scoped_references.of(question, use) } do
      for _, name in ipairs(names) do self:add_name(name, seen) end
    end
  end)
  self:add_default_names(chain, seen)
  return next(seen) ~= nil
end

-- Adds the names that no layer gives: those of defaults.
function Maker:add_default_names(chain, seen)
  local text = self.text
  if not text.folder or #text.open.content.text > MOST_VALIDATED then return end
  scoped_references.each_use(text, chain, function(_, use, question)
    local job = question.view.job
    for _, value in ipairs(job.schema and views.names_in(views.explained(text.folder, job), use.refers) or {}) do
      local yaml = writing.encoded(value)
      local written = not seen[yaml] and not yaml:find "\n" and self:value { yaml = yaml, value = value }
      if written then
        self:add({ label = yaml, kind = REFERENCE, sortText = "1", detail = "a default" }, written, false, written)
      end
      seen[yaml] = true
    end
  end)
end

-- Adds a name, unless it has been seen.
function Maker:add_name(name, seen)
  local yaml = name.value ~= nil and writing.encoded(name.value)
  if not yaml or seen[yaml] then return end
  seen[yaml] = true
  local text = not yaml:find "\n" and self:value { yaml = yaml, value = name.value }
  if not text then return end
  local line = name.document.content:line_of((references.bytes(name)))
  self:add({ label = yaml, kind = REFERENCE, sortText = "0",
    detail = ("%s:%d"):format(name.document.path:match "[^/]*$", line) }, text, false, text)
end

-- The fields of the map in which a node is, with their alternatives.
local function map_fields_of(self, count)
  return count > 1 and views.fields(self.list, self.context.chain, count - 1) or {}
end

function Maker:fill()
  local chain = self.context.chain
  if self.context.kind == "key" then
    self:add_keys()
    local count = #chain - 1
    -- A document whose schema has keys is not offered as a scalar, which is only the default of a JSON Schema.
    local may_be_scalar = count > 1 or not self.items[1]
    -- `a:`, and below it a word without a colon, which may be its value.
    if self.context.is_lone and not self.context.has_colon and may_be_scalar then
      if self:add_names { unpack(chain, 1, count) } then return end
      self:add_values(views.fields(self.list, chain, count), map_fields_of(self, count), chain[count].key,
        count)
    end
  elseif not self:add_names(chain) then
    self:add_values(views.fields(self.list, chain), map_fields_of(self, #chain), chain[#chain].key,
      #chain)
  end
end

completion["textDocument/completion"] = function(server, params, text)
  local at = views.place(server, text, params)
  local context = at and (text.jobs[1] or text.is_project) and cursor.find(server, text, at)
  if not context then return core.null end
  local maker = setmetatable({
    server = server, text = text, context = context, list = views.of(text, context.chain[1]),
    range = text.open.content:range(context.first, context.after, server.unit), items = {}, applied = {},
    snippets = member(server.capabilities, "textDocument", "completion", "completionItem", "snippetSupport") ~= nil,
    json = file_kinds.is_json(text.open.path or ""),
  }, Maker)
  maker:fill()
  context.layout:close()
  if not next(maker.items) then return core.null end
  return { isIncomplete = false, items = writing.list(maker.items) }
end

return completion
