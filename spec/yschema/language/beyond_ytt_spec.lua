-- Tests of the language beyond ytt's documents, sentence by sentence: each sentence is the name of a test. Other specs
-- go further into each of them; here nothing is left out.
local yschema = require "yschema"

local HEAD = "#@data/values-schema\n---\n"

local function load(schema)
  local is_whole = schema:find("data/values-schema", 1, true)
  return yschema.load(is_whole and schema or HEAD .. schema, { name = "s.yml" })
end

-- An export, which is JSON or YAML, as one line.
local function line_of(text) return (text:gsub("%s+", "")) end

-- The report about values that do not fit.
local function report_of(schema, ...)
  local values, report = assert(load(schema)):apply(...)
  assert(values == nil, "accepted: " .. table.concat({ ... }, "\n"))
  return report
end

local function refuses(schema, values, ...)
  local text = tostring(report_of(schema, values))
  for _, part in ipairs { ... } do assert.matches(part, text, 1, true) end
end

local function gives(schema, expected, ...)
  local values, report = assert(load(schema)):apply(...)
  assert(values, tostring(report))
  assert.equal(expected, yschema.encode(values, "yaml"))
  return report
end

-- A schema that does not load, and what is said of it.
local function wrong(schema, ...)
  local loaded, problem = load(schema)
  assert.is_nil(loaded)
  for _, part in ipairs { ... } do assert.matches(part, tostring(problem), 1, true) end
end

local required = '#@schema/required "say who"\nname: ""\nk: 1\n'

describe("@schema/required:", function()
  it("names the key, the files that were read, and the text, at the place of the schema", function()
    local schema = assert(load(required))
    local _, report = schema:apply(yschema.parse("k: 2\n", "mine.yml"), yschema.parse("k: 3\n", "yours.yml"))
    local violation = report.violations[1]
    assert.same({ "name", "s.yml", 4 }, { violation.path, violation.file, violation.line })
    assert.matches("mine.yml", tostring(report), 1, true)
    assert.matches("yours.yml", tostring(report), 1, true)
    assert.matches("say who", tostring(report), 1, true)
  end)
  it("the shown value is the type", function() refuses(required, "name: [1]", "found: array", "expected: string") end)
  it("holds inside array items", function()
    refuses('l:\n- #@schema/required\n  a: ""\n  b: 1\n', "l: [{a: x}, {b: 2}]", "l[1].a")
  end)
  it("holds inside a nullable map once that map is given", function()
    local schema = '#@schema/nullable\nm:\n  #@schema/required\n  a: ""\n  b: 1\n'
    gives(schema, "m: null\n")
    refuses(schema, "m: {b: 2}", "m.a")
  end)
  it("defaults() leaves such keys out", function()
    assert.same({ k = 1 }, assert(load(required)):defaults())
  end)
  it("a document that is checked by itself may lack it, as another one gives it", function()
    gives(required, "k: 2\nname: x\n", "k: 2", "name: x")
  end)
  it("exports list it as required, without a default", function()
    local schema = line_of(assert(load(required)):json_schema())
    assert.matches('"required":%["name"%]', schema)
    assert.is_nil(schema:match '"name":{[^}]*"default"')
  end)
  it("null counts as given with nullable", function()
    gives('#@schema/nullable\n#@schema/required\na: ""\n', "a: null\n", "a: null")
    refuses('#@schema/nullable\n#@schema/required\na: ""\n', "{}", "is required")
  end)
  it("excludes @schema/default, key-may-be-present and array items", function()
    wrong('#@schema/required\n#@schema/default "x"\na: ""\n', "@schema/default")
    wrong('#@schema/required\n#@schema/key-may-be-present\na: ""\n', "@schema/key-may-be-present")
    wrong('l:\n#@schema/required\n- ""\n', "@schema/required")
  end)
  it("is named by the hint of expects= on a key by its name", function()
    wrong('#@schema/key expects=1\na: ""\n', "@schema/required")
  end)
end)

describe("@schema/keys-may-be-present:", function()
  local schema = "#@schema/keys-may-be-present\nm:\n  a: 1\n  #@schema/required\n  b: 1\n  c: {d: 1}\n"
  it("each key may be left out, but for the required ones", function()
    gives(schema, "m:\n  b: 2\n", "m: {b: 2}")
    refuses(schema, "m: {a: 2}", "m.b")
  end)
  it("is about the map's own keys, not those of maps below", function()
    gives(schema, "m:\n  b: 2\n  c:\n    d: 1\n", "m: {b: 2, c: {}}")
  end)
  it("may stand above ---", function()
    gives("#@data/values-schema\n#@schema/keys-may-be-present\n---\na: 1\nb: 2\n", "b: 3\n", "b: 3")
  end)
end)

