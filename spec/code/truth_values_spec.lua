-- Tests the results of rules: any value that is true in the language of the rule accepts.

local rows = require "spec.support.rows"
local yschema = require "yschema"

-- Results of a rule, and the languages in which they are true: S Starlark, L Lua.
local results = {
  { "True", "true", "SL" }, { "False", "false", "" }, { "None", "nil", "" }, { "None", "yschema.null", "" },
  { "0", "0", "L" }, { "0.0", "0.0", "L" }, { "-0.0", "-0.0", "L" }, { "1", "1", "SL" }, { "-1", "-1", "SL" },
  { "0.5", "0.5", "SL" }, { 'float("nan")', "0/0", "SL" }, { '""', '""', "L" }, { '" "', '" "', "SL" },
  { "[]", "yaml.decode('[]')", "L" }, { "[0]", "yaml.decode('[0]')", "SL" }, { "{}", "{}", "L" },
  { '{"k": 0}', "{ k = 0 }", "SL" }, { 'yaml.decode("[]")', "yaml.decode('[]')", "L" },
  { 'yaml.decode("{}")', "yaml.decode('{}')", "L" }, { "struct()", "struct.make({})", "SL" },
}

-- The first item of a tuple counts as it would alone; an empty tuple is false.
local wrapped = {
  { "%s", "%s" }, { "(%s,)", "tuple(%s)" }, { '(%s, "why")', 'tuple(%s, "why")' },
}

local env = { tuple = function(...) return setmetatable({ ... }, require "yschema.core".tuple_mt) end }

-- Returns whether a rule accepts 1.
local function passes(rule, above)
  local schema = assert(yschema.load((above or "") .. "#@data/values-schema\n---\n#@schema/validation ('good', "
    .. rule .. ")\na: 1\n", { env = env }))
  local ok, report = schema:check { a = 1 }
  if not ok then assert.equal("good", report.violations[1].expected) end
  return ok == true
end

-- The ways to write a rule in a language, for an expression that it returns.
local ways = {
  S = {
    lambda = function(x) return "lambda v: " .. x end,
    ["lambda with the context"] = function(x) return "lambda v, ctx: " .. x end,
    ["lambda with a default"] = function(x) return "lambda v, more=1: " .. x end,
    ["lambda with *args"] = function(x) return "lambda *args: " .. x end,
    ["a def"] = function(x) return "f", "#@ def f(v):\n#@   return " .. x .. "\n#@ end\n" end,
    ["a rule that a Starlark rule gives"] = function(x) return "lambda v: lambda w: " .. x end,
    ["a rule that a Lua rule gives"] = function(x)
      return "function(v) return f end", "#@ def f(v): return " .. x .. "\n"
    end,
    ["the check of a struct"] = function(x) return "struct(check=lambda v: " .. x .. ")" end,
    ["a function that was bound"] = function(x) return "struct.bind(lambda a, v: " .. x .. ", 2)" end,
  },
  L = {
    ["in place"] = function(x) return "function(v) return " .. x .. " end" end,
    ["a function of code"] = function(x) return "f", "#@ local function f(v)\n#@   return " .. x .. "\n#@ end\n" end,
    ["a rule that a Starlark rule gives"] = function(x) return "lambda v: function(w) return " .. x .. " end" end,
    ["a rule that a Lua rule gives"] = function(x)
      return "function(v) return function(w) return " .. x .. " end end"
    end,
    ["the check of a table"] = function(x) return "{ check = function(v) return " .. x .. " end }" end,
    ["a function that was bound"] = function(x) return "struct.bind(function(a, v) return " .. x .. " end, 2)" end,
  },
}

for language, list in pairs(ways) do
  describe("a rule in " .. (language == "S" and "Starlark" or "Lua") .. ",", function()
    for name, way in pairs(list) do
      it(name .. ", passes on what is true there", function()
        for _, row in ipairs(results) do
          for _, form in ipairs(wrapped) do
            local text = (language == "S" and form[1] or form[2]):format(row[language == "S" and 1 or 2])
            assert.equal(row[3]:find(language, 1, true) ~= nil, passes(way(text)), text)
          end
        end
        assert.is_false(passes(way(language == "S" and "()" or "tuple()")))
      end)
    end
  end)
end

describe("rules from the caller", function()
  it("use the truth of Lua", function()
    for _, given in ipairs { 0, "", {} } do
      local schema = assert(yschema.load("#@data/values-schema\n---\n#@schema/validation rule\na: 1\n",
        { env = { rule = function() return given end } }))
      assert.is_true(schema:check { a = 1 })
    end
  end)
end)

describe("truth", function()
  rows.each(it, {
    { "a name that is missing does not do", schema = '#@schema/validation ("has a name", lambda v: v["name"])\n'
        .. "p:\n  name: ''\n", violations = "rule p s.yml:4; expected has a name; by s.yml:3" },
    { "nor does an empty list, or a number that is 0", schema = "#@schema/validation lambda v: v['l']\na:\n"
        .. "  l: [0]\n#@schema/validation lambda v: v['n']\nb:\n  n: 0",
      violations = { "rule a s.yml:4; expected a value that satisfies the rule; by s.yml:3",
        "rule b s.yml:7; expected a value that satisfies the rule; by s.yml:6" } },
    { "what it says stands with a value that is false there, too",
      schema = "#@schema/validation ('good', lambda v: (v, 'is empty'))\na: ''",
      violations = "rule a s.yml:4; found is empty; expected good; by s.yml:3" },
    { "so it is in the rules of alternatives", file = "#@ def named():\n#@schema/validation ('named', lambda v: v)\n"
        .. "name: ''\n#@ end\n#@data/values-schema\n---\n#@schema/any-of named(), 5\na:\n  name: x\n",
      values = "a: {name: ''}", status = 1, places = "v.yml:1" },
    { "a rule that gives nothing at all is content", schema = "#@ def f(v):\n#@   pass\n#@ end\n#@schema/validation f\n"
        .. "a: 1", gives = "a: 1" },
    { "but None is no answer", schema = "#@ def f(v):\n#@   return None\n#@ end\n#@schema/validation f\na: 1",
      violations = "rule a s.yml:7; expected a value that satisfies f; by s.yml:6" },
    { "() and [] are alike in Starlark", schema = "#@ def t(x):\n#@   if x:\n#@     return 'true'\n#@   end\n"
        .. "#@   return 'false'\n#@ end\na: #@ t(()) + t([])\nb: #@ str(bool(())) + str(bool([]))\n"
        .. "c: #@ repr(() or []) + repr([] or ())\nd: #@ repr(not ()) + repr(not [])\n"
        .. "e: #@ repr(any([(), []])) + repr(all([()])) + repr(all([[]]))\n"
        .. "f: #@ repr(1 if () else 2) + repr(1 if [] else 2)\n"
        .. "g: #@ repr(() and 1) + repr([] and 1)\nh: #@ repr([x for x in [(), []] if x])",
      gives = "a: falsefalse\nb: FalseFalse\nc: '[]()'\nd: TrueTrue\ne: FalseFalseFalse\nf: \"22\"\ng: ()[]\nh: '[]'" },
  })
end)
