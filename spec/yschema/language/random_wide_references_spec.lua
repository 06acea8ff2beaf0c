-- Random files with names and references: `check_files` finds what a simple search through all documents finds, for any
-- number of processes, and with verdicts that `--resume` remembers.

local cli = require "yschema.command.cli"
local command = require "spec.support.command"
local lfs = require "lfs"
local yschema = require "yschema"

local schema = [[
#@data/values-schema
---
#@schema/identity "name", scope="configuration"
names:
- name: ""
  weight: 1
#@schema/identity "key", scope="file"
keys:
- key: ""
all:
#@schema/refers to="names[].name", scope="configuration"
- ""
near:
#@schema/refers to=["names[].name", "keys[].key"], scope="file"
- ""
own:
#@schema/refers to="names[].name"
- ""
#@schema/refers to="names[].name", scope="configuration"
main: n5
#@schema/refers to="keys[].key", scope="file"
key: n6
size: 1
]]
local compositions = tonumber(os.getenv "YSCHEMA_COMPOSITIONS") or 4
local ROUNDS = compositions == 1 and 10 or 10 * math.max(compositions, 4) -- 1: the first part of the suite

local folder

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

-- ---- documents ----------------------------------------------------------------------

local function some(most, make)
  local list = {}
  for i = 1, math.random(0, most) do list[i] = make() end
  return list
end

-- Few names, so that many are the same.
local function a_name() return ("n%d"):format(math.random(30)) end

-- Violations that have nothing to do with names.
local unrelated = { "unknown: true", "size: [1]", "size: {names: 1}", "weight" }

