-- Tests code lines in schemas as their authors see them. Texts are written with `|` at the
-- start of each line.

local yschema = require "yschema"

local function text_of(drawn)
  return (drawn:gsub("\n%s*|", "\n"):gsub("^%s*|", ""):gsub("%s*$", "\n"))
end

local function load(drawn, options)
  return yschema.load(text_of(drawn), options)
end

-- The defaults of a schema as YAML, keys in the schema's order.
local function defaults(drawn, options)
  local schema, report = load(drawn, options)
  assert(schema, tostring(report))
  local values, errors = schema:defaults()
  assert(errors.status == 0, tostring(errors))
  return yschema.encode(values, "yaml")
end

local head = "#@data/values-schema\n---\n"

-- { what, schema below the header (code above it when it has one), defaults }
local rows = {
  { "a computed value", "#@ n = 4\na: #@ n * 2\n", "a: 8\n" },
  { "a computed value's type is the type", "a: #@ 1.5\nb: #@ str(1)\n", "a: 1.5\nb: \"1\"\n" },
  { "a computed map", 'a: #@ {"x": 1, "w": "z"}\n', "a:\n  w: z\n  x: 1\n" },
  { "a computed key's fragment", "#@ def f():\nx: 1\nw: two\n#@ end\na: #@ f()\n",
    "a:\n  w: two\n  x: 1\n" },
  { "a fragment of an array is the array's type, with its default",
    "#@ def f():\n- name: x\n#@ end\n#@schema/default [{\"name\": \"w\"}]\na: #@ f()\n",
    "a:\n- name: w\n" },
  { "if omits nodes", "#@ if 1 > 2:\na: 1\n#@ end\nb: 2\n", "b: 2\n" },
  { "if, elif, else", "#@ x = 2\n#@ if x == 1:\na: one\n#@ elif x == 2:\na: two\n#@ else:\na: three\n"
    .. "#@ end\n", "a: two\n" },
  { "for makes several", "#@ for name in [\"a\", \"b\"]:\n#@schema/title name\n#@ end\nb: 1\n", "b: 1\n" },
  { "nested if inside a map", "m:\n  a: 1\n  #@ if True:\n  b: 2\n  #@ end\no: 3\n",
    "m:\n  a: 1\n  b: 2\no: 3\n" },
  { "a map whose items are all omitted is empty", "m:\n  #@ if False:\n  b: 2\n  #@ end\no: 3\n",
    "m: {}\no: 3\n" },
  { "a function that calls a function with a body",
    "#@ def inner(n):\nx: #@ n\n#@ end\n#@ def outer():\na: #@ inner(1)\nb: #@ inner(2)\n#@ end\nm: #@ outer()\n",
    "m:\n  a:\n    x: 1\n  b:\n    x: 2\n" },
  { "what a function returns goes before its body",
    "#@ def f(x):\na: 1\n#@ if x:\n#@ return {\"b\": 2}\n#@ end\n#@ end\nm: #@ f(True)\no: #@ f(False)\n",
    "m:\n  b: 2\no:\n  a: 1\n" },
  { "a bare return ends a body where it stands",
    "#@ def f(x):\na: 1\n#@ if x:\n#@ return\n#@ end\nb: 2\n#@ end\nm: #@ f(True)\no: #@ f(False)\n",
    "m:\n  a: 1\no:\n  a: 1\n  b: 2\n" },
  { "if/end is for one node", "#@ if/end False:\na:\n  x: 1\n\n  y: 2\n#@ if/end True:\nb:\n- 1\nc: 3\n",
    "b: []\nc: 3\n" },
  { "if/end is for the node with its list below the same column",
    "m:\n  #@ if/end False:\n  l:\n  - 1\n  - 2\n  o: 1\n", "m:\n  o: 1\n" },
  { "if/end is for one item", "#@ def f():\n#@ if/end False:\n- x: 1\n  y: 2\n#@ if/end True:\n- x: 3\n#@ end\n"
    .. "#@schema/default f()\nl:\n- x: 0\n", "l:\n- x: 3\n" },
  { "else/end and elif/end", "#@ if False:\na: 1\n#@ else/end:\na: 2\n"
    .. "#@ if False:\nb: 1\n#@ elif/end True:\nb: 3\nc: 4\n",
    "a: 2\nb: 3\nc: 4\n" },
  { "for/end in for/end", "#@ def f():\n#@ for/end i in range(2):\n- m: #@ i\n  l:\n"
    .. "  #@ for/end j in range(2):\n  - #@ i + j\n#@ end\n#@schema/type any=True\na: #@ f()\n",
    "a:\n- l:\n  - 0\n  - 1\n  m: 0\n- l:\n  - 1\n  - 2\n  m: 1\n" },
  { "blocks end inside the node of if/end", "#@ if/end True:\na:\n  #@ if False:\n  x: 1\n  #@ end # of x\nb: 2\n",
    "a: {}\nb: 2\n" },
  { "def/end", "#@ def/end f(n):\na:\n  x: #@ n\nm: #@ f(1)\no: #@ f(2)\n",
    "m:\n  a:\n    x: 1\no:\n  a:\n    x: 2\n" },
  { "annotations stand between if/end and its node",
    "#@ if/end True:\n#! note\n#@schema/nullable\na: 1\n", "a: null\n" },
  { "parameters in a body", "#@ def f(a, b=2):\na: #@ a\nb: #@ b\n#@ end\nm: #@ f(1)\no: #@ f(1, b=3)\n",
    "m:\n  a: 1\n  b: 2\no:\n  a: 1\n  b: 3\n" },
  { "if in a body", "#@ def f(x):\na: 1\n#@ if x:\nb: 2\n#@ end\n#@ end\nm: #@ f(True)\no: #@ f(False)\n",
    "m:\n  a: 1\n  b: 2\no:\n  a: 1\n" },
  { "Lua: a function with a body", "#@ local function f(n)\nx: #@ n\n#@ end\nm: #@ f(7)\n",
    "m:\n  x: 7\n" },
  { "Lua: a computed value from a local", "#@ local n = 3\na: #@ n\n", "a: 3\n" },
  { "Lua: if around nodes", "#@ local on = true\n#@ if on then\na: 1\n#@ else\na: 2\n#@ end\n", "a: 1\n" },
  { "Lua: varargs in a function with a body",
    "#@ local function f(...)\n#@ local first = ...\nx: #@ first\n#@ end\na: #@ f(5, 6)\n", "a:\n  x: 5\n" },
  { "Starlark sees what Lua bound, and Lua what Starlark bound",
    "#@ local a = 1\n#@ b = a + 1\n#@ local c = b + 1\nx: #@ c\n", "x: 3\n" },
  { "rebinding is seen below only", "#@ n = 1\na: #@ n\n#@ n = 2\nb: #@ n\n", "a: 1\nb: 2\n" },
  { "functions that call each other", "#@ def even(n): return n == 0 or odd(n - 1)\n"
    .. "#@ def odd(n): return n != 0 and even(n - 1)\na: #@ even(10)\n", "a: true\n" },
  { "annotations see parameters", "#@ def f(t):\n#@schema/default t\nx: \"\"\n#@ end\nm: #@ f(\"d\")\n",
    "m:\n  x: d\n" },
  { "a note and a comment in code", "#@ n = [ # one\n#! two\n#@   1, # three\n#@ ]\na: #@ n[0]\n", "a: 1\n" },
  { "null", "#@schema/type any=True\na: #@ None\n", "a: null\n" },
  { "code in a block scalar is content", "a: |\n  #@ if x:\n", "a: |\n  #@ if x:\n" },
  { "code after a block scalar", "l:\n- k: |\n    text\n  #@ if False:\n  gone: 1\n  #@ end\n  kept: 2\n"
    .. "#@schema/default [{}]\nm:\n- k: >-\n    text\n   #! note\n  #@ if True:\n  there: 1\n  #@ end\n",
    "l: []\nm:\n- k: text\n  there: 1\n" },
  { "what looks like code in a text of many lines", "a: \"b\n  #@ if x:\n  c\"\n"
    .. "d: 'e\n  #@ end\n  f'\n#@ if True:\ng: 1\n#@ end\n",
    "a: 'b #@ if x: c'\nd: 'e #@ end f'\ng: 1\n" },
  { "env", "a: #@ size()\n", "a: 9\n", { env = { size = function() return 9 end } } },
}

