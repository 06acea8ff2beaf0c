--- Reads and writes the file of a baseline.
--
-- @module yschema.baseline.file

local core = require "yschema.core"
local lfs = require "lfs"
local own_files = require "yschema.pipeline.own_files"
local writing = require "yschema.base.writing"

local file = {}

-- The order of the keys of an entry, and of the entries.
local KEYS = { "file", "configuration", "document", "path", "rule", "count" }

local in_order = writing.ordered(KEYS)

local HEAD = "# Known violations, which \"yschema check\" does not report. It writes this file with --write-baseline;\n"
  .. "# lines may be removed by hand.\n"

local SCHEMA = [==[
#@data/values-schema
#@schema/desc "Known violations, which `yschema check` does not report. `--write-baseline` writes them."
---
violations:
#@schema/keys-may-be-present
-
  #@schema/desc "The file, relative to this one."
  #@schema/required
  #@schema/validation min_len=1
  file: ""
  #@schema/desc "The configuration of the project file that merges this file with others."
  #@schema/validation min_len=1
  configuration: ""
  #@schema/desc "The kind and the name of the document, if it has them."
  #@schema/validation min_len=1
  document: ""
  #@schema/desc "The path of the value. Items of arrays are named by one of their keys, if possible."
  #@schema/required
  path: ""
  #@schema/desc "The rule, or the kind of the violation."
  #@schema/required
  #@schema/validation min_len=1
  rule: ""
  #@schema/desc "How many violations are the same in all this."
  #@schema/validation min=1
  count: 1
]==]

--- An entry: a violation, or several that nothing distinguishes.
---@class yschema.BaselineEntry
---@field file string relative to the file of the baseline
---@field configuration? string that merges layers
---@field document? string
---@field path string
---@field rule string
---@field count? integer

--- Reads entries.
---@param source userdata a core source
---@param report fun(owner: userdata) gets violations of the file
---@return yschema.BaselineEntry[]? entries nil when the file has violations, which were reported
function file.read(source, report)
  local schema = own_files.schema("the schema of baselines", SCHEMA)
  local values = own_files.values(schema, { source = source }, report)
  schema.core:close()
  return values and values.violations or nil
end

--- Reads the text of a file.
---@param path string
---@param max_bytes integer
---@return userdata? source nil: there is no file, or it cannot be read
---@return string? problem
function file.source(path, max_bytes)
  local is_stream = path == "-" -- only the call can name it: in a file, it is ./-
  if not is_stream and not lfs.attributes(path, "mode") then return nil end
  local source, problem = core.read(is_stream and "stdin.yml" or path, path, max_bytes, is_stream)
  local is_yaml = source and path:find "%.json$" and not source:text():find "^%s*{"
  return is_yaml and core.source(path, source:text()) or source, problem
end

--- Returns whether an entry stands before another one.
---@param a yschema.BaselineEntry
---@param b yschema.BaselineEntry
---@return boolean
function file.is_before(a, b)
  for _, key in ipairs(KEYS) do
    local left, right = a[key] or "", b[key] or ""
    if left ~= right and key ~= "count" then return left < right end
  end
  return false
end

-- Writes a list as JSON, with a line for each entry.
local function as_json(list)
  local lines = {}
  for i, entry in ipairs(list) do lines[i] = "\n" .. assert(writing.encoded(entry, "json")) end
  return '{"violations": [' .. table.concat(lines, ",") .. (lines[1] and "\n" or "") .. "]}\n"
end

local function as_yaml(list)
  return HEAD .. "violations:" .. (list[1] and "\n" or " ") .. assert(core.encode(list, "yaml"))
end

--- Writes entries: as JSON if the name of the file ends in .json.
---@param path string
---@param entries yschema.BaselineEntry[] in any order
---@return boolean? ok
---@return string? problem
function file.write(path, entries)
  local list = writing.list()
  for i, entry in ipairs(entries) do
    list[i] = in_order {
      file = entry.file, configuration = entry.configuration, document = entry.document, path = entry.path,
      rule = entry.rule, count = (entry.count or 1) > 1 and entry.count or nil,
    }
  end
  table.sort(list, file.is_before)
  return core.write(path, path:find "%.json$" and as_json(list) or as_yaml(list))
end

return file
