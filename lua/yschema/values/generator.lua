--- Makes values that a field should accept: random ones, or the smallest ones.
--
-- The generator respects types, bounds, lists of values, regular expressions, formats and keys, but no functions. So
-- the caller must have the schema validate each value.
--
-- @module yschema.values.generator

local core = require "yschema.core"
local facts = require "yschema.values.facts"
local endless = require "yschema.values.endless"
local texts = require "yschema.values.texts"

local generator = {}

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

-- Below `bare_levels` and beyond `most_values`, only required keys and items are made; below `most_levels` and beyond
-- `all_values`, nothing.
local most_levels, bare_levels, most_values, all_values = 24, 6, 150, 5000

-- Longer texts and arrays are not made.
local most_characters, most_items = 100000, 1000

---@class yschema.ValueGenerator
---@field chooser yschema.Chooser
---@field known table<string, any> the regular expressions that were read
---@field around integer how many values around the current one are being made
---@field made integer how many values were made for the outermost one
---@field is_short? boolean some texts or arrays are shorter than the schema requires
local Generator = {}
Generator.__index = Generator

--- Makes an array of the core.
---@param items? any[]
---@return any[]
generator.array = require "yschema.base.writing".list

--- Returns whether a value is a map, not an array.
---@param value any
---@return boolean
function generator.is_map(value) return type(value) == "table" and getmetatable(value) ~= core.array_mt end

--- Copies a value, so that the copy may be changed.
---@param value any
---@return any
function generator.copy(value)
  if type(value) ~= "table" then return value end
  local copy = setmetatable({}, getmetatable(value))
  for key, part in pairs(value) do copy[key] = generator.copy(part) end
  return copy
end

local is_map = generator.is_map

-- Returns the least and the greatest length.
local function length_bounds(field)
  local least, most = facts.range(field, "length", 1)
  return max(-floor(-(least or 0)), 0), max(floor(most or huge), 0)
end

-- Returns a length that is made: what can be long enough is, and other values are short.
function Generator:made_length(least, most)
  if least <= most then return least end
  self.is_short = true
  return 0
end

-- ---- scalars ------------------------------------------------------------------------

local function factor_of(field)
  local factor = facts.first(field, "multiple")
  return type(factor) == "number" and factor or nil
end

function Generator:integer(field)
  local low, high = facts.range(field, "number", 1)
  local factor = factor_of(field) or 1
  if factor < 1 or factor % 1 ~= 0 then factor = 1 end
  low = low or (high and min(1, high)) or 1
  if low < -2 ^ 52 and not (high and high < -2 ^ 52) then low = min(1, high or 1) end
  if low ~= low or low < -2 ^ 52 or low > 2 ^ 52 then return low end
  local first = -floor(-low / factor)
  local last = max(first, floor((high or low + 20 * factor) / factor))
  local value = self.chooser:int(first, min(last, first + 1000)) * factor
  return floor(value)
end

function Generator:float(field)
  local low, high = facts.range(field, "number", 0.25)
  local factor = factor_of(field)
  if factor and factor > 0 then
    local first = -floor(-(low or 1) / factor)
    return self.chooser:int(first, first + 3) * factor
  end
  low = low or (high and min(1, high - 1)) or 1
  if low ~= low or low < -2 ^ 40 or low > 2 ^ 40 then return low end
  local value = floor(low) + 0.5 + self.chooser:int(0, 4) / 4
  if value < low then value = value + 1 end
  if high and value > high then value = low + (high - low) / 2 end
  return value
end

-- Makes a text as long as the bounds require.
local function fitted(text, least, most)
  if #text > most then return text:sub(1, most) end
  if #text < least then return text .. ("a"):rep(least - #text) end
  return text
end

function Generator:string(field)
  local least, most = length_bounds(field)
  if field.implied then least = max(least, 1) end
  local format, pattern = facts.first(field, "format"), facts.first(field, "pattern")
  local prefix, suffix = facts.first(field, "start") or "", facts.first(field, "end") or ""
  least = self:made_length(least, most_characters)
  local text
  if format and texts.of_format[format] then text = self.chooser:pick(texts.of_format[format])
  elseif type(pattern) == "string" then text = texts.matching(pattern, self.chooser, self.known) end
  if text and #text >= least and #text <= most then return text end
  if text then return fitted(text, least, most) end
  local ends = #prefix + #suffix
  least = max(least - ends, ends == 0 and 1 or 0)
  local length = self.chooser:int(least, max(least, min(most - ends, least + 5)))
  return prefix .. texts.of_length(min(length, most), self.chooser) .. suffix
end

