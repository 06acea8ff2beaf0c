--- The value of a field as statements: which types of Lua it may have, and what has to hold for each.
--
-- The value is in `x`, and its type in `t`. `return false` asks the core.
--
-- @module yschema.checker.value_code

local core = require "yschema.core"
local facts = require "yschema.values.facts"
local rule_code = require "yschema.checker.rule_code"

local value_code = {}

local ipairs, next, type = ipairs, next, type
local concat, floor, sort = table.concat, math.floor, table.sort

-- The most keys of a default that a given map is looked up for.
local most_scalars = 8

-- ---- one type --------------------------------------------------------------------------

-- A whole number is an integer if a double can be exactly that number. A larger one is left to the core.
local function write_integer(text, field)
  local low, high = facts.range(field, "number", 0)
  text:add("if x ~= %s(x) then return false end", text:value(floor, "floor")) -- faster than x % 1
  if not (low and low >= -2 ^ 53) then text:add "if x < -9007199254740992 then return false end" end
  if not (high and high <= 2 ^ 53) then text:add "if x > 9007199254740992 then return false end" end
end

local function accepts_any(field) return field.kind == "any" and not field.choice end

-- Whether a field may have values of a type of Lua.
local function accepts(field, kind)
  if kind == "number" then return field.kinds.float or field.kinds.integer end
  if kind == "table" then return field.kind == "map" or field.kind == "array" or field.kind == "any" end
  return field.kinds[kind]
end

local function write_scalar(generator, text, field, kind)
  if kind == "number" and not field.kinds.float then write_integer(text, field) end
  return rule_code.write(text, field, kind, generator.budget)
end

-- A collection that is given replaces the default, or is merged with it. Only the core merges.
local function replaces_default(field)
  local default = field.default
  if field.computed then return false end
  if default == nil or default == core.null or field.kind == "array" or accepts_any(field) then return true end
  return field.kind == "map" and type(default) == "table" and next(default) == nil
end

-- Writes the test of a collection, which may have a function of its own.
local function write_table(generator, text, field, level)
  if not replaces_default(field) then return false end
  if accepts_any(field) then
    if rule_code.has_own(field) or level >= generator.limits.depth then return false end
    text:add("if not %s(x, %d) then return false end", text:value(generator.is_any, "is_any"), level + 1)
    return true
  end
  local test = generator:collection(field, level + 1)
  if test then text:add("if not %s(x) then return false end", text:value(test)) end
  return test
end

-- ---- all types -------------------------------------------------------------------------

-- The most frequent type comes first.
local first_kind = { string = "string", integer = "number", float = "number", boolean = "boolean", map = "table",
  array = "table" }

local function kinds_of(field)
  local first = first_kind[field.kind]
  local kinds = { first }
  for _, kind in ipairs { "string", "number", "boolean", "table" } do
    if kind ~= first and accepts(field, kind) then kinds[#kinds + 1] = kind end
  end
  return kinds
end

-- Writes a test. When it turns out to need the core, nothing but `return false` remains of it.
local function write_kind(generator, text, field, kind, level)
  local before = #text.lines
  local done
  if kind == "table" then done = write_table(generator, text, field, level)
  else done = write_scalar(generator, text, field, kind) end
  if done then return end
  for i = #text.lines, before + 1, -1 do text.lines[i] = nil end
  text:add "do return false end"
end

local function write_kinds(generator, text, field, level, absent)
  for _, kind in ipairs(kinds_of(field)) do
    text:add('if t == "%s" then', kind)
    write_kind(generator, text, field, kind, level)
    text:add "else"
  end
  text:add('if t == "nil" then %s', absent)
  if field.kinds.null and not rule_code.refuses_null(field) then
    text:add('elseif t ~= "userdata" or x ~= %s then return false', text:value(core.null, "null"))
  else
    text:add "else return false"
  end
  text:add("end%s", (" end"):rep(#kinds_of(field)))
end

-- Whether a default for alternatives is a scalar, an array or empty: any table that is given replaces it.
local function is_no_map(field)
  local default = field.default
  if field.computed or field.unrepresentable then return false end
  return type(default) ~= "table" or default[1] ~= nil or next(default) == nil
end

-- The scalars of a default that is a map, { key, value }; nil for another default, and for one with collections.
local function scalars_of(default)
  local list = {}
  for key, value in next, default do
    if type(key) ~= "string" or type(value) == "table" or #list == most_scalars then return nil end
    list[#list + 1] = { key, value }
  end
  sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

-- A map that is given for alternatives replaces the default when it has all of its keys, or when its key selects
-- another alternative.
local function write_replacement(text, field)
  local default, by = field.default, field.choice.by
  if replaces_default(field) or is_no_map(field) then return end
  local scalars = not field.computed and type(default) == "table" and scalars_of(default)
  if not scalars then
    text:add 'elseif t == "table" then return false'
    return
  end
  local lacks = {}
  for i, scalar in ipairs(scalars) do lacks[i] = ("%s(x[%s]) == 'nil'"):format(text:value(type, "type"),
    text:constant(scalar[1])) end
  local same = by and ("x[%s] == %s and "):format(text:constant(by), text:value(default[by])) or ""
  text:add('elseif t == "table" and %s(%s) then return false', same, concat(lacks, " or "))
end

-- Alternatives with rules of their own beside them are left to the core.
local function write_choice(generator, text, field, level, absent)
  local test = not rule_code.has_own(field) and generator:choice(field, level)
  text:add('if t == "nil" then %s', absent)
  if field.nullable and not rule_code.refuses_null(field) then
    text:add('elseif t == "userdata" and x == %s then', text:value(core.null, "null"))
  end
  if not test then
    text:add "else return false end"
    return
  end
  write_replacement(text, field)
  text:add("elseif not %s(x) then return false end", text:value(test))
end

--- Writes the test of a value. `absent` is the statement for nil.
---@param generator yschema.Generator
---@param text yschema.FunctionText
---@param field yschema.CheckerField
---@param level integer the number of tables around the value
---@param absent string
---@param own? boolean true when the value is a default, which may be that of a deprecated field
function value_code.write(generator, text, field, level, absent, own)
  text:add("t = %s(x)", text:value(type, "type"))
  if (field.deprecated or field.removed) and not own then
    text:add('if t == "nil" then %s else return false end', absent)
  elseif field.choice then
    write_choice(generator, text, field, level, absent)
  else
    write_kinds(generator, text, field, level, absent)
  end
end

return value_code
