--- The metaschemas of JSON Schema, without titles, descriptions and defaults, which say nothing of values. Those of
-- 2019-09 and 2020-12 have their vocabularies in `$defs`.
--
-- @module yschema.importing.reading.metaschema_texts

local texts = {}

texts["draft-04"] = [=[
{
  "id": "http://json-schema.org/draft-04/schema#", "$schema": "http://json-schema.org/draft-04/schema#",
  "definitions": {
    "schemaArray": {"type": "array", "minItems": 1, "items": {"$ref": "#"}},
    "positiveInteger": {"type": "integer", "minimum": 0},
    "positiveIntegerDefault0": {"$ref": "#/definitions/positiveInteger"},
    "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
    "stringArray": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true}
  },
  "type": "object",
  "properties": {
    "id": {"type": "string", "format": "uri"}, "$schema": {"type": "string", "format": "uri"},
    "title": {"type": "string"}, "description": {"type": "string"}, "default": {},
    "multipleOf": {"type": "number", "minimum": 0, "exclusiveMinimum": true}, "maximum": {"type": "number"},
    "exclusiveMaximum": {"type": "boolean"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "boolean"},
    "maxLength": {"$ref": "#/definitions/positiveInteger"},
    "minLength": {"$ref": "#/definitions/positiveIntegerDefault0"},
    "pattern": {"type": "string", "format": "regex"},
    "additionalItems": {"anyOf": [{"type": "boolean"}, {"$ref": "#"}]},
    "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/schemaArray"}]},
    "maxItems": {"$ref": "#/definitions/positiveInteger"},
    "minItems": {"$ref": "#/definitions/positiveIntegerDefault0"}, "uniqueItems": {"type": "boolean"},
    "maxProperties": {"$ref": "#/definitions/positiveInteger"},
    "minProperties": {"$ref": "#/definitions/positiveIntegerDefault0"},
    "required": {"$ref": "#/definitions/stringArray"},
    "additionalProperties": {"anyOf": [{"type": "boolean"}, {"$ref": "#"}]},
    "definitions": {"type": "object", "additionalProperties": {"$ref": "#"}},
    "properties": {"type": "object", "additionalProperties": {"$ref": "#"}},
    "patternProperties": {"type": "object", "additionalProperties": {"$ref": "#"}},
    "dependencies": {
      "type": "object", "additionalProperties": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/stringArray"}]}
    },
    "enum": {"type": "array", "minItems": 1, "uniqueItems": true},
    "type": {
      "anyOf": [
        {"$ref": "#/definitions/simpleTypes"},
        {
          "type": "array", "items": {"$ref": "#/definitions/simpleTypes"}, "minItems": 1, "uniqueItems": true
        }
      ]
    },
    "allOf": {"$ref": "#/definitions/schemaArray"}, "anyOf": {"$ref": "#/definitions/schemaArray"},
    "oneOf": {"$ref": "#/definitions/schemaArray"}, "not": {"$ref": "#"}
  },
  "dependencies": {"exclusiveMaximum": ["maximum"], "exclusiveMinimum": ["minimum"]}
}
]=]

