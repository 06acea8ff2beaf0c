-- Compares `yschema test --coverage` with tests of schemas whose texts were changed: see mutations.lua.

local command = require "spec.support.command"
local mutations = require "spec.testing.mutations"

-- The files with tests beside the schemas of the examples, and the names that their annotations use.
local examples = command.output "ls examples/*/*.schema-test.yml"
local environments = { ["examples/gateway/gateway.schema-test.yml"] = "examples/gateway/rules.lua" }

describe("the tests of the examples", function()
  for _, path in ipairs(examples) do
    it("pass: " .. path, function()
      local env = environments[path] and { "--env", environments[path] } or {}
      local result = command.run { "test", "-q", path, (table.unpack or unpack)(env) }
      assert.same({ rc = 0, stdout = "", stderr = "" }, result)
    end)
  end
end)

-- All schemas of the examples take two minutes: lua5.4 spec/testing/mutations.lua examples/*/*.md
describe("the coverage of tests", function()
  for _, path in ipairs { "examples/code/code.schema-test.yml", "examples/scale/scale.schema-test.yml" } do
    it("is what changes in the text show: " .. path, function()
      local counts = mutations.compare(command.root .. "/" .. path)
      assert.same({}, counts.differ)
      assert.is_true(counts.made > 50)
    end)
  end

  for _, page in ipairs { "examples/language/README.md", "examples/recipes/README.md", "examples/testing/README.md" } do
    it("is what changes in the text show: the schemas of " .. page, function()
      local differ = {}
      for _, schema in ipairs(mutations.schemas_of(page)) do
        for _, counts in ipairs(mutations.compare_proposed(schema.text)) do
          for _, line in ipairs(counts.differ) do differ[#differ + 1] = schema.name .. ": " .. line end
        end
      end
      assert.same({}, differ)
    end)
  end
end)
