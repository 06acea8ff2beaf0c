-- Tests comments, the nodes of annotations, their arguments, and kinds of documents.

local rows = require "spec.support.rows"

-- The warning about `# @name`.
local function spaced(name, place)
  return (place and ("spaced-annotation - %s; says "):format(place) or "")
    .. ("`# @%s` is only a comment: write `#@%s`, without a blank, for an annotation"):format(name, name)
end

describe("comments (reference#comments):", function() rows.each(it, {
  { "a note for readers is ignored", schema = "#! note\na: 1 #! note", gives = "a: 1" },
  { "a plain comment is ignored, also beside annotations (from-ytt#minor-differences; ytt: an error)",
    schema = "# plain\n#@schema/nullable\na: 1 # plain", gives = "a: null" },
  { "a plain comment beside annotations is an error when that is asked for (reference#comments)",
    schema = "# one\n#! note\n#@schema/nullable\na: 1 #two", options = { refuse_plain_comments = true },
    violations = {
      "plain-comment - s.yml:3; says a plain comment beside annotations; hint use #@ for "
        .. "annotations or code, #! for comments.",
      "plain-comment - s.yml:6; says a plain comment beside annotations; hint use #@ for "
        .. "annotations or code, #! for comments.",
    } },
  { "they are fine in a file without annotations", schema = "a: 1", values = "# plain\na: 2",
    options = { refuse_plain_comments = true }, gives = "a: 2" },
  { "at the shell: --refuse-plain-comments, for data values, too", schema = "a: 1",
    over = "a: 2 # two", flags = { "-f", "s.yml", "-f", "v.yml", "--refuse-plain-comments" }, status = 2, gives = "",
    says = [[
v.yml:3:6: a plain comment beside annotations
    |
  3 | a: 2 # two
    |      ^
    = hint: use #@ for annotations or code, #! for comments.
]] },
  { "a file without annotations is plain YAML", schema = "a: 1",
    values = "# plain\na: 2 # more\n#! note", gives = "a: 2" },
  { "a comment that begins with a blank, @ and a name of ours is warned of, with file and line",
    schema = "# @schema/nullable\na: 1 #\t @schema/nope x\n#  @schema/type any=True\nb: 2 # @assert/validate 1",
    flags = { "-f", "s.yml" }, gives = "a: 1\nb: 2", says = table.concat {
      "s.yml:3: warning: ", spaced "schema/nullable", "\ns.yml:4: warning: ", spaced "schema/nope",
      "\ns.yml:5: warning: ", spaced "schema/type", "\ns.yml:6: warning: ", spaced "assert/validate", "\n" } },
  { "it is warned of in values and overlays, too", schema = "a: 1\nb: {c: 2}",
    values = "# @data/values\n---\na: 2", over = "# @overlay/match missing_ok=True\nb: # @overlay/replace\n  c: 3",
    gives = "a: 2\nb:\n  c: 3", warns = {
      spaced("data/values", "v.yml:1"), spaced("overlay/match", "v2.yml:3"), spaced("overlay/replace", "v2.yml:4"),
    } },
  { "it is warned of beside its refusal", schema = "a: 1", values = "#@data/values\n---\n# @overlay/remove\na: 2",
    options = { refuse_plain_comments = true }, warns = spaced("overlay/remove", "v.yml:3"),
    violations = "plain-comment - v.yml:3; says a plain comment beside annotations; hint use #@ for "
      .. "annotations or code, #! for comments." },
  { "prose, notes and the words of other tools are only comments", gives = "a: 1\nb: '# @schema/type'",
    schema = "# see @schema/nullable\n#! @schema/nullable\n## @schema/nullable\n#-@schema/nullable\n"
      .. "# @schema\n# @schema.root\n# @schemas/x\n# @param a\n# @foo/bar\n# @ schema/nullable\n# @\n#\n# \na: 1\n"
      .. "b: '# @schema/type'", flags = { "-f", "s.yml" }, says = "" },
  { "a bare # is a comment", schema = "#\na: 1 #", gives = "a: 1" },
  { "names of other namespaces are ignored", schema = "#@foo\n#@library/ref 1\na: 1",
    gives = "a: 1" },
  { "an unknown name in schema/ is an error with a suggestion (from-ytt#unknown-names; ytt: ignored)",
    schema = "#@schema/Nullable\na: 1", violations =
      "annotation-unknown - s.yml:3; found @schema/Nullable; expected a known annotation; hint did you "
      .. "mean \"@schema/nullable\"?" },
  { "an unknown name in overlay/ is an error with a suggestion",
    schema = "a: 1", over = "#@overlay/replce\na: 2", violations =
      "annotation-unknown - v.yml:3; says unknown annotation @overlay/replce; hint did you "
      .. "mean \"@overlay/replace\"?" },
  { "an unknown name in data/ is an error", schema = "a: 1", file = nil,
    values = "#@data/valuess\n---\na: 2", violations =
      "annotation-unknown - v.yml:1; says unknown annotation @data/valuess; hint did you "
      .. "mean \"@data/values\"?" },
  { "an annotation's name is everything up to the first space", schema = "#@schema/desc(\"x\")\na: 1",
    violations =
      "annotation-unknown - s.yml:3; found @schema/desc(\"x\"); expected a known annotation; hint did "
      .. "you mean \"@schema/desc\"?" },
  { "a tab does not end the name", schema = "#@schema/title\t\"x\"\na: 1", violations =
      "annotation-unknown - s.yml:3; found @schema/title\9\"x\"; expected a known annotation; hint did "
      .. "you mean \"@schema/title\"?" },
  {
      "--data-values-file is plain: # and #! are fine",
    schema = "a: 1", files = { ["d.yml"] = "# x\n#! y\na: 2 # z\n" },
    flags = { "-f", "s.yml", "--data-values-file", "d.yml" }, gives = "a: 2" },
  { "--data-values-file is plain: what would be no annotation without its blank, either, is not warned of",
    schema = "a: 1", files = { ["d.yml"] = "# @schema/nullable\na: 2 # @overlay/remove" },
    flags = { "-f", "s.yml", "--data-values-file", "d.yml" }, gives = "a: 2", says = "" },
  { "--data-values-file is plain: any #@ is an error", schema = "a: 1",
    files = { ["d.yml"] = "#@overlay/replace\na: 2\n" },
    flags = { "-f", "s.yml", "--data-values-file", "d.yml" }, gives = "", status = 2, says = [[
d.yml:1:1: @overlay/replace may not stand here: the file must be plain YAML
    |
  1 | #@overlay/replace
    | ^
]] },
  { "--data-values-file is plain: so is any code, whether values may hold some or not", schema = "a: 1",
    files = { ["d.yml"] = "#@ x = 1\na: #@ x\n" },
    flags = { "-f", "s.yml", "--data-values-file", "d.yml", "--allow-code-in-values" }, gives = "", status = 2,
    says = [[
d.yml:1:1: @ x = 1 may not stand here: the file must be plain YAML
    |
  1 | #@ x = 1
    | ^

d.yml:2:4: @ x may not stand here: the file must be plain YAML
    |
  2 | a: #@ x
    |    ^
]] },
}) end)

