--- The modules `data` and `template`, which exist so that schemas can load them, as in ytt. In a schema, `data` has no
-- values and no files, and `template` cannot replace nodes.
--
-- @module yschema.modules.general.unsupported

local calls = require "yschema.starlark.calls"
local raise = require "yschema.starlark.values".raise

local data, template = {}, {}

data.values = setmetatable({}, {
  struct = true, keys = {},
  __newindex = function() error("data.values is read-only", 2) end,
})

for _, name in ipairs { "list", "read" } do
  calls.define(data, name, "path", 0, function()
    raise("data." .. name .. ": code in a schema cannot read files: give the text with"
      .. " --data-value-file, or as a name in env")
  end)
end

calls.define(template, "replace", "node", 1, function()
  raise("template.replace: not supported, as there are no templates here: put the items in the"
    .. " node's place, or give the whole map or array as one value (`key: #@ f()`)")
end)

return { data = { fields = data }, template = { fields = template } }
