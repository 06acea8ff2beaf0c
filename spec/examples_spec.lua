local command = require "spec.support.command"

describe("examples/gateway", function()
  local folder = command.root .. "/examples/gateway"

  local function run(values)
    return command.run({ "--env", "rules.lua", "-f", "schema.yml", "-f", values }, { folder = folder })
  end

  local function expected(name)
    return assert(command.read(folder .. "/expected/" .. name))
  end

  it("completes good values", function()
    local result = run "values.yml"
    assert.same({ rc = 0, stdout = expected "values.out", stderr = "" }, result)
  end)

  it("reports all that is wrong with bad ones", function()
    local result = run "bad.yml"
    assert.same({ rc = 1, stdout = "", stderr = expected "report.txt" }, result)
  end)
end)

describe("examples/overlays", function()
  it("lays the site's documents on the delivered ones", function()
    local folder = command.root .. "/examples/overlays"
    local result = command.run({ "overlay", "-f", "base.yml", "-f", "site.yml" }, { folder = folder })
    assert.same({ rc = 0, stdout = command.read(folder .. "/expected.yml"), stderr = "" }, result)
  end)
end)
