--- Renames a key of a schema: in the schema, which gets a `@schema/renamed`, and in all files that it validates, which
-- get the new name.
--
-- @module yschema.server.rename.schema_keys

local compiled = require "yschema.server.nodes.compiled"
local cursor = require "yschema.server.schemas.cursor"
local code_blocks = require "yschema.server.nodes.code_blocks"
local file_keys = require "yschema.server.rename.file_keys"
local insertion = require "yschema.server.schemas.insertion"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local renaming = {}

local NO_KEY = "there is no key of the schema here"

-- Returns the node of the key at a place, and the nodes to it.
local function key_at(server, params, text)
  local at = views.place(server, text, params)
  if not at or cursor.find(text.open.content, at, text.open.path or "").kind ~= "node" then return nil end
  local chain = code_blocks.chain(server, text, at)
  local node = chain[#chain]
  local is_key = node and node.key and node.key_first and at >= node.key_first and at <= node.key_last + 1
  if is_key then return node, chain end
end

renaming["textDocument/prepareRename"] = function(server, params, text)
  local node = key_at(server, params, text)
  if not node then return nil, NO_KEY end
  return { range = text.open.content:range(node.key_first, node.key_last + 1, server.unit), placeholder = node.key }
end

-- ---- the schema ---------------------------------------------------------------------

local written = writing.yaml_key

local function quoted(text) return assert(writing.encoded(text, "json")) end

-- Returns the path of an old name, which is one of a key with any characters.
local function path_of(key)
  return key:find "^[%a_][%w_-]*$" and quoted(key) or quoted("[" .. quoted(key) .. "]")
end

-- Finds the annotation `@schema/renamed` above a line: its line, and what it has.
local function renamed_above(content, line)
  for number = line - 1, 1, -1 do
    local one = content:line(number)
    if not one:find "^%s*#" then return nil end
    local arguments = one:match "^%s*#@schema/renamed%s+(.*)$"
    if arguments then return number, arguments end
  end
end

-- Returns the arguments of an annotation with one more old name; nil: they are no literal names.
local function with_name(arguments, path)
  local rest = arguments:match "^from=(.-)%s*$"
  if not rest then return nil end
  if rest:find '^"[^"\\]*"$' then return ("from=[%s, %s]"):format(rest, path) end
  local inner = rest:match "^%[(.*)%]$"
  return inner and not inner:find "[%[%]()]" and ("from=[%s, %s]"):format(inner, path) or nil
end

-- Makes the new text of the schema. Returns nil and the reason if that is not certain.
local function renamed_schema(content, node, new)
  local line, key = content:line_of(node.key_first), written(new)
  if not key then return nil, "this name cannot be written in one line" end
  local text = content.text
  local renamed = text:sub(1, node.key_first - 1) .. key .. text:sub(node.key_last + 1)
  local at, arguments = renamed_above(content, line)
  if at then
    local all = with_name(arguments, path_of(node.key))
    if not all then return nil, "its @schema/renamed has more than old names; change it by hand" end
    local _, last = content:line_bytes(at)
    local start = last - #arguments
    return text:sub(1, start) .. all .. renamed:sub(last + 1)
  end
  local first, above = insertion.above(content, node.key_first, "#@schema/renamed from=" .. path_of(node.key))
  if not first then return nil, "it is not at the begin of a line; change it by hand" end
  return renamed:sub(1, first - 1) .. above .. renamed:sub(first)
end

-- ---- edits --------------------------------------------------------------------------

-- Compiles the schemas again of which a text is a part.
local function new_schemas(text, new)
  local schemas = {}
  for _, use in ipairs(compiled.uses(text.folder, text.open.path)) do
    local schema, problem = compiled.again(use.schema, text.folder, text.open.path, new)
    if not schema then return nil, problem end
    schemas[use.schema] = schema
  end
  return schemas
end

-- Warns of the files that keep the old name.
local function warn(server, problems)
  local path, problem = next(problems)
  if not path then return end
  server:notify("window/showMessage", { type = 2,
    message = ("%s keeps the old name: %s"):format(path, problem) })
end

-- Returns the edits of all files by their URIs.
local function changes_of(server, text, new, edits)
  local folder, unit = text.folder, server.unit
  local changes = { [text.open.uri] = writing.list { text.open.content:edit(new, unit, true) } }
  for file, list in pairs(edits) do
    local own = {}
    for i, edit in ipairs(list) do
      own[i] = { range = list.content:range(edit.first, edit.after, unit), newText = edit.new }
    end
    changes[server:uri_of(folder:absolute(file))] = writing.list(own)
  end
  return changes
end

local function rename(server, text, node, chain, name)
  local new, reason = renamed_schema(text.open.content, node, name)
  if not new then return nil, reason end
  local schemas, problem = new_schemas(text, new)
  if not schemas then return nil, problem end
  local edits, problems = file_keys.edits(server, text, chain, name, schemas)
  for _, schema in pairs(schemas) do schema.core:close() end
  if not edits then return nil, problems end
  warn(server, problems)
  return { changes = changes_of(server, text, new, edits) }
end

renaming["textDocument/rename"] = function(server, params, text)
  local node, chain = key_at(server, params, text)
  if not node or not text.folder then return nil, NO_KEY end
  if params.newName == "" then return nil, "the new name is empty" end
  if params.newName == node.key then return { changes = {} } end
  text.folder.read = {}
  local result, reason
  text.folder:within(function() result, reason = rename(server, text, node, chain, params.newName) end)
  return result, reason
end

return renaming
