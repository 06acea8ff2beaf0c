-- Writes the number of the interface between the core and Lua into both sides, after a change in
-- csrc/lua: see spec/support/interface.lua. Build again afterwards.
--
--   lua5.4 spec/raise_interface.lua

package.path = "./?.lua;" .. package.path
package.cpath = "build/" .. (rawget(_G, "jit") and "luajit" or "lua54") .. "/?.so;" .. package.cpath
local command = require "spec.support.command"
local interface = require "spec.support.interface"

local number = interface.number()
for _, place in ipairs(interface.places) do
  local text = command.read(place.path):gsub(place.pattern, "%1" .. number .. "%3")
  local file = assert(io.open(place.path, "wb"))
  assert(file:write(text))
  assert(file:close())
end
print("the interface is " .. number)