describe("attachment (reference#attachment):", function() rows.each(it, {
  { "to the next line's node", schema = "#@schema/nullable\na: 1", gives = "a: null" },
  { "to the node of its own line", schema = "b: 2 #@schema/nullable", gives = "b: null" },
  { "to the key whose map follows", schema = "c: #@schema/nullable\n  d: 1", gives = "c: null" },
  { "to the innermost last node of its line", schema = "c: {d: 1, e: 2} #@schema/nullable",
    gives = "c:\n  d: 1\n  e: null" },
  { "inside a flow map over several lines",
    schema = "m: {a: 1,\n  #@schema/nullable\n  b: 2,\n  c: 3 #@schema/nullable\n}",
    gives = "m:\n  a: 1\n  b: null\n  c: null" },
  { "to the outermost node of the next line: the item", schema = "a:\n#@schema/nullable\n- b: 1\n  c: 2",
    values = "a: [null, {c: 3}]", gives = "a:\n- null\n- c: 3\n  b: 1" },
  { "at the end of an item's line to its first key", schema = "a:\n- b: 1 #@schema/nullable",
    values = "a: [{}]", gives = "a:\n- b: null" },
  { "after a dash to the item", schema = "a:\n- #@schema/nullable\n  b: 1", values = "a: [null]",
    gives = "a:\n- null" },
  { "below a dash to the key", schema = "a:\n-\n  #@schema/nullable\n  b: 1", values = "a: [{}]",
    gives = "a:\n- b: null" },
  { "indentation does not matter", schema = "a:\n      #@schema/nullable\n  b: 1", gives = "a:\n  b: null" },
  { "over notes and blank lines", schema = "#@schema/nullable\n#! note\n\na: 1", gives = "a: null" },
  { "to nothing at the end of the file", schema = "a: 1\n#@schema/nullable", gives = "a: 1" },
  { "on the line of ---", file = "--- #@data/values-schema\na: 1", gives = "a: 1" },
  { "on the line of --- and below it", file = "--- #@data/values-schema\n#@schema/nullable\na: 1",
    gives = "a: null" },
  { "not above a key: a header without ---", file = "#@data/values-schema\na: 1", violations =
      "annotation-misplaced - s.yml:1; found @data/values-schema; expected on documents (---); by "
      .. "s.yml:2; hint put --- on the line below the annotation." },
  { "not inside a string", schema = "a: \"x #@schema/nullable\"", gives = "a: 'x #@schema/nullable'" },
  { "not inside a block scalar", schema = "a: |\n  x\n  #@schema/nullable\nb: 1",
    gives = "a: |\n  x\n  #@schema/nullable\nb: 1" },
  { "not without a blank before the #", schema = "a: x#@schema/nullable", gives = "a: x#@schema/nullable" },
  { "between a key and the scalar below it, to the key (reference#attachment)",
    schema = "a:\n  #@schema/nullable\n  word", gives = "a: null" },
  { "lines above a second --- belong to the document that it opens",
    schema = "a: 1\n#@data/values-schema\n---\n#@overlay/match missing_ok=True\nb: 2", gives = "a: 1\nb: 2" },
}) end)

