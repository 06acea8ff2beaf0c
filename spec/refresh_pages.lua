-- Writes into each page what its commands print now. Read the difference before you commit it:
--
--   lua5.4 spec/refresh_pages.lua README.md examples/language/README.md

package.path = "./?.lua;" .. package.path
local command = require "spec.support.command"
local pages = require "spec.support.pages"

for _, name in ipairs(arg) do
  local text, from, parts = assert(command.read(name)), 1, {}
  pages.play(name, text, function(turn, printed)
    local typed = "$ " .. turn.typed .. "\n"
    local first, last = text:find(typed .. turn.printed, from, true)
    parts[#parts + 1] = text:sub(from, first - 1) .. typed .. printed
    from = last + 1
  end)
  local file = assert(io.open(name, "wb"))
  file:write(table.concat(parts), text:sub(from))
  file:close()
end
