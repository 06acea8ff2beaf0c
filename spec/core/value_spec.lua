local core = require "yschema.core"
local helper = require "spec.core.helper"

local null, array_mt = core.null, core.array_mt
local HEADER = "#@data/values-schema\n---\n"
local lua54 = math.type ~= nil

local function json(value)
  local text, problem = core.encode(value, "json")
  return text and text:gsub("\n$", "") or problem
end

local function array(t) return setmetatable(t, array_mt) end

local function parsed(text)
  return core.parse(core.source("v.yml", text))
end

describe("a Lua value", function()
  it("is what it looks like", function()
    assert.equal("null", json(null))
    assert.equal("true", json(true))
    assert.equal("12", json(12))
    assert.equal("1.5", json(1.5))
    assert.equal('"text"', json "text")
    assert.equal('"a\\u0000b"', json "a\0b")
    assert.equal("[1,2,3]", json { 1, 2, 3 })
    assert.equal('{"a":{"b":1}}', json { a = { b = 1 } })
    assert.equal("{}", json {})
    assert.equal("[]", json(array {}))
    assert.equal("[1]", json(setmetatable({ 1 }, core.tuple_mt)))
  end)

  it("is an array only when its keys are exactly 1..n", function()
    assert.equal('{"1":1,"3":3}', json { 1, nil, 3 })
    assert.equal('{"2":"b"}', json { [2] = "b" })
    assert.equal('{"0":"z","1":"a"}', json { [0] = "z", "a" })
    assert.equal('{"1":"a","1.5":"b"}', json { "a", [1.5] = "b" })
    assert.equal('{"1":"a","2":"b","x":"c"}', json { "a", "b", x = "c" })
    assert.equal('{"1":[[1]],"2":{"1":2,"y":3},"x":0}', json { { { 1 } }, { 2, y = 3 }, x = 0 })
  end)

  it("is an array in whatever way Lua keeps it", function()
    local scattered, text = {}, {}
    for i = 100, 1, -1 do scattered[i] = i end
    for i = 1, 100 do text[i] = i end
    assert.equal("[" .. table.concat(text, ",") .. "]", json(scattered))
    assert.equal('["a","b","c"]', json { [3] = "c", [2] = "b", [1] = "a" })
    scattered[50] = nil
    assert.matches('^{"1":1,', json(scattered))
    scattered = { 1, 2 }
    scattered[2 ^ 31] = 3
    assert.equal('{"1":1,"2":2,"2147483648":3}', json(scattered))
    scattered = {}
    for i = 0, 30 do scattered[2 ^ i] = i end
    assert.matches('^{"1":0,"2":1,"4":2,"8":3,', json(scattered))
  end)

  it("has its keys in an order of its own", function()
    assert.equal('{"B":1,"a":2,"aa":3,"b":4}', json { b = 4, aa = 3, a = 2, B = 1 })
    assert.equal('{"true":1,"-10":2,"-9":3,"9":4,"10":5,"-1.5":6,"0.5":7,"z":8}', json {
      z = 8, [10] = 5, [9] = 4, [-9] = 3, [-10] = 2, [0.5] = 7, [-1.5] = 6, [true] = 1,
    })
    assert.equal('{"-10.5":1,"-1.5":2,"0.25":3,"9.5":4,"10.25":5,"100.5":6,"1e+300":7}', json {
      [10.25] = 5, [-1.5] = 2, [1e300] = 7, [0.25] = 3, [100.5] = 6, [-10.5] = 1, [9.5] = 4,
    })
    local many, expected = {}, {}
    for i = 1, 1000 do
      local key = ("k%04d"):format(i * 7919 % 1000)
      many[key] = 1
      expected[i] = ('"k%04d":1'):format(i - 1)
    end
    assert.equal("{" .. table.concat(expected, ",") .. "}", json(many))
  end)

  it("may give the order of its keys", function()
    local mt = { keys = { "z", "missing", "a", "z", 5 } }
    assert.equal('{"z":1,"a":2,"5":3,"b":4,"c":5}',
      json(setmetatable({ a = 2, b = 4, z = 1, c = 5, [5] = 3 }, mt)))
    assert.equal("{}", json(setmetatable({}, mt)))
    assert.equal('{"1":1,"2":2}', json(setmetatable({ 1, 2 }, mt)))
  end)

  it("cannot be a function, a coroutine or a userdata", function()
    assert.equal("a function is not a value", json(print))
    assert.equal("a.b[1]: a coroutine is not a value",
      json { a = { b = { 1, coroutine.create(print) } } })
    assert.equal("x: a userdata is not a value", json { x = io.stdout })
    assert.equal("a key is neither a string, a number nor a boolean", json { [print] = 1 })
    assert.equal("the keys of an array must be 1, 2, 3, ...", json(array { 1, x = 2 }))
    assert.equal("the keys of an array must be 1, 2, 3, ...", json(array { 1, nil, 3 }))
  end)

  it("has one problem reported, always the same", function()
    for _ = 1, 20 do
      local value = {}
      for i = 20, 1, -1 do value["key" .. math.random(1000)] = i end
      value["a1"], value["zz"], value[print] = { print }, print, nil
      assert.equal("a1[0]: a function is not a value", json(value))
    end
  end)

  it("may not contain itself, nor nest too deeply", function()
    local cycle = {}
    cycle.a = { cycle, cycle }
    assert.equal("is nested too deeply, or contains itself", json(cycle))
    local deep = {}
    for _ = 1, 999 do deep = { deep } end
    assert.matches("^%[%[%[", json(deep))
    for _ = 1, 2 do deep = { deep } end
    assert.equal("is nested too deeply, or contains itself", json(deep))
  end)

  -- A process that may have 200 MB: the string is there, and there is no place for its copy. The sanitizers
  -- need more for themselves.
  it("says that there is no memory for a long string", function()
    local command = require "spec.support.command"
    if command.runtime ~= "lua5.4" or os.getenv "LD_PRELOAD" then return end
    local output = command.output(("ulimit -v 220000; LUA_CPATH=%s lua5.4 -e %s 2>&1"):format(
      command.quote(package.cpath), command.quote [[
        local text = ("x"):rep(60000000)
        text = text .. text
        collectgarbage()
        print(pcall(require("yschema.core").encode, { text }, "json"))]]))
    assert.same({ "false\tnot enough memory" }, output)
  end)

  it("takes lyaml's null", function()
    assert.equal("[null]", json { setmetatable({}, { _type = "LYAML null" }) })
  end)

  it("is not asked through metamethods", function()
    local trap = setmetatable({ a = 1 }, {
      __index = function() error "index" end, __len = function() error "len" end,
      __pairs = function() error "pairs" end, __eq = function() error "eq" end,
    })
    assert.equal('{"a":1}', json(trap))
  end)
end)

