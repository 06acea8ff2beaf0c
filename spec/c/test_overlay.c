/* test_overlay.c - Tests of operations of overlays, row by row
 * (reference#merging-schemas, reference#operations). */

#include "overlay_cases.h"

/* ---- g.1, g.3: merging --------------------------------------------------- */

static const overlay_case merging[] = {
    {"unannotated items are appended", "l: [1]", "l: [5]", "{l: [1, 5]}"},
    {"scalars replace anything", "a: {x: 1}\nb: [1]", "a: s\nb: t",
     "{a: s, b: t}"},
    {"null replaces anything", "a: {x: 1}\nb: [1]\nc: 1", "a: ~\nb:\nc: null",
     "{a: null, b: null, c: null}"},
    {"empty collections change nothing", "a: {x: 1}\nb: [1]", "a: {}\nb: []",
     "{a: {x: 1}, b: [1]}"},
    {"null is replaced by anything", "b:", "b: {x: 1}", "{b: {x: 1}}"},
    {"null is replaced by an array", "b:", "b: [1]", "{b: [1]}"},
    {"a null document, too", "---\n~\n", "a: 1", "{a: 1}"},
    {"maps merge, the left item keeps its place", "a: 1\nb: {c: 2, d: 3}\ne: 4",
     "b: {d: 5}\na: 6", "{a: 6, b: {c: 2, d: 5}, e: 4}"},
    {"overlay/merge says the same", "a: {x: 1}", "#@overlay/merge\na: {x: 2}",
     "{a: {x: 2}}"},
    {"a key has to be there", "a: 1", "a: 2\nb: 3",
     "! b at o.yml:4: Expected number of matched nodes to be 1, but was 0"},
    {"keys are type-exact", "1: a", "\"1\": b",
     "! 1 at o.yml:3: Expected number of matched nodes to be 1, but was 0"},
    {"a map needs a map", "a: 1", "a: {x: 1}",
     "! a at o.yml:3 by b.yml:1: Expected map, but was integer"},
    {"a map is no array", "a: [1]", "a: {x: 1}",
     "! a at o.yml:3 by b.yml:1: Expected map, but was array"},
    {"an array needs an array", "a: text", "a: [1]",
     "! a at o.yml:3 by b.yml:1: Expected array, but was string"},
    {"documents, too", "[1]", "a: 1",
     "! at o.yml:2 by b.yml:1: Expected map, but was array"},
    {"all violations are reported", "a: 1\nb: {c: 1}",
     "x: 1\na: {y: 1}\nb:\n  z: 1\n  c: [1]",
     "! x at o.yml:3: Expected number of matched nodes to be 1, but was 0\n"
     "! a at o.yml:4 by b.yml:1: Expected map, but was integer\n"
     "! b.z at o.yml:6: Expected number of matched nodes to be 1, but was 0\n"
     "! b.c at o.yml:7 by b.yml:2: Expected array, but was integer"},
    {"every document is merged", "a: 1\n---\na: 2", "a: {b: 1}",
     "! a at o.yml:3 by b.yml:1: Expected map, but was integer\n"
     "! a at o.yml:3 by b.yml:3: Expected map, but was integer"},
    {"a copy for each match", "a: {l: []}\n---\na: {l: []}\n---\na: {l: []}",
     "a: {l: [{x: 1}]}\n"
     "#@overlay/match by=[\"@index\", 1]\n---\n"
     "a:\n  l:\n  #@overlay/match by=[\"@index\", 0]\n  - x: 2",
     "{a: {l: [{x: 1}]}} --- {a: {l: [{x: 2}]}} --- {a: {l: [{x: 1}]}}"},
};

/* ---- g.3: operations ----------------------------------------------------- */

