-- `yschema check --resume FILE` skips files that are valid and have not changed.

local command = require "spec.support.command"

local SCHEMA = [[
#@data/values-schema
---
#@schema/validation ("a name", lambda v: print("validates " + v) == None and v != "bad")
name: ""
#@schema/deprecated "no"
old: 0
]]

local folder

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "wb"))
  file:write(text)
  file:close()
end

-- Returns what a call prints, without what its rules print, and the names that they were asked about.
local function check(...)
  local result = command.without_seconds(command.run({ "check", "-f", "s.yml", "d", "--resume", "memory", ... },
    { folder = folder }))
  local validated = {}
  result.stderr = result.stderr:gsub("s%.yml:3: validates (%S*)\n", function(name)
    if name ~= "" then validated[#validated + 1] = name end
    return ""
  end)
  return result, table.concat(validated, " ")
end

describe("yschema check --resume", function()
  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir -p " .. folder .. "/d")
    write("s.yml", SCHEMA)
    write("d/a.yml", "name: a1\n---\nname: a2\n")
    write("d/b.yml", "name: bad\n")
    write("d/c.yml", "name: c\nold: 1\n")
    write("d/d\n\\.yml", "name: d\n")
    write("d/e.yml", "")
  end)

  after_each(function() os.execute("rm -r " .. command.quote(folder)) end)

  it("reports all, and validates what is not recorded", function()
    for _, format in ipairs { "text", "json", "ndjson", "junit", "sarif" } do
      os.remove(folder .. "/memory")
      local first, validated = check("--report", format)
      if format == "text" then assert.equal("a1 a2 bad c d", validated) end
      assert.equal(1, first.rc)
      for _, count in ipairs { "1", "2" } do
        local again
        again, validated = check("--report", format, "-j", count)
        if format == "text" then assert.equal("bad c", validated) end
        for _, stream in ipairs { "stdout", "stderr" } do
          assert.equal(first[stream], (again[stream]:gsub(", 3 files remembered", "")))
        end
        assert.matches("1 error in 1 of 5 files, 1 warning, 3 files remembered", again.text, 1, true)
      end
    end
  end)

  it("validates again what has changed", function()
    check()
    write("d/a.yml", "name: a1\n---\nname: a3\n")
    local _, validated = check()
    assert.equal("a1 a3 bad c", validated)
    _, validated = check()
    assert.equal("bad c", validated)
  end)

  it("validates all again with another schema, or with other flags", function()
    check()
    local result, validated = check "--each-file"
    assert.equal("a2 bad c d", validated)
    assert.matches("--resume memory: the schema or flags are others than before, so all files are validated again",
      result.text, 1, true)
    check "--each-file"
    write("s.yml", SCHEMA .. "more: 1\n")
    result, validated = check "--each-file"
    assert.equal("a2 bad c d", validated)
    assert.matches("all files are validated again", result.text, 1, true)
  end)

  it("takes no harm of a line that was cut", function()
    check()
    local text = assert(command.read(folder .. "/memory"))
    for size = #text, 0, -1 do
      write("memory", text:sub(1, size))
      if size % 23 == 0 or size == 20 or size == #text - 1 then
        local result, validated = check()
        assert.matches("bad c", validated, 1, true)
        assert.matches("1 error in 1 of 5 files", result.text, 1, true)
        assert.equal("bad c", select(2, check()))
      end
    end
  end)

  it("leaves other files alone", function()
    write("memory", "name: a\n")
    local result = check()
    assert.equal(2, result.rc)
    assert.matches("--resume memory: it was not written by --resume; name another file, or remove it", result.text, 1,
      true)
    assert.equal("name: a\n", command.read(folder .. "/memory"))
    assert.equal(2, command.run({ "check", "-f", "s.yml", "d", "--resume", "/dev/full" }, { folder = folder }).rc)
    assert.equal(2, command.run({ "check", "-f", "s.yml", "--lines", "--resume", "m" }, { folder = folder }).rc)
  end)

  local function shell(line)
    return os.execute(("cd %s && (%s) >out 2>err"):format(command.quote(folder), (line:gsub("YSCHEMA", function()
      return command.words
    end))))
  end

  local function words(...) return command.run({ "check", ... }, { folder = folder }) end

  it("remembers no file of which not all was reported", function()
    write("two.yml", "name: x\n---\nname: bad\n")
    -- the output breaks off in front of each document in turn, also of the second one in two.yml
    for count = 1, 13 do
      write(("d/p%02d.yml"):format(count), "name: x\n")
      os.remove(folder .. "/m")
      shell "trap '' XFSZ; ulimit -f 1; YSCHEMA check -f s.yml d/p*.yml two.yml --report ndjson --resume m >nd"
      local result = words("-f", "s.yml", "two.yml", "--resume", "m")
      assert.equal(1, result.rc, count)
      assert.matches("1 error in 1 file", result.text, 1, true)
    end
  end)

  it("knows the order of schemas", function()
    write("one.yml", "#@data/values-schema\n---\na: ''\n")
    write("two.yml", "#@data/values-schema\n---\n#@schema/type any=True\na: 0\n")
    write("v.yml", "a: 5\n")
    assert.equal(0, words("-f", "one.yml", "-f", "two.yml", "v.yml", "--resume", "m").rc)
    local result = words("-f", "two.yml", "-f", "one.yml", "v.yml", "--resume", "m")
    assert.equal(words("-f", "two.yml", "-f", "one.yml", "v.yml").rc, result.rc)
    assert.matches("all files are validated again", result.text, 1, true)
  end)

  it("does not trust functions from outside, nor a file that another call uses", function()
    write("env.lua", "return {}")
    assert.matches("--resume does not go with --env", check("--env", "env.lua").text, 1, true)
    shell "mkfifo pipe; YSCHEMA check -f s.yml pipe --resume m & i=0; until [ -s m ] || [ $i = 200 ]; do \
      sleep 0.02; i=$((i + 1)); done; YSCHEMA check -f s.yml d --resume m; echo $? >status; \
      timeout 5 sh -c 'echo name: x >pipe'; wait"
    assert.equal("2\n", command.read(folder .. "/status"))
    assert.matches("--resume m: another call uses it", command.read(folder .. "/err"), 1, true)
  end)

  it("changes no verdict", function()
    write("plain.yml", "#@data/values-schema\n---\nname: ''\n")
    write("q.yml", "name: \"x\n#@data/values-schema\n z\"\n")
    assert.equal(0, words("-f", "plain.yml", "q.yml").rc)
    assert.equal(0, words("-f", "plain.yml", "q.yml", "--resume", "m").rc)
  end)

  it("skips layers of which none has changed, and knows configurations of the same files apart", function()
    local says = '#@schema/validation ("a name", lambda v: print("%s validates " + v) == None)'
    for _, name in ipairs { "one", "two" } do
      write(name .. ".yml", "#@data/values-schema\n---\n" .. says:format(name) .. "\nname: ''\n")
    end
    write("base.yml", "name: base\n")
    write("prod.yml", "name: prod\n")
    write(".yschema.yml", "configurations:\n- {name: a, schema: one.yml, layers: [base.yml, prod.yml]}\n"
      .. "- {name: b, schema: two.yml, layers: [base.yml, prod.yml]}\n"
      .. "- {name: c, schema: one.yml, each: [prod.yml]}\n")
    local function validates()
      local result, list = words("--resume", "m"), {}
      assert.equal(0, result.rc)
      for name, value in result.text:gmatch "(%w+) validates (%w+)" do list[#list + 1] = name .. " " .. value end
      return table.concat(list, ", "), result.text:match "%d+ files? remembered"
    end
    assert.same({ "one prod, two prod, one prod" }, { validates() })
    assert.same({ "", "3 files remembered" }, { validates() })
    write("base.yml", "name: other\n")
    assert.same({ "one prod, two prod", "1 file remembered" }, { validates() })
    write("two.yml", command.read(folder .. "/two.yml") .. "more: 1\n")
    assert.same({ "two prod", "2 files remembered" }, { validates() })
    write(".yschema.yml", (command.read(folder .. "/.yschema.yml"):gsub("base.yml, prod.yml", "prod.yml, base.yml", 1)))
    assert.same({ "one other", "2 files remembered" }, { validates() })
  end)

  it("validates layers again as long as they have violations", function()
    write("base.yml", "name: bad\n")
    write(".yschema.yml", "configurations:\n- {name: a, schema: s.yml, layers: [d/a.yml, base.yml]}\n")
    for _ = 1, 2 do
      local result = words("--resume", "m")
      assert.equal(1, result.rc)
      assert.matches("1 error in 1 file\n", result.text, 1, true)
    end
    os.remove(folder .. "/base.yml")
    assert.equal(2, words("--resume", "m").rc)
  end)
end)
