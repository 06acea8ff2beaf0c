-- Functions of schemas, which Lua calls between the steps of a run: rules, their second argument, `when=` and defaults.

local command = require "spec.support.command"
local yschema = require "yschema"

-- A schema `a: 1` whose value has the rule `rule`, under the name it has in env.
local function ruled(rule, more, options)
  options = options or {}
  options.env = options.env or {}
  options.env.rule = rule
  local schema, report = yschema.load("#@data/values-schema\n---\n#@schema/validation ('good', rule)"
    .. (more or "") .. "\na: 1\n", options)
  return assert(schema, tostring(report))
end

-- The first violation when `a` is 1; nil when it is valid.
local function violation(rule, more, options)
  local ok, report = ruled(rule, more, options):check { a = 1 }
  return not ok and report.violations[1] or nil
end

local function schema_of(body, env)
  local schema, report = yschema.load("#@data/values-schema\n---\n" .. body, { env = env })
  return assert(schema, tostring(report))
end

describe("a rule", function()
  it("is content with any true value, and with none at all", function()
    assert.is_nil(violation(function() return true end))
    assert.is_nil(violation(function() return "yes" end))
    assert.is_nil(violation(function() return 0 end))
    assert.is_nil(violation(function() return {} end))
    assert.is_nil(violation(function() return true, "message" end))
    assert.is_nil(violation(function() end))
  end)

  it("is broken by nil, false and null", function()
    for _, rule in ipairs {
      function() return nil end, function() return false end, function() return yschema.null end,
    } do
      local found = violation(rule)
      assert.equal("rule", found.kind)
      assert.equal("good", found.expected)
      assert.is_nil(found.found)
    end
  end)

  it("may say why", function()
    assert.equal("odd", violation(function() return false, "odd" end).found)
    assert.equal("odd", violation(function() return nil, "odd" end).found)
    assert.equal("7", violation(function() return false, 7 end).found)
    assert.equal("wrapped", violation(function()
      return false, setmetatable({}, { __tostring = function() return "wrapped" end })
    end).found)
    assert.is_nil(violation(function() return false, {} end).found)
  end)

  it("may be a Starlark function that gives a tuple", function()
    local schema = schema_of(
      '#@schema/validation ("good", lambda v: (v < 5, "too large"))\na: 1\n')
    assert.is_true(schema:check { a = 1 })
    local _, report = schema:check { a = 9 }
    assert.equal("too large", report.violations[1].found)
  end)

  it("may fail() with a message", function()
    local schema = schema_of('#@schema/validation ("good", function(v) fail("not " .. v) end)\na: 1\n')
    local _, report = schema:check { a = 9 }
    assert.equal("not 9", report.violations[1].found)
    assert.equal("rule", report.violations[1].kind)
  end)

  it("may give another rule, which is asked instead", function()
    local seen
    local function giving(rule) return function() return rule end end
    assert.is_nil(violation(giving(function(v, ctx)
      seen = { v, ctx.path }
      return true
    end)))
    assert.same({ 1, "a" }, seen)
    assert.is_nil(violation(giving(function() end)))
    assert.equal("odd", violation(giving(function() return false, "odd" end)).found)
    assert.equal("no way", violation(giving(function() error("no way", 0) end)).found
      :match "no way")
    assert.equal("5", violation(giving(setmetatable({}, {
      __call = function(_, v) return v == 2, 5 end,
    }))).found)
  end)

  it("that throws is distinguished, and does not hide others", function()
    local schema = schema_of([[
#@schema/validation ("first", function(v) return v.x.y end), ("second", function(v) return v > 5 end)
a: 1
#@schema/validation min=5
b: 1
]])
    local _, report = schema:apply()
    assert.equal(3, #report.violations)
    assert.matches("the rule itself failed: attempt to index", report.violations[1].found, 1, true)
    assert.matches("(at schema:3)", tostring(report), 1, true)
    assert.not_equal(report.violations[1].kind, report.violations[2].kind)
    assert.equal("second", report.violations[2].expected)
    assert.equal("b", report.violations[3].path)
    assert.equal(1, report.status)
  end)

  describe("may throw anything:", function()
    local evil = setmetatable({}, { __tostring = error })
    local liar = setmetatable({}, { __tostring = function() return {} end })
    local shielded = setmetatable({}, { __metatable = "no", __tostring = error })
    for name, row in pairs {
      ["a string"] = { "just so", "just so" },
      ["a number"] = { 42, "42" },
      ["nil"] = { nil, "error object is a nil value" },
      ["a table"] = { {}, "error object is a table value" },
      ["null"] = { yschema.null, "error object is a userdata value" },
      ["a coroutine"] = { coroutine.create(print), "error object is a thread value" },
      ["an object with words"] = {
        setmetatable({}, { __tostring = function() return "my words" end }), "my words" },
      ["an object whose words throw"] = { evil, "error object is a table value" },
      ["an object whose words are none"] = { liar, "error object is a table value" },
      ["an object that hides"] = { shielded, "error object is a table value" },
    } do
      it(name, function()
        local found = violation(function() error(row[1], 0) end)
        assert.equal("the rule itself failed: " .. row[2], found.found)
      end)
    end
  end)

  it("cannot blame what calls it", function()
    local function failed(rule) return violation(rule).found end
    assert.equal("the rule itself failed: odd", failed(function() error("odd", 2) end))
    local _, said = pcall(string.rep, 1, {})
    assert.equal("the rule itself failed: " .. said, failed(string.rep))
  end)

  it("is asked like the first one after any answer, by rules in turn", function()
    local seen = {}
    local function noted(name, answer)
      return function(v)
        seen[#seen + 1] = name .. v
        return answer(v)
      end
    end
    local schema = schema_of("l:\n#@schema/validation ('a', a), ('b', b), when=c\n- 0\n", {
      a = noted("a", function(v)
        if v == 2 then error("lost", 0) end
        return v ~= 3, "three"
      end),
      b = noted("b", function() end),
      c = noted("c", function(v) return v ~= 4 end),
    })
    local _, report = schema:check { l = { 1, 2, 3, 4, 5 } }
    assert.same({ "c1", "a1", "b1", "c2", "a2", "b2", "c3", "a3", "b3", "c4", "c5", "a5", "b5" },
      seen)
    assert.equal(2, #report.violations)
    assert.equal("the rule itself failed: lost", report.violations[1].found)
    assert.equal("three", report.violations[2].found)
  end)

  -- In a process of its own: where Lua 5.4 collects garbage while the stack is full, each finalizer fails, and the
  -- whole stack is gone through after it. The suite leaves thousands of objects, and that takes minutes.
  it("that never returns from a call of itself ends as a failure", function()
    local said = command.output(("LUA_PATH=%s LUA_CPATH=%s %s -e %s 2>&1"):format(
      command.quote(package.path), command.quote(package.cpath), command.runtime, command.quote [[
        local function rule(v) return 1 + rule(v) end
        local schema = assert(require("yschema").load(
          "#@data/values-schema\n---\n#@schema/validation ('good', rule)\na: 1\n", { env = { rule = rule } }))
        print(select(2, schema:check { a = 1 }).violations[1].found)]]))
    assert.matches("the rule itself failed: stack overflow", said[1], 1, true)
    assert.is_nil(said[2])
  end)

  it("gets what it wants to change as a copy", function()
    local schema = schema_of("#@schema/validation ('writes', rule)\nm:\n  a: 1\n  l:\n  - 0\nn: 1\n", {
      rule = function(v, ctx)
        v.a, v.l[1], v.new = 9, 9, 9
        ctx.parent.n, ctx.root.m = 9, 9
        return true
      end,
    })
    assert.same({ m = { a = 1, l = {} }, n = 1 }, (schema:apply()))
  end)

  it("gets maps and arrays as tables, null as yschema.null", function()
    local seen
    local schema = schema_of(
      "#@schema/validation ('sees', rule)\nm:\n  a: 1.5\n  #@schema/nullable\n  b: ''\n  l:\n  - 0\n",
      { rule = function(v) seen = v end })
    assert.is_true(schema:check { m = { l = { 1, 2 } } })
    assert.same({ a = 1.5, b = yschema.null, l = { 1, 2 } }, seen)
    assert.equal(yschema.array_mt, getmetatable(seen.l))
  end)

  it("may yield where its run is called from a coroutine", function()
    local schema = ruled(function(v) return coroutine.yield(v) end, "", { budget = false })
    local run = coroutine.wrap(function() return schema:check { a = 7 } end)
    assert.equal(7, run())
    assert.is_nil(run(false))
    run = coroutine.wrap(function() return schema:check { a = 8 } end)
    assert.equal(8, run())
    assert.is_true(run(true))
  end)

  it("may collect garbage", function()
    assert.is_nil(violation(function(_, ctx)
      collectgarbage()
      local root = ctx.root
      collectgarbage()
      return root.a == 1
    end))
  end)
end)

describe("ctx", function()
  local schema, seen
  before_each(function()
    seen = {}
    schema = schema_of([[
#@schema/validation ("looks", look)
m:
  #@schema/validation ("looks", look)
  x: 1
  l:
  #@schema/validation ("looks", look)
  - 0
]], { look = function(v, ctx)
      seen[#seen + 1] = { v, ctx.path, ctx.key, ctx.parent, ctx.root }
    end })
  end)

  it("knows where the value stands", function()
    assert.is_true(schema:check { m = { l = { 5, 6 } } })
    local m = { x = 1, l = { 5, 6 } }
    assert.same({
      { m, "m", "m", { m = m }, { m = m } },
      { 1, "m.x", "x", m, { m = m } },
      { 5, "m.l[0]", 1, { 5, 6 }, { m = m } },
      { 6, "m.l[1]", 2, { 5, 6 }, { m = m } },
    }, seen)
  end)

  it("has no parent and no key at the document", function()
    local context
    local whole = yschema.load("#@data/values-schema\n#@schema/validation ('sees', rule)\n---\na: 1\n", {
      env = { rule = function(_, ctx) context = { ctx.parent, ctx.key, ctx.root } end },
    })
    assert.is_true(whole:check {})
    assert.same({ [3] = { a = 1 } }, context)
  end)

  it("gives the same table when asked twice, and another rule another", function()
    local first, second
    local two = schema_of("#@schema/validation ('a', a), ('b', b)\nx: 1\n", {
      a = function(_, ctx)
        first = ctx.parent
        first.x = "written"
        return ctx.parent == first
      end,
      b = function(_, ctx)
        second = ctx.parent
        return true
      end,
    })
    assert.is_true(two:check {})
    assert.same({ x = 1 }, second)
  end)

  it("does not carry what a rule writes into it to the next", function()
    local leaked
    local two = schema_of("#@schema/validation ('a', a), ('b', b)\nx: 1\n", {
      a = function(_, ctx)
        ctx.note, ctx.path = "mine", "elsewhere"
        return true
      end,
      b = function(_, ctx)
        leaked = ctx.note
        return ctx.path == "x"
      end,
    })
    assert.is_true(two:check {})
    assert.is_nil(leaked)
  end)

  it("is harmless when the run is over", function()
    local kept = {}
    local keeps = schema_of("#@schema/validation ('keeps', rule)\nx: 1\n", {
      rule = function(_, ctx)
        if #kept == 0 then kept[1] = ctx.root end
        kept[#kept + 1] = ctx
      end,
    })
    assert.is_true(keeps:check {})
    assert.is_true(keeps:check {})
    collectgarbage() collectgarbage()
    assert.same({ x = 1 }, kept[1])
    for i = 2, #kept do
      for _, name in ipairs { "path", "key", "parent", "other" } do assert.is_nil(kept[i][name]) end
    end
  end)

  it("costs linear time however much rules look around", function()
    local sum = 0
    local wide = schema_of("l:\n- #@schema/validation ('looks', rule)\n  x: 0\n  y: 0\n", {
      rule = function(v, ctx)
        sum = sum + ctx.root.l[v.x].x + #ctx.parent
      end,
    })
    local items = {}
    for i = 1, 3000 do items[i] = { x = i } end
    assert.is_true(wide:check { l = items })
    assert.equal(3000 * 3001 / 2 + 3000 * 3000, sum)
  end)
end)

describe("when=", function()
  local function when(condition)
    local schema = schema_of("#@schema/validation min=5, when=condition\na: 1\n",
      { condition = condition })
    local values, report = schema:apply()
    return values ~= nil, report.violations[1], report
  end

  it("decides whether rules run", function()
    assert.is_true((when(function() return false end)))
    local ok, found = when(function() return true end)
    assert.is_false(ok)
    assert.equal("min", found.rule)
  end)

  it("gets the value and ctx", function()
    assert.is_true((when(function(v, ctx) return v ~= 1 or ctx.parent.a ~= 1 or ctx.key ~= "a" end)))
  end)

  it("must give a boolean", function()
    for name, condition in pairs {
      ["nil"] = function() end, ["string"] = function() return "false" end,
      ["number"] = function() return 1 end, ["null"] = function() return yschema.null end,
      ["table"] = function() return {} end,
    } do
      local ok, found, report = when(condition)
      assert.is_false(ok)
      assert.equal(2, report.status)
      assert.matches(name, found.message, 1, true)
      assert.equal(3, found.schema_line or found.line)
    end
  end)

  it("that throws is a violation of the schema", function()
    local ok, found, report = when(function() error("lost", 0) end)
    assert.is_false(ok)
    assert.equal(2, report.status)
    assert.matches("lost", found.message, 1, true)
  end)
end)

describe("a default's function", function()
  local function default_of(default, body)
    local schema = schema_of("#@schema/default default\n" .. (body or "a: 1\n"), { default = default })
    return schema:apply()
  end

  it("gives the default, once in a run", function()
    local calls = 0
    local schema = schema_of("l:\n- name: ''\n  #@schema/default default\n  id: 0\n", {
      default = function()
        calls = calls + 1
        return 100 + calls
      end,
    })
    local values = assert(schema:apply { l = { { name = "x" }, { name = "y" } } })
    assert.equal(1, calls)
    assert.equal(101, values.l[1].id)
    assert.equal(101, values.l[2].id)
    schema:apply { l = { { id = 5 } } }
    assert.equal(1, calls)
  end)

  it("is checked and filled in", function()
    assert.same({ m = { a = 1, b = "x" } },
      (default_of(function() return { b = "x" } end, "m:\n  a: 1\n  b: ''\n")))
    local values, report = default_of(function() return "one" end)
    assert.is_nil(values)
    assert.equal(2, report.status)
    assert.equal("string", report.violations[1].found)
  end)

  describe("is reported when it", function()
    local loop = {}
    loop.loop = loop
    for name, default in pairs {
      ["throws"] = function() error("lost", 0) end,
      ["gives a function"] = function() return print end,
      ["gives a value that holds itself"] = function() return loop end,
      ["gives a coroutine"] = function() return coroutine.create(print) end,
      ["gives nothing"] = function() end,
    } do
      it(name, function()
        local values, report = default_of(default)
        assert.is_nil(values)
        assert.equal(2, report.status)
        assert.is_true(#tostring(report) > 0)
      end)
    end
  end)
end)

if not jit then
  describe("a budget", function()
    it("ends a rule that does not come back, and others still run", function()
      local schema = schema_of([[
#@schema/validation ("ends", function(v) while true do end end), ("second", function(v) return v > 1 end)
a: 1
]])
      local _, report = schema:apply()
      assert.equal(2, #report.violations)
      assert.matches("budget", report.violations[1].found)
      assert.equal("second", report.violations[2].expected)
    end)

    it("is for each call, and can be chosen", function()
      local function spin()
        for _ = 1, 20000 do end
        return true
      end
      assert.is_nil(violation(spin))
      assert.matches("budget", violation(spin, "", { budget = 1000 }).found)
      assert.is_nil(violation(spin, "", { budget = false }))
    end)

    it("begins anew with each call, however many there are", function()
      local schema = yschema.load("#@data/values-schema\n---\nl:\n"
        .. "#@schema/validation ('r', rule)\n- 0\n", {
          budget = 1000,
          env = { rule = function(v)
            for _ = 1, v do end
            return true
          end },
        })
      local list = {}
      for i = 1, 2000 do list[i] = 800 end
      assert.is_true(schema:check { l = list })
      list[1000], list[1500] = 5000, 10000000
      local _, report = schema:check { l = list }
      assert.equal(2, #report.violations)
      for i, path in ipairs { "l[999]", "l[1499]" } do
        assert.equal(path, report.violations[i].path)
        assert.matches("budget of 1000 is used up", report.violations[i].found)
      end
    end)

    it("cannot be renewed by a run without one inside", function()
      local inner = yschema.load("#@data/values-schema\n---\nl:\n"
        .. "#@schema/validation ('r', rule)\n- 0\n", {
          budget = false,
          env = { rule = function()
            for _ = 1, 1000 do end
            return true
          end },
        })
      local list = {}
      for i = 1, 100 do list[i] = i end
      local found = violation(function() return inner:check { l = list } end, "", { budget = 20000 })
      assert.matches("budget of 20000 is used up", found.found)
    end)

    it("holds for words of what is thrown", function()
      local endless = setmetatable({}, { __tostring = function() while true do end end })
      assert.equal("the rule itself failed: error object is a table value",
        violation(function() error(endless) end).found)
    end)
  end)
end
