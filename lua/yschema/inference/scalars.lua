--- Finds what the scalars in one place have in common: types, a default, a format, a list of words.
--
-- @module yschema.inference.scalars

local core = require "yschema.core"
local credentials = require "yschema.inference.credentials"
local encoded = require("yschema.base.writing").encoded
local key_names = require "yschema.inference.key_names"
local openness = require "yschema.inference.openness"

local scalars = {}

-- The names of kinds as `@schema/type` has them, in the order in which they are listed.
local TYPES = { { "string", "string" }, { "integer", "int" }, { "float", "float" }, { "boolean", "bool" } }

-- Defaults for places where no example is a good one.
local NEUTRAL = { string = '""', integer = "0", float = "0.0", boolean = "false" }

-- From the narrow to the wide. Others, such as "hostname", would match almost any word.
local FORMATS = { "date-time", "date", "time", "email", "ipv4", "ipv6", "uri" }

-- Patterns of typical values, because a format allows more than users expect.
local LOOKS = { email = "^[%w._+-]+@[%w.-]+%.%a%a+$", uri = "^%a[%w+.-]*://", ipv6 = ":.*:" }

local LONGEST_DEFAULT, LONGEST_WORD, LONGEST_LIST, MOST_WORDS = 60, 30, 60, 8
local FEWEST_OF_WORDS = 8 -- values

-- Whether one of the values is probably a credential. With `sensitive`, all strings are.
local function has_credentials(list, key, sensitive)
  local number_too = credentials.name_password(key)
  for _, entry in ipairs(list) do
    local kind = entry.kind
    if kind == "string" and (sensitive or credentials.are_in(entry.value)) then return true end
    if number_too and (kind == "integer" or kind == "float") then return true end
  end
  return false
end

-- Counts the values. Returns them in the order in which they were first seen, each with its count.
local function counted(nodes)
  local list, by_text = {}, {}
  for _, node in ipairs(nodes) do
    local id = node.kind .. " " .. tostring(node.value)
    local entry = by_text[id]
    if not entry then
      entry = { value = node.value, kind = node.kind, count = 0, nodes = {} }
      by_text[id] = entry
      list[#list + 1] = entry
    end
    entry.count = entry.count + 1
    entry.nodes[entry.count] = node
  end
  return list
end

-- Writes a value for a schema, or a neutral one of its kind if the value is too long or cannot be written.
local function written(entry)
  local value, kind = entry.value, entry.kind
  if value == nil then return NEUTRAL[kind] end
  if kind == "string" and (value == "" or #value > LONGEST_DEFAULT or value:find "[%c]") then return '""' end
  local text = encoded(value)
  if not text or text:find "\n" then return NEUTRAL[kind] end
  if kind ~= "float" then return text end
  if not text:find "^%-?%d" then return "0.0" end -- .inf and .nan are no examples to follow
  return text:find "[.e]" and text or text .. ".0" -- LuaJIT does not distinguish floats from integers
end

local function most_frequent(list)
  local best = list[1]
  for _, entry in ipairs(list) do
    if entry.count > best.count then best = entry end
  end
  return best
end

-- Returns the format that all strings have, or nil.
local function common_format(list)
  for _, format in ipairs(FORMATS) do
    local all = true
    for _, entry in ipairs(list) do
      all = entry.value:find(LOOKS[format] or "") and core.rule_test("format", format, entry.value) == true
      if not all then break end
    end
    if all then return format end
  end
end

local function is_word(text)
  return #text <= LONGEST_WORD and text:find "^%a[%w_+-]*$" ~= nil and not text:find "^%u[%u%d]*_[%u%d_]+$"
end

-- Returns the words if they are few and repeated often, or nil. Words of which one is in one of many documents only
-- will be joined by others.
local function common_words(list, nodes, key, numbered)
  local count = #nodes
  if #list < 2 or #list > MOST_WORDS or count < FEWEST_OF_WORDS or count < 3 * #list or key_names.has_names(key) then
    return nil
  end
  if numbered and openness.is_likely(nodes, list) then return nil end
  local words, length = {}, 0
  for i, entry in ipairs(list) do
    if entry.count < 2 or not is_word(entry.value) then return nil end
    words[i] = entry.value
    length = length + #entry.value
  end
  return length <= LONGEST_LIST and words or nil
end

local function kinds_of(list)
  local seen, types = {}, {}
  for _, entry in ipairs(list) do seen[entry.kind] = true end
  for _, row in ipairs(TYPES) do
    if seen[row[1]] then types[#types + 1] = row[2] end
  end
  return types
end

--- The shape of scalars in one place.
---@class yschema.ScalarShape
---@field types string[] names for `@schema/type`
---@field value string the default, as YAML
---@field format? string
---@field words? string[] the value is one of these
---@field sensitive? boolean

--- Finds the shape of the scalars in one place; none of them is null.
---@param nodes yschema.OutlineNode[] at least one
---@param key? string of these values
---@param sensitive? boolean the strings among them are probably credentials
---@param numbered? boolean the nodes have the numbers of their documents
---@return yschema.ScalarShape
function scalars.shape_of(nodes, key, sensitive, numbered)
  local list = counted(nodes)
  local shape = { types = kinds_of(list) }
  local best = most_frequent(list)
  local strings = #shape.types == 1 and shape.types[1] == "string"
  if has_credentials(list, key, sensitive) then
    shape.sensitive, shape.value = true, NEUTRAL[best.kind]
    return shape
  end
  shape.format = strings and common_format(list) or nil
  shape.words = strings and not shape.format and common_words(list, nodes, key, numbered) or nil
  if shape.format or shape.words or best.count * 2 > #nodes then
    shape.value = written(best)
  else
    shape.value = NEUTRAL[best.kind]
  end
  return shape
end

--- Returns whether all strings look like versions or times: several of these are rather data than settings.
---@param nodes yschema.OutlineNode[]
---@return boolean
function scalars.are_versions(nodes)
  for _, node in pairs(nodes) do
    if type(node.value) ~= "string" or not node.value:find "^[~^><=v ]*%d+%.[%w.*+-]+$" then return false end
  end
  return true
end

--- Writes words as arguments of annotations.
---@param words string[]
---@return string
function scalars.listed(words)
  local quoted = {}
  for i, word in ipairs(words) do quoted[i] = scalars.quoted(word) end
  return table.concat(quoted, ", ")
end

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r" }

--- Writes a text as an argument of an annotation.
---@param text string
---@return string
function scalars.quoted(text)
  return '"' .. text:gsub('["\\\n\t\r]', escapes):gsub("%c", " ") .. '"'
end

return scalars
