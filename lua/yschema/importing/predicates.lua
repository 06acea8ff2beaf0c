--- Writes schemas as conditions in Starlark, where annotations cannot express them.
--
-- A condition is true when a schema accepts a value. Long conditions become functions in code lines.
--
-- @module yschema.importing.predicates

local evaluated = require "yschema.base.lazily" "yschema.importing.evaluated"
local keywords = require "yschema.importing.reading.keywords"
local literals = require "yschema.importing.writing.literals"
local regexps = require "yschema.importing.reading.regexps"

local predicates = {}

local concat, ipairs, next, pairs, setmetatable, sort, type =
  table.concat, ipairs, next, pairs, setmetatable, table.sort, type
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
  if names[only] and next(types, only) == nil then return ('type(%s) == "%s"'):format(v, names[only]) end
  local plain = {}
  for name in pairs(types) do plain[#plain + 1] = names[name] end
  if types.number then plain[#plain + 1], plain[#plain + 2] = "int", "float" end
  sort(plain)
  local parts = {}
  if plain[2] then
    for i, name in ipairs(plain) do plain[i] = text_of(name) end
    parts[1] = ("type(%s) in (%s)"):format(v, concat(plain, ", "))
  elseif plain[1] then
    parts[1] = ("type(%s) == %s"):format(v, text_of(plain[1]))
  end
  if types.integer and not types.number then
    self.writer:need "is_integer"
    parts[#parts + 1] = ("is_integer(%s)"):format(v)
  end
  if not parts[1] then return "False" end
  return parts[2] and "(" .. concat(parts, " or ") .. ")" or parts[1]
end

-- ---- keywords for one type ----------------------------------------------------------

function Predicates:of_strings(strings, v, add)
  if strings.min and strings.min > 0 then add("len(%s) >= %s", v, value_of(strings.min)) end
  if strings.max then add("len(%s) <= %s", v, value_of(strings.max)) end
  for _, pattern in ipairs(strings.patterns or nothing) do
    local translated = self.writer:pattern(pattern)
    if translated and not regexps.fits_all(translated) then
      add("regexp.match(%s, %s)", literals.pattern(translated), v)
    end
  end
  self:of_formats(strings, v, add)
end

-- Adds the conditions of formats. `regex` has a function of its own.
function Predicates:of_formats(strings, v, add)
  for _, name in ipairs(strings.formats or nothing) do
    local known = self.writer:format(name)
    if known == "regex" then
      add("regexp.is_valid(%s)", v)
    elseif known then
      self.writer:need "is_format"
      add("is_format(%s, %s)", v, text_of(known))
    end
  end
end

function Predicates:of_numbers(numbers, v, add)
  if numbers.min then add("%s >= %s", v, value_of(numbers.min)) end
  if numbers.max then add("%s <= %s", v, value_of(numbers.max)) end
  if numbers.above then add("%s > %s", v, value_of(numbers.above)) end
  if numbers.below then add("%s < %s", v, value_of(numbers.below)) end
  for _, multiple in ipairs(numbers.multiples or nothing) do
    self.writer:need "is_multiple"
    add("is_multiple(%s, %s)", v, value_of(multiple))
  end
end

-- A name for the items of a list that differs from those around it.
local function item_name(depth) return depth == 0 and "item" or "item" .. depth + 1 end

function Predicates:of_arrays(form, v, add, depth)
  local arrays, item = form.arrays, item_name(depth)
  if arrays.min and arrays.min > 0 then add("len(%s) >= %s", v, value_of(arrays.min)) end
  if arrays.max then add("len(%s) <= %s", v, value_of(arrays.max)) end
  if arrays.unique then
    self.writer:need "is_unique"
    add("is_unique(%s)", v)
  end
  local count = arrays.prefix and #arrays.prefix or 0
  for i, schema in ipairs(arrays.prefix or nothing) do
    local condition = self:condition(schema, ("%s[%d]"):format(v, i - 1), depth)
    if condition ~= "True" then add("(len(%s) < %d or %s)", v, i, condition) end
  end
  if arrays.items ~= nil then
    local rest = count == 0 and v or ("%s[%d:]"):format(v, count)
    local condition = self:condition(arrays.items, item, depth + 1)
    if condition == "False" then
      add("len(%s) <= %d", v, count)
    elseif condition ~= "True" then
      add("all([%s for %s in %s])", condition, item, rest)
    end
  end
  for _, contains in ipairs(arrays.contains or nothing) do
    local found = ("len([0 for %s in %s if %s])"):format(item, v, self:condition(contains.schema, item, depth + 1))
    if contains.min > 0 then add("%s >= %s", found, value_of(contains.min)) end
    if contains.max then add("%s <= %s", found, value_of(contains.max)) end
  end
  if arrays.unevaluated ~= nil then evaluated.items(self, form, v, add) end
end

-- ---- maps ---------------------------------------------------------------------------

local function has(key, v) return ("%s in %s"):format(text_of(key), v) end

-- Writes that a key is named, or matches a pattern.
function Predicates:known_key(maps, key)
  local parts, listed = {}, {}
  for i, property in ipairs(maps.properties or nothing) do listed[i] = text_of(property.key) end
  if listed[1] then parts[1] = ("%s in [%s]"):format(key, concat(listed, ", ")) end
  for _, row in ipairs(maps.patterns or nothing) do
    local translated = self.writer:pattern(row.pattern)
    parts[#parts + 1] = translated and ("regexp.match(%s, %s)"):format(literals.pattern(translated), key) or "True"
  end
  return parts[1] and concat(parts, " or ") or "False"
end

function Predicates:of_keys(maps, v, add, depth)
  local item = item_name(depth)
  local value = ("%s[%s]"):format(v, item)
  for _, row in ipairs(maps.patterns or nothing) do
    local translated = self.writer:pattern(row.pattern)
    local condition = self:condition(row.schema, value, depth + 1)
    if translated and condition ~= "True" then
      add("all([%s for %s in %s if regexp.match(%s, %s)])", condition, item, v, literals.pattern(translated), item)
    end
  end
  if maps.additional ~= nil then
    local condition, known = self:condition(maps.additional, value, depth + 1), self:known_key(maps, item)
    if condition == "False" then
      add("all([%s for %s in %s])", known, item, v)
    elseif condition ~= "True" then
      add("all([%s for %s in %s if not (%s)])", condition, item, v, known)
    end
  end
  if maps.names ~= nil then
    local condition = self:condition(maps.names, item, depth + 1)
    if condition ~= "True" then add("all([%s for %s in %s])", condition, item, v) end
  end
end

function Predicates:of_maps(form, v, add, depth)
  local maps = form.maps
  if maps.min and maps.min > 0 then add("len(%s) >= %s", v, value_of(maps.min)) end
  if maps.max then add("len(%s) <= %s", v, value_of(maps.max)) end
  local required = {}
  for _, key in ipairs(maps.required or nothing) do
    required[key] = true
    add("%s", has(key, v))
  end
  for _, property in ipairs(maps.properties or nothing) do
    local key = property.key
    local condition = self:condition(property.schema, ("%s[%s]"):format(v, text_of(key)), depth)
    if condition == "False" then
      add("%s not in %s", text_of(key), v)
    elseif condition ~= "True" and required[key] then
      add("%s", condition)
    elseif condition ~= "True" then
      add("(%s not in %s or %s)", text_of(key), v, condition)
    end
  end
  self:of_keys(maps, v, add, depth)
  self:of_needs(form.needs, v, add, depth)
  if maps.unevaluated ~= nil then evaluated.keys(self, form, v, add) end
end

function Predicates:of_needs(needs, v, add, depth)
  for _, need in ipairs(needs or nothing) do
    local condition
    if need.keys then
      local parts = {}
      for i, key in ipairs(need.keys) do parts[i] = has(key, v) end
      condition = parts[1] and concat(parts, " and ") or "True"
      if parts[2] then condition = "(" .. condition .. ")" end
    else
      condition = self:condition(need.schema, v, depth)
    end
    if condition ~= "True" then add("(%s not in %s or %s)", text_of(need.key), v, condition) end
  end
end

-- ---- schemas in schemas -------------------------------------------------------------

function Predicates:list_of(schemas, v, depth)
  local parts = {}
  for i, schema in ipairs(schemas) do parts[i] = self:condition(schema, v, depth) end
  return parts
end

function Predicates:of_lists(form, v, add, depth)
  for _, schema in ipairs(form.all or nothing) do
    local condition = self:condition(schema, v, depth)
    if condition ~= "True" then add("%s", condition) end
  end
  for _, list in ipairs(form.any or nothing) do
    local conditions, seen = {}, {}
    for _, condition in ipairs(self:list_of(list, v, depth)) do
      if not seen[condition] then conditions[#conditions + 1] = condition end
      seen[condition] = true
    end
    add(conditions[2] and "(%s)" or "%s", concat(conditions, " or "))
  end
  for _, list in ipairs(form.one or nothing) do
    self.writer:need "exactly_one"
    add("exactly_one([%s])", concat(self:list_of(list, v, depth), ", "))
  end
  for _, schema in ipairs(form.nots or nothing) do add("not %s", self:condition(schema, v, depth)) end
  for _, branch in ipairs(form.branches or nothing) do
    local given = self:condition(branch.given, v, depth)
    local yes = branch.yes == nil and "True" or self:condition(branch.yes, v, depth)
    local no = branch.no == nil and "True" or self:condition(branch.no, v, depth)
    if yes == given and no == given then
      add("%s", given)
    elseif no == "True" and yes ~= "True" then
      add("(not %s or %s)", given, yes)
    elseif yes == "True" and no ~= "True" then
      add("(%s or %s)", given, no)
    elseif yes ~= "True" then
      add("(%s if %s else %s)", yes, given, no)
    end
  end
end

local parts = {
  { "strings", "string", "of_strings" }, { "numbers", "number", "of_numbers" }, { "arrays", "array", "of_arrays" },
  { "maps", "object", "of_maps" },
}

local function only_type(types, name)
  if not types then return false end
  for other in pairs(types) do
    if other ~= name and not (name == "number" and other == "integer") then return false end
  end
  return true
end

-- Lists the conditions of the keywords for one type; nil when there are none.
function Predicates:of_part(form, part, v, depth)
  if not next(form[part[1]]) and not (part[1] == "maps" and form.needs) then return nil end
  local own = {}
  local whole = (part[1] == "arrays" or part[1] == "maps") and form or form[part[1]]
  self[part[3]](self, whole, v, function(frame, ...) own[#own + 1] = frame:format(...) end, depth)
  return own[1] and own
end

--- Lists the conditions that a value must satisfy.
---@param form yschema.Form
---@param v string the expression that gives the value
---@param depth integer how many comprehensions are around it
---@return string[]
function Predicates:conditions(form, v, depth)
  local list, seen = {}, {}
  local function add(frame, ...)
    local condition = frame:format(...)
    if not seen[condition] then list[#list + 1] = condition end
    seen[condition] = true
  end
  if form.never then return { "False" } end
  if form.types then add("%s", self:of_types(form.types, v)) end
  if form.enum then add("%s", self:of_values(form.enum, v)) end
  if form.ref then add("%s", self:of_reference(form, v)) end
  for _, part in ipairs(parts) do
    local own = self:of_part(form, part, v, depth)
    if own and only_type(form.types or form.assumed, part[2]) then
      for _, condition in ipairs(own) do list[#list + 1] = condition end
    elseif own then
      local condition = concat(own, " and ")
      if own[2] then condition = "(" .. condition .. ")" end
      add("(not %s or %s)", self:of_types({ [part[2]] = true }, v), condition)
    end
  end
  self:of_lists(form, v, add, depth)
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
  if keywords.is_open(form) then return "True" end
  local name = self.names[form]
  if name then return ("%s(%s)"):format(name, v) end
  if not always and keywords.is_open(form, "ref") then return self:conditions(form, v, depth)[1] or "True" end
  local short = not always and self:short_conditions(form, v, depth)
  if short then return short end
  return ("%s(%s)"):format(self:named(form), v)
end

-- Writes a condition in place, or returns nil when it is long.
function Predicates:short_conditions(form, v, depth)
  if form.ref or form.all or form.any or form.one or form.branches then return nil end
  if form.maps.properties or form.maps.patterns then return nil end
  local list = self:conditions(form, v, depth)
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
    one.slot.name, one.slot.lines = one.name, predicates.lines(one.name, self:conditions(one.form, "v", 0))
    self.waiting[i] = false
    i = i + 1
  end
  self.writer:share_results()
end

--- Writes a function of conditions.
---@param name string
---@param conditions string[]
---@return string[] lines
function predicates.lines(name, conditions)
  local lines = { ("def %s(v):"):format(name) }
  for i = 1, #conditions - 1 do lines[#lines + 1] = ("  if not %s: return False"):format(conditions[i]) end
  lines[#lines + 1] = "  return " .. (conditions[#conditions] or "True")
  lines[#lines + 1] = "end"
  return lines
end

return predicates
