-- Tests rules: their annotation, when they run, named rules, and functions.

local rows = require "spec.support.rows"

-- Makes a row of an invalid annotation.
local function wrong(title, arguments, expected)
  return { title, schema = "#@schema/validation " .. arguments .. "\na: 1", violations = expected }
end

describe("the annotation (reference#the-annotation):", function() rows.each(it, {
  wrong("no arguments", "",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected annotation to "
      .. "have 2-tuple as argument(s), but found no arguments"),
  wrong("a text without a rule", "\"msg\"",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected annotation to "
      .. "have 2-tuple as argument(s), but found: \"msg\""),
  wrong("a list is no tuple", "[\"msg\", lambda v: v > 5]",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected annotation to "
      .. "have 2-tuple as argument(s), but found: [\"msg\", lambda v: v > 5] "
      .. "(a list: write (\"description\", function))"),
  wrong("nor is one of several rules", "[lambda v: v > 5, (\"msg\", lambda v: v > 5)]",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected annotation to "
      .. "have 2-tuple as argument(s), but found: [lambda v: v > 5, (\"msg\", lambda v: v > 5)] "
      .. "(a list: write (\"description\", function))"),
  wrong("nor one that code makes", "list((\"msg\", lambda v: v > 5))",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected annotation to "
      .. "have 2-tuple as argument(s), but found: list((\"msg\", lambda v: v > 5)) "
      .. "(a list: write (\"description\", function))"),
  { "Lua's table of both is as good as a tuple (reference#expressions)",
    schema = "#@schema/validation { \"msg\", lambda v: v > 5 }\na: 1", violations =
      "rule a s.yml:4; expected msg; by s.yml:3" },
  { "so it is when Lua code makes it", schema = "#@ local pair = { \"msg\", function(v) return v > 5 end }\n"
      .. "#@schema/validation pair\na: 1", violations = "rule a s.yml:5; expected msg; by s.yml:4" },
  wrong("a tuple of one", "(\"msg\",)",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected 2-tuple, but "
      .. "found tuple with length 1"),
  wrong("a tuple of three", "(\"msg\", lambda v: True, 1)",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected 2-tuple, but "
      .. "found tuple with length 3"),
  wrong("a description that is no text", "(1, lambda v: True)",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected first item in "
      .. "the 2-tuple to be a string describing a valid value, but was integer"),
  wrong("a rule that is a number", "(\"msg\", 1)",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected second item in "
      .. "the 2-tuple to be an assertion function, but was integer"),
  wrong("a rule that is None", "(\"msg\", None)",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected second item in "
      .. "the 2-tuple to be an assertion function, but was null"),
  wrong("a rule that is a text", "(\"msg\", \"rule\")",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected second item in "
      .. "the 2-tuple to be an assertion function, but was string"),
  wrong("an unknown keyword", "foo=1",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - unknown keyword argument "
      .. "\"foo\""),
  wrong("an unknown keyword, misspelt", "mim=1",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - unknown keyword argument "
      .. "\"mim\"; hint did you mean \"min\"?"),
  wrong("when=True", "min=1, when=True",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"when\" to be a function, but was boolean"),
  { "when= alone says nothing", schema = "#@schema/validation when=lambda v: True\na: 1", gives = "a: 1" },
  wrong("min_len of a text", "min_len=\"2\"",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"min_len\" to be a number, but was string"),
  wrong("min_len=True", "min_len=True",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"min_len\" to be a number, but was boolean"),
  wrong("min_len=None", "min_len=None",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"min_len\" to be a number, but was null"),
  wrong("not_null=1", "not_null=1",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"not_null\" to be a boolean, but was integer"),
  wrong("one_of of a text", "one_of=\"abc\"",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"one_of\" to be a sequence, but was string"),
  wrong("one_of of a number", "one_of=3",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"one_of\" to be a sequence, but was integer"),
  wrong("one_not_null=False", "one_not_null=False",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - one_not_null= cannot be "
      .. "False"),
  wrong("one_not_null=3", "one_not_null=3",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"one_not_null\" to be True or a sequence of keys, but was integer"),
  wrong("one_not_null of a text", "one_not_null=\"ab\"",
      "rule-argument - s.yml:3; says invalid @schema/validation annotation - expected keyword argument "
      .. "\"one_not_null\" to be True or a sequence of keys, but was string"),
  { "a rule without a text is one (from-ytt#results-of-rules; ytt: an error)", schema =
      "#@schema/validation lambda v: v > 5\na: 1",
    violations = "rule a s.yml:4; expected a value that satisfies the rule; by s.yml:3" },
  { "a rule may be an object of the assert module", schema = "#@schema/validation (\"big\", assert.min(5))\na: 1",
    violations = "rule a s.yml:4; found value < 5; expected big; by s.yml:3" },
  { "a rule is a function of one argument: a second one that has a default keeps it",
    schema = "#@ def above(v, least=5): return v > least\n#@schema/validation (\"low\", above), "
      .. "(\"lower\", lambda v, least=7: v > least)\na: 6",
    violations = "rule a s.yml:5; expected lower; by s.yml:4" },
  { "… and *args are the value alone", schema =
      "#@schema/validation (\"one\", lambda *a: len(a) == 1), (\"none\", lambda v, *a: not a)\na: 6", gives = "a: 6" },
  { "… but what needs two has the context (reference#the-annotation)", schema =
      "#@schema/validation (\"b\", lambda v, ctx, *a: ctx.parent.b == 1 and not a)\na: 6\nb: 1", gives = "a: 6\nb: 1" },
  { "@assert/validate is @schema/validation (reference#the-annotation)", schema = "#@assert/validate min=5\na: 1",
    violations = "rule a s.yml:4; found value < 5; expected a value >= 5; by s.yml:3" },
  { "how a wrong annotation reads", schema = "#@schema/validation \"m\"\na: 1", says = [[
Invalid schema
==============

Invalid @schema/validation annotation - expected annotation to have 2-tuple as argument(s), but found: "m" (at s.yml:3)
s.yml:
    |
  3 | #@schema/validation "m"
    |
]] },
}) end)

