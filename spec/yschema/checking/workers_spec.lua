-- The processes that share the work of `yschema check`: what is reported does not depend on their number, and one that
-- dies takes no other file with it.

local command = require "spec.support.command"

local SCHEMA = [[
#@data/values-schema
---
#@schema/required
#@schema/validation ("a name", lambda v: print("it is seen") == None if v == "print" else seen(v))
name: ""
#@schema/validation min=1
port: 80
#@schema/deprecated "say port"
old: 0
]]

-- The functions that schemas use here: they end their process, are slow, or show which process runs them.
local ENV = [[
local function own_pid()
  local file = io.open "/proc/self/stat"
  return file:read "*l":match "^%d+", file:close()
end
return { seen = function(name)
  if name == "kill" then os.execute("kill -9 " .. own_pid()) end
  local signal = name:match "^SIG(%u+)$"
  if signal then io.popen("kill -" .. signal .. " $PPID"):close() end
  if name == "exit" then (real_exit or os.exit)(3, true) end
  if name == "spend" then while true do end end
  if name == "slow" then
    local file = io.open("pids", "a")
    file:write(own_pid(), "\n")
    file:close()
    os.execute "sleep 0.1"
  end
  return name ~= "bad"
end }
]]

local folder

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "wb"))
  file:write(text)
  file:close()
end

local function check(arguments, opts)
  opts = opts or {}
  opts.folder = folder
  return command.run({ "check", "-f", "s.yml", "--env", "env.lua", (table.unpack or unpack)(arguments) }, opts)
end

local function lines(path) return command.lines(command.read(folder .. "/" .. path)) end

-- Waits until a test holds, for a few seconds.
local function becomes(test)
  for _ = 1, 600 do
    if test() then return true end
    os.execute "sleep 0.05"
  end
  return false
end

