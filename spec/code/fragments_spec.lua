--- Tests that annotations in the body of a function apply wherever its result is used: each kind of annotation, each
-- way in which a fragment becomes part of a schema, for functions of Starlark and of Lua. Exports and results are the
-- same as those of the same YAML written in place.

local yschema = require "yschema"

local unpack = table.unpack or unpack -- luacheck: ignore

local header = "#@data/values-schema\n---\n"

-- Bodies that are maps, with a valid and an invalid value.
local bodies = {
  { "validation", "#@schema/validation min=1, max=10\nn: 1\n", "n: 10", "n: 99" },
  { "a rule", "#@schema/validation ('even', lambda v: v % 2 == 0)\nn: 2\n", "n: 4", "n: 3" },
  { "any-key", "#@schema/any-key\n_: 1\n", "a: 2", "a: x" },
  { "key", "#@schema/key allowed='^a', expects='0+'\n_: 1\nn: 1\n", "{ab: 1}", "{b: 1}" },
  { "key-may-be-present", "#@schema/key-may-be-present\nn: 1\nm: 2\n", "n: 2", "n: x" },
  { "nullable", "#@schema/nullable\nn: 1\n", "n: null", "n: x" },
  { "type", "#@schema/type one_of=['int', 'string']\nn: 1\n", "n: x", "n: 1.5" },
  { "any", "#@schema/type any=True\nn: 1\n", "n: [x]", "m: 1" },
  { "documentation", "#@schema/title 'T'\n#@schema/desc 'D'\n#@schema/example 4\nn: 1\n", "n: 2", "n: x" },
  { "examples", "#@schema/examples ('d', 4), ('e', 5)\nn: 1\n", "n: 2", "n: x" },
  { "deprecated", "#@schema/deprecated 'no'\nn: 1\nm: 1\n", "n: 2", "n: x" },
  { "removed", "#@schema/removed 'no'\nn: 1\nm: 1\n", "m: 2", "n: 1" },
  { "default", "#@schema/default 5\nn: 1\n", "n: 2", "n: x" },
  { "any-of", "#@schema/any-of 1, ''\nn: 1\n", "n: x", "n: true" },
  { "all-of", "#@schema/all-of 1\nn: 1\n", "n: 2", "n: x" },
  { "one-of", "#@schema/one-of {'a': 1}, ['']\nn: []\n", "n: {a: 3}", "n: 1" },
  { "further below", "m:\n  k:\n  #@schema/nullable\n  - n: 1\n", "m: {k: [null]}", "m: {k: [1]}" },
}

local languages = { Starlark = "#@ def %s():\n%s#@ end\n", Lua = "#@ function %s()\n%s#@ end\n" }

local function indented(text, by) return (text:gsub("([^\n]+)", by .. "%1")) end