describe("a Lua value below a field", function()
  local schema = helper.schema(HEADER ..
    "name: ''\nratio: 1.5\ndbs:\n- ratio: 1.5\n  port: 1\nnested:\n  b: 1\n  a: 1\n" ..
    "#@schema/type any=True\nfree: 1\n")

  local function yaml(value)
    local run = helper.apply(schema, value)
    return run:exit_status() == 0 and run:encode "yaml" or run:text()
  end

  it("is filled in, in the schema's order", function()
    assert.equal("name: x\nratio: 1.5\ndbs: []\nnested:\n  b: 2\n  a: 3\nfree: 1\n",
      yaml { nested = { a = 3, b = 2 }, name = "x" })
  end)

  it("is a float where a float is wanted", function()
    local text = yaml { ratio = 2, dbs = { { ratio = 3, port = 4 } }, free = { 5 } }
    assert.matches("ratio: 2.0\n", text, 1, true)
    assert.matches("- ratio: 3.0\n", text, 1, true)
    assert.matches("port: 4\n", text, 1, true)
    assert.matches("- 5\n", text, 1, true)
  end)

  it("is an array when it is empty and an array is wanted", function()
    assert.matches("dbs: []\n", yaml { dbs = {} }, 1, true)
    assert.matches("free: {}\n", yaml { free = {} }, 1, true)
  end)

  it("has unknown keys reported in order", function()
    local run = helper.apply(schema, { zz = 1, yy = 2, name = "x", [7] = 3 })
    local paths = {}
    for i, violation in ipairs(run:violations()) do paths[i] = violation.path end
    assert.same({ "7", "yy", "zz" }, paths)
    assert.equal(1, run:exit_status())
  end)

  it("finds keys too long to be interned by Lua", function()
    local key = ("k"):rep(500)
    local long = helper.schema(HEADER .. key .. ": 1\n")
    assert.same({ [key] = 2 }, helper.apply(long, { [("k"):rep(500)] = 2 }):value())
  end)

  it("is not changed", function()
    local value = { ratio = 2, dbs = {}, nested = {} }
    helper.apply(schema, value)
    assert.same({ ratio = 2, dbs = {}, nested = {} }, value)
    assert.is_nil(getmetatable(value.dbs))
  end)
end)

