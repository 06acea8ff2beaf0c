--- Makes random edits of files by others:
--
--     lua5.4 spec/editing/corpora.lua FOLDER [ROUNDS] [SEED] [CHANGES]
--
-- For each file below FOLDER, and for texts with the same values that are written in other ways, CHANGES (1) random
-- nodes are changed at once, ROUNDS (10) times. The script prints the texts whose other bytes or whose values have
-- changed, and counts those that were refused, by the reasons.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
package.cpath = (_VERSION == "Lua 5.4" and "build/lua54/?.so;" or "build/luajit/?.so;") .. package.cpath

local listing = require "yschema.batch.listing"
local measure = require "spec.editing.measure"

local folder, rounds = arg[1], tonumber(arg[2] or 10)
if not folder or not rounds then
  io.stderr:write "usage: lua5.4 spec/editing/corpora.lua FOLDER [ROUNDS] [SEED] [CHANGES]\n"
  os.exit(2)
end

local state = tonumber(arg[3] or 11)
local function random(most)
  state = (state * 16807) % 2147483647
  return state % most + 1
end

local counts, files, failed = nil, 0, 0
local began = os.clock()
for _, listed in ipairs(listing.of { folder }) do
  local handle = not listed.problem and io.open(listed.path, "rb")
  local bytes = handle and handle:read "*a"
  if handle then handle:close() end
  if bytes then
    files = files + 1
    for _, file in ipairs(measure.mutants { name = listed.path, text = bytes }) do
      counts = measure.of(file, random, rounds, counts, tonumber(arg[4] or 1))
      if counts.problem then
        failed = failed + 1
        io.write(counts.problem, "\n")
        counts.problem = nil
      end
    end
  end
end
counts = counts or { done = 0, refused = 0, skipped = 0, refusals = {}, latest = {} }
for reason, number in pairs(counts.refusals) do
  io.write(("%5d %s (such as %s)\n"):format(number, reason, counts.latest[reason]))
end
io.write(("%d files: %d edited, %d refused, %d skipped; %d with other changes; %.1f s\n"):format(
  files, counts.done, counts.refused, counts.skipped, failed, os.clock() - began))
os.exit(failed == 0 and 0 or 1)