describe("code in a schema:", function()
  for _, row in ipairs(rows) do
    it(row[1], function()
      assert.are.equal(row[3], defaults(head .. row[2], row[4]))
    end)
  end

  it("annotations of a body travel with the fragment", function()
    local schema = assert(load [[
      |#@ def port():
      |#@schema/validation min=1, max=65535
      |#@schema/title "Port"
      |port: 80
      |#@ end
      |#@data/values-schema
      |---
      |web: #@ port()
      |db: #@ port()]])
    local values, report = schema:apply "db: {port: 0}"
    assert.is_nil(values)
    assert.are.equal("db.port", report.violations[1].path)
    assert.are.equal("min", report.violations[1].rule)
    assert.are.equal(2, report.violations[1].schema_line)
    assert.are.equal("Port", schema:describe().fields[1].fields[1].title)
  end)

  it("errors of a fragment point into the body", function()
    local _, report = load [[
      |#@ def f():
      |#@schema/type "strin"
      |a: 1
      |#@ end
      |#@data/values-schema
      |---
      |m: #@ f()]]
    assert.are.equal(2, report.violations[1].line)
  end)

  it("duplicate keys are an error", function()
    local _, report = load [[
      |#@data/values-schema
      |---
      |a: 1
      |#@ if True:
      |a: 2
      |#@ end]]
    assert.are.equal("duplicate-key", report.violations[1].kind)
    assert.are.equal(5, report.violations[1].line)
  end)

  it("a default function with a body is called when it is needed", function()
    local schema = assert(load [[
      |#@ local function dbs()
      |- name: core
      |#@ end
      |#@data/values-schema
      |---
      |#@schema/default dbs
      |databases:
      |- name: ""
      |  port: 5432]])
    for _ = 1, 3 do
      local values = assert(schema:apply "")
      assert.are.same({ { name = "core", port = 5432 } }, values.databases)
    end
  end)

  describe("an error", function()
    for _, row in ipairs {
      { "of syntax", "#@data/values-schema\n---\na: 1\n#@ x = = 2\n", 4, "unexpected" },
      { "of syntax inside a function", "#@ def f():\n#@   return 1 +\n#@ end\n#@data/values-schema\n---\na: 1\n",
        2, "" },
      { "of syntax in Lua", "#@ local function f()\n#@   return 1 +\n#@ end\n#@data/values-schema\n---\na: 1\n",
        3, "near 'end'" },
      { "of an annotation with a blank", "#@data/values-schema\n---\n#@ schema/validation min=1\na: 1\n", 3,
        "an annotation has no blank after #@: #@schema/validation" },
      { "of an annotation without arguments", "#@data/values-schema\n---\n#@ schema/nullable\na: 1\n", 3,
        "an annotation has no blank after #@: #@schema/nullable" },
      { "of a name", "#@data/values-schema\n---\n#@ x = lenn(\"a\")\na: 1\n", 3,
        "undefined: lenn (did you mean `len`?)" },
      { "at run time", "#@ def f(d):\n#@   return d + 1\n#@ end\n#@data/values-schema\n---\n#@ x = f(\"a\")\na: 1\n",
        2, "unknown binary op: string + int" },
      { "at run time in Lua", "#@ local function f(d)\n#@   return d.x.y\n#@ end\n#@data/values-schema\n---\n"
        .. "#@ local x = f({})\na: 1\n", 2, "attempt to index" },
      { "that fail() throws", "#@ def f():\n#@   fail(\"no way\")\n#@ end\n#@data/values-schema\n---\n#@ f()\na: 1\n",
        2, "no way" },
      { "of a computed value", "#@data/values-schema\n---\na: #@ 1 + \"x\"\n", 3, "unknown binary op" },
      { "of both a value and code", "#@data/values-schema\n---\na: 5 #@ 6\n", 3, "both" },
      { "of an end too many", "#@data/values-schema\n---\na: 5\n#@ end\n", 4, "`end` closes nothing" },
      { "of code between if/end and its node", "#@data/values-schema\n---\n#@ if/end True:\n#@ x = 1\na: 1\n", 3,
        "right above the node" },
      { "of an end for if/end", "#@data/values-schema\n---\n#@ if/end True:\na:\n#@ end\n  b: 1\n", 5,
        "`if/end` ends with its node" },
      { "of a block that continues after the node of if/end",
        "#@data/values-schema\n---\n#@ if/end True:\na:\n  #@ if True:\n  b: 1\nc: 1\n#@ end\n", 5,
        "continues after the end of the node" },
      { "of if/end without a colon", head .. "#@ if/end True\na: 1\n", 3,
        "expected `:` at the end of `if`" },
      { "of a function that assigns to what other code binds",
        "#@ local n = 0\n#@ local function f()\n#@   n = n + 1\n#@ end\n#@data/values-schema\n---\na: 1\n", 3,
        "cannot assign to n, which other code binds (assign to a field of a table, or write `local n`)" },
      { "of an alternative's function that takes an argument",
        "#@ def f(x): return x\n#@data/values-schema\n---\n#@schema/any-of f, 1\na: 1\n", 4,
        "function f missing 1 argument (x)" },
      { "of a missing blank", '#@load("@ytt:assert", "assert")\n#@data/values-schema\n---\na: 1\n', 1,
        "a blank is needed after #@" },
      { "of a library's use", '#@ load("@ytt:library", "library")\n#@data/values-schema\n---\na: 1\n', 1,
        "@ytt:library is not supported" },
      { "of overlays in code", "#@data/values-schema\n---\na: #@ overlay.apply({}, {})\n", 3,
        "overlay.apply: not supported" },
      { "of a function as a value", "#@data/values-schema\n---\na: #@ len\n", 3, "function" },
      { "of a library", '#@ load("@github.com/x:y", "z")\n#@data/values-schema\n---\na: 1\n', 1, "cannot be loaded" },
      { "of an unknown module", '#@ load("@ytt:jason", "json")\n#@data/values-schema\n---\na: 1\n', 1,
        "not supported (did you mean `json`?)" },
      { "of an unknown file", '#@ load("x.star", "f")\n#@data/values-schema\n---\na: 1\n', 1,
        "not one of the given files" },
    } do
      it(row[1] .. " has its line", function()
        local schema, report = yschema.load(row[2])
        assert.is_nil(schema)
        assert.are.equal(2, report.status)
        assert.are.equal(row[3], report.violations[1].line, tostring(report))
        assert.is_truthy(tostring(report):find(row[4], 1, true), tostring(report))
      end)
    end
  end)

  describe("load", function()
    it("binds modules", function()
      assert.are.equal("a: 1\n", defaults('#@ load("@ytt:json", "json")\n' .. head
        .. 'a: #@ json.decode("1")\n'))
    end)

    it("binds names of Starlark files and of YAML files", function()
      local files = {
        ["lib/funcs.star"] = "# comment\ndef twice(x):\n  return 2 * x\nend\n_hidden = 1\n",
        ["lib/more.lib.yml"] = '#@ load("funcs.star", "twice")\n#@ def port(n):\nport: #@ twice(n)\n#@ end\n',
      }
      assert.are.equal("m:\n  port: 8\n", defaults('#@ load("lib/more.lib.yml", "port")\n' .. head
        .. "m: #@ port(4)\n", { files = files }))
      local _, report = load('#@ load("lib/funcs.star", "_hidden")\n' .. head .. "a: 1\n",
        { files = files })
      assert.is_truthy(tostring(report):find("not exported", 1, true))
    end)

    it("may give names other names", function()
      assert.are.equal("a: 4\n", defaults('#@ load("f.star", double="twice")\n' .. head
        .. "a: #@ double(2)\n", { files = { ["f.star"] = "def twice(x): return 2 * x\n" } }))
    end)

    it("finds / from the directory that was given", function()
      local files = { ["conf/f.star"] = "n = 1\n", ["conf/sub/g.star"] = 'load("/f.star", "n")\nm = n\n',
        ["f.star"] = "n = 2\n" }
      local schema = '#@ load("conf/sub/g.star", "m")\n' .. head .. "a: #@ m\n"
      assert.are.equal("a: 2\n", defaults(schema, { files = files }))
      files["f.star"] = nil
      assert.are.equal("a: 1\n", defaults(schema, { files = files }))
    end)

    it("names what is wrong with a file", function()
      for _, row in ipairs {
        { "f.star", "#@ def f(n): return n\n", "without #@" },
        { "f.lua", "return 1", "is no .star, .yml or .yaml file" },
        { "f.star", "def g(n): return n\n", "has no f" },
      } do
        local _, report = load('#@ load("' .. row[1] .. '", "f")\n' .. head .. "a: 1\n",
          { files = { [row[1]] = row[2] } })
        assert.is_truthy(tostring(report):find(row[3], 1, true), tostring(report))
      end
    end)

    it("refuses cycles", function()
      local _, report = load('#@ load("a.star", "x")\n' .. head .. "a: 1\n", { files = {
        ["a.star"] = 'load("b.star", "y")\nx = 1\n', ["b.star"] = 'load("a.star", "x")\ny = 1\n' } })
      assert.is_truthy(tostring(report):find("loads itself", 1, true), tostring(report))
    end)
  end)

  describe("in data values", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\na: 1\nb: ['']\n"))
    local allowed = assert(yschema.load("#@data/values-schema\n---\na: 1\nb: ['']\n",
      { code_in_values = true }))

    it("does not run without permission", function()
      local values, report = schema:apply "#@ x = 1\na: #@ x\n"
      assert.is_nil(values)
      assert.are.equal("code-in-values", report.violations[1].kind)
      assert.are.equal(1, report.violations[1].line)
    end)

    it("may load the overlay module, whose matchers run anyway", function()
      local values, report = schema:apply('#@ load("@ytt:overlay", "overlay")\n#@data/values\n---\n'
        .. "b:\n#@overlay/match by=overlay.all, expects=0\n- x\n#@overlay/append\n- w\n")
      assert.are.equal(0, report.status, tostring(report))
      assert.are.same({ "x", "w" }, values.b)
    end)

    it("may load nothing else", function()
      for _, line in ipairs { '#@ load("@ytt:overlay", o="overlay")', '#@ load("@ytt:json", "json")' } do
        local _, report = schema:apply(line .. "\n#@data/values\n---\na: 3\n")
        assert.are.equal("code-in-values", report.violations[1].kind)
      end
    end)

    it("runs with permission", function()
      local values, report = allowed:apply "#@ x = 2\na: #@ x\nb:\n#@ for i in range(2):\n- #@ str(i)\n#@ end\n"
      assert.are.equal(0, report.status, tostring(report))
      assert.are.same({ a = 2, b = { "0", "1" } }, values)
    end)

    it("is type-checked where it is written", function()
      local _, report = allowed:apply "#@ x = 'no'\na: #@ x\n"
      assert.are.equal("a", report.violations[1].path)
      assert.are.equal(2, report.violations[1].line)
    end)
  end)

  it("in overlays runs with permission", function()
    local over = "#@ n = 2\n#@overlay/match by=overlay.all\n---\na: #@ n\n"
    local _, report = yschema.overlay("a: 1\n", over)
    assert.is_truthy(tostring(report):find("code", 1, true))
    local documents = assert(yschema.overlay_with({ code_in_values = true }, "a: 1\n", over))
    assert.are.equal("a: 2\n", documents:encode "yaml")
  end)

  it("is distinguished from an annotation with a blank, in data values, too", function()
    local schema = assert(yschema.load "#@data/values-schema\n---\na: 1\n")
    local _, report = schema:apply "#@ overlay/match missing_ok=True\na: 2\n"
    assert.matches("an annotation has no blank after #@", tostring(report), 1, true)
    _, report = schema:apply "#@ b = 2\na: 2\n"
    assert.not_matches("an annotation has no blank", tostring(report))
  end)

  it("a default function whose body fails says where", function()
    local schema = assert(load [[
      |#@ def dbs():
      |- name: #@ 1 + "x"
      |#@ end
      |#@data/values-schema
      |---
      |#@schema/default lambda: dbs()
      |databases:
      |- name: ""]])
    local values, report = schema:apply ""
    assert.is_nil(values)
    assert.are.equal(2, report.status)
    assert.is_truthy(tostring(report):find("schema:2", 1, true), tostring(report))
  end)

  describe("is limited:", function()
    for _, row in ipairs {
      { "io", "#@ local f = io.open('/etc/passwd')\n", "undefined: io" },
      { "os", "#@ local t = os.time()\n", "undefined: os" },
      { "require", "#@ local t = require 'os'\n", "undefined: require" },
      { "load", "#@ local t = load('return 1')\n", "undefined: load" },
      { "debug", "#@ local t = debug.getregistry()\n", "undefined: debug" },
      { "coroutine", "#@ local t = coroutine.create(print)\n", "undefined: coroutine" },
      { "string.rep", "#@ local t = ('x'):rep(1e9)\n", "would be longer than", only54 = true },
    } do
      if not (row.only54 and jit) then
        it(row[1], function()
          local _, report = load(row[2] .. head .. "a: 1\n")
          assert.is_truthy(tostring(report):find(row[3], 1, true), tostring(report))
        end)
      end
    end

    if not jit then
      for _, row in ipairs {
        { "while true", "#@ local function f() while true do end end\n#@ local x = f()\n" },
        { "loops in loops", "#@ def f():\n#@   n = 0\n#@   for i in range(100000):\n#@     for j in range(100000):\n"
          .. "#@       n += j\n#@     end\n#@   end\n#@ end\n#@ x = f()\n" },
        { "pcall around an endless loop", "#@ local function f()\n#@   while true do pcall(function() while true do"
          .. " end end) end\n#@ end\n#@ local x = f()\n" },
      } do
        it(row[1], function()
          local _, report = load(row[2] .. head .. "a: 1\n", { budget = 10000 })
          assert.is_truthy(tostring(report):find("budget", 1, true), tostring(report))
        end)
      end
    end
  end)
end)

it("a whole number that code gives is a float on every runtime, where its type says so", function()
  local schema, report = load([[
    |#@ def limits():
    |hard: 2.0
    |#@ end
    |#@data/values-schema
    |---
    |#@schema/type "float"
    |timeout: #@ 4 / 2
    |limits: #@ limits()]])
  assert(schema, tostring(report))
  local values, errors = schema:apply "timeout: 2.5\nlimits: {hard: 1.5}"
  assert(values, tostring(errors))
  assert.are.same({ timeout = 2.5, limits = { hard = 1.5 } }, values)
  assert.is_nil((schema:apply "timeout: text"))
end)
