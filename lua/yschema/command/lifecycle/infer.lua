--- The command `yschema infer`: makes a schema of example values (reference#infer).
--
-- @module yschema.command.lifecycle.infer

local file_access = require "yschema.base.file_access"
local inference = require "yschema.inference.inference"
local lfs = require "lfs"
local listing = require "yschema.batch.listing"
local report = require "yschema.report.report"
local source_files = require "yschema.pipeline.source_files"

local infer = {}

local ipairs, tostring = ipairs, tostring

--- Says what is wrong with a call, or returns nil.
---@param options table
---@return string? problem
function infer.misuse(options)
  if not options.rest[1] then return "no files: name files, folders or patterns with example values" end
  local streams = 0
  for _, word in ipairs(options.rest) do
    if word == "" then return "an argument is empty" end
    if word == "-" then streams = streams + 1 end
  end
  if streams > 1 then return "standard input can be read only once" end
  if options.output == "" then return "-o: its argument is empty" end
  if options.output and not options.force and lfs.attributes(options.output, "mode") == "file" then
    return "-o " .. file_access.IS_THERE:format(options.output)
  end
end

-- Takes the files of the call. Returns whether all of them could be read.
local function take_files(examples, files, settings, out)
  local readable = true
  for _, listed in ipairs(files) do
    local source, problem, name = source_files.listed(listed, settings.max_bytes)
    local ok, about
    if source then
      ok, about = examples:add(source)
    else
      ok, about = false, report.of_fault("read", name, problem)
    end
    if not ok then
      readable = false
      out:add { file = listed.path, status = 2, report = about, text = tostring(about) }
    end
  end
  return readable
end

--- Makes a schema of the files that the command names.
---@param options table
---@param settings yschema.Settings
---@param _ yschema.Streams
---@param out yschema.Printer
---@return integer status
function infer.run(options, settings, _, out)
  local examples = inference.new(settings, { required = options.required })
  local files = listing.of(options.rest, options.output and { options.output } or nil)
  if not take_files(examples, files, settings, out) then return 2 end
  local text = examples:schema()
  if not text then return out:complain "the files have no values, so there is nothing to make a schema of" end
  for _, note in ipairs(examples.notes) do
    if not options.quiet then out:tell("yschema: Note: " .. note .. "\n") end
  end
  if (options.output or "-") == "-" then return out:result(text) end
  local ok, problem = file_access.write(options.output, text)
  if not ok then return out:complain(("-o: %s"):format(problem)) end
  return 0
end

return infer
