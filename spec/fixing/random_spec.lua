-- `yschema.fix` on files with random mistakes: neither the order of records nor that of files matters, a second call
-- changes nothing, and what is left is what `yschema.check_files` reports.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local random_of = require "spec.properties.random"
local validation = require "yschema.batch.validation"
local yschema = require "yschema"

local SCHEMA = [==[
#@data/values-schema
---
port: 80
name: ""
names: ""
#@schema/validation one_of=["debug", "info", "warning", "warn-all"]
level: info
#@schema/renamed from=["heap_mb", "/old.heap"]
heap: 1
#@schema/renamed from="heading"
title: ""
#@schema/identity "host", scope="configuration"
list:
- host: ""
  port: 80
labels:
  #@schema/any-key
  _: 1
#@schema/nullable
#@schema/refers to="labels{}", scope="configuration"
label: ""
#@schema/nullable
#@schema/refers to="labels{}", scope="file"
near: ""
]==]

local LINES = {
  "port: 1", "prot: 1", 'port: "1"', 'prt: "2"', "name: x", "nmae: 1", "anme: y", "nam: z", "nmaes: a", "level: debgu",
  "level: INFO", "level: warn all", "level: wrning", "heap: 1", 'heap_mb: "1"', "heap_mb: x", 'old: {heap: "3"}',
  "heading: 1", "title: a", "tilte: 2", "list: [{host: a, prot: '1'}]", "list: [{hots: b}, {host: 1}, {hsot: a}]",
  "lsit: [{host: a}]", "labels: {a: 1, b: '2'}", "lables: {c: 1}", "label: a", "label: c", "label: zz", "near: a",
  "near: b", "laebl: b", "unknown: 1",
}

local ROUNDS = 40

local function document(random)
  local lines, seen = {}, {}
  for i = 1, random:int(1, 7) do
    local line = random:pick(LINES)
    local key = line:match "^[^:]+"
    if not seen[key] then lines[#lines + 1] = line end
    seen[key] = i
  end
  return table.concat(lines, "\n") .. "\n"
end

local function shuffle(random, list)
  for i = #list, 2, -1 do
    local j = random:int(1, i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

-- The content of a report. Of two equal items, that of the later file is reported, and names are said to be in the
-- first file that has them.
local function messages_of(report)
  local list = {}
  for _, record in ipairs(report.violations) do
    local message = record.message:gsub("%(/.-%)", "")
    list[#list + 1] = record.rule == "identity" and record.rule
      or ("%s:%d: %s"):format(record.file, record.line or 0, message)
  end
  table.sort(list)
  return list
end

describe("random mistakes", function()
  local dir
  local referring = validation.validate_referring
  setup(function() dir = folder.make() end)
  teardown(function()
    validation.validate_referring = referring -- luacheck: ignore
    folder.remove(dir)
  end)

  -- Fixes the files. Returns their texts and what was done.
  local function run(random, names, write)
    validation.validate_referring = function(job, sources, receive) -- luacheck: ignore
      referring(job, sources, function(verdict)
        if verdict.report then
          shuffle(random, verdict.report.violations)
          shuffle(random, verdict.report.warnings)
        end
        receive(verdict)
      end)
    end
    local request = { schema = dir .. "/s.yml", files = shuffle(random, names), write = write }
    local _, report, result = yschema.fix(request)
    validation.validate_referring = referring -- luacheck: ignore
    local texts = {}
    for _, file in ipairs(result.files) do texts[file.file] = file.text end
    return { texts = texts, done = #result.done, refused = #result.refused, left = messages_of(report) }
  end

  it("are fixed in the same way in any order, and completely", function()
    folder.write(dir, "s.yml", SCHEMA)
    local fixes = 0
    for round = 1, ROUNDS do
      local random, names, texts = random_of.new(17, round), {}, {}
      for i = 1, random:int(1, 3) do
        texts[i] = document(random)
        if random:chance(40) then texts[i] = texts[i] .. "---\n" .. document(random) end
        names[i] = folder.write(dir, ("v%d.yml"):format(i), texts[i])
      end
      local about = table.concat(texts, "\n======\n")
      local first = run(random, names)
      for _ = 1, 2 do assert.same(first, run(random, names), about) end
      assert.same(first, run(random, names, true), about)
      for name, text in pairs(first.texts) do assert.equal(text, command.read(name)) end
      local second = run(random, names)
      assert.same({ {}, 0, first.left }, { second.texts, second.done, second.left }, about)
      local _, report = yschema.check_files { schema = dir .. "/s.yml", files = names }
      assert.same(messages_of(report), first.left, about)
      fixes = fixes + first.done
      for _, name in ipairs(names) do os.remove(name) end
    end
    assert.is_true(fixes > ROUNDS)
  end)
end)
