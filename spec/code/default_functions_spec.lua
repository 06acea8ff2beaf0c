--- Tests that the result of a default function is treated like the same literal: it is completed, merged and validated
-- at the same time (reference#deciding-alternatives).

local yschema = require "yschema"

local unpack = table.unpack or unpack -- luacheck: ignore

local header, values_header = "#@data/values-schema\n---\n", "#@data/values\n---\n"

-- Nodes and their defaults.
local nodes = {
  { "a map", "v:\n  kind: a\n  x: 1\n  deep: {y: 2}\n", "{'kind': 'b'}", "{'deep': {'y': 3}}" },
  { "a nullable map", "#@schema/nullable\nv:\n  kind: a\n  x: 1\n", "{'kind': 'b'}", "None" },
  { "an array of maps", "v:\n- kind: a\n  x: 1\n", "[{'kind': 'b'}]", "[]", "[{'kind': 'b'}, {'x': 2}]" },
  { "anything", "#@schema/type any=True\nv: 1\n", "{'kind': 'b'}", "[1]", "'text'" },
  { "any-of two maps", "#@schema/any-of {'kind': 'a', 'x': 1}, {'kind': 'b', 'y': 2}\nv: {}\n",
    "{'kind': 'b'}", "{'y': 5}", "{'kind': 'b', 'x': 3}", "{}" },
  { "any-of a text and a map", "#@schema/any-of '', {'kind': 'a', 'x': 1}\nv: ''\n", "''", "{'x': 2}", "{}" },
  { "any-of with rules", "#@schema/any-of ruled(), {'kind': 'b', 'y': 2}\nv: {}\n", "{'kind': 'c'}", "{'x': 5}", "{}" },
  { "one-of two maps", "#@schema/one-of {'kind': 'a', 'x': 1}, {'kind': 'b', 'y': 2}\nv: {}\n",
    "{'x': 2}", "{'kind': 'b', 'y': 3}" },
  { "all-of two maps", "#@schema/all-of free(), free()\nv: {}\n", "{'kind': 'b'}", "{}" },
  { "any-of inside", "v:\n  #@schema/any-of {'kind': 'a', 'x': 1}, {'y': 2}\n  w: {}\n",
    "{'w': {'y': 3}}", "{'w': {}}", "{}" },
  { "a placeholder's map", "v:\n  #@schema/any-key\n  _:\n    kind: a\n    x: 1\n", "{'k': {'x': 2}}", "{}" },
}

local code = "#@ def ruled():\nkind: a\n#@schema/validation max=3\nx: 1\n#@ end\n"
  .. "#@ def free():\n#@schema/any-key\n#@schema/type any=True\n_: 1\n#@ end\n"

-- The given values: lists of documents.
local given = {
  { "nothing" },
  { "a part", "v: {y: 7}\n" },
  { "another part", "v: {x: 7}\n" },
  { "a kind", "v: {kind: b}\n" },
  { "an array", "v: [{x: 7}]\n" },
  { "an overlay", values_header .. "v:\n  #@overlay/match missing_ok=True\n  y: 7\n" },
  { "another overlay", values_header .. "#@overlay/merge\nv: {x: 7}\n" },
  { "two parts", "v: {x: 7}\n", "v: {kind: b}\n" },
  { "two parts, one an overlay", "v: {y: 7}\n", values_header .. "v:\n  #@overlay/match missing_ok=True\n  kind: b\n" },
  { "null", "v: null\n" },
  { "a text", "v: text\n" },
}

-- Returns the spellings of a default with the same value.
local spellings = {
  ["a function"] = function(text) return "#@ def f():\n#@   return " .. text .. "\n#@ end\n", "f" end,
  ["a lambda"] = function(text) return "", "lambda: " .. text end,
  ["what a function gives"] = function(text) return "#@ def f():\n#@   return " .. text .. "\n#@ end\n", "f()" end,
  ["a function with YAML"] = function(text)
    local yaml = text:gsub("'", '"'):gsub("None", "null")
    return "#@ def f():\n--- " .. yaml .. "\n#@ end\n", "f"
  end,
}

-- Returns the values, or the report without its places in the schema, which differ.
local function outcome(node, before, default, documents)
  local text = code .. before .. header .. "#@schema/default " .. default .. "\n" .. node
  local schema, report = yschema.load(text)
  if not schema then return { "load", report.violations[1].kind } end
  local values
  values, report = schema:apply(unpack(documents, 2))
  if values then return values end
  local errors = {}
  for i, violation in ipairs(report.violations) do
    errors[i] = { violation.kind, violation.path, violation.rule, violation.found }
  end
  return errors
end

describe("a default from a function", function()
  for _, node in ipairs(nodes) do
    for name, spelled in pairs(spellings) do
      it(("of %s is what the literal is: %s"):format(node[1], name), function()
        for i = 3, #node do
          local before, default = spelled(node[i])
          for _, documents in ipairs(given) do
            local expected = outcome(node[2], "", node[i], documents)
            if expected[1] ~= "load" then
              assert.same(expected, outcome(node[2], before, default, documents), node[i] .. ", " .. documents[1])
            end
          end
        end
      end)
    end
  end
end)
