-- Schemas by name and recursive ones, where Lua makes the functions, the schemas or the values (reference#like).

local yschema = require "yschema"

local header = "#@data/values-schema\n---\n"

local function load(text, options) return assert(yschema.load(text, options)) end

local tree = [[
#@ def tree():
value: leaf
children:
#@schema/like tree
-
#@ end

#@data/values-schema
---
#@schema/like tree
root:
]]

describe("a schema by name", function()
  it("may be a function of Lua, which is asked once", function()
    local asked = 0
    local function pair()
      asked = asked + 1
      return { left = 1, right = 2 }
    end
    local schema = load(header .. "#@schema/like f\na:\n#@schema/any-of f, g\nb: {}\nc:\n#@schema/like f\n-\n",
      { env = { f = pair, g = pair } })
    assert.equal(1, asked)
    assert.same({ a = { left = 3, right = 2 }, b = { left = 1, right = 2 }, c = {} }, schema:apply { a = { left = 3 } })
    assert.equal(1, asked)
  end)

  it("says what it is, but where the node has words of its own", function()
    local words = {
      title = '#@schema/title "%s title"', documentation = '#@schema/desc "%s documentation"',
      example = '#@schema/example {"left": "%s example"}',
    }
    local function all(whose)
      return (table.concat({ words.title, words.documentation, words.example }, "\n"):gsub("%%s", whose))
    end
    for own, word in pairs(words) do
      local schema = load(("#@ def pair():\n%s\n---\nleft: ''\n#@ end\n\n%s#@schema/like pair\n%s\nnode:\n"):format(
        all "its", header, word:format "own"))
      local node = schema:describe().fields[1]
      local shown = { title = node.title, documentation = node.documentation, example = node.example[1].value.left }
      for name in pairs(words) do assert.equal((name == own and "own " or "its ") .. name, shown[name]) end
    end
  end)

  it("takes tables that are as deep as the limit allows", function()
    local schema = load(tree, { limits = { max_depth = 50 } })
    local function nested(depth)
      local value = {}
      for _ = 1, depth do value = { children = { value } } end
      return { root = value }
    end
    local result = assert(schema:apply(nested(20)))
    local deepest = result.root
    for _ = 1, 20 do deepest = deepest.children[1] end
    assert.same({ value = "leaf", children = {} }, deepest)
    local _, report = schema:apply(nested(30))
    assert.matches("nested too deeply", tostring(report), 1, true)
  end)

  it("stays recursive in a schema that uses its schema", function()
    local inner = load(tree)
    local outer = load(header .. "#@schema/any-of inner, 1\na: 1\n#@schema/like inner\nb:\n",
      { env = { inner = inner } })
    local given = { root = { children = { { value = "x" } } } }
    local expected = { root = { value = "leaf", children = { { value = "x", children = {} } } } }
    assert.same({ a = expected, b = expected }, outer:apply { a = given, b = given })
    local _, report = outer:apply { b = { root = { children = { { valu = "x" } } } } }
    assert.equal("b.root.children[0].valu", report.violations[1].path)
  end)

  it("may be an array of itself", function()
    local schema = load [[
#@ def list():
---
#@schema/like list
-
#@ end
#@data/values-schema
---
#@schema/like list
lists:
]]
    assert.same({ lists = { {}, { {} } } }, schema:apply { lists = { {}, { {} } } })
    assert.same({ lists = { {}, { {} } } }, schema:apply "lists: [[], [[]]]")
    assert.is_nil((schema:apply "lists: [[], [[1]]]"))
    assert.matches('"$ref": "#/definitions/list"', schema:json_schema(), 1, true)
  end)

  it("validates tables without a result, too", function()
    local schema = load(tree)
    assert.is_true((schema:check { root = { children = { { value = "x" }, { children = {} } } } }))
    assert.is_not_true((schema:check { root = { children = { { children = { { value = 1 } } } } } }))
  end)

  it("has a name of its own in exports, also if two functions have the same", function()
    local first, second = { f = function() return { a = 1 } end }, { f = function() return { b = 1 } end }
    local schema = load(header
      .. "#@schema/like first.f\na:\n#@schema/like second.f\nb:\n#@schema/like lambda: 1\nc:\n",
      { env = { first = first, second = second } })
    local description = schema:describe()
    local names = {}
    for i, field in ipairs(description.fields) do names[i] = field.like end
    assert.same({ "f", "f_2", "schema" }, names)
  end)

  it("may stand beside an alternative that has a value and alternatives of its own", function()
    local schema = load [[
#@ def any():
{}
#@ end
#@ def yes():
#@schema/one-of True
---
true
#@ end
#@data/values-schema
---
#@schema/any-of 0, any
c: {}
#@schema/one-of yes()
b: true
]]
    assert.same({ c = {}, b = true }, schema:defaults())
    assert.same({ c = 0, b = false }, schema:apply("c: 0\nb: false"))
  end)

  it("has to end non-empty under a key of an early schema, unless it says otherwise", function()
    local schema = load [[
#@ def count():
0
#@ end
#@ def any_count():
#@schema/allow-empty
---
0
#@ end
#@ def other():
#@schema/like any_count
---
#@ end
#@schema
---
#@schema/like count
a:
#@schema/like any_count
b:
#@schema/like other
c:
#@schema/like count
#@schema/allow-empty
d:
]]
    assert.same({ a = 1, b = 0, c = 0, d = 0 }, schema:apply "a: 1")
    local _, report = schema:apply "a: 0"
    assert.equal("a", report.violations[1].path)
    assert.equal(1, #report.violations)
  end)

  it("has no part in the old names of the keys around it", function()
    local schema = load [[
#@ def server():
host: ""
#@ end
#@data/values-schema
---
#@schema/like server
first:
#@schema/like server
second:
#@schema/renamed from="first.port"
first_port: 1
#@schema/renamed from="second.port"
second_port: 2
]]
    local values = assert(schema:apply "{first: {port: 5, host: a}, second: {port: 6}}")
    assert.same({ first = { host = "a" }, second = { host = "" }, first_port = 5, second_port = 6 }, values)
    assert.is_nil(schema:json_schema():find('"port"', 1, true))
    local _, report = yschema.load [[
#@ def server():
host: ""
#@ end
#@data/values-schema
---
#@schema/like server
first:
#@schema/renamed from="first.port"
one: 1
#@schema/renamed from="first.port"
other: 2
]]
    assert.matches("overlaps an old name of another key", tostring(report), 1, true)
  end)

  it("requires in exports what only the values of items show", function()
    local functions = "#@ def named():\n#@schema/required\nname: \"\"\nsize: 1\n#@ end\n"
    for document, required in pairs {
      ["l:\n#@schema/like named\n- {name: x}\n"] = true,
      ["l:\n- m:\n  #@schema/any-of named, 1\n  - {name: x}\n"] = true,
      ["#@schema/like named\nm: {name: x}\n"] = false,
      ["#@schema/any-of named, 1\nm: {name: x}\n"] = false,
    } do
      local found = load(functions .. header .. document):json_schema():find '"required": %[%s*"name"'
      assert.equal(required, found ~= nil, document)
    end
  end)

  it("that always gives new functions is refused", function()
    local _, report = yschema.load([[
#@ def level(n):
#@schema/nullable
#@schema/like lambda: level(n + 1)
next:
#@schema/nullable
#@schema/like lambda: level(n + 1)
other:
#@ end
#@data/values-schema
---
#@schema/like lambda: level(0)
root:
]], { limits = { max_alias_nodes = 1000 } })
    assert.matches("schemas in schemas add too many nodes; the limit is the option max_alias_nodes",
      tostring(report), 1,
      true)
  end)

  it("may be the last of hundreds that name each other", function()
    local lines = {}
    for i = 1, 400 do
      lines[#lines + 1] = ("#@ def f%d():\n#@schema/nullable\n#@schema/like f%d\nnext:\n#@ end"):format(i, i % 400 + 1)
    end
    local schema = load(table.concat(lines, "\n") .. "\n" .. header .. "#@schema/like f1\nroot:\n")
    assert.same({ root = { next = yschema.null } }, schema:defaults())
    assert.matches("f400", schema:json_schema(), 1, true)
    assert.matches("f400", schema:openapi(), 1, true)
    assert.matches("f400", schema:html(), 1, true)
  end)
end)
