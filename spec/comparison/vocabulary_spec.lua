-- Each annotation of the vocabulary and each of its arguments is changed, added and removed: `yschema diff` reports a
-- change, in both directions.

local comparison = require "yschema.comparison.comparison"
local yschema = require "yschema"

local header = "#@data/values-schema\n---\n"

-- Lists of texts of one node or schema, by annotation. Any two texts of a list differ in this annotation.
local nodes = {
  ["schema/type"] = {
    { "a: 1", '#@schema/type "int", "string"\na: 1', '#@schema/type "float"\na: 1', "#@schema/type any=True\na: 1",
      '#@schema/type one_of="string", or_inferred=True\na: 1.5' },
    { '#@schema/type "map"\na: {}', '#@schema/type "array"\na: []', '#@schema/type "any"\na: 1' },
    { '#@schema/type one_of="null"\na: null', '#@schema/type one_of="null", or_inferred=True\na: 1' },
    { "a: 0.5", '#@schema/type "float", "int"\na: 0.5' },
  },
  ["schema/nullable"] = { { "a: 1", "#@schema/nullable\na: 1" }, { "a: {b: 1}", "#@schema/nullable\na: {b: 1}" } },
  ["schema/default"] = {
    { "a: 1", "#@schema/default 2\na: 1", "#@schema/default lambda: 3\na: 1", "#@schema/default lambda: 4\na: 1" },
    { "a:\n- 1", "#@schema/default [1]\na:\n- 1", "#@schema/default [1, 2]\na:\n- 1" },
    { "a: {b: 1}", '#@schema/default {"b": 2}\na: {b: 1}' },
  },
  ["schema/key"] = {
    { '#@schema/key allowed="any"\n_: 1', '#@schema/key allowed="^a"\n_: 1', '#@schema/key allowed="^b"\n_: 1',
      "#@schema/key allowed=lambda k, s: k == 'a'\n_: 1", "#@schema/key allowed=lambda k, s: k == 'b'\n_: 1" },
    { '#@schema/key allowed="^a"\n_: 1', '#@schema/key allowed="^a", expects="0+"\n_: 1',
      '#@schema/key allowed="^a", expects="2+"\n_: 1', '#@schema/key allowed="^a", expects=[0, 3]\n_: 1',
      '#@schema/key allowed="^a", expects=lambda n: n > 1\n_: 1',
      '#@schema/key allowed="^a", expects=lambda n: n > 2\n_: 1' },
    { '#@schema/key allowed="^a", expects="0+"\n_: 1', '#@schema/key allowed="^a", expects=[0, 2]\n_: 1',
      '#@schema/key allowed="^a", expects=[0, 3]\n_: 1', '#@schema/key allowed="^a", expects=[0, 1, 3]\n_: 1',
      '#@schema/key allowed="^a", expects=3\n_: 1' },
    { "a: 1", "#@schema/key missing_ok=True\na: 1" },
  },
  ["schema/any-key"] = { { "a: 1", "a: 1\n#@schema/any-key\n_: 1", "a: 1\n#@schema/any-key\n_: ''" } },
  ["schema/key-may-be-present"] = { { "a: 1", "#@schema/key-may-be-present\na: 1" } },
  ["schema/keys-may-be-present"] = { { "m: {a: 1}", "#@schema/keys-may-be-present\nm: {a: 1}" } },
  ["schema/null-is-missing"] = { { "m: {a: 1}", "#@schema/null-is-missing\nm: {a: 1}" } },
  ["schema/required"] = { { "a: 1", "#@schema/required\na: 1" },
    { "#@schema/required\na: 1", '#@schema/required "why"\na: 1' } },
  ["schema/renamed"] = {
    { "a: 1", '#@schema/renamed from="b"\na: 1', '#@schema/renamed from="c"\na: 1',
      '#@schema/renamed from=["b", "c"]\na: 1', '#@schema/renamed from="b.c"\na: 1',
      '#@schema/renamed from="b", with=lambda v: v + 1\na: 1',
      '#@schema/renamed from="b", with=lambda v: v + 2\na: 1' },
    { "m: {a: 1}", 'm:\n  #@schema/renamed from="b"\n  a: 1', 'm:\n  #@schema/renamed from="/b"\n  a: 1' },
    { "a: 1\n#@schema/any-key\n_: 1", '#@schema/renamed from="b"\na: 1\n#@schema/any-key\n_: 1' },
    { 'a: 1\n#@schema/key allowed="^b", expects="0+"\n_: ""',
      '#@schema/renamed from="b"\na: 1\n#@schema/key allowed="^b", expects="0+"\n_: ""' },
    { "m: {}\na: 1", 'm: {}\n#@schema/renamed from="m.b"\na: 1' },
  },
  ["schema/any-of"] = {
    { "a: 1", '#@schema/any-of 1, ""\na: 1', "#@schema/any-of 1, True\na: 1",
      '#@schema/any-of 1, "", True\na: 1' },
    { '#@schema/any-of {"k": "a"}, {"k": "b"}\na: {k: a}',
      '#@schema/any-of {"k": "a"}, {"k": "b"}, by="k"\na: {k: a}' },
    { '#@schema/any-of {"b": 1}, {"c": 1}\na: {b: 1}', '#@schema/any-of {"c": 1}, {"b": 1}\na: {b: 1}' },
  },
  ["schema/all-of"] = {
    { "a: {b: 1}", '#@schema/all-of {"b": 1}\na: {b: 1}' },
    { '#@schema/all-of {"b": 1}\na: {b: 1}', '#@schema/all-of {"b": ""}\na: {b: ""}' },
  },
  ["schema/one-of"] = {
    { "a: 1", '#@schema/one-of 1, ""\na: 1', '#@schema/any-of 1, ""\na: 1' },
    { '#@schema/one-of {"k": "a"}, {"k": "b"}, by="k"\na: {k: a}',
      '#@schema/one-of {"k": "a"}, {"k": "c"}, by="k"\na: {k: a}' },
  },
  ["schema/like"] = {
    { "#@schema/like 1\na:", "#@schema/like ''\na:", "#@schema/like 2\na:", "#@schema/like {'b': 1}\na:" },
  },
  ["schema/identity"] = {
    { "a:\n- b: 1\n  c: 1", '#@schema/identity "b"\na:\n- b: 1\n  c: 1',
      '#@schema/identity "c"\na:\n- b: 1\n  c: 1',
      '#@schema/identity ["b", "c"]\na:\n- b: 1\n  c: 1', '#@schema/identity "b", scope="file"\na:\n- b: 1\n  c: 1' },
  },
  ["schema/refers"] = {
    { "a: ''\nb: ''\nc: ''", '#@schema/refers to="b"\na: ""\nb: ""\nc: ""',
      '#@schema/refers to="c"\na: ""\nb: ""\nc: ""', '#@schema/refers to=["b", "c"]\na: ""\nb: ""\nc: ""',
      '#@schema/refers to="b", scope="file"\na: ""\nb: ""\nc: ""',
      '#@schema/refers to="b", when=lambda v: v != "x"\na: ""\nb: ""\nc: ""' },
  },
  ["schema/sensitive"] = { { "a: ''", "#@schema/sensitive\na: ''" } },
  ["schema/title"] = { { "a: 1", '#@schema/title "x"\na: 1', '#@schema/title "y"\na: 1' } },
  ["schema/desc"] = { { "a: 1", '#@schema/desc "x"\na: 1', '#@schema/doc "y"\na: 1' } },
  ["schema/see"] = { { "a: 1", '#@schema/see "x"\na: 1', '#@schema/see "y"\na: 1' } },
  ["schema/example"] = { { "a: 1", "#@schema/example 2\na: 1", '#@schema/examples ("x", 2)\na: 1',
    '#@schema/examples ("x", 2), ("y", 3)\na: 1' } },
  ["schema/deprecated"] = { { "a: 1", '#@schema/deprecated "x"\na: 1', '#@schema/deprecated "y"\na: 1' } },
  ["schema/removed"] = { { "a: 1", '#@schema/removed "x"\na: 1' },
    { '#@schema/removed "x"\na: 1', '#@schema/removed "y"\na: 1' } },
}

