--- Generates the function that tests Lua tables against a schema.
--
-- The function returns true only if the core would accept the table, without a record and without calling a function of
-- the schema. Otherwise the core has to be asked. Each collection of the schema gets a function of its own; fields that
-- are alike share one.
--
-- @module yschema.checker.generator

local equal_fields = require "yschema.checker.equal_fields"
local array_code = require "yschema.checker.array_code"
local choice_code = require "yschema.checker.choice_code"
local function_text = require "yschema.checker.function_text"
local helpers = require "yschema.checker.helpers"
local limits = require "yschema.checker.limits"
local map_code = require "yschema.checker.map_code"
local value_code = require "yschema.checker.value_code"

local generator = {}

local setmetatable, tostring, type = setmetatable, tostring, type

-- The most collections that are not alike. Each gets a function, and a check waits while they are generated.
local most_collections = 400

-- The most fields of a schema: a function for more would take long to generate, in the middle of a check.
local most_fields = 2500

---@class yschema.CheckerRule: yschema.OutlineRule
---@field test? fun(text: string): boolean? for formats and regular expressions
---@field most? integer for formats: the largest integer that is valid, or -1
---@field unrepresentable? boolean Lua has no such argument

--- A field as `schema:outline(most)` of the core describes it, with what the checker notes.
---@class yschema.CheckerField: yschema.OutlineField
---@field unrepresentable? boolean Lua has no such default
---@field has_renamed? boolean there are old names of keys here or below
---@field has_references? boolean there are references or identities here or below
---@field demands? boolean there are required keys here or below
---@field ruled? boolean there are rules here or below
---@field unsettled? boolean there are alternatives or counts of keys here or below
---@field calls? boolean a function decides about values
---@field shadowed? boolean a placeholder may take the key of a field
---@field counted? boolean the number of keys of a field is restricted
---@field keys? string[] of the named fields
---@field below yschema.CheckerField[] the fields right below
---@field number integer different for fields that are not alike
---@field is_computed? boolean a function gives the default, or one below
---@field default_count? integer the values of the default
---@field given_count? integer the most values that a given value may hold
---@field filled_count? integer the most defaults that a given value may get

---@class yschema.Generator
---@field limits yschema.CheckerLimits
---@field budget { left: number }
---@field is_any fun(value: table, level: integer): boolean
---@field array_mt table
---@field empty_array_mt table
---@field inside integer how many alternatives there are around what is generated
---@field held table<yschema.CheckerField, boolean> which defaults keep their rules
---@field made table<string, function|false> functions by what they do
---@field numbers table<any, integer> numbers of the values that functions use
---@field count integer how many values have numbers
---@field found table<string, function|false> functions by fields and their places
local Generator = {}
Generator.__index = Generator

local function new_generator(settings, array_mt, empty_array_mt)
  local bounds = limits.of(settings)
  return setmetatable({
    limits = bounds,
    budget = bounds.budget,
    is_any = helpers.any_within(bounds, array_mt, empty_array_mt),
    array_mt = array_mt,
    empty_array_mt = empty_array_mt,
    inside = 0,
    held = {},
    made = {},
    numbers = {},
    count = 0,
    found = {},
  }, Generator)
end

--- Makes the function of a text, or finds one that does the same.
---@param text yschema.FunctionText
---@param parameter string
---@return function|false
function Generator:define(text, parameter)
  local identity = parameter .. "\n" .. text:identity(function(value)
    local number = self.numbers[value]
    if not number then
      number = self.count + 1
      self.count, self.numbers[value] = number, number
    end
    return number
  end)
  local made = self.made[identity]
  if made == nil then
    made = text:load(parameter) or false
    self.made[identity] = made
  end
  return made
end

-- Returns what `make` gives for a field at its place, which may be one of several.
local function find(self, field, level, make)
  local place = ("%d %d %s"):format(field.number, level, tostring(self.inside > 0))
  local found = self.found[place]
  if found == nil then
    found = make(self, field, level)
    self.found[place] = found
  end
  return found
end

--- Returns the function for the collections of a field, or false.
---@param field yschema.CheckerField
---@param level integer the number of tables around the items or entries
---@return function|false
function Generator:collection(field, level)
  if level > self.limits.depth then return false end
  return find(self, field, level, field.kind == "map" and map_code.make or array_code.make)
end

--- Returns the function for the alternatives of a field, or false.
---@param field yschema.CheckerField
---@param level integer the number of tables around the value
---@return function|false
function Generator:choice(field, level) return find(self, field, level, choice_code.make) end

local function test_of(self, field, level, own)
  local text = function_text.new()
  text:add "local t"
  value_code.write(self, text, field, level, "return false", own)
  text:add "return true"
  return self:define(text, "x")
end

--- Returns a function for any value of a field, or false.
---@param field yschema.CheckerField
---@param level integer
---@return function|false
function Generator:test(field, level) return test_of(self, field, level, false) end

--- Returns a function for the default of a field, or false.
---@param field yschema.CheckerField
---@param level integer
---@return function|false
function Generator:own_test(field, level)
  if type(field.default) == "table" and (field.kind == "map" or field.kind == "array") then
    return self:collection(field, level + 1)
  end
  return test_of(self, field, level, true)
end

--- Writes the charge for `count` values of a field, in shares of the limits.
---@param text yschema.FunctionText
---@param field yschema.CheckerField
---@param count string the name of a local
function Generator:write_charge(text, field, count)
  local budget = text:value(self.budget, "budget")
  text:add("%s.left = %s.left - %s * %s", budget, budget, count, text:value(limits.share(self.limits, field)))
end

--- Generates the function for a compiled schema. Nil: the core has to validate each value, because old names may
--- occur anywhere, or the schema is recursive or large.
---@param core_schema userdata
---@param settings yschema.Settings
---@return (fun(value: any): boolean)?
function generator.checker_of(core_schema, settings)
  local root, array_mt, empty_array_mt = core_schema:outline(most_fields)
  if not root or root.has_renamed then return nil end -- an old name may occur anywhere, and is reported
  if root.has_references then return nil end -- names may stand anywhere in the value
  local self = new_generator(settings, array_mt, empty_array_mt)
  local first = equal_fields.start(most_collections)
  root = equal_fields.merge(first, root)
  if first.left < 0 then return nil end
  local test, budget = self:test(root, 0), self.budget
  local whole = 1 - limits.share(self.limits, root)
  if not test or whole <= 0 then return nil end
  return function(value)
    if type(value) ~= "table" then return false end
    budget.left = whole
    return test(value) and budget.left >= 0
  end
end

return generator
