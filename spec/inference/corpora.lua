--- Measures `yschema infer` over folders of files by others:
--
--     lua5.4 spec/inference/corpora.lua FOLDER [--show NAME]
--
-- FOLDER has a folder for each project, with its files in `valid`. All files of a project together are the examples of
-- one schema. The script prints the projects whose files do not pass or are changed, and how long the schemas are:
-- the projects whose schema is longer than a third of the files, each with the reason, and sums by numbers of files.
-- "settings" means that the files have a key of its own in at least each third line, so that a schema that names each
-- key cannot be shorter. `--show` prints the schema of one project.

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

local GROUPS = {
  { "1 file", 1, 1 }, { "2 to 4 files", 2, 4 }, { "5 files or more", 5, math.huge }, { "all", 0, math.huge },
}
local REASONS = { "settings", "header", "descriptions", "annotations" }
local sums, projects, failed = {}, 0, 0

local function add(sum, result)
  sum.projects = sum.projects + 1
  sum.lines = sum.lines + result.lines
  sum.schema_lines = sum.schema_lines + result.schema_lines
  local reason = result.reason or "within"
  sum[reason] = (sum[reason] or 0) + 1
end

local function count(name, files, result)
  projects = projects + 1
  if result.problem then
    failed = failed + 1
    io.write(name, ": ", result.problem, "\n")
  end
  if not result.schema_lines then return end
  for i, group in ipairs(GROUPS) do
    sums[i] = sums[i] or { projects = 0, lines = 0, schema_lines = 0 }
    if #files >= group[2] and #files <= group[3] then add(sums[i], result) end
  end
  if result.reason then
    io.write(("%s: %d lines for %d: %s\n"):format(name, result.schema_lines, result.lines, result.reason))
  end
end

local function write_sum(name, sum)
  if sum.projects == 0 then return end
  io.write(("%s: %d projects, %d lines of files, %d of schemas (%.1f %%); at most a third in %d"):format(name,
    sum.projects, sum.lines, sum.schema_lines, 100 * sum.schema_lines / sum.lines, sum.within or 0))
  for _, reason in ipairs(REASONS) do
    if sum[reason] then io.write((", longer for their %s in %d"):format(reason, sum[reason])) end
  end
  io.write "\n"
end

local began = os.clock()
for _, name in ipairs(names) do
  if not shown or name == shown then
    local files = files_of(folder .. "/" .. name .. "/valid")
    local result = measure.of(files)
    if shown then io.write(result.schema or "", table.concat(result.notes, "\n"), "\n") end
    count(name, files, result)
  end
end
for i, sum in ipairs(sums) do write_sum(GROUPS[i][1], sum) end
io.write(("%d projects, %d with files that do not pass unchanged; %.1f s\n"):format(projects, failed,
  os.clock() - began))
os.exit(failed == 0 and 0 or 1)
