--- Measures `yschema migrate` over folders of files by others:
--
--     lua5.4 spec/migration/corpora.lua FOLDER [ROUNDS] [--refusals]
--
-- For each file below FOLDER, and for texts with the same values that are written in other ways, ROUNDS (10) schemas
-- are made in which a random key has another name, or is in another map. The script prints the files whose other bytes
-- or whose values have changed, and counts those that were refused.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
package.cpath = (_VERSION == "Lua 5.4" and "build/lua54/?.so;" or "build/luajit/?.so;") .. package.cpath

local listing = require "yschema.batch.listing"
local measure = require "spec.migration.measure"
local mutants = require "spec.editing.measure".mutants

local folder, rounds = arg[1], tonumber(arg[2] or 10)
if not folder or not rounds then
  io.stderr:write "usage: lua5.4 spec/migration/corpora.lua FOLDER [ROUNDS] [--refusals]\n"
  os.exit(2)
end

local state = 11
local function random(most)
  state = (state * 16807) % 2147483647
  return state % most + 1
end

local total = { files = 0, done = 0, refused = 0, skipped = 0, failed = 0 }
local began = os.clock()

local function measure_file(file)
  local counts = measure.of(file, random, rounds)
  for _, name in ipairs { "done", "refused", "skipped" } do total[name] = total[name] + counts[name] end
  if arg[3] then io.write(table.concat(counts.refusals, "\n"), counts.refusals[1] and "\n" or "") end
  if counts.problem then
    total.failed = total.failed + 1
    io.write(counts.problem, "\n")
  end
end

for _, listed in ipairs(listing.of { folder }) do
  local handle = not listed.problem and io.open(listed.path, "rb")
  local text = handle and handle:read "*a"
  if handle then handle:close() end
  if text then
    total.files = total.files + 1
    for _, file in ipairs(mutants { name = listed.path, text = text }) do measure_file(file) end
  end
end
io.write(("%d files: %d rewritten, %d refused, %d without such a key; %d files with other changes; %.1f s\n"):format(
  total.files, total.done, total.refused, total.skipped, total.failed, os.clock() - began))
os.exit(total.failed == 0 and 0 or 1)
