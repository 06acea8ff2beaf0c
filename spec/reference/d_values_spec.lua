-- Tests the sources of values, how each is merged, and how types are checked.

local rows = require "spec.support.rows"

local kinds = "a: 0\nb: 0\nc: 0\nd: 0\ne: 0\nf: 0\ng: 0"

describe("sources and precedence (reference#sources):", function() rows.each(it, {
  { "defaults, documents, file, env, env-yaml, value, value-yaml, value-file: the later wins",
    schema = "a: ''\nb: ''\nc: ''\nd: ''\ne: ''\nf: ''\ng: ''\nh: def",
    values = "{a: doc, b: doc, c: doc, d: doc, e: doc, f: doc, g: doc}",
    files = { ["d.yml"] = "{b: file, c: file, d: file, e: file, f: file, g: file}", ["t.txt"] = "text" },
    variables = { E_c = "env", E_d = "env", E_e = "env", E_f = "env", E_g = "env",
      Y_d = "envyaml", Y_e = "envyaml", Y_f = "envyaml", Y_g = "envyaml" },
    flags = { "--data-value-file", "g=t.txt", "--data-value-yaml", "f=yaml", "--data-value-yaml", "g=yaml",
      "--data-value", "e=value", "--data-value", "f=value", "--data-value", "g=value",
      "--data-values-env-yaml", "Y", "--data-values-env", "E", "--data-values-file", "d.yml",
      "-f", "v.yml", "-f", "s.yml" },
    gives = "a: doc\nb: file\nc: env\nd: envyaml\ne: value\nf: yaml\ng: text\nh: def" },
  { "within a kind the order of the command line", schema = "a: ''",
    flags = { "-f", "s.yml", "-v", "a=1", "--data-value", "a=2" }, gives = "a: \"2\"" },
  { "files in the order of -f", schema = "a: 0", values = { "a: 1", "a: 2" },
    flags = { "-f", "v2.yml", "-f", "s.yml", "-f", "v.yml" }, gives = "a: 1" },
  { "a directory's files by their relative paths", schema = "a: 0",
    files = { ["in/b.yml"] = "a: 2", ["in/a.yml"] = "a: 1" }, flags = { "-f", "s.yml", "-f", "in/" },
    gives = "a: 2" },
  { "documents of a file in their order", schema = "a: 0\nb: 0", values = "a: 1\nb: 1\n---\na: 2",
    gives = "a: 2\nb: 1" },
  { "a violation in an early source is one, even if a later source repairs it", schema = "a: 0",
    values = { "a: x", "a: 1" }, violations = "type a v.yml:1; found string; expected integer; by s.yml:3" },
  { "violations of all sources are in one report (from-ytt#all-violations-in-one-run; ytt: the first source's)",
    schema = kinds, values = { "a: x", "b: x\nzz: 1" }, violations = {
      "type a v.yml:1; found string; expected integer; by s.yml:3",
      "type b v2.yml:1; found string; expected integer; by s.yml:4",
      "unknown-key zz v2.yml:2; found zz; expected one of { a, b, c, d, e, f, g }; by s.yml:2",
    } },
}) end)

