-- Tests of asides of the language page: each test is here because, without it, no other test noticed when the line
-- of code that makes the sentence true was broken by hand.
local yschema = require "yschema"

local HEAD = "#@data/values-schema\n---\n"

local function load(schema)
  local is_whole = schema:find("data/values-schema", 1, true)
  return yschema.load(is_whole and schema or HEAD .. schema, { name = "s.yml" })
end

-- The report about values that do not fit, with all its texts.
local function shown(schema, ...)
  local values, report = assert(load(schema)):apply(...)
  assert(values == nil, "accepted")
  return tostring(report), report
end

-- Returns the report on a schema that does not load.
local function wrong(schema)
  local loaded, problem = load(schema)
  assert.is_nil(loaded)
  return tostring(problem)
end

local function has(text, part) assert.matches(part, text, 1, true) end

local function lacks(text, part) assert.is_nil(text:find(part, 1, true), text) end

describe("@schema/required:", function()
  it("names eight files, and that there are more", function()
    local schema, documents = assert(load "#@schema/required\na: ''\nb: 1\n"), {}
    for i = 1, 10 do documents[i] = yschema.parse("b: " .. i, ("v%d.yml"):format(i)) end
    local _, report = schema:apply((table.unpack or unpack)(documents, 1, 8))
    has(tostring(report), "nothing in v1.yml, v2.yml, v3.yml, v4.yml, v5.yml, v6.yml, v7.yml, v8.yml\n")
    _, report = schema:apply((table.unpack or unpack)(documents))
    has(tostring(report), "v7.yml, v8.yml, ...\n")
  end)
end)

describe("@schema/like:", function()
  it("keeps the documentation of the schema, and the node's own title takes the place of its title", function()
    local schema = assert(load('#@ def s():\n#@schema/title "of s"\n#@schema/desc "why"\na: 1\n#@ end\n'
      .. '#@ def t():\n#@schema/title "of t"\n#@schema/desc "what for"\n--- 1\n#@ end\n'
      .. '#@data/values-schema\n---\n#@schema/like t()\nx: 2\n#@schema/title "own"\n#@schema/like t()\ny: 3\n'))
    local fields = {}
    for _, field in ipairs(schema:describe().fields) do fields[field.name] = field end
    assert.same({ "of t", "what for" }, { fields.x.title, fields.x.documentation })
    assert.same({ "own", "what for" }, { fields.y.title, fields.y.documentation })
  end)
  it("checks the examples of the node", function()
    has(wrong '#@schema/like 1\n#@schema/example "text"\na: 2\n', "integer")
  end)
  it("excludes @schema/keys-may-be-present, as the schema names the keys", function()
    has(wrong "#@schema/like {'a': 1}\n#@schema/keys-may-be-present\nm:\n", "@schema/keys-may-be-present")
  end)
  it("a way round through a required key has no end", function()
    has(wrong("#@ def s():\na: 1\n#@schema/required\n#@schema/like s\nb:\n#@ end\n#@data/values-schema\n---\n"
      .. "#@schema/like s\nm:\n"), "needs itself without end")
  end)
end)

describe("alternatives:", function()
  it("a key is not fixed by a rule that only sometimes runs", function()
    local text = shown('#@ def a():\n#@schema/validation one_of=["file"], when=lambda v: v == "file"\nkind: file\n'
      .. "n: 5\n#@ end\n" .. '#@ def b():\n#@schema/validation one_of=["net"]\nkind: net\nm: 1\n#@ end\n'
      .. "#@data/values-schema\n---\n#@schema/one-of a(), b()\nx: {kind: file}\n", "x: {kind: other, n: 6, z: 1}")
    has(text, "the nearest alternative is a;")
    has(text, "not declared in schema: x.z")
  end)
end)

