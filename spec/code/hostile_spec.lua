-- Tests broken and malicious code lines: each is reported with its file and line, and without internals of yschema.

local yschema = require "yschema"

local head = "#@data/values-schema\n---\n"
local budget = { budget = 1000000 }

-- Returns files of which each loads the next one.
local function chain(count)
  local files = { [count .. ".star"] = "x = 1\n" }
  for i = 1, count - 1 do
    files[i .. ".star"] = ('load("%d.star", "x")\n'):format(i + 1)
  end
  return files
end

-- { what, text, line of the error or its file and line, what its message has to say, options }
local rows = {
  { "YAML inside a string of Lua's", "#@ local doc = [[\nnote: 1\n#@ ]]\n" .. head .. "a: 1\n", 1,
    "not complete where YAML begins" },
  { "a string of Lua's that reaches over a body",
    "#@ local function f()\n#@ local s = [[\na: 1\n#@ ]] end\n" .. head .. "a: 1\n", 2,
    "not complete where YAML begins" },
  { "YAML after an operator of Lua", "#@ local function f()\n#@ local x = 1 +\na: 1\n#@ end\n"
    .. head .. "a: #@ f()\n", 2, "not complete where YAML begins" },
  { "a Lua function without parameters, and a body", "#@ local function f\na: 1\n#@ end\n" .. head
    .. "a: 1\n", 1, "not complete where YAML begins" },
  { "nothing after the last backslash", head .. "a: 1\n#@ pass \\\n", 4, "nothing follows" },
  { "the builder", "#@ local w = __builder\n" .. head .. "a: 1\n", 1, "reserved" },
  { "the frame in a body", "#@ local function f()\n#@ __frame.core:put(1, 99)\nb: 1\n#@ end\n"
    .. head .. "a: #@ f()\n", 2, "reserved" },
  { "a table thrown in an expression", "#@ local function f() error({ 7 }) end\n" .. head
    .. "#@schema/any-of f()\na: 1\n", 1, "[7]" },
  { "a table thrown by a computed value", "#@ local function f() error({}) end\n" .. head
    .. "a: #@ f()\n", 1, "{}" },
  { "nothing thrown", "#@ error(nil)\n" .. head .. "a: 1\n", 1, "None" },
  { "cyclic lists compared", "#@ x = []\n#@ x.append(x)\n#@ y = []\n#@ y.append(y)\n#@ z = x == y\n"
    .. head .. "a: 1\n", 5, "stack overflow", { budget = false } },
  { "a function that calls itself for ever", "#@ def f(n): return 1 + f(n)\n" .. head
    .. "a: #@ f(1)\n", 1, "stack overflow" },
  { "a body that calls itself for ever", "#@ def f(n):\nx: #@ f(n)\n#@ end\n" .. head
    .. "a: #@ f(1)\n", { 1, 2 }, "stack overflow" }, -- where the stack was full: at the call, or in its head
  { "a value that contains itself", "#@ x = {}\n#@ x[\"x\"] = x\n" .. head .. "a: #@ x\n", 5,
    "contains itself" },
  { "a call with more arguments than Lua takes", "#@ def f(*a): return 1\n" .. head
    .. "a: #@ f(*range(100000))\n", 4, "more than 7000 arguments" },
  { "a function of another file that fails", "#@ load(\"l.star\", \"f\")\n#@ x = 1\n" .. head
    .. "a: #@ f()\n", 5, "in l.star:3",
    { files = { ["l.star"] = "\n\ndef f(): return 1/0\n" } } },
  { "a function further up that fails", "#@ x = 1\n#@ def f(): return x/0\n" .. head
    .. "a: #@ f()\n", 2, "real division by zero" },
  { "files that load one another without end", "#@ load(\"1.star\", \"x\")\n" .. head .. "a: 1\n",
    "40.star:1", "more than 40 levels deep", { files = chain(100) } },
  { "a file that loads itself", "#@ load(\"l.star\", \"f\")\n" .. head .. "a: 1\n", "l.star:1", "loads itself",
    { files = { ["l.star"] = 'load("l.star", "f")\n' } } },
}

