-- Tests of the hints about common mistakes.

local yschema = require "yschema"

-- The hints of the first violation of a text, as people read them.
local function hints(report)
  local found = {}
  for hint in tostring(report):gmatch "= hint: ([^\n]*)" do found[#found + 1] = hint end
  return table.concat(found, "\n")
end

local quote_it = "in quotes"

describe("the remedy for text that is no YAML", function()
  local rows = {
    { "a tab as indentation", "a:\n\tb: 1\n", "a tab stands there" },
    { "a tab after other items", "a:\n  b: 1\n\tc: 1\n", "a tab stands there" },
    { "a text that begins with @", "a: @b\n", quote_it },
    { "a text that begins with a backtick", "a: `b`\n", quote_it },
    { "a text that begins with %", "a: %b\n", quote_it },
    { "a text that begins with *", "cron: * * * * *\n", quote_it },
    { "a text that begins with &", "a: & b\n", quote_it },
    { "a text that begins with >", "a: >= 5\n", quote_it },
    { "a text with a colon", "a: b: c\n", quote_it },
    { "a text with a colon in an item", "- a: b: c\n", quote_it },
    { "no blank after the colon", "port:1\nhost: a\n", "a blank follows" },
    { "an indented key below a scalar", "a: 1\n  b: 2\n", "in the same column" },
    { "a key that is indented less", "a:\n  b: 1\n c: 2\n", "in the same column" },
    { "an item that is indented less", "a:\n  - 1\n - 2\n", "in the same column" },
    { "an item beside its key", "a: - 1\n", "on a line of its own" },
    { "text after quotes", "a: 'it's'\n", quote_it },
    { "a backslash in double quotes", 'a: "\\d"\n', "single quotes" },
    { "a key that is too long", ("k"):rep(1100) .. ": 1\n", "1024 characters" },
    { "a template's braces", "a: {{ b }}\n", quote_it },
    { "characters beyond ASCII before the place", "grüße: @b\n", quote_it },
  }
  for _, row in ipairs(rows) do
    it("is reported: " .. row[1], function()
      local documents, report = yschema.parse(row[2])
      assert.is_nil(documents)
      assert.matches(row[3], hints(report), 1, true)
    end)
  end

  it("shows where what is not closed begins", function()
    local rows_of_two = {
      { "a: 1\nb: [c, d\ne: 1\n", "values:2" },
      { "a: {b: 1\nc: 1\n", "values:1" },
      { "a: \"b\nc: 1\n\nd: 1\n", "values:1" },
      { "a: 1\nb\nc: 1\n", "values:2" },
    }
    for _, row in ipairs(rows_of_two) do
      local _, report = yschema.parse(row[1])
      assert.matches("begins at " .. row[2], hints(report), 1, true)
      assert.equal(tonumber(row[2]:match "%d+"), report.violations[1].schema_line)
    end
  end)

  it("is not reported where there is none", function()
    local _, report = yschema.parse "a: [,]\n"
    assert.equal("", hints(report))
    _, report = yschema.parse "a: [b }\n"
    assert.not_matches("begins at", hints(report))
  end)
end)

describe("the remedy for a value of another type", function()
  local schema = assert(yschema.load [[
#@data/values-schema
---
version: "1"
port: 80
ratio: 0.5
debug: false
hosts:
- ""
database:
  host: ""
#@schema/type "int", "float"
number: 1
#@schema/type "int", "string"
mixed: 0
]])

  local function hint_for(text)
    local values, report = schema:apply(text)
    assert.is_nil(values)
    return hints(report)
  end

  it("is quotes for a string that looks like something else", function()
    for _, value in ipairs { "1.10", "8080", "no", "1e3" } do
      assert.equal("to make it a string, put it in quotes.", hint_for("version: " .. value))
    end
    assert.equal("to make it a string, put it in quotes.", hint_for "hosts: [80]")
  end)

  it("is no quotes for what stands in some", function()
    for _, line in ipairs { 'port: "80"', "debug: 'true'", "ratio: '1.5'", "ratio: '1'", "number: '3'" } do
      assert.equal("leave out the quotes.", hint_for(line))
    end
  end)

  it("is what may follow a key", function()
    assert.matches("leave the key out to keep the default", hint_for "port:\n", 1, true)
    assert.matches("[] is an empty array", hint_for "hosts:\n", 1, true)
    assert.matches("{} is a map that has its defaults", hint_for "database:\n", 1, true)
  end)

  it("is not reported where there is none", function()
    for _, text in ipairs { "port: many", "port: 1.5", "version: [1]", "hosts: a", "port: ''", "- 1", "mixed: 1.5" } do
      assert.equal("", hint_for(text))
    end
    assert.equal("", hint_for { version = 1, port = "80" })
  end)
end)