describe("several annotations on a node (reference#repeated-annotations):", function() rows.each(it, {
  { "their order does not matter", schema = "#@schema/default 5\n#@schema/nullable\na: 1\n#@schema/nullable\n"
    .. "#@schema/default 5\nb: 1", gives = "a: 5\nb: 5" },
  { "one that is repeated is an error (from-ytt#unknown-names; ytt: the last one wins)",
    schema = "#@schema/validation min=5\n#@schema/validation max=-3\na: 1", violations =
      "annotation-repeated - s.yml:4; found @schema/validation; expected one @schema/validation; by "
      .. "s.yml:3; hint merge the two into one." },
  { "a header that is repeated is an error", file = "#@data/values-schema\n#@data/values-schema\n---\na: 1",
    violations =
      "annotation-repeated - s.yml:2; found @data/values-schema; expected one @data/values-schema; by "
      .. "s.yml:1; hint merge the two into one." },
}) end)

local function titled(arguments)
  return "#@schema/title " .. arguments .. "\na: 1"
end

local function defaulted(arguments, kind)
  return "#@schema/type any=True\n#@schema/default " .. arguments .. "\na: " .. (kind or "")
end

describe("arguments (reference#arguments):", function() rows.each(it, {
  { "outer blanks are ignored", schema = titled "   \"x\"   ", gives = "a: 1" },
  { "a trailing comma is fine", schema = titled "\"x\",", gives = "a: 1" },
  { "a string in parentheses is a string", schema = titled "(\"x\")", gives = "a: 1" },
  { "strings are not joined", schema = titled "\"a\" \"b\"", violations =
      "annotation-syntax - s.yml:3; found two strings in a row: write `+` between them to join them" },
  { "a value needs its closing bracket on the same line",
    schema = "#@schema/default [1,\na: [1]", violations = "annotation-syntax - s.yml:3; found `[` is not closed" },
  { "a keyword twice is an error", schema = "#@schema/validation min=1, min=2\na: 1", violations =
      "annotation-syntax - s.yml:3; found keyword argument min repeated" },
  { "a positional argument after a keyword is an error",
    schema = "#@schema/validation min=1, (\"x\", lambda v: True)\na: 1", violations =
      "annotation-syntax - s.yml:3; found positional argument may not follow named" },
  { "true is True (from-ytt#minor-differences; ytt: an error)", schema = "#@schema/type any=true\na: 1",
    values = "a: x", gives = "a: x" },
  { "an unknown name is an error", schema = "#@schema/default nope\na: 1",
    violations = "annotation-syntax - s.yml:3; found undefined: nope "
      .. "(names come from code above or from env; strings are written in quotes)" },
  { "a trailing comment is no part of an argument", schema = titled "\"a\"  # note", violations =
      "annotation-syntax - s.yml:3; found unexpected `#`: a comment cannot follow the arguments" },
  { "a list of rules and a dict of keywords are spread",
    schema = "#@schema/validation *[(\"big\", lambda v: v > 5)], **{\"max\": -3}\na: 1", violations = {
      "rule a s.yml:4; expected big; by s.yml:3",
      "rule a s.yml:4; found value > -3; expected a value <= -3; by s.yml:3",
    } },
  { "None, True, False", schema = defaulted "[None, True, False]", gives = "a:\n- null\n- true\n- false" },
  { "integers: decimal, hexadecimal, octal, binary", schema = defaulted "[10, 0x1F, 0o17, 0b11]",
    gives = "a:\n- 10\n- 31\n- 15\n- 3" },
  { "no blanks in numbers", schema = defaulted "1_000", violations =
      "annotation-syntax - s.yml:4; found invalid number `1_000`" },
  { "floats", schema = defaulted "[.5, 5., 1e3]", gives = "a:\n- 0.5\n- 5.0\n- 1000.0" },
  { "signs", schema = defaulted "[-1, +1, -1.5]", gives = "a:\n- -1\n- 1\n- -1.5" },
  { "strings of all quotes", schema = defaulted "[\"a\", 'b', \"\"\"c\"\"\", '''d''']",
    gives = "a:\n- a\n- b\n- c\n- d" },
  { "raw strings and escapes", schema = defaulted "[r\"\\d\", \"\\t\"]", gives = "a:\n- \\d\n- \"\\t\"" },
  { "tuples become arrays", schema = defaulted "(1, 2)", gives = "a:\n- 1\n- 2" },
  { "a dict's keys keep their order", schema = defaulted "{\"z\": 1, \"a\": 2, \"m\": 3}",
    gives = "a:\n  z: 1\n  a: 2\n  m: 3" },
  { "list comprehensions", schema = defaulted "[x * 2 for x in [1, 2, 3] if x != 2]", gives = "a:\n- 2\n- 6" },
  { "conditions", schema = defaulted "\"yes, sir\" if 1 < 2 else \"no, sir\"", gives = "a: yes, sir" },
  { "and, or, not, in", schema = defaulted "[1 in [1] and not False, 0 or 7]", gives = "a:\n- true\n- 7" },
  { "arithmetic", schema = defaulted "[1 + 2 * 3, 7 // 2, 7 % 4, 2 - 5]", gives = "a:\n- 7\n- 3\n- 3\n- -3" },
  { "division gives a float", schema = defaulted "7 / 2", gives = "a: 3.5" },
  { "indexing and slicing", schema = defaulted "[[1, 2, 3][1], \"abc\"[0:2], {\"k\": 5}[\"k\"]]",
    gives = "a:\n- 2\n- ab\n- 5" },
  { "formatting", schema = defaulted "[\"%s-%d\" % (\"a\", 3), \"{}/{}\".format(\"x\", 1)]",
    gives = "a:\n- a-3\n- x/1" },
  { "string methods", schema = defaulted "[\"a,b\".split(\",\"), \"x\".upper(), \" y \".strip()]",
    gives = "a:\n- - a\n  - b\n- X\n- \"y\"" },
  { "functions: len, str, type, bool, range, all, any",
    schema = defaulted "[len(\"ab\"), str(5), type(\"\"), bool(0), range(3), all([1, 0]), any([1, 0])]",
    gives = "a:\n- 2\n- \"5\"\n- string\n- false\n- - 0\n  - 1\n  - 2\n- false\n- true" },
  { "lambdas with defaults and lambdas of lambdas",
    schema = defaulted "[(lambda v, k=3: v + k)(1), (lambda x: lambda y: x * y)(2)(5)]",
    gives = "a:\n- 4\n- 10" },
  { "Lua's constructors (reference#expressions)", schema = defaulted "{ \"a\", \"b\" }", gives = "a:\n- a\n- b" },
  { "Lua's functions (reference#expressions)", schema = defaulted "function() return { 1, 2 } end",
    gives = "a:\n- 1\n- 2" },
  { "fail() is a violation of the schema, with its message", schema = defaulted "fail(\"no luck\")", violations =
      "annotation-failed - s.yml:4; found no luck" },
  { "a mistake in an expression has its place", schema = defaulted "1 + \"x\"", violations =
      "annotation-failed - s.yml:4; found unknown binary op: int + string" },
}) end)

