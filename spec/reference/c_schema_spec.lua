-- Tests the types and defaults of a schema's values, its annotations, and the errors of a schema.

local rows = require "spec.support.rows"

local array_hint, null_hint = rows.array_hint, rows.null_hint
local any_hint = "an \"any type\" fragment has no constraints; nested schema annotations conflict and are disallowed"
local one_default = "this annotation only accepts one argument: the default value."

-- Returns the error about a value without a type, on a line.
local function null(title, schema, line)
  return { title, schema = schema,
    violations = ("null-value - s.yml:%d; found null value; expected non-null value; hint %s"):format(line, null_hint) }
end

-- Returns the error about an array without exactly one item.
local function items(title, schema, count)
  return { title, schema = schema,
    violations = ("array-items - s.yml:3; found %d array items; expected exactly 1 array item, of the "
      .. "desired type; hint %s"):format(count, array_hint) }
end

-- Returns the error about arguments of @schema/default that are not one value.
local function no_default(title, arguments, key, found, expected)
  return { title, schema = ("#@schema/default%s\n%s"):format(arguments, key),
    violations = ("default-argument - s.yml:3; found %s in @schema/default; expected %s; by s.yml:4; hint %s")
      :format(found, expected, one_default) }
end

-- Returns the error about arguments of @schema/examples that are no list of pairs.
local function no_examples(title, arguments, found)
  return { title, schema = ("#@schema/examples%s\na: 1"):format(arguments),
    violations = ("annotation-argument - s.yml:3; found %s in @schema/examples; expected 2-tuple containing "
      .. "description (string) and example value (of expected type)"):format(found) }
end

describe("inference (reference#inferred-types):", function() rows.each(it, {
  { "scalars: type and default", schema = "s: x\ni: 1\nf: 1.5\nb: true",
    gives = "s: x\ni: 1\nf: 1.5\nb: true" },
  { "a map is closed", schema = "m: {a: 1}", values = "m: {b: 2}", violations =
      "unknown-key m.b v.yml:1; found b; expected a map item with the key named \"a\"; by s.yml:3" },
  { "an empty map takes no keys", schema = "m: {}", values = "m: {b: 2}", violations =
      "unknown-key m.b v.yml:1; found b; expected a key declared in map; by s.yml:3" },
  { "an empty map's default is itself", schema = "m: {}", gives = "m: {}" },
  { "an array's default is empty, whatever its item", schema = "l: [{a: 1}]", gives = "l: []" },
  items("an array without items is an error", "e: []", 0),
  items("an array with two items is an error", "e: [1, 2]", 2),
  null("null is an error, also deep below", "a:\n  c: ~", 4),
  null("a value left out is an error", "a:", 3),
  null("a null item is an error", "a: [~]", 3),
  null("null is an error for a nullable node, too", "#@schema/nullable\nc:", 4),
  { "an empty schema document is an error at its ---", file = "#@data/values-schema\n---\n", violations =
      "null-value - s.yml:2; found null value; expected non-null value; hint " .. null_hint },
  { "a document may be a scalar", file = "#@data/values-schema\n---\n5", gives = "5" },
  { "a document may be an array, empty by default", file = "#@data/values-schema\n---\n- 5", gives = "[]" },
  { "all violations of a schema are reported (from-ytt#all-violations-in-one-run; ytt: the first)",
    schema = "a:\nb: []\nc: 1",
    violations = {
      "null-value - s.yml:3; found null value; expected non-null value; hint " .. null_hint,
      "array-items - s.yml:4; found 0 array items; expected exactly 1 array item, of the desired "
        .. "type; hint " .. array_hint,
    } },
  { "arrays of arrays", schema = "a:\n- - 1", values = "a: [[1, 2], [], [3]]",
    gives = "a:\n- - 1\n  - 2\n- []\n- - 3" },
  { "arrays of arrays, mistaken", schema = "a:\n- - 1", values = "a: [[x], 5]", violations = {
    "type a[0][0] v.yml:1; found string; expected integer; by s.yml:4",
    "type a[1] v.yml:1; found integer; expected array; by s.yml:4" } },
  { "defaults in items",
    schema = "l:\n- name: ''\n  #@schema/nullable\n  cfg: {a: 1}\n  #@schema/default [3]\n  nums: [0]",
    values = "l: [{name: x}, {name: z, cfg: {}, nums: [9]}, {}]",
    gives = "l:\n- name: x\n  cfg: null\n  nums:\n  - 3\n- name: z\n  cfg:\n    a: 1\n  nums:\n  - 9\n"
      .. "- name: \"\"\n  cfg: null\n  nums:\n  - 3" },
  { "a null item is no map", schema = "l: [{name: ''}]", values = "l: [~]",
    violations = "type l[0] v.yml:1; found null; expected map; by s.yml:3" },
  { "how the array error reads", schema = "e: []", says = [[
Invalid schema - wrong number of items in array definition
==========================================================

s.yml:
    |
  3 | e: []
    |

    = found: 0 array items (by s.yml:3)
    = expected: exactly 1 array item, of the desired type
    = hint: in schema, the one item of the array implies the type of its elements.
    = hint: in schema, the default value for an array is always an empty list.
    = hint: default values can be overridden with @schema/default.
]] },
  { "how the null error reads", schema = "a:\n  c: ~", says = [[
Invalid schema - null value not allowed here
============================================

s.yml:
    |
  4 |   c: ~
    |

    = found: null value (by s.yml:4)
    = expected: non-null value
    = hint: in YAML, omitting a value implies null.
    = hint: to set the default value to null, annotate with @schema/nullable.
    = hint: to allow any value, annotate with @schema/type any=True.
]] },
}) end)

