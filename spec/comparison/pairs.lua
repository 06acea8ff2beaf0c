--- Makes pairs of schemas that differ in a few places, with values for them, and validates each pair.
--
-- The schemas are those of spec/properties: the second one is the first with something left out, so that one direction
-- removes and the other adds.

local comparison = require "yschema.comparison.comparison"
local generator = require "yschema.values.generator"
local validator = require "yschema.values.validator"
local product_random = require "yschema.values.random"
local random_of = require "spec.properties.random"
local schema_text = require "spec.properties.schema_text"
local shrink = require "spec.properties.shrink"
local tables = require "spec.properties.tables"
local value = require "spec.properties.value"
local values = require "spec.properties.values"
local yschema = require "yschema"

local pairs_of = {}

local function text_of(schema) return (schema_text.of(schema, random_of.new(1, 1), {})) end

-- Leaves out the n-th part of a schema; nil when there are fewer.
local function smaller(schema, n)
  local composition = shrink.schema({ schema = schema, layers = {} }, n)
  return composition and composition.schema
end

--- Makes the pair with a number: two texts, and the schema of spec/properties that the first is of.
function pairs_of.make(seed, number)
  local random = random_of.new(seed, number)
  local first = tables.random(random).schema
  local second = first
  for _ = 1, random:int(1, 3) do second = smaller(second, random:int(1, 40)) or second end
  if random:chance(50) then first, second = second, first end
  return { old = text_of(first), new = text_of(second), schema = first, random = random, number = number }
end

local function side_of(text)
  local ok, schema = pcall(yschema.load, text, { name = "schema.yml" })
  if not ok or not schema then return nil end
  local side = comparison.side(schema)
  return side
end

-- Whether a part of a witness is masked, so that it cannot be validated again.
local function is_masked(witness) return witness.text:find("(sensitive)", 1, true) ~= nil end

-- Returns what is wrong with the witnesses of changes, or nil.
local function problem_in_witnesses(changes, old, new)
  for _, change in ipairs(changes) do
    if (change.verdict == "breaking") ~= (change.witnesses[1] ~= nil) then
      return ("%s: breaking without a witness, or the reverse"):format(change.rule)
    end
    for _, witness in ipairs(change.witnesses) do
      local from, to = old, new
      if witness.direction == "forward" then from, to = new, old end
      local is_shown = not is_masked(witness)
      if is_shown and validator.document(from.schema, witness.document).status ~= 0 then
        return change.rule .. ": the witness is refused by the schema that should accept it:\n" .. witness.text
      end
      if is_shown and validator.document(to.schema, witness.document).status == 0 then
        return change.rule .. ": the witness is accepted by the schema that should refuse it:\n" .. witness.text
      end
    end
  end
end

local function is_open(changes)
  for _, change in ipairs(changes) do
    if change.verdict == "breaking" or change.verdict == "unknown" then return true end
  end
  return false
end

-- Makes a text of values: by the generator of witnesses, or by that of spec/properties.
local function document_of(pair, old, made, i)
  if i % 2 == 0 or not pair.schema then
    local document = made:value(old.root)
    return document ~= nil and validator.text(document) or ""
  end
  return value.json(values.make(pair.random, pair.schema.root, i % 6 == 1 and 3 or 0))
end

-- Validates values by both schemas. Returns how many the first accepts, and the first one that the second refuses.
local function validate_values(pair, old, new, amount)
  local made, accepted = generator.new(product_random.new(pair.number)), 0
  for i = 1, amount do
    local text = document_of(pair, old, made, i)
    if validator.status(old.schema, text) == 0 then
      accepted = accepted + 1
      -- With 2, the new schema has an error, such as a function that gives a default of an invalid type.
      if validator.status(new.schema, text) == 1 then return accepted, text end
    end
  end
  return accepted
end

--- Validates a pair. Returns nil when a schema is invalid, or the number of accepted values, the changes, and what is
-- wrong.
function pairs_of.validate(pair, amount, direction)
  local old, new = side_of(pair.old), side_of(pair.new)
  if not old or not new then return nil end
  local changes = comparison.compare(old, new, { direction = direction or "backward", samples = 20 })
  local problem = problem_in_witnesses(changes, old, new)
  if problem then return 0, changes, problem end
  if pair.old == pair.new and changes[1] then return 0, changes, "a schema differs from itself" end
  if is_open(changes) or direction then return 0, changes end
  local accepted, refused = validate_values(pair, old, new, amount)
  if refused then return accepted, changes, "said to be safe, but the new schema refuses:\n" .. refused end
  return accepted, changes
end

return pairs_of