describe("when rules run (reference#when-rules-run):", function() rows.each(it, {
  { "on defaults", schema = "#@schema/validation min=5\na: 1",
    violations = "rule a s.yml:4; found value < 5; expected a value >= 5; by s.yml:3" },
  { "on given values, where they were given", schema = "#@schema/validation min=5\na: 9", values = "a: 2",
    violations = "rule a v.yml:1; found value < 5; expected a value >= 5; by s.yml:3" },
  { "on flags", schema = "#@schema/validation min=5\na: 9", flags = { "-f", "s.yml", "--data-value-yaml", "a=2" },
    status = 1, gives = "", says = [[
Validating final data values:
  a
    from: (data-value-yaml arg):1
        1 | a=2
          | ^
    - must be: a value >= 5 (by: s.yml:3)
      found: 2 (value < 5)
]] },
  { "not with --dangerous-data-values-disable-validation", schema = "#@schema/validation min=5\na: 1",
    flags = { "-f", "s.yml", "--dangerous-data-values-disable-validation" }, gives = "a: 1" },
  { "not on a schema that is inspected", schema = "#@schema/validation min=5\na: 1",
    flags = { "-f", "s.yml", "--data-values-schema-inspect", "-o", "json-schema", "-q" }, gives = "" },
  { "null without not_null skips everything, also when=",
    schema =
      "#@schema/nullable\n#@schema/validation min=5, when=lambda v: fail(\"called\")\na: 1", gives = "a: null" },
  { "not_null=False is as if it were not there", schema =
      "#@schema/nullable\n#@schema/validation not_null=False\na: 1",
    gives = "a: null" },
  { "not_null is first, and when it fails nothing else runs",
    schema = "#@schema/nullable\n#@schema/validation (\"x\", lambda v: fail(\"called\")), min=5, not_null=True\na: 1",
    violations = "rule a s.yml:5; found value is null; expected not null; by s.yml:4" },
  { "all other rules run, in the order written (from-ytt#order-of-rules; ytt: named ones in a fixed order)",
    schema = "#@schema/validation (\"x\", lambda v: False), one_of=[7], max=0, min=5\na: 1", violations = {
      "rule a s.yml:4; expected x; by s.yml:3",
      "rule a s.yml:4; found not one of allowed values; expected one of [7]; by s.yml:3",
      "rule a s.yml:4; found value > 0; expected a value <= 0; by s.yml:3",
      "rule a s.yml:4; found value < 5; expected a value >= 5; by s.yml:3",
    } },
  { "parents before children, in the order of the document",
    schema =
      "#@schema/validation min_len=9\nm:\n  #@schema/validation min=5\n  b: 1\n  #@schema/validation "
      .. "min=6\n  a: 1\n"
      .. "#@schema/validation min=7\nz: 1", violations = {
      "rule m s.yml:4; found length = 2; expected length >= 9; by s.yml:3",
      "rule m.b s.yml:6; found value < 5; expected a value >= 5; by s.yml:5",
      "rule m.a s.yml:8; found value < 6; expected a value >= 6; by s.yml:7",
      "rule z s.yml:10; found value < 7; expected a value >= 7; by s.yml:9",
    } },
  { "on the document", file =
      "#@schema/validation (\"big\", lambda v: v[\"a\"] > 5)\n#@data/values-schema\n---\na: 1",
    violations = "rule - s.yml:3; expected big; by s.yml:1" },
  { "on items, each by itself", schema = "l:\n#@schema/validation min_len=1\n- ''", values = "l: [x, '', z, '']",
    violations = {
      "rule l[1] v.yml:1; found length = 0; expected length >= 1; by s.yml:4",
      "rule l[3] v.yml:1; found length = 0; expected length >= 1; by s.yml:4",
    } },
  { "on the default's items: the place of the default",
    schema = "#@schema/default [\"\", \"x\"]\nl:\n#@schema/validation min_len=1\n- ''", violations =
      "rule l[0] s.yml:4; found length = 0; expected length >= 1; by s.yml:5" },
  { "below null there is nothing to validate",
    schema = "#@schema/nullable\nm:\n  #@schema/validation min=5\n  a: 1", gives = "m: null" },
  { "on an any-value", schema = "#@schema/type any=True\n#@schema/validation min_len=2\na: [1]", violations =
      "rule a s.yml:5; found length = 1; expected length >= 2; by s.yml:4" },
  { "rules validate what checked clean beside what did not (from-ytt#all-violations-in-one-run; ytt: types alone)",
    schema = "a: 1\n#@schema/validation min=5\nb: 9", values = "a: x\nb: 1", violations = {
      "type a v.yml:1; found string; expected integer; by s.yml:3",
      "rule b v.yml:2; found value < 5; expected a value >= 5; by s.yml:4",
    } },
  { "@assert/validate in data values is an error (ytt: lost on merged nodes, good on added ones)", schema = "a: 1",
    over = "#@assert/validate min=5\na: 2", violations =
      "input-annotation - v.yml:3; says @assert/validate belongs in a schema document" },
}) end)

