--- Compares two compiled schemas: what differs, and what that means for values.
--
-- @module yschema.comparison.comparison

local known_changes = require "yschema.comparison.known_changes"
local plain_tables = require "yschema.base.plain_tables"
local functions = require "yschema.comparison.functions"
local validator = require "yschema.values.validator"
local masks = require "yschema.values.masks"
local rules = require "yschema.comparison.rules"
local total = require "yschema.sandbox.total"
local walk = require "yschema.comparison.changes.walk"
local witness = require "yschema.comparison.search.witness"

local comparison = {}

local changed = plain_tables.changed

--- A place in a file of a schema.
---@class yschema.SchemaPlace
---@field file string
---@field line integer
---@field column integer

--- A document that shows that a change is breaking. Sensitive values are masked.
---@class yschema.ChangeWitness
---@field document any
---@field text string the document as YAML
---@field message string the violation
---@field direction "backward"|"forward" backward: the old schema accepts it, and the new one refuses it

--- A change between two schemas.
---@class yschema.Change
---@field rule string
---@field verdict "breaking"|"unknown"|"result"|"safe"|"docs"
---@field path string
---@field message string
---@field was? string
---@field is? string
---@field old? yschema.SchemaPlace
---@field new? yschema.SchemaPlace
---@field note? string
---@field witnesses yschema.ChangeWitness[]

---@class yschema.CompareOptions
---@field direction? "backward"|"forward"|"full"
---@field samples? integer random documents
---@field seed? integer
---@field severity? table<string, string> verdicts by the names of rules

-- How many random values are tried where fields alone do not decide.
local tries = { breaking = 60, unknown = 200, result = 60, safe = 60 }

local function place_of(at)
  if not at or not at.line then return nil end
  return { file = at.file, line = at.line, column = at.column }
end

-- ---- verdicts -----------------------------------------------------------------------

local function unknown_note(finding, claim)
  local count = finding.tried
  if count == 0 then return "No accepted document was found for this place." end
  if claim == "breaking" then
    return ("None of the %d documents that were tried shows it."):format(count)
  end
  return ("%d values were tried at this place; none of them was refused."):format(count)
end

-- Returns the verdict on a difference, a witness and a note. nil: the default is only written in another way.
local function decide(search, difference)
  local claim, choice = difference.claim, difference.choice
  if claim == "docs" or claim == "safe" and not choice then return claim end
  local finding = search:find(difference, tries[claim])
  if finding.witness then return "breaking", finding.witness end
  if finding.same then return nil end
  if claim == "result" and choice ~= "one-of" then return "result" end
  if finding.differs and claim ~= "breaking" then
    return claim == "unknown" and claim or "result", nil,
      "Results differ among the values that were tried; none of them was refused."
  end
  if claim == "safe" and choice ~= "one-of" then return "safe" end
  return "unknown", nil, unknown_note(finding, claim)
end

-- Returns what is said of a difference, as one text.
local function words_of(difference)
  local words = difference.words
  if not words then
    words = difference.rule .. "\0" .. (difference.was or "nil") .. "\0" .. (difference.is or "nil") .. "\0"
      .. (difference.what or "nil")
    difference.words = words
  end
  return words
end

-- Returns the sentence about a difference. Many may have the same one.
local function sentence_of(difference, sentences)
  local words = words_of(difference)
  local sentence = sentences[words]
  if not sentence then
    sentence = rules.sentence(difference.rule, difference.was, difference.is, difference.what)
    sentences[words] = sentence
  end
  return sentence
end

local function change_of(difference, verdict, note, swapped, sentences)
  local from, to = place_of(difference.from_at), place_of(difference.to_at)
  return {
    rule = difference.rule, verdict = verdict, path = difference.path, was = difference.was, is = difference.is,
    message = sentence_of(difference, sentences),
    old = swapped and to or not swapped and from or nil, new = swapped and from or not swapped and to or nil,
    note = note, witnesses = {},
  }
