-- A schema does not differ from itself: none of those in this repository does.

local cases = require "spec.support.cases"
local command = require "spec.support.command"
local comparison = require "yschema.comparison.comparison"
local yschema = require "yschema"

-- The schemas of the examples and of the cases: { name =, text = }.
local function schemas()
  local found = {}
  for _, path in ipairs(command.output("cd " .. command.quote(command.root) .. " && find examples -name '*.yml' "
    .. "-o -name '*.yaml' | LC_ALL=C sort")) do
    found[#found + 1] = { name = path, text = assert(command.read(command.root .. "/" .. path)) }
  end
  for _, name in ipairs(cases.find()) do
    for _, file in ipairs(cases.read(name).files) do
      if file.name:find "%.yml$" then found[#found + 1] = { name = name .. "/" .. file.name, text = file.text } end
    end
  end
  return found
end

local function is_schema(text)
  text = "\n" .. text
  return text:find("\n#@data/values-schema", 1, true) or text:find("\n#@schema", 1, true)
end

describe("a schema and itself", function()
  local compared = 0

  for _, found in ipairs(schemas()) do
    if is_schema(found.text) then
      it("do not differ: " .. found.name, function()
        local ok, schema = pcall(yschema.load, found.text, { name = found.name })
        if not ok or not schema then return end
        local other = comparison.side(assert(yschema.load(found.text, { name = found.name })))
        assert.same({}, comparison.compare(comparison.side(schema), other, { direction = "full", samples = 5 }))
        compared = compared + 1
      end)
    end
  end

  it("are hundreds", function() assert.is_true(compared > 200) end)
end)
