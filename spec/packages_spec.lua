-- Tests of the lines about packages that the scripts for newcomers print first: spec/support/packages.sh.

local command = require "spec.support.command"

-- Runs a script with an `id` that is not root's, and, with `without`, a program that always fails.
local function as_user(script, without)
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  for name, body in pairs { id = "echo 1000", [without or "id"] = without and "exit 1" or "echo 1000" } do
    os.execute(("cd %s && printf '#!/bin/sh\\n%s\\n' >%s && chmod +x %s"):format(folder, body, name, name))
  end
  local lines = command.output(("cd %s && unset YSCHEMA_PART YSCHEMA_BUILD YSCHEMA_SPECS && PATH=%s:$PATH sh -c %s "
    .. "2>&1; echo status $?"):format(command.quote(command.root), folder, command.quote(script)))
  os.execute("rm -r " .. folder)
  return lines
end

local function number_of(lines, pattern)
  local count = 0
  for _, line in ipairs(lines) do count = count + (line:find(pattern) and 1 or 0) end
  return count
end

describe("a script without root", function()
  for _, name in ipairs { "examples/quickstart.sh", "spec/run.sh" } do
    it(name .. " says what it does and how long, and prints one line to paste", function()
      local lines = as_user("sh " .. name, "pkg-config")
      assert.matches("^This builds yschema ", lines[1])
      assert.equal(1, number_of({ lines[1], lines[2], lines[3] }, "minute"), table.concat(lines, "\n"))
      assert.equal(1, number_of(lines, "apt%-get install"))
      assert.matches("^  sudo apt%-get update && sudo apt%-get install %-%-no%-install%-recommends [%w. -]+$",
        lines[#lines - 1])
      assert.matches(" libyaml%-dev libpcre2%-dev ", lines[#lines - 1])
      assert.equal("status 2", lines[#lines])
    end)
  end

  it("goes on without what only some tests need, and names it in one line", function()
    local lines = as_user [[. spec/support/packages.sh; demand "make" "nothing-1 nothing-2"; want nothing-1; echo on]]
    assert.equal(4, #lines, table.concat(lines, "\n"))
    assert.matches("^Tests of programs that are missing are skipped", lines[1])
    assert.matches(" nothing%-1 nothing%-2$", lines[2])
    assert.same({ "on", "status 0" }, { lines[3], lines[4] })
  end)
end)