local function a_document()
  return {
    names = some(3, a_name), keys = some(3, a_name), all = some(3, a_name), near = some(2, a_name),
    own = some(1, a_name), main = math.random(2) == 1 and a_name() or nil,
    key = math.random(2) == 1 and a_name() or nil,
    broken = math.random(8) == 1 and unrelated[math.random(#unrelated)] or nil,
  }
end

-- Writes a document, and notes the line of each value.
local function text_of(document, lines)
  local lists = { { "names", "- name: %s" }, { "keys", "- key: %s" }, { "all", "- %s" }, { "near", "- %s" },
    { "own", "- %s" } }
  lines[#lines + 1] = "---"
  document.line, document.lines = #lines, {}
  for _, row in ipairs(lists) do
    local key, pattern = row[1], row[2]
    lines[#lines + 1] = key .. (document[key][1] and ":" or ": []")
    document.lines[key] = {}
    for i, value in ipairs(document[key]) do
      lines[#lines + 1] = pattern:format(value)
      document.lines[key][i] = #lines
      if key == "names" and document.broken == "weight" then lines[#lines + 1] = "  weight: heavy" end
    end
  end
  for _, key in ipairs { "main", "key" } do
    if document[key] then lines[#lines + 1] = ("%s: %s"):format(key, document[key]) end
    document.lines[key] = document[key] and #lines
  end
  if document.broken and document.broken ~= "weight" then lines[#lines + 1] = document.broken end
end

local function a_file(name)
  local file, lines = { name = name }, {}
  if math.random(12) == 1 then -- without a document, so that all values are defaults
    write("d/" .. name, "")
    file[1] = { names = {}, keys = {}, all = {}, near = {}, own = {}, line = 1, lines = {} }
    return file
  end
  for i = 1, math.random(3) do
    file[i] = a_document()
    text_of(file[i], lines)
  end
  write("d/" .. name, table.concat(lines, "\n") .. "\n")
  return file
end

-- ---- the simple search --------------------------------------------------------------

local function adder(found, file)
  return function(kind, path, line) found[#found + 1] = ("%s %s %s:%d"):format(kind, path, file.name, line) end
end

local function names_in(documents, keys)
  local set = {}
  for _, document in ipairs(documents) do
    for _, key in ipairs(keys) do
      for _, name in ipairs(document[key]) do set[name] = true end
    end
  end
  return set
end

local function missing(document, key, set, add)
  for i, name in ipairs(document[key]) do
    if not set[name] then add("reference", ("%s[%d]"):format(key, i - 1), document.lines[key][i]) end
  end
end

-- A value that is a default is missing in its document.
local function missing_one(document, key, default, set, add)
  if not set[document[key] or default] then add("reference", key, document.lines[key] or document.line) end
end

-- An item like another one of its own array is reported by its document, once.
local function repeated(document, key, item_key, seen, add)
  local own = {}
  for i, name in ipairs(document[key]) do
    local path, line = ("%s[%d]"):format(key, i - 1), document.lines[key][i]
    if own[name] then add("identity", path .. "." .. item_key, line)
    elseif seen[name] then add("identity", path, line) end
    own[name] = true
  end
  for name in pairs(own) do seen[name] = true end
end

-- The violations of names. Other violations change nothing about it.
local function expected(files)
  local found, everything, seen = {}, {}, {}
  for _, file in ipairs(files) do
    for _, document in ipairs(file) do everything[#everything + 1] = document end
  end
  local all = names_in(everything, { "names" })
  for _, file in ipairs(files) do
    local near, keys = names_in(file, { "names", "keys" }), names_in(file, { "keys" })
    local seen_near, add = {}, adder(found, file)
    for _, document in ipairs(file) do
      missing(document, "own", names_in({ document }, { "names" }), add)
      missing(document, "near", near, add)
      missing(document, "all", all, add)
      missing_one(document, "main", "n5", all, add)
      missing_one(document, "key", "n6", keys, add)
      repeated(document, "keys", "key", seen_near, add)
      repeated(document, "names", "name", seen, add)
    end
  end
  table.sort(found)
  return found
end

local function found_by(jobs)
  local _, report = yschema.check_files { project = folder .. "/.yschema.yml", jobs = jobs }
  local found = {}
  for _, one in ipairs(report.violations) do
    if one.kind == "reference" or one.kind == "identity" then
      found[#found + 1] = ("%s %s %s:%d"):format(one.kind, one.path, one.file:match "[^/]+$", one.line)
    end
  end
  table.sort(found)
  return found, tostring(report)
end

-- ---- the command --------------------------------------------------------------------

local function run(...)
  local texts = {}
  local stream = {
    write = function(self, ...)
      for _, text in ipairs { ... } do texts[#texts + 1] = text end
      return self
    end, flush = function() return true end,
  }
  local words = { "check", "-q", "--project", folder .. "/.yschema.yml", ... }
  local status = cli.main(words, { out = stream, err = stream })
  return status .. table.concat(texts)
end

describe("random files with names and references", function()
  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    lfs.mkdir(folder)
    write(".yschema.yml", 'configurations:\n- {name: all, schema: s.yml, each: ["d/*.yml"]}\n')
    write("s.yml", schema)
    math.randomseed(20261127)
  end)
  after_each(function() os.execute("rm -r " .. command.quote(folder)) end)

  local function make()
    os.execute(("rm -rf %s/d && mkdir %s/d"):format(command.quote(folder), command.quote(folder)))
    local files = {}
    for i = 1, math.random(12) do files[i] = a_file(("f%02d.yml"):format(i)) end
    return files
  end

  it("have the violations of names that a simple search finds, with any number of processes", function()
    local count = 0
    for _ = 1, ROUNDS do
      local wanted = expected(make())
      local found, report = found_by(1)
      assert.same(wanted, found)
      local other, same_report = found_by(3)
      assert.same(wanted, other)
      assert.equal(report, same_report)
      count = count + #wanted
    end
    assert.is_true(count > ROUNDS)
  end)

  it("get the same report when some verdicts are remembered", function()
    for _ = 1, ROUNDS do
      local files, memory = make(), folder .. "/memory"
      local first = run("-j", "1")
      assert.equal(first, run("-j", "1", "--resume", memory))
      assert.equal(first, run("-j", "2", "--resume", memory))
      a_file(files[1].name) -- another text
      local changed = run("-j", "2")
      assert.equal(changed, run("-j", "1", "--resume", memory))
      assert.equal(changed, run("-j", "1", "--resume", memory))
      os.remove(memory)
    end
  end)
end)
