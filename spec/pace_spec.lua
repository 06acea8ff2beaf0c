-- Limits of time for machines of any speed: spec/support/pace.lua.

local pace = require "spec.support.pace"

describe("a limit of time", function()
  it("is kept by what takes less", function()
    assert.is_true(pace.within(0.1, 0.2))
    assert.is_true(pace.within_processor(0.1, 0.2))
  end)

  it("is exceeded by what takes longer than the slowness of the machine explains", function()
    assert.is_false(pace.within(20, 0.001))
    assert.is_false(pace.within_processor(20, 0.001))
  end)

  it("is exceeded by ten times as much on any machine", function()
    assert.is_false(pace.within(10.5, 1))
    assert.is_false(pace.within_processor(10.5, 1))
  end)
end)
