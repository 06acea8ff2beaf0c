--- Names compiled chunks, and turns these names in Lua's messages back into files and lines.
--
-- The name of a chunk consists of two numbers: the number of the file, and the line on which the chunk
-- begins. Names are short because Lua truncates long ones.
--
-- @module yschema.sandbox.chunk_names

local metered = require "yschema.base.lazily" "yschema.sandbox.metered"

local chunk_names = {}

local find, format, gsub, sub = string.find, string.format, string.gsub, string.sub

-- File names by number, and numbers by name. These tables grow with the number of files, not with the
-- number of schemas.
local files, numbers = {}, {}

local function file_number(file)
  if not numbers[file] then
    files[#files + 1] = file
    numbers[file] = #files
  end
  return numbers[file]
end

--- Makes the name of a chunk.
---@param file string
---@param line integer on which it begins
---@return string # for `load`
function chunk_names.of(file, line)
  return "=[y" .. file_number(file) .. ":" .. line .. "]"
end

--- Writes a place as reports do: "schema.yml:4".
---@param file string
---@param line number
---@return string
function chunk_names.spelled(file, line) return file .. ":" .. format("%d", line) end
local spelled = chunk_names.spelled

--- Returns the file for the number in a chunk's name.
---@param number string its digits
---@return string? file
function chunk_names.file(number) return files[tonumber(number)] end

--- Returns whether a message says that the stack is full. Lua says "error in error handling" when there was
-- not even room for the error handler.
---@param message any
---@return boolean
function chunk_names.says_overflow(message)
  return type(message) == "string" and (find(message, "stack overflow", 1, true) ~= nil
    or message == "error in error handling")
end

-- Matches the place of one of our replacements for Lua's own functions. Authors of schemas do not know
-- that file.
local sandboxed
local function place_of_replacements()
  sandboxed = sandboxed or debug.getinfo(metered.tonumber, "S").short_src .. ":"
  return sandboxed
end

-- Returns a message without that place.
local function bare(message)
  local place = place_of_replacements()
  if sub(message, 1, #place) ~= place then return message end
  return (gsub(sub(message, #place + 1), "^%d+: ", ""))
end

--- Replaces the names of chunks in a message by file and line.
-- `[y1:40]:2: boom` becomes `schema.yml:41: boom`.
---@param message any a string; other values, which `error` may throw, are converted to one
---@return string
function chunk_names.translate(message)
  if chunk_names.says_overflow(message) and not find(message, "^%[y%d") then
    return "stack overflow: a function calls itself without end"
  end
  return (gsub(bare(tostring(message)), "%[y(%d+):(%d+)%]:(%d+)", function(number, base, line)
    local file = files[tonumber(number)]
    return file and spelled(file, base + line - 1) or nil
  end))
end

--- Removes the place at the beginning of a translated or raw message.
---@return string # the message alone
function chunk_names.without_place(message)
  return (gsub(bare(tostring(message)), "^%[y%d+:%d+%]:%d+: ", ""))
end

return chunk_names
