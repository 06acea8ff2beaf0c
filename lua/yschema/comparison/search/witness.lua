--- Searches documents that show what differs: accepted by one schema, and refused by the other.
--
-- @module yschema.comparison.search.witness

local plain_tables = require "yschema.base.plain_tables"
local candidates = require "yschema.comparison.search.candidates"
local generator = require "yschema.values.generator"
local paths = require "yschema.provenance.paths"
local validator = require "yschema.values.validator"
local placing = require "yschema.values.placing"
local random = require "yschema.values.random"
local results = require "yschema.comparison.search.results"
local joint_documents = require "yschema.comparison.search.joint_documents"

local witness = {}

--- A document that one schema accepts and the other refuses.
---@class yschema.Witness
---@field document any
---@field violation yschema.Violation of the other schema
---@field source? userdata the text of the document
---@field text? string the same, if there is no source

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
---@field known table<yschema.Difference, yschema.Witness> those that one document for many keys has shown
---@field results yschema.Results
local Search = {}
Search.__index = Search

-- ---- one document -------------------------------------------------------------------

-- How well a violation shows a difference at a place: 3 for the expected violation; 2 for one at or below the place; 1
-- for one around the place, where alternatives or the number of keys are validated; 0 for any other.
local function quality(violation, pointer, difference)
  local where = placing.relation(violation, pointer)
  if where == "elsewhere" then return 0 end
  if where == "around" then return difference.is_within and 1 or 0 end
  return where == "here" and (not difference.violation_rule or violation.rule == difference.violation_rule) and 3 or 2
end

local many = 8

-- The violations at a place. If there are many, they get an index: the outcome of one document that lacks many keys is
-- used for each of these keys.
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
  return outcome.by_pointer[paths.pointer(pointer)] or {}
end

-- Violations that depend on one place only, and on no function.
local is_local = { type = true, ["unknown-key"] = true }

-- Whether a document has a value at a path of keys.
local function has(document, keys)
  for _, key in ipairs(keys) do
    if type(document) ~= "table" or document[key] == nil then return false end
    document = document[key]
  end
  return true
end

-- Whether a refusal is certain, although the budget of functions was limited.
local function is_certain(found, difference)
  local to = difference.to
  return is_local[found.violation.kind] and not difference.is_within and not (to and to.choice)
end

-- Validates an accepted document by the other schema. Returns the violation that shows the difference best, how well it
-- does, and the outcome. `source` is the text of the document, if it is known.
local function refusal(self, document, pointer, difference, wanted, source)
  local known = self.unknown_keys[paths.pointer(pointer)]
  if known and has(document, pointer) then return known, 3 end
  local outcome = validator.document(self.to.schema, document, wanted or "violations", source)
  local best, most = nil, 0
  for _, violation in ipairs(violations_at(outcome, pointer)) do
    if quality(violation, pointer, difference) == 3 then return violation, 3 end
  end
  for _, violation in ipairs(outcome.violations or {}) do
    local how = quality(violation, pointer, difference)
    if how > most then best, most = violation, how end
  end
  return best, most, outcome
end

-- ---- smaller documents --------------------------------------------------------------

local most_trials, most_refused = 80, 60

