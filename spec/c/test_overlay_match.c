/* test_overlay_match.c - Tests of the nodes that an overlay node matches, and
 * of its annotations, row by row (reference#matching). */

#include "overlay_cases.h"

/* ---- g.2: which, and how many -------------------------------------------- */

static const overlay_case matching[] = {
    {"by a key's value", "- {n: a, v: 1}\n- {n: b, v: 2}",
     "#@overlay/match by=\"n\"\n- {n: b, v: 3}",
     "[{n: a, v: 1}, {n: b, v: 3}]"},
    {"by a key's value on map entries", "x: {n: a, v: 1}\ny: {n: b, v: 2}",
     "#@overlay/match by=\"n\"\nz: {n: b, v: 3}",
     "{x: {n: a, v: 1}, y: {n: b, v: 3}}"},
    {"by a key's value on map entries, removed",
     "x: {n: a, v: 1}\ny: {n: b, v: 2}",
     "#@overlay/match by=\"n\"\n#@overlay/remove\nz: {n: a}\n"
     "#@overlay/match missing_ok=True\nx: 1",
     "{y: {n: b, v: 2}, x: 1}"},
    {"map_key says the same", "- {n: a, v: 1}\n- {n: b, v: 2}",
     "#@overlay/match by=[\"@map_key\", \"n\"]\n- {n: a, v: 3}",
     "[{n: a, v: 3}, {n: b, v: 2}]"},
    {"map_key on documents", "n: a\n---\nn: b",
     "#@overlay/match by=[\"@map_key\", \"n\"]\n---\nn: b\n"
     "#@overlay/match missing_ok=True\nv: 1",
     "{n: a} --- {n: b, v: 1}"},
    {"map_key below an operator", "- {n: a}\n- {n: b}",
     "#@overlay/match by=[\"@not_op\", [\"@map_key\", \"n\"]]\n"
     "#@overlay/remove\n- n: b",
     "[{n: b}]"},
    {"values of every kind",
     "- n: {a: [1]}\n- n: [1]\n- n: 1.5\n- n: ~\n- n: "
     "true",
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n: {a: [1]}\n"
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n: [1]\n"
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n: 1.5\n"
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n:\n",
     "[{n: true}]"},
    {"an integer is no float", "- n: 1\n- n: 1.0",
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n: 1.0", "[{n: 1}]"},
    {"floats beyond any integer", "- n: 1.0e+19\n- n: 2.0e+30\n- n: -3.5",
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n: 2.0e+30\n"
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n: 10.0e+18",
     "[{n: -3.5}]"},
    {".nan equals nothing", "- n: .nan",
     "#@overlay/match by=\"n\", expects=0\n#@overlay/remove\n- n: .nan",
     "[{n: nan}]"},
    {"every candidate has to have the key", "- n: a\n- m: b",
     "#@overlay/match by=\"n\"\n- n: a",
     "! [0] at o.yml:4 by b.yml:2: overlay.map_key_matcher: Expected to find "
     "map item with key 'n', but did not"},
    {"and the overlay's node", "- n: a", "#@overlay/match by=\"n\"\n- m: a",
     "! [0] at o.yml:4: overlay.map_key_matcher: Expected to find map item "
     "with key 'n', but did not"},
    {"without candidates nothing is searched", "[]",
     "#@overlay/match by=\"n\", missing_ok=True\n- m: a", "[{m: a}]"},
    {"candidates have to be maps", "- n: a\n- 5",
     "#@overlay/match by=\"n\"\n- n: a",
     "! [0] at o.yml:4 by b.yml:2: overlay.map_key_matcher: Expected value to "
     "be map, but was integer"},
    {"the unsuitable candidate may have left", "- 5\n- n: a",
     "#@overlay/match by=\"n\", expects=\"0+\"\n- n: a\n"
     "#@overlay/match by=[\"@index\", 0]\n#@overlay/remove\n- 5\n"
     "#@overlay/match by=\"n\"\n- {n: x}",
     "! [0] at o.yml:4 by b.yml:1: overlay.map_key_matcher: Expected value to "
     "be map, but was integer\n"
     "! [2] at o.yml:9: Expected number of matched nodes to be 1, but was 0"},
    {"values that were changed are found", "- {n: a}\n- {n: b}",
     "#@overlay/match by=\"n\"\n- n: a\n"
     "#@overlay/match by=[\"@index\", 0]\n- n: c\n"
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n: c\n"
     "- n: d\n"
     "#@overlay/match by=\"n\"\n#@overlay/remove\n- n: d\n",
     "[{n: b}]"},
    {"collections that were changed are found",
     "- {n: p, c: [1]}\n- {n: q, c: [1]}\n- {n: r, c: [2]}",
     "#@overlay/match by=\"c\", expects=2\n- {c: [1]}\n"
     "#@overlay/match by=\"n\"\n- {n: q, c: [2]}\n"
     "#@overlay/match by=\"c\"\n- {c: [1, 1]}\n"
     "#@overlay/match by=\"c\", expects=0\n#@overlay/remove\n- {c: [1]}\n"
     "#@overlay/match by=\"c\"\n#@overlay/remove\n- {c: [1, 1, 2]}\n",
     "[{n: p, c: [1, 1, 1, 1]}, {n: r, c: [2]}]"},
    {"and what a matcher changed", "- {b: p, m: 1}\n- {b: q, m: 2}",
     "#@overlay/match by=\"b\"\n- {b: p}\n"
     "#@overlay/match by=\"m\"\n- m: 1\n"
     "  #@overlay/match by=\"@key_is_b\"\n  z: s\n"
     "#@overlay/match by=\"b\"\n#@overlay/remove\n- {b: s}\n",
     "[{b: q, m: 2}]"},
    {"and what was replaced, or lost its key and got another",
     "- {n: p, m: 1}\n- {n: q, m: 2}",
     "#@overlay/match by=\"n\"\n- {n: p}\n"
     "#@overlay/match by=\"m\"\n#@overlay/replace\n- {n: s, m: 1}\n"
     "#@overlay/match by=\"n\"\n- {n: s, m: 3}\n"
     "#@overlay/match by=\"m\"\n- m: 2\n  #@overlay/remove\n  n: q\n"
     "#@overlay/match by=\"m\"\n- m: 2\n  #@overlay/match missing_ok=True\n  "
     "n: t\n"
     "#@overlay/match by=\"n\"\n- {n: t, m: 4}\n",
     "[{n: s, m: 3}, {m: 4, n: t}]"},
    {"more keys than there are lookups for",
     "- {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, "
     "l: 1, m: 1, n: 1, o: 1, p: 1, q: 1, r: 1}",
     "#@overlay/match by=\"a\"\n- a: 1\n#@overlay/match by=\"b\"\n- b: 1\n"
     "#@overlay/match by=\"c\"\n- c: 1\n#@overlay/match by=\"d\"\n- d: 1\n"
     "#@overlay/match by=\"e\"\n- e: 1\n#@overlay/match by=\"f\"\n- f: 1\n"
     "#@overlay/match by=\"g\"\n- g: 1\n#@overlay/match by=\"h\"\n- h: 1\n"
     "#@overlay/match by=\"i\"\n- i: 1\n#@overlay/match by=\"j\"\n- j: 1\n"
     "#@overlay/match by=\"k\"\n- k: 1\n#@overlay/match by=\"l\"\n- l: 1\n"
     "#@overlay/match by=\"m\"\n- m: 1\n#@overlay/match by=\"n\"\n- n: 1\n"
     "#@overlay/match by=\"o\"\n- o: 1\n#@overlay/match by=\"p\"\n- p: 1\n"
     "#@overlay/match by=\"q\"\n- {q: 1, r: 2}\n"
     "#@overlay/match by=\"r\"\n#@overlay/remove\n- r: 2",
     "[]"},
    {"by a function: index, left, right", "[2, 5, 2]",
     "#@overlay/match by=\"@left_is_2\", expects=2\n- 7", "[7, 5, 7]"},
    {"by a function of the index", "[2, 5, 2]",
     "#@overlay/match by=\"@key_is_1\"\n- 7", "[2, 7, 2]"},
    {"by a function of both", "[2, 5]",
     "#@overlay/match by=\"@left_is_right\"\n#@overlay/remove\n- 5", "[2]"},
    {"by a function of the key", "a: 1\nb: 2",
     "#@overlay/match by=\"@key_is_b\"\nx: 3", "{a: 1, b: 3}"},
    {"a key may be an integer", "a: 1\n1: 2",
     "#@overlay/match by=\"@key_is_1\"\nx: 3", "{a: 1, 1: 3}"},
    {"by a function that gives no boolean", "[2]",
     "#@overlay/match by=\"@seven\"\n- 1",
     "! [0] at o.yml:4 by b.yml:1: Expected the matcher to return a boolean, "
     "but was integer"},
    {"by a function that fails", "[2]",
     "#@overlay/match by=\"@throws\", missing_ok=True\n- 1",
     "! [0] at o.yml:4 by b.yml:1: o.lua:1: out of luck"},
    {"by a function that fails silently", "[2]",
     "#@overlay/match by=\"@throws_nothing\"\n- 1",
     "! [0] at o.yml:4 by b.yml:1: the function failed without a message"},
    {"a failure below an operator", "[2]",
     "#@overlay/match by=[\"@not_op\", \"@throws\"]\n- 1",
     "! [0] at o.yml:4 by b.yml:1: o.lua:1: out of luck"},
    {"overlay.all", "[1, 2]", "#@overlay/match by=[\"@all\"], expects=2\n- 3",
     "[3, 3]"},
    {"overlay.all on map entries", "a: 1\nb: 2",
     "#@overlay/match by=[\"@all\"], expects=2\nx: 3", "{a: 3, b: 3}"},
    {"overlay.index", "[1, 2]", "#@overlay/match by=[\"@index\", 1]\n- 3",
     "[1, 3]"},
    {"a negative index never matches", "[1, 2]",
     "#@overlay/match by=[\"@index\", -1], missing_ok=True\n- 3", "[1, 2, 3]"},
    {"no index on map entries", "a: 1",
     "#@overlay/match by=[\"@index\", 0]\nx: 3",
     "! x at o.yml:4 by b.yml:1: overlay.index_matcher: Expected an array item "
     "or a document, but was map item"},
    {"indexes of documents", "a: 1\n---\na: 2",
     "#@overlay/match by=[\"@index\", 1]\n---\na: 3", "{a: 1} --- {a: 3}"},
    {"overlay.subset", "- {a: 1, b: {c: 2, d: 3}}\n- {a: 1, b: {c: 3}}",
     "#@overlay/match by=[\"@subset\", {\"b\": {\"c\": 3}}]\n"
     "#@overlay/remove\n-",
     "[{a: 1, b: {c: 2, d: 3}}]"},
    {"a subset of an array is its beginning", "- [1, 2]\n- [2, 1]\n- [1]",
     "#@overlay/match by=[\"@subset\", [1]], expects=2\n#@overlay/remove\n-",
     "[[2, 1]]"},
    {"in a subset an integer is no float", "[1, 1.0]",
     "#@overlay/match by=[\"@subset\", 1.0]\n#@overlay/remove\n-", "[1]"},
    {"a subset of documents", "a: 1\n---\na: 2",
     "#@overlay/match by=[\"@subset\", {\"a\": 2}]\n#@overlay/remove\n---\n",
     "{a: 1}"},
    {"operators on matchers", "[1, 2, 3]",
     "#@overlay/match by=[\"@or_op\", [\"@index\", 0], [\"@index\", 2]], "
     "expects=2\n- 9\n"
     "#@overlay/match by=[\"@not_op\", [\"@subset\", 9]]\n- 8\n"
     "#@overlay/match by=[\"@and_op\", [\"@subset\", 9], [\"@index\", 0]]\n"
     "- 7",
     "[7, 8, 9]"},
    {"operators stop when it is settled", "[1]",
     "#@overlay/match by=[\"@or_op\", [\"@all\"], \"@throws\"]\n- 2\n"
     "#@overlay/match by=[\"@and_op\", [\"@subset\", 1], \"@throws\"], "
     "missing_ok=True\n- 3",
     "[2, 3]"},
    {"nothing matches", "[1]", "#@overlay/match by=[\"@subset\", 2]\n- 3",
     "! [0] at o.yml:4: Expected number of matched nodes to be 1, but was 0"},
    {"too many: lines as strings, each once",
     "- {n: a}\n- {n: a}\n- {n: a}\n- {n: a}\n- {n: a}\n- {n: a}\n- {n: a}\n"
     "- {n: a}\n- {n: a}\n- {n: a}\n- {n: a}\n",
     "#@overlay/match by=\"n\"\n- n: a",
     "! [0] at o.yml:4: Expected number of matched nodes to be 1, but was 11 "
     "(lines: b.yml:1, b.yml:10, b.yml:11, b.yml:2, b.yml:3, b.yml:4, "
     "b.yml:5, b.yml:6, b.yml:7, b.yml:8, b.yml:9)"},
    {"on one line", "[1, 1]", "#@overlay/match by=[\"@all\"]\n- 2",
     "! [0] at o.yml:4: Expected number of matched nodes to be 1, but was 2 "
     "(lines: b.yml:1)"},
    {"not all of many lines",
     "[1,\n1,\n1,\n1,\n1,\n1,\n1,\n1,\n1,\n1,\n1,\n1,"
     "\n1,\n1,\n1,\n1,\n1,\n1,\n1,\n1,\n1]",
     "#@overlay/match by=[\"@all\"]\n- 2",
     "! [0] at o.yml:4: Expected number of matched nodes to be 1, but was 21 "
     "(lines: b.yml:1, b.yml:10, b.yml:11, b.yml:12, b.yml:13, b.yml:14, "
     "b.yml:15, b.yml:16, b.yml:17, b.yml:18, b.yml:19, b.yml:2, b.yml:20, "
     "b.yml:3, b.yml:4, b.yml:5, b.yml:6, b.yml:7, b.yml:8, b.yml:9, ...)"},
};

static const overlay_case counting[] = {
    {"at least, not met", "[1, 1]",
     "#@overlay/match by=[\"@all\"], expects=\"3+\"\n- 2",
     "! [0] at o.yml:4: Expected number of matched nodes to be >= 3, but was 2 "
     "(lines: b.yml:1)"},
    {"at least, met", "[1, 1]",
     "#@overlay/match by=[\"@all\"], expects=\"2+\"\n- 2", "[2, 2]"},
    {"at least more than there can be", "[1]",
     "#@overlay/match by=[\"@all\"], expects=\"99999999999999999999+\"\n- 2",
     "! [0] at o.yml:4 by b.yml:1: Expected number of matched nodes to be >= "
     "9999999999, but was 1 (lines: b.yml:1)"},
    {"one is found: it is shown", "[1]",
     "#@overlay/match by=[\"@all\"], expects=2\n- 2",
     "! [0] at o.yml:4 by b.yml:1: Expected number of matched nodes to be 2, "
     "but was 1 (lines: b.yml:1)"},
    {"a list: any of them", "[1, 1]",
     "#@overlay/match by=[\"@all\"], expects=[0, 2]\n- 2", "[2, 2]"},
    {"a list: the last one's message", "[1, 1]",
     "#@overlay/match by=[\"@all\"], expects=[\"4+\", 3]\n- 2",
     "! [0] at o.yml:4: Expected number of matched nodes to be 3, but was 2 "
     "(lines: b.yml:1)"},
    {"a list: one that fails is worse", "[1, 1]",
     "#@overlay/match by=[\"@all\"], when=[5, \"@throws\", 3]\n- 2",
     "! [0] at o.yml:4: o.lua:1: out of luck"},
    {"a list: unless another one is met", "[1, 1]",
     "#@overlay/match by=[\"@all\"], when=[5, \"@throws\", 2]\n- 2", "[2, 2]"},
    {"a function of the count", "[1, 1]",
     "#@overlay/match by=[\"@all\"], expects=\"@even\"\n- 2", "[2, 2]"},
    {"a function that says no", "[1]",
     "#@overlay/match by=[\"@all\"], expects=\"@even\"\n- 2",
     "! [0] at o.yml:4 by b.yml:1: Expectation of number of matched nodes "
     "failed (lines: b.yml:1)"},
    {"a function that gives no boolean", "[1]",
     "#@overlay/match by=[\"@all\"], expects=\"@seven\"\n- 2",
     "! [0] at o.yml:4 by b.yml:1: Expected keyword argument 'expects' to have "
     "a function that returns a boolean"},
    {"when: met", "[1]", "#@overlay/match by=[\"@all\"], when=1\n- 2", "[2]"},
    {"when: not met", "[1]", "#@overlay/match by=[\"@all\"], when=\"2+\"\n- 2",
     "[1]"},
    {"when: a function that says no", "[1]",
     "#@overlay/match by=[\"@all\"], when=\"@even\"\n- 2", "[1]"},
    {"when: a function that fails is a violation", "[1]",
     "#@overlay/match by=[\"@all\"], when=\"@throws\"\n- 2",
     "! [0] at o.yml:4 by b.yml:1: o.lua:1: out of luck"},
    {"when: a function that gives no boolean is one", "[1]",
     "#@overlay/match by=[\"@all\"], when=\"@seven\"\n- 2",
     "! [0] at o.yml:4 by b.yml:1: Expected keyword argument 'when' to have a "
     "function that returns a boolean"},
    {"missing_ok: none", "a: 1", "#@overlay/match missing_ok=True\nb: 2",
     "{a: 1, b: 2}"},
    {"missing_ok: one", "a: 1", "#@overlay/match missing_ok=True\na: 2",
     "{a: 2}"},
    {"missing_ok: not two", "[1, 1]",
     "#@overlay/match by=[\"@all\"], missing_ok=True\n- 2",
     "! [0] at o.yml:4: Expected number of matched nodes to be 1, but was 2 "
     "(lines: b.yml:1)"},
    {"missing_ok=False is one", "a: 1",
     "#@overlay/match missing_ok=False\nb: 2",
     "! b at o.yml:4: Expected number of matched nodes to be 1, but was 0"},
    {"missing_ok on an item adds it", "- {n: a}",
     "#@overlay/match by=\"n\", missing_ok=True\n- {n: b}", "[{n: a}, {n: b}]"},
    {"none allowed: added", "a: 1", "#@overlay/match expects=[0, 1]\nb: 2",
     "{a: 1, b: 2}"},
    {"none allowed: remove, assert and insert do nothing", "a: 1\nl: [1]",
     "#@overlay/match missing_ok=True\n#@overlay/remove\nb: 2\n"
     "#@overlay/match missing_ok=True\n#@overlay/assert\nc: 2\n"
     "l:\n#@overlay/match by=[\"@subset\", 2], missing_ok=True\n"
     "#@overlay/insert before=True\n- 2\n",
     "{a: 1, l: [1]}"},
    {"none allowed: a document is not added", "a: 1",
     "#@overlay/match by=[\"@index\", 7], missing_ok=True\n---\nb: 1",
     "{a: 1}"},
    {"a bare match on a map entry says nothing", "a: 1",
     "#@overlay/match\na: 2", "{a: 2}"},
    {"replace adds only with or_add", "{a: 1}",
     "#@overlay/match missing_ok=True\n#@overlay/replace or_add=True\nb: 2\n"
     "#@overlay/match missing_ok=True\n#@overlay/replace\nc: 3",
     "{a: 1, b: 2}"},
    {"replace adds an item", "[1]",
     "#@overlay/match by=[\"@index\", 7], missing_ok=True\n"
     "#@overlay/replace or_add=True\n- 2",
     "[1, 2]"},
    {"replace adds a document", "a: 1",
     "#@overlay/match by=[\"@index\", 7], missing_ok=True\n"
     "#@overlay/replace or_add=True\n---\nb: 1",
     "{a: 1} --- {b: 1}"},
    {"what is added has a new key", "a: 1\nb: 2",
     "#@overlay/match by=[\"@subset\", 7], missing_ok=True\na: 3",
     "! a at o.yml:4 by b.yml:1: Expected to add map item with key 'a', but "
     "the map has one already"},
};

/* ---- g.2: what may be written -------------------------------------------- */

static const overlay_case keywords[] = {
    {"a string that is no count", "a: 1", "#@overlay/match expects=\"x\"\na: 2",
     "! a at o.yml:4: Expected 'x' to be in format 'i+' where i is an integer"},
    {"a number in a string", "a: 1", "#@overlay/match expects=\"1\"\na: 2",
     "! a at o.yml:4: Expected '1' to be in format 'i+' where i is an integer"},
    {"only a plus", "a: 1", "#@overlay/match expects=\"+\"\na: 2",
     "! a at o.yml:4: Expected '+' to be in format 'i+' where i is an integer"},
    {"expects=True", "a: 1", "#@overlay/match expects=True\na: 2",
     "! a at o.yml:4: Expected 'overlay/match' annotation keyword argument "
     "'expects' to be either int, string or function, but was boolean"},
    {"when=None", "a: 1", "#@overlay/match when=None\na: 2",
     "! a at o.yml:4: Expected 'overlay/match' annotation keyword argument "
     "'when' to be either int, string or function, but was null"},
    {"a negative count", "a: 1", "#@overlay/match expects=-1\na: 2",
     "! a at o.yml:4: Expected 'overlay/match' annotation keyword argument "
     "'expects' to be either int, string or function, but was a negative "
     "integer"},
    {"an empty list", "a: 1", "#@overlay/match expects=[]\na: 2",
     "! a at o.yml:4: Expected 'overlay/match' annotation keyword argument "
     "'expects' to be either int, string or function, but was a list of "
     "something else"},
    {"a list of lists", "a: 1", "#@overlay/match expects=[1, [2]]\na: 2",
     "! a at o.yml:4: Expected 'overlay/match' annotation keyword argument "
     "'expects' to be either int, string or function, but was a list of "
     "something else"},
    {"missing_ok and expects", "a: 1",
     "#@overlay/match missing_ok=True, expects=1\na: 2",
     "! a at o.yml:4: Expected only one of keyword arguments ('missing_ok', "
     "'expects') specified"},
    {"missing_ok and when", "a: 1",
     "#@overlay/match missing_ok=False, when=1\na: 2",
     "! a at o.yml:4: Expected only one of keyword arguments ('missing_ok', "
     "'when') specified"},
    {"when and expects", "a: 1", "#@overlay/match when=1, expects=1\na: 2",
     "! a at o.yml:4: Expected only one of keyword arguments ('when', "
     "'expects') specified"},
    {"missing_ok=1", "a: 1", "#@overlay/match missing_ok=1\na: 2",
     "! a at o.yml:4: Expected keyword argument 'missing_ok' to be a boolean"},
    {"an unknown keyword", "a: 1", "#@overlay/match foo=1\na: 2",
     "! a at o.yml:4: Unknown 'overlay/match' annotation keyword argument "
     "'foo'"},
    {"a positional argument", "a: 1", "#@overlay/match \"n\"\na: 2",
     "! a at o.yml:4: Expected 'overlay/match' annotation to have keyword "
     "arguments only"},
    {"match twice", "a: 1",
     "#@overlay/match expects=1\n#@overlay/match expects=1\na: 2",
     "! a at o.yml:5: Expected to find only one @overlay/match annotation"},
    {"an item without keywords", "[1]", "#@overlay/match\n- 2",
     "! [0] at o.yml:4: Expected 'overlay/match' annotation to have at least "
     "one keyword argument (by=..., expects=...)"},
    {"an item without by", "[1]", "#@overlay/match expects=1\n- 2",
     "! [0] at o.yml:4: Expected 'overlay/match' annotation keyword argument "
     "'by' to be specified"},
    {"by=1 on an item", "[1]", "#@overlay/match by=1\n- 2",
     "! [0] at o.yml:4: Expected 'overlay/match' annotation keyword argument "
     "'by' to be either string (for map key) or function, but was integer"},
    {"by=[1] on an entry", "a: 1", "#@overlay/match by=[1]\na: 2",
     "! a at o.yml:4: Expected 'overlay/match' annotation keyword argument "
     "'by' to be either string (for map key) or function, but was array"},
    {"a matcher that is none", "a: 1",
     "#@overlay/match by=[\"@or_op\", [\"@all\"], [\"@frobnicate\"]]\na: 2",
     "! a at o.yml:4: Expected a matcher of the overlay module with its "
     "arguments: all, index(0), map_key(\"name\"), subset({...}), "
     "and_op(...), or_op(...), not_op(...); but was overlay.or_op"},
    {"a document without by", "a: 1", "#@overlay/match expects=1\n---\na: 2",
     "! at o.yml:2: Expected 'overlay/match' annotation keyword argument 'by' "
     "to be specified"},
    {"a document without keywords", "a: 1", "---\n---\na: 2",
     "! at o.yml:2: Expected 'overlay/match' annotation to have at least one "
     "keyword argument (by=..., expects=...)"},
    {"a document by a string", "a: 1", "#@overlay/match by=\"n\"\n---\na: 2",
     "! at o.yml:2: Expected 'overlay/match' annotation keyword argument 'by' "
     "to be function, but was string"},
    {"two operations", "a: 1", "#@overlay/remove\n#@overlay/replace\na: 2",
     "! a at o.yml:5: Expected to find only one overlay operation"},
    {"insert on an entry", "a: 1", "#@overlay/insert before=True\na: 2",
     "! a at o.yml:4: Found @overlay/insert on map item; only array items and "
     "documents can be annotated with @overlay/insert"},
    {"append on an entry", "a: 1", "#@overlay/append\na: 2",
     "! a at o.yml:4: Found @overlay/append on map item; only array items and "
     "documents can be annotated with @overlay/append"},
    {"a bare insert", "[1]",
     "#@overlay/match by=[\"@all\"]\n#@overlay/insert\n- 2",
     "! [0] at o.yml:5: Expected 'overlay/insert' annotation to have at least "
     "one keyword argument (before=..., after=...)"},
    {"via=5", "a: 1", "#@overlay/replace via=5\na: 2",
     "! a at o.yml:4: Expected 'overlay/replace' annotation keyword argument "
     "'via' to be function, but was integer"},
    {"or_add=1", "a: 1", "#@overlay/replace or_add=1\na: 2",
     "! a at o.yml:4: Expected 'overlay/replace' annotation keyword argument "
     "'or_add' to be boolean, but was integer"},
    {"before=1", "[1]",
     "#@overlay/match by=[\"@all\"]\n#@overlay/insert before=1\n- 2",
     "! [0] at o.yml:5: Expected 'overlay/insert' annotation keyword argument "
     "'before' to be boolean, but was integer"},
    {"via on remove", "a: 1", "#@overlay/remove via=\"@plus\"\na: 2",
     "! a at o.yml:4: Unknown 'overlay/remove' annotation keyword argument "
     "'via'"},
    {"an operation with a positional argument", "a: 1",
     "#@overlay/replace \"@plus\"\na: 2",
     "! a at o.yml:4: Expected 'overlay/replace' annotation to have keyword "
     "arguments only"},
};

/* ---- g.2: defaults of children ------------------------------------------- */

static const overlay_case defaults[] = {
    {"for all descendants", "a: {b: {}}",
     "#@overlay/match-child-defaults missing_ok=True\n"
     "a:\n  b:\n    c: 1\n  d: 2",
     "{a: {b: {c: 1}, d: 2}}"},
    {"not for the node itself", "a: 1",
     "#@overlay/match-child-defaults missing_ok=True\nb:\n  c: 1",
     "! b at o.yml:4: Expected number of matched nodes to be 1, but was 0"},
    {"on the document", "a: 1",
     "#@overlay/match by=[\"@all\"]\n"
     "#@overlay/match-child-defaults missing_ok=True\n---\nb: 1\nc:\n  d: 2",
     "{a: 1, b: 1, c: {d: 2}}"},
    {"until a descendant sets its own", "a: {b: {c: {}}}",
     "#@overlay/match-child-defaults missing_ok=True\n"
     "a:\n"
     "  #@overlay/match-child-defaults missing_ok=False\n"
     "  b:\n    x: 1\n"
     "  y: 1\n",
     "! a.b.x at o.yml:7: Expected number of matched nodes to be 1, but was 0"},
    {"keyword by keyword", "a: {b: {}}",
     "#@overlay/match-child-defaults missing_ok=True\n"
     "a:\n"
     "  #@overlay/match-child-defaults expects=0\n"
     "  b:\n    x: 1",
     "! a.b.x at o.yml:7: Expected only one of keyword arguments "
     "('missing_ok', 'expects') specified"},
    {"an own missing_ok takes it back", "a: {}",
     "#@overlay/match-child-defaults missing_ok=True\n"
     "a:\n  #@overlay/match missing_ok=False\n  b: 1",
     "! a.b at o.yml:6: Expected number of matched nodes to be 1, but was 0"},
    {"an own expects conflicts", "a: {}",
     "#@overlay/match-child-defaults missing_ok=True\n"
     "a:\n  #@overlay/match expects=1\n  b: 1",
     "! a.b at o.yml:6: Expected only one of keyword arguments ('missing_ok', "
     "'expects') specified"},
    {"items need their own by, and inherit", "l:\n- {n: a}",
     "#@overlay/match-child-defaults missing_ok=True\n"
     "l:\n#@overlay/match by=\"n\"\n- {n: b}",
     "{l: [{n: a}, {n: b}]}"},
    {"below an item, too", "l:\n- {n: a}",
     "#@overlay/match-child-defaults missing_ok=True\n"
     "l:\n#@overlay/match by=\"n\"\n- {n: a, v: 1}",
     "{l: [{n: a, v: 1}]}"},
    {"unannotated items do not inherit", "l: [1]",
     "#@overlay/match-child-defaults expects=1\nl: [2]", "{l: [1, 2]}"},
    {"when is inherited", "a: {b: 1}",
     "#@overlay/match-child-defaults when=1\na:\n  b: 2\n  c: 3",
     "{a: {b: 2}}"},
    {"expects is inherited", "a: {b: 1}",
     "#@overlay/match-child-defaults expects=[0, 1]\na:\n  b: 2\n  c: 3",
     "{a: {b: 2, c: 3}}"},
    {"an unknown keyword", "a: {b: 1}",
     "#@overlay/match-child-defaults by=\"n\"\na:\n  b: 2",
     "! a at o.yml:4: Unknown 'overlay/match-child-defaults' annotation "
     "keyword argument 'by'"},
    {"an invalid value", "a: {b: 1}",
     "#@overlay/match-child-defaults expects=\"many\"\na:\n  b: 2",
     "! a at o.yml:4: Expected 'many' to be in format 'i+' where i is an "
     "integer"},
    {"twice", "a: {b: 1}",
     "#@overlay/match-child-defaults expects=1\n"
     "#@overlay/match-child-defaults expects=1\na:\n  b: 2",
     "! a at o.yml:5: Expected to find only one @overlay/match-child-defaults "
     "annotation"},
};

/* ---- main ---------------------------------------------------------------- */

int main(void) {
  RUN(ALL, matching);
  RUN(ALL, counting);
  RUN(ALL, keywords);
  RUN(ALL, defaults);
  return check_done();
}