end

-- ---- one direction ------------------------------------------------------------------

local function sampled(self, search, list)
  local known = known_changes.of(list)
  local found = search:find_any(self.samples, function(violation) return known:explains(violation) end)
  if not found then return end
  local difference = { rule = "sampled-difference", path = found.violation.path or "", steps = {} }
  difference.from_at, difference.to_at = search.from.root, search.to.root
  list[#list + 1] = {
    difference = difference, places = {}, verdict = "breaking", witness = found,
  }
end

-- Returns a text that is the same for the differences between the same lines of both schemas, because a schema may be
-- used in many places. nil: the difference has no lines.
local function lines_of(difference)
  local from, to, only_in = difference.from_at, difference.to_at, difference.only_in
  local words, has_from, has_to = words_of(difference), from and from.line, to and to.line
  if not has_from and only_in ~= "to" or not has_to and only_in ~= "from" then return nil end
  if only_in == "to" then return words .. "\0" .. to.file .. ":" .. to.line .. ":" .. to.column end
  if only_in == "from" then return words .. "\0" .. from.file .. ":" .. from.line .. ":" .. from.column end
  return words .. "\0" .. from.file .. ":" .. from.line .. ":" .. from.column .. "\0" .. to.file .. ":" .. to.line
    .. ":" .. to.column
end

