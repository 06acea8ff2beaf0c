--- The types of CEL, and whether a value of one type is taken where another is expected.
--
-- A type is a table with a `name`. `list` and `optional` have the type of their items in `of`, `map` has `key` and
-- `of`, `nullable` is a type or null, and `object` has `fields`: the types by names, as a schema declares them. A
-- `variable` stands for a type that is not known yet; it is in `is` as soon as it is known.
--
-- @module yschema.cel.types

local types = {}

local find, gsub, match, sub = string.find, string.gsub, string.match, string.sub
local setmetatable = setmetatable

-- The types without parts, each of which is one table.
local plain = setmetatable({}, {
  __index = function(self, name)
    local new = { name = name }
    self[name] = new
    return new
  end,
})

--- Types without parts by their names: `types.plain.int`.
types.plain = plain
local dyn = plain.dyn

function types.list(of) return { name = "list", of = of } end
function types.map(key, of) return { name = "map", key = key, of = of } end
function types.optional(of) return { name = "optional", of = of } end
function types.variable() return { name = "variable" } end

--- Returns a type whose values may also be null.
function types.nullable(of)
  if of == dyn or of.name == "nullable" then return of end
  return { name = "nullable", of = of }
end

local aliases = {
  null_type = "null", ["google.protobuf.Timestamp"] = "timestamp", ["google.protobuf.Duration"] = "duration",
}

-- Returns where the first part of "A,B" ends.
local function comma_in(text)
  local depth = 0
  for at = 1, #text do
    local c = sub(text, at, at)
    if c == "(" then depth = depth + 1 elseif c == ")" then depth = depth - 1 end
    if c == "," and depth == 0 then return at end
  end
end

local parts = {
  list = function(inner) return types.list(types.of_text(inner)) end,
  optional = function(inner) return types.optional(types.of_text(inner)) end,
  map = function(inner)
    local comma = comma_in(inner)
    return types.map(types.of_text(sub(inner, 1, comma - 1)), types.of_text(sub(inner, comma + 1)))
  end,
  type = function() return plain.type end,
}
local bare = {
  list = function() return types.list(dyn) end,
  optional = function() return types.optional(dyn) end,
  map = function() return types.map(dyn, dyn) end,
}

-- The types of texts that have been read.
local known = {}

--- Returns the type that a text means, such as "map(string, list(A))". Single letters are parameters.
---@param text string
---@return table
function types.of_text(text)
  text = gsub(text, " ", "")
  local found = known[text]
  if found then return found end
  local name, inner = match(text, "^([%a_.]+)%((.*)%)$")
  if name and parts[name] then found = parts[name](inner)
  elseif bare[text] then found = bare[text]()
  elseif find(text, "^%u$") then found = { name = "parameter", letter = text }
  else found = plain[aliases[text] or text] end
  known[text] = found
  return found
end

--- Follows variables to what is known.
local function known_as(t)
  while t.is do t = t.is end
  return t
end
types.known_as = known_as

--- Returns a type with the variables of a call in place of its parameters.
---@param t table
---@param variables table<string, table> filled as letters are met
---@return table
function types.instance(t, variables)
  if t.name == "parameter" then
    variables[t.letter] = variables[t.letter] or types.variable()
    return variables[t.letter]
  elseif t.name == "list" or t.name == "optional" then
    local of = types.instance(t.of, variables)
    return of == t.of and t or { name = t.name, of = of }
  elseif t.name == "map" then
    local key, of = types.instance(t.key, variables), types.instance(t.of, variables)
    return key == t.key and of == t.of and t or types.map(key, of)
  end
  return t
end

-- Returns whether a variable occurs in a type.
local function occurs(variable, t)
  t = known_as(t)
  if t == variable then return true end
  return t.of ~= nil and occurs(variable, t.of) or t.key ~= nil and occurs(variable, t.key)
end

local unify

local function bind(variable, t, bound)
  if occurs(variable, t) then t = dyn end
  variable.is = t
  bound[#bound + 1] = variable
  return true
end

-- Returns whether an object is taken as a map: its fields have the type of the map's values.
local function object_as_map(map, bound)
  if not unify(map.key, plain.string, bound) then return false end
  local of = known_as(map.of)
  if of.name == "variable" then return bind(of, dyn, bound) end
  return of == dyn
end

local takes_null = { object = true, timestamp = true, duration = true, nullable = true, null = true, optional = true }

local function unify_parts(a, b, bound)
  if a.name == "map" and b.name == "object" then return object_as_map(a, bound) end
  if b.name == "map" and a.name == "object" then return object_as_map(b, bound) end
  if a.name ~= b.name then return false end
  if a.name == "map" and not unify(a.key, b.key, bound) then return false end
  if a.of then return unify(a.of, b.of, bound) end
  return a.name ~= "object" or a.identity == b.identity
end

--- Returns whether two types can be the same. Variables become known on the way.
---@param a table what is expected
---@param b table what is given
---@param bound table[] gets the variables that become known, so that `undo` can forget them
---@return boolean
function unify(a, b, bound)
  a, b = known_as(a), known_as(b)
  if a == b then return true end
  if a.name == "variable" then return bind(a, b, bound) end
  if b.name == "variable" then return bind(b, a, bound) end
  if a == dyn or b == dyn then return true end
  if a.name == "null" then return takes_null[b.name] or false end
  if b.name == "null" then return takes_null[a.name] or false end
  if a.name == "nullable" then return unify(a.of, b, bound) end
  if b.name == "nullable" then return unify(a, b.of, bound) end
  return unify_parts(a, b, bound)
end
types.unify = unify

--- Forgets what variables have become since the bound had a length.
---@param bound table[]
---@param length integer
function types.undo(bound, length)
  for i = #bound, length + 1, -1 do
    bound[i].is, bound[i] = nil, nil
  end
end

-- Returns the more general one of two types that can be the same.
local function general(a, b)
  a, b = known_as(a), known_as(b)
  if a == dyn or b == dyn then return dyn end
  if a.name == "nullable" or b.name == "null" then return a.name ~= "null" and types.nullable(a) or a end
  if b.name == "nullable" or a.name == "null" then return types.nullable(b) end
  if a.name == "object" or not a.of then return b.name == "map" and b or a end
  if b.name ~= a.name then return a end
  return { name = a.name, key = a.key and general(a.key, b.key), of = general(a.of, b.of) }
end

--- Returns the type of values that have one of two types: dyn where they differ.
---@param a table
---@param b table
---@param bound table[]
---@return table
---@return boolean same
function types.join(a, b, bound)
  local length = #bound
  a, b = known_as(a), known_as(b)
  if a == dyn or b == dyn then return dyn, true end
  if not unify(a, b, bound) then
    types.undo(bound, length)
    return dyn, false
  end
  return general(a, b), true
end

--- Writes a type as messages do: "list(string)".
---@param t table
---@return string
function types.spelled(t)
  t = known_as(t)
  if t.name == "map" then return ("map(%s, %s)"):format(types.spelled(t.key), types.spelled(t.of)) end
  if t.name == "nullable" then return types.spelled(t.of) end
  if t.of then return ("%s(%s)"):format(t.name, types.spelled(t.of)) end
  if t.name == "variable" then return "dyn" end
  return t.letter or t.name
end

return types
