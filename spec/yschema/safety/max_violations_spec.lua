-- The limit on the violations of a report, `limits.max_violations`, which request bodies have by default.

local yschema = require "yschema"

local function read(text) return assert(yschema.parse(text)):value() end

local function load(text, options) return assert(yschema.load("#@data/values-schema\n---\n" .. text, options)) end

local function repeated(text, count, last) return (text .. ","):rep(count - 1) .. (last or text) end

local function report_of(schema, method, text)
  local values, report = schema[method](schema, text)
  assert.is_nil(values)
  return report
end

describe("a limit on violations", function()
  local schema, limited

  setup(function()
    local text = "#@schema/deprecated \"old\"\nold: 1\nname: \"\"\nitems:\n- 0\n"
    schema, limited = load(text), load(text, { limits = { max_violations = 3 } })
  end)

  local wrong = '{"items": [' .. repeated('"x"', 250) .. "]}"

  it("is 100 for texts that must be JSON", function()
    for _, method in ipairs { "apply_json", "check_json" } do
      local report = report_of(schema, method, wrong)
      assert.same({ 100, 150, 1 }, { #report.violations, report.more_violations, report.status })
      assert.equal("items[0]", report.violations[1].path)
      assert.equal("items[99]", report.violations[100].path)
      assert.matches("\nand 150 more violations\n$", tostring(report))
      assert.equal(150, read(report:json()).more_violations)
    end
  end)

  it("holds for keys that are there again", function()
    for text, more in pairs { ["old: 1\n" .. ("old: 2\n"):rep(20)] = 17, ["{" .. repeated('"old": 1', 21) .. "}"] = 17,
      ["{items: [], items: [], " .. ("name: a, "):rep(9) .. "}"] = 6 } do
      local report = report_of(limited, "apply", text)
      assert.same({ 3, more, 2 }, { #report.violations, report.more_violations, report.status })
      assert.matches("\nand " .. more .. " more violations\n$", tostring(report))
    end
  end)

  it("is said in every format", function()
    local old = load("items:\n- #@schema/deprecated \"gone\"\n  old: 1\n", { limits = { max_violations = 2 } })
    local _, warned = old:apply_json('{"items": [' .. repeated('{"old": 2}', 5) .. "]}")
    local many = report_of(schema, "check_json", wrong)
    local one = report_of(limited, "apply", '{"items": ["x", "x", "x", "x"]}')
    for message, row in pairs {
      ["150 more violations, which this report does not list"] = { many, "error" },
      ["1 more violation, which this report does not list"] = { one, "error" },
      ["3 more warnings, which this report does not list"] = { warned, "warning" },
    } do
      local about, level = row[1], row[2]
      local notice = read(about:sarif()).runs[1].invocations[1].toolExecutionNotifications[1]
      assert.same({ message, level }, { notice.message.text, notice.level })
      assert.matches("<system%-out>[^<]*" .. message .. "</system%-out>", about:junit())
      local kind = level == "error" and "violations" or "warnings"
      assert.matches("\n::" .. level .. " [^\n]*title=yschema%%3A more%-" .. kind .. "::[^\n]*" .. message .. "\n$",
        about:github())
      local issues = read(about:codequality())
      local last = issues[#issues]
      assert.same({ message, level == "error" and "major" or "minor" }, { last.description, last.severity })
    end
    -- The fingerprint stays when the number changes.
    local function print_of(count)
      local issues = read(report_of(limited, "apply", '{"items": [' .. repeated('"x"', count) .. "]}"):codequality())
      return issues[#issues].fingerprint
    end
    assert.equal(print_of(5), print_of(6))
    assert.is_nil(report_of(limited, "apply", '{"items": ["x"]}'):github():find("more", 1, true))
  end)

  it("is none for others", function()
    for _, report in ipairs { report_of(schema, "apply", wrong), report_of(schema, "check", read(wrong)) } do
      assert.same({ 250 }, { #report.violations, report.more_violations })
      assert.is_nil(tostring(report):find("more violations", 1, true))
    end
  end)

  it("is what the options say", function()
    for _, method in ipairs { "apply", "apply_json" } do
      local report = report_of(limited, method, wrong)
      assert.same({ 3, 247 }, { #report.violations, report.more_violations })
    end
    local all = load("items:\n- 0\n", { limits = { max_violations = 1000 } })
    assert.equal(250, #report_of(all, "check_json", wrong).violations)
    assert.has_error(function() yschema.load("", { limits = { max_violations = 0 } }) end,
      "limit 'max_violations' must be a whole number from 1 to 4294967295")
  end)

  it("does not change what fits", function()
    local text = '{"items": ["x", 1, "y"], "nam": 1}'
    local report = report_of(limited, "check_json", text)
    assert.same({ 3 }, { #report.violations, report.more_violations })
    assert.equal(tostring(report_of(load("name: \"\"\nitems:\n- 0\n"), "apply", text)):gsub("schema:%d+", ""),
      (tostring(report_of(load("name: \"\"\nitems:\n- 0\n", { limits = { max_violations = 3 } }), "apply", text))
        :gsub("schema:%d+", "")))
  end)

  it("counts violations of rules and errors of the text, too", function()
    local ruled = load("items:\n#@schema/validation min=1\n- 0\n")
    local report = report_of(ruled, "apply_json", '{"items": [' .. repeated("0", 120) .. "]}")
    assert.same({ 100, 20, 1 }, { #report.violations, report.more_violations, report.status })
    report = report_of(schema, "apply_json", "{" .. repeated('"name": "a"', 121) .. "}")
    assert.same({ 100, 20, 2 }, { #report.violations, report.more_violations, report.status })
  end)

  it("is one for warnings, too", function()
    local old = load("items:\n- #@schema/deprecated \"gone\"\n  old: 1\n", { limits = { max_violations = 2 } })
    local values, report = old:apply_json('{"items": [' .. repeated('{"old": 2}', 5) .. "]}")
    assert.is_table(values)
    assert.same({ 0, 2, 3 }, { #report.violations, #report.warnings, report.more_warnings })
    assert.equal(3, read(report:json()).more_warnings)
  end)

  it("keeps an error beside many violations", function()
    local small = load("a: 1\nitems:\n- b: 0\n", { limits = { max_violations = 3, max_nodes = 5 } })
    local report = report_of(small, "apply_json",
      '{"c": 1, "d": 1, "e": 1, "f": 1, "items": [' .. repeated("{}", 9) .. "]}")
    assert.equal(2, report.status)
    local found = 0
    for _, violation in ipairs(report.violations) do
      if violation.message:find("more than 5 nodes", 1, true) then found = found + 1 end
    end
    assert.equal(1, found)
  end)

  describe("cuts", function()
    local long = ("a"):rep(5000)

    local function first(text) return report_of(schema, "apply_json", text).violations[1] end

    it("keys", function()
      local violation = first('{"' .. long .. '": 1}')
      local step = ("a"):rep(40) .. "…"
      assert.same({ step, "/" .. step, ("a"):rep(60) .. "…" }, { violation.path, violation.pointer, violation.found })
      assert.equal(1, (violation.message:find(step .. " is not declared", 1, true)))
    end)

    it("keys in quotes, at whole characters", function()
      local violation = first('{"' .. ("ä."):rep(3000) .. '": 1}')
      assert.equal('["' .. ("ä."):rep(13) .. '…"]', violation.path)
      assert.equal("/" .. ("ä."):rep(13) .. "…", violation.pointer)
      violation = first('{"' .. ("\\u0001"):rep(3000) .. '": 1}')
      assert.equal('["' .. ("\\x01"):rep(10) .. '…"]', violation.path)
      assert.equal("/" .. ("\1"):rep(10) .. "…", violation.pointer)
    end)

    it("values", function()
      local violation = first('{"items": ["' .. long .. '"]}')
      assert.equal(("a"):rep(60) .. "…", violation.value)
      assert.equal("items[0]", violation.path)
    end)

    it("nothing where all are reported", function()
      local violation = report_of(schema, "apply", '{"' .. long .. '": 1}').violations[1]
      assert.same({ long, "/" .. long, long }, { violation.path, violation.pointer, violation.found })
    end)
  end)

  it("keeps the report of a body small, whatever is wrong with it", function()
    local function keys(count, form)
      local list = {}
      for i = 1, count do list[i] = ('"' .. form .. '": 1'):format(i) end
      return "{" .. table.concat(list, ",") .. "}"
    end
    local long = ("a"):rep(640)
    for name, text in pairs {
      items = '{"items": [' .. repeated('"x"', 16000) .. "]}",
      keys = keys(8000, "k%d"),
      ["long keys"] = keys(100, long .. "%d"),
      ["long keys that begin alike"] = keys(100, "%d" .. long),
      values = '{"items": [' .. repeated('"' .. long .. '"', 100) .. "]}",
      duplicates = "{" .. repeated('"name": "x"', 5500) .. "}",
    } do
      collectgarbage()
      local began = os.clock()
      local report = report_of(schema, "apply_json", text)
      local took = os.clock() - began
      assert.is_true(#report:json() <= 65536, name .. ": " .. #report:json() .. " bytes")
      assert.is_true(#tostring(report) <= 65536, name .. ": " .. #tostring(report) .. " bytes of text")
      assert.is_true(took < 0.2, name .. ": " .. took .. " s")
    end
  end)
end)

describe("the sentence about a long key", function()
  it("quotes its beginning, and the record has it whole", function()
    local key = ("k"):rep(600)
    local report = report_of(load "name: a\n", "apply", '{"' .. key .. '": 1}')
    local record = report.violations[1]
    assert.same({ key, "/" .. key, key }, { record.path, record.pointer, record.found })
    assert.matches("^" .. ("k"):rep(40) .. "… is not declared in the schema", record.message)
    assert.matches("found: " .. key .. "\n", tostring(report))
  end)

  it("has a key whole that is shorter", function()
    local key = ("k"):rep(500)
    local report = report_of(load "name: a\n", "apply", '{"' .. key .. '": 1}')
    assert.matches("^" .. key .. " is not declared", report.violations[1].message)
  end)
end)
