-- Random schemas with values (spec/properties) for the other validators, a line for each schema:
--
--   lua5.4 spec/peers/random.lua SEED COUNT > schemas.jsonl
--
-- JSON Schema validates a value by itself. So a value that yschema accepts is given complete, as it comes out. A value
-- that it refuses is given as it was, when that is invalid by itself, and complete, when rules refuse it. A complete
-- value is validated anew, because all of its keys are given.

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/lua54/?.so;" .. package.cpath
local evaluator = require "spec.properties.evaluator.layers"
local random_of = require "spec.properties.random"
local row = require "spec.peers.row"
local schema_text = require "spec.properties.schema_text"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"
local values = require "spec.properties.values"
local yschema = require "yschema"

-- The kinds of all violations, as a set.
local function kinds_of(violations)
  local kinds = {}
  for _, one in pairs(violations) do kinds[one.kind] = true end
  return kinds
end

local function validated_complete(schema, result)
  local json = yschema.encode(result, "json")
  return json, schema:apply(json) ~= nil
end

-- The JSON text of a value to validate, and whether it is valid; nil when it cannot be validated by itself.
local function validated(composition, schema, unchecked)
  local layer = composition.layers[1]
  local expected = evaluator.evaluate(composition.schema, composition.layers)
  if expected.unsure or expected.schema_violation or layer.value == value.null then return nil end
  local result = schema:apply(value.json(layer.value))
  if result ~= nil then return validated_complete(schema, result) end
  local kinds = kinds_of(expected.violations)
  if kinds.rule and not next(kinds, next(kinds)) then
    result = unchecked:apply(value.json(layer.value))
    return validated_complete(schema, result)
  end
  kinds.rule, kinds.type, kinds["unknown-key"] = nil, nil, nil
  local json = value.json(layer.value)
  -- To JSON Schema, 1.0 is an integer.
  if next(kinds) == nil and not json:find "%d%.0+%f[^%d]" then return json, false end
end

local function write(seed, number)
  local random = random_of.new(seed, number)
  local plain = schemas.random(random, values.make)
  local text, files = schema_text.of(plain, random, {})
  local schema = yschema.load(text, { files = files, ordered = true })
  if not schema then return end
  local unchecked = assert(yschema.load(text, { files = files, ordered = true, skip_validation = true }))
  local list = {}
  for i = 1, 6 do
    local layer = { value = values.make(random, plain.root, i < 3 and 0 or 8) }
    local json, valid = validated({ schema = plain, layers = { layer } }, schema, unchecked)
    if json then list[#list + 1] = { text = json:sub(1, 60), json = json, valid = valid } end
  end
  row.write(("random %d"):format(number), (schema:json_schema()), schema:openapi(), list)
end

for number = 1, tonumber(arg[2]) do write(tonumber(arg[1]), number) end