describe("the workers of yschema check", function()
  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir -p " .. folder .. "/d")
    write("s.yml", SCHEMA)
    write("env.lua", ENV)
  end)

  after_each(function() os.execute("rm -rf " .. command.quote(folder)) end)

  local function write_files(count)
    local texts = {
      "name: a\n", "name: a\nport: 0\n", "name: a\n---\nname: bad\n---\nnam: c\n", "", "a: [\n", "\0\1",
      "name: print\n", "name: a\nold: 3\n", "port: 1.5\n", "name: a\nport: 12345678901234567890123\n",
      "name: é\n---\n---\nport: 3\n",
    }
    for i = 1, count do write(("d/%03d.yml"):format(i), texts[i % #texts + 1]) end
  end

  it("report the same in the same order, however many they are", function()
    write_files(200)
    os.execute("ln -s nowhere " .. folder .. "/d/link.yml")
    for _, format in ipairs { "text", "json", "ndjson", "sarif", "junit" } do
      local first
      for _, count in ipairs { 1, 2, 8 } do
        local result = check { "d", "missing", "-j", tostring(count), "--report", format }
        command.without_seconds(result)
        first = first or result
        assert.same(first, result, format)
      end
      assert.equal(2, first.rc)
      assert.matches("202 files", first.text, 1, true)
      local printed = select(2, first.text:gsub("it is seen\n", ""))
      assert.equal((format == "text" or format == "ndjson") and 18 or 0, printed)
    end
  end)

  it("are not ended by functions of the schema, nor is one process", function()
    write("d/a.yml", "name: exit\n")
    write("d/b.yml", "name: bad\n")
    local first
    for _, count in ipairs { "1", "2" } do
      local result = check { "d", "-j", count }
      command.without_seconds(result)
      first = first or result
      assert.same(first, result)
    end
    assert.not_equal(0, first.rc)
    assert.matches("os.exit() ends no command", first.text, 1, true)
    assert.matches("2 errors in 2 of 2 files", first.text, 1, true)
    local alone = command.run({ "-f", "s.yml", "--env", "env.lua", "-f", "d/a.yml" }, { folder = folder })
    assert.not_equal(0, alone.rc)
    assert.matches("os.exit() ends no command", alone.text, 1, true)
  end)

  it("die, each with one file", function()
    for i = 1, 100 do write(("d/%03d.yml"):format(i), i % 40 == 7 and "name: kill\n" or "name: a\n") end
    local result = check { "d", "-j", "2" }
    assert.equal(2, result.rc)
    assert.equal("d/007.yml: error[read]: its process ended by SIGKILL\n"
      .. "d/047.yml: error[read]: its process ended by SIGKILL\n"
      .. "d/087.yml: error[read]: its process ended by SIGKILL\n"
      .. "3 errors in 3 of 100 files, 3 not read\n",
      (result.text:gsub("\n\n", "\n"):gsub(", %d s\n$", "\n")))
  end)

  it("leave what belongs to the command when a function ends them", function()
    for i = 1, 40 do write(("d/%03d.yml"):format(i), i % 10 == 0 and "name: exit\n" or "name: a\n") end
    local result = check({ "d", "-j", "2", "--report", "ndjson", "--report-file", "r" },
      { vars = { "LUA_INIT=real_exit = os.exit" } })
    assert.equal(2, result.rc)
    assert.equal(40, #lines "r")
    assert.matches("its process ended by status 3", lines "r"[10], 1, true)
  end)

  -- Its answer is too long to come at once. The port is wrong in each of its documents.
  local function write_invalid(name, count, last)
    local texts = {}
    for i = 1, count do texts[i] = ("name: a%d\nport: 0\n"):format(i) end
    write(name, table.concat(texts, "---\n") .. (last or ""))
  end

  it("report the same for a file with many violations", function()
    write_files(20)
    write_invalid("d/004.yml", 2000)
    write_invalid("d/006.yml", 2000, "---\na: [\n")
    for _, flags in ipairs { { "text", "--color", "always" }, { "text", "-q" }, { "ndjson" }, { "sarif" } } do
      local first
      for _, count in ipairs { 1, 2, 3 } do
        local result = check { "d", "-j", tostring(count), "--report", (table.unpack or unpack)(flags) }
        command.without_seconds(result)
        first = first or result
        assert.is_true(first.rc == result.rc and first.stdout == result.stdout and first.stderr == result.stderr,
          flags[1] .. " " .. count)
      end
    end
  end)

  it("die in the middle of a file with many violations", function()
    for _, name in ipairs { "d/01.yml", "d/02.yml", "d/05.yml" } do write_invalid(name, 1) end
    write_invalid("d/03.yml", 2000, "---\nname: kill\n---\nname: b\nport: 0\n")
    write_invalid("d/04.yml", 2000, "---\nname: kill\n")
    local result = check { "d", "-j", "2", "--report", "ndjson" }
    local ends, files = 0, {}
    for number, line in ipairs(command.lines(result.stdout)) do
      assert.equal(number, tonumber(line:match '^{"number":(%d+),'))
      files[#files + 1] = line:match '"file":"d/(%d+)'
      if line:find("its process ended by SIGKILL", 1, true) then ends = ends + 1 end
    end
    assert.equal(2, ends)
    local sorted = { (table.unpack or unpack)(files) }
    table.sort(sorted)
    assert.same(sorted, files)
    assert.equal(1, select(2, table.concat(files, " "):gsub("05", "")))
    assert.matches("^%d+ errors in 5 of 5 files, 2 not read", result.stderr)
  end)

  it("read a pipe once, also when the process dies that has read it", function()
    for i = 1, 100 do write(("d/%03d.yml"):format(i), "name: a\n") end
    write("k.yml", "name: kill\n")
    os.execute(("cd %s && mkfifo pipe && { timeout 20 sh -c \"printf 'name: a\\nport: 0\\n' >pipe\" & }")
      :format(folder))
    local result = check { "pipe", "k.yml", "d", "-j", "2" }
    assert.matches("pipe:2:7: error[min]", result.text, 1, true)
    assert.matches("k.yml: error[read]: its process ended by SIGKILL", result.text, 1, true)
    assert.matches("2 errors in 2 of 102 files, 1 not read", result.text, 1, true)
  end)

  it("read standard input once", function()
    for i = 1, 20 do write(("d/%03d.yml"):format(i), "name: a\n") end
    write("in.yml", "name: a\nport: 0\n")
    local result = check({ "d", "-", "-j", "2" }, { stdin = folder .. "/in.yml" })
    assert.matches("stdin.yml:2:7: error[min]", result.text, 1, true)
    assert.matches("1 error in 1 of 21 files", result.text, 1, true)
  end)

  it("are ended with the command, which leaves no half file", function()
    for i = 1, 100 do write(("d/%03d.yml"):format(i), "name: slow\n") end
    for _, signal in ipairs { "INT", "TERM", "HUP", "KILL" } do
      write("pids", "")
      os.execute(([[cd %s && %s check -f s.yml --env env.lua d -j 2 --report ndjson --report-file r.ndjson >out 2>&1 &
        echo $! >%s/parent]]):format(folder, "exec env --default-signal=HUP,TERM " .. command.words, folder))
      assert.is_true(becomes(function() return lines("pids")[4] ~= nil end))
      -- a shell's background process ignores SIGINT, and so does what it starts
      local sent = signal == "INT" and "TERM" or signal
      os.execute(("kill -%s %s"):format(sent, lines("parent")[1]))
      for _, pid in ipairs(lines "pids") do
        assert.is_true(becomes(function()
          local state = (command.read("/proc/" .. pid .. "/stat") or ""):match "%) (%a)"
          return not state or state == "Z"
        end), signal)
      end
      assert.is_true(signal == "KILL" or becomes(function()
        return not command.output("cd " .. folder .. " && ls | grep ndjson")[1]
      end), signal)
    end
  end)

  it("leave no half file, whatever signal ends the command", function()
    for _, signal in ipairs { "QUIT", "PIPE", "XFSZ", "XCPU" } do
      write("a.yml", "name: SIG" .. signal .. "\n")
      write("b.yml", "name: slow\n")
      -- the caller of the tests may ignore signals, and then its children ignore them, too
      os.execute(("cd %s && { env --default-signal=%s %s check -f s.yml --env env.lua a.yml b.yml -j 1 --report ndjson"
        .. " --report-file r; echo $? >rc; } >/dev/null 2>&1"):format(folder, signal, command.words))
      assert.is_true(tonumber(command.read(folder .. "/rc")) > 128, signal)
      assert.same({}, command.output("cd " .. folder .. " && ls | grep part"), signal)
    end
    write("a.yml", "name: a\nport: 0\n")
    os.execute(("( cd %s && ulimit -f 0 && %s check -f s.yml --env env.lua a.yml --report ndjson --report-file r"
      .. "; true ) >/dev/null 2>&1"):format(folder, command.words))
    assert.same({}, command.output("cd " .. folder .. " && ls | grep part"))
  end)

  it("are ended by an interruption of the command", function()
    for i = 1, 100 do write(("d/%03d.yml"):format(i), "name: slow\n") end
    os.execute(("cd %s && timeout --foreground -s INT 1 env %s check -f s.yml --env env.lua d -j 2 --report ndjson"
      .. " --report-file r.ndjson >out 2>&1"):format(folder, command.words))
    assert.is_true(lines("pids")[2] ~= nil)
    for _, pid in ipairs(lines "pids") do
      assert.is_true(becomes(function() return not command.read("/proc/" .. pid .. "/stat") end))
    end
    assert.same({}, command.output("cd " .. folder .. " && ls | grep ndjson"))
  end)

  it("work where few files can be open", function()
    write_files(3)
    local line = "cd %s && ulimit -n 100 && timeout 5 env %s check -f s.yml --env env.lua d -j 2 -q >out; echo $? >rc"
    os.execute(line:format(folder, command.words))
    assert.equal("1\n", command.read(folder .. "/rc"))
    assert.matches("port: 0", command.read(folder .. "/out"), 1, true)
  end)

  -- Where LuaRocks has installed it, its own launcher opens files before the command begins.
  local installed = command.words == "yschema"

  it("take nothing that is meant for a closed stream", function()
    if installed then return end
    write_files(3)
    write("d/print.yml", "name: print\n") -- on standard error
    local line = "cd %s && rm -f c && %s check -f s.yml --env env.lua d -j %d %s; echo $? >rc"
    for arguments, status in pairs {
      ["--report ndjson >&- 2>err"] = 2, ["--report ndjson --report-file c >&- 2>err"] = 1, ["-q 2>&-"] = 1,
      ["-q <&- 2>err"] = 1, ["--report ndjson --report-file c 2>&-"] = 1,
      ["--report ndjson --report-file c <&- 2>err"] = 1,
    } do
      for count = 1, 2 do
        os.execute(line:format(folder, command.words, count, arguments))
        assert.equal(status .. "\n", command.read(folder .. "/rc"), arguments)
        if status == 2 then
          assert.matches("cannot write the result: Bad file descriptor", command.read(folder .. "/err"), 1, true)
        end
        for entry in (command.read(folder .. "/c") or ""):gmatch "[^\n]+" do assert.equal("{", entry:sub(1, 1)) end
      end
    end
  end)

  it("report an invalid number", function()
    for _, count in ipairs { "0", "1.5", "257", "x" } do
      local result = check { "d", "-j", count }
      assert.equal(2, result.rc)
      assert.matches("-j: expected a whole number from 1 to 256, got '" .. count .. "'", result.text, 1, true)
    end
  end)
end)

describe("a pool of workers", function()
  local core = require "yschema.core"
  local job_list = require "yschema.batch.job_list"
  local pool = require "yschema.batch.pool"

  local in_worker = false

  -- Workers of which only so many can be started.
  local function few_workers(most)
    local all, started = assert(core.workers()), 0
    return setmetatable({
      start = function(_, number, serve)
        started = started + 1
        if started > most then return nil, "Resource temporarily unavailable" end
        return all:start(number, function()
          in_worker = true
          serve()
        end)
      end,
    }, { __index = function(_, name) return function(_, ...) return all[name](all, ...) end end }), function()
      return started
    end
  end

  it("does all work, however few can be started and however many die", function()
    local new_workers = core.workers
    for most = 0, 4 do
      local received, deaths, jobs, files = {}, 0, job_list.new(), {}
      for i = 1, 100 do files[i] = tostring(i) end
      jobs:take_files(files)
      local workers, starts = few_workers(most)
      core.workers = function() return workers end -- luacheck: ignore
      local ok, problem = pcall(pool.each, jobs, 2, {
        validate = function(job, emit)
          if in_worker and job.file.path:find "^[2-4]0$" then io.popen "kill -9 $PPID":close() end
          emit { file = job.file.path, status = 0, line = 1 }
        end,
        failed = function(job, why) return { file = job.file.path .. " " .. why, status = 2 } end,
        begin = function() end,
        receive = function(verdict)
          received[#received + 1] = verdict.file
          return true
        end,
      })
      core.workers = new_workers -- luacheck: ignore
      assert.is_true(ok, problem)
      assert.equal(100, #received)
      for i, name in ipairs(received) do
        local number, why = name:match "^(%d+)(.*)$"
        assert.equal(i, tonumber(number))
        if why ~= "" then
          assert.equal(" its process ended by SIGKILL", why)
          deaths = deaths + 1
        end
      end
      assert.equal(math.min(most, 3), deaths)
      assert.equal(2 + deaths, starts())
    end
  end)
end)

describe("a budget", function()
  it("is spent for one file", function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir -p " .. folder .. "/d")
    write("s.yml", SCHEMA:gsub("print.-seen%(v%)",
      "all([x >= 0 for x in range(2000000)]) if v == 'spend' else True"))
    write("env.lua", "return {}")
    for i = 1, 30 do write(("d/%02d.yml"):format(i), i % 10 == 5 and "name: spend\n" or "name: a\n") end
    for _, count in ipairs { "1", "2" } do
      local result = check { "d", "-j", count, "--budget", "100000" }
      assert.matches("3 errors in 3 of 30 files", result.text, 1, true)
    end
    os.execute("rm -r " .. folder)
  end)
end)

describe("values on their way between processes", function()
  local core = require "yschema.core"
  local serialization = require "yschema.batch.workers.serialization"

  it("stay what they are", function()
    local values = {
      1, 1.5, -0.0, 2 ^ 53, 1 / 0, -1 / 0, "", "a;b\0\n", true, false, core.null, { 1, { a = "x" }, b = { {} } },
    }
    for _, value in ipairs(values) do assert.same(value, serialization.unpack(serialization.pack(value))) end
    assert.is_nil(serialization.unpack(serialization.pack(nil)))
    local nan = serialization.unpack(serialization.pack(0 / 0))
    assert.is_true(nan ~= nan)
    local array = serialization.unpack(serialization.pack { list = setmetatable({}, core.array_mt) }).list
    assert.equal(core.array_mt, getmetatable(array))
    local ordered = serialization.unpack(serialization.pack(setmetatable({ b = 1, a = 2 }, { keys = { "b", "a" } })))
    assert.same({ "b", "a" }, getmetatable(ordered).keys)
    if math.type then
      assert.equal("float", math.type(serialization.unpack(serialization.pack(3.0))))
      assert.equal("integer", math.type(serialization.unpack(serialization.pack(math.mininteger))))
    else
      local large = loadstring "return 9007199254740993LL"() -- luacheck: ignore
      assert.equal(large, serialization.unpack(serialization.pack(large)))
    end
  end)
end)