static const overlay_case operations[] = {
    {"remove an entry", "a: 1\nb: 2", "#@overlay/remove\na:", "{b: 2}"},
    {"remove all entries", "a: 1\nb: 2",
     "#@overlay/match by=[\"@all\"], expects=2\n#@overlay/remove\nx:", "{}"},
    {"remove and add again", "a: 1\nb: 2",
     "#@overlay/match by=[\"@all\"], expects=2\n#@overlay/remove\nx:\n"
     "#@overlay/match missing_ok=True\na: 3",
     "{a: 3}"},
    {"remove what is not there", "a: 1", "#@overlay/remove\nb:",
     "! b at o.yml:4: Expected number of matched nodes to be 1, but was 0"},
    {"remove the last item", "[1, 2]",
     "#@overlay/match by=[\"@index\", 1]\n#@overlay/remove\n-\n- 3", "[1, 3]"},
    {"indexes count what is left", "[1, 2, 3]",
     "#@overlay/match by=[\"@index\", 0]\n#@overlay/remove\n-\n"
     "#@overlay/match by=[\"@index\", 0]\n#@overlay/remove\n-",
     "[3]"},
    {"remove documents", "a: 1\n---\na: 2\n---\na: 3",
     "#@overlay/match by=[\"@not_op\", [\"@index\", 1]], expects=2\n"
     "#@overlay/remove\n---\n",
     "{a: 2}"},
    {"remove without a match does nothing", "[1]", "#@overlay/remove\n- 1",
     "[1]"},
    {"replace an entry", "a: {x: 1}", "#@overlay/replace\na: {y: 2}",
     "{a: {y: 2}}"},
    {"replace an array", "a: [1, 2]", "#@overlay/replace\na: [3]", "{a: [3]}"},
    {"replace with what annotations say below is not read", "a: {x: 1}",
     "#@overlay/replace\na:\n  #@overlay/remove\n  y: 2", "{a: {y: 2}}"},
    {"replace keeps the left key", "a: 1\nb: 2",
     "#@overlay/match by=[\"@all\"], expects=2\n#@overlay/replace\nx: {y: 1}",
     "{a: {y: 1}, b: {y: 1}}"},
    {"replace without a match does nothing", "[1]", "#@overlay/replace\n- 2",
     "[1]"},
    {"replace or_add without a match adds", "[1]",
     "#@overlay/replace or_add=True\n- 2", "[1, 2]"},
    {"replace a document", "a: 1\n---\nb: 1",
     "#@overlay/match by=[\"@index\", 0]\n#@overlay/replace\n---\n- 5",
     "[5] --- {b: 1}"},
    {"replace via", "a: 1", "#@overlay/replace via=\"@plus\"\na: 2", "{a: 3}"},
    {"replace several via", "[1, 2]",
     "#@overlay/match by=[\"@all\"], expects=2\n"
     "#@overlay/replace via=\"@plus\"\n- 10",
     "[11, 12]"},
    {"replace via: left is nil when adding", "{}",
     "#@overlay/match missing_ok=True\n"
     "#@overlay/replace via=\"@plus\", or_add=True\na: 2",
     "{a: 102}"},
    {"replace via: collections", "a: {x: 1}",
     "#@overlay/replace via=\"@both\"\na: [2]", "{a: [{x: 1}, [2]]}"},
    {"replace via: null", "a: 1", "#@overlay/replace via=\"@nothing\"\na: 2",
     "{a: null}"},
    {"replace via: it fails", "a: 1", "#@overlay/replace via=\"@throws\"\na: 2",
     "! a at o.yml:4 by b.yml:1: o.lua:1: out of luck"},
    {"insert before", "[1, 2]",
     "#@overlay/match by=[\"@index\", 0]\n#@overlay/insert before=True\n- 0",
     "[0, 1, 2]"},
    {"insert after the last", "[1, 2]",
     "#@overlay/match by=[\"@index\", 1]\n#@overlay/insert after=True\n- 3\n"
     "- 4",
     "[1, 2, 3, 4]"},
    {"insert at every match", "[1, 2]",
     "#@overlay/match by=[\"@all\"], expects=2\n"
     "#@overlay/insert before=True, after=True\n- {x: [0]}",
     "[{x: [0]}, 1, {x: [0]}, {x: [0]}, 2, {x: [0]}]"},
    {"before=False inserts nothing", "[1]",
     "#@overlay/match by=[\"@all\"]\n#@overlay/insert before=False\n- 0",
     "[1]"},
    {"insert via", "[1]",
     "#@overlay/match by=[\"@all\"]\n"
     "#@overlay/insert after=True, via=\"@both\"\n- v",
     "[1, [1, v]]"},
    {"insert via: it fails", "[1]",
     "#@overlay/match by=[\"@all\"]\n"
     "#@overlay/insert after=True, via=\"@throws\"\n- v",
     "! [0] at o.yml:5 by b.yml:1: o.lua:1: out of luck"},
    {"insert without a match does nothing", "[1]",
     "#@overlay/insert before=True\n- 0", "[1]"},
    {"insert and append on one array", "[1, 2]",
     "#@overlay/match by=[\"@index\", 0]\n#@overlay/insert before=True\n- b\n"
     "#@overlay/match by=[\"@subset\", 2]\n"
     "#@overlay/insert before=True, after=True\n- x\n"
     "#@overlay/match by=[\"@subset\", 1]\n"
     "#@overlay/insert after=True, via=\"@both\"\n- v\n"
     "#@overlay/append\n- end",
     "[b, 1, [1, v], x, 2, x, end]"},
    {"what was inserted is found by its key", "- {n: a}\n- {n: b}",
     "#@overlay/match by=\"n\"\n#@overlay/insert before=True\n- {n: c}\n"
     "#@overlay/match by=\"n\", missing_ok=True\n- {n: c, v: 1}\n",
     "! [0] at o.yml:5: Expected number of matched nodes to be 1, but was 0"},
    {"insert by the key of the match", "- {n: a}\n- {n: b}",
     "#@overlay/match by=\"n\"\n"
     "#@overlay/insert before=True, via=\"@left_copy\"\n- {n: b}",
     "! [0] at o.yml:5: Expected 'overlay/insert' annotation keyword argument "
     "'via' to be function, but was string"},
    {"found again where it was inserted", "- {n: a}\n- {n: b}",
     "#@overlay/match by=\"n\"\n#@overlay/insert before=True\n- {n: b, v: 1}\n"
     "#@overlay/match by=\"n\", expects=2\n#@overlay/remove\n- {n: b}\n"
     "#@overlay/match by=\"n\"\n#@overlay/insert before=True\n- {n: a, v: 2}\n",
     "[{n: a, v: 2}, {n: a}]"},
    {"append ignores matches", "[1]",
     "#@overlay/match by=\"@throws\", expects=7\n#@overlay/append\n- 2",
     "[1, 2]"},
    {"append a document", "a: 1",
     "#@overlay/match by=[\"@all\"]\n#@overlay/append\n---\nb: 1",
     "{a: 1} --- {b: 1}"},
    {"documents: insert, remove, replace, append", "a: 1\n---\na: 2",
     "#@overlay/match by=[\"@index\", 0]\n#@overlay/insert after=True\n---\n"
     "b: 1\n"
     "#@overlay/match by=[\"@subset\", {\"a\": 2}]\n#@overlay/remove\n---\n"
     "#@overlay/match by=[\"@index\", 0]\n#@overlay/replace\n---\nq: 1\n"
     "#@overlay/match by=[\"@all\"]\n#@overlay/append\n---\nz: last",
     "{q: 1} --- {b: 1} --- {z: last}"},
};

