-- A schema does not differ from itself: none of those in this repository does.

local command = require "spec.support.command"
local comparing = require "yschema.comparison.comparing"
local yschema = require "yschema"

local function schema_files()
  return command.output("cd " .. command.quote(command.root) .. " && grep -rlE '^#@(data/values-schema|schema[ /]?)' "
    .. "examples spec/cases --include='*.yml' --include='*.yaml' | LC_ALL=C sort")
end

describe("a schema and itself", function()
  local compared = 0

  for _, path in ipairs(schema_files()) do
    it("do not differ: " .. path, function()
      local text = assert(command.read(command.root .. "/" .. path))
      local ok, schema = pcall(yschema.load, text, { name = path })
      if not ok or not schema then return end
      local side, other = comparing.side(schema), comparing.side(assert(yschema.load(text, { name = path })))
      assert.same({}, comparing.compare(side, other, { direction = "full", samples = 5 }))
      compared = compared + 1
    end)
  end

  it("are hundreds", function() assert.is_true(compared > 200) end)
end)
