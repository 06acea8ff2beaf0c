--- Measures `yschema infer` over folders of files by others:
--
--     lua5.4 spec/inference/corpora.lua FOLDER [--show NAME]
--
-- FOLDER has a folder for each project, with its files in `valid`. All files of a project together are the examples of
-- one schema. The script prints the projects whose files do not pass or are changed, and how long the schemas are.
-- `--show` prints the schema of one project.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
package.cpath = (_VERSION == "Lua 5.4" and "build/lua54/?.so;" or "build/luajit/?.so;") .. package.cpath

local listing = require "yschema.batch.listing"
local measure = require "spec.inference.measure"
local lfs = require "lfs"

local folder, flag, shown = arg[1], arg[2], arg[3]
if not folder or (flag and flag ~= "--show") then
  io.stderr:write "usage: lua5.4 spec/inference/corpora.lua FOLDER [--show NAME]\n"
  os.exit(2)
end

local function files_of(path)
  local list = {}
  for _, file in ipairs(listing.of { path }) do
    local handle = not file.problem and io.open(file.path, "rb")
    if handle then
      list[#list + 1] = { name = file.path, text = handle:read "*a" }
      handle:close()
    end
  end
  return list
end

local names = {}
for name in lfs.dir(folder) do
  local path = folder .. "/" .. name .. "/valid"
  if name:sub(1, 1) ~= "." and lfs.attributes(path, "mode") then names[#names + 1] = name end
end
table.sort(names)

local total = { projects = 0, lines = 0, schema_lines = 0, failed = 0, within = 0, large = 0, large_within = 0 }

local function count(name, result)
  total.projects = total.projects + 1
  if result.problem then
    total.failed = total.failed + 1
    io.write(name, ": ", result.problem, "\n")
  end
  if not result.schema_lines then return end
  total.lines = total.lines + result.lines
  total.schema_lines = total.schema_lines + result.schema_lines
  local within = result.schema_lines * 3 <= result.lines and 1 or 0
  total.within = total.within + within
  if result.lines < 300 then return end
  total.large, total.large_within = total.large + 1, total.large_within + within
  if within == 0 then io.write(("%s: %d lines for %d\n"):format(name, result.schema_lines, result.lines)) end
end

local began = os.clock()
for _, name in ipairs(names) do
  if not shown or name == shown then
    local result = measure.of(files_of(folder .. "/" .. name .. "/valid"))
    if shown then io.write(result.schema or "", table.concat(result.notes, "\n"), "\n") end
    count(name, result)
  end
end
io.write(("%d projects, %d with files that do not pass unchanged\n"):format(total.projects, total.failed))
io.write(("%d lines of files, %d of schemas (%.0f %%); at most a third in %d projects, and in %d of the %d that have"
  .. " at least 300 lines; %.1f s\n"):format(total.lines, total.schema_lines, 100 * total.schema_lines / total.lines,
  total.within, total.large_within, total.large, os.clock() - began))
os.exit(total.failed == 0 and 0 or 1)