describe("integers", function()
  it("are exact, or refused", function()
    local documents = parsed "[9007199254740992, -9007199254740992]"
    assert.same({ 2 ^ 53, -2 ^ 53 }, documents:value(1))
    local hook = core.hooks.big_integer
    core.hooks.big_integer = nil
    local value, problem = parsed("a: 18446744073709551615"):value(1)
    assert.is_nil(value)
    assert.equal("the integer 18446744073709551615 is too large for Lua; quotes make it a string",
      problem)
    if not lua54 then
      value, problem = parsed("- 9007199254740993"):value(1)
      assert.is_nil(value)
      assert.matches("the integer 9007199254740993 is too large for Lua", problem, 1, true)
      core.hooks.big_integer = function(text) return "big " .. text end
      assert.same({ "big -9223372036854775808" }, parsed("[-9223372036854775808]"):value(1))
    end
    core.hooks.big_integer = hook
  end)

  if lua54 then
    it("of 64 bits are Lua's own", function()
      assert.equal("9223372036854775807", json(math.maxinteger))
      assert.equal(math.mininteger, parsed("-9223372036854775808"):value(1))
      assert.equal("integer", math.type(parsed("3"):value(1)))
      assert.equal("float", math.type(parsed("3.0"):value(1)))
      assert.equal("3.0", json(3.0))
      assert.equal('{"9007199254740993":1}', json { [9007199254740993] = 1 })
    end)

    it("stay integers where a float could not be them", function()
      local schema = helper.schema(HEADER .. "ratio: 1.5\n")
      assert.equal("ratio: 9007199254740993\n",
        helper.apply(schema, { ratio = 9007199254740993 }):encode "yaml")
    end)
  else
    it("are integral numbers, as far as they are exact", function()
      assert.equal("3", json(3.0))
      assert.equal("9007199254740992", json(2 ^ 53))
      assert.equal("9.007199254740996e+15", json(2 ^ 53 + 4))
    end)

    it("of 64 bits come as cdata", function()
      local hook = core.hooks.integer_text
      core.hooks.integer_text = function(value) return (tostring(value):gsub("U?LL$", "")) end
      assert.equal("[9007199254740993,18446744073709551615]",
        json(load "return { 9007199254740993LL, 18446744073709551615ULL }"()))
      core.hooks.integer_text = function() return nil end
      assert.equal("a cdata that is no 64-bit integer is not a value", json(load "return 1LL"()))
      core.hooks.integer_text = hook
    end)
  end
end)

