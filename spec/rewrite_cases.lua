-- Writes into the acceptance cases what the command prints now, after a change that is wanted. Read the
-- difference (`git diff spec/cases`) before you commit it:
--
--   lua5.4 spec/rewrite_cases.lua                      all cases
--   lua5.4 spec/rewrite_cases.lua keys rules/context   those of a topic, and one case
--
-- A case that ends with another status than its `rc` says stays as it is, and is reported: the status is what
-- the case was written for. When the new status is wanted, write `rc` by hand, then run this again.

package.path = "./?.lua;" .. package.path
local cases = require "spec.support.cases"
local command = require "spec.support.command"

assert(command.runtime == "lua5.4", "the cases are in the words of Lua 5.4: run this with lua5.4")

local rewritten, refused = 0, 0

local function refuse(name, why)
  refused = refused + 1
  io.stderr:write(("REFUSED %s: %s\n"):format(name, why))
end

local function rewrite_all(within)
  local names = cases.find(within)
  if #names == 0 then refuse(within, "there is no such case or topic in spec/cases") end
  for _, name in ipairs(names) do
    local changed, why = cases.rewrite(name)
    if why then refuse(name, why) end
    if changed then
      rewritten = rewritten + 1
      print(name)
    end
  end
end

if #arg == 0 then rewrite_all() end
for _, within in ipairs(arg) do rewrite_all(cases.name_of(within)) end

print(("%d rewritten, %d refused"):format(rewritten, refused))
os.exit(refused == 0)