local function when(title, condition, expected)
  local row = { title, schema = "m:\n  k: 1\n  #@schema/validation min=5, when=" .. condition .. "\n  a: 1" }
  for key, value in pairs(expected) do row[key] = value end
  return row
end

local holds = { violations = "rule m.a s.yml:6; found value < 5; expected a value >= 5; by s.yml:5" }
local fails = { gives = "m:\n  k: 1\n  a: 1" }

describe("when= (reference#conditions):", function() rows.each(it, {
  when("one parameter: the value", "lambda v: v == 1", holds),
  when("one parameter: the value, not so", "lambda v: v == 2", fails),
  when("two parameters: the value and the context", "lambda v, ctx: ctx.parent[\"k\"] == 1", holds),
  when("two parameters, not so", "lambda v, ctx: ctx.parent[\"k\"] == 2", fails),
  when("the root", "lambda v, ctx: ctx.root[\"m\"][\"k\"] == 1", holds),
  when("a second parameter with a default counts", "lambda a, b=3: b.parent[\"k\"] == 1", holds),
  when("*args count as one", "lambda *a: a[0] == 1 and len(a) == 1", holds),
  when("*args after a parameter have the context", "lambda v, *a: v == 1 and len(a) == 1", holds),
  when("attributes of the context's maps (from-ytt#minor-differences; ytt: an error)",
    "lambda v, ctx: ctx.parent.k == 1", holds),
  when("Lua", "function(v, ctx) return ctx.parent.k == 1 end", holds),
  when("the path and the key (reference#conditions)", "lambda v, ctx: ctx.path == \"m.a\" and ctx.key == \"a\"", holds),
  when("no parameter", "lambda: True", { violations =
      "when-failed m.a s.yml:6; found when= failed: function lambda accepts no arguments (1 given); "
      .. "expected true or false, of type boolean; by s.yml:5" }),
  when("three parameters", "lambda a, b, c: True", { violations =
      "when-failed m.a s.yml:6; found when= failed: function lambda missing 1 argument (c); expected "
      .. "true or false, of type boolean; by s.yml:5" }),
  when("no boolean: an integer", "lambda v: 1", { violations =
      "when-not-boolean m.a s.yml:6; found number; expected true or false, of type boolean; by s.yml:5" }),
  when("no boolean: None", "lambda v: None", { violations =
      "when-not-boolean m.a s.yml:6; found null; expected true or false, of type boolean; by s.yml:5" }),
  when("fail()", "lambda v: fail(\"called\")", { violations =
      "when-failed m.a s.yml:6; found when= failed: called; expected true or false, of type boolean; "
      .. "by s.yml:5" }),
  when("a mistake", "lambda v: v.nope", { violations =
      "when-failed m.a s.yml:6; found when= failed: int has no .nope field or method; expected true or "
      .. "false, of type boolean; by s.yml:5" }),
  { "a problem aborts nothing: other violations are shown (from-ytt#all-violations-in-one-run; ytt: none)",
    schema = "#@schema/validation min=5\na: 1\n#@schema/validation min=5, when=lambda v: 1\nb: 1", violations = {
      "when-not-boolean b s.yml:6; found number; expected true or false, of type boolean; by s.yml:5",
      "rule a s.yml:4; found value < 5; expected a value >= 5; by s.yml:3",
    } },
  { "a problem has status 2 (reference#invalid-conditions)",
    schema = "#@schema/validation min=5, when=lambda v: 1\na: 1",
    flags = { "-f", "s.yml" }, status = 2, gives = "", says = [[
Invalid schema - when= failed
=============================

Validating a (s.yml:4)
s.yml:
    |
  3 | #@schema/validation min=5, when=lambda v: 1
    |

    = found: number (at s.yml:3)
    = expected: true or false, of type boolean
]] },
  { "an item's parent is the array", schema =
      "l:\n#@schema/validation min=5, when=lambda v, ctx: len(ctx.parent) == 2\n- 1",
    values = "l: [1, 9]", violations = "rule l[0] v.yml:1; found value < 5; expected a value >= 5; by s.yml:4" },
  { "a document has no parent", file = "#@schema/validation min_len=5, when=lambda v, ctx: ctx.parent == None\n"
    .. "#@data/values-schema\n---\na: 1", violations =
      "rule - s.yml:3; found length = 1; expected length >= 5; by s.yml:1" },
}) end)

