--- Looks at the code points of CEL's strings, which are Lua strings in UTF-8.
--
-- @module yschema.cel.values.texts

local characters = require "yschema.text.characters"
local metered = require "yschema.sandbox.metered"

local texts = {}

local byte, find, gmatch, gsub, match, rep = string.byte, string.find, string.gmatch, string.gsub, string.match,
  string.rep
local concat = table.concat
local through = metered.through
local utf8_len = utf8 and utf8.len
local count, list_of = characters.count, characters.list

--- The greatest length of a string, and the greatest number of items, that a function makes.
texts.most_bytes, texts.most_items = 16 * 1024 * 1024, 1000000

--- Counts the code points of a string. A byte that is no UTF-8 counts as one.
---@param s string
---@return integer
function texts.size(s)
  through(s)
  return count(s)
end

--- Lists the code points of a string as strings.
---@param s string
---@return string[] list
---@return integer count
function texts.characters(s)
  through(s, 1)
  return list_of(s)
end

--- Whether each character of a string is one byte.
---@param s string
function texts.is_ascii(s)
  through(s)
  return not find(s, "[\128-\255]")
end

--- Returns the code point of a character of valid UTF-8.
---@param c string
---@return integer
function texts.code(c)
  local first, second, third, fourth = byte(c, 1, 4)
  if not second then return first end
  if not third then return (first - 0xC0) * 64 + second - 0x80 end
  if not fourth then return ((first - 0xE0) * 64 + second - 0x80) * 64 + third - 0x80 end
  return (((first - 0xF0) * 64 + second - 0x80) * 64 + third - 0x80) * 64 + fourth - 0x80
end

-- The forms of characters outside of ASCII: without overlong forms, surrogates, and code points that do not exist.
local forms = {
  "^[\194-\223][\128-\191]$", "^\224[\160-\191][\128-\191]$", "^[\225-\236\238\239][\128-\191][\128-\191]$",
  "^\237[\128-\159][\128-\191]$", "^\240[\144-\191][\128-\191][\128-\191]$",
  "^[\241-\243][\128-\191][\128-\191][\128-\191]$", "^\244[\128-\143][\128-\191][\128-\191]$",
}

--- Whether a character outside of ASCII is valid UTF-8.
---@param c string
function texts.is_valid_character(c)
  for i = 1, #forms do
    if find(c, forms[i]) then return true end
  end
  return false
end

--- Whether a string is valid UTF-8.
---@param s string
function texts.is_valid(s)
  through(s)
  if utf8_len then return utf8_len(s) ~= nil end
  if not find(s, "[\128-\255]") then return true end
  if find(s, "^[\128-\191]") then return false end
  for c in gmatch(s, "[\192-\255][\128-\191]*") do
    if not texts.is_valid_character(c) then return false end
  end
  return not match(s, "[%z\1-\127][\128-\191]")
end

--- Replaces bytes that are no UTF-8 by U+FFFD.
---@param s string
---@return string
function texts.repaired(s)
  if texts.is_valid(s) then return s end
  s = gsub(s, "^[\128-\191]+", function(bytes) return rep("\239\191\189", #bytes) end)
  s = gsub(s, "([%z\1-\127])([\128-\191]+)", function(c, bytes) return c .. rep("\239\191\189", #bytes) end)
  return (gsub(s, "[\192-\255][\128-\191]*", function(c)
    if not texts.is_valid_character(c) then return rep("\239\191\189", #c) end
  end))
end

--- Joins texts, whose length is limited.
---@param fail fun(sentence: string) throws
---@param list string[]
---@param separator? string
---@return string
function texts.join(fail, list, separator)
  local size = 0
  for i = 1, #list do
    size = size + #list[i] + (separator and #separator or 0)
    if size > texts.most_bytes then fail "the string is too long" end
  end
  return concat(list, separator)
end

return texts
