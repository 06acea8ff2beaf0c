-- Functions that do not end: each call has its budget, and so have all calls of a command, and those for an editor.

local client = require "spec.server.client"
local command = require "spec.support.command"
local folder = require "spec.support.folder"
local pace = require "spec.support.pace"
local settings_of = require "yschema.pipeline.settings".of_options

local HEAD = "#@data/values-schema\n---\n"
local ENDLESS = '#@schema/validation ("ends", function(v) while true do end end)\n'
local counts = not rawget(_G, "jit")
local BUDGET = counts and "" or "--budget 10000000 "

-- Seconds of the processor are counted, of the usual build.
describe("functions that do not end #unsanitized", function()
  local dir
  before_each(function() dir = folder.make() end)
  after_each(function() folder.remove(dir) end)

  -- Runs the command in the folder. Returns its status, what it printed, and the seconds of the processor.
  local function run(words)
    local shell = ("cd %s && ulimit -t 60 && { time -p %s %s/lua/bin/yschema %s >out 2>&1; } 2>time; echo $? >status")
      :format(command.quote(dir), command.runtime, command.quote(command.root), words)
    os.execute("bash -c " .. command.quote(shell))
    local user = command.read(dir .. "/time"):match "user ([%d.]+)"
    return tonumber(command.read(dir .. "/status")), command.read(dir .. "/out"), tonumber(user)
  end

  local function keys(count, rule)
    local list = {}
    for i = 1, count do list[i] = rule .. ("k%d: %d\n"):format(i, i) end
    return table.concat(list)
  end

  local function assert_soon(words, status, ...)
    local got, text, seconds = run(words)
    assert.equal(status, got, text)
    assert.is_true(pace.within(seconds, 5), ("%s: %.1f seconds"):format(words, seconds))
    for _, part in ipairs { ... } do assert.is_truthy(text:find(part, 1, true), text:sub(1, 2000)) end
  end

  it("are given up after three calls, for all items and all documents", function()
    folder.write(dir, "s.yml", HEAD .. "a:\n" .. ENDLESS .. "- 1\n")
    folder.write(dir, "v.yml", "a: [" .. ("1, "):rep(5000) .. "]\n")
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 1, "a[2]", "a[3]",
      "the instruction budget of 10000000 is used up",
      "it is not called any more, because it has used up its limits 3 times", "also at: 4994 more places")
    folder.write(dir, "v.yml", ("---\na: [1]\n"):rep(500))
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 1, "500 errors in 1 file")
  end)

  it("have a limit together, because each may take nearly as much as it may", function()
    local slow = '#@schema/validation ("slow", function(v) for i = 1, 9500000 do end return true end)\n'
    folder.write(dir, "s.yml", HEAD .. "a:\n" .. slow
      .. '- 1\n#@schema/validation ("even", lambda v: v % 2 == 0)\nb: 2\n')
    folder.write(dir, "v.yml", "a: [" .. ("1, "):rep(500) .. "]\nb: 3\n")
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 1, "error[rule-failed]: a[22] must be slow",
      "the functions have taken 210000000 instructions together, the most for one document",
      "it is not called any more, because it has used up its limits 3 times", "error[custom]: b must be even")
    folder.write(dir, "s.yml", HEAD .. keys(500, slow))
    folder.write(dir, "v.yml", "{}\n")
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 1, "the most for one document",
      "no function is called any more")
  end)

  it("have no limit together while each takes little", function()
    folder.write(dir, "s.yml", HEAD
      .. 'a:\n#@schema/validation ("some", lambda v: len([0 for i in range(900)]) == 900)\n- 1\n')
    folder.write(dir, "v.yml", "a: [" .. ("1, "):rep(3000) .. "]\n")
    assert.equal(0, (run("check --budget 1000000 -f s.yml v.yml")))
  end)

  it("end all calls of a command when they are many", function()
    folder.write(dir, "s.yml", HEAD .. keys(500, ENDLESS))
    folder.write(dir, "v.yml", "{}\n")
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 1, "the instruction budget of 10000000 is used up",
      "no function is called any more, because functions have used up their limits 21 times", "k500")
    assert_soon(BUDGET .. "-f s.yml -f v.yml", 1, "no function is called any more")
  end)

  it("end all calls when they are conditions, defaults, or arguments", function()
    folder.write(dir, "v.yml", "{}\n")
    folder.write(dir, "s.yml", HEAD .. keys(300,
      "#@schema/validation min=0, when=(function(v) while true do end end)\n"))
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 2, "no function is called any more")
    folder.write(dir, "s.yml", HEAD .. keys(300, "#@schema/default (function() while true do end end)\n"))
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 2, "no function is called any more")
    folder.write(dir, "s.yml", HEAD .. keys(300, "#@schema/validation min=(function() while true do end end)()\n"))
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 2, "no function is called any more")
  end)

  it("do not keep others from being called", function()
    folder.write(dir, "s.yml", HEAD .. ENDLESS .. 'a: 1\n#@schema/validation ("even", lambda v: v % 2 == 0)\nb: 2\n')
    folder.write(dir, "v.yml", ("---\nb: 3\n"):rep(20))
    assert_soon("check " .. BUDGET .. "-f s.yml v.yml", 1,
      "v.yml:40:4: error[custom]: b must be even\n    |\n 40 | b: 3\n    |    ^\n")
  end)

  it("spoil no other line of a stream", function()
    folder.write(dir, "s.yml", HEAD
      .. '#@schema/validation ("small", function(v) for i = 1, v do end return v < 9 end)\na: 1\n')
    local lines = ('{"a": 1000000000}\n'):rep(5) .. ('{"a": 1}\n'):rep(3) .. '{"a": 20}\n'
    folder.write(dir, "v.jsonl", lines)
    assert_soon("check " .. BUDGET .. "-f s.yml --lines <v.jsonl", 1, "6 errors in 6 of 9 documents")
  end)

  it("leave an example without a document", function()
    folder.write(dir, "s.yml", HEAD .. ENDLESS .. "a: 1\n")
    assert_soon("example " .. BUDGET .. "-f s.yml", 2, "no valid document was found: a was refused")
    assert_soon("example " .. BUDGET .. "-f s.yml --count 5", 2, "no valid document was found: a was refused")
    folder.write(dir, "s.yml", HEAD .. keys(100, ENDLESS))
    assert_soon("example " .. BUDGET .. "-f s.yml", 2, "no valid document was found")
  end)

  it("leave an example without a document, as values that are too long do, and many that are refused", function()
    local NONE = "no valid document was found: a was refused 24 times, by the rule min_len (length >= %s)%s; a value"
    local LONG = ", and no value of this length is made"
    for _, case in ipairs {
      { "min_len=10000000", '""', "10000000", LONG }, { "min_len=9000000000000000", '""', "9000000000000000", LONG },
      { "min_len=1000000", "[1]", "1000000", LONG }, { "min_len=100000, unique=True", "['']", "100000", LONG },
      { "min_len=900, unique=True", "[true]", "900", "" },
    } do
      folder.write(dir, "s.yml", ("%s#@schema/validation %s\na: %s\n"):format(HEAD, case[1], case[2]))
      local _, text, seconds = run "example -f s.yml"
      assert.is_truthy(text:find(NONE:format(case[3], case[4]):sub(1, -9), 1, true) or case[4] == "", text)
      assert.is_true(pace.within(seconds, 5), ("%s: %.1f seconds"):format(case[1], seconds))
    end
    folder.write(dir, "s.yml", HEAD .. '#@schema/validation ("no", lambda v: False), min_len=100000\na: ""\n')
    assert_soon("example -f s.yml", 2, "no valid document was found: a was refused")
    folder.write(dir, "s.yml", HEAD .. '#@schema/validation min_len=100000\na: ""\n')
    local status, text = run "example -f s.yml"
    assert.same({ 0, 100004 }, { status, #text })
  end)

  it("are compared with others", function()
    folder.write(dir, "old.yml", HEAD .. keys(50, '#@schema/validation ("any", lambda v: True)\n'))
    folder.write(dir, "new.yml", HEAD .. keys(50, ENDLESS))
    local status, text, seconds = run("diff " .. BUDGET .. "old.yml new.yml")
    assert.is_true(status == 0 or status == 1, text)
    assert.is_true(pace.within(seconds, 5), ("%.1f seconds"):format(seconds))
  end)

  it("do not keep the server from answering", function()
    if not counts then require("yschema.sandbox.sandbox").count_instructions() end
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: x, schema: s.yml, layers: [v.yml]}\n")
    for _, case in ipairs {
      { "a:\n" .. ENDLESS .. "- 1\n", "a: [" .. ("1, "):rep(2000) .. "]\n", 2000 },
      { keys(500, ENDLESS), "{}\n", 500 },
      { keys(500, '#@schema/validation ("slow", lambda v: len([1 for i in range(180000)]) == v)\n'), "{}\n", 500 },
    } do
      folder.write(dir, "s.yml", HEAD .. case[1])
      folder.write(dir, "v.yml", "{}\n")
      local editor = client.new({}, settings_of({ budget = 2000000 }, 1))
      local began = os.clock()
      local list = editor:open(dir .. "/v.yml", case[2])
      local seconds = os.clock() - began
      assert.is_true(pace.within_processor(seconds, 5), ("%.1f seconds"):format(seconds))
      assert.equal(case[3], #list)
      local given_up = 0
      for _, one in ipairs(list) do
        given_up = given_up + (one.message:find("called any more", 1, true) and 1 or 0)
        assert.matches("/s.yml$", one.relatedInformation[1].location.uri)
      end
      assert.is_true(given_up > 100 or seconds < 3)
      editor:close(dir .. "/v.yml")
    end
  end)
end)
