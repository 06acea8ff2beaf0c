-- Wrong arguments of all that the module has.

local invalid = require "spec.support.invalid_arguments"
local yschema = require "yschema"

describe("invalid arguments of", function()
  local functions = {
    load = { "a: 1", {} },
    load_file = { "/nowhere/s.yml", {} },
    parse = { "a: 1", "name", {} },
    overlay = { "a: 1", "#@overlay/match-child-defaults missing_ok=True\n---\nb: 1\n" },
    overlay_with = { {}, "a: 1", "{}" },
    encode = { { a = 1 }, "yaml" },
    keys = { { a = 1 } },
    tostring = { 1 },
  }
  local unpack = table.unpack or unpack -- luacheck: ignore
  local count = 0
  for name, f in pairs(yschema) do
    if type(f) == "function" then
      count = count + 1
      invalid.arguments_of("yschema." .. name, f, unpack(functions[name] or { "{}" }))
    end
  end
  count = count
    + invalid.arguments_of_methods("schema", invalid.schema, { apply = { "a: 1" }, apply_files = { "/nowhere/v.yml" },
      check = { { a = 1 } }, json_schema = { {} }, defaults = {}, describe = {}, openapi = {}, html = {} })
    + invalid.arguments_of_methods("documents", invalid.documents, { count = {}, value = { 1 }, encode = { "json" } })
    + invalid.arguments_of_methods("report", invalid.report, { text = { { color = true } }, json = {}, sarif = {},
      junit = {} })

  it("all of them are tried", function()
    assert.is_true(count >= 22)
    assert.is_true(invalid.count() > 16380, tostring(invalid.count()))
  end)
end)

describe("the error about an invalid argument", function()
  local schema, documents, report = invalid.schema, invalid.documents, invalid.report
  local failing = setmetatable({}, { __index = function() error "boom" end })
  for _, row in ipairs {
    { function() yschema.load("a: 1", failing) end,
      "option '[a-z_]+' cannot be read: the metatable of the options fails" },
    { function() yschema.load("a: 1", { [1] = true }) end, "unknown option '1'" },
    { function() yschema.load("a: 1", { [{}] = true }) end, "unknown option of type table" },
    { function() yschema.load("a: 1", { limits = { max_size = 1 } }) end, "unknown limit 'max_size'" },
    { function() yschema.load("a: 1", { limits = 5 }) end, "option 'limits' must be a table, got number" },
    { function() schema.apply "a: 1" end,
      "calling 'apply' on a bad self %(schema expected, got string%): write schema:apply%(%.%.%.%), with a colon" },
    { function() schema.apply(setmetatable({}, getmetatable(schema))) end, "schema expected, got table" },
    { function() documents.count() end,
      "documents expected, got nil%): write documents:count%(%.%.%.%), with a colon" },
    { function() report.json() end, "report expected, got nil%): write report:json%(%.%.%.%), with a colon" },
    { function() report:text "always" end, "bad argument #1 to 'text' %(options expected, got string%)" },
    { function() schema:json_schema { draft = 7 } end, 'draft must be "draft%-07" or "2020%-12", got number' },
  } do
    it(row[2], function()
      local ok, problem = pcall(row[1])
      assert.is_false(ok)
      assert.matches("invalid_arguments_spec%.lua:%d+: .*" .. row[2], problem)
    end)
  end

  it("is nothing where a metatable has good options", function()
    local strict = setmetatable({}, { __index = { strict = true } })
    assert.is_nil((yschema.parse("a: yes", "v", strict)))
    assert.is_nil(documents:value(1.5))
    assert.is_nil(documents:value(0 / 0))
  end)
end)