-- Decides about a difference and adds it. Differences between the same lines are reported once, in the place with the
-- worst verdict.
local function add_once(list, by_lines, search, difference)
  local lines = lines_of(difference)
  local earlier = lines and by_lines[lines]
  if earlier then
    earlier.places[#earlier.places + 1] = difference
    if earlier.verdict == "breaking" or earlier.verdict == difference.claim then return end
  end
  local verdict, found, note = decide(search, difference)
  if not verdict or earlier and rules.rank[verdict] >= rules.rank[earlier.verdict] then return end
  local entry = earlier or { places = { difference } }
  entry.difference, entry.verdict, entry.witness, entry.note = difference, verdict, found, note
  if earlier then return end
  list[#list + 1] = entry
  if lines then by_lines[lines] = entry end
end

-- Lists what differs for values of the first schema that the second one validates.
local function one_way(self, from, to, swapped)
  local list, by_lines = {}, {}
  local differences = walk.differences(from.root, to.root, swapped, functions.comparer(from.texts, to.texts))
  local search = witness.search(from, to, self.seed)
  search:take_together(differences)
  for _, difference in ipairs(differences) do
    add_once(list, by_lines, search, difference)
  end
  sampled(self, search, list)
  for _, found in ipairs(list) do found.swapped = swapped end
  return list
end

-- ---- all of it ----------------------------------------------------------------------

-- Returns the message of a witness. It is masked if only the other schema knows that the value is sensitive.
local function message_of(found, outlines)
  local shown = found.witness
  local violation = shown.violation
  local refusing = outlines[found.swapped and 1 or 2]
  if masks.is_sensitive({ refusing }, shown.document, violation.pointer)
    or not masks.is_sensitive(outlines, shown.document, violation.pointer) then
    return violation.message
  end
  return (violation.path or "") .. ": " .. masks.MASK
end

-- Returns the text of a witness that has no sensitive values.
local function text_of(shown)
  return shown.text or shown.source and shown.source:text() or validator.text(shown.document)
end

-- Adds a witness, masked.
local function add_witness(change, found, outlines)
  local shown = found.witness
  if not shown then return end
  local document, message = masks.document(outlines, shown.document), message_of(found, outlines)
  change.witnesses[#change.witnesses + 1] = {
    document = document, text = document == shown.document and text_of(shown) or validator.text(document),
    message = message, direction = found.swapped and "forward" or "backward",
  }
end

-- Adds an entry of one direction to the changes, which may have it from the other direction.
local function add(changes, by_identity, found, outlines, sentences)
  local difference = found.difference
  local identity = difference.path .. "\0" .. words_of(difference)
  local change = by_identity[identity]
  if not change then
    change = change_of(difference, found.verdict, found.note, found.swapped, sentences)
    by_identity[identity], changes[#changes + 1] = change, change
  elseif rules.rank[found.verdict] < rules.rank[change.verdict] then
    change.verdict, change.note = found.verdict, found.note
  end
  add_witness(change, found, outlines)
end

local function order(one, other)
  local a, b = one.new or one.old, other.new or other.old
  if a and b then
    local line, other_line = a.line, b.line
    if a.file ~= b.file then return a.file < b.file end
    if line ~= other_line then return line < other_line end
  end
  if one.path ~= other.path then return one.path < other.path end
  return one.number < other.number
end

local function is_sorted(changes)
  for i = 2, #changes do
    if order(changes[i], changes[i - 1]) then return false end
  end
  return true
end

-- Sorts changes by their verdicts, then by their places. Those of a verdict mostly stand in the order of their places.
local function sorted(changes)
  local by_verdict, list = {}, {}
  for _, verdict in ipairs(rules.verdicts) do by_verdict[verdict] = {} end
  for i, change in ipairs(changes) do
    change.number = i
    table.insert(by_verdict[change.verdict], change)
  end
  for _, verdict in ipairs(rules.verdicts) do
    local some = by_verdict[verdict]
    if not is_sorted(some) then table.sort(some, order) end
    for _, change in ipairs(some) do list[#list + 1], change.number = change, nil end
  end
  return list
end

local function compare(old, new, options)
  local direction = options.direction or "backward"
  local self = { samples = options.samples or 100, seed = options.seed or 1 }
  local changes, by_identity, outlines = {}, {}, { old.root, new.root }
  local sentences = {}
  if direction ~= "forward" then
    for _, found in ipairs(one_way(self, old, new, false)) do
      add(changes, by_identity, found, outlines, sentences)
    end
  end
  if direction ~= "backward" then
    for _, found in ipairs(one_way(self, new, old, true)) do
      add(changes, by_identity, found, outlines, sentences)
    end
  end
  for _, change in ipairs(changes) do
    change.verdict = options.severity and options.severity[change.rule] or change.verdict
  end
  return sorted(changes)
end

--- Compares two schemas.
---@param old yschema.Side with `texts`, the texts of its files
---@param new yschema.Side with `texts`
---@param options yschema.CompareOptions
---@return yschema.Change[] changes the worst first
function comparison.compare(old, new, options)
  return total.within(total.for_tries(), compare, old, new, options)
end

--- Counts changes by their verdicts.
---@param changes yschema.Change[]
---@return table<string, integer>
function comparison.count(changes)
  local counts = {}
  for _, verdict in ipairs(rules.verdicts) do counts[verdict] = 0 end
  for _, change in ipairs(changes) do counts[change.verdict] = counts[change.verdict] + 1 end
  return counts
end

-- The budget of functions while many values are tried. Witnesses are validated with the full budget in the end.
local tried_budget = 1000000

-- Returns a schema whose functions have a limited budget, with the schema itself as `whole`.
local function limited(schema)
  local budget = math.min(schema.settings.budget or tried_budget, tried_budget)
  return changed(schema, { settings = changed(schema.settings, { budget = budget }), whole = schema })
end

--- Makes a side of a comparison.
---@param schema yschema.CoreSchema compiled
---@return yschema.Side
function comparison.side(schema)
  local texts = {}
  local is_library = require "yschema.base.file_kinds".is_starlark
  for _, source in ipairs(schema.offered) do
    texts[#texts + 1] = { text = source:text(), is_library = is_library(source:name()) }
  end
  local files = schema.settings.files or {}
  for _, name in ipairs(plain_tables.sorted_keys(files)) do
    texts[#texts + 1] = { text = files[name], is_library = is_library(name) }
  end
  return { schema = limited(schema), root = schema.core:outline(), texts = texts }
end

return comparison
