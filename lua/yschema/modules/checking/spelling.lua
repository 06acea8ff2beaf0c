--- The module `spelling`: what a mistyped word may have meant.
--
-- @module yschema.modules.checking.spelling

local core = require "yschema.core"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local support = require "yschema.modules.support"

local fields = {}

-- The words may be a list, or a map's keys. Case and underscores do not count;
-- words of more than 64 bytes are never near.
calls.define(fields, "nearest", "word words", 2, function(word, words)
  support.string("spelling.nearest", word)
  return core.nearest(word, values.items(words)) or core.null
end)

return { fields = fields }
