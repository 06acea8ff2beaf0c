--- Puts a value into a document that is otherwise as small as the schema allows.
--
-- A place in a schema is a list of steps from its root. The document is validated and repaired until the schema accepts
-- it, or refuses the value itself.
--
-- @module yschema.values.placing

local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local reference_names = require "yschema.values.reference_names"
local paths = require "yschema.provenance.paths"
local validator = require "yschema.values.validator"
local random = require "yschema.values.random"

local placing = {}

local is_map = generator.is_map

local unpack = table.unpack or unpack -- luacheck: ignore 113

--- A step on the way from the root of a schema to a place.
---@class yschema.SchemaStep
---@field kind "key"|"open"|"item"|"alternative" "open": a key of a placeholder
---@field field yschema.OutlineField the field above
---@field key? string a named key
---@field open? yschema.OutlineOpen a placeholder
---@field index? integer an alternative

--- Stands for the value of a key that is not given.
placing.ABSENT = setmetatable({}, { __name = "absent" })

---@class yschema.Placing
---@field schema yschema.CoreSchema
---@field root yschema.OutlineField
---@field least yschema.ValueGenerator makes the smallest values
---@field random yschema.ValueGenerator
---@field target? string the path to which a name is added where a value refers to none; else the first path that suits
---@field contexts table<yschema.OutlineField, { document: any, pointer: string[] }|false>
local Placing = {}
Placing.__index = Placing

-- ---- documents with a value in one place --------------------------------------------

local build -- below

