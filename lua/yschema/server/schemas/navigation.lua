--- Finds what a name in a schema stands for: where code binds it, and the files that it is loaded from.
--
-- @module yschema.server.schemas.navigation

local uris = require "yschema.server.uris"
local core = require "yschema.core"
local cursor = require "yschema.server.schemas.cursor"
local lfs = require "lfs"
local name_paths = require "yschema.server.nodes.name_paths"
local code_names = require "yschema.server.schemas.code_names"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local navigation = {}

local function location(server, path, content, first, after)
  return { uri = server:uri_of(path), range = content:range(first, after, server.unit) }
end

-- Returns the file that the string at a place names, in a call of `load`.
local function file_at(content, at)
  local line = content:line_of(at)
  local from, file, after = content:line(line):match "load%s*%(%s*[\"']()([^\"'@]+)()[\"']"
  local base = content:line_bytes(line) - 1
  return file and at >= base + from and at <= base + after and file or nil
end

-- Finds where a file binds a name. It may load it itself.
local function bound_in(server, path, content, name, line, depth)
  local list = code_names.bound(content, path)
  local one = code_names.find(list, name, line)
  if not one then return nil end
  if one.file and one.file:sub(1, 1) ~= "@" and depth < 10 then
    local place = code_names.place(path, one.file)
    local loaded = code_names.content(place, server.texts)
    local found = loaded and bound_in(server, place, loaded, one.original, 2 ^ 30, depth + 1)
    if found then return found end
  end
  return location(server, path, content, one.first, one.first + #name)
end

-- Returns where the schema declares the names to which the path at a place leads.
local function declaration(server, text, found, at)
  if found.kind ~= "arguments" or not text.folder then return nil end
  local path = name_paths.around(text.open.content, found, cursor.argument(found.before), at)
  if not path then return nil end
  local file, line, column = name_paths.declared(server, text, found, path)
  return file and views.location(server, text.folder, file, line, column) or nil
end

navigation["textDocument/definition"] = function(server, params, text)
  local content, at, path = text.open.content, views.place(server, text, params), text.open.path
  if not at or not path then return core.null end
  local file = file_at(content, at)
  if file then
    local place = code_names.place(path, file)
    local loaded = code_names.content(place, server.texts)
    return loaded and location(server, place, loaded, 1, 1) or core.null
  end
  local found = cursor.find(content, at, path)
  local declared = declaration(server, text, found, at)
  if declared then return declared end
  local name = found.word:match "^[%a_][%w_]*"
  local is_code = found.kind == "arguments" or found.kind == "code"
  return is_code and name and bound_in(server, path, content, name, found.line, 0) or core.null
end

navigation["textDocument/documentLink"] = function(server, _, text)
  local content, list = text.open.content, {}
  for first, file in content.text:gmatch "load%s*%(%s*[\"']()([^\"'@\n]+)[\"']" do
    local place = text.open.path and code_names.place(text.open.path, file)
    if place and lfs.attributes(place, "mode") == "file" then
      list[#list + 1] = { range = content:range(first, first + #file, server.unit), target = uris.uri(place) }
    end
  end
  return writing.list(list)
end

return navigation
