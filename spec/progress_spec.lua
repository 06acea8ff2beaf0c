-- What spec/run.sh and .ci/run print while they work: spec/support/progress.sh and progress_output.lua.

local command = require "spec.support.command"

local function sh(script)
  return command.output(("cd %s && PROGRESS_SECONDS=0.1 sh -c %s 2>&1"):format(command.quote(command.root),
    command.quote(". spec/support/progress.sh\n" .. script)))
end

describe("a line of progress", function()
  it("is there at once, and shows the last line of the log again and again", function()
    local lines = sh [[
      log=$(mktemp)
      with_progress building "$log" sh -c "echo one; sleep 1; echo two; sleep 1"
      rm "$log"]]
    assert.matches("^ +%d s  building$", lines[1])
    assert.matches("^ +%d s  building: one$", lines[2])
    assert.matches("^ +%d s  building: two$", lines[#lines])
    assert.is_true(#lines >= 5, #lines .. " lines")
  end)

  it("is one line, without control characters", function()
    local lines = sh [[log=$(mktemp); with_progress x "$log" sh -c 'printf "a\nb\033[1mc\rd"; sleep 1'; rm "$log"]]
    assert.matches("^ +%d s  x: b%[1mcd$", lines[2])
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
    assert.matches("^ +%d s  nothing$", table.remove(lines, 4))
    assert.same({ "1 of 2", "0", "1", "7" }, lines)
  end)

  it("may be printed by a command within another one", function()
    local lines = sh [[
      log=$(mktemp)
      inner() { with_progress inner "$log" sleep 1; }
      with_progress outer "$log.outer" inner; tail -n 1 "$log.outer" | grep -c inner
      rm "$log" "$log.outer"]]
    assert.matches("^ +%d s  outer$", lines[1])
    assert.matches("\n +%d s  outer: +%d s  inner", table.concat(lines, "\n"))
    assert.equal("1", lines[#lines])
  end)

  it("ends with the script, also when that is killed", function()
    local lines = sh [[
      state() { echo running; }
      out=$(mktemp)
      sh -c '. spec/support/progress.sh; state() { echo still running; }; with_progress_of state sleep 1' >"$out" &
      sleep 0.5; kill -KILL $!; sleep 0.3; wc -l <"$out" >"$out.1"; sleep 0.4; wc -l <"$out" >"$out.2"
      cmp "$out.1" "$out.2" && echo quiet; rm "$out" "$out.1" "$out.2"]]
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
    assert.matches("^file 1 of 1, .*some_spec.lua; %d passed", command.read(folder .. "/progress"))
  end)
end)
