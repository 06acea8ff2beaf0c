--- Makes names for the functions of an inferred schema.
--
-- @module yschema.inference.naming.function_names

local plain_tables = require "yschema.base.plain_tables"

local function_names = {}

-- Words with a meaning in code.
local reserved = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true until
  while def elif pass lambda load None True False continue null any all assert base64 bool dict dir enumerate fail
  filter float getattr hasattr hash int ip json len list map math max md5 min module overlay print range regexp repr
  reversed schema sha256 sorted spelling str string struct table template time tuple type url version yaml yschema
  zip ytt]]):gmatch "%S+" do
  reserved[word] = true
end

local irregular = { children = "child", aliases = "alias", statuses = "status", addresses = "address" }

-- Endings of plurals, each with that of the singular.
local ENDINGS = { { "ies$", "y" }, { "sses$", "ss" }, { "([xh])es$", "%1" }, { "([^suiSUI])s$", "%1" } }

--- Returns the singular of a key: `rule` for `rules`.
---@param key? string
---@return string?
function function_names.singular(key)
  if not key then return nil end
  local start, word = key:match "^(.-)(%a%l*)$"
  if not word then return key end
  local other = irregular[word:lower()]
  if other then return start .. (word:find "^%u" and other:gsub("^%l", other.upper) or other) end
  for _, row in ipairs(ENDINGS) do
    local one, count = word:gsub(row[1], row[2])
    if count > 0 and #one >= 2 then return start .. one end
  end
  return key
end

--- Returns a name for a function from a key or a value, in small letters with `_` between words.
---@param text? string
---@return string
function function_names.of_key(text)
  local name = (text or ""):gsub("(%l)(%u)", "%1_%2"):gsub("%W+", "_"):gsub("^_+", ""):gsub("_+$", "")
  return name:lower()
end

--- Returns a unique name that is valid in code, and adds it to the taken names.
---@param text string
---@param prefix string for words that cannot be names
---@param taken table<string, boolean>
---@return string
function function_names.new(text, prefix, taken)
  local name = function_names.of_key(text)
  if name == "" then name = "value" end
  if not name:find "^%a" or reserved[name] then name = prefix .. name end
  local unique = plain_tables.free_name(taken, name, "%s_%d")
  taken[unique] = true
  return unique
end

local function words_of(name) return plain_tables.matches(name, "[^_]+") end

-- Returns the words that two lists of words end with.
local function common_ending(a, b)
  local ending = {}
  for i = 0, #a - 1 do
    if a[#a - i] ~= b[#b - i] then break end
    table.insert(ending, 1, a[#a - i])
  end
  return ending
end

--- Returns the common ending of several names: `probe` for `liveness_probe` and `readiness_probe`. If there is none, it
-- returns the most frequent name.
---@param list string[]
---@return string
function function_names.common(list)
  local counts, ending, most = {}, nil, nil
  for _, name in ipairs(list) do
    if name ~= "" then
      ending = ending and common_ending(ending, words_of(name)) or words_of(name)
      counts[name] = (counts[name] or 0) + 1
      if not most or counts[name] > counts[most] then most = name end
    end
  end
  return ending and ending[1] and table.concat(ending, "_") or most or ""
end

return function_names
