--- Knows the signatures of functions: those of Starlark, and of the functions that are given to Starlark.
--
-- A schema whose functions are not called yet needs only this module, and not those that call functions and handle
-- their values.
--
-- @module yschema.starlark.signatures

local core = require "yschema.core"
local writing = require "yschema.base.lazily" "yschema.base.writing"

local signatures = {}

local concat, setmetatable = table.concat, setmetatable

-- The signatures of functions: { name=, params= list of names, required=, variadic=,
-- self= whether the first parameter is the object of a method, keywords= function (see `signatures.register`),
-- foreign= whether its results come from a Lua function, float= "spelled" or "computed" when its code
-- makes its result a float (see `signatures.makes_float`), keeps= see `signatures.keeps`,
-- is_known_text= see `signatures.is_known_text` }.
local known = setmetatable({}, { __mode = "k" })

--- The signature of each function that has one.
signatures.of = known

--- Registers the signature of a function.
-- If the signature has `keywords`, calls with keyword arguments call keywords(named, ...) instead of the
-- function. `named` is a dict of these arguments.
---@param f function
---@param signature table see above
---@return function # f
function signatures.register(f, signature)
  known[f] = signature
  return f
end

--- Returns whether the code of a function makes its result a float, provided that the result is a number.
---@param f any
---@return "spelled"|"computed"|nil # see `yschema.codegen.float_code`
function signatures.makes_float(f)
  local signature = known[f]
  return signature and signature.float or nil
end

-- The functions with a YAML body whose result was a float when they were called last.
local bodies = setmetatable({}, { __mode = "k" })

--- Records whether the YAML body that a function is about to return is a float.
---@param f function
---@param is_float boolean
function signatures.gave(f, is_float) bodies[f] = is_float and "spelled" or nil end

--- Returns whether the value that a function has just returned is certainly a float, provided that it is a number.
---@param f any
---@return "spelled"|"computed"|nil
function signatures.gives_float(f) return f ~= nil and (signatures.makes_float(f) or bodies[f]) or nil end
core.hooks.gives_float = signatures.gives_float

--- Records that a function returns a list that has its arguments as items.
---@param f function a registered function
---@param offset integer the number of items before the arguments
function signatures.keeps_arguments(f, offset) known[f].keeps = offset end

--- Returns the number of items before the arguments in the list that a function returns, or nil when the
-- function returns no such list.
---@param f function
---@return integer?
function signatures.keeps(f) return known[f] and known[f].keeps end

--- Returns the numbers of parameters of a function that Starlark code defines, or nil for other functions.
---@param f any
---@return integer? needed the number of parameters that have no default
---@return integer? named the number of parameters without `*args` and `**kwargs`
---@return boolean? variadic whether the function has `*args`
function signatures.parameters(f)
  local signature = known[f]
  if not signature or signature.builtin then return nil end
  return signature.required, #signature.params, signature.variadic and true or false
end

--- Returns the name under which Starlark code defined a function, or nil for lambdas and other functions.
---@param f function
---@return string?
function signatures.own_name(f)
  local signature = known[f]
  if not signature or signature.builtin or signature.name == "lambda" then return nil end
  return signature.name
end

--- Returns whether a function belongs to Starlark. Such functions are registered; all others belong to Lua.
---@param f any
---@return boolean
function signatures.is_starlark(f)
  local signature = known[f]
  return signature ~= nil and not signature.foreign
end

--- Returns whether a function only makes nodes of a text whose maker knows its parts: it needs no limits, because no
-- code of a user runs in it.
---@param f any
---@return boolean
function signatures.is_known_text(f)
  local signature = known[f]
  return signature ~= nil and signature.is_known_text == true
end

--- Returns what is wrong with a call with n positional arguments, or nil.
---@param signature table
---@param n integer
---@param args? table the arguments, among which required ones may be missing
---@return string?
function signatures.arity_problem(signature, n, args)
  local params, own = signature.params, signature.self and 1 or 0
  local most = #params - own
  n = n - own
  if n > most and not signature.variadic then
    local given = " (" .. n .. " given)"
    local who = "function " .. signature.name
    if most == 0 then return who .. " accepts no arguments" .. given end
    local at_most = signature.required - own < most and "at most " or ""
    return who .. " accepts " .. at_most .. writing.counted(most, "positional argument") .. given
  end
  local missing = {}
  for i = 1, signature.required do
    if i > n + own and not (args and args[i] ~= nil) then missing[#missing + 1] = params[i] end
  end
  if missing[1] then
    return "function " .. signature.name .. " missing " .. writing.counted(#missing, "argument")
      .. " (" .. concat(missing, ", ") .. ")"
  end
end

--- Returns what is wrong with a call of f with n positional arguments, or nil when nothing is wrong or f is
-- not registered.
---@return string?
function signatures.problem(f, n)
  local signature = known[f]
  return signature and signatures.arity_problem(signature, n)
end

return signatures