local function rule(arguments, value, key)
  return ("#@schema/validation %s\n%s: %s"):format(arguments, key or "a", value or 5)
end

nodes["schema/validation"] = {
  { "a: 5", rule "min=1", rule "min=2", rule "max=9", rule "min=1, max=9", rule "exclusive_min=1",
    rule "exclusive_max=9", rule "multiple_of=5", rule "one_of=[5, 6]", rule "one_of=[5, 7]", rule "enum=[5]",
    rule "not_null=True, min=3", rule "lambda v: v > 1", rule "lambda v: v > 2", rule '("x", lambda v: v > 2)',
    rule 'cel="self > 1"', rule 'cel="self > 2"' },
  { rule "min=1", rule "min=1, when=lambda v: v > 7", rule "min=1, when=lambda v: v > 8" },
  { rule "min=1", rule 'min=(1, "at least one")', rule 'min=(1, "more")' },
  { rule('("x", lambda v: v)'), rule('("y", lambda v: v)') },
  { rule("min_len=1", "abc"), rule("max_len=9", "abc"), rule("max_bytes=9", "abc"),
    rule('regexp="^a"', "abc"), rule('regexp="c$"', "abc"),
    rule('starts_with="a"', "abc"), rule('ends_with="c"', "abc"), rule('format="hostname"', "abc"),
    rule('starts_with="ab"', "abc") },
  { rule('format="ip"', "127.0.0.1"), rule('format="ipv4"', "127.0.0.1") },
  { "#@schema/nullable\na: 1", "#@schema/nullable\n#@schema/validation not_null=True\na: 1" },
  { "a: {b: 1, c: 1}", rule('mutually_exclusive=["b", "c"]', "{b: 1, c: 1}"),
    rule('mutually_required=["b", "c"]', "{b: 1, c: 1}"), rule("one_not_null=True", "{b: 1, c: 1}"),
    rule('one_not_null=["b"]', "{b: 1, c: 1}"), rule('one_not_null=["c"]', "{b: 1, c: 1}") },
  { rule('at_least_one_of=["b"]', "{b: 1, c: 1}"), rule('at_least_one_of=["b", "c"]', "{b: 1, c: 1}") },
  { rule('mutually_exclusive=["b", "c"]', "{b: 1, c: 1, d: 1}"),
    rule('mutually_exclusive=["b", "d"]', "{b: 1, c: 1, d: 1}") },
  { "a:\n- 1", "#@schema/validation unique=True\na:\n- 1" },
}

