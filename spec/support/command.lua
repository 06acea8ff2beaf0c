--- Runs the yschema command as a user does: as a process of the Lua under test.
--
-- Environment: YSCHEMA_INTERPRETER is the interpreter, with a wrapper such as valgrind in front if
-- needed, and YSCHEMA_BUILD the folder with the modules. Without them: the Lua that runs this, and
-- `build`. YSCHEMA_COMPILED is a folder with the compiled modules of each runtime (see compile.lua).
-- YSCHEMA_TIMEOUT: seconds after which a command is stopped, because it hangs (120). A busy machine
-- makes a command slow, and no spec fails because of that: those about speed count seconds of the processor.

local command = {}
local unpack = table.unpack or unpack -- luacheck: ignore

function command.quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

function command.read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "*a"
  file:close()
  return text
end

function command.lines(text)
  local list = {}
  for line in ((text or "") .. "\n"):gmatch "(.-)\r?\n" do list[#list + 1] = line end
  while list[#list] == "" do list[#list] = nil end
  return list
end

--- Returns the output of a shell command as lines.
function command.output(shell)
  local pipe = assert(io.popen(shell))
  local text = pipe:read "*a"
  pipe:close()
  return command.lines(text)
end

--- The name of the runtime under test: "lua5.4" or "luajit".
command.runtime = rawget(_G, "jit") and "luajit" or "lua5.4"

--- The project's folder.
command.root = command.output("pwd")[1]

local of_runtime = command.runtime == "luajit" and "luajit" or "lua54"
local compiled = os.getenv "YSCHEMA_COMPILED"
local launcher = (compiled and compiled .. "/" .. of_runtime or command.root) .. "/lua/bin/yschema"

-- The launcher finds the modules in `build` by itself; those of another build are loaded before it.
local function words()
  local lua = os.getenv "YSCHEMA_INTERPRETER" or command.runtime
  local build = os.getenv "YSCHEMA_BUILD" or "build"
  if build ~= "build" then
    local modules = ("%s/%s/%s/?.so;;"):format(command.root, build, of_runtime)
    lua = ("LUA_CPATH=%s %s -l yschema.core"):format(command.quote(modules), lua)
  end
  return lua .. " " .. command.quote(launcher)
end

local prefix = words()
local installed = false

--- libuv, the same for all files of specs: busted forgets the modules that a file has loaded, and the loop of luv must
-- not be collected as long as handles are on it.
function command.libuv()
  local registry = debug.getregistry()
  local uv = registry["spec.support.luv"]
  if not uv then
    uv = require "luv"
    registry["spec.support.luv"] = uv
  end
  return uv
end

-- The command as a program and its first arguments, and libuv to run it; nil where a shell has to.
local function program_of()
  if installed or (os.getenv "YSCHEMA_BUILD" or "build") ~= "build" then return nil end
  local lua = (os.getenv "YSCHEMA_INTERPRETER" or command.runtime):match "^%s*(%S+)%s*$"
  return lua and { lua, launcher }, lua and command.libuv()
end

--- The words for `yschema` in a shell of the user's own.
command.words = prefix

--- Puts a program `yschema` into a new folder, for programs that call it: the command under test.
---@param folder string
function command.install(folder)
  if installed then return end
  assert(os.execute("mkdir -p " .. command.quote(folder)))
  local path = folder .. "/yschema"
  local file = assert(io.open(path, "w"))
  file:write("#!/bin/sh\nexec env ", prefix, ' "$@"\n')
  file:close()
  assert(os.execute("chmod +x " .. command.quote(path)))
end

--- From now on what is installed is tested: the modules on this Lua's paths, and `yschema` on PATH.
function command.use_installed()
  prefix, installed = "yschema", true
  command.words = prefix
end

local limit = tonumber(os.getenv "YSCHEMA_TIMEOUT") or 120

-- The environment of this process, and more in it, as libuv wants it.
local function environment_with(uv, vars)
  local all, list = uv.os_environ(), {}
  for _, var in ipairs(vars) do
    local name, value = var:match "^([^=]*)=(.*)$"
    all[name] = value
  end
  for name, value in pairs(all) do list[#list + 1] = name .. "=" .. value end
  return list
end

-- Runs the command with libuv: a shell, `env` and `timeout` would take half as long as the command itself.
local function run_directly(uv, program, arguments, opts, base)
  local rc, out_of_time
  local files = {
    assert(uv.fs_open((opts.stdin or "/dev/null"):gsub("^[^/]", (opts.folder or command.root) .. "/%0"), "r", 0)),
    assert(uv.fs_open(base .. ".out", "w", 420)), assert(uv.fs_open(base .. ".err", "w", 420)),
  }
  local args = { unpack(program, 2) }
  for _, argument in ipairs(arguments) do args[#args + 1] = argument end
  local process, timer = nil, uv.new_timer()
  process = assert(uv.spawn(program[1], {
    args = args, stdio = files, cwd = opts.folder or command.root, env = environment_with(uv, opts.vars or {}),
  }, function(code, signal)
    rc = out_of_time and 124 or signal > 0 and 128 + signal or code
    process:close()
    timer:close()
  end))
  for _, file in ipairs(files) do uv.fs_close(file) end
  uv.update_time() -- the loop's own time is that of the last command
  timer:start(limit * 1000, 0, function()
    out_of_time = true
    process:kill "sigterm"
  end)
  while not rc do uv.run "once" end
  uv.run "nowait" -- what was closed is freed
  return rc
end

--- A line that a user types, for a shell in which `yschema` is the command and `lua` the Lua under
-- test, which finds the modules.
---@param typed string
---@return string
function command.shell(typed)
  local root, lua = command.root, os.getenv "YSCHEMA_INTERPRETER" or command.runtime
  local path = ("%s/lua/?.lua;%s/lua/?/init.lua;;"):format(root, root)
  local cpath = ("%s/%s/%s/?.so;;"):format(root, os.getenv "YSCHEMA_BUILD" or "build", of_runtime)
  if installed then path, cpath = package.path, package.cpath end
  return table.concat({
    ("yschema() { env %s \"$@\"; }"):format(prefix),
    ("lua() { LUA_PATH=%s LUA_CPATH=%s %s \"$@\"; }"):format(
      command.quote(path), command.quote(cpath), lua),
    typed,
  }, "\n")
end

-- `result.text` is what both streams have.
local both_streams = {
  __index = function(result, name)
    if name == "text" then return rawget(result, "stdout") .. rawget(result, "stderr") end
  end,
}

--- Makes the result of a command.
---@param rc integer
---@param stdout string
---@param stderr string
---@return { rc: integer, stdout: string, stderr: string, text: string }
function command.result(rc, stdout, stderr)
  return setmetatable({ rc = rc, stdout = stdout, stderr = stderr }, both_streams)
end

-- Returns the output of a command that was run with these options.
local function result_of(opts, base, rc)
  local result = command.result(rc, command.read(base .. ".out"), command.read(base .. ".err"))
  if opts.keep then
    local file = assert(io.open(base .. ".rc", "w"))
    file:write(rc, "\n")
    file:close()
  else
    for _, extension in ipairs { ".out", ".err", ".rc", "" } do os.remove(base .. extension) end
  end
  return result
end

--- Removes the seconds that a slow call names in its last line.
---@param result table of `run`
function command.without_seconds(result)
  for _, name in ipairs { "stdout", "stderr" } do result[name] = result[name]:gsub(", %d+ s\n", "\n") end
  return result
end

--- Runs `yschema` with these arguments.
---@param arguments string[]
---@param opts? { folder: string, stdin: string, vars: string[], keep: string }
--   `stdin`: a file; `vars`: NAME=value; `keep`: path in front of `.out`, `.err` and `.rc`, which then stay
---@return { rc: integer, stdout: string, stderr: string, text: string } # `text` is what both streams have
function command.run(arguments, opts)
  opts = opts or {}
  local base = opts.keep or os.tmpname()
  local program, uv = program_of()
  if program then
    return result_of(opts, base, run_directly(uv, program, arguments, opts, base))
  end
  local parts = { "cd ", command.quote(opts.folder or command.root), " && " }
  for _, var in ipairs(opts.vars or {}) do
    parts[#parts + 1] = "export " .. command.quote(var) .. " && "
  end
  parts[#parts + 1] = ("{ timeout %d env %s"):format(limit, prefix)
  for _, argument in ipairs(arguments) do parts[#parts + 1] = " " .. command.quote(argument) end
  local out, err, rc = base .. ".out", base .. ".err", base .. ".rc"
  parts[#parts + 1] = (" <%s >%s 2>%s; echo $? >%s; }"):format(
    command.quote(opts.stdin or "/dev/null"), command.quote(out), command.quote(err),
    command.quote(rc))
  os.execute(table.concat(parts))
  return result_of(opts, base, tonumber(command.read(rc)))
end

return command
