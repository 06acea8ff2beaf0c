--- Calls functions from Starlark code: checks arguments, and handles keyword arguments, methods, attributes.
--
-- To Starlark, any Lua function is a function. Functions whose parameters have names (lambdas, builtins)
-- are registered here. For other Lua functions, the debug library finds the names.
--
-- @module yschema.starlark.calls

local core = require "yschema.core"
local suggestion = require "yschema.base.suggestion"
local values = require "yschema.starlark.values"

local calls = {}

local null, kind, raise = values.null, values.kind, values.raise
local getmetatable, select, type = getmetatable, select, type
local unpack = table.unpack or unpack -- luacheck: ignore

-- Function to signature: { name=, params= list of names, required=, variadic=,
-- self= whether the first parameter is a method's object, keywords=function,
-- foreign= whether what it gives comes from a function of Lua's, float= "spelled" or "computed" when
-- its code makes a float of what it gives, keeps= see `calls.keeps` }.
local signatures = setmetatable({}, { __mode = "k" })

-- Methods by kind, filled by the modules that define them.
calls.methods = { string = {}, list = {}, dict = {}, tuple = {}, set = {} }

--- Register what a function takes.
-- `keywords`, if there, is called as keywords(named, ...) when there are keyword
-- arguments: `named` is a dict.
---@param f function
---@param signature table see above
---@return function # f
function calls.register(f, signature)
  signatures[f] = signature
  return f
end

--- Whether the code of a function makes a float of what it gives, if it is a number at all.
---@param f any
---@return "spelled"|"computed"|nil # see `yschema.codegen.float_code`
function calls.makes_float(f)
  local signature = signatures[f]
  return signature and signature.float or nil
end

-- The functions whose body of YAML was nothing but a float when they were called last.
local bodies = setmetatable({}, { __mode = "k" })

--- Note whether the body of a function, which is about to return it, is a float.
---@param f function
---@param is_float boolean
function calls.gave(f, is_float) bodies[f] = is_float and "spelled" or nil end

--- Whether what a function has just given is a float for certain, if it is a number at all.
---@param f any
---@return "spelled"|"computed"|nil
function calls.gives_float(f) return f ~= nil and (calls.makes_float(f) or bodies[f]) or nil end
core.hooks.gives_float = calls.gives_float

--- Note that a function gives a list that has its arguments as items.
---@param f function registered
---@param offset integer how many items stand in front of them
function calls.keeps_arguments(f, offset) signatures[f].keeps = offset end

--- How many items stand in front of the arguments in the list that a function gives; nil when it gives no
-- such list.
---@param f function
---@return integer?
function calls.keeps(f) return signatures[f] and signatures[f].keeps end

--- Define a builtin in a table of functions.
---@param where table
---@param name string
---@param params string names parted by blanks; those after `required` are
---  optional; a last "*" takes any number more
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

-- The signature of any function, or nil.
local function signature_of(f)
  local known = signatures[f]
  if known or type(f) ~= "function" then return known end
  local info = debug.getinfo(f, "Su")
  if info.what == "C" or not info.nparams then return nil end
  local params = {}
  for i = 1, info.nparams do params[i] = debug.getlocal(f, i) or "?" end
  return { name = "function", params = params, required = 0, variadic = info.isvararg, lua = true }
end

--- The parameters of a function of Starlark's; nil for others.
---@param f any
---@return integer? needed how many have no default
---@return integer? named all but `*args` and `**kwargs`
---@return boolean? variadic whether there are `*args`
function calls.parameters(f)
  local signature = signatures[f]
  if not signature or signature.builtin then return nil end
  return signature.required, #signature.params, signature.variadic and true or false
end

--- The name under which code defined a function; nil for others, and for lambdas.
---@param f function
---@return string?
function calls.own_name(f)
  local signature = signatures[f]
  if not signature or signature.builtin or signature.name == "lambda" then return nil end
  return signature.name
end

--- Whether a function is Starlark's: these are registered, all others are Lua's.
---@param f any
---@return boolean
function calls.is_starlark(f)
  local signature = signatures[f]
  return signature ~= nil and not signature.foreign
end

--- Whether what a function gave is true in the function's own language.
---@param f any
---@param x any
---@return boolean
function calls.is_true(f, x)
  if calls.is_starlark(f) then return values.truth(x) end
  return x ~= nil and x ~= false and x ~= null
end

-- How a function is shown.
function values.function_text(f)
  local signature = signatures[f]
  if not signature then return "<function>" end
  if signature.object then
    return "<built-in method " .. signature.name .. " of " .. signature.object .. " value>"
  end
  return "<" .. (signature.builtin and "built-in function " or "function ") .. signature.name .. ">"
end

--- Starlark's type().
function calls.type(x)
  local k = kind(x)
  if k == "function" and signatures[x] and signatures[x].builtin then
    return "builtin_function_or_method"
  end
  return k
end

local function plural(n, word) return n .. " " .. word .. (n == 1 and "" or "s") end