describe("@schema/nullable (reference#nullable):", function() rows.each(it, {
  { "scalar, map and array are null by default",
    schema = "#@schema/nullable\na: 1\n#@schema/nullable\nb: {c: 1}\n#@schema/nullable\nd: [1]",
    gives = "a: null\nb: null\nd: null" },
  { "a given value is checked against the inferred type", schema = "#@schema/nullable\na: 1", values = "a: x",
    violations = "type a v.yml:1; found string; expected integer; by s.yml:4" },
  { "a map that is given is filled in", schema = "#@schema/nullable\nm: {a: 1, b: 2}", values = "m: {a: 5}",
    gives = "m:\n  a: 5\n  b: 2" },
  { "an array that is given", schema = "#@schema/nullable\nl: [1]", values = "l: [5]", gives = "l:\n- 5" },
  { "items may be null, the array is empty by default", schema = "l:\n#@schema/nullable\n- 1", gives = "l: []" },
  { "items may be null", schema = "l:\n#@schema/nullable\n- 1", values = "l: [~, 2]", gives = "l:\n- null\n- 2" },
  { "null over a default that is not null", schema = "#@schema/nullable\n#@schema/default 5\na: 1",
    values = "a: ~", gives = "a: null" },
  { "a document: nothing is printed", file = "#@schema/nullable\n#@data/values-schema\n---\na: 1\nb: 2",
    flags = { "-f", "s.yml" }, gives = "" },
  { "a document: a map is filled in", file = "#@schema/nullable\n#@data/values-schema\n---\na: 1\nb: 2",
    values = "a: 5", gives = "a: 5\nb: 2" },
  { "no keywords", schema = "#@schema/nullable x=True\na: 1", violations =
      "annotation-argument - s.yml:3; found keyword argument in @schema/nullable; expected no "
      .. "arguments; hint a nullable node takes null, and is null by default." },
  { "a positional argument", schema = "#@schema/nullable False\na: 1", gives = "a: null" },
}) end)

