-- Tests functions whose body is a single number, which stays an integer or a float.

local rows = require "spec.support.rows"

-- Makes a row: a schema with the result of a function with this body.
local function body(title, text, gives, call, lua)
  return { title .. (lua and ", in Lua" or ""),
    file = "#@ " .. (lua and "local function f(x)" or "def f(x=0):") .. "\n" .. text .. "\n#@ end\n"
      .. "#@ def g(): return f()\n#@data/values-schema\n---\na: #@ " .. (call or "f()") .. "\n",
    gives = "a:" .. gives }
end

local list = {}
for _, row in ipairs {
  { "a whole float", "2.0", " 2.0" }, { "a negative one", "-2.0", " -2.0" },
  { "one with an exponent", "1e3", " 1000.0" },
  { "an int", "2", " 2" }, { "a fraction", "2.5", " 2.5" },
  { "a float, called with arguments", "2.0", " 2.0", "f(f(1))" },
  { "a float that is an argument", "2.0", " 2", "int(f())" }, { "a text", "'2.0'", ' "2.0"' },
  { "a map", "x: 2.0", "\n  x: 2.0" },
} do
  list[#list + 1] = body(row[1], row[2], row[3], row[4])
  list[#list + 1] = body(row[1], row[2], row[3], row[4], true)
end
list[#list + 1] = { "inside another body", file = "#@ def f():\n2.0\n#@ end\n#@ def g():\nx: #@ f()\n#@ end\n"
  .. "#@data/values-schema\n---\na: #@ g()\n", gives = "a:\n  x: 2.0" }

describe("a body of one number:", function() rows.each(it, list) end)

describe("a literal beside code keeps its type:", function()
  rows.each(it, {
    { "in alternatives",
      schema = "#@ n = 'x'\n#@schema/any-of 3.0, n\na: 3.0\n#@schema/any-of n, 2\nb: 2",
      gives = "a: 3.0\nb: 2" },
    { "as an alternative's type", schema = "#@ n = 'x'\n#@schema/any-of n, 3.0\na: x", values = "a: true",
      violations = "type a v.yml:1; found boolean; expected a value that fits n or float; "
        .. "by s.yml:5; hint n: a: expected string, but found boolean" },
    { "as a bound", schema = "#@ f = lambda v: True\n#@schema/validation f, min=2.0\na: 1",
      violations = "rule a s.yml:5; found value < 2.0; expected a value >= 2.0; by s.yml:4" },
  })
end)

describe("a whole float that is computed is a float", function()
  rows.each(it, {
    { "in a dict", file = "#@data/values-schema\n---\n"
      .. "a: #@ {'a': 2.0 * 3, 'b': 3 * 2.0, 'c': 2.0 + 1, 'd': 1 + 2.0, 'e': 3.0 - 1, 'f': 3 - 1.0}\n"
      .. "b: #@ {'a': 5.0 // 2, 'b': 5 // 2.0, 'c': 4 / 2, 'd': 7.0 % 4, 'e': -2.0, 'f': 2 * 3}\n",
      gives = "a:\n  a: 6.0\n  b: 6.0\n  c: 3.0\n  d: 3.0\n  e: 2.0\n  f: 2.0\n"
        .. "b:\n  a: 2.0\n  b: 2.0\n  c: 2.0\n  d: 3.0\n  e: -2.0\n  f: 6" },
  })
end)
