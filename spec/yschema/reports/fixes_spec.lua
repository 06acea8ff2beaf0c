-- The fixes of records (reference#fixes), for violations that have exactly one possible correction.

local yschema = require "yschema"

local SCHEMA = [==[
#@data/values-schema
---
port: 80
name: ""
flag: false
ratio: 0.5
#@schema/nullable
maybe: ""
#@schema/type any=True
any: ""
first_item: ""
first_itec: ""
#@schema/validation one_of=["debug", "info", "tcp4", "tcp", "ab"]
level: info
#@schema/renamed from="heap_mb"
heap: 1
#@schema/renamed from="/net.addr"
address: ""
#@schema/renamed from="old_ms", with=lambda v: v
ms: 1
#@schema/removed "nothing reads it"
legacy: 1
list:
- ""
#@schema/sensitive
pin: ""
#@schema/sensitive
#@schema/validation one_of=["alpha", "beta"]
word: alpha
]==]

local function show(fix)
  if not fix then return nil end
  return fix.action .. (fix.to and " " .. fix.to or "") .. (fix.value ~= nil and " = " .. tostring(fix.value) or "")
end

-- The fixes of all records about a text, each with its path.
local function fixes(text, schema)
  local _, report = assert(yschema.load(schema or SCHEMA, { name = "s.yml" })):apply(text)
  local found = {}
  for _, list in ipairs { report.violations, report.warnings } do
    for _, record in ipairs(list) do found[record.path] = show(record.fix) or "none" end
  end
  return found, report
end

describe("the fix of a record", function()
  for _, row in ipairs {
    { "a key with two letters swapped", "prot: 1\n", "prot", "rename port" },
    { "a key in another spelling", "first-Itec: a\n", "first-Itec", "rename first_itec" },
    { "a key for which two names are as near", "first_itee: a\n", "first_itee", "none" },
    { "a key that is given, too", "prot: 1\nport: 2\n", "prot", "none" },
    { "a key two edits away", "porrrt: 1\n", "porrrt", "none" },
    { "a key with another digit", "port1: 1\n", "port1", "none" },
    { "a key that nothing is near to", "zzz: 1\n", "zzz", "none" },
    { "a number for a string", "name: 1.20\n", "name", "quote" },
    { "a boolean for a string", "name: yes\n", "name", "quote" },
    { "a number for a nullable string", "maybe: 1\n", "maybe", "quote" },
    { "null for a string", "name: ~\n", "name", "none" },
    { "a map for a string", "name: {}\n", "name", "none" },
    { "an item", "list: [1]\n", "list[0]", "quote" },
    { "an integer in quotes", "port: '8080'\n", "port", "unquote" },
    { "a float in quotes", "ratio: \"1.5\"\n", "ratio", "unquote" },
    { "an integer in quotes for a float", "ratio: \"1\"\n", "ratio", "unquote" },
    { "a boolean in quotes", "flag: \"true\"\n", "flag", "unquote" },
    { "a boolean of YAML 1.1 in quotes", "flag: \"yes\"\n", "flag", "none" },
    { "an octal number of YAML 1.1 in quotes", "port: \"017\"\n", "port", "none" },
    { "a number with underscores in quotes", "port: \"8_080\"\n", "port", "none" },
    { "a float in quotes for an integer", "port: \"1.5\"\n", "port", "none" },
    { "a word for an integer", "port: abc\n", "port", "none" },
    { "an allowed value, misspelt", "level: debgu\n", "level", "replace = debug" },
    { "another digit of an allowed value", "level: tcp6\n", "level", "none" },
    { "a short allowed value", "level: ac\n", "level", "none" },
    { "a key under its old name", "heap_mb: 4\n", "heap_mb", "rename heap" },
    { "a key whose old name is in another map", "net: {addr: x}\n", "net.addr", "move address" },
    { "a key whose value is converted", "old_ms: 4\n", "old_ms", "none" },
    { "a removed key", "legacy: 4\n", "legacy", "remove" },
    { "a sensitive number", "pin: 80\n", "pin", "quote" },
    { "a sensitive word", "word: alpah\n", "word", "none" },
  } do
    it("is made for " .. row[1], function() assert.equal(row[4], fixes(row[2])[row[3]]) end)
  end

  it("adds a missing key that has only one value", function()
    local schema = "#@data/values-schema\n---\n#@schema/required\n#@schema/validation one_of=['v1']\nkind: ''\n"
      .. "#@schema/required\nname: ''\n"
    assert.same({ kind = "add = v1", name = "none" }, fixes("{}\n", schema))
  end)

  it("replaces a word that selects no alternative", function()
    local schema = "#@data/values-schema\n---\n"
      .. "#@schema/one-of {'kind': 'file', 'a': 1}, {'kind': 'remote'}, by='kind'\nof: {kind: file, a: 1}\n"
    assert.same({ ["of.kind"] = "replace = remote" }, fixes("of: {kind: remtoe}\n", schema))
  end)

  it("is in JSON, in Lua's as in the core's", function()
    local _, report = fixes "prot: 1\n"
    assert.matches('"hint":"did you mean \\"port\\"?","fix":{"action":"rename","to":"port"}', report:json(), 1, true)
  end)

  it("shows nothing that is masked", function()
    local _, report = fixes "word: alpah\npin: 80\n"
    for _, format in ipairs { "json", "sarif" } do
      assert.is_nil(report[format](report):find("alpha", 1, true))
      assert.is_nil(report[format](report):find('"80"', 1, true))
    end
  end)
end)

describe("the edit in SARIF", function()
  for _, row in ipairs {
    { "prot: 1\n", "1:1-5 port" },
    { "'prot': 1\n", "1:1-7 'port'" },
    { "{\"prot\" : 1}\n", "1:2-8 \"port\"" },
    { "a:\n  - {x: 1}\n", nil },
    { "name:   1.20   # x\n", "1:9-13 \"1.20\"" },
    { "name: &a 1\n", "1:10-11 \"1\"" },
    { "name:\n  1\n", nil },
    { "list:\n- 1\n- 2 # x\n", "2:3-4 \"1\" 3:3-4 \"2\"" },
    { "list: [ab, 17 ,c]\n", "1:12-14 \"17\"" },
    { "{name: 1, port: '2'}\n", "1:8-9 \"1\" 1:17-20 2" },
    { "level: debgu\n", "1:8-13 debug" },
    { "level: \"debgu\"\n", "1:8-15 \"debug\"" },
    { "pin: 80\n", nil },
    { "heap_mb: 3\n", "1:1-8 heap" },
    { "net: {addr: x}\n", nil },
  } do
    it("of " .. row[1]:gsub("\n", "\\n"), function()
      local schema = assert(yschema.load(SCHEMA, { name = "s.yml" }))
      local path = os.tmpname()
      local handle = assert(io.open(path, "w"))
      handle:write(row[1])
      handle:close()
      local _, report = schema:apply_files(path)
      os.remove(path)
      local found = {}
      for region, text in report:sarif():gmatch '"deletedRegion":({.-}),"insertedContent":{"text":"(.-)"}' do
        local line, first, last = region:match '"startLine":(%d+),"startColumn":(%d+),"endColumn":(%d+)'
        found[#found + 1] = ("%s:%s-%s %s"):format(line, first, last, (text:gsub("\\", "")))
      end
      assert.equal(row[2] or "", table.concat(found, " "))
    end)
  end
end)
