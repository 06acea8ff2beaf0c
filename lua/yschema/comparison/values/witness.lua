--- Looks for documents that show what differs: accepted by one schema, and refused by the other.
--
-- @module yschema.comparison.values.witness

local candidates = require "yschema.comparison.values.candidates"
local generator = require "yschema.comparison.values.generator"
local validator = require "yschema.comparison.values.validator"
local placing = require "yschema.comparison.values.placing"
local random = require "yschema.comparison.values.random"
local samples = require "yschema.comparison.values.samples"

local witness = {}

local floor = math.floor
local getmetatable, ipairs, next, pairs, setmetatable = getmetatable, ipairs, next, pairs, setmetatable
local table, type = table, type

--- A document that one schema accepts and the other refuses.
---@class yschema.Witness
---@field document any
---@field violation yschema.Violation what the other schema says

--- A schema that takes part in a comparison.
---@class yschema.Side
---@field schema yschema.CoreSchema
---@field root yschema.OutlineField

---@class yschema.Search
---@field from yschema.Side accepts the documents
---@field to yschema.Side refuses them
---@field placing yschema.Placing
---@field random yschema.ValueGenerator
---@field least yschema.ValueGenerator
---@field unknown_keys table<string, yschema.Violation> the violations of keys that the second schema lacks, by pointers
---@field validated_text? string the last document about which `same` is known: often many keys miss in the same one
---@field same? boolean it has the same result under both schemas
local Search = {}
Search.__index = Search

-- ---- one document -------------------------------------------------------------------

-- How well a violation shows a difference at a place: 3 it is the violation that is looked for, 2 it may be, as what lies below
-- the place may differ, too, 1 it is about what is around the place, where alternatives or the number of keys are
-- validated, 0 it is about something else.
local function quality(violation, pointer, difference)
  local where = placing.relation(violation, pointer)
  if where == "elsewhere" then return 0 end
  if where == "around" then return difference.is_within and 1 or 0 end
  return where == "here" and (not difference.violation_rule or violation.rule == difference.violation_rule) and 3 or 2
end

local many = 8

-- The violations that stand right at a place. They are looked up when there are many: a document that lacks many keys is
-- validated once, and asked for each key.
local function violations_at(outcome, pointer)
  local violations = outcome.violations or {}
  if #violations <= many then return violations end
  if not outcome.by_pointer then
    local by_pointer = {}
    for _, violation in ipairs(violations) do
      local place = violation.pointer or ""
      by_pointer[place] = by_pointer[place] or {}
      table.insert(by_pointer[place], violation)
    end
    outcome.by_pointer = by_pointer
  end
  return outcome.by_pointer[placing.pointer(pointer)] or {}
end

-- Violations that are about one place, whatever else a document has, and that no function decides.
local is_local = { type = true, ["unknown-key"] = true }

-- Whether a document has something at the end of a way of keys.
local function has(document, keys)
  for _, key in ipairs(keys) do
    if type(document) ~= "table" or document[key] == nil then return false end
    document = document[key]
  end
  return true
end

-- Whether a refusal is certain, although functions were given few instructions.
local function is_certain(found, difference)
  local to = difference.to
  return is_local[found.violation.kind] and not difference.is_within and not (to and to.choice)
end

-- Validates an accepted document by the other schema. Returns the violation that shows the difference best, and how well.
local function refusal(self, document, pointer, difference)
  local known = self.unknown_keys[placing.pointer(pointer)]
  if known and has(document, pointer) then return known, 3 end
  local outcome = validator.document(self.to.schema, document, "violations")
  local best, most = nil, 0
  for _, violation in ipairs(violations_at(outcome, pointer)) do
    if quality(violation, pointer, difference) == 3 then return violation, 3 end
  end
  for _, violation in ipairs(outcome.violations or {}) do
    local how = quality(violation, pointer, difference)
    if how > most then best, most = violation, how end
  end
  return best, most
end

-- ---- smaller documents --------------------------------------------------------------

local most_trials, most_refused = 80, 60

-- Tries to leave out a part of a document. `still` tells whether what remains will do.
local function without(holder, key, still)
  local kept = holder[key]
  if getmetatable(holder) and #holder > 0 and type(key) == "number" then
    table.remove(holder, key)
    if still() then return true end
    table.insert(holder, key, kept)
  else
    holder[key] = nil
    if still() then return true end
    holder[key] = kept
  end
  return false
end

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    if type(a) ~= type(b) then return type(a) == "number" end
    if type(a) == "number" then return a > b end -- the last items first: the others keep their places
    return a < b
  end)
  return keys
end

