-- The rows of the table of changes in the language reference: two schemas that differ in one thing, and the changes
-- that are reported in each direction.
--
-- `backward` and `forward` list rule, path and verdict of each change. Where one of them is missing, only the witnesses
-- are validated.

local rows = {}

local function row(title, old, new, backward, forward)
  rows[#rows + 1] = {
    title = title, old = "#@data/values-schema\n---\n" .. old, new = "#@data/values-schema\n---\n" .. new,
    backward = backward, forward = forward,
  }
end

-- ---- keys ---------------------------------------------------------------------------

row("a key is removed", "a: 1\nb: 2\n", "a: 1\n",
  { "key-removed b breaking" }, { "key-removed b result" })
row("a key is removed, with a notice", "a: 1\nb: 2\n", "a: 1\n#@schema/removed \"use a\"\nb: 2\n",
  { "removed-announced b breaking" }, { "removed-announced b result" })
row("a key with a notice of removal is dropped", "a: 1\n#@schema/removed \"use a\"\nb: 2\n", "a: 1\n",
  { "removed-key-dropped b safe" }, { "removed-key-dropped b safe" })
row("a key is renamed", "a: 1\n", "#@schema/renamed from=\"a\"\nb: 1\n",
  { "key-renamed a result" }, { "key-renamed b breaking" })
row("an old name is no longer accepted", "#@schema/renamed from=\"old\"\na: 1\n", "a: 1\n",
  { "old-name-removed a breaking" }, { "old-name-removed a safe" })
row("an old name is that of a key of a placeholder", "a: 1\n#@schema/any-key\n_: 2\n",
  "#@schema/renamed from=\"old\"\na: 1\n#@schema/any-key\n_: 2\n",
  { "old-name-added a breaking" }, { "old-name-added a result" })
row("an old name is that of a key of another type", "#@schema/key allowed=\"^o\", expects=\"0+\"\n_: ''\n",
  "#@schema/renamed from=\"old\"\na: 1\n#@schema/key allowed=\"^o\", expects=\"0+\"\n_: ''\n",
  { "key-added a result", "old-name-added a breaking" }, { "key-added a breaking" })
row("an old name from the root is that of a key of a placeholder", "b:\n  a: 1\n#@schema/any-key\n_: ''\n",
  "b:\n  #@schema/renamed from=\"/old\"\n  a: 1\n#@schema/any-key\n_: ''\n",
  { "old-name-added b.a breaking" })
row("both names were keys", "a: 1\nold: 1\n", "#@schema/renamed from=\"old\"\na: 1\n",
  { "key-renamed old result", "old-name-added a breaking" }, { "old-name-added a result" })
row("the new name was one of a placeholder", "old: 1\n#@schema/any-key\n_: 2\n",
  "#@schema/renamed from=\"old\"\na: 1\n#@schema/any-key\n_: 2\n",
  { "key-named a result", "key-renamed old result", "old-name-added a breaking" })
row("values of an old name are converted differently",
  "#@schema/renamed from=\"old\", with=lambda v: v\na: 1\n",
  "#@schema/renamed from=\"old\", with=lambda v: str(v)\na: 1\n",
  { "old-name-changed a breaking" }, { "old-name-changed a unknown" })
row("values of an old name are converted", "#@schema/renamed from=\"old\"\na: 1\n",
  "#@schema/renamed from=\"old\", with=lambda v: v + 1\na: 1\n",
  { "old-name-changed a unknown" }, { "old-name-changed a unknown" })
