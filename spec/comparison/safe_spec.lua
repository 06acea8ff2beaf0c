-- Pairs of schemas, from the table's rows and at random: safe changes refuse nothing, and each witness shows its
-- change. spec/comparison/safe.lua validates more of them.

local fuzzing = require "spec.comparison.fuzzing"

describe("yschema diff", function()
  it("has correct verdicts on random schemas and values", function()
    local found = {}
    local result = fuzzing.run({ count = math.huge, pairs = 420, each = 8, seed = 1 }, function(text)
      found[#found + 1] = text
    end)
    assert.same({}, found)
    assert.is_true(result.values > 700, fuzzing.summary(result))
    assert.is_true(result.witnesses > 100, fuzzing.summary(result))
  end)
end)
