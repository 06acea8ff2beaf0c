--- The texts that are open in an editor.
--
-- @module yschema.server.open_texts

local uris = require "yschema.server.uris"
local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local positions = require "yschema.server.positions"
local without_mark = require("yschema.base.writing").without_mark

local open_texts = {}

--- An open text.
---@class yschema.OpenText
---@field uri string as the editor writes it
---@field path? string absolute; nil: it is no file of this machine
---@field key string the identity of the file, or its URI
---@field version? integer
---@field content yschema.EditorText
---@field place? string the path of its folder, if that was looked for

---@class yschema.OpenTexts
---@field by_uri table<string, yschema.OpenText>
---@field private by_key table<string, yschema.OpenText>
---@field private by_path table<string, yschema.OpenText>
---@field private texts table<string, string> what is read in place of files: see `file_access.set_open_texts`
---@field private places table<string, table<string, string>> see `OpenTexts:by_place`
---@field private unplaced table<yschema.OpenText, true> texts whose folders were not looked for
---@field private stale table<yschema.OpenText, true> texts that were not shared since they were touched
local OpenTexts = {}
OpenTexts.__index = OpenTexts

--- Makes an empty collection.
---@return yschema.OpenTexts
function open_texts.new()
  return setmetatable({
    by_uri = {}, by_key = {}, by_path = {}, texts = {}, stale = {}, places = {}, unplaced = {},
  }, OpenTexts)
end

--- Identifies a file, also one that is not there.
---@param path string
---@return string
function open_texts.key(path) return core.identity(path) or path end

--- Notes that a text is another one now, or its file.
---@param open yschema.OpenText
function OpenTexts:touch(open) self.stale[open] = true end

--- Notes that any file may be another one now, and in another folder.
function OpenTexts:touch_all()
  self.places = {}
  for _, open in next, self.by_uri do
    open.place, self.unplaced[open] = nil, true
    self:touch(open)
  end
end

-- Notes the folder of an open file.
function OpenTexts:put(open, place)
  open.place = place
  self.places[place] = self.places[place] or {}
  self.places[place][open.key] = open.path
end

-- Forgets it.
function OpenTexts:take_out(open)
  if open.place then self.places[open.place][open.key] = nil end
  open.place, self.unplaced[open] = nil, nil
end

--- Sorts the open files by the paths of their folders, which are looked for once.
---@param place_of fun(path: string): string
---@return table<string, table<string, string>> paths by identities, by paths of folders
function OpenTexts:by_place(place_of)
  for open in next, self.unplaced do
    if open.path then self:put(open, place_of(open.path)) end
  end
  self.unplaced = {}
  return self.places
end

--- Returns whether a file is in another folder than before: a project file was made or removed.
---@param files table<string, table<string, string>> paths of files, by paths of folders
---@return boolean
function OpenTexts:has_moved(files)
  for place, paths in next, files do
    for _, path in next, paths do
      local open = self:of_path(path)
      if open and open.place and open.place ~= place then return true end
    end
  end
  return false
end

--- Lets all files that are open be read as they are in the editor. Identifies those that were touched again, because an
-- editor may write a file by putting another one in its place.
---@return { from: string, to: string, path: string }[] moved the files whose identities are others now
function OpenTexts:share()
  local moved, texts = {}, self.texts
  for open in next, self.stale do
    local key = open.path and open_texts.key(open.path) or open.uri
    if key ~= open.key then
      moved[#moved + 1] = { from = open.key, to = key, path = open.path }
      if self.by_key[open.key] == open then self.by_key[open.key], texts[open.key] = nil, nil end
      if open.place then self.places[open.place][open.key] = nil end
    end
    open.key = key
    if open.place then self:put(open, open.place) end
    self.by_key[key] = open
    local text = open.content.text
    text = without_mark(text)
    texts[key], texts[open.path or key] = text, text
  end
  self.stale = {}
  file_access.set_open_texts(next(texts) and texts or nil)
  return moved
end

--- Opens a text, or replaces it.
---@param document { uri: string, version: integer?, text: string }
---@return yschema.OpenText
function OpenTexts:open(document)
  self:close(document.uri)
  local path = uris.path(document.uri)
  path = path and file_access.normalised(path)
  local open = {
    uri = document.uri, path = path, key = path and open_texts.key(path) or document.uri,
    version = document.version, content = positions.of(document.text),
  }
  self.by_uri[open.uri], self.by_key[open.key] = open, open
  if path then self.by_path[path] = open end
  self.unplaced[open] = true
  self:touch(open)
  return open
end

--- Closes a text.
---@param uri string
---@return yschema.OpenText? closed
function OpenTexts:close(uri)
  local open = self.by_uri[uri]
  if not open then return nil end
  self.by_uri[uri], self.stale[open] = nil, nil
  self:take_out(open)
  if self.by_key[open.key] == open then self.by_key[open.key], self.texts[open.key] = nil, nil end
  if open.path and self.by_path[open.path] == open then self.by_path[open.path], self.texts[open.path] = nil, nil end
  for _, other in next, self.by_uri do -- the same file may be open under another URI
    if other.key == open.key then
      self:touch(other)
      self:take_out(other)
      self.unplaced[other] = true
    end
  end
  return open
end

--- Returns the open text of a file.
---@param path string
---@return yschema.OpenText?
function OpenTexts:of_path(path) return self.by_path[path] or self.by_key[open_texts.key(path)] end

return open_texts
