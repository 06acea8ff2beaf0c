--- Makes random compositions, tests all properties of each, and reports those that fail.
--
-- A composition is one random test case: a random schema and the layers of values that are given for it, or documents
-- and the overlays that are merged into them. A property is a statement that holds for every composition, such as
-- "comments change nothing". The most important one compares the core with the second evaluator
-- (spec/properties/evaluator): a separate, simple implementation of the language, written from its description without
-- any code of the core. The number of a composition and the seed determine it, so that a failure can be repeated.
-- A composition that fails is shrunk: parts of it are removed as long as the same property still fails.

local overlay_properties = require "spec.properties.overlay_properties"
local overlays = require "spec.properties.overlays"
local properties = require "spec.properties.properties"
local random_of = require "spec.properties.random"
local references = require "spec.properties.references"
local schemas = require "spec.properties.schemas"
local shrink = require "spec.properties.shrink"
local tables = require "spec.properties.tables"
local values = require "spec.properties.values"
local yschema = require "yschema"

local compositions = {}

-- The kinds of compositions. `make` makes one, `properties` tests it, `smaller` lists smaller ones.
local kinds = {
  schemas = {
    make = function(random)
      local schema = schemas.random(random, values.make)
      local layers = values.layers(random, schema)
      references.add(random, schema)
      return { schema = schema, layers = layers }
    end,
    properties = properties, smaller = shrink.schema,
  },
  overlays = { make = overlays.random, properties = overlay_properties, smaller = shrink.overlay },
  tables = { make = tables.random, properties = tables, smaller = shrink.schema },
}

local modulus = 4294967291

-- Adds a text to a digest that both runtimes can compute.
local function digested(digest, text)
  for i = 1, #text do digest = (digest * 257 + text:byte(i)) % modulus end
  return digest
end

-- Returns the function that tests a composition of a kind. It returns the failure, or nil, and the outcome of the run.
-- An error that is thrown is a failure, too.
local function validate_of(kind)
  return function(composition, seed, only)
    local ok, found, outcome = pcall(kind.properties.validate, composition, seed, only)
    if ok then return found, outcome or found and found.first end
    -- A smaller composition may be meaningless: an error then says nothing about the property.
    if only and only ~= "nothing throws" then return nil end
    return { property = "nothing throws", problem = tostring(found),
      inputs = kind.properties.inputs_of(composition, random_of.new(seed, 1)) }
  end
end

local function count(result, composition, outcome)
  local expected = composition.expected
  if outcome.accepted then result.accepted = result.accepted + 1 end
  if outcome.at_load then result.at_load = result.at_load + 1 end
  if expected and expected.unsure then result.unsure = result.unsure + 1 end
  result.digest = digested(result.digest, outcome.yaml or outcome.text)
end

--- Tests `amount` compositions of a kind ("schemas", "overlays", "tables"), beginning with number `first` of a seed.
-- `found` lists the failures. `unsure` counts the compositions whose result the language's description leaves open.
---@return { found: table[], count: integer, accepted: integer, at_load: integer, unsure: integer, digest: number }
function compositions.run(name, seed, first, amount)
  local kind = kinds[name]
  local validate = validate_of(kind)
  local result = { name = name, found = {}, count = amount, accepted = 0, at_load = 0, unsure = 0, digest = 0 }
  for number = first, first + amount - 1 do
    local composition = kind.make(random_of.new(seed, number))
    local found, outcome = validate(composition, number)
    if outcome then count(result, composition, outcome) end
    if found then
      found = shrink.smallest(composition, number, found, validate, kind.smaller)
      found.number = number
      result.found[#result.found + 1] = found
    end
  end
  result.counts = kind.properties.counts
  return result
end

--- Returns one line with the figures of a run.
function compositions.summary(result)
  local counts = result.counts
  local tables_line = counts
    and ("%d tables checked, %d accepted by the core, %d by the checker, which %d schemas have\n")
    :format(counts.checked, counts.accepted, counts.agreed, counts.generated) or ""
  return tables_line .. ("%d %s: %d accepted, %d refused by the schema, %d left open, %d found; digest %.0f"):format(
    result.count, result.name, result.accepted, result.at_load, result.unsure, #result.found, result.digest)
end

--- Returns the files of a composition's inputs, { name, text }, in the order of the command's arguments.
function compositions.files(inputs)
  local files = {}
  for name, text in pairs(inputs.files or {}) do files[#files + 1] = { name, text } end
  if inputs.schema then files[#files + 1] = { "s.yml", inputs.schema } end
  for i, input in ipairs(inputs) do
    local text = input
    if type(input) ~= "string" then
      -- A flag or a table becomes a file with the same contents.
      local is_flag = type(input) == "table" and input.is_flag
      text = is_flag and ("#! --data-value%s '%s=%s'\n"):format(input.as_yaml and "-yaml" or "",
        table.concat(input.keys, "."), input.text) or yschema.encode(input, "yaml")
    end
    files[#files + 1] = { (inputs.schema and "v" or "o") .. i .. ".yml", text }
  end
  return files
end

local function add_files(out, title, inputs)
  if not inputs then return end
  out[#out + 1] = title
  for _, file in ipairs(compositions.files(inputs)) do
    out[#out + 1] = "-- " .. file[1] .. "\n" .. file[2]:gsub("\n$", "")
  end
end

--- Returns a report of the failures, at most `most` of them.
function compositions.report(result, most)
  local out = {}
  for i, found in ipairs(result.found) do
    if i > most then break end
    out[#out + 1] = ("==== %s %d: %s\n%s"):format(result.name, found.number, found.property, found.problem)
    add_files(out, "---- its files:", found.inputs)
    add_files(out, "---- the other spelling:", found.others)
  end
  return table.concat(out, "\n")
end

return compositions
