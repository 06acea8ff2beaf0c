--- Finds out whether a JSON Schema accepts a value of a JSON Schema: a default, a constant, or null.
--
-- The verdict is true, false, or nil when it is unknown, because the schema has keywords that are not supported here.
--
-- @module yschema.importing.reading.acceptance

local core = require "yschema.core"
local library = require "yschema.importing.reading.library"
local regexps = require "yschema.importing.reading.regexps"

local acceptance = {}

local is_array = library.is_array
local ipairs, next, tonumber, tostring, type = ipairs, next, tonumber, tostring, type

--- Returns the type of a value in the words of JSON Schema; a whole number is an integer.
---@param value any
---@return string
function acceptance.type_of(value)
  if value == core.null then return "null" end
  local kind = type(value)
  if kind == "boolean" or kind == "string" then return kind end
  if kind == "table" then return is_array(value) and "array" or "object" end
  return (kind ~= "number" or value % 1 == 0) and "integer" or "number"
end
local type_of = acceptance.type_of

--- Returns whether two values are equal, at any depth.
---@param a any
---@param b any
---@return boolean
function acceptance.equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    if type(a) == "cdata" or type(b) == "cdata" then return type(a) == type(b) and tostring(a) == tostring(b) end
    return a == b
  end
  if is_array(a) ~= is_array(b) or is_array(a) and #a ~= #b then return false end
  for key, value in next, a do
    if b[key] == nil or not acceptance.equal(value, b[key]) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

--- Returns whether a value is equal to one in a list.
---@param list any[]
---@param value any
---@return boolean
function acceptance.among(list, value)
  for _, item in ipairs(list) do
    if acceptance.equal(item, value) then return true end
  end
  return false
end

