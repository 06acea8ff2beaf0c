--- Collects the functions that compiled Starlark code calls, by the names that the code uses for them.
--
-- @module yschema.starlark.runtime

local core = require "yschema.core"
local suggestion = require "yschema.base.suggestion"
local values = require "yschema.starlark.values"
local operators = require "yschema.starlark.operators"
local calls = require "yschema.starlark.calls"

local runtime = {}

local changing, null, raise, kind = values.changing, values.null, values.raise, values.kind
local select, unpack = select, table.unpack or unpack -- luacheck: ignore

for name, f in pairs(operators) do runtime[name] = f end
for _, name in ipairs { "eq", "truth", "items", "dict", "set", "null", "with_floats" } do
  runtime[name] = values[name]
end
for _, name in ipairs { "apply", "apply_method", "attribute", "call", "call_whole", "invoke",
  "invoke_whole", "pass", "value" } do
  runtime[name] = calls[name]
end
runtime.lambda = calls.register
runtime.typeof, runtime.setmetatable = type, setmetatable
runtime.array_mt, runtime.tuple_mt = core.array_mt, core.tuple_mt

--- Makes a dict from a list in which keys and values alternate.
function runtime.make_dict(list, n)
  local dict = values.dict()
  for i = 1, n, 2 do
    if dict[values.key(list[i])] ~= nil then
      raise("duplicate key " .. values.repr(list[i]) .. " in dictionary expression")
    end
    values.set(dict, list[i], list[i + 1])
  end
  return dict
end

-- ---- variables ----------------------------------------------------------------------

--- Throws the error that a variable has no value yet.
function runtime.unset(name, global)
  raise((global and "global" or "local") .. " variable " .. name
    .. " referenced before assignment")
end

--- Returns the value of a name that is bound further down in the file.
function runtime.late(scope, name) return scope:late(name) end

--- Returns the next item of a loop when it is false, or throws when it is missing; Lua's `or` treats both alike.
function runtime.next_item(items, i)
  local item = items[i]
  if item == nil then raise "the list was changed during iteration" end
  return item
end

--- Executes `x[key] = value`.
function runtime.set_item(x, key, value)
  local k = kind(x)
  if k == "list" then
    changing(x, "assign to element of")
    x[operators.position("list", key, #x)] = value
  elseif k == "dict" then
    changing(x, "insert into")
    values.set(x, key, value)
  else
    raise(k .. " value does not support item assignment")
  end
end

--- Returns the result of `x += y`, which extends a list in place.
function runtime.add_to(x, y)
  if type(x) == "table" and kind(x) == "list" then
    changing(x, "apply += to")
    return values.append(x, values.items(y))
  end
  return operators.add(x, y)
end

--- Returns the result of `x |= y`, which updates a dict in place.
function runtime.merge_into(x, y)
  if type(x) ~= "table" or kind(x) ~= "dict" or kind(y) ~= "dict" then
    return operators.bor(x, y)
  end
  changing(x, "apply |= to")
  for _, key in ipairs(values.keys(y)) do values.set(x, key, y[key]) end
  return x
end

runtime.unpack = unpack

-- ---- calls --------------------------------------------------------------------------

--- Returns the items of x, and throws unless there are n of them.
function runtime.spread(x, n)
  local items = values.items(x)
  if #items ~= n then
    raise((#items > n and "too many" or "not enough") .. " values to unpack (got " .. #items
      .. ", want " .. n .. ")")
  end
  return unpack(items, 1, n)
end

--- Adds `*x` to the arguments of a call.
function runtime.add_all(args, n, x)
  local items = values.items(x)
  for i = 1, #items do args[n + i] = items[i] end
  return n + #items
end

--- Adds `name=x` to the arguments of a call.
function runtime.add_name(named, name, x)
  named = named or values.dict()
  if named[name] ~= nil then raise("keyword argument " .. name .. " repeated") end
  values.set(named, name, x)
  return named
end

--- Adds `**x` to the arguments of a call.
function runtime.add_named(named, x)
  if kind(x) ~= "dict" and kind(x) ~= "struct" then
    raise("argument after ** must be a dict, not " .. kind(x))
  end
  for _, key in ipairs(values.keys(x)) do
    if type(key) ~= "string" then raise "keywords must be strings" end
    named = runtime.add_name(named, key, x[key])
  end
  return named
end

--- Collects the arguments for a parameter `*name`.
function runtime.rest(...)
  local list = { ... }
  for i = 1, select("#", ...) do
    if list[i] == nil then list[i] = null end
  end
  return values.tuple(list)
end

--- Returns a value and the reason why a test does not hold; or the value alone when there is no reason.
function runtime.reasoned(value, why)
  if why == nil then return value end
  return value, why
end

--- Throws the error that a lambda was called with a wrong number of arguments.
function runtime.arity_error(signature, ...)
  local n = 0
  while n < select("#", ...) and (select(n + 1, ...)) ~= nil do n = n + 1 end
  raise(calls.arity_problem(signature, n))
end

--- Takes the value of a parameter that is given by name only out of the keyword arguments.
function runtime.take_named(signature, named, name, optional)
  local value = named[name]
  if value == nil and not optional then
    raise("function " .. signature.name .. " missing 1 argument (" .. name .. ")")
  end
  calls.methods.dict.pop(named, name, null)
  return value
end

--- Throws when there are keyword arguments that no parameter takes.
function runtime.no_more_named(signature, named)
  for _, key in ipairs(values.keys(named)) do
    local known = values.copy(signature.params)
    for _, name in ipairs(signature.only) do known[#known + 1] = name end
    raise("function " .. signature.name .. " got an unexpected keyword argument "
      .. values.repr(key) .. suggestion.hint(key, known))
  end
end

--- Makes a function that takes keyword arguments: f gets the dict of these as its first argument.
function runtime.named_lambda(f, signature)
  calls.register(f, { name = signature.name, params = {}, required = 0, variadic = true })
  local own = { name = signature.name, params = signature.params, required = signature.required,
    variadic = signature.variadic }
  function own.keywords(named, ...)
    local args, rest = { ... }, values.dict()
    local n = calls.bind(own, args, select("#", ...), named, rest)
    local problem = calls.arity_problem(own, n, args)
    if problem then raise(problem) end
    return f(rest, unpack(args, 1, n))
  end
  return calls.register(function(...) return calls.pass(f(values.dict(), ...)) end, own)
end

return runtime
