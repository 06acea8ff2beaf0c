-- Whether annotations that name functions mean the same in two schemas.

local functions = require "yschema.comparison.functions"

local function is_same(from, to, one, other, is_library)
  local compare = functions.comparer({ { text = from, is_library = is_library } },
    { { text = to, is_library = is_library } })
  return compare(one, other or one)
end

local small = "#@ def small(v):\n#@   return v < 5\n#@ end\n"
local smaller = "#@ def small(v):\n#@   return v < 4\n#@ end\n"

describe("functions", function()
  it("are compared by the text that names them, and by their code", function()
    assert.is_true(is_same(small, small, "small"))
    assert.is_false(is_same(small, smaller, "small"))
    assert.is_true(is_same(small, smaller, "lambda v: v < 3"))
    assert.is_false(is_same(small, small, "lambda v: v < 3", "lambda v: v < 2"))
  end)

  it("are compared with what they call", function()
    local both = "#@ def both(v): return small(v)\n"
    assert.is_false(is_same(small .. both, smaller .. both, "both"))
    assert.is_true(is_same(small .. both, small .. both .. "#@ def more(v): return both(v)\n", "both"))
  end)

  it("are compared in Lua, with blocks in them", function()
    local text = "#@ local function f(v)\n#@   if v then\n#@     return %d\n#@   end\n#@   return %d\n#@ end\n"
      .. "#@ g = 1\n"
    assert.is_true(is_same(text:format(1, 2), text:format(1, 2), "f"))
    assert.is_false(is_same(text:format(1, 2), text:format(1, 3), "f"))
    assert.is_true(is_same(text:format(1, 2), text:format(1, 3), "g"))
  end)

  it("are compared with YAML between def and end", function()
    local text = "#@ def f():\nkey: %d\n#@ end\nother: %d\n"
    assert.is_false(is_same(text:format(1, 2), text:format(3, 2), "f()"))
    assert.is_true(is_same(text:format(1, 2), text:format(1, 3), "f()"))
  end)

  it("are compared in other code, and in files that are loaded", function()
    local text = "#@ if True:\n#@ def f(v): return %d\n#@ end\n"
    assert.is_false(is_same(text:format(1), text:format(2), "f"))
    local library = "def f(v):\n  return %d\n\ndef g(v):\n  return 1\n"
    assert.is_false(is_same(library:format(1), library:format(2), "f", "f", true))
    assert.is_true(is_same(library:format(1), library:format(2), "g", "g", true))
  end)
end)
