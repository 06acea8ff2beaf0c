--- Finds documents that a schema accepts: the smallest one, and random ones.
--
-- The generator knows types and named rules, but no functions. So the core validates each document, and what it refuses
-- is repaired: by the examples and defaults of the schema, by leaving out what is not required, or by other values.
--
-- @module yschema.generation.documents

local core = require "yschema.core"
local endless = require "yschema.values.endless"
local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local schema_files = require "yschema.comparison.schema_files"
local placing = require "yschema.values.placing"
local plain = require "yschema.generation.plain"
local plain_tables = require "yschema.base.plain_tables"
local random = require "yschema.values.random"
local repair = require "yschema.generation.repair"
local validator = require "yschema.values.validator"

local documents = {}

--- The name of a document in reports.
documents.NAME = "the document"

local copy, is_map = generator.copy, generator.is_map

-- So many documents are made for the smallest one and for a random one before the work is given up.
local tries_for_smallest, tries_for_random = 24, 3
local most_trials = 200 -- of smaller documents
local most_bytes = 30000000 -- of all documents that are validated for one

--- Makes documents for a schema.
---@class yschema.ExampleDocuments
---@field schema yschema.CoreSchema
---@field root yschema.OutlineField without the values of the schema that are sensitive
---@field least yschema.ValueGenerator
---@field random yschema.ValueGenerator
---@field private bytes integer how many were validated for the document that is being made
---@field private stopped table<string, { violation: yschema.Violation, count: integer }> why documents were given up
---@field private found? { document: any }|false the smallest document
local Documents = {}
Documents.__index = Documents

-- ---- validating ---------------------------------------------------------------------

--- Validates a document as it is printed.
---@param document any
---@return boolean? accepted nil: it cannot be written as JSON
---@return yschema.Violation[]? violations when the data has some
---@return any? printed the document as it is printed
function Documents:validate(document)
  local printed = plain.copy(document, self.root)
  local text = plain.json(printed)
  if not text or self.bytes > most_bytes then return nil end
  self.bytes = self.bytes + #text
  local outcome = validator.document(self.schema, printed, "violations", core.source(documents.NAME, text, false, true))
  if outcome.status == 0 then return true, nil, printed end
  return false, outcome.status == 1 and outcome.violations or nil, printed
end

-- Notes which violation has stopped a document.
function Documents:note(violation)
  local key = (violation.path or "") .. "\0" .. violation.rule
  local row = self.stopped[key] or { violation = violation, count = 0 }
  row.count = row.count + 1
  self.stopped[key] = row
end

-- ---- the smallest document ----------------------------------------------------------

-- Leaves out what is not needed, the last parts first.
local function shrink(self, document, holder, trials)
  local keys = is_map(holder) and plain_tables.sorted_keys(holder) or {}
  for i = 1, is_map(holder) and 0 or #holder do keys[i] = i end
  for i = #keys, 1, -1 do
    local key, kept = keys[i], holder[keys[i]]
    if trials.left == 0 then return end
    trials.left = trials.left - 1
    if is_map(holder) then holder[key] = nil else table.remove(holder, key) end
    if not self:validate(document) then
      if is_map(holder) then holder[key] = kept else table.insert(holder, key, kept) end
      if type(kept) == "table" then shrink(self, document, kept, trials) end
    end
  end
end

local function find_smallest(self)
  if endless.is(self.root) then return false end
  local least = self.least:value(self.root)
  if self:validate(least) then return { document = least } end
  for try = 1, tries_for_smallest do
    local document = try <= 2 and copy(least) or self.random:value(self.root)
    document = document ~= nil and repair.repair(self, document)
    if document then
      document = copy(document)
      if type(document) == "table" then shrink(self, document, document, { left = most_trials }) end
      return { document = document }
    end
  end
  return false
end

--- Returns the smallest document that was found.
---@return any? document nil when none was found
function Documents:smallest()
  if self.found == nil then self.found = find_smallest(self) end
  if not self.found then return nil end
  self.bytes = 0
  local _, _, printed = self:validate(self.found.document)
  return printed
end

--- Returns a document with the examples of the schema in place of its values, as far as the schema accepts them.
---@param document any which the schema accepts
---@return any
function Documents:with_examples(document)
  self.bytes = 0
  for _, tokens in ipairs(documents.places(document)) do
    local field = tokens[1] and repair.field_at(self, tokens)
    local example = field and field.example and field.example[1]
    if example then
      local changed = copy(document)
      placing.put(changed, tokens, copy(example.value))
      local accepted, _, printed = self:validate(changed)
      document = accepted and printed or document
    end
  end
  return document