local function row_of_texts(title, annotation, backward, forward)
  row(title, "a: 1\n", "a: 1\n", backward, forward)
  rows[#rows].new = "#@data/values-schema\n" .. annotation .. "\n---\na: 1\n"
end

row_of_texts("variables are accepted", '#@schema/variables any="x"',
  { "variables-added  safe" }, { "variables-added  unknown" })
row_of_texts("files end with a text", '#@schema/ends-with "x"',
  { "ends-with-added  breaking" }, { "ends-with-added  safe" })
row("null counts as a missing key", "m: {a: 1}\n", "#@schema/null-is-missing\nm: {a: 1}\n",
  { "null-is-missing-added m.a safe" }, { "null-is-missing-added m.a breaking" })
row("null no longer counts as a missing key", "#@schema/null-is-missing\nm: {a: 1}\n", "m: {a: 1}\n",
  { "null-is-missing-removed m.a breaking" }, { "null-is-missing-removed m.a safe" })
row("the reason why a key is required", "#@schema/required\na: 1\n", "#@schema/required \"why\"\na: 1\n",
  { "required-changed a docs" }, { "required-changed a docs" })
row("the notice of removal", "#@schema/removed \"x\"\na: 1\n", "#@schema/removed \"y\"\na: 1\n",
  { "removed-changed a docs" }, { "removed-changed a docs" })
row("the message of a rule", "#@schema/validation min=1\na: 1\n",
  "#@schema/validation min=(1, \"more\")\na: 1\n",
  { "message-changed a docs" }, { "message-changed a docs" })
row("a key is added", "a: 1\n", "a: 1\nb: 2\n",
  { "key-added b result" }, { "key-added b breaking" })
row("a key is added whose default fails its rules", "a: 1\n", "a: 1\n#@schema/validation min=5\nb: 2\n",
  { "key-added b breaking" }, { "key-added b breaking" })
row("a required key is added", "a: 1\n", "a: 1\n#@schema/required\nb: 2\n",
  { "required-key-added b breaking" }, { "required-key-added b breaking" })
row("an optional key is added", "a: 1\n", "a: 1\n#@schema/key-may-be-present\nb: 2\n",
  { "optional-key-added b safe" }, { "optional-key-added b breaking" })
row("required is added to a key", "a: 1\n", "#@schema/required\na: 1\n",
  { "required-added a breaking" }, { "required-added a safe" })
row("required is taken from a key", "#@schema/required\na: 1\n", "a: 1\n",
  { "required-removed a safe" }, { "required-removed a breaking" })
row("no default is filled in any more", "a: 1\n", "#@schema/key-may-be-present\na: 1\n",
  { "key-made-optional a result" }, { "key-made-optional a result" })

-- ---- types --------------------------------------------------------------------------

row("the type is changed", "a: 1\n", "a: text\n",
  { "default-changed a result", "type-changed a breaking" })
row("the type list is shorter", "#@schema/type \"int\", \"string\"\na: 1\n", "a: 1\n",
  { "type-narrowed a breaking" }, { "type-narrowed a safe" })
row("an integer becomes a float", "a: 1\n", "a: 1.0\n", { "type-widened a safe" }, { "type-widened a breaking" })
row("integers stay integers", "a: 0.5\n", "#@schema/type \"float\", \"int\"\na: 0.5\n",
  { "integers-kept a result" }, { "integers-kept a result" })
row("integers stay integers, and there are other types", "a: 0.5\n",
  "#@schema/type \"float\", \"int\", \"string\"\na: 0.5\n",
  { "type-widened a result" }, { "type-widened a breaking" })
row("anything goes where integers became floats", "a: 0.5\n", "#@schema/type any=True\na: 0.5\n",
  { "type-opened a result" }, { "type-opened a breaking" })
row("anything goes", "a: 1\n", "#@schema/type any=True\na: 1\n",
  { "type-opened a safe" }, { "type-opened a breaking" })
row("anything goes where maps were filled in", "a:\n  b: 1\n",
  "#@schema/type any=True\na:\n  b: 1\n", { "type-opened a result" }, { "type-opened a breaking" })
row("anything is described", "#@schema/type any=True\na: 1\n", "a: 1\n",
  { "type-closed a breaking" }, { "type-closed a safe" })
row("null is accepted", "a: 1\n", "#@schema/nullable\na: 1\n",
  { "nullable-added a result" }, { "nullable-added a breaking" })
row("null is no longer accepted", "#@schema/nullable\na: 1\n", "a: 1\n",
  { "nullable-removed a breaking" }, { "nullable-removed a result" })

-- ---- rules --------------------------------------------------------------------------

local function bound(name, loose, tight, value)
  local function with(argument)
    return ("#@schema/validation %s=%s\na: %s\n"):format(name, argument, value)
  end
  row(name .. " is tightened", with(loose), with(tight),
    { "bound-tightened a breaking" }, { "bound-tightened a safe" })
  row(name .. " is loosened", with(tight), with(loose),
    { "bound-loosened a safe" }, { "bound-loosened a breaking" })
  row(name .. " is added", ("a: %s\n"):format(value), with(tight),
    { "bound-added a breaking" }, { "bound-added a safe" })
  row(name .. " is removed", with(tight), ("a: %s\n"):format(value),
    { "bound-removed a safe" }, { "bound-removed a breaking" })
end

bound("min", "1", "5", "7")
bound("max", "9", "8", "7")
bound("exclusive_min", "1", "2", "7")
bound("exclusive_max", "9", "8", "7")
bound("multiple_of", "2", "4", "8")
bound("multiple_of", "0.1", "0.3", "0.6")
bound("multiple_of", "0.01", "0.07", "0.7")
bound("min_len", "1", "2", "abc")
bound("max_len", "9", "8", "abc")
row("max_len of an array goes down", "#@schema/validation max_len=3\na:\n- 1\n",
  "#@schema/validation max_len=2\na:\n- 1\n",
  { "bound-tightened a breaking" }, { "bound-tightened a safe" })
row("min of floats goes up", "#@schema/validation min=0.5\na: 2.0\n", "#@schema/validation min=0.75\na: 2.0\n",
  { "bound-tightened a breaking" }, { "bound-tightened a safe" })

row("one_of shrinks", "#@schema/validation one_of=[\"x\", \"y\"]\na: x\n", "#@schema/validation one_of=[\"x\"]\na: x\n",
  { "one-of-shrunk a breaking" }, { "one-of-shrunk a safe" })
row("one_of changes", "#@schema/validation one_of=[\"x\", \"y\"]\na: x\n",
  "#@schema/validation one_of=[\"x\", \"z\"]\na: x\n", { "one-of-changed a breaking" }, { "one-of-changed a breaking" })
row("one_of is added", "a: x\n", "#@schema/validation one_of=[\"x\"]\na: x\n",
  { "one-of-added a breaking" }, { "one-of-added a safe" })
row("a regular expression is added", "a: x1\n", "#@schema/validation regexp=\"^[a-z]+[0-9]$\"\na: x1\n",
  { "regexp-added a breaking" }, { "regexp-added a safe" })
row("a regular expression is changed", "#@schema/validation regexp=\"^[a-z]+$\"\na: x\n",
  "#@schema/validation regexp=\"^[a-m]+$\"\na: a\n",
  { "default-changed a result", "regexp-changed a breaking" })
row("a regular expression that counts letters is added", "a: aaac\n",
  "#@schema/validation regexp=\"^([ab]{3}c){6}$\"\na: aaacaaacaaacaaacaaacaaac\n",
  { "default-changed a result", "regexp-added a breaking" }, { "default-changed a result", "regexp-added a safe" })
row("a regular expression that counts letters is changed",
  "#@schema/validation regexp=\"^([ab]{3}c){6}$\"\na: aaacaaacaaacaaacaaacaaac\n",
  "#@schema/validation regexp=\"^([ab]{3}c){6}$|^x$\"\na: x\n",
  { "default-changed a result", "regexp-changed a unknown" },
  { "default-changed a result", "regexp-changed a breaking" })
row("a regular expression means the same", "#@schema/validation regexp=\"^[ab]$\"\na: a\n",
  "#@schema/validation regexp=\"^(a|b)$\"\na: a\n", { "regexp-changed a unknown" }, { "regexp-changed a unknown" })
row("a format is added", "a: ::1\n", "#@schema/validation format=\"ip\"\na: ::1\n",
  { "format-added a breaking" }, { "format-added a safe" })
row("a format is changed", "#@schema/validation format=\"ip\"\na: 10.0.0.1\n",
  "#@schema/validation format=\"ipv4\"\na: 10.0.0.1\n", { "format-changed a breaking" })
row("items have to differ", "a:\n- 1\n", "#@schema/validation unique=True\na:\n- 1\n",
  { "rule-added a breaking" }, { "rule-added a safe" })
row("a prefix is changed", "#@schema/validation starts_with=\"a\"\na: ab\n",
  "#@schema/validation starts_with=\"ab\"\na: ab\n", { "rule-changed a breaking" }, { "rule-changed a unknown" })
row("null has to be replaced", "#@schema/nullable\na: 1\n",
  "#@schema/validation not_null=True\n#@schema/nullable\na: 1\n",
  { "rule-added a breaking" }, { "rule-added a safe" })
row("keys exclude each other",
  "m:\n  #@schema/key-may-be-present\n  a: 1\n  #@schema/key-may-be-present\n  b: 1\n",
  "#@schema/validation mutually_exclusive=[\"a\", \"b\"]\nm:\n  #@schema/key-may-be-present\n  a: 1\n"
    .. "  #@schema/key-may-be-present\n  b: 1\n",
  { "rule-added m breaking" }, { "rule-added m safe" })
row("the default is changed", "a: 1\n", "a: 2\n", { "default-changed a result" }, { "default-changed a result" })
row("the default is changed to one that fails a rule", "#@schema/validation max=5\na: 1\n",
  "#@schema/validation max=5\na: 9\n", { "default-changed a breaking" }, { "default-changed a result" })

-- ---- functions ----------------------------------------------------------------------

row("a function is changed", "#@schema/validation (\"small\", lambda v: v < 10)\na: 1\n",
  "#@schema/validation (\"small\", lambda v: v < 5)\na: 1\n", { "function-changed a breaking" },
  { "function-changed a unknown" })
row("a function is spelled in another way", "#@schema/validation (\"small\", lambda v: v < 10)\na: 1\n",
  "#@schema/validation (\"small\", lambda v: 10 > v)\na: 1\n", { "function-changed a unknown" },
  { "function-changed a unknown" })
row("a function is added", "a: 1\n", "#@schema/validation (\"odd\", lambda v: v % 2 == 1)\na: 1\n",
  { "function-added a breaking" }, { "function-added a safe" })
row("a condition is changed", "#@schema/validation min=1, when=lambda v: v > 5\na: 7\n",
  "#@schema/validation min=1, when=lambda v: v > -5\na: 7\n", { "when-changed a breaking" })
row("a function of the code is changed",
  "#@ def small(v): return v < 10\n#@schema/validation (\"small\", small)\na: 1\n",
  "#@ def small(v): return v < 5\n#@schema/validation (\"small\", small)\na: 1\n",
  { "function-changed a breaking" }, { "function-changed a unknown" })

-- ---- placeholders -------------------------------------------------------------------

row("a placeholder is added", "m:\n  a: 1\n", "m:\n  a: 1\n  #@schema/any-key\n  _: 2\n",
  { "placeholder-added m safe" }, { "placeholder-added m.* breaking" })
row("a placeholder is removed", "m:\n  a: 1\n  #@schema/any-key\n  _: 2\n", "m:\n  a: 1\n",
  { "placeholder-removed m.* breaking" }, { "placeholder-removed m safe" })
row("allowed= is narrowed", "#@schema/any-key\n_: 2\n", "#@schema/key allowed=\"^a\", expects=\"0+\"\n_: 2\n",
  { "allowed-narrowed * breaking" }, { "allowed-narrowed * safe" })
row("allowed= is changed", "#@schema/key allowed=\"^[ab]\", expects=\"0+\"\n_: 2\n",
  "#@schema/key allowed=\"^[bc]\", expects=\"0+\"\n_: 2\n", { "allowed-changed * breaking" },
  { "allowed-changed * breaking" })
row("expects= is tightened", "#@schema/key allowed=\"any\", expects=\"0+\"\n_: 2\n",
  "#@schema/key allowed=\"any\", expects=\"1+\"\n_: 2\n", { "expects-tightened * breaking" },
  { "expects-tightened * safe" })
row("a key gets a field of its own", "#@schema/any-key\n_: 2\n", "a: 5\n#@schema/any-key\n_: 2\n",
  { "key-named a result" }, { "key-named a result" })
row("a key belongs to a placeholder whose keys a function counts",
  "b: 2\n#@schema/key allowed=\".\", expects=function(n) return n < 3 end\n_: 2\n",
  "#@schema/key allowed=\".\", expects=function(n) return n < 3 end\n_: 2\n",
  { "key-left-to-placeholder b breaking" }, { "key-left-to-placeholder b unknown" })
row("a key no longer belongs to a placeholder that requires keys",
  "#@schema/key allowed=\".\", expects=\"2+\"\n_: 2\n",
  "b: 2\n#@schema/key allowed=\".\", expects=\"2+\"\n_: 2\n", { "key-named b breaking" },
  { "key-named b result" })
row("a key belongs to a placeholder with a limited number of keys",
  "b: 2\n#@schema/key allowed=\".\", expects=[0, 1]\n_: 2\n",
  "#@schema/key allowed=\".\", expects=[0, 1]\n_: 2\n",
  { "key-left-to-placeholder b breaking" }, { "key-left-to-placeholder b result" })
row("a default lacks a key that completed maps",
  "#@schema/default {\"name\": \"x\", \"b\": 1}\nm:\n  #@schema/validation min_len=3\n  name: ''\n"
  .. "  #@schema/key allowed=\"^b\", expects=\"1+\"\n  _: 2\n",
  "#@schema/default {\"name\": \"x\"}\nm:\n  #@schema/validation min_len=3\n  name: ''\n"
  .. "  #@schema/key allowed=\"^b\", expects=\"1+\"\n  _: 2\n",
  { "default-changed m breaking" }, { "default-changed m result" })
row("a default lacks a required key",
  "#@schema/default {\"b\": 1}\nm:\n  #@schema/key allowed=\"^b\", expects=\"1+\"\n  _: 2\n",
  "#@schema/default {}\nm:\n  #@schema/key allowed=\"^b\", expects=\"1+\"\n  _: 2\n",
  { "default-changed m breaking" }, { "default-changed m result" })
row("the type of a placeholder is narrowed", "#@schema/any-key\n_: 2\n",
  "#@schema/any-key\n#@schema/validation min=1\n_: 2\n", { "bound-added * breaking" }, { "bound-added * safe" })

-- ---- alternatives -------------------------------------------------------------------

local function choice(mode, list) return ("#@schema/%s %s\na: x\n"):format(mode, list) end

row("an alternative is removed", choice("any-of", "\"\", 0, False"), choice("any-of", "\"\", 0"),
  { "alternative-removed a(alternative 3) breaking" }, { "alternative-removed a safe" })
row("integers stay integers, because a new alternative accepts them", choice("any-of", "0.5, ''"),
  choice("any-of", "0.5, '', 1"), { "alternative-added a result" }, { "alternative-added a(alternative 3) unknown" })
row("integers stayed integers before", choice("any-of", "0.5, 1, ''"),
  choice("any-of", "0.5, 1, '', True"),
  { "alternative-added a safe" }, { "alternative-added a(alternative 4) breaking" })
row("alternatives are reordered", choice("any-of", "\"\", 0"), choice("any-of", "0, \"\""),
  { "alternatives-reordered a result" }, { "alternatives-reordered a result" })
row("an alternative that a key selects is removed",
  "#@schema/one-of {\"kind\": \"x\", \"p\": 1}, {\"kind\": \"y\"}, by=\"kind\"\na: {kind: x}\n",
  "#@schema/one-of {\"kind\": \"x\", \"p\": 1}, by=\"kind\"\na: {kind: x}\n",
  { "alternative-removed a(kind: y) breaking" }, { "alternative-removed a safe" })
row("a key of an alternative is removed",
  "#@schema/one-of {\"kind\": \"x\", \"p\": 1}, {\"kind\": \"y\"}, by=\"kind\"\na: {kind: x}\n",
  "#@schema/one-of {\"kind\": \"x\"}, {\"kind\": \"y\"}, by=\"kind\"\na: {kind: x}\n",
  { "key-removed a(kind: x).p breaking" }, { "key-removed a(kind: x).p result" })

-- ---- below --------------------------------------------------------------------------

row("items are compared", "a:\n- b: 1\n", "a:\n- b: 1\n  #@schema/required\n  c: 1\n",
  { "required-key-added a[].c breaking" }, { "required-key-added a[].c breaking" })
row("the type of a key beside a map that is required is changed", "a: 1\n#@schema/required\nm:\n  b: 1\n",
  "a: ''\n#@schema/required\nm:\n  b: 1\n",
  { "default-changed a result", "type-changed a breaking" }, { "default-changed a result", "type-changed a breaking" })
row("copies of a recursive schema are compared",
  "#@ def node():\nname: \"\"\nnext:\n#@schema/like node\n-\n#@ end\n#@schema/like node\na:\n",
  "#@ def node():\n#@schema/validation max_len=3\nname: \"\"\nnext:\n#@schema/like node\n-\n#@ end\n"
    .. "#@schema/like node\na:\n",
  { "bound-added a.name breaking" }, { "bound-added a.name safe" })

row("the default of a schema inside another one is changed",
  "#@ def s():\nd: 2\n#@ end\n#@schema/like s\na: {d: 1}\n", "#@ def s():\nd: 2\n#@ end\n#@schema/like s\na: {}\n",
  { "default-changed a result" }, { "default-changed a result" })
row("the default of a schema inside another one breaks a rule",
  "#@ def s():\n#@schema/validation max=1\nd: 2\n#@ end\n#@schema/any-key\nx:\n  #@schema/like s\n  a: {d: 1}\n",
  "#@ def s():\n#@schema/validation max=1\nd: 2\n#@ end\n#@schema/any-key\nx:\n  #@schema/like s\n  a: {}\n",
  { "default-changed *.a breaking" }, { "default-changed *.a result" })
row("a schema is an alternative of itself",
  "#@ def t():\n#@schema/any-of t, \"\"\nnext: \"\"\nsize: 1\n#@ end\n#@schema/like t\na:\n",
  "#@ def t():\n#@schema/any-of t, \"\"\nnext: \"\"\n#@ end\n#@schema/like t\na:\n",
  { "key-removed a.size breaking" }, { "key-removed a.size result" })
row("a further schema document is compared", "a: 1\n",
  "a: 1\n#@data/values-schema\n---\n#@overlay/match missing_ok=True\n#@schema/required\nb: 1\n",
  { "required-key-added b breaking" }, { "required-key-added b breaking" })

-- ---- documentation ------------------------------------------------------------------

row("the description is changed", "#@schema/desc \"one\"\na: 1\n", "#@schema/desc \"two\"\na: 1\n",
  { "documentation-changed a docs" }, { "documentation-changed a docs" })
row("the title is changed", "a: 1\n", "#@schema/title \"A\"\na: 1\n", { "title-changed a docs" },
  { "title-changed a docs" })
row("an example is added", "a: 1\n", "#@schema/examples (\"one\", 1)\na: 1\n", { "example-changed a docs" },
  { "example-changed a docs" })
row("a key is deprecated", "a: 1\n", "#@schema/deprecated \"soon\"\na: 1\n", { "deprecated-added a docs" },
  { "deprecated-added a docs" })

-- ---- references and identities --------------------------------------------------------

local named = "a:\n- name: ''\n  id: ''\nm:\n  #@schema/any-key\n  _: 1\n"

row("a reference is added", named .. "b: [{c: ''}]\n",
  named .. "b:\n-\n  #@schema/refers to=\"a[].name\"\n  c: ''\n",
  { "reference-added b[].c breaking" }, { "reference-added b[].c safe" })
row("a reference has fewer targets", named .. "#@schema/nullable\n#@schema/refers to=[\"a[].name\", \"m{}\"]\nc: ''\n",
  named .. "#@schema/nullable\n#@schema/refers to=\"a[].name\"\nc: ''\n",
  { "reference-narrowed c breaking" }, { "reference-narrowed c safe" })
row("a reference no longer has a condition",
  named .. "#@schema/nullable\n#@schema/refers to=\"m{}\", when=lambda v: v != 'x'\nc: ''\n",
  named .. "#@schema/nullable\n#@schema/refers to=\"m{}\"\nc: ''\n",
  nil, { "reference-narrowed c safe" })
row("a reference has another target", named .. "#@schema/nullable\n#@schema/refers to=\"a[].id\"\nc: ''\n",
  named .. "#@schema/nullable\n#@schema/refers to=\"a[].name\"\nc: ''\n",
  { "reference-changed c breaking" }, { "reference-changed c breaking" })
row("a reference leads to another kind",
  "#@schema/nullable\n#@schema/refers to=\"n\", scope=\"configuration\", kind=\"A\"\nc: ''\n",
  "#@schema/nullable\n#@schema/refers to=\"n\", scope=\"configuration\", kind=\"B\"\nc: ''\n",
  { "reference-changed c unknown" }, { "reference-changed c unknown" })
row("an identity is added", "a: [{b: ''}]\n", "#@schema/identity \"b\"\na: [{b: ''}]\n",
  { "identity-added a breaking" }, { "identity-added a safe" })
row("an identity has fewer keys", "#@schema/identity [\"b\", \"c\"]\na: [{b: '', c: ''}]\n",
  "#@schema/identity \"b\"\na: [{b: '', c: ''}]\n",
  { "identity-changed a breaking" }, { "identity-changed a unknown" })
row("an identity has a wider scope", "#@schema/identity \"b\"\na: [{b: ''}]\n",
  "#@schema/identity \"b\", scope=\"file\"\na: [{b: ''}]\n",
  { "identity-widened a unknown" }, { "identity-widened a safe" })

return rows
