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
local total = require "yschema.sandbox.total"

local sandbox = {}

local error, pcall, setmetatable, type = error, pcall, setmetatable, type
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

-- The methods of strings in the code of closures.
core.guard_strings(safe_string)

-- Patterns are charged for where instructions are counted.
local function charge_patterns() replaced(safe_string, metered.patterns) end
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

-- For each thread of the host, the function that calls closures in the innermost run.
local calls = setmetatable({}, { __mode = "k" })
local host_thread = core.host_thread

--- Calls a closure as pcall does, within what is left of the innermost run's limits.
function sandbox.call(f, ...)
  return (calls[host_thread()] or pcall)(f, ...)
end

--- Returns the function that calls closures on this thread; nil outside of a run.
function sandbox.current() return calls[host_thread()] end

local begin, enter, go_on, leave, yield = core.begin, core.enter, core.go_on, core.leave, core.yield

-- Returns the results of a call, and passes on its yields until it ends. The closure runs on a thread of its own, so
-- that its limits and its methods of strings are the process's only while it runs.
local outcome

local function resumed(meter, thread, ...) return outcome(meter, go_on(meter, thread, yield(...))) end

function outcome(meter, ok, ...)
  if ok ~= nil then return ok, ... end
  return resumed(meter, ...)
end

-- Makes a function that works as pcall and charges its work to a meter.
local function caller(meter)
  local function call(f, ...)
    if enter(meter) then return leave(meter, pcall(f, ...)) end
    return outcome(meter, begin(meter, f, ...))
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

-- Returns the results of a call, and notes whether it has used up a limit.
local function counted(all, ok, ...)
  local _, is_over = ...
  if not ok and is_over then all:take() end
  return ok, ...
end

-- Makes a function that calls closures as `call` does while a total is not used up.
local function within_total(all, call)
  return function(...)
    local problem = all:problem()
    if problem then return false, problem end
    return counted(all, call(...))
  end
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
---@return function # call(f, ...), which works as pcall(f, ...) within the limits; f may yield. When a limit is used
---  up, true comes after the message
---@return function # stop()
function sandbox.start(limits, run, is_free)
  if type(limits) ~= "table" then limits = { budget = limits } end
  local budget, memory = budget_of(limits), limits.max_memory or sandbox.default_memory
  local all = total.current
  local call = caller(core.meter(budget, memory, run, is_free, counts, all and budget and all:together(budget)))
  if all then call = within_total(all, call) end
  local thread = host_thread()
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
