--- What an editor and the server agree on before the first text.
--
-- @module yschema.server.opening

local addresses = require "yschema.server.addresses"
local has = require "yschema.base.plain_tables".has
local positions = require "yschema.server.positions"
local writing = require "yschema.base.writing"

local opening = {}

local ipairs, type = ipairs, type

local WATCHED = "**/{*.yml,*.yaml,*.json,*.star,*.lua}"

--- Returns the unit of positions: the best one that the editor knows.
---@param capabilities any those of the editor
---@return yschema.Unit
function opening.unit(capabilities)
  local general = type(capabilities) == "table" and capabilities.general
  local known = type(general) == "table" and general.positionEncodings
  for _, unit in ipairs(positions.units) do
    if type(known) == "table" and has(known, unit) then return unit end
  end
  return "utf-16"
end

--- Returns the folders that the editor has opened.
---@param params table of `initialize`
---@return string[] paths
function opening.roots(params)
  local uris, roots = {}, {}
  for i, one in ipairs(type(params.workspaceFolders) == "table" and params.workspaceFolders or {}) do
    uris[i] = type(one) == "table" and one.uri or ""
  end
  if not uris[1] then uris[1] = params.rootUri end
  for _, uri in ipairs(uris) do roots[#roots + 1] = type(uri) == "string" and addresses.path(uri) or nil end
  return roots
end

--- Returns what asks the editor to report changes of files.
---@return table params of `client/registerCapability`
function opening.watching()
  return { registrations = writing.list { {
    id = "files", method = "workspace/didChangeWatchedFiles",
    registerOptions = { watchers = writing.list { { globPattern = WATCHED } } },
  } } }
end

return opening
