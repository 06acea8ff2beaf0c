-- The diagnostics and answers of the server depend on the open texts alone, not on how they came to be.

local folder = require "spec.support.folder"
local random_edits = require "spec.server.random_edits"

describe("after random edits", function()
  for seed = 1, 4 do
    it("the server publishes and answers what a new one does, with seed " .. seed, function()
      local state = seed
      local function random(from, to) -- the same numbers on both runtimes
        state = (state * 16807) % 2147483647
        if not to then from, to = 1, from end
        return from + state % (to - from + 1)
      end
      local self = random_edits.new(random)
      for i = 1, 60 do
        local edit = random_edits.edit(self)
        local now, fresh, other = random_edits.shown(self)
        assert.equal(fresh, now, ("edit %d: %s"):format(i, edit))
        assert.is_nil(random_edits.ask(self, other))
        assert.is_nil(random_edits.logged(self))
      end
      folder.remove(self.path)
    end)
  end
end)
