-- Tests of the progress that spec/run.sh and .ci/run print: spec/support/progress.sh and progress_output.lua.

local command = require "spec.support.command"

-- Functions for the scripts below. `shown N WORDS`: waits until N lines of "$out" have the words, for ten seconds at
-- most, so that a busy machine makes the tests slower and nothing else.
local functions = [[
. spec/support/progress.sh
log=$(mktemp) out=$(mktemp)
shown() {
  i=0
  until [ "$(grep -c "$2" "$out")" -ge "$1" ] || [ $i = 100 ]; do sleep 0.1; i=$((i + 1)); done
}
]]

local function sh(script)
  return command.output(("cd %s && PROGRESS_SECONDS=0.1 sh -c %s 2>&1"):format(command.quote(command.root),
    command.quote(functions .. script .. '\nrm -f "$log" "$out"')))
end

describe("a line of progress", function()
  it("is there at once, and shows the last line of the log again and again", function()
    local lines = sh [[
      work() { echo one; shown 2 one; echo two; shown 2 two; }
      with_progress building "$log" work >"$out"
      cat "$out"]]
    assert.matches("^ +%d+ s  building$", lines[1])
    assert.matches("^ +%d+ s  building: one$", lines[2])
    assert.matches("^ +%d+ s  building: one$", lines[3])
    assert.matches("^ +%d+ s  building: two$", lines[#lines - 1])
    assert.matches("^ +%d+ s  building: two$", lines[#lines])
  end)

  it("is one line, without control characters", function()
    local lines = sh [[
      work() { printf "a\nb\033[1mc\rd"; shown 1 d; }
      with_progress x "$log" work >"$out"
      cat "$out"]]
    assert.matches("^ +%d+ s  x: b%[1mcd$", lines[2])
  end)

  it("leaves the command's status as it is", function()
    local lines = sh [[
      what() { echo "$1 of 2"; }
      state() { echo running; }
      with_progress_of state what 1
      echo $?
      with_progress_of state false
      echo $?
      with_progress nothing /dev/null sh -c "exit 7"; echo $?]]
    assert.matches("^ +%d+ s  nothing$", table.remove(lines, 4))
    assert.same({ "1 of 2", "0", "1", "7" }, lines)
  end)

  it("may be printed by a command within another one", function()
    local lines = sh [[
      inner() { with_progress inner "$log" shown 1 inner; }
      with_progress outer "$log.outer" inner >"$out"
      cat "$out"
      grep -c inner "$log.outer"
      rm "$log.outer"]]
    assert.matches("^ +%d+ s  outer$", lines[1])
    assert.matches("\n +%d+ s  outer: +%d+ s  inner", table.concat(lines, "\n"))
    assert.is_true(tonumber(lines[#lines]) >= 1)
  end)

  it("ends with the script, also when that is killed", function()
    local lines = sh [[
      sh -c '. spec/support/progress.sh; state() { echo still running; }; with_progress_of state sleep 3' >"$out" &
      shown 1 running; kill -KILL $!; sleep 1; wc -l <"$out" >"$out.1"; sleep 0.4; wc -l <"$out" >"$out.2"
      cmp "$out.1" "$out.2" && echo quiet; rm "$out.1" "$out.2"]]
    assert.equal("quiet", lines[#lines])
  end)
end)

describe("the output of the suite", function()
  local folder

  setup(function()
    folder = command.output("mktemp -d")[1]
    local file = assert(io.open(folder .. "/some_spec.lua", "w"))
    file:write [[
      describe("some", function()
        it("pass", function() end)
        it("also pass", function() end)
        it("fail", function() error "no" end)
        it("are skipped", function() return pending "there is no etcd" end)
        pending "are skipped, too"
      end)]]
    file:close()
  end)

  teardown(function() os.execute("rm -r " .. command.quote(folder)) end)

  it("has a line about how far it is, and counts what is skipped", function()
    local lines = command.output(("cd %s && YSCHEMA_PROGRESS=%s/progress %s \"$(command -v busted)\" --ignore-lua "
      .. "--output=spec/support/progress_output.lua %s/some_spec.lua 2>&1"):format(command.quote(command.root), folder,
      command.runtime, folder))
    assert.is_true(#lines > 5)
    assert.matches("^2 successes / 0 failures / 1 error / 2 pending", lines[2])
    assert.equal("ended 1 passed 2 failed 1\n", command.read(folder .. "/progress"))
    assert.matches("^ +%d+ +%d+%.%d  .*some_spec.lua\n$", command.read(folder .. "/progress.files"))
  end)
end)
