-- Tests several schema documents: how they are merged, and which annotations apply.

local rows = require "spec.support.rows"

local array_hint, null_hint = rows.array_hint, rows.null_hint

local function over(title, left, right, expected)
  local row = { title, schema = { left, right } }
  for key, value in pairs(expected) do row[key] = value end
  return row
end

local missing = "#@overlay/match missing_ok=True above it adds a key that is not there."

describe("each document alone (reference#merging-schemas):", function() rows.each(it, {
  over("a document has to be valid by itself: null", "a: 1", "#@overlay/remove\na:", { violations =
      "null-value - s2.yml:4; found null value; expected non-null value; hint " .. null_hint }),
  over("a document has to be valid by itself: an empty array", "a: [1]", "a: []", { violations =
      "array-items - s2.yml:3; found 0 array items; expected exactly 1 array item, of the desired "
      .. "type; hint " .. array_hint }),
  over("a key is removed with a dummy value", "a: 1\nb: 2", "#@overlay/remove\na: 0", { gives = "b: 2" }),
}) end)

describe("merging (reference#merging-schemas):", function() rows.each(it, {
  over("a scalar replaces value and type", "a: 1", "a: now a string", { gives = "a: now a string" }),
  over("a scalar replaces the type: it is checked", "a: 1", "a: text",
    { values = "a: 2", violations = "type a v.yml:1; found integer; expected string; by s2.yml:3; "
      .. "hint to make it a string, put it in quotes." }),
  over("a scalar over a map", "a: {b: 1}", "a: 5", { gives = "a: 5" }),
  over("a map over a scalar is an error", "a: 1", "a: {b: 1}", { violations =
      "schema-overlay a s2.yml:3; says overlaying a: Expected map, but was integer; by s.yml:3" }),
  over("a new key is an error", "a: 1", "b: 1", { violations =
      "schema-overlay b s2.yml:3; says overlaying b: Expected number of matched nodes to be 1, but was "
      .. "0; hint " .. missing }),
  over("a new key with missing_ok", "a: 1", "#@overlay/match missing_ok=True\nb: 1", { gives = "a: 1\nb: 1" }),
  { "a new key with match-child-defaults on the document", file = { "#@data/values-schema\n---\na: 1",
    "#@data/values-schema\n#@overlay/match-child-defaults missing_ok=True\n---\nb: 1\nm: {c: 1}" },
    gives = "a: 1\nb: 1\nm:\n  c: 1" },
  over("an array's item is appended: two items", "a: [1]", "a: ['']", { violations =
      "array-items - s2.yml:3; found 2 array items; expected exactly 1 array item, of the desired "
      .. "type; hint " .. array_hint }),
  over("an array's item by index", "a: [1]", "a:\n#@overlay/match by=overlay.index(0)\n- ''",
    { values = "a: [x]", gives = "a:\n- x" }),
  over("an array replaced", "a: [1]", "#@overlay/replace\na: ['']", { values = "a: [x]", gives = "a:\n- x" }),
  over("the left's annotations stay", "#@schema/nullable\na: 1", "a: 2", { gives = "a: null" }),
  over("the right's come in (from-ytt#several-schema-documents; ytt: they are dropped)",
    "a: 1", "#@schema/nullable\na: 2",
    { gives = "a: null" }),
  over("the right's replace those of the same name (reference#annotations-of-schemas)",
    "#@schema/default 5\n#@schema/nullable\na: 1",
    "#@schema/default 6\na: 2", { gives = "a: 6" }),
  over("replace: the right's annotations and none of the left's", "#@schema/nullable\na: 1",
    "#@overlay/replace\n#@schema/default 7\na: 2", { gives = "a: 7" }),
  over("replace: the left's nullable is gone", "#@schema/nullable\na: 1",
      "#@overlay/replace\na: 2", { gives = "a: 2" }),
  over("what missing_ok adds keeps its annotations", "a: 1",
    "#@overlay/match missing_ok=True\n#@schema/nullable\nb: 1", { gives = "a: 1\nb: null" }),
  { "the second document's own annotations count as any right node's (from-ytt#several-schema-documents; ytt: ignored)",
    file = { "#@data/values-schema\n---\na: 1", "#@schema/nullable\n#@data/values-schema\n---\na: 2" },
    flags = { "-f", "s.yml", "-f", "s2.yml" }, gives = "" },
  over("validation merged: the right's rules (from-ytt#several-schema-documents; ytt: the left's)",
    "#@schema/validation min=10\na: 1",
    "#@schema/validation max=-5\na: 2",
    { violations = "rule a s2.yml:4; found value > -5; expected a value <= -5; by s2.yml:3" }),
  over("any=True merged over an integer (from-ytt#several-schema-documents; ytt: a null error)", "a: 1",
    "#@schema/type any=True\na:", { values = "a: [1]", gives = "a:\n- 1" }),
  over("@overlay/match by= of a document is ignored", "a: 1", "a: 2", { gives = "a: 2" }),
  { "expects= of a document is not", file = { "#@data/values-schema\n---\na: 1",
    "#@data/values-schema\n#@overlay/match by=overlay.all, expects=2\n---\na: 2" }, violations =
      "schema-overlay - s2.yml:3; says overlaying (document): Expected number of matched nodes to be "
      .. "2, but was 1; by s.yml:2" },
  over("assert: a value that has to be there", "a: 1", "#@overlay/assert\na: 2", { violations =
      "schema-overlay a s2.yml:4; says overlaying a: Expected objects to equal, but did not: Expected "
      .. "leaf values to match integer integer; by s.yml:3" }),
  { "all violations are reported (reference#one-report)", schema = { "a: 1\nb: 1", "a: {c: 1}\nbb: 1" }, violations = {
      "schema-overlay a s2.yml:3; says overlaying a: Expected map, but was integer; by s.yml:3",
      "schema-overlay bb s2.yml:4; says overlaying bb: Expected number of matched nodes to be 1, but was 0; "
        .. "hint did you mean \"b\"? | " .. missing,
    } },
  { "how it reads", schema = { "a: 1", "b: 1" }, says = [[
Invalid schema
==============

Overlaying b (at s2.yml:3): Expected number of matched nodes to be 1, but was 0
s2.yml:
    |
  3 | b: 1
    |

    = hint: #@overlay/match missing_ok=True above it adds a key that is not there.
]] },
}) end)

describe("order (reference#merging-schemas):", function() rows.each(it, {
  { "of -f", schema = { "a: 1", "a: 2" }, flags = { "-f", "s2.yml", "-f", "s.yml" }, gives = "a: 1" },
  { "in a file, the documents'", file = "#@data/values-schema\n---\na: 1\n#@data/values-schema\n---\na: 2",
    gives = "a: 2" },
  { "in a directory, by relative paths",
    files = { ["in/2.yml"] = "#@data/values-schema\n---\na: 2", ["in/1.yml"] = "#@data/values-schema\n---\na: 1" },
    flags = { "-f", "in/" }, gives = "a: 2" },
  { "schemas are found after values", schema = { "a: 1", "a: 2" }, values = "a: 3",
    flags = { "-f", "s.yml", "-f", "v.yml", "-f", "s2.yml" }, gives = "a: 3" },
}) end)
