-- Arguments that are read without the compiler: they are what the compiler makes of them.

local core = require "yschema.core"
local evaluation = require "yschema.expression.evaluation"
local known_arguments = require "yschema.expression.known_arguments"
local scopes = require "yschema.expression.scope"

local function rule() return true end

local function scope()
  local names = scopes.new {}
  names:define("fits_a", rule)
  names:define("known_values", setmetatable({ "a", "b" }, core.array_mt))
  return names
end

local place = { file = "s.yml", line = 3, column = 1 }

local function known(text)
  local prepared = known_arguments.prepare({ text = text, file = "s.yml", line = 3, column = 1 }, scope(),
    function() return {} end)
  return prepared and prepared()
end

-- Compares values; functions have to give the same for some values.
local function same(a, b, text)
  if type(a) == "function" and a ~= rule then
    for _, value in ipairs { "", "text", 1, core.null } do
      assert.same({ pcall(a, value) }, { pcall(b, value) }, text)
    end
  elseif type(a) == "table" then
    assert.equal(getmetatable(a), getmetatable(b), text)
    assert.equal(#a, #b, text)
    for i, item in ipairs(a) do same(item, b[i], text) end
  else
    assert.equal(a, b, text)
  end
end

describe("known arguments", function()
  it("are those that the compiler gives", function()
    for _, text in ipairs {
      "fits_a", 'fits_a, "", False', "min_len=1", "one_of=known_values",
      'min_len=1, when=lambda v: type(v) == "string"',
      '("as /a says", fits_a)', '("as /a says", lambda v: v == 1)', '("a", lambda v: v in ("a", "b")), max=3',
      '("a", lambda v: True), ("b (c", lambda v: v in ["),", "x"])', '("a\\\\b\\"c\\n", lambda v: True), not_null=True',
      [[regexp=r"^\d{2}\.(a|b)$"]], 'regexp="^a\\\\\\"$", min_len=-2', "multiple_of=1, not_null=True", "unique=True",
      '("a", lambda v: True), not_null=True, when=lambda v: v == None or type(v) == "string"',
    } do
      local own, compiled = known(text), assert(evaluation.arguments(text, place, scope()))
      assert(own, text)
      assert.equal(#compiled, #own, text)
      for i, argument in ipairs(compiled) do
        for _, field in ipairs { "name", "text", "computed", "by_name", "is_float" } do
          assert.equal(argument[field] or false, own[i][field] or false, text)
        end
        same(argument.value, own[i].value, text)
      end
    end
  end)

  it("are left to the compiler where they are not simple, or not right", function()
    for _, text in ipairs {
      "unknown", "min=1.5", "one_of=[1, 2]", '"a\\u00e4"', 'regexp="a', '("a" fits_a)', "fits_a()",
      "fits_a,max=1", "fits_a.b", '("a", fits_a', "*known_values", "min=99999999999999999999", "",
      '("a", fits_a), ("b", nope)',
    } do
      assert.is_nil(known(text), text)
    end
  end)
end)
