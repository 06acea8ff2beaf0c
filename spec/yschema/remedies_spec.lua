-- What a report says to do about the mistakes that everybody makes once.

local yschema = require "yschema"

-- The hints of the first fault of a text, as people read them.
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
    it("is told: " .. row[1], function()
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

  it("is not told where there is none", function()
    local _, report = yschema.parse "a: [,]\n"
    assert.equal("", hints(report))
    _, report = yschema.parse "a: [b }\n"
    assert.not_matches("begins at", hints(report))
  end)
end)
