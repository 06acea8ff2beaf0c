--- Calls functions from Starlark code, checks their arguments, and looks up methods and attributes.
--
-- To Starlark, any Lua function is a function. Functions whose parameters have names (lambdas, builtins)
-- are registered in `yschema.starlark.signatures`. For other Lua functions, the debug library finds the names.
--
-- @module yschema.starlark.calls

local signatures = require "yschema.starlark.signatures"
local suggestion = require "yschema.base.lazily" "yschema.base.suggestion"
local values = require "yschema.starlark.values"

local calls = {}

local null, kind, raise = values.null, values.kind, values.raise
local getmetatable, select, type = getmetatable, select, type
local unpack = table.unpack or unpack -- luacheck: ignore
local arity_problem, signature_by = signatures.arity_problem, signatures.of

-- The modules that call functions also ask for their signatures.
calls.register, calls.parameters, calls.own_name = signatures.register, signatures.parameters, signatures.own_name
calls.makes_float, calls.gives_float = signatures.makes_float, signatures.gives_float
calls.keeps_arguments, calls.keeps = signatures.keeps_arguments, signatures.keeps
calls.is_starlark, calls.problem, calls.arity_problem = signatures.is_starlark, signatures.problem, arity_problem

-- The methods of each kind of value. The modules that define the methods add them here.
calls.methods = { string = {}, list = {}, dict = {}, tuple = {}, set = {} }