texts["draft-06"] = [=[
{
  "$schema": "http://json-schema.org/draft-06/schema#", "$id": "http://json-schema.org/draft-06/schema#",
  "definitions": {
    "schemaArray": {"type": "array", "minItems": 1, "items": {"$ref": "#"}},
    "nonNegativeInteger": {"type": "integer", "minimum": 0},
    "nonNegativeIntegerDefault0": {"$ref": "#/definitions/nonNegativeInteger"},
    "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
    "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
  },
  "type": ["object", "boolean"],
  "properties": {
    "$id": {"type": "string", "format": "uri-reference"}, "$schema": {"type": "string", "format": "uri"},
    "$ref": {"type": "string", "format": "uri-reference"}, "title": {"type": "string"},
    "description": {"type": "string"}, "default": {}, "examples": {"type": "array", "items": {}},
    "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
    "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "number"},
    "maxLength": {"$ref": "#/definitions/nonNegativeInteger"},
    "minLength": {"$ref": "#/definitions/nonNegativeIntegerDefault0"},
    "pattern": {"type": "string", "format": "regex"}, "additionalItems": {"$ref": "#"},
    "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/schemaArray"}]},
    "maxItems": {"$ref": "#/definitions/nonNegativeInteger"},
    "minItems": {"$ref": "#/definitions/nonNegativeIntegerDefault0"}, "uniqueItems": {"type": "boolean"},
    "contains": {"$ref": "#"}, "maxProperties": {"$ref": "#/definitions/nonNegativeInteger"},
    "minProperties": {"$ref": "#/definitions/nonNegativeIntegerDefault0"},
    "required": {"$ref": "#/definitions/stringArray"}, "additionalProperties": {"$ref": "#"},
    "definitions": {"type": "object", "additionalProperties": {"$ref": "#"}},
    "properties": {"type": "object", "additionalProperties": {"$ref": "#"}},
    "patternProperties": {"type": "object", "additionalProperties": {"$ref": "#"}},
    "dependencies": {
      "type": "object", "additionalProperties": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/stringArray"}]}
    },
    "propertyNames": {"$ref": "#"}, "const": {}, "enum": {"type": "array", "minItems": 1, "uniqueItems": true},
    "type": {
      "anyOf": [
        {"$ref": "#/definitions/simpleTypes"},
        {
          "type": "array", "items": {"$ref": "#/definitions/simpleTypes"}, "minItems": 1, "uniqueItems": true
        }
      ]
    },
    "format": {"type": "string"}, "allOf": {"$ref": "#/definitions/schemaArray"},
    "anyOf": {"$ref": "#/definitions/schemaArray"}, "oneOf": {"$ref": "#/definitions/schemaArray"},
    "not": {"$ref": "#"}
  }
}
]=]

texts["draft-07"] = [=[
{
  "$schema": "http://json-schema.org/draft-07/schema#", "$id": "http://json-schema.org/draft-07/schema#",
  "definitions": {
    "schemaArray": {"type": "array", "minItems": 1, "items": {"$ref": "#"}},
    "nonNegativeInteger": {"type": "integer", "minimum": 0},
    "nonNegativeIntegerDefault0": {"$ref": "#/definitions/nonNegativeInteger"},
    "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
    "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
  },
  "type": ["object", "boolean"],
  "properties": {
    "$id": {"type": "string", "format": "uri-reference"}, "$schema": {"type": "string", "format": "uri"},
    "$ref": {"type": "string", "format": "uri-reference"}, "$comment": {"type": "string"},
    "title": {"type": "string"}, "description": {"type": "string"}, "default": true,
    "readOnly": {"type": "boolean"}, "examples": {"type": "array", "items": true},
    "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
    "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "number"},
    "maxLength": {"$ref": "#/definitions/nonNegativeInteger"},
    "minLength": {"$ref": "#/definitions/nonNegativeIntegerDefault0"},
    "pattern": {"type": "string", "format": "regex"}, "additionalItems": {"$ref": "#"},
    "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/schemaArray"}]},
    "maxItems": {"$ref": "#/definitions/nonNegativeInteger"},
    "minItems": {"$ref": "#/definitions/nonNegativeIntegerDefault0"}, "uniqueItems": {"type": "boolean"},
    "contains": {"$ref": "#"}, "maxProperties": {"$ref": "#/definitions/nonNegativeInteger"},
    "minProperties": {"$ref": "#/definitions/nonNegativeIntegerDefault0"},
    "required": {"$ref": "#/definitions/stringArray"}, "additionalProperties": {"$ref": "#"},
    "definitions": {"type": "object", "additionalProperties": {"$ref": "#"}},
    "properties": {"type": "object", "additionalProperties": {"$ref": "#"}},
    "patternProperties": {
      "type": "object", "additionalProperties": {"$ref": "#"}, "propertyNames": {"format": "regex"}
    },
    "dependencies": {
      "type": "object", "additionalProperties": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/stringArray"}]}
    },
    "propertyNames": {"$ref": "#"}, "const": true,
    "enum": {"type": "array", "items": true, "minItems": 1, "uniqueItems": true},
    "type": {
      "anyOf": [
        {"$ref": "#/definitions/simpleTypes"},
        {
          "type": "array", "items": {"$ref": "#/definitions/simpleTypes"}, "minItems": 1, "uniqueItems": true
        }
      ]
    },
    "format": {"type": "string"}, "contentMediaType": {"type": "string"}, "contentEncoding": {"type": "string"},
    "if": {"$ref": "#"}, "then": {"$ref": "#"}, "else": {"$ref": "#"},
    "allOf": {"$ref": "#/definitions/schemaArray"}, "anyOf": {"$ref": "#/definitions/schemaArray"},
    "oneOf": {"$ref": "#/definitions/schemaArray"}, "not": {"$ref": "#"}
  }
}
]=]

