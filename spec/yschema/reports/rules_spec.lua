-- The names of rules, which all reports share.

local command = require "spec.support.command"
local core = require "yschema.core"
local rules = require "yschema.report.rules"
local yschema = require "yschema"

-- The records of a run with these values, by their paths.
local function records(schema, values)
  local compiled = assert(yschema.load(schema))
  local _, report = compiled:apply(values)
  local by_path = {}
  for _, list in ipairs { report.violations, report.warnings } do
    for _, record in ipairs(list) do by_path[record.path] = record end
  end
  return by_path, report
end

local SCHEMA = [[
#@data/values-schema
---
#@schema/validation min=1, max=65535
port: 8080
#@schema/validation one_of=["debug", "info"]
level: info
#@schema/validation ("an even number", lambda v: v % 2 == 0)
even: 2
#@ def is_small(v): return v < 10
#@schema/validation is_small
small: 1
#@schema/validation lambda v: v.nothing.at_all > 1
broken: 1
count: 1
#@schema/any-of 1, [""]
either: 1
#@schema/deprecated "use port"
old: 1
#@schema/required
name: ""
]]

describe("the rule of a record", function()
  local found = records(SCHEMA, [[
port: 0
level: verbose
even: 3
small: 10
broken: 2
count: many
either: true
old: 2
portt: 1
]])

  for path, wanted in pairs {
    port = { "min", 1 }, level = { "one_of", { "debug", "info" } }, even = { "custom", "an even number" },
    small = { "custom", "is_small" }, count = { "type" }, portt = { "unknown-key" }, name = { "missing-key" },
  } do
    it(("is %s"):format(wanted[1]), function()
      assert.same(wanted, { found[path].rule, found[path].argument })
      assert.equal("error", found[path].severity)
    end)
  end

  it("is deprecated, and a warning", function()
    assert.same({ "deprecated", "warning" }, { found.old.rule, found.old.severity })
  end)

  it("is yaml for a text that cannot be read", function()
    local _, report = assert(yschema.load(SCHEMA)):apply "a: ["
    assert.equal("yaml", report.violations[1].rule)
  end)

  it("is a keyword of a JSON Schema, with its value", function()
    local schema = assert(yschema.load_json_schema [[{"properties": {
      "a": {"minLength": 3}, "b": {"enum": [1, 2]}, "c": {"type": "string"}, "d": {"not": {"type": "string"}}}}]])
    local _, report = schema:apply '{"a": "x", "b": 3, "c": 1, "d": "x"}'
    local list = {}
    for _, record in ipairs(report.violations) do list[record.path] = { record.rule, record.argument } end
    assert.same({
      a = { "json-schema/minLength", 3 }, b = { "json-schema/enum", { 1, 2 } }, c = { "type" },
      d = { "json-schema/not" },
    }, list)
  end)

  it("has no argument for sensitive values, and none of more than 100 values", function()
    local many = {}
    for i = 1, 101 do many[i] = i end
    local about = records("#@data/values-schema\n---\n#@schema/sensitive\n#@schema/validation one_of=[1, 2]\na: 1\n"
      .. "#@schema/validation one_of=[" .. table.concat(many, ", ") .. "]\nb: 1\n", "a: 3\nb: 200\n")
    assert.same({ "one_of" }, { about.a.rule, about.a.argument })
    assert.same({ "one_of" }, { about.b.rule, about.b.argument })
  end)

  it("is in every list of a report as JSON, beside its version and its status", function()
    local _, report = records(SCHEMA, "port: 0\nname: a\nold: 1\n")
    local text = report:json()
    assert.matches('{"version": 1, "status": 1, "violations": [', text, 1, true)
    assert.matches('"kind":"rule","rule":"min","argument":1,"severity":"error",', text, 1, true)
    assert.matches('"kind":"deprecated","rule":"deprecated","severity":"warning",', text, 1, true)
  end)
end)

