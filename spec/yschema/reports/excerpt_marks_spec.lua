-- The mark below a line of an excerpt: it stands below the value in a terminal of 80 columns.
local yschema = require "yschema"

local schema = assert(yschema.load [[
#@data/values-schema
---
#@schema/type any=True
more: {}
port: 80
#@schema/validation min=1
count: 1
l:
- 1
#@schema/sensitive
password: ""
]])

-- The line with the violation and the row below it.
local function excerpt(values)
  local _, report = schema:apply(values)
  local line, mark = tostring(report):match "\n *1 |( [^\n]*)\n +|( *%^)\n"
  return line, mark
end

-- Returns the text above the mark, in a line of characters that take one column each.
local function marked(values)
  local line, mark = excerpt(values)
  return mark and line:sub(#mark)
end

describe("the mark of an excerpt", function()
  it("is below the value", function()
    assert.equal("x", marked "port: x")
    assert.equal("0 # none", marked "count:   0 # none")
    assert.equal('"x"}', marked '{"count": 2, "port": "x"}')
    assert.equal("x, l: [1]}", marked "{'port': x, l: [1]}")
    assert.equal("x", marked "port: !!str &a x")
  end)

  it("is below an item", function()
    assert.equal("x, 2]", marked "l: [1, x, 2]")
    assert.equal("[(sensitive)]]", marked "l: [2, [1]]")
  end)

  it("is below the key when the value is on other lines, or the key is invalid", function()
    assert.equal("port:", marked "port:\n  x: 1\n")
    assert.equal("prot: (sensitive)}", marked "{count: 1, prot: x}")
  end)

  it("counts a tab as the one column that it takes", function()
    local line, mark = excerpt "port:\tx"
    assert.same({ " port: x", "       ^" }, { line, mark })
  end)

  it("counts the columns of wide and of combining characters", function()
    local line, mark = excerpt "{more: 漢字, port: x}"
    assert.same({ " {more: 漢字, port: x}", (" "):rep(20) .. "^" }, { line, mark })
    line, mark = excerpt "{more: e\204\129, port: x}"
    assert.same({ " {more: e\204\129, port: x}", (" "):rep(17) .. "^" }, { line, mark })
  end)

  it("counts what an escaped character becomes", function()
    local line, mark = excerpt "{more: \226\128\174, port: x}"
    assert.same({ " {more: \\u202e, port: x}", (" "):rep(22) .. "^" }, { line, mark })
  end)

  it("takes account of masked values", function()
    assert.equal("x}", marked '{password: "MARKER MARKER", port: x}')
  end)

  it("is in a terminal of 80 columns", function()
    for _, many in ipairs { 1, 30, 60, 90, 1000 } do
      for _, letter in ipairs { "x", "漢" } do
        local line, mark = excerpt(("{more: %s, port: x, rest: %s}"):format(letter:rep(many), letter:rep(many)))
        local columns = #line:gsub("…", "."):gsub("漢", "..")
        assert.is_true(columns <= 74, line)
        assert.equal("x", line:gsub("…", "."):gsub("漢", ".."):sub(#mark, #mark))
      end
    end
  end)

  it("has a colour of its own", function()
    local _, report = schema:apply "port: x"
    assert.truthy(report:text { color = true }:find("\27[34m    |\27[0m       \27[1;31m^\27[0m\n", 1, true))
  end)
end)

describe("a violation of type", function()
  local function found(values)
    local _, report = schema:apply(values)
    return tostring(report):match "found: ([^\n]*)", report.violations[1]
  end

  it("names its path and shows the value", function()
    assert.equal('string "x"', (found "port: x"))
    assert.equal("boolean true", (found "port: true"))
    assert.equal("map (sensitive)", (found "port: {a: [1, b]}"))
    assert.equal("null", (found "port:"))
    local _, report = schema:apply "l: [1, x]"
    assert.matches("\nAt l[1]\n", tostring(report), 1, true)
  end)

  it("cuts the value at 60 characters", function()
    assert.equal('string "' .. ("é"):rep(60) .. '…"', (found("port: " .. ("é"):rep(61))))
    assert.equal('string "' .. ("é"):rep(60) .. '"', (found("port: " .. ("é"):rep(60))))
  end)

  it("never shows a sensitive value", function()
    assert.equal("integer (sensitive)", (found "password: 1234567"))
    assert.equal("map (sensitive)", (found "password: {a: MARKER}"))
  end)
end)
