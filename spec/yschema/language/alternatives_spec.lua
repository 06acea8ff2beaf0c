-- Values with alternatives: what fits, in which order the alternatives stand, and how the value arrives
-- (the language page, Alternatives). A value is validated when all is merged, so that each way of giving it
-- ends as the one plain document does.

local cli = require "yschema.command.cli"
local yschema = require "yschema"

local HEADER = "#@data/values-schema\n---\n"

-- Alternatives as functions with YAML bodies.
local FUNCTIONS = [[
#@ def file():
#@schema/validation one_of=["file"]
kind: file
path: /tmp
size: 1
#@ end
#@ def remote():
#@schema/validation one_of=["remote"]
kind: remote
url: http://localhost
size: 2
#@ end
#@ def even():
#@schema/validation ("even", lambda v: v["v"] % 2 == 0)
---
v: 2
even: true
#@ end
#@ def large():
#@schema/validation ("large", lambda v: v["v"] > 100)
---
v: 101
large: true
#@ end
#@ def filled():
#@schema/validation ("nothing is made up", lambda v: v["made"] == False)
---
v: 0
made: true
#@ end
#@ def plain():
v: 0
#@ end
#@ def texts():
- ""
#@ end
#@ def numbers():
- 0
#@ end
#@ def texted():
name: texted
store: ""
#@ end
#@ def two():
#@schema/key allowed="^k", expects=2
_: 0
#@ end
#@ def none():
other: 0
#@ end
]]

-- An alternative with alternatives below it, which the host made.
local holder = assert(yschema.load(HEADER .. FUNCTIONS
  .. "name: holder\n#@schema/any-of file(), remote()\nstore: {}\n"))

local function load(annotation, default, more)
  local text = HEADER .. FUNCTIONS .. "#@schema/" .. annotation .. "\nx: " .. default .. "\n" .. (more or "z: 0\n")
  local schema, report = yschema.load(text, { name = "s.yml", env = { holder = holder } })
  return assert(schema, tostring(report)), text
end

local function shown(value, report)
  if value == nil then return tostring(report) end
  return yschema.encode(value, "yaml")
end

-- Returns the result of one plain document.
local function plainly(schema, given)
  return schema:apply("x: " .. given .. "\n")
end

-- ---- which alternatives there are, what is given, what comes of it -----------------------------

-- annotation's alternatives in one order (all orders are tried for any-of and one-of), default, given,
-- result as YAML flow or nil: it is a violation.
local kinds = {
  { "a map for a text", { '""', '{"host": "localhost", "port": 1}' }, '""', "{port: 2}", "{port: 2, host: localhost}" },
  { "a text for a map", { '""', '{"host": "localhost", "port": 1}' }, "{}", "t", "t" },
  { "a map for an array", { "texts()", '{"host": "localhost"}' }, "[a]", "{}", "{host: localhost}" },
  { "an array for a map", { "texts()", '{"host": "localhost"}' }, "{host: h}", "[b]", "[b]" },
  { "a map for null", { '{"host": "localhost", "port": 1}', '""' }, "", "{port: 2}", "{port: 2, host: localhost}" },
  { "a map merged with its default", { '{"host": "localhost", "port": 1}', '""' }, "{port: 3}", "{host: h}",
    "{port: 3, host: h}" },
  { "alternatives distinguished by a named rule", { "file()", "remote()" }, "{}", "{kind: remote}",
    "{kind: remote, url: http://localhost, size: 2}" },
  { "another alternative than the default's", { "file()", "remote()" }, "{path: /a}", "{url: u}",
    "{url: u, kind: remote, size: 2}" },
  { "another one, by a rule alone", { "file()", "remote()" }, "{kind: file, size: 5}", "{kind: remote, url: u}",
    "{kind: remote, size: 5, url: u}" },
  { "distinguished by functions", { "even()", "large()" }, "{}", "{v: 105}", "{v: 105, large: true}" },
  { "distinguished by functions, the other one", { "even()", "large()" }, "{}", "{v: 4}", "{v: 4, even: true}" },
  { "a function that neither meets", { "even()", "large()" }, "{}", "{v: 5}", nil },
  { "a rule that the alternative's own default breaks", { "filled()", "plain()" }, "{}", "{v: 3}", "{v: 3}" },
  { "the number of keys", { "two()", "none()" }, "{k1: 1, k2: 2}", "{k3: 3}", nil },
  { "the number of keys, met", { "two()", "none()" }, "{k1: 1, k2: 2}", "{k2: 3}", "{k1: 1, k2: 3}" },
  { "choices below choices", { "holder", "texted()" }, "{}", "{store: {kind: remote}}",
    "{store: {kind: remote, url: http://localhost, size: 2}, name: holder}" },
  { "choices below choices: another one than the default's", { "holder", "texted()" },
    "{name: nm, store: {path: /a}}", "{store: {url: u}}",
    "{name: nm, store: {url: u, kind: remote, size: 2}}" },
  { "nothing that fits", { "file()", "texts()" }, "{}", "{nothing: 1}", nil },
}

