local core = require "yschema.core"
local helper = require "spec.core.helper"

local unpack = table.unpack or unpack -- luacheck: ignore

local HEADER = "#@data/values-schema\n---\n"

local function with_rule(fn)
  return helper.schema(HEADER .. 'items:\n#@schema/validation ("even", f)\n- 1\n',
    { ['("even", f)'] = helper.rule("even", fn) })
end

-- A run whose rule over each of these items waits for an answer.
local function asking(fn, items)
  local run = core.run(with_rule(fn or function() end))
  assert(run:give { items = items })
  return run, run:step()
end

describe("run:step", function()
  it("is over at once when there is nothing to ask", function()
    local run = core.run(helper.schema(HEADER .. "a: 1\n"))
    for _ = 1, 2 do
      assert.same({ [2] = core.null, [3] = core.OVER }, { run:step() })
      assert.is_nil(run:asked())
    end
    assert.same({ a = 1 }, run:value())
  end)

  it("hands out values in order, and a closure when it is another", function()
    local function even(n) return n % 2 == 0 end
    local run, value, fn = asking(even, { 4, 6, 8 })
    assert.same({ 4, even }, { value, fn })
    assert.equal(core.RULE, run:asked())
    assert.same({ 6 }, { run:step(true) })
    assert.same({ 8 }, { run:step(true) })
    assert.equal(3, run:questions())
    assert.equal(core.OVER, (select(3, run:step(true))))
    assert.equal(0, run:exit_status())
  end)

  it("knows the results of a rule that holds", function()
    local tuple = setmetatable({ true, "message" }, core.tuple_mt)
    local run = asking(nil, { 1, 2, 3, 4, 5, 6, 7 })
    for i, given in ipairs { {}, { 7 }, { "x" }, { true, "message" }, { -0.5 }, { tuple } } do
      assert.equal(i + 1, (run:step(unpack(given))))
    end
    assert.equal(core.OVER, (select(3, run:step(1))))
    assert.equal(0, run:exit_status())
  end)

  it("gives back what is true in some languages only", function()
    local run = asking(nil, { 1 })
    for _, given in ipairs { 0, "", {}, setmetatable({}, core.tuple_mt), setmetatable({ 0 }, core.tuple_mt) } do
      assert.same({ given, core.null, core.RULE }, { run:step(given) })
    end
    assert.equal(core.OVER, (select(3, run:answer(core.VALID))))
    assert.equal(0, run:exit_status())
  end)

  it("gives back results that it has no message for", function()
    local tuple = setmetatable({ false, "message" }, core.tuple_mt)
    local run = asking(nil, { 1 })
    for _ = 1, 2 do
      assert.same({ false, "odd", core.RULE }, { run:step(false, "odd", "more") })
      assert.same({ false, core.null, core.RULE }, { run:step(false) })
      assert.same({ [2] = core.null, [3] = core.RULE }, { run:step(nil) })
      assert.same({ core.null, core.null, core.RULE }, { run:step(core.null) })
      assert.equal(tuple, (run:step(tuple)))
    end
    assert.equal(core.RULE, run:asked())
    assert.equal(core.OVER, (select(3, run:answer(core.INVALID, "is odd"))))
    local violations = run:violations()
    assert.equal(1, #violations)
    assert.equal("items[0]", violations[1].path)
    assert.equal("is odd", violations[1].found)
    assert.equal(4, violations[1].schema_line)
    assert.equal(1, run:exit_status())
  end)

  it("asks `when=` before the rules", function()
    local rule, when = function() end, function() end
    local schema = helper.schema(HEADER .. '#@schema/validation ("r", f), when=w\na: 1\n', {
      ['("r", f), when=w'] = {
        { text = "", value = setmetatable({ "r", rule }, core.tuple_mt) },
        { name = "when", text = "w", value = when },
      },
    })
    local run = core.run(schema)
    assert.same({ 1, when }, { run:step() })
    assert.equal(core.WHEN, run:asked())
    assert.same({ 1, rule }, { run:step(true) })
    assert.equal(core.RULE, run:asked())
    assert.equal(core.OVER, (select(3, run:step(true))))

    run = core.run(schema)
    run:step()
    assert.equal(core.OVER, (select(3, run:step(false))))
    assert.equal(0, run:exit_status())

    for _, given in ipairs { {}, { 1 }, { "true" }, { core.null }, { {} } } do
      run = core.run(schema)
      run:step()
      assert.same({ given[1], core.null, core.WHEN }, { run:step(unpack(given)) })
      assert.equal(core.OVER, (select(3, run:answer(core.NO_BOOLEAN, "string"))))
      assert.equal(2, run:exit_status())
    end
  end)

  it("takes defaults, and fills and checks them", function()
    local function default() end
    local schema = helper.schema(HEADER .. "#@schema/default f\ndbs:\n- name: x\n  port: 1\n",
      { f = { { text = "f", value = default } } })
    local function with(...)
      local run = core.run(schema)
      assert.same({ [2] = default, [3] = core.DEFAULT }, { run:step() })
      assert.error_matches(function() run:step(true) end, "a default is asked for")
      assert.equal(core.OVER, (select(3, run:answer(...))))
      return run
    end
    assert.same({ dbs = { { name = "a", port = 1 } } }, with(core.GIVEN, { { name = "a" } }):value())
    assert.equal("dbs: []\n", with(core.GIVEN, {}):encode "yaml")
    assert.equal(2, with(core.GIVEN, 5):exit_status())
    local failed = with(core.DEFAULT_FAILED, "boom")
    assert.matches("boom", failed:text(), 1, true)
    failed = with(core.GIVEN, { { name = print } })
    assert.matches("[0].name: a function is not a value", failed:text(), 1, true)
  end)

  it("reports that a mark was set", function()
    local function rule() end
    local run = asking(rule, { 1, 2, 3, 4 })
    run:mark()
    assert.same({ 2, rule, core.MARKED }, { run:step(true) })
    assert.same({ 3 }, { run:step(true) })
    run:mark()
    assert.equal(core.RULE, (select(3, run:step(false))))
    assert.same({ 4, rule, core.MARKED }, { run:answer(core.VALID) })
    assert.equal(core.OVER, (select(3, run:step(true))))
  end)

  it("fails a rule whose value Lua cannot have", function()
    local schema = helper.schema(
      "#@schema/type any=True\n#@schema/validation (\"r\", f)\n" .. HEADER .. "null\n",
      { ['("r", f)'] = helper.rule("r", function() return true end) })
    local run = core.run(schema)
    run:parse(core.source("v.yml", "a: 18446744073709551615\n"), "template")
    local hook = core.hooks.big_integer
    core.hooks.big_integer = nil
    assert.equal(core.OVER, (select(3, run:step())))
    core.hooks.big_integer = hook
    assert.matches("18446744073709551615 is too large for Lua", run:text(), 1, true)
  end)
end)

describe("run:answer", function()
  it("takes a verdict on the question that waits", function()
    local run = asking(nil, { 1, 2, 3 })
    assert.equal(2, (run:answer(core.VALID)))
    assert.equal(3, (run:answer(core.FAILED, "boom")))
    assert.equal(core.OVER, (select(3, run:answer(core.INVALID))))
    assert.matches("boom", run:text(), 1, true)
    assert.equal(2, #run:violations())
  end)

  it("refuses what is no answer", function()
    local run = core.run(with_rule(function() end))
    assert(run:give { items = { 1 } })
    assert.error_matches(function() run:answer(core.VALID) end, "there is no question")
    run:step()
    for _, answer in ipairs { 0, core.GIVEN, core.DEFAULT_FAILED, 99, "x" } do
      assert.error_matches(function() run:answer(answer) end, "no answer to the question")
    end
    assert.error_matches(function() run:answer() end, "no answer to the question")
    assert.equal(core.OVER, (select(3, run:answer(core.VALID))))
    assert.error_matches(function() run:answer(core.VALID) end, "there is no question")
  end)
end)

describe("run:context", function()
  it("gives the place of the question", function()
    local run = core.run(with_rule(function() end))
    assert(run:give { items = { 7, 8 } })
    run:step()
    run:step(true)
    assert.equal("items[1]", run:context "path")
    assert.equal(2, run:context "key")
    local parent, nodes = run:context "parent"
    assert.same({ 7, 8 }, parent)
    assert.equal(3, nodes)
    assert.same({ items = { 7, 8 } }, (run:context "root"))
    assert.same({ "schema.yml", 4 }, { run:question_place() })
  end)

  it("gives copies", function()
    local run = core.run(with_rule(function() end))
    assert(run:give { items = { 7 } })
    run:step()
    run:context "root".items[1] = "changed"
    run:step(true)
    assert.same({ items = { 7 } }, run:value())
  end)

  it("knows that nothing holds the document", function()
    local run = core.run(helper.schema(
      '#@schema/validation ("r", f)\n' .. HEADER .. "a: 1\n",
      { ['("r", f)'] = helper.rule("r", function() end) }))
    run:step()
    assert.is_nil(run:context "key")
    assert.is_nil((run:context "parent"))
    assert.equal("", run:context "path")
  end)

  it("is for questions about values", function()
    local run = core.run(helper.schema(HEADER .. "a: 1\n"))
    assert.error_matches(function() run:context "path" end, "no question")
    run:step()
    assert.error_matches(function() run:context "root" end, "no question")
  end)
end)

describe("a run", function()
  it("takes texts, values and flags in order", function()
    local run = core.run(helper.schema(HEADER .. "a: 1\nb: x\nc:\n  d: 1.5\n  e: ''\n"))
    assert.is_true(run:parse(core.source("v.yml", "a: 2\nb: y\n"), "template"))
    assert(run:give { b = "z" })
    assert(run:give_value(core.source("flag", "c.d=2.5"), { "c", "d" }, "2.5", true))
    assert(run:give_value(core.source("flag", "c.e=3"), { "c", "e" }, "3", false))
    helper.finish(run)
    assert.same({ a = 2, b = "z", c = { d = 2.5, e = "3" } }, run:value())
    assert.equal("a: 2\nb: z\nc:\n  d: 2.5\n  e: \"3\"\n", run:encode "yaml")
    assert.equal('{"a":2,"b":"z","c":{"d":2.5,"e":"3"}}\n', run:encode "json")
    assert.error_matches(function() run:give {} end, "inputs come before the first step")
  end)

  it("reports all values that do not fit", function()
    local run = helper.apply(helper.schema(HEADER .. "a: 1\nb: x\n"), { a = "x", c = 1 })
    local list, warnings = run:violations()
    assert.equal(2, #list)
    assert.same({ "a", "string", "integer" }, { list[1].path, list[1].found, list[1].expected })
    assert.equal("c", list[2].path)
    assert.same({}, warnings)
  end)

  it("omits violations by their numbers, in texts and in the exit status, too", function()
    local schema = helper.schema "#@data/values-schema\n---\na: 1\nb: 1\n#@schema/validation min=1\nc: 1\n"
    local run = helper.apply(schema, { a = "x", b = "x", c = 0 })
    assert.equal(3, #run:violations())
    run:omit { true }
    assert.same({ "b", "c" }, { run:violations()[1].path, run:violations()[2].path })
    assert.is_nil(run:text():find("At a", 1, true))
    run:omit { [2] = true, [5] = true }
    assert.same({ 1, 1 }, { run:exit_status(), #run:violations() })
    run:omit { true }
    assert.same({ 0, "", 0 }, { run:exit_status(), run:text(), #run:violations() })
    assert.has_error(function() run:omit() end)
  end)

  it("has its warnings apart", function()
    local schema = helper.schema(HEADER .. "#@schema/deprecated \"use b\"\na: 1\nb: 1\n")
    local run = helper.apply(schema, { a = 2 })
    local list, warnings = run:violations()
    assert.same({}, list)
    assert.equal("a", warnings[1].path)
    assert.matches("use b", run:warnings_text(), 1, true)
    assert.equal("", run:text())
    assert.equal(0, run:exit_status())
  end)

  it("skips validation when the option is set", function()
    local run = core.run(with_rule(function() end), { skip_validation = true })
    assert(run:give { items = { 1 } })
    assert.equal(core.OVER, (select(3, run:step())))
    assert.same({ items = { 1 } }, run:value())
  end)

  it("has no result before its end", function()
    local run = core.run(with_rule(function() end))
    assert.error_matches(function() run:value() end, "not over")
    assert.error_matches(function() run:encode "yaml" end, "not over")
  end)

  it("gives nil and a problem for a value that is none", function()
    local run = core.run(helper.schema(HEADER .. "a: ''\n"))
    assert.same({ nil, "a: a function is not a value" }, { run:give { a = print } })
  end)
end)

describe("a rule", function()
  it("may close the run that asks it", function()
    local run
    run = core.run(with_rule(function() run:close() return true end))
    assert(run:give { items = { 1, 2 } })
    assert.error_matches(function() helper.finish(run) end, "the run is closed")
    assert.error_matches(function() run:context "path" end, "the run is closed")
    run:close()
  end)

  it("may use its schema for another run, and collect garbage", function()
    local schema, depth = nil, 0
    schema = with_rule(function(value)
      if depth == 0 then
        depth = 1
        assert.equal(1, helper.apply(schema, { items = { 3 } }):exit_status())
        collectgarbage() collectgarbage()
      end
      return value % 2 == 0
    end)
    local run = helper.apply(schema, { items = { 2, 4 } })
    assert.equal(0, run:exit_status())
  end)

  it("may close its schema", function()
    local schema
    schema = with_rule(function() schema:close() return true end)
    assert.equal(0, helper.apply(schema, { items = { 1, 2, 3 } }):exit_status())
  end)
end)

describe("a closed run", function()
  it("throws at every call, whatever it held", function()
    local run = core.run(helper.schema(HEADER .. "a: 1\n"))
    assert(run:give { a = 1 })
    run:close()
    run:close()
    for _, call in ipairs {
      function() run:step() end, function() run:answer(core.VALID) end,
      function() run:asked() end, function() run:value() end, function() run:text() end,
      function() run:give {} end, function() run:violations() end, function() run:blocks() end,
      function() run:exit_status() end, function() run:add_error("READ", "x", "y") end,
      function() run:parse(core.source("x", ""), "plain") end,
      function() run:give_value(core.source("x", ""), { "a" }, "1", true) end,
    } do
      assert.error_matches(call, "the run is closed")
    end
  end)

  it("cannot be confused with other objects", function()
    local run = core.run(helper.schema(HEADER .. "a: 1\n"))
    assert.error_matches(function() run.step(core.schema {}) end, "run expected")
    assert.error_matches(function() run.step {} end, "run expected")
    assert.error_matches(function() run.step(core.null) end, "run expected")
    assert.error_matches(function() run.text(core.source("x", "")) end, "run or documents expected")
    assert.error_matches(function() run.close(nil) end, "run or documents expected")
    assert.is_false(getmetatable(run))
  end)
end)

-- Finalizers run whenever Lua allocates, so in the middle of our work.
describe("a finalizer that closes an object in use", function()
  local schema = helper.schema(HEADER .. "items:\n- name: ''\n")
  local list = {}
  for i = 1, 2000 do list[i] = { name = "name " .. i } end

  -- Returns the results of the work on a run that was closed in the middle of it. When
  -- the collector comes is its own business: tries until it came in time.
  local function closed_during(values, method)
    local run, result
    local closed = false
    helper.with_whole_collections(function()
      for _ = 1, 2000 do
        run = helper.apply(schema, { items = values })
        local this, working = run, true
        helper.doomed(function() if working then this:close() closed = true end end)
        result = run[method](run)
        working = false
        if closed then break end
      end
    end)
    assert(closed, "the collector never came in time")
    return result, run
  end

  it("does not end its export", function()
    local result, run = closed_during(list, "value")
    assert.same({ items = list }, result)
    assert.error_matches(function() run:value() end, "the run is closed")
  end)

  it("does not end its list of violations", function()
    local wrong = {}
    for i = 1, 2000 do wrong[i] = { name = i } end
    local result = closed_during(wrong, "violations")
    assert.equal(2000, #result)
    assert.equal("items[1999].name", result[2000].path)
  end)
end)

describe("run:print", function()
  -- A run whose values are a list of `count` items.
  local function listing(count, last)
    local items = {}
    for i = 1, count do items[i] = { name = ("item %d"):format(i), text = ("x"):rep(100) } end
    items[count + 1] = last
    local run = core.run(helper.any())
    assert(run:give(items))
    return helper.finish(run)
  end

  for _, format in ipairs { "yaml", "json" } do
    it("gives " .. format .. " in pieces", function()
      local run, pieces = listing(5000), {}
      assert.is_true((run:print(format, function(piece)
        pieces[#pieces + 1] = piece
        return true
      end)))
      assert.is_true(#pieces > 5, #pieces)
      for _, piece in ipairs(pieces) do assert.is_true(#piece > 0 and #piece <= 65536, #piece) end
      assert.is_true(run:encode(format) == table.concat(pieces))
    end)

    it("stops when " .. format .. " cannot be written", function()
      local run, calls = listing(5000), 0
      local function write()
        calls = calls + 1
        if calls == 2 then return nil, "disk full" end
        return true
      end
      assert.same({ nil, "disk full" }, { run:print(format, write) })
      assert.equal(2, calls)
      assert.error_matches(function() run:print(format, function() error "boom" end) end, "boom")
      assert.is_true((run:print(format, function() return true end)))
    end)
  end

  it("writes nothing that JSON does not have, and no null in YAML", function()
    local calls = 0
    local function write()
      calls = calls + 1
      return true
    end
    local done, problem = listing(5000, math.huge):print("json", write)
    assert.is_nil(done)
    assert.matches("JSON has no %.inf", problem)
    local null = core.run(helper.any())
    assert(null:give(core.null))
    assert.is_true((helper.finish(null):print("yaml", write)))
    assert.equal(0, calls)
    assert.error_matches(function() null:print "yaml" end, "function")
  end)

  it("survives a run that is closed in between", function()
    local run = listing(5000)
    local pieces = 0
    assert.is_true((run:print("yaml", function()
      run:close()
      collectgarbage()
      pieces = pieces + 1
      return true
    end)))
    assert.is_true(pieces > 5)
  end)
end)