texts["2019-09"] = [=[
{
  "$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "https://json-schema.org/draft/2019-09/schema",
  "$recursiveAnchor": true,
  "allOf": [
    {"$ref": "#/$defs/core"}, {"$ref": "#/$defs/applicator"}, {"$ref": "#/$defs/validation"},
    {"$ref": "#/$defs/meta-data"}, {"$ref": "#/$defs/format"}, {"$ref": "#/$defs/content"}
  ],
  "type": ["object", "boolean"],
  "properties": {
    "definitions": {"type": "object", "additionalProperties": {"$recursiveRef": "#"}},
    "dependencies": {
      "type": "object",
      "additionalProperties": {"anyOf": [{"$recursiveRef": "#"}, {"$ref": "#/$defs/validation/$defs/stringArray"}]}
    }
  },
  "$defs": {
    "core": {
      "type": ["object", "boolean"],
      "properties": {
        "$id": {"type": "string", "format": "uri-reference", "pattern": "^[^#]*#?$"},
        "$schema": {"type": "string", "format": "uri"},
        "$anchor": {"type": "string", "pattern": "^[A-Za-z][-A-Za-z0-9.:_]*$"},
        "$ref": {"type": "string", "format": "uri-reference"},
        "$recursiveRef": {"type": "string", "format": "uri-reference"}, "$recursiveAnchor": {"type": "boolean"},
        "$vocabulary": {
          "type": "object", "propertyNames": {"type": "string", "format": "uri"},
          "additionalProperties": {"type": "boolean"}
        },
        "$comment": {"type": "string"}, "$defs": {"type": "object", "additionalProperties": {"$recursiveRef": "#"}}
      }
    },
    "applicator": {
      "type": ["object", "boolean"],
      "properties": {
        "additionalItems": {"$recursiveRef": "#"}, "unevaluatedItems": {"$recursiveRef": "#"},
        "items": {"anyOf": [{"$recursiveRef": "#"}, {"$ref": "#/$defs/applicator/$defs/schemaArray"}]},
        "contains": {"$recursiveRef": "#"}, "additionalProperties": {"$recursiveRef": "#"},
        "unevaluatedProperties": {"$recursiveRef": "#"},
        "properties": {"type": "object", "additionalProperties": {"$recursiveRef": "#"}},
        "patternProperties": {
          "type": "object", "additionalProperties": {"$recursiveRef": "#"}, "propertyNames": {"format": "regex"}
        },
        "dependentSchemas": {"type": "object", "additionalProperties": {"$recursiveRef": "#"}},
        "propertyNames": {"$recursiveRef": "#"}, "if": {"$recursiveRef": "#"}, "then": {"$recursiveRef": "#"},
        "else": {"$recursiveRef": "#"}, "allOf": {"$ref": "#/$defs/applicator/$defs/schemaArray"},
        "anyOf": {"$ref": "#/$defs/applicator/$defs/schemaArray"},
        "oneOf": {"$ref": "#/$defs/applicator/$defs/schemaArray"}, "not": {"$recursiveRef": "#"}
      },
      "$defs": {"schemaArray": {"type": "array", "minItems": 1, "items": {"$recursiveRef": "#"}}}
    },
    "validation": {
      "type": ["object", "boolean"],
      "properties": {
        "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
        "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"},
        "exclusiveMinimum": {"type": "number"},
        "maxLength": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "minLength": {"$ref": "#/$defs/validation/$defs/nonNegativeIntegerDefault0"},
        "pattern": {"type": "string", "format": "regex"},
        "maxItems": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "minItems": {"$ref": "#/$defs/validation/$defs/nonNegativeIntegerDefault0"},
        "uniqueItems": {"type": "boolean"}, "maxContains": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "minContains": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "maxProperties": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "minProperties": {"$ref": "#/$defs/validation/$defs/nonNegativeIntegerDefault0"},
        "required": {"$ref": "#/$defs/validation/$defs/stringArray"},
        "dependentRequired": {
          "type": "object", "additionalProperties": {"$ref": "#/$defs/validation/$defs/stringArray"}
        },
        "const": true, "enum": {"type": "array", "items": true},
        "type": {
          "anyOf": [
            {"$ref": "#/$defs/validation/$defs/simpleTypes"},
            {
              "type": "array", "items": {"$ref": "#/$defs/validation/$defs/simpleTypes"}, "minItems": 1,
              "uniqueItems": true
            }
          ]
        }
      },
      "$defs": {
        "nonNegativeInteger": {"type": "integer", "minimum": 0},
        "nonNegativeIntegerDefault0": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
        "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
      }
    },
    "meta-data": {
      "type": ["object", "boolean"],
      "properties": {
        "title": {"type": "string"}, "description": {"type": "string"}, "default": true,
        "deprecated": {"type": "boolean"}, "readOnly": {"type": "boolean"}, "writeOnly": {"type": "boolean"},
        "examples": {"type": "array", "items": true}
      }
    },
    "format": {"type": ["object", "boolean"], "properties": {"format": {"type": "string"}}},
    "content": {
      "type": ["object", "boolean"],
      "properties": {
        "contentMediaType": {"type": "string"}, "contentEncoding": {"type": "string"},
        "contentSchema": {"$recursiveRef": "#"}
      }
    }
  }
}
]=]

