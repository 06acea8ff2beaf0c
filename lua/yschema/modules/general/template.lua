--- The module `template`, which exists so that schemas can load it. It cannot replace nodes.
--
-- @module yschema.modules.general.template

local calls = require "yschema.starlark.calls"
local raise = require "yschema.starlark.values".raise

local fields = {}

calls.define(fields, "replace", "node", 1, function()
  raise("template.replace: not supported, as there are no templates here: put the items in the"
    .. " node's place, or give the whole map or array as one value (`key: #@ f()`)")
end)

return { fields = fields }