describe("@schema/like:", function()
  local tree = '#@ def route():\n#@schema/required\nreceiver: ""\nroutes:\n#@schema/like route\n-\n#@ end\n'
    .. "#@data/values-schema\n---\n#@schema/like route\nroute: {receiver: top, routes: []}\n"
  it("takes a value to go by, and the node's own value is its default", function()
    gives("#@schema/like {'a': 1, 'b': 2}\nm: {b: 3}\n", "m:\n  a: 1\n  b: 3\n")
    wrong("#@schema/like {'a': 1}\nm: {a: x}\n", "string")
  end)
  it("takes a schema object", function()
    local like = assert(yschema.load(HEAD .. "a: 1\n"))
    local schema = assert(yschema.load(HEAD .. "#@schema/like other\nm:\n", { env = { other = like } }))
    assert.same({ m = { a = 1 } }, schema:defaults())
  end)
  it("a function that is not called may refer to itself", function()
    gives(tree, "route:\n  receiver: top\n  routes:\n  - receiver: a\n    routes:\n    - receiver: b\n"
      .. "      routes: []\n", "route: {routes: [{receiver: a, routes: [{receiver: b}]}]}")
    refuses(tree, "route: {routes: [{receiver: a, routes: [{}]}]}", "route.routes[0].routes[0].receiver")
  end)
  it("each way round passes an array, a nullable or optional node, a placeholder or an alternative", function()
    local schema = "#@ def s():\na: 1\n%s\nb:\n#@ end\n#@data/values-schema\n---\n#@schema/like s\nm:\n"
    for _, words in ipairs { "#@schema/nullable\n#@schema/like s", "#@schema/key-may-be-present\n#@schema/like s",
      "#@schema/any-key\n#@schema/like s", "#@schema/nullable\n#@schema/any-of s" } do
      assert(load(schema:format(words)))
    end
    wrong(schema:format "#@schema/like s", "needs itself without end", "b")
  end)
  it("values nest as deep as max_depth", function()
    local deep = ("{routes: [{receiver: a"):rep(0) .. "route: " .. ("{receiver: a, routes: ["):rep(40) .. ("]}"):rep(40)
    assert(assert(load(tree)):apply(deep))
    local schema = assert(yschema.load(tree, { limits = { max_depth = 30 } }))
    local _, report = schema:apply(deep)
    assert.matches("max_depth", tostring(report), 1, true)
  end)
  it("other annotations on the node come on top", function()
    refuses("#@schema/like 1\n#@schema/validation min=5\na: 7\n", "a: 3", ">= 5")
  end)
  it("annotations in a function's body count wherever its result stands", function()
    local s = "#@ def s():\n#@schema/validation min=5\na: 7\n#@ end\n"
    for _, use in ipairs { "#@schema/like s\nm:\n", "#@schema/any-of s\nm: {}\n", "m: #@ s()\n" } do
      refuses(s .. "#@data/values-schema\n---\n" .. use, "m: {a: 3}", ">= 5")
    end
    refuses(s .. "#@ bound = s()\n#@data/values-schema\n---\nm: #@ bound\n", "m: {a: 3}", ">= 5")
  end)
  it("JSON Schema and OpenAPI write a named schema once and refer to it", function()
    local schema = assert(load(tree))
    for _, text in ipairs { line_of(schema:json_schema()), line_of(schema:openapi()) } do
      assert.equal(1, select(2, text:gsub('receiver"?:{?"?type', "")))
      assert.is_true(select(2, text:gsub('%$ref"?:["\']?#/', "")) >= 2)
    end
  end)
end)

