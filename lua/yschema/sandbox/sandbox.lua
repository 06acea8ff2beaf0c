--- Runs the code of a schema with pure functions only, within a limit of memory and a budget of work. On
-- Lua 5.4, instructions count towards the budget; on LuaJIT, only after `sandbox.count_instructions()`.
--
-- A run of closures works as follows; `stop` must be called in all cases:
--
--     local call, stop = sandbox.start { budget = 10000000 }
--     local ok, result = call(closure, value, ctx)   -- works as pcall
--     stop()
--
-- LuaJIT's compiled traces ignore hooks, so it has to run without its compiler where instructions are counted.
-- Elsewhere, closures must be trusted code (reference#trust).
--
-- @module yschema.sandbox.sandbox

local core = require "yschema.core"
local metered = require "yschema.sandbox.metered"

local sandbox = {}

local error, getmetatable, pcall, setmetatable, type = error, getmetatable, pcall, setmetatable, type
local running = coroutine.running
local gethook = debug.gethook

-- Whether instructions are counted.
local counts = not jit

local function copy(names, library)
  local out = {}
  for name in names:gmatch "%S+" do out[name] = library[name] end
  return out
end

-- Copies `library`, with some of its functions replaced by ours.
local function replaced(library, functions)
  for name, f in pairs(functions) do
    if library[name] then library[name] = f end
  end
  return library
end

local safe_string = copy([[byte char find format gmatch gsub len lower match rep reverse sub
  upper pack packsize unpack]], string)
replaced(safe_string, metered.string)

-- The methods of strings in closures. On LuaJIT, what they call has them, too.
local methods = jit and setmetatable({
  dump = function() error("undefined: string.dump", 2) end, format = safe_string.format, rep = safe_string.rep,
}, { __index = getmetatable("").__index, of_closures = true }) or safe_string
core.guard_strings(methods)

-- Patterns are charged for where instructions are counted.
local function charge_patterns()
  replaced(safe_string, metered.patterns)
  if jit then
    for name, f in pairs(metered.patterns) do methods[name] = f end
  end
end
if counts then charge_patterns() end

--- Counts the instructions of closures on LuaJIT, too. It turns LuaJIT's compiler off, for the whole process.
function sandbox.count_instructions()
  if counts then return end
  counts = true
  jit.off()
  jit.flush()
  -- Loaded now: while closures run, a loader of the host's that uses a pattern would need this module to load it.
  require "yschema.text.lua_pattern"
  charge_patterns()
end

local safe_table = copy("concat insert pack remove sort unpack", table)
safe_table.unpack = table.unpack or unpack -- luacheck: ignore
replaced(safe_table, metered.table)

local safe_utf8 = utf8
  and replaced(copy("char charpattern codepoint codes len offset", utf8), metered.utf8)

local safe_math = copy([[abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge
  ldexp log log10 max maxinteger min mininteger modf pi pow rad sin sinh sqrt tan tanh
  tointeger type ult]], math)

-- The cost of throwing and catching an error, in instructions.
local failure_cost = 50

-- The error that a limit is exceeded is thrown on.
local function caught(ok, ...)
  if not ok then
    core.throw_spent()
    core.charge(failure_cost)
  end
  return ok, ...
end

--- Works as pcall, but cannot catch the errors that end a closure because a limit is exceeded.
function sandbox.pcall(f, ...) return caught(pcall(f, ...)) end

-- Makes a view of a library that closures can read and not change.
local function frozen(library, name)
  return setmetatable({}, {
    __index = library,
    __newindex = function() error("the library " .. name .. " is read-only", 2) end,
  })
end

--- The global names of Lua code and their values. This table must not be changed.
sandbox.globals = {
  assert = assert, error = error, ipairs = ipairs, next = next, pairs = pairs,
  pcall = sandbox.pcall, rawequal = rawequal, select = select, tonumber = metered.tonumber,
  tostring = metered.tostring, type = type,
  unpack = rawget(_G, "unpack") and metered.table.unpack,
  math = frozen(safe_math, "math"),
  string = frozen(safe_string, "string"),
  table = frozen(safe_table, "table"),
  utf8 = safe_utf8 and frozen(safe_utf8, "utf8") or nil,
}

-- Calls --------------------------------------------------------------------------

--- How many bytes closures may allocate in a run by default.
sandbox.default_memory = 268435456

-- For each thread, the function that calls closures in the innermost run.
local calls = setmetatable({}, { __mode = "k" })
local main = {} -- LuaJIT's main thread is nil and needs a key

--- Calls a closure as pcall does, within what is left of the innermost run's limits.
function sandbox.call(f, ...)
  return (calls[running() or main] or pcall)(f, ...)
end

--- Returns the function that calls closures on this thread; nil outside of a run.
function sandbox.current() return calls[running() or main] end

local enter, leave = core.enter, core.leave

-- Makes a function that works as pcall and charges its work to a meter. On LuaJIT, the core knows the
-- function: it runs on after pcall has caught the error that a limit is exceeded.
local caller = core.caller or function(meter)
  local function call(f, ...)
    local first, second = enter(meter)
    return leave(meter, first, second, pcall(f, ...))
  end
  core.set_caller(meter, call)
  return call
end

-- Returns the budget. There is none while a debugger has set a hook, because that hook stays in place.
local function budget_of(limits)
  local budget = limits.budget
  if not budget or budget == 0 then return nil end
  return (not counts or gethook() ~= "external hook" or core.has_own_hook()) and budget or nil
end

---@class yschema.Allowance
---@field budget? integer instructions that each call may take, including work in C, which is counted as
---  instructions; nil or 0 means no limit. It is enforced to within a thousand instructions.
---@field max_memory? integer bytes that all calls together may allocate; 0 means no limit

--- Begins a run of closures.
-- Runs may nest, because a closure may use a schema; the inner one must be stopped first. Its cost counts for the outer
-- one, unless `is_free`.
-- A hook of the host is suspended while a closure runs.
---@param limits? yschema.Allowance|integer an integer is the budget
---@param run? userdata a core run; each of its questions has the whole budget
---@param is_free? boolean
---@return function # call(f, ...), which works as pcall(f, ...) within the limits; f may yield
---@return function # stop()
function sandbox.start(limits, run, is_free)
  if type(limits) ~= "table" then limits = { budget = limits } end
  local budget, memory = budget_of(limits), limits.max_memory or sandbox.default_memory
  local call = caller(core.meter(budget, memory, run, is_free, counts))
  local thread = running() or main
  local outer = calls[thread]
  calls[thread] = call
  return call, function()
    if calls[thread] == call then calls[thread] = outer end
  end
end

--- Begins a run of closures, calls f(call), and ends the run. Errors of f are thrown on.
---@param limits yschema.Allowance
---@param f fun(call: function) `call` works as pcall within the limits
---@param is_free? boolean see `start`
function sandbox.within(limits, f, is_free)
  local call, stop = sandbox.start(limits, nil, is_free)
  local ok, thrown = pcall(f, call)
  stop()
  if not ok then error(thrown, 0) end
end

--- Returns limits whose budget, if there is one, is at least `least`.
---@param limits yschema.Allowance
---@param least integer
---@return yschema.Allowance
function sandbox.at_least(limits, least)
  local budget = limits.budget
  return { budget = budget and math.max(budget, least), max_memory = limits.max_memory }
end

return sandbox
