--- Says by the name of a file what it holds.
--
-- csrc/lua/text/source.c knows the ending of JSON files, too, because the core reads the files of `yschema check`
-- itself (batch/validation.lua).
--
-- @module yschema.base.file_kinds

local file_kinds = {}

local concat, find = table.concat, string.find

-- The endings of data files.
local DATA_ENDINGS = { "yml", "yaml", "json" }

--- The pattern of the data files in a folder.
file_kinds.DATA_FILES = "**/*.{" .. concat(DATA_ENDINGS, ",") .. "}"

--- The pattern of the test files in a folder, which are read only by `yschema test`.
file_kinds.TEST_FILES = "**/*.schema-test.{yml,yaml}"

--- Returns whether a file has tests of a schema.
---@param name string
---@return boolean
function file_kinds.is_test(name) return find(name, "%.schema%-test%.ya?ml$") ~= nil end

--- Returns the endings of data files for a sentence, such as ".yml, .yaml and .json".
---@param last "and"|"or" the word before the last one
---@return string
function file_kinds.data_endings(last)
  local count = #DATA_ENDINGS
  return (".%s %s .%s"):format(concat(DATA_ENDINGS, ", .", 1, count - 1), last, DATA_ENDINGS[count])
end

--- The endings of the files that are read from a folder with schemas and values.
file_kinds.FOLDER_ENDINGS = { "yml", "yaml", "star" }

--- Returns whether a file must be JSON.
---@param name string
---@return boolean
function file_kinds.is_json(name) return find(name, "%.json$") ~= nil end

--- Returns whether a file is YAML.
---@param name string
---@return boolean
function file_kinds.is_yaml(name) return find(name, "%.ya?ml$") ~= nil end

--- Returns whether a file is YAML or JSON, and is not only loaded by others.
---@param name string
---@return boolean
function file_kinds.holds_data(name)
  return (file_kinds.is_yaml(name) or file_kinds.is_json(name)) and not file_kinds.is_library(name)
end

--- Returns whether a file holds only Starlark, so that its lines have no `#@`.
---@param name string
---@return boolean
function file_kinds.is_starlark(name) return find(name, "%.star$") ~= nil end

--- Returns whether a file is only loaded by other files and holds no documents itself.
---@param name string
---@return boolean
function file_kinds.is_library(name)
  return file_kinds.is_starlark(name) or find(name, "%.lib%.ya?ml$") ~= nil
end

return file_kinds