static const overlay_case assertions[] = {
    {"a subset", "a: {x: 1, y: 2}", "#@overlay/assert\na: {x: 1}",
     "{a: {x: 1, y: 2}}"},
    {"on the document", "a: 1\n---\na: 1",
     "#@overlay/match by=[\"@all\"], expects=2\n#@overlay/assert\n---\na: 1",
     "{a: 1} --- {a: 1}"},
    {"on an item", "[1, 2]",
     "#@overlay/match by=[\"@index\", 1]\n#@overlay/assert\n- 2", "[1, 2]"},
    {"scalars differ", "a: 1", "#@overlay/assert\na: 2",
     "! a at o.yml:4 by b.yml:1: Expected objects to equal, but did not: "
     "Expected leaf values to match integer integer"},
    {"kinds of scalars differ", "a: x", "#@overlay/assert\na: 2",
     "! a at o.yml:4 by b.yml:1: Expected objects to equal, but did not: "
     "Expected leaf values to match string integer"},
    {"shapes differ", "a: 1", "#@overlay/assert\na: {x: 1}",
     "! a at o.yml:4 by b.yml:1: Expected objects to equal, but did not: "
     "Expected map, but was integer"},
    {"a key is missing", "a: {y: 1}", "#@overlay/assert\na: {x: 1}",
     "! a at o.yml:4 by b.yml:1: Expected objects to equal, but did not: "
     "Expected at least one map item to match by key"},
    {"an item is missing", "a: [1]", "#@overlay/assert\na: [1, 2]",
     "! a at o.yml:4 by b.yml:1: Expected objects to equal, but did not: "
     "Expected to have matching number of array items"},
    {"each match that differs", "[1, 2, 3]",
     "#@overlay/match by=[\"@all\"], expects=3\n#@overlay/assert\n- 2",
     "! [0] at o.yml:5 by b.yml:1: Expected objects to equal, but did not: "
     "Expected leaf values to match integer integer\n"
     "! [0] at o.yml:5 by b.yml:1: Expected objects to equal, but did not: "
     "Expected leaf values to match integer integer"},
    {"compared, then merged", "a: {l: [1]}", "#@overlay/assert\na: {l: [1]}",
     "{a: {l: [1, 1]}}"},
    {"annotations below count", "a: {x: 1, y: 2}",
     "#@overlay/assert\na:\n  #@overlay/remove\n  x: 1", "{a: {y: 2}}"},
    {"via: nothing passes, the scalar stays", "a: 1",
     "#@overlay/assert via=\"@nothing\"\na: 2", "{a: 1}"},
    {"via: true passes, maps are merged", "a: {x: 1}",
     "#@overlay/assert via=\"@true\"\na: {x: 2}", "{a: {x: 2}}"},
    {"via: true and a message passes", "a: 1",
     "#@overlay/assert via=\"@true_why\"\na: 2", "{a: 1}"},
    {"via: false", "a: 1", "#@overlay/assert via=\"@false\"\na: 1",
     "! a at o.yml:4 by b.yml:1: Expected via invocation to return true, but "
     "was false"},
    {"via: false and a message", "a: 1",
     "#@overlay/assert via=\"@false_why\"\na: 1",
     "! a at o.yml:4 by b.yml:1: Expected via invocation to return true, but "
     "was false with message: too low"},
    {"via: something else", "a: 1", "#@overlay/assert via=\"@seven\"\na: 1",
     "! a at o.yml:4 by b.yml:1: Expected via invocation to return nothing, a "
     "boolean, or a boolean and a message, but returned neither of those"},
    {"via: a boolean and no message", "a: 1",
     "#@overlay/assert via=\"@false_nil\"\na: 1",
     "! a at o.yml:4 by b.yml:1: Expected via invocation to return nothing, a "
     "boolean, or a boolean and a message, but returned neither of those"},
    {"via: it fails", "a: 1", "#@overlay/assert via=\"@throws\"\na: 1",
     "! a at o.yml:4 by b.yml:1: o.lua:1: out of luck"},
    {"via: shapes still have to fit", "a: 1",
     "#@overlay/assert via=\"@true\"\na: {x: 1}",
     "! a at o.yml:4 by b.yml:1: Expected map, but was integer"},
};

