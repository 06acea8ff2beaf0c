--- Finds strings that name an item of an array or a key of a map: `@schema/refers` and `@schema/identity`.
--
-- All documents are walked twice. The first walk finds the keys that distinguish the items of arrays. The second one
-- collects the names of each document, and looks up the strings of the document in them: a string of the schema refers
-- to names if that is so in every document. The time is in proportion to the documents.
--
-- @module yschema.inference.naming.references

local affinity = require "yschema.inference.naming.affinity"
local arrays = require "yschema.inference.naming.arrays"
local sets = require "yschema.inference.naming.sets"
local walking = require "yschema.inference.naming.walking"

local references = {}

local FEWEST_CHOICES = 2 -- names; where there is only one, a value that is equal to it says nothing
local FEWEST_NAMES, FEWEST_UNRELATED = 2, 3 -- different names that are used; more if no word of the keys is the same
local FEWEST_ITEMS = 3 -- items that a key without references distinguishes
local MOST_AROUND = 8 -- maps around a value from which its path may begin

--- Names to which the strings in one place of the schema may refer.
---@class yschema.NamesCandidate
---@field set yschema.NameSet
---@field up? integer of how many maps around the value the path begins; nil: at the root
---@field used table<string, boolean>
---@field count integer of different names that are used
---@field score? integer how well the keys suit each other

--- Facts about the strings in one place of the schema.
---@class yschema.StringsPlace
---@field shape yschema.Shape
---@field at yschema.NamingPlace the first one in a document
---@field candidates yschema.NamesCandidate[]
---@field chosen? yschema.NamesCandidate

--- Looks up the strings of documents.
---@class yschema.ReferenceFinder
---@field private by_shape table<yschema.Shape, yschema.NamedArray>
---@field private names yschema.NameSets of the document
---@field private places table<yschema.Shape, yschema.StringsPlace>
---@field private list yschema.StringsPlace[]
local Finder = {}
Finder.__index = Finder

-- ---- the documents --------------------------------------------------------------------

-- Notes the names of a map, which are no evidence below it.
function Finder:map(_, node, at, frame)
  local named = at.item_of and self.by_shape[at.item_of]
  frame.own, frame.named = { [at.own or ""] = true }, named
  for _, key in ipairs(named and named.keys or {}) do frame.own[arrays.child_of(node, key).value] = true end
end

-- Whether a value is the name of something that it is a part of, and not this name itself.
local function is_own(shape, at, value)
  local frame = at.frame
  if at.own == value then return true end
  while frame do
    if frame.own[value] and not (frame.named and frame.named.shapes[shape]) then return true end
    frame = frame.above
  end
  return false
end

-- Visits the maps around a value from which its path may begin. A definition has no path to what is around it.
local function each_around(at, visit)
  local frame = at.frame
  for up = 1, MOST_AROUND do
    if not frame then return end
    if frame.many then visit(frame.node, up) end
    if frame.defined then return end
    frame = frame.above
  end
end

local function around(at, up)
  local frame = at.frame
  for _ = 2, up do frame = frame and frame.above end
  return frame and frame.node
end

