--- Finds maps that a schema describes once, in a function, because they are in several places or recursive.
--
-- All maps of such places belong to a definition. Its shape comes from all of them, so they are valid in each place.
--
-- @module yschema.inference.definitions

local function_names = require "yschema.inference.naming.function_names"
local places = require "yschema.inference.places"

local definitions = {}

-- The lines of a function besides its body, and how many lines it has to save.
local LINES_AROUND, WORTH = 3, 3

--- The description of maps in several places.
---@class yschema.Definition
---@field maps yschema.OutlineNode[]
---@field name string
---@field kinds boolean a key may select kinds of these maps
---@field shape? yschema.Shape
---@field dashes integer how many items of arrays are such maps: each needs a line for its dash
---@field dropped? boolean

--- All definitions.
---@class yschema.Definitions
---@field private list yschema.Definition[]
---@field private by_map table<yschema.OutlineNode, yschema.Definition>
---@field private partly { maps: yschema.OutlineNode[], into: yschema.Definition }[] places of which only some maps
-- belong to a definition
---@field private changed boolean
local Definitions = {}
Definitions.__index = Definitions

function Definitions:take(definition, maps)
  for _, map in ipairs(maps) do
    if self.by_map[map] ~= definition then
      self.by_map[map] = definition
      definition.maps[#definition.maps + 1] = map
    end
  end
end

--- Makes definitions for maps that are alike in several places.
---@param shape yschema.Shape of the documents
---@return yschema.Definitions? definitions nil when there are none
function definitions.of(shape)
  local self = setmetatable({ list = {}, by_map = {}, partly = {}, changed = false }, Definitions)
  for i, group in ipairs(places.alike(shape)) do
    local list, kinds = {}, true
    for k, place in ipairs(group.places) do
      list[k] = place.name
      kinds = kinds and place.shape.many and not place.shape.nullable
    end
    self.list[i] = { maps = {}, name = function_names.common(list), kinds = kinds, dashes = 0 }
    for _, place in ipairs(group.places) do self:take(self.list[i], place.shape.maps) end
  end
  return self.list[1] and self or nil
end

--- Returns the definition that all maps of a place belong to.
---@param maps yschema.OutlineNode[]
---@param has_null boolean the place also has null
---@return yschema.Definition?
function Definitions:find(maps, has_null)
  local found, count = nil, 0
  for _, map in ipairs(maps) do
    local definition = self.by_map[map]
    found = found or definition
    if found and definition == found then count = count + 1 end
  end
  if not found then return nil end
  if count < #maps then
    self.partly[#self.partly + 1] = { maps = maps, into = found }
    return nil
  end
  if has_null and found.shape and found.shape.by then
    found.kinds, self.changed = false, true
  end
  return found
end

-- ---- useful definitions ---------------------------------------------------------------

local function lines_above(shape)
  local count = (shape.nullable and 1 or 0) + (shape.sensitive and 1 or 0) + (shape.types and 1 or 0)
    + ((shape.format or shape.words) and 1 or 0)
  return (count > 1 and count - 1 or 0) + (shape.desc and 1 or 0)
end

-- Counts the lines of a shape, and the uses of definitions in it.
local function count_lines(shape, uses)
  local lines = lines_above(shape)
  local definition = shape.like
  if definition then uses[definition] = (uses[definition] or 0) + 1 end
  for _, field in ipairs(shape.fields or {}) do lines = lines + 1 + count_lines(field.shape, uses) end
  for _, alternative in ipairs(shape.alternatives or {}) do
    lines = lines + LINES_AROUND + count_lines(alternative.shape, uses)
  end
  if shape.placeholder then lines = lines + 1 + count_lines(shape.placeholder, uses) end
  for _, part in ipairs(shape.choices and { shape.choices.map, shape.choices.array } or {}) do
    lines = lines + LINES_AROUND + count_lines(part, uses)
  end
  local item = shape.item
  if item then
    lines = lines + (item.value and 0 or 1) + count_lines(item, uses)
    if item.like then item.like.dashes = item.like.dashes + 1 end
  end
  return lines
end

-- Finds the definitions that a schema reaches, with the uses and lines of each.
local function reached_from(shape)
  local list, known = {}, {}
  local function reach(uses)
    for definition, count in pairs(uses) do
      local row = known[definition]
      if not row then
        row = { definition = definition, uses = 0, inner = {} }
        known[definition], list[#list + 1] = row, row
        row.lines = count_lines(definition.shape, row.inner)
        reach(row.inner)
      end
      row.uses = row.uses + count
    end
  end
  local uses = {}
  count_lines(shape, uses)
  reach(uses)
  return list
end

-- Whether a definition uses itself, at any depth.
local function is_recursive(definition, known)
  local seen = {}
  local function leads_back(uses)
    for other in pairs(uses) do
      if other == definition then return true end
      if not seen[other] then
        seen[other] = true
        if leads_back(known[other]) then return true end
      end
    end
    return false
  end
  return leads_back(known[definition])
end

-- Whether a shape can be written as a function.
local function can_stand(shape) return shape.fields or shape.placeholder or shape.by end

-- Drops definitions that save no lines; recursive ones stay at any length. Those that are used once are dropped first,
-- because their lines move to their users.
function Definitions:drop_useless(shape)
  for _, definition in ipairs(self.list) do definition.dashes = 0 end
  local rows, known, dropped = reached_from(shape), {}, false
  for _, row in ipairs(rows) do known[row.definition] = row.inner end
  local function drop(is_useless)
    for _, row in ipairs(rows) do
      local definition = row.definition
      if not can_stand(definition.shape) or is_useless(row) and not is_recursive(definition, known) then
        definition.dropped, dropped = true, true
      end
    end
  end
  drop(function(row) return row.uses == 1 end)
  if dropped then return true end
  drop(function(row) return (row.uses - 1) * row.lines - row.definition.dashes - LINES_AROUND < WORTH end)
  return dropped
end

--- Improves the definitions after a shape was made with them.
---@param shape yschema.Shape of the documents
---@return boolean settled nothing has changed
function Definitions:settle(shape)
  local changed = self.changed
  for _, place in ipairs(self.partly) do
    for _, map in ipairs(place.maps) do
      local other = self.by_map[map]
      if other and other ~= place.into then
        self:take(place.into, other.maps)
        other.maps = {}
      end
    end
    self:take(place.into, place.maps)
    changed = true
  end
  changed = changed or self:drop_useless(shape)
  self.partly, self.changed = {}, false
  if changed then self:forget() end
  return not changed
end

-- Forgets all shapes, and the maps of dropped definitions.
function Definitions:forget()
  for _, definition in ipairs(self.list) do
    definition.shape = nil
    for _, map in ipairs(definition.maps) do
      if definition.dropped and self.by_map[map] == definition then self.by_map[map] = nil end
    end
  end
end

return definitions
