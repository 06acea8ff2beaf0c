-- `yschema fix` and `yschema.fix`: violations that have exactly one remedy are corrected, and nothing else changes.

local yschema = require "yschema"
local command = require "spec.support.command"
local pace = require "spec.support.pace"

local SCHEMA = [==[
#@data/values-schema
---
port: 80
name: ""
flag: false
ratio: 0.5
#@schema/validation one_of=["debug", "info", "warning"]
level: info
#@schema/renamed from="heap_mb"
heap: 1
#@schema/renamed from="/net.addr"
address: ""
#@schema/removed "nothing reads it"
legacy: 1
list:
- host: ""
  port: 80
words:
- ""
tls:
  cert: ""
  #@schema/key-may-be-present
  key: ""
#@schema/sensitive
pin: ""
#@schema/nullable
maybe: ""
#@schema/type any=True
any: 1
]==]

local folder

local function write(name, text)
  local path = folder .. "/" .. name
  assert(os.execute("mkdir -p " .. command.quote(path:match "^(.*)/")))
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  return path
end

local function read(name) return command.read(folder .. "/" .. name) end

local function before()
  folder = os.tmpname()
  os.remove(folder)
  write("in", "")
end

local function after() os.execute("rm -r " .. command.quote(folder)) end

local function fix(...) return command.run({ "fix", ... }, { folder = folder, stdin = folder .. "/in" }) end

-- Fixes a text. Returns the new text, the report and the result.
local function fixed(text, schema, options)
  local request = { schema = write("s.yml", schema or SCHEMA) }
  request.files = write(options and options.name or "v.yml", text)
  for key, value in pairs(options or {}) do
    if key ~= "name" then request[key] = value end
  end
  local _, report, result = yschema.fix(request)
  return result.files[1] and result.files[1].text or text, report, result
end

-- Asserts what a text becomes, without violations, and that a second run changes nothing.
local function becomes(new, text, options, schema)
  local found, report, result = fixed(text, schema, options)
  assert.equal(new, found, tostring(report) .. (result.refused[1] and result.refused[1].message or ""))
  assert.same({}, report.violations, tostring(report))
  assert.equal(new, (fixed(new, schema, options)))
end

-- Asserts that a text stays as it is, and why a fix was refused.
local function stays(text, why, options, schema)
  local found, report, result = fixed(text, schema, options)
  assert.equal(text, found)
  assert.truthy(report.violations[1])
  if why then assert.matches(why, result.refused[1] and result.refused[1].message or "nothing refused", 1, true) end
end

