--- The module `data`: schemas may load it, as in ytt, but it has no values and no files there.
--
-- @module yschema.modules.general.data

local calls = require "yschema.starlark.calls"
local raise = require "yschema.starlark.values".raise

local fields = {
  values = setmetatable({}, {
    struct = true, keys = {},
    __newindex = function() error("data.values is read-only", 2) end,
  }),
}

for _, name in ipairs { "list", "read" } do
  calls.define(fields, name, "path", 0, function()
    raise("data." .. name .. ": code in a schema cannot read files: give the text with"
      .. " --data-value-file, or as a name in env")
  end)
end

return { fields = fields }
