--- A language server: takes messages and answers them (Language Server Protocol 3.17).
--
-- It knows no streams: its user gives it the bytes that an editor sent, and writes those that it has for the editor.
-- Work is done in `Server:work`, after all messages that wait have been given.
--
-- @module yschema.server.server

local uris = require "yschema.server.uris"
local attempt = require "yschema.base.attempt"
local core = require "yschema.core"
local incoming = require "yschema.server.protocol.incoming"
local lone_files = require "yschema.server.lone_files"
local messages = require "yschema.server.messages"
local open_texts = require "yschema.server.open_texts"
local initialization = require "yschema.server.initialization"
local ordered_keys = require "yschema.base.ordered_keys"
local with = require "yschema.base.plain_tables".changed
local parameters = require "yschema.server.protocol.parameters"
local published = require "yschema.server.published"
local request_table = require "yschema.server.request_table"
local settings_of = require "yschema.pipeline.settings".of_options
local total = require "yschema.sandbox.total"
local workspace = require "yschema.server.workspace"

local server = {}

-- The time that functions of schemas may take while an editor waits.
local MOST_SECONDS = 3

-- The errors of the protocol.
local PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
local INTERNAL_ERROR, NOT_INITIALIZED, REQUEST_CANCELLED, REQUEST_FAILED = -32603, -32002, -32800, -32803

---@class yschema.LanguageServer
---@field state "new"|"running"|"shut down"|"ended"
---@field unit yschema.Unit
---@field capabilities table those of the editor
---@field pulls boolean the editor asks for diagnostics, so none are published
---@field roots string[] the folders that it has opened
---@field options? table its settings for this server
---@field texts yschema.OpenTexts
---@field private send fun(bytes: string)
---@field private reader yschema.MessageReader
---@field private waiting table[] messages that were not handled yet
---@field private folders table<string, yschema.EditedFolder> by their paths
---@field private changed table<string, string> the paths of changed files by their identities
---@field published yschema.Published
---@field private is_shared boolean the core reads the open texts as they are
---@field has_mentioned? boolean see `lone_files.mention`
---@field is_full? boolean the editor does not read, so nothing is published
---@field status? integer with which the process ends, when the state is "ended"
local Server = {}
Server.__index = Server

-- ---- answers ------------------------------------------------------------------------

function Server:answer(id, result)
  self.send(messages.encode { jsonrpc = "2.0", id = id, result = result == nil and core.null or result })
end

function Server:refuse(id, code, message)
  self.send(messages.encode { jsonrpc = "2.0", id = id == nil and core.null or id,
    error = { code = code, message = message } })
end

--- Sends a notification.
---@param method string
---@param params table
function Server:notify(method, params)
  self.send(messages.encode { jsonrpc = "2.0", method = method, params = params })
end

--- Sends a request whose answer is not needed.
---@param method string
---@param params? table
function Server:ask(method, params)
  self.asked = self.asked + 1
  self.send(messages.encode { jsonrpc = "2.0", id = "yschema-" .. self.asked, method = method, params = params })
end

-- ---- open texts ---------------------------------------------------------------------

-- Notes that the text of a file is another one now.
function Server:touch(open)
  if open.path then self.changed[open.key] = open.path end
  self.is_shared = false
end

-- Looks for the folders of all open files again, and identifies these again: files on the disk have changed.
function Server:touch_all()
  self.texts:touch_all()
  for _, open in pairs(self.texts.by_uri) do self:touch(open) end
end

local notifications, requests = {}, {}

notifications["textDocument/didOpen"] = function(self, params)
  local document = params.textDocument
  if type(document) ~= "table" or type(document.uri) ~= "string" or type(document.text) ~= "string" then return end
  self:touch(self.texts:open { uri = document.uri, text = document.text, version = incoming.version_of(document) })
end

notifications["textDocument/didChange"] = function(self, params)
  local document = params.textDocument
  local open = type(document) == "table" and self.texts.by_uri[document.uri]
  if not open or not incoming.are_changes(params.contentChanges) then return end
  open.content, open.version = open.content:changed(params.contentChanges, self.unit), incoming.version_of(document)
  self.texts:touch(open)
  self:touch(open)
end

notifications["textDocument/didClose"] = function(self, params)
  local document = params.textDocument
  local closed = type(document) == "table" and self.texts:close(document.uri)
  if closed then self:touch(closed) end
end