-- The ways into a schema: a name, a function that makes the schema's text from `def(name, body)` and the body, and the
-- steps to the body's nodes: names, "[]" for an item, "|" for the first alternative. `files` are those that the schema
-- loads.
local roads = {
  { "a computed value", function(def, body) return def("f", body) .. header .. "x: #@ f()\n" end, "x" },
  { "a computed document", function(def, body) return def("f", body) .. "#@data/values-schema\n--- #@ f()\n" end },
  { "a computed item", function(def, body) return def("f", body) .. header .. "x:\n- #@ f()\n" end, "x", "[]" },
  { "a name of Starlark", function(def, body)
    return def("f", body) .. "#@ v = f()\n" .. header .. "x: #@ v\n"
  end, "x" },
  { "a name of Lua", function(def, body)
    return def("f", body) .. "#@ local v = f()\n" .. header .. "x: #@ v\n"
  end, "x" },
  { "another function's result", function(def, body)
    return def("f", body) .. "#@ g = lambda: f()\n" .. header .. "x: #@ g()\n"
  end, "x" },
  { "another function's body", function(def, body)
    return def("f", body) .. def("g", "y: #@ f()\n") .. header .. "x: #@ g()\n"
  end, "x", "y" },
  { "a list", function(def, body) return def("f", body) .. header .. "x: #@ [f()]\n" end, "x", "[]" },
  { "a dict", function(def, body) return def("f", body) .. header .. "x: #@ {'y': f()}\n" end, "x", "y" },
  { "dict()", function(def, body) return def("f", body) .. header .. "x: #@ dict(y=f())\n" end, "x", "y" },
  { "a table of Lua", function(def, body)
    return def("f", body) .. "#@ local v = { y = f() }\n" .. header .. "x: #@ v\n"
  end, "x", "y" },
  { "a part of a fragment", function(def, body)
    return def("f", "p:\n" .. indented(body, "  ")) .. header .. "x: #@ f()['p']\n"
  end, "x" },
  { "an item of a fragment", function(def, body)
    return def("f", "-\n" .. indented(body, "  ")) .. header .. "x: #@ f()[0]\n"
  end, "x" },
  { "a loop over a fragment", function(def, body)
    return def("f", "-\n" .. indented(body, "  ")) .. header .. "x:\n#@ for i in f():\n- #@ i\n#@ end\n"
  end, "x", "[]" },
  { "a part of a list", function(def, body)
    return def("f", "-\n" .. indented(body, "  ")) .. header .. "x: #@ f()[0:1]\n"
  end, "x", "[]" },
  { "a sum of lists", function(def, body)
    return def("f", "-\n" .. indented(body, "  ")) .. header .. "x: #@ f() + []\n"
  end, "x", "[]" },
  { "a copied list", function(def, body)
    return def("f", "-\n" .. indented(body, "  ")) .. header .. "x: #@ list(f())\n"
  end, "x", "[]" },
  { "a copied dict", function(def, body) return def("f", body) .. header .. "x: #@ dict(f())\n" end, "x" },
  { "a copy of a copy", function(def, body)
    return def("f", body) .. header .. "x: #@ dict(dict(f()))\n"
  end, "x" },
  { "an updated dict", function(def, body)
    return def("f", body) .. "#@ d = {}\n#@ d.update(f())\n" .. header .. "x: #@ d\n"
  end, "x" },
  { "a union of dicts", function(def, body) return def("f", body) .. header .. "x: #@ {} | f()\n" end, "x" },
  { "a set of one document", function(def, body)
    return def("f", "---\n" .. body) .. header .. "x: #@ f()\n"
  end, "x" },
  { "a document of a set", function(def, body)
    return def("f", "---\nother: 1\n---\n" .. body) .. header .. "x: #@ f()[1]\n"
  end, "x" },
  { "a loop over a set of documents", function(def, body)
    return def("f", "---\n" .. body) .. header .. "x:\n#@ for d in f():\n- #@ d\n#@ end\n"
  end, "x", "[]" },
  { "what via= of an overlay gives", function(def, body)
    return def("f", body) .. header .. "x: {}\n" .. header .. "#@overlay/replace via=lambda l, r: f()\nx: {}\n"
  end, "x" },
  { "the overlay that via= is given", function(_, body)
    return header .. "x: {}\n" .. header .. "#@overlay/replace via=lambda l, r: r\nx:\n" .. indented(body, "  ")
  end, "x" },
  { "what is overlaid, as via= is given it", function(_, body)
    return header .. "x:\n" .. indented(body, "  ") .. header
      .. "#@overlay/replace via=function(l) return { y = l } end\nx: {}\n"
  end, "x", "y" },
  { "a function that is loaded", function(def, body)
    return "#@ load('l.lib.yml', 'f')\n" .. header .. "x: #@ f()\n", { ["l.lib.yml"] = def("f", body) }
  end, "x" },
  { "a value that is loaded", function(def, body)
    return "#@ load('l.lib.yml', 'v')\n" .. header .. "x: #@ v\n", { ["l.lib.yml"] = def("f", body) .. "#@ v = f()\n" }
  end, "x" },
}

