-- Functions that convert what stands under old names: `#@schema/renamed with=`.

local yschema = require "yschema"

local text = [[
#@ def kind():
kind: a
#@schema/renamed from="old", with=convert
new: 1
#@ end
#@data/values-schema
---
#@schema/one-of kind(), {"kind": "b"}, by="kind"
x: {kind: a}
]]

local overlay = [[
#@data/values
---
x:
  #@overlay/match when=1
  old: 5
]]

describe("with= of #@schema/renamed, which converts an old value", function()
  it("loses no value when one of its calls fails", function()
    local failures = 0
    for failing = 1, 8 do
      local calls = 0
      local function convert(value)
        calls = calls + 1
        if calls == failing then error "no memory" end
        return value + 1
      end
      local schema = assert(yschema.load(text, { env = { convert = convert } }))
      local values, report = schema:apply("x: {old: 1}", overlay)
      if values then
        assert.same({ kind = "a", new = 6 }, values.x)
      else
        failures = failures + 1
        assert.matches("no memory", tostring(report))
      end
    end
    assert.is_true(failures > 0)
  end)
end)
