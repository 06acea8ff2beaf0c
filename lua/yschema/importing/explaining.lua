--- Finds the keywords of a JSON Schema that a value breaks, for messages: as deep in the value as they stand.
--
-- It looks at what the rules of an import judge, after one of them has found that a value is invalid.
--
-- @module yschema.importing.explaining

local acceptance = require "yschema.importing.reading.acceptance"
local core = require "yschema.core"
local library = require "yschema.importing.reading.library"
local literals = require "yschema.importing.literals"
local regexps = require "yschema.importing.reading.regexps"

local explaining = {}

local concat, error, ipairs, next, pairs, pcall, setmetatable, sort, type =
  table.concat, error, ipairs, next, pairs, pcall, setmetatable, table.sort, type
local type_of = acceptance.type_of

--- A keyword that a value breaks.
---@class yschema.BrokenKeyword
---@field path string where the value stands, from the one that was looked at
---@field words string
---@field place? string the keyword's place in the JSON Schema

---@class yschema.Explainer
---@field simple yschema.Simplifier
local Explainer = {}
Explainer.__index = Explainer

local MOST_DEPTH = 80
local MOST_LOOKS = 20000 -- definitions may name each other in thousands of ways
local TOO_LONG = {}

-- Returns a value in words for messages.
local function shown(value)
  if value == core.null then return "null" end
  local kind = type_of(value)
  if kind == "object" then return "a map" end
  if kind == "array" then return "an array" end
  local text = literals.yaml(value)
  return #text <= 60 and text or text:sub(1, 57) .. "..."
end

local type_words = { null = "null", boolean = "true or false", object = "a map", array = "an array",
  number = "a number", integer = "an integer", string = "a string" }

