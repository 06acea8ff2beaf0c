--- Makes compositions of a seed, validates them, and tells of those that fail, made small.

local overlay_properties = require "spec.properties.overlay_properties"
local overlays = require "spec.properties.overlays"
local properties = require "spec.properties.properties"
local random_of = require "spec.properties.random"
local schemas = require "spec.properties.schemas"
local shrink = require "spec.properties.shrink"
local tables = require "spec.properties.tables"
local values = require "spec.properties.values"
local yschema = require "yschema"

local compositions = {}

-- What there are compositions of: how one is made, validated and made smaller.
local kinds = {
  schemas = {
    make = function(random)
      local schema = schemas.random(random, values.make)
      return { schema = schema, layers = values.layers(random, schema) }
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

-- Validates compositions of a kind: what is wrong with one, and what came out of it. An error is a finding like others.
local function validate_of(kind)
  return function(composition, seed, only)
    local ok, found, outcome = pcall(kind.properties.validate, composition, seed, only)
    if ok then return found, outcome or found and found.first end
    -- What is made smaller may become senseless; that is no reason to keep it.
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

--- Validates compositions of a kind ("schemas", "overlays", "tables") and a seed, `amount` from number `first` on. `found`
-- are those that fail, `unsure` the number of those for which the language's description leaves open what they mean.
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

--- A line about a run.
function compositions.summary(result)
  local counts = result.counts
  local told = counts and ("%d tables checked, %d accepted by the core, %d by the checker, which %d schemas have\n")
    :format(counts.checked, counts.accepted, counts.agreed, counts.generated) or ""
  return told .. ("%d %s: %d accepted, %d refused by the schema, %d left open, %d found; digest %.0f"):format(
    result.count, result.name, result.accepted, result.at_load, result.unsure, #result.found, result.digest)
end

--- The files of inputs, { name, text }, in the order in which the command takes them.
function compositions.files(inputs)
  local files = {}
  for name, text in pairs(inputs.files or {}) do files[#files + 1] = { name, text } end
  if inputs.schema then files[#files + 1] = { "s.yml", inputs.schema } end
  for i, input in ipairs(inputs) do
    local text = input
    if type(input) ~= "string" then
      -- What a flag or a table says, as a file that says the same.
      local is_flag = type(input) == "table" and input.is_flag
      text = is_flag and ("#! --data-value%s '%s=%s'\n"):format(input.as_yaml and "-yaml" or "",
        table.concat(input.keys, "."), input.text) or yschema.encode(input, "yaml")
    end
    files[#files + 1] = { (inputs.schema and "v" or "o") .. i .. ".yml", text }
  end
  return files
end

local function told(out, title, inputs)
  if not inputs then return end
  out[#out + 1] = title
  for _, file in ipairs(compositions.files(inputs)) do
    out[#out + 1] = "-- " .. file[1] .. "\n" .. file[2]:gsub("\n$", "")
  end
end

--- What was found, for people: at most `most` of them.
function compositions.report(result, most)
  local out = {}
  for i, found in ipairs(result.found) do
    if i > most then break end
    out[#out + 1] = ("==== %s %d: %s\n%s"):format(result.name, found.number, found.property, found.problem)
    told(out, "---- its files:", found.inputs)
    told(out, "---- the same in other words:", found.others)
  end
  return table.concat(out, "\n")
end

return compositions