-- Whether only required keys and items are made.
function Generator:is_bare(level) return level >= bare_levels or self.made > most_values end

-- ---- collections --------------------------------------------------------------------

local function as_key(value)
  if type(value) == "table" then return core.encode(value, "yaml") or "" end
  return value
end

function Generator:list(field, level)
  local item, list, seen = facts.item(field), {}, {}
  local least, most = length_bounds(field)
  if field.implied == "value" then least = max(least, 1) end
  least = self:made_length(least, most_items)
  local more = self:is_bare(level) and 0 or 2
  local count = self.chooser:int(least, max(least, min(most, least + more)))
  local unique = facts.first(field, "distinct")
  for _ = 1, count * (unique and 3 or 1) do
    if #list == count then break end
    local value = self:value(item, level + 1)
    local key = unique and as_key(value)
    if value ~= nil and not (unique and seen[key]) then
      list[#list + 1] = value
      if unique then seen[key] = true end
    end
  end
  return generator.array(list)
end

--- Makes a key that belongs to a placeholder and to no named field of the map.
---@param map { named: yschema.OutlineField[], open: yschema.OutlineOpen[] }
---@param open yschema.OutlineOpen
---@param others table<string, any> keys that are taken
---@return string?
function Generator:key(map, open, others)
  for try = 1, 20 do
    local key
    if open.pattern then
      key = texts.matching(open.pattern, self.chooser, self.known)
      if key and try > 10 then key = key .. ("abcdefghij"):sub(try - 10, try - 10) end
    else
      key = ("abcdefghijklmnopqrst"):sub(try, try) .. (self.chooser.is_random and self.chooser:int(1, 99) or "")
    end
    if not key then return nil end
    if others[key] == nil and not facts.named(map, key) then return key end
  end
end

-- Adds keys of placeholders.
function Generator:add_open(map, value, level)
  for _, open in ipairs(map.open) do
    local count = open.field.count
    local least = count and count.least or 0
    local wanted = least
    if self.chooser.is_random and not self:is_bare(level) then
      wanted = self.chooser:int(least, min(count and count.most or huge, least + 2))
    end
    for _ = 1, min(wanted, 100) do
      local key = self:key(map, open, value)
      if key then value[key] = self:value(open.field, level + 1) end
    end
  end
end

-- Lists the required named keys, once for a map, which may have thousands of others.
local function required_keys(map)
  local list = map.required_keys
  if list then return list end
  list = {}
  for _, child in ipairs(map.named) do
    if facts.is_required(child) then list[#list + 1] = child end
  end
  map.required_keys = list
  return list
end

-- Decides whether a named key is given.
function Generator:gives(child, percent)
  if facts.is_required(child) then return true end
  return not child.removed and self.chooser:chance(percent)
end

-- Adds named keys.
function Generator:add_named(map, value, level)
  local count = #map.named
  local percent = count > 10 and floor(400 / count) or 40
  local only_required = percent == 0 or not self.chooser.is_random or self:is_bare(level)
  for _, child in ipairs(only_required and required_keys(map) or map.named) do
    local is_given = only_required or self:gives(child, self:is_bare(level) and 0 or percent)
    if is_given then value[child.key] = self:value(child, level + 1) end
  end
end

-- Calls `repair` with the row of each rule about given keys, a group of its keys, and those of them that `value` has.
local function each_group(field, value, repair)
  for _, group in ipairs(facts.key_groups(field)) do
    local given = {}
    for _, key in ipairs(group.keys) do given[#given + 1] = value[key] ~= nil and key or nil end
    repair(group.named, group.keys, given)
  end
end

-- Adds and removes keys, as the rules about keys require.
function Generator:repair_keys(field, map, value, level)
  each_group(field, value, function(named, group, given)
    local wanted = named.some and { self.chooser:pick(group) }
    if given[1] then wanted = named.together and group end
    for _, key in ipairs(wanted or {}) do
      local child = facts.named(map, key)
      if child and value[key] == nil then value[key] = self:value(child, level + 1) end
    end
  end)
  each_group(field, value, function(named, _, given)
    for i = 2, named.single and #given or 0 do value[given[i]] = nil end
  end)
end

--- Makes a map.
---@param field yschema.OutlineField
---@param level integer
---@return table<string, any>
function Generator:map(field, level)
  local map, value = facts.map(field), {}
  self:add_named(map, value, level)
  self:add_open(map, value, level)
  self:repair_keys(field, map, value, level)
  return value
end

-- ---- alternatives -------------------------------------------------------------------

-- Returns a field with the rules of all alternatives, for scalars that have to satisfy each of them.
local function intersection(choice)
  local rules, kinds = {}, {}
  for kind in pairs(facts.ANYTHING.kinds) do kinds[kind] = true end
  for _, alternative in ipairs(choice) do
    local own = facts.kinds(alternative.field)
    for kind in pairs(kinds) do
      if not own[kind] then kinds[kind] = nil end
    end
    for _, rule in ipairs(alternative.field.rules or {}) do rules[#rules + 1] = rule end
  end
  return { kind = choice[1].field.kind, kinds = kinds, rules = rules, item = choice[1].field.item,
    named = choice[1].field.named, open = choice[1].field.open }
end

function Generator:all(choice, level)
  local value = self:value(intersection(choice), level)
  if not is_map(value) then return value end
  for i = 2, #choice do
    if facts.map(choice[i].field) then
      for key, part in pairs(self:map(choice[i].field, level)) do value[key] = part end
    end
  end
  return value
end

-- Chooses an alternative. A schema may be recursive, so deep values are scalars where possible.
function Generator:choose(choice, level)
  for i = 1, self:is_bare(level) and #choice or 0 do
    local field = choice[i].field
    if not field.choice and field.kind ~= "map" and field.kind ~= "array" then return i end
  end
  return self.chooser:int(1, #choice)
end

--- Makes a value that fits one of the alternatives.
---@param choice table
---@param index integer
---@param level integer
---@return any
function Generator:alternative(choice, index, level)
  local value = self:value(choice[index].field, level + 1)
  if choice.by and is_map(value) then value[choice.by] = choice[index].selected_by end
  return value
end

-- ---- any value ----------------------------------------------------------------------

function Generator:scalar(field, kind)
  if kind == "integer" then return self:integer(field) end
  if kind == "float" then return self:float(field) end
  if kind == "boolean" then return self.chooser:chance(50) end
  if kind == "string" then return self:string(field) end
  return core.null
end

-- Decides whether a nullable value is null. A schema may be recursive, so deep values are null.
function Generator:is_null(level)
  return self:is_bare(level) or self.chooser.is_random and self.chooser:chance(10)
end

-- Decides the kind of a value.
function Generator:kind(field, level)
  local kinds, list = facts.kinds(field), {}
  if field.nullable and self:is_null(level) then return "null" end
  if kinds[field.kind] and (not self.chooser.is_random or self.chooser:chance(70)) then return field.kind end
  for _, kind in ipairs(facts.all_kinds) do
    local is_deep = self:is_bare(level) and (kind == "map" or kind == "array")
    if kinds[kind] and kind ~= "null" and not is_deep then list[#list + 1] = kind end
  end
  return list[1] and self.chooser:pick(list) or kinds[field.kind] and field.kind or "null"
end

local kind_of = { string = "string", boolean = "boolean", table = "collection", userdata = "null" }

-- Returns the values that are listed as allowed, and that the type of the field allows.
local function listed_values(field)
  local argument, found = facts.first(field, "list"), {}
  local kinds = facts.kinds(field)
  for _, value in ipairs(type(argument) == "table" and argument or {}) do
    local kind = kind_of[type(value)] or "number"
    local fits = kind == "collection" and (kinds.map or kinds.array) or kind == "number"
      and (kinds.float or kinds.integer and value % 1 == 0) or kinds[kind]
    if fits then found[#found + 1] = value end
  end
  return found
end

local function value_of(self, field, level)
  local listed = listed_values(field)
  if listed[1] then return generator.copy(self.chooser:pick(listed)) end
  local choice = field.choice
  if choice and field.nullable and self:is_null(level) then return core.null end
  if choice and choice.mode == "all-of" then return self:all(choice, level) end
  if choice then return self:alternative(choice, self:choose(choice, level), level) end
  local kind = self:kind(field, level)
  if kind == "map" then return self:map(field, level) end
  if kind == "array" then return self:list(field, level) end
  return self:scalar(field, kind)
end

--- Makes a value for a field.
---@param field yschema.OutlineField
---@param level? integer how many maps and arrays there are around it
---@return any value nil when the schema is too deep, or no finite value fits
function Generator:value(field, level)
  level = level or 0
  if self.around == 0 then self.made = 0 end
  if level > most_levels or self.made > all_values or endless.is(field) then return nil end
  self.around, self.made = self.around + 1, self.made + 1
  local value = value_of(self, field, level)
  self.around = self.around - 1
  return value
end

--- Makes a generator.
---@param chooser yschema.Chooser
---@return yschema.ValueGenerator
function generator.new(chooser)
  return setmetatable({ chooser = chooser, known = {}, around = 0, made = 0 }, Generator)
end

return generator