texts["2020-12"] = [=[
{
  "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://json-schema.org/draft/2020-12/schema",
  "$dynamicAnchor": "meta",
  "allOf": [
    {"$ref": "#/$defs/core"}, {"$ref": "#/$defs/applicator"}, {"$ref": "#/$defs/unevaluated"},
    {"$ref": "#/$defs/validation"}, {"$ref": "#/$defs/meta-data"}, {"$ref": "#/$defs/format-annotation"},
    {"$ref": "#/$defs/content"}
  ],
  "type": ["object", "boolean"],
  "properties": {
    "definitions": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
    "dependencies": {
      "type": "object",
      "additionalProperties": {"anyOf": [{"$dynamicRef": "#meta"}, {"$ref": "#/$defs/validation/$defs/stringArray"}]}
    },
    "$recursiveAnchor": {"$ref": "#/$defs/core/$defs/anchorString"},
    "$recursiveRef": {"$ref": "#/$defs/core/$defs/uriReferenceString"}
  },
  "$defs": {
    "core": {
      "type": ["object", "boolean"],
      "properties": {
        "$id": {"$ref": "#/$defs/core/$defs/uriReferenceString", "pattern": "^[^#]*#?$"},
        "$schema": {"$ref": "#/$defs/core/$defs/uriString"},
        "$ref": {"$ref": "#/$defs/core/$defs/uriReferenceString"},
        "$anchor": {"$ref": "#/$defs/core/$defs/anchorString"},
        "$dynamicRef": {"$ref": "#/$defs/core/$defs/uriReferenceString"},
        "$dynamicAnchor": {"$ref": "#/$defs/core/$defs/anchorString"},
        "$vocabulary": {
          "type": "object", "propertyNames": {"$ref": "#/$defs/core/$defs/uriString"},
          "additionalProperties": {"type": "boolean"}
        },
        "$comment": {"type": "string"},
        "$defs": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}}
      },
      "$defs": {
        "anchorString": {"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"},
        "uriString": {"type": "string", "format": "uri"},
        "uriReferenceString": {"type": "string", "format": "uri-reference"}
      }
    },
    "applicator": {
      "type": ["object", "boolean"],
      "properties": {
        "prefixItems": {"$ref": "#/$defs/applicator/$defs/schemaArray"}, "items": {"$dynamicRef": "#meta"},
        "contains": {"$dynamicRef": "#meta"}, "additionalProperties": {"$dynamicRef": "#meta"},
        "properties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
        "patternProperties": {
          "type": "object", "additionalProperties": {"$dynamicRef": "#meta"}, "propertyNames": {"format": "regex"}
        },
        "dependentSchemas": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
        "propertyNames": {"$dynamicRef": "#meta"}, "if": {"$dynamicRef": "#meta"}, "then": {"$dynamicRef": "#meta"},
        "else": {"$dynamicRef": "#meta"}, "allOf": {"$ref": "#/$defs/applicator/$defs/schemaArray"},
        "anyOf": {"$ref": "#/$defs/applicator/$defs/schemaArray"},
        "oneOf": {"$ref": "#/$defs/applicator/$defs/schemaArray"}, "not": {"$dynamicRef": "#meta"}
      },
      "$defs": {"schemaArray": {"type": "array", "minItems": 1, "items": {"$dynamicRef": "#meta"}}}
    },
    "unevaluated": {
      "type": ["object", "boolean"],
      "properties": {
        "unevaluatedItems": {"$dynamicRef": "#meta"}, "unevaluatedProperties": {"$dynamicRef": "#meta"}
      }
    },
    "validation": {
      "type": ["object", "boolean"],
      "properties": {
        "type": {
          "anyOf": [
            {"$ref": "#/$defs/validation/$defs/simpleTypes"},
            {
              "type": "array", "items": {"$ref": "#/$defs/validation/$defs/simpleTypes"}, "minItems": 1,
              "uniqueItems": true
            }
          ]
        },
        "const": true, "enum": {"type": "array", "items": true},
        "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
        "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"},
        "exclusiveMinimum": {"type": "number"},
        "maxLength": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "minLength": {"$ref": "#/$defs/validation/$defs/nonNegativeIntegerDefault0"},
        "pattern": {"type": "string", "format": "regex"},
        "maxItems": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "minItems": {"$ref": "#/$defs/validation/$defs/nonNegativeIntegerDefault0"},
        "uniqueItems": {"type": "boolean"}, "maxContains": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "minContains": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "maxProperties": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "minProperties": {"$ref": "#/$defs/validation/$defs/nonNegativeIntegerDefault0"},
        "required": {"$ref": "#/$defs/validation/$defs/stringArray"},
        "dependentRequired": {
          "type": "object", "additionalProperties": {"$ref": "#/$defs/validation/$defs/stringArray"}
        }
      },
      "$defs": {
        "nonNegativeInteger": {"type": "integer", "minimum": 0},
        "nonNegativeIntegerDefault0": {"$ref": "#/$defs/validation/$defs/nonNegativeInteger"},
        "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
        "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
      }
    },
    "meta-data": {
      "type": ["object", "boolean"],
      "properties": {
        "title": {"type": "string"}, "description": {"type": "string"}, "default": true,
        "deprecated": {"type": "boolean"}, "readOnly": {"type": "boolean"}, "writeOnly": {"type": "boolean"},
        "examples": {"type": "array", "items": true}
      }
    },
    "format-annotation": {"type": ["object", "boolean"], "properties": {"format": {"type": "string"}}},
    "content": {
      "type": ["object", "boolean"],
      "properties": {
        "contentEncoding": {"type": "string"}, "contentMediaType": {"type": "string"},
        "contentSchema": {"$dynamicRef": "#meta"}
      }
    }
  }
}
]=]

return texts