describe("@schema/type any=True (reference#any):", function() rows.each(it, {
  { "takes anything: a map", schema = "#@schema/type any=True\na: 1", values = "a: {x: [1, ~]}",
    gives = "a:\n  x:\n  - 1\n  - null" },
  { "takes null", schema = "#@schema/type any=True\na: 1", values = "a: ~", gives = "a: null" },
  { "the value is the default, as it stands", schema = "#@schema/type any=True\na: {b: [1, 2], c: ~}",
    gives = "a:\n  b:\n  - 1\n  - 2\n  c: null" },
  { "null may stand there", schema = "#@schema/type any=True\na:", gives = "a: null" },
  { "any=False is as if it were not there", schema = "#@schema/type any=False\na: 1", values = "a: x",
    violations = "type a v.yml:1; found string; expected integer; by s.yml:4" },
  { "no nullable below it", schema = "#@schema/type any=True\na:\n  #@schema/nullable\n  b: 1", violations =
      "below-any - s.yml:6; found @schema/nullable annotation(s); expected no '@schema/...' on nodes "
      .. "within a node annotated '@schema/type any=True'; by s.yml:5; hint " .. any_hint },
  { "no type and default below it, and how it reads",
    schema = "a: 1\nb:\n  #@schema/type any=True\n  d:\n  #@schema/type any=True\n  #@schema/default 1\n  - e: 1",
    says = [[
Invalid schema
==============

Schema was specified within an "any type" fragment
s.yml:
    |
  7 |   #@schema/type any=True
  8 |   #@schema/default 1
  9 |   - e: 1
    |

    = found: @schema/type, @schema/default annotation(s) (at s.yml:9)
    = expected: no '@schema/...' on nodes within a node annotated '@schema/type any=True'
    = hint: an "any type" fragment has no constraints; nested schema annotations conflict and are disallowed
]] },
  { "documentation below it is fine (reference#any)",
    schema = "#@schema/type any=True\na:\n  #@schema/desc \"d\"\n  b: 1", gives = "a:\n  b: 1" },
  { "no validation below it (from-ytt#minor-differences; ytt: ignored)",
    schema = "#@schema/type any=True\na:\n  #@schema/validation min=5\n  b: 1", violations =
      "below-any - s.yml:6; found @schema/validation annotation(s); expected no '@schema/...' on nodes "
      .. "within a node annotated '@schema/type any=True'; by s.yml:5; hint " .. any_hint },
  { "unknown keys may be merged into it (from-ytt#minor-differences; ytt: missing_ok is needed)",
    schema = "#@schema/type any=True\na: {x: 1}", over = "a: {z: 2}", gives = "a:\n  x: 1\n  z: 2" },
  { "@schema/type without arguments", schema = "#@schema/type\na: 1", violations =
      "annotation-argument - s.yml:3; found missing keyword argument and value in @schema/type; "
      .. "expected valid keyword argument and value; hint Supported key-value pairs are 'any=True', "
      .. "'any=False', 'one_of=[...]', 'or_inferred=True'" },
  { "a type by its name (reference#types-by-name; ytt: an error)", schema = "#@schema/type \"string\"\na: ''",
    values = "a: x", gives = "a: x" },
  { "a name that is no type", schema = "#@schema/type \"itn\"\na: 1", violations =
      "annotation-argument - s.yml:3; found \"itn\" in @schema/type; expected one of \"bool\", "
      .. "\"float\", \"int\", \"null\", \"string\", \"array\", \"map\", \"any\"; hint did you mean \"int\"?" },
  { "a name of another tool, misspelt", schema = "#@schema/type \"interger\"\na: 1", violations =
      "annotation-argument - s.yml:3; found \"interger\" in @schema/type; expected one of \"bool\", "
      .. "\"float\", \"int\", \"null\", \"string\", \"array\", \"map\", \"any\"; hint did you mean \"int\"?" },
  { "any=1", schema = "#@schema/type any=1\na: 1", violations =
      "annotation-argument - s.yml:3; found integer in @schema/type; expected boolean; hint Supported "
      .. "kwargs are 'any', 'one_of', 'or_inferred'" },
  { "foo=True", schema = "#@schema/type foo=True\na: 1", violations =
      "annotation-argument - s.yml:3; found foo in @schema/type; expected A valid kwarg; hint "
      .. "Supported kwargs are 'any', 'one_of', 'or_inferred'" },
}) end)

