-- Tests overlays on documents and on data values: matches, their number, and operations.

local rows = require "spec.support.rows"

-- An overlay on one document; its body begins on line 3.
local function laid(title, base, body, gives, violations)
  return { title, base = base, overlay = "#@overlay/match by=overlay.all\n---\n" .. body, gives = gives,
    violations = violations, options = { code_in_values = true } }
end

local function refused(title, base, body, violations)
  return laid(title, base, body, nil, violations)
end

local missing = "#@overlay/match missing_ok=True above it adds a key that is not there."

describe("defaults by kind (reference#defaults-of-overlays):", function() rows.each(it, {
  laid("a map item: the same key, merged", "a: {b: 1, c: 2}", "a: {b: 3}", "a:\n  b: 3\n  c: 2"),
  refused("a map item that is not there", "a: 1", "b: 1",
      "overlay b o.yml:3; says overlaying b: Expected number of matched nodes to be 1, but was 0; hint "
      .. missing),
  refused("keys are type-exact", "1: a", "'1': b",
      "overlay 1 o.yml:3; says overlaying 1: Expected number of matched nodes to be 1, but was 0; hint "
      .. "did you mean \"1\"? | " .. missing),
  laid("an array item without match is appended", "l: [1]", "l: [5]", "l:\n- 1\n- 5"),
  laid("replace and remove of an array item that nothing matches do nothing", "l: [1]",
    "l:\n#@overlay/replace\n- 5\n#@overlay/remove\n- 1", "l:\n- 1"),
  refused("an array item with match needs by=", "l: [1]", "l:\n#@overlay/match expects=1\n- 5",
      "overlay l[0] o.yml:5; says overlaying l[0]: Expected 'overlay/match' annotation keyword "
      .. "argument 'by' to be specified"),
  { "a document needs by=", base = "a: 1", overlay = "#@overlay/match expects=1\n---\na: 2", violations =
      "overlay - o.yml:2; says overlaying (document): Expected 'overlay/match' annotation keyword "
      .. "argument 'by' to be specified" },
}) end)

local named = "- {name: x, v: 1}\n- {name: z, v: 2}"