function Finder:candidates(shape, at, value)
  local list = {}
  local function take(from, up)
    for _, set in ipairs(from or {}) do
      if set.values[value] and not (set.named and set.named.shapes[shape]) then
        list[#list + 1] = { set = set, up = up, used = {}, count = 0 }
      end
    end
  end
  take(self.names.root)
  each_around(at, function(map, up) take(self.names.of_map[map], up) end)
  return list
end

-- Keeps the candidates that have the value.
function Finder:look_up(place, at, value)
  local kept, own = {}, is_own(place.shape, at, value)
  for _, candidate in ipairs(place.candidates) do
    local list = self.names.root
    if candidate.up then list = self.names.of_map[around(at, candidate.up)] end
    local set = list and list[candidate.set.path]
    if set and set.values[value] then
      kept[#kept + 1] = candidate
      if set.count >= FEWEST_CHOICES and not own and candidate.count < FEWEST_UNRELATED
        and not candidate.used[value] then
        candidate.used[value], candidate.count = true, candidate.count + 1
      end
    end
  end
  place.candidates = kept
end

function Finder:scalar(shape, node, at)
  if shape.kinds ~= "string" or shape.sensitive then return end
  local place, named = self.places[shape], arrays.is_name(node)
  if not place then
    place = { shape = shape, at = at, candidates = named and self:candidates(shape, at, node.value) or {} }
    self.places[shape], self.list[#self.list + 1] = place, place
  end
  if not place.candidates[1] then return end
  if named then self:look_up(place, at, node.value) else place.candidates = {} end
end

-- ---- decisions ------------------------------------------------------------------------

local function score_of(at, set)
  return affinity.of(at.key, at.around, set.key, set.named and set.named.keys[set.number])
end

-- Whether there is enough evidence. Where the keys say nothing, a list of words or a format is a better reason.
local function is_evident(place, candidate, is_name)
  if candidate.score > 0 then return candidate.count >= FEWEST_NAMES end
  return candidate.count >= FEWEST_UNRELATED and not candidate.set.needs_words and not is_name
    and not place.shape.words and not place.shape.format
end

-- Whether a candidate is better than another one: more common words, then the nearer names, then the better key.
local function is_better(a, b)
  if a.score ~= b.score then return a.score > b.score end
  if a.up ~= b.up then return a.up ~= nil and (b.up == nil or a.up < b.up) end
  if a.set.collection ~= b.set.collection then return a.set.collection < b.set.collection end
  return a.set.number < b.set.number
end

-- Chooses the names of a place. Two collections that are equally good are none.
local function choose(place, is_name)
  local evident = {}
  for _, candidate in ipairs(place.candidates) do
    candidate.score = score_of(place.at, candidate.set)
    if is_evident(place, candidate, is_name) then evident[#evident + 1] = candidate end
  end
  table.sort(evident, is_better)
  local best, second = evident[1], evident[2]
  local ambiguous = second and second.score == best.score and second.up == best.up
    and second.set.collection ~= best.set.collection
  return not ambiguous and best or nil
end

local function has_usual_key(candidate)
  local named = candidate.set.named
  return named ~= nil and arrays.is_identity(named.keys[candidate.set.number])
end

-- Whether the names to which a place refers in turn refer to it. Then the better key is that of names.
local function is_mutual(places, place)
  local chosen = place.chosen
  for shape in pairs(chosen.set.named and chosen.set.named.shapes or {}) do
    local back = places[shape] and places[shape].chosen
    if back and back.set.named and back.set.named.shapes[place.shape]
      and not (has_usual_key(chosen) and not has_usual_key(back)) then
      return true
    end
  end
  return false
end

-- ---- annotations ----------------------------------------------------------------------

-- Requires a key: its default would be no name.
local function require_field(field)
  if not field.optional and not field.shape.nullable then field.required = true end
end

local function identify(named, key)
  if named.shape.identity then return end
  named.shape.identity = key
  for _, field in ipairs(walking.fields_below(named.shape.item, key)) do require_field(field) end
end

local function refer(place)
  local shape, set, up = place.shape, place.chosen.set, place.chosen.up
  local points = up and ("."):rep(set.path:find "^%." and up - 1 or up) or ""
  shape.refers, shape.words, shape.value = points .. set.path, nil, '""'
  if place.at.field then require_field(place.at.field) end
  if set.named and not set.named.plain then identify(set.named, set.named.keys[set.number]) end
end

-- Adds the references. Returns the maps whose keys are names, although the schema lists them.
local function add_references(finder, list)
  local of_names = {} -- the shapes of names that distinguish items
  for _, named in ipairs(list) do
    local distinguish = not named.plain and named.most >= FEWEST_CHOICES
    for shape in pairs(distinguish and named.shapes or {}) do of_names[shape] = true end
  end
  for _, place in ipairs(finder.list) do place.chosen = choose(place, of_names[place.shape]) end
  local maps = {}
  for _, place in ipairs(finder.list) do
    if place.chosen and not is_mutual(finder.places, place) then
      refer(place)
      local listed = place.chosen.set.listed
      for _, map in ipairs(listed and listed.maps or {}) do maps[map] = true end
    end
  end
  return maps
end

--- Adds references and identities to the shape of documents.
---@param shape yschema.Shape
---@param documents yschema.OutlineNode[]
---@return table<yschema.OutlineNode, boolean> maps whose keys are data, because they are names
function references.add(shape, documents)
  local list, by_shape = arrays.named(shape, documents), {}
  for _, named in ipairs(list) do by_shape[named.shape] = named end
  local finder = setmetatable({ by_shape = by_shape, places = {}, list = {} }, Finder)
  for _, document in ipairs(documents) do
    finder.names = sets.of(by_shape, shape, document)
    walking.walk(finder, shape, document)
  end
  local maps = add_references(finder, list)
  for _, named in ipairs(list) do
    local key = named.keys[1]
    if arrays.is_identity(key) and named.items >= FEWEST_ITEMS and named.most >= FEWEST_CHOICES then
      identify(named, key)
    end
  end
  return maps
end

return references