describe("@schema/sensitive:", function()
  it("masks in found: what no text of a report could be reported by", function()
    for _, given in ipairs { "true", "port", "[true]" } do
      local text, report = shown("#@schema/sensitive\na: 1\nport: 1\n", "a: " .. given)
      lacks(text:gsub("s%.yml.*", ""), given)
      assert.is_truthy(report.violations[1].value == nil or report.violations[1].value == "(sensitive)")
    end
  end)
  it("masks each line of a text in what a rule says", function()
    local text = shown('#@schema/validation ("fine", lambda m: fail("it is " + m["a"].split("\\n")[0]))\nm:\n'
      .. '  #@schema/sensitive\n  a: ""\n', "m:\n  a: |\n    first token\n      second token\n")
    lacks(text, "first token")
    lacks(text, "second token")
    has(text, "it is (sensitive)")
  end)
  it("leaves a line that is a key of the schema as it is", function()
    local text = shown('#@schema/validation ("fine", lambda m: fail("the address is bad"))\nm:\n  #@schema/sensitive\n'
      .. "  a: ''\naddress: 1\n", "m:\n  a: |\n    address\n    of mine\n")
    has(text, "the address is bad")
  end)
  it("masks a number only where it is a word of its own", function()
    local text = shown('#@schema/validation ("no", lambda m: fail("x80801y is not 80801"))\nm:\n  #@schema/sensitive\n'
      .. "  a: 1\n", "m: {a: 80801}")
    has(text, "x80801y is not (sensitive)")
  end)
  it("masks a long line to its end", function()
    local text = shown('#@schema/validation ("fine", lambda m: fail("it is " + m["a"]))\nm:\n'
      .. '  #@schema/sensitive\n  a: ""\n', "m:\n  a: " .. ("x"):rep(1100) .. "the end\n")
    lacks(text, "the end")
  end)
  it("masks examples that do not fit, of both annotations", function()
    for _, words in ipairs { 'example "masked text"', 'examples ("one", "masked text")' } do
      local text = wrong(("#@schema/sensitive\n#@schema/%s\na: 1\n"):format(words))
      has(text, "integer")
      lacks(text, "masked text")
    end
  end)
  it("masks what moves there from a map that has nothing sensitive", function()
    local text = shown("net:\n  port: 1\n#@schema/sensitive\n#@schema/renamed from='/net.key'\nkey: 1\n",
      "net: {port: x, key: masked-text}")
    lacks(text, "masked-text")
  end)
  it("masks the values of a placeholder", function()
    local text = shown("m:\n  #@schema/any-key\n  #@schema/sensitive\n  _: 1\n", "m: {k: masked-text}")
    lacks(text, "masked-text")
    text = shown("port: 1\nm:\n  #@schema/any-key\n  #@schema/sensitive\n  _: ''\n", "{port: x, m: {k: masked-text}}")
    lacks(text, "masked-text")
  end)
  it("of an alternative for values of another kind masks nothing", function()
    local text = shown("#@ def token():\n#@schema/sensitive\n--- ''\n#@ end\n#@data/values-schema\n---\n"
      .. "#@schema/any-of token(), {'a': 1}\nx: {a: 1}\n", "x: {a: open-text}")
    has(text, "x: {a: open-text}")
  end)
end)

describe("rules about given keys:", function()
  it("name ten keys, and that there are more", function()
    local keys, names = {}, {}
    for i = 1, 11 do
      keys[i] = ("  k%02d: 1\n"):format(i)
      names[i] = ('"k%02d"'):format(i)
    end
    local schema = ("#@schema/validation mutually_exclusive=[%s]\nm:\n%s"):format(table.concat(names, ", "),
      table.concat(keys))
    local _, report = shown(schema, "m:\n" .. table.concat(keys))
    has(report.violations[1].found, '"k10", ... are given')
    lacks(report.violations[1].found, "k11")
  end)
end)

describe("@schema/renamed:", function()
  local function gives(schema, expected, ...)
    local values, report = assert(load(schema)):apply(...)
    assert.equal(expected, yschema.encode(assert(values, tostring(report)), "yaml"))
  end
  it("leaves a map of the schema, though it held nothing but the value", function()
    gives("#@schema/key-may-be-present\nnet: {}\n#@schema/renamed from='net.old'\nnew: 1\n", "net: {}\nnew: 5\n",
      "net: {old: 5}")
  end)
  it("the default selects the alternative where no document does", function()
    gives("#@ def a():\nkind: a\nx: 1\n#@ end\n#@ def b():\nkind: b\n#@schema/renamed from='old'\nnew: 1\n#@ end\n"
      .. "#@data/values-schema\n---\n#@schema/one-of a(), b(), by='kind'\nm: {kind: b}\n", "m:\n  kind: b\n  new: 5\n",
      "m: {old: 5}")
  end)
  local schema = "#@schema/renamed from='outer.inner.old'\nnew: 1\n#@schema/renamed from='deep.map'\nmap: {a: 1}\n"
  local head = "#@data/values\n---\n"
  it("when= of the value counts, and else that of the innermost map", function()
    local given = "outer:\n  %s\n  inner:\n    %s\n    old: 5\n"
    local takes, skips = "#@overlay/match when=1", "#@overlay/match when=0"
    gives(schema, "map:\n  a: 1\nnew: 5\n", head .. given:format(skips, takes))
    gives(schema, "map:\n  a: 1\nnew: 1\n", head .. given:format(takes, skips))
    gives(schema, "map:\n  a: 1\nnew: 5\n", head .. skips .. "\n" .. given:format(takes, "#! nothing"))
  end)
  it("@overlay/match-child-defaults of a map on the way counts for all that is in the value", function()
    local given = head .. "#@overlay/match-child-defaults when=%d\ndeep:\n  map:\n    a: 5\n"
    gives(schema, "map:\n  a: 5\nnew: 1\n", given:format(1))
    gives(schema, "map:\n  a: 1\nnew: 1\n", given:format(0))
  end)
end)