describe("matching (reference#matching):", function() rows.each(it, {
  laid("by a key", named, "#@overlay/match by=\"name\"\n- {name: z, v: 9}", "- name: x\n  v: 1\n- name: z\n  v: 9"),
  laid("by a key, with map_key", named, "#@overlay/match by=overlay.map_key(\"name\")\n- {name: z, v: 9}",
    "- name: x\n  v: 1\n- name: z\n  v: 9"),
  laid("by a function of index, left, right", named,
    "#@overlay/match by=lambda i, l, r: i == 1 and l[\"v\"] == 2\n- {v: 9}", "- name: x\n  v: 1\n- name: z\n  v: 9"),
  laid("by a function of the key", "a: 1\nb: 2",
      "#@overlay/match by=lambda k, l, r: k == \"b\"\nzz: 9", "a: 1\nb: 9"),
  laid("by a Lua function", named, "#@overlay/match by=function(i, l, r) return l.v == r.v end\n- {name: q, v: 2}",
    "- name: x\n  v: 1\n- name: q\n  v: 2"),
  laid("all", named, "#@overlay/match by=overlay.all, expects=2\n- {v: 9}", "- name: x\n  v: 9\n- name: z\n  v: 9"),
  laid("index", named, "#@overlay/match by=overlay.index(1)\n- {v: 9}", "- name: x\n  v: 1\n- name: z\n  v: 9"),
  refused("a negative index never matches", named, "#@overlay/match by=overlay.index(-1)\n- {v: 9}",
      "overlay [0] o.yml:4; says overlaying [0]: Expected number of matched nodes to be 1, but was 0"),
  refused("index on a map item", "a: 1", "#@overlay/match by=overlay.index(0)\na: 2",
      "overlay a o.yml:4; says overlaying a: overlay.index_matcher: Expected an array item or a "
      .. "document, but was map item; by base.yml:1"),
  laid("subset, recursively", "- {m: {a: 1, b: 2}}\n- {m: {a: 2}}",
    "#@overlay/match by=overlay.subset({\"m\": {\"a\": 1}})\n- m: {b: 3}",
    "- m:\n    a: 1\n    b: 3\n- m:\n    a: 2"),
  laid("subset of arrays: a prefix", "- {l: [1, 2, 3]}\n- {l: [2, 3]}",
    "#@overlay/match by=overlay.subset({\"l\": [1, 2]})\n#@overlay/remove\n- 0", "- l:\n  - 2\n  - 3"),
  laid("subset: an integer is no float", "- 1\n- 1.0", "#@overlay/match by=overlay.subset(1)\n- 5", "- 5\n- 1.0"),
  laid("or_op, not_op, and_op", "l: [1, 2, 3]",
    "l:\n#@overlay/match by=overlay.or_op(overlay.index(0), overlay.index(2)), expects=2\n- 9\n"
    .. "#@overlay/match by=overlay.not_op(overlay.subset(9))\n- 8\n"
    .. "#@overlay/match by=overlay.and_op(overlay.subset(9), overlay.index(0))\n- 7", "l:\n- 7\n- 8\n- 9"),
  refused("nothing matches", "l: [1]", "l:\n#@overlay/match by=overlay.subset(5)\n- 2",
      "overlay l[0] o.yml:5; says overlaying l[0]: Expected number of matched nodes to be 1, but was 0"),
  refused("too many match", "- 1\n- 1", "#@overlay/match by=overlay.subset(1)\n- 2",
      "overlay [0] o.yml:4; says overlaying [0]: Expected number of matched nodes to be 1, but was 2 "
      .. "(lines: base.yml:1, base.yml:2)"),
  laid("expects a number", "- 1\n- 1", "#@overlay/match by=overlay.subset(1), expects=2\n- 2", "- 2\n- 2"),
  laid("expects at least", "- 1\n- 1", "#@overlay/match by=overlay.subset(1), expects=\"1+\"\n- 2", "- 2\n- 2"),
  refused("expects at least, and there are fewer", "- 1\n- 1", "#@overlay/match by=overlay.all, expects=\"3+\"\n- 2",
      "overlay [0] o.yml:4; says overlaying [0]: Expected number of matched nodes to be >= 3, but was "
      .. "2 (lines: base.yml:1, base.yml:2)"),
  laid("expects one of a list", "- 1\n- 1", "#@overlay/match by=overlay.all, expects=[0, 2]\n- 2", "- 2\n- 2"),
  refused("expects one of a list: the last is reported", "- 1\n- 1",
      "#@overlay/match by=overlay.all, expects=[5, 3]\n- 2",
      "overlay [0] o.yml:4; says overlaying [0]: Expected number of matched nodes to be 3, but was 2 "
      .. "(lines: base.yml:1, base.yml:2)"),
  laid("expects what a function says", "- 1\n- 1", "#@overlay/match by=overlay.all, expects=lambda n: n > 1\n- 2",
    "- 2\n- 2"),
  refused("expects what a function says: no", "- 1", "#@overlay/match by=overlay.all, expects=lambda n: n > 1\n- 2",
      "overlay [0] o.yml:4; says overlaying [0]: Expectation of number of matched nodes failed (lines: "
      .. "base.yml:1); by base.yml:1"),
  refused("expects a function that returns no boolean", "- 1",
      "#@overlay/match by=overlay.all, expects=lambda n: 1\n- 2",
      "overlay [0] o.yml:4; says overlaying [0]: Expected keyword argument 'expects' to have a "
        .. "function that returns a boolean; by base.yml:1"),
  refused("expects=\"x\"", "- 1", "#@overlay/match by=overlay.all, expects=\"x\"\n- 2",
      "overlay [0] o.yml:4; says overlaying [0]: Expected 'x' to be in format 'i+' where i is an "
      .. "integer"),
  refused("expects=True", "- 1", "#@overlay/match by=overlay.all, expects=True\n- 2",
      "overlay [0] o.yml:4; says overlaying [0]: Expected 'overlay/match' annotation keyword argument "
      .. "'expects' to be either int, string or function, but was boolean"),
  refused("expects and missing_ok", "a: 1", "#@overlay/match expects=1, missing_ok=True\na: 2",
      "overlay a o.yml:4; says overlaying a: Expected only one of keyword arguments ('missing_ok', "
      .. "'expects') specified"),
  refused("missing_ok and when", "a: 1", "#@overlay/match missing_ok=True, when=1\na: 2",
      "overlay a o.yml:4; says overlaying a: Expected only one of keyword arguments ('missing_ok', "
      .. "'when') specified"),
  refused("when and expects", "a: 1", "#@overlay/match when=1, expects=1\na: 2",
      "overlay a o.yml:4; says overlaying a: Expected only one of keyword arguments ('when', "
      .. "'expects') specified"),
  refused("missing_ok=1", "a: 1", "#@overlay/match missing_ok=1\na: 2",
      "overlay a o.yml:4; says overlaying a: Expected keyword argument 'missing_ok' to be a boolean"),
  refused("an unknown keyword", "a: 1", "#@overlay/match foo=1\na: 2",
      "overlay a o.yml:4; says overlaying a: Unknown 'overlay/match' annotation keyword argument 'foo'"),
  refused("an item without keywords", "- 1", "#@overlay/match\n- 2",
      "overlay [0] o.yml:4; says overlaying [0]: Expected 'overlay/match' annotation to have at least "
      .. "one keyword argument (by=..., expects=...)"),
  { "a document without keywords", base = "a: 1", overlay = "#@overlay/match\n---\na: 2", violations =
      "overlay - o.yml:2; says overlaying (document): Expected 'overlay/match' annotation to have at "
      .. "least one keyword argument (by=..., expects=...)" },
  { "a document by a string", base = "a: 1", overlay = "#@overlay/match by=\"a\"\n---\na: 2", violations =
      "overlay - o.yml:2; says overlaying (document): Expected 'overlay/match' annotation keyword "
      .. "argument 'by' to be function, but was string" },
  refused("by=1", "a: 1", "#@overlay/match by=1\na: 2",
      "overlay a o.yml:4; says overlaying a: Expected 'overlay/match' annotation keyword argument 'by' "
      .. "to be either string (for map key) or function, but was integer"),
  refused("by a function that returns no boolean", "a: 1", "#@overlay/match by=lambda k, l, r: 1\na: 2",
      "overlay a o.yml:4; says overlaying a: Expected the matcher to return a boolean, but was "
      .. "integer; by base.yml:1"),
  refused("by a key that the right lacks", named, "#@overlay/match by=\"name\"\n- {v: 9}",
      "overlay [0] o.yml:4; says overlaying [0]: overlay.map_key_matcher: Expected to find map item "
      .. "with key 'name', but did not"),
  refused("by a key that a left lacks", "- {name: x}\n- {v: 1}", "#@overlay/match by=\"name\"\n- {name: x}",
      "overlay [0] o.yml:4; says overlaying [0]: overlay.map_key_matcher: Expected to find map item "
      .. "with key 'name', but did not; by base.yml:2"),
  refused("by a key of what is no map", "- 1", "#@overlay/match by=\"name\"\n- {name: x}",
      "overlay [0] o.yml:4; says overlaying [0]: overlay.map_key_matcher: Expected value to be map, "
      .. "but was integer; by base.yml:1"),
  laid("when= met", "a: 1", "#@overlay/match when=1\na: 2", "a: 2"),
  laid("when= not met: skipped", "a: 1", "#@overlay/match when=1\nb: 2", "a: 1"),
  laid("missing_ok adds", "a: 1", "#@overlay/match missing_ok=True\nb: 2", "a: 1\nb: 2"),
  refused("missing_ok=False is 1", "a: 1", "#@overlay/match missing_ok=False\nb: 2",
      "overlay b o.yml:4; says overlaying b: Expected number of matched nodes to be 1, but was 0; hint "
      .. missing),
  laid("none: remove, assert, insert do nothing", "a: 1\nl: [1]",
      "#@overlay/match missing_ok=True\n#@overlay/remove\nb: 0\n#@overlay/match "
        .. "missing_ok=True\n#@overlay/assert\nc: 0\n"
    ..
      "l:\n#@overlay/match by=overlay.subset(5), missing_ok=True\n#@overlay/insert after=True\n- 6", "a: 1\nl:\n- 1"),
  laid("child-defaults for all below, not for the node itself", "a: {b: 1}",
    "#@overlay/match-child-defaults missing_ok=True\na: {c: {d: 1}}", "a:\n  b: 1\n  c:\n    d: 1"),
  refused("child-defaults do not hold for the node itself", "a: 1",
    "#@overlay/match-child-defaults missing_ok=True\nb: {c: 1}",
      "overlay b o.yml:4; says overlaying b: Expected number of matched nodes to be 1, but was 0; hint "
      .. missing),
  refused("missing_ok=False below an inherited True", "a: {b: 1}",
    "#@overlay/match-child-defaults missing_ok=True\na:\n  #@overlay/match missing_ok=False\n  c: 1",
      "overlay a.c o.yml:6; says overlaying a.c: Expected number of matched nodes to be 1, but was 0; hint "
      .. missing),
  refused("expects= below an inherited missing_ok", "a: {b: 1}",
    "#@overlay/match-child-defaults missing_ok=True\na:\n  #@overlay/match expects=1\n  b: 1",
      "overlay a.b o.yml:6; says overlaying a.b: Expected only one of keyword arguments ('missing_ok', "
      .. "'expects') specified"),
}) end)

