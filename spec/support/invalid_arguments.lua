--- Calls functions with all kinds of arguments, and checks how the calls end.
--
-- With any arguments, a public function works, returns nil and a report (or a problem), or throws an
-- error with the caller's line, the invalid argument and what it has to be. Messages of inner
-- functions do not help the caller.

local it = require("busted").it
local yschema = require "yschema"

local invalid = {}

local unpack = table.unpack or unpack -- luacheck: ignore
local jit = rawget(_G, "jit")

local function boom() error "boom" end
local function trap(more)
  local mt = {
    __index = boom, __newindex = boom, __len = boom, __eq = boom, __lt = boom, __le = boom, __call = boom,
    __tostring = boom, __pairs = boom, __ipairs = boom, __concat = boom, __unm = boom, __add = boom,
  }
  for name, value in pairs(more or {}) do mt[name] = value end
  return setmetatable({}, mt)
end

local loop = {}
loop.loop = loop

local schema = assert(yschema.load("#@data/values-schema\n---\na: 1\nm:\n  b: ''\nl:\n- 0\n"))
local documents = assert(yschema.parse("a: 1"))
local _, report = schema:apply "a: x"

-- The values that may stand in a place, each with a name. Nothing is nil in a list, so nil is `absent`.
local absent = {}
local values = {
  { "nil", absent }, { "true", true }, { "false", false }, { "1", 1 }, { "-1", -1 }, { "0.5", 0.5 },
  { "nan", 0 / 0 }, { "inf", math.huge }, { "2^60", 2 ^ 60 }, { "''", "" }, { "'yaml'", "yaml" },
  { "a text", "a: 1" }, { "broken YAML", "a: [" }, { "a NUL", "a\0b" }, { "broken UTF-8", "\255" },
  { "a path", "/nowhere/x.yml" },
  { "{}", {} }, { "a list", { 1 } }, { "a list of texts", { "a: 1" } }, { "a map", { a = 2 } },
  { "a list with holes", { nil, nil, 3 } }, { "an odd key", { [{}] = 1, [1.5] = 2 } }, { "a loop", loop },
  { "a function in a table", { a = boom } }, { "a bad option", { strict = 1 } },
  { "bad limits", { limits = { max_bytes = "x", [5] = {} } } }, { "bad files", { files = { [1] = {} } } },
  { "a bad draft", { draft = {} } }, { "a bad colour", { color = {} } },
  { "a function", boom }, { "a C function", print }, { "a userdata", io.stdout }, { "null", yschema.null },
  { "a coroutine", coroutine.create(boom) },
  { "a trap", trap() }, { "a closed trap", trap { __metatable = false } },
  { "a trap of keys", setmetatable({ a = 1 }, { keys = trap() }) },
  { "a metatable with a trap", setmetatable({}, trap()) },
  { "a trap with a name", trap { __name = 5 } }, { "a trap in a list", { trap() } },
  { "a trap in a map", { a = trap(), m = trap() } },
  { "traps in options", { limits = trap(), files = trap(), env = trap(), name = "x" } },
  { "a trap among files", { files = { x = trap() } } }, { "a name that is a trap", { name = trap() } },
  { "the schema", schema }, { "the documents", documents }, { "the report", report },
  { "the module", yschema },
  { "a forged object", setmetatable({}, getmetatable(schema)) },
  { "forged documents", setmetatable({}, getmetatable(documents)) },
  { "a forged report", setmetatable({}, getmetatable(report)) },
}
if jit then
  local ffi = require "ffi"
  values[#values + 1] = { "an int64", ffi.new("int64_t", 5) }
  values[#values + 1] = { "a C struct", ffi.new "struct { int x; }" }
end

-- Calls a function from a line of this file, which is the caller.
local function call(f, arguments, n)
  local results = { f(unpack(arguments, 1, n)) }
  return unpack(results)
end

local inner = { "attempt to", "local '", "upvalue '", "field '", "method '", "boom", "%[C%]", "lua/yschema",
  "lua/resty", "stack traceback", "bad argument #%d+ to '%?'", "%(a nil value%)" }
local wanted = { "expected", "must ", "unknown", "write ", "missing", "cannot " }

-- The problem with how a call ended, or nil.
local function problem_of(ok, thrown)
  if ok then return nil end
  if type(thrown) ~= "string" then return "it throws a " .. type(thrown) end
  local place, text = thrown:match "^([^:]+:%d+): (.*)$"
  if not place or not place:find "invalid_arguments%.lua:%d+$" then return "it blames another place: " .. thrown end
  for _, words in ipairs(inner) do
    if text:find(words) then return "words from inside: " .. thrown end
  end
  local says = false
  for _, words in ipairs(wanted) do says = says or text:find(words, 1, true) ~= nil end
  if not says then return "it does not say what is wanted: " .. thrown end
  local named = text:find "argument #%d" or text:find "option" or text:find "limit" or text:find "calling '"
  if not named then return "it names no argument: " .. thrown end
end

local checked = 0

-- Throws when a call ends in another way.
local function try(name, f, words, arguments, n)
  checked = checked + 1
  local problem = problem_of(pcall(call, f, arguments, n))
  if problem then error(("%s(%s): %s"):format(name, table.concat(words, ", "), problem), 0) end
end

local function argument(value)
  if rawequal(value[2], absent) then return nil end
  return value[2]
end

-- Each argument in turn is each value.
local function one_at_a_time(name, f, good)
  for position = 1, #good + 1 do
    for _, value in ipairs(values) do
      local arguments, words = {}, {}
      for i = 1, math.max(#good, position) do arguments[i], words[i] = good[i], "good" end
      arguments[position], words[position] = argument(value), value[1]
      try(name, f, words, arguments, math.max(#good, position))
    end
  end
  for count = 0, #good do try(name, f, { "the first " .. count }, good, count) end
end

-- A third of all pairs, in which each value meets many others.
local function two_at_a_time(name, f, good)
  for i, first in ipairs(values) do
    for j = 1 + i % 3, #values, 3 do
      local second = values[j]
      local words = { "good", first[1], second[1] }
      try(name, f, { first[1], second[1] }, { argument(first), argument(second) }, 2)
      local arguments = { unpack(good) }
      arguments[#good + 1], arguments[#good + 2] = argument(first), argument(second)
      try(name, f, words, arguments, #good + 2)
      if #good > 1 then try(name, f, words, { good[1], argument(first), argument(second) }, 3) end
    end
  end
end

--- Makes the tests of a function.
---@param name string
---@param f function
---@param ... any good arguments
function invalid.arguments_of(name, f, ...)
  local good = { ... }
  it(name .. ": one at a time, and too few", function() one_at_a_time(name, f, good) end)
  it(name .. ": two at a time, and too many", function() two_at_a_time(name, f, good) end)
end

--- Makes the tests of all methods of an object.
---@param name string
---@param object any
---@param good table<string, any[]> good arguments by the method's name
---@return integer count
function invalid.arguments_of_methods(name, object, good)
  local count = 0
  for method, f in pairs(getmetatable(object).__index) do
    if type(f) == "function" and not method:find "^__" then
      count = count + 1
      invalid.arguments_of(name .. ":" .. method, f, object, unpack(good[method] or { "{}" }))
    end
  end
  return count
end

--- How many calls were checked.
---@return integer
function invalid.count() return checked end

invalid.schema, invalid.documents, invalid.report = schema, documents, report

return invalid
