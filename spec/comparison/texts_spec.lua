-- Texts that match a regular expression, which `yschema diff` and the random values of tests are made of.

local texts = require "yschema.values.texts"

describe("a text for a regular expression", function()
  it("repeats a part as often as the expression allows", function()
    local most = {
      is_random = true,
      pick = function(_, list) return list[1] end,
      int = function(_, _, greatest) return greatest end,
    }
    local least = {
      is_random = true,
      pick = function(_, list) return list[1] end,
      int = function(_, smallest) return smallest end,
    }
    for pattern, expected in pairs {
      ["x{3}"] = { "xxx", "xxx" }, ["x{2,5}"] = { "xx", "xxxxx" }, ["x{2,}"] = { "xx", "xxxxx" },
      ["x{,2}y"] = { "y", "xxy" }, ["x?y"] = { "y", "xy" }, ["x+"] = { "x", "xxxx" }, ["(ab){2}"] = { "abab", "abab" },
    } do
      assert.same(expected, { texts.matching(pattern, least, {}), texts.matching(pattern, most, {}) }, pattern)
    end
  end)
end)
