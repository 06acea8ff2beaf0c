--- Rewrites files for keys that a schema has renamed or removed.
--
-- @module yschema.migration.files

local difference = require "yschema.editing.difference"
local edited_files = require "yschema.editing.files"
local migration = require "yschema.migration.migration"
local report = require "yschema.report.report"

local files = {}

local ipairs, table, tostring = ipairs, table, tostring

local CALLER = "yschema migrate"

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

--- Rewrites a file.
---@param schema yschema.CoreSchema compiled
---@param listed { path: string, problem: string?, pipe: boolean? } "-" is standard input
---@param in_place? boolean write the file; otherwise only return the difference
---@return yschema.MigratedFile
function files.migrate(schema, listed, in_place)
  local source, bytes, mark = edited_files.read(listed, schema.settings.max_bytes, CALLER)
  if not source then return refused(mark, bytes) end
  local name = source:name()
  local migrated, about = migration.of(schema, source, mark)
  if not migrated then return refused(name, about) end
  if migrated.problems[1] then return refused(name, report_of(name, migrated.problems), 1) end
  local outcome = { file = name, status = 0, changes = migrated.changes }
  if not migrated.changes[1] then return outcome end
  outcome.text, outcome.difference = migrated.new:bytes(), difference.unified(migrated.old, migrated.new)
  if in_place then
    local ok, problem = edited_files.write(listed.path, bytes, outcome.text, CALLER)
    if not ok then return refused(name, report.of_error("write", name, tostring(problem))) end
  end
  return outcome
end

return files
