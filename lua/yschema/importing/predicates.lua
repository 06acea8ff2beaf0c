--- Writes schemas as conditions in Starlark, where annotations cannot express them.
--
-- A condition is true when a schema accepts a value. Long conditions become functions in code lines.
--
-- @module yschema.importing.predicates

local lazily = require "yschema.base.lazily"
local evaluated = lazily "yschema.importing.evaluated"
local forms = require "yschema.importing.reading.forms"
local functions = lazily "yschema.importing.writing.functions"
local literals = require "yschema.importing.writing.literals"
local regexps = lazily "yschema.importing.reading.regexps"

local predicates = {}

local concat, ipairs, next, setmetatable, sort, type =
  table.concat, ipairs, next, setmetatable, table.sort, type
local text_of, value_of = literals.text, literals.value

---@class yschema.Predicates
---@field simple yschema.Simplifier
---@field writer yschema.SchemaWriter
local Predicates = {}
Predicates.__index = Predicates

---@param simple yschema.Simplifier
---@param writer yschema.SchemaWriter
---@return yschema.Predicates
function predicates.new(simple, writer)
  return setmetatable({ simple = simple, writer = writer, names = {}, waiting = {} }, Predicates)
end

local nothing = {}

-- ---- types --------------------------------------------------------------------------

local names = { null = "NoneType", boolean = "bool", object = "dict", array = "list", string = "string" }

