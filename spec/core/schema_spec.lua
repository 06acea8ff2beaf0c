local core = require "yschema.core"
local helper = require "spec.core.helper"

local HEADER = "#@data/values-schema\n---\n"

describe("core.schema", function()
  it("distinguishes schemas from data values", function()
    local schema = core.schema {}
    assert.equal("values", schema:add(core.source("v.yml", "a: 1\n")))
    assert.equal("schema", schema:add(core.source("s.yml", HEADER .. "a: 1\n")))
    assert.is_nil(schema:add(core.source("bad.yml", "a: [\n")))
    assert.equal("syntax", schema:violations()[1].kind)
  end)

  it("names the annotations whose arguments it cannot read", function()
    local schema = core.schema {}
    schema:add(core.source("s.yml", HEADER .. "#@schema/validation (\"even\", f), min=1\na: 1\n"))
    assert.same({ {
      id = 1, name = "schema/validation", text = '("even", f), min=1',
      file = "s.yml", line = 3, column = 1,
    } }, schema:pending())
  end)

  it("keeps functions in the companion, by number", function()
    local function even() return true end
    local schema = helper.schema(HEADER .. '#@schema/validation ("even", f)\na: 1\n',
      { ['("even", f)'] = helper.rule("even", even) })
    assert.equal(even, schema:closures()[1])
  end)

  it("takes literal arguments from the host", function()
    local schema = helper.schema(HEADER .. "#@schema/default d\na: ''\n",
      { d = { { text = "d", value = "given" } } })
    assert.same({ a = "given" }, helper.apply(schema, {}):value())
  end)

  it("refuses arguments that are no values, and stays usable", function()
    local schema = core.schema {}
    schema:add(core.source("s.yml", HEADER .. "#@schema/default d\na: ''\n"))
    local annotation = schema:pending()[1]
    local ok, problem = schema:set_arguments(annotation.id,
      { { text = "d", value = { x = { io.stdout } } } })
    assert.is_nil(ok)
    assert.equal("x[0]: a userdata is not a value", problem)
    schema:fail_arguments(annotation.id, problem)
    assert.is_nil(schema:compile())
    local violation = schema:violations()[1]
    assert.equal("s.yml", violation.file)
    assert.equal(3, violation.line)
    assert.matches("a userdata is not a value", violation.message, 1, true)
    assert.equal(2, schema:exit_status())
  end)

  it("reports every violation of a schema", function()
    local schema = core.schema {}
    schema:add(core.source("s.yml", HEADER .. "a: null\nb: []\n"))
    assert.is_nil(schema:compile())
    local kinds = {}
    for i, violation in ipairs(schema:violations()) do kinds[i] = violation.line end
    assert.same({ 3, 4 }, kinds)
    assert.matches("s.yml", schema:text(), 1, true)
    assert.matches("s.yml:3:", schema:blocks(), 1, true)
  end)

  it("says that there is no schema", function()
    local schema = core.schema {}
    assert.is_nil(schema:compile())
    assert.equal(2, schema:exit_status())
  end)

  it("honours its limits", function()
    local schema = core.schema { max_depth = 3 }
    assert.is_nil(schema:add(core.source("s.yml", HEADER .. "a: {b: {c: {d: {e: 1}}}}\n")))
    assert.equal("too-deep", schema:violations()[1].kind)
  end)

  it("throws on mistakes in calling", function()
    assert.error_matches(function() core.schema { max_depth = "x" } end, "option max_depth")
    assert.error_matches(function() core.schema { max_depth = 1e9 } end, "option max_depth")
    assert.error_matches(function() core.schema { max_bytes = -1 } end, "option max_bytes")
    assert.error_matches(function() core.schema(1) end, "table expected")
    assert.error_matches(function() core.run(core.schema {}) end, "not compiled")
    assert.error_matches(function() core.schema {}:set_arguments(1, {}) end, "no such annotation")
    local schema = helper.schema(HEADER .. "a: 1\n")
    assert.error_matches(function() schema:compile() end, "has been compiled")
    assert.error_matches(function() schema:add(core.source("x", "")) end, "has been compiled")
  end)
end)