describe("a value from YAML", function()
  it("is plain tables, with null and the arrays' metatable", function()
    local value = parsed("a: ~\nb: []\nc: [x, {}]\nd: {}\n"):value(1)
    assert.equal(null, value.a)
    assert.equal(array_mt, getmetatable(value.b))
    assert.equal(array_mt, getmetatable(value.c))
    assert.is_nil(getmetatable(value.d))
    assert.same({ a = null, b = {}, c = { "x", {} }, d = {} }, value)
  end)

  it("has keys that are what they are", function()
    local value = parsed("1: a\n1.5: b\ntrue: c\n~: d\n'2': e\n.nan: f\n"):value(1)
    assert.same({ [1] = "a", [1.5] = "b", [true] = "c", null = "d", ["2"] = "e", [".nan"] = "f" },
      value)
  end)

  it("goes there and back", function()
    local text = '{"a":[1,2.5,"x",null,true,[],{}],"b":{"c":[[1]]}}'
    assert.equal(text, json(parsed(text):value(1)))
  end)

  it("may be large, and deep", function()
    local items = {}
    for i = 1, 5000 do items[i] = "- a: " .. i .. "\n" end
    local value = parsed(table.concat(items)):value(1)
    assert.equal(5000, #value)
    assert.equal(5000, value[5000].a)
    assert.equal("table", type(parsed(("- "):rep(900) .. "x"):value(1)))
  end)
end)

describe("core.parse", function()
  it("gives the documents of a source", function()
    local documents = parsed "a: 1\n---\n- x\n---\n"
    assert.equal(2, documents:count())
    assert.same({ a = 1 }, documents:value(1))
    assert.same({ "x" }, documents:value(2))
    assert.error_matches(function() documents:value(3) end, "no such document")
    assert.equal("a: 1\n---\n- x\n", documents:encode "yaml")
    assert.equal('{"a":1}\n["x"]\n', documents:encode "json")
    assert.equal("v.yml", documents:source():name())
    documents:close()
    assert.error_matches(function() documents:count() end, "is closed")
  end)

  it("gives nil and the violations", function()
    local documents, owner = core.parse(core.source("v.yml", "a: 1\na: 2\n"))
    assert.is_nil(documents)
    assert.equal("duplicate-key", owner:violations()[1].kind)
    assert.equal(2, owner:violations()[1].line)
    assert.matches("^v.yml:2", owner:text())
    assert.equal(2, owner:exit_status())
  end)

  it("honours its options", function()
    local documents, owner = core.parse(core.source("v.yml", "a: yes\n"), { strict = true })
    assert.is_nil(documents)
    assert.equal("strict", owner:violations()[1].kind)
    assert.is_nil((core.parse(core.source("v.yml", "[[[1]]]"), { max_depth = 2 })))
  end)
end)

describe("core.encode", function()
  it("reports what JSON cannot express", function()
    local text, problem = core.encode({ 1 / 0 }, "json")
    assert.is_nil(text)
    assert.is_string(problem)
    assert.equal("- .inf\n", core.encode({ 1 / 0 }, "yaml"))
    assert.error_matches(function() core.encode(1, "xml") end, "invalid option")
    assert.error_matches(function() core.encode() end, "value expected")
  end)
end)

describe("core.rule_test", function()
  it("tests a named rule over Lua values", function()
    assert.same({ true, "" }, { core.rule_test("min_len", 2, "ab") })
    assert.same({ false, "length = 1" }, { core.rule_test("min_len", 2, "a") })
    assert.is_true((core.rule_test("one_of", { "a", 2 }, 2)))
    assert.is_true((core.rule_test("one_not_null", true, { a = 1, b = null })))
    assert.same({ true, "" }, { core.rule_test("regexp", "^a+$", "aa") })
    assert.same({ false, '"ab"' }, { core.rule_test("pattern", "^a+$", "ab") })
    assert.same({ true, "" }, { core.rule_test("format", "ip", "::1") })
  end)

  it("reports the problem of the argument", function()
    local holds, problem = core.rule_test("min_len", "x", "y")
    assert.is_nil(holds)
    assert.matches("to be a number, but was string", problem, 1, true)
    assert.equal("a function is not a value", select(2, core.rule_test("min", print, 1)))
    assert.error_matches(function() core.rule_test("no_such", 1, 1) end, "no such rule")
  end)

  it("distinguishes a test that was given up from one that failed", function()
    local holds, problem = core.rule_test("regexp", "^(a|a)*$", ("a"):rep(60) .. "!")
    assert.is_nil(holds)
    assert.equal("the pattern needs too many steps for this text", problem)
  end)
end)
