local cases = require "spec.support.cases"
local command = require "spec.support.command"

describe("case", function()
  local root = command.root .. "/spec/cases"

  for _, name in ipairs(cases.find(root)) do
    it(name, function()
      local fault = cases.run(root, name)
      assert(not fault, fault)
    end)
  end
end)
