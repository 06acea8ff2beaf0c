--- Finds out where code failed: the place in a YAML file, and the calls that led there.
--
-- Code is called with `core.trace` as its error handler, which keeps the stack. This module turns the
-- stack into places in the files that the user wrote.
--
-- @module yschema.expression.error_places

local chunk_names = require "yschema.sandbox.chunk_names"
local in_words = require "yschema.base.value_in_words"
local sandbox = require "yschema.sandbox.sandbox"
local values = require "yschema.starlark.values"

local error_places = {}

local concat, format, match, sub, find = table.concat, string.format, string.match, string.sub, string.find
local says_overflow, spelled = chunk_names.says_overflow, chunk_names.spelled

local place = "%[y(%d+):(%d+)%]:(%d+)"

local function place_of(number, base, line)
  return { file = chunk_names.file(number), line = base + line - 1 }
end

local function same(a, b) return a and b and a.file == b.file and a.line == b.line end

-- Returns whether the call at `at` only runs the YAML lines that contain the place `inner`.
local function is_hole(at, inner, holes, file)
  if at.file ~= file or not inner or inner.file ~= file then return false end
  for _, hole in ipairs(holes) do
    if at.line == hole.first and inner.line >= hole.first and inner.line <= hole.last then
      return true
    end
  end
  return false
end

-- Returns the thrown value when it is a text, and an empty text otherwise. Other values may be objects with
-- closures of their own, which must not be called here.
local function text_of(thrown) return type(thrown) == "string" and thrown or "" end

-- Lists the places of a stack that are in the code of YAML files, the innermost first.
local function places_of(caught, file, holes)
  local places = {}
  for _, call in ipairs(caught) do
    local at, last = place_of(match(call, place)), places[#places]
    if not same(at, last) and not is_hole(at, last, holes, file) then places[#places + 1] = at end
  end
  -- `error(message, 2)` reports the place of the caller. The list then begins at that place.
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
  return chunk_names.translate(chunk_names.without_place(text))
end

--- Returns an error that xpcall caught, in the form that its handler `core.trace` makes. When the stack has no
-- room for the handler, xpcall returns a message instead; on LuaJIT it returns any value from the stack.
---@param caught any
---@return table
function error_places.caught(caught)
  if type(caught) == "table" and rawget(caught, "traced") == true then return caught end
  if type(caught) ~= "string" then caught = "error in error handling" end
  return { thrown = caught }
end

-- Finds the innermost place that a stack contains more than once. For code that calls itself without end, this
-- place is reported, because the line on which the stack becomes full differs between hosts.
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

-- Adds the calls of all places but the first one. Returns the list as a text, or nil when it is empty.
local function calls_text(calls, places)
  for i = 2, #places do calls[#calls + 1] = "called from " .. spelled(places[i].file, places[i].line) end
  return calls[1] and concat(calls, "\n") or nil
end

--- Describes an error that code threw: its message, its innermost place in a file, and the calls that led there.
---@param caught any the value that `core.trace` made of the error
---@param file string the file that the report is about
---@param line integer the line of that file where the code stands
---@param holes? table[] { first, last }: ranges of YAML lines, each of which runs as one step
---@return string problem the message, without a place
---@return integer line
---@return string? calls one call on each line; nil when there are none to report
function error_places.blame(caught, file, line, holes)
  caught = error_places.caught(caught)
  local places, calls = places_of(caught, file, holes or {}), {}
  local first = says_overflow(caught.thrown) and recurring(caught) or places[1]
  if first and first.file == file then
    line = first.line
  elseif first then
    calls[1] = "in " .. spelled(first.file, first.line)
  end
  if says_overflow(caught.thrown) then places = {} end
  return words_of(caught.thrown), tonumber(format("%d", line)), calls_text(calls, places)
end

--- Lists the calls that led to an error. The report that uses the list already has the place of the error in its
-- message, or shows the line of the first call.
---@param caught table the value that `core.trace` made of the error
---@param file string the file of the line that the report shows
---@param line integer
---@return string? calls one call on each line; nil when there are none to report
function error_places.calls(caught, file, line)
  if says_overflow(caught.thrown) then return nil end
  local places, calls = places_of(caught, file, {}), {}
  local first, text = places[1], text_of(caught.thrown)
  if first and not same(first, { file = file, line = line }) and not find(text, "^" .. place .. ": ")
    and sub(text, 1, #first.file + 1) ~= first.file .. ":" then
    calls[1] = "in " .. spelled(first.file, first.line)
  end
  return calls_text(calls, places)
end

return error_places
