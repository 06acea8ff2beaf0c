--- Where the code of a schema runs: pure functions, and on Lua 5.4 a budget.
--
-- A run of closures goes like this; `stop` must be called whatever happens:
--
--     local call, stop = sandbox.start(10000000)
--     local ok, result = call(closure, value, ctx)   -- as pcall
--     stop()
--
-- On LuaJIT, where compiled traces ignore hooks, `call` is pcall and closures
-- are trusted code (attacks.md 4).
--
-- @module yschema.sandbox

local pattern = require "yschema.pattern"

local sandbox = {}

local error, pcall, setmetatable, tostring, type = error, pcall, setmetatable, tostring, type
local getinfo, gethook, sethook = debug.getinfo, debug.gethook, debug.sethook
local rep = string.rep

local has_budget = not jit

-- How long a string string.rep may make.
local most_bytes = 16 * 1024 * 1024

local function bounded_rep(s, n, separator)
  if type(s) == "number" then s = tostring(s) end
  if type(s) == "string" and type(n) == "number" then
    local size = n > 0 and #s * n + (separator and #tostring(separator) * (n - 1) or 0) or 0
    if size > most_bytes then
      error("string.rep: the result would be longer than " .. most_bytes .. " bytes", 2)
    end
  end
  -- LuaJIT's takes a separator, too.
  if separator == nil then return rep(s, n) end
  return rep(s, n, separator)
end

-- The host's function where it is sure to be quick, else ours.
local function guarded(name)
  local native, own = string[name], pattern[name]
  return function(s, p, ...)
    if type(s) == "string" and type(p) == "string" and not pattern.is_cheap(s, p) then
      return own(s, p, ...)
    end
    return native(s, p, ...)
  end
end

local function copy(names, library)
  local out = {}
  for name in names:gmatch "%S+" do out[name] = library[name] end
  return out
end

local safe_string = copy([[byte char find format gmatch gsub len lower match rep reverse sub
  upper pack packsize unpack]], string)
safe_string.rep = bounded_rep
if has_budget then
  for _, name in ipairs { "find", "match", "gmatch", "gsub" } do
    safe_string[name] = guarded(name)
  end
end

local safe_table = copy("concat insert pack remove sort unpack", table)
safe_table.unpack = table.unpack or unpack -- luacheck: ignore

local safe_math = copy([[abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge
  ldexp log log10 max maxinteger min mininteger modf pi pow rad sin sinh sqrt tan tanh
  tointeger type ult]], math)

-- A library that closures can read and not change.
local function frozen(library, name)
  return setmetatable({}, {
    __index = library,
    __newindex = function() error("the library " .. name .. " is read-only", 2) end,
  })
end

--- The names that Lua code sees as its own, to their values. Not to be changed.
sandbox.globals = {
  assert = assert, error = error, ipairs = ipairs, next = next, pairs = pairs, pcall = pcall,
  rawequal = rawequal, select = select, tonumber = tonumber, tostring = tostring, type = type,
  unpack = rawget(_G, "unpack"),
  math = frozen(safe_math, "math"),
  string = frozen(safe_string, "string"),
  table = frozen(safe_table, "table"),
  utf8 = utf8 and frozen(utf8, "utf8") or nil,
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

-- Methods of strings -------------------------------------------------------------

-- ("x"):rep(n) goes past the environment, through the metatable that all strings
-- of the host share. While closures run it leads to the safe functions.
local string_mt = getmetatable ""
local entered, host_index = 0, nil

--- Let methods of strings be the safe ones. Calls may nest; each needs a `leave`.
-- Nothing on LuaJIT.
function sandbox.enter()
  if not has_budget then return end
  if entered == 0 then
    host_index = string_mt.__index
    string_mt.__index = safe_string
  end
  entered = entered + 1
end

--- End what `enter` began.
function sandbox.leave()
  if not has_budget or entered == 0 then return end
  entered = entered - 1
  if entered == 0 then string_mt.__index = host_index end
end

-- The budget ---------------------------------------------------------------------

-- Asking for a frame costs as much as it is deep, so that looking through a deep
-- stack would take long.
local deepest = 200

-- Whether a function is on the stack. On a stack deeper than what the host is
-- likely to have by itself, the answer is yes: closures made it so.
local function is_running(f)
  if getinfo(deepest, "l") then return true end
  for level = 3, deepest do
    local info = getinfo(level, "f")
    if not info then return false end
    if info.func == f then return true end
  end
end

-- Nothing to undo.
local function idle_stop() end

-- Lua counts the hook's own instructions, too: about this many.
local hook_cost = 17

-- The hook comes every `step` instructions and counts down; when nothing is left
-- it throws, and from then on after every instruction, so that a closure which
-- catches the error cannot go on. When `call` itself is about to return, things
-- are as before.
--
-- A function that calls many closures need not `call` each one: when `serial`
-- gives another number than at the last hook, another closure runs.
local function budgeted(budget, serial, owner)
  local old, mask, count = gethook()
  if old == "external hook" then return pcall, idle_stop end
  local share = math.max(1, math.floor(budget / 16))
  local step, most = share + hook_cost, math.ceil(budget / share) + 1
  local left, last = most, nil
  local message = "the instruction budget of " .. string.format("%d", budget) .. " is used up"

  -- While pcall runs, `call` is below it on the stack: a C function that is called
  -- last does not take its caller's place.
  local function call(f, ...)
    left = most
    return pcall(f, ...)
  end

  local function hook(event)
    if event ~= "count" then
      local info = getinfo(3, "f") -- below the function that returns
      if info and info.func == call then
        left = most
        sethook(hook, "", step)
      end
      return
    end
    if serial then
      local now = serial(owner)
      if now ~= last then left, last = most, now end
    end
    left = left - 1
    if left > 0 then return end
    if left < 0 or is_running(call) then
      sethook(hook, "r", 1)
      error(message, 0)
    end
    left = most
  end

  sethook(hook, "", step)
  return call, function()
    if old then sethook(old, mask, count) else sethook() end
  end
end

--- What calls a closure now: as pcall, within the budget of the innermost run.
sandbox.call = pcall

--- Begin a run of closures.
-- Runs may nest (a closure may use a schema); the inner one must be stopped first.
-- A hook of the host rests meanwhile; a debugger's, which cannot be put back,
-- stays, and then there is no budget.
---@param budget? integer instructions that each call may take; nil or 0: no
---  limit. It is kept to a sixteenth.
---@param serial? function serial(owner) -> a number. When it changes in the middle of
---  a call, the budget begins anew.
---@param owner? any
---@return function # call(f, ...): as pcall(f, ...), within the budget
---@return function # stop()
function sandbox.start(budget, serial, owner)
  if not has_budget then return pcall, idle_stop end
  local call, restore = pcall, idle_stop
  if budget and budget > 0 then call, restore = budgeted(budget, serial, owner) end
  sandbox.enter()
  local running, outer = true, sandbox.call
  sandbox.call = call
  return call, function()
    if not running then return end
    running = false
    sandbox.call = outer
    restore()
    sandbox.leave()
  end
end

return sandbox