-- Only Lua 5.4 counts instructions and has integers.
local counted = {
  { "a loop in a computed value", "#@ def f():\n#@ while True: pass\n#@ end\n" .. head
    .. "a: 1\nb: #@ f()\n", 7, "budget", budget },
  { "a loop that catches what stops it",
    "#@ local function f() while true do pcall(function() while true do end end) end end\n" .. head
    .. "a: #@ f()\n", 4, "budget", budget },
  { "a value as large as 40 doublings make it",
    "#@ x = [1]\n#@ for i in range(40): x = [x, x]\n" .. head .. "a: #@ str(x)\n", 5, "budget", budget },
  { "the least integer by -1", head .. "a: #@ (-9223372036854775807 - 1) // -1\n", 3, "overflow" },
  { "the least integer, negated", "#@ x = -9223372036854775807 - 1\n" .. head .. "a: #@ -x\n", 4,
    "overflow" },
  { "the least integer's absolute value", "#@ x = -9223372036854775807 - 1\n" .. head
    .. "a: #@ abs(x)\n", 4, "overflow" },
}
for _, row in ipairs(_VERSION == "Lua 5.4" and counted or {}) do rows[#rows + 1] = row end

local inside = { "lua/yschema", "traceback", "table: 0x", "function: 0x", "[y", "field '?'" }

describe("hostile code:", function()
  for _, row in ipairs(rows) do
    it(row[1], function()
      local schema, report = yschema.load(row[2], row[5])
      assert.is_nil(schema)
      local text = tostring(report)
      assert.truthy(text:find(row[4], 1, true), text)
      for _, word in ipairs(inside) do assert.is_nil(text:find(word, 1, true), text) end
      local violation = report.violations[1]
      local place = violation.file .. ":" .. violation.line
      if type(row[3]) == "table" then
        assert.is_true(place == "schema:" .. row[3][1] or place == "schema:" .. row[3][2], place)
      else
        assert.are.equal(type(row[3]) == "number" and "schema:" .. row[3] or row[3], place)
      end
    end)
  end

  it("tables of Lua that end in what is a comment in Starlark", function()
    local schema = assert(yschema.load('#@ x = { n = #"abc" }\n#@ y = { n = x.n + #"d" }\n' .. head
      .. "a: #@ y.n\n"))
    assert.are.equal(4, schema:defaults().a)
    schema = assert(yschema.load('#@ x = { # }\n#@ "a": 1 }\n' .. head .. "a: #@ x.a\n"))
    assert.are.equal(1, schema:defaults().a)
  end)

  it("schemas that contain one another twice do not double without end", function()
    local schema, report = yschema.load(head .. "a: 1\n")
    for level = 1, 40 do
      schema, report = yschema.load(head .. "#@schema/any-of s, s\na: {}\n", { env = { s = schema } })
      if not schema then
        assert.is_true(level > 10, "refused at level " .. level)
        break
      end
    end
    assert.is_nil(schema)
    assert.truthy(tostring(report):find("the option max_alias_nodes", 1, true))
    assert.are.equal(3, report.violations[1].line)
  end)

  it("schemas in schemas may be larger when the limit is", function()
    local inner = assert(yschema.load(head .. "a: [[[[[[[[[[[[[[1]]]]]]]]]]]]]]\n"))
    local text = head .. "#@schema/any-of s\na: {}\n"
    local refused = yschema.load(text, { env = { s = inner }, limits = { max_alias_nodes = 3 } })
    assert.is_nil(refused)
    assert(yschema.load(text, { env = { s = inner }, limits = { max_alias_nodes = 50 } }))
  end)

  it("the limits of code and of schemas in schemas grow with the text", function()
    local lines = { "#@ def s():\n---" }
    for i = 1, 2000 do lines[#lines + 1] = ("key_number_%d_with_a_long_name_of_its_own: %d"):format(i, i) end
    lines[#lines + 1] = "#@ end\n" .. head .. "#@schema/like s\na:\n"
    assert(yschema.load(table.concat(lines, "\n"), { limits = { max_alias_nodes = 3 } }))
  end)

  describe("what is thrown and has a `__tostring`", function()
    local function thrown(words) return setmetatable({}, { __tostring = words }) end
    local kinds = {
      { "that throws", error, "{}" },
      { "that gives no string", function() return {} end, "{}" },
      { "that says something", function() return "no such port" end, "no such port" },
      _VERSION == "Lua 5.4" and { "that does not come back", function() while true do end end, "{}" } or nil,
    }
    local places = { '#@schema/default f()\n#@schema/type any=True\na: 1\n', "a: #@ f()\n", "#@ f()\na: 1\n",
      "#@ def g(): return f()\na: #@ g()\n" }
    for _, kind in ipairs(kinds) do
      it(kind[1], function()
        for _, place in ipairs(places) do
          local names = { f = function() error(thrown(kind[2])) end }
          local schema, report = yschema.load(head .. place, { env = names, budget = budget.budget })
          assert.is_nil(schema)
          local text = tostring(report)
          assert.truthy(text:find(kind[3], 1, true) or text:find("budget", 1, true), text)
          for _, word in ipairs(inside) do assert.is_nil(text:find(word, 1, true), text) end
          assert.are.equal("schema", report.violations[1].file)
        end
      end)
    end
  end)
end)
