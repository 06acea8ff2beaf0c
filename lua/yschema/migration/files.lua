--- Rewrites files for keys that a schema has renamed or removed.
--
-- @module yschema.migration.files

local lfs = require "lfs"
local core = require "yschema.core"
local migration = require "yschema.migration.migration"
local report = require "yschema.report.report"
local source_files = require "yschema.pipeline.source_files"

local files = {}

local io, ipairs, table, tostring = io, ipairs, table, tostring

--- The outcome of a file.
---@class yschema.MigratedFile
---@field file string
---@field status integer 0 rewritten or without changes, 1 a rewrite is not certain, 2 it cannot be read or written
---@field changes { path: string, to: string? }[] keys with their new paths; without `to`, the key was removed
---@field text? string the new text; nil when nothing changes
---@field difference? string the changes in the format of `diff -u`
---@field report? yschema.Report why the file does not change

local function refused(name, about, status)
  return { file = name, status = status or 2, changes = {}, report = about }
end

-- Makes a report of why a file cannot be rewritten.
local function report_of(name, problems)
  local parts = { violations = {}, warnings = {}, status = 1 }
  local texts = {}
  for i, problem in ipairs(problems) do
    parts.violations[i] = {
      kind = "migration", path = problem.path, message = problem.message, file = name, line = problem.line,
    }
    texts[i] = ("%s:%d: %s\n"):format(name, problem.line, problem.message)
  end
  parts.text = table.concat(texts)
  return report.of_parts(parts)
end

local CHANGED = "another program changed it meanwhile, so it was not rewritten; call yschema migrate again"
local MARK = "\239\187\191" -- of UTF-8

-- The bytes of a regular file; nil for others, which can be read only once.
local function bytes_of(path)
  local handle = lfs.attributes(path, "mode") == "file" and io.open(path, "rb")
  if not handle then return nil end
  local bytes = handle:read "*a"
  handle:close()
  return bytes
end

-- Whether standard output or standard error goes to the file: the rewrite would lose it, or it would become a part of
-- the text.
local function is_stream(path)
  local key = core.identity(path)
  return key ~= nil and (key == core.identity "/dev/stdout" or key == core.identity "/dev/stderr")
end

-- Writes a file, unless another program has changed it since it was read.
local function write(path, old, new)
  if not old then return nil, "it is not a regular file, so it cannot be rewritten in place" end
  if is_stream(path) then return nil, "the output of this call goes to this file; send it to another one" end
  if bytes_of(path) ~= old then return nil, CHANGED end
  local ok, problem = core.write(path, new)
  return ok, problem and problem:sub(#path + 3) -- the report names the path
end

-- Reads a file. Returns its source, its bytes and its byte order mark; or nil and the outcome.
local function read(listed, max_bytes)
  local path = listed.path
  local source, about, name = source_files.listed(listed, max_bytes)
  if not source then return nil, refused(name, about) end
  local bytes = path ~= "-" and bytes_of(path) or nil
  local text = source:text()
  if not bytes or bytes == text then return source, bytes, "" end
  if bytes == MARK .. text then return source, bytes, MARK end
  return nil, refused(name, report.of_error("read", name, CHANGED))
end

--- Rewrites a file.
---@param schema yschema.CoreSchema compiled
---@param listed { path: string, problem: string?, pipe: boolean? } "-" is standard input
---@param in_place? boolean write the file; otherwise only return the difference
---@return yschema.MigratedFile
function files.migrate(schema, listed, in_place)
  local source, bytes, mark = read(listed, schema.settings.max_bytes)
  if not source then return bytes end
  local name = source:name()
  local migrated, about = migration.of(schema, source, mark)
  if not migrated then return refused(name, about) end
  if migrated.problems[1] then return refused(name, report_of(name, migrated.problems), 1) end
  local outcome = { file = name, status = 0, changes = migrated.changes }
  if not migrated.changes[1] then return outcome end
  outcome.text, outcome.difference = migrated.lines:text(), migration.difference(source, migrated)
  if in_place then
    local ok, problem = write(listed.path, bytes, outcome.text)
    if not ok then return refused(name, report.of_error("write", name, tostring(problem))) end
  end
  return outcome
end

return files
