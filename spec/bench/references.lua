--- Names and references of many files: `yschema check` of 20,000 files with 10^5 references that other documents
--- decide, next to the same files by the same schema without `@schema/identity` and `@schema/refers`.

local FILES = 20000

local schema = [[
#@data/values-schema
---
zone: ""
#@schema/identity "name", scope="configuration"
exports:
- name: ""
  port: 0
uses:
#@schema/refers to="exports[].name", scope="configuration"
- ""
#@schema/refers to="exports[].name", scope="file"
main: ""
#@schema/refers to="exports[].name"
first: ""
]]

-- A file gives five names and refers to five, four of which are in other files.
local function text_of(number)
  local lines = { ("zone: eu-%d\nexports:\n"):format(number % 7) }
  for i = 1, 5 do lines[i + 1] = ("- name: service-%d-%d\n  port: %d\n"):format(number, i, 8000 + i) end
  lines[7] = "uses:\n"
  for i = 1, 4 do
    lines[i + 7] = ("- service-%d-%d\n"):format((number * 7919 + i * 104729) % FILES, (number + i) % 5 + 1)
  end
  lines[12] = ("main: service-%d-2\nfirst: service-%d-1\n"):format(number, number)
  return table.concat(lines)
end

-- Makes the files below a folder, and two projects that validate them.
local function make(bench, folder)
  bench.shell(("rm -rf %s && mkdir -p %s/files"):format(folder, folder))
  for number = 0, FILES - 1 do bench.write(("%s/files/%05d.yml"):format(folder, number), text_of(number)) end
  for name, text in pairs { with = schema, without = schema:gsub("[^\n]*@schema/[^\n]*\n", "") } do
    bench.write(("%s/%s.schema.yml"):format(folder, name), text)
    bench.write(("%s/%s.yml"):format(folder, name),
      ("configurations:\n- name: all\n  schema: %s.schema.yml\n  each: [\"files/*.yml\"]\n"):format(name))
  end
end

return function(bench)
  local folder = bench.data .. "references"
  make(bench, folder)
  local lua, modules = bench.runtimes[1][1], bench.runtimes[1][2]
  local check = ("env LUA_CPATH='%s/%s/?.so;;' %s -l yschema.core lua/bin/yschema check -q -j %%d"
    .. " --project %s/%%s.yml"):format(bench.folder, modules, lua, folder)
  for jobs, limit in ipairs { 1.5, 1.6 } do
    local found = bench.numbers(("%s/spec/bench/command %d %s -- %s"):format(bench.folder, bench.quick and 3 or 5,
      check:format(jobs, "with"), check:format(jobs, "without")))
    bench.row("26", ("20,000 files, 10^5 references: over none, -j %d"):format(jobs), limit, found.cpu, "x")
    bench.row("26", "the same, without the time of the system", nil, found.user, "x")
  end
end