local function seen(title, function_body, node, gives)
  return { title, schema = "#@schema/validation (\"x\", lambda v: " .. function_body .. ")\na: " .. node
    .. (node == "" and "" or "\n"), gives = "a:" .. gives }
end

describe("arguments of rules (reference#values-that-rules-get):", function() rows.each(it, {
  seen("len of a map", "len(v) == 2", "{k: 1, l: 2}", "\n  k: 1\n  l: 2"),
  seen("a map's value", "v[\"k\"] == 1", "{k: 1}", "\n  k: 1"),
  seen("a key in a map", "\"k\" in v and not \"z\" in v", "{k: 1}", "\n  k: 1"),
  seen("the keys of a map, sorted (reference#values-in-starlark: plain tables; ytt: in their order)",
      "list(v) == [\"b\", \"k\"]", "{k: 1, b: 2}", "\n  k: 1\n  b: 2"),
  seen("a missing key is None (from-ytt#minor-differences; ytt: an error)", "v[\"z\"] == None", "{k: 1}", "\n  k: 1"),
  seen("a map equals a dict (ytt: never)", "v == {\"k\": 1}", "{k: 1}", "\n  k: 1"),
  seen("keys(), items(), get() (ytt: missing)", "v.keys() == [\"k\"] and v.get(\"z\", 3) == 3", "{k: 1}", "\n  k: 1"),
  seen("a map's keys as attributes (reference#values-in-starlark)", "v.k == 1", "{k: 1}", "\n  k: 1"),
}) end)

local array = "#@schema/default [3, 4]\n#@schema/validation (\"x\", lambda v: %s)\na: [0]"

local function of_array(title, body)
  return { title, schema = array:format(body), gives = "a:\n- 3\n- 4" }
end

describe("arrays as arguments of rules (reference#values-that-rules-get):", function() rows.each(it, {
  of_array("len, index, iteration", "len(v) == 2 and v[0] == 3 and [x for x in v] == [3, 4]"),
  of_array("a negative index (ytt: an error)", "v[-1] == 4"),
  of_array("an item in it (ytt: indexes)", "4 in v and not 0 in v"),
  of_array("equal to a list (ytt: never)", "v == [3, 4]"),
  of_array("slices (ytt: crashes)", "v[0:1] == [3]"),
  of_array("sorted, reversed", "sorted(v) == [3, 4] and list(reversed(v)) == [4, 3]"),
}) end)

