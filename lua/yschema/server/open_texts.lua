--- The texts that are open in an editor.
--
-- @module yschema.server.open_texts

local addresses = require "yschema.server.addresses"
local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local positions = require "yschema.server.positions"

local open_texts = {}

local next, setmetatable = next, setmetatable

local MARK = "^\239\187\191" -- the byte order mark of UTF-8

--- An open text.
---@class yschema.OpenText
---@field uri string as the editor writes it
---@field path? string absolute; nil: it is no file of this machine
---@field key string the identity of the file, or its URI
---@field version? integer
---@field content yschema.EditorText

---@class yschema.OpenTexts
---@field by_uri table<string, yschema.OpenText>
---@field private by_key table<string, yschema.OpenText>
local OpenTexts = {}
OpenTexts.__index = OpenTexts

--- Makes an empty collection.
---@return yschema.OpenTexts
function open_texts.new() return setmetatable({ by_uri = {}, by_key = {} }, OpenTexts) end

--- Identifies a file, also one that is not there.
---@param path string
---@return string
function open_texts.key(path) return core.identity(path) or path end

--- Lets all files that are open be read as they are in the editor.
function OpenTexts:share()
  local texts = {}
  for key, open in next, self.by_key do texts[key] = open.content.text:gsub(MARK, "") end
  file_access.set_open_texts(next(texts) and texts or nil)
end

--- Opens a text, or replaces it.
---@param document { uri: string, version: integer?, text: string }
---@return yschema.OpenText
function OpenTexts:open(document)
  self:close(document.uri)
  local path = addresses.path(document.uri)
  local open = {
    uri = document.uri, path = path, key = path and open_texts.key(path) or document.uri,
    version = document.version, content = positions.of(document.text),
  }
  self.by_uri[open.uri], self.by_key[open.key] = open, open
  return open
end

--- Closes a text.
---@param uri string
---@return yschema.OpenText? closed
function OpenTexts:close(uri)
  local open = self.by_uri[uri]
  if open then self.by_uri[uri], self.by_key[open.key] = nil, nil end
  return open
end

--- Returns the open text of a file.
---@param path string
---@return yschema.OpenText?
function OpenTexts:of_path(path) return self.by_key[open_texts.key(path)] end

return open_texts
