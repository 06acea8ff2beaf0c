-- Tests of validating new values by the schemas that nodes have, before the values are published.

local node_schemas = require "yschema.fleet.publishing.node_schemas"
local bundle_validation = require "yschema.fleet.publishing.bundle_validation"
local settings = require "yschema.pipeline.settings".of_options({}, 1)

local function schema_file(text)
  return { role = "schema", name = "schema.yml", text = "#@data/values-schema\n---\n" .. text }
end

local function bundled(schema, values)
  return { schema_file(schema), { role = "values", name = "values.yml", text = "#@data/values\n---\n" .. values } }
end

local function check(files, own)
  local validated = bundle_validation.validate(files, settings, function() end)
  return node_schemas.check(validated, files, own, settings)
end

describe("the forward check", function()
  local files = bundled("port: 80\nmode: ''\n", "mode: fast\n")

  it("names the nodes whose schema refuses the values, and the paths", function()
    local findings, refused = check(files, {
      { id = ("ab"):rep(32), nodes = { "n1", "n2" }, files = { schema_file "port: 80\n" } },
    })
    assert.is_true(refused)
    local text = node_schemas.text(findings)
    assert.matches("^nodes n1, n2 have an own schema %(abababababab%) that refuses the new values:\n  ", text)
    assert.matches("mode", text, 1, true)
    assert.matches("nodes n1, n2: their own schema (abababababab) refuses other values that the new schema accepts, \z
      at mode\n", text, 1, true)
    assert.equal("mode", findings[1].violations[1].path)
  end)

  it("reports values that the new schema would accept and the nodes would not", function()
    local findings, refused = check(files, {
      { id = ("0"):rep(64), nodes = { "n1" },
        files = { schema_file "port: 80\n#@schema/validation one_of=['fast']\nmode: fast\n" } },
    })
    assert.is_false(refused)
    assert.equal("node n1: its own schema (000000000000) refuses other values that the new schema accepts, at mode\n",
      node_schemas.text(findings))
  end)

  it("says nothing where the schema is the same, or takes all", function()
    local findings, refused = check(files, {
      { id = ("0"):rep(64), nodes = { "n1" }, files = { files[1] } },
      { id = ("1"):rep(64), nodes = { "n2" }, files = { schema_file "port: 80\nmode: ''\nmore: 1\n" } },
    })
    assert.is_false(refused)
    assert.equal("", node_schemas.text(findings))
  end)

  it("shows no value where the new schema has sensitive ones, which the old one does not know", function()
    local sensitive = "port: 80\n#@schema/sensitive\nkey: ''\n#@schema/sensitive\n#@schema/type any=True\nkeys: {}\n"
    local findings, refused = check(bundled(sensitive, "key: hunter2\nkeys: {hunter3: hunter4}\nport: 8\n"), {
      { id = ("0"):rep(64), nodes = { "n1" },
        files = { schema_file "#@schema/validation min=9\nport: 80\nkey: 1\nkeys: {a: 1}\n" } },
    })
    assert.is_true(refused)
    local text = node_schemas.text(findings)
    assert.matches("  key: type, expected: integer", text, 1, true)
    assert.matches("  keys: ", text, 1, true)
    assert.is_nil(text:find("hunter", 1, true), text)
    for _, violation in ipairs(findings[1].violations) do
      for _, said in pairs(violation) do assert.is_nil(tostring(said):find("hunter", 1, true)) end
    end
    -- The port of the same values is validated when nothing else has an error.
    text = node_schemas.text((check(bundled(sensitive, "port: 8\n"), {
      { id = ("0"):rep(64), nodes = { "n1" },
        files = { schema_file "#@schema/validation min=9\nport: 80\nkey: ''\nkeys: {a: 1}\n" } },
    })))
    assert.matches("  port: ", text, 1, true)
  end)

  it("says which nodes it could not ask", function()
    local nodes = { "n1", "n2", "n3", "n4", "n5", "n6", "n7" }
    local findings, refused = check(files, {
      { id = ("0"):rep(64), nodes = nodes, problem = "the schema that they report is not in the store" },
      { id = ("1"):rep(64), nodes = { "n8" }, files = { schema_file "port: [\n" } },
    })
    assert.is_false(refused)
    assert.matches("^nodes n1, n2, n3, n4, n5 and 2 more: not compared: the schema that they report is not in the \z
      store\nnode n8: not compared: their schema has errors here:\n", node_schemas.text(findings))
  end)
end)
