-- Random compositions of schemas and values, and of overlays (spec/properties): the same ones on both runtimes. More of
-- them, or others, are tried by hand with spec/properties/run.lua.
--
-- With YSCHEMA_OUTPUTS=folder in the environment, what came out is kept there, so that the runtimes can be compared.

local compositions = require "spec.properties.compositions"

-- YSCHEMA_COMPOSITIONS=n: n hundreds of schemas, for builds that are slow (20).

local outputs = os.getenv "YSCHEMA_OUTPUTS"
local seed = 1
local hundreds = tonumber(os.getenv "YSCHEMA_COMPOSITIONS") or 20

local function keep(name, text)
  for extension, content in pairs { out = text .. "\n", err = "", rc = "0\n" } do
    local file = assert(io.open(("%s/%s.%s"):format(outputs, name, extension), "wb"))
    file:write(content)
    file:close()
  end
end

local function hold(kind, blocks, size)
  for block = 1, blocks do
    local first = (block - 1) * size + 1
    it(("hold all properties: %s %d to %d"):format(kind, first, first + size - 1), function()
      local result = compositions.run(kind, seed, first, size)
      if outputs then keep(("properties-%s-%d"):format(kind, first), compositions.summary(result)) end
      assert.equal("", compositions.report(result, 3))
      -- They would show nothing if most were refused, or left open.
      assert.is_true(result.accepted > size / 3)
      assert.is_true(result.unsure < size * 0.3)
    end)
  end
end

-- What the checkers of random schemas accept differs between the runtimes, because their numbers do.
local function hold_tables(first, size)
  it(("hold all properties: tables of schemas %d to %d"):format(first, first + size - 1), function()
    local result = compositions.run("tables", seed, first, size)
    assert.equal("", compositions.report(result, 3))
    assert.is_true(result.counts.agreed > result.counts.accepted / 2)
  end)
end

describe("random schemas and tables", function()
  hold_tables(1, 100)
  hold_tables(101, 100)
end)

describe("random schemas and values", function() hold("schemas", hundreds, 100) end)

describe("random overlays", function() hold("overlays", 2, 1000) end)
