--- Replaces functions of Lua for the code of a schema, so that their work in C is charged to its budget.
--
-- The functions here read more than they produce. Functions that produce as much as they read are not
-- replaced in Lua 5.4, because the allocator charges for the memory that they fill. LuaJIT does not allocate for a text
-- that is there already, so there they are.
--
-- @module yschema.sandbox.metered

local core = require "yschema.core"
local lua_pattern = require "yschema.base.lazily" "yschema.text.lua_pattern"

local error, ipairs, rawget, select, tonumber, tostring, type = error, ipairs, rawget, select, tonumber, tostring,
  type
local charge, charge_time, clock = core.charge, core.charge_time, core.clock
local find, rep = string.find, string.rep
local min, log = math.min, math.log
local concat, insert, remove, sort = table.concat, table.insert, table.remove, table.sort
local unpack = table.unpack or unpack -- luacheck: ignore

local work = { string = {}, table = {}, utf8 = {}, patterns = {} }

-- `small` bytes are not charged; beyond that, `worth` bytes cost as much as one instruction.
local small, worth = 1024, 8

-- The length of the longest string that string.rep may make.
local most_bytes = 16 * 1024 * 1024

-- The greatest number of results of a function. LuaJIT's own limit is a little higher.
local most_results = 7900

--- Charges for reading a text.
---@param text string
---@param per? number how many bytes cost as much as one instruction
function work.through(text, per)
  if #text >= small then charge(#text / (per or worth)) end
end
local through = work.through

--- Works as string.find(text, what, init, true). The charge takes into account that a search may compare
-- each byte of the text with each byte of `what`.
function work.find(text, what, init)
  if #text >= small then charge(#text / 16 + #text * #what / 512) end
  return find(text, what, init, true)
end

-- Charges on LuaJIT for making a text, as the allocator does.
local function fill(size)
  if jit and size >= small then charge(size / 128) end
end

-- ---- strings ------------------------------------------------------------------------

local strings = work.string