-- The ways to an alternative, for each annotation that has alternatives.
local function alternatives(word)
  local function beside(spelled) return ("#@schema/%s %s\nx: []\n"):format(word, spelled) end
  if word == "all-of" then
    function beside(spelled) return ("#@schema/all-of %s\nx: {}\n"):format(spelled) end
  end
  local other = word == "all-of" and "" or ", ['']"
  local list = {
    { "called", function(def, body) return def("f", body) .. header .. beside("f()" .. other) end },
    { "not called", function(def, body) return def("f", body) .. header .. beside("f" .. other) end },
    { "from a lambda", function(def, body) return def("f", body) .. header .. beside("lambda: f()" .. other) end },
    { "from a Lua function", function(def, body)
      return def("f", body) .. header .. beside("function() return f() end" .. other)
    end },
    { "bound", function(def, body) return def("f", body) .. "#@ v = f()\n" .. header .. beside("v" .. other) end },
    { "bound in Lua", function(def, body)
      return def("f", body) .. "#@ local v = f()\n" .. header .. beside("v" .. other)
    end },
    { "of a list", function(def, body)
      return def("f", body) .. "#@ list = [f()]\n" .. header .. beside("*list" .. other)
    end },
    { "of a struct", function(def, body)
      return def("f", body) .. "#@ s = struct.make(v=f())\n" .. header .. beside("s.v" .. other)
    end },
    { "in another body", function(def, body)
      return def("f", body) .. def("g", beside("f()" .. other)) .. "#@data/values-schema\n--- #@ g()\n"
    end },
    { "not called, in another body", function(def, body)
      return def("f", body) .. def("g", beside("f" .. other)) .. "#@data/values-schema\n--- #@ g()\n"
    end },
    { "two bodies down", function(def, body)
      return def("f", body) .. def("g", beside("f()" .. other)) .. def("h", "y: #@ g()\n")
        .. "#@data/values-schema\n--- #@ h()['y']\n"
    end },
    { "loaded", function(def, body)
      return "#@ load('l.lib.yml', 'f')\n" .. header .. beside("f()" .. other), { ["l.lib.yml"] = def("f", body) }
    end },
    { "loaded as a value", function(def, body)
      return "#@ load('l.lib.yml', 'v')\n" .. header .. beside("v" .. other),
        { ["l.lib.yml"] = def("f", body) .. "#@ v = f()\n" }
    end },
    { "in a body that is loaded", function(def, body)
      return "#@ load('l.lib.yml', 'g')\n#@data/values-schema\n--- #@ g()\n",
        { ["l.lib.yml"] = def("f", body) .. def("g", beside("f()" .. other)) }
    end },
    { "of a set of one document", function(def, body)
      return def("f", "---\n" .. body) .. header .. beside("f()" .. other)
    end },
    { "of a copy", function(def, body) return def("f", body) .. header .. beside("dict(f())" .. other) end },
    { "of a part", function(def, body)
      return def("f", "p:\n" .. indented(body, "  ")) .. header .. beside("f()['p']" .. other)
    end },
  }
  for i, row in ipairs(list) do
    list[i] = { word .. ": an alternative, " .. row[1], row[2], "x", "|" }
  end
  return list
end