local function shrink_text(holder, key, still)
  local text = holder[key]
  while #text > 1 and not text:find "[\128-\255]" do
    local shorter = text:sub(1, floor(#text / 2))
    holder[key] = shorter
    if not still() then
      holder[key] = text
      return
    end
    text = shorter
  end
end

local function shrink_below(holder, still)
  for _, key in ipairs(sorted_keys(holder)) do
    if not without(holder, key, still) then
      if type(holder[key]) == "table" then shrink_below(holder[key], still)
      elseif type(holder[key]) == "string" then shrink_text(holder, key, still) end
    end
  end
end

-- Whether a document is one value, with nothing but the way to it around it.
local function is_least(document)
  if type(document) ~= "table" then return type(document) ~= "string" or #document <= 1 end
  local key, value = next(document)
  if key == nil then return true end
  return next(document, key) == nil and is_least(value)
end

-- Makes a witness smaller as long as it is one.
function Search:shrink(found, difference)
  if type(found.document) ~= "table" or is_least(found.document) then return found end
  local document, trials = found.document, 0
  local function still()
    trials = trials + 1
    if trials > most_trials or validator.document(self.from.schema, document).status ~= 0 then return false end
    local violation, how = refusal(self, document, found.pointer, difference)
    if not violation or how < found.quality then return false end
    found.violation = violation
    return true
  end
  shrink_below(document, still)
  return found
end

-- ---- one difference -----------------------------------------------------------------

--- What a search has found about a difference.
---@class yschema.Finding
---@field witness? yschema.Witness
---@field differs boolean a document has another result
---@field tried integer documents that were accepted by the first schema, and validated by the other

-- Whether violations around the place can be about the difference.
local function is_within(difference)
  if difference.around or difference.is_wide or difference.counts then return true end
  for _, step in ipairs(difference.steps) do
    if step.kind == "alternative" then return true end
  end
  return false
end

-- Notes whether the results of an accepted document differ.
local function note_results(self, document, finding)
  finding.differs = not validator.equal(validator.document(self.from.schema, document, "value").value,
    validator.document(self.to.schema, document, "value").value)
end

--- Looks for a witness of a difference.
---@param difference yschema.Difference
---@param count integer random values
---@return yschema.Finding
function Search:find(difference, count)
  local found, finding, refused = { quality = 0 }, { differs = false, tried = 0 }, 0
  difference.is_within = is_within(difference)
  candidates.each(self, difference, count, function(steps, value, key)
    if difference.old and value ~= placing.ABSENT then
      steps, value = candidates.under_old_name(steps, difference.old, value)
    end
    local own = value ~= placing.ABSENT and samples.copy(value) or value
    local document, pointer = self.placing:document(steps, own)
    if document == nil then document, pointer = self.placing:document_in_context(steps, value) end
    if document == nil then
      refused = refused + 1
      return finding.tried == 0 and refused > most_refused -- nothing seems to be accepted there
    end
    if key then pointer[#pointer + 1] = key end
    finding.tried = finding.tried + 1
    local violation, how = refusal(self, document, pointer, difference)
    if how > found.quality then found = { document = document, violation = violation, pointer = pointer, quality = how } end
    local asks = not violation and difference.is_open and not finding.differs
    if asks then note_results(self, document, finding) end
    return how == 3
  end)
  if found.document ~= nil then found = self:shrink(found, difference) end
  if found.document ~= nil and (is_certain(found, difference)
    or validator.differs(self.from.schema, self.to.schema, found.document)) then
    finding.witness = found
  end
  return finding
end

-- Returns the keys that lead to a key that the second schema lacks; nil when the way to it is not by names alone.
local function lacking_key(difference)
  if difference.rule ~= "key-removed" and difference.rule ~= "key-added" or difference.absent then return nil end
  return difference.only_in == "from" and candidates.keys_of(difference.steps) or nil
end

--- Has the second schema look at all keys that it lacks at once. One by one, each would be compared with all others.
---@param differences yschema.Difference[]
function Search:take_unknown_keys(differences)
  local document, pointers = {}, {}
  for _, difference in ipairs(differences) do
    local keys = lacking_key(difference)
    if keys then
      candidates.set_below(document, keys, 1)
      pointers[placing.pointer(keys)] = true
    end
  end
  if not next(pointers) then return end
  for _, violation in ipairs(validator.document(self.to.schema, document, "violations").violations or {}) do
    if violation.kind == "unknown-key" and pointers[violation.pointer] then self.unknown_keys[violation.pointer] = violation end
  end
end

--- Tells whether documents that do not give a key have the same result under both schemas.
---@param difference yschema.Difference
---@return boolean
function Search:gives_the_same(difference)
  local document = self.placing:document(difference.steps, placing.ABSENT)
  if document == nil then return false end
  local text = validator.text(document)
  if text ~= self.validated_text then
    local before = validator.document(self.from.schema, document, "value")
    local after = validator.document(self.to.schema, document, "value")
    self.validated_text, self.same = text, after.status == 0 and validator.equal(before.value, after.value)
  end
  return self.same
end

--- Looks for any document that is accepted by the first schema and refused by the other.
---@param count integer how many documents are made
---@param is_explained fun(violation: yschema.Violation): boolean tells whether another difference explains a refusal
---@return yschema.Witness?
function Search:find_any(count, is_explained)
  for _ = 1, count do
    local document = self.random:value(self.from.root)
    if document ~= nil and validator.document(self.from.schema, document).status == 0 then
      local outcome = validator.document(self.to.schema, document, "violations")
      for _, violation in ipairs(outcome.violations or {}) do
        if not is_explained(violation) then
          local found = self:shrink({ document = document, violation = violation, quality = 3,
            pointer = placing.tokens(violation.pointer or "") }, { violation_rule = violation.rule })
          return validator.differs(self.from.schema, self.to.schema, found.document) and found or nil
        end
      end
    end
  end
end

--- Makes a search.
---@param from yschema.Side
---@param to yschema.Side
---@param seed integer
---@return yschema.Search
function witness.search(from, to, seed)
  return setmetatable({
    from = from, to = to, unknown_keys = {}, placing = placing.new(from.schema, from.root, seed),
    random = generator.new(random.new(seed)), least = generator.new(random.least()),
  }, Search)
end

return witness