describe("kinds of documents (reference#files):", function() rows.each(it, {
  { "a schema's file holds schemas only", file = "#@data/values-schema\n---\na: 1\n---\nb: 1", violations =
      "document-mix - s.yml:4; says a file with schema documents may hold no others; hint move the "
      .. "other documents to a file of their own." },
  { "schema and data values in a file are an error",
    file = "#@data/values-schema\n---\na: 1\n#@data/values\n---\na: 2", violations =
      "document-mix - s.yml:5; says a file with schema documents may hold no others; hint move the "
      .. "other documents to a file of their own." },
  { "empty documents are tolerated", file = "---\n#@data/values-schema\n---\na: 1\n---\n", gives = "a: 1" },
  { "a file of data values may hold plain ones beside marked ones (from-ytt#minor-differences; ytt: an error)",
    schema = "a: 1", values = "#@data/values\n---\na: 2\n---\na: 3", gives = "a: 3" },
  { "several data values documents in a file apply in order", schema = "a: 1",
    values = "#@data/values\n---\na: 2\n#@data/values\n---\na: 3", gives = "a: 3" },
  { "data/values takes no keyword", schema = "a: 1", values = "#@data/values foo=1\n---\na: 2", violations =
      "input-annotation - v.yml:1; says @data/values takes no arguments" },
  { "data/values-schema takes no keyword (ytt: ignored)", file = "#@data/values-schema foo=1\n---\na: 1",
    violations = "annotation-argument - s.yml:1; found foo=1 in @data/values-schema; expected no arguments" },
  { "the header of ytt's alpha makes a schema (reference#headers; ytt: no schema)",
    file = "#@schema/match data_values=True\n---\na: 1", gives = "a: 1" },
  { "a marked data values document of nothing at all counts for nothing (reference#empty-documents; ytt: it is null)",
    schema = "a: 1", values = "#@data/values\n---\n", gives = "a: 1" },
  { "a document that is null counts for nothing, however it is written", schema = "a: 1",
    values = { "null\n", "--- ~\n", "a: 2\n---\n---\nnull\n", "#@data/values\n--- null\n" }, gives = "a: 2" },
  { "a document that is null counts for nothing, whatever the schema is", file = "#@data/values-schema\n---\n80",
    values = "null\n", gives = "80" },
  { "a value that is null is none of these", schema = "a: 1", values = "a: null", violations =
      "type a v.yml:1; found null; expected integer; by s.yml:3" },
  { "an empty document counts for nothing (reference#empty-documents)", schema = "a: 1", values = "---\n# nothing\n",
    gives = "a: 1" },
}) end)