-- Tries to leave out a part of a document. `still` returns whether the rest is still a witness.
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
    local shorter = text:sub(1, math.floor(#text / 2))
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

-- Whether a document contains one value at most, at any depth.
local function is_least(document)
  if type(document) ~= "table" then return type(document) ~= "string" or #document <= 1 end
  local key, value = next(document)
  if key == nil then return true end
  return next(document, key) == nil and is_least(value)
end

-- Makes a witness as small as possible.
function Search:shrink(found, difference)
  if type(found.document) ~= "table" or is_least(found.document) then return found end
  local document, trials = found.document, 0
  found.source, found.text = nil, nil
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

--- The result of a search for a difference.
---@class yschema.Finding
---@field witness? yschema.Witness
---@field differs boolean a document has another result
---@field same boolean a document without the key has the same result, although the defaults are written differently
---@field tried integer documents that the first schema accepted and the other one validated

-- Whether documents without the key have the same result under both schemas. `document`: one of them, if it is known.
local function gives_same(self, difference, document)
  if document == nil then document = self.placing:document(difference.steps, placing.ABSENT) end
  return document ~= nil and self.results:same(document, difference.steps)
end

--- Searches a witness of a difference.
---@param difference yschema.Difference
---@param count integer random values
---@return yschema.Finding
function Search:find(difference, count)
  local known = self.known[difference]
  if known then return { witness = self:shrink(known, difference), differs = false, tried = 1 } end
  local found, finding, refused = { quality = 0 }, { differs = false, tried = 0 }, 0
  -- An alternative decides which others fit, so what it accepts may change results.
  local absent -- an accepted document without the key
  local compares_results = difference.claim == "unknown" or difference.choice ~= nil
  candidates.each(self, difference, count, function(steps, value, key)
    if difference.old and value ~= placing.ABSENT then
      steps, value = candidates.under_old_name(steps, difference.old, value)
    end
    local wanted = compares_results and not finding.differs and "all" or "violations"
    local own = value ~= placing.ABSENT and generator.copy(value) or value
    local document, pointer, before = self.placing:document(steps, own, wanted)
    if document ~= nil and value == placing.ABSENT then absent = document end
    if document == nil then document, pointer, before = self.placing:document_in_context(steps, value, wanted) end
    if document == nil then
      refused = refused + 1
      return finding.tried == 0 and refused > most_refused -- the schema seems to accept nothing there
    end
    if key then pointer[#pointer + 1] = key end
    finding.tried = finding.tried + 1
    local violation, how, after = refusal(self, document, pointer, difference, wanted, before.source)
    if how > found.quality then
      found = { document = document, violation = violation, pointer = pointer, quality = how, source = before.source }
    end
    if wanted == "all" and not violation then finding.differs = not validator.equal(before.value, after.value) end
    return how == 3
  end)
  if found.document ~= nil then found = self:shrink(found, difference) end
  if found.document ~= nil and (is_certain(found, difference)
    or validator.differs(self.from.schema, self.to.schema, found.document, found.source)) then
    finding.witness = found
  end
  finding.same = not finding.witness and difference.rule == "default-changed"
    and gives_same(self, difference, found.document == nil and absent or nil)
  return finding
end

-- Returns the keys that lead to a key that the second schema lacks; nil when they are not all named.
local function lacking_key(difference)
  if difference.rule ~= "key-removed" and difference.rule ~= "key-added" then return nil end
  if difference.ways[1] == "absent" or difference.only_in ~= "from" then return nil end
  return candidates.keys_of(difference.steps)
end

-- Finds the violations of all keys that the second schema lacks, in one run.
local function take_unknown_keys(self, differences)
  local document, pointers = {}, {}
  for _, difference in ipairs(differences) do
    local keys = lacking_key(difference)
    if keys then
      candidates.set_below(document, keys, 1)
      pointers[paths.pointer(keys)] = true
    end
  end
  if not next(pointers) then return end
  for _, violation in ipairs(validator.document(self.to.schema, document, "violations").violations or {}) do
    local pointer = violation.pointer
    if violation.kind == "unknown-key" and pointers[pointer] then self.unknown_keys[pointer] = violation end
  end
end

--- Finds what one run can show about many differences.
---@param differences yschema.Difference[]
function Search:take_together(differences)
  self.known = joint_documents.witnesses(self, differences, is_local)
  local others = plain_tables.kept(differences, function(difference) return not self.known[difference] end)
  take_unknown_keys(self, others)
end

--- Searches any document that the first schema accepts and the other one refuses.
---@param count integer how many documents are made
---@param is_explained fun(violation: yschema.Violation): boolean whether another difference explains a refusal
---@return yschema.Witness?
function Search:find_any(count, is_explained)
  for _ = 1, count do
    local document = self.random:value(self.from.root)
    if document ~= nil and validator.document(self.from.schema, document).status == 0 then
      local outcome = validator.document(self.to.schema, document, "violations")
      for _, violation in ipairs(outcome.violations or {}) do
        if not is_explained(violation) then
          local found = self:shrink({ document = document, violation = violation, quality = 3,
            pointer = paths.tokens(violation.pointer or "") }, { violation_rule = violation.rule })
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
    from = from, to = to, unknown_keys = {}, known = {}, results = results.new(from, to),
    placing = placing.new(from.schema, from.root, seed),
    random = generator.new(random.new(seed)), least = generator.new(random.least()),
  }, Search)
end

return witness
