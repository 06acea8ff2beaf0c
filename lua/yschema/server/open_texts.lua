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
---@field private by_path table<string, yschema.OpenText>
local OpenTexts = {}
OpenTexts.__index = OpenTexts

--- Makes an empty collection.
---@return yschema.OpenTexts
function open_texts.new() return setmetatable({ by_uri = {}, by_key = {}, by_path = {} }, OpenTexts) end

--- Identifies a file, also one that is not there.
---@param path string
---@return string
function open_texts.key(path) return core.identity(path) or path end

--- Lets all files that are open be read as they are in the editor. Identifies them again, because an editor may write a
-- file by putting another one in its place.
---@return { from: string, to: string, path: string }[] moved the files whose identities are others now
function OpenTexts:share()
  local texts, moved = {}, {}
  self.by_key = {}
  for _, open in next, self.by_uri do
    local key = open.path and open_texts.key(open.path) or open.uri
    if key ~= open.key then moved[#moved + 1] = { from = open.key, to = key, path = open.path } end
    open.key = key
    self.by_key[key] = open
    local text = open.content.text:gsub(MARK, "")
    texts[key], texts[open.path or key] = text, text
  end
  file_access.set_open_texts(next(texts) and texts or nil)
  return moved
end

--- Opens a text, or replaces it.
---@param document { uri: string, version: integer?, text: string }
---@return yschema.OpenText
function OpenTexts:open(document)
  self:close(document.uri)
  local path = addresses.path(document.uri)
  path = path and file_access.normalised(path)
  local open = {
    uri = document.uri, path = path, key = path and open_texts.key(path) or document.uri,
    version = document.version, content = positions.of(document.text),
  }
  self.by_uri[open.uri], self.by_key[open.key] = open, open
  if path then self.by_path[path] = open end
  return open
end

--- Closes a text.
---@param uri string
---@return yschema.OpenText? closed
function OpenTexts:close(uri)
  local open = self.by_uri[uri]
  if not open then return nil end
  self.by_uri[uri] = nil
  if self.by_key[open.key] == open then self.by_key[open.key] = nil end
  if open.path and self.by_path[open.path] == open then self.by_path[open.path] = nil end
  return open
end

--- Returns the open text of a file.
---@param path string
---@return yschema.OpenText?
function OpenTexts:of_path(path) return self.by_path[path] or self.by_key[open_texts.key(path)] end

return open_texts
