--- Describes fields and values in Markdown, for people.
--
-- @module yschema.server.values.describing

local fields = require "yschema.server.values.fields"
local wording = require "yschema.provenance.wording"

local describing = {}

local concat = table.concat
local ipairs = ipairs

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
describing.code = code

local function add_docs(parts, field, name)
  if field.title and field.title ~= name then parts[#parts + 1] = "**" .. field.title .. "**" end
  if field.description then parts[#parts + 1] = field.description end
end

local function default_line(field)
  if field.required then return "required" .. (field.reason and ": " .. field.reason or "") end
  if field.computed then return "default: given by a function" end
  if not field.default_yaml or field.optional then return nil end
  return "default: " .. (fields.has_sensitive(field) and "(sensitive)" or code(field.default_yaml))
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
  for _, identity in ipairs(field.identities or {}) do
    local keys = {}
    for i, key in ipairs(identity.keys) do keys[i] = code(key) end
    local where = identity.scope ~= "document" and " in the " .. identity.scope or ""
    add("no two are alike under " .. concat(keys, " and ") .. where)
  end
end

-- The facts about a field, one a line.
local function facts(field)
  local lines = {}
  local function add(line)
    if line then lines[#lines + 1] = "- " .. line end
  end
  if field.removed then add("removed" .. (field.remedy and ": " .. field.remedy or "")) end
  if field.deprecated then
    local notice = field.deprecated.text and field.deprecated.text:match '"(.*)"'
    add("deprecated" .. (notice and ": " .. notice or ""))
  end
  if field.sensitive then add "sensitive" end
  add(default_line(field))
  for _, rule in ipairs(field.rules or {}) do
    local is_shown = not fields.has_sensitive(field) or rule.name ~= "one_of" and rule.name ~= "not_one_of"
    if is_shown then add(rule_line(rule)) end
  end
  add_references(add, field)
  for i, example in ipairs(fields.has_sensitive(field) and {} or field.examples or {}) do
    if i > MOST_EXAMPLES then break end
    add("example: " .. code(example.yaml) .. (example.description and " " .. example.description or ""))
  end
  return concat(lines, "\n")
end

--- Describes fields.
---@param list yschema.OutlineField[]
---@param name? string of the key
---@return string markdown
function describing.fields(list, name)
  local parts, seen = {}, {}
  parts[1] = (name and code(name) .. ": " or "") .. fields.type_words(list)
  for _, field in ipairs(list) do
    local own = {}
    add_docs(own, field, name)
    local text = facts(field)
    if text ~= "" then own[#own + 1] = text end
    local whole = concat(own, "\n\n")
    if whole ~= "" and not seen[whole] then parts[#parts + 1] = whole end
    seen[whole] = true
  end
  return concat(parts, "\n\n")
end

--- Lists what happened to a value.
---@param origin yschema.ProvenanceNode
---@return string markdown
function describing.origin(origin)
  local lines = {}
  for _, row in ipairs(wording.rows(origin)) do
    local source, action, value = row[1], row[2], row[3]
    lines[#lines + 1] = ("- %s: %s%s"):format(code(source), action, value ~= "" and " " .. code(value) or "")
  end
  return concat(lines, "\n")
end

return describing