local function types_in_words(types)
  local words = {}
  for name in pairs(types) do
    if name ~= "integer" or not types.number then words[#words + 1] = type_words[name] end
  end
  sort(words)
  return concat(words, " or ")
end

-- Writes the path of a key or an item.
local function below(path, step)
  if type(step) == "number" then return ("%s[%d]"):format(path, step - 1) end
  if not step:find "^[%a_][%w_-]*$" then return ("%s[%s]"):format(path, literals.text(step)) end
  return path == "" and step or path .. "." .. step
end

-- One look at a value.
local Look = {}
Look.__index = Look

function Look:add(form, keyword, path, words, ...)
  local place = form.place
  local where
  if place then
    local pointer = place.pointer .. (keyword and "/" .. keyword or "")
    where = ("%s:%d %s"):format(place.text.name, library.line(place.text, pointer), pointer)
  end
  self.found[#self.found + 1] = { path = path, words = words:format(...), place = where }
end

-- Looks at a value by a schema. Returns what it breaks.
function Look:at(schema, value, path, depth)
  local outer = self.found
  local found = {}
  self.found = found
  if depth <= MOST_DEPTH then self:form(self.simple:form(schema), value, path, depth + 1) end
  self.found = outer
  return found
end

function Look:take(schema, value, path, depth)
  for _, broken in ipairs(self:at(schema, value, path, depth)) do self.found[#self.found + 1] = broken end
end

local sizes = {
  strings = { "minLength", "length >= %d; it is %d", "maxLength", "length <= %d; it is %d" },
  arrays = { "minItems", "at least %d items; there are %d", "maxItems", "at most %d items; there are %d" },
  maps = { "minProperties", "at least %d keys; there are %d", "maxProperties", "at most %d keys; there are %d" },
}

-- Explains the bounds of a length or count.
function Look:size(form, kind, size, path)
  local min, max, words = form[kind].min, form[kind].max, sizes[kind]
  if min and size < min then self:add(form, words[1], path, words[2], min, size) end
  if max and size > max then self:add(form, words[3], path, words[4], max, size) end
end

function Look:string(form, value, path)
  self:size(form, "strings", regexps.length(value), path)
  for _, pattern in ipairs(form.strings.patterns or {}) do
    local translated = regexps.translate(pattern)
    if translated and regexps.found(translated, value) == false then
      self:add(form, "pattern", path, "a string matching %s; it is %s", literals.text(pattern), shown(value))
    end
  end
end

local bounds = {
  { "min", "minimum", ">=", function(a, b) return a >= b end },
  { "max", "maximum", "<=", function(a, b) return a <= b end },
  { "above", "exclusiveMinimum", ">", function(a, b) return a > b end },
  { "below", "exclusiveMaximum", "<", function(a, b) return a < b end },
}

function Look:number(form, value, path)
  for _, row in ipairs(bounds) do
    local bound = form.numbers[row[1]]
    if bound and not row[4](value, bound) then
      self:add(form, row[2], path, "a value %s %s; it is %s", row[3], literals.value(bound), shown(value))
    end
  end
  for _, multiple in ipairs(form.numbers.multiples or {}) do
    if multiple ~= 0 and multiple % 1 == 0 and value % multiple ~= 0 then
      self:add(form, "multipleOf", path, "a multiple of %s; it is %s", literals.value(multiple), shown(value))
    end
  end
end

function Look:array(form, value, path, depth)
  local arrays, prefix = form.arrays, form.arrays.prefix or {}
  self:size(form, "arrays", #value, path)
  for i, item in ipairs(value) do
    local schema = prefix[i]
    if schema == nil then schema = arrays.items end
    if schema ~= nil then self:take(schema, item, below(path, i), depth) end
  end
  for _, contains in ipairs(arrays.contains or {}) do
    local count = 0
    for _, item in ipairs(value) do
      if not self:at(contains.schema, item, "", depth)[1] then count = count + 1 end
    end
    if count < contains.min then
      self:add(form, "contains", path, "at least %d items as /contains has them; there are %d", contains.min, count)
    elseif contains.max and count > contains.max then
      self:add(form, "maxContains", path, "at most %d items as /contains has them; there are %d", contains.max, count)
    end
  end
end

-- Looks at the keys of a map by the schemas for those that are not named.
function Look:other_keys(form, value, path, depth, known)
  local maps = form.maps
  for _, key in ipairs(self.keys_of(value)) do
    local is_known = known[key]
    for _, row in ipairs(maps.patterns or {}) do
      local translated = regexps.translate(row.pattern)
      if not translated or regexps.found(translated, key) ~= false then
        is_known = true
        if translated then self:take(row.schema, value[key], below(path, key), depth) end
      end
    end
    if maps.names ~= nil and self:at(maps.names, key, "", depth)[1] then
      self:add(form, "propertyNames", below(path, key), "a key with another name")
    end
    if not is_known and maps.additional == false then
      self:add(form, "additionalProperties", below(path, key), "left out: no such key is known")
    elseif not is_known and maps.additional ~= nil then
      self:take(maps.additional, value[key], below(path, key), depth)
    end
  end
end

function Look:map(form, value, path, depth)
  local maps, known, count = form.maps, {}, 0
  for _ in next, value do count = count + 1 end
  self:size(form, "maps", count, path)
  for _, key in ipairs(maps.required or {}) do
    if value[key] == nil then self:add(form, "required", below(path, key), "given") end
  end
  for _, property in ipairs(maps.properties or {}) do
    known[property.key] = true
    if value[property.key] ~= nil then
      self:take(property.schema, value[property.key], below(path, property.key), depth)
    end
  end
  self:other_keys(form, value, path, depth, known)
  for _, need in ipairs(form.needs or {}) do
    if value[need.key] ~= nil then
      for _, key in ipairs(need.keys or {}) do
        if value[key] == nil then self:add(form, nil, below(path, key), "given, because %s is", need.key) end
      end
      if need.schema ~= nil then self:take(need.schema, value, path, depth) end
    end
  end
end

-- Returns the nearest of several alternatives: the one that the value breaks deepest and least.
local function nearest(list)
  local best, best_rank
  for _, found in ipairs(list) do
    local deepest, is_type = 0, 0
    for _, broken in ipairs(found) do
      local _, steps = broken.path:gsub("[%.%[]", "")
      deepest = steps > deepest and steps or deepest
      if broken.is_type then is_type = 1 end
    end
    local rank = deepest * 10 - #found - is_type * 1000
    if not best or rank > best_rank then best, best_rank = found, rank end
  end
  return best
end

function Look:alternatives(form, list, keyword, value, path, depth)
  local broken, fitting = {}, {}
  for i, schema in ipairs(list) do
    local found = self:at(schema, value, path, depth)
    if found[1] then broken[#broken + 1] = found else fitting[#fitting + 1] = i - 1 end
  end
  if keyword == "oneOf" and fitting[2] then
    self:add(form, keyword, path, "one of %d alternatives; %d of them fit", #list, #fitting)
  elseif not fitting[1] then
    local best = nearest(broken)
    if not best or #list > 1 and best[2] then
      self:add(form, keyword, path, "one of %d alternatives", #list)
    end
    for _, each in ipairs(best or {}) do self.found[#self.found + 1] = each end
  end
end

function Look:compositions(form, value, path, depth)
  if form.ref then
    local target = self.simple:target(form)
    if target ~= nil then self:take(target, value, path, depth) end
  end
  for _, schema in ipairs(form.all or {}) do self:take(schema, value, path, depth) end
  for _, list in ipairs(form.any or {}) do self:alternatives(form, list, "anyOf", value, path, depth) end
  for _, list in ipairs(form.one or {}) do self:alternatives(form, list, "oneOf", value, path, depth) end
  for _, schema in ipairs(form.nots or {}) do
    if not self:at(schema, value, path, depth)[1] then
      self:add(form, "not", path, "something else than what `not` has; it is %s", shown(value))
    end
  end
  for _, branch in ipairs(form.branches or {}) do
    local chosen
    if self:at(branch.given, value, path, depth)[1] then chosen = branch.no else chosen = branch.yes end
    if chosen ~= nil then self:take(chosen, value, path, depth) end
  end
end

local by_type = { string = "string", integer = "number", number = "number", array = "array", object = "map" }

function Look:form(form, value, path, depth)
  self.left = self.left - 1
  if self.left < 0 then error(TOO_LONG, 0) end
  local kind = type_of(value)
  if form.never then return self:add(form, nil, path, "left out: no value is valid") end
  if form.types and not form.types[kind] and not (kind == "integer" and form.types.number) then
    self:add(form, "type", path, "%s; it is %s", types_in_words(form.types), shown(value))
    self.found[#self.found].is_type = true
    return
  end
  if form.enum and not acceptance.among(form.enum, value) then
    local text = literals.yaml(form.enum)
    local keyword = form.enum[2] == nil and "const" or "enum"
    if #text > 100 then text = ("[%d values]"):format(#form.enum) end
    return self:add(form, keyword, path, "one of %s; it is %s", text, shown(value))
  end
  local look = by_type[kind]
  if look then self[look](self, form, value, path, depth) end
  self:compositions(form, value, path, depth)
end

-- ---- the result ---------------------------------------------------------------------

local MOST = 3

local function sorted_keys(value)
  local keys = {}
  for key in next, value do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  sort(keys)
  return keys
end

--- Says what a value breaks, in a text of a few lines.
---@param form yschema.Form
---@param value any
---@return string? words nil when nothing is found
function Explainer:words(form, value)
  local look = setmetatable({ simple = self.simple, found = {}, left = MOST_LOOKS, keys_of = sorted_keys }, Look)
  local ok = pcall(look.form, look, form, value, "", 0)
  local found, lines, seen = look.found, {}, {}
  local format = form.strings.formats and form.strings.formats[1]
  if ok and not found[1] and format then look:add(form, "format", "", "a string of the format %s", format) end
  if not ok or not found[1] then return nil end
  for _, broken in ipairs(found) do
    local line = (broken.path ~= "" and broken.path .. " has to be " or "it has to be ") .. broken.words
      .. (broken.place and " (" .. broken.place .. ")" or "")
    if not seen[line] then lines[#lines + 1] = line end
    seen[line] = true
  end
  local count = #lines
  if count > MOST then lines[MOST + 1] = ("and %d more"):format(count - MOST) end
  return concat(lines, "; ", 1, count > MOST and MOST + 1 or count)
end

--- Makes what explains the rules of an import.
---@param simple yschema.Simplifier
---@return yschema.Explainer
function explaining.new(simple) return setmetatable({ simple = simple }, Explainer) end

return explaining