-- The file may be another one now, or one for the first time.
notifications["textDocument/didSave"] = function(self, params)
  local document = params.textDocument
  local open = type(document) == "table" and self.texts.by_uri[document.uri]
  if not open then return end
  self.texts:touch(open)
  if open.path and open_texts.key(open.path) ~= open.key then self:touch(open) end
  self.is_shared = false
end

-- Files that were not open have changed. All is read again.
function Server:read_again()
  for _, folder in pairs(self.folders) do folder:outdate() end
  self:touch_all()
end

notifications["workspace/didChangeWatchedFiles"] = function(self)
  self:read_again()
  if self.pulls and parameters.member(self.capabilities, "workspace", "diagnostics", "refreshSupport") then
    self:ask("workspace/diagnostic/refresh")
  end
end

-- Where files come only after the server has looked for them, such as in a browser, some have come. What the server has
-- sent meanwhile was dropped, and requests follow again.
notifications["yschema/filesArrived"] = function(self, params)
  if params.messageDropped == true then self.has_mentioned = nil end
  self:read_again()
end

-- ---- the life of a server -----------------------------------------------------------

-- The editor is asked to report changes of files, if it can do that.
notifications.initialized = function(self)
  local params = initialization.watching(self.capabilities)
  if params then self:ask("client/registerCapability", params) end
end

notifications["$/setTrace"] = function() end
notifications["$/cancelRequest"] = function() end -- see `Server:cancelled`

notifications.exit = function(self)
  self.status = self.state == "shut down" and 0 or 1
  self.state = "ended"
end

function requests.initialize(self, params)
  self.state = "running"
  return initialization.agree(self, params)
end

function requests.shutdown(self)
  self.state = "shut down"
  return core.null
end

-- ---- messages -----------------------------------------------------------------------

-- Returns the error of a request that cannot be answered in the state of the server.
function Server:out_of_turn(method)
  if self.state == "new" and method ~= "initialize" then
    return NOT_INITIALIZED, "the server is not initialized"
  elseif self.state == "running" and method == "initialize" then
    return INVALID_REQUEST, "the server is initialized already"
  elseif self.state == "shut down" then
    return INVALID_REQUEST, "the server was shut down"
  end
end

function Server:handle_request(message)
  local id, method = message.id, message.method
  local code, problem = self:out_of_turn(method)
  if code then return self:refuse(id, code, problem) end
  local handler, takes = requests[method], method == "initialize" and "editor" or "nothing"
  if not handler then handler, takes = request_table.handler(method) end
  if not handler then return self:refuse(id, METHOD_NOT_FOUND, ("there is no method %s"):format(method)) end
  local params = message.params
  if params == nil or params == core.null then params = {} end -- eglot sends null
  problem = parameters.problem(takes, params)
  if problem then return self:refuse(id, INVALID_PARAMS, problem) end
  local ok, result, reason = attempt(total.within, total.new(MOST_SECONDS), handler, self, params)
  if not ok then return self:refuse(id, INTERNAL_ERROR, tostring(result)) end
  if result == nil and reason then return self:refuse(id, REQUEST_FAILED, reason) end
  self:answer(id, result)
end

function Server:handle_notification(message)
  local handler = notifications[message.method]
  local is_early = self.state == "new" and message.method ~= "exit"
  if not handler or is_early then return end
  local ok, problem = attempt(handler, self, type(message.params) == "table" and message.params or {})
  if not ok then self:log(tostring(problem)) end
end

--- Writes a line into the log of the editor.
---@param text string
function Server:log(text) self:notify("window/logMessage", { type = 1, message = "yschema: " .. text }) end

function Server:handle(message)
  if message.method == nil and (message.result ~= nil or message.error ~= nil) then return end -- an answer
  local problem = incoming.mistake_in(message)
  if problem then
    self:refuse(incoming.id_of(message), INVALID_REQUEST, problem)
  elseif message.id ~= nil then
    self:handle_request(message)
  else
    self:handle_notification(message)
  end
end

