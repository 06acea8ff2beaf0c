--- The module `spelling`: finds the word that a mistyped word may stand for.
--
-- @module yschema.modules.checking.spelling

local core = require "yschema.core"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local support = require "yschema.modules.support"

local fields = {}

-- The words may be a list or the keys of a map. Case and underscores are ignored. Words of more than 64
-- bytes are never considered similar.
calls.define(fields, "nearest", "word words", 2, function(word, words)
  support.string("spelling.nearest", word)
  return core.nearest(word, values.items(words), true) or core.null
end)

return { fields = fields }
