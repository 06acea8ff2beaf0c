--- The command `yschema diff`: compares two versions of a schema.
--
-- @module yschema.command.lifecycle.diff

local api = require "yschema.api.diff"
local comparison = require "yschema.comparison.comparison"
local file_access = require "yschema.base.file_access"
local lfs = require "lfs"
local schema_files = require "yschema.comparison.schema_files"
local report = require "yschema.comparison.report"
local severity = require "yschema.comparison.severity"

local diff = {}

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function diff.invalid_argument(options)
  local count = #options.rest
  if count ~= 2 then
    return ("name two schemas, the old one and the new one (%d given): yschema diff OLD NEW"):format(count)
  end
  for _, word in ipairs(options.rest) do
    if word == "-" then return "a schema is read from a file, and not from standard input" end
  end
end

-- ---- witnesses ----------------------------------------------------------------------

-- Writes the documents that demonstrate breaking changes. Returns a problem or nil.
local function write_witnesses(folder, changes)
  if lfs.attributes(folder, "mode") ~= "directory" then
    local ok, problem = lfs.mkdir(folder)
    if not ok then return ("--witness %s: the folder cannot be made: %s"):format(folder, tostring(problem)) end
  end
  local number = 0
  for _, change in ipairs(changes) do
    for _, witness in ipairs(change.witnesses) do
      number = number + 1
      local path = ("%s/%03d-%s-%s.yml"):format(folder, number, change.rule, witness.direction)
      local ok, problem = file_access.write(path, witness.text)
      if not ok then return "--witness " .. tostring(problem) end
    end
  end
end

-- ---- the command --------------------------------------------------------------------

-- Loads both schemas. Errors are reported, and then the result is nil.
local function load_sides(options, settings, out)
  local sides = {}
  for i, word in ipairs(options.rest) do
    local schema, ok = schema_files.load({ word }, settings)
    out:report(schema.core)
    sides[i] = ok and comparison.side(schema) or nil
  end
  return sides[1], sides[2]
end

-- Returns the part of a result that -q prints.
local function breaking_only(result)
  local changes, files = {}, {}
  for _, change in ipairs(result.changes) do
    if change.verdict == "breaking" then changes[#changes + 1] = change end
  end
  for _, file in ipairs(result.files or {}) do
    if file.message then files[#files + 1] = file end
  end
  return { direction = result.direction, changes = changes, files = files }
end

local function print_result(options, result, out)
  local format = options.report or "text"
  if format ~= "text" then out:set_document(result[format](result)) end
  if format ~= "text" and not options.report_file then return 0 end
  if options.concise then
    local written = out:text(report.concise(options.quiet and breaking_only(result) or result), "changes")
    if not options.quiet then out:note(report.summary(result)) end
    return written
  end
  if options.quiet then return out:text(report.body(breaking_only(result), out:columns(true)), "changes") end
  return out:text(report.text(result, out:columns(true)), "changes")
end

--- Compares the schemas that the command names.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function diff.run(options, settings, _, out)
  local verdicts
  if options.severity then
    local invalid
    verdicts = severity.read(options.severity, settings.max_bytes, function(owner)
      invalid = out:report(owner) ~= 0
    end)
    if invalid or not verdicts then return 2 end
  end
  local old, new = load_sides(options, settings, out)
  if not old or not new then return 2 end
  -- Most of what a comparison makes is kept, so a collector that begins early walks over it in vain.
  local pause = collectgarbage("setpause", 400)
  local result, problem = api.compare(old, new, {
    direction = options.direction, samples = options.samples, severity = verdicts, values = options.values,
  })
  if not result then return out:complain("--values " .. problem) end
  if options.witness then problem = write_witnesses(options.witness, result.changes) end
  if problem then return out:complain(problem) end
  local written = print_result(options, result, out) == 0
  collectgarbage("setpause", pause)
  return written and (result.breaking and 1 or 0) or 2
end

return diff
