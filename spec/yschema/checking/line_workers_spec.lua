-- The processes that share the lines of `yschema check --lines -j N`: what is reported does not depend on their number,
-- nor on where their blocks end, and one that dies takes no other line with it.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

local unpack = table.unpack or unpack

local SCHEMA = [[
#@data/values-schema
---
#@schema/required
#@schema/validation ("a name", lambda v: print("it is seen") == None if v == "print" else seen(v))
name: ""
#@schema/validation min=1
port: 80
#@schema/deprecated "say port"
old: 0
]]

-- Without functions, valid lines are skipped by the core.
local PLAIN = "#@data/values-schema\n---\n#@schema/required\nname: ''\n#@schema/validation min=1\nport: 80\n"
  .. "#@schema/deprecated 'say port'\nold: 0\n"

local JSON_SCHEMA = '{"required":["name"],"properties":{"name":{"type":"string"},"port":{"minimum":1}}}'

-- A line may end or stop the process that validates it.
local ENV = [[
return { seen = function(name)
  local file = io.open "/proc/self/stat"
  local pid = file:read "*l":match "^%d+", file:close()
  if name == "kill" then os.execute("kill -9 " .. pid) end
  if name == "exit" then (real_exit or os.exit)(3, true) end
  return name ~= "bad"
end }
]]

local dir

local function write(name, text) return folder.write(dir, name, text) end

before_each(function()
  dir = folder.make "below"
  write("s.yml", SCHEMA)
  write("plain.yml", PLAIN)
  write("s.json", JSON_SCHEMA)
  write("env.lua", ENV)
end)

after_each(function() folder.remove(dir) end)

local function without_time(text) return (text:gsub(", %d+ s\n$", "\n")) end

local function check(words, opts)
  opts = opts or {}
  opts.folder, opts.stdin = dir, opts.stdin or dir .. "/in"
  local result = command.run({ "check", "--lines", unpack(words) }, opts)
  result.stderr = without_time(result.stderr)
  return result
end

