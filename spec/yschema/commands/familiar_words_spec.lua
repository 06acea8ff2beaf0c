-- Words of JSON Schema, ytt and other tools, in schemas: the report says what they are called here.

local yschema = require "yschema"

local function hint_of(line)
  local schema, report = yschema.load("#@data/values-schema\n---\n" .. line .. "\na: 1\n")
  assert.is_nil(schema, line)
  return tostring(report):match "hint: did you mean \"(.-)\"%?"
end

describe("a word of another tool", function()
  it("leads to the annotation", function()
    for word, meant in pairs {
      optional = "key-may-be-present", Optional = "key-may-be-present", maybe_present = "key-may-be-present",
      mandatory = "required", null = "nullable", secret = "sensitive", writeOnly = "sensitive", description = "desc",
      ["description:"] = "desc", additionalProperties = "any-key",
      patternProperties = "key allowed=", any = "type any=True",
      ["$ref"] = "like", alias = "renamed", obsolete = "deprecated",
      enum = "validation one_of=", const = "validation one_of=", minimum = "validation min=",
      ["minimum=1"] = "validation min=", maxLength = "validation max_len=", ["max-length"] = "validation max_len=",
      min_items = "validation min_len=", exclusiveMinimum = "validation exclusive_min=",
      not_null = "validation not_null=True", min = "validation min=", ["max 1"] = "validation max=",
      pattern = "validation regexp=", format = "validation format=", multipleOf = "validation multiple_of=",
      summary = "desc", redacted = "sensitive", fallback = "default", ["allow-extra"] = "any-key",
      ["x-kubernetes-preserve-unknown-fields"] = "any-key", ["x-kubernetes-int-or-string"] = "type",
      ["$defs"] = "definition", ["replaced-by"] = "deprecated",
      regex = "validation regexp=", uniqueItems = "validation unique=True", rule = "validation",
    } do
      assert.equal("@schema/" .. meant, hint_of("#@schema/" .. word), word)
    end
  end)

  it("leads to the named rule, or to the annotation beside it", function()
    for word, meant in pairs {
      minimum = "min", maxItems = "max_len", choices = "one_of", regex = "regexp", notNull = "not_null",
      required = "@schema/required", optional = "@schema/key-may-be-present", nullable = "@schema/nullable",
      description = "@schema/desc", secret = "@schema/sensitive",
    } do
      assert.equal(meant, hint_of(("#@schema/validation %s=1"):format(word)), word)
    end
  end)

  it("leads to the type", function()
    for word, meant in pairs {
      integer = "int", number = "float", boolean = "bool", object = "map", dict = "map", list = "array", str = "string",
    } do
      assert.equal(meant, hint_of(('#@schema/type "%s"'):format(word)), word)
    end
  end)
end)

describe("a misspelt annotation", function()
  it("leads to one that is spelt like it, whatever stands in front of the name", function()
    for word, meant in pairs {
      ["schema/nulable"] = "schema/nullable", ["schema/replace"] = "overlay/replace",
      ["schema/any_of"] = "schema/any-of", ["overlay/mach"] = "overlay/match",
      ["overlay/insrt"] = "overlay/insert",
      ["schema/descr"] = "schema/desc", ["schema/validashun"] = "schema/validation",
    } do
      assert.equal("@" .. meant, hint_of("#@" .. word), word)
    end
  end)

  it("leads to none that only has the beginning in common", function()
    for _, word in ipairs { "xyzzy", "foo", "color", "frobnicate" } do
      assert.is_nil(hint_of("#@schema/" .. word), word)
    end
  end)
end)
