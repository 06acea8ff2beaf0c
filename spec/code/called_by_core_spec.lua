--- Tests the functions that the core calls: for each annotation that accepts one, in every allowed place, with and
-- without code lines around it. All of them work, and each call has a budget.

local rows = require "spec.support.rows"
local yschema = require "yschema"

local endless = "the instruction budget of 1000000 is used up"
local options = { code_in_values = true, budget = 1000000 }

local base = "a: 2\nitems:\n- name: x\n  n: 1\n"
local changed = "a: 10\nitems:\n- name: x\n  n: 5\n"
local matched = "a: 2\nitems:\n- name: x\n  n: 5\n"

-- %F is replaced by the function, in Starlark and in Lua.
local overlays = {
  { "@overlay/replace via=", "#@overlay/replace via=%F\na: 5\nitems:\n#@overlay/match by=\"name\"\n- name: x\n  n: 5\n",
    "lambda left, right: left * right", "function(left, right) return left * right end", gives = changed },
  { "@overlay/assert via=", "#@overlay/assert via=%F\na: 2\nitems:\n#@overlay/match by=\"name\"\n- name: x\n  n: 5\n",
    "lambda left, right: left == right", "function(left, right) return left == right end" },
  { "@overlay/match by=", "items:\n#@overlay/match by=%F\n- name: x\n  n: 5\n",
    "lambda i, left, right: left['name'] == right['name']",
    "function(i, left, right) return left.name == right.name end" },
  { "@overlay/match expects=", "items:\n#@overlay/match by=\"name\", expects=%F\n- name: x\n  n: 5\n",
    "lambda found: found == 1", "function(found) return found == 1 end" },
  { "@overlay/match when=", "items:\n#@overlay/match by=\"name\", when=%F\n- name: x\n  n: 5\n",
    "lambda found: found == 1", "function(found) return found == 1 end" },
}

-- Checks that call the function about a default.
local keys = {
  { "@schema/key allowed=", "#@schema/default {\"a\": 2}\nm:\n  #@schema/key allowed=%F, expects=\"0+\"\n  _: 1\n",
    "lambda key, schema_key: key == 'a'", "function(key) return key == 'a' end" },
  { "@schema/key expects=", "#@schema/default {\"a\": 2}\nm:\n  #@schema/key allowed='.', expects=%F\n  _: 1\n",
    "lambda found: found == 1", "function(found) return found == 1 end" },
}

local header, values_header = "#@data/values-schema\n---\n", "#@data/values\n---\n"

-- The places of an overlay: a function of its code and its text returns the result as YAML, or the report.
local places = {
  ["a schema"] = function(code, text)
    local schema, report = yschema.load(header .. base .. code .. header .. text, options)
    local values = schema and assert(schema:apply "items: [{}]")
    return values and yschema.encode(values, "yaml") or tostring(report)
  end,
  ["data values"] = function(code, text)
    local schema = assert(yschema.load(header .. base, options))
    local values, report = schema:apply(base, code .. values_header .. text)
    return values and yschema.encode(values, "yaml") or tostring(report)
  end,
  ["yschema.overlay()"] = function(code, text)
    local documents, report = yschema.overlay_with(options, base, code .. "---\n" .. text)
    return documents and documents:encode "yaml" or tostring(report)
  end,
  ["the command `overlay`"] = function(code, text)
    local flags = { "overlay", "-f", "base.yml", "-f", "over.yml", "--allow-code-in-values" }
    if not jit then
      flags[#flags + 1] = "--budget"
      flags[#flags + 1] = "1000000"
    end
    local result = rows.run {
      flags = flags,
      files = { ["base.yml"] = base, ["over.yml"] = code .. "#@overlay/match by=overlay.all\n---\n" .. text },
    }
    return result.gives ~= "" and result.gives or result.says
  end,
}

local function defaults(code, text)
  local values
  local schema, report = yschema.load(code .. header .. text, options)
  if schema then values, report = schema:defaults() end
  return values and yschema.encode(values, "yaml") or tostring(report)
end

-- The ways to write a function: the code above, and the spelling in the annotation.
local function sources(starlark, lua)
  return {
    ["a lambda"] = { "", starlark },
    ["a Lua function"] = { "", lua },
    ["a lambda below a code line"] = { '#@ load("@ytt:overlay", "overlay")\n', starlark },
    ["a Lua function below a code line"] = { "#@ local unused = 1\n", lua },
    ["a lambda that is bound to a name"] = { "#@ f = " .. starlark .. "\n", "f" },
    ["a local Lua function"] = { "#@ local f = " .. lua .. "\n", "f" },
  }
end

local spinning = {
  ["a Lua function"] = { "", "function() while true do end end" },
  ["a Lua function below a code line"] = { '#@ load("@ytt:overlay", "overlay")\n',
    "function() while true do end end" },
  ["a function of Starlark"] = { "#@ def f(*args):\n#@   while True:\n#@     pass\n#@   end\n#@ end\n", "f" },
  ["a local Lua function"] = { "#@ local function f() while true do end end\n", "f" },
}

local function text_of(row, source)
  return (row[2]:gsub("%%F", (source[2]:gsub("%%", "%%%%"))))
end

-- Returns the values in a form without an order of keys; a report is unchanged.
local function assert_values(expected, found)
  local documents = yschema.parse(found)
  assert.same(yschema.parse(expected):value(), documents and documents:value() or found)
end

describe("a function that the core calls", function()
  before_each(rows.fresh)
  after_each(rows.stale)

  for place, run in pairs(places) do
    for _, row in ipairs(overlays) do
      for from, source in pairs(sources(row[3], row[4])) do
        it(("in %s: %s, %s"):format(place, row[1], from), function()
          assert_values(row.gives or matched, run(source[1], text_of(row, source)))
        end)
      end
      for from, source in pairs(jit and {} or spinning) do
        it(("in %s ends with its budget: %s, %s"):format(place, row[1], from), function()
          assert.matches(endless, run(source[1], text_of(row, source)), 1, true)
        end)
      end
    end
  end

  for _, row in ipairs(keys) do
    for from, source in pairs(sources(row[3], row[4])) do
      it(("for a default: %s, %s"):format(row[1], from), function()
        assert_values("m: {a: 2}", defaults(source[1], text_of(row, source)))
      end)
    end
    for from, source in pairs(jit and {} or spinning) do
      it(("for a default ends with its budget: %s, %s"):format(row[1], from), function()
        assert.matches(endless, defaults(source[1], text_of(row, source)), 1, true)
      end)
    end
  end

  it("may call functions with bodies of YAML", function()
    local code = "#@ def names():\n#@schema/validation min_len=1\n- a\n#@ end\n"
    for _, row in ipairs {
      { keys[1][2], "lambda key, schema_key: key in names()" },
      { keys[2][2], "lambda found: found == len(names())" },
    } do
      assert_values("m: {a: 2}", defaults(code, (row[1]:gsub("%%F", row[2]))))
    end
  end)
end)
