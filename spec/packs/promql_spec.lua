-- Expressions in pack:prometheus-rules: what PromQL accepts and refuses, by version.

local versions = require "yschema.packs.versions"
local yschema = require "yschema"

local function accepts(schema, expression)
  local rules = setmetatable({ { record = "a", expr = expression } }, yschema.array_mt)
  return schema:apply { groups = setmetatable({ { name = "g", rules = rules } }, yschema.array_mt) }
end

local valid = [[
up
up{job="a", instance!~"b.*",}
{__name__=~"up|down"}
-up ^ 2 * -1
sum by (job) (rate(http_requests_total[5m]))
sum(rate(a[5m])) without (pod, instance)
topk(3, a) / on (job) group_left (version) b
a > bool 1 and on () b unless ignoring (x) c
histogram_quantile(0.9, sum by (le) (rate(b_bucket[5m])))
rate(a[5m] offset -1h @ end())
max_over_time(sum(a)[1h:5m] @ 1.5e9)
label_replace(a, "b", "$1", "c", "(.*)")
round(a, 0.1) + time() - 0x1F
"text"
sum + by + offset
count_values("v", a{b='c\x41\u00e9\101'}) # a comment
absent(nonexistent{job="a"}) or vector(1)
]]

-- Each with what the report says.
local invalid = {
  { "up =~ 1", "it is no part of an expression" },
  { "up = 1", "there is no operator before =" },
  { "up{job=a}", "in place of str" },
  { "up{job=~\"(\"}", "it is no regular expression: (" },
  { "up{job=~\"(?=a)\"}", "it is no regular expression" },
  { "up{job=\"\\q\"}", "it is no escape: \\q" },
  { "{}", "a selector needs a matcher" },
  { "{a=~\".*\"}", "a selector needs a matcher" },
  { "up{__name__=\"a\"}", "the name of the metric is there twice" },
  { "rate(up)", "argument 1 of rate has an instant vector in place of a range vector" },
  { "rate(up[5m], 1)", "rate has 2 arguments in place of 1" },
  { "round(up, 1, 2)", "round has 3 arguments in place of 1 to 2" },
  { "clamp(up, \"a\", 1)", "argument 2 of clamp has a string in place of a scalar" },
  { "topk(up)", "topk has 1 arguments in place of 2" },
  { "sum(up[5m])", "sum has a range vector in place of an instant vector" },
  { "1 and 2", "and stands between instant vectors" },
  { "1 == 2", "a comparison of two scalars needs bool" },
  { "up + bool 1", "bool follows a comparison" },
  { "up and on (a) group_left up", "and has no group_left" },
  { "up + on (a) group_left (a) up", "the label a is in on and in group" },
  { "up[5m][5m]", "a range such as [5m] follows a selector" },
  { "up offset 1m offset 1m", "there are two offset" },
  { "up offset 1m [5m]", "the range stands before offset and @" },
  { "sum(up) offset 1m", "offset follows a selector or a range" },
  { "up[0s]", "a range is longer than 0" },
  { "(up", "a bracket is not closed" }, { "sum(up", "a bracket is not closed" },
  { "up 1", "there is no operator before 1" },
  { "sum(up,)", "there is a comma after the last argument" },
  { "nothing(up)", "there is no function nothing" },
  { "", "there is no expr" },
  { "# only a comment", "there is no expression" },
  { ("("):rep(1000) .. "1" .. (")"):rep(1000), "it is nested too deeply" },
}

-- Expressions of some versions only.
local by_version = {
  { "1_000", since = "2.54" }, { "rate(a[300])", since = "2.54" }, { "{\"a.b\"}", since = "2.53" },
  { "sum by (\"a.b\") (c)", since = "2.53" }, { "holt_winters(a[5m], 0.1, 0.1)", before = "3.0" },
  { "double_exponential_smoothing(a[5m], 0.1, 0.1)", since = "3.0" }, { "mad_over_time(a[5m])", since = "2.49" },
  { "rate(a[5m + 2 * step()])", since = "3.4" }, { "rate(a[5m] smoothed)", since = "3.7" },
  { "a + fill(0) b", since = "3.10" }, { "step", }, { "fill + fill" },
}

