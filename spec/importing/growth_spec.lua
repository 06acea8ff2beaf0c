-- The work of an import is in proportion to the JSON Schema. Instructions of Lua are counted, not seconds, so other
-- programs on the machine do not matter.

local core = require "yschema.core"
local importer = require "yschema.importing.importer"
local openapi = require "yschema.importing.openapi"
local settings = require "yschema.pipeline.settings".of_options({ allow_inexact = true }, 1)

local STEP, EXPONENT = 100, 1.15

-- The shapes, with the JSON text of each for a size.
local shapes = {}

-- Repeats a text with the numbers from 1 to n in place of each %d.
local function times(n, text, separator)
  local parts = {}
  for i = 1, n do parts[i] = text:gsub("%%d", i):gsub("%%next", i + 1) end
  return table.concat(parts, separator or ", ")
end

local DRAFT_7 = '"$schema": "http://json-schema.org/draft-07/schema#", '

shapes["members of allOf with keys"] = function(n)
  return '{"allOf": [' .. times(n, '{"properties": {"k%d": {"type": "string"}}, "required": ["k%d"]}') .. "]}"
end
shapes["members of allOf with if"] = function(n)
  return '{"allOf": [' .. times(n, '{"if": {"required": ["a%d"]}, "then": {"required": ["b%d"]}}') .. "]}"
end
shapes["members of allOf with the same key"] = function(n)
  return '{"allOf": [' .. times(n, '{"properties": {"k": {"maxLength": %d}}}') .. "]}"
end
shapes["alternatives that are constant maps"] = function(n)
  return '{"oneOf": [' .. times(n, '{"const": {"a": %d}}') .. "]}"
end
shapes["alternatives that are constant texts"] = function(n)
  return '{"oneOf": [' .. times(n, '{"const": "c%d"}') .. "]}"
end
shapes["alternatives with the same title"] = function(n)
  return '{"anyOf": [' .. times(n, '{"title": "one", "type": "object", "required": ["k%d"]}') .. "]}"
end
shapes["keys with a format that is not validated"] = function(n)
  return "{" .. DRAFT_7 .. '"properties": {' .. times(n, '"k%d": {"type": "string", "format": "iri"}') .. "}}"
end
shapes["keys with expressions that cannot be translated"] = function(n)
  return '{"properties": {' .. times(n, '"k%d": {"pattern": "(?<=a{%d,})b"}') .. "}}"
end
shapes["definitions that exclude all alternatives"] = function(n)
  return '{"$ref": "#/$defs/all", "$defs": {"all": {"oneOf": [' .. times(n, '{"$ref": "#/$defs/d%d"}') .. "]}, "
    .. times(n, '"d%d": {"type": "object", "properties": {"t": {"const": %d}, "p": {"not": {"$ref": "#/$defs/all"}}}}')
    .. "}}"
end
shapes["a chain of definitions with unevaluatedProperties"] = function(n)
  return '{"$ref": "#/$defs/d1", "$defs": {'
    .. times(n, '"d%d": {"$ref": "#/$defs/d%next", "unevaluatedProperties": false}')
    .. (', "d%d": {"type": "object"}}}'):format(n + 1)
end
shapes["a circle of definitions"] = function(n)
  return '{"$ref": "#/$defs/d1", "$defs": {'
    .. times(n, '"d%d": {"type": "object", "properties": {"next": {"$ref": "#/$defs/d%next"}}}')
    .. (', "d%d": {"properties": {"next": {"$ref": "#/$defs/d1"}}}}}'):format(n + 1)
end
shapes["values of enum"] = function(n) return '{"enum": [' .. times(n, '"v%d", {"a": %d}') .. "]}" end
shapes["patterns of keys"] = function(n)
  return '{"patternProperties": {' .. times(n, '"^k%d$": {"type": "string"}') .. "}}"
end

-- Counts the instructions of a call, in hundreds.
local function work(f, ...)
  local count = 0
  if jit then
    jit.off() -- compiled code calls no hooks
    jit.flush()
  end
  debug.sethook(function() count = count + 1 end, "", STEP)
  local ok, made, problem = pcall(f, ...)
  debug.sethook()
  if jit then jit.on() end
  assert(ok, made)
  assert(made, problem)
  return count
end

local function import_work(json) return work(importer.import, core.source("s.json", json, false, true), settings) end

describe("the work of an import", function()
  for name, make in pairs(shapes) do
    it("is in proportion to " .. name, function()
      local few, many = import_work(make(300)), import_work(make(1200))
      local exponent = math.log(many / few) / math.log(4)
      assert.is_true(exponent < EXPONENT, ("%d and %d hundred instructions: exponent %.2f"):format(few, many, exponent))
    end)
  end
end)

-- Components that refer to others: each file that is written has all that its component needs, so the work is in
-- proportion to the bytes that are read and written.
local graphs = {}

graphs["a chain of components"] = function(n)
  return times(n, '"C%d": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/C%next"}}}')
    .. (', "C%d": {"type": "string"}'):format(n + 1)
end

-- Each component refers to five others.
local function dense(n, frame)
  local list = {}
  for i = 1, n do
    local keys = {}
    for j = 1, 5 do keys[j] = ('"k%d": {"$ref": "#/components/schemas/C%d"}'):format(j, (i * j + j) % n + 1) end
    list[i] = ('"C%d": '):format(i) .. frame:format(table.concat(keys, ", "))
  end
  return table.concat(list, ", ")
end

graphs["components that refer to many others"] = function(n)
  return dense(n, '{"type": "object", "properties": {%s}}')
end
graphs["components that need many others"] = function(n)
  return dense(n, '{"type": "object", "required": ["k1", "k2", "k3", "k4", "k5"], "properties": {%s}}')
end
graphs["components with defaults that others see"] = function(n)
  return dense(n, '{"properties": {%s, "x": {"type": "string", "default": "a"}}, "not": {"required": ["y"]}}')
end

local function import_parts(json)
  local text = '{"openapi": "3.0.0", "components": {"schemas": {' .. json .. "}}}"
  local parts = assert(openapi.components(core.source("s.json", text, false, true), settings))
  local bytes, hundreds = #text, work(importer.import_parts, parts, settings)
  for _, part in ipairs(parts) do bytes = bytes + #part.import.text end
  return hundreds, bytes, #importer.whole(parts[1]).text / #text
end

describe("the work of an import of OpenAPI", function()
  for name, make in pairs(graphs) do
    it("is in proportion to what is written for " .. name, function()
      local few, few_bytes, small = import_parts(make(40))
      local many, many_bytes, large = import_parts(make(160))
      local exponent = math.log(many / few) / math.log(many_bytes / few_bytes)
      assert.is_true(exponent < EXPONENT, ("%d and %d hundred instructions for %d and %d bytes: exponent %.2f"):format(
        few, many, few_bytes, many_bytes, exponent))
      -- The compiled nodes are in proportion to the document.
      assert.is_true(large < small * EXPONENT, ("%.2f and %.2f times the document"):format(small, large))
    end)
  end
end)