-- Texts of whole schemas.
local wholes = {
  ["schema"] = { "#@schema\n---\na: ''\n", "#@schema required=False\n---\na: ''\n" },
  ["schema/definition"] = { "#@schema/definition data_values=True\n---\na: ''\n",
    "#@schema/definition data_values=True, required=False\n---\na: ''\n" },
  ["schema/match"] = { "#@schema/match data_values=True\n---\na: 1\n",
    "#@schema/match data_values=True\n---\na: ''\n" },
  ["data/values-schema"] = { header .. "a: ''\n", "#@schema\n---\na: ''\n" },
  ["schema/variables"] = { header .. "a: 1", '#@data/values-schema\n#@schema/variables any="x"\n---\na: 1',
    '#@data/values-schema\n#@schema/variables strings="x"\n---\na: 1',
    '#@data/values-schema\n#@schema/variables any="y"\n---\na: 1' },
  ["schema/ends-with"] = { header .. "a: 1", '#@data/values-schema\n#@schema/ends-with "x"\n---\na: 1',
    '#@data/values-schema\n#@schema/ends-with "y"\n---\na: 1' },
  ["schema/allow-empty"] = { "#@schema\n---\na: ''\n", "#@schema\n---\n#@schema/allow-empty\na: ''\n" },
}

local resource = "#@schema/json-schema\n---\n{definitions: {a: {minimum: %d}, b: {maximum: 7}}}\n"
local by_json = header .. "#@schema/validation json_schema=\"#/definitions/%s\"\na: 5\n"
wholes["schema/json-schema"] = { header .. "a: 5\n", resource:format(1) .. by_json:format "a",
  resource:format(2) .. by_json:format "a", resource:format(1) .. by_json:format "b" }

local same = { ["schema/doc"] = "schema/desc", ["schema/examples"] = "schema/example",
  ["schema/validate"] = "schema/validation", ["assert/validate"] = "schema/validation" }

local function changes_between(one, other)
  local old = comparison.side(assert(yschema.load(one, { name = "old.yml" })))
  local new = comparison.side(assert(yschema.load(other, { name = "new.yml" })))
  return comparison.compare(old, new, { direction = "backward", samples = 0 })
end

local function assert_reported(list)
  for i, one in ipairs(list) do
    for j, other in ipairs(list) do
      if i ~= j then
        local changes = changes_between(one, other)
        assert(changes[1], "no changes between:\n" .. one .. "\nand:\n" .. other)
      end
    end
    assert.same({}, changes_between(one, one))
  end
end

describe("a change is reported:", function()
  for name, lists in pairs(nodes) do
    it("@" .. name, function()
      for _, list in ipairs(lists) do
        local texts = {}
        for i, text in ipairs(list) do texts[i] = header .. text .. "\n" end
        assert_reported(texts)
      end
    end)
  end
  for name, list in pairs(wholes) do
    it("@" .. name, function() assert_reported(list) end)
  end

  local function read(path)
    local file = assert(io.open(path))
    local text = file:read "*a"
    file:close()
    return text
  end

  it("all named rules", function()
    local written, count = {}, 0
    for _, list in ipairs(nodes["schema/validation"]) do written[#written + 1] = table.concat(list, "\n") end
    written[#written + 1] = table.concat(wholes["schema/json-schema"], "\n")
    local all = table.concat(written, "\n")
    for _, named in ipairs(require "yschema.core".named_rules()) do
      assert.is_truthy(all:find("%f[%w_]" .. named.name .. "="), named.name)
      count = count + 1
    end
    assert.is_true(count > 15)
  end)

  it("all of the vocabulary", function()
    local count = 0
    for name in read "csrc/core/annotation/vocabulary.h":gmatch '[XS]%([%w_]+, "([%w/-]+)"' do
      count = count + 1
      -- A compiled schema has no overlay annotations and no data values.
      if not name:find "^overlay/" and name ~= "data/values" then
        assert.is_truthy(nodes[name] or wholes[name] or nodes[same[name]], name)
      end
    end
    assert.is_true(count > 30, count .. " words were found")
  end)
end)