--- What is wrong with a call with n positional arguments, or nil.
---@param signature table
---@param n integer
---@param args? table to look for gaps in
---@return string?
function calls.arity_problem(signature, n, args)
  local params, own = signature.params, signature.self and 1 or 0
  local most = #params - own
  n = n - own
  if n > most and not signature.variadic then
    local given = " (" .. n .. " given)"
    local who = "function " .. signature.name
    if most == 0 then return who .. " accepts no arguments" .. given end
    local at_most = signature.required - own < most and "at most " or ""
    return who .. " accepts " .. at_most .. plural(most, "positional argument") .. given
  end
  local missing = {}
  for i = 1, signature.required do
    if i > n + own and not (args and args[i] ~= nil) then missing[#missing + 1] = params[i] end
  end
  if missing[1] then
    return "function " .. signature.name .. " missing " .. plural(#missing, "argument")
      .. " (" .. table.concat(missing, ", ") .. ")"
  end
end

local arity_problem = calls.arity_problem

-- How many arguments a call may have: LuaJIT takes not many more.
local most_arguments = 7000

--- What is wrong with calling f with n positional arguments, if that can be
-- told beforehand.
---@return string?
function calls.problem(f, n)
  local signature = signatures[f]
  return signature and arity_problem(signature, n)
end

--- A result of any function as a Starlark value: nothing is None.
function calls.value(x)
  if x == nil then return null end
  return x
end
local value = calls.value

--- All results, as they are. A call below it is no tail call.
function calls.pass(...) return ... end

local function check_callable(f)
  if type(f) ~= "function" and kind(f) ~= "function" then
    local mt = type(f) == "table" and getmetatable(f)
    if not (mt and mt.__call) then
      raise("invalid call of non-function (" .. kind(f) .. ")")
    end
  end
end

-- Raises when f cannot be called with n positional arguments.
local function check_call(f, n)
  local signature = signatures[f]
  if not signature then return check_callable(f) end
  local problem = arity_problem(signature, n)
  if problem then raise(problem) end
end

--- Call a function that the compiler does not know.
function calls.call(f, ...)
  check_call(f, select("#", ...))
  return value((f(...)))
end

--- The same, with all that the function gives, as it is.
function calls.call_whole(f, ...)
  check_call(f, select("#", ...))
  return calls.pass(f(...)) -- no tail call, as the place of an error is looked for
end

-- Puts keyword arguments into their positions.
local function bind(signature, args, n, named)
  local params, last = signature.params, n
  for _, key in ipairs(values.keys(named)) do
    local at
    for i = 1, #params do
      if params[i] == key then at = i end
    end
    if not at or at == 1 and signature.self then
      raise("function " .. signature.name .. " got an unexpected keyword argument "
        .. values.repr(key) .. suggestion.hint(tostring(key), values.copy(params)))
    end
    if at <= n then
      raise("function " .. signature.name .. " got multiple values for parameter "
        .. values.repr(key))
    end
    args[at] = named[key]
    if at > last then last = at end
  end
  return last
end

--- Call with everything: splats and keyword arguments.
---@param f any any callable
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
    n = bind(signature, args, n, named)
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

-- A field of a map, struct, module or callable table; or nil.
local function own(x, k, name)
  if type(x) == "table" and fields_of[k] then return x[name] end
end

-- What a method takes when its object is known.
local function bound(method, x)
  local known = signatures[method]
  local signature = { name = known.name, params = values.copy(known.params, 2),
    required = known.required - 1, variadic = known.variadic, builtin = true, object = kind(x) }
  if known.keywords then
    function signature.keywords(named, ...) return known.keywords(named, x, ...) end
  end
  return signature
end

--- `x.name`. On a map a missing key reads as None, unless it is a method's name.
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

--- Whether `x.name` is there.
function calls.has_attribute(x, name)
  local k = kind(x)
  return own(x, k, name) ~= nil or calls.methods[k] ~= nil and calls.methods[k][name] ~= nil
end

-- What `x.name(...)` calls, and whether it wants x as its first argument. A
-- map's own function stands before a method, other values behind it.
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

--- `x.name(...)`.
function calls.invoke(x, name, ...)
  if type(x) == "string" then
    local method = calls.methods.string[name]
    if method then return method(x, ...) end
  end
  local f, with_self = target(x, name)
  if with_self then return value((f(x, ...))) end
  return calls.call(f, ...)
end

--- The same, with all that the function gives, as it is.
function calls.invoke_whole(x, name, ...)
  local f, with_self = target(x, name)
  if with_self then return calls.pass(f(x, ...)) end
  return calls.call_whole(f, ...)
end

--- `x.name(...)` with everything, as `apply`.
function calls.apply_method(x, name, args, n, named)
  local f, with_self = target(x, name)
  if with_self then
    table.insert(args, 1, x)
    n = n + 1
  end
  return calls.apply(f, args, n, named)
end

return calls