-- Makes a row of a named rule and a value of a node of any type.
local function named(title, rule, value, expected)
  local row = { title, schema = "#@schema/type any=True\n#@schema/validation " .. rule .. "\na: " .. value }
  if rule:find "^mutually" or rule:find "^at_least" then -- they go by what is given, so the default is null
    row.schema = row.schema:gsub("\na: .*$", "\na:")
    row.values = "a: " .. value
  end
  if expected and row.values then row.violations = "rule a v.yml:1; " .. expected .. "; by s.yml:4"
  elseif expected then row.violations = "rule a s.yml:5; " .. expected .. "; by s.yml:4"
  else
    row.schema = row.schema .. "\nb: 1"
    row.gives = nil
    row.flags = row.values and { "-f", "s.yml", "-f", "v.yml", "-q" } or { "-f", "s.yml", "-q" }
    row.gives = ""
  end
  return row
end

describe("named rules (reference#named-rules):", function() rows.each(it, {
  named("min_len holds", "min_len=2", "ab"),
  named("min_len of a string", "min_len=9", "abcde", "found length = 5; expected length >= 9"),
  named("lengths count code points (from-ytt#results-of-rules; ytt: bytes)", "min_len=3", "é😀",
    "found length = 2; expected length >= 3"),
  named("min_len of an array", "min_len=2", "[1]", "found length = 1; expected length >= 2"),
  named("max_len of a map", "max_len=1", "{x: 1, z: 2}", "found length = 2; expected length <= 1"),
  named("max_len of a string", "max_len=1", "ab", "found length = 2; expected length <= 1"),
  named("max_bytes counts the bytes of UTF-8", "max_bytes=5", "é😀",
    "found length in bytes = 6; expected length in bytes <= 5"),
  named("max_bytes holds at the bound", "max_bytes=6.9", "é😀"),
  named("max_bytes of an array", "max_bytes=2", "[1]",
    "found value of type array has no length in bytes; expected length in bytes <= 2"),
  named("min_len=2.7 is 2", "min_len=2.7", "ab"),
  named("min_len=2.7 is 2, reported as written", "min_len=2.7", "a", "found length = 1; expected length >= 2.7"),
  named("min_len of a number", "min_len=2", "5", "found value of type integer has no length; expected length >= 2"),
  named("min", "min=5", "3", "found value < 5; expected a value >= 5"),
  named("min holds at the bound", "min=5", "5"),
  named("max", "max=5", "6", "found value > 5; expected a value <= 5"),
  named("integers and floats compare", "min=5", "4.5", "found value < 5; expected a value >= 5"),
  named("min of a float bound", "min=2.5", "2", "found value < 2.5; expected a value >= 2.5"),
  named("5.0 is reported as written", "min=5.0", "1", "found value < 5.0; expected a value >= 5.0"),
  named("strings compare by bytes", "min=\"b\"", "a", "found value < b; expected a value >= \"b\""),
  named("strings compare by bytes: holds", "min=\"B\"", "a"),
  named("booleans compare", "min=True", "false", "found value < true; expected a value >= True"),
  named("lists compare item by item", "min=[1, 3]", "[1, 2, 9]", "found value < [1, 3]; expected a value >= [1, 3]"),
  named("tuples are lists", "min=(1, 2)", "[1, 1]", "found value < [1, 2]; expected a value >= (1, 2)"),
  named("an integer with a string", "min=\"5\"", "3",
      "found integer >= string not implemented; expected a value >= \"5\""),
  named("a map with an integer", "min=5", "{x: 1}", "found map >= integer not implemented; expected a value >= 5"),
  named("with None", "min=None", "3", "found integer >= null not implemented; expected a value >= None"),
  named("an empty array with a list (ytt: a quirk)", "min=[1]", "[]", "found value < [1]; expected a value >= [1]"),
  named("one_of holds", "one_of=[\"a\", \"b\"]", "b"),
  named("one_of", "one_of=[\"a\", \"b\"]", "c", "found not one of allowed values; expected one of [\"a\", \"b\"]"),
  named("one_of of a tuple", "one_of=(1, 2)", "3", "found not one of allowed values; expected one of (1, 2)"),
  named("one_of of a dict: its keys", "one_of={\"a\": 1}", "a"),
  named("one_of of a dict, not so", "one_of={\"a\": 1}", "1",
      "found not one of allowed values; expected one of {\"a\": 1}"),
  named("one_of compares numbers by value", "one_of=[1, 2.0]", "2"),
  named("one_of compares lists and maps deeply", "one_of=[[1, {\"x\": 2}]]", "[1, {x: 2}]"),
  named("one_of of nothing never holds", "one_of=[]", "1", "found not one of allowed values; expected one of []"),
  named("one_not_null of all", "one_not_null=True", "{x: 1, z: ~}"),
  named("one_not_null of all: none", "one_not_null=True", "{x: ~, z: ~}",
    "found all values are null; expected exactly one of all children to be not null"),
  named("one_not_null of all: two", "one_not_null=True", "{x: 1, z: 2, w: ~}",
    "found [\"x\", \"z\"] are not null; expected exactly one of all children to be not null"),
  named("one_not_null of some", "one_not_null=[\"a\", \"b\"]", "{a: 1, b: 2, c: 3}",
    "found [\"a\", \"b\"] are not null; expected exactly one of [\"a\", \"b\"] to be not null"),
  named("one_not_null: what is absent is null", "one_not_null=[\"a\", \"zz\"]", "{a: 1}"),
  named("one_not_null of a string", "one_not_null=True", "x",
      "found value must be a map, but was string; expected exactly one of all children to be not null"),
  named("one_not_null of an empty map", "one_not_null=True", "{}",
      "found all values are null; expected exactly one of all children to be not null"),
  named("exclusive_min", "exclusive_min=5", "5", "found value <= 5; expected a value > 5"),
  named("exclusive_min holds above the bound", "exclusive_min=5", "5.5"),
  named("exclusive_max", "exclusive_max=1.0", "1.0", "found value >= 1.0; expected a value < 1.0"),
  named("multiple_of", "multiple_of=5", "12", "found 12, of type integer; expected a multiple of 5"),
  named("multiple_of goes by the digits", "multiple_of=0.1", "0.3"),
  named("multiple_of of a string", "multiple_of=5", "\"10\"", "found \"10\"; expected a multiple of 5"),
  named("mutually_exclusive", "mutually_exclusive=[\"a\", \"b\"]", "{a: 1, b: ~}",
    "found \"a\", \"b\" are given; expected at most one of [\"a\", \"b\"] to be given"),
  named("mutually_exclusive holds", "mutually_exclusive=[\"a\", \"b\"]", "{a: 1, c: 2}"),
  named("mutually_exclusive of groups", "mutually_exclusive=[[\"a\", \"b\"], (\"c\", \"d\")]", "{a: 1, c: 1, d: ~}",
    "found \"c\", \"d\" are given; expected at most one of [\"c\", \"d\"] to be given"),
  named("mutually_exclusive of groups holds", "mutually_exclusive=[[\"a\", \"b\"], [\"c\", \"d\"]]", "{a: 1, c: 2}"),
  named("mutually_exclusive of groups, with a message",
    "mutually_exclusive=([[\"a\", \"b\"], [\"c\"]], \"one of each\")",
    "{a: 1, b: 2}", "found \"a\", \"b\" are given; expected one of each"),
  named("mutually_required of groups", "mutually_required=[[\"a\", \"b\"], [\"c\", \"d\"]]", "{a: 1, b: 2, c: 3}",
    "found \"c\" is given without \"d\"; expected all or none of [\"c\", \"d\"] to be given"),
  named("mutually_required", "mutually_required=[\"a\", \"b\"]", "{a: 1}",
    "found \"a\" is given without \"b\"; expected all or none of [\"a\", \"b\"] to be given"),
  named("mutually_required: none of them", "mutually_required=[\"a\", \"b\"]", "{}"),
  named("at_least_one_of", "at_least_one_of=[\"a\", \"b\"]", "{c: 1}",
    "found none of them is given; expected at least one of [\"a\", \"b\"] to be given"),
  named("at_least_one_of of groups", "at_least_one_of=[[\"a\", \"b\"], [\"c\"]]", "{a: 1}",
    "found none of them is given; expected at least one of [\"c\"] to be given"),
  named("at_least_one_of: null is given", "at_least_one_of=[\"a\", \"b\"]", "{b: ~}"),
  named("at_least_one_of of a string", "at_least_one_of=[\"a\"]", "a",
    "found value must be a map, but was string; expected at least one of [\"a\"] to be given"),
  named("not_null", "not_null=True", "~", "found value is null; expected not null"),
  named("a message of one's own (reference#the-annotation)", "min=(5, \"big enough\")", "1",
      "found value < 5; expected big enough"),
}) end)

