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
    assert.equal(7, violation.column)
    assert.equal("schema", violation.schema_file)
    assert.equal(3, violation.schema_line)
    assert.is_string(violation.message)
  end)

  it("has pointers and values", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\n'a/b~c.d \"e\\': [0]\ni: 1\nf: 1.5\nb: true\ns: x\n"
      .. "n: 1\nm: {}\n#@schema/sensitive\nx: 424242\n#@schema/validation max=9\nr: 1\n"))
    local _, report = schema:apply("{'a/b~c.d \"e\\': [1, no], i: 1.5, f: true, b: text, s: 12345678901, n: null, "
      .. "m: 3, x: 'MARKER', r: 10}")
    local found = {}
    for i, violation in ipairs(report.violations) do
      found[i] = ("%s %s"):format(violation.pointer, violation.value == yschema.null and "null" or violation.value)
    end
    assert.same({ "/a~1b~0c.d \"e\\/1 false", "/i 1.5", "/f true", "/b text", "/s 12345678901", "/n null", "/m 3",
      "/x (sensitive)", "/r 10" }, found)
    assert.equal("number", type(report.violations[2].value))
    assert.matches('"path":"i","pointer":"/i",', report:json(), 1, true)
    assert.matches('"found":"null","value":null,', report:json(), 1, true)
    assert.is_nil(schema:apply "{i: [1]}")
    assert.is_nil(select(2, schema:apply "{i: []}").violations[1].value)
    assert.equal("(sensitive)", select(2, schema:apply "{i: [1]}").violations[1].value)
    assert.equal("", select(2, schema:apply "[1]").violations[1].pointer)
  end)

  it("has a hint for a value that is not one of those allowed", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\n"
      .. "#@schema/validation one_of=['debug', 'info']\na: info\n"
      .. "#@schema/sensitive\n#@schema/validation one_of=['debug', 'info']\nb: info\n"))
    local function hint(values) return select(2, schema:apply(values)).violations[1].hint end
    assert.equal('did you mean "debug"?', hint "a: debgu")
    assert.is_nil(hint "a: loud")
    assert.is_nil(hint "b: debgu")
  end)

  it("leaves out what does not apply", function()
    assert.is_nil(report_of("port: eighty").violations[1].argument)
    assert.equal(1, report_of('name: ""').violations[1].argument)
  end)

  it("is a text for people", function()
    local shown = tostring(report_of "port: eighty")
    assert.matches("found: string", shown, 1, true)
    assert.matches("port: eighty", shown, 1, true)
    assert.matches("schema:3", shown, 1, true)
  end)

  it("has no text when there are no violations", function()
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

  describe("about annotations of data values", function()
    local function first(values)
      local violation = report_of("#@data/values\n---\n" .. values).violations[1]
      return { violation.kind, violation.line, violation.column }
    end

    it("is about the input, and not about the schema", function()
      local report = report_of "#@data/values\n---\n  #@overlay/remoev\n  port: 1\n"
      assert.same({ "annotation-unknown" }, { report.violations[1].kind })
      assert.equal('did you mean "@overlay/remove"?', report.violations[1].hint)
      assert.is_nil(tostring(report):find("schema", 1, true))
      assert.same({ "input-annotation", 3, 1 }, first "#@data/values\nport: 1\n")
    end)

    it("distinguishes typing errors from code", function()
      for _, arguments in ipairs { "by=(", 'by="id', "by=[1", "1 2", "by=", "missing_ok=True)" } do
        assert.same({ "annotation-syntax", 3, 1 }, first("#@overlay/match " .. arguments .. "\nport: 1\n"))
      end
      for _, arguments in ipairs { "by=f", "by=lambda l, r, i: True", "missing_ok=not True",
        "by=function(i, l, r) return true end" } do
        assert.same({ "code-in-values", 3, 1 }, first("#@overlay/match " .. arguments .. "\nport: 1\n"))
      end
    end)

    it("does so where code is allowed", function()
      local schema = assert(yschema.load(text, { code_in_values = true }))
      local _, report = schema:apply "#@data/values\n---\n#@overlay/match by=(\nport: 1\n"
      assert.equal("annotation-syntax", report.violations[1].kind)
      assert.is_nil(tostring(report):find("schema", 1, true))
    end)

    it("does so for documents without a schema", function()
      local _, report = yschema.overlay("a: 1\n", "#@overlay/match by=(\n---\n#@overlay/remoev\na: 2\n")
      local kinds = {}
      for i, violation in ipairs(report.violations) do kinds[i] = violation.kind end
      assert.same({ "annotation-syntax", "annotation-unknown" }, kinds)
    end)
  end)

  it("shows all violations of a run", function()
    local report = report_of "port: eighty\nnmae: x\nname: ''\n"
    assert.equal(3, #report.violations)
  end)

  it("names no document where a value of the schema is meant", function()
    local _, report = yschema.load [[
#@data/values-schema
---
#@schema/default 'x'
a: 1
#@schema/example ['x']
b: [1]
#@schema/type 'int'
c: x
]]
    assert.equal("@schema/default: expected integer, but found string", report.violations[1].message)
    assert.equal("an example: [0]: expected integer, but found string", report.violations[2].message)
    assert.equal("the value does not have the type that its annotation sets: expected integer, but found string",
      report.violations[3].message)
  end)

  describe("as JSON", function()
    it("holds the same records", function()
      local report = report_of "port: eighty"
      local back = assert(yschema.parse(report:json())):value()
      assert.same(report.violations[1], back.violations[1])
      assert.equal(1, #back.violations)
      assert.same({}, back.warnings)
    end)

    it("has empty lists when there are no violations", function()
      local json = report_of("port: 1"):json():gsub("%s", "")
      assert.equal('{"version":1,"status":0,"violations":[],"warnings":[]}', json)
    end)
  end)

  describe("in the order of the text", function()
    local schema = assert(yschema.load "#@data/values-schema\n---\na: 1\nm:\n  b: 1\nz: 1\n")

    local function lines_of(...)
      local _, report = schema:apply(...)
      local lines = {}
      for i, violation in ipairs(report.violations) do
        lines[i] = violation.file:gsub("values ?", "") .. ":" .. violation.line
      end
      return lines
    end

    it("has violations of overlays among those of types", function()
      assert.same({ ":5", ":6", ":10", ":11", ":12" }, lines_of [[
#@data/values
---
#@overlay/match expects=1
#@overlay/remove
x: 1
a: x
m:
  #@overlay/match expects=1
  #@overlay/remove
  y: 1
  b: x
z: x
]])
    end)

    it("keeps the order of texts and of documents", function()
      assert.same({ ":2", ":4", "2:3", "2:6", "3:1" },
        lines_of("m:\n  b: x\n---\na: x\n",
          "#@data/values\n---\na: x\n#@overlay/match expects=1\n#@overlay/remove\nx: 1\n", "z: x"))
    end)
  end)

  it("stays when schema and run are gone", function()
    local report = report_of "port: eighty"
    collectgarbage() collectgarbage()
    assert.matches("found: string", tostring(report), 1, true)
    assert.matches('"found":', report:json(), 1, true)
  end)
end)

describe("the excerpt of a long line", function()
  local schema = assert(yschema.load "#@data/values-schema\n---\n#@schema/type any=True\nmore: {}\nport: 80\n")

  local function shown(values)
    local _, report = schema:apply(values)
    return (tostring(report):match "\n  1 | ([^\n]*)")
  end

  it("is what stands around the place", function()
    local long = ("x"):rep(1000)
    assert.equal("…" .. ("x"):rep(31) .. '", "port": "80"}', shown('{"more": "' .. long .. '", "port": "80"}'))
    assert.equal("…" .. ("é"):rep(31) .. '", "port": "80"}',
      shown('{"more": "' .. ("é"):rep(1000) .. '", "port": "80"}'))
    local both = shown('{"more": "' .. long .. '", "port": "80", "rest": "' .. long .. '"}')
    assert.matches('^…x+", "port": "80", "rest": "x+…$', both)
  end)

  it("is its beginning when the place is there, and when it is far away", function()
    local after = shown('{"port": "80", "more": "' .. ("x"):rep(1000) .. '"}')
    assert.matches('^{"port": "80", "more": "x+…$', after)
    assert.matches('^{"more": "x+…$', shown('{"more": "' .. ("x"):rep(5000) .. '", "port": "80"}'))
    assert.equal('{"more": "x", "port": "80"}', shown '{"more": "x", "port": "80"}')
  end)
end)
