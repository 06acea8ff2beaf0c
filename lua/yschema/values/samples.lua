--- Lists values at the edges of fields, which may show that one schema accepts what another refuses.
--
-- @module yschema.values.samples

local core = require "yschema.core"
local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local texts = require "yschema.values.texts"

local samples = {}

local array = generator.array

-- ---- values at the edges of rules ---------------------------------------------------

local most_length = 20000

local function add_numbers(list, field)
  for _, bound in ipairs(facts.arguments(field, "number")) do
    if type(bound) == "number" and bound > -2 ^ 52 and bound < 2 ^ 52 then
      for _, by in ipairs { 0, -1, 1, -0.5, 0.5 } do list[#list + 1] = bound + by end
    end
  end
end

local function add_texts(list, field, least)
  for _, length in ipairs(facts.arguments(field, "length")) do
    if type(length) == "number" and length < most_length then
      for _, by in ipairs { 0, -1, 1 } do
        if length + by >= 0 then list[#list + 1] = texts.of_length(length + by, least.chooser) end
      end
    end
  end
  local format, pattern = facts.first(field, "format"), facts.first(field, "pattern")
  for _, text in ipairs(texts.of_format[format] or {}) do list[#list + 1] = text end
  if type(pattern) == "string" then list[#list + 1] = texts.matching(pattern, least.chooser, least.known) end
  for _, part in ipairs { "start", "end" } do list[#list + 1] = facts.first(field, part) end
end

-- Lists whose lengths are at the bounds, and one with an item twice.
local function add_lists(list, field, from, least, random)
  local item = facts.item(from)
  if not item then return end
  for _, length in ipairs(facts.arguments(field, "length")) do
    for by = -1, 1 do
      if type(length) == "number" and length + by >= 0 and length + by < 1000 then
        local items = array()
        for i = 1, length + by do
          items[i] = facts.first(field, "distinct") and random:value(item, 2) or least:value(item, 2)
        end
        list[#list + 1] = items
      end
    end
  end
  if facts.first(field, "distinct") then list[#list + 1] = array { least:value(item, 2), least:value(item, 2) } end
end

local function add_maps(list, field, from, least)
  local map = facts.map(from)
  for _, group in ipairs(map and facts.key_groups(field) or {}) do
    local all = {}
    for _, key in ipairs(group.keys) do
      local child = facts.named(map, key)
      local value = child and least:value(child, 2)
      if value ~= nil then
        list[#list + 1] = { [key] = value }
        all[key] = generator.copy(value)
      end
    end
    list[#list + 1] = all
  end
end

local function listed(list, field)
  local argument = facts.first(field, "list")
  for _, value in ipairs(type(argument) == "table" and argument or {}) do list[#list + 1] = value end
  if field.sensitive then return end
  if field.default ~= nil then list[#list + 1] = field.default end
  for _, example in ipairs(field.example or {}) do list[#list + 1] = example.value end
end

--- Lists values of each kind.
---@return any[]
function samples.of_all_kinds()
  return { "a", "", 1, 0, -1, 1.5, true, false, core.null, array(), {}, array { "a" }, { a = "b" } }
end

--- Calls `try` with values at the edges of two fields, the smaller ones first, until it returns true. Not all of them
--- fit the first field.
---@param from yschema.OutlineField
---@param to yschema.OutlineField
---@param least yschema.ValueGenerator
---@param random yschema.ValueGenerator
---@param try fun(value: any): boolean?
---@return boolean? found
function samples.each(from, to, least, random, try)
  local first = least:value(from)
  -- The others are mostly not needed. Those that are made at random are made in any case, so that what follows does not
  -- depend on this value.
  local is_random = facts.first(from, "distinct") or facts.first(to, "distinct")
  local list = is_random and samples.of(from, to, least, random)
  if first ~= nil and try(generator.copy(first)) then return true end
  list = list or samples.of(from, to, least, random)
  for i = first ~= nil and 2 or 1, #list do
    if try(generator.copy(list[i])) then return true end
  end
end

--- Lists values at the edges of two fields, the smaller ones first. Not all of them fit the first field.
---@param from yschema.OutlineField
---@param to yschema.OutlineField
---@param least yschema.ValueGenerator
---@param random yschema.ValueGenerator
---@return any[]
function samples.of(from, to, least, random)
  local list = { least:value(from) }
  for _, field in ipairs { from, to } do
    listed(list, field)
    add_numbers(list, field)
    add_texts(list, field, least)
    add_lists(list, field, from, least, random)
    add_maps(list, field, from, least)
  end
  if facts.map(from) then
    list[#list + 1] = { zz = "a" } -- a key without a field
    for _, child in ipairs(facts.map(from).named) do
      if not child.removed then list[#list + 1] = { [child.key] = least:value(child, 1) } end
      if #list > 80 then break end
    end
  end
  for _, value in ipairs(samples.of_all_kinds()) do list[#list + 1] = value end
  return list
end

return samples
