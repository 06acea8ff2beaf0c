--- The names of compiled chunks, and what errors say with them.
--
-- Chunks are named by two short numbers, the file's and the line's on which they
-- begin: Lua cuts long chunk names off. What Lua says is turned back into the file
-- and line.
--
-- @module yschema.sandbox.chunks

local values = require "yschema.starlark.values"
local in_words = require "yschema.base.value_in_words"
local sandbox = require "yschema.sandbox.sandbox"

local work = require "yschema.sandbox.metered"

local chunks = {}

local concat = table.concat
local find, format, gsub = string.find, string.format, string.gsub
local match, sub = string.match, string.sub
local ipairs, rawget, tonumber, tostring, type = ipairs, rawget, tonumber, tostring, type

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
function chunks.name(file, line)
  return "=[y" .. file_number(file) .. ":" .. line .. "]"
end

local function spelled(file, line) return file .. ":" .. format("%d", line) end

-- "error in error handling": the stack was too full even to look at it.
local function says_overflow(message)
  return type(message) == "string" and (find(message, "stack overflow", 1, true) ~= nil
    or message == "error in error handling")
end

-- Where Lua says that a function of the sandbox failed which stands in front of one of
-- Lua's own. Nobody who wrote the schema knows that file.
local sandboxed = debug.getinfo(work.tonumber, "S").short_src .. ":"

-- A message without that place.
local function bare(message)
  if sub(message, 1, #sandboxed) ~= sandboxed then return message end
  return (gsub(sub(message, #sandboxed + 1), "^%d+: ", ""))
end

--- Replace the names of chunks in a message by file and line.
-- `[y1:40]:2: boom` becomes `schema.yml:41: boom`.
---@param message any a string; other values, as `error` may throw, are made one
---@return string
function chunks.translate(message)
  if says_overflow(message) and not find(message, "^%[y%d") then
    return "stack overflow: a function calls itself without end"
  end
  return (gsub(bare(tostring(message)), "%[y(%d+):(%d+)%]:(%d+)", function(number, base, line)
    local file = files[tonumber(number)]
    return file and spelled(file, base + line - 1) or nil
  end))
end

--- The place in front of a translated or raw message taken off.
---@return string # the message alone
function chunks.without_place(message)
  return (gsub(bare(tostring(message)), "^%[y%d+:%d+%]:%d+: ", ""))
end

-- ---- the calls that led to an error -------------------------------------------------

local place = "%[y(%d+):(%d+)%]:(%d+)"

local function place_of(number, base, line)
  return { file = files[tonumber(number)], line = base + line - 1 }
end

local function same(a, b) return a and b and a.file == b.file and a.line == b.line end

-- Whether a call at `at` only runs the stretch of YAML that `inner` is in.
local function is_hole(at, inner, holes, file)
  if at.file ~= file or not inner or inner.file ~= file then return false end
  for _, hole in ipairs(holes) do
    if at.line == hole.first and inner.line >= hole.first and inner.line <= hole.last then
      return true
    end
  end
  return false
end

-- What was thrown, when it is a text; other values may be objects with closures of their
-- own, which are not to be called here.
local function text_of(thrown) return type(thrown) == "string" and thrown or "" end

-- The places of a stack that are in code of ours, the innermost first.
local function places_of(caught, file, holes)
  local places = {}
  for _, call in ipairs(caught) do
    local at, last = place_of(match(call, place)), places[#places]
    if not same(at, last) and not is_hole(at, last, holes, file) then places[#places + 1] = at end
  end
  -- `error(message, 2)` blames the caller.
  local number, base, line = match(text_of(caught.thrown), "^" .. place .. ": ")
  local own = number and place_of(number, base, line)
  for i, at in ipairs(places) do
    if same(at, own) then
      for _ = 2, i do table.remove(places, 1) end
      return places
    end
  end
  if own then table.insert(places, 1, own) end
  return places
end

local function words_of(thrown)
  if values.is_failure(thrown) then return thrown.message end
  local text = in_words(thrown, sandbox.call) or values.repr(thrown)
  return chunks.translate(chunks.without_place(text))
end

--- What xpcall gave that had `core.trace` for its handler, as that makes it. Where there
-- was no room for the handler, a message comes; on LuaJIT, whatever the stack has.
---@param caught any
---@return table
function chunks.caught(caught)
  if type(caught) == "table" and rawget(caught, "traced") == true then return caught end
  if type(caught) ~= "string" then caught = "error in error handling" end
  return { thrown = caught }
end

--- Whether what code threw is that the stack is full.
---@param caught any what `core.trace` made of it
---@return boolean
function chunks.overflows(caught) return says_overflow(chunks.caught(caught).thrown) end

-- Of code that calls itself without end, the innermost place that comes up again: on what
-- line the stack was full is a matter of the host.
local function recurring(caught)
  local counts, seen = {}, {}
  for i, call in ipairs(caught) do
    seen[i] = match(call, "%[y%d+:%d+%]:%d+") or false
    if seen[i] then counts[seen[i]] = (counts[seen[i]] or 0) + 1 end
  end
  for _, spelled_place in ipairs(seen) do
    if spelled_place and counts[spelled_place] > 1 then return place_of(match(spelled_place, place)) end
  end
end

--- What code threw: the innermost place in a file, and the calls that led there.
---@param caught any what `core.trace` made of it
---@param file string the file that the report is about
---@param line integer where in it the code stands
---@param holes? table[] { first, last }: lines of YAML that run as one
---@return string problem without a place
---@return integer line
---@return string? calls one a line; nil when there are none to tell
function chunks.blame(caught, file, line, holes)
  caught = chunks.caught(caught)
  local places, calls = places_of(caught, file, holes or {}), {}
  local first = says_overflow(caught.thrown) and recurring(caught) or places[1]
  if first and first.file == file then
    line = first.line
  elseif first then
    calls[1] = "in " .. spelled(first.file, first.line)
  end
  for i = 2, says_overflow(caught.thrown) and 0 or #places do
    calls[#calls + 1] = "called from " .. spelled(places[i].file, places[i].line)
  end
  return words_of(caught.thrown), tonumber(format("%d", line)),
    calls[1] and concat(calls, "\n") or nil
end

--- The calls that led to an error, for a report that has the place of the error
-- already, in its words, or shows the line that called first.
---@param caught table what `core.trace` made of it
---@param file string of the line that the report shows
---@param line integer
---@return string? calls one a line; nil when there are none to tell
function chunks.calls(caught, file, line)
  if says_overflow(caught.thrown) then return nil end
  local places, calls = places_of(caught, file, {}), {}
  local first, text = places[1], text_of(caught.thrown)
  if first and not same(first, { file = file, line = line }) and not find(text, "^" .. place .. ": ")
    and sub(text, 1, #first.file + 1) ~= first.file .. ":" then
    calls[1] = "in " .. spelled(first.file, first.line)
  end
  for i = 2, #places do
    calls[#calls + 1] = "called from " .. spelled(places[i].file, places[i].line)
  end
  return calls[1] and concat(calls, "\n") or nil
end

return chunks
