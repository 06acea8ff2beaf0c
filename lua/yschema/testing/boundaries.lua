--- Values at which a small change of a schema would show.
--
-- @module yschema.testing.boundaries

local core = require "yschema.core"
local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local one_value = require "yschema.text.one_value"
local placing = require "yschema.values.placing"

local boundaries = {}

local MOST_RANDOM = 30 -- values for rules about which nothing is known

-- ---- names --------------------------------------------------------------------------

-- The subject of a test, by the name of the change that it notices.
local subjects = {
  holds = "refused by %s", fails = "accepted by %s", looser = "beyond %s", stricter = "at the bound of %s",
  unlisted = "as %s", always = "where when= is false", never = "where when= is true", ["accept-null"] = "as null",
  ["accept-empty"] = "empty", ["any-type"] = "of another type", ["refuse-null"] = "as null", optional = "missing",
  unknown = "given", ["accept-unknown"] = "with an unknown key", ["any-count"] = "with another number of keys",
  ["accept-removed"] = "removed", ["no-notice"] = "deprecated", ["null-default"] = "by default",
  without = "as alternative %s",
}

-- Returns what a change is about, as the name of a test has it.
local function about(point)
  if point.index then return tostring(point.index) end
  if not point.rule then return point.must_be or "" end
  if point.sensitive then return point.rule end
  return point.change == "unlisted" and point.value:gsub('^"(.*)"$', "%1") or point.rule .. "=" .. point.argument
end

--- Returns a name for a test that notices a change.
---@param point yschema.CoveragePoint
---@return string
function boundaries.name(point)
  local path = point.path
  if point.change == "null-default" then path = path:match "^(.*)%.[^.]*$" or "" end
  return (path ~= "" and path or "the document") .. " " .. subjects[point.change]:format(about(point))
end

-- ---- values -------------------------------------------------------------------------

-- Reads a value that the core has written.
local function read(text) return (one_value.of(core.source("value.yml", text), {})) end

-- Makes a value of a length.
local function of_length(place, makes, length)
  local kind = place.field.kind
  if length < 0 or length > 10000 then return nil end
  if kind == "array" then
    local list = generator.array()
    for i = 1, length do list[i] = makes.random:value(place.field.item, #place.steps + 1) end
    return #list == length and list or nil
  end
  if kind ~= "string" then return nil end
  local value = makes.least:value(place.field, #place.steps)
  value = type(value) == "string" and value or ""
  return #value >= length and value:sub(1, length) or value .. ("a"):rep(length - #value)
end

local function bound(point, place, makes)
  local number = tonumber(point.value or point.argument)
  if point.change == "stricter" then number = tonumber(point.argument) end
  if not number then return point.change == "stricter" and read(point.argument) or nil end
  if point.is_length then return of_length(place, makes, number) end
  return number
end

local OTHERS = { "x", 1, true, 1.5 }
local TEXTS = { "", "x", "!", "a b", "-", "1", "a@b", "0.0.0.0", ("a"):rep(300), "\u{e9}" }
local NUMBERS = { 0, 1, -1, 2, 3, 7, 10, 0.5, 1000000, -1000000 }

-- Returns values that a rule may refuse or accept, about which only the kind is known.
local function any_of(place, makes)
  local list = {}
  local function add(value) list[#list + 1] = value end
  local kinds = place.field.kinds or {}
  add(makes.least:value(place.field, #place.steps))
  for _, text in ipairs(kinds.string and TEXTS or {}) do add(text) end
  for _, number in ipairs((kinds.integer or kinds.float) and NUMBERS or {}) do
    if kinds.float or number % 1 == 0 then add(number) end
  end
  if kinds.boolean then add(true) add(false) end
  if place.field.nullable then add(core.null) end
  if place.field.kind == "array" then
    add(generator.array())
    local item = makes.least:value(place.field.item, #place.steps + 1)
    add(generator.array { item, generator.copy(item) })
  end
  for _ = 1, MOST_RANDOM do add(makes.random:value(place.field, #place.steps)) end
  return list
end

local function others(place)
  local list = {}
  for _, value in ipairs(OTHERS) do list[#list + 1] = value end
  list[#list + 1], list[#list + 2] = generator.array(), {}
  local own = place.field.kind
  if own == "string" then table.remove(list, 1) end
  return list
end

local function with_unknown_key(place, makes)
  if not facts.map(place.field) then return {} end
  local map = makes.least:map(place.field, #place.steps)
  map.unknown_key = 1
  return { map }
end

local function of_bound(point, place, makes)
  local value = bound(point, place, makes)
  return value ~= nil and { value } or any_of(place, makes)
end

local function of_rule(point, place, makes)
  local list = any_of(place, makes)
  local value = point.rule and bound(point, place, makes)
  if value ~= nil then table.insert(list, 1, value) end
  if type(value) == "number" and not point.is_length then
    table.insert(list, 1, value - 1)
    table.insert(list, 1, value + 1)
  end
  return list
end

-- The values for each change.
local ways = {
  holds = of_rule, fails = of_rule, looser = of_bound, stricter = of_bound,
  always = of_rule, never = of_rule,
  unlisted = function(point) return { read(point.value) } end,
  ["accept-null"] = function() return { core.null } end,
  ["refuse-null"] = function() return { core.null } end,
  ["accept-empty"] = function() return { "", generator.array(), 0 } end,
  ["any-type"] = function(_, place) return others(place) end,
  optional = function() return { placing.ABSENT } end,
  ["null-default"] = function() return { placing.ABSENT } end,
  ["accept-unknown"] = function(_, place, makes) return with_unknown_key(place, makes) end,
  ["any-count"] = function(_, place, makes) return any_of(place, makes) end,
}

local function some(_, place, makes)
  local list = { makes.least:value(place.field, #place.steps) }
  for _ = 1, 10 do list[#list + 1] = makes.random:value(place.field, #place.steps) end
  return list
end

--- Iterates over values that may show a change.
---@param point yschema.CoveragePoint
---@param place { steps: yschema.SchemaStep[], field: yschema.OutlineField }
---@param makes yschema.Placing
---@return fun(): any
function boundaries.values(point, place, makes)
  local list, at = (ways[point.change] or some)(point, place, makes), 0
  local count = 0
  for index in pairs(list) do count = index > count and index or count end
  return function()
    while at < count do
      at = at + 1
      if list[at] ~= nil then return list[at] end
    end
  end
end

return boundaries
