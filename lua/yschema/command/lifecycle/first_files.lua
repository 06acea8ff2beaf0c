--- The command `yschema init`: writes files to begin with (command#first-files-yschema-init).
--
-- @module yschema.command.lifecycle.first_files

local core = require "yschema.core"
local lfs = require "lfs"

local first_files = {}

local files = {
  { name = ".yschema.yml", text = [[
# The project file: which files "yschema check" validates, and by which schemas. Paths are relative to it.

configurations:
# One configuration: its layers are merged, in order, and validated as one.
- name: main
  schema: [schema.yml]
  layers: [values.yml]

# Many documents, each validated by itself, would be:
# - name: manifests
#   each: ["deploy/**/*.yml"]
#   schema: [manifest.yml]
]] },
  { name = "schema.yml", text = [[
#! An example of the configuration: its values are the defaults, its shape gives the types, and
#! comments that begin with #@ add what YAML cannot say. Notes such as this one begin with #!.
#@data/values-schema
---
#! A key that is required.
#@schema/required
#@schema/validation min_len=1
name: ""
#@schema/desc "The port to listen on."
#@schema/validation min=1, max=65535
port: 8080
#! An array shows one item, which gives their type; its default is empty.
hosts:
- ""
#@schema/validation one_of=["debug", "info", "warn"]
log_level: info
]] },
  { name = "values.yml", text = [[
# The values: only what differs from the defaults in schema.yml.
name: example
hosts: [www.example.com]
]] },
}

-- Makes a folder and those above it. Returns a problem or nil.
local function make_folder(path)
  local at = 0
  repeat
    at = path:find("/", at + 1, true)
    local part = path:sub(1, at and at - 1)
    if part ~= "" and not lfs.attributes(part, "mode") then
      local ok, problem = lfs.mkdir(part)
      if not ok then return ("cannot make the folder %s: %s"):format(part, problem) end
    end
  until not at
end

-- Returns a problem if one of the files exists, even as a broken link.
local function problem_in(folder)
  for _, file in ipairs(files) do
    if lfs.symlinkattributes(folder .. file.name, "mode") then
      return ("%s exists already, and yschema init overwrites nothing: move it, or name another folder"):format(
        folder .. file.name)
    end
  end
end

-- Writes schemas of examples, and the project file for them.
local function from_examples(options, settings, out)
  local infer = require "yschema.command.lifecycle.infer"
  local folder = options.rest[1] or "."
  local call = { rest = options.from, output = folder:gsub("/*$", "/") }
  local problem = infer.invalid_argument(call) or make_folder(folder)
  if problem then return out:complain(problem) end
  return infer.run(call, settings, nil, out)
end

--- Writes the files into a folder, and prints the next steps.
---@param options table
---@param settings yschema.Settings
---@param out yschema.Printer
---@return integer status
function first_files.run(options, settings, _, out)
  if options.from[1] then return from_examples(options, settings, out) end
  local given = options.rest[1] or "."
  local folder = given == "." and "" or given:gsub("/+$", "") .. "/"
  local problem = problem_in(folder) or make_folder(given)
  for _, file in ipairs(files) do
    local written = problem == nil
    if written then written, problem = core.write(folder .. file.name, file.text) end
    if written then
      problem = nil
      out:print(("wrote %s\n"):format(folder .. file.name))
    end
  end
  if problem then return out:complain(problem) end
  local shown = given == "-" and "./-" or given -- `cd -` goes elsewhere
  local enter = folder == "" and "" or ("cd %s && "):format(require "yschema.base.shell".quoted(shown))
  out:print(("\nNow validate the values, change both files, and validate them again:\n"
    .. "    %syschema check\n"):format(enter))
  return 0
end

return first_files
