--- Validates each document of a text, to find old names and removed keys.
--
-- @module yschema.migration.validating

local apart = require "yschema.pipeline.apart"
local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"
local report = require "yschema.report.report"

local validating = {}

local assert, ipairs, setmetatable, table, tostring, type = assert, ipairs, setmetatable, table, tostring, type

--- A document and its records.
---@class yschema.ValidatedDocument
---@field root yschema.OutlineNode
---@field line integer where it begins
---@field renamed yschema.Violation[] keys under old names
---@field removed yschema.Violation[] removed keys
---@field clashes yschema.Violation[] keys under old names that cannot be renamed
---@field error? yschema.Violation another violation, except for missing keys, which another document may give
---@field result? string the result, if there is one, as canonical text
---@field values? yschema.OutlineNode the result

local function scalar_text(node)
  local value = node.value
  if type(value) == "string" then return "string " .. #value .. ":" .. value end
  if node.kind == "float" then return ("float %.17g"):format(value) end
  return node.kind .. " " .. tostring(value)
end

--- Writes a node. Equal values of the same kinds have the same text, in whatever order their keys are.
---@param node yschema.OutlineNode
---@return string
function validating.canonical(node)
  if node.kind ~= "map" and node.kind ~= "array" then return scalar_text(node) end
  local parts = {}
  for i, below in ipairs(node) do
    local key = below.key
    key = key and (below.key_kind or "") .. #key .. ":" .. key .. "=" or ""
    parts[i] = key .. validating.canonical(below)
  end
  if node.kind == "map" then table.sort(parts) end
  return node.kind .. "{" .. table.concat(parts, ",") .. "}"
end

local CLASHES = { ["renamed-twice"] = true, ["renamed-failed"] = true }

local function take_violations(document, run)
  local violations, warnings = run:violations()
  for _, record in ipairs(warnings) do
    if record.kind == "renamed" then document.renamed[#document.renamed + 1] = record end
  end
  for _, record in ipairs(violations) do
    if record.kind == "removed" then
      document.removed[#document.removed + 1] = record
    elseif CLASHES[record.kind] then
      document.clashes[#document.clashes + 1] = record
    elseif record.kind ~= "required" then
      document.error = document.error or record
    end
  end
end

-- Takes the result of a finished run.
local function take_result(document, run)
  if run:exit_status() ~= 0 then return end
  local parsed = core.parse(core.source("result", run:encode "yaml"))
  if not parsed then return end
  document.values = parsed:outline(1)
  document.result = document.values and validating.canonical(document.values)
  parsed:close()
end

local function outlines(source, settings)
  local parsed, owner = core.parse(source, settings)
  if not parsed then
    local about = report.new(assert(owner))
    owner:close()
    return nil, about
  end
  local list = {}
  for i = 1, parsed:count() do
    local root, problem = parsed:outline(i)
    if not root then return nil, report.of_error("too-deep", source:name(), problem) end
    if root.kind ~= "null" then list[#list + 1] = root end
  end
  parsed:close()
  return list
end

--- Validates the documents of a source. Rules do not run, because they are not about keys.
---@param schema yschema.CoreSchema
---@param source userdata
---@return yschema.ValidatedDocument[]? documents nil: the text cannot be read
---@return yschema.Report? report why
function validating.documents(schema, source)
  local settings = changed(schema.settings, { skip_validation = true, fold_repeats = false })
  local roots, about = outlines(source, settings)
  local list = {}
  apart.validate(setmetatable({ settings = settings }, { __index = schema }), source, function(run, line)
    if not line and run:exit_status() == 2 then about = report.new(run) end
    if not line or not roots or not roots[#list + 1] then return end
    local document = {
      root = roots[#list + 1], line = line, renamed = {}, removed = {}, clashes = {},
    }
    take_violations(document, run)
    take_result(document, run)
    list[#list + 1] = document
  end)
  if about then return nil, about end
  return list
end

return validating
