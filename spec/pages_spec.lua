-- What the documentation shows is what happens.

local command = require "spec.support.command"
local pages = require "spec.support.pages"

local names = command.output(
  "ls README.md && find examples -name '*.md' | LC_ALL=C sort")

for _, name in ipairs(names) do
  describe("page " .. name, function()
    local turns = 0
    it("shows what is printed", function()
      pages.play(name, assert(command.read(command.root .. "/" .. name)), function(turn, printed, line)
        turns = turns + 1
        assert.equal(turn.printed, printed, ("%s:%d: $ %s"):format(name, line, turn.typed))
      end)
    end)

    it("shows something", function() assert.is_true(turns > 0) end)
  end)
end
