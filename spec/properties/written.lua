-- Writes random schemas with random values, and what the module makes of them, for packages in other languages, which
-- have to give the same:
--
--   lua5.4 spec/properties/written.lua COUNT >FILE
--
-- Each line is a JSON object: `schema` and `layers` are texts, `report` is the report for people, and `value` the
-- complete values in JSON, if they are valid and JSON can express them. The layers are called `values`, `values 2` and
-- so on, the schema `s.yml`.

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = "build/lua54/?.so;" .. package.cpath

local core = require "yschema.core"
local properties = require "spec.properties.properties"
local random_of = require "spec.properties.random"
local schemas = require "spec.properties.schemas"
local values = require "spec.properties.values"
local yschema = require "yschema"

-- Returns a random schema and layers of values, as texts; nil if they are not only texts.
local function texts(number)
  local random = random_of.new(1, number)
  local schema = schemas.random(random, values.make)
  local inputs = properties.inputs_of({ schema = schema, layers = values.layers(random, schema) }, random)
  for _, layer in ipairs(inputs) do
    if type(layer) ~= "string" then return nil end
  end
  return not next(inputs.files or {}) and inputs or nil
end

-- Returns what the module makes of texts; nil if the schema is not valid.
local function made(inputs)
  local schema = yschema.load(inputs.schema, { name = "s.yml", ordered = true })
  if not schema then return nil end
  local documents = {}
  for i, text in ipairs(inputs) do
    local parsed, report = yschema.parse(text, i == 1 and "values" or "values " .. i)
    if not parsed then return nil, report end
    documents[i] = parsed
  end
  local value, report = schema:apply((table.unpack or unpack)(documents))
  return { schema = inputs.schema, layers = setmetatable({ (table.unpack or unpack)(inputs) }, core.array_mt),
    report = report and tostring(report) or "", value = value ~= nil and core.encode(value, "json") or nil }
end

local count, number, valid = assert(tonumber(arg[1]), "usage: written.lua COUNT"), 0, 0
local written = 0
while written < count do
  number = number + 1
  local inputs = texts(number)
  local one = inputs and made(inputs)
  if one then
    written, valid = written + 1, valid + (one.value and 1 or 0)
    io.write((core.encode(one, "json"):gsub("\n", "")), "\n")
  end
end
assert(valid > count / 10 and valid < count * 0.9, "most are of one kind")
