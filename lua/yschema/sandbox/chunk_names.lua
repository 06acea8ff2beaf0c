--- Names compiled chunks, and turns these names in Lua's messages back into files and lines.
--
-- The name of a chunk has two numbers: one stands for the file, the other is the line on which
-- the chunk begins. Names are that short because Lua cuts long ones off.
--
-- @module yschema.sandbox.chunk_names

local metered = require "yschema.sandbox.metered"

local chunk_names = {}

local find, format, gsub, sub = string.find, string.format, string.gsub, string.sub
local tonumber, tostring, type = tonumber, tostring, type

-- File names by number and numbers by name. It grows with the number of files,
-- not with the number of schemas.
local files, numbers = {}, {}

local function file_number(file)
  if not numbers[file] then
    files[#files + 1] = file
    numbers[file] = #files
  end
  return numbers[file]
end

--- The name of a chunk.
---@param file string
---@param line integer on which it begins
---@return string # for `load`
function chunk_names.of(file, line)
  return "=[y" .. file_number(file) .. ":" .. line .. "]"
end

--- A place as reports spell it: "schema.yml:4".
---@param file string
---@param line number
---@return string
function chunk_names.spelled(file, line) return file .. ":" .. format("%d", line) end
local spelled = chunk_names.spelled

--- The file that a number in a chunk's name stands for.
---@param number string its digits
---@return string? file
function chunk_names.file(number) return files[tonumber(number)] end

--- Whether a message says that the stack is full. Lua says "error in error handling" when the stack
-- was too full even to look at it.
---@param message any
---@return boolean
function chunk_names.says_overflow(message)
  return type(message) == "string" and (find(message, "stack overflow", 1, true) ~= nil
    or message == "error in error handling")
end

-- Where Lua says that a function of the sandbox failed which stands in front of one of
-- Lua's own. Nobody who wrote the schema knows that file.
local sandboxed = debug.getinfo(metered.tonumber, "S").short_src .. ":"

-- A message without that place.
local function bare(message)
  if sub(message, 1, #sandboxed) ~= sandboxed then return message end
  return (gsub(sub(message, #sandboxed + 1), "^%d+: ", ""))
end

--- Replace the names of chunks in a message by file and line.
-- `[y1:40]:2: boom` becomes `schema.yml:41: boom`.
---@param message any a string; other values, as `error` may throw, are made one
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

--- The place in front of a translated or raw message taken off.
---@return string # the message alone
function chunk_names.without_place(message)
  return (gsub(bare(tostring(message)), "^%[y%d+:%d+%]:%d+: ", ""))
end

return chunk_names
