--- Walks over two schemas side by side and lists what differs.
--
-- A walk goes one way: values that fit the first schema are given to the second. To look the other way, the schemas
-- change places and the walk is `swapped`; the names of rules and the facts then still speak of the old schema and of
-- the new one. A pair of fields is compared once, so the walk ends for schemas that contain themselves.
--
-- @module yschema.comparison.changes.walk

local facts = require "yschema.comparison.values.facts"
local field_changes = require "yschema.comparison.changes.fields"
local key_changes = require "yschema.comparison.changes.keys"
local rule_changes = require "yschema.comparison.changes.rules"
local alternative_changes = require "yschema.comparison.changes.alternatives"

local walk = {}

local concat, ipairs, setmetatable, type = table.concat, ipairs, setmetatable, type

--- Something that differs between two schemas.
---@class yschema.Difference
---@field rule string the name of the rule
---@field claim string the verdict, as far as fields alone tell it
---@field steps yschema.SchemaStep[] the way to the place in the first schema
---@field path string the place in words
---@field from? yschema.OutlineField in the first schema
---@field to? yschema.OutlineField in the second one
---@field from_at? table the file, line and column in the first schema
---@field to_at? table the file, line and column in the second one
---@field was? string a fact about the old schema
---@field is? string a fact about the new schema
---@field what? string what the facts are about
---@field absent? boolean it shows in documents that do not give the last key
---@field violation_rule? string the rule that refuses values
---@field values? any[] values that may show it
---@field is_open? boolean values are tried, because fields alone do not decide
---@field is_wide? boolean what is around the place may have a part in it
---@field counts? boolean it may change which keys are counted for a placeholder
---@field completes? boolean it changes what a map that is given in part is completed with
---@field around? boolean it is about the number of keys in the map above
---@field only_in? "from"|"to" the schema that has it; the other one has only what is around it
---@field about_keys? boolean it is about the keys that a placeholder stands for
---@field old? table an old name, under which values are given
---@field names? { old: table, takes: yschema.OutlineField, new?: yschema.OutlineField } a new old name, what accepted
---  its keys before, and what accepted the new key

---@class yschema.Walk
---@field root yschema.OutlineField the first schema's
---@field other_root yschema.OutlineField the second schema's
---@field swapped boolean
---@field is_same fun(one?: string, other?: string): boolean tells whether texts that name functions mean the same
---@field differences yschema.Difference[]
---@field seen table<table, table<table, boolean>>
---@field queue table[]
local Walk = {}
Walk.__index = Walk

-- ---- places -------------------------------------------------------------------------

local function key_text(key, is_first)
  if key:find "^[%a_][%w_-]*$" then return is_first and key or "." .. key end
  -- Control characters are written as in other reports: they must not reach a terminal.
  local escaped = key:gsub('[\\"]', "\\%0"):gsub("[%z\1-\31\127]", function(c) return ("\\x%02x"):format(c:byte()) end)
  return '["' .. escaped .. '"]'
end

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
  local parts = {}
  for i, step in ipairs(steps) do
    local text
    if step.kind == "item" then text = "[]"
    elseif step.kind == "alternative" then text = alternative_text(step)
    elseif step.kind == "open" and not step.key then text = i == 1 and "*" or ".*"
    else text = key_text(step.key, i == 1) end
    parts[i] = text
  end
  return concat(parts)
end

--- Returns a way that goes one step further.
---@param steps yschema.SchemaStep[]
---@param step? yschema.SchemaStep
---@return yschema.SchemaStep[]
function walk.further(steps, step)
  local longer = {}
  for i, earlier in ipairs(steps) do longer[i] = earlier end
  longer[#longer + 1] = step
  return longer
end

-- ---- differences --------------------------------------------------------------------

-- What changes, seen from the other side, and the facts about both sides.
---@class yschema.DifferenceParts
---@field inverse? string the rule's name when the schemas have changed places; nil: the same

--- Notes a difference.
---@param name string the rule's name
---@param parts table fields of the difference, and `inverse`; `was` and `is` are about the first and the second schema
function Walk:add(name, parts)
  local difference = {
    rule = self.swapped and parts.inverse or name, claim = parts.claim, steps = parts.steps,
    path = walk.path(parts.steps), from = parts.from, to = parts.to, what = parts.what, absent = parts.absent,
    violation_rule = parts.violation_rule, values = parts.values, around = parts.around, old = parts.old,
    about_keys = parts.about_keys, only_in = parts.only_in, counts = parts.counts,
    completes = parts.completes, names = parts.names,
    was = parts.was, is = parts.is, from_at = parts.from_at or parts.from, to_at = parts.to_at or parts.to,
  }
  if self.swapped then difference.was, difference.is = parts.is, parts.was end
  self.differences[#self.differences + 1] = difference
end

--- Has a pair of fields compared, unless it has been.
---@param from yschema.OutlineField
---@param to yschema.OutlineField
---@param steps yschema.SchemaStep[]
---@param stands "document"|"key"|"open"|"item"|"alternative"
function Walk:compare(from, to, steps, stands)
  local seen = self.seen[from] or {}
  self.seen[from] = seen
  if seen[to] then return end
  seen[to] = true
  self.queue[#self.queue + 1] = { from = from, to = to, steps = steps, stands = stands }
end

local function compare_items(self, pair)
  local from, to = facts.item(pair.from), facts.item(pair.to)
  if not from or not to or from == facts.ANYTHING then return end
  if to == facts.ANYTHING then return end
  self:compare(from, to, walk.further(pair.steps, { kind = "item", field = pair.from }), "item")
end

local function compare_pair(self, pair)
  field_changes.compare(self, pair)
  rule_changes.compare(self, pair)
  if pair.from.choice or pair.to.choice then
    alternative_changes.compare(self, pair)
    return
  end
  local from, to = facts.map(pair.from), facts.map(pair.to)
  local is_told = from and to and pair.from.kind == "map" and pair.to.kind == "map"
  if is_told then key_changes.compare(self, pair, from, to) end
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
