-- `yschema check --watch`: files are validated again when they change, on a terminal.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local in_process = require "spec.support.in_process"
local watching = require "yschema.command.check.watch"

local dir
local run = in_process.within(function() return dir end)

local function has_terminal()
  local ok = os.execute "script -qec true /dev/null </dev/null >/dev/null 2>&1"
  return ok == true or ok == 0
end

-- Runs the command on a terminal of 20 rows, beside lines of sh, and returns all that the terminal shows and the
-- status. `wait TEXT` waits until the screen has a text once more.
local function watched(arguments, lines)
  local text = table.concat({
    "cd " .. command.quote(dir), "rm -f log pid rc", "seen=0", "wait_for() {", "  for i in $(seq 100); do",
    "    count=$(grep -c -- \"$1\" log 2>/dev/null)", "    [ \"${count:-0}\" -ge \"${2:-1}\" ] && return",
    "    sleep 0.05", "  done", "  echo \"missing: $1\" >>missing", "}",
    ("script -qec %s /dev/null </dev/null >log 2>&1 &"):format(command.quote(
      ("stty rows 20 cols 60; sh -c 'echo $$ >pid; exec env TERM=xterm NO_COLOR=1 %s check --watch %s'; echo $? >rc;"
        .. " stty -a | grep -o ' echo '"):format(command.words, arguments))),
    lines, "wait", "cat missing 2>/dev/null; cat log; echo status $(cat rc)",
  }, "\n")
  return table.concat(command.output(text), "\n")
end

describe("yschema check --watch", function()
  before_each(function()
    dir = folder.make "d"
    folder.write(dir, "s.yml", "#@data/values-schema\n---\nport: 1\n")
    folder.write(dir, "d/a.yml", "port: x\n")
    folder.write(dir, "d/b.yml", "port: 2\n")
  end)
  after_each(function() folder.remove(dir) end)

  it("shows one screen, the changed files first, and leaves with Ctrl-C #unsanitized", function()
    if not has_terminal() then return pending "no terminal can be had" end
    local shown = watched("-f s.yml d", [[
      wait_for 'watching 2 folders'
      printf 'port: yy\n' >d/b.yml; wait_for '2 errors in 2 of 2 files'
      mkdir d/e; wait_for 'watching 3 folders'
      printf 'prt: 1\n' >d/e/c.yml; wait_for '3 errors in 3 of 3 files'
      rm -r d/e; wait_for '2 errors in 2 of 2 files' 2
      printf '#@data/values-schema\n---\nport: [\n' >s.yml; wait_for 's.yml:4:1: error'
      printf '#@data/values-schema\n---\nport: ""\n' >s.yml; wait_for 'no errors in 2 files'
      echo x >d/a.yml.swp; echo x >d/.#lock
      kill -INT $(cat pid)]])
    local screens = {}
    for screen in (shown .. "\27[H\27[2J"):gmatch "(.-)\27%[H\27%[2J" do screens[#screens + 1] = screen end
    assert.matches("d/a.yml:1:7: error[type]: port: expected integer, but found string", screens[2], 1, true)
    assert.matches("1 error in 1 of 2 files\r?\nwatching 2 folders; Ctrl%-C ends it", screens[2])
    assert.matches("^d/b.yml:1:7: error.*\nd/a.yml:1:7: error", screens[3])
    assert.is_nil(shown:find("missing: ", 1, true))
    assert.matches(" echo \r?\n?.*status 130$", shown)
  end)

  it("goes on where standard output is no terminal #unsanitized", function()
    local shown = table.concat(command.output(([[
      cd %s
      sh -c 'echo $$ >pid; exec %s check --watch -f s.yml --report concise d/a.yml d/b.yml' >log 2>&1 &
      for i in $(seq 100); do grep -q watching log && break; sleep 0.05; done
      printf 'port: 3\n' >d/a.yml
      for i in $(seq 100); do grep -q 'no errors' log && break; sleep 0.05; done
      kill -INT $(cat pid); wait $!; echo status $?; cat log]]):format(command.quote(dir), command.words)), "\n")
    assert.equal("status 130\nd/a.yml:1:7: error[type]: port: expected integer, but found string\n"
      .. "1 error in 1 of 2 files\nwatching 2 folders; Ctrl-C ends it\n\n"
      .. "no errors in 2 files\nwatching 2 folders; Ctrl-C ends it", shown)
  end)

  it("needs luv, and files that can be read again", function()
    local loaded, preload = package.loaded.luv, package.preload.luv
    package.loaded.luv, package.preload.luv = nil, function() error "none" end
    local status, _, problem = run("check", "--watch", "-f", "s.yml", "d/")
    package.loaded.luv, package.preload.luv = loaded, preload
    assert.same({ 2, "yschema: Error: --watch: the Lua module luv is missing; install it (Debian: lua-luv, LuaRocks:"
      .. " luv)\n" }, { status, problem })
    for _, row in ipairs {
      { "--watch reads files again and again, but standard input can be read only once", "-f", "s.yml", "-" },
      { "--watch reads files again and again", "-f", "-", "d/a.yml" },
      { "--watch prints a report for people: --report text or concise, not json", "-f", "s.yml", "d/", "--report",
        "json" },
      { "--watch does not go with --fix", "-f", "s.yml", "d/", "--fix" },
      { "--watch does not go with --resume", "-f", "s.yml", "d/", "--resume", "m.state" },
      { "--watch does not go with --lines", "-f", "s.yml", "--lines" },
    } do
      status, _, problem = run("check", "--watch", (table.unpack or unpack)(row, 2)) -- luacheck: ignore
      assert.equal(2, status)
      assert.matches(row[1], problem, 1, true)
    end
  end)

  it("cuts a report to the rows of the screen, and keeps its last line", function()
    local ending = "2 errors\nwatching\n"
    assert.equal("a\nb\n" .. ending, watching.cut("a\nb\n" .. ending, 10, 80))
    assert.equal("1\n2\n... 2 lines more; without --watch, all are printed\n" .. ending,
      watching.cut("1\n2\n3\n4\n" .. ending, 6, 80))
    local long = ("x"):rep(50) .. "\n"
    assert.equal("... 2 lines more; without --watch, all are printed\n" .. ending,
      watching.cut(long .. long .. ending, 7, 10))
    assert.equal("\27[1mab\27[0m\n" .. ending, watching.cut("\27[1mab\27[0m\n" .. ending, 5, 8))
    assert.equal("watching\n", watching.cut("watching\n", 1, 8))
  end)
end)
