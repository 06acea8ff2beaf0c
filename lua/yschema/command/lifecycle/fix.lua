--- The command `yschema fix`: applies the fixes of a report to files (reference#fixes).
--
-- @module yschema.command.lifecycle.fix

local file_access = require "yschema.base.file_access"
local file_fixes = require "yschema.fixing.file_fixes"
local new_reporter = require "yschema.command.check.reporter".new
local new_tally = require "yschema.command.check.tally".new
local worklist = require "yschema.batch.worklist"
local writing = require "yschema.base.writing"

local fix = {}

-- Returns a problem with the words of a call, or nil.
local function problem_with_words(options)
  for _, word in ipairs(options.dry_run and {} or options.rest) do
    if word == "-" then return "standard input cannot be fixed in place; -n prints what would change" end
  end
end

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function fix.invalid_argument(options)
  if options.json_schema and options.file[1] then return "-f and --json-schema exclude each other" end
  local by = options.json_schema and "--json-schema" or options.file[1] and "-f"
  if by and options.project then return by .. " and --project exclude each other" end
  if options.rest[1] and options.files0_from then return "FILE and --files0-from exclude each other" end
  if by and not options.rest[1] and not options.files0_from then
    return "no files to fix: name files, folders or patterns after the options"
  end
  return problem_with_words(options)
end

local function written(value) return assert(writing.encoded(value, "json")) end

-- The effect of a fix, in words.
local words = {
  rename = function(done) return "renamed to " .. done.to end,
  move = function(done) return "moved to " .. done.to end,
  replace = function(done) return "replaced by " .. written(done.value) end,
  quote = function() return "put in quotes" end,
  unquote = function() return "quotes removed" end,
  add = function(done) return "added with the value " .. written(done.value) end,
  remove = function() return "removed" end,
}

local function place(done) return ("%s:%d: %s"):format(done.file, done.line, done.path) end

-- Prints what was done to a unit, and what is left.
local function print_outcome(outcome, options, reporter, out, counts)
  local status = outcome.status
  counts.files = counts.files + #outcome.files
  counts.fixes = counts.fixes + #outcome.done
  for _, file in ipairs(options.dry_run and outcome.files or {}) do
    local printed = out:patch(file.difference)
    if printed > status then status = printed end
  end
  for _, done in ipairs(options.quiet and {} or outcome.done) do
    if not options.dry_run then out:print_line(("%s: %s\n"):format(place(done), words[done.action](done))) end
  end
  for _, verdict in ipairs(outcome.verdicts) do
    counts.left:count(verdict)
    if not verdict.skipped then reporter:report(verdict) end
  end
  for _, refused in ipairs(options.quiet and {} or outcome.refused) do
    out:print_line(("%s: not fixed (%s): %s\n"):format(place(refused), refused.action, refused.message))
  end
  return status
end

--- Fixes the files that the command names, or prints what would change.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function fix.run(options, settings, _, out)
  local list, problem = worklist.make({
    schema = options.file, json_schema = options.json_schema, words = options.rest, files0_from = options.files0_from,
    project = options.project, merged = options.each_file, blocks = out.blocks, allow_code = options.allow_code,
    references = not options.dangerous_data_values_disable_validation, outputs = { options.report_file },
  }, settings, function(owner) out:report(owner) end)
  problem = problem or list and file_access.clash_with(list.jobs, options)
  local reporter = list and not problem and new_reporter(options, out)
  if not reporter then return problem and out:complain(problem) or 2 end
  out:notes(list.notes)
  local status, counts = 0, { files = 0, fixes = 0, left = new_tally() }
  counts.left.files = list.jobs:count()
  file_fixes.make(list, options, not options.dry_run, function(outcome)
    local now = print_outcome(outcome, options, reporter, out, counts)
    if now > status then status = now end
  end)
  if not options.quiet then
    out:sum_up(("%s in %s, %s\n"):format(counts.fixes == 1 and "1 fix" or counts.fixes .. " fixes",
      writing.counted(counts.files, "file"), counts.left:errors_in_words " left"))
  end
  return status
end

return fix
