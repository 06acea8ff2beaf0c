--- The diagnostics that an editor shows: those of each file, from all folders in which it is validated.
--
-- A file can be in several configurations, and a violation in several of them is one diagnostic.
--
-- @module yschema.server.published

local ordered_keys = require "yschema.base.ordered_keys"
local plain_tables = require "yschema.base.plain_tables"
local writing = require "yschema.base.writing"

local published = {}

---@class yschema.Published
---@field private lists table<string, table<string, table[]>> diagnostics by paths of files, and of folders
local Published = {}
Published.__index = Published

--- Makes an empty collection.
---@return yschema.Published
function published.new() return setmetatable({ lists = {} }, Published) end

-- Diagnostics with the same signature are one. They are sorted by it.
local function signature_of(diagnostic)
  local first, last = diagnostic.range.start, diagnostic.range["end"]
  return ("%09d:%09d:%09d:%09d:%d:%s:%s"):format(first.line, first.character, last.line, last.character,
    diagnostic.severity, diagnostic.code, diagnostic.message)
end

local function merged(lists)
  local by_signature = {}
  for _, folder in ipairs(ordered_keys(lists)) do
    for _, diagnostic in ipairs(lists[folder]) do
      local signature = signature_of(diagnostic)
      by_signature[signature] = by_signature[signature] or diagnostic
    end
  end
  return plain_tables.mapped(ordered_keys(by_signature), function(signature) return by_signature[signature] end)
end

--- Sets what a folder says of a file.
---@param path string absolute
---@param folder string
---@param list table[] diagnostics
---@return table[] all what the editor has to show
function Published:set(path, folder, list)
  local lists = self.lists[path] or {}
  lists[folder] = list[1] and list or nil
  self.lists[path] = next(lists) and lists or nil
  return merged(lists)
end

--- Returns what the editor has to show.
---@param path string absolute
---@return table[] diagnostics
function Published:of(path) return merged(self.lists[path] or {}) end

--- Makes the notification for an editor.
---@param uri string
---@param version? integer of the text
---@param list table[] diagnostics
---@return table params of `textDocument/publishDiagnostics`
function published.params(uri, version, list)
  return { uri = uri, version = version, diagnostics = writing.list(list) }
end

return published