local function orders(alternatives)
  return { table.concat(alternatives, ", "), alternatives[2] .. ", " .. alternatives[1] }
end

-- ---- how a value arrives ------------------------------------------------------------------------

local function apply(...)
  local texts = { ... }
  return function(schema, given)
    local documents = {}
    for i, text in ipairs(texts) do documents[i] = text:gsub("GIVEN", function() return given end) end
    return schema:apply((table.unpack or unpack)(documents)) -- luacheck: ignore
  end
end

-- A map as one document for each of its keys; the keys of `given` as a table.
local function split(header)
  return function(schema, given)
    local map = yschema.parse("x: " .. given):value().x
    if type(map) ~= "table" or #map > 0 or next(map) == nil then return plainly(schema, given) end
    local names, documents = {}, {}
    for name in pairs(map) do names[#names + 1] = name end
    table.sort(names)
    for i, name in ipairs(names) do
      documents[i] = header .. yschema.encode({ x = { [name] = map[name] } }, "yaml")
    end
    return schema:apply((table.unpack or unpack)(documents)) -- luacheck: ignore
  end
end

local overlay = '#@ load("@ytt:overlay", "overlay")\n'
local ways = {
  { "in a document marked #@data/values", apply "#@data/values\n---\nx: GIVEN\n" },
  { "with @overlay/match missing_ok=True", apply "#@data/values\n---\n#@overlay/match missing_ok=True\nx: GIVEN\n" },
  { "with @overlay/merge", apply "#@data/values\n---\n#@overlay/merge\nx: GIVEN\n" },
  { "below @overlay/match-child-defaults",
    apply "#@data/values\n#@overlay/match-child-defaults missing_ok=True\n---\nx: GIVEN\n" },
  { "beside an overlay annotation", apply "#@data/values\n---\n#@overlay/match missing_ok=True\nz: 0\nx: GIVEN\n" },
  { "after a document with overlays",
    apply("#@data/values\n---\n#@overlay/match missing_ok=True\nz: 0\n", "x: GIVEN\n") },
  { "before a document with overlays",
    apply("x: GIVEN\n", overlay .. "#@data/values\n---\n#@overlay/replace\nz: 0\n") },
  { "before a plain document", apply("x: GIVEN\n", "z: 0\n") },
  { "twice", apply("x: GIVEN\n", "x: GIVEN\n") },
  { "as a table", function(schema, given) return schema:apply(yschema.parse("x: " .. given):value()) end },
  { "key by key", split "" },
  { "key by key, in documents marked #@data/values", split "#@data/values\n---\n" },
}

-- The same by key, whatever their order.
local function same(way, expected, result, report)
  if expected == nil then
    assert.is_nil(result, way)
    assert.truthy(report, way)
    return
  end
  assert.truthy(result, way .. "\n" .. tostring(report))
  assert.equal(yschema.encode(yschema.parse(expected):value(), "json"), yschema.encode(result, "json"), way)
end

for _, mode in ipairs { "any-of", "one-of" } do
  describe("@schema/" .. mode, function()
    for _, kind in ipairs(kinds) do
      for _, order in ipairs(orders(kind[2])) do
        it(kind[1] .. " of " .. order, function()
          local schema = load(mode .. " " .. order, kind[3])
          local expected = kind[5] and ("x: %s\nz: 0"):format(kind[5])
          same("in a plain document", expected, plainly(schema, kind[4]))
          for _, way in ipairs(ways) do same(way[1], expected, way[2](schema, kind[4])) end
        end)
      end
    end
  end)
end

describe("a default that a function gives", function()
  local function both(alternatives, default)
    local literal = load("any-of " .. alternatives, default)
    local made = assert(yschema.load(HEADER .. FUNCTIONS .. "#@ def made():\n---\n" .. default
      .. "\n#@ end\n#@schema/any-of " .. alternatives .. "\n#@schema/default made\nx: {}\nz: 0\n",
      { env = { holder = holder } }))
    return literal, made
  end

  for _, kind in ipairs(kinds) do
    if kind[3] ~= "" then
      it("is as good as a literal: " .. kind[1], function()
        local literal, made = both(table.concat(kind[2], ", "), kind[3])
        for _, header in ipairs { "", "#@data/values\n---\n" } do
          same("given", shown(literal:apply(header .. "x: " .. kind[4])):gsub("^[^x].*", "z: 1"),
            (made:apply(header .. "x: " .. kind[4])) or { z = 1 })
        end
        same("not given", shown(literal:apply ""), (made:apply ""))
      end)
    end
  end
end)

describe("@schema/all-of", function()
  local function ruled(first, second)
    return assert(yschema.load(HEADER .. [[
#@ def a():
#@schema/validation ("small", lambda v: v["v"] < 10)
---
v: 1
w: 2
#@ end
#@ def b():
#@schema/validation ("even", lambda v: v["w"] % 2 == 0)
---
v: 3
w: 4
#@ end
#@schema/all-of ]] .. first .. ", " .. second .. "\nx: {}\n"))
  end

  it("is completed from each in turn, and then all have to hold", function()
    assert.same({ v = 5, w = 2 }, assert(ruled("a()", "b()"):apply "x: {v: 5}").x)
    assert.same({ v = 5, w = 4 }, assert(ruled("b()", "a()"):apply "x: {v: 5}").x)
    assert.same({ v = 5, w = 6 }, assert(ruled("a()", "b()"):apply("x: {v: 5}", "#@data/values\n---\nx: {w: 6}\n")).x)
  end)

  it("reports the violations of each", function()
    for _, order in ipairs { { "a()", "b()" }, { "b()", "a()" } } do
      local _, report = ruled(order[1], order[2]):apply "x: {v: 50, w: 3}"
      assert.equal(2, #report.violations)
    end
  end)
end)

describe("what is given", function()
  local function command(schema_text, ...)
    local path = os.tmpname()
    local file = assert(io.open(path, "wb"))
    file:write(schema_text)
    file:close()
    local out, err = {}, {}
    local function stream(into)
      return { write = function(self, ...) into[#into + 1] = table.concat { ... } return self end,
        flush = function(self) return self end }
    end
    local status = cli.main({ "-f", path, ... },
      { out = stream(out), err = stream(err), environment = function() return {} end })
    os.remove(path)
    return status, table.concat(out), table.concat(err)
  end

  it("may be given by two flags", function()
    local _, text = load("any-of file(), remote()", "{path: /a}")
    for _, flags in ipairs {
      { "--data-value", "x.kind=remote", "--data-value", "x.url=u" },
      { "--data-value", "x.url=u", "--data-value", "x.kind=remote" },
    } do
      local status, out, err = command(text, (table.unpack or unpack)(flags)) -- luacheck: ignore
      assert.equal("", err)
      assert.equal(0, status)
      local x = yschema.parse(out):value().x
      assert.same({ kind = "remote", url = "u", size = 2 }, x)
    end
  end)

  it("takes the place of another document's when it fits by itself only", function()
    local schema = load("any-of file(), remote()", "{}")
    assert.equal("x:\n  kind: remote\n  url: u\n  size: 2\nz: 0\n",
      shown(yschema.load(HEADER .. FUNCTIONS .. "#@schema/any-of file(), remote()\nx: {}\nz: 0\n",
        { ordered = true }):apply("x: {path: /b}", "x: {kind: remote, url: u}")))
    assert.equal(2, assert(schema:apply("x: {path: /b}", "x: {url: u}")).x.size)
  end)

  it("may come last of many", function()
    local schema = load("any-of file(), remote()", "{}")
    for _, count in ipairs { 2, 7, 8, 9, 15, 16, 17, 40 } do
      local texts = {}
      for i = 1, count do texts[i] = ("x: {path: /p%d}"):format(i) end
      texts[count + 1] = "x: {url: u}"
      assert.same({ kind = "remote", url = "u", size = 2 },
        assert(schema:apply((table.unpack or unpack)(texts))).x) -- luacheck: ignore
    end
  end)

  it("as one document, and split, ends as the same text", function()
    local text = HEADER .. FUNCTIONS .. "#@schema/any-of even(), large()\nx: {}\n"
    local schema = assert(yschema.load(text, { ordered = true }))
    assert.equal(shown(schema:apply("x: {v: 200, large: false}")),
      shown(schema:apply("x: {v: 200}", "x: {large: false}")))
  end)

  it("is an array when it is an empty table and all alternatives are arrays", function()
    local schema = load("any-of texts(), numbers()", "[a]")
    assert.equal("x: []\nz: 0\n", shown(schema:apply { x = {} }))
    schema = load('any-of texts(), ""', "[a]")
    assert.equal("x: []\nz: 0\n", shown(schema:apply { x = {} }))
    schema = load('any-of texts(), {"host": ""}', "[a]")
    assert.equal('x:\n  host: ""\nz: 0\n', shown(schema:apply { x = {} }))
  end)

  it("has an array where there is an empty table and the alternative wants an array", function()
    local schema = load('any-of {"list": [""]}, {"list": {"host": ""}, "deep": 1}, ""', '""')
    assert.equal("x:\n  list: []\nz: 0\n", shown(schema:apply { x = { list = {} } }))
    assert.equal('x:\n  deep: 2\n  list:\n    host: ""\nz: 0\n',
      shown(schema:apply { x = { list = {}, deep = 2 } }))
    assert.is_true(schema:check { x = { list = {} } })
    schema = load('any-of [{"list": [""]}], {"host": ""}', "[]")
    assert.equal("x:\n- list: []\nz: 0\n", shown(schema:apply { x = { { list = {} } } }))
    assert.equal('x:\n  host: ""\nz: 0\n', shown(schema:apply { x = {} }))
  end)
end)

describe("an alternative that is tried", function()
  it("leaves no trace", function()
    local schema = load("any-of filled(), plain()", "{}")
    assert.equal("x:\n  v: 3\nz: 0\n", shown(schema:apply "x: {v: 3}"))
  end)

  it("asks its functions with the value in its place", function()
    local seen = {}
    local schema = assert(yschema.load(HEADER .. [[
#@ def a():
#@schema/validation ("a", watch)
---
v: 1
#@ end
#@schema/any-of a(), {"v": 0, "m": 0}
x: {}
z: 7
]], { env = { watch = function(value, ctx)
      seen[#seen + 1] = ("%s %s %d %d %d"):format(ctx.path, ctx.key, value.v, ctx.parent.z, ctx.root.x.v)
      return value.v == 1
    end } }))
    assert.equal("x:\n  m: 0\n  v: 5\nz: 7\n", shown(schema:apply "x: {v: 5}"))
    assert.same({ "x x 5 7 5" }, seen)
  end)

  it("is asked once, however deep it stands", function()
    local calls = 0
    local inner = assert(yschema.load(HEADER .. [[
#@ def inner():
#@schema/validation ("i", count)
i: 1
#@ end
#@schema/any-of inner(), ""
m: {}
]], { env = { count = function() calls = calls + 1 return true end } }))
    local schema = assert(yschema.load(HEADER .. '#@schema/any-of inner, {"other": 1}\nx: {}\n',
      { env = { inner = inner } }))
    assert(schema:apply "x: {m: {i: 2}}")
    assert.equal(1, calls)
  end)

  it("is not asked without validation when no other one suits", function()
    local calls = 0
    local schema = assert(yschema.load(HEADER .. [[
#@ def a():
#@schema/validation ("a", count)
---
v: 1
#@ end
#@schema/any-of {"w": 0}, a()
x: {}
]], { skip_validation = true, env = { count = function() calls = calls + 1 return false end } }))
    assert.equal("x:\n  v: 2\n", shown(schema:apply "x: {v: 2}"))
    assert.equal(0, calls)
  end)

  it("may fail in its rule, and another one fits", function()
    local schema = assert(yschema.load(HEADER .. [[
#@ def a():
#@schema/validation ("a", lambda v: fail("no"))
---
v: 1
#@ end
#@schema/any-of a(), {"v": 0, "m": 0}
x: {}
]]))
    assert.equal("x:\n  m: 0\n  v: 5\n", shown(schema:apply "x: {v: 5}"))
  end)

  it("takes defaults that functions give", function()
    local schema = assert(yschema.load(HEADER .. [[
#@ def a():
#@schema/validation ("a", lambda v: v["v"] > 10)
---
v: 1
#@schema/default lambda: ["made"]
l: [""]
#@ end
#@schema/any-of a(), {"v": 0, "m": 0}
x: {}
]]))
    assert.equal("x:\n  m: 0\n  v: 5\n", shown(schema:apply "x: {v: 5}"))
    assert.equal("x:\n  l:\n  - made\n  v: 50\n", shown(schema:apply "x: {v: 50}"))
  end)

  it("stays within the budget of each call", function()
    if _VERSION == "Lua 5.1" then return end
    local schema = assert(yschema.load(HEADER .. [[
#@ def a():
#@schema/validation ("a", function(v) while true do end end)
---
v: 1
#@ end
#@schema/any-of a(), {"v": 0, "m": 0}
x: {}
]], { budget = 10000 }))
    assert.equal("x:\n  m: 0\n  v: 5\n", shown(schema:apply "x: {v: 5}"))
  end)
end)

describe("rules of alternatives", function()
  it("select alternatives without validation, where validation is switched off", function()
    local text = HEADER .. FUNCTIONS .. "#@schema/any-of even(), large()\nx: {}\n"
    local schema = assert(yschema.load(text, { skip_validation = true, ordered = true }))
    assert.equal("x:\n  v: 105\n  large: true\n", shown(schema:apply "x: {v: 105}"))
    assert.equal("x:\n  v: 5\n  even: true\n", shown(schema:apply "x: {v: 5}"))
  end)

  it("do not run for the defaults", function()
    local schema = assert(yschema.load(HEADER .. [[
#@ def a():
#@schema/validation ("a", function(v) error("asked") end)
---
v: 1
#@ end
#@schema/any-of a(), {"v": 0, "m": 0}
x: {}
]]))
    assert.equal("x:\n  v: 1\n", shown(schema:defaults()))
  end)

  it("and their types do not count for the defaults, which are left as they are", function()
    for _, annotation in ipairs { "any-of -2", "one-of {}, -2", "all-of -2", 'any-of {"a": 1}, {"b": 2}' } do
      local schema = assert(yschema.load(HEADER .. "#@schema/" .. annotation .. "\nx:\nz: 0\n"))
      assert.equal("x: null\nz: 0\n", shown(schema:defaults()), annotation)
      assert.is_nil((schema:apply ""), annotation)
    end
  end)

  it("leave a default as it is that does not fit each alternative of all-of in the end", function()
    local schema = assert(yschema.load(HEADER .. [[
#@ def needs():
#@schema/required
a: 1
#@ end
#@schema/all-of needs(), {"b": {"c": 2}}
x: {}
#@schema/all-of {"a": 1, "b": 2}, {"b": 3, "a": 1}
w: {}
]]))
    assert.equal("w:\n  a: 1\n  b: 2\nx: {}\n", shown(schema:defaults()))
    assert.is_nil((schema:apply ""))
  end)

  it("are reported at the place of the violation, where only one alternative has the type", function()
    local schema = load('any-of "", file()', '""')
    local _, report = schema:apply "x: {kind: other}"
    assert.equal(1, #report.violations)
    assert.equal("x.kind", report.violations[1].path)
  end)

  it("are reported by all alternatives that have the type, else, and by the nearest at its place", function()
    local schema = load("any-of even(), large()", "{v: 2}")
    local _, report = schema:apply "x: {v: 5}"
    assert.equal(2, #report.violations)
    assert.equal("x", report.violations[1].path)
    assert.truthy(report.violations[1].message:find("even", 1, true), report.violations[1].message)
    assert.equal("even", report.violations[2].expected)
  end)
end)

describe("alternatives below the limit on depth", function()
  local text = [[
#@ def f():
#@schema/default {"e": 1}
b:
  c: {d: 1}
  e: 1
#@ end
#@data/values-schema
---
#@schema/any-of f()
a: null
]]

  it("are a violation, also where a default lacks what is too deep", function()
    for depth = 1, 4 do
      local schema, report = yschema.load(text, { limits = { max_depth = depth } })
      assert.is_nil(schema)
      assert.equal("too-deep", report.violations[1].kind)
    end
    assert.is_table(yschema.load(text, { limits = { max_depth = 5 } }))
  end)
end)

describe("an alternative that a key selects", function()
  local schema = assert(yschema.load [[
#@ def disk():
kind: disk
#@schema/required
name: ""
#@schema/validation min=1
size: 1
#@schema/any-of {"kind": "file", "n": 1}, {"kind": "raw"}, by="kind"
part:
  kind: file
  n: 1
#@ end
#@ def tape():
kind: tape
#@ end
#@data/values-schema
---
#@schema/any-of disk(), tape(), by="kind"
store:
]])

  -- The violations, as kinds and paths.
  local function violations(...)
    local values, report = schema:apply(...)
    if values then return "none" end
    local list = {}
    for i, record in ipairs(report.violations) do list[i] = record.kind .. " " .. record.path end
    return table.concat(list, ", ")
  end

  it("is validated as if there were no others: no violation hides another one", function()
    assert.equal("unknown-key store.foo, required store.name, rule store.size",
      violations "store: {kind: disk, foo: 1, size: 0}")
    assert.equal("required store.name, rule store.size", violations "store: {kind: disk, size: 0}")
    assert.equal("required store.name, rule store.size", violations("store: {kind: disk}", "store: {size: 0}"))
    assert.equal("type store.name, type store.part.n, rule store.size",
      violations "store: {kind: disk, name: 1, size: 0, part: {kind: file, n: q}}")
    assert.equal("type store.part, rule store.size", violations "store: {kind: disk, name: a, size: 0, part: {n: q}}")
    assert.equal("type store.part.kind, rule store.size",
      violations "store: {kind: disk, name: a, size: 0, part: {kind: z}}")
    assert.equal("none", violations "store: {kind: disk, name: a, size: 2, part: {kind: raw}}")
  end)
end)

describe("in a data values document, an array on a scalar of an alternative", function()
  local node = "\nx:\n  kind: a\n  free: s\n  other: t\n"
  for _, annotation in ipairs { 'any-of a(), {"kind": "b"}, by="kind"', 'one-of a(), {"kind": "b"}, by="kind"',
    'any-of a(), {"kind": "b"}' } do
    it("is taken as in a plain document: " .. annotation, function()
      local schema = assert(yschema.load('#@ def a():\nkind: a\n#@schema/type "string", "array"\nfree: ""\n'
        .. 'other: ""\n#@ end\n' .. HEADER .. "#@schema/" .. annotation .. node))
      local expected = { x = { kind = "a", free = { 1 }, other = "t" } }
      assert.same(expected, assert(schema:apply("x:\n  free: [1]\n")))
      assert.same(expected, assert(schema:apply("#@data/values\n---\nx:\n  free: [1]\n")))
    end)
  end
end)
