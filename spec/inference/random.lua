--- Infers schemas from random documents, and validates the documents, which must not change:
--
--     lua5.4 spec/inference/random.lua [ROUNDS [SEED]]
--
-- Each round has files of its own, and infers twice: with and without required keys. Two of three rounds look for
-- references, one of them in documents that have some.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
package.cpath = (_VERSION == "Lua 5.4" and "build/lua54/?.so;" or "build/luajit/?.so;") .. package.cpath

local measure = require "spec.inference.measure"
local random_documents = require "spec.inference.random_documents"

local rounds, seed = tonumber(arg[1] or 1000), tonumber(arg[2] or 1)
if not rounds or not seed then
  io.stderr:write "usage: lua5.4 spec/inference/random.lua [ROUNDS [SEED]]\n"
  os.exit(2)
end

local random = random_documents.source(seed)
local failed, empty, named, referring, began = 0, 0, 0, 0, os.clock()
for round = 1, rounds do
  local files = round % 3 == 0 and random_documents.of_names(random) or random_documents.files(random)
  for _, required in ipairs { false, true } do
    local result = measure.of(files, { required = required, references = round % 3 ~= 1 })
    if result.problem then
      failed = failed + 1
      if failed <= 3 then io.write(("round %d: %s\n%s\n"):format(round, result.problem, tostring(result.schema))) end
    end
    if not result.schema then empty = empty + 1 end
    if result.schema and result.schema:find("#@ def", 1, true) then named = named + 1 end
    if result.schema and result.schema:find("@schema/refers", 1, true) then referring = referring + 1 end
  end
end
io.write(("%d rounds: %d schemas, %d with definitions or kinds, %d with references, "):format(
  rounds, rounds * 2 - empty, named, referring))
io.write(("%d whose files do not pass unchanged; %.1f s\n"):format(failed, os.clock() - began))
os.exit(failed == 0 and 0 or 1)