-- A rule that no value of the type can satisfy is an error of the schema.
local function unsuited(title, rule, node, is_for, type, meant)
  local row = { title, schema = "#@schema/validation " .. rule .. "\n" .. node }
  if is_for then
    row.violations = ('rule-argument - s.yml:3; says invalid @schema/validation annotation - keyword argument "%s"%s '
      .. "is for %s, but the type is %s; by s.yml:%d%s"):format(rule:match "^[%w_]+",
      rule:find "^m[ai][nx]=" and ", with this value," or "", is_for, type, node:find "^#" and 5 or 4,
      meant and '; hint did you mean "' .. meant .. '"?' or "")
  else
    row.flags = { "-f", "s.yml", "-q", "--dangerous-data-values-disable-validation" }
    row.gives = ""
  end
  return row
end

describe("rules that do not apply to a type (reference#named-rules):", function() rows.each(it, {
  unsuited("min of a string", "min=1", 'a: ""', "numbers", "string", "min_len"),
  unsuited("min of a boolean, which has no length either", "min=1", "a: false", "numbers", "boolean"),
  unsuited("min of a string or an array", "min=1", '#@schema/any-of "", [""]\na: ""', "numbers", "string or array",
    "min_len"),
  unsuited("max of a nullable array", "max=1", "#@schema/nullable\na:\n- 1", "numbers", "array", "max_len"),
  unsuited("min of a string with a string", 'min="a"', 'a: ""'),
  unsuited("min of a number with a string", 'min="a"', "a: 1", "strings", "integer"),
  unsuited("min of an array with an array", "min=[1]", "a:\n- 1"),
  unsuited("min of a float", "min=1", "a: 1.5"),
  unsuited("min_len of a number", "min_len=1", "a: 1", "strings, arrays and maps", "integer", "min"),
  unsuited("max_len of a boolean", "max_len=1", "a: true", "strings, arrays and maps", "boolean"),
  unsuited("max_bytes of an array", "max_bytes=1", "a:\n- 1", "strings", "array", "max_len"),
  unsuited("unique of a map", "unique=True", "a: {b: 1}", "arrays", "map"),
  unsuited("multiple_of of a string", "multiple_of=2", 'a: ""', "numbers", "string"),
  unsuited("regexp of a number", 'regexp="a"', "a: 1", "strings", "integer"),
  unsuited("a format of numbers, too", 'format="port"', "a: 1"),
  unsuited("one type suits", "min=1", '#@schema/type "string", "int"\na: 1'),
  unsuited("no type suits", "min=1", '#@schema/type "string", "bool"\na: ""', "numbers", "boolean or string",
    "min_len"),
  unsuited("any", "min=1", "#@schema/type any=True\na: 1"),
  unsuited("one alternative suits", "min=1", '#@schema/any-of 1, ""\na: 1'),
  unsuited("no alternative suits", "min=1", '#@schema/any-of [""], {"b": 1}\na: {b: 1}', "numbers", "array or map",
    "min_len"),
  { "a definition is reported once, and what a copy adds there", schema = '#@ def f():\n#@schema/validation min=1\n'
    .. '- ""\n#@ end\n#@schema/like f\na:\n#@schema/validation max=9\n#@schema/like f\nb:',
    violations = { 'rule-argument - s.yml:4; says invalid @schema/validation annotation - keyword argument "min", with '
      .. 'this value, is for numbers, but the type is string; by s.yml:5; hint did you mean "min_len"?',
      'rule-argument - s.yml:9; says invalid @schema/validation annotation - keyword argument "max", with this '
      .. 'value, is for numbers, but the type is array; by s.yml:11; hint did you mean "max_len"?' } },
}) end)

