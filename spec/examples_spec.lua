local command = require "spec.support.command"

-- Folders with valid values, invalid ones, and the expected output; and the arguments before the values.
local folders = {
  gateway = { "--env", "rules.lua", "-f", "schema.yml" },
  code = { "-f", "schema.yml", "-f", "names.star", "-f", "parts.lib.yml" },
  ["cf-for-k8s"] = { "-f", "schema.yml" },
  prometheus = { "-f", "schema.yml" },
  compose = { "-f", "schema.yml" },
  alertmanager = { "-f", "schema.yml" },
  kubernetes = { "-f", "schema.yml" },
}

for name, given in pairs(folders) do
  describe("examples/" .. name, function()
    local folder = command.root .. "/examples/" .. name

    local function run(values)
      local arguments = {}
      for i, argument in ipairs(given) do arguments[i] = argument end
      arguments[#arguments + 1] = "-f"
      arguments[#arguments + 1] = values
      return command.run(arguments, { folder = folder })
    end

    local function expected(file)
      return assert(command.read(folder .. "/expected/" .. file))
    end

    it("completes valid values", function()
      local result = run "values.yml"
      assert.same({ rc = 0, stdout = expected "values.out", stderr = "" }, result)
    end)

    it("reports all violations of invalid values", function()
      local result = run "bad.yml"
      assert.same({ rc = 1, stdout = "", stderr = expected "report.txt" }, result)
    end)
  end)
end

describe("examples/overlays", function()
  it("lays the site's documents on the delivered ones", function()
    local folder = command.root .. "/examples/overlays"
    local result = command.run({ "overlay", "-f", "base.yml", "-f", "site.yml" }, { folder = folder })
    assert.same({ rc = 0, stdout = command.read(folder .. "/expected.yml"), stderr = "" }, result)
  end)
end)

describe("examples/reports", function()
  -- Runs the commands of the job in a file of CI settings, in a project with bad values.
  local function report_of(settings)
    local text = assert(command.read(command.root .. "/examples/reports/" .. settings))
    local typed, path = text:match "(yschema %-q [^\n]* %-%-report%-file (%S+))\n"
    local folder = os.tmpname()
    os.remove(folder)
    local lines = command.output(command.shell(("mkdir -p %s/conf && cd %s"):format(folder, folder)
      .. "\nprintf '#@data/values-schema\\n---\\na: 1\\n' >conf/schema.yml"
      .. "\nprintf 'a: x\\n' >conf/values.yml\n" .. typed .. " 2>/dev/null\necho status $?"))
    local report = command.read(folder .. "/" .. path)
    os.execute("rm -r " .. folder)
    assert.same({ "status 1" }, lines)
    assert.is_truthy(select(2, text:gsub(path:gsub("%p", "%%%0"), "")) == 2) -- written, and uploaded
    return report
  end

  it("write what the CI systems read, relative to the repository", function()
    assert.matches('"uri":"conf/values.yml"', report_of "github.yml", 1, true)
    assert.matches('file="conf/values.yml"', report_of "gitlab-ci.yml", 1, true)
  end)
end)
