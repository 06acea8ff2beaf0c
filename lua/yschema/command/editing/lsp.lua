--- The command `yschema lsp`: a language server on standard input and output (reference#editors).
--
-- @module yschema.command.editing.lsp

local core = require "yschema.core"
local lfs = require "lfs"
local language_server = require "yschema.server.server"

local lsp = {}

local io, package, pcall = io, package, pcall

local MISSING = "the Lua module luv is missing; install it (Debian: lua-luv, LuaRocks: luv)"

-- While so many bytes wait for an editor that does not read, no more is published.
local MOST_WAITING = 4 * 1024 * 1024

-- The instructions that a function of a schema may take without --budget. Meanwhile nothing is answered.
local BUDGET = 2000000

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function lsp.invalid_argument(options)
  if options.rest[1] then return "it takes no files: the editor says which texts are open" end
end

-- Opens a stream of the process.
local function stream_of(uv, number)
  if uv.guess_handle(number) == "tty" then return uv.new_tty(number, number == 0) end
  local pipe = uv.new_pipe(false)
  return pipe:open(number) and pipe or nil
end

-- Reads a regular file to its end, as if it were a stream.
local function read_file(receive)
  local bytes = io.stdin:read "*a"
  receive(bytes ~= "" and bytes or nil)
  if bytes ~= "" then receive(nil) end
end

-- Makes the server of a call. It is full while the editor does not read what it has for it.
local function new_server(uv, settings)
  local out = stream_of(uv, 1)
  if not out then return language_server.new(function(bytes) io.stdout:write(bytes) end, settings) end
  local server = language_server.new(function(bytes) out:write(bytes) end, settings)
  return server, function() return out:get_write_queue_size() > MOST_WAITING end, function()
    out:shutdown(function() out:close() end)
    uv.run()
  end
end

-- Serves until the editor ends the server, or has gone.
local function serve(uv, settings)
  local server, is_full, finish = new_server(uv, settings)
  local is_new, is_over = false, false
  local function receive(bytes)
    is_new = true
    if bytes then server:receive(bytes) else is_over = true end
  end
  local input = uv.guess_handle(0) ~= "file" and stream_of(uv, 0)
  if input then input:read_start(function(_, bytes) receive(bytes) end) else read_file(receive) end
  repeat
    if not is_new then uv.run "once" end
    -- All that waits is read before anything is done about it.
    while is_new do
      is_new = false
      uv.run "nowait"
    end
    server.is_full = is_full and is_full()
    server:work()
  until is_over or server.state == "ended"
  if input then input:close() end
  if finish then finish() end
  return server.status or 1
end

-- Makes the paths of modules independent of the working directory, which is the folder that is being validated.
local function absolute(paths)
  return (paths:gsub("[^;]+", function(path)
    return path:sub(1, 1) ~= "/" and lfs.currentdir() .. "/" .. path or nil
  end))
end

--- Serves an editor.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function lsp.run(options, settings, _, out)
  local found, uv = pcall(require, "luv")
  if not found then return out:complain(MISSING) end
  if not options.budget then settings.budget = BUDGET end
  package.path, package.cpath = absolute(package.path), absolute(package.cpath) -- luacheck: ignore
  settings.fold_repeats = nil
  core.hooks.print = function(line) io.stderr:write(core.printable(line)) end
  return serve(uv, settings)
end

return lsp
