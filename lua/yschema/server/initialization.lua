--- The agreement of an editor and the server before the first text.
--
-- @module yschema.server.initialization

local uris = require "yschema.server.uris"
local has = require "yschema.base.plain_tables".has
local member = require("yschema.server.protocol.parameters").member
local positions = require "yschema.server.positions"
local report = require "yschema.report.report"
local request_table = require "yschema.server.request_table"
local writing = require "yschema.base.writing"

local initialization = {}

local WATCHED = "**/{*.yml,*.yaml,*.json,*.star,*.lua}"

-- Returns the unit of positions: the best one that the editor knows.
local function unit_of(capabilities)
  local known = member(capabilities, "general", "positionEncodings")
  for _, unit in ipairs(positions.units) do
    if type(known) == "table" and has(known, unit) then return unit end
  end
  return "utf-16"
end

-- Returns the folders that the editor has opened.
local function roots_of(params)
  local given, roots = {}, {}
  for i, one in ipairs(type(params.workspaceFolders) == "table" and params.workspaceFolders or {}) do
    given[i] = member(one, "uri") or ""
  end
  if not given[1] then given[1] = params.rootUri end
  for _, uri in ipairs(given) do roots[#roots + 1] = type(uri) == "string" and uris.path(uri) or nil end
  return roots
end

--- Notes in a server what the editor can do and wants.
---@param server yschema.LanguageServer
---@param params table of `initialize`
---@return table result what the server can do
function initialization.agree(server, params)
  server.unit = unit_of(params.capabilities)
  server.capabilities = type(params.capabilities) == "table" and params.capabilities or {}
  server.options = params.initializationOptions
  server.pulls = member(server.capabilities, "textDocument", "diagnostic") ~= nil
  server.roots = roots_of(params)
  return {
    capabilities = request_table.capabilities({
      positionEncoding = server.unit,
      textDocumentSync = { openClose = true, change = 2, save = { includeText = false } },
    }, server.capabilities),
    serverInfo = { name = "yschema", version = report.version },
  }
end

--- Returns what asks the editor to report changes of files.
---@param capabilities table those of the editor
---@return table? params of `client/registerCapability`; nil: it cannot do that
function initialization.watching(capabilities)
  if not member(capabilities, "workspace", "didChangeWatchedFiles", "dynamicRegistration") then return nil end
  return { registrations = writing.list { {
    id = "files", method = "workspace/didChangeWatchedFiles",
    registerOptions = { watchers = writing.list { { globPattern = WATCHED } } },
  } } }
end

return initialization
