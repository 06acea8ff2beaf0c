-- Whole numbers where the other kind of number is wanted (values page, "Numbers").

local yschema = require "yschema"

local on_luajit = rawget(_G, "jit") ~= nil
local header = "#@data/values-schema\n---\n"

local function schema_of(body, options)
  local schema, report = yschema.load(header .. body, options)
  return assert(schema, tostring(report))
end

-- The result as JSON, or the kinds and places of what is wrong.
local function outcome(schema, ...)
  local values, report = schema:apply(...)
  if values ~= nil then return (yschema.encode(values, "json"):gsub("\n$", "")), values end
  local violations = {}
  for i, v in ipairs(report.violations) do violations[i] = v.kind .. " " .. (v.path or "") end
  return table.concat(violations, ", ")
end

-- As the command prints it: `encode` of a result has lost what LuaJIT's numbers cannot say.
local function printed(schema, text)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  local command = require "spec.support.command"
  local schema_path = os.tmpname()
  file = assert(io.open(schema_path, "w"))
  file:write(header .. schema)
  file:close()
  local out = table.concat(command.output(command.shell(
    "yschema -o json -f " .. schema_path .. " --data-values-file " .. path .. " 2>&1")), "\n")
  os.remove(path)
  os.remove(schema_path)
  return out
end

-- Each row: a schema, a value with 1.0 or 1 for `N`, what it gives with 1 for N in its place in the
-- result, or the violations. `N` is what the result has.
local integers = {
  { "a: 0", { a = "N" }, '{"a":1}' },
  { "#@schema/nullable\na: 0", { a = "N" }, '{"a":1}' },
  { '#@schema/type "int"\na: 0', { a = "N" }, '{"a":1}' },
  { '#@schema/type "int", "string"\na: ""', { a = "N" }, '{"a":1}' },
  { "a:\n- 0", { a = { "N", "N" } }, '{"a":[1,1]}' },
  { "a:\n- - b: 0", { a = { { { b = "N" } } } }, '{"a":[[{"b":1}]]}' },
  { '#@schema/key allowed="[a-z]+", missing_ok=True\nx: 0', { c = "N", d = "N" }, '{"c":1,"d":1}' },
  { '#@schema/any-of "", 0\na: ""', { a = "N" }, '{"a":1}' },
  { '#@schema/any-of 0, ""\na: ""', { a = "N" }, '{"a":1}' },
  { '#@schema/one-of "", 0\na: ""', { a = "N" }, '{"a":1}' },
  { "#@schema/all-of 0\na: 5", { a = "N" }, '{"a":1}' },
  { '#@schema/any-of "", {"b": 0}\na: ""', { a = { b = "N" } }, '{"a":{"b":1}}' },
  { '#@schema/any-of "", [0]\na: ""', { a = { "N" } }, '{"a":[1]}' },
  { '#@schema/any-of "", {"b": [{"c": 0}]}\na: ""', { a = { b = { { c = "N" } } } }, '{"a":{"b":[{"c":1}]}}' },
  { "#@schema/all-of {\"b\": 0}, {\"b\": 0.5}\na:\n  b: 2", { a = { b = "N" } }, '{"a":{"b":1}}' },
  { '#@schema/one-of {"b": 0}, {"c": 0}\na:\n  b: 2', { a = { c = "N" } }, '{"a":{"c":1}}' },
  { "#@schema/validation min=1, max=1\na: 1", { a = "N" }, '{"a":1}' },
  { "#@schema/validation one_of=[1, 2]\na: 1", { a = "N" }, '{"a":1}' },
  { "#@schema/validation min=2\na: 2", { a = "N" }, "rule a" },
  { 'a: ""', { a = "N" }, "type a" },
  { "a: true", { a = "N" }, "type a" },
  { '#@schema/any-of "", true\na: ""', { a = "N" }, "type a" },
  { "#@schema/all-of 0, 0.5\na: 0", { a = "N" }, '{"a":1}' },
  { "#@schema/one-of 0, 0.5\na: 0", { a = "N" }, "type a" }, -- an integer goes for a float: both fit
}

local function put(value, number)
  if value == "N" then return number end
  if type(value) ~= "table" then return value end
  local out = {}
  for k, v in pairs(value) do out[k] = put(v, number) end
  return out
end

