-- Tests that code can return values that are false, null or empty, in every place.

local rows = require "spec.support.rows"
local starlark = require "spec.support.starlark"

-- Expressions, and their printed results.
local given = {
  { "False", "false" }, { "1 == 2", "false" }, { "not True", "false" }, { "True", "true" }, { "0", "0" },
  { '""', '""' }, { "[]", "[]" }, { "{}", "{}" }, { "()", "[]" }, { "None", "null" },
  { "(lambda: False)()", "false" }, { "(function() return false end)()", "false" },
  { "False or 0 or False", "false" }, { "[False][0]", "false" }, { '{"f": False}["f"]', "false" },
  { '{"f": False}.f', "false" }, { "False if True else True", "false" }, { "any([])", "false" },
  { 'getattr(struct(f=False), "f")', "false" }, { 'yaml.decode("false")', "false" },
  { 'json.decode("false")', "false" }, { 'json.decode("[false]")[0]', "false" },
}

-- Each of them with a schema of one node, `x`, whose value is computed in some way.
local function each(it, make)
  local list = {}
  for i, row in ipairs(given) do
    list[i] = make(row[1], row[2])
    list[i][1] = row[1]
  end
  rows.each(it, list)
end

describe("a value from code, also a false one,", function()
  describe("in a schema:", function()
    each(it, function(text, gives)
      return { schema = "#@schema/type any=True\nx: #@ " .. text, gives = "x: " .. gives }
    end)
  end)

  describe("in an item of a schema:", function()
    each(it, function(text, gives)
      return { schema = "#@schema/type any=True\nx:\n- #@ " .. text, gives = "x:\n- " .. gives }
    end)
  end)

  describe("in a function with a body of YAML:", function()
    each(it, function(text, gives)
      return { file = "#@ def f():\nin: #@ " .. text .. "\n#@ end\n#@data/values-schema\n---\n"
        .. "#@schema/type any=True\nx: #@ f()", gives = "x:\n  in: " .. gives }
    end)
  end)

  describe("in a Lua function with a body of YAML:", function()
    each(it, function(text, gives)
      return { file = "#@ local function f()\n- #@ " .. text .. "\n#@ end\n#@data/values-schema\n---\n"
        .. "#@schema/type any=True\nx: #@ f()", gives = "x:\n- " .. gives }
    end)
  end)

  describe("returned from a function:", function()
    each(it, function(text, gives)
      return { file = "#@ def f():\n#@   return " .. text .. "\n#@ end\n#@data/values-schema\n---\n"
        .. "#@schema/type any=True\nx: #@ f()", gives = "x: " .. gives }
    end)
  end)

  describe("bound to a name:", function()
    each(it, function(text, gives)
      return { file = "#@ n = " .. text .. "\n#@data/values-schema\n---\n#@schema/type any=True\nx: #@ n",
        gives = "x: " .. gives }
    end)
  end)

  describe("as a default:", function()
    each(it, function(text, gives)
      return { schema = "#@schema/default " .. text .. "\n#@schema/type any=True\nx: 5", gives = "x: " .. gives }
    end)
  end)

  describe("in data values:", function()
    each(it, function(text, gives)
      return { flags = { "-f", "s.yml", "-f", "v.yml", "--allow-code-in-values" },
        schema = "#@schema/type any=True\nx: 5", values = "x: #@ " .. text, gives = "x: " .. gives }
    end)
  end)

  describe("in an overlay:", function()
    each(it, function(text, gives)
      if gives == "[]" or gives == "{}" then gives = "5" end -- they merge: a shape that is not the base's
      return { base = "x: 5", overlay = "#@ f = " .. text .. "\n#@overlay/match-child-defaults missing_ok=True\n"
        .. "#@overlay/match by=overlay.all\n---\n#@overlay/replace\nx: #@ f",
        options = { code_in_values = true }, gives = "x: " .. (gives == "5" and text:gsub("%(%)", "[]") or gives) }
    end)
  end)

  rows.each(it, {
    { "its type is bool", schema = "x: #@ 1 == 2", values = "x: 3",
      violations = "type x v.yml:1; found integer; expected boolean; by s.yml:3" },
    { "and another value of it is taken", schema = "x: #@ False", values = "x: true", gives = "x: true" },
  })
end)

describe("functions of lists with false items:", function()
  starlark.rows(it, {
    { "r = sorted([True, False])", "[False, True]" },
    { "r = sorted([True, False], reverse=True)", "[True, False]" },
    { "r = min(True, False), max([False, True]), min([False])", "(False, True, False)" },
    { "r = sorted([3, 1], key=lambda x: x > 2)", "[1, 3]" },
    { "r = [x for x in [False, None, 0]], list((False,)), tuple([False])", "([False, None, 0], [False], (False,))" },
    { "r = list(zip([False], [None])), list(enumerate([False]))", "([(False, None)], [(0, False)])" },
    { "r = reversed([False, True]), [False] + [None], [False] * 2", "([True, False], [False, None], [False, False])" },
    { "r = {'k': False}.get('k', 1), {'k': False}.pop('k', 1), {}.get('k', False)", "(False, False, False)" },
    { "r = {'k': False}.setdefault('k', 1), dict(k=False), dict([('k', False)])",
      '(False, {"k": False}, {"k": False})' },
    { "r = [False].pop(), [True, False].index(False), False in [False], False in [0]", "(False, 1, True, False)" },
    { "f = lambda a, b=True: (a, b) / r = f(False), f(None, False), f(b=False, a=None)",
      "((False, True), (None, False), (None, False))" },
    { "f = lambda *a, **k: (a, k) / r = f(False, k=False)", '((False,), {"k": False})' },
    { "def f(*, a=True): / return a / end / r = f(a=False)", "False" },
    { "r = 0 / for x in [False, True]: / r = r if x else x / end", "False" },
    { "a, b = False, None / r = (a, b)", "(False, None)" },
    { "r = 'x%sx' % False, '{}{k}'.format(False, k=False)", '("xFalsex", "FalseFalse")' },
    { "r = getattr(struct(a=False), 'a', 1), hasattr(struct(a=False), 'a')", "(False, True)" },
    { "d = {False: 1} / r = d[False], d.items()", "(1, [(False, 1)])" },
    { "l = [True] / l[0] = False / l += [False] / r = l", "[False, False]" },
  })
end)
