-- The work of an import is in proportion to the JSON Schema. Instructions of Lua are counted, not seconds, so other
-- programs on the machine do not matter.

local core = require "yschema.core"
local importer = require "yschema.importing.importer"
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

-- Counts the instructions that an import takes, in hundreds.
local function work(json)
  local source, count = core.source("s.json", json, false, true), 0
  if jit then
    jit.off() -- compiled code calls no hooks
    jit.flush()
  end
  debug.sethook(function() count = count + 1 end, "", STEP)
  local ok, import, problem = pcall(importer.import, source, settings)
  debug.sethook()
  if jit then jit.on() end
  assert(ok, import)
  assert(import, problem)
  return count
end

describe("the work of an import", function()
  for name, make in pairs(shapes) do
    it("is in proportion to " .. name, function()
      local few, many = work(make(300)), work(make(1200))
      local exponent = math.log(many / few) / math.log(4)
      assert.is_true(exponent < EXPONENT, ("%d and %d hundred instructions: exponent %.2f"):format(few, many, exponent))
    end)
  end
end)
