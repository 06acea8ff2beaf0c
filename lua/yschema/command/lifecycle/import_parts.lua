--- The commands `yschema import crd` and `yschema import openapi`: make a schema for each kind in a document.
--
-- @module yschema.command.lifecycle.import_parts

local plain_tables = require "yschema.base.plain_tables"
local garbage_collection = require "yschema.importing.garbage_collection"
local imported = require "yschema.command.lifecycle.imported"
local importer = require "yschema.importing.importer"
local loss_report = require "yschema.importing.loss_report"
local openapi = require "yschema.importing.openapi"
local schema_folder = require "yschema.command.lifecycle.schema_folder"

local import_parts = {}

local readers = { crd = openapi.definitions, openapi = openapi.components }

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function import_parts.invalid_argument(options)
  local kind = options.rest[1]
  if not options.rest[2] then return ("no file is named; write: yschema import %s FILE -o FOLDER/"):format(kind) end
  return imported.invalid_output(options, options.output and schema_folder.is_meant(options.output))
end

-- Reads the parts of all files. Problems are reported, and the other definitions are read all the same. Returns whether
-- there was a problem, too.
local function read_parts(options, settings, out)
  local parts, problems, failed = {}, {}, false
  local read = readers[options.rest[1]]
  for i = 2, #options.rest do
    local list = imported.from(options.rest[i], settings, out, ".yml", function(source, with)
      return read(source, with, problems)
    end)
    failed = failed or not list
    for _, part in ipairs(list or {}) do parts[#parts + 1] = part end
  end
  for _, problem in ipairs(problems) do out:complain(problem) end
  return parts, failed or problems[1] ~= nil
end

-- Compiles what was made of all parts: those of one document at once, and one by one to report an error.
local function all_compile(parts, settings, out)
  local wholes = {}
  for _, part in ipairs(parts) do
    local whole = part.shared and wholes[part.shared]
    if whole == nil then
      local made = importer.whole(part)
      whole = made ~= nil and imported.compiles(made, part.name, settings)
      if part.shared then wholes[part.shared] = whole end
    end
    if not whole and not imported.compiles(part.import, part.name, settings, out) then return false end
  end
  return true
end

-- Imports parts that share something: all of them, or none.
local function import_shared(parts, settings, out)
  local ok, problem = importer.import_parts(parts, settings)
  if not ok then out:complain(problem) end
  return ok and all_compile(parts, settings, out) and parts or {}
end

-- Imports each part by itself. Returns those that have a schema; failures are reported.
local function import_each(parts, settings, out)
  return plain_tables.kept(parts, function(part) return import_shared({ part }, settings, out)[1] end)
end

-- Imports the parts. Returns those that have a schema.
local function import_all(parts, options, settings, out)
  local done = (parts[1].shared and import_shared or import_each)(parts, settings, out)
  for _, part in ipairs(done) do
    part.import.outline = nil
    if not options.quiet then out:print(loss_report.text(part.import, part.title)) end
  end
  return done
end

local function is_exact(parts) return plain_tables.all(parts, function(part) return part.import.exact end) end

local SEVERAL = "there are %d schemas, which need a folder: write -o FOLDER/"

local function write(parts, options, out)
  if not schema_folder.is_meant(options.output) then
    if parts[2] then return out:complain(SEVERAL:format(#parts)) end
    if (options.output or "-") == "-" then return out:result(parts[1].import.text) end
    return out:deliver(parts[1].import.text, options.output)
  end
  -- The project file names all files below the working directory; the kinds without a schema are skipped.
  local own = { rest = { "." }, otherwise = "skip", adds_kinds = true, no_project = not parts[1].is_kind }
  local call = setmetatable(own, { __index = options })
  local summary, problem = schema_folder.write(call, parts, function(part) return part.import.text end)
  if not summary then return out:complain("-o " .. problem) end
  if options.quiet then return 0 end
  if options.loss ~= "-" then return out:result(summary) end
  out:print(summary) -- a program reads standard output
  return 0
end

--- Imports the schemas, and prints or writes them.
---@param options table
---@param settings yschema.Settings
---@param out yschema.Printer
---@return integer status
function import_parts.run(options, settings, out)
  local failed = false
  local parts = garbage_collection.seldom(function()
    local list, invalid = read_parts(options, settings, out)
    if not list[1] then return invalid and {} or out:complain "no version of the definitions is served" and {} end
    local done = import_all(list, options, settings, out)
    failed = invalid or #done < #list
    return done
  end)
  if not parts[1] or not imported.deliver_loss(options, loss_report.of_parts(parts), out) then return 2 end
  if options.exact and not is_exact(parts) then return failed and 2 or 1 end
  local status = write(parts, options, out)
  return failed and 2 or status
end

return import_parts