describe("the list of rules", function()
  local is_listed = {}
  for _, name in ipairs(rules.names()) do is_listed[name] = true end

  it("has the rule of every kind of violation", function()
    for _, row in ipairs(core.violation_kinds()) do
      if row.kind ~= "rule" then assert(is_listed[row.rule], row.rule) end
    end
  end)

  it("has every named rule", function()
    for _, row in ipairs(core.named_rules()) do assert(is_listed[row.name], row.name) end
  end)

  -- The records of all kinds that a call gives.
  local function records_of(report)
    local found = {}
    for _, list in ipairs { report.violations, report.warnings } do
      for _, record in ipairs(list) do found[record.rule] = true end
    end
    return found
  end

  local function loaded(text)
    local schema, report = yschema.load("#@data/values-schema\n---\n" .. text)
    return schema, report or schema.report
  end

  for name in pairs(is_listed) do
    it("explains " .. name, function()
      local meaning = assert(rules.meaning(name))
      assert.matches("^[%u@].*%.$", meaning[1])
      assert.equal(meaning[1], rules.description(name))
      if meaning.remedy then assert.matches("^%u.*[%.`%]]$", meaning.remedy) end
      if meaning.corrected then
        assert.is_true(records_of(select(2, loaded(meaning.schema)))[name], "the schema has no error " .. name)
        assert(loaded(meaning.corrected))
      elseif meaning.invalid then
        local schema = assert(loaded(meaning.schema))
        local _, report = schema:apply(meaning.invalid)
        assert.is_true(records_of(report)[name], "no violation of " .. name .. "\n" .. tostring(report))
        _, report = schema:apply(meaning.valid)
        assert.same({}, records_of(report))
      end
    end)
  end

  it("is that of the page", function()
    local on_page = {}
    for line in io.lines "examples/reports/rules.md" do
      local name, text = line:match "^| `([^`]+)` | (.*) |$"
      if name then on_page[name] = text end
    end
    for name in pairs(is_listed) do assert.equal(rules.description(name), on_page[name], name) end
    for name in pairs(on_page) do assert.is_true(is_listed[name], name) end
  end)

  it("is that of SARIF and of explain", function()
    local _, report = assert(yschema.load(SCHEMA)):apply "port: 0\nname: a\n"
    assert.matches(core.encode(rules.explain "min", "json"):match "^(.-)%s*$", report:sarif(), 1, true)
    local result = command.run { "explain", "--rule", "min" }
    assert.same({ 0, rules.explain "min" }, { result.rc, result.stdout })
  end)

  it("knows what is probably meant", function()
    local result = command.run { "explain", "--rule", "unknown_key" }
    assert.equal(2, result.rc)
    assert.matches("no report names a rule 'unknown_key' (did you mean unknown-key?)", result.stderr, 1, true)
  end)

  it("are listed by the command, and each is explained", function()
    local names = command.run({ "explain", "--rules" }).stdout
    local count = 0
    for name in names:gmatch "[^\n]+" do
      count = count + 1
      assert.is_string(rules.explain(name), name)
    end
    assert.is_true(count > 100)
    assert.matches("\nmissing%-key\n", names)
    local refused = command.run { "explain", "--rules", "a" }
    assert.equal(2, refused.rc)
    assert.matches("--rules prints the names of all rules: it takes no PATH", refused.stderr, 1, true)
  end)

  it("has an example for most rules", function()
    local shown, count = 0, 0
    for name in pairs(is_listed) do
      count = count + 1
      if rules.explain(name):find("\nValid", 1, true) then shown = shown + 1 end
    end
    assert.is_true(shown > count * 0.55, ("%d of %d"):format(shown, count))
  end)
end)