describe("operations (reference#operations):", function() rows.each(it, {
  refused("merge: only a null takes an array where none was", "a: {x: 1}\nb: [1]\nc: 1", "a: s\nb: ~\nc: [1]",
      "overlay c o.yml:5; says overlaying c: Expected array, but was integer; by base.yml:3"),
  laid("merge: scalars replace collections", "a: {x: 1}\nb: [1]", "a: s\nb: t", "a: s\nb: t"),
  laid("merge: null replaces", "a: {x: 1}", "a:", "a: null"),
  laid("merge: a left null is replaced by anything", "b:", "b: {x: 1}", "b:\n  x: 1"),
  laid("merge: empty collections change nothing", "a: {x: 1}\nb: [1]", "a: {}\nb: []", "a:\n  x: 1\nb:\n- 1"),
  refused("merge: a map needs a map", "a: 1", "a: {x: 1}",
      "overlay a o.yml:3; says overlaying a: Expected map, but was integer; by base.yml:1"),
  refused("merge: an array needs an array", "a: {x: 1}", "a: [1]",
      "overlay a o.yml:3; says overlaying a: Expected array, but was map; by base.yml:1"),
  laid("merge: the left keeps its place", "a: 1\nb: 2", "b: 3\na: 4", "a: 4\nb: 3"),
  laid("later items see what earlier ones did", "l: [1]",
    "l:\n- 2\n#@overlay/match by=overlay.index(1)\n- 3", "l:\n- 1\n- 3"),
  laid("remove a map item", "a: 1\nb: 2", "#@overlay/remove\na:", "b: 2"),
  laid("remove all matched items", "- 1\n- 2\n- 1",
      "#@overlay/match by=overlay.subset(1), expects=2\n#@overlay/remove\n-",
    "- 2"),
  laid("replace a map", "a: {x: 1}", "#@overlay/replace\na: {z: 2}", "a:\n  z: 2"),
  laid("replace via", "a: 5", "#@overlay/replace via=lambda l, r: l + r\na: 2", "a: 7"),
  laid("replace via Lua", "a: 5", "#@overlay/replace via=function(l, r) return l * r end\na: 2", "a: 10"),
  laid("replace or_add", "a: 1",
    "#@overlay/match missing_ok=True\n#@overlay/replace or_add=True\nb: 2\n#@overlay/match missing_ok=True\n"
    .. "#@overlay/replace\nc: 3", "a: 1\nb: 2"),
  laid("replace or_add via: the left is None", "a: 1",
      "#@overlay/match missing_ok=True\n#@overlay/replace or_add=True, via=lambda l, r: l == None "
        .. "and r * 2\nb: 2", "a: 1\nb: 4"),
  laid("insert before, after, both, via; append", "l: [1, 2]",
    "l:\n#@overlay/match by=overlay.index(0)\n#@overlay/insert before=True\n- b\n"
    .. "#@overlay/match by=overlay.subset(2)\n#@overlay/insert before=True, after=True\n- x\n"
    .. "#@overlay/match by=overlay.subset(1)\n#@overlay/insert after=True, via=lambda l, r: \"%d-%s\" % (l, r)\n- v\n"
    .. "#@overlay/append\n- end", "l:\n- b\n- 1\n- 1-v\n- x\n- 2\n- x\n- end"),
  laid("append ignores matches", "- 1", "#@overlay/match by=overlay.index(0)\n#@overlay/append\n- 2", "- 1\n- 2"),
  laid("assert that holds", "a: {x: 1, z: 2}", "#@overlay/assert\na: {x: 1}", "a:\n  x: 1\n  z: 2"),
  refused("assert: another scalar", "a: 1", "#@overlay/assert\na: 2",
      "overlay a o.yml:4; says overlaying a: Expected objects to equal, but did not: Expected leaf "
      .. "values to match integer integer; by base.yml:1"),
  refused("assert: another kind", "a: 1", "#@overlay/assert\na: {x: 1}",
      "overlay a o.yml:4; says overlaying a: Expected objects to equal, but did not: Expected map, but "
      .. "was integer; by base.yml:1"),
  refused("assert: a key that is missing", "a: {x: 1}", "#@overlay/assert\na: {z: 1}",
      "overlay a o.yml:4; says overlaying a: Expected objects to equal, but did not: Expected at least "
      .. "one map item to match by key; by base.yml:1"),
  refused("assert: an array that is too short", "a: [1]", "#@overlay/assert\na: [1, 2]",
      "overlay a o.yml:4; says overlaying a: Expected objects to equal, but did not: Expected to have "
      .. "matching number of array items; by base.yml:1"),
  laid("assert via: None passes", "a: 1", "#@overlay/assert via=lambda l, r: None\na: 1", "a: 1"),
  laid("assert via: True passes", "a: 1", "#@overlay/assert via=lambda l, r: l == r\na: 1", "a: 1"),
  refused("assert via: False", "a: 1", "#@overlay/assert via=lambda l, r: l != r\na: 1",
      "overlay a o.yml:4; says overlaying a: Expected via invocation to return true, but was false; by "
      .. "base.yml:1"),
  refused("assert via: False with a message", "a: 1", "#@overlay/assert via=lambda l, r: (False, \"no\")\na: 1",
      "overlay a o.yml:4; says overlaying a: Expected via invocation to return true, but was false "
      .. "with message: no; by base.yml:1"),
  refused("assert via: something else", "a: 1", "#@overlay/assert via=lambda l, r: 5\na: 1",
      "overlay a o.yml:4; says overlaying a: Expected via invocation to return nothing, a boolean, or "
      .. "a boolean and a message, but returned neither of those; by base.yml:1"),
  refused("two operations", "a: 1", "#@overlay/remove\n#@overlay/replace\na: 1",
      "overlay a o.yml:5; says overlaying a: Expected to find only one overlay operation"),
  refused("insert on a map item", "a: 1", "#@overlay/insert before=True\na: 1",
      "overlay a o.yml:4; says overlaying a: Found @overlay/insert on map item; only array items and "
      .. "documents can be annotated with @overlay/insert"),
  refused("append on a map item", "a: 1", "#@overlay/append\na: 1",
      "overlay a o.yml:4; says overlaying a: Found @overlay/append on map item; only array items and "
      .. "documents can be annotated with @overlay/append"),
  refused("insert without keywords", "- 1", "#@overlay/match by=overlay.index(0)\n#@overlay/insert\n- 1",
      "overlay [0] o.yml:5; says overlaying [0]: Expected 'overlay/insert' annotation to have at least "
      .. "one keyword argument (before=..., after=...)"),
  refused("via=5", "a: 1", "#@overlay/replace via=5\na: 1",
      "overlay a o.yml:4; says overlaying a: Expected 'overlay/replace' annotation keyword argument "
      .. "'via' to be function, but was integer"),
  refused("via of one parameter", "a: 1", "#@overlay/replace via=lambda l: l\na: 1",
      "overlay a o.yml:4; says overlaying a: function lambda accepts 1 positional argument (2 given); "
      .. "by base.yml:1"),
  { "documents: insert, remove, replace, append", base = "a: 1\n---\na: 2",
    overlay = "#@overlay/match by=overlay.index(0)\n#@overlay/insert after=True\n---\nb: 1\n"
      .. "#@overlay/match by=overlay.subset({\"a\": 2})\n#@overlay/remove\n---\n{}\n"
      .. "#@overlay/match by=overlay.index(0)\n#@overlay/replace\n---\nq: 1\n"
      .. "#@overlay/match by=overlay.all\n#@overlay/append\n---\nz: last",
    gives = "q: 1\n---\nb: 1\n---\nz: last" },
  { "all violations in one run, and how it reads (from-ytt#all-violations-in-one-run; ytt: the first)",
    base = "a: 1\nl: [1]",
    overlay = "#@overlay/match by=overlay.all\n---\nb: 1\nl:\n#@overlay/match by=overlay.index(4)\n- 2", says = [[
One or more overlays do not fit
===============================

Overlaying b: Expected number of matched nodes to be 1, but was 0
o.yml:
    |
  3 | b: 1
    |

    = hint: #@overlay/match missing_ok=True above it adds a key that is not there.

Overlaying l[0]: Expected number of matched nodes to be 1, but was 0
o.yml:
    |
  6 | - 2
    |
]] },
}) end)

