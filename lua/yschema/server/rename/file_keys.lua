--- Renames a key of a schema in the files that give it.
--
-- A file changes only if the new schema makes the same of it as before, where it accepts the old name: in each
-- configuration, after all layers are merged.
--
-- @module yschema.server.rename.file_keys

local byte_edits = require "yschema.editing.edits"
local compiled = require "yschema.server.nodes.compiled"
local file_kinds = require "yschema.base.file_kinds"
local mapped = require("yschema.base.plain_tables").mapped
local references = require "yschema.server.schemas.references"
local states = require "yschema.server.rename.states"
local validated = require "yschema.editing.transaction.validated"
local writing = require "yschema.base.writing"

local file_keys = {}

-- ---- texts --------------------------------------------------------------------------

local function in_quotes(text) return assert(writing.encoded(text, "json")) end

-- Writes the new name in place of a key; nil: the key is an alias.
local function written(old, name, is_json)
  if old:find "^%*" then return nil end
  if old:find "^'" then return "'" .. name:gsub("'", "''") .. "'" end
  local plain = writing.yaml_key(name)
  local is_plain = not is_json and not old:find '^"' and plain and not name:find "[%[%]{},]"
  return is_plain and plain or in_quotes(name)
end

-- Adds the edit at a place to those of its file.
local function add_edit(edits, place, name)
  local first, last = place.node.key_content or place.node.key_first, place.node.key_last
  local new = written(place.content.text:sub(first, last), name, file_kinds.is_json(place.file))
  if not new then return end
  local list = edits[place.file] or { content = place.content }
  edits[place.file] = list
  list[#list + 1] = { first = first, after = last + 1, new = new }
end

-- Makes the new text of a file.
local function edited(list)
  local pool, text = {}, list.content.text
  for _, edit in ipairs(list) do byte_edits.add(pool, edit.first, edit.after - 1, edit.new) end
  return (byte_edits.applied(text, pool, 1, #text))
end

-- ---- validation ---------------------------------------------------------------------

-- The job with the new schemas.
local function new_job(job, schemas)
  local kinds = job.kinds and mapped(job.kinds, function(kind)
    return { has = kind.has, schema = schemas[kind.schema] or kind.schema }
  end)
  return { schema = schemas[job.schema], kinds = kinds, otherwise = job.otherwise, file = job.file, layers = job.layers,
    how = { merged = job.how.merged } }
end

-- Drops the new texts of jobs that would give another result, and notes why.
local function drop_others(folder, jobs, schemas, texts, problems)
  for _, job in ipairs(jobs) do
    local own = {}
    for _, file in ipairs(job.layers or { job.file }) do own[folder:absolute(file.path)] = texts[file.path] end
    if next(own) and not validated.is_same(states.of(folder, { new_job(job, schemas) }, own)) then
      for _, file in ipairs(job.layers or { job.file }) do
        if texts[file.path] then problems[file.path] = "the schema would give another result for its new text" end
        texts[file.path] = nil
      end
    end
  end
end

-- ---- kinds --------------------------------------------------------------------------

-- Whether the project file selects documents by the key at a place.
local function selects(place)
  for _, kind in ipairs(place.job.kinds or {}) do
    local has = kind.schema == place.schema and kind.has
    for i = 2, #place.chain do has = type(has) == "table" and has[place.chain[i].key] end
    if type(has) == "table" and has[place.node.key] ~= nil then return true end
  end
  return false
end

-- ---- all files ----------------------------------------------------------------------

--- Makes the edits that rename a key in the files that give it.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText the schema
---@param chain yschema.LayoutNode[] the nodes to the key
---@param name string the new one
---@param schemas table<yschema.CoreSchema, yschema.CoreSchema> the new schemas, by those before
---@return table<string, table[]>? edits of each file, as a report names it: `first`, `after`, `new`, with its `content`
---@return table<string, string>|string problems why files keep the old name; without edits, why the key keeps it
function file_keys.edits(server, text, chain, name, schemas)
  local folder, edits, texts, problems, selecting = text.folder, {}, {}, {}, nil
  references.each(server, text, chain, function(place)
    selecting = selecting or selects(place)
    add_edit(edits, place, name)
  end)
  if selecting then
    return nil, ("the project file selects documents by %s; rename it there and here by hand"):format(chain[#chain].key)
  end
  for file, list in pairs(edits) do texts[file] = edited(list) end
  for _, use in ipairs(next(texts) and compiled.uses(folder, text.open.path) or {}) do
    drop_others(folder, use.jobs, schemas, texts, problems)
  end
  for file in pairs(edits) do
    if not texts[file] then edits[file] = nil end
  end
  return edits, problems
end

return file_keys