-- Lines of many kinds and lengths, the last of which has no end.
local function many_lines(count)
  local texts = {
    '{"name":"a"}', '{"name":"a","port":0}', '{"name":"bad"}', '{"nam":"c"}', "", '{"name":', "null", "\r",
    '{"name":"print"}', '{"name":"a","old":3}', '{"port":1.5}', '{"name":"a","port":12345678901234567890123}',
    '{"name":"\195\169"}\r', '["\0"]', '{"name":"a"} {"name":"b"}',
  }
  local list = {}
  for i = 1, count do
    list[i] = i % 7 == 0 and texts[i % #texts + 1] or ('{"name":"service-%d","port":%d}'):format(i, i)
    if i % 1500 == 0 then list[i] = '{"name":"' .. ("x"):rep(300000) .. '","port":0}' end
  end
  return table.concat(list, "\n")
end

local WAYS = {
  { "-f", "s.yml", "--env", "env.lua" }, { "-f", "plain.yml" }, { "-f", "plain.yml", "-q" },
  { "-f", "s.yml", "--env", "env.lua", "-q" }, { "--json-schema", "s.json" }, { "--json-schema", "s.json", "-q" },
  { "-f", "plain.yml", "--report", "ndjson", "--report-file", "report" },
  { "-f", "plain.yml", "--color", "always" }, { "kinds" }, { "kinds", "-q" },
}

local PROJECT = [[
configurations:
- name: kinds
  each: [below]
  otherwise: skip
  kinds:
  - {has: {name: print}, schema: s2.yml}
  - {has: {port: 0}, schema: plain.yml}
]]

local function with(way, ...)
  local words = { unpack(way) }
  for _, word in ipairs { ... } do words[#words + 1] = word end
  return words
end

describe("yschema check --lines -j", function()
  it("reports the same, however many processes share the lines", function()
    write(".yschema.yml", PROJECT)
    write("s2.yml", PLAIN)
    write("in", many_lines(6000))
    for _, way in ipairs(WAYS) do
      local about = table.concat(way, " ")
      local function run(...)
        local result = check(with(way, ...))
        result.report = command.read(dir .. "/report")
        os.remove(dir .. "/report")
        return result
      end
      local first = run()
      assert.equal(2, first.rc, about .. first.stderr)
      for _, count in ipairs { "1", "2", "5" } do assert.same(first, run("-j", count), about) end
      local printed = select(2, first.stderr:gsub("it is seen\n", ""))
      assert.equal(way[2] == "s.yml" and way[5] ~= "-q" and 57 or 0, printed, about)
    end
  end)

  it("reports the same about a pipe, wherever its pieces end", function()
    local text = many_lines(700)
    write("in", text)
    local first = check { "-f", "s.yml", "--env", "env.lua" }
    for _, size in ipairs { "1000", "4097", "100000" } do
      local line = "cd %s && env -u LD_PRELOAD dd if=in bs=%s 2>no"
        .. " | %s check --lines -f s.yml --env env.lua -j 3 >out 2>err; echo $? >rc"
      os.execute(line:format(command.quote(dir), size, command.words))
      assert.equal(first.stdout, command.read(dir .. "/out"))
      assert.equal(first.stderr, without_time(command.read(dir .. "/err")))
      assert.equal(first.rc .. "\n", command.read(dir .. "/rc"))
    end
  end)

  it("has an answer to no line and to one", function()
    for _, text in ipairs { "", "\n", '{"name":"a"}', '{"name":"a","port":0}\n' } do
      write("in", text)
      for _, way in ipairs(WAYS) do
        if way[1] ~= "kinds" then assert.same(check(way), check(with(way, "-j", "3"))) end
      end
    end
  end)

  it("reports a line of which the process dies, and validates all others", function()
    local list = {}
    for i = 1, 4000 do
      list[i] = i % 1300 == 7 and '{"name":"kill"}' or i % 1300 == 8 and '{"name":"exit"}' or '{"name":"a"}'
    end
    write("in", table.concat(list, "\n") .. "\n")
    local result = check({ "-f", "s.yml", "--env", "env.lua", "-q", "-j", "2" },
      { vars = { "LUA_INIT=real_exit = os.exit" } })
    assert.equal(2, result.rc)
    local found = {}
    for line in result.stdout:gmatch "[^\n]+" do
      local number, how = line:match '^{"number":(%d+),"file":"line %1","valid":false,.*its process ended by ([%w ]+)"'
      found[#found + 1] = number .. " " .. how
    end
    assert.same({ "7 SIGKILL", "8 status 3", "1307 SIGKILL", "1308 status 3", "2607 SIGKILL", "2608 status 3",
      "3907 SIGKILL", "3908 status 3" }, found)
    result = check({ "-f", "s.yml", "--env", "env.lua", "-j", "2" }, { vars = { "LUA_INIT=real_exit = os.exit" } })
    assert.equal("8 errors in 8 of 4000 documents\n", result.stderr)
    local number = 0
    for line in result.stdout:gmatch "[^\n]+" do
      number = number + 1
      assert.equal(number, tonumber(line:match '^{"number":(%d+),'))
    end
    assert.equal(4000, number)
  end)

  it("reports an invalid line while the next ones are not written yet", function()
    for _, way in ipairs { "-f plain.yml", "--json-schema s.json", "-f s.yml --env env.lua" } do
      -- The writer waits until the report is there, and writes down what it has seen.
      os.execute(([[cd %s && rm -f pipe out seen && mkfifo pipe || exit
        { printf '{"name":"b"}\n{"name":"a","port":0}\n{"na'; i=0
          until [ -s out ] || [ $i = 400 ]; do sleep 0.05; i=$((i + 1)); done; cat out >seen; } >pipe &
        %s check --lines -q %s -j 2 <pipe >out; wait]]):format(command.quote(dir), command.words, way))
      assert.matches('"number":2,"file":"line 2","valid":false', command.read(dir .. "/seen"), 1, true)
      assert.matches('"number":3,"file":"line 3","valid":false', command.read(dir .. "/out"), 1, true)
    end
  end)

  it("says what is wrong with an input or a schema once, as one process does", function()
    for _, way in ipairs(WAYS) do
      local one = way[1] ~= "kinds" and check(way, { stdin = dir })
      if one then assert.same(one, check(with(way, "-j", "3"), { stdin = dir })) end
    end
    write("in", ('{"name":"a"}\n{"name":"a","port":0}\n'):rep(2000))
    write("s.json", JSON_SCHEMA:gsub('"port":{', '"port":{"pattern":"(?<=a+)b",'))
    for _, text in ipairs { command.read(dir .. "/s.json"), '{"$ref":"#/nothing"}', '{"$ref":"#"}', "{" } do
      write("s.json", text)
      for _, quiet in ipairs { "--all", "-q" } do
        local one = check { "--json-schema", "s.json", quiet }
        assert.same(one, check { "--json-schema", "s.json", quiet, "-j", "2" })
      end
    end
  end)

  it("leaves out references to other documents, and says so, as one process does", function()
    for scope in pairs { file = true, configuration = true } do
      write("in", ('{"own":[{"name":"a"}],"inner":"a","outer":"a"}\n{"own":[],"inner":"a"}\n'):rep(500))
      write("refers.yml", "#@data/values-schema\n---\nown:\n- name: ''\n#@schema/nullable\n"
        .. "#@schema/refers to='own[].name'\ninner: ''\n#@schema/nullable\n"
        .. ("#@schema/refers to='own[].name', scope='%s'\nouter: ''\n"):format(scope))
      for _, quiet in ipairs { "--all", "-q" } do
        local one = check { "-f", "refers.yml", quiet }
        assert.equal(1, one.rc, one.stderr)
        if quiet == "--all" then
          assert.matches("--lines validates no references to other documents", one.stderr, 1, true)
          assert.matches("500 errors in 500 of 1000 documents", one.stderr, 1, true)
        end
        for _, count in ipairs { "2", "3" } do assert.same(one, check { "-f", "refers.yml", quiet, "-j", count }) end
      end
    end
  end)

  it("ends when nothing more can be written", function()
    write("in", ('{"name":"a","port":0}\n'):rep(50000))
    local line = "cd %s && { timeout 60 env %s check --lines -f s.yml --env env.lua -j 2 <in 2>err; echo $? >rc; }"
      .. " | head -n 1 >out"
    os.execute(line:format(command.quote(dir), command.words))
    assert.matches('^{"number":1,', command.read(dir .. "/out"))
    assert.is_true(({ ["0\n"] = true, ["124\n"] = true })[command.read(dir .. "/rc")] == nil)
  end)
end)
