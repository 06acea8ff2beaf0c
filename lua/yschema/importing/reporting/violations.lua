--- Finds the keywords of a JSON Schema that a value violates, at their exact places in the value and in the text.
--
-- The forms come directly from the text, not simplified, so each keyword is validated by itself.
--
-- @module yschema.importing.reporting.violations

local addresses = require "yschema.importing.reading.addresses"
local core = require "yschema.core"
local forms = require "yschema.importing.reading.forms"
local literals = require "yschema.importing.writing.literals"
local nearest = require "yschema.base.lazily" "yschema.importing.reporting.nearest"
local regexps = require "yschema.base.lazily" "yschema.importing.reading.regexps"
local values = require "yschema.importing.reading.values"

local violations = {}

local concat, error, ipairs, next, pcall, setmetatable, sort, type =
  table.concat, error, ipairs, next, pcall, setmetatable, table.sort, type
local below, type_of = addresses.below, values.type_of
local counted = require "yschema.base.writing".counted

--- A keyword that a value violates.
---@class yschema.Violated
---@field pointer string of the invalid part, relative to the value
---@field rule string the keyword
---@field must_be string
---@field found string
---@field text? yschema.SchemaText
---@field at? string the place of the keyword in that text

local nothing = {}

local MOST_DEPTH = 80
local MOST_STEPS = 20000 -- definitions may refer to each other in thousands of ways
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

-- One search.
local Search = {}
Search.__index = Search

-- Whether a schema has a keyword.
local function has(node, keyword) return type(node) == "table" and node[keyword] ~= nil end

-- Adds a violation. `words` lists keywords; the first one in the text is reported.
function Search:add(form, words, pointer, must_be, found)
  local place, rule = form.place, nil
  for word in words:gmatch "%S+" do
    rule = rule or word
    if place and has(place.node, word:match "^[^/]*") then rule = word break end
  end
  local at = place and place.pointer or nil
  if at and rule and has(place.node, rule:match "^[^/]*") then at = at .. "/" .. rule end
  self.found[#self.found + 1] = { pointer = pointer, rule = rule and rule:match "^[^/]*" or "", must_be = must_be,
    found = found, text = place and place.text, at = at }
end

-- Validates a value by the schema of a keyword. Returns the violations, which are complete unless `self.cut` is set.
function Search:anew(schema, value, pointer, depth)
  local outer, found = self.found, {}
  self.found = found
  if depth <= MOST_DEPTH then
    self:form(self.simple:read(schema), value, pointer, depth + 1)
  else
    self.cut = true
  end
  self.found = outer
  return found
end

-- Returns what `anew` returns. Whether null fits is asked for each place of a schema, and places may share definitions,
-- so the violations of null are kept.
function Search:at(schema, value, pointer, depth)
  if value ~= core.null or pointer ~= "" then return self:anew(schema, value, pointer, depth) end
  local known = self.simple.null_violations[schema]
  if not known then
    local before = self.cut
    self.cut = false
    known = self:anew(schema, value, pointer, depth)
    if not self.cut then self.simple.null_violations[schema] = known end
    self.cut = self.cut or before
  end
  self.left = self.left - #known
  if self.left < 0 then error(TOO_LONG, 0) end
  local found = {}
  for i, one in ipairs(known) do found[i] = one end
  return found
end

function Search:fits(schema, value, depth) return self:at(schema, value, "", depth)[1] == nil end

