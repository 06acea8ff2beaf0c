-- Sparse runs, whose result lacks defaults, have the same records as others.

local core = require "yschema.core"
local generator = require "yschema.values.generator"
local pairs_of = require "spec.comparison.pairs"
local random = require "yschema.values.random"
local runs = require "yschema.pipeline.runs"
local yschema = require "yschema"

local HEADER = "#@data/values-schema\n---\n"

-- The violations of a text, in one text. Where the value of a violation ends is no part: a map that lacks defaults
-- may end earlier.
local function verdict(schema, text, start)
  local run = start(schema)
  runs.take_source(schema, run, core.source("v.yml", text))
  runs.finish(schema, run)
  local found = { tostring(run:exit_status()) }
  for _, violation in ipairs(run:violations()) do
    local names = {}
    for name in pairs(violation) do
      if not name:find "^end_" then names[#names + 1] = name end
    end
    table.sort(names)
    for _, name in ipairs(names) do
      local value = violation[name]
      if name == "fix" then value = ("%s %s%s"):format(value.action, tostring(value.to), tostring(value.value)) end
      if name == "argument" and type(value) == "table" then value = core.encode(value, "json") end
      found[#found + 1] = name .. "=" .. tostring(value)
    end
  end
  run:close()
  return table.concat(found, "\n")
end

local function assert_same(schema, text)
  assert.equal(verdict(schema, text, runs.start), verdict(schema, text, runs.start_sparse), text)
end

-- How many entries the result of a sparse run has at the top.
local function size(schema, text)
  local run, count = runs.start_sparse(schema), 0
  runs.take_source(schema, run, core.source("v.yml", text))
  runs.finish(schema, run)
  for _ in pairs(run:value(false)) do count = count + 1 end
  run:close()
  return count
end

describe("a sparse run", function()
  it("has the violations of another one, whatever the schema", function()
    local tried = 0
    for number = 1, 300 do
      local pair = pairs_of.make(5, number)
      local old, new = yschema.load(pair.old), yschema.load(pair.new)
      if old and new then
        local made = generator.new(random.new(number))
        local root = old.core:outline()
        for _ = 1, 6 do
          local document = made:value(root)
          for _, schema in ipairs { old, new } do
            if document ~= nil then assert_same(schema, assert(core.encode(document, "yaml"))) end
            assert_same(schema, "{}\n")
          end
          tried = tried + 1
        end
      end
    end
    assert.is_true(tried > 300)
  end)

  local function lacks(count, schema_text, text)
    local schema = assert(yschema.load(HEADER .. schema_text))
    assert.equal(count, size(schema, text))
  end

  it("makes only the defaults that a verdict depends on", function()
    lacks(1, "a: 1\nb: 2\nc: {d: 1}\n", "b: 3\n")
    lacks(1, "a: 1\n#@schema/validation min=1\nb: 2\n", "a: 3\n")
    lacks(2, "a: 1\n#@schema/default lambda: 2\nb: 2\n", "a: 3\n")
    lacks(2, "a: 1\n#@schema/sensitive\nb: 2\n", "a: 3\n")
  end)

  it("makes all where a rule sees them", function()
    lacks(2, "a: 1\n#@schema/validation ('x', lambda v: True)\nb: 2\n", "a: 3\n")
    local schema = assert(yschema.load("#@data/values-schema\n#@schema/validation min_len=2\n---\na: 1\nb: 2\n"))
    assert.equal(2, size(schema, "a: 3\n"))
  end)

  it("reports a default that breaks its own rule", function()
    local schema = assert(yschema.load(HEADER .. "a: 1\n#@schema/validation min=5\nb: 2\nc: {d: [{e: 1}]}\n"))
    for _, text in ipairs { "a: 3\n", "b: 7\n", "b: x\nc: {d: [{e: 2}, {}]}\n", "c: {d: x}\nz: 1\n" } do
      assert_same(schema, text)
    end
  end)

  it("reports a default that breaks a JSON Schema", function()
    for _, arguments in ipairs { "", " defaults=True" } do
      local schema = assert(yschema.load(HEADER .. "#@schema/validation json_schema=\"#\"\nport:\n  a: 0\n"
        .. "#@schema/json-schema" .. arguments .. "\n---\n{properties: {b: {}}, additionalProperties: false}\n"))
      for _, text in ipairs { "{}\n", "port: {}\n", "port: {a: 1}\n" } do assert_same(schema, text) end
    end
  end)
end)
