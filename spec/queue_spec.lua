-- How spec/run.sh divides the specs among processes: spec/support/queue.sh.

local command = require "spec.support.command"

-- Runs the queues of two lanes, `a` and `b`, and prints the results of both. `run` stands for busted: it gets the
-- lane in $lane and the files as arguments, and prints what busted prints.
local function queue(files, run, workers)
  local script = ([[
    . spec/support/queue.sh
    folder=$(mktemp -d)
    queue_begin "$folder"
    good() { echo "$1 successes / 0 failures / 0 errors / 0 pending : 1.0 seconds"; }
    run() { lane=$1; shift; %s
    }
    %s
    for worker in %s; do queue_work specs run & done
    wait
    cat "$folder/ran" 2>/dev/null
    for lane in a b; do echo "$lane:"; queue_results $lane; done
    rm -r "$folder"]]):format(run, files, workers or "1 2 3")
  return command.output(("cd %s && sh -u -c %s 2>&1"):format(command.quote(command.root), command.quote(script)))
end

local two_lanes = "seq 90 | queue_specs specs a; seq 5 | queue_specs specs b"

describe("the queue of the suite", function()
  it("runs each file of each lane once, and adds up what passed", function()
    local lines = queue(two_lanes, [[
      for file; do echo "$lane $file" >>"$folder/ran"; done
      good $#]])
    local results = table.concat(lines, "\n", #lines - 3)
    assert.equal("a:\n90 0 0\nb:\n5 0 0", results)
    local seen = {}
    for i = 1, #lines - 4 do
      assert.is_nil(seen[lines[i]], lines[i])
      seen[lines[i]] = true
    end
    for i = 1, 90 do assert.is_true(seen["a " .. i]) end
    for i = 1, 5 do assert.is_true(seen["b " .. i]) end
  end)

  it("begins with files that take long, and runs each of them by itself", function()
    local lines = queue("{ seq 8; echo spec/cases_spec.lua; echo spec/pages_spec.lua; } | queue_specs specs a", [[
      echo "$*" >>"$folder/ran"
      good $#]], "1")
    assert.same({ "spec/cases_spec.lua", "spec/pages_spec.lua", "1 3 5 7", "2 4 6 8", "a:", "10 0 0", "b:",
      "FAILED: 0 of 0 files have ended", "0 1 0" }, lines)
  end)

  it("prints what is said of failures, and of what is skipped", function()
    local lines = queue("echo one | queue_specs specs a; echo two | queue_specs specs b", [[
      case $1 in
      one) echo "3 successes / 1 failure / 1 error / 0 pending : 1.0 seconds"; echo "Failure: one"; return 2 ;;
      *) echo dots; echo "1 success / 0 failures / 0 errors / 1 pending : 1.0 seconds"; echo; echo "Pending: two" ;;
      esac]])
    assert.same({
      "a:", "3 successes / 1 failure / 1 error / 0 pending : 1.0 seconds", "Failure: one", "3 2 0",
      "b:", "Pending: two", "1 0 1",
    }, lines)
  end)

  it("counts a process that dies as a failure, before it has counted its tests and after", function()
    local lines = queue("echo one | queue_specs specs a; echo two | queue_specs specs b", [[
      case $1 in
      one) sh -c 'kill -SEGV $$' ;;
      *) good 7; return 3 ;;
      esac]])
    local said = table.concat(lines, "\n")
    assert.matches("FAILED: one ended with status 139\n0 1 0\nb:", said, 1, true)
    assert.matches("FAILED: two ended with status 3\n7 1 0", said, 1, true)
  end)

  it("names the files of a process that was stopped", function()
    local lines = queue("seq 2 | queue_specs specs a", "timeout 0.1 sleep 60")
    assert.matches("FAILED: 1 2 took too long and was stopped\n", table.concat(lines, "\n"), 1, true)
  end)

  it("counts it as a failure that not all files have ended, because a process that takes them was ended", function()
    local lines = queue("seq 8 | queue_specs specs a; echo one | queue_specs specs b", [[
      if [ $lane = a ]; then kill -KILL $(sh -c 'echo $PPID'); fi
      good $#]], "1")
    assert.same("a:\nFAILED: 0 of 8 files have ended\n0 1 0\nb:\nFAILED: 0 of 1 files have ended\n0 1 0",
      table.concat(lines, "\n", #lines - 5))
  end)

  it("has a line about how far it is", function()
    local lines = command.output(([[cd %s && sh -u -c '
      . spec/support/queue.sh
      folder=$(mktemp -d)
      queue_begin "$folder"
      seq 9 | queue_specs specs a
      queue_state a b
      echo "ended 3 passed 40 failed 2 in x_spec.lua" >"$folder/a.specs.1.progress"
      echo "ended 4 passed 10 failed 0" >"$folder/a.specs.2.progress"
      queue_state a b
      rm -r "$folder"' 2>&1]]):format(command.quote(command.root)))
    assert.same({
      "a: 0 of 9 files, 0 passed; b: 0 of 0 files, 0 passed",
      "a: 7 of 9 files, 50 passed, 2 FAILED; x_spec.lua; b: 0 of 0 files, 0 passed",
    }, lines)
  end)
end)