-- Writes that the type of a value is one of several.
function Predicates:of_types(types, v)
  local only = next(types)
  if names[only] and next(types, only) == nil then return "type(" .. v .. ') == "' .. names[only] .. '"' end
  local plain = {}
  for name in next, types do plain[#plain + 1] = names[name] end
  if types.number then plain[#plain + 1], plain[#plain + 2] = "int", "float" end
  sort(plain)
  local parts = {}
  if plain[2] then
    for i = 1, #plain do plain[i] = text_of(plain[i]) end
    parts[1] = "type(" .. v .. ") in (" .. concat(plain, ", ") .. ")"
  elseif plain[1] then
    parts[1] = "type(" .. v .. ") == " .. text_of(plain[1])
  end
  if types.integer and not types.number then
    self.writer:need "is_integer"
    parts[#parts + 1] = "is_integer(" .. v .. ")"
  end
  if not parts[1] then return "False" end
  return parts[2] and "(" .. concat(parts, " or ") .. ")" or parts[1]
end

-- ---- keywords for one type ----------------------------------------------------------

-- Each function adds its conditions to a list.

local function add(list, text) list[#list + 1] = text end

local function add_sizes(list, of, v)
  if of.min and of.min > 0 then add(list, "len(" .. v .. ") >= " .. value_of(of.min)) end
  if of.max then add(list, "len(" .. v .. ") <= " .. value_of(of.max)) end
end

function Predicates:of_strings(strings, v, list)
  add_sizes(list, strings, v)
  for _, pattern in ipairs(strings.patterns or nothing) do
    local translated = self.writer:pattern(pattern)
    if translated and not regexps.fits_all(translated) then
      add(list, "regexp.match(" .. literals.pattern(translated) .. ", " .. v .. ")")
    end
  end
  if strings.formats then self:of_formats(strings.formats, v, list) end
end

-- Adds the conditions of formats. `regex` has a function of its own.
function Predicates:of_formats(formats, v, list)
  for _, name in ipairs(formats) do
    local known = self.writer:format(name)
    if known == "regex" then
      add(list, "regexp.is_valid(" .. v .. ")")
    elseif known then
      self.writer:need "is_format"
      add(list, "is_format(" .. v .. ", " .. text_of(known) .. ")")
    end
  end
end

function Predicates:of_numbers(numbers, v, list)
  if numbers.min then add(list, v .. " >= " .. value_of(numbers.min)) end
  if numbers.max then add(list, v .. " <= " .. value_of(numbers.max)) end
  if numbers.above then add(list, v .. " > " .. value_of(numbers.above)) end
  if numbers.below then add(list, v .. " < " .. value_of(numbers.below)) end
  for _, multiple in ipairs(numbers.multiples or nothing) do
    self.writer:need "is_multiple"
    add(list, "is_multiple(" .. v .. ", " .. value_of(multiple) .. ")")
  end
end

-- A name for the items of a list that differs from those around it.
local function item_name(depth) return depth == 0 and "item" or "item" .. depth + 1 end

function Predicates:of_arrays(form, v, list, depth)
  local arrays, item = form.arrays, item_name(depth)
  add_sizes(list, arrays, v)
  if arrays.unique then
    self.writer:need "is_unique"
    add(list, "is_unique(" .. v .. ")")
  end
  local count = arrays.prefix and #arrays.prefix or 0
  for i = 1, count do
    local condition = self:condition(arrays.prefix[i], ("%s[%d]"):format(v, i - 1), depth)
    if condition ~= "True" then add(list, ("(len(%s) < %d or %s)"):format(v, i, condition)) end
  end
  if arrays.items ~= nil then
    local rest = count == 0 and v or ("%s[%d:]"):format(v, count)
    local condition = self:condition(arrays.items, item, depth + 1)
    if condition == "False" then
      add(list, ("len(%s) <= %d"):format(v, count))
    elseif condition ~= "True" then
      add(list, "all([" .. condition .. " for " .. item .. " in " .. rest .. "])")
    end
  end
  for _, contains in ipairs(arrays.contains or nothing) do
    local found = ("len([0 for %s in %s if %s])"):format(item, v, self:condition(contains.schema, item, depth + 1))
    if contains.min > 0 then add(list, found .. " >= " .. value_of(contains.min)) end
    if contains.max then add(list, found .. " <= " .. value_of(contains.max)) end
  end
  if arrays.unevaluated ~= nil then add(list, evaluated.items(self, form, v)) end
end

-- ---- maps ---------------------------------------------------------------------------

local function has(key, v) return text_of(key) .. " in " .. v end

-- Writes that a key is named, or matches a pattern.
function Predicates:known_key(maps, key)
  local parts, listed, properties = {}, {}, maps.properties or nothing
  for i = 1, #properties do listed[i] = text_of(properties[i].key) end
  if listed[1] then parts[1] = key .. " in [" .. concat(listed, ", ") .. "]" end
  for _, row in ipairs(maps.patterns or nothing) do
    local translated = self.writer:pattern(row.pattern)
    parts[#parts + 1] = translated and ("regexp.match(%s, %s)"):format(literals.pattern(translated), key) or "True"
  end
  return parts[1] and concat(parts, " or ") or "False"
end

function Predicates:of_keys(maps, v, list, depth)
  local item = item_name(depth)
  local value = v .. "[" .. item .. "]"
  for _, row in ipairs(maps.patterns or nothing) do
    local translated = self.writer:pattern(row.pattern)
    local condition = self:condition(row.schema, value, depth + 1)
    if translated and condition ~= "True" then
      add(list, ("all([%s for %s in %s if regexp.match(%s, %s)])"):format(condition, item, v,
        literals.pattern(translated), item))
    end
  end
  if maps.additional ~= nil then
    local condition, known = self:condition(maps.additional, value, depth + 1), self:known_key(maps, item)
    if condition == "False" then
      add(list, "all([" .. known .. " for " .. item .. " in " .. v .. "])")
    elseif condition ~= "True" then
      add(list, ("all([%s for %s in %s if not (%s)])"):format(condition, item, v, known))
    end
  end
  if maps.names ~= nil then
    local condition = self:condition(maps.names, item, depth + 1)
    if condition ~= "True" then add(list, ("all([%s for %s in %s])"):format(condition, item, v)) end
  end
end

function Predicates:of_properties(maps, v, list, depth)
  local required, keys, properties = {}, maps.required or nothing, maps.properties or nothing
  for i = 1, #keys do
    required[keys[i]] = true
    add(list, has(keys[i], v))
  end
  for i = 1, #properties do
    local property = properties[i]
    local key = text_of(property.key)
    local condition = self:condition(property.schema, v .. "[" .. key .. "]", depth)
    if condition == "False" then
      add(list, key .. " not in " .. v)
    elseif condition ~= "True" and required[property.key] then
      add(list, condition)
    elseif condition ~= "True" then
      add(list, "(" .. key .. " not in " .. v .. " or " .. condition .. ")")
    end
  end
end

function Predicates:of_maps(form, v, list, depth)
  local maps = form.maps
  add_sizes(list, maps, v)
  self:of_properties(maps, v, list, depth)
  if maps.patterns or maps.additional ~= nil or maps.names ~= nil then self:of_keys(maps, v, list, depth) end
  if form.needs then self:of_needs(form.needs, v, list, depth) end
  if maps.unevaluated ~= nil then add(list, evaluated.keys(self, form, v)) end
end

function Predicates:of_needs(needs, v, list, depth)
  for _, need in ipairs(needs) do
    local condition
    if need.keys then
      local parts = {}
      for i, key in ipairs(need.keys) do parts[i] = has(key, v) end
      condition = parts[1] and concat(parts, " and ") or "True"
      if parts[2] then condition = "(" .. condition .. ")" end
    else
      condition = self:condition(need.schema, v, depth)
    end
    if condition ~= "True" then add(list, ("(%s not in %s or %s)"):format(text_of(need.key), v, condition)) end
  end
end

-- ---- schemas in schemas -------------------------------------------------------------

-- Adds a condition, unless it was added so before.
local function add_once(list, seen, condition)
  if not seen[condition] then list[#list + 1] = condition end
  seen[condition] = true
end

function Predicates:list_of(schemas, v, depth)
  local parts = {}
  for i = 1, #schemas do parts[i] = self:condition(schemas[i], v, depth) end
  return parts
end

function Predicates:any_of(schemas, v, depth)
  local conditions, seen, all = {}, {}, self:list_of(schemas, v, depth)
  for i = 1, #all do add_once(conditions, seen, all[i]) end
  return conditions[2] and "(" .. concat(conditions, " or ") .. ")" or conditions[1] or ""
end

-- Writes the condition of `if`, `then` and `else`. Returns nil when all values fit.
function Predicates:branch(branch, v, depth)
  local given = self:condition(branch.given, v, depth)
  local yes = branch.yes == nil and "True" or self:condition(branch.yes, v, depth)
  local no = branch.no == nil and "True" or self:condition(branch.no, v, depth)
  if yes == given and no == given then return given end
  if no == "True" and yes ~= "True" then return ("(not %s or %s)"):format(given, yes) end
  if yes == "True" and no ~= "True" then return ("(%s or %s)"):format(given, no) end
  return yes ~= "True" and ("(%s if %s else %s)"):format(yes, given, no) or nil
end

function Predicates:of_lists(form, v, list, seen, depth)
  for _, schema in ipairs(form.all or nothing) do
    local condition = self:condition(schema, v, depth)
    if condition ~= "True" then add_once(list, seen, condition) end
  end
  for _, schemas in ipairs(form.any or nothing) do add_once(list, seen, self:any_of(schemas, v, depth)) end
  for _, schemas in ipairs(form.one or nothing) do
    self.writer:need "exactly_one"
    add_once(list, seen, "exactly_one([" .. concat(self:list_of(schemas, v, depth), ", ") .. "])")
  end
  for _, schema in ipairs(form.nots or nothing) do add_once(list, seen, "not " .. self:condition(schema, v, depth)) end
  for _, branch in ipairs(form.branches or nothing) do
    local condition = self:branch(branch, v, depth)
    if condition then add_once(list, seen, condition) end
  end
end

local function only_type(types, name)
  if not types then return false end
  for other in next, types do
    if other ~= name and not (name == "number" and other == "integer") then return false end
  end
  return true
end

-- Adds the conditions of the keywords for one type; `whole` is the form, or its part for this type.
function Predicates:add_part(form, name, method, whole, v, list, seen, depth)
  local own = {}
  self[method](self, whole, v, own, depth)
  if not own[1] then return end
  if only_type(form.types or form.assumed, name) then
    for i = 1, #own do list[#list + 1] = own[i] end
    return
  end
  local condition = concat(own, " and ")
  if own[2] then condition = "(" .. condition .. ")" end
  add_once(list, seen, "(not " .. self:of_types({ [name] = true }, v) .. " or " .. condition .. ")")
end

--- Lists the conditions that a value must satisfy.
---@param form yschema.Form
---@param v string the expression that gives the value
---@param depth integer how many comprehensions are around it
---@return string[]
function Predicates:conditions(form, v, depth)
  if form.never then return { "False" } end
  local list, seen = {}, {}
  if form.types then add_once(list, seen, self:of_types(form.types, v)) end
  if form.enum then add_once(list, seen, self:of_values(form.enum, v)) end
  if form.ref then add_once(list, seen, self:of_reference(form, v)) end
  local strings, numbers = form.strings, form.numbers
  if next(strings) ~= nil then self:add_part(form, "string", "of_strings", strings, v, list, seen, depth) end
  if next(numbers) ~= nil then self:add_part(form, "number", "of_numbers", numbers, v, list, seen, depth) end
  if next(form.arrays) ~= nil then self:add_part(form, "array", "of_arrays", form, v, list, seen, depth) end
  if next(form.maps) ~= nil or form.needs then
    self:add_part(form, "object", "of_maps", form, v, list, seen, depth)
  end
  if form.all or form.any or form.one or form.nots or form.branches then
    self:of_lists(form, v, list, seen, depth)
  end
  return list
end

-- Whether a value is an empty map or array, or contains one.
local function has_empty(value)
  if type(value) ~= "table" then return false end
  if next(value) == nil then return true end
  for _, item in next, value do
    if has_empty(item) then return true end
  end
  return false
end

-- Writes that a value is one of several. In Starlark here, an empty map equals an empty list; for the rule `one_of`, it
-- does not.
function Predicates:of_values(values, v)
  local frame = "%s in %s"
  if has_empty(values) then
    self.writer:need "is_among"
    frame = "is_among(%s, %s)"
  end
  return frame:format(v, self.writer:values(values))
end

function Predicates:of_reference(form, v)
  local node = self.simple:target(form)
  if node == nil then return "True" end
  return self:condition(node, v, 0, true)
end

--- Writes a condition that is true when a schema accepts the value of an expression.
---@param schema any
---@param v string
---@param depth integer
---@param always? boolean always make a function, because the schema may be recursive
---@return string
function Predicates:condition(schema, v, depth, always)
  local form = self.simple:form(schema)
  if form.never then return "False" end
  local name = self.names[form]
  if name then return name .. "(" .. v .. ")" end
  if forms.is_open(form) then return "True" end
  if not always and form.ref and forms.is_open(form, "ref") then return self:of_reference(form, v) end
  return not always and self:short_conditions(form, v, depth) or self:named(form) .. "(" .. v .. ")"
end

-- Writes a condition in place, or returns nil when it is long.
function Predicates:short_conditions(form, v, depth)
  if form.ref or form.all or form.any or form.one or form.branches then return nil end
  if form.maps.properties or form.maps.patterns then return nil end
  local only_types = form.types and forms.is_open(form, "types")
  local list = only_types and { self:of_types(form.types, v) } or self:conditions(form, v, depth)
  if not list[1] then return "True" end
  local condition = concat(list, " and ")
  if #condition > 80 then return nil end
  return list[2] and "(" .. condition .. ")" or condition
end

--- Returns the name of the function that validates by a form.
---@param form yschema.Form
---@return string
function Predicates:named(form)
  local name = self.names[form]
  if not name then
    name = self.writer:name("fits_" .. self.writer:hint_of(form))
    self.names[form] = name
    self.waiting[#self.waiting + 1] = { slot = self.writer:reserve_predicate(), name = name, form = form }
  end
  return name
end

--- Writes all functions that are called; only at the end, because schemas may refer to others in long chains.
function Predicates:finish()
  local i = 1
  while self.waiting[i] do
    local one = self.waiting[i]
    one.slot.name, one.slot.lines = one.name, functions.lines(one.name, self:conditions(one.form, "v", 0))
    self.waiting[i] = false
    i = i + 1
  end
  if i > 1 then functions.share_results(self.writer) end
end

return predicates
