--- Finds out from keys whether values may be names of things: `upstream_id` and `upstreams`.
--
-- @module yschema.inference.naming.affinity

local plain_tables = require "yschema.base.plain_tables"
local function_names = require "yschema.inference.naming.function_names"

local affinity = {}

-- Words that say only that a value is a name, in the singular.
local GENERAL = { name = true, id = true, key = true, ref = true, uid = true }

local function words_of(key)
  local words = {}
  for word in function_names.of_key(key):gmatch "[^_]+" do words[#words + 1] = function_names.singular(word) end
  return words
end

-- The words of a key without the general ones at its end.
local function particular_words(key)
  local words = words_of(key)
  while GENERAL[words[#words]] do table.remove(words) end
  return words
end

--- Returns whether a key has one of the usual names for names.
---@param key string
---@return boolean
function affinity.is_general(key)
  local words = words_of(key)
  return GENERAL[words[#words]] ~= nil
end

local function score_of(words, others)
  if not words[1] or not others[1] then return 0 end
  if plain_tables.has_all(words, others) then return 2 * #others end
  return words[#words] == others[#others] and 1 or 0
end

--- Returns how well the key of a value suits the names of a collection: 0 without a word in common.
---@param key? string of the value
---@param around? string the key of the collection that the value is in
---@param collection? string the key of the collection with the names
---@param name? string the key of the names
---@return integer score
function affinity.of(key, around, collection, name)
  local words = particular_words(key)
  local of_name = score_of(words, particular_words(name))
  if not words[1] then words = particular_words(around) end
  local score = score_of(words, particular_words(collection))
  return score > of_name and score or of_name
end

return affinity
