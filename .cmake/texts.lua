-- lua .cmake/texts.lua SOURCE FOLDER
-- Writes the pages of the manual and the completions into FOLDER. It needs no module beside the checkout's
-- own, so that it runs before these are built, and prints the version when no folder is given.

local source, folder = arg[1], arg[2]
package.path = source .. "/lua/?.lua;" .. package.path

local file = assert(io.open(source .. "/lua/yschema/report/report.lua"))
local version = assert(file:read "*a":match '\nreport%.version = "([^"]*)"')
file:close()
if not folder then
  io.write(version)
  os.exit(0)
end

local commands = require "yschema.command.commands"
local completion = require "yschema.command.completion"
local man_page = require "yschema.command.man_page"

local function write(name, text)
  local out = assert(io.open(folder .. "/" .. name, "wb"))
  assert(out:write(text))
  assert(out:close())
end

for _, page in ipairs(man_page.list()) do write("man1/" .. page.file, man_page.of(page.job, version)) end
local names = { bash = "yschema", zsh = "_yschema", fish = "yschema.fish" }
for _, shell in ipairs(commands.shells) do
  write("completion/" .. shell .. "/" .. names[shell], assert(completion.of(shell)))
end
