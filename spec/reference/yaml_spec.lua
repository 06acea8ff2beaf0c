-- Tests texts that libyaml does not read as YAML 1.2 requires. Each is read as in YAML 1.2, or is an error that says
-- what to write. Extensions of YAML 1.2 that are accepted are listed, too.

local yschema = require "yschema"

local function title(text)
  return (text:gsub("[%c\127-\255]", function(c) return ("\\x%02x"):format(c:byte()) end))
end

local function json(text)
  local documents, report = yschema.parse(text, "t.yml")
  if not documents then return nil, report end
  return (documents:encode "json":gsub("\n$", ""):gsub("\n", " "))
end

local quotes = "the text must be in quotes."
local name = "a name may have letters, digits, '-' and '_'; a blank follows it. A text that begins with & or * must "
  .. "be in quotes."
local separator = [[leave it out, or write it as an escape in double quotes: \N, \L, \P, \uFEFF.]]

-- Texts for which libyaml has another value, without an error.
local refused = {
  -- a question mark in a flow collection is an indicator only before a blank
  { "[?x]", "1:2", quotes }, { "[ ?x, a]", "1:3", quotes }, { "{?foo: bar, bar: 42}", "1:2", quotes },
  { "{a: 1, ?b: 2}", "1:8", quotes }, { "a: [b,\n  ?c]", "2:3", quotes }, { "{?}", "1:2", quotes },
  { "{?: a}", "1:2", quotes }, { '[?"x"]', "1:2", quotes }, { "[?*a]", "1:2", quotes }, { "[?&a b]", "1:2", quotes },
  { "\195\169: {\195\169: \226\130\172, ?\195\169: 1}", "1:11", quotes }, { "[[?-]]", "1:3", quotes },
  -- so is a colon after a scalar that is no JSON
  { "[&a :x]", "1:5", quotes }, { "{!t :x}", "1:5", quotes }, { "{? :x}", "1:4", quotes },
  { "{&a :&b}", "1:5", quotes },
  { "- &a x\n- {*a :x}", "2:7", quotes }, { "\195\169: [&a :\195\169]", "1:8", quotes },
  -- names of anchors end with a blank
  { "key: &an:chor value", "1:6", name }, { "&a:b c", "1:1", name }, { "a: &b?c d", "1:4", name },
  { "- !t &a:b c", "1:3", name }, { "&a: b", "1:1", name },
  { "[&a:b c]", "1:2", name }, { "- &a x\n- *a:b", "2:3", name }, { "- &a x\n- [*a:b]", "2:4", name },
  { "\195\169: 1\nb: &\195\169", "2:5", "a text that begins with * or & must be in quotes." },
  { "- &a%b c", "1:5", "a text that begins with this character must be in quotes." },
  { "a: &x:\n  b: 1", "1:6", 'a text that has ": " in it must be in quotes.' },
  -- lines end with LF, CR and CRLF only; a byte order mark stands at the beginning
  { "a: x\226\128\168y", "1:5", separator }, { 'a: "x \226\128\169 y"', "1:7", separator },
  { "a: 'x\194\133y'", "1:6", separator },
  { "# c\226\128\168b: 1\na: 1", "1:4", separator }, { "# c\194\133#@data/values", "1:4", separator },
  { "a: |\n  x\194\133  y\n", "2:4", separator }, { "a: 1\n\239\187\191b: 2", "2:1", separator },
  { "\195\169: \195\169\na: \226\128\168", "2:4", separator },
}

