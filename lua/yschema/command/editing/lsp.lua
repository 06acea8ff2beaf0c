--- The command `yschema lsp`: a language server on standard input and output (reference#editors).
--
-- @module yschema.command.editing.lsp

local core = require "yschema.core"
local language_server = require "yschema.server.server"
local sandbox = require "yschema.sandbox.sandbox"

local lsp = {}

-- While so many bytes wait for an editor that does not read, no more is published.
local MOST_WAITING = 4 * 1024 * 1024

-- While so many bytes wait for it, nothing that it sends is read.
local MOST_UNREAD = 64 * 1024 * 1024

-- The instructions that a function of a schema may take without --budget. Meanwhile nothing is answered.
local BUDGET = 2000000

-- The milliseconds in which an editor has to read what is left at the end.
local MOST_PATIENCE = 3000

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

-- The output to the editor.
local function new_output(uv, gone)
  local out = stream_of(uv, 1)
  if not out then
    return {
      send = function(bytes) io.stdout:write(bytes) end, waiting = function() return 0 end, finish = function() end,
    }
  end
  local function written(problem)
    if problem then gone() end
  end
  return {
    send = function(bytes) out:write(bytes, written) end,
    waiting = function() return out:get_write_queue_size() end,
    finish = function()
      local timer = uv.new_timer()
      timer:start(MOST_PATIENCE, 0, uv.stop)
      out:shutdown(uv.stop)
      uv.run()
    end,
  }
end

-- The input from the editor, until it has gone.
---@class yschema.EditorInput
---@field uv table
---@field is_new? boolean something was received
---@field is_over? boolean
---@field stream? table nil: all was read
local Input = {}
Input.__index = Input

function Input:start()
  self.stream:read_start(function(_, bytes) self:take(bytes) end)
end

function Input:take(bytes)
  self.is_new = true
  if bytes then self.receive(bytes) else self.is_over = true end
end

-- Waits for messages, and takes all that wait before anything is done about them. While the editor reads nothing,
-- nothing is taken. `output`: see `new_output`.
function Input:wait(output)
  if not self.is_new then self.uv.run "once" end
  while self.is_new do
    self.is_new = false
    self.uv.run "nowait"
  end
  if not self.stream or output.waiting() < MOST_UNREAD then return end
  self.stream:read_stop()
  while output.waiting() >= MOST_UNREAD and not self.is_over do self.uv.run "once" end
  self:start()
end

-- Serves until the editor ends the server, or has gone.
local function serve(uv, settings)
  local input = setmetatable({ uv = uv }, Input)
  local output = new_output(uv, function() input.is_over = true end)
  local server = language_server.new(output.send, settings)
  function input.receive(bytes) server:receive(bytes) end
  input.stream = uv.guess_handle(0) ~= "file" and stream_of(uv, 0) or nil
  if input.stream then input:start() else read_file(function(bytes) input:take(bytes) end) end
  repeat
    input:wait(output)
    server.is_full = output.waiting() > MOST_WAITING
    server:work()
  until input.is_over or server.state == "ended"
  if input.stream then input.stream:close() end
  output.finish()
  return server.status or 1
end

--- Serves an editor.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function lsp.run(options, settings, _, out)
  local found, uv = pcall(require, "luv")
  if not found then return out:complain(require("yschema.command.check.watch").NO_LUV) end
  if not options.budget then settings.budget = BUDGET end
  sandbox.count_instructions()
  settings.fold_repeats = nil
  core.keep_memory()
  core.hooks.print = function(line) io.stderr:write(core.printable(line)) end
  return serve(uv, settings)
end

return lsp