for _, word in ipairs { "any-of", "all-of", "one-of" } do
  for _, road in ipairs(alternatives(word)) do roads[#roads + 1] = road end
end

-- ---- exports of a schema ----------------------------------------------------------

-- Follow the steps in a description, and in a JSON Schema or OpenAPI document.
local function described(node, steps)
  for _, step in ipairs(steps) do
    if step == "[]" then node = node.fields[1]
    elseif step == "|" then node = node.validations[#node.validations].argument[1]
    else
      for _, field in ipairs(node.fields) do
        if field.name == step then node = field break end
      end
    end
  end
  return node.fields
end

local function exported(node, steps)
  for _, step in ipairs(steps) do
    if step == "[]" then node = node.items
    elseif step == "|" then node = (node.anyOf or node.allOf or node.oneOf)[1]
    else node = node.properties[step] end
  end
  return { node.properties, node.patternProperties, node.additionalProperties, node.required }
end

local function decoded(text) return assert(yschema.parse(text)):value() end

local function exports_of(schema, steps)
  return {
    described = described(schema:describe(), steps),
    openapi = exported(decoded(schema:openapi()).components.schemas.dataValues, steps),
    json_schema = exported(decoded((schema:json_schema())), steps),
  }
end

local function at(steps, value)
  for i = #steps, 1, -1 do
    if steps[i] == "[]" then value = setmetatable({ value }, yschema.array_mt)
    elseif steps[i] ~= "|" then value = { [steps[i]] = value } end
  end
  return value
end

local function verdict(schema, steps, text)
  local ok, report = schema:check(at(steps, decoded(text)))
  return ok or tostring(report)
end

local function load(text, files)
  local schema, report = yschema.load(text, { files = files })
  return schema or error(tostring(report) .. "\nin\n" .. text, 0)
end

-- Returns the exports of a body that is written in the schema.
local in_place = {}
local function exports_in_place(body)
  in_place[body] = in_place[body] or exports_of(load(header .. body), {})
  return in_place[body]
end

for language, form in pairs(languages) do
  describe("a body in a function of " .. language, function()
    local function def(name, body) return form:format(name, body) end

    for _, road in ipairs(roads) do
      local steps = { unpack(road, 3) }
      it("keeps the annotations of its nodes in " .. road[1], function()
        for _, body in ipairs(bodies) do
          local schema = load(road[2](def, body[2]))
          assert.same(exports_in_place(body[2]), exports_of(schema, steps), body[1])
          assert.is_true(verdict(schema, steps, body[3]), body[1])
          assert.is_not_true(verdict(schema, steps, body[4]), body[1])
        end
      end)
    end

    it("has no annotations in results of functions that run while values are validated", function()
      for _, body in ipairs(bodies) do
        local schema = load(def("f", body[2]) .. header
          .. "#@schema/validation ('rule', lambda v: f() != None)\n#@schema/default lambda: len(f()) - len(f())\nx: 1\n"
          .. "#@schema/type any=True\n#@schema/default f\ny: 1\n")
        assert.equal(0, assert(schema:apply {}).x, body[1])
      end
    end)

    it("has none in results of functions that the core calls while the schema is compiled", function()
      for _, body in ipairs(bodies) do
        local schema = load(def("f", body[2]) .. header .. "#@schema/default {'k': 2}\nx:\n"
          .. "  #@schema/key allowed=lambda k, _: f() != None, expects=lambda n: f() != None\n  _: 1\n")
        assert.same({ x = { k = 2 } }, assert(schema:apply {}), body[1])
      end
    end)
  end)
end

-- Annotations of a schema's value `x` and of its item.
local function field(text, ...)
  local node = load(text):describe()
  for _, step in ipairs { ... } do
    node = node.fields[step]
  end
  return node
end

describe("the annotations of a document or an item", function()
  local document = "#@ def f():\n#@schema/nullable\n#@schema/title 'from f'\n---\na: 1\n#@ end\n"
  local item = "#@ def f():\n#@schema/nullable\n#@schema/title 'from f'\n- a: 1\n#@ end\n#@ v = f()[0]\n"

  for what, code in pairs { document = document .. "#@ v = f()\n", item = item } do
    it("stay with it: " .. what, function()
      for _, row in ipairs {
        { "x: #@ v\n", 1 }, { "x:\n- #@ v\n", 1, 1 }, { "x: #@ [v]\n", 1, 1 }, { "x: #@ {'y': v}\n", 1, 1 },
        { "x: #@ dict(y=v)\n", 1, 1 },
      } do
        local found = field(code .. header .. row[1], unpack(row, 2))
        assert.same({ "from f", { "map", "null" } }, { found.title, found.type }, row[1])
      end
      local schema = load(code .. header .. "#@schema/any-of v, ''\nx: ''\n")
      assert.is_true(schema:check { x = yschema.null })
    end)
  end

  it("give way to the same annotations of the node", function()
    local found = field(document .. header .. "#@schema/title 'from x'\nx: #@ f()\n", 1)
    assert.same({ "from x", { "map", "null" } }, { found.title, found.type })
  end)

  it("keep scalars and floats unchanged", function()
    local code = "#@ def f():\n#@schema/validation min=1\n--- 2.0\n#@ end\n"
    local schema = load(code .. header .. "x: #@ f()\n#@schema/any-of f(), ''\ny: ''\n")
    assert.equal("float", schema:describe().fields[1].type)
    assert.is_true(schema:check { x = 1.5, y = 1.5 })
    assert.is_not_true(schema:check { x = 0.5 })
    assert.is_not_true(schema:check { y = 0.5 })
  end)

  it("belong to a key that they are above", function()
    local code = "#@ def f():\n#@schema/nullable\np:\n  a: 1\n#@ end\n"
    assert.equal("map", field(code .. header .. "x: #@ f()['p']\n", 1).type)
  end)

  it("come from any number of joined lists", function()
    local code = "#@ def f():\n- 80\n#@ end\n"
    local schema = load(code .. header .. "#@schema/type any=True\nx: #@ [f() + f() for i in range(5000)]\n")
    local x = assert(schema:apply()).x
    assert.equal(5000, #x)
    assert.same({ 80, 80 }, x[5000])
  end)

  it("stay with scalar items of copied lists", function()
    local code = "#@ def f():\n#@schema/validation min=1\n- 80\n#@ end\n"
    for _, spelled in ipairs { "f()", "list(f())", "f() + []", "[] + f()", "list([] + list(f()))" } do
      local schema = load(code .. header .. "x: #@ " .. spelled .. "\n")
      assert.is_true(schema:check { x = { 1 } }, spelled)
      assert.is_not_true(schema:check { x = { 0 } }, spelled)
    end
  end)
end)
