-- The functions that are generated for schemas: what they accept, and what they leave to the core. Whatever they
-- accept, the core accepts; spec/properties/tables.lua tries that with random schemas and tables.

local generator = require "yschema.checker.generator"
local yschema = require "yschema"

local null = yschema.null

local function load(text, options) return assert(yschema.load("#@data/values-schema\n---\n" .. text, options)) end

local function checker_of(schema) return generator.checker_of(schema.core, schema.settings) end

-- A table with `count` tables in it.
local function nested(count)
  local value = {}
  for _ = 1, count do value = { a = value } end
  return value
end

local function cyclic()
  local value = {}
  value.a = value
  return value
end

-- The checker's verdicts on values, as rows: { what, schema, accepted values, values left to the core }.
local rows = {
  { "scalars", 'a: ""\nb: 1\nc: 1.5\nd: true\n',
    { { a = "x", b = 2, c = 3, d = false }, {}, { b = -0.0, c = 0 / 0 }, { b = 2 ^ 53, c = 1 / 0 } },
    { { a = 1 }, { b = "1" }, { b = 1.5 }, { b = 2 ^ 53 + 2 }, { b = 1 / 0 }, { b = 0 / 0 }, { c = "1" }, { d = 0 },
      { a = null }, { z = 1 }, { 1 }, { a = print }, { a = {} } } },
  { "required keys", '#@schema/required\na: ""\nm:\n  b: 1\n',
    { { a = "x" }, { a = "x", m = {} } }, { {}, { m = {} } } },
  { "required keys of defaults",
    'm:\n  #@schema/required\n  a: ""\n#@schema/nullable\nn:\n  #@schema/required\n  b: 1\n',
    { { m = { a = "x" } }, { m = { a = "x" }, n = { b = 1 } }, { m = { a = "x" }, n = null } },
    { {}, { m = {} }, { m = { a = "x" }, n = {} } } },
  { "nulls that alternatives may not be",
    '#@schema/nullable\n#@schema/validation not_null=True\n#@schema/any-of 1, "a"\na: 1\n', {}, { { a = null }, {} } },
  { "null", '#@schema/nullable\na: ""\n', { { a = null }, { a = "x" } }, { { a = 1 } } },
  { "named types", '#@schema/type "string", "int"\na: ""\n', { { a = "x" }, { a = 1 } },
    { { a = 1.5 }, { a = true } } },
  { "arrays", 'a: [""]\n', { { a = { "x", "y" } }, { a = {} }, { a = setmetatable({}, yschema.array_mt) } },
    { { a = { "x", nil, "y" } }, { a = { "x", y = "z" } }, { a = { [0] = "x" } }, { a = { 1 } }, { a = "x" },
      { a = setmetatable({}, { __index = { "x" } }) }, { a = { [1.5] = "x" } } } },
  { "maps in arrays", "a:\n- b: 1\n", { { a = { { b = 1 }, {} } } }, { { a = { { b = 1 }, { c = 1 } } } } },
  { "any", "#@schema/type any=True\na: null\n",
    { { a = 1 }, { a = null }, { a = { 1, { b = { true } } } }, { a = nested(900) } },
    { { a = nested(1000) }, { a = cyclic() }, { a = { [true] = 1 } }, { a = { print } }, { a = { 1, x = 1 } },
      { a = setmetatable({}, { keys = {} }) } } },
  { "bounds", "#@schema/validation min=1, max=5.5\na: 2.5\n", { { a = 1 }, { a = 5.5 } },
    { { a = 0.5 }, { a = 6 }, { a = 0 / 0 } } },
  { "bounds that are no values", "#@schema/validation exclusive_min=1, exclusive_max=5.5\na: 2.5\n",
    { { a = 1.5 }, { a = 5 } }, { { a = 1 }, { a = 5.5 }, { a = 0 / 0 } } },
  { "bounds of integers", "#@schema/validation exclusive_min=-9007199254740992\na: 1\n"
    .. "#@schema/validation exclusive_max=9007199254740992\nb: 1\n",
    { { a = 2 ^ 53, b = -2 ^ 53 }, { a = 1 - 2 ^ 53, b = 2 ^ 53 - 1 } },
    { { a = -2 ^ 53 }, { b = 2 ^ 53 }, { a = 2 ^ 53 + 2 }, { b = -2 ^ 53 - 2 } } },
  { "multiples", "#@schema/validation multiple_of=3\na: 3\n#@schema/validation multiple_of=2.0\nb: 4.0\n",
    { { a = 9 }, { a = -9 }, { a = 0 }, { b = 8 }, { a = 4503599627370495, b = -4503599627370496 } },
    { { a = 4 }, { b = 0.5 }, { b = 3 }, { a = 2 ^ 53 - 1 }, { a = 2 ^ 53 }, { b = 1 / 0 }, { b = 0 / 0 } } },
  { "multiples of fractions", "#@schema/validation multiple_of=0.1\na: 0.3\nb: 1\n", {},
    { { a = 0.3 }, { a = 0.25 }, {} } },
  { "lengths", '#@schema/validation min_len=2, max_len=3\na: abc\n',
    { { a = "éé" }, { a = "éüö" }, { a = "abc" } },
    { { a = "é" }, { a = "abcd" }, { a = "a\128" }, { a = "éüöä" } } },
  { "long lengths", '#@schema/validation min_len=12\na: abcabcabcabc\n',
    { { a = ("é"):rep(12) }, { a = ("a"):rep(12) } },
    { { a = ("é"):rep(11) }, { a = ("a"):rep(11) } } },
  { "enumerations", '#@schema/validation one_of=["a", "b\\n\\"", "%s"]\na: a\n', { { a = 'b\n"' }, { a = "%s" } },
    { { a = "b" } } },
  { "long enumerations", "#@schema/validation one_of=[1, 2, 3, 4, 5, 6, 7.0]\na: 1\n", { { a = 7 }, { a = 1 } },
    { { a = 8 } } },
  { "parts of texts", '#@schema/validation prefix="a", suffix="é"\na: aé\n', { { a = "abé" } },
    { { a = "é" }, { a = "a" } } },
  { "patterns", '#@schema/validation regexp="^a+$"\na: a\n', { { a = "aaa" } }, { { a = "b" }, { a = "a\255" } } },
  { "costly patterns", '#@schema/validation regexp="^(a|a)*$"\na: a\n', { { a = "a" } },
    { { a = ("a"):rep(30) .. "!" } } },
  { "formats", '#@schema/validation format="port"\na: 80\n', { { a = 0 }, { a = 65535 } },
    { { a = 65536 }, { a = -1 } } },
  { "formats of texts", '#@schema/validation format="ipv4"\na: 10.0.0.1\n', { { a = "127.0.0.1" } },
    { { a = "127" } } },
  { "different items", '#@schema/validation unique=True\na: [""]\n', { { a = { "a", "b" } } },
    { { a = { "a", "a" } } } },
  { "many different items", '#@schema/validation unique=True\na: [0]\n',
    { { a = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 } } },
    { { a = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1 } } } },
  { "sizes of arrays", '#@schema/validation min_len=1, max_len=2\n#@schema/default ["a"]\na: [""]\n',
    { { a = { "x" } }, {} }, { { a = {} }, { a = { "x", "y", "z" } } } },
  { "sizes of maps", "#@schema/validation max_len=3\na:\n  b: 1\n  #@schema/any-key\n  any: 1\n",
    { { a = { x = 1, y = 2 } } }, { { a = { x = 1, y = 2, z = 3 } } } },
  { "one that is not null", '#@schema/validation one_not_null=["b", "c"]\na:\n  #@schema/nullable\n  b: 1\n'
    .. "  #@schema/nullable\n  c: 1\n", { { a = { b = 1 } }, { a = { b = null, c = 1 } } },
    { { a = { b = 1, c = 1 } }, { a = {} }, {} } },
  { "defaults that break a rule", "#@schema/validation min_len=1\na: \"\"\nb: 1\n", { { a = "x" } },
    { {}, { b = 2 } } },
  { "nulls that break a rule", '#@schema/nullable\n#@schema/validation not_null=True\na: ""\n', { { a = "x" } },
    { { a = null }, {} } },
  { "optional keys", "#@schema/key missing_ok=True\na: 1\n", { {}, { a = 1 } }, { { a = "x" } } },
  { "placeholders", "b: 1\n#@schema/any-key\n_: [0]\n", { { x = { 1 }, y = {} }, { b = 2 } },
    { { x = "1" }, { [1] = { 1 } }, { b = "x" } } },
  { "patterns of keys", '#@schema/key allowed="^x", expects="0+"\nx: [1]\n', { { x = { 1 } }, {} },
    { { y = { 1 } }, { x = {} }, { x = { "a" } } } },
  { "numbers of keys", '#@schema/key allowed="^x"\nx: 1\n', {}, { { x = 1 }, { y = 1 } } },
  { "deprecated keys", '#@schema/deprecated "old"\na: 1\nb: 1\n', { { b = 2 } }, { { a = 2 } } },
  { "defaults with keys of their own", "#@schema/default {\"b\": 2}\na:\n  b: 1\n", { {} }, { { a = { b = 1 } } } },
  { "rules that are functions", '#@schema/validation ("even", lambda v: v % 2 == 0)\na: 2\nb: 1\n', {},
    { { a = 2 }, { b = 1 }, {} } },
  { "maps that replace the default of alternatives",
    "#@ def f():\n#@schema/validation max=10\na: 0\n#@schema/key-may-be-present\nb: 0\n#@ end\n"
    .. "#@schema/any-of f()\nm: {a: 11}\n",
    { { m = { a = 1 } }, { m = { a = 1, b = 2 } } }, { { m = { b = 2 } }, { m = {} }, { m = { a = 11 } } } },
  { "maps that select the alternative of the default, or another one",
    "#@ def u():\nkind: u\n#@schema/validation max=10\na: 0\n#@ end\n#@ def w():\nkind: w\nb: 0\n#@ end\n"
    .. '#@schema/any-of u(), w(), by="kind"\nm: {kind: u, a: 11}\n',
    { { m = { kind = "w" } }, { m = { kind = "u", a = 1 } } }, { { m = { kind = "u" } }, { m = { b = 1 } } } },
  { "rules with conditions", "#@schema/nullable\n#@schema/validation min=1, when=lambda v: True\na: 2\nb: 1\n",
    { { b = 1 }, { a = null } }, { { a = 2 } } },
  { "defaults that are functions", "#@schema/default (lambda: 1)()\na: 2\nb: 1\n", { { b = 1 } }, {} },
  { "any of some", '#@schema/any-of 1, "a", [0]\na: 1\n', { { a = 2 }, { a = "x" }, { a = { 1 } }, {} },
    { { a = true }, { a = {} }, { a = { "x" } } } },
  { "any of some maps", '#@ def one():\n#@schema/validation one_of=["one"]\nkind: one\nb: 1\n#@ end\n#@ def two():\n'
    .. '#@schema/validation one_of=["two"]\nkind: two\nc: 1\n#@ end\n#@schema/any-of one(), two()\na: {kind: one}\n',
    { { a = { kind = "two", c = 1 } }, { a = { kind = "one", b = 1 } }, {} },
    { { a = { kind = "two", b = 1 } }, { a = { kind = "x" } }, { a = { b = 1 } } } },
  { "one of some", '#@ def one():\n#@schema/validation one_of=["one"]\nkind: one\n#@ end\n#@ def two():\n'
    .. '#@schema/validation one_of=["two"]\nkind: two\n#@ end\n#@schema/nullable\n'
    .. "#@schema/one-of one(), two(), 1\na: 1\n",
    { { a = { kind = "two" } }, { a = 3 }, { a = null }, {} }, { { a = {} }, { a = { kind = "x" } }, { a = "x" } } },
  { "one that a key selects", '#@ def one():\nkind: one\nb: 1\n#@ end\n#@ def two():\nkind: two\n#@schema/nullable\n'
    .. '#@schema/validation ("odd", lambda v: v % 2 == 1)\nc: 1\n#@ end\n'
    .. '#@schema/one-of one(), two(), by="kind"\na: {kind: one}\n',
    { { a = { kind = "one", b = 2 } }, {} },
    { { a = { kind = "two" } }, { a = { kind = "two", c = 3 } }, { a = { b = 2 } }, { a = { kind = "x" } },
      { a = { kind = 1 } }, { a = 1 }, { a = { kind = "one", c = 1 } }, { a = { kind = { "one" } } } } },
  { "all of some", "#@schema/all-of 1, 2.5\na: 1\n", { { a = 2 } }, { { a = "x" }, { a = 2.5 } } },
}
-- The last line of the schema with functions is not what a row shows.
local head = { ["any of some maps"] = true, ["one of some"] = true, ["one that a key selects"] = true }

