--- The command `yschema infer`: makes a schema of example values (reference#infer).
--
-- @module yschema.command.lifecycle.infer

local file_access = require "yschema.base.file_access"
local inference = require "yschema.inference.inference"
local lfs = require "lfs"
local listing = require "yschema.batch.listing"
local patterns = require "yschema.inference.grouping.patterns"
local schema_folder = require "yschema.command.lifecycle.schema_folder"
local source_files = require "yschema.pipeline.source_files"

local infer = {}

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function infer.invalid_argument(options)
  if not options.rest[1] then return "no files: name files, folders or patterns with example values" end
  if options.open and options.closed then return "--open and --closed exclude each other" end
  if schema_folder.is_meant(options.output) then return schema_folder.invalid_argument(options) end
  if options.output and not options.force and lfs.attributes(options.output, "mode") == "file" then
    return "-o " .. file_access.IS_THERE:format(options.output)
  end
end

local NO_VALUES = "the files have no values, so there is nothing to make a schema of"

-- Takes the files of the call. Returns whether all of them could be read.
local function take_files(examples, files, settings, out)
  local readable = true
  for _, listed in ipairs(files) do
    local source, about = source_files.listed(listed, settings.max_bytes)
    local ok
    if source then ok, about = examples:add(source) end
    if not ok then
      readable = false
      out:add { file = listed.path, status = 2, report = about, text = tostring(about) }
    end
  end
  return readable
end

-- The kinds of the examples: of documents, of files, or all files as one kind.
local function kinds_of(examples)
  local list = examples:kinds()
  if list then return list end
  list = examples:clusters() or { { name = "schema", documents = examples.documents, names = examples.names } }
  for _, kind in ipairs(list) do kind.name = kind.name or patterns.name_of(kind.files) end
  return list
end

-- Makes a schema for each kind of documents, and the project file that names them.
local function write_folder(examples, options, out)
  if not examples.documents[1] then return out:complain(NO_VALUES) end
  local function schema_of(kind) return examples:schema_of_kind(kind) end
  local summary, problem = schema_folder.write(options, kinds_of(examples), schema_of)
  out:notes(examples.notes)
  if not summary then return out:complain("-o " .. problem) end
  return options.quiet and 0 or out:result(summary)
end

-- Returns a note if the documents are of several kinds, which should not have one schema.
local function kinds_note(examples)
  local list = examples:kinds()
  if not list then
    list = examples:clusters()
    return list and ("the files are of %d kinds by their keys: with -o FOLDER/, each kind gets a schema of its own")
      :format(#list)
  end
  local words = {}
  for i, pair in ipairs(list[1].has) do words[i] = "'" .. pair.key .. "'" end
  return ("the documents are of %d kinds by %s: with -o FOLDER/, each kind gets a schema of its own")
    :format(#list, table.concat(words, " and "))
end

--- Makes a schema of the files that the command names.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function infer.run(options, settings, _, out)
  local examples = inference.new(settings, options)
  local to_folder = schema_folder.is_meant(options.output)
  local files = listing.of(options.rest, options.output and not to_folder and { options.output } or nil)
  if not take_files(examples, files, settings, out) then return 2 end
  if to_folder then return write_folder(examples, options, out) end
  local text = examples:schema()
  if not text then return out:complain(NO_VALUES) end
  local note = kinds_note(examples)
  if note then table.insert(examples.notes, 1, note) end
  out:notes(examples.notes)
  if (options.output or "-") == "-" then return out:result(text) end
  return out:deliver(text, options.output)
end

return infer