describe("by=:", function()
  local defs = '#@ def file():\nkind: file\n#@schema/validation min_len=2\npath: ab\n#@ end\n'
    .. "#@ def net():\nkind: net\nport: 80\n#@ end\n"
  local schema = defs .. "#@data/values-schema\n---\n#@schema/%s-of %s, by=\"kind\"\nx: {kind: file}\n"
  it("two alike, or one without the key, are an error at load", function()
    wrong(schema:format("one", "file(), file()"), "kind")
    wrong(schema:format("one", "file(), {'a': 1}"), "kind")
  end)
  it("the selected alternative alone validates, at the lines of its violations, with their hints", function()
    for _, mode in ipairs { "one", "any" } do
      local violation = report_of(schema:format(mode, "file(), net()"), "x:\n  kind: net\n  prt: 1\n").violations
      assert.equal(1, #violation)
      assert.same({ "x.prt", 3 }, { violation[1].path, violation[1].line })
      assert.matches("port", violation[1].hint)
    end
  end)
  it("an unknown or missing kind is one violation that lists the kinds", function()
    local report = report_of(schema:format("one", "file(), net()"), "x: {kind: fil, prt: 1}")
    assert.equal(1, #report.violations)
    assert.matches('"file", "net"', tostring(report))
    refuses(defs .. "#@data/values-schema\n---\nl:\n#@schema/one-of file(), net(), by=\"kind\"\n- {kind: file}\n",
      "l: [{prt: 1}]", '"file", "net"')
  end)
  it("without it, the nearest is named, with its violations at their lines, and a line for each other", function()
    local report = report_of("#@schema/one-of {'a': 1, 'b': 1}, {'c': ''}\nx: {a: 1}\n",
      "x:\n  a: 2\n  b: t\n")
    assert.matches('the nearest alternative is a map with "a"', tostring(report), 1, true)
    assert.matches('a map with "c": ', tostring(report), 1, true)
    assert.same({ "x.b", 3 }, { report.violations[2].path, report.violations[2].line })
  end)
  it("a key with a fixed value in each alternative counts as by=", function()
    local fixed = '#@ def file():\n#@schema/validation one_of=["file"]\nkind: file\npath: ab\n#@ end\n'
      .. '#@ def net():\n#@schema/validation one_of=["net"]\nkind: net\nport: 80\n#@ end\n'
      .. "#@data/values-schema\n---\n#@schema/one-of file(), net()\nx: {kind: file}\n"
    local report = report_of(fixed, "x: {kind: net, prt: 1}")
    assert.equal(1, #report.violations)
    assert.equal("x.prt", report.violations[1].path)
  end)
end)

describe("@schema/sensitive:", function()
  local schema = "#@schema/sensitive\nm: {pw: first-secret, k: 1}\nport: 80\n"
  it("reports in every format show (sensitive), and the result has the value", function()
    local report = report_of(schema, 'm: {pw: given-secret, k: no-number}\nport: x')
    for _, text in ipairs { tostring(report), report:json(), report:sarif(), report:junit() } do
      assert.is_nil(text:find("-secret", 1, true), text)
      assert.is_nil(text:find("no-number", 1, true), text)
    end
    assert.matches("(sensitive)", tostring(report), 1, true)
    gives(schema, "m:\n  k: 1\n  pw: given-secret\nport: 80\n", "m: {pw: given-secret}")
  end)
  it("the span is masked when another key of the line fails, in block scalars and across aliases", function()
    for _, values in ipairs { "{m: {pw: given-secret}, port: x}",
      "m:\n  pw: |\n    given-secret\n    given-secret\n  k: x\n",
      "port: &a given-secret\nm: {pw: *a}\n" } do
      assert.is_nil(tostring(report_of(schema, values)):find("given-secret", 1, true))
    end
  end)
  it("exported defaults and the page do not show it", function()
    local loaded = assert(load(schema))
    for _, text in ipairs { loaded:html(), loaded:json_schema(), loaded:openapi(),
      yschema.encode(loaded:describe(), "json") } do
      assert.is_nil(text:find("-secret", 1, true))
    end
  end)
end)

describe("@schema/renamed:", function()
  local schema = '#@schema/renamed from=["old", "/away.old"], with=lambda v: v + 1\nnew: 1\n'
  it("a value under an old name is accepted, with a warning that names the new name and its place", function()
    for _, values in ipairs { "old: 4", "away: {old: 4}" } do
      local report = gives(schema, "new: 5\n", values)
      local warning = report.warnings[1]
      assert.matches("has a new name: new", warning.message, 1, true)
      assert.same({ "s.yml", 4 }, { warning.schema_file, warning.schema_line })
    end
  end)
  it("both given is an error", function() refuses(schema, "old: 4\nnew: 5", "new") end)
end)

describe("more named rules:", function()
  it("exclusive_min, exclusive_max and multiple_of", function()
    refuses("#@schema/validation exclusive_min=3\na: 4\n", "a: 3", "> 3")
    refuses("#@schema/validation exclusive_max=3\na: 2\n", "a: 3", "< 3")
    refuses("#@schema/validation multiple_of=0.1\na: 0.3\n", "a: 0.35", "0.1")
  end)
  it("rules about given keys go by what was given, and name the keys", function()
    local map = '#@schema/validation %s=["a", "b"]\nm: {a: 1, b: 2, c: 3}\n'
    refuses(map:format "mutually_exclusive", "m: {a: 1, b: 1}", '"a", "b" are given')
    refuses(map:format "mutually_required", "m: {a: 1}", '"a" is given without "b"')
    refuses(map:format "at_least_one_of", "m: {c: 1}", '["a", "b"]')
    gives(map:format "mutually_exclusive", "m:\n  a: 5\n  b: 2\n  c: 3\n", "m: {a: 5}")
  end)
end)

describe("numbers:", function()
  it("a whole float fits an integer and becomes one, as long as it is exact", function()
    local schema = assert(load "a: 1\n")
    local values = assert(schema:apply { a = 2.0 })
    assert.equal("a: 2\n", yschema.encode(values, "yaml"))
    assert.is_nil((schema:apply { a = 2.5 }))
    assert.is_nil((schema:apply { a = 1e300 }))
  end)
  it("an integer becomes a float where the schema says float, and not also int", function()
    local kind = math.type or type -- LuaJIT has one type for both
    local schema = assert(load "a: 1.5\n")
    local once = assert(schema:apply { a = 3 })
    for _, values in ipairs { assert(schema:apply "a: 3"), once, (assert(schema:apply(once))) } do
      assert.same({ 3, kind(3.0) }, { values.a, kind(values.a) })
    end
    local both = assert(load '#@schema/type "int", "float"\na: 1.5\n')
    assert.equal(kind(3), kind(assert(both:apply "a: 3").a))
  end)
end)

describe("JSON texts:", function()
  it("a text that begins with { or [ and is JSON is read as JSON", function()
    assert.equal("\240\159\152\128", assert(assert(load 'a: ""\n'):apply '{"a": "\\ud83d\\ude00"}').a)
    gives('a: ""\n', "a: x\n", '{\r\n"a":\n\n"x"\r}')
    gives('a: ""\n', "a: x\n", "{a: x}") -- else it is YAML
  end)
  it("apply_json and check_json refuse everything else, with line and column", function()
    local schema = assert(load "a: 1\n")
    for _, text in ipairs { '{"a": 1 // x\n}', '{"a": 0x1}', '{"a": 1} {}', '{"a": 1, "a": 2}', '{"a": NaN}',
      '{"a": "\255"}', "a: 1" } do
      local values, report = schema:apply_json(text)
      assert.is_nil(values, text)
      assert.is_truthy(report.violations[1].line and report.violations[1].column, text)
      assert.is_falsy((schema:check_json(text)))
    end
    assert.same({ a = 2 }, (schema:apply_json '{"a": 2}'))
  end)
end)

describe("reports:", function()
  it("a type violation and an unknown key name their path, mark the column and show the value", function()
    local text = tostring(report_of("m: {a: 1}\n", "m: {a: text, aa: 1}"))
    assert.matches("At m.a\n", text, 1, true)
    assert.matches("not declared in schema: m.aa", text, 1, true)
    assert.matches("\n    |        ^\n", text, 1, true)
    assert.matches('found: string "text"', text, 1, true)
  end)
  it("the value is cut at 60 characters", function()
    local text = tostring(report_of("a: 1\n", "a: " .. ("é"):rep(80)))
    assert.matches(('found: string "%s…"'):format(("é"):rep(60)), text, 1, true)
  end)
  it("one_of has a did you mean", function()
    refuses('#@schema/validation one_of=["http", "https"]\na: http\n', "a: htps", 'did you mean "https"?')
  end)
  it("an argument is shown as spelt where it is a literal, and by its value where it is an expression", function()
    refuses("#@schema/validation max=1e3\na: 1\n", "a: 2000", "<= 1e3")
    refuses("#@ limit = 500 * 2\n#@data/values-schema\n---\n#@schema/validation max=limit\na: 1\n", "a: 2000",
      "<= 1000")
  end)
  it("a bare rule is called by its function's name, and rules of modules have phrases", function()
    refuses("#@ def is_even(v): return v % 2 == 0\n#@data/values-schema\n---\n#@schema/validation is_even\na: 2\n",
      "a: 3", "is_even")
    refuses('#@ load("@ytt:assert", "assert")\n#@data/values-schema\n---\n#@schema/validation assert.max(5)\na: 2\n',
      "a: 9", "<= 5")
  end)
  it("a rule on a map shows the portion that it validated", function()
    refuses('#@schema/validation ("few", lambda v: len(v) < 2)\nm: {a: 1, b: 1}\n', "m:\n  a: 3\n  b: 4\n", "| m:",
      "|   a: 3", "|   b: 4")
  end)
  it("a repeated violation is reported once, with three places and a number; records keep each", function()
    local report = report_of("l: [0]\n", "l: [a, b, c, d, e]")
    assert.equal(5, #report.violations)
    assert.matches("2 more places (--all shows them)", tostring(report), 1, true)
    assert.is_nil(report:text { all = true }:find("more places", 1, true))
  end)
  it("records have a pointer beside the path, and the value", function()
    local violation = report_of('m: {"a/b": 1}\n', 'm: {"a/b": x}').violations[1]
    assert.same({ "/m/a~1b", 'm["a/b"]', "x" }, { violation.pointer, violation.path, violation.value })
  end)
end)