local function load_row(row)
  if not head[row[1]] then return load(row[2]) end
  local functions, document = row[2]:match "^(.*#@ end\n)(.*)$"
  return assert(yschema.load(functions .. "#@data/values-schema\n---\n" .. document))
end

describe("a generated checker", function()
  for _, row in ipairs(rows) do
    it("knows " .. row[1], function()
      local schema = load_row(row)
      local checker = checker_of(schema)
      for i, value in ipairs(row[3]) do
        assert.is_true(checker(value), row[1] .. ": accepted " .. i)
        assert.is_true(schema:check(value), row[1] .. ": accepted by the core " .. i)
      end
      for i, value in ipairs(row[4]) do assert.is_false(checker and checker(value) or false,
        row[1] .. ": left " .. i) end
    end)
  end

  it("leaves everything but tables to the core", function()
    local checker = checker_of(load "a: 1\n")
    for _, value in ipairs { "a: 1", 1, true, null, print } do assert.is_false(checker(value)) end
  end)

  it("says the same again", function()
    local checker = checker_of(load "a: [0]\n#@schema/any-key\n_: 1\n")
    for _ = 1, 3 do
      assert.is_true(checker { a = { 1, 2 }, x = 1 })
      assert.is_false(checker { a = { 1, "x" } })
    end
  end)

  it("takes the texts of a schema for texts", function()
    local hostile = '"] end os.exit(3) --[[ ]] \\" \n %d \0'
    local text = yschema.encode({ hostile }, "json"):match "^%[(.*)%]"
    local schema = load(('#@schema/validation one_of=["a", %s]\n%s: %s\n'):format(text, text, text))
    local checker = checker_of(schema)
    assert.is_true(checker { [hostile] = hostile })
    assert.is_false(checker { [hostile] = "b" })
  end)

  it("knows maps with many keys", function()
    local lines, value = {}, {}
    for i = 1, 2000 do
      lines[i] = ("#@schema/validation min=%d.5, one_of=[%d, %d.75]\nkey%d: %d\n"):format(i - 1, i, i, i, i)
      value["key" .. i] = i
    end
    local checker = checker_of(load(table.concat(lines)))
    assert.is_true(checker(value))
    value.key1999 = 1
    assert.is_false(checker(value))
    value.key1999, value.key0 = nil, 1
    assert.is_false(checker(value))
  end)

  it("knows many different maps in a map, and many alternatives", function()
    local lines, value, words = {}, {}, {}
    for i = 1, 300 do
      lines[i] = ("map%d: {key%d: 1}\n"):format(i, i)
      words[i] = '"' .. i .. '"'
      value["map" .. i] = { ["key" .. i] = 2 }
    end
    lines[301] = "#@schema/any-of " .. table.concat(words, ", ") .. '\nlast: "1"\n'
    value.last = "7"
    local checker = checker_of(load(table.concat(lines)))
    assert.is_true(checker(value))
    value.map299 = { key1 = 2 }
    assert.is_false(checker(value))
  end)

  it("leaves large schemas to the core", function()
    local function keys(count)
      local lines = {}
      for i = 1, count do lines[i] = ("key%d: 1\n"):format(i) end
      return load(table.concat(lines))
    end
    local function maps(count)
      local lines = {}
      for i = 1, count do lines[i] = ("map%d: {key%d: 1}\n"):format(i, i) end
      return load(table.concat(lines))
    end
    assert.is_function(checker_of(keys(2400)))
    assert.is_nil(checker_of(keys(2600)))
    assert.is_function(checker_of(maps(390)))
    assert.is_nil(checker_of(maps(410)))
    local alike = {}
    for i = 1, 1000 do alike[i] = ("map%d: {key: 1}\n"):format(i) end
    assert.is_function(checker_of(load(table.concat(alike))))
    local schema = maps(410)
    for _ = 1, 200 do assert(schema:check { map1 = { key1 = 2 } }) end
    assert.is_nil((schema:check { map1 = { key1 = "no" } }))
  end)

  it("knows deep schemas", function()
    local value = nested(200)
    local schema = load("a: " .. ("{a: "):rep(199) .. "{}" .. ("}"):rep(199) .. "\n")
    assert.is_true(checker_of(schema)(value))
    local checker = checker_of(load("#@schema/type any=True\na: null\n", { limits = { max_depth = 5 } }))
    assert.is_true(checker { a = nested(3) })
    assert.is_false(checker { a = nested(4) })
  end)

  it("leaves old names of keys to the core", function()
    assert.is_nil(checker_of(load('#@schema/renamed from="/net.old"\na: 1\nnet: {b: 1}\n')))
  end)

  it("keeps within the limits of a run", function()
    local text = "a:\n- b: 1\n  c: 2\n"
    local function items(count)
      local list = {}
      for i = 1, count do list[i] = { b = i } end
      return { a = list }
    end
    assert.is_true(checker_of(load(text, { limits = { max_nodes = 40 } }))(items(10)))
    assert.is_false(checker_of(load(text, { limits = { max_nodes = 40 } }))(items(30)))
    assert.is_true(checker_of(load(text, { limits = { max_bytes = 1600 } }))(items(10)))
    assert.is_false(checker_of(load(text, { limits = { max_bytes = 1600 } }))(items(60)))
  end)

  if rawget(_G, "jit") then
    it("leaves LuaJIT's 64-bit integers and pointers to the core", function()
      local ffi = require "ffi"
      local checker = checker_of(load '#@schema/nullable\na: 1\nb: [""]\n#@schema/type any=True\nc: null\n')
      for _, odd in ipairs { ffi.new("int64_t", 0), ffi.new "void *", ffi.new("struct { int x; }") } do
        assert.is_false(checker { a = odd })
        assert.is_false(checker { b = { odd } })
        assert.is_false(checker { b = { [odd] = "a" } })
        assert.is_false(checker { c = { [odd] = "a" } })
        assert.is_false(checker { c = odd })
      end
      assert.is_false(checker { b = { "a", [ffi.new("int64_t", 2)] = "b" } })
      assert.is_false(checker { c = { "a", [ffi.new("int64_t", 2)] = "b" } })
    end)
  end
end)

