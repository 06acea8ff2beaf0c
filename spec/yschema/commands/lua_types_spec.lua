-- Types for lua-language-server. Random compositions (spec/properties) test that each result has its types.

local lua_types = require "spec.support.lua_types"
local yschema = require "yschema"

local header = "#@data/values-schema\n---\n"

local function types_of(text, options)
  local schema, report = yschema.load(header .. text)
  assert(schema, tostring(report))
  return schema:lua_types(options)
end

describe("types for Lua", function()
  it("are a class for each map", function()
    assert.equal([[
---@meta _
-- The values of a schema, as `yschema inspect --format luals` writes them.

---@class Values
--- Default: 8080
---@field port integer
---@field hosts string[]
---@field tls Values.tls|lightuserdata

---@class Values.tls
--- Default: ""
---@field cert string
]], types_of 'port: 8080\nhosts: [""]\n#@schema/nullable\ntls:\n  cert: ""\n')
  end)

  it("have the name that is asked for", function()
    assert.truthy(types_of("a: {b: 1}\n", { class = "app.Site" }):find("---@field a app.Site.a", 1, true))
  end)

  for _, name in ipairs { "", "7", "a b", "a\n---@class x" } do
    it(("refuse the name %q"):format(name), function()
      assert.has_error(function() types_of("a: 1\n", { class = name }) end,
        ("bad argument #1 to 'lua_types' (option 'class' must be a name such as Gateway, got '%s')"):format(name))
    end)
  end

  for _, row in ipairs {
    { 'one_of', '#@schema/validation one_of=["a", "b c"]\nx: a\n', '"a"|"b c"' },
    { 'one_of with a quote', '#@schema/validation one_of=["a", "\\"b"]\nx: a\n', [["a"|'"b']] },
    { 'one_of that cannot be written', '#@schema/validation one_of=["a", "b\\\\"]\nx: a\n', "string" },
    { "one_of with a condition", '#@schema/validation one_of=["a"], when=lambda v: True\nx: a\n', "string" },
    { "one_of of integers", "#@schema/validation one_of=[1, 2]\nx: 1\n", "1|2" },
    { "alternatives", '#@schema/any-of [""], 0\nx: []\n', "string[]|integer" },
    { "alternatives in an array", 'x:\n#@schema/type one_of=["string", "int"]\n- ""\n', "(string|integer)[]" },
    { "any value", "#@schema/type any=True\nx: 1\n", "any" },
    { "an empty map", "x: {}\n", "table<string, any>" },
    { "a float", "x: 1.5\n", "number" },
  } do
    it("say what is possible: " .. row[1], function()
      local text = types_of(row[2])
      assert.equal(row[3], text:match "%-%-%-@field x%?? ([^\n]+)")
      lua_types.read(text)
    end)
  end

  for _, row in ipairs {
    { "end", '["end"]' },
    { "public", '["public"]' }, { "a-b", '["a-b"]' }, { 'a"b', "['a\"b']" }, { "über", '["über"]' },
  } do
    it("spell the key " .. row[1], function()
      local text = types_of(("'%s': 1\n"):format(row[1]))
      assert.truthy(text:find("---@field " .. row[2] .. " integer", 1, true), text)
    end)
  end

  it("cannot be changed by texts of the schema", function()
    local text = types_of('#@schema/desc "@field evil any\\n---@class Evil"\n"a\\n---@class Evil": 1\n')
    local types = lua_types.read(text)
    assert.is_nil(types.classes.Evil)
    assert.is_nil(text:find "\n%-%-%-%s*@field evil")
  end)

  it("give a definition that is used twice one class", function()
    local schema = assert(yschema.load [[
#@ def p():
q: 1
#@ end
#@data/values-schema
---
#@schema/like p
a: {}
#@schema/like p
b: {}
]])
    local text = schema:lua_types()
    local _, count = text:gsub("%-%-%-@class", "")
    assert.equal(2, count)
  end)

  it("define a definition whose contents stand in an alternative of all-of", function()
    local schema = assert(yschema.load [[
#@ def p():
q: 1
#@ end
#@data/values-schema
---
#@schema/all-of p
a: {}
#@schema/like p
b: {}
]])
    local text = schema:lua_types()
    assert.truthy(text:find("---@field b Values.p\n", 1, true))
    assert.truthy(text:find("---@class Values.p\n--- Default: 1\n---@field q integer", 1, true), text)
  end)

  it("do not contain sensitive defaults", function()
    assert.is_nil(types_of('#@schema/sensitive\npw: hunter22\n'):find("hunter22", 1, true))
  end)
end)