if jit then
  for _, name in ipairs { "lower", "reverse", "upper" } do
    local native = string[name]
    strings[name] = function(s, ...)
      if type(s) == "string" then fill(#s) end
      return native(s, ...)
    end
  end
end

function strings.rep(s, n, separator)
  if type(s) == "number" then s = tostring(s) end
  if type(s) == "string" and type(n) == "number" then
    local size = n > 0 and #s * n + (separator and #tostring(separator) * (n - 1) or 0) or 0
    if size > most_bytes then
      error("string.rep: the result would be longer than " .. most_bytes .. " bytes", 2)
    end
    if size == 0 then return "" end -- Lua would take n steps
    fill(size)
  end
  -- LuaJIT's string.rep accepts a separator, too.
  if separator == nil then return rep(s, n) end
  return rep(s, n, separator)
end

-- The text of a value, without addresses: where things are in memory helps those who attack a process.
local function text_of(value)
  local text = tostring(value)
  if type(value) == "string" or type(value) == "number" then return text end
  return (text:gsub("^([%w_. ]+): 0x%x+$", "%1"))
end

--- Replaces tostring.
function work.tostring(...)
  if select("#", ...) == 0 then error("bad argument #1 to 'tostring' (value expected)", 2) end
  return text_of((...))
end

local has_text = { table = true, ["function"] = true, userdata = true, thread = true }

local format = string.format

function strings.format(pattern, ...)
  if type(pattern) == "string" and find(pattern, "p", 1, true) then
    for letter in pattern:gsub("%%%%", ""):gmatch "%%[%-+ #0]*%d*%.?%d*(.?)" do
      if letter == "p" then error("invalid conversion '%p' to 'format'", 2) end
    end
  end
  local count, given = select("#", ...), nil
  for i = 1, count do
    local value = select(i, ...)
    if has_text[type(value)] then
      given = given or { ... }
      given[i] = text_of(value)
    elseif type(value) == "string" then
      fill(#value)
    end
  end
  if given then return format(pattern, unpack(given, 1, count)) end
  return format(pattern, ...)
end

-- Returns the results of a native function and charges for the time that it took, but at most `most`.
local function timed(since, most, ...)
  charge_time(since, most)
  return ...
end

-- Uses the host's function where it is certain to be quick, and our own otherwise.
local function guarded(native, name)
  return function(s, p, ...)
    if type(s) ~= "string" or type(p) ~= "string" then return native(s, p, ...) end
    local cheap, steps = lua_pattern.is_cheap(s, p)
    if not cheap then return lua_pattern[name](s, p, ...) end
    if steps < 500 then return native(s, p, ...) end
    return timed(clock(), steps, native(s, p, ...))
  end
end

-- The functions with patterns, where instructions are counted.
local patterns = work.patterns

patterns.match = guarded(string.match, "match")
patterns.gsub = guarded(string.gsub, "gsub")

-- Makes a string.find that charges for searching a text without a pattern; `search` is for all else.
local function finder(search)
  return function(s, p, init, plain)
    if type(s) == "string" and type(p) == "string" and #s >= small
      and (plain or not lua_pattern.has_specials(p)) then
      return work.find(s, p, init)
    end
    return search(s, p, init, plain)
  end
end

patterns.find, strings.find = finder(guarded(find, "find")), finder(find)

local gmatch = string.gmatch

function patterns.gmatch(s, p, ...)
  if type(s) == "string" and type(p) == "string" then
    local cheap, steps = lua_pattern.is_cheap(s, p)
    if not cheap or steps >= 500 and select("#", ...) == 0 then return lua_pattern.gmatch(s, p, ...) end
  end
  return gmatch(s, p, ...)
end

local byte, packsize = string.byte, string.packsize

function strings.byte(s, first, last)
  if type(s) == "string" and type(first) == "number" and type(last) == "number" then
    local from, to = first < 0 and first + #s or first, last < 0 and last + #s or last
    if min(to, #s) - from >= most_results then error("string slice too long", 2) end
  end
  return byte(s, first, last)
end

if packsize then
  function strings.packsize(layout)
    if type(layout) == "string" then through(layout) end
    return packsize(layout)
  end
end

--- Replaces tonumber.
function work.tonumber(...)
  local s = ...
  if type(s) == "string" then through(s, 4) end
  return tonumber(...)
end

-- ---- utf8 ---------------------------------------------------------------------------

if utf8 then
  for _, name in ipairs { "len", "offset" } do
    local native = utf8[name]
    work.utf8[name] = function(s, ...)
      if type(s) == "string" then through(s) end
      return native(s, ...)
    end
  end
  local codepoint = utf8.codepoint
  function work.utf8.codepoint(s, first, last, lax)
    if type(s) == "string" and type(last) == "number" then
      local from, to = first or 1, last < 0 and last + #s or last
      if to - (from < 0 and from + #s or from) >= most_results then error("string slice too long", 2) end
    end
    return codepoint(s, first, last, lax)
  end
end

-- ---- tables -------------------------------------------------------------------------

local tables = work.table

-- Moving a few items is not charged.
local function move(count)
  if count >= 64 then charge(count / 4) end
end

function tables.insert(t, ...)
  if select("#", ...) == 2 and type(t) == "table" then
    local at = ...
    if type(at) == "number" then move(#t - at) end
  end
  return insert(t, ...)
end

function tables.remove(t, at, ...)
  if at == nil then return remove(t) end
  if type(t) == "table" and type(at) == "number" then move(#t - at) end
  return remove(t, at, ...)
end

-- Charges on LuaJIT for joining the texts of a list.
local function join(t, first, last)
  if not jit then return end
  local size = 0
  for i = first, last do
    local text = rawget(t, i)
    if type(text) ~= "string" then break end
    size = size + #text
  end
  fill(size)
end

function tables.concat(t, separator, first, last)
  if type(t) == "table" then
    local from, to = type(first) == "number" and first or 1, type(last) == "number" and last or #t
    move((to - from) * 4)
    join(t, from, to)
  end
  return concat(t, separator, first, last)
end

function tables.sort(t, before)
  local count = type(t) == "table" and #t or 0
  if count >= 64 then charge(count * log(count, 2)) end
  return sort(t, before)
end

function tables.unpack(t, first, last)
  local from = type(first) == "number" and first or 1
  local to = type(last) == "number" and last or type(t) == "table" and #t or 0
  if to - from >= most_results then error("too many results to unpack", 2) end
  move(to - from)
  return unpack(t, first, last)
end

return work
