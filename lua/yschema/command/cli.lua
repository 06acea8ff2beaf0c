--- The command line (reference#the-command): `main` parses the flags, does the job, prints the result and
-- returns the exit status.
--
-- @module yschema.command.cli

local core = require "yschema.base.checked_core"
local lazily = require "yschema.base.lazily"
local commands = require "yschema.command.commands"
local flags = require "yschema.command.flags"
local option_settings = require "yschema.pipeline.settings"
local file_access = require "yschema.base.file_access"
local sandbox = lazily "yschema.sandbox.sandbox"
local value_flags = lazily "yschema.command.value_flags"
local printer = require "yschema.command.printer"
local report = lazily "yschema.report.report"
local total = require "yschema.sandbox.total"

local cli = {}

local error, io, loadfile, os, pairs, pcall = error, io, loadfile, os, pairs, pcall
local unpack = table.unpack or unpack -- luacheck: ignore

local exit = os.exit

local function no_exit() error("os.exit() ends no command; a rule returns its verdict, or calls error()", 2) end

-- Runs the file of `--env` and returns its table of names, or nil and the problem. Its functions cannot end the
-- process, because its violations would not be reported then.
local function load_env(path)
  os.exit = no_exit -- luacheck: ignore
  local chunk, problem = loadfile(path ~= "-" and path or nil, "t")
  if not chunk then return nil, "--env: " .. problem end
  local ok, env = pcall(chunk)
  if not ok then return nil, "--env: " .. tostring(env) end
  if type(env) ~= "table" then
    return nil, ("--env: %s must return a table of names, but gave a %s"):format(path, type(env))
  end
  return env
end

-- ---- the job ------------------------------------------------------------------------

local function settings_of(options)
  local folder = options.schema_folder
  if folder and not require("lfs").attributes(folder, "mode") then
    return nil, ("--schema-folder %s: there is no such folder or file"):format(folder)
  end
  if options.budget then sandbox.count_instructions() end
  local given = {
    skip_validation = options.dangerous_data_values_disable_validation, code_in_values = options.allow_code_in_values,
    limits = { max_memory = options.max_memory },
  }
  for name in pairs(option_settings.options) do
    if name ~= "env" and given[name] == nil then given[name] = options[name] end
  end
  local settings = option_settings.of_options(given, 1)
  -- Only a text for people is made, and it lists only the first places of a repeated violation.
  settings.fold_repeats = (options.report or "text") == "text"
    and not (options.all or options.concise or options.ndjson)
  if not options.env then return settings end
  local problem
  settings.env, problem = load_env(options.env)
  return settings.env and settings, problem
end

-- The command `yschema completion`.
local function completion_job(options, _, _, out)
  local shell = options.rest[1]
  local text = require("yschema.command.completion").of(shell)
  return out:result(text)
end

-- The command `yschema man`.
local function man_job(options, _, _, out)
  return out:result((require("yschema.command.man_page").of(options.rest[1] or "apply", report.version)))
end

local jobs = { completion = completion_job, man = man_job }

-- Whether the program has the modules of a command: one that contains everything may be without those of fleets.
local function has_modules(job)
  local module = commands.about[job] and commands.about[job].module or ""
  if not module:find(".fleet.", 1, true) then return true end
  local found, problem = pcall(require, module)
  return found or not tostring(problem):find "module 'yschema%.[%w_.]*fleet%.[%w_.]+' not found"
end

-- Does the job of a command. Returns the status.
local function do_job(job, options, streams, out)
  local about = commands.about[job]
  local run = jobs[job] or require(about.runner or about.module).run
  local settings, problem = settings_of(options)
  if not settings then return out:complain(problem) end
  return run(options, settings, streams, out)
end

--- The streams that a command reads and writes; those that are absent are those of the process.
---@class yschema.Streams
---@field out? file* results
---@field err? file* everything else
---@field input? file* what is validated by lines
---@field environment? fun(): { name: string, value: string }[]

-- Turns `help check` into `check --help`, as other commands have it.
local function without_help(argv)
  if argv[1] ~= "help" then return argv end
  if not argv[2] then return { "--help" } end
  if argv[2] == "help" then return { "--help" } end
  return commands.is(argv[2]) and { argv[2], "--help" } or { argv[2] }
end

-- Returns a file of the program that contains everything, or nil if this is an installation of modules.
local function embedded(path)
  local found, read = pcall(require, "yschema.embedded")
  return found and read(path) or nil
end

-- Returns what --version prints: also the versions of the parts of a program that contains them.
local function versions()
  local parts = embedded "yschema/parts"
  return "yschema " .. report.version .. "\n" .. (parts and "with " .. parts:gsub("\n(.)", "\nwith %1") or "")
end

-- Returns the licences of yschema and of the parts of the program.
local function licenses()
  local texts = {}
  for name in ("yschema\n" .. (embedded "yschema/parts" or "")):gmatch "([^%s]+)[^\n]*" do
    local text = embedded("yschema/licenses/" .. name)
    if text then texts[#texts + 1] = ("==== %s\n\n%s\n"):format(name, text:gsub("%s+$", "")) end
  end
  if texts[1] then return table.concat(texts, "\n") end
  return "yschema has the MIT licence. Its libraries are installed by themselves, with their licences.\n"
end

--- Runs the command.
---@param argv string[] the arguments after the command's name
---@param given? yschema.Streams
---@return integer status 0 valid, 1 violations, 2 a usage, input, parse or schema error
function cli.main(argv, given)
  given = given or {}
  local streams = {
    out = given.out or io.stdout,
    err = given.err or io.stderr,
    environment = given.environment or function() return value_flags.environment() end,
  }
  local job = "apply"
  argv = without_help(argv)
  if commands.is(argv[1]) then job, argv = argv[1], { select(2, unpack(argv)) } end
  if not has_modules(job) then
    return printer.new({}, streams):complain(("'%s' is not part of this program: use the native one"):format(job))
  end
  local options, problem = flags.parse(job, argv)
  file_access.begin()
  local clash = options and file_access.clash(options)
  if clash then return printer.new({ color = options.color }, streams):complain(clash) end
  local out = printer.new(options or require("yschema.command.advice").report_options(argv), streams)
  if not options then return out:finish(out:complain(problem .. "\n" .. flags.advice(job))) end
  if options.help then return out:result(flags.help(job, out:columns(true))) end
  if options.version then return out:result(versions()) end
  if options.licenses then return out:result(licenses()) end
  core.hooks.print = function(line)
    if not options.quiet then out:print(line) end
  end
  -- An error that is thrown here, such as a lack of memory, is not a violation of the data: the status is not 1.
  local ok, status = pcall(total.within, total.new(), do_job, job, options, streams, out)
  core.hooks.print, os.exit = nil, exit -- luacheck: ignore
  status = out:finish(ok and status or out:complain(tostring(status)))
  file_access.finish()
  return status
end

return cli
