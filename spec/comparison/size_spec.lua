-- The instructions of a comparison in Lua grow with the schemas, not with their square.

local comparison = require "yschema.comparison.comparison"
local yschema = require "yschema"

-- A schema of many keys.
local function side(count, line_of)
  local lines = { "#@data/values-schema\n---\n" }
  for i = 1, count do lines[#lines + 1] = line_of(i) end
  return comparison.side(assert(yschema.load(table.concat(lines))))
end

local function plain(i) return ("k%d: %d\n"):format(i, i) end

-- Counts the instructions, in thousands, for a comparison of many keys with changed ones.
local function cost(count, line_of)
  local old, new, steps = side(count, plain), side(count, line_of), 0
  if jit then jit.off() end
  debug.sethook(function() steps = steps + 1 end, "", 1000)
  local changes = comparison.compare(old, new, { samples = 5 })
  debug.sethook()
  if jit then jit.on() end
  assert.is_true(#changes >= count)
  return steps
end

describe("the instructions for a comparison", function()
  for name, line_of in pairs {
    ["keys that are required"] = function(i) return "#@schema/required\n" .. plain(i) end,
    ["other defaults"] = function(i) return plain(i):gsub(": ", ": 1") end,
    ["other keys"] = function(i) return ("other%d: %d\n"):format(i, i) end,
    ["other types"] = function(i) return ("k%d: \"\"\n"):format(i) end,
    ["new rules"] = function(i) return ("#@schema/validation min=%d\n"):format(i) .. plain(i) end,
  } do
    it("double with the keys: " .. name, function()
      local small, large = cost(100, line_of), cost(200, line_of)
      assert.is_true(large < 2.7 * small, small .. " and " .. large)
    end)
  end
end)
