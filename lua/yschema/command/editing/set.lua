--- The command `yschema set`: sets and removes values of files (reference#set).
--
-- @module yschema.command.editing.set

local addresses = require "yschema.assignment.addresses"
local file_assignment = require "yschema.assignment.file_assignment"
local values = require "yschema.editing.values"
local worklist = require "yschema.batch.worklist"

local set = {}

-- Takes the assignments from the words, which come before the files.
local function take_assignments(options)
  local list = {}
  while options.rest[1] do
    local path, value = addresses.split(options.rest[1])
    if not path then break end
    list[#list + 1] = { path = path, value = value }
    table.remove(options.rest, 1)
  end
  return list
end

-- Reads a value. Its text may be sensitive, so a problem does not show it.
local function value_of(one, settings)
  local value = values.read(one.value, settings)
  if value then return value end
  return nil, ("the value of %s cannot be read as YAML"):format(one.path)
end

local function problem_with_paths(options)
  options.assignments, options.paths = take_assignments(options), {}
  for _, one in ipairs(options.assignments) do
    local problem
    one.address, problem = addresses.read(one.path)
    if problem then return problem end
  end
  for i, path in ipairs(options.delete) do
    local problem
    options.paths[i], problem = addresses.read(path)
    if problem then return "--delete: " .. problem end
  end
end

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function set.invalid_argument(options)
  local problem = problem_with_paths(options)
  if problem then return problem end
  if options.file[1] and options.project then return "-f and --project exclude each other" end
  if not options.assignments[1] and not options.paths[1] then
    return "nothing to do: name values as PATH=VALUE before the files, or use --delete PATH"
  end
  if not options.rest[1] then return "no file to change: name it after the values" end
  for _, word in ipairs(options.rest) do
    if word == "-" then return "standard input cannot be changed; name a file" end
    local path = addresses.split(word)
    if path then return ("'%s=...' comes after a file: values are named first"):format(path) end
  end
end

-- Prints the outcome of a file. Returns its status.
local function print_outcome(outcome, file, is_validated, options, out)
  for _, verdict in ipairs(outcome.verdicts) do out:add(verdict) end
  if outcome.status > 0 then return outcome.status end
  for _, edit in ipairs(options.quiet and {} or outcome.refused) do
    out:print_line(("%s: nothing is at %s\n"):format(edit.file, edit.path))
  end
  local new = outcome.files[1]
  if options.dry_run then return new and out:patch(new.difference) or 0 end
  local what = new and (is_validated and "changed" or "changed (not validated: no schema)") or "up to date"
  if not options.quiet then out:print_line(("%s: %s\n"):format(file, what)) end
  return 0
end

-- Lists the files with their schemas. Returns nil and the status when there is none.
local function targets_of(options, settings, out)
  local list, problem = worklist.make({
    schema = options.file, words = options.rest, project = options.project, blocks = out.blocks, only_edits = true,
  }, settings, function(owner) out:report(owner) end)
  if not list then return nil, problem and out:complain(problem) or 2 end
  local targets = file_assignment.targets(list.jobs, options.rest, settings)
  if not targets[1] then return nil, out:complain "no schema is for this file: give one with -f" end
  return targets
end

--- Changes the files that the command names, or prints what would change.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function set.run(options, settings, _, out)
  local assignments = { set = {}, delete = options.paths, document = options.document }
  for i, one in ipairs(options.assignments) do
    local value, problem = value_of(one, settings)
    if not value then return out:complain(problem) end
    assignments.set[i] = { address = one.address, value = value }
  end
  local targets, failed = targets_of(options, settings, out)
  local status = failed or 0
  for _, target in ipairs(targets or {}) do
    local outcome = file_assignment.set(target, assignments, not options.dry_run)
    local unit = target.unit
    local now = print_outcome(outcome, unit.files[target.number].path, unit.jobs[1] ~= nil, options, out)
    if now > status then status = now end
  end
  return status
end

return set