describe("schema:check", function()
  it("says the same when it is asked often", function()
    local schema = load '#@schema/validation min=1\na: 1\nb: [""]\n'
    for _ = 1, 300 do
      assert.is_true(schema:check { a = 2, b = { "x" } })
      local ok, report = schema:check { a = 0, b = { 1 } }
      assert.is_nil(ok)
      assert.equal("b[0]", report.violations[1].path)
    end
  end)

  if rawget(_G, "jit") then
    it("gives up a generated function that leaves most of what fits to the core", function()
      local schema = load "a: [0]\n"
      local known, left = { a = { 1 } }, { a = setmetatable({ 1 }, { __jsontype = "array" }) }
      for _ = 1, 5000 do assert.is_true(schema:check(known)) end
      assert.is_function(schema.checker)
      for _ = 1, 500 do
        assert.is_true(schema:check(left))
        assert.is_true(schema:check(known))
      end
      assert.is_function(schema.checker)
      for _ = 1, 500 do assert.is_nil((schema:check { a = { "x" } })) end -- the core does not accept them either
      assert.is_function(schema.checker)
      for _ = 1, 64 do assert.is_true(schema:check(left)) end
      assert.is_false(schema.checker)
      for _ = 1, 500 do assert.is_true(schema:check(known)) end
      assert.is_false(schema.checker)
    end)
  end

  it("calls functions however often it is asked", function()
    local calls = 0
    local schema = load("#@schema/validation (\"counted\", count)\na: 1\nb: 1\n",
      { env = { count = function() calls = calls + 1 return true end } })
    for i = 1, 300 do
      assert.is_true(schema:check { b = i })
      assert.equal(i, calls)
    end
  end)
end)