describe("merging by source (reference#merging):", function() rows.each(it, {
  { "a marked document: maps merge", schema = "m: {a: 1, b: 2}", over = "m: {a: 5}", gives = "m:\n  a: 5\n  b: 2" },
  { "a marked document: items are appended", schema = "#@schema/default [1]\nl: [0]", over = "l: [2, 3]",
    gives = "l:\n- 1\n- 2\n- 3" },
  { "two marked documents: both append", schema = "l: [0]", over = { "l: [1]", "l: [2]" }, gives = "l:\n- 1\n- 2" },
  { "a marked document: null replaces", schema = "#@schema/nullable\n#@schema/default {}\nm: {a: 1}", over = "m: ~",
    gives = "m: null" },
  { "a marked document: an unknown key is the schema's business (from-ytt#minor-differences; ytt: overlay error)",
    schema = "m: {a: 1}", over = "m:\n  aa: 5", violations =
      "unknown-key m.aa v.yml:4; found aa; expected a map item with the key named \"a\"; by s.yml:3; "
      .. "hint did you mean \"a\"?" },
  { "a key that is removed comes back with the default of a function, once",
    schema = "m:\n  #@schema/default function() return 0 end\n  a: 7\n  b: 1",
    values = { "#@data/values\n---\nm:\n  #@overlay/remove\n  a: 6\n", "m: {b: 2}", "m: {}" },
    gives = "m:\n  b: 2\n  a: 0" },
  { "a map that is removed comes back with the defaults of functions in it",
    schema = "m:\n  k:\n    #@schema/default function() return 0 end\n    a: 7",
    values = { "#@data/values\n---\nm:\n  #@overlay/remove\n  k: {}\n", "m: {}", "m: {k: {}}" },
    gives = "m:\n  k:\n    a: 0" },
  { "a plain document: arrays are replaced (reference#merging)", schema =
      "#@schema/default [1]\nl: [0]", values = "l: [2]",
    gives = "l:\n- 2" },
  { "--data-values-file: maps merge, arrays are replaced", schema = "#@schema/default [1]\nl: [0]\nm: {a: 1, b: 2}",
    files = { ["d.yml"] = "l: [2]\nm: {b: 3}" }, flags = { "-f", "s.yml", "--data-values-file", "d.yml" },
    gives = "l:\n- 2\nm:\n  a: 1\n  b: 3" },
  { "--data-values-file: several documents, null ones are skipped", schema = "a: 0\nb: 0",
    files = { ["d.yml"] = "a: 1\n---\n---\nb: 2\n" }, flags = { "-f", "s.yml", "--data-values-file", "d.yml" },
    gives = "a: 1\nb: 2" },
  { "flags create the path, and replace the leaf whole", schema = "m:\n  a: 1\n  b: 2\n  l: [1]",
    values = "m: {a: 7, b: 7, l: [7]}",
    flags = { "-f", "s.yml", "-f", "v.yml", "--data-value-yaml", "m={a: 9}" }, gives =
      "m:\n  a: 9\n  b: 2\n  l: []" },
  { "flags replace arrays", schema = "#@schema/default [1, 2]\nl: [0]",
    flags = { "-f", "s.yml", "--data-value-yaml", "l=[5]" }, gives = "l:\n- 5" },
  { "an empty flag is null", schema = "#@schema/nullable\n#@schema/default {}\nm: {a: 1}",
    flags = { "-f", "s.yml", "--data-value-yaml", "m=" }, gives = "m: null" },
  { "a replaced map is filled in again", schema = "m: {a: 1, b: 2}", over = "#@overlay/replace\nm: {}",
    gives = "m:\n  a: 1\n  b: 2" },
  { "a removed key comes back with its default, at the end", schema = "m: {a: 1, b: 2}",
    over = "m:\n  #@overlay/remove\n  a:", gives = "m:\n  b: 2\n  a: 1" },
  { "each source ends with defaulting: the next one finds a map where there was null complete",
    schema = "#@schema/nullable\nm:\n  x: 1\n  #@schema/default [1]\n  l: [0]\n  #@schema/type any=True\n  a: {d: 1}",
    over = { "{}", "m: {x: 2}", "m: {l: [5], a: {e: 3}}" },
    gives = "m:\n  x: 2\n  l:\n  - 1\n  - 5\n  a:\n    d: 1\n    e: 3" },
  { "… and one that an overlay put there, too", schema = "#@schema/nullable\nm: {x: 1, w: 2, z: 3}",
    over = { "{}", "#@overlay/replace\nm: {z: 4}", "m: {w: 5}" }, gives = "m:\n  z: 4\n  x: 1\n  w: 5" },
  { "… and one in what a plain document adds to a default", schema =
      "#@schema/default {\"x\": 2}\nm:\n  x: 1\n  #@schema/nullable\n  k: {a: 1, b: 2, c: 3}",
    values = { "m: {k: {c: 4}}", "m: {k: {b: 5}}" }, gives = "m:\n  x: 2\n  k:\n    c: 4\n    a: 1\n    b: 5" },
  { "any-values: a marked document appends", schema = "#@schema/type any=True\na: {l: [1]}", over = "a: {l: [2]}",
    gives = "a:\n  l:\n  - 1\n  - 2" },
  { "any-values: a values file replaces", schema = "#@schema/type any=True\na: {l: [1]}",
    files = { ["d.yml"] = "a: {l: [2]}" }, flags = { "-f", "s.yml", "--data-values-file", "d.yml" },
    gives = "a:\n  l:\n  - 2" },
}) end)