describe("a whole float of Lua", function()
  for _, row in ipairs(integers) do
    it("is as good as the integer: " .. row[1]:gsub("\n", " "), function()
      local schema = schema_of(row[1])
      for _, number in ipairs { 1, 1.0 } do
        local given = put(row[2], number)
        local shown, values = outcome(schema, given)
        assert.equal(row[3], shown)
        assert.equal(values ~= nil, schema:check(given) == true)
        if values then assert.equal(row[3], (outcome(schema, values))) end
      end
      -- what the command makes of a text with the integer, too
      local text = yschema.encode(put(row[2], 1), "json")
      assert.equal(row[3], (outcome(schema, text)))
    end)
  end

  it("has to be exact", function()
    local schema = schema_of "a: 0"
    for _, number in ipairs { 2.5, 2 ^ 53 + 2, -2 ^ 53 - 2, 2 ^ 63, 1e300, 1 / 0, -1 / 0, 0 / 0 } do
      assert.equal("type a", (outcome(schema, { a = number })))
      assert.is_nil((schema:check { a = number }))
    end
    assert.equal('{"a":9007199254740992}', (outcome(schema, { a = 2 ^ 53 })))
    assert.equal('{"a":-9007199254740992}', (outcome(schema, { a = -2 ^ 53 })))
  end)

  it("may be minus zero, which is the integer zero", function()
    local zero = 0.0
    assert.equal('{"a":0}', (outcome(schema_of "a: 5", { a = -zero })))
  end)

  it("stays a float where nothing is said, and where a float is wanted", function()
    local one = on_luajit and "1" or "1.0"
    assert.equal('{"a":' .. one .. "}", (outcome(schema_of "#@schema/type any=True\na: 0", { a = 1.0 })))
    assert.equal('{"a":' .. one .. "}", (outcome(schema_of '#@schema/type "int", "float"\na: 0', { a = 1.0 })))
    assert.equal('{"a":' .. one .. "}", (outcome(schema_of '#@schema/any-of 0, 0.5\na: 0', { a = 1.0 })))
  end)

  it("is an integer for rules", function()
    local seen = {}
    local env = { see = function(v) seen[#seen + 1] = yschema.tostring(v) return true end }
    local schema = schema_of("#@schema/validation see\na: 0\n#@schema/any-of {\"c\": 0}, \"\"\n"
      .. "#@schema/validation function(v) return see(v.c) end\nb:\n  c: 1\nd:\n#@schema/validation see\n- 0\n",
      { env = env })
    assert(schema:apply { a = 3.0, b = { c = 4.0 }, d = { 5.0 } })
    assert.same({ "3", "4", "5" }, seen)
  end)

  it("is one whatever gives it", function()
    local env = { one = function() return 1.0 end, map = function() return { b = 1.0 } end }
    assert.equal('{"a":1}', (outcome(schema_of("#@schema/default one\na: 0", { env = env }), "")))
    assert.equal('{"a":{"b":1}}', (outcome(schema_of("#@schema/default map\na:\n  b: 0", { env = env }), "")))
    local overlay = schema_of("a: 0", { env = env, code_in_values = true })
    assert.equal('{"a":1}', (outcome(overlay, "#@data/values\n---\n#@overlay/replace via=lambda l, r: one()\na: 5\n")))
    assert.equal('{"a":2}', (outcome(overlay, "a: #@ 4 / 2\n")))
    assert.equal('{"a":3}', (outcome(schema_of "a: 0", { a = 1.0 }, { a = 3.0 })))
  end)

  it("of a YAML text is a float", function()
    for _, text in ipairs { "a: 1.0", "a: 1e0", "{a: 1.0}" } do
      assert.equal("type a", (outcome(schema_of "a: 0", text)))
    end
  end)

  it("comes from cjson on Lua 5.4", function()
    local found, cjson = pcall(require, "cjson")
    if not found then return pending "lua-cjson is not there" end
    local schema = schema_of "port: 0\nhosts:\n- weight: 0\nratio: 0.5\n"
    local body = '{"port": 80, "hosts": [{"weight": 1}, {"weight": 2}], "ratio": 3}'
    assert.is_true(schema:check(cjson.decode(body)))
    assert.equal(80, assert(schema:apply(cjson.decode(body))).port)
    assert.is_nil((schema:check(cjson.decode '{"port": 80.5}')))
  end)
end)

-- Each row: a schema, a text with the integer 3 for `N`, and what is printed.
local floats = {
  { "a: 0.5", '{"a": N}', '{"a":3.0}' },
  { "#@schema/nullable\na: 0.5", '{"a": N}', '{"a":3.0}' },
  { '#@schema/type "float"\na: 1', '{"a": N}', '{"a":3.0}' },
  { '#@schema/type "float", "string"\na: 0.5', '{"a": N}', '{"a":3.0}' },
  { '#@schema/type "float", "int"\na: 0.5', '{"a": N}', '{"a":3}' },
  { "#@schema/type any=True\na: 0.5", '{"a": N}', '{"a":3}' },
  { "a:\n- 0.5", '{"a": [N, 0.5]}', '{"a":[3.0,0.5]}' },
  { '#@schema/key allowed="[a-z]+", missing_ok=True\nx: 0.5', '{"c": N}', '{"c":3.0}' },
  { '#@schema/any-of "", 0.5\na: ""', '{"a": N}', '{"a":3.0}' },
  { '#@schema/any-of "", 0.5, 0\na: ""', '{"a": N}', '{"a":3}' },
  { '#@schema/any-of 0, 0.5\na: 0', '{"a": N}', '{"a":3}' },
  { '#@schema/any-of "", {"b": 0.5}\na: ""', '{"a": {"b": N}}', '{"a":{"b":3.0}}' },
  { '#@schema/any-of {"b": 0.5}, {"b": 0}\na:\n  b: 1', '{"a": {"b": N}}', '{"a":{"b":3}}' },
  { '#@schema/any-of {"b": 0}, {"b": 0.5}\na:\n  b: 1', '{"a": {"b": N}}', '{"a":{"b":3}}' },
  { '#@schema/any-of "", [[0.5]]\na: ""', '{"a": [[N]]}', '{"a":[[3.0]]}' },
  { '#@schema/all-of {"b": 0.5}, {"b": 0}\na:\n  b: 1', '{"a": {"b": N}}', '{"a":{"b":3}}' },
  { '#@schema/all-of {"b": 0.5}, {"b": 1.5}\na:\n  b: 1', '{"a": {"b": N}}', '{"a":{"b":3.0}}' },
  { '#@schema/one-of {"b": 0.5}, {"c": 0}\na:\n  b: 1', '{"a": {"b": N}}', '{"a":{"b":3.0}}' },
  { "#@schema/default 3\na: 0.5", "{}", '{"a":3.0}' },
  { "#@schema/default [N]\na:\n- 0.5", "{}", '{"a":[3.0]}' },
  { '#@schema/any-of {"b": 0.5}, ""\na:\n  b: N', "{}", '{"a":{"b":3.0}}' },
  { "a: 0.5", '{"a": 1152921504606846976}', '{"a":1.152921504606847e+18}' },
  { "a: 0.5", '{"a": 9007199254740993}', '{"a":9007199254740993}' }, -- no float is that
  { "a: 0.5", '{"a": 18446744073709551615}', '{"a":18446744073709551615}' },
  { "a: 0.5", '{"a": 0}', '{"a":0.0}' },
}

describe("an integer where a float is wanted", function()
  for _, row in ipairs(floats) do
    it("becomes one: " .. row[1]:gsub("\n", " ") .. ": " .. row[2], function()
      local body, text = row[1]:gsub("N", "3"), row[2]:gsub("N", "3")
      assert.equal(row[3], printed(body, text))
      assert.equal(row[3], printed(body, row[3])) -- again
      local schema = schema_of(body)
      local shown, values = outcome(schema, text)
      if values then assert.equal(shown, (outcome(schema, values))) end
      if values and not on_luajit then assert.equal(row[3], shown) end
    end)
  end

  it("does so in texts and tables", function()
    local schema = schema_of "a: 0.5"
    assert.equal(3, assert(schema:apply "a: 3").a)
    assert.equal(3, assert(schema:apply { a = 3 }).a)
    if not on_luajit then assert.equal("float", math.type(assert(schema:apply "a: 3").a)) end
    if not on_luajit then assert.equal("float", math.type(assert(schema:apply { a = 3 }).a)) end
  end)

  it("is one in what several documents give", function()
    local body = '#@schema/any-of {"a": 0.5, "b": ""}, {"a": 0, "c": ""}, ""\nm: ""'
    local schema = schema_of(body)
    local three = on_luajit and "3" or "3.0"
    assert.equal('{"m":{"a":3,"c":"x"}}', (outcome(schema, "m: {a: 3}", "m: {c: x}")))
    assert.equal('{"m":{"a":' .. three .. ',"b":"x"}}', (outcome(schema, "m: {a: 3}", "m: {b: x}")))
  end)
end)
