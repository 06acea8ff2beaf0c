--- Writes values as literals in YAML and in the arguments of annotations.
--
-- @module yschema.importing.writing.literals

local core = require "yschema.core"
local tables = require "yschema.importing.reading.tables"

local literals = {}

local byte, find, format = string.byte, string.find, string.format
local concat, ipairs, math_type, next, tonumber, tostring, type =
  table.concat, ipairs, math.type, next, tonumber, tostring, type

local short = { ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ['"'] = '\\"', ["\\"] = "\\\\" }

-- Characters that YAML does not allow.
local beyond = { ["\239\191\190"] = "\\ufffe", ["\239\191\191"] = "\\uffff" }

local function has_none(text, a, b, c, d)
  return not (find(text, a, 1, true) or find(text, b, 1, true) or find(text, c, 1, true) or find(text, d, 1, true))
end

local function quoted(text)
  if has_none(text, '"', "\\", "\t", "\239\191") then
    local shown = core.printable(text, true)
    if shown == text or not find(shown, "\\x", 1, true) then return '"' .. shown .. '"' end
  end
  local out = text:gsub('[%c"\\]', function(c) return short[c] or format("\\u%04x", byte(c)) end)
  out = out:gsub("\194([\128-\159])", function(c) return format("\\u%04x", byte(c)) end)
  return '"' .. core.printable(out, true):gsub("\239\191[\190\191]", beyond) .. '"'
end

-- The short texts that were written last: most of them are keys, which are written again and again.
local SHORT, MOST_KNOWN = 40, 2000
local known, count = {}, 0

--- Writes a text with quotes that YAML and Starlark both read. Invisible characters are escaped, too.
---@param text string
---@return string
function literals.text(text)
  if #text > SHORT then return quoted(text) end
  local found = known[text]
  if not found then
    if count == MOST_KNOWN then known, count = {}, 0 end
    found, count = quoted(text), count + 1
    known[text] = found
  end
  return found
end

--- Writes a regular expression, with readable backslashes where possible.
---@param pattern string
---@return string
function literals.pattern(pattern)
  local text = literals.text(pattern)
  local plain = '"' .. pattern:gsub("\\", "\\\\") .. '"'
  if text ~= plain or pattern:sub(-1) == "\\" or not pattern:find("\\", 1, true) then return text end
  return 'r"' .. pattern .. '"'
end

-- The largest float stands for an infinity, which is what a number such as 1e400 is read as.
local HUGE, MOST = math.huge, 1.7976931348623157e308

--- Writes a number. Whole numbers have no decimal point on either runtime.
---@param number any a number, or a 64-bit integer of LuaJIT
---@return string
function literals.number(number)
  if type(number) ~= "number" then return (tostring(number):gsub("U?LL$", "")) end
  if number == HUGE or number == -HUGE then number = number > 0 and MOST or -MOST end
  if math_type and math_type(number) == "integer" then return format("%d", number) end
  if number % 1 == 0 and number > -2 ^ 53 and number < 2 ^ 53 then return format("%d", number) end
  for digits = 15, 17 do
    local text = format("%." .. digits .. "g", number)
    if tonumber(text) == number then return text:find "[.e]" and text or text .. ".0" end
  end
end

local function written(value, constants)
  if value == core.null then return constants.null end
  if type(value) == "boolean" then return constants[value] end
  if type(value) == "string" then return literals.text(value) end
  if type(value) ~= "table" then return literals.number(value) end
  local parts = {}
  if tables.is_array(value) then
    for i, item in ipairs(value) do parts[i] = written(item, constants) end
    return "[" .. concat(parts, ", ") .. "]"
  end
  for i, key in ipairs(tables.keys(value)) do
    parts[i] = literals.text(tostring(key)) .. ": " .. written(value[key], constants)
  end
  return "{" .. concat(parts, ", ") .. "}"
end

local in_code = { null = "None", [true] = "True", [false] = "False" }
local in_yaml = { null = "null", [true] = "true", [false] = "false" }

--- Writes any value of a JSON text as an expression.
---@param value any
---@return string
function literals.value(value) return written(value, in_code) end

--- Writes any value of a JSON text in YAML, on one line.
---@param value any
---@return string
function literals.yaml(value) return written(value, in_yaml) end

local words = { ["true"] = 1, ["false"] = 1, yes = 1, no = 1, on = 1, off = 1, y = 1, n = 1, null = 1 }

-- The keys that were written last.
local known_keys, key_count = {}, 0

--- Writes a key of a map.
---@param key string
---@return string
function literals.key(key)
  local found = known_keys[key]
  if found then return found end
  found = find(key, "^[%a_][%w_.-]*$") and not words[key:lower()] and key or literals.text(key)
  if key_count == MOST_KNOWN then known_keys, key_count = {}, 0 end
  known_keys[key], key_count = found, key_count + 1
  return found
end

--- Writes a text as a scalar of YAML, without quotes where YAML does not require them.
---@param text string
---@return string
function literals.scalar(text)
  if text:find "^%a[%w_-]*$" and not words[text:lower()] then return text end
  return literals.text(text)
end

-- ---- types --------------------------------------------------------------------------

local words_of = { boolean = '"bool"', string = '"string"', number = '"int", "float"', integer = '"int", "float"',
  null = '"null"', array = '"array"', object = '"map"' }
local order = { "object", "array", "string", "number", "integer", "boolean", "null" }
local values = { string = '""', boolean = "false", number = "0", integer = "0", array = "[]", object = "{}",
  null = "null" }

--- Lists types for an annotation.
---@param types table<string, true>
---@param except? string
---@param spells_integers? boolean only what is written as an integer is one
---@return string? words nil when there are none
function literals.types(types, except, spells_integers)
  local list = {}
  for i = 1, #order do
    local name = order[i]
    if types[name] and name ~= except then
      list[#list + 1] = spells_integers and name == "integer" and '"int"' or words_of[name]
    end
  end
  return list[1] and concat(list, ", ")
end

--- Returns a value of the first of several types.
---@param types table<string, true>
---@return string?
function literals.of_type(types)
  for i = 1, #order do
    if types[order[i]] then return values[order[i]] end
  end
end

--- Counts types, but not null.
---@param types table<string, true>
---@return integer
function literals.count_types(types)
  local number = 0
  for name in next, types do
    if name ~= "null" then number = number + 1 end
  end
  return number
end

return literals
