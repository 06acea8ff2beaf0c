--- A language server without streams: it is given bytes of the editor, and returns those for it. A program in which it
-- runs, such as a page of a browser, brings both to where they belong.
--
-- @module yschema.command.editing.embedded_lsp

local core = require "yschema.core"
local language_server = require "yschema.server.server"
local sandbox = require "yschema.sandbox.sandbox"
local settings = require "yschema.pipeline.settings"

local embedded_lsp = {}

-- The instructions that a function of a schema may take.
local BUDGET = 2000000

--- Makes a server.
---@return fun(bytes: string): string, integer? take returns what the server sends because of these bytes, and its
---  status when the editor has ended it
function embedded_lsp.new()
  sandbox.count_instructions()
  core.keep_memory()
  local sent = {}
  local function send(bytes) sent[#sent + 1] = bytes end
  local server = language_server.new(send, settings.of_options({ budget = BUDGET }, 1))
  return function(bytes)
    server:receive(bytes)
    server:work()
    local text = table.concat(sent)
    sent = {}
    return text, server.state == "ended" and (server.status or 1) or nil
  end
end

return embedded_lsp
