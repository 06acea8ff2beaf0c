-- Reads samples of CEL's functions, and runs them without the parser of CEL.
--
-- A sample is a line `CALL = VALUE`, or `CALL fails: WORDS`. A call is `name(value, ...)` or `value.name(value, ...)`;
-- operators have their names, as in `_+_(1, 2)`. Values are numbers, texts in '...', b'...', true, false, null, lists,
-- maps and calls.

local values = require "yschema.cel.values.values"
local equality = require "yschema.cel.values.equality"
local library = require "yschema.cel.library.library"

local cel_samples = {}

local unpack = table.unpack or unpack -- luacheck: ignore

-- The rows that samples have called.
cel_samples.called = {}

local function fits(declared, value, with_items)
  local kind, items = declared:match "^([^(]+)%(?(.-)%)?$"
  if kind == "dyn" or #kind == 1 then return true end
  if kind ~= values.type_of(value) then return false end
  for i = 1, with_items and kind == "list" and value.n or 0 do
    if not fits(items, value[i], true) then return false end
  end
  return true
end

-- Finds the row for a call, by the types of items, too, or only by the types of the arguments themselves.
local function row_for(name, is_member, arguments, with_items)
  for _, row in ipairs(library) do
    if row.name == name and row.receiver == is_member and #row.arguments == #arguments then
      local fitting = true
      for i, argument in ipairs(arguments) do fitting = fitting and fits(row.arguments[i], argument, with_items) end
      if fitting then return row end
    end
  end
end

local function call(name, is_member, arguments)
  local row = row_for(name, is_member, arguments, true) or row_for(name, is_member, arguments, false)
  if not row then
    local types = {}
    for i, argument in ipairs(arguments) do types[i] = values.type_of(argument) end
    error(("no row for %s(%s)"):format(name, table.concat(types, ", ")), 0)
  end
  cel_samples.called[row] = true
  if not row.total then return row.call(unpack(arguments)) end
  local ok, result = pcall(row.call, unpack(arguments))
  if not ok then error(("%s() is said never to fail: %s"):format(name, tostring(result)), 0) end
  return result
end

local words = { ["true"] = true, ["false"] = false, null = values.null }
local escapes = { n = "\n", t = "\t", r = "\r", ["0"] = "\0" }

-- Reads the text from `at`; returns a value and the place after it.
local read

local function items(text, at, close)
  local list = {}
  at = text:match("^%s*()", at)
  while text:sub(at, at) ~= close do
    list[#list + 1], at = read(text, at)
    at = text:match("^%s*,%s*()", at) or text:match("^%s*()", at)
  end
  return list, at + 1
end

local function map(text, at)
  local list = {}
  while text:sub(at, at) ~= "}" do
    local key, value
    key, at = read(text, at)
    value, at = read(text, text:match("^%s*:%s*()", at))
    list[#list + 1] = { key, value }
    at = text:match("^%s*,%s*()", at) or at
  end
  return values.map_of(list), at + 1
end

local function quoted(text, at)
  local to = at + 1
  while text:sub(to, to) ~= "'" do to = to + (text:sub(to, to) == "\\" and 2 or 1) end
  local inner = text:sub(at + 1, to - 1):gsub("\\x(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end)
  return inner:gsub("\\(.)", function(c) return escapes[c] or c end), to + 1
end

local function simple(text, at)
  local first = text:sub(at, at)
  if first == "'" then return quoted(text, at) end
  if text:find("^b'", at) then
    local inner, after = quoted(text, at + 1)
    return values.bytes(inner), after
  end
  if first == "[" then
    local list, after = items(text, at + 1, "]")
    return values.list(list), after
  end
  if first == "{" then return map(text, at + 1) end
  local number, after = text:match("^(%-?%d+%.%d+e?[-+]?%d*)()", at)
  if not number then number, after = text:match("^(%-?%d+e%d+)()", at) end
  if number then return values.double(tonumber(number)), after end
  number, after = text:match("^(%d+)u()", at)
  if number then return values.uint(number), after end
  number, after = text:match("^(%-?%d+)()", at)
  if number then return values.int(number), after end
  local name
  name, after = text:match("^([_!-][^%s%(%),]*)%(()", at)
  if not name then name, after = text:match("^([%w_.]+)%(()", at) end
  if name then
    local arguments
    arguments, after = items(text, after, ")")
    return call(name, false, arguments), after
  end
  name, after = text:match("^([%a_.]+)()", at)
  assert(name, "cannot read: " .. text:sub(at))
  if words[name] ~= nil then return words[name], after end
  return values.type_value(name), after
end

function read(text, at)
  local value
  value, at = simple(text, at)
  while true do
    local name, after = text:match("^%.([%w_@]+)%(()", at)
    if not name then return value, at end
    local arguments
    arguments, at = items(text, after, ")")
    table.insert(arguments, 1, value)
    value = call(name, true, arguments)
  end
end

-- Runs a sample; returns nil, or the problem.
function cel_samples.problem(line)
  local failing, wording = line:match "^(.-) fails: (.*)$"
  if failing then
    local ok, thrown = pcall(read, failing, 1)
    if ok then return "it did not fail" end
    if not values.is_error(thrown) then return tostring(thrown) end
    if not thrown.message:find(wording, 1, true) then return "it failed: " .. thrown.message end
    return nil
  end
  local ok, value, at = pcall(read, line, 1)
  if not ok then return tostring(value) end
  local after = line:match("^%s+=%s+()", at)
  if not after then return "no = after the call: " .. line:sub(at) end
  local expected = read(line, after)
  if values.type_of(value) ~= values.type_of(expected) then return "its type is " .. values.type_of(value) end
  local same = equality.equal(value, expected) or value ~= value and expected ~= expected
  if not same then return "it is " .. values.brief(value) end
end

return cel_samples