describe("flags (reference#flags):", function() rows.each(it, {
  { "--data-value is always a string", schema = "a: ''\nk: {a: ''}",
    flags = { "-f", "s.yml", "--data-value", "a=5", "-v", "k.a=b=c" }, gives = "a: \"5\"\nk:\n  a: b=c" },
  { "--data-value without =", schema = "a: ''", flags = { "-f", "s.yml", "--data-value", "a" }, status = 2,
    gives = "", says = "--data-value 'a': expected key=value" },
  { "--data-value-yaml is YAML; comments do not matter", schema = "a: 0",
    flags = { "-f", "s.yml", "--data-value-yaml", "a=5 # five" }, gives = "a: 5" },
  { "--data-value-yaml: only the first document counts", schema = "a: 0",
    flags = { "-f", "s.yml", "--data-value-yaml", "a=5\n---\n6" }, gives = "a: 5" },
  { "--data-value-yaml that is no YAML", schema = "a: 0", flags = { "-f", "s.yml", "--data-value-yaml", "a=[" },
    status = 2, gives = "", says = [[
(data-value-yaml arg):1:4: did not find expected node content while parsing a flow node
    |
  1 | a=[
    |    ^
]] },
  { "--data-value-yaml with a violation on its second line", schema = "å: {b: 0}",
    flags = { "-f", "s.yml", "--data-value-yaml", "å={b: 1,\n b: 2}" }, status = 2, gives = "", says = [[
(data-value-yaml arg):2:2: duplicate key "b"
    |
  1 | å={b: 1,
  2 |  b: 2}
    |  ^
    = hint: the key was given first at (data-value-yaml arg):1; keep one of the two.
]] },
  { "--data-value-file keeps the final line break", schema = "a: ''", files = { ["t.txt"] = "one\ntwo\n" },
    flags = { "-f", "s.yml", "--data-value-file", "a=t.txt" }, gives = "a: |\n  one\n  two\n" },
  { "--data-value-file without =", schema = "a: ''", flags = { "-f", "s.yml", "--data-value-file", "a" }, status = 2,
    gives = "", says = "--data-value-file 'a': expected key=/file/path" },
  { "--data-value-file that is not there", schema = "a: ''", flags = { "-f", "s.yml", "--data-value-file", "a=/zz" },
    status = 2, gives = "", says = "/zz: cannot be read: No such file or directory" },
  { "--data-values-env: __ separates, _ does not",
    schema = "a_b: {c_d: ''}",
    variables = { P_a_b__c_d = "x", Q_a = "y" },
    flags = { "-f", "s.yml", "--data-values-env", "P" }, gives = "a_b:\n  c_d: x" },
  { "--data-values-env gives strings", schema = "a: 0", variables = { P_a = "5" },
    flags = { "-f", "s.yml", "--data-values-env", "P" }, status = 1, gives = "", says = [[
One or more data values were invalid
====================================

At a
(data-values-env arg) P:
    |
  1 | P_a=5
    | ^
s.yml:
    |
  3 | a: 0
    |

    = found: string "5"
    = expected: integer (by s.yml:3)
    = hint: this flag gives strings; --data-value-yaml and --data-values-env-yaml read YAML.
]] },
  { "--data-values-env-yaml reads YAML", schema = "a: 0", variables = { P_a = "5" },
    flags = { "-f", "s.yml", "--data-values-env-yaml", "P" }, gives = "a: 5" },
  { "--data-values-env-yaml that is no YAML", schema = "a: 0", variables = { P_a = "[" },
    flags = { "-f", "s.yml", "--data-values-env-yaml", "P" }, status = 2, gives = "", says = [[
(data-values-env arg) P:1:6: did not find expected node content while parsing a flow node
    |
  1 | P_a=[
    |      ^
]] },
  { "--data-values-file that is not there",
    schema = "a: 0", flags = { "-f", "s.yml", "--data-values-file", "/nope.yml" },
    status = 2, gives = "", says = "/nope.yml: cannot be read: No such file or directory" },
  { "--data-values-file of a directory: its files, sorted", schema = "a: 0\nb: 0",
    files = { ["in/b.yml"] = "a: 2", ["in/a.yml"] = "a: 1\nb: 1" },
    flags = { "-f", "s.yml", "--data-values-file", "in/" }, gives = "a: 2\nb: 1" },
  { "a wrong --data-value, and how it reads", schema = "a: 0", flags = { "-f", "s.yml", "--data-value", "a=x" },
    status = 1, gives = "", says = [[
One or more data values were invalid
====================================

At a
(data-value arg):
    |
  1 | a=x
    | ^
s.yml:
    |
  3 | a: 0
    |

    = found: string "x"
    = expected: integer (by s.yml:3)
]] },
  { "a wrong --data-value-yaml, and how it reads", schema = "a: 0",
    flags = { "-f", "s.yml", "--data-value-yaml", "a=[1]" }, status = 1, gives = "", says = [[
One or more data values were invalid
====================================

At a
(data-value-yaml arg):
    |
  1 | a=[1]
    | ^
s.yml:
    |
  3 | a: 0
    |

    = found: array [1]
    = expected: integer (by s.yml:3)
]] },
  { "a wrong --data-value-file, and how it reads", schema = "a: 0", files = { ["t.txt"] = "one\ntwo\n" },
    flags = { "-f", "s.yml", "--data-value-file", "a=t.txt" }, status = 1, gives = "", says = [[
One or more data values were invalid
====================================

At a
(data-value-file arg) a=t.txt:
    |
  1 | one
    | ^
s.yml:
    |
  3 | a: 0
    |

    = found: string "one\ntwo\n"
    = expected: integer (by s.yml:3)
]] },
  { "a key below a string", schema = "m: x", flags = { "-f", "s.yml", "--data-value", "m.x=1" }, status = 1,
    gives = "", says = [[
One or more data values were invalid
====================================

At m
(data-value arg):
    |
  1 | m.x=1
    | ^
s.yml:
    |
  3 | m: x
    |

    = found: map {"x": "1"}
    = expected: string (by s.yml:3)
]] },
  { "a key below a nullable map", schema = "#@schema/nullable\nm: {x: '', z: 1}",
    flags = { "-f", "s.yml", "--data-value", "m.x=1" }, gives = "m:\n  x: \"1\"\n  z: 1" },
  { "a key below an array", schema = "m: ['']", flags = { "-f", "s.yml", "--data-value", "m.0=1" }, status = 1,
    gives = "", says = [[
One or more data values were invalid
====================================

At m
(data-value arg):
    |
  1 | m.0=1
    | ^
s.yml:
    |
  3 | m: ['']
    |

    = found: map {"0": "1"}
    = expected: array (by s.yml:3)
]] },
  { "an empty key", schema = "m: x", flags = { "-f", "s.yml", "--data-value", "=x" }, status = 1, gives = "", says = [[
One or more data values were invalid
====================================

Given data value is not declared in schema: [""]
(data-value arg):
    |
  1 | =x
    | ^
s.yml:
    |
  2 | ---
    |

    = found: ""
    = expected: a map item with the key named "m" (from s.yml:2)
]] },
  { "an unknown key of a flag", schema = "m: x", flags = { "-f", "s.yml", "--data-value", "mm=x" }, status = 1,
    gives = "", says = [[
One or more data values were invalid
====================================

Given data value is not declared in schema: mm
(data-value arg):
    |
  1 | mm=x
    | ^
s.yml:
    |
  2 | ---
    |

    = found: mm
    = expected: a map item with the key named "m" (from s.yml:2)
    = hint: did you mean "m"?
]] },
  { "library keys are ytt's own: there are no libraries here", schema = "m: x",
    flags = { "-f", "s.yml", "--data-value", "lib:m=x" }, status = 1, gives = "", says = [[
One or more data values were invalid
====================================

Given data value is not declared in schema: ["lib:m"]
(data-value arg):
    |
  1 | lib:m=x
    | ^
s.yml:
    |
  2 | ---
    |

    = found: lib:m
    = expected: a map item with the key named "m" (from s.yml:2)
]] },
  { "without a schema nothing runs", values = "a: 1", flags = { "-f", "v.yml" }, status = 2, gives = "", says = [[
Invalid schema
==============

    = found: no schema document in v.yml
    = expected: at least one
    = hint: write a schema, and give it, too: yschema -f schema.yml -f v.yml
    = hint: a schema document has #@data/values-schema on the line above its ---.
]] },
}) end)

local function unknown(title, schema, key, expected, hint)
  return { title, schema = schema, values = key .. ": 1",
    violations = ("unknown-key %s v.yml:1; found %s; expected %s; by s.yml:2%s"):format(key, key, expected,
      hint and ("; hint did you mean \"%s\"?"):format(hint) or "") }
end

describe("types (reference#type-check):", function() rows.each(it, {
  { "a scalar of another type", schema = "a: 1", values = "a: x",
    violations = "type a v.yml:1; found string; expected integer; by s.yml:3" },
  { "a map for a scalar", schema = "a: 1", values = "a: {b: 1}",
    violations = "type a v.yml:1; found map; expected integer; by s.yml:3" },
  { "an array for a map", schema = "a: {b: 1}", values = "a: [1]",
    violations = "type a v.yml:1; found array; expected map; by s.yml:3" },
  { "a scalar for an array", schema = "a: [1]", values = "a: 1",
    violations = "type a v.yml:1; found integer; expected array; by s.yml:3" },
  { "null for a map", schema = "a: {b: 1}", values = "a:",
    violations = "type a v.yml:1; found null; expected map; by s.yml:3; "
      .. "hint a key without a value is null; {} is a map that has its defaults." },
  { "of a nullable node the inner type is expected", schema = "#@schema/nullable\na: {b: 1}", values = "a: 1",
    violations = "type a v.yml:1; found integer; expected map; by s.yml:4" },
  { "shapes and scalars in one report (from-ytt#all-violations-in-one-run; ytt: shapes alone)",
    schema = "a: 1\nb: {c: 1}\nd: [1]", values = "a: x\nb: 5\nd: {}\nzz: 1", violations = {
      "type a v.yml:1; found string; expected integer; by s.yml:3",
      "type b v.yml:2; found integer; expected map; by s.yml:4",
      "type d v.yml:3; found map; expected array; by s.yml:5",
      "unknown-key zz v.yml:4; found zz; expected one of { a, b, d }; by s.yml:2",
    } },
  { "in the order of the text, parents first", schema = "m: {a: 1, b: {c: 1}}\nz: 1",
    values = "z: x\nm:\n  b: {d: 1, c: x}\n  q: 1\n  a: x", violations = {
      "type z v.yml:1; found string; expected integer; by s.yml:4",
      "unknown-key m.b.d v.yml:3; found d; expected a map item with the key named \"c\"; by s.yml:3",
      "type m.b.c v.yml:3; found string; expected integer; by s.yml:3",
      "unknown-key m.q v.yml:4; found q; expected one of { a, b }; by s.yml:3",
      "type m.a v.yml:5; found string; expected integer; by s.yml:3",
    } },
  unknown("an unknown key, 1 key known", "k: 1", "other", "a map item with the key named \"k\""),
  unknown("an unknown key, several known: they are sorted", "k: 1\nb: 1", "other", "one of { b, k }"),
  unknown("an unknown key, 9 known", "r: 1\ns: 1\nt: 1\nu: 1\nv: 1\nw: 1\nx: 1\nz: 1\nq: 1", "other",
    "one of { q, r, s, t, u, v, w, x, z }"),
  { "an unknown key, 10 known and one is near", values = "other: 1",
    schema = "r: 1\ns: 1\nt: 1\nu: 1\nv: 1\nw: 1\nx: 1\nothers: 1\nq: 1\np: 1", violations =
      "unknown-key other v.yml:1; found other; expected a key declared in map; by s.yml:2; "
      .. "hint did you mean \"others\"?" },
  { "an unknown key, 10 known and none is near: some are listed", values = "other: 1",
    schema = "aa: 1\nbb: 1\ncc: 1\ndd: 1\nee: 1\noh: 1\noeh: 1\nee4: 1\nxthy: 1\nhh: 1", violations =
      "unknown-key other v.yml:1; found other; expected a key declared in map; by s.yml:2; "
      .. "hint keys of this map: oh, oeh, xthy, ee, ee4 and 5 more." },
  unknown("spelling: letters that changed places", "db_host: 1\nport: 1\nm: 1", "db_hsot",
    "one of { db_host, m, port }", "db_host"),
  unknown("spelling: case and underscores do not count", "db_host: 1\nport: 1\nm: 1", "DBHOST",
    "one of { db_host, m, port }", "db_host"),
  unknown("spelling: a swap is one edit", "db_host: 1\nport: 1\nm: 1", "prot", "one of { db_host, m, port }", "port"),
  unknown("spelling: too far", "db_host: 1\nport: 1\nm: 1", "prto", "one of { db_host, m, port }"),
  unknown("spelling: the nearest, zeta", "eta: 1\nzeta: 1", "zet", "one of { eta, zeta }", "zeta"),
  unknown("spelling: the nearest, eta", "eta: 1\nzeta: 1", "beta", "one of { eta, zeta }", "eta"),
  { "a document that is no map", schema = "a: 1", values = "5",
    violations = "type - v.yml:1; found integer; expected map; by s.yml:2" },
  { "how it reads", schema = "a: 1\nm:\n  zeta: 1\n  eta: 2", values = "a: x\nm:\n  beta: 5", says = [[
One or more data values were invalid
====================================

At a
v.yml:
    |
  1 | a: x
    |    ^
s.yml:
    |
  3 | a: 1
    |

    = found: string "x"
    = expected: integer (by s.yml:3)

Given data value is not declared in schema: m.beta
v.yml:
    |
  3 |   beta: 5
    |   ^
s.yml:
    |
  4 | m:
    |

    = found: beta
    = expected: one of { eta, zeta } (from s.yml:4)
    = hint: did you mean "eta"?
]] },
  { "how a long report reads: the column of line numbers", schema = "a: 1",
    values = "#\n#\n#\n#\n#\n#\n#\n#\n#\na: x", says = [[
One or more data values were invalid
====================================

At a
v.yml:
    |
 10 | a: x
    |    ^
s.yml:
    |
  3 | a: 1
    |

    = found: string "x"
    = expected: integer (by s.yml:3)
]] },
}) end)

local function numbers(title, schema, values, gives)
  return { title, schema = schema, values = values, gives = gives }
end

describe("integers where floats are expected (reference#numbers):", function() rows.each(it, {
  { "the schema's own integer is a float", schema = '#@schema/type "float"\na: 3', gives = "a: 3.0" },
  { "an own integer that no float can represent stays", schema = '#@schema/type "float"\na: 9007199254740993',
    gives = "a: 9007199254740993" },
  numbers("all alternatives that fit decide", '#@schema/any-of {"c": 0.5}, {"c": 1}\na: {c: 1}', "a: {c: 3}",
    "a:\n  c: 3"),
  numbers("in another order", '#@schema/any-of {"c": 1}, {"c": 0.5}\na: {c: 1}', "a: {c: 3}", "a:\n  c: 3"),
  numbers("only one fits", '#@schema/any-of {"c": 0.5}, {"c": 1}\na: {c: 1}', "a: {c: 0.5}", "a:\n  c: 0.5"),
  numbers("only the other fits the map", '#@schema/any-of {"c": 0.5, "d": ""}, {"c": 1}\na: {c: 1}',
    "a: {c: 3, d: x}", "a:\n  c: 3.0\n  d: x"),
  numbers("in arrays", "#@schema/any-of [0.5], [1]\na: []", "a: [3]", "a:\n- 3"),
  numbers("an alternative that accepts both does not, after one for floats", "#@ def both():\n"
    .. '#@schema/type "float", "int"\nc: 1\n#@ end\n#@schema/any-of {"c": 0.5}, both\na: {c: 1}',
    "a: {c: 3}", "a:\n  c: 3"),
  numbers("an alternative that accepts anything there", "#@ def open():\n#@schema/type any=True\nc: 1\n#@ end\n"
    .. '#@schema/any-of {"c": 0.5}, open\na: {c: 1}', "a: {c: 3}", "a:\n  c: 3"),
  numbers("an alternative that accepts anything above", "#@ def open():\n#@schema/type any=True\nb: {}\n#@ end\n"
    .. '#@schema/any-of {"b": {"c": [0.5]}}, open\na: {}', "a: {b: {c: [3, 4.0]}}",
    "a:\n  b:\n    c:\n    - 3\n    - 4.0"),
  { "a float of JSON stays one where both are accepted", schema = "#@ def open():\n#@schema/type any=True\nc: 1\n"
    .. '#@ end\n#@schema/any-of {"c": 0.5}, open\na: {c: 1}', values = '{"a": {"c": 3.0}}', gives = "a:\n  c: 3.0" },
  numbers("one item wants a float", "#@schema/any-of [1], [0.5]\na: []", "a: [3, 0.5]", "a:\n- 3.0\n- 0.5"),
  numbers("an alternative whose rules fail does not count", "#@ def small():\n#@schema/validation max=1\nc: 1\n"
    .. '#@ end\n#@schema/any-of {"c": 0.5}, small\na: {c: 1}', "a: {c: 3}", "a:\n  c: 3.0"),
  numbers("an alternative whose rules hold counts", "#@ def small():\n#@schema/validation max=9\nc: 1\n"
    .. '#@ end\n#@schema/any-of {"c": 0.5}, small\na: {c: 1}', "a: {c: 3}", "a:\n  c: 3"),
}) end)
