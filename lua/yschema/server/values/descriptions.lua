--- Describes fields and values in Markdown, for people.
--
-- @module yschema.server.values.descriptions

local core = require "yschema.core"
local documentation = require "yschema.export.documentation"
local fields = require "yschema.server.values.fields"
local test_of = require "yschema.values.facts".test
local sentences = require "yschema.provenance.sentences"

local descriptions = {}

local concat = table.concat

local MASKED = core.MASKED
local MOST_EXAMPLES = 3
local MOST_WIDTH = 200 -- of a value

-- Writes a text as code.
local function code(text)
  text = text:gsub("%s+$", "")
  if #text > MOST_WIDTH then text = text:sub(1, MOST_WIDTH):gsub("[\128-\255]+$", "") .. "..." end
  if text:find "\n" then return "\n```yaml\n" .. text .. "\n```" end
  local ticks = ("`"):rep(text:find "`" and 2 or 1)
  local space = text:find "^`" and " " or text:find "`$" and " " or ""
  return ticks .. space .. text .. space .. ticks
end

--- Writes a text as code of Markdown.
descriptions.code = code

local function add_prose(parts, field, name)
  for _, fact in ipairs(documentation.facts(field, "hover", "prose")) do
    local text = fact.texts[1]
    if fact.row.kind ~= "title" then parts[#parts + 1] = text
    elseif text ~= name then parts[#parts + 1] = "**" .. text .. "**" end
  end
end

-- Adds facts as lines. The first examples are shown, unless they may have sensitive values.
local function add_facts(add, field, part)
  local count, most = 0, field.has_sensitive and 0 or MOST_EXAMPLES
  local function write_example(example)
    local about = documentation.description(example)
    count = count + 1
    return count <= most and code(example.yaml) .. (about and " " .. about or "") or nil
  end
  for _, line in ipairs(documentation.lines(field, "hover", part, write_example)) do
    add((line:gsub("^%u", string.lower)))
  end
end

local function default_line(field)
  if field.required then return "required" .. (field.required ~= "" and ": " .. field.required or "") end
  if field.computed then return "default: given by a function" end
  if not field.default_yaml or field.optional then return nil end
  return "default: " .. (field.has_sensitive and MASKED or code(field.default_yaml))
end

local function rule_line(rule)
  if not rule.must_be then return nil end
  return "must be: " .. rule.must_be .. (rule.when and ", when " .. code(rule.when) or "")
end

local function quoted_list(list)
  local words = {}
  for i, one in ipairs(list) do words[i] = code(one) end
  return concat(words, " or ")
end

-- Says to which names a value refers, and under which keys no two items are alike.
local function add_references(add, field)
  for _, reference in ipairs(field.refers or {}) do
    local where = reference.kind and " of the kind " .. code(reference.kind)
      or reference.scope ~= "document" and " in the " .. reference.scope or ""
    add("refers to " .. quoted_list(reference.to) .. where .. (reference.when and ", on a condition" or ""))
  end
  for _, identity in ipairs(field.identity or {}) do
    local keys = {}
    for i, key in ipairs(identity.keys) do keys[i] = code(key) end
    local where = identity.scope ~= "document" and " in the " .. identity.scope or ""
    add("no two are alike under " .. concat(keys, " and ") .. where)
  end
end

-- The facts about a field, one a line. `is_typed`: others describe its rules and its default.
local function facts(field, is_typed)
  local lines = {}
  local function add(line)
    if line then lines[#lines + 1] = "- " .. line end
  end
  if field.removed then add("removed" .. (field.removed ~= "" and ": " .. field.removed or "")) end
  add_facts(add, field, "state")
  if field.required or not is_typed then add(default_line(field)) end
  for _, rule in ipairs(not is_typed and field.rules or {}) do
    if not (field.has_sensitive and test_of(rule) == "list") then add(rule_line(rule)) end
  end
  add_references(add, field)
  add_facts(add, field, "more")
  return concat(lines, "\n")
end

--- Describes fields.
---@param list yschema.OutlineField[]
---@param name? string of the key
---@return string markdown
function descriptions.fields(list, name)
  local parts, seen = {}, {}
  parts[1] = (name and code(name) .. ": " or "") .. fields.type_words(list)
  for _, field in ipairs(list) do
    local own = {}
    add_prose(own, field, name)
    local text = facts(field)
    if text ~= "" then own[#own + 1] = text end
    local whole = concat(own, "\n\n")
    if whole ~= "" and not seen[whole] then parts[#parts + 1] = whole end
    seen[whole] = true
  end
  return concat(parts, "\n\n")
end

-- Adds a text, unless it is in what was written before.
local function add_new(parts, text)
  if text and not concat(parts, "\n\n"):find(text, 1, true) then parts[#parts + 1] = text end
end

local function add_applied(parts, field, name)
  if field.title and field.title ~= name then add_new(parts, "**" .. field.title .. "**") end
  for _, note in ipairs(field.notes) do add_new(parts, note) end
  local lines = {}
  for line in facts(field, true):gmatch "[^\n]+" do
    if not concat(parts, "\n\n"):find(line, 1, true) then lines[#lines + 1] = line end
  end
  for _, value in ipairs(field.values) do
    local note = field.value_notes[value.yaml]
    local is_said = not note or concat(parts, "\n\n"):find(note, 1, true)
    if not is_said then lines[#lines + 1] = "- " .. code(value.yaml) .. ": " .. note end
  end
  if lines[1] then parts[#parts + 1] = concat(lines, "\n") end
end

--- Describes fields, and adds what the subschemas of a JSON Schema that apply say besides.
---@param list yschema.OutlineField[]
---@param own yschema.AppliedField[]
---@param name? string of the key
---@return string markdown
function descriptions.with_applied(list, own, name)
  local parts = { descriptions.fields(list, name) }
  for _, field in ipairs(own) do add_applied(parts, field, name) end
  return concat(parts, "\n\n")
end

--- Lists what happened to a value.
---@param origin yschema.ProvenanceNode
---@return string markdown
function descriptions.origin(origin)
  local lines = {}
  for _, row in ipairs(sentences.rows(origin)) do
    local source, action, value = row[1], row[2], row[3]
    lines[#lines + 1] = ("- %s: %s%s"):format(code(source), action, value ~= "" and " " .. code(value) or "")
  end
  return concat(lines, "\n")
end

return descriptions