-- Similar texts that libyaml reads correctly.
local read = {
  -- question marks
  { "[? x]", '[{"x":null}]' }, { "{? x : 1}", '{"x":1}' }, { "[a?b, c?, a ?b]", '["a?b","c?","a ?b"]' },
  { "a: ?x", '{"a":"?x"}' },
  { "?x: 1", '{"?x":1}' }, { "- ?x", '["?x"]' }, { '["?x", \'?y\']', '["?x","?y"]' }, { "? a\n: 1", '{"a":1}' },
  { "[ ? ]", nil },
  { "# ?x\n[a]", '["a"]' }, { '{"?x": [b]}', '{"?x":["b"]}' },
  -- colons
  { "{a: 1, b : 2}", '{"a":1,"b":2}' }, { '{"a":b, \'c\':d}', '{"a":"b","c":"d"}' },
  { "[a:b, a::b, http://x]", '["a:b","a::b","http://x"]' },
  { "{a:1}", '{"a:1":null}' }, { "{a :b}", '{"a :b":null}' }, { "{a: , b: }", '{"a":null,"b":null}' },
  { "{? : x}", '{"null":"x"}' },
  { "a: :b", '{"a":":b"}' }, { "- ::b", '["::b"]' }, { "{&a : x}", '{"null":"x"}' },
  { "{&a a: [*a]}", '{"a":["a"]}' },
  { "- &a x\n- {*a : 1}", '["x",{"x":1}]' }, { "- &a x\n- *a: 1\n", '["x",{"x":1}]' },
  -- anchors
  { "a: &a-b_1 x\nb: *a-b_1", '{"a":"x","b":"x"}' }, { "[&a x, &b, *a]", '["x",null,"x"]' },
  { "{k: &a}", '{"k":null}' },
  { "- &a\n  x\n- *a", '["x","x"]' }, { "&a !!str 1", '"1"' }, { "!!str &a 1", '"1"' },
  { "- &a [b]\n- *a", '[["b"],["b"]]' },
  { "a: &x\n  b: 1\nc: *x", '{"a":{"b":1},"c":{"b":1}}' },
  { "\195\169: &a \195\169\nb: *a", '{"\195\169":"\195\169","b":"\195\169"}' },
  -- lines
  { [[a: "\N\L\P\uFEFF"]], '{"a":"\\u0085\\u2028\\u2029\\ufeff"}' },
  { "a: 1\rb: 2\r\nc: 3\n", '{"a":1,"b":2,"c":3}' },
  { "\239\187\191a: 1", '{"a":1}' }, { "- \226\128\139\n- \194\160", '["\226\128\139","\194\160"]' },
  -- what a block ends with, also where the text ends
  { "a: |\n  x\n", '{"a":"x\\n"}' }, { "a: |\n  x\n   \n", '{"a":"x\\n \\n"}' },
  { "a: |\n  x\n   ", '{"a":"x\\n \\n"}' }, { "- |+\n   \n", '["\\n"]' },
  { "- |+\n   ", '["\\n"]' }, { "a: |\n  x", '{"a":"x"}' }, { "a: >-\n  x\n  ", '{"a":"x"}' },
  { "a: x\n   ", '{"a":"x"}' }, { "   ", "" },
  -- empty documents count for nothing
  { "---\n---\n", "" }, { "--- a\n---\n", '"a"' },
  -- what is plain
  { "a: b#c", '{"a":"b#c"}' }, { "a: b #c", '{"a":"b"}' }, { "a: -b", '{"a":"-b"}' },
  { "a: b\n c", '{"a":"b c"}' }, { "a: b\n\n c", '{"a":"b\\nc"}' },
  { "a: 'it''s'", '{"a":"it\'s"}' }, { [[a: "b\
  c\/"]], '{"a":"bc/"}' }, { "a: %b", nil }, { "a: @b", nil }, { "a: `b`", nil },
}

-- Texts that are not YAML 1.2 and are accepted: none is read as another value.
local taken = {
  { "a: [b,\nc\n]", '{"a":["b","c"]}' }, -- not indented
  { 'a: "b\nc"', '{"a":"b c"}' }, { 'a: "b\n\tc"', '{"a":"b c"}' }, { "- [\n\ta,\n b\n ]", '[["a","b"]]' },
  { "[a, b]#c", '["a","b"]' }, { "[a,#c\n]", '["a"]' }, { 'a: "b"# c', '{"a":"b"}' },
  { "a: ># c\n  b\n", '{"a":"b\\n"}' }, -- no blank before #
  { "[-, -]", '["-","-"]' },
  { "a: >\n \n  \n   \n # b\n", '{"a":""}' },
  { "a: b\n%YAML 1.2\n---\nc: d", '{"a":"b"} {"c":"d"}' }, { "%YAML 1.1#a\n---\n", "" }, -- directives
}

describe("YAML 1.2", function()
  for _, row in ipairs(refused) do
    it("is not misread: " .. title(row[1]), function()
      local value, report = json(row[1])
      assert.is_nil(value)
      local first = report.violations[1]
      assert.same({ row[2], row[3] }, { first.line .. ":" .. first.column, first.hint })
      assert.equal(2, report.status)
    end)
  end

  for _, row in ipairs(read) do
    it("is read, or refused: " .. title(row[1]), function()
      assert.equal(row[2], (json(row[1])))
    end)
  end

  for _, row in ipairs(taken) do
    it("may be written a little wrong: " .. title(row[1]), function()
      assert.equal(row[2], (json(row[1])))
    end)
  end

  it("is not misread in schemas, function bodies and values with code either", function()
    local _, report = yschema.load "#@data/values-schema\n---\na: [?x]\n"
    assert.equal(quotes, report.violations[1].hint)
    _, report = yschema.load "#@ def f():\na: &x:y z\n#@ end\n#@data/values-schema\n---\na: #@ f()\n"
    assert.equal(name, report.violations[1].hint)
    assert.equal(2, report.violations[1].line)
  end)
end)