--- Defines a builtin in a table of functions.
---@param where table
---@param name string
---@param params string names with blanks between them; the first `required` ones are
---  required; a "*" at the end takes any number of further arguments
---@param required integer
---@param f function
---@param keywords? function see `register`
function calls.define(where, name, params, required, f, keywords)
  local signature = { name = name, params = {}, required = required, keywords = keywords,
    builtin = true }
  for param in params:gmatch "%S+" do
    if param == "*" then signature.variadic = true
    else signature.params[#signature.params + 1] = param end
  end
  signature.self = signature.params[1] == "self"
  where[name] = calls.register(f, signature)
end

-- Returns the signature of any function, or nil when it is not known.
local function signature_of(f)
  local known = signature_by[f]
  if known or type(f) ~= "function" then return known end
  local info = debug.getinfo(f, "Su")
  if info.what == "C" or not info.nparams then return nil end
  local params = {}
  for i = 1, info.nparams do params[i] = debug.getlocal(f, i) or "?" end
  return { name = "function", params = params, required = 0, variadic = info.isvararg, lua = true }
end

--- Returns whether the result x of a function is true in the language of the function.
---@param f any
---@param x any
---@return boolean
function calls.is_true(f, x)
  if calls.is_starlark(f) then return values.truth(x) end
  return x ~= nil and x ~= false and x ~= null
end

-- Returns the text that shows a function.
function values.function_text(f)
  local signature = signature_by[f]
  if not signature then return "<function>" end
  if signature.object then
    return "<built-in method " .. signature.name .. " of " .. signature.object .. " value>"
  end
  return "<" .. (signature.builtin and "built-in function " or "function ") .. signature.name .. ">"
end

--- Starlark's type().
function calls.type(x)
  local k = kind(x)
  if k == "function" and signature_by[x] and signature_by[x].builtin then
    return "builtin_function_or_method"
  end
  return k
end

-- How many arguments a call may have. LuaJIT's own limit is a little higher.
local most_arguments = 7000

--- Returns the result of any function as a Starlark value: nil becomes None.
function calls.value(x)
  if x == nil then return null end
  return x
end
local value = calls.value

--- Returns all of its arguments unchanged. `return calls.pass(f())` does not call f as a tail call.
function calls.pass(...) return ... end

--- Returns whether a value can be called.
---@param f any
---@return boolean
function calls.is_callable(f)
  if type(f) == "function" then return true end
  local mt = type(f) == "table" and getmetatable(f)
  return type(mt) == "table" and mt.__call ~= nil
end

local function check_callable(f)
  if not calls.is_callable(f) then raise("invalid call of non-function (" .. kind(f) .. ")") end
end

-- Throws when f cannot be called with n positional arguments.
local function check_call(f, n)
  local signature = signature_by[f]
  if not signature then return check_callable(f) end
  local problem = arity_problem(signature, n)
  if problem then raise(problem) end
end

--- Calls a function that the compiler does not know, and returns its first result.
function calls.call(f, ...)
  check_call(f, select("#", ...))
  return value((f(...)))
end

--- Calls a function that the compiler does not know, and returns all of its results unchanged.
function calls.call_whole(f, ...)
  check_call(f, select("#", ...))
  return calls.pass(f(...)) -- a tail call would remove the place of an error from the stack
end

--- Puts keyword arguments into their positions in `args`, and returns the last position that is used.
-- Those without a parameter are added to the dict `rest`, if it is given.
function calls.bind(signature, args, n, named, rest)
  local params, last = signature.params, n
  for _, key in ipairs(values.keys(named)) do
    local at
    for i = 1, #params do
      if params[i] == key then at = i end
    end
    if not at and rest then
      values.set(rest, key, named[key])
    elseif not at or at == 1 and signature.self then
      raise("function " .. signature.name .. " got an unexpected keyword argument "
        .. values.repr(key) .. suggestion.hint(tostring(key), values.copy(params)))
    end
    if at and at <= n then
      raise("function " .. signature.name .. " got multiple values for parameter "
        .. values.repr(key))
    elseif at then
      args[at], last = named[key], math.max(last, at)
    end
  end
  return last
end

--- Calls a function with positional arguments and keyword arguments.
---@param f any a function or another value that can be called
---@param args table positional arguments 1..n; may be changed
---@param n integer
---@param named? table a dict
function calls.apply(f, args, n, named)
  check_callable(f)
  if n > most_arguments then raise("more than " .. most_arguments .. " arguments") end
  local signature = signature_of(f)
  if named and next(named) ~= nil then
    if not signature then raise "this function takes no keyword arguments" end
    if signature.keywords then
      return value((signature.keywords(named, unpack(args, 1, n))))
    end
    local given = n
    n = calls.bind(signature, args, n, named)
    local problem = not signature.lua and arity_problem(signature, given, args)
    if problem then raise(problem) end
  elseif signature and not signature.lua then
    local problem = arity_problem(signature, n)
    if problem then raise(problem) end
  end
  return value((f(unpack(args, 1, n))))
end

local function no_attribute(x, name)
  local k = kind(x)
  local hint = ""
  if k == "module" then
    k = getmetatable(x).module
    hint = suggestion.hint(name, suggestion.string_keys(getmetatable(x).__index))
  elseif calls.methods[k] then
    hint = suggestion.hint(name, suggestion.string_keys(calls.methods[k]))
  end
  raise(k .. " has no ." .. name .. " field or method" .. hint)
end

local fields_of = { dict = true, struct = true, module = true, ["function"] = true }

-- Returns a field of a map, struct, module or callable table, or nil.
local function own(x, k, name)
  if type(x) == "table" and fields_of[k] then return x[name] end
end

-- Returns the signature of a method without its first parameter, which is the object x.
local function bound(method, x)
  local known = signature_by[method]
  local signature = { name = known.name, params = values.copy(known.params, 2),
    required = known.required - 1, variadic = known.variadic, builtin = true, object = kind(x) }
  if known.keywords then
    function signature.keywords(named, ...) return known.keywords(named, x, ...) end
  end
  return signature
end

--- Returns `x.name`. If x is a map that does not have this key, the result is its method of this name, or None.
function calls.attribute(x, name)
  local k = kind(x)
  local field = own(x, k, name)
  if field ~= nil then return field end
  local method = calls.methods[k] and calls.methods[k][name]
  if method then
    return calls.register(function(...) return calls.pass(method(x, ...)) end, bound(method, x))
  end
  if k == "dict" then return null end
  no_attribute(x, name)
end

--- Returns whether `x.name` exists.
function calls.has_attribute(x, name)
  local k = kind(x)
  return own(x, k, name) ~= nil or calls.methods[k] ~= nil and calls.methods[k][name] ~= nil
end

-- Returns the function that `x.name(...)` calls, and whether x is its first argument. A function in a field
-- comes before a method of the same name; any other value in a field comes after it.
local function target(x, name)
  local k = kind(x)
  local field = own(x, k, name)
  if field ~= nil and (type(field) == "function" or kind(field) == "function") then
    return field, false
  end
  local method = calls.methods[k] and calls.methods[k][name]
  if method then return method, true end
  if field ~= nil then return field, false end
  no_attribute(x, name)
end

--- Calls `x.name(...)` and returns the first result.
function calls.invoke(x, name, ...)
  if type(x) == "string" then
    local method = calls.methods.string[name]
    if method then return method(x, ...) end
  end
  local f, with_self = target(x, name)
  if with_self then return value((f(x, ...))) end
  return calls.call(f, ...)
end

--- Calls `x.name(...)` and returns all results unchanged.
function calls.invoke_whole(x, name, ...)
  local f, with_self = target(x, name)
  if with_self then return calls.pass(f(x, ...)) end
  return calls.call_whole(f, ...)
end

--- Calls `x.name(...)` with positional arguments and keyword arguments, as `apply` does.
function calls.apply_method(x, name, args, n, named)
  local f, with_self = target(x, name)
  if with_self then
    table.insert(args, 1, x)
    n = n + 1
  end
  return calls.apply(f, args, n, named)
end

return calls