local function build_map(self, steps, at, pointer, key)
  local step = steps[at]
  local map = self.least:map(step.field, at)
  if not key then return nil end
  -- The key counts as one of the required keys of the placeholder.
  local count = step.kind == "open" and step.open.field.count
  for other in pairs(count and count.least > 0 and generator.copy(map) or {}) do
    if not facts.named(facts.map(step.field), other) then map[other] = nil end
  end
  pointer[#pointer + 1] = key
  local value = build(self, steps, at + 1, pointer)
  if value == placing.ABSENT then map[key] = nil else map[key] = value end
  return map
end

local function build_item(self, steps, at, pointer)
  local step = steps[at]
  local list = self.least:list(step.field, at)
  pointer[#pointer + 1] = "0"
  list[1] = build(self, steps, at + 1, pointer)
  return list
end

local function build_alternative(self, steps, at, pointer)
  local choice, index = steps[at].field.choice, steps[at].index
  local value = build(self, steps, at + 1, pointer)
  if value == nil then return nil end
  if choice.by and is_map(value) and value[choice.by] == nil then
    value[choice.by] = choice[index].selected_by
  end
  if choice.mode ~= "all-of" or not is_map(value) then return value end
  -- The other members may require keys.
  for i, other in ipairs(choice) do
    if i ~= index and facts.map(other.field) then
      for key, part in pairs(self.least:map(other.field, at)) do
        if value[key] == nil then value[key] = part end
      end
    end
  end
  return value
end

function build(self, steps, at, pointer)
  local step = steps[at]
  if not step then return self.value end
  if step.kind == "item" then return build_item(self, steps, at, pointer) end
  if step.kind == "alternative" then return build_alternative(self, steps, at, pointer) end
  local key = step.key
  if step.kind == "open" then key = key or self.least:key(facts.map(step.field), step.open, {}) end
  return build_map(self, steps, at, pointer, key)
end

-- ---- repairing ------------------------------------------------------------------------

-- Whether one list begins with all of another.
local function begins(list, with)
  for i, token in ipairs(with) do
    if list[i] ~= token then return false end
  end
  return true
end

--- Returns where a violation is, relative to a place.
---@param violation yschema.Violation
---@param tokens string[] the place
---@return "here"|"below"|"around"|"elsewhere" where "around": at a map or an array that contains the place
function placing.relation(violation, tokens)
  local at = paths.tokens(violation.pointer or "")
  if begins(at, tokens) then return #at == #tokens and "here" or "below" end
  return begins(tokens, at) and "around" or "elsewhere"
end

--- Returns the field below a field that a key or a position leads to.
---@param field yschema.OutlineField
---@param token string
---@return yschema.OutlineField?
function placing.field_below(field, token)
  local map = facts.map(field)
  if map then
    local named = facts.named(map, token)
    if named then return named end
    return map.open[1] and map.open[1].field
  end
  local item = facts.item(field)
  if item then return item end
  for _, alternative in ipairs(field.choice or {}) do
    local found = placing.field_below(alternative.field, token)
    if found then return found end
  end
end
local below = placing.field_below

-- Returns the key of a collection for a token of a pointer. nil: it has no such key.
local function key_of(collection, token)
  if is_map(collection) then return token end
  local position = type(collection) == "table" and tonumber(token)
  return position and position <= #collection and position + 1 or nil
end

--- Sets the value at a place of a document, and adds the maps that are missing on the way.
---@param document any
---@param tokens string[]
---@param value any nil: removes it
---@return boolean done
function placing.put(document, tokens, value)
  local at = document
  for i, token in ipairs(tokens) do
    local key = key_of(at, token)
    if not key then return false end
    if i == #tokens then
      at[key] = value
    elseif at[key] == nil then
      at[key] = {}
    end
    at = at[key]
  end
  return tokens[1] ~= nil
end
local put = placing.put

--- Returns the value at a place of a document.
---@param document any
---@param tokens string[]
---@return any
function placing.value_at(document, tokens)
  local at = document
  for _, token in ipairs(tokens) do
    local key = key_of(at, token)
    at = key and at[key]
  end
  return at
end
local value_at = placing.value_at

-- Replaces the keys of a map around the value in question by random ones.
local function add_keys(self, document, tokens, field, kept)
  local at = value_at(document, tokens)
  if not is_map(at) or not facts.map(field) then return false end
  for key, value in pairs(self.random:map(field, #tokens)) do
    if key ~= kept then at[key] = value end
  end
  return true
end

-- Returns the value and the field at which a path to names begins.
local function base_of(self, document, tokens, up)
  local maps, value, field = {}, document, self.root
  for i, token in ipairs(up > 0 and tokens or {}) do
    if is_map(value) then maps[#maps + 1] = { value = value, field = field } end
    value, field = value_at(document, { unpack(tokens, 1, i) }), field and below(field, token)
  end
  if up == 0 then return document, self.root end
  local found = maps[#maps - up + 1]
  return found and found.value, found and found.field
end

--- Adds the name to which a value refers, and that does not exist.
---@param root yschema.OutlineField
---@param document any it is changed
---@param tokens string[] the way to the value
---@param least yschema.ValueGenerator
---@param wanted? string the path to add it to, instead of the first one that suits
---@return boolean done
function placing.add_name(root, document, tokens, least, wanted)
  local field, name = root, value_at(document, tokens)
  for _, token in ipairs(tokens) do field = field and below(field, token) end
  for _, reference in ipairs(name ~= nil and field and field.refers or {}) do
    for _, path in ipairs(reference.to) do
      if not wanted or path == wanted then
        local steps, up = reference_names.steps(path)
        local value, from = base_of({ root = root }, document, tokens, up)
        if from and reference_names.put(from, value, steps, name, least) then return true end
      end
    end
  end
  return wanted ~= nil and placing.add_name(root, document, tokens, least)
end

-- Changes the part of a document that has a violation, unless that is the value in question.
local function repair_violation(self, document, violation, pointer)
  local tokens, field = paths.tokens(violation.pointer or ""), self.root
  if violation.kind == "reference" then
    return placing.add_name(self.root, document, tokens, self.least, self.target)
  end
  for _, token in ipairs(tokens) do field = field and below(field, token) end
  if not field or begins(tokens, pointer) and #pointer > 0 then return false end
  if begins(pointer, tokens) then return add_keys(self, document, tokens, field, pointer[#tokens + 1]) end
  local value = self.random:value(field, #tokens)
  return value ~= nil and put(document, tokens, value)
end

-- Each repair may cause other violations, so a document with many of them is given up.
local most_repairs, most_violations = 10, 50

--- Repairs a document until the schema accepts it.
---@param document any
---@param pointer string[] a place that does not change
---@param wanted? "violations"|"all" for the outcome
---@return any? document nil when it cannot be repaired
---@return yschema.Outcome? outcome
function Placing:repair(document, pointer, wanted)
  for _ = 1, most_repairs do
    local outcome = validator.document(self.schema, document, wanted or "violations")
    if outcome.status == 0 then return document, outcome end
    if outcome.status ~= 1 or type(document) ~= "table" then return nil end
    if #outcome.violations > most_violations then return nil end
    for _, violation in ipairs(outcome.violations) do
      if not repair_violation(self, document, violation, pointer) then return nil end
    end
  end
end

-- ---- documents ----------------------------------------------------------------------

-- Returns the token that a step adds to a pointer; nil for an alternative.
local function token_of(self, step)
  if step.kind == "alternative" then return nil end
  if step.kind == "item" then return "0" end
  return step.key or self.least:key(facts.map(step.field), step.open, {})
end

-- Gives a map the key that selects its alternative.
local function select_alternative(step, value)
  local choice = step.kind == "alternative" and step.field.choice
  if choice and choice.by and is_map(value) then value[choice.by] = choice[step.index].selected_by end
end

local most_contexts = 12

-- Makes an accepted document with a map or an array for the field of the n-th step.
local function find_context(self, steps, n)
  local above = n > 1 and self:context(steps, n - 1)
  if n > 1 and not above then return false end
  for try = 1, most_contexts do
    local value = (try == 1 and self.least or self.random):value(steps[n].field, n)
    if above then select_alternative(steps[n - 1], value) end
    local document, pointer = value, {}
    if above then
      document, pointer = generator.copy(above.document), generator.copy(above.pointer)
      pointer[#pointer + 1] = token_of(self, steps[n - 1])
      if not put(document, pointer, value) then document = nil end
    end
    document = type(document) == "table" and self:repair(document, {})
    if document and type(value_at(document, pointer)) == "table" then
      return { document = document, pointer = pointer }
    end
  end
  return false
end

--- Returns an accepted document with a map or an array for the field of the n-th step. It is made once.
---@param steps yschema.SchemaStep[]
---@param n integer
---@return { document: any, pointer: string[] }|false
function Placing:context(steps, n)
  local field = steps[n].field
  if self.contexts[field] == nil then self.contexts[field] = find_context(self, steps, n) end
  return self.contexts[field]
end

--- Does the same as `document`, but the document around the value need not be small.
---@param steps yschema.SchemaStep[]
---@param value any or ABSENT
---@param wanted? "violations"|"all" for the outcome
---@return any? document
---@return string[]? pointer
---@return yschema.Outcome? outcome
function Placing:document_in_context(steps, value, wanted)
  local context = steps[1] and self:context(steps, #steps)
  if not context then return nil end
  local document, pointer = generator.copy(context.document), generator.copy(context.pointer)
  pointer[#pointer + 1] = token_of(self, steps[#steps])
  if not put(document, pointer, value) then return nil end
  if value == placing.ABSENT and not put(document, pointer, nil) then return nil end
  local outcome
  document, outcome = self:repair(document, pointer, wanted)
  return document, pointer, outcome
end

--- Makes a small document that the schema accepts, with a value in one place.
---@param steps yschema.SchemaStep[]
---@param value any or ABSENT: the last key is not given
---@param wanted? "violations"|"all" for the outcome
---@return any? document nil when the schema refuses the value there
---@return string[]? pointer the keys and positions that lead to the value
---@return yschema.Outcome? outcome of the document
function Placing:document(steps, value, wanted)
  local pointer = {}
  self.value = value
  local document = build(self, steps, 1, pointer)
  self.value = nil
  if document == nil or document == placing.ABSENT then return nil end
  local outcome
  document, outcome = self:repair(document, pointer, wanted)
  return document, pointer, outcome
end

--- Makes an object that places values in documents of a schema.
---@param schema yschema.CoreSchema
---@param root yschema.OutlineField
---@param seed integer
---@return yschema.Placing
function placing.new(schema, root, seed)
  return setmetatable({
    schema = schema, root = root,
    contexts = {}, least = generator.new(random.least()), random = generator.new(random.new(seed)),
  }, Placing)
end

return placing