describe("@schema/default (reference#defaults):", function() rows.each(it, {
  { "of an array", schema = "#@schema/default [1, 2, 3]\nc: [7]", gives = "c:\n- 1\n- 2\n- 3" },
  { "of an array of maps, filled in", schema = "#@schema/default [{\"a\": 5}, {}]\nc:\n- a: 1\n  b: 2",
    gives = "c:\n- a: 5\n  b: 2\n- a: 1\n  b: 2" },
  { "of a map: filled in, given keys first",
    schema = "#@schema/default {\"b\": 9}\nm:\n  #@schema/default 4\n  a: 1\n  b: 2\n  #@schema/nullable\n  c: 3",
    gives = "m:\n  b: 9\n  a: 4\n  c: null" },
  { "of the document", file = "#@schema/default {\"a\": 5}\n#@data/values-schema\n---\na: 1\nb: 2",
    gives = "a: 5\nb: 2" },
  { "of a document that is an array; values append",
    file = "#@schema/default [1, 2]\n#@data/values-schema\n---\n- 0", over = "- 14", gives = "- 1\n- 2\n- 14" },
  { "of a scalar", schema = "#@schema/default 1 + 1\na: 1", gives = "a: 2" },
  { "not on an item, and how it reads", schema = "a:\n#@schema/default 1\n- 7", says = [[
Invalid schema - @schema/default not supported on array item
============================================================

s.yml:
    |
  4 | #@schema/default 1
  5 | - 7
    |

    = found: @schema/default (by s.yml:4)
    = expected: a map item or a document
    = hint: do you mean to set a default value for the array?
    = hint: set an array's default by annotating its parent.
]] },
  no_default("without a value", "", "a: 1", "missing value", "integer"),
  no_default("without a value, on a map", "", "a: {b: 1}", "missing value", "map"),
  no_default("without a value, on an array", "", "a: [1]", "missing value", "array"),
  no_default("two values", " 1, 2", "a: 1", "2 values", "integer"),
  no_default("many values", " 1, 2, 3, 4, 5, 6, 7, 8, 9, 10", "a: 1", "10 values", "integer"),
  no_default("very many values", " " .. ("1, "):rep(99) .. "1", "a: 1", "100 values", "integer"),
  no_default("a keyword", " x=1", "a: 1", "keyword argument", "integer"),
  { "a string for an integer", schema = "a: 1\n#@schema/default \"x\"\nb: 1", violations =
      "default-type - s.yml:4; found string; expected integer; by s.yml:5" },
  { "a string for an integer, and how it reads", schema = "a: 1\n#@schema/default \"x\"\nb: 1", says = [[
Invalid schema - @schema/default is wrong type
==============================================

s.yml:
    |
  4 | #@schema/default "x"
  5 | b: 1
    |

    = found: string "x" (at s.yml:4)
    = expected: integer (by s.yml:5)
]] },
  { "None where null does not fit", schema = "#@schema/default None\na: 1", violations =
      "default-type - s.yml:3; found null; expected integer; by s.yml:4" },
  { "an unknown key", schema = "#@schema/default {\"zz\": 1}\nm: {a: 1}", violations =
      "default-key zz s.yml:3; found zz; expected a map item with the key named \"a\"; by s.yml:4" },
  { "a wrong item: the item's line is named", schema = "#@schema/default [\"x\", 1]\nm:\n- 1", violations =
      "default-type [0] s.yml:3; found string; expected integer; by s.yml:5" },
  { "an integer for a map", schema = "#@schema/default 1\nm: {a: 1}", violations =
      "default-type - s.yml:3; found integer; expected map; by s.yml:4" },
  { "an array for an integer", schema = "#@schema/default [1]\nm: 1", violations =
      "default-type - s.yml:3; found array; expected integer; by s.yml:4" },
}) end)

