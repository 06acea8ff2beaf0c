-- Writes the lists of modules into the rockspecs of the checkout, and the rockspecs of the release of this version:
--
--   lua5.4 rocks/update.lua

package.path = "./?.lua;" .. package.path

for _, rockspec in ipairs(require "spec.support.rockspecs".texts()) do
  local file = assert(io.open(rockspec.path, "wb"))
  assert(file:write(rockspec.text))
  assert(file:close())
end