-- Makes a row of a function as a rule, and the result for the integer 1.
local function own(title, rule, expected)
  local row = { title, schema = "#@schema/validation (\"x\", " .. rule .. ")\na: 1" }
  if expected == true then row.gives = "a: 1"
  else row.violations = expected .. "; by s.yml:3" end
  return row
end

local broken = "rule-failed a s.yml:4; found the rule itself failed: %s; expected x"

describe("results of rules (reference#results-of-rules):", function() rows.each(it, {
  own("True", "lambda v: True", true),
  own("False", "lambda v: False", "rule a s.yml:4; expected x"),
  own("None", "lambda v: None", "rule a s.yml:4; expected x"),
  own("1 passes (from-ytt#results-of-rules; ytt: a violation)", "lambda v: 1", true),
  own("a string passes (reference#truth)", "lambda v: \"yes\"", true),
  own("0 does not pass, as in Starlark (reference#truth)", "lambda v: 0", "rule a s.yml:4; expected x"),
  own("but in Lua it does (reference#truth)", "function(v) return 0 end", true),
  own("what and, or give is true or not (from-ytt#results-of-rules; ytt: a violation)", "lambda v: v and 5", true),
  own("what or gives", "lambda v: v or fail(\"e\")", true),
  own("an empty string does not pass, as in Starlark (reference#truth)", "lambda v: v and \"\"",
    "rule a s.yml:4; expected x"),
  own("but in Lua it does", "function(v) return \"\" end", true),
  own("a tuple with True passes (reference#results-of-rules)", "lambda v: (True, \"m\")", true),
  own("(False, message) (reference#results-of-rules)",
    "lambda v: (False, \"m\")", "rule a s.yml:4; found m; expected x"),
  own("Lua's false, message (reference#results-of-rules)", "function(v) return false, \"m\" end",
    "rule a s.yml:4; found m; expected x"),
  own("Lua's nil", "function(v) return nil end", "rule a s.yml:4; expected x"),
  own("no value at all is content (reference#no-result)", "function(v) end", true),
  own("fail()", "lambda v: fail(\"oops: it: broke\")", "rule a s.yml:4; found oops: it: broke; expected x"),
  own("fail() of several", "lambda v: fail(\"a\", \"b\", 3)", "rule a s.yml:4; found a b 3; expected x"),
  own("assert.fail()", "lambda v: assert.fail(\"x\")", "rule a s.yml:4; found x; expected x"),
  own("an unknown attribute", "lambda v: v.nope", broken:format "int has no .nope field or method"),
  own("a division by zero", "lambda v: 1 / 0", broken:format "real division by zero"),
  own("no parameters", "lambda: True", broken:format "function lambda accepts no arguments (1 given)"),
  { "no parameters, bare", schema = "#@ def f():\n#@   return True\n#@ end\n#@schema/validation f\na: 1",
    violations = "rule-failed a s.yml:7; found the rule itself failed: s.yml:3: function f accepts no "
      .. "arguments (1 given); expected a value that satisfies f; by s.yml:6" },
  own("too many parameters", "lambda v, c, w: True", broken:format "function lambda missing 1 argument (w)"),
  own("Lua's error()", "function(v) error(\"broken\") end", broken:format "broken"),
  { "an empty description", schema = "#@schema/validation (\"\", lambda v: False)\na: 1", says = [[
Validating final data values:
  a
    from: s.yml:4
        4 | a: 1
          |    ^
    - must be:  (by: s.yml:3)
      found: 1
]] },
  { "how it reads", schema = "#@schema/validation (\"x\", lambda v: False), min_len=9\na: abcde\nl:\n"
    .. "#@schema/validation min_len=1\n- ''", values = "l: [x, '']", says = [[
Validating final data values:
  a
    not given in: v.yml:1
    from: s.yml:4
        4 | a: abcde
          |    ^
    - must be: x (by: s.yml:3)
      found: "abcde"
    - must be: length >= 9 (by: s.yml:3)
      found: "abcde" (length = 5)

  l[1]
    from: v.yml:1
        1 | l: [x, '']
          |        ^
    - must be: length >= 1 (by: s.yml:6)
      found: "" (length = 0)
]] },
  { "how the document's reads", file = "#@schema/validation min_len=2\n#@data/values-schema\n---\na: 1", says = [[
Validating final data values:
  (document)
    from: s.yml:3
        3 | ---
        4 | a: 1
    - must be: length >= 2 (by: s.yml:1)
      found: length = 1
]] },
  { "a message of several lines", schema =
      "#@schema/validation (\"one\\ntwo\", lambda v: fail(\"three\\nfour\"))\na: 1",
    says = [[
Validating final data values:
  a
    from: s.yml:4
        4 | a: 1
          |    ^
    - must be: one
               two (by: s.yml:3)
      found: three
             four
]] },
  { "paths quote keys of other characters (reference#paths; ytt: raw)",
    schema = "m:\n  a.b:\n    #@schema/validation min=5\n    k: 1", violations =
      "rule m[\"a.b\"].k s.yml:6; found value < 5; expected a value >= 5; by s.yml:5" },
  { "the right schema's annotation replaces the left's (from-ytt#several-schema-documents; ytt: the left's stays)",
    schema = { "#@schema/validation min=5\na: 1", "#@schema/validation min=7\na: 2" }, violations =
      "rule a s2.yml:4; found value < 7; expected a value >= 7; by s2.yml:3" },
}) end)
