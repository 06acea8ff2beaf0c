--- Compares the results of documents under two schemas.
--
-- Where many defaults have changed, results differ in many places. Those of the empty document are compared once, so
-- that the whole result of another document need not be compared for each change.
--
-- @module yschema.comparison.search.results

local plain_tables = require "yschema.base.plain_tables"
local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local validator = require "yschema.values.validator"

local results = {}

local is_map = generator.is_map

--- Compares results.
---@class yschema.Results
---@field from yschema.Side
---@field to yschema.Side
---@field nothing? { before: any, after: any }|false the results of the empty document
---@field differing table<table, table<any, true>> the keys of a map in these results whose values differ
---@field compared? { text: string, same: boolean } the last document: often many keys are missing in the same one
local Results = {}
Results.__index = Results

local function has_renamed(root)
  return plain_tables.any(facts.all_below(root), function(field) return field.renamed end)
end

-- Returns the results of the empty document. false: a schema refuses it, or moves values to other keys.
local function results_of_nothing(self)
  if self.nothing ~= nil then return self.nothing end
  self.nothing = false
  if has_renamed(self.from.root) or has_renamed(self.to.root) then return false end
  local before = validator.document(self.from.schema, {}, "value")
  local after = validator.document(self.to.schema, {}, "value")
  if before.status == 0 and after.status == 0 then self.nothing = { before = before.value, after = after.value } end
  return self.nothing
end

local function differing_keys(self, before, after)
  local keys = self.differing[before]
  if keys then return keys end
  keys = {}
  for key, value in pairs(before) do keys[key] = not validator.equal(value, after[key]) or nil end
  for key in pairs(after) do keys[key] = before[key] == nil or keys[key] end
  self.differing[before] = keys
  return keys
end

local function is_plain_map(field) return field and field.kind == "map" and field.named and not field.choice end

-- Whether the results differ in keys beside those that a document gives on its way to a place.
local function differs_beside(self, document, steps)
  local nothing = results_of_nothing(self)
  local before, after, to = nothing and nothing.before, nothing and nothing.after, self.to.root
  for _, step in ipairs(steps) do
    local is_known = step.kind == "key" and is_map(document) and is_map(before) and is_map(after)
    if not is_known or not is_plain_map(step.field) or not is_plain_map(to) then return false end
    for key in pairs(differing_keys(self, before, after)) do
      if document[key] == nil then return true end
    end
    document, before, after = document[step.key], before[step.key], after[step.key]
    to = facts.named(to, step.key)
  end
  return false
end

--- Returns whether a document that the first schema accepts has the same result under both schemas.
---@param document any
---@param steps yschema.SchemaStep[] the way to a key that it lacks
---@return boolean
function Results:same(document, steps)
  if differs_beside(self, document, steps) then return false end
  local text = validator.text(document)
  if not self.compared or self.compared.text ~= text then
    local before = validator.document(self.from.schema, document, "value")
    local after = validator.document(self.to.schema, document, "value")
    self.compared = { text = text, same = after.status == 0 and validator.equal(before.value, after.value) }
  end
  return self.compared.same
end

--- Makes an object that compares results.
---@param from yschema.Side
---@param to yschema.Side
---@return yschema.Results
function results.new(from, to) return setmetatable({ from = from, to = to, differing = {} }, Results) end

return results