/* ---- g.4: data values ---------------------------------------------------- */

static const overlay_case values[] = {
    {"unknown keys are added: the schema's business", "a: 1", "b: 2",
     "{a: 1, b: 2}"},
    {"unless something is said about matches", "a: 1",
     "#@overlay/match expects=1\nb: 2",
     "! b at o.yml:4: Expected number of matched nodes to be 1, but was 0"},
    {"an inherited missing_ok=False says it", "a: {}",
     "#@overlay/match-child-defaults missing_ok=False\na:\n  b: 1",
     "! a.b at o.yml:5: Expected number of matched nodes to be 1, but was 0"},
    {"an operation need not find its key", "a: 1",
     "#@overlay/remove\nb: 2\n#@overlay/replace\nc: 3\n"
     "#@overlay/replace or_add=True\nd: 4\n#@overlay/assert\ne: 5",
     "{a: 1, d: 4}"},
    {"unless it says so", "a: 1",
     "#@overlay/match expects=1\n#@overlay/remove\nb: 2",
     "! b at o.yml:5: Expected number of matched nodes to be 1, but was 0"},
    {"replace an array", "l: [1, 2]", "#@overlay/replace\nl: [3]", "{l: [3]}"},
    {"items are merged by key", "l:\n- {n: a, v: 1}\n- {n: b, v: 2}",
     "l:\n#@overlay/match by=\"n\"\n- {n: b, v: 3}",
     "{l: [{n: a, v: 1}, {n: b, v: 3}]}"},
    {"keys and matchers on one map", "x: {n: a}\ny: {n: b}",
     "#@overlay/match by=\"n\"\nr: {n: a, v: 1}\n"
     "y: {n: c}\n"
     "#@overlay/match by=\"n\"\ns: {n: c, v: 2}\n"
     "#@overlay/match missing_ok=True\nz: {n: d}\n"
     "#@overlay/match by=\"n\"\nt: {n: d, v: 3}\n"
     "#@overlay/remove\nx: 0\n"
     "#@overlay/match by=\"n\", missing_ok=True\nu: {n: a}",
     "{y: {n: c, v: 2}, z: {n: d, v: 3}, u: {n: a}}"},
    {"missing_ok appends", "l:\n- {n: a}",
     "l:\n#@overlay/match by=\"n\", missing_ok=True\n- {n: b}",
     "{l: [{n: a}, {n: b}]}"},
    {"when=1 on an unknown key skips it", "a: 1",
     "#@overlay/match when=1\nb: 2", "{a: 1}"},
    {"replace the document", "a: 1",
     "#@data/values\n#@overlay/replace\n---\nb: 2", "{b: 2}"},
    {"replace the document via", "a: 1",
     "#@data/values\n#@overlay/replace via=\"@both\"\n---\nb: 2",
     "[{a: 1}, {b: 2}]"},
    {"defaults on the document", "a: {}",
     "#@data/values\n#@overlay/match-child-defaults missing_ok=True\n---\n"
     "a:\n  #@overlay/replace or_add=True\n  b: 1\nc: 2",
     "{a: {b: 1}, c: 2}"},
    {"by on the document is ignored", "a: 1",
     "#@data/values\n#@overlay/match by=5\n---\na: 2", "{a: 2}"},
    {"expects is not", "a: 1",
     "#@data/values\n#@overlay/match expects=2\n---\na: 2",
     "! at o.yml:3 by b.yml:1: Expected number of matched nodes to be 2, but "
     "was 1"},
    {"nor is when", "a: 1", "#@data/values\n#@overlay/match when=2\n---\na: 2",
     "{a: 1}"},
    {"when that fails is a violation", "a: 1",
     "#@data/values\n#@overlay/match when=\"@seven\"\n---\na: 2",
     "! at o.yml:3 by b.yml:1: Expected keyword argument 'when' to have a "
     "function that returns a boolean"},
    {"expects that is met", "a: 1",
     "#@data/values\n#@overlay/match expects=\"@true\"\n---\na: 2", "{a: 2}"},
    {"an unknown keyword is a violation, when or not", "a: 1",
     "#@data/values\n#@overlay/match when=2, what=3\n---\na: 2",
     "! at o.yml:3: Unknown 'overlay/match' annotation keyword argument "
     "'what'"},
    {"an assertion on the document", "a: 1",
     "#@data/values\n#@overlay/assert\n---\na: 2",
     "! at o.yml:3 by b.yml:1: Expected objects to equal, but did not: "
     "Expected leaf values to match integer integer"},
    {"remove the document (reference#overlays-on-data-values; ytt: crashes)",
     "a: 1", "#@data/values\n#@overlay/remove\n---\na: 2",
     "! at o.yml:3: Found @overlay/remove on a document of data values or of "
     "a schema; it has exactly one counterpart, which can be merged, replaced "
     "or asserted"},
    {"insert the document", "a: 1",
     "#@data/values\n#@overlay/insert before=True\n---\na: 2",
     "! at o.yml:3: Found @overlay/insert on a document of data values or of "
     "a schema; it has exactly one counterpart, which can be merged, replaced "
     "or asserted"},
    {"append the document", "a: 1",
     "#@data/values\n#@overlay/append\n---\na: 2",
     "! at o.yml:3: Found @overlay/append on a document of data values or of "
     "a schema; it has exactly one counterpart, which can be merged, replaced "
     "or asserted"},
    {"null over the document", "a: 1", "~", "null"},
    {"a map over a scalar", "a: 1", "a: {b: 1}",
     "! a at o.yml:3 by b.yml:1: Expected map, but was integer"},
};

