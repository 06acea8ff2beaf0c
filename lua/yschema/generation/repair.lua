--- Repairs a document until the schema accepts it: by the examples and defaults of the schema, by leaving out what is
-- not required, by other values, and in the end by changes that are tried one after the other.
--
-- @module yschema.generation.repair

local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local paths = require "yschema.provenance.paths"
local placing = require "yschema.values.placing"
local plain_tables = require "yschema.base.plain_tables"
local samples = require "yschema.values.samples"
local texts = require "yschema.values.texts"

local repair = {}

local copy, is_map = generator.copy, generator.is_map

-- A document is repaired in so many rounds, and then step by step; one with more violations is given up.
local most_repairs, most_violations = 5, 50
local most_trials = 400 -- of other documents

-- Returns the values that the schema itself shows for a field.
local function shown_values(field)
  local list = {}
  for _, example in ipairs(field.example or {}) do list[#list + 1] = example.value end
  if field.default ~= nil then list[#list + 1] = field.default end
  return list
end

local function last_of(tokens) return tokens[#tokens] end

local function above(tokens)
  local list = plain_tables.items(tokens)
  list[#list] = nil
  return list
end

-- Whether the key at a place may be left out.
local function may_be_absent(self, tokens)
  if not tokens[1] then return false end
  local field = repair.field_at(self, above(tokens))
  local map = field and facts.map(field)
  local child = map and facts.named(map, last_of(tokens))
  return child == nil or not facts.is_required(child)
end

--- Returns the field at a place.
---@param self yschema.ExampleDocuments
---@param tokens string[]
---@return yschema.OutlineField?
function repair.field_at(self, tokens)
  local field = self.root
  for _, token in ipairs(tokens) do field = field and placing.field_below(field, token) end
  return field
end

-- Returns the place of a violation, or that of the array around it which the document lacks: a violation may be in a
-- default.
local function present(self, document, tokens)
  local at, field, own = document, self.root, {}
  for _, token in ipairs(tokens) do
    if at == nil and field and facts.item(field) then return own end
    at = placing.value_at(at, { token })
    field = field and placing.field_below(field, token)
    own[#own + 1] = token
  end
  return own
end

-- Removes the value at a place. An item of an array is removed with its place.
local function remove(document, tokens)
  local holder = placing.value_at(document, above(tokens))
  if type(holder) ~= "table" then return false end
  local key = last_of(tokens)
  local position = not is_map(holder) and tonumber(key)
  if position and holder[position + 1] ~= nil then table.remove(holder, position + 1) end
  if is_map(holder) then holder[key] = nil end
  return true
end

-- Changes a document at the place of a violation, each round in another way. Returns whether that was possible.
local function repair_at(self, document, violation, round)
  local tokens = present(self, document, paths.tokens(violation.pointer or ""))
  local field = repair.field_at(self, tokens)
  if violation.kind == "unknown-key" then return tokens[1] and remove(document, tokens) end
  if not field then return tokens[1] and remove(document, tokens) end
  local shown = shown_values(field)
  if violation.kind == "reference" and placing.add_name(self.root, document, tokens, self.least) then return true end
  if violation.kind == "key-count" then
    return placing.put(document, tokens, self.random:value(field, #tokens))
  end
  if shown[round] ~= nil then return placing.put(document, tokens, copy(shown[round])) end
  if round % 3 == 0 and violation.kind ~= "required" and may_be_absent(self, tokens) then
    return remove(document, tokens)
  end
  local made = (round % 2 == 1 and self.random or self.least):value(field, #tokens)
  return made ~= nil and placing.put(document, tokens, made)
end

-- Replaces keys of the document itself, about which there is a violation.
local function repair_root(self, document, round)
  if not is_map(document) then return self.random:value(self.root) end
  local other = (round % 2 == 1 and self.random or self.least):value(self.root)
  if not is_map(other) or round > 3 then return other end
  for key, value in pairs(other) do
    if document[key] == nil then document[key] = value end
  end
  return document
end

-- Changes a document because of its violations. Returns nil when nothing can be changed.
local function repair_once(self, document, violations, round)
  for _, violation in ipairs(violations) do
    if (violation.pointer or "") == "" then
      document = repair_root(self, document, round)
      if document == nil then return nil end
    elseif not repair_at(self, document, violation, round) then
      return nil
    end
  end
  return document
end

-- Texts that functions may look for, beside those of formats.
local other_texts = { "YQ==", "{}", "1.0.0", "/a", "a=b", "a/b", "a:1", "A" }

local texts_for_functions = {}
for _, name in ipairs(plain_tables.sorted_keys(texts.of_format)) do
  texts_for_functions[#texts_for_functions + 1] = texts.of_format[name][1]
end
for _, text in ipairs(other_texts) do texts_for_functions[#texts_for_functions + 1] = text end

-- Adds maps that differ from one in a key.
local function add_neighbours(self, list, field, at, level)
  local map = is_map(at) and facts.map(field)
  for _, child in ipairs(map and map.named or {}) do
    local value, item = at[child.key], facts.item(child)
    if value ~= nil then list[#list + 1] = plain_tables.changed(at) end
    if value ~= nil then list[#list][child.key] = nil end
    if value == nil and not child.removed then value = self.least:value(child, level + 1) end
    local is_new = value ~= nil and at[child.key] == nil
    if is_new then list[#list + 1] = plain_tables.changed(at, { [child.key] = value }) end
    if item and type(value) == "table" and not is_map(value) then
      local longer = generator.array(plain_tables.items(value))
      longer[#longer + 1] = self.least:value(item, level + 2)
      list[#list + 1] = plain_tables.changed(at, { [child.key] = longer })
    end
  end
end

-- Lists values that may satisfy the rules of a field: those that the schema shows, then others.
local function candidates(self, field, at, level)
  local list = shown_values(field)
  add_neighbours(self, list, field, at, level)
  for _, value in ipairs(samples.of(field, field, self.least, self.random)) do list[#list + 1] = value end
  if facts.kinds(field).string then
    for _, text in ipairs(texts_for_functions) do list[#list + 1] = text end
  end
  for _ = 1, 8 do list[#list + 1] = self.random:value(field, level) end
  return list
end

-- Lists changes of a document that may repair a violation: at its place, then in the maps around it.
local function changes_for(self, document, violation)
  local tokens, list = present(self, document, paths.tokens(violation.pointer or "")), {}
  local field = repair.field_at(self, tokens)
  for _, value in ipairs(field and candidates(self, field, placing.value_at(document, tokens), #tokens) or {}) do
    list[#list + 1] = { tokens = tokens, value = value }
  end
  while tokens[1] do
    tokens = above(tokens)
    field = repair.field_at(self, tokens)
    local around = {}
    if field then add_neighbours(self, around, field, placing.value_at(document, tokens), #tokens) end
    for _, value in ipairs(around) do list[#list + 1] = { tokens = tokens, value = value } end
  end
  return list
end

-- The key of a list of violations.
local function signature(violations)
  local parts = {}
  for i, violation in ipairs(violations) do
    parts[i] = ("%s %s %s"):format(violation.path, violation.rule, violation.expected or "")
  end
  table.sort(parts)
  return table.concat(parts, "\n")
end

-- Looks for a change after which a document has fewer violations or, if there is none, others than before.
local function improve(self, document, violations, search)
  local other
  for _, change in ipairs(changes_for(self, document, violations[1])) do
    if search.left == 0 then return nil end
    search.left = search.left - 1
    local changed = change.tokens[1] and copy(document) or copy(change.value)
    if not change.tokens[1] or placing.put(changed, change.tokens, copy(change.value)) then
      local accepted, found, printed = self:validate(changed)
      if accepted then return changed, nil, printed end
      if found and #found < #violations then return changed, found end
      if found and not other and #found == #violations and not search.seen[signature(found)] then
        other = { changed, found }
      end
    end
  end
  if other then return other[1], other[2] end
end

-- Improves a document step by step.
local function improve_all(self, document, violations)
  local search, printed = { left = most_trials, seen = {} }, nil
  while document ~= nil and violations do
    search.seen[signature(violations)] = true
    for _, violation in ipairs(violations) do self:note(violation) end
    document, violations, printed = improve(self, document, violations, search)
  end
  return document ~= nil and printed or nil
end

--- Repairs a document until the schema accepts it.
---@param self yschema.ExampleDocuments
---@param document any it may be changed
---@return any? document as it is printed; nil when it cannot be repaired
function repair.repair(self, document)
  for round = 1, most_repairs do
    local accepted, violations, printed = self:validate(document)
    if accepted then return printed end
    if not violations or #violations > most_violations then return nil end
    local changed = round < most_repairs and repair_once(self, copy(document), violations, round) or nil
    if changed == nil then return improve_all(self, document, violations) end
    document = changed
  end
end

return repair
