--- The commands `yschema import crd` and `yschema import openapi`: make a schema for each kind in a document.
--
-- @module yschema.command.lifecycle.import_parts

local collecting = require "yschema.importing.collecting"
local file_access = require "yschema.base.file_access"
local imported = require "yschema.command.lifecycle.imported"
local importer = require "yschema.importing.importer"
local lfs = require "lfs"
local loss_report = require "yschema.importing.loss_report"
local openapi = require "yschema.importing.openapi"
local schema_folder = require "yschema.command.lifecycle.schema_folder"

local import_parts = {}

local ipairs, setmetatable = ipairs, setmetatable

local readers = { crd = openapi.definitions, openapi = openapi.components }

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function import_parts.invalid_argument(options)
  local kind = options.rest[1]
  if not options.rest[2] then return ("no file is named; write: yschema import %s FILE -o FOLDER/"):format(kind) end
  for _, word in ipairs(options.rest) do
    if word == "" then return "an argument is empty" end
  end
  if options.output == "" then return "--output: its argument is empty" end
  if options.loss then return "--loss: only import json-schema writes this file; standard error has the same" end
  if options.output and not schema_folder.is_meant(options.output) and not options.force
    and lfs.attributes(options.output, "mode") == "file" then
    return "-o " .. file_access.IS_THERE:format(options.output)
  end
end

-- Reads the parts of all files. Returns nil when that fails, which is reported.
local function read_parts(options, settings, out)
  local parts = {}
  for i = 2, #options.rest do
    local list = imported.from(options.rest[i], settings, out, ".yml", readers[options.rest[1]])
    if not list then return nil end
    for _, part in ipairs(list) do parts[#parts + 1] = part end
  end
  return parts
end

-- Imports each part. Returns whether all keywords are exact, or nil when that fails, which is reported.
local function import_all(parts, options, settings, out)
  local exact = true
  for _, part in ipairs(parts) do
    local made, problem = importer.import(nil, settings, nil, nil, part)
    if not made then return out:complain(problem) and nil end
    if not imported.compiles(made, part.name, settings, out) then return nil end
    part.text, exact = made.text, exact and made.exact
    if not options.quiet then out:print(loss_report.text(made, part.title)) end
  end
  return exact
end

local SEVERAL = "there are %d schemas, which need a folder: write -o FOLDER/"

local function write(parts, options, out)
  if not schema_folder.is_meant(options.output) then
    if parts[2] then return out:complain(SEVERAL:format(#parts)) end
    if (options.output or "-") == "-" then return out:result(parts[1].text) end
    return out:deliver(parts[1].text, options.output)
  end
  -- The project file names all files below the working directory; the kinds without a schema are skipped.
  local call = setmetatable({ rest = { "." }, otherwise = "skip", no_project = not parts[1].is_kind },
    { __index = options })
  local summary, problem = schema_folder.write(call, parts, function(part) return part.text end)
  if not summary then return out:complain("-o " .. problem) end
  return options.quiet and 0 or out:result(summary)
end

--- Imports the schemas, and prints or writes them.
---@param options table
---@param settings yschema.Settings
---@param out yschema.Printer
---@return integer status
function import_parts.run(options, settings, out)
  local exact
  local parts = collecting.seldom(function()
    local list = read_parts(options, settings, out)
    if list and not list[1] then return out:complain "no version of the definitions is served" and nil end
    exact = list and import_all(list, options, settings, out)
    return list
  end)
  if not parts or exact == nil then return 2 end
  if options.exact and not exact then return 1 end
  return write(parts, options, out)
end

return import_parts
