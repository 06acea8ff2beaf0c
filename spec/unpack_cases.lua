-- Writes the files of acceptance cases into folders, to run the command on them by hand, or to use them
-- elsewhere (spec/fuzz/run.sh does):
--
--   lua5.4 spec/unpack_cases.lua FOLDER                    all cases, each into FOLDER/<topic>/<name>
--   lua5.4 spec/unpack_cases.lua FOLDER keys rules/when    those of a topic, and one case

package.path = "./?.lua;" .. package.path
local cases = require "spec.support.cases"

local function unpack_all(target, within)
  local names = cases.find(within)
  assert(#names > 0, "there is no such case or topic in spec/cases: " .. tostring(within))
  for _, name in ipairs(names) do cases.unpack(cases.read(name), target .. "/" .. name) end
end

assert(arg[1], "usage: lua5.4 spec/unpack_cases.lua FOLDER [TOPIC | TOPIC/NAME]...")
if not arg[2] then unpack_all(arg[1]) end
for i = 2, #arg do unpack_all(arg[1], cases.name_of(arg[i])) end