describe("expressions of pack:prometheus-rules", function()
  it("are those of PromQL", function()
    local schema = assert(yschema.load_file "pack:prometheus-rules")
    for expression in valid:gmatch "[^\n]+" do
      local values, report = accepts(schema, expression)
      assert(values, expression .. ": " .. tostring(report))
    end
    for _, row in ipairs(invalid) do
      local values, report = accepts(schema, row[1])
      assert.is_nil(values, row[1])
      assert.matches(row[2], tostring(report), 1, true)
    end
  end)

  it("differ by version", function()
    for _, version in ipairs { "2.42", "2.49", "2.53", "2.54", "3.0", "3.4", "3.7", "3.10", "3.14" } do
      local schema = assert(yschema.load_file("pack:prometheus-rules@" .. version))
      for _, row in ipairs(by_version) do
        local number = versions.number(version)
        local expected = (not row.since or number >= versions.number(row.since))
          and (not row.before or number < versions.number(row.before))
        assert.equal(expected, accepts(schema, row[1]) ~= nil, version .. ": " .. row[1])
      end
    end
  end)

  it("are read in time that grows with their length", function()
    local schema = assert(yschema.load_file "pack:prometheus-rules")
    local values, report = accepts(schema, ("a + "):rep(5000) .. "a")
    assert(values, tostring(report))
  end)
end)

describe("rules of pack:prometheus-rules", function()
  local function check(rules)
    local schema = assert(yschema.load_file "pack:prometheus-rules")
    return schema:apply("groups: [{name: g, rules: [" .. rules .. "]}]")
  end

  it("differ from each other in a group", function()
    assert.is_nil(check "{record: a, expr: b}, {record: a, expr: c}")
    assert.is_nil(check "{record: a, expr: b, labels: {x: y, z: 1}}, {record: a, expr: c, labels: {z: '1', x: y}}")
    assert.is_nil(check "{alert: A, expr: b}, {alert: A, expr: b, for: 5m}")
    assert(check "{record: a, expr: b}, {record: a, expr: c, labels: {x: y}}")
    assert(check "{alert: A, expr: b > 1}, {alert: A, expr: b > 2}")
    assert(check "{alert: A, expr: b}, {record: A, expr: b}")
  end)

  it("have templates with known variables and functions", function()
    local schema = assert(yschema.load_file "pack:prometheus-rules")
    local function says(text)
      local alert = { alert = "A", expr = "up", annotations = { summary = text } }
      local rules = setmetatable({ alert }, yschema.array_mt)
      local values, report = schema:apply { groups = setmetatable({ { name = "g", rules = rules } }, yschema.array_mt) }
      return values and "" or tostring(report):match "found: ([^\n]*)"
    end
    for _, text in ipairs {
      "{{ $labels.instance }} is {{ $value | humanize }}",
      "{{ with query \"up{job='a'}\" }}{{ . | first | value }}{{ end }}",
      "{{ range $i, $x := query `up` }}{{ $x.Labels.job }}{{ end }}", "{{/* a comment, see help */}}", "{{ .Value }}",
      "{{ if gt $value 1e3 }}a{{ else }}b{{ end }}", "{{ $a := toDuration 5 }}{{ $a }}",
      "{{ printf \"%.2f \\\" x\" .Value }}",
      "{{- index $labels \"a\" -}}", "{{ $labels.a_b.c }}{{ eq 'x' 120 }}",
    } do
      assert.equal("", says(text), text)
    end
    assert.equal("there is no function humanzie", says "{{ $value | humanzie }}")
    assert.equal("there is no function labels", says "{{ labels.job }}")
    assert.equal("there is no variable $label", says "{{ $label.job }}")
  end)
end)
