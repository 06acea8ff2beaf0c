--- Reads and writes files for the command. A file that it reads is never overwritten, not even through a link or under
-- another spelling of the path.
--
-- @module yschema.base.file_access

local core = require "yschema.core"
local is_pack = require "yschema.packs.pack_name".is
local packs = require "yschema.base.lazily" "yschema.packs.packs"

local file_access = {}

-- The identities of the files that were read since `file_access.begin`; nil: files are not noted.
local was_read

--- Begins to note what is read.
function file_access.begin() was_read = {} end

--- Ends it.
---@return table<string, string> were_read the paths of the files that were read, by their identities
function file_access.finish()
  local noted = was_read
  was_read = nil
  return noted or {}
end

-- Texts that are read in place of files, by the identities of the files; nil: there are none.
local open_texts

local function absolute(path)
  return path:sub(1, 1) == "/" and path or require "lfs".currentdir() .. "/" .. path
end

-- Whether a path leads to a folder, and not to a link to one.
local function is_real_folder(path) return require "lfs".symlinkattributes(path, "mode") == "directory" end

-- Removes what leads out of the working directory and back into it: in /a/b, "../b/c" is "c".
local function without_detours(parts)
  local up = 0
  while parts[up + 1] == ".." do up = up + 1 end
  local here = {}
  for part in (up > 0 and require "lfs".currentdir() or ""):gmatch "[^/]+" do here[#here + 1] = part end
  while up > 0 and parts[up + 1] ~= nil and parts[up + 1] == here[#here - up + 1] do
    table.remove(parts, up + 1)
    table.remove(parts, up)
    up = up - 1
  end
end

--- Returns the short form of a path, as reports show it: without "." and, where no link stands before it, without "..".
---@param path string
---@return string
function file_access.tidy(path)
  if not path:find "%f[^%z/]%.%.?/" then return path end
  local root, parts = path:match "^/?", {}
  for part in path:gmatch "[^/]+" do
    local last = parts[#parts]
    if part == ".." and (last and last ~= ".." and is_real_folder(root .. table.concat(parts, "/"))
      or not last and root == "/") then
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  if root == "" then without_detours(parts) end
  local tidy = root .. table.concat(parts, "/") .. (parts[1] and path:match "/$" or "")
  return tidy == "" and "." or tidy:sub(1, 1) == "-" and "./" .. tidy or tidy
end

--- Identifies a file, whatever path leads to it. The identity of a file that does not exist is its path.
---@param path string
---@return string
function file_access.identity(path) return core.identity(path) or path end

--- Notes that a file is read.
---@param path string
function file_access.note(path)
  local key = was_read and (core.identity(path) or open_texts and file_access.normalised(absolute(path)))
  if key then was_read[key] = path end
end

--- Gives texts that are read in place of files, such as those that are open in an editor.
---@param texts? table<string, string> by the identities of the files, or by the absolute paths of those that are not
---  there; nil: no more
function file_access.set_open_texts(texts) open_texts = texts end

--- Returns the text that is read in place of a file.
---@param path string
---@return string?
function file_access.open_text(path)
  if not open_texts then return nil end
  return open_texts[file_access.normalised(absolute(path))] or open_texts[core.identity(path)]
end

--- Returns where a path in a file leads that is relative to the folder of this file. A pack is the same everywhere; "-"
-- is a file of this name, because only the call may read standard input.
---@param folder string with a slash at its end; "" is the working directory
---@param path string
---@return string
function file_access.placed(folder, path)
  if path == "-" and folder == "" then return "./-" end
  if is_pack(path) then return path end
  return file_access.tidy(path:sub(1, 1) == "/" and path or folder .. path)
end

-- Says why a pack has no file. `names`: the packs there are, or the versions of one; none: it should have one.
local function why_no_pack(path, names)
  if not names then return "its file is not beside the Lua modules of yschema; install yschema again" end
  if names[1]:find("@", 1, true) then
    return ("there is no such version of the pack; the versions are %s"):format(table.concat(names, ", "))
  end
  local hint = require "yschema.base.suggestion".hint(path, names)
  return ("there is no such pack%s; the packs are %s"):format(hint, table.concat(names, ", "))
end

local function read_pack(name, path, max_bytes)
  local embedded = packs.embedded(path)
  if embedded then return core.source(name, embedded) end
  local file, names = packs.file(path)
  if not file then return nil, why_no_pack(path, names) end
  local source, problem = file_access.read(name, file, max_bytes)
  if not source then return nil, problem end
  local text = source:text()
  local of_version = packs.text(path, text)
  if of_version == text then return source end
  source:close()
  return core.source(name, of_version)
end

--- Reads the bytes of a file, or of a pack, and notes it: see `core.read`. Schemas and values are read by
-- `yschema.pipeline.source_files`, which calls this. Only the call itself may name what is no regular file, or "-" for
-- standard input: `streams`. Reading it might never end.
---@return userdata? source
---@return string? problem
function file_access.read(name, path, max_bytes, streams)
  if is_pack(path) then return read_pack(name, path, max_bytes) end
  local text = file_access.open_text(path)
  file_access.note(path)
  if text and #text > max_bytes then return nil, "larger than the limit max_bytes" end
  if text then return core.source(name, text, name == path, path:find "%.json$" ~= nil) end
  return core.read(name, path == "-" and not streams and "./-" or path, max_bytes, streams)
end

-- Identifies a file that may not exist yet by its folder and its name.
local function key_of(path)
  local folder, name = path:match "^(.*/)([^/]+)$"
  return core.identity(path) or (core.identity(folder or ".") or "") .. " " .. (name or path)
end

--- Returns the folder in a path, with its slash, or "".
---@param path string
---@return string
function file_access.folder_of(path) return path:match "^(.*/)" or "" end

--- Removes "." and ".." from a path: "a/./b/../c" is "a/c".
---@param path string
---@return string
function file_access.normalised(path)
  local parts = {}
  for part in path:gmatch "[^/]+" do
    if part == ".." and parts[1] and parts[#parts] ~= ".." then
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return (path:find "^/" and "/" or "") .. table.concat(parts, "/")
end

-- The identity of a regular file.
local function regular(path)
  local key, _, is_file = core.identity(path)
  return is_file and key or nil
end

local IS_READ = "%s: it is a file that this call reads, which the output would replace; name another file"

--- Returns why a file must not be written: it was read, or is about to be.
---@param path string
---@param inputs? string[] paths that will be read
---@return string? problem
function file_access.refusal(path, inputs)
  local key = regular(path)
  if not key then return nil end
  local found = was_read and was_read[key]
  for _, input in ipairs(inputs or {}) do found = found or core.identity(input) == key end
  return found and IS_READ:format(path) or nil
end

--- Writes a file, unless it was read: see `core.write`.
---@param path string
---@param text string
---@return boolean? ok
---@return string? problem
function file_access.write(path, text)
  local problem = file_access.refusal(path)
  if problem then return nil, problem end
  return core.write(path, text)
end

file_access.IS_THERE = "%s is there already, and --force replaces it"

-- Lists the paths that a call reads, also those after an equals sign.
local function inputs_of(options)
  local paths = {}
  local function add(word)
    paths[#paths + 1] = word
    paths[#paths + 1] = word:match "=(.+)$"
  end
  for _, file in ipairs(options.named_files) do
    if not file.writes then add(file.path) end
  end
  for _, word in ipairs(options.rest) do add(word) end
  return paths
end

--- Returns a problem if an output of a call is one of its inputs, or another output.
---@param options table
---@return string? problem
function file_access.clash(options)
  local inputs, seen = nil, {}
  for _, file in ipairs(options.named_files) do
    local path, flag = file.path, file.flag
    if file.writes and path ~= "-" then
      inputs = inputs or inputs_of(options)
      local problem = file_access.refusal(path, inputs)
      if problem then return ("%s %s"):format(flag, problem) end
      local key = key_of(path)
      if seen[key] then return ("%s and %s name the same file"):format(flag, seen[key]) end
      seen[key] = (regular(path) or not core.identity(path)) and flag or nil
    end
  end
end

--- Returns a problem if an output is one of the files that are about to be validated.
---@param jobs yschema.JobList
---@param options table
---@return string? problem
function file_access.clash_with(jobs, options)
  for _, written in ipairs(options.named_files) do
    local key = written.writes and regular(written.path)
    for i = 1, key and jobs:count() or 0 do
      local job = jobs:at(i)
      for _, file in ipairs(job.layers or { job.file }) do
        if core.identity(file.path) == key then return ("%s %s"):format(written.flag, IS_READ:format(written.path)) end
      end
    end
  end
end

return file_access