describe("combinations (reference#defaults):", function() rows.each(it, {
  { "nullable and default", schema = "#@schema/nullable\n#@schema/default 5\na: 1", gives = "a: 5" },
  { "nullable and default None", schema = "#@schema/nullable\n#@schema/default None\na: 1", gives = "a: null" },
  { "nullable and a default of the wrong type", schema = "#@schema/nullable\n#@schema/default \"x\"\na: 1",
    violations = "default-type - s.yml:4; found string; expected integer; by s.yml:5" },
  { "any and default", schema = "#@schema/type any=True\n#@schema/default [1]\na: x", gives = "a:\n- 1" },
  { "any and nullable: the value is dropped", schema = "#@schema/type any=True\n#@schema/nullable\na: x",
    gives = "a: null" },
  { "any, nullable and default", schema = "#@schema/default 3\n#@schema/type any=True\n#@schema/nullable\na: x",
    gives = "a: 3" },
  { "any and nullable: type any", schema = "#@schema/type any=True\n#@schema/nullable\na: x", values = "a: [1]",
    gives = "a:\n- 1" },
  { "nullable and any=False", schema = "#@schema/type any=False\n#@schema/nullable\na: x", values = "a: 5",
    violations = "type a v.yml:1; found integer; expected string; by s.yml:5; "
      .. "hint to make it a string, put it in quotes." },
  { "a default is copied wherever it is used (from-ytt#defaults-are-copied; ytt: shared)",
    schema = "#@schema/default [{}, {}]\nl:\n-\n  #@schema/default [1]\n  k: [0]",
    over = "l:\n#@overlay/match by=overlay.index(0)\n- k: [2]",
    gives = "l:\n- k:\n  - 1\n  - 2\n- k:\n  - 1" },
}) end)

describe("documentation (reference#documentation):", function()
  local all = {
    { "an example of any type where any is", schema = "#@schema/type any=True\n#@schema/examples (\"x\", None)\na: 1",
      gives = "a: 1" },
    { "None is no example of an integer", schema = "#@schema/examples (\"x\", None)\na: 1", violations =
      "example-type - s.yml:3; found null; expected integer; by s.yml:4" },
    { "None is an example of what may be null", schema = "#@schema/nullable\n#@schema/examples (\"x\", None)\na: 1",
      gives = "a: null" },
    { "deprecated, on a document", file = "#@schema/deprecated \"old\"\n#@data/values-schema\n---\na: 1",
      violations =
      "annotation-misplaced - s.yml:1; found @schema/deprecated; expected on map items and array "
      .. "items; by s.yml:3; hint use schema/deprecated on individual keys." },
    { "deprecated warns when a value is given (from-ytt#order-of-rules; ytt: silent)",
      schema = "#@schema/deprecated \"use b\"\na: 1\nb: 2", values = "a: 3", gives = "a: 3\nb: 2", warns =
      "deprecated a v.yml:1; says a is deprecated: use b; by s.yml:3" },
    no_examples("examples without any", "", "missing value"),
    no_examples("examples with a keyword", " x=1", "keyword argument"),
    no_examples("an example that is no tuple", " \"x\"", "string"),
    no_examples("an example that is an empty tuple", " ()", "incomplete tuple"),
    no_examples("an example that is a tuple of one", " (\"x\",)", "incomplete tuple"),
    no_examples("an example that is a tuple of three", " (\"x\", 1, 2)", "tuple of more than two"),
    no_examples("a description that is no string", " (1, 2)", "description that is not a string"),
    { "examples of the wrong type: all are reported", schema =
      "#@schema/examples (\"x\", \"y\"), (\"ok\", 1), (\"z\", [1])\na: 1", violations = {
      "example-type - s.yml:3; found string; expected integer; by s.yml:4",
      "example-type - s.yml:3; found array; expected integer; by s.yml:4",
    } },
    { "how a wrong example reads", schema = "#@schema/examples (\"x\", \"y\")\na: 1", says = [[
Invalid schema - an example has the wrong type
==============================================

s.yml:
    |
  3 | #@schema/examples ("x", "y")
  4 | a: 1
    |

    = found: string "y" (by s.yml:3)
    = expected: integer (by s.yml:4)
]] },
    { "@schema/doc is @schema/desc (reference#documentation)", schema = "#@schema/doc\na: 1", violations =
      "annotation-argument - s.yml:3; found missing value in @schema/doc; expected string; hint this "
      .. "annotation only accepts one argument: a string." },
  }
  for _, name in ipairs { "title", "desc", "deprecated" } do
    local expected = "annotation-argument - s.yml:3; found %s in @schema/" .. name .. "; expected string"
      .. "; hint this annotation only accepts one argument: a string."
    local function row(title, arguments, found)
      all[#all + 1] = { ("%s: %s"):format(name, title), schema = ("#@schema/%s%s\na: 1"):format(name, arguments),
        violations = expected:format(found) }
    end
    row("no argument", "", "missing value")
    row("two", " \"a\", \"b\"", "2 values")
    row("not a string", " 5", "Non-string value")
    row("a keyword", " x=\"a\"", "keyword argument")
  end
  rows.each(it, all)
end)