end

-- The violations that say most about the schema: those of keys may come from the attempts themselves.
local weights = { rule = 1000, ["rule-failed"] = 1000, type = 100 }

--- Returns why no document was found.
---@return string
function Documents:problem()
  if endless.is(self.root) then return "no finite document fits the schema: it requires itself at every level" end
  local worst
  for _, key in ipairs(plain_tables.sorted_keys(self.stopped)) do
    local row = self.stopped[key]
    row.weight = row.count * (weights[row.violation.kind] or 1)
    if not worst or row.weight > worst.weight then worst = row end
  end
  local violation = worst and worst.violation
  if not violation then return "no valid document was found" end
  local path = (violation.path or "") == "" and "the document" or violation.path
  local rule, named = violation.kind, facts.named_rules[violation.rule]
  if violation.rule == "custom" or rule == "rule-failed" then
    rule = "a rule with a function"
  elseif rule == "rule" then
    rule = ("the rule %s"):format(violation.rule)
  end
  local is_short = self.least.is_short and named and named.subject == "length"
  return ("no valid document was found: %s was refused %d times, by %s (%s)%s; a value that fits can be shown by"
    .. " @schema/examples or as the default"):format(path, worst.count, rule,
    violation.expected or violation.message, is_short and ", and no value of this length is made" or "")
end

-- ---- random documents ---------------------------------------------------------------

-- Returns the ways to all values of a document.
local function places(value, tokens, list)
  list[#list + 1] = tokens
  if type(value) ~= "table" then return list end
  local keys = is_map(value) and plain_tables.sorted_keys(value) or {}
  for i = 1, is_map(value) and 0 or #value do keys[i] = i - 1 end
  for _, key in ipairs(keys) do
    local further = plain_tables.items(tokens)
    further[#further + 1] = type(key) == "number" and ("%d"):format(key) or key
    places(value[type(key) == "number" and key + 1 or key], further, list)
  end
  return list
end

--- Lists the ways to all values of a document, in order.
---@param document any
---@return string[][]
function documents.places(document) return places(document, {}, {}) end

-- Changes a part of a document at random, and keeps the change if the schema still accepts it.
local function grow(self, document)
  local list = documents.places(document)
  local tokens = list[self.random.chooser:int(1, #list)]
  local field, changed = repair.field_at(self, tokens), copy(document)
  local made = field and self.random:value(field, #tokens)
  if made == nil then return document end
  local at = placing.value_at(changed, tokens)
  if is_map(made) and is_map(at) then
    for _, key in ipairs(plain_tables.sorted_keys(made)) do
      if at[key] == nil then
        at[key] = made[key]
        if not self:validate(changed) then at[key] = nil end
      end
    end
  elseif not tokens[1] then
    changed = made
  else
    placing.put(changed, tokens, made)
  end
  return self:validate(changed) and changed or document
end

local growths = 4

--- Makes a random document that the schema accepts.
---@return any? document nil when none was found
function Documents:any()
  for _ = 1, tries_for_random do
    self.bytes = 0
    local document = self.random:value(self.root)
    local accepted = document ~= nil and repair.repair(self, document)
    if accepted then return accepted end
  end
  local document = self:smallest()
  if document == nil then return nil end
  for _ = 1, growths do document = grow(self, document) end
  self.bytes = 0
  local _, _, printed = self:validate(document)
  return printed
end

-- ---- making -------------------------------------------------------------------------

-- Removes what the schema says about the values of a field: lists of them, and parts of texts, too.
local function forget_values(field)
  field.default, field.default_yaml, field.example = nil, nil, nil
  for _, rule in ipairs(field.rules or {}) do
    local named = facts.named_rules[rule.name or ""]
    if named and (named.part or named.test == "list") then rule.argument = nil end
  end
end

-- Removes what the schema says about the values of sensitive fields, and of those that contain some.
local function mask_values(root)
  for _, field in ipairs(root.has_sensitive and facts.all_below(root) or {}) do
    if field.has_sensitive then forget_values(field) end
    for _, below in ipairs(field.sensitive and facts.all_below(field) or {}) do
      forget_values(below)
      below.masked = true
    end
  end
  return root
end

--- Makes an object that makes documents.
---@param schema yschema.CoreSchema compiled
---@param seed integer
---@return yschema.ExampleDocuments
function documents.new(schema, seed)
  local own = schema_files.of_object(schema)
  return setmetatable({
    schema = own, root = mask_values(own.core:outline()), bytes = 0, stopped = {},
    least = generator.new(random.least()), random = generator.new(random.new(seed)),
  }, Documents)
end

return documents
