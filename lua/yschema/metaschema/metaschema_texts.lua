--- The metaschemas of JSON Schema, without titles, descriptions and defaults, which say nothing of values. Those of
-- 2019-09 and 2020-12 have their vocabularies in `$defs`.
--
-- A draft repeats most of the draft before it. So the texts have words in angle brackets, as in `"not": <schema>`.
--
-- @module yschema.metaschema.metaschema_texts

local changed = require "yschema.base.plain_tables".changed

-- The meaning of some of these words in all drafts.
local parts = {
  uri = '{"type": "string", "format": "uri"}',
  uriReference = '{"type": "string", "format": "uri-reference"}',
  schemaMap = '{"type": "object", "additionalProperties": <schema>}',
  patternMap = '{"type": "object", "additionalProperties": <schema>, "propertyNames": {"format": "regex"}}',
  schemas = '{"type": "array", "minItems": 1, "items": <schema>}',
  schemaOrSchemas = '{"anyOf": [<schema>, <schemaArray>]}',
  dependencies = '{"type": "object", "additionalProperties": {"anyOf": [<schema>, <stringArray>]}}',
  combinations = '"allOf": <schemaArray>, "anyOf": <schemaArray>, "oneOf": <schemaArray>, "not": <schema>',
  typeNames = '{"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]}',
  numbers = [=[
    "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
    "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "number"}]=],
  sizes = [=[
    "maxLength": <nonNegativeInteger>, "minLength": <nonNegativeIntegerDefault0>,
    "pattern": {"type": "string", "format": "regex"},
    "maxItems": <nonNegativeInteger>, "minItems": <nonNegativeIntegerDefault0>, "uniqueItems": {"type": "boolean"},
    "maxProperties": <nonNegativeInteger>, "minProperties": <nonNegativeIntegerDefault0>, "required": <stringArray>,
    "type": {
      "anyOf": [<simpleTypes>, {"type": "array", "items": <simpleTypes>, "minItems": 1, "uniqueItems": true}]
    }]=],
  definitions = [=[
    "nonNegativeInteger": {"type": "integer", "minimum": 0},
    "nonNegativeIntegerDefault0": <nonNegativeInteger>,
    "simpleTypes": <typeNames>,
    "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}]=],
}

-- Replaces the words of a text by what a draft has for them, or by the part of that name. All others stand for a
-- reference to the definition of that name.
local function filled(text, own)
  return (text:gsub("<(%w+)>", function(word)
    local part = own[word] or parts[word]
    return part and filled(part, own) or ('{"$ref": "%s%s"}'):format(own.place, word)
  end))
end

local draft_04 = [=[
{
  "id": "http://json-schema.org/draft-04/schema#", "$schema": "http://json-schema.org/draft-04/schema#",
  "definitions": {
    "schemaArray": <schemas>,
    "positiveInteger": {"type": "integer", "minimum": 0},
    "positiveIntegerDefault0": <nonNegativeInteger>,
    "simpleTypes": <typeNames>,
    "stringArray": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true}
  },
  "type": "object",
  "properties": {
    "id": <uri>, "$schema": <uri>, "title": {"type": "string"}, "description": {"type": "string"}, "default": {},
    "multipleOf": {"type": "number", "minimum": 0, "exclusiveMinimum": true}, "maximum": {"type": "number"},
    "exclusiveMaximum": {"type": "boolean"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "boolean"},
    <sizes>,
    "additionalItems": {"anyOf": [{"type": "boolean"}, <schema>]}, "items": <schemaOrSchemas>,
    "additionalProperties": {"anyOf": [{"type": "boolean"}, <schema>]},
    "definitions": <schemaMap>, "properties": <schemaMap>, "patternProperties": <schemaMap>,
    "dependencies": <dependencies>, "enum": {"type": "array", "minItems": 1, "uniqueItems": true},
    "format": {"type": "string"},
    <combinations>
  },
  "dependencies": {"exclusiveMaximum": ["maximum"], "exclusiveMinimum": ["minimum"]}
}
]=]

local draft_06_or_07 = [=[
{
  "$schema": "<address>", "$id": "<address>",
  "definitions": {"schemaArray": <schemas>, <definitions>},
  "type": ["object", "boolean"],
  "properties": {
    "$id": <uriReference>, "$schema": <uri>, "$ref": <uriReference>,
    "title": {"type": "string"}, "description": {"type": "string"}, "default": <any>,
    "examples": {"type": "array", "items": <any>},
    <numbers>,
    <sizes>,
    "additionalItems": <schema>, "items": <schemaOrSchemas>, "contains": <schema>, "additionalProperties": <schema>,
    "definitions": <schemaMap>, "properties": <schemaMap>, "dependencies": <dependencies>, "propertyNames": <schema>,
    "const": <any>, "format": {"type": "string"},
    <combinations>,
    <more>
  }
}
]=]

local with_vocabularies = [=[
{
  "$schema": "<address>", "$id": "<address>", <anchor>,
  "allOf": [<vocabularies>],
  "type": ["object", "boolean"],
  "properties": {"definitions": <schemaMap>, "dependencies": <dependencies><olderKeywords>},
  "$defs": {
    "core": {
      "type": ["object", "boolean"],
      "properties": {
        "$vocabulary": {"type": "object", "propertyNames": <uri>, "additionalProperties": {"type": "boolean"}},
        "$schema": <uri>, "$ref": <uriReference>, "$comment": {"type": "string"}, "$defs": <schemaMap>, <references>
      }<coreDefinitions>
    },
    "applicator": {
      "type": ["object", "boolean"],
      "properties": {
        <items>, "contains": <schema>, "additionalProperties": <schema>, "properties": <schemaMap>,
        "patternProperties": <patternMap>, "dependentSchemas": <schemaMap>, "propertyNames": <schema>,
        "if": <schema>, "then": <schema>, "else": <schema>,
        <combinations>
      },
      "$defs": {"schemaArray": <schemas>}
    },
    "validation": {
      "type": ["object", "boolean"],
      "properties": {
        <numbers>,
        <sizes>,
        "maxContains": <nonNegativeInteger>, "minContains": <nonNegativeInteger>,
        "dependentRequired": {"type": "object", "additionalProperties": <stringArray>},
        "const": true, "enum": {"type": "array", "items": true}
      },
      "$defs": {<definitions>}
    },
    "meta-data": {
      "type": ["object", "boolean"],
      "properties": {
        "title": {"type": "string"}, "description": {"type": "string"}, "default": true,
        "deprecated": {"type": "boolean"}, "readOnly": {"type": "boolean"}, "writeOnly": {"type": "boolean"},
        "examples": {"type": "array", "items": true}
      }
    },
    "<format>": {"type": ["object", "boolean"], "properties": {"format": {"type": "string"}}},
    "content": {
      "type": ["object", "boolean"],
      "properties": {
        "contentMediaType": {"type": "string"}, "contentEncoding": {"type": "string"}, "contentSchema": <schema>
      }
    }<moreVocabularies>
  }
}
]=]

-- The text of each draft, and what it has for the words in it.
local drafts = {}

drafts["draft-04"] = { draft_04, {
  place = "#/definitions/", schema = '{"$ref": "#"}',
  nonNegativeInteger = "<positiveInteger>", nonNegativeIntegerDefault0 = "<positiveIntegerDefault0>",
} }

drafts["draft-06"] = { draft_06_or_07, {
  address = "http://json-schema.org/draft-06/schema#", place = "#/definitions/", schema = '{"$ref": "#"}',
  any = "{}",
  more = '"enum": {"type": "array", "minItems": 1, "uniqueItems": true}, "patternProperties": <schemaMap>',
} }

drafts["draft-07"] = { draft_06_or_07, {
  address = "http://json-schema.org/draft-07/schema#", place = "#/definitions/", schema = '{"$ref": "#"}',
  any = "true",
  more = [=[
    "enum": {"type": "array", "items": true}, "patternProperties": <patternMap>,
    "$comment": {"type": "string"}, "readOnly": {"type": "boolean"},
    "contentMediaType": {"type": "string"}, "contentEncoding": {"type": "string"},
    "if": <schema>, "then": <schema>, "else": <schema>]=],
} }

drafts["2019-09"] = { with_vocabularies, {
  address = "https://json-schema.org/draft/2019-09/schema", place = "#/$defs/validation/$defs/",
  schema = '{"$recursiveRef": "#"}', schemaArray = '{"$ref": "#/$defs/applicator/$defs/schemaArray"}',
  anchor = '"$recursiveAnchor": true',
  vocabularies = [=[
    {"$ref": "#/$defs/core"}, {"$ref": "#/$defs/applicator"}, {"$ref": "#/$defs/validation"},
    {"$ref": "#/$defs/meta-data"}, {"$ref": "#/$defs/format"}, {"$ref": "#/$defs/content"}]=],
  olderKeywords = "",
  references = [=[
        "$id": {"type": "string", "format": "uri-reference", "pattern": "^[^#]*#?$"},
        "$anchor": {"type": "string", "pattern": "^[A-Za-z][-A-Za-z0-9.:_]*$"},
        "$recursiveRef": <uriReference>, "$recursiveAnchor": {"type": "boolean"}]=],
  coreDefinitions = "",
  items = [=[
        "additionalItems": <schema>, "unevaluatedItems": <schema>, "items": <schemaOrSchemas>,
        "unevaluatedProperties": <schema>]=],
  format = "format",
  moreVocabularies = "",
} }

local draft_2020_12 = {
  address = "https://json-schema.org/draft/2020-12/schema", place = "#/$defs/validation/$defs/",
  schema = '{"$dynamicRef": "#meta"}', schemaArray = '{"$ref": "#/$defs/applicator/$defs/schemaArray"}',
  uri = '{"$ref": "#/$defs/core/$defs/uriString"}', uriReference = '{"$ref": "#/$defs/core/$defs/uriReferenceString"}',
  anchorName = '{"$ref": "#/$defs/core/$defs/anchorString"}',
  anchor = '"$dynamicAnchor": "meta"',
  vocabularies = [=[
    {"$ref": "#/$defs/core"}, {"$ref": "#/$defs/applicator"}, {"$ref": "#/$defs/unevaluated"},
    {"$ref": "#/$defs/validation"}, {"$ref": "#/$defs/meta-data"}, {"$ref": "#/$defs/format-annotation"},
    {"$ref": "#/$defs/content"}]=],
  olderKeywords = ', "$recursiveAnchor": <anchorName>, "$recursiveRef": <uriReference>',
  references = [=[
        "$id": {"$ref": "#/$defs/core/$defs/uriReferenceString", "pattern": "^[^#]*#?$"},
        "$anchor": <anchorName>, "$dynamicRef": <uriReference>, "$dynamicAnchor": <anchorName>]=],
  coreDefinitions = [=[,
      "$defs": {
        "anchorString": {"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"},
        "uriString": {"type": "string", "format": "uri"},
        "uriReferenceString": {"type": "string", "format": "uri-reference"}
      }]=],
  items = '"prefixItems": <schemaArray>, "items": <schema>',
  format = "format-annotation",
  moreVocabularies = [=[,
    "unevaluated": {
      "type": ["object", "boolean"],
      "properties": {"unevaluatedItems": <schema>, "unevaluatedProperties": <schema>}
    }]=],
}

drafts["2020-12"] = { with_vocabularies, draft_2020_12 }

-- A text without `$schema` may be of a draft in which `items` had lists of schemas.
drafts.unnamed = { with_vocabularies, changed(draft_2020_12, {
  items = '"prefixItems": <schemaArray>, "items": <schemaOrSchemas>, "additionalItems": <schema>',
}) }

-- Most calls need one of the texts, and to make all takes longer than to read this file.
return setmetatable({}, { __index = function(texts, draft)
  local row = drafts[draft]
  local text = row and filled(row[1], row[2])
  texts[draft] = text
  return text
end })