describe("a closed schema", function()
  it("refuses all calls but close()", function()
    local schema = helper.schema(HEADER .. "a: 1\n")
    schema:close()
    schema:close()
    assert.error_matches(function() schema:closures() end, "is closed")
    assert.error_matches(function() schema:text() end, "is closed")
    assert.error_matches(function() core.run(schema) end, "is closed")
  end)

  it("lets its runs finish", function()
    local schema = helper.schema(HEADER .. "a: 1\nb: x\n")
    local run = core.run(schema)
    schema:close()
    assert(run:give { a = 2 })
    assert.same({ a = 2, b = "x" }, helper.finish(run):value())
    run:close()
  end)

  it("stays alive as long as a run", function()
    local run = core.run(helper.schema(HEADER .. "#@schema/default f\na: 1\n",
      { f = { { text = "f", value = function() return 7 end } } }))
    collectgarbage() collectgarbage()
    assert.same({ a = 7 }, helper.finish(run):value())
  end)

  it("is collected with the functions that refer to it", function()
    local alive = setmetatable({}, { __mode = "k" })
    -- On a stack of its own, so that no slot of this one still holds it.
    coroutine.wrap(function()
      local schema
      local function rule() return schema ~= nil end
      schema = helper.schema(HEADER .. '#@schema/validation ("x", f)\na: 1\n',
        { ['("x", f)'] = helper.rule("x", rule) })
      alive[schema] = true
      helper.apply(schema, {})
    end)()
    if jit then jit.flush() end -- machine code holds the functions it was made for
    for _ = 1, 5 do collectgarbage() end
    assert.is_nil(next(alive))
  end)
end)

describe("records that Lua adds", function()
  it("are shown with the file's name", function()
    local schema = core.schema {}
    schema:add_error("READ", "v.yml", "No such file or directory")
    schema:add_error("FLAG", "x", "--data-value", "expected key=value")
    local list = schema:violations()
    assert.equal("v.yml", list[1].file)
    assert.is_nil(list[1].line)
    assert.equal("cannot be read: No such file or directory", list[1].message)
    assert.equal("--data-value: expected key=value", list[2].message)
    assert.equal(2, schema:exit_status())
    assert.matches("^v.yml: cannot be read", schema:text())
  end)

  it("have a code of the table", function()
    assert.error_matches(function() core.schema {}:add_error("NO_SUCH", "x") end, "invalid option")
  end)
end)

describe("schema:outline for the checker", function()
  it("gives types, defaults and rules", function()
    local schema = helper.schema(HEADER .. '#@schema/nullable\n#@schema/validation min_len=1, format="date"\na: ""\n'
      .. "#@schema/deprecated \"old\"\nb: [1.5]\n")
    local root, array_mt, empty_array_mt = schema:outline(100)
    assert.same({ "a", "b" }, { root.named[1].key, root.named[2].key })
    assert.equal("map", root.kind)
    assert.is_true(root.ruled)
    local a, b = root.named[1], root.named[2]
    assert.same({ null = true, string = true }, a.kinds)
    assert.equal(core.null, a.default)
    assert.same({ "min_len", 1, "format", "date", -1 },
      { a.rules[1].name, a.rules[1].argument, a.rules[2].name, a.rules[2].argument, a.rules[2].most })
    assert.is_true(a.rules[2].test "2024-02-29")
    assert.is_false(a.rules[2].test "2023-02-29")
    assert.is_true(b.deprecated)
    assert.is_nil(b.file)
    assert.same({ float = true, integer = true }, b.item.kinds)
    assert.equal(core.array_mt, array_mt)
    assert.is_table(empty_array_mt)
  end)

  it("says where functions take part", function()
    local schema = helper.schema(HEADER .. '#@schema/validation ("even", f)\na: 1\n',
      { ['("even", f)'] = helper.rule("even", function() return true end) })
    assert.is_true(schema:outline(100).named[1].calls)
  end)

  it("is nothing when there are too many fields", function()
    local schema = helper.schema(HEADER .. "a: 1\nb: [2]\n")
    assert.is_table((schema:outline(4)))
    assert.is_nil((schema:outline(3)))
  end)

  it("gives tests of patterns that say nothing when the schema is closed, or the search costs too much", function()
    local schema = helper.schema(HEADER .. '#@schema/validation regexp="^(a|aa)+$"\na: a\n')
    local test = schema:outline(100).named[1].rules[1].test
    assert.is_true(test "aaa")
    assert.is_false(test "b")
    assert.is_nil(test(("a"):rep(40) .. "!"))
    schema:close()
    assert.is_nil(test "aaa")
  end)
end)