describe("a fixed file", function()
  before_each(before)
  after_each(after)

  it("keeps a map that has a comment of its own, as yschema migrate does", function()
    local text = "net: # of the balancer\n  addr: a\n"
    local found, _, result = fixed(text)
    assert.equal(text, found)
    assert.matches("moves to another map, and a comment would be lost", result.refused[1].message, 1, true)
  end)

  for _, row in ipairs {
    { "a misspelt key", "prot: 1 # c\nname: a\n", "port: 1 # c\nname: a\n" },
    { "one in quotes", "'prot': 1\n\"nmae\": a\n", "'port': 1\n\"name\": a\n" },
    { "one in brackets", "{prot: 1, tls: {crt: a}}\n", "{port: 1, tls: {cert: a}}\n" },
    { "one after a dash", "list:\n- prot: 1\n  hots: a\n- {hots: b}\n", "list:\n- port: 1\n  host: a\n- {host: b}\n" },
    { "one whose value has a mistake, too", "prot: \"1\"\n", "port: 1\n" },
    { "one above a map with mistakes", "tsl:\n  crt: 1 # c\n", "tls:\n  cert: \"1\" # c\n" },
    { "a misspelt value", "level: debgu # c\n", "level: debug # c\n" },
    { "one in other letters", "level: WARNING\n", "level: warning\n" },
    { "one with a letter twice", "level: infoo\n", "level: info\n" },
    { "an old name whose value has a mistake", 'heap_mb: "1"\n', "heap: 1\n" },
    { "one that moves", "net: {addr: 1}\n", 'address: "1"\n' },
    { "an old name above a misspelt key", "heap_mb: '2'\nnmae: 1\n", "heap: 2\nname: \"1\"\n" },
    { "one in quotes", "level: 'debgu'\n", "level: 'debug'\n" },
    { "missing quotes", "name: 1.20   # c\n", "name: \"1.20\"   # c\n" },
    { "missing quotes beside single ones", "maybe: 'a: b'\nname: yes\n", "maybe: 'a: b'\nname: 'yes'\n" },
    { "missing quotes in brackets", "{name: 0x10, words: [1, true ,a]}\n",
      "{name: \"0x10\", words: [\"1\", \"true\" ,a]}\n" },
    { "missing quotes of a sensitive value", "pin: 0123\n", "pin: \"0123\"\n" },
    { "missing quotes below the key", "name:\n  12 # c\n", "name: \"12\" # c\n" },
    { "superfluous quotes", "port: '81' # c\nratio: \"1.50\"\nflag: \"true\"\n",
      "port: 81 # c\nratio: 1.50\nflag: true\n" },
    { "superfluous quotes in brackets", "{port: '81', list: [{port: \"1\"}]}\n", "{port: 81, list: [{port: 1}]}\n" },
    { "a renamed key", "heap_mb: 3 # c\n", "heap: 3 # c\n" },
    { "a key of another map", "port: 1\nnet:\n  # why\n  addr: a # c\n", "port: 1\n# why\naddress: a # c\n" },
    { "CRLF", "prot: 1\r\nname: 2\r\n", "port: 1\r\nname: \"2\"\r\n" },
    { "a byte order mark", "\239\187\191prot: 1\n", "\239\187\191port: 1\n" },
    { "no line break at the end", "prot: 1", "port: 1" },
    { "several documents", "prot: 1\n---\nname: 3\n---\nport: 1\n", "port: 1\n---\nname: \"3\"\n---\nport: 1\n" },
    { "characters beyond ASCII", "any: grüße\nnmae: größe\n", "any: grüße\nname: größe\n" },
    { "comments and blank lines", "# a\n\nprot: 1\n\n# b\n", "# a\n\nport: 1\n\n# b\n" },
  } do
    it("corrects " .. row[1] .. ": " .. row[2]:gsub("%s+", " "), function() becomes(row[3], row[2]) end)
  end

  it("is JSON still", function()
    becomes('{"port": 1, "name": "1.20", "flag": true}\n', '{"prot": "1", "name": 1.20, "flag": "true"}\n',
      { name = "v.json" })
    stays('{"port": "0x10"}\n', nil, { name = "v.json" })
  end)

  for _, row in ipairs {
    { "two names that are as near", "porr: 1\n", nil, "#@data/values-schema\n---\nport: 1\nporn: 1\n" },
    { "a key that is given, too", "prot: 1\nport: 2\n" },
    { "text that means different things", "port: \"017\"\nflag: 'yes'\n" },
    { "an anchor", "name: &a 1\n", "has an anchor or a tag" },
    { "a tag", "name: !!int 1\n", "has an anchor or a tag" },
    { "what an alias repeats", "words: [&x 1]\nany: *x\n", "anchor" },
    { "a block scalar", "port: |-\n  81\n", "is not in quotes" },
    { "a removed key", "legacy: 1\n" },
    { "a value that another rule refuses", "a: 80\n", "there would be another violation: a must have the format",
      "#@data/values-schema\n---\n#@schema/validation format='email'\na: ''\n" },
    { "a key whose value does not fit", "prot: many\n", "there would be another violation: port: expected integer" },
  } do
    it("leaves " .. row[1], function() stays(row[2], row[3], nil, row[4]) end)
  end

  it("keeps what holds, and leaves the rest", function()
    local text, report, result = fixed "prot: 1\nname: &a 2\nflag: \"true\"\nzzz: 1\n"
    assert.equal("port: 1\nname: &a 2\nflag: true\nzzz: 1\n", text)
    assert.equal(2, #report.violations)
    assert.equal(2, #result.done)
    assert.equal("name", result.refused[1].path)
  end)

  it("fixes many, of which one does not hold", function()
    local lines, wanted = {}, {}
    for i = 1, 40 do
      lines[i] = ("- prot: %s"):format(i == 17 and "x" or i)
      wanted[i] = ("- %s: %s"):format(i == 17 and "prot" or "port", i == 17 and "x" or i)
    end
    local text, report = fixed("list:\n" .. table.concat(lines, "\n") .. "\n")
    assert.equal("list:\n" .. table.concat(wanted, "\n") .. "\n", text)
    assert.equal(1, #report.violations)
  end)

  it("fixes thousands, of which some do not hold", function()
    local lines = { "list:" }
    for i = 1, 3000 do lines[#lines + 1] = ("- prot: %s"):format(i % 100 == 0 and "x" or i) end
    local began = os.clock()
    local _, report = fixed(table.concat(lines, "\n") .. "\n")
    assert.equal(30, #report.violations)
    assert.is_true(pace.within_processor(os.clock() - began, 20))
  end)

  it("corrects a key beside one whose name is empty", function()
    for _, keys in ipairs { 'name: 0.5\n"": [false]\n', '"": [false]\nname: 0.5\n' } do
      becomes('name: 5.0\n"": []\n', 'Name: 5.0\n"": []\n', nil, "#@data/values-schema\n---\n" .. keys)
    end
  end)

  it("keeps the result of what had no violations", function()
    local _, _, result = fixed "heap_mb: 3\n"
    assert.equal("rename", result.done[1].action)
  end)
end)

describe("fixes that are asked for", function()
  before_each(before)
  after_each(after)
  local REQUIRED = "#@data/values-schema\n---\nm:\n  a: 1\n  #@schema/required\n  #@schema/validation one_of=['v1']\n"
    .. "  version: ''\n#@schema/required\nname: ''\n"

  it("add required keys that have only one value", function()
    local text = fixed("m:\n  a: 2 # c\nname: b\n", REQUIRED, { add_required = true })
    assert.equal("m:\n  a: 2 # c\n  version: v1\nname: b\n", text)
    assert.equal("m:\n  version: v1\n  z: 1\nname: b\n", (fixed("m:\n  z: 1\nname: b\n",
      REQUIRED:gsub("version: ''\n", "%0  z: 0\n"), { add_required = true })))
    stays("m:\n  a: 2\nname: b\n", nil, nil, REQUIRED)
  end)

  it("remove keys that were removed from the schema", function()
    becomes("port: 1\nname: a\n", "port: 1\n# why\nlegacy: 3\nname: a\n", { drop_removed = true })
  end)

  for _, row in ipairs {
    { "port: 80\nname: a\n", "name: a\n" },
    { "port: 81\nname: a\n", "port: 81\nname: a\n" },
    { "port: 80 # c\nname: a\n", "port: 80 # c\nname: a\n" },
    { "# of the file\nport: 80\nname: a\n", "# of the file\nname: a\n" },
    { "name: a\n# why\nport: 80\n", "name: a\n# why\nport: 80\n" },
    { "name: a\ntls:\n  cert: ''\n", "name: a\n" },
    { "name: a\ntls:\n  cert: ''\n  key: ''\n", "name: a\ntls:\n  key: ''\n" },
    { "{name: a, list: [{host: b, port: 80}], maybe: null}\n", "{name: a, list: [{host: b}]}\n" },
    { "name: a\nport: &p 80\n", "name: a\nport: &p 80\n" },
  } do
    it("remove keys with their default: " .. row[1]:gsub("%s+", " "), function()
      becomes(row[2], row[1], { drop_defaults = true })
    end)
  end
end)

describe("the command yschema fix", function()
  before_each(before)
  after_each(after)

  it("writes files, prints what it did, and reports what is left", function()
    write("s.yml", SCHEMA)
    write("v.yml", "prot: 1\nname: a\n")
    write("w.yml", "zzz: 1\nname: 2\n")
    local result = fix("-f", "s.yml", "v.yml", "w.yml")
    assert.equal(1, result.rc)
    assert.matches("v.yml:1: prot: renamed to port\n", result.text, 1, true)
    assert.matches("w.yml:2: name: put in quotes\n", result.text, 1, true)
    assert.matches("zzz is not in the schema", result.text, 1, true)
    assert.matches("2 fixes in 2 files, 1 error left in 1 of 2 files\n", result.text, 1, true)
    assert.equal("port: 1\nname: a\n", read "v.yml")
    assert.equal("zzz: 1\nname: \"2\"\n", read "w.yml")
    assert.equal(0, fix("-q", "-f", "s.yml", "v.yml").rc)
  end)

  it("only prints a difference with -n", function()
    write("s.yml", SCHEMA)
    write("v.yml", "prot: 1\nname: a\n")
    local result = fix("-n", "-f", "s.yml", "v.yml")
    assert.equal(0, result.rc)
    assert.equal("--- v.yml\n+++ v.yml\n@@ -1,2 +1,2 @@\n-prot: (sensitive)\n+port: 1\n name: a\n", result.stdout)
    assert.equal("prot: 1\nname: a\n", read "v.yml")
  end)

  it("reports for programs", function()
    write("s.yml", SCHEMA)
    write("v.yml", "zzz: 1\nname: 2\n")
    local result = fix("-q", "-f", "s.yml", "--report", "json", "v.yml")
    assert.matches('"path":"zzz"', result.text, 1, true)
    assert.not_matches('"path":"name"', result.text, 1, true)
  end)

  it("fixes the layer in which a value is, for all configurations that have the layer", function()
    write("s.yml", SCHEMA .. "#@schema/validation ('one', lambda v: v != 'x')\nother: ''\n")
    write(".yschema.yml", "configurations:\n- {name: a, schema: s.yml, layers: [base.yml, a.yml]}\n"
      .. "- {name: b, schema: s.yml, layers: [base.yml, b.yml]}\n")
    write("base.yml", "prot: 1\ntls: {crt: a}\n")
    write("a.yml", "name: 1\n")
    write("b.yml", "port: 2\n")
    local result = fix()
    assert.equal(0, result.rc, result.stderr)
    assert.equal("port: 1\ntls: {cert: a}\n", read "base.yml")
    assert.equal("name: \"1\"\n", read "a.yml")
    assert.equal("port: 2\n", read "b.yml")
    assert.equal(0, fix().rc)
  end)

  it("takes a JSON Schema, and files that name theirs", function()
    write("s.json", '{"type": "object", "additionalProperties": false, "properties": {"port": {"type": "integer"},'
      .. ' "kind": {"enum": ["Service", "Pod"]}}}')
    write("v.json", '{"prot": "1", "kind": "Sevrice"}')
    write("w.yml", "# yschema: json-schema=s.json\n")
    assert.equal(0, fix("--json-schema", "s.json", "v.json").rc)
    assert.equal('{"port": 1, "kind": "Service"}', read "v.json")
    write("s.json", '{"additionalProperties": false, "required": ["api"], "properties": {"name": {"type": "string"},'
      .. ' "age": {"type": ["string", "integer"]}, "api": {"$ref": "#/$defs/v1"}, "port": {"default": 80}},'
      .. ' "$defs": {"v1": {"const": "v1"}}}')
    -- Two keys that may be the same one stay, and so does what may be a string or a number.
    write("v.yml", "nmae: a\nanme: b\n")
    assert.equal(1, fix("--json-schema", "s.json", "--add-required", "v.yml").rc)
    assert.equal("nmae: a\nanme: b\napi: v1\n", read "v.yml")
    write("v.yml", "name: 5\nage: 1.5\nport: 80\n")
    assert.equal(1, fix("--json-schema", "s.json", "--add-required", "v.yml").rc)
    assert.equal('name: "5"\nage: 1.5\napi: v1\nport: 80\n', read "v.yml")
    -- A key of a subschema may be meant, too.
    write("parts.json", '{"properties": {"name": true}, "allOf": [{"$ref": "#/$defs/tls"}], "$defs": {"tls":'
      .. ' {"properties": {"certificate": true}}}, "unevaluatedProperties": false}')
    write("v.yml", "name: a\ncertifcate: b\n")
    assert.equal(0, fix("--json-schema", "parts.json", "v.yml").rc)
    assert.equal("name: a\ncertificate: b\n", read "v.yml")
    write("v.yml", "api: v1\nport: 80\n")
    assert.equal(0, fix("--json-schema", "s.json", "--drop-defaults", "v.yml").rc)
    assert.equal("api: v1\n", read "v.yml")
  end)

  it("refuses a call that cannot be", function()
    write("s.yml", SCHEMA)
    assert.equal(2, fix("-f", "s.yml").rc)
    assert.matches("-n prints what would change", fix("-f", "s.yml", "-").text, 1, true)
    assert.equal(2, fix("-f", "nothing.yml", "v.yml").rc)
    assert.equal(2, fix("-f", "s.yml", "nothing.yml").rc)
    write("v.yml", "a: [\n")
    assert.equal(2, fix("-f", "s.yml", "v.yml").rc)
  end)

  for _, row in ipairs {
    { "of two keys that may be the same one", "nmae: a\nanme: b\n" },
    { "of keys that may be the same one, one of them by more than an edit", "nmae: a\nnme: b\nanem: c\n" },
    { "of a value that is another word", "level: infos\n" },
    { "of a value that lacks a letter", "level: debg\n" },
    { "of a value that has another letter", "level: debux\n" },
    { "of a value of three letters", "mode: YES\n" },
    { "of a value that differs from two", "mode: FROM\n" },
    { "of a value with digits that are swapped", "mode: v21a bcd\n" },
  } do
    it("is left alone in case " .. row[1], function()
      stays(row[2], nil, nil, SCHEMA .. '#@schema/validation one_of=["yes", "from", "form", "From", "v12a bcd"]\n'
        .. "mode: from\n")
    end)
  end

  it("is never standard input, or another open file of a process, under a name of its own", function()
    write("s.yml", SCHEMA)
    for _, path in ipairs {
      "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "l/stdin", "stdin.yml", "../../../dev/stdin",
    } do
      write("in", "prot: 1\n")
      os.execute(("cd %s && rm -f l stdin.yml && ln -s /dev l && ln -s l/stdin stdin.yml"):format(
        command.quote(folder)))
      local result = fix("-f", "s.yml", path)
      assert.not_equal(0, result.rc, path)
      assert.equal("prot: 1\n", read "in", path)
    end
  end)

  it("has what check says of other documents among what is left", function()
    write("s.yml", "#@data/values-schema\n---\nname: a\n#@schema/nullable\n#@schema/refers to='labels{}',"
      .. " scope='configuration'\nr: ''\n#@schema/nullable\n#@schema/refers to='labels{}', scope='file'\nf: ''\n"
      .. "labels:\n  #@schema/any-key\n  _: 1\n")
    write("d/a.yml", "lables: {alpha: 1}\n")
    write("d/b.yml", "r: alpha\n---\nnmae: x\nr: other\n")
    write("d/c.yml", "f: alpha\n---\nname: x\n")
    for _, option in ipairs { "-n", "-q" } do
      local result = fix(option, "-f", "s.yml", "d")
      assert.equal(1, result.rc)
      assert.matches('found: "other" (no such name)', result.text, 1, true)
      assert.matches('found: "alpha" (no such name)', result.text, 1, true)
      assert.matches("4 | r: other", result.text, 1, true)
    end
    assert.equal("r: alpha\n---\nname: x\nr: other\n", read "d/b.yml")
    assert.matches("2 errors left", fix("-f", "s.yml", "d").text, 1, true)
    local _, report = yschema.fix { schema = folder .. "/s.yml", files = folder .. "/d" }
    assert.equal(2, #report.violations)
  end)

  it("reads standard input with -n", function()
    write("s.yml", SCHEMA)
    write("in", "prot: 1\n")
    local result = fix("-n", "-f", "s.yml", "-")
    assert.equal(0, result.rc)
    assert.matches("+port: 1", result.stdout, 1, true)
    write("-", "port: 1\n") -- a file of this name is not what the word stands for
    local again = fix("-n", "-f", "s.yml", "-")
    assert.same({ result.rc, result.text }, { again.rc, again.text })
  end)
end)
