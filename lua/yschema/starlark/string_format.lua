--- Starlark's string formatting: `%` and str.format.
--
-- @module yschema.starlark.string_format

local values = require "yschema.starlark.values"

local string_format = {}

local kind, raise, str, repr, numbers = values.kind, values.raise, values.str, values.repr,
  values.numbers
local numeric = { int = true, float = true }
local find, format, match, sub = string.find, string.format, string.match, string.sub
local concat = table.concat

-- Returns the digits of an integer, with its sign.
local function digits_of(n, conversion)
  return (n < 0 and "-" or "") .. numbers.digits(n, conversion)
end

local function integer(conversion, x)
  local k = kind(x)
  if k == "int" then return x end
  if k == "float" and conversion == "d" and x == x and x ~= 1 / 0 and x ~= -1 / 0 then
    return values.truncated("%d", x)
  end
  raise("%" .. conversion .. " format requires integer: " .. k)
end

local function float(conversion, x)
  local k = kind(x)
  if k ~= "int" and k ~= "float" then
    raise("%" .. conversion .. " format requires float, not " .. k)
  end
  x = numbers.float(x)
  if x ~= x or x == 1 / 0 or x == -1 / 0 then return values.number_text(x) end
  return format("%" .. conversion, x)
end

local conversions = {
  s = function(x) return str(x) end,
  r = function(x) return repr(x) end,
  d = function(x) return values.number_text(integer("d", x)) end,
  x = function(x) return digits_of(integer("x", x), "%x") end,
  X = function(x) return digits_of(integer("X", x), "%X") end,
  o = function(x) return digits_of(integer("o", x), "%o") end,
  e = function(x) return float("e", x) end,
  E = function(x) return float("E", x) end,
  f = function(x) return float("f", x) end,
  F = function(x) return float("F", x) end,
  g = function(x) return float("g", x) end,
  G = function(x) return float("G", x) end,
  c = function(x)
    if type(x) == "string" and values.string_length(x) == 1 then return x end
    if not numeric[kind(x)] then raise("%c format requires a character or int, not " .. kind(x)) end
    if kind(x) ~= "int" or x < 0 or x > 0x10FFFF then raise("%c format: no such character") end
    return require "yschema.text.lexer".utf8(x)
  end,
}
conversions.i = conversions.d

-- Returns the next argument of a `%`: from a dict by name, otherwise by position.
local function operand(state, name)
  if name then
    if kind(state.args) ~= "dict" then raise "format requires a mapping" end
    local value = state.args[name]
    if value == nil then raise("key not found: " .. name) end
    state.named = true
    return value
  end
  state.used = state.used + 1
  if state.used > state.count then raise "not enough arguments for format string" end
  return state.list[state.used]
end

--- `pattern % args`: %s %r %d %i %x %X %o %e %f %g %c %%, and %(name)s.
---@param pattern string
---@param args any a tuple, or a single argument
---@return string
function string_format.percent(pattern, args)
  local list = kind(args) == "tuple" and args or { args }
  local state = { args = args, list = list, count = #list, used = 0 }
  local out, at = {}, 1
  while true do
    local hit = find(pattern, "%", at, true)
    if not hit then break end
    out[#out + 1] = sub(pattern, at, hit - 1)
    local name = match(pattern, "^%(([^()]*)%)", hit + 1)
    at = hit + 1 + (name and #name + 2 or 0)
    local conversion = sub(pattern, at, at)
    if conversion == "%" then
      out[#out + 1] = "%"
    elseif conversion == "" then
      raise "incomplete format"
    elseif not conversions[conversion] then
      raise("unknown conversion %" .. conversion)
    else
      out[#out + 1] = conversions[conversion](operand(state, name))
    end
    at = at + 1
  end
  if state.used < state.count and not state.named then
    if not (list ~= args and kind(args) == "dict" and next(args) == nil) then
      raise "too many arguments for format string"
    end
  end
  out[#out + 1] = sub(pattern, at)
  return concat(out)
end

-- Reads the text between the braces of a replacement field.
local function field(state, spec)
  local name, conversion = match(spec, "^([^!:]*)!([^:]*)$")
  name = name or spec
  if find(name, "[:%[%].{]") then raise("invalid replacement field {" .. spec .. "}") end
  local value
  if name == "" then
    if state.mode == "number" then
      raise "cannot switch from manual field specification to automatic field numbering"
    end
    state.mode, state.used = "automatic", state.used + 1
    name = tostring(state.used - 1)
    value = state.list[state.used]
  elseif find(name, "^%d+$") then
    if state.mode == "automatic" then
      raise "cannot switch from automatic field numbering to manual field specification"
    end
    state.mode = "number"
    value = state.list[tonumber(name) + 1]
  else
    value = state.named[name]
    if value == nil then raise("keyword " .. name .. " not found") end
  end
  if value == nil then raise("tuple index out of range: {" .. name .. "}") end
  if conversion == "r" then return repr(value) end
  if conversion and conversion ~= "s" then
    raise('unknown conversion "' .. conversion .. '"')
  end
  return str(value)
end

--- `pattern.format(...)`: {} {0} {name}, with !s or !r; {{ and }} are braces.
---@param pattern string
---@param list table positional arguments
---@param named table keyword arguments by name
---@return string
function string_format.format(pattern, list, named)
  local state = { list = list, named = named, used = 0 }
  local out, at = {}, 1
  while true do
    local hit = find(pattern, "[{}]", at)
    if not hit then break end
    out[#out + 1] = sub(pattern, at, hit - 1)
    local brace = sub(pattern, hit, hit)
    if sub(pattern, hit + 1, hit + 1) == brace then
      out[#out + 1], at = brace, hit + 2
    elseif brace == "}" then
      raise "single '}' in format"
    else
      local stop = find(pattern, "}", hit, true)
      if not stop then raise "unmatched '{' in format" end
      out[#out + 1] = field(state, sub(pattern, hit + 1, stop - 1))
      at = stop + 1
    end
  end
  out[#out + 1] = sub(pattern, at)
  return concat(out)
end

return string_format
