--- Runs the code of a schema: with pure functions only, below a ceiling of memory, and within a budget
-- of work. On Lua 5.4 instructions are a part of the budget.
--
-- A run of closures goes like this; `stop` must be called whatever happens:
--
--     local call, stop = sandbox.start { budget = 10000000 }
--     local ok, result = call(closure, value, ctx)   -- as pcall
--     stop()
--
-- On LuaJIT, where compiled traces ignore hooks, instructions are not counted, and closures
-- are trusted code (reference#trust).
--
-- @module yschema.sandbox.sandbox

local core = require "yschema.core"
local metered = require "yschema.sandbox.metered"

local sandbox = {}

local error, pcall, setmetatable, tostring, type = error, pcall, setmetatable, tostring, type
local running = coroutine.running
local gethook = debug.gethook

-- Whether instructions are counted.
local has_budget = not jit

local function copy(names, library)
  local out = {}
  for name in names:gmatch "%S+" do out[name] = library[name] end
  return out
end

-- `library` with functions of ours in the place of its own.
local function replaced(library, functions)
  for name, f in pairs(functions) do
    if library[name] then library[name] = f end
  end
  return library
end

local safe_string = copy([[byte char find format gmatch gsub len lower match rep reverse sub
  upper pack packsize unpack]], string)
replaced(safe_string, metered.string)
core.guard_strings(safe_string)

local safe_table = copy("concat insert pack remove sort unpack", table)
safe_table.unpack = table.unpack or unpack -- luacheck: ignore
replaced(safe_table, metered.table)

local safe_utf8 = utf8
  and replaced(copy("char charpattern codepoint codes len offset", utf8), metered.utf8)

local safe_math = copy([[abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge
  ldexp log log10 max maxinteger min mininteger modf pi pow rad sin sinh sqrt tan tanh
  tointeger type ult]], math)

-- What it takes to throw and to catch, in instructions.
local failure_cost = 50

-- When something is used up, it is thrown on.
local function caught(ok, ...)
  if not ok then
    core.throw_spent()
    core.charge(failure_cost)
  end
  return ok, ...
end

--- As pcall, but not to be outlived: what ends a closure cannot be caught in it.
function sandbox.pcall(f, ...) return caught(pcall(f, ...)) end

-- A library that closures can read and not change.
local function frozen(library, name)
  return setmetatable({}, {
    __index = library,
    __newindex = function() error("the library " .. name .. " is read-only", 2) end,
  })
end

--- The names that Lua code sees as its own, to their values. Not to be changed.
sandbox.globals = {
  assert = assert, error = error, ipairs = ipairs, next = next, pairs = pairs,
  pcall = sandbox.pcall, rawequal = rawequal, select = select, tonumber = metered.tonumber,
  tostring = tostring, type = type,
  unpack = rawget(_G, "unpack") and metered.table.unpack,
  math = frozen(safe_math, "math"),
  string = frozen(safe_string, "string"),
  table = frozen(safe_table, "table"),
  utf8 = safe_utf8 and frozen(safe_utf8, "utf8") or nil,
}

--- An environment for a chunk of Lua code.
---@param extra? function|table names before Lua's own: a table, or a function
---  (name) giving a value or nil
---@return table # reading an unknown name and assigning to any is an error
function sandbox.environment(extra)
  return setmetatable({}, {
    __index = function(_, name)
      local value
      if type(extra) == "function" then value = extra(name)
      elseif extra then value = extra[name] end
      if value == nil then value = sandbox.globals[name] end
      if value == nil then error("undefined: " .. tostring(name), 2) end
      return value
    end,
    __newindex = function(_, name)
      error("cannot assign to the global " .. tostring(name), 2)
    end,
  })
end

-- Calls --------------------------------------------------------------------------

--- Bytes of memory that closures may take in a run, unless it is said otherwise.
sandbox.default_memory = 268435456

-- What calls closures, by thread: of the innermost run.
local calls = setmetatable({}, { __mode = "k" })
local main = {} -- LuaJIT's main thread is nil

--- What calls a closure now: as pcall, within what the innermost run has left.
function sandbox.call(f, ...)
  return (calls[running() or main] or pcall)(f, ...)
end

--- What calls closures on this thread: nil outside of a run.
function sandbox.current() return calls[running() or main] end

local enter, leave = core.enter, core.leave

-- As pcall, on a meter's account.
local caller = core.caller or function(meter)
  local function left(first, second, ...) return leave(meter, first, second, ...) end
  return function(f, ...)
    local first, second = enter(meter)
    return left(first, second, pcall(f, ...))
  end
end

-- A debugger's hook stays, and then there is no budget.
local function budget_of(limits)
  local budget = limits.budget
  if not budget or budget == 0 then return nil end
  return (not has_budget or gethook() ~= "external hook" or core.has_own_hook()) and budget or nil
end

---@class yschema.Allowance
---@field budget? integer instructions that each call may take, and work in C that is worth as
---  many; nil or 0: no limit. It is kept to a thousand of them.
---@field max_memory? integer bytes that they may take together; 0: no limit

--- Begin a run of closures.
-- Runs may nest (a closure may use a schema); the inner one must be stopped first.
-- A hook of the host rests while a closure runs.
---@param limits? yschema.Allowance|integer a number: the budget
---@param run? userdata a core run, each question of which has the whole budget
---@return function # call(f, ...): as pcall(f, ...), within the limits; f may yield
---@return function # stop()
function sandbox.start(limits, run)
  if type(limits) ~= "table" then limits = { budget = limits } end
  local budget, memory = budget_of(limits), limits.max_memory or sandbox.default_memory
  local call = caller(core.meter(budget, memory, run))
  local thread = running() or main
  local outer = calls[thread]
  calls[thread] = call
  return call, function()
    if calls[thread] == call then calls[thread] = outer end
  end
end

--- Limits with a budget that is not below a least one, where there is one.
---@param limits yschema.Allowance
---@param least integer
---@return yschema.Allowance
function sandbox.at_least(limits, least)
  local budget = limits.budget
  return { budget = budget and math.max(budget, least), max_memory = limits.max_memory }
end

return sandbox