static const overlay_case plain[] = {
    {"arrays replace", "a: [1]\nb: {c: [1], d: 1}", "a: [2]\nb: {c: [3]}",
     "{a: [2], b: {c: [3], d: 1}}"},
    {"maps merge, keys are added", "a: {b: 1}", "a: {c: 2}\nd: 3",
     "{a: {b: 1, c: 2}, d: 3}"},
    {"a map replaces what is none", "a: 1\nb: [1]", "a: {x: 1}\nb: {x: 1}",
     "{a: {x: 1}, b: {x: 1}}"},
    {"an array replaces a map", "a: {x: 1}", "a: [1]", "{a: [1]}"},
};

/* ---- f: schema documents ------------------------------------------------- */

static const overlay_case schemas[] = {
    {"a scalar replaces value and type", "a: 1\nb: {x: 1}",
     "a: now string\nb: 5", "{a: now string, b: 5}"},
    {"a map over a scalar", "a: 1", "a: {x: 1}",
     "! a at o.yml:3 by b.yml:1: Expected map, but was integer"},
    {"a new key", "a: 1", "b: 1",
     "! b at o.yml:3: Expected number of matched nodes to be 1, but was 0"},
    {"a new key with missing_ok", "a: 1",
     "#@overlay/match missing_ok=True\nb: 1", "{a: 1, b: 1}"},
    {"new keys with defaults on the document", "a: 1",
     "#@data/values-schema\n#@overlay/match-child-defaults missing_ok=True\n"
     "---\nb: 1\nc: {d: 1}",
     "{a: 1, b: 1, c: {d: 1}}"},
    {"an item is appended", "l: [1]", "l: [2]", "{l: [1, 2]}"},
    {"unless it has a match", "l: [{a: 1}]",
     "l:\n#@overlay/match by=[\"@index\", 0]\n- a: 2", "{l: [{a: 2}]}"},
    {"or the array is replaced", "l: [1]", "#@overlay/replace\nl: [2]",
     "{l: [2]}"},
    {"remove needs a dummy value", "a: 1\nb: 2", "#@overlay/remove\na: 0",
     "{b: 2}"},
};

/* ---- main ---------------------------------------------------------------- */

int main(void) {
  RUN(ALL, merging);
  RUN(ALL, operations);
  RUN(ALL, assertions);
  RUN(VALUES, values);
  RUN(PLAIN, plain);
  RUN(SCHEMA, schemas);
  return check_done();
}
