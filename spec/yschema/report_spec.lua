local yschema = require "yschema"

local text = [[
#@data/values-schema
---
port: 80
#@schema/deprecated "use port"
old: ""
#@schema/validation min_len=1
name: "x"
]]

local function report_of(values)
  local _, report = assert(yschema.load(text)):apply(values)
  return report
end

describe("a report", function()
  it("names the place in the values and in the schema", function()
    local report = report_of "# first\nport: eighty\n"
    assert.equal(1, report.status)
    assert.equal(1, #report.violations)
    local violation = report.violations[1]
    assert.equal("type", violation.kind)
    assert.equal("port", violation.path)
    assert.equal("string", violation.found)
    assert.equal("integer", violation.expected)
    assert.equal("values", violation.file)
    assert.equal(2, violation.line)
    assert.equal(1, violation.column)
    assert.equal("schema", violation.schema_file)
    assert.equal(3, violation.schema_line)
    assert.is_string(violation.message)
  end)

  it("leaves out what does not apply", function()
    assert.is_nil(report_of("port: eighty").violations[1].rule)
    assert.equal("min_len", report_of('name: ""').violations[1].rule)
  end)

  it("is a text for people", function()
    local shown = tostring(report_of "port: eighty")
    assert.matches("found: string", shown, 1, true)
    assert.matches("port: eighty", shown, 1, true)
    assert.matches("schema:3", shown, 1, true)
  end)

  it("has no text when nothing is wrong", function()
    local report = report_of "port: 1"
    assert.equal(0, report.status)
    assert.same({}, report.violations)
    assert.same({}, report.warnings)
    assert.equal("", tostring(report))
  end)

  it("keeps warnings apart from violations", function()
    local report = report_of "old: x"
    assert.equal(0, report.status)
    assert.equal(1, #report.warnings)
    assert.equal("old", report.warnings[1].path)
    assert.matches("use port", report.warnings[1].message, 1, true)
  end)

  it("shows all faults of a run", function()
    local report = report_of "port: eighty\nnmae: x\nname: ''\n"
    assert.equal(3, #report.violations)
  end)

  describe("as JSON", function()
    it("holds the same records", function()
      local report = report_of "port: eighty"
      local back = assert(yschema.parse(report:json())):value()
      assert.same(report.violations[1], back.violations[1])
      assert.equal(1, #back.violations)
      assert.same({}, back.warnings)
    end)

    it("has empty lists when nothing is wrong", function()
      local json = report_of("port: 1"):json():gsub("%s", "")
      assert.equal('{"violations":[],"warnings":[]}', json)
    end)
  end)

  it("stays when schema and run are gone", function()
    local report = report_of "port: eighty"
    collectgarbage() collectgarbage()
    assert.matches("found: string", tostring(report), 1, true)
    assert.matches('"found":', report:json(), 1, true)
  end)
end)
