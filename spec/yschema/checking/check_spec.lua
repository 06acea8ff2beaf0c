-- `yschema check`: many files, each document validated by itself. examples/check shows the common ways.

local command = require "spec.support.command"
local pace = require "spec.support.pace"

local SCHEMA = [[
#@data/values-schema
---
#@schema/required
name: ""
#@schema/validation min=1
port: 80
items:
- times: 1
  #@schema/validation ("a word", lambda v: v != "")
  word: ""
]]

local folder

local function write(name, text)
  local path = folder .. "/" .. name
  assert(os.execute("mkdir -p " .. command.quote(path:match "^(.*)/")))
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function check(arguments, opts)
  opts = opts or {}
  opts.folder = folder
  return command.run({ "check", (table.unpack or unpack)(arguments) }, opts)
end

-- Returns the text report of a call, as the places of violations and the last line.
local function places(result)
  local list = {}
  for file, line in result.text:gmatch "([^\n]-):(%d+):%d+: error" do list[#list + 1] = file .. ":" .. line end
  return table.concat(list, " "), result.text:match "([^\n]*)\n$"
end

describe("yschema check", function()
  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    write("s.yml", SCHEMA)
  end)

  after_each(function() os.execute("rm -r " .. command.quote(folder)) end)

  it("does not let a good document hide a bad one", function()
    write("a.yml", "name: a\nport: 0\n---\nname: b\nport: 5\n")
    write("b.yml", "name: c\n")
    local result = check { "-f", "s.yml", "a.yml", "b.yml" }
    local found, last = places(result)
    assert.equal(1, result.rc)
    assert.equal("a.yml:2", found)
    assert.equal("1 error in 1 of 2 files", last)
    assert.equal("", result.stderr)
  end)

  it("merges nothing: what one document gives is not there for the next", function()
    write("a.yml", "name: a\nitems: [{word: x}]\n---\nport: 5\n")
    local result = check { "-f", "s.yml", "a.yml" }
    assert.equal(1, result.rc)
    assert.matches("name is required", result.text, 1, true)
  end)

  it("merges the documents of a file when that is asked for", function()
    write("a.yml", "name: a\n---\nport: 5\n")
    assert.equal(0, check({ "-f", "s.yml", "--each-file", "a.yml" }).rc)
  end)

  it("asks closures anew for each document", function()
    write("a.yml", "name: a\nitems: [{word: x}]\n---\nname: b\nitems: [{word: ''}]\n---\nname: c\nitems: [{word: z}]\n")
    local result = check { "-f", "s.yml", "a.yml" }
    assert.equal("a.yml:5", (places(result)))
  end)

  it("reports what cannot be read, and validates the others", function()
    write("empty.yml", "")
    write("broken.yml", "a: [\n")
    write("binary.yml", "\0\1\2")
    write("good.yml", "name: x\n")
    write("bad.yml", "name: x\nport: 0\n")
    os.execute("ln -s nowhere " .. folder .. "/link.yml")
    local result = check { "-f", "s.yml", ".", "missing.yml" }
    assert.equal(2, result.rc)
    assert.equal("bad.yml:2 binary.yml:1 broken.yml:2 empty.yml:1", (places(result)))
    for _, name in ipairs { "broken.yml:2", "binary.yml:1", "link.yml: error[read]: No such file",
      "missing.yml: error[read]: No such file" } do
      assert.matches(name, result.text, 1, true)
    end
    assert.matches("6 errors in 6 of 7 files, 2 not read, 1 file skipped\n$", result.text)
  end)

  it("validates a file once, and no file of the schema", function()
    write("d/a.yml", "name: x\n")
    local result = check { "-f", "s.yml", "d", "./d/a.yml", "d/*.yml", "**/*.yml" }
    assert.equal("no errors in 1 file, 1 file skipped\n", result.stdout)
  end)

  it("knows a file by whatever name", function()
    write("d/a.yml", "name: x\n")
    write("d/t.yml", "#@data/values-schema\n---\nname: ''\n")
    local result = check { "-f", folder .. "/d/t.yml", "d/", "./d//a.yml", "d/../d/a.yml", folder .. "/d/a.yml" }
    assert.equal("no errors in 1 file, 1 file skipped\n", result.stdout)
    write("-", "nam: x\n")
    result = check({ "-f", "s.yml", "./-" }, { stdin = folder .. "/d/a.yml" })
    assert.equal(1, result.rc)
  end)

  it("validates a file without documents as one that gives nothing", function()
    write("empty.yml", "# nothing\n")
    local result = check { "-f", "s.yml", "empty.yml" }
    assert.equal(1, result.rc)
    assert.matches("empty.yml:1:1: error[", result.text, 1, true)
    assert.equal(1, check({ "-f", "s.yml", "-" }, { stdin = "/dev/null" }).rc)
  end)

  it("counts a violation that stands in the schema for the file that lacks something", function()
    write("a.yml", "port: 1\n")
    local result = check { "-f", "s.yml", "--report", "junit", "a.yml" }
    assert.matches('<testsuite name="a.yml" tests="1" failures="1"', result.stdout, 1, true)
    assert.matches('<testsuite name="s.yml" tests="1" failures="0" errors="0"', result.stdout, 1, true)
  end)

  it("names the map that was given around what is missing", function()
    write("deep.yml", "#@data/values-schema\n---\na:\n  b:\n    #@schema/required\n    c: 1\n"
      .. "l:\n- x:\n    y:\n      #@schema/required\n      z: 1\n")
    write("given.yml", "l:\n- {}\n- x: {}\n---\na: {b: {c: 1}}\nl:\n- {}\n")
    local text = check { "-f", "deep.yml", "given.yml" }
    local json = check { "-f", "deep.yml", "given.yml", "--report", "json" }
    assert.equal("given.yml:1 given.yml:2 given.yml:3 given.yml:7", (places(text)))
    for line in ("1 2 3 7"):gmatch "%d" do assert.truthy(json.text:find('"line":' .. line .. ',"column"', 1, true)) end
  end)

  it("reports warnings of lines, and stops when its output is closed", function()
    write("w.yml", "#@data/values-schema\n---\n#@schema/deprecated 'no'\na: 1\n")
    write("in", '{"a": 2}\n')
    assert.matches('"warnings":[{', check({ "-f", "w.yml", "--lines" }, { stdin = folder .. "/in" }).stdout, 1, true)
    write("many.yml", ("a: 2\n---\n"):rep(50))
    local result = check { "-f", "w.yml", "many.yml", "--report", "ndjson", "--report-file", "/dev/full", "-q" }
    assert.equal(2, result.rc)
    assert.equal(1, select(2, result.text:gsub("cannot write", "")))
    assert.equal("", check({ "-f", "w.yml", "many.yml", "-q" }).stdout)
  end)

  it("hides what is sensitive in many documents, in time that grows with them", function()
    write("p.yml", "#@data/values-schema\n---\n#@schema/sensitive\npw: ''\nport: 0\n")
    local documents = {}
    for i = 1, 4000 do documents[i] = ("pw: MARKER%d\nport: abc\n---\n"):format(i) end
    write("many.yml", table.concat(documents))
    local began = os.time()
    local result = check { "-f", "p.yml", "many.yml" }
    assert.is_true(pace.within(os.time() - began, 15))
    assert.matches("4000 errors in 1 file", result.text, 1, true)
    assert.is_nil(result.text:find "MARKER")
  end)

  it("reads names that a shell would take apart", function()
    write("a b\nc.yml", "name: x\nport: 0\n")
    write("list", "a b\nc.yml\0")
    local result = check { "-f", "s.yml", "--files0-from", "list", "--report", "ndjson" }
    assert.equal(1, result.rc)
    assert.matches('"file":"a b\\nc.yml","line":1,"valid":false', result.stdout, 1, true)
  end)

  it("takes each file in one of the shards", function()
    for i = 1, 7 do write(("d/%d.yml"):format(i), "name: x\n") end
    local seen = {}
    for i = 1, 3 do
      local result = check { "-f", "s.yml", "--shard", i .. "/3", "--report", "ndjson", "d" }
      for name in result.stdout:gmatch '"file":"d/(%d)' do seen[#seen + 1] = name end
    end
    assert.equal("1 4 7 2 5 3 6", table.concat(seen, " "))
  end)

  it("writes reports for programs to standard output, with the violations of all files", function()
    write("a.yml", "name: a\nport: 0\n---\nnam: b\n")
    write("b.yml", "name: a\nport: -1\n")
    for _, format in ipairs { "json", "sarif", "junit" } do
      local result = check { "-f", "s.yml", "--report", format, "a.yml", "b.yml" }
      assert.equal(1, result.rc)
      assert.equal("4 errors in 2 of 2 files\n", result.stderr)
      for _, name in ipairs { "a.yml", "b.yml" } do assert.matches(name, result.stdout, 1, true) end
    end
    local result = check { "-f", "s.yml", "--report", "json", "--report-file", "r.json", "a.yml", "b.yml" }
    assert.equal("", result.stdout)
    assert.matches("4 errors in 2 of 2 files", result.text, 1, true)
    assert.matches('"file":"b.yml"', assert(command.read(folder .. "/r.json")), 1, true)
    local to_dash = check { "-f", "s.yml", "--report", "json", "--report-file", "-", "a.yml", "b.yml" }
    assert.equal(check({ "-f", "s.yml", "--report", "json", "a.yml", "b.yml" }).stdout, to_dash.stdout)
    assert.is_nil(require("lfs").attributes(folder .. "/-"))
    check { "-f", "s.yml", "--report", "ndjson", "--report-file", "r.ndjson", "a.yml", "b.yml" }
    assert.equal(3, select(2, assert(command.read(folder .. "/r.ndjson")):gsub("\n", "")))
  end)

  it("validates a stream of JSON lines", function()
    write("in", '{"name": "a"}\n{"name": "b", "port": 0}\nno\n{"name": 1}\n')
    local result = check({ "-f", "s.yml", "--lines" }, { stdin = folder .. "/in" })
    local verdicts = {}
    for number, valid in result.stdout:gmatch '{"number":(%d+),"file":"line %d+","valid":(%l+)' do
      verdicts[#verdicts + 1] = number .. valid:sub(1, 1)
    end
    assert.equal("1t 2f 3f 4f", table.concat(verdicts, " "))
    -- of a text that cannot be read nothing is reported to be missing
    assert.is_nil(result.stdout:find '"number":3,[^\n]*required')
    assert.equal(2, result.rc)
  end)

  it("takes - for the lines of standard input, as elsewhere", function()
    write("in", '{"name": "a"}\n')
    for _, call in ipairs { { "-f", "s.yml", "--lines", "-" }, { "--lines", "-f", "s.yml", "-" } } do
      local result = check(call, { stdin = folder .. "/in" })
      assert.equal("no errors in 1 document\n", result.stderr)
      assert.equal(0, result.rc)
    end
    assert.equal(2, check({ "-f", "s.yml", "--lines", "-", "-" }, { stdin = folder .. "/in" }).rc)
  end)

  it("reports an invalid call", function()
    write("v.yml", "name: a\n")
    local rows = {
      { { "v.yml" }, "no schema: give one with -f" },
      { { "-f", "s.yml" }, "no files to validate: name files, folders or patterns after the options" },
      { { "-f", "v.yml", "v.yml" }, "-f v.yml: it is no schema" },
      { { "-f", "s.yml", "--shard", "4/3", "v.yml" }, "--shard: expected K/N with K from 1 to N, got '4/3'" },
      { { "-f", "s.yml", "--lines", "v.yml" }, "FILE, --files0-from and --lines exclude each other" },
      { { "-f", "-", "-" }, "standard input can be read only once" },
      { { "-f", "s.yml", "--files0-from", "none" }, "--files0-from none: No such file or directory" },
      { { "-f", "s.yml", "" }, "an argument is empty" },
      { { "-f", "s.yml", "-o", "json", "v.yml" }, "unknown option '-o'" },
    }
    for _, row in ipairs(rows) do
      local result = check(row[1])
      assert.equal(2, result.rc, row[2])
      assert.matches("yschema: Error: " .. row[2], result.text, 1, true)
    end
    assert.equal(2, check({ "-f", "s.yml", "--lines", "--report", "junit" }, { stdin = folder .. "/v.yml" }).rc)
    local result = check { "-f", "s.yml", "nothing*", "{a,b}.yml" }
    assert.equal(2, result.rc)
    assert.matches("nothing*: error[read]: no file has a name like this", result.text, 1, true)
  end)

  it("fails when its report cannot be written", function()
    if not io.open "/dev/full" then return end
    write("a.yml", "name: a\n")
    assert.equal(2, check({ "-f", "s.yml", "a.yml", "--report", "ndjson", "--report-file", "/dev/full" }).rc)
  end)
end)

describe("patterns for files", function()
  local globs = require "yschema.batch.globs"

  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    for _, name in ipairs { "a/x.yml", "a/b/y.yaml", "a/b/.h/z.yml", "c/é.yml", "c/.d.yml", "t.json", "a/[q].yml" } do
      write(name, "")
    end
  end)

  after_each(function() os.execute("rm -r " .. command.quote(folder)) end)

  it("match files, below a folder", function()
    local rows = {
      ["**/*.yml"] = "a/[q].yml a/x.yml c/é.yml", ["*/?.yml"] = "a/x.yml c/é.yml",
      ["a/**"] = "a/[q].yml a/x.yml a/b/y.yaml",
      ["{a,c}/*.{yml,yaml}"] = "a/[q].yml a/x.yml c/é.yml", ["c/.*"] = "c/.d.yml",
      ["**/b/*"] = "a/b/y.yaml",
      ["a/[q].yml"] = "a/[q].yml", ["**/**/**/y*"] = "a/b/y.yaml", ["{t,{a/x,u}}.*"] = "t.json a/x.yml", ["z*"] = "",
      ["a/.*"] = "", ["a"] = "", ["{a}"] = "",
    }
    for pattern, found in pairs(rows) do
      assert.equal(found, table.concat(globs.find(pattern, folder), " "), pattern)
    end
  end)

  it("try no division of a name among stars twice", function()
    local name = ("a"):rep(200)
    write(name, "")
    local began = os.clock()
    for stars = 1, 60 do
      assert.equal("", table.concat(globs.find(("*a"):rep(stars) .. "*b", folder), " "))
      assert.equal("", table.concat(globs.find(("*?"):rep(stars) .. "*b", folder), " "))
      assert.equal(name, table.concat(globs.find(("*a"):rep(stars) .. "*", folder), " "))
    end
    assert.is_nil(globs.find(("{"):rep(1000) .. ("{a,b}"):rep(40), folder))
    assert.is_true(pace.within_processor(os.clock() - began, 5))
  end)

  it("look at no more names outside of their folder than they may", function()
    for i = 1, 40 do
      for j = 1, 10 do write(("d%d/f%d.yml"):format(i, j), "") end
    end
    for _, pattern in ipairs { "../*/**", "../*/**/*.yml", folder .. "/**/**", "../*/*/*" } do
      local outside = { left = 50 }
      assert.is_nil(globs.find(pattern, folder .. "/a", outside))
      assert.is_true(outside.left < 0 and outside.left > -50, outside.left)
    end
  end)

  it("match what is between stars in order, and ends and beginnings", function()
    local rows = {
      { "ab*ba", "aba", false }, { "ab*ba", "abba", true }, { "a*b*c", "aXbXbXc", true }, { "a*b*c", "acb", false },
      { "*.y*l", "x.yml", true }, { "*é?", "ééx", true }, { "?", "é", true }, { "*a?", "aab", true },
      { "**a", "ba", true }, { "%d*", "%dx", true }, { "%d*", "1x", false }, { "*$", "a$", true }, { "*$", "a", false },
    }
    for i, row in ipairs(rows) do
      os.execute("mkdir " .. folder .. "/r" .. i)
      write("r" .. i .. "/" .. row[2], "")
      assert.equal(row[3] and row[2] or "", table.concat(globs.find(row[1], folder .. "/r" .. i), " "), row[1])
    end
  end)

  it("end, whatever they are made of", function()
    os.execute("ln -s .. " .. folder .. "/a/b/up")
    assert.equal("a/b/y.yaml", table.concat(globs.find(("**/"):rep(40) .. "y*", folder), " "))
    assert.is_nil(globs.find(("{a,b}"):rep(40), folder))
  end)
end)
