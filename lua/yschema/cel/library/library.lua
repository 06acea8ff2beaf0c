--- Lists CEL's functions: operators, conversions and libraries.
--
-- @module yschema.cel.library.library

local library, n = {}, 0

for _, rows in ipairs {
  require "yschema.cel.values.operators",
  require "yschema.cel.values.conversions",
  require "yschema.cel.library.general",
  require "yschema.cel.library.strings",
  require "yschema.cel.library.lists",
  require "yschema.cel.library.math",
  require "yschema.cel.library.regex",
  require "yschema.cel.library.network",
  require "yschema.cel.library.quantities",
  require "yschema.cel.library.versions",
  require "yschema.cel.library.named_formats",
} do
  for _, row in ipairs(rows) do
    n = n + 1
    library[n] = row
  end
end

return library