describe("a named rule's sample", function()
  for _, row in ipairs(core.named_rules()) do
    if row.name ~= "json_schema" then
      it(("of %s passes and fails"):format(row.name), function()
        local sample = row.sample
        local schema = assert(yschema.load(("#@data/values-schema\n---\n#@schema/type any=True\n"
          .. "#@schema/validation %s=%s\nvalue: %s\n"):format(row.name, sample.argument, sample.passes)))
        local _, report = schema:apply("value: " .. sample.passes)
        assert.equal("", tostring(report))
        _, report = schema:apply("value: " .. sample.fails)
        assert.same({ row.name }, { report.violations[1] and report.violations[1].rule })
      end)
    end
    it(("of %s has a sentence"):format(row.name), function() assert.matches("^%u.*%.$", row.sentence) end)
  end
end)

-- A new rule needs no change in the rooms that read the rows.
describe("the sources beside the table of rules", function()
  -- Folders and files that may name a rule, and why.
  local reasons = {
    ["csrc/core/rule/"] = "the table", ["csrc/core/annotation/synonym.c"] = "words of other tools",
    ["csrc/core/evaluate/validate.c min_len"] = "the rule that texts are not empty has no annotation",
    ["csrc/core/export/view.c min_len"] = "likewise",
    ["lua/yschema/comparison/changes/rules.lua min_len"] = "likewise",
    ["csrc/core/jsonschema/compile.c one_of"] = "the keyword enum has the same test",
    ["csrc/core/compile/type_rule.c one_of"] = "an argument of @schema/type",
    ["lua/yschema/server/schemas/annotations.lua one_of"] = "likewise",
    ["lua/yschema/report/meanings/data.lua one_of"] = "likewise",
    ["lua/yschema/importing/"] = "writes schemas",
    ["lua/yschema/modules/checking/"] = "one of the modules is regexp, and a function is one_not_null",
    ["lua/yschema/command/"] = "a function is one_of",
    ["lua/yschema/expression/"] = "CEL has such words", ["lua/yschema/cel/"] = "likewise",
    ["lua/yschema/testing/uncovered.lua not_null"] = "a sentence about tests",
  }
  local used, count = {}, 0

  local function is_allowed(path, name)
    for key in pairs(reasons) do
      if key == path .. " " .. name or path:sub(1, #key) == key then
        used[key] = true
        return true
      end
    end
    return false
  end

  -- The code of a file, without comments and without lines of schemas.
  local function code_of(path)
    local text = command.read(path)
    if path:find "%.lua$" then return (text:gsub("#@[^\n]*", ""):gsub("%-%-[^\n]*", "")) end
    return (text:gsub("/%*.-%*/", ""))
  end

  -- These are also a function, an option, and a fact of documents.
  local others = { json_schema = true, max_bytes = true, ends_with = true }

  -- Names such as min and format are words of other things, too: as rules they would be compared, or looked up.
  local function names_rule(path, code, name)
    local is_plain = not name:find "_" and name ~= "regexp" and name ~= "unique" or others[name]
    if not is_plain and code:find('"' .. name .. '"', 1, true) then return true end
    if not is_plain and name:find "_" and path:find "%.lua$" then
      return code:find("%f[%w_]" .. name .. "%f[^%w_]") ~= nil
    end
    for _, before in ipairs { 'name == "', 'rule == "', 'rule%(%w+, "', 'argument%(%w+, "', 'find%(YS_STR%("' } do
      if code:find(before .. name .. '"') then return true end
    end
    return false
  end

  it("name no rule without a reason", function()
    local pipe = assert(io.popen "find csrc/core csrc/lua lua/yschema -name '*.[ch]' -o -name '*.lua'")
    for path in pipe:lines() do
      local code = code_of(path)
      count = count + 1
      for _, row in ipairs(core.named_rules()) do
        if names_rule(path, code, row.name) then
          assert.is_true(is_allowed(path, row.name), path .. " names " .. row.name)
        end
      end
    end
    pipe:close()
    assert.is_true(count > 700, count)
    for key in pairs(reasons) do assert.is_true(used[key], "no reason is needed for " .. key) end
  end)
end)
