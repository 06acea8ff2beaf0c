--- Checks messages of an editor as such, and those that notify.
--
-- @module yschema.server.protocol.incoming

local core = require "yschema.core"

local incoming = {}

-- ---- messages -----------------------------------------------------------------------

--- Returns the identity of a message.
---@param message table
---@return string|number? id nil: it has none
function incoming.id_of(message)
  local id = message.id
  return (type(id) == "string" or type(id) == "number") and id or nil
end

--- Returns what is wrong with a message.
---@param message table
---@return string? mistake nil: nothing
function incoming.mistake_in(message)
  if message.jsonrpc ~= nil and message.jsonrpc ~= "2.0" then return 'jsonrpc must be "2.0"' end
  if type(message.method) ~= "string" then return "a message must be an object with a method" end
  if message.id ~= nil and not incoming.id_of(message) then return "id must be a string or a number" end
end

--- Returns the requests that were cancelled before they were handled.
---@param list table[] messages
---@return table<any, true> by their identities
function incoming.cancelled_in(list)
  local ids = {}
  for _, message in ipairs(list) do
    local params = message.method == "$/cancelRequest" and message.params
    if type(params) == "table" and params.id ~= nil then ids[params.id] = true end
  end
  return ids
end

-- ---- notifications ------------------------------------------------------------------

local function is_position(value)
  return type(value) == "table" and type(value.line) == "number" and type(value.character) == "number"
end

--- Returns whether a value is a list of changes of a text.
---@param changes any
---@return boolean
function incoming.are_changes(changes)
  if type(changes) ~= "table" then return false end
  for _, change in ipairs(changes) do
    if type(change) ~= "table" or type(change.text) ~= "string" then return false end
    local range = change.range
    if range == core.null then change.range, range = nil, nil end
    if range and not (type(range) == "table" and is_position(range.start) and is_position(range["end"])) then
      return false
    end
  end
  return true
end

--- Returns the version of a text, which goes back to the editor.
---@param document table
---@return integer?
function incoming.version_of(document)
  local version = document.version
  return type(version) == "number" and version % 1 == 0 and version or nil
end

return incoming