local schema = "#@schema/default [{\"name\": \"x\"}]\nl:\n- name: ''\n  v: 1\nm: {a: 1, b: 2}"

describe("on data values (reference#overlays-on-data-values):", function() rows.each(it, {
  { "replace an array", schema = schema, over = "#@overlay/replace\nl: [{name: q}]\n",
    gives = "l:\n- name: q\n  v: 1\nm:\n  a: 1\n  b: 2" },
  { "items by a key, each filled in", schema = schema, over = "l:\n#@overlay/match by=\"name\"\n- {name: x, v: 5}",
    gives = "l:\n- name: x\n  v: 5\nm:\n  a: 1\n  b: 2" },
  { "a new item by a key, missing_ok", schema = schema,
    over = "l:\n#@overlay/match by=\"name\", missing_ok=True\n- {name: w}",
    gives = "l:\n- name: x\n  v: 1\n- name: w\n  v: 1\nm:\n  a: 1\n  b: 2" },
  { "missing_ok on an unknown key: the schema's business", schema = schema,
    over = "#@overlay/match missing_ok=True\nzz: 1", violations =
      "unknown-key zz v.yml:4; found zz; expected one of { l, m }; by s.yml:2" },
  { "when= on an unknown key: skipped", schema = "a: 1", over = "#@overlay/match when=1\nzz: 1", gives = "a: 1" },
  { "replace on the document: given keys first", schema = "a: 1\nb: 2",
    values = "#@data/values\n#@overlay/replace\n---\nb: 5", gives = "b: 5\na: 1" },
  { "remove on the document (ytt: crashes)", schema = "a: 1\nb: 2",
    values = "#@data/values\n#@overlay/remove\n---\nb: 5", violations =
      "overlay - v.yml:3; says overlaying (document): Found @overlay/remove on a document of data "
      .. "values or of a schema; it has exactly one counterpart, which can be merged, replaced or asserted" },
  { "expects= on the document", schema = "a: 1", values = "#@data/values\n#@overlay/match expects=2\n---\na: 5",
    violations =
      "overlay - v.yml:3; says overlaying (document): Expected number of matched nodes to be 2, but "
      .. "was 1; by s.yml:2" },
  { "child-defaults on the document", schema = "a: 1", values =
    "#@data/values\n#@overlay/match-child-defaults missing_ok=True\n---\na: 5", gives = "a: 5" },
  { "functions need permission (reference#trust)", schema = "a: 1",
    over = "#@overlay/replace via=lambda l, r: l + r\na: 5",
    violations =
      "code-in-values - v.yml:3; says code in data values is not run: overlay/replace; hint only "
      .. "literals (texts in quotes) and overlay's matchers need no permission: via=lambda l, r: l + r | to allow "
      .. "it, give --allow-code-in-values (in Lua, opts.code_in_values)." },
}) end)