function Search:take(schema, value, pointer, depth)
  for _, one in ipairs(self:at(schema, value, pointer, depth)) do self.found[#self.found + 1] = one end
end

local sizes = { strings = { "minLength", "maxLength" }, arrays = { "minItems", "maxItems" },
  maps = { "minProperties", "maxProperties" } }

-- Validates the bounds of a length or count.
function Search:size(form, kind, size, pointer)
  local min, max, found = form[kind].min, form[kind].max, ("length = %d"):format(size)
  if min and size < min then self:add(form, sizes[kind][1], pointer, ("length >= %d"):format(min), found) end
  if max and size > max then self:add(form, sizes[kind][2], pointer, ("length <= %d"):format(max), found) end
end

function Search:string(form, value, pointer)
  local strings = form.strings
  self:size(form, "strings", regexps.length(value), pointer)
  for _, pattern in ipairs(strings.patterns or nothing) do
    local translated = regexps.translate(pattern)
    if translated and regexps.found(translated, value) == false then
      self:add(form, "pattern", pointer, "a string matching " .. literals.text(pattern), shown(value))
    end
  end
  for _, format in ipairs(strings.formats or nothing) do
    local holds = true
    if format == "regex" then
      local expression = regexps.translate(value)
      holds = expression ~= nil and core.matches(expression, "") ~= nil
    elseif core.rule_phrase("format", format) then
      holds = core.rule_test("format", format, value)
    end
    if not holds then self:add(form, "format", pointer, "a string of the format " .. format, shown(value)) end
  end
end

local bounds = {
  { "min", "minimum", ">=", function(a, b) return a >= b end },
  { "max", "maximum", "<=", function(a, b) return a <= b end },
  { "above", "exclusiveMinimum minimum", ">", function(a, b) return a > b end },
  { "below", "exclusiveMaximum maximum", "<", function(a, b) return a < b end },
}

function Search:number(form, value, pointer)
  for _, row in ipairs(bounds) do
    local bound = form.numbers[row[1]]
    if bound and not row[4](value, bound) then
      self:add(form, row[2], pointer, ("a value %s %s"):format(row[3], literals.value(bound)), shown(value))
    end
  end
  for _, multiple in ipairs(form.numbers.multiples or nothing) do
    if core.rule_test("multiple_of", multiple, value) == false then
      self:add(form, "multipleOf", pointer, "a multiple of " .. literals.value(multiple), shown(value))
    end
  end
end

function Search:contained(form, value, pointer, depth)
  for _, contains in ipairs(form.arrays.contains or nothing) do
    local count = 0
    for _, item in ipairs(value) do
      if self:fits(contains.schema, item, depth) then count = count + 1 end
    end
    local found = ("%d of %s"):format(count, counted(#value, "item"))
    if count < contains.min then
      self:add(form, "contains", pointer, ("at least %s valid by contains"):format(counted(contains.min, "item")),
        found)
    elseif contains.max and count > contains.max then
      self:add(form, "maxContains contains", pointer,
        ("at most %s valid by contains"):format(counted(contains.max, "item")), found)
    end
  end
end

function Search:array(form, value, pointer, depth)
  local arrays, prefix = form.arrays, form.arrays.prefix or {}
  self:size(form, "arrays", #value, pointer)
  if arrays.unique and core.rule_test("unique", true, value) == false then
    self:add(form, "uniqueItems", pointer, "unique items", "items that are equal")
  end
  for i, item in ipairs(value) do
    local schema = prefix[i]
    if schema == nil then schema = arrays.items end
    if schema == false then
      self:add(form, "additionalItems items", below(pointer, i - 1), ("at most %s"):format(counted(#prefix, "item")),
        "one more")
    elseif schema ~= nil then
      self:take(schema, item, below(pointer, i - 1), depth)
    end
  end
  self:contained(form, value, pointer, depth)
  if arrays.unevaluated ~= nil then
    for i, item in ipairs(value) do
      if not nearest.looks_at_item(self, form, value, i, depth) then
        self:rest(form, "unevaluatedItems", arrays.unevaluated, item, below(pointer, i - 1), depth)
      end
    end
  end
end

-- Validates a key or an item that no other keyword evaluates.
function Search:rest(form, keyword, schema, value, pointer, depth)
  if schema == false then
    self:add(form, keyword, pointer, "left out", keyword:find "Items$" and "an item that nothing describes"
      or "a key that is not known")
  elseif schema ~= nil then
    self:take(schema, value, pointer, depth)
  end
end

local function sorted_keys(value)
  local keys = {}
  for key in next, value do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  sort(keys)
  return keys
end

-- Validates a key's name.
function Search:name(form, key, pointer, depth)
  if form.maps.names == nil then return end
  if form.maps.names == false then
    return self:add(form, "propertyNames", pointer, "left out", "a key where none is allowed")
  end
  for _, one in ipairs(self:at(form.maps.names, key, "", depth)) do
    one.pointer, one.must_be = pointer, "under a key that is " .. one.must_be
    one.found = "the key " .. literals.text(key)
    self.found[#self.found + 1] = one
  end
end

function Search:other_keys(form, value, pointer, depth, known)
  local maps = form.maps
  for _, key in ipairs(sorted_keys(value)) do
    local is_known, at = known[key], below(pointer, key)
    for _, row in ipairs(maps.patterns or nothing) do
      local translated = regexps.translate(row.pattern)
      if not translated or regexps.found(translated, key) ~= false then
        is_known = true
        if translated then self:take(row.schema, value[key], at, depth) end
      end
    end
    self:name(form, key, at, depth)
    if not is_known then self:rest(form, "additionalProperties", maps.additional, value[key], at, depth) end
    if maps.unevaluated ~= nil and not nearest.looks_at_key(self, form, value, key, depth) then
      self:rest(form, "unevaluatedProperties", maps.unevaluated, value[key], at, depth)
    end
  end
end

function Search:needs(form, value, pointer, depth)
  for _, need in ipairs(form.needs or nothing) do
    for _, key in ipairs(value[need.key] ~= nil and need.keys or {}) do
      if value[key] == nil then
        self:add(form, "dependentRequired dependencies", pointer,
          ("a map with the key %s, because it has %s"):format(key, need.key), key .. " is missing")
      end
    end
    if value[need.key] ~= nil and need.schema ~= nil then self:take(need.schema, value, pointer, depth) end
  end
end

function Search:map(form, value, pointer, depth)
  local maps, known, count = form.maps, {}, 0
  for _ in next, value do count = count + 1 end
  self:size(form, "maps", count, pointer)
  for _, key in ipairs(maps.required or nothing) do
    if value[key] == nil then
      self:add(form, "required", pointer, "a map with the key " .. key, key .. " is missing")
    end
  end
  for _, property in ipairs(maps.properties or nothing) do
    known[property.key] = true
    if value[property.key] ~= nil then
      self:take(property.schema, value[property.key], below(pointer, property.key), depth)
    end
  end
  self:other_keys(form, value, pointer, depth, known)
  self:needs(form, value, pointer, depth)
end

-- Returns words for the opposite of a schema, and for the value.
function Search:opposite(schema, value)
  local form = self.simple:read(schema)
  local required = form.maps.required
  if form.enum then return "none of " .. literals.yaml(form.enum):sub(1, 100), shown(value) end
  if required and forms.is_open(form, "maps") and not next(form.maps, next(form.maps)) then
    local several = #required > 1
    return ("a map without %s%s"):format(several and "all of " or "the key ", concat(required, ", ")),
      several and "a map with all of them" or "a map with it"
  end
  if form.types and forms.is_open(form, "types") then
    return "no " .. values.in_words(form.types):gsub("^an? ", ""):gsub(" or an? ", " or "), shown(value)
  end
  return "a value that the schema of not does not accept", shown(value)
end

function Search:compositions(form, value, pointer, depth)
  if form.ref then
    local target = self.simple:target(form)
    if target ~= nil then self:take(target, value, pointer, depth) end
  end
  for _, schema in ipairs(form.all or nothing) do self:take(schema, value, pointer, depth) end
  for _, list in ipairs(form.any or nothing) do nearest.report(self, form, list, "anyOf", value, pointer, depth) end
  for _, list in ipairs(form.one or nothing) do nearest.report(self, form, list, "oneOf", value, pointer, depth) end
  for _, schema in ipairs(form.nots or nothing) do
    if self:fits(schema, value, depth) then
      self:add(form, "not", pointer, self:opposite(schema, value))
    end
  end
  for _, branch in ipairs(form.branches or nothing) do
    local chosen
    if self:fits(branch.given, value, depth) then chosen = branch.yes else chosen = branch.no end
    if chosen ~= nil then self:take(chosen, value, pointer, depth) end
  end
end

local by_type = { string = "string", integer = "number", number = "number", array = "array", object = "map" }

function Search:form(form, value, pointer, depth)
  self.left = self.left - 1
  if self.left < 0 then error(TOO_LONG, 0) end
  local kind = type_of(value)
  if form.never then return self:add(form, "", pointer, "left out", shown(value)) end
  if not values.is_of(form.types, value) then
    self:add(form, "type", pointer, values.in_words(form.types), shown(value))
    self.found[#self.found].types = form.types
    return
  end
  if form.enum and not values.is_listed(form.enum, value) then
    local text = literals.yaml(form.enum)
    if #text > 100 then text = ("[%d values]"):format(#form.enum) end
    self:add(form, form.enum[2] == nil and "const enum" or "enum const", pointer, "one of " .. text, shown(value))
    return
  end
  local look = by_type[kind]
  if look then self[look](self, form, value, pointer, depth) end
  self:compositions(form, value, pointer, depth)
end

--- Lists the keywords that a value violates; nil when the search would take too long.
---@param simple yschema.Simplifier
---@param form yschema.Form
---@param value any
---@return yschema.Violated[]?
function violations.violated(simple, form, value)
  local search = setmetatable({ simple = simple, found = {}, left = MOST_STEPS, cut = false }, Search)
  local ok, problem = pcall(search.form, search, form, value, "", 0)
  if not ok and problem ~= TOO_LONG then error(problem, 0) end
  return ok and search.found or nil
end

return violations
