-- Tests plain scalars, merge keys and duplicates, ranges of numbers, and how values are written.

local rows = require "spec.support.rows"

local quote_it = "; hint to make it a string, put it in quotes."

-- Makes rows of texts and their values, as they are printed and as the type in a report.
local function resolves(texts)
  local all = {}
  for _, case in ipairs(texts) do
    local text, kind, printed = case[1], case[2], case[3] or case[1]
    all[#all + 1] = { ("%s is %s"):format(text, kind), document = "a: " .. text, gives = "a: " .. printed }
    if kind ~= "string" then
      all[#all + 1] = { ("%s is %s, where a string is wanted"):format(text, kind), schema = "a: ''",
        values = "a: " .. text,
        violations = ("type a v.yml:1; found %s; expected string; by s.yml:3%s"):format(kind,
          kind ~= "null" and quote_it
          or text == "" and "; hint a key without a value is null; leave the key out to keep the default." or "") }
    end
  end
  return all
end

-- Two texts are written with quotes where ytt writes them without: some YAML readers read 2001-13-45 as an (invalid)
-- date, and = as a special value.
describe("plain texts (reference#plain-scalars):", function() rows.each(it, resolves {
  { "12", "integer" }, { "-5", "integer" }, { "+5", "integer", "5" }, { "1_000", "integer", "1000" },
  { "0x1F", "integer", "31" }, { "0b101", "integer", "5" }, { "0o17", "integer", "15" },
  { "017", "integer", "15" }, { "08", "float", "8.0" }, { "9223372036854775808", "integer" },
  { "18446744073709551615", "integer" },
  { "1.5", "float" }, { ".5", "float", "0.5" }, { "1.", "float", "1.0" }, { "1e3", "float", "1000.0" },
  { "-1.5E+3", "float", "-1500.0" }, { "1_000.5", "float", "1000.5" }, { ".inf", "float" },
  { "-.Inf", "float", "-.inf" }, { ".nan", "float" }, { ".NaN", "float", ".nan" },
  { "y", "boolean", "true" }, { "Y", "boolean", "true" }, { "yes", "boolean", "true" },
  { "Yes", "boolean", "true" }, { "YES", "boolean", "true" }, { "true", "boolean" },
  { "True", "boolean", "true" }, { "TRUE", "boolean", "true" }, { "on", "boolean", "true" },
  { "On", "boolean", "true" }, { "ON", "boolean", "true" }, { "n", "boolean", "false" },
  { "N", "boolean", "false" }, { "no", "boolean", "false" }, { "No", "boolean", "false" },
  { "NO", "boolean", "false" }, { "false", "boolean" }, { "False", "boolean", "false" },
  { "FALSE", "boolean", "false" }, { "off", "boolean", "false" }, { "Off", "boolean", "false" },
  { "OFF", "boolean", "false" }, { "", "null", "null" }, { "~", "null", "null" }, { "null", "null" },
  { "Null", "null", "null" }, { "NULL", "null", "null" },
  { "tRue", "string" }, { "yEs", "string" }, { "nUll", "string" }, { "1:30", "string", "\"1:30\"" },
  { "0x", "string" }, { "+", "string" }, { "0.0.1", "string" }, { "=", "string", "\"=\"" },
  { "2001-12-14", "string", "\"2001-12-14\"" },
  { "2001-12-14T21:59:43.10-05:00", "string", "\"2001-12-14T21:59:43.10-05:00\"" },
  { "2001-13-45", "string", "\"2001-13-45\"" }, { "'12'", "string", "\"12\"" }, { "\"yes\"", "string" },
  { "!!str 5", "string", "\"5\"" }, { "!!int \"5\"", "integer", "5" }, { "!!float 3", "float", "3.0" },
  { "!!binary aGVsbG8=", "string", "hello" }, { "!foo bar", "string", "bar" },
}) end)

describe("tags and keys (reference#plain-scalars):", function() rows.each(it, {
  { "an integer of more than 64 bits is an error (reference#plain-scalars: nothing is rounded; ytt: a float)",
    schema = "a: 1", values = "a: 99999999999999999999999", violations =
      "integer-range - v.yml:1; says the integer 99999999999999999999999 does not fit in 64 bits" },
  { "!!int of a float is an error", schema = "a: !!int 1.0", violations =
      "tag - s.yml:3; says \"1.0\" cannot be read as !!int" },
  { "!!float of a word is an error", schema = "a: !!float abc", violations =
      "tag - s.yml:3; says \"abc\" cannot be read as !!float" },
  { "y and n are strings as keys (from-ytt#keys-are-strings; ytt: booleans)", schema = "y: 1\nn: 2\non: 3\noff: 4",
    gives = "\"y\": 1\n\"n\": 2\n\"on\": 3\n\"off\": 4" },
  { "a schema's keys are strings (reference#keys-of-maps)", schema = "1: a", violations =
      "key-not-string - s.yml:3; found 1, of type integer; expected string; hint to make it a string, "
      .. "put it in quotes: \"1\"." },
  { "a null key in a schema is an error", schema = "~: a", violations =
      "key-not-string - s.yml:3; found null, of type null; expected string; hint to make it a string, "
      .. "put it in quotes: \"null\"." },
  { "a true key in a schema is an error", schema = "true: a", violations =
      "key-not-string - s.yml:3; found true, of type boolean; expected string; hint to make it a "
      .. "string, put it in quotes: \"true\"." },
  { "an integer key of the values is the schema's string (reference#keys-of-maps; ytt: an unknown key)",
    schema = "'1': a", values = "1: b", gives = "\"1\": b\n" },
  { "so are all scalar keys, below placeholders, too", schema = "#@schema/any-key\n_: ''",
    values = "{1: a, 0x10: b, 1.5: c, true: d, ~: e}",
    gives = '"1": a\n"16": b\n"1.5": c\n"true": d\n"null": e\n' },
  { "other scalar keys are kept below any (reference#keys-of-maps)", schema = "#@schema/type any=True\na: {}",
    values = "a: {1: x, 1.5: b, true: z, ~: w}", gives = "a:\n  1: x\n  1.5: b\n  true: z\n  null: w" },
  { "a collection as a key is an error (ytt: crashes)", schema = "? [a, b]\n: 1", violations =
      "complex-key - s.yml:3; says a map key must be a scalar, but found array; "
      .. "hint a text that begins with a brace or a bracket must be in quotes." },
}) end)

describe("strict mode (reference#strict-mode):", function()
  local function strictly(values)
    return { schema = "#@schema/type any=True\na: 1", values = values, options = { strict = true } }
  end
  local all = {}
  local function row(title, values, expected)
    local new = strictly(values)
    new[1] = title
    for key, value in pairs(expected) do new[key] = value end
    all[#all + 1] = new
  end
  for _, case in ipairs { { "yes", "bool" }, { "~", "null" }, { "0x10", "int" }, { "017", "int" },
    { "1_000", "int" }, { "True", "bool" }, { ".inf", "float" }, { "0o7", "int" }, { "+1", "int" }, { "y", "bool" } } do
    local text, kind = case[1], case[2]
    row(text .. " is ambiguous", "a: " .. text, { violations = ("strict - v.yml:1; says strict parsing: '%s' is "
      .. "ambiguous (could be !!str or !!%s); hint to make it a string, put it in quotes."):format(text, kind) })
  end
  row("1e3 is a float", "a: 1e3", { gives = "a: 1000.0" })
  row("1.5 is a float", "a: 1.5", { gives = "a: 1.5" })
  row("-0 is an integer", "a: -0", { gives = "a: 0" })
  row("nothing is null", "a:", { gives = "a: null" })
  row("true is true", "a: true", { gives = "a: true" })
  row("blanks need quotes", "a: a b", { violations =
      "strict - v.yml:1; says strict parsing: strings with whitespace must be explicitly quoted: 'a "
      .. "b'; hint to make it a string, put it in quotes." })
  row("colons need quotes", "a: a:b", { violations =
      "strict - v.yml:1; says strict parsing: strings with colon must be explicitly quoted: 'a:b'; "
      .. "hint to make it a string, put it in quotes." })
  row("--- needs quotes", "a: a---b", { violations =
      "strict - v.yml:1; says strict parsing: strings with --- must be explicitly quoted: 'a---b'; "
      .. "hint to make it a string, put it in quotes." })
  row("quoted is fine", "a: 'a b: yes'", { gives = "a: 'a b: yes'" })
  rows.each(it, all)
end)

describe("strict mode at the shell (reference#strict-mode):", function() rows.each(it, {
  { "holds for --data-value-yaml", schema = "a: true",
    flags = { "-s", "-f", "s.yml", "--data-value-yaml", "a=yes" }, status = 2, gives = "", says = [[
(data-value-yaml arg):1:3: strict parsing: 'yes' is ambiguous (could be !!str or !!bool)
    |
  1 | a=yes
    |   ^
    = hint: to make it a string, put it in quotes.
]] },
  { "holds for --data-values-file", schema = "a: true", files = { ["d.yml"] = "a: yes\n" },
    flags = { "--strict", "-f", "s.yml", "--data-values-file", "d.yml" }, status = 2, gives = "", says = [[
d.yml:1:4: strict parsing: 'yes' is ambiguous (could be !!str or !!bool)
    |
  1 | a: yes
    |    ^
    = hint: to make it a string, put it in quotes.
]] },
  { "holds for schemas", schema = "a: yes", flags = { "-s", "-f", "s.yml" }, status = 2, gives = "", says = [[
s.yml:3:4: strict parsing: 'yes' is ambiguous (could be !!str or !!bool)
    |
  3 | a: yes
    |    ^
    = hint: to make it a string, put it in quotes.
]] },
  { "does not touch --data-value", schema = "a: ''", flags = { "-s", "-f", "s.yml", "--data-value", "a=yes" },
    gives = "a: \"yes\"" },
}) end)

local any = "#@schema/type any=True\n"

describe("merge keys, anchors, duplicates (reference#merge-keys):", function() rows.each(it, {
  { "<< splices in its place", schema = any .. "m:\n  b: &b {k1: 1, k2: 2}\n  d: {<<: *b, k4: 4}",
    gives = "m:\n  b:\n    k1: 1\n    k2: 2\n  d:\n    k1: 1\n    k2: 2\n    k4: 4" },
  { "<< at the end splices there", schema = any .. "m:\n  b: &b {k1: 1}\n  d: {k4: 4, <<: *b}",
    gives = "m:\n  b:\n    k1: 1\n  d:\n    k4: 4\n    k1: 1" },
  { "<< yields to explicit keys (from-ytt#merge-keys-and-duplicates; ytt: an error)",
    schema = any .. "m:\n  b: &b {k1: 1, k2: 2}\n  d: {<<: *b, k2: 3}",
    gives = "m:\n  b:\n    k1: 1\n    k2: 2\n  d:\n    k1: 1\n    k2: 3" },
  { "<< yields to explicit keys above it, too (reference#merge-keys)",
    schema = any .. "m:\n  b: &b {k1: 1, k2: 2}\n  d: {k2: 3, <<: *b}",
    gives = "m:\n  b:\n    k1: 1\n    k2: 2\n  d:\n    k2: 3\n    k1: 1" },
  { "<< takes a list of maps, the first wins (from-ytt#merge-keys-and-duplicates; ytt: an error)",
    schema = any .. "m:\n  a: &a {x: 1}\n  b: &b {x: 2, y2: 3}\n  d: {<<: [*a, *b]}",
    gives = "m:\n  a:\n    x: 1\n  b:\n    x: 2\n    y2: 3\n  d:\n    x: 1\n    y2: 3" },
  { "<< of a scalar is an error", schema = any .. "m: {<<: 1}", violations =
      "merge-value - s.yml:4; says a merge key (<<) takes a map or an array of maps, but found integer" },
  { "a quoted << is a key", schema = any .. "m: {'<<': 1}", gives = "m:\n  \"<<\": 1" },
  { "an alias copies without annotations", schema = "a: &x\n  #@schema/nullable\n  c: 1\nb: *x",
    gives = "a:\n  c: null\nb:\n  c: 1" },
  { "an unknown alias is an error", schema = "a: *abc", violations =
      "unknown-alias - s.yml:3; says unknown anchor \"abc\"; hint an anchor, &abc, must stand above "
      .. "its aliases, in the same document." },
  { "a duplicate key in a schema is an error", schema = "a: 1\na: 2", violations =
      "duplicate-key - s.yml:4; says duplicate key \"a\"; by s.yml:3; hint the key was given first at "
      .. "s.yml:3; keep one of the two." },
  { "a duplicate key in data values is an error, with or without annotations (reference#merge-keys)",
    schema = "a: 1", values = "a: 1\na: 2", violations =
      "duplicate-key - v.yml:2; says duplicate key \"a\"; by v.yml:1; hint the key was given first at "
      .. "v.yml:1; keep one of the two." },
  { "a duplicate key in a values file is an error (from-ytt#merge-keys-and-duplicates; ytt: the last wins)",
    schema = "a: 1",
    files = { ["d.yml"] = "a: 1\na: 2\n" }, flags = { "-f", "s.yml", "--data-values-file", "d.yml" },
    status = 2, gives = "", says = [[
d.yml:2:1: duplicate key "a"
    |
  1 | a: 1
  2 | a: 2
    | ^
    = hint: the key was given first at d.yml:1; keep one of the two.
]] },
}) end)

describe("which scalars fit (reference#numbers):", function() rows.each(it, {
  { "an integer for a float", schema = "f: 1.5", values = "f: 2", gives = "f: 2.0" },
  { "no float for an integer", schema = "i: 1", values = "i: 2.5",
    violations = "type i v.yml:1; found float; expected integer; by s.yml:3" },
  { "no 2.0 for an integer", schema = "i: 1", values = "i: 2.0",
    violations = "type i v.yml:1; found float; expected integer; by s.yml:3" },
  { "an integer as the default of a float", schema = "#@schema/default 1\nf: 1.5", gives = "f: 1.0" },
  { "no 1.0 as the default of an integer", schema = "#@schema/default 1.0\ni: 1", violations =
      "default-type - s.yml:3; found float; expected integer; by s.yml:4" },
  { "no number for a string", schema = "s: ''", values = "s: 5",
    violations = "type s v.yml:1; found integer; expected string; by s.yml:3" .. quote_it },
  { "no yes for a string", schema = "s: ''", values = "s: yes",
    violations = "type s v.yml:1; found boolean; expected string; by s.yml:3" .. quote_it },
  { "no string for a number", schema = "i: 1", values = "i: '5'",
    violations = "type i v.yml:1; found string; expected integer; by s.yml:3; hint leave out the quotes." },
  { "no integer for a boolean", schema = "b: true", values = "b: 1",
    violations = "type b v.yml:1; found integer; expected boolean; by s.yml:3" },
  { "a date for a string", schema = "s: ''", values = "s: 2001-12-14", gives = "s: \"2001-12-14\"" },
}) end)

local function written(texts)
  local all = {}
  for _, pair in ipairs(texts) do
    all[#all + 1] = { ("the string %s is written %s"):format(pair[1], (pair[2]:gsub("\n", "\\n"))),
      document = "a: " .. pair[1], gives = "a: " .. pair[2] }
  end
  return all
end

-- << and = have quotes, too. Without them, as in ytt, a reader would see a merge key.
describe("strings (reference#output):", function() rows.each(it, written {
  { "\"1\"", "\"1\"" }, { "\"true\"", "\"true\"" }, { "\"null\"", "\"null\"" }, { "\"\"", "\"\"" },
  { "\"yes\"", "\"yes\"" }, { "\"y\"", "\"y\"" }, { "\"~\"", "\"~\"" }, { "\"1e3\"", "\"1e3\"" },
  { "\"1_000\"", "\"1_000\"" }, { "\"017\"", "\"017\"" }, { "\"0x1f\"", "\"0x1f\"" },
  { "\"1:30\"", "\"1:30\"" }, { "\"2001-12-14\"", "\"2001-12-14\"" }, { "\"tab\\t\"", "\"tab\\t\"" },
  { "\"\\x01\"", "\"\\x01\"" }, { "\"a\\r\\nb\"", "\"a\\r\\nb\"" }, { "' x'", "' x'" }, { "'x: y'", "'x: y'" },
  { "'#x'", "'#x'" }, { "''''", "''''" }, { "'\"'", "'\"'" }, { "'-'", "'-'" }, { "'*x'", "'*x'" },
  { "'@x'", "'@x'" }, { "'trailing '", "'trailing '" }, { "\"a\\nb\"", "|-\n  a\n  b" },
  { "\"a\\nb\\n\"", "|\n  a\n  b" }, { "\"\\n\"", "|2+\n\n" }, { "\"\\U0001F600\"", "\"\\U0001F600\"" },
  { "\"é\"", "é" }, { "\"<<\"", "\"<<\"" }, { "\"=\"", "\"=\"" },
  { "\"" .. ("word "):rep(40) .. "end\"", ("word "):rep(40) .. "end" },
}) end)

describe("other output (reference#output):", function() rows.each(it, {
  { "sequences are not indented, two spaces for maps", schema = any .. "a: {b: [1, [2, 3], {c: 4, d: 5}]}",
    gives = "a:\n  b:\n  - 1\n  - - 2\n    - 3\n  - c: 4\n    d: 5" },
  { "empty collections", schema = any .. "a: {b: [], c: {}}", gives = "a:\n  b: []\n  c: {}" },
  { "a document of null prints nothing", file = "#@schema/nullable\n#@data/values-schema\n---\na: 1",
    flags = { "-f", "s.yml" }, gives = "" },
  { "the schema's order, whatever is given", schema = "z: 1\na: 2\nm: 3", values = "m: 9\nz: 8",
    gives = "z: 8\na: 2\nm: 9" },
  { "in array items the order given, then what was missing", schema = "l:\n- z: 1\n  a: 2\n  m: 3",
    values = "l:\n- m: 9", gives = "l:\n- m: 9\n  z: 1\n  a: 2" },
  { "a float stays one (from-ytt#output; ytt: 1)", schema = "f: 1.0", gives = "f: 1.0" },
  { "large floats", schema = any .. "f: [1e21, 123456789.125, 1.5e-7, -0.0]",
    gives = "f:\n- 1e+21\n- 1.23456789125e+08\n- 1.5e-07\n- -0.0" },
  { "JSON: valid, compact, in the document's order (reference#output)",
    schema = "z: 1\na: '<&>'\nf: 1.0\nn: 5", flags = { "-f", "s.yml", "-o", "json" },
    gives = "{\"z\":1,\"a\":\"<&>\",\"f\":1.0,\"n\":5}" },
  { "JSON of documents: a line each (reference#output)",
    files = { ["b.yml"] = "a: 1\n---\nb: 1\n" }, flags = { "overlay", "-f", "b.yml", "-o", "json" },
    gives = "{\"a\":1}\n{\"b\":1}" },
  { "JSON: keys that are no strings become strings (ytt: crashes)", schema = any .. "a: {1: x, true: z}",
    flags = { "-f", "s.yml", "-o", "json" }, gives = "{\"a\":{\"1\":\"x\",\"true\":\"z\"}}" },
}) end)
