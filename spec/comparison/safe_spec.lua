-- Pairs of schemas, of the table's rows and at random: what is said to be safe refuses nothing, and each witness shows
-- what it is said to show. More of them are tried by hand with spec/comparison/safe.lua.

local fuzzing = require "spec.comparison.fuzzing"

describe("yschema diff", function()
  it("is right about random schemas and values", function()
    local found = {}
    local result = fuzzing.run({ count = math.huge, pairs = 420, each = 8, seed = 1 }, function(text)
      found[#found + 1] = text
    end)
    assert.same({}, found)
    assert.is_true(result.values > 700, fuzzing.summary(result))
    assert.is_true(result.witnesses > 100, fuzzing.summary(result))
  end)
end)
