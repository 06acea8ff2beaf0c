--- Walks over two schemas side by side and lists what differs.
--
-- A walk has one direction: values that fit the first schema are given to the second one. For the other direction, the
-- schemas change places and the walk is `swapped`; the names of rules, `was` and `is` then still describe the step from
-- the old schema to the new one. A pair of fields is compared once, so the walk ends for recursive schemas.
--
-- @module yschema.comparison.changes.walk

local facts = require "yschema.values.facts"
local field_changes = require "yschema.comparison.changes.fields"
local key_changes = require "yschema.comparison.changes.keys"
local reference_changes = require "yschema.comparison.changes.references"
local rule_changes = require "yschema.comparison.changes.rules"
local alternative_changes = require "yschema.comparison.changes.alternatives"
local paths = require "yschema.provenance.paths"
local sorted_keys = require("yschema.base.plain_tables").sorted_keys

local walk = {}

--- A way to make documents that may show a difference: `absent` and `without` do not give the last key (`without` among
-- random other keys), `part` gives only the named keys of a map, `name` gives a value under an old name, `count` gives
-- other numbers of keys, `key` gives keys of the placeholder, `among` gives the key beside random others, and `value`
-- gives values in the place.
---@alias yschema.CandidateWay "absent"|"part"|"without"|"name"|"count"|"key"|"among"|"value"

--- Something that differs between two schemas.
---@class yschema.Difference
---@field rule string the name of the rule
---@field claim string the verdict that follows from the fields alone
---@field steps yschema.SchemaStep[] the way to the place in the first schema
---@field path string the same as a text
---@field from? yschema.OutlineField in the first schema
---@field to? yschema.OutlineField in the second one
---@field from_at? table the file, line and column in the first schema
---@field to_at? table the file, line and column in the second one
---@field was? string a fact about the old schema
---@field is? string a fact about the new schema
---@field what? string what the facts are about
---@field ways yschema.CandidateWay[] how to make documents that may show it
---@field choice? "any-of"|"one-of" how alternatives around the place are selected, unless a key selects them
---@field is_within boolean violations around the place may be about the difference
---@field violation_rule? string the rule that refuses values
---@field values? any[] values that may show it
---@field only_in? "from"|"to" the schema that has the field; the other one has only the map around it
---@field old? table an old name, under which values are given
---@field names? { old: table, takes: yschema.OutlineField, new?: yschema.OutlineField } a new old name, what accepted
---  its keys before, and what accepted the new key

---@class yschema.Walk
---@field root yschema.OutlineField the first schema's
---@field other_root yschema.OutlineField the second schema's
---@field swapped boolean
---@field is_same fun(one?: string, other?: string): boolean whether texts that name functions mean the same
---@field differences yschema.Difference[]
---@field seen table<table, table<table, boolean>>
---@field queue table[]
---@field steps? yschema.SchemaStep[] the place of the last difference, with what is known of it:
---@field path? string
---@field choice? "any-of"|"one-of"
---@field in_choice? boolean
---@field has_rules? boolean
local Walk = {}
Walk.__index = Walk

-- ---- places -------------------------------------------------------------------------

local function alternative_text(step)
  local choice = step.field.choice
  local alternative = choice[step.index]
  local kind = type(alternative.selected_by) == "string" and alternative.selected_by or alternative.kind
  return kind and ("(%s: %s)"):format(choice.by, kind) or ("(alternative %d)"):format(step.index)
end

--- Writes the way to a place.
---@param steps yschema.SchemaStep[]
---@return string
function walk.path(steps)
  local path = ""
  for i = 1, #steps do
    local step = steps[i]
    if step.kind == "item" then path = path .. "[]"
    elseif step.kind == "alternative" then path = path .. alternative_text(step)
    elseif step.key then path = paths.join(path, step)
    else path = path .. (path == "" and "*" or ".*") end
  end
  return path
end

-- ---- differences --------------------------------------------------------------------

-- Looks at what is around a place. Returns how alternatives are selected, unless a key selects them ("one-of" if some
-- are), whether the place is in an alternative, and whether a map around it has rules, which see the defaults below.
local function surroundings(steps)
  local found, in_choice, has_rules = nil, false, false
  for i = 1, #steps do
    local step = steps[i]
    local choice = step.kind == "alternative" and step.field.choice
    if choice and not choice.by and choice.mode ~= "all-of" and found ~= "one-of" then found = choice.mode end
    in_choice, has_rules = in_choice or step.kind == "alternative", has_rules or step.field.rules ~= nil
  end
  return found, in_choice, has_rules
end

-- The last words of the names of rules that are each other's inverse.
local OPPOSITES = {
  added = "removed", narrowed = "widened", tightened = "loosened", shrunk = "grown", opened = "closed",
  kept = "converted", announced = "withdrawn",
}
for _, word in ipairs(sorted_keys(OPPOSITES)) do OPPOSITES[OPPOSITES[word]] = word end

