--- Writes what documents a schema: title, description, examples and defaults.
--
-- @module yschema.importing.documentation

local plain_tables = require "yschema.base.plain_tables"
local accepts = require "yschema.importing.reporting.fitting".accepts
local core = require "yschema.core"
local forms = require "yschema.importing.reading.forms"
local literals = require "yschema.importing.writing.literals"
local rules = require "yschema.importing.writing.rules"

local documentation = {}

local nothing = {}

--- Returns words for the name of an alternative: its title, or the value of a key that selects it.
---@param form yschema.Form
---@param otherwise string
---@return string
function documentation.hint(form, otherwise)
  if form.notes.title then return form.notes.title end
  for _, property in ipairs(form.maps.properties or nothing) do
    local schema = property.schema
    local value = type(schema) == "table" and not forms.is_form(schema)
      and (schema.const or type(schema.enum) == "table" and not schema.enum[2] and schema.enum[1])
    if type(value) == "string" and value:find "%w" then return value end
  end
  return otherwise
end

local function is_scalar(value) return type(value) ~= "table" end

local function words_of_default(default, node)
  local text = literals.yaml(default)
  if node.text == text then return nil end
  return #text <= 80 and ("Default: %s."):format(text) or nil
end

-- Writes the default as the value, and marks the node as filled in. Returns a sentence where that is impossible.
local function show_default(nodes, form, node, is)
  local default = form.notes.default
  if default == nil then return nil end
  local fills = is == "filled entry"
  -- A null document counts as a missing one, so the default would be validated in its place.
  local shown = is ~= "document" and accepts(nodes.simple, form, default)
  if not shown then return words_of_default(default, node) end
  if node.text and not node.inferred and is_scalar(default) and (default ~= core.null or node.text == "null") then
    node.text = type(default) == "string" and literals.scalar(default) or literals.yaml(default)
  elseif fills then
    node.notes[#node.notes + 1] = "schema/default " .. literals.value(default)
  elseif literals.yaml(default) ~= node.text then
    return words_of_default(default, node)
  end
  node.filled = fills
end

local function examples_note(nodes, form)
  if not form.notes.examples then return nil end
  local fitting = {}
  for _, example in ipairs(form.notes.examples) do
    if is_scalar(example) and accepts(nodes.simple, form, example) then
      fitting[#fitting + 1] = ("(%s, %s)"):format(literals.text("Example " .. #fitting + 1), literals.value(example))
    end
  end
  return fitting[1] and "schema/examples " .. table.concat(fitting, ", ")
end

--- Adds the annotations that document a node, and its rules.
---@param nodes yschema.SchemaNodes
---@param form yschema.Form
---@param node yschema.WrittenNode
---@param is? "document"|"entry"|"filled entry"
function documentation.finish(nodes, form, node, is)
  local notes, about = form.notes, {}
  node.cel = notes.cel
  if next(notes) == nil then
    node.notes[#node.notes + 1] = rules.note(node)
    return
  end
  local sentence = show_default(nodes, form, node, is)
  local description = notes.description
  if sentence then description = (description and description .. "\n" or "") .. sentence end
  if notes.title then about[#about + 1] = "schema/title " .. literals.text(notes.title) end
  if description then about[#about + 1] = "schema/desc " .. literals.text(description) end
  about[#about + 1] = examples_note(nodes, form)
  if notes.deprecated and is and is ~= "document" then
    local notice = type(notes.deprecated) == "string" and notes.deprecated or "Deprecated in the JSON Schema."
    about[#about + 1] = "schema/deprecated " .. literals.text(notice)
  end
  if about[1] then
    local own = node.notes
    for i = 1, #own do about[#about + 1] = own[i] end
    node.notes = about
  end
  node.notes[#node.notes + 1] = rules.note(node)
end

--- Adds what holds for a whole document or function: whether a null of a key counts as missing.
---@param nodes yschema.SchemaNodes
---@param node table
---@return table node
function documentation.whole(nodes, node)
  if nodes.null_is_missing and (node.entries or node.item) then
    table.insert(node.notes, 1, "schema/null-is-missing")
  end
  return node
end

-- Whether a map has a required key, so that an empty document is invalid anyway.
local function needs_a_key(node)
  return plain_tables.any(node.entries or nothing, function(entry) return entry.required end)
end

--- Makes a document validate null, which is an empty document and would be ignored otherwise.
---@param nodes yschema.SchemaNodes
---@param form yschema.Form
---@param node yschema.WrittenNode
function documentation.validate_null(nodes, form, node)
  local fits = accepts(nodes.simple, form, core.null)
  if node.text == "null" and not node.like or not fits and needs_a_key(node) then return end
  local nullable = false
  for _, note in ipairs(node.notes) do nullable = nullable or note == "schema/nullable" end
  local may_change = node.text and not node.inferred -- the value shows an inferred type, so it has to stay
  if fits and not nullable and may_change and node.kinds and node.kinds.null then node.text = "null" end
  if fits and node.text == "null" and not node.like then return end
  if not nullable then node.notes[#node.notes + 1] = "schema/nullable" end
  if node.when and not fits then node.when = node.when:gsub("^lambda v: ", "lambda v: v == None or ") end
  if not fits then node.not_null = true end
end

return documentation