--- Takes bytes that the editor sent. Nothing is answered yet.
---@param bytes string
function Server:receive(bytes)
  self.reader:add(bytes)
  repeat
    local body, problem = self.reader:take()
    local message = body and messages.decode(body)
    if message ~= nil then
      self.waiting[#self.waiting + 1] = type(message) == "table" and message or {} -- it has no members
    elseif body or problem then
      self:refuse(nil, PARSE_ERROR, problem or "a message is no JSON")
    end
  until not body and not problem
end

--- Handles all messages that were received, and publishes diagnostics of what has changed.
function Server:work()
  local list = self.waiting
  self.waiting = {}
  local cancelled = incoming.cancelled_in(list)
  for _, message in ipairs(list) do
    if self.state == "ended" then return end
    local id = message.method ~= nil and incoming.id_of(message)
    if id and cancelled[id] then
      self:refuse(id, REQUEST_CANCELLED, "the request was cancelled")
    else
      self:handle(message)
    end
  end
  if not self.is_full then self:settle() end
end

--- Validates what depends on changed texts.
function Server:settle()
  if next(self.changed) then total.within(total.new(MOST_SECONDS), self.publish, self) end
end

-- ---- diagnostics --------------------------------------------------------------------

--- Returns the URI of a path: the editor's own, if the file is open.
---@param path string
---@return string
function Server:uri_of(path)
  local open = self.texts:of_path(path)
  return open and open.uri or uris.uri(path)
end

--- Returns the folder of a file.
---@param path string absolute
---@return yschema.EditedFolder
function Server:folder_of(path)
  local place = workspace.folder_of(path)
  local folder = self.folders[place]
  if not folder then
    folder = workspace.folder(place, self.texts, self.unit, self.settings, function(of) return self:uri_of(of) end)
    self.folders[place] = folder
  end
  return folder
end

--- Returns what is known about an open text.
---@param open yschema.OpenText
---@return yschema.RequestedText
function Server:requested(open)
  if not open.path then return { open = open, kind = "values", jobs = {} } end
  self:share()
  local folder = self:folder_of(open.path)
  local about = folder:about(open.key, open.path, self.changed)
  return { open = open, folder = folder, kind = about.is_schema and "schema" or "values", jobs = about.jobs,
    is_project = about.is_project }
end

--- Returns the folders of the files that are open, and those that the editor has opened.
---@return yschema.EditedFolder[] by their paths
function Server:all_folders()
  for _, root in ipairs(self.roots) do self:folder_of(root:gsub("/+$", "") .. "/.") end
  self:share()
  return self.folders
end

-- Lets the core read open texts as they are in the editor.
function Server:share()
  if self.is_shared then return end
  self.is_shared = true
  for _, file in ipairs(self.texts:share()) do
    self:folder_of(file.path):outdate()
    if self.changed[file.from] == file.path then self.changed[file.from] = nil end
    self.changed[file.to] = file.path
  end
end

function Server:publish_file(path, list)
  if self.pulls then return end
  local open = self.texts:of_path(path)
  local params = published.params(self:uri_of(path), open and open.version, list)
  self:notify("textDocument/publishDiagnostics", params)
end

-- Sorts files by the paths of their folders.
function Server:by_folder(paths)
  local found = {}
  for key, path in pairs(paths) do
    local folder = self:folder_of(path).path
    found[folder] = found[folder] or {}
    found[folder][key] = path
  end
  return found
end

-- Validates what depends on the changed files of a folder. An open file that has changed always gets a list.
function Server:publish_folder(folder, changed, open)
  local touched = folder:validate(changed, open)
  for _, path in pairs(changed) do touched[path] = true end
  for _, path in ipairs(ordered_keys(touched)) do
    self:publish_file(path, self.published:set(path, folder.path, folder:of(path)))
  end
  lone_files.mention(self, folder, changed)
end

--- Validates what depends on changed texts, and publishes the diagnostics.
function Server:publish()
  self:share()
  local changed = self:by_folder(self.changed)
  if self.texts:has_moved(changed) then
    self:touch_all()
    self:share()
    changed = self:by_folder(self.changed)
  end
  local open_in = self.texts:by_place(function(path) return self:folder_of(path).path end)
  self.changed = {}
  for _, path in ipairs(ordered_keys(self.folders)) do
    local folder = self.folders[path]
    if changed[path] or next(folder.touched) then
      local ok, problem = attempt(self.publish_folder, self, folder, changed[path] or {}, open_in[path] or {})
      if not ok then self:log(("%s: %s"):format(path, tostring(problem))) end
    end
  end
end

--- Makes a server.
---@param send fun(bytes: string) gets what it has for the editor
---@param settings? yschema.Settings
---@return yschema.LanguageServer
function server.new(send, settings)
  return setmetatable({
    state = "new", unit = "utf-16", send = send, reader = messages.reader(), waiting = {}, texts = open_texts.new(),
    capabilities = {}, asked = 0, roots = {}, pulls = false, folders = {}, changed = {}, published = published.new(),
    -- A reference of a JSON Schema to another site is a warning, and the rest of the schema counts.
    settings = with(settings or settings_of({}, 1), { allow_inexact = true }),
  }, Server)
end

return server