-- The names of rules in the other direction, where more than the last word differs.
local INVERSES = {
  ["key-renamed"] = "rename-withdrawn", ["key-made-optional"] = "key-made-present",
  ["key-left-to-placeholder"] = "key-named", ["removed-key-added"] = "removed-key-dropped",
}
for _, name in ipairs(sorted_keys(INVERSES)) do INVERSES[INVERSES[name]] = name end
INVERSES["required-key-added"], INVERSES["optional-key-added"] = "key-removed", "key-removed"

-- Returns the name of a rule in the other direction.
local function inverse_of(name) return INVERSES[name] or (name:gsub("%l+$", OPPOSITES)) end

-- The verdicts that follow from the last words of the names of most rules.
local CLAIMS = {
  added = "breaking", narrowed = "breaking", tightened = "breaking", shrunk = "breaking", removed = "safe",
  widened = "safe", loosened = "safe", grown = "safe", changed = "unknown",
}

--- Notes a difference.
---@param name string the rule's name
---@param pair { from: yschema.OutlineField, to: yschema.OutlineField, steps: yschema.SchemaStep[] }
---@param parts? table fields of the difference, also in place of those of the pair; `was` and `is` are about the first
---  and the second schema; `inverse`: the name in the other direction, if it does not follow from the name; without
---  `claim`, the last word of the name decides, and without `ways`, values in the place show it
function Walk:add(name, pair, parts)
  parts = parts or {}
  parts.steps, parts.from, parts.to = parts.steps or pair.steps, parts.from or pair.from, parts.to or pair.to
  parts.claim = parts.claim or CLAIMS[name:match "%l+$"]
  local ways = parts.ways or { "value" }
  if self.steps ~= parts.steps then
    self.steps, self.path = parts.steps, walk.path(parts.steps)
    self.choice, self.in_choice, self.has_rules = surroundings(parts.steps)
  end
  local choice, in_choice, has_rules = self.choice, self.in_choice, self.has_rules
  if ways[1] == "absent" and (choice or has_rules) then table.insert(ways, ways[2] == "part" and 3 or 2, "without") end
  parts.ways, parts.choice, parts.is_within = ways, choice, in_choice
  for i = 1, #ways do
    local way = ways[i]
    parts.is_within = parts.is_within or way == "without" or way == "count" or way == "among"
  end
  parts.rule, parts.inverse = self.swapped and (parts.inverse or inverse_of(name)) or name, nil
  parts.path = self.path
  parts.from_at, parts.to_at = parts.from_at or parts.from, parts.to_at or parts.to
  if self.swapped then parts.was, parts.is = parts.is, parts.was end
  self.differences[#self.differences + 1] = parts
end

--- Queues a pair of fields, once.
---@param from yschema.OutlineField
---@param to yschema.OutlineField
---@param steps yschema.SchemaStep[]
---@param stands "document"|"key"|"open"|"item"|"alternative"|"renamed" what the fields are of
function Walk:compare(from, to, steps, stands)
  local seen = self.seen[from] or {}
  self.seen[from] = seen
  if seen[to] then return end
  seen[to] = true
  self.queue[#self.queue + 1] = { from = from, to = to, steps = steps, stands = stands }
end

local function compare_items(self, pair)
  local from, to = facts.item(pair.from), facts.item(pair.to)
  if not from or not to or from == facts.ANYTHING or to == facts.ANYTHING then return end
  self:compare(from, to, facts.further(pair.steps, { kind = "item", field = pair.from }), "item")
end

local function compare_pair(self, pair)
  field_changes.compare(self, pair)
  rule_changes.compare(self, pair)
  reference_changes.compare(self, pair)
  if pair.from.choice or pair.to.choice then
    alternative_changes.compare(self, pair)
    return
  end
  local from, to = facts.map(pair.from), facts.map(pair.to)
  if from and to and pair.from.kind == "map" and pair.to.kind == "map" then
    key_changes.compare(self, pair, from, to)
  end
  compare_items(self, pair)
end

--- Lists what differs.
---@param from yschema.OutlineField the root of the schema that values were written for
---@param to yschema.OutlineField the root of the schema that validates them
---@param swapped boolean the first schema is the new one
---@param is_same fun(one?: string, other?: string): boolean
---@return yschema.Difference[]
function walk.differences(from, to, swapped, is_same)
  local self = setmetatable({
    root = from, other_root = to, swapped = swapped, is_same = is_same, differences = {}, seen = {}, queue = {},
  }, Walk)
  self:compare(from, to, {}, "document")
  local at = 1
  while self.queue[at] do
    compare_pair(self, self.queue[at])
    at = at + 1
  end
  return self.differences
end

return walk
