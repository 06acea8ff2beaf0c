-- Tests how a YAML text with code lines is split. Texts are written with `|` at the
-- start of each line.

local program = require "yschema.code.program"

local function text_of(drawn)
  return (drawn:gsub("\n%s*|", "\n"):gsub("^%s*|", ""):gsub("%s*$", "\n"))
end

-- The steps in short: "starlark 1-3", "lua 2-2", "either 4-4", "hole 1 5-6 part 1".
local function steps_of(read)
  local out = {}
  for _, step in ipairs(read.steps) do
    local block = step.block
    if block then
      local _, breaks = block.text:gsub("\n", "")
      out[#out + 1] = ("%s %d-%d"):format(block.language, block.line, block.line + breaks)
    else
      out[#out + 1] = ("hole %d %d-%d"):format(step.hole.number, step.hole.first, step.hole.last)
    end
  end
  return out
end

local function read(drawn)
  local result, failure = program.read(text_of(drawn))
  return assert(result, failure and failure.problem)
end

local rows = {
  { "a file without code is one hole", [[
    |a: 1
    |b: 2]], { "hole 1 1-2" } },
  { "a one-line function ends on its line", [[
    |#@ def f(x): return x + 1
    |a: 1]], { "starlark 1-1", "hole 1 2-2" } },
  { "a function reaches to its end", [[
    |#@ def f(x):
    |#@   if x:
    |#@     return 1
    |#@   end
    |#@ end
    |a: 1]], { "starlark 1-5", "hole 1 6-6" } },
  { "else and elif open no new block", [[
    |#@ if a:
    |x: 1
    |#@ elif b:
    |x: 2
    |#@ else:
    |x: 3
    |#@ end
    |y: 1]], { "starlark 1-7", "hole 4 8-8" } },
  { "brackets carry a binding over lines, notes and blank lines lie between", [[
    |#@ names = [
    |#@   "a",
    |#! and more
    |
    |#@ ]
    |a: 1]], { "either 1-5", "hole 1 6-6" } },
  { "a long string is no code", [[
    |#@ doc = '''
    |#@   def f(:
    |#@ '''
    |a: 1]], { "either 1-3", "hole 1 4-4" } },
  { "a backslash carries on", [[
    |#@ doc = \
    |#@   "text"
    |a: 1]], { "either 1-2", "hole 1 3-3" } },
  { "a colon in a comment or string opens nothing", [[
    |#@ x = "if a:"
    |#@ y = 1 # for:
    |a: 1]], { "either 1-1", "either 2-2", "hole 1 3-3" } },
  { "a Lua function reaches to its end", [[
    |#@ local function f(x)
    |#@   if x then return "end" end -- end
    |#@   return [=[ end ]=]
    |#@ end
    |a: 1]], { "lua 1-4", "hole 1 5-5" } },
  { "a Lua table and what goes on below", [[
    |#@ local t = {
    |#@   1,
    |#@ }
    |#@ local s = "a"
    |#@   .. "b"
    |#@ local u = 1 +
    |#@   2
    |a: 1]], { "lua 1-3", "lua 4-5", "lua 6-7", "hole 1 8-8" } },
  { "a long string of Lua", [[
    |#@ local s = [=[ if x then
    |#@   end ]=]
    |a: 1]], { "lua 1-2", "hole 1 3-3" } },
  { "if and for are Lua when they say then and do", [[
    |#@ if x then
    |a: 1
    |#@ end
    |#@ for i = 1, 2 do
    |- 1
    |#@ end
    |#@ for x in y:
    |- 1
    |#@ end]], { "lua 1-3", "lua 4-6", "starlark 7-9" } },
  { "a Lua function in a Starlark binding", [[
    |#@ check = function(v)
    |#@   if v then return true end
    |#@ end
    |a: 1]], { "either 1-3", "hole 1 4-4" } },
  { "code in block scalars is content", [[
    |a: |
    |  #@ def f():
    |  x
    |b: >-
    |    #@ end
    |c: 1
    |#@ x = 1]], { "hole 1 1-6", "either 7-7" } },
  { "code after a block scalar of a key in an item", [[
    |- key: |
    |    text
    |  #@ x = 1
    |  other: 1
    |- |
    |  #@ y = 2
    |#@ z = 3]], { "hole 1 1-2", "either 3-3", "hole 2 4-6", "either 7-7" } },
  { "notes, comments and blank lines are no holes", [[
    |#! note
    |# comment
    |
    |#@ x = 1
    |#! note
    |#@ y = 2]], { "either 4-4", "either 6-6" } },
  { "annotations belong to the YAML below", [[
    |#@ x = 1
    |#@schema/title "A"
    |a: 1]], { "either 1-1", "hole 1 2-3" } },
}

describe("a text with code", function()
  for _, row in ipairs(rows) do
    it(row[1], function()
      assert.are.same(row[3], steps_of(read(row[2])))
    end)
  end

  it("has the bodies of functions as parts, lines where they were", function()
    local r = read [[
      |#@ def outer():
      |a:
      |#@ def inner():
      |- 1
      |#@ end
      |  b: 2
      |#@ end
      |c: 3]]
    assert.are.equal(3, #r.parts)
    assert.are.same({ first = 1, text = "\n\n\n\n\n\n\nc: 3\n" },
      { first = r.parts[1].first, text = r.parts[1].text })
    assert.are.same({ first = 2, text = "a:\n\n\n\n  b: 2\n" },
      { first = r.parts[2].first, text = r.parts[2].text })
    assert.are.same({ first = 4, text = "- 1\n" },
      { first = r.parts[3].first, text = r.parts[3].text })
    local parts = {}
    for i, hole in ipairs(r.holes) do parts[i] = hole.part end
    assert.are.same({ 2, 3, 2, 1 }, parts)
  end)

  it("keeps if and for in their part", function()
    local r = read [[
      |#@ def f(x):
      |#@ if x:
      |a: 1
      |#@ end
      |#@ end]]
    assert.are.equal("#@ if x:\na: 1\n#@ end\n", r.parts[2].text)
  end)

  it("marks holes in Starlark's text and names what is bound", function()
    local r = read [[
      |#@ a, b = 1, 2
      |#@ def f():
      |x: 1
      |#@ end]]
    assert.are.equal("def f():\n\1" .. "1\1\nend", r.steps[2].block.text)
    assert.are.same({ "a", "b", "f" }, r.names)
  end)

  it("can be given the kind of a line", function()
    local r = program.read("a: 1\n#@ x\n", { [2] = "yaml" })
    assert.are.same({ "hole 1 1-2" }, steps_of(r))
  end)

  for _, row in ipairs {
    { "an end too many", "#@ end\n", 1, "`end` closes nothing" },
    { "an end too few", "a: 1\n#@ def f():\nb: 1\n", 2, "`def` has no `end`" },
    { "an else alone", "#@ else:\n", 1, "`else` without `if`" },
    { "a bracket that stays open", "#@ f(1,\n#@ 2\n", 1, "`(` is not closed" },
    { "a bracket that closes nothing", "#@ 1)\n", 1, "`)` closes nothing" },
    { "brackets that do not fit", "#@ def f(]: pass\n", 1,
      "expected `)` to close `(`, but found `]`" },
    { "a string that stays open", "#@ def f(): return 'x\n", 1, "the string is not closed" },
    { "YAML in the middle of a statement", "#@ x = [\na: 1\n#@ ]\n", 1,
      "the code is not complete where YAML begins" },
    { "Lua that stays open", "a: 1\n#@ local function f()\nb: 1\n", 2,
      "`function` has no `end`" },
  } do
    it("reports " .. row[1], function()
      local r, failure = program.read(row[2])
      assert.is_nil(r)
      assert.are.same({ row[3], row[4] }, { failure.line, failure.problem })
    end)
  end

  it("is read in linear time", function()
    local function seconds(n)
      local lines = {}
      for i = 1, n do
        lines[#lines + 1] = ("#@ def f%d(x):\n#@   return [x,\n#@     1]\n#@ end\n#@ local t%d = {\n"
          .. "#@   a = 1 }\nk%d: 1"):format(i, i, i)
      end
      local text = table.concat(lines, "\n")
      local best = math.huge
      for _ = 1, 3 do
        local start = os.clock()
        assert(program.read(text))
        best = math.min(best, os.clock() - start)
      end
      return best
    end
    local small, large = seconds(500), seconds(4000)
    assert.is_true(large < 16 * small + 0.05, ("%.3f s for 500, %.3f s for 4000"):format(small, large))
  end)
end)
