-- spec/debug.gdb: gdb is not run here, but each function that its commands name is in the core.

local command = require "spec.support.command"

local function read(name) return assert(command.read(command.root .. "/" .. name)) end

-- Whether a file of the core defines such a function.
local function is_defined(name)
  return #command.output(("cd %s && grep -rlE '^[a-z].*[ *]%s\\(' csrc/core --include=*.c"):format(
    command.quote(command.root), name)) > 0
end

describe("the commands for gdb", function()
  local script = read "spec/debug.gdb":gsub("\n#[^\n]*", "")

  it("call and stop at functions that there are", function()
    local count = 0
    for name in script:gmatch "[( )](ys_[%w_]+)%f[^%w_]" do
      if name ~= "ys_buf" then
        assert.is_true(is_defined(name), name)
        count = count + 1
      end
    end
    assert.is_true(count > 2, count .. " functions")
  end)

  it("trace the steps of a run", function()
    local run, count = read "csrc/core/run/run.c", 0
    for step in script:match("rbreak run%.c:^\\%((.-)\\%)%$"):gmatch "[%w_]+" do
      assert.matches("\nstatic ys_status " .. step .. "(ys_run *run, ys_question *question)", run, 1, true)
      count = count + 1
    end
    assert.is_true(count > 2, count .. " steps")
  end)

  it("are taught with functions that there are", function()
    local count = 0
    for name in read "spec/README.md":gmatch "%(gdb%) break (%S+)" do
      assert.is_true(is_defined(name), name)
      count = count + 1
    end
    assert.is_true(count > 0, "no command was found")
  end)
end)