-- Returns a schema's OpenAPI document without its fixed beginning.
local function openapi(title, schema, expected, options)
  local row = { title, schema = schema,
    flags = { "-f", "s.yml", "--data-values-schema-inspect", "-o", "openapi-v3" },
    gives = "openapi: 3.0.0\ninfo:\n  version: 0.1.0\n  title: Schema for data values, generated by yschema\n"
      .. "paths: {}\ncomponents:\n  schemas:\n    dataValues:\n" .. expected:gsub("([^\n]+)", "      %1") }
  for key, value in pairs(options or {}) do row[key] = value end
  return row
end

describe("OpenAPI (reference#openapi):", function() rows.each(it, {
  openapi("scalars, arrays and maps", "s: x\ni: 1\nf: 1.5\nb: true\nl: [1]\nm: {a: 1}", [[
type: object
additionalProperties: false
properties:
  s:
    type: string
    default: x
  i:
    type: integer
    default: 1
  f:
    type: number
    format: float
    default: 1.5
  b:
    type: boolean
    default: true
  l:
    type: array
    items:
      type: integer
      default: 1
    default: []
  m:
    type: object
    additionalProperties: false
    properties:
      a:
        type: integer
        default: 1
]]),
  openapi("nullable, any, default", "#@schema/nullable\nk: 1\n#@schema/nullable\nm: {a: 1}\n"
    .. "#@schema/type any=True\ny2: [1]\n#@schema/default [{}]\nl:\n- a: 5", [[
type: object
additionalProperties: false
properties:
  k:
    type: integer
    nullable: true
    default: null
  m:
    type: object
    additionalProperties: false
    nullable: true
    properties:
      a:
        type: integer
        default: 1
  y2:
    nullable: true
    default:
    - 1
  l:
    type: array
    items:
      type: object
      additionalProperties: false
      properties:
        a:
          type: integer
          default: 5
    default:
    - a: 5
]]),
  openapi("documentation", "#@schema/title \"T\"\n#@schema/desc \"D\"\n#@schema/deprecated \"gone\"\n"
    .. "#@schema/examples (\"one\", 5), (\"two\", 6)\na: 1\n#@schema/desc \"\"\nb: 1", [[
type: object
additionalProperties: false
properties:
  a:
    title: T
    type: integer
    deprecated: true
    description: D
    x-example-description: one
    example: 5
    default: 1
  b:
    type: integer
    default: 1
]]),
  { "-o openapi-v3 without inspect", schema = "a: 1", flags = { "-f", "s.yml", "-o", "openapi-v3" }, status = 2,
    gives = "", says = [[
yschema: Error: the format openapi-v3 shows a schema: write yschema inspect -f FILE --format openapi-v3
Try 'yschema --help'.
]] },
  { "-o foo", schema = "a: 1", flags = { "-f", "s.yml", "-o", "foo" }, status = 2, gives = "",
    says = "yschema: Error: -o: unknown format 'foo', use yaml, json, openapi-v3, json-schema or html; "
      .. "a file is written with a slash: -o ./foo\nTry 'yschema --help'.\n" },
  openapi("data values and their rules are not looked at", "#@schema/validation min_len=5\na: x", [[
type: object
additionalProperties: false
properties:
  a:
    type: string
    minLength: 5
    default: x
required:
- a
]], { values = "a: 5", flags = { "-f", "s.yml", "-f", "v.yml", "--data-values-schema-inspect", "-o", "openapi-v3" } }),
}) end)
