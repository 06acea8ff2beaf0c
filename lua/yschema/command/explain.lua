--- The command `yschema explain`: shows where a value comes from (reference#explain).
--
-- @module yschema.command.explain

local core = require "yschema.core"
local explanation = require "yschema.provenance.explanation"
local flags = require "yschema.command.flags"
local given_files = require "yschema.command.given_files"
local paths = require "yschema.provenance.paths"
local value_flags = require "yschema.command.value_flags"
local sentences = require "yschema.provenance.sentences"
local changed = require "yschema.base.plain_tables".changed

local explain = {}

--- Returns a problem with the arguments of a call, or nil.
---@param options table
---@return string? problem
function explain.invalid_argument(options)
  local path = options.rest[1]
  if options.rule then return path and "--rule explains a rule: it takes no PATH" or nil end
  if options.rules then return path and "--rules prints the names of all rules: it takes no PATH" or nil end
  if options.format == "annotated" or options.output == "annotated" then
    return path and "the format annotated shows the whole result: it takes no PATH" or nil
  end
  if not path then return "which value? Name its path, such as servers[0].port; \"\" is the whole document" end
  if options.rest[2] then
    return ("unexpected argument '%s': one PATH is explained, and files are given with -f"):format(
      value_flags.shown_word(options.rest[2]))
  end
  if path:find "^[%w_.-]+=" then -- of a flag, whose value is not shown
    return ("'%s' is not the path of a value: values are given with -v"):format(value_flags.shown_word(path))
  end
  local steps, problem = paths.read(path)
  if not steps then return ("'%s' is not the path of a value: %s"):format(path, problem) end
end

local function not_there(path, near, out)
  local hint = near[1] and ("; there is %s"):format(table.concat(near, ", ")) or ""
  return out:complain(("nothing is at %s%s"):format(path, hint))
end

-- Writes a text, and returns the status of the run if that works.
local function print_text(text, status, options, out)
  local written = out:deliver(core.printable(text), options.output)
  return written ~= 0 and written or status
end

--- Shows where the value at a path comes from.
---@param options table
---@param settings yschema.Settings
---@param streams yschema.Streams
---@param out yschema.Printer
---@return integer status
function explain.run(options, settings, streams, out)
  if options.rule then return print_text(options.rule, 0, options, out) end
  if options.rules then
    return print_text(table.concat(require("yschema.report.rules").names(), "\n") .. "\n", 0, options, out)
  end
  if not options.file[1] then return out:complain("no files: give a schema with -f\n" .. flags.advice "explain") end
  local given, status = given_files.compile(options, changed(settings, { explain = true, fold_repeats = false }), out)
  if not given then return status end
  local run = given_files.run(given, options, streams)
  status = out:report(run)
  if options.format == "annotated" then
    return status ~= 0 and status or print_text(run:annotated(not options.show_sensitive), status, options, out)
  end
  local path = options.rest[1]
  local found, near = explanation.of(run, path, options.show_sensitive)
  if not found then return not_there(path, near, out) end
  if options.format ~= "json" then return print_text(sentences.text(found), status, options, out) end
  local text, problem = core.encode(explanation.data(found), "json")
  if not text then return out:complain(problem) end
  return print_text(text, status, options, out)
end

return explain