--- Makes a function that returns whether a value is in a list, in constant time for scalars.
---@param list any[]
---@return fun(value: any): boolean
function acceptance.index(list)
  local scalars, others = {}, {}
  for _, item in ipairs(list) do
    if type(item) == "table" or type(item) == "cdata" then others[#others + 1] = item else scalars[item] = true end
  end
  return function(value)
    if type(value) ~= "table" and type(value) ~= "cdata" then return scalars[value] == true end
    return acceptance.among(others, value)
  end
end

-- Combines verdicts: false is stronger than nil, and nil than true.
local function both(a, b)
  if a == false or b == false then return false end
  if a == nil or b == nil then return nil end
  return true
end

local function of_text(form, value)
  local strings, length = form.strings, regexps.length(value)
  if strings.min and length < strings.min or strings.max and length > strings.max then return false end
  local verdict = true
  if strings.formats then verdict = nil end
  for _, pattern in ipairs(strings.patterns or {}) do
    local translated = regexps.translate(pattern)
    local found
    if translated then found = regexps.found(translated, value) end
    verdict = both(verdict, found)
  end
  return verdict
end

local function of_number(form, value)
  local numbers = form.numbers
  value = tonumber(value)
  if numbers.min and value < numbers.min or numbers.max and value > numbers.max then return false end
  if numbers.above and value <= numbers.above or numbers.below and value >= numbers.below then return false end
  for _, multiple in ipairs(numbers.multiples or {}) do
    if multiple ~= 1 or value % 1 ~= 0 then
      if multiple % 1 ~= 0 or value % 1 ~= 0 then return nil end
      if value % multiple ~= 0 then return false end
    end
  end
  return true
end

local function of_array(form, value, validate)
  local arrays = form.arrays
  if arrays.min and #value < arrays.min or arrays.max and #value > arrays.max then return false end
  if arrays.contains or arrays.unevaluated or arrays.unique and #value > 1 then return nil end
  local verdict, prefix = true, arrays.prefix or {}
  for i, item in ipairs(value) do
    local schema = prefix[i]
    if schema == nil then schema = arrays.items end
    if schema ~= nil then verdict = both(verdict, validate(schema, item)) end
  end
  return verdict
end

local function of_map(form, value, validate)
  local maps, count = form.maps, 0
  for _ in next, value do count = count + 1 end
  if maps.min and count < maps.min or maps.max and count > maps.max then return false end
  for _, key in ipairs(maps.required or {}) do
    if value[key] == nil then return false end
  end
  if form.needs then return nil end
  if count == 0 then return true end
  if maps.names or maps.unevaluated or maps.patterns then return nil end
  local verdict, known = true, {}
  for _, property in ipairs(maps.properties or {}) do
    known[property.key] = true
    if value[property.key] ~= nil then verdict = both(verdict, validate(property.schema, value[property.key])) end
  end
  for key, item in next, value do
    if not known[key] and maps.additional ~= nil then verdict = both(verdict, validate(maps.additional, item)) end
  end
  return verdict
end

local function of_lists(form, value, validate)
  local verdict = true
  for _, schema in ipairs(form.all or {}) do verdict = both(verdict, validate(schema, value)) end
  for _, list in ipairs(form.any or {}) do
    local one = false
    for _, schema in ipairs(list) do
      local fits = validate(schema, value)
      if fits then one = true elseif fits == nil and not one then one = nil end
    end
    verdict = both(verdict, one)
  end
  for _, list in ipairs(form.one or {}) do
    local count, unknown = 0, false
    for _, schema in ipairs(list) do
      local fits = validate(schema, value)
      if fits then count = count + 1 elseif fits == nil then unknown = true end
    end
    local one
    if count > 1 then one = false elseif not unknown then one = count == 1 end
    verdict = both(verdict, one)
  end
  return verdict
end

local function of_conditions(form, value, validate)
  local verdict = true
  for _, schema in ipairs(form.nots or {}) do
    local fits = validate(schema, value)
    if fits ~= nil then fits = not fits end
    verdict = both(verdict, fits)
  end
  for _, branch in ipairs(form.branches or {}) do
    local given = validate(branch.given, value)
    local chosen
    if given then chosen = branch.yes elseif given == false then chosen = branch.no end
    if given == nil then verdict = both(verdict, nil) end
    if chosen ~= nil then verdict = both(verdict, validate(chosen, value)) end
  end
  return verdict
end

local UNKNOWN = {}
local verdict_of, found_verdict

local by_type = { string = of_text, integer = of_number, number = of_number, array = of_array, object = of_map }

--- Returns whether a form accepts a value.
---@param form yschema.Form
---@param value any
---@param resolve fun(schema: any): yschema.Form? returns the form of a subschema, or of the target of a form
---@return boolean? verdict nil when it is unknown
function acceptance.of(form, value, resolve) return verdict_of(form, value, resolve, 0, {}) end

-- Returns the verdict on a form and a value. It is computed once, because definitions may refer to each other often.
function verdict_of(form, value, resolve, depth, known)
  local of_form = known[form]
  if not of_form then
    of_form = {}
    known[form] = of_form
  end
  local verdict = of_form[value]
  if verdict == nil then
    verdict = found_verdict(form, value, resolve, depth, known)
    of_form[value] = verdict == nil and UNKNOWN or verdict
  end
  if verdict == UNKNOWN then return nil end
  return verdict
end

function found_verdict(form, value, resolve, depth, known)
  if depth > 60 then return nil end
  if form.never then return false end
  local kind = type_of(value)
  if form.types and not form.types[kind] and not (kind == "integer" and form.types.number) then return false end
  if form.enum and not acceptance.among(form.enum, value) then return false end
  local function validate(schema, item)
    local other = resolve(schema)
    if not other then return nil end
    return verdict_of(other, item, resolve, depth + 1, known)
  end
  local verdict = true
  if by_type[kind] then verdict = by_type[kind](form, value, validate) end
  if form.ref then
    local target = resolve(form, true)
    verdict = both(verdict, target and verdict_of(target, value, resolve, depth + 1, known))
  end
  verdict = both(verdict, of_lists(form, value, validate))
  return both(verdict, of_conditions(form, value, validate))
end

--- Lists the types that a form allows, with `number` for all numbers.
---@param form yschema.Form
---@return table<string, true>
function acceptance.types(form)
  local types = {}
  if form.never then return types end
  for _, name in ipairs { "null", "boolean", "object", "array", "string", "number", "integer" } do
    types[name] = form.types == nil or form.types[name] or nil
  end
  if types.number then types.integer = nil end
  if form.enum then
    local found = {}
    for _, value in ipairs(form.enum) do
      local kind = type_of(value)
      if types[kind] then found[kind] = true elseif kind == "integer" and types.number then found.number = true end
    end
    return found
  end
  return types
end

return acceptance
