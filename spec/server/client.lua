-- A client of the language server, in the same process: sends messages, and keeps what comes back.

local core = require "yschema.core"
local lfs = require "lfs"
local messages = require "yschema.server.messages"
local server = require "yschema.server.server"

local client = {}

-- Modules are found from the folder in which a file is validated, too.
local function absolute(paths)
  return (paths:gsub("[^;]+", function(path)
    return path:sub(1, 1) ~= "/" and lfs.currentdir() .. "/" .. path:gsub("^%./", "") or nil
  end))
end
package.path, package.cpath = absolute(package.path), absolute(package.cpath)

local Client = {}
Client.__index = Client

-- Starts a server. `capabilities` are those of the client.
function client.new(capabilities, settings)
  local self = { received = {}, diagnostics = {}, versions = {}, id = 0, reader = messages.reader() }
  setmetatable(self, Client)
  self.server = server.new(function(bytes) self:take(bytes) end, settings)
  self:request("initialize", { capabilities = capabilities or {} })
  self:notify("initialized", {})
  return self
end

function Client:take(bytes)
  self.reader:add(bytes)
  for body in function() return self.reader:take() end do
    local message = assert(messages.decode(body), body)
    if message.method == "textDocument/publishDiagnostics" then
      local params = message.params
      self.diagnostics[params.uri], self.versions[params.uri] = params.diagnostics, params.version
    end
    self.received[#self.received + 1] = message
  end
end

function Client:send(message)
  message.jsonrpc = "2.0"
  self.server:receive(messages.encode(message))
end

function Client:notify(method, params)
  self:send { method = method, params = params }
  self.server:work()
end

-- Returns the result, or nil and the error.
function Client:request(method, params)
  self.id = self.id + 1
  self:send { id = self.id, method = method, params = params }
  self.server:work()
  for i = #self.received, 1, -1 do
    local message = self.received[i]
    if message.id == self.id and not message.method then
      return message.result ~= core.null and message.result or nil, message.error
    end
  end
  error(method .. " was not answered")
end

local function uri_of(path) return "file://" .. path end

-- Opens a text. Returns its diagnostics.
function Client:open(path, text)
  self:notify("textDocument/didOpen", { textDocument = { uri = uri_of(path), version = 1, text = text,
    languageId = "yaml" } })
  return self.diagnostics[uri_of(path)]
end

-- Changes an open text. `changes`: a text that replaces all, or a list as in the protocol.
function Client:change(path, changes, version)
  self:notify("textDocument/didChange", { textDocument = { uri = uri_of(path), version = version or 2 },
    contentChanges = type(changes) == "string" and { { text = changes } } or changes })
  return self.diagnostics[uri_of(path)]
end

function Client:close(path) self:notify("textDocument/didClose", { textDocument = { uri = uri_of(path) } }) end

function Client:of(path) return self.diagnostics[uri_of(path)] end

return client
