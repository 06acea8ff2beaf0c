-- Sets, hash() and print().

local rows = require "spec.support.rows"
local starlark = require "spec.support.starlark"

describe("sets", function()
  starlark.rows(it, {
    { "r = set([2, 1, 2, 1]), set(), set(()), len(set('ab'.elems()))", "(set([2, 1]), set([]), set([]), 2)" },
    { "r = 1 in set([1]), 2 in set([1]), 3 not in set([1]), (1, 2) in set([(1, 2)])", "(True, False, True, True)" },
    { "r = bool(set()), bool(set([0])), type(set([]))", '(False, True, "set")' },
    { "r = set([1, 2]) == set([2, 1]), set([1]) == set([2]), set([1]) == [1], set([1]) != set([1])",
      "(True, False, False, False)" },
    { "r = set([1, 2]) | set([3, 1]), set([1, 2]) & set([2, 3]), set([1, 2]) ^ set([2, 3])",
      "(set([1, 2, 3]), set([2]), set([1, 3]))" },
    { "r = set([1]).union([2, 1]), set([1]).union(), set([1]).union({'a': 1})",
      '(set([1, 2]), set([1]), set([1, "a"]))' },
    { "r = [x + 1 for x in set([3, 1])], sorted(set(['b', 'a'])), list(set([1])), max(set([1, 5]))",
      '([4, 2], ["a", "b"], [1], 5)' },
    { "r = [] / for x in set([1, 2, 1]): / r.append(x) / end", "[1, 2]" },
    { "r = set([False, None, '', 0])", 'set([False, None, "", 0])' }, { "r = set([1, 1.0])", "set([1])" },
    { "r = any(set([0])), all(set([1])), str(set(['a'])), dir(set())", '(False, True, "set([\\"a\\"])", ["union"])' },
    { "r = set([[1]])", "! 1: unhashable type: list" }, { "r = set(1)", "! 1: int value is not iterable" },
    { "r = {set([1]): 2}", "! 1: unhashable type: set" }, { "r = [1] in set([1])", "! 1: unhashable type: list" },
    { "r = set([1])[0]", "! 1: unhandled index operation set[int]" },
    { "r = set([1]) + set([2])", "! 1: unknown binary op: set + set" },
    { "r = set([1]) | [2]", "! 1: unknown binary op: set | list" },
    { "r = set([1]) < set([2])", "! 1: set < set not implemented" },
    { "s = set([1]) / s.add(2)", "! 2: set has no .add field or method" },
    { "s = set([1]) / s[0] = 2", "! 2: set value does not support item assignment" },
  })

  rows.each(it, {
    { "are arrays as values", schema = "a: #@ set(['x'])\n#@schema/default set()\nb:\n- 1\n"
        .. "#@schema/type any=True\nc: #@ {'s': set([1, 2])}\n#@schema/validation one_of=set(['p', 'q'])\nd: p",
      gives = "a: []\nb: []\nc:\n  s:\n  - 1\n  - 2\nd: p" },
    { "are arrays in texts", schema = "a: #@ json.encode(set([1, 2])) + yaml.encode(set([]))",
      gives = "a: |\n  [1,2][]" },
    { "can be used by rules",
      schema = "#@ names = set(['core', 'edge'])\n#@schema/validation ('known', lambda v: v in names)\na: x",
      violations = "rule a s.yml:5; expected known; by s.yml:4" },
  })
end)

describe("hash()", function()
  starlark.rows(it, {
    { "r = hash(''), hash('a'), hash('hello'), hash('polygenelubricants')", "(0, 97, 99162322, -2147483648)" },
    { "r = hash('é'), hash('€uro')", "(233, 249288006)" },
    { "r = hash(1)", "! 1: hash: got int, want string" },
    { "r = hash()", "! 1:9: function hash missing 1 argument (s)" },
  })
end)

describe("print()", function()
  local function printed(title, schema, says, gives, more)
    local row = { title, schema = schema, flags = { "-f", "s.yml" }, says = says, gives = gives or "a: 1" }
    for key, value in pairs(more or {}) do row[key] = value end
    return row
  end
  rows.each(it, {
    printed("writes to standard error, with its place", "#@ print('x', 1, None, [False])\na: 1",
      "s.yml:3: x 1 None [False]"),
    printed("joins by sep", "#@ print('x', 'y', sep='-')\na: 1", "s.yml:3: x-y"),
    printed("writes a line without arguments", "#@ print()\na: 1", "s.yml:3: "),
    printed("is None", "#@ n = print('x')\na: #@ repr(n)", "s.yml:3: x", 'a: None'),
    printed("works in functions and rules", "#@ def f(v):\n#@   print('asked', v)\n#@   return True\n#@ end\n"
      .. "#@schema/validation f\na: 1", "s.yml:4: asked 1"),
    printed("writes nothing with -q", "#@ print('x')\na: 1", "", "", { flags = { "-f", "s.yml", "-q" } }),
    printed("takes no other keywords", "#@ print('x', end='')\na: 1", [[
s.yml:3:1: function print got an unexpected keyword argument "end"
    |
  3 | #@ print('x', end='')
    | ^
]], "", { status = 2 }),
  })
end)
