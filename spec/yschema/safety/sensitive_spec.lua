-- Values that reports do not show (reference#sensitive), by the module. What the command prints: spec/cases/sensitive.

local random_of = require "spec.properties.random"
local yschema = require "yschema"

local SCHEMA = [==[
#@data/values-schema
---
db:
  port: 1
  #@schema/sensitive
  #@schema/validation min_len=30
  password: MARKERdefault
#@schema/sensitive
#@schema/validation ("fine", lambda v: (False, "all of " + repr(v)))
tokens:
  #@schema/any-key
  _: ""
]==]

-- All that a report shows, in all of its forms.
local function all_texts(report)
  local list = { tostring(report), report:text { color = true }, report:json(), report:sarif(), report:junit() }
  for _, records in ipairs { report.violations, report.warnings } do
    for _, record in ipairs(records) do
      for name, text in pairs(record) do list[#list + 1] = name .. "=" .. tostring(text) end
    end
  end
  return table.concat(list, "\n")
end

local function shows(report)
  local text = all_texts(report)
  local at = text:find "MARKER"
  return at and text:sub(math.max(1, at - 300), at + 300) or nil
end

describe("sensitive values", function()
  local schema = assert(yschema.load(SCHEMA, { name = "s.yml" }))

  it("are masked when plain tables are applied", function()
    local values, report = schema:apply { db = { password = "MARKER", port = "x" }, tokens = { MARKERkey = "MARKER2" } }
    assert.is_nil(values)
    assert.is_nil(shows(report))
    assert.equal("(sensitive)", report.violations[2].found)
    assert.equal("db.password", report.violations[2].path)
    assert.equal('all of {"(sensitive)": "(sensitive)"}', report.violations[3].found)
  end)

  it("are masked when plain tables are checked", function()
    local ok, report = schema:check { tokens = { MARKERkey = { "MARKER" } } }
    assert.is_nil(ok)
    assert.is_nil(shows(report))
    assert.equal("tokens.(sensitive)", report.violations[1].path)
  end)

  it("are not reported by exports as allowed values, which list that as a loss", function()
    local exported = assert(yschema.load([==[
#@ def login():
#@schema/sensitive
#@schema/validation one_of=["MARKERa", "MARKERb"]
pin: MARKERa
#@ end
#@data/values-schema
---
#@schema/sensitive
#@schema/validation one_of={"MARKERa": 1, "MARKERb": 2, "MARKERc": 3}
password: MARKERa
#@schema/any-of login(), 1
login:
]==]))
    local page, openapi, json_schema = exported:html(), exported:openapi(), exported:json_schema()
    for _, text in ipairs { page, openapi, json_schema, yschema.encode(exported:describe(), "yaml") } do
      assert.is_nil(text:find("MARKER", 1, true))
    end
    assert.is_truthy(page:find("one of 3 allowed values", 1, true))
    local losses = { { path = "password", must_be = "one of 3 allowed values" },
      { path = "login.pin", must_be = "one of 2 allowed values" } }
    assert.same(losses, (select(2, exported:json_schema())))
    assert.same(losses, (select(2, exported:openapi())))
  end)

  it("are not reported by reports as values that a named schema allows", function()
    local ok, report = yschema.load([==[
#@ def login():
#@schema/sensitive
#@schema/validation one_of=["MARKERa", "MARKERb"]
pin: MARKERa
#@ end
#@data/values-schema
---
#@schema/any-of login(), 1
login:
]==]):apply "login: {pin: wrong}\n"
    assert.is_nil(ok)
    assert.is_nil(shows(report))
    assert.equal("one of 2 allowed values", report.violations[1].expected)
  end)

  it("are not reported by violations of the command line that gives them", function()
    local cli = require "yschema.command.cli"
    local written
    local stream = { write = function(self, ...)
      for _, text in ipairs { ... } do written[#written + 1] = text end
      return self
    end, flush = function(self) return self end }
    local name = os.tmpname()
    local file = assert(io.open(name, "w"))
    file:write "#@data/values-schema\n---\n#@schema/sensitive\npassword: ''\n"
    file:close()
    for _, row in ipairs {
      { "--data-value", "password", "MARKER", "--data-value 'password': expected key=value in one argument" },
      { "-v", "password: MARKER", "", "--data-value 'password...': expected key=value" },
      { "--data-value-yaml", "password MARKER", "", "--data-value-yaml 'password...': expected key=value" },
      { "--data-value-file", "password", "MARKER", "--data-value-file 'password': expected key=value" },
      { "--data-valeu", "password=MARKER", "", "--data-value password=..." },
      { "--set=password=MARKER", "", "", "-v password=..." },
      { "--data-value-password=MARKER", "", "", "--data-value-yaml ..." },
      { "--data-valuepassword=MARKER", "", "", "--data-value password=..." },
      { "--data-value-yamlpassword=MARKER", "", "", "--data-value-yaml password=..." },
      { "--data-valuepassword", "MARKER", "", "unknown option '--data-valuepassword'" },
      { "-vMARKER", "", "", "-v...: expected key=value" },
      { "-vpassword", "MARKER", "", "-v 'password': expected key=value in one argument" },
      { "--data-value=password", "MARKER", "", "--data-value 'password': expected key=value in one argument" },
      { "password=MARKER", "", "", "unexpected argument 'password=...'" },
      { "password=./MARKER", "", "", "unexpected argument 'password=...'" },
      { "--data-value", "=MARKER", "", "  1 | =(sensitive)\n" },
      { "--data-value-yaml", "=MARKER: [", "", "(data-value-yaml arg):1:11: did not find" },
      { "--data-value", "password.MARKER.x=1", "", "  1 | password.(sensitive)\n" },
      { "--data-value-yaml", "password=#@MARKER", "", "warning: @(sensitive) has no node to attach to" },
    } do
      local argv = { "-f", name }
      for i = 1, 3 do argv[#argv + 1] = row[i] ~= "" and row[i] or nil end
      written = {}
      assert.not_equal(0, cli.main(argv, { out = stream, err = stream }))
      local said = table.concat(written)
      assert.is_nil(said:find("MARKER", 1, true), said)
      assert.is_truthy(said:find(row[4], 1, true), said)
    end
    os.remove(name)
  end)

  it("are masked when nothing is left between their key and them", function()
    local joined = yschema.load "#@data/values-schema\n---\na: ''\n#@schema/sensitive\nkey4: ''\nb: {c: 1}\n"
    for _, text in ipairs { "a: x\nkey4MARKER\nb: {c: 1}\n", "b: {c: 1}key4MARKER\na: x\n", "b: [1]key4MARKER" } do
      local _, report = joined:apply(text)
      assert.equal(2, report.status)
      assert.is_nil(shows(report))
    end
  end)

  it("are in the result", function()
    local values = yschema.load("#@data/values-schema\n---\n#@schema/sensitive\na: ''\nb: 1\n"):apply "a: MARKER"
    assert.same({ a = "MARKER", b = 1 }, values)
  end)

  it("do no harm where a limit ends the run before the result is complete", function()
    local lines = { "#@data/values-schema", "---", "#@schema/sensitive", "a: MARKER" }
    for i = 1, 40 do lines[#lines + 1] = ("k%d: {a: %d}"):format(i, i) end
    local text = table.concat(lines, "\n") .. "\n"
    for most = 1, 40 do
      local limited = assert(yschema.load(text, { limits = { max_nodes = most } }))
      local values, report = limited:apply { k3 = { a = 1 } }
      assert.is_nil(values)
      assert.matches("max_nodes", tostring(report), 1, true)
      assert.is_nil(shows(report))
    end
  end)

  it("are not in exports", function()
    local described = schema:describe()
    assert.equal("(sensitive)", described.fields[1].fields[2].default)
    assert.is_true(described.fields[1].fields[2].sensitive)
    local shown = yschema.encode(described, "yaml")
    for _, text in ipairs { schema:html(), schema:openapi(), schema:json_schema(), shown } do
      assert.is_nil(text:find "MARKER")
    end
  end)

  it("are masked in JSON, whatever YAML makes of it", function()
    local long = ("k"):rep(1100)
    local values, report = schema:apply('{"' .. long .. '": {"a":\n"shown"}, "db": {"password":"MARKER","port": "x"}}')
    assert.is_nil(values)
    assert.is_nil(shows(report))
  end)

  it("are masked where an alias names them, however they are written there", function()
    local nodes = yschema.load("#@data/values-schema\n---\nplain: {k: 1}\n#@schema/sensitive\n#@schema/type any=True\n"
      .. "secret: ~\n")
    local report = select(2, nodes:apply 'plain: &p "MAR\\x4BER"\nsecret: *p\n')
    assert.truthy(tostring(report):find("plain: (sensitive)\n", 1, true))
  end)

  it("are masked in long lines, which are cut", function()
    for words, shown in pairs { [300] = "db: {password: (sensitive), port: x, yyy", [3000] = "db: {password: (sens" } do
      local text = ("db: {password: '%s', port: x, %s: 1}"):format(("MARKER "):rep(words), ("y"):rep(300))
      local values, report = schema:apply(text)
      assert.is_nil(values)
      assert.is_nil(shows(report))
      assert.truthy(tostring(report):find(shown, 1, true))
    end
  end)

  it("leave paths that can be read, whatever they are", function()
    local odd = assert(yschema.load([[
#@data/values-schema
---
#@schema/sensitive
p: ""
'a"]': {n: 0, l: [0]}
]]))
    local function paths(key)
      local _, report = odd:apply({ p = key, ['a"]'] = { n = "x", l = { "x" } } })
      assert.equal(2, #report.violations)
      assert.matches('"pointer":', report:json(), 1, true)
      return report.violations[1].pointer .. " " .. report.violations[2].pointer
    end
    for _, key in ipairs { ".", "[", '["', '"]', '"].', "n", "].n", '"].n', "\\", "0", "key" } do
      assert.equal('/a"]/n /a"]/l/0', paths(key))
    end
  end)

  it("are masked where they are keys, too, that paths have to escape", function()
    local open = assert(yschema.load("#@data/values-schema\n---\n#@schema/sensitive\nm:\n"
      .. "  #@schema/any-key\n  _: 0\n"))
    local _, report = open:apply { m = { ['x"y.z'] = "x" } }
    assert.equal('m["(sensitive)"]', report.violations[1].path)
    assert.equal("/m/(sensitive)", report.violations[1].pointer)
  end)

  it("are masked below keys that paths have to escape", function()
    for _, key in ipairs { 'a"b', "a\\b", "a\tb", 'a"].b', "\\x41" } do
      local name = ("%q"):format(key):gsub("\\9", "\\t")
      local named = assert(yschema.load("#@data/values-schema\n---\n#@schema/sensitive\n" .. name .. ": {n: 0}\n"))
      local _, report = named:apply { [key] = { other = 1 } }
      assert.is_nil(tostring(report):find("other", 1, true), tostring(report))
      assert.matches("/%(sensitive%)$", report.violations[1].pointer)
    end
  end)

  it("do not mask what is equal to them at other places", function()
    local services = assert(yschema.load("#@data/values-schema\n---\nservices:\n  #@schema/any-key\n  _:\n"
      .. "    container_name: ''\n    replicas: 0\n    #@schema/sensitive\n    token: ''\n"))
    local _, report = services:apply { services = { frontend = { token = "frontend", replicas = "frontend" } } }
    assert.equal("services.frontend.replicas", report.violations[1].path)
    assert.equal("frontend", report.violations[1].value)
    assert.matches('found: string "frontend"', tostring(report), 1, true)
  end)

  it("are masked after characters of several bytes, and the correct place of a line is shown", function()
    local text = ("'%s': 1, db: {password: MARKERé, port: x, after: 1}"):format(("é"):rep(200))
    local _, report = schema:apply("{" .. text .. "}")
    assert.is_nil(shows(report))
    assert.truthy(tostring(report):find("db: {password: (sensitive), port: x, after: (sensitive)}", 1, true))
  end)
end)

-- ---- random schemas and values --------------------------------------------------------------------------------------

-- A schema node below an indentation, with values for it: lists of lines. `masked`: it is below a sensitive node.
local Case = {}
Case.__index = Case

function Case:word()
  return ("MARKER%d"):format(self.random:int(1, 999))
end

-- A scalar in one of its spellings; `inline`: on one line.
function Case:scalar(masked, indent, inline)
  local random, pad = self.random, (" "):rep(indent + 2)
  local word = masked and self:word() or random:pick { "plain", "7", "x y", "true" }
  local spellings = { word, "'" .. word .. "'", '"' .. word .. '"', "!!str " .. word }
  if not inline then
    spellings[5] = "|\n" .. pad .. word .. "\n\n" .. pad .. "  " .. word
    spellings[6] = ">-\n" .. pad .. word .. "\n" .. pad .. word
    spellings[7] = '"' .. word .. "\n" .. pad .. word .. '"'
    spellings[8] = word .. "\n" .. pad .. word
    spellings[9] = "\n" .. pad .. word
  end
  if masked and self.anchor then spellings[#spellings + 1] = "*" .. self.anchor end
  if masked and random:chance(20) and not self.anchor then
    self.anchor = "a" .. random:int(1, 9)
    return "&" .. self.anchor .. " " .. word
  end
  return random:pick(spellings)
end

-- A value of any shape.
function Case:value(masked, indent, inline, depth)
  local random, pad = self.random, (" "):rep(indent + 2)
  local shape = depth > 0 and random:int(1, 6) or 1
  if shape <= 2 then return self:scalar(masked, indent, inline) end
  local function key() return masked and self:word() or random:pick { "a", "b", "c", "password" } end
  local list = {}
  if shape == 3 or inline and shape == 4 then
    for i = 1, random:int(0, 3) do list[i] = key() .. i .. ": " .. self:value(masked, indent, true, depth - 1) end
    return "{" .. table.concat(list, ", ") .. "}"
  elseif shape == 5 or inline then
    for i = 1, random:int(0, 3) do list[i] = self:value(masked, indent, true, depth - 1) end
    return "[" .. table.concat(list, ", ") .. "]"
  end
  for i = 1, random:int(1, 3) do
    local before = shape == 4 and key() .. i .. ": " or "- "
    list[i] = pad .. before .. self:value(masked, indent + 2, false, depth - 1)
  end
  return "\n" .. table.concat(list, "\n")
end

-- The rules that a node may have, by what it is.
local RULES = {
  text = { "min_len=40", 'one_of=["q"]', 'format="ip"' }, number = { "max=3" }, sized = { "min_len=40" },
}
local FUNCTIONS = {
  '("fine", lambda v: (False, "found {} and {}".format(v, repr(v))))',
  '("fine", function(v) error("no: " .. tostring(v)) end)',
  '("fine", function(v, ctx) return false, ctx.root and tostring(v) .. "!" end)',
}

-- The schema and the values of a map's entries, as lines.
function Case:entries(masked, indent, depth, schema, values)
  local random, pad = self.random, (" "):rep(indent)
  for i = 1, random:int(1, 3) do
    local sensitive = random:chance(30)
    local below = masked or sensitive
    if sensitive then schema[#schema + 1] = pad .. "#@schema/sensitive" end
    local name = "k" .. i
    local shape = depth > 0 and random:int(1, 4) or 1
    local own = shape == 1 and random:pick { below and self:word() or "text", "1", '""', "1.5" } or ""
    if random:chance(40) then
      local rules = RULES[shape > 1 and "sized" or own:find "^1" and "number" or "text"]
      schema[#schema + 1] = pad .. "#@schema/validation " .. random:pick(random:chance(50) and rules or FUNCTIONS)
    end
    local given = random:chance(85)
    if shape == 1 then
      schema[#schema + 1] = pad .. name .. ": " .. own
      if given then values[#values + 1] = pad .. name .. ": " .. self:value(below, indent, false, 2) end
    elseif shape == 2 then
      schema[#schema + 1] = pad .. name .. ":"
      schema[#schema + 1] = pad .. "- " .. random:pick { '""', "1" }
      if given then values[#values + 1] = pad .. name .. ": " .. self:value(below, indent, false, 2) end
    elseif shape == 3 then
      schema[#schema + 1] = pad .. name .. ":"
      schema[#schema + 1] = pad .. "  #@schema/any-key"
      schema[#schema + 1] = pad .. "  _: " .. random:pick { '""', "1" }
      if given then values[#values + 1] = pad .. name .. ": " .. self:value(below, indent, false, 2) end
    else
      schema[#schema + 1] = pad .. name .. ":"
      values[#values + 1] = pad .. name .. ":"
      self:entries(below, indent + 2, depth - 1, schema, values)
    end
  end
end

local function case_of(number)
  local self = setmetatable({ random = random_of.new(14, number) }, Case)
  local schema, values = { "#@data/values-schema", "---" }, {}
  self:entries(false, 0, 2, schema, values)
  if self.random:chance(30) then values[#values + 1] = "unknown: 1" end
  return table.concat(schema, "\n") .. "\n", table.concat(values, "\n") .. "\n"
end

describe("random schemas and values", function()
  it("show no sensitive value in any report or export", function()
    local refused, reported = 0, 0
    for number = 1, 1000 do
      local text, given = case_of(number)
      local schema, report = yschema.load(text, { name = "s.yml" })
      local values
      if schema then
        assert.is_nil(yschema.encode(schema:describe(), "yaml"):find "MARKER", text)
        assert.is_nil(schema:json_schema():find "MARKER", text)
        assert.is_nil(schema:openapi():find "MARKER", text)
        if number % 5 == 0 then assert.is_nil(schema:html():find "MARKER", text) end
        values, report = schema:apply(given)
        if not values then reported = reported + 1 end
      else
        refused = refused + 1
      end
      -- A text that cannot be read is shown as it is.
      local unread = not values and report.violations[1] and report.violations[1].kind == "syntax"
      local shown = not unread and shows(report)
      assert.is_falsy(shown, ("number %d\n%s\n%s\n%s"):format(number, text, given, shown or ""))
    end
    assert.is_true(refused < 200 and reported > 500, refused .. " refused, " .. reported .. " reported")
  end)

  it("show none when characters are missing, so that the text cannot be read", function()
    local unread = 0
    for number = 1, 1500 do
      local random = random_of.new(15, number)
      local text, given = case_of(number)
      local schema = yschema.load(text, { name = "s.yml" })
      for _ = 1, random:int(1, 3) do
        local at = given:find("[^%w]", random:int(1, #given))
        if at then given = given:sub(1, at - 1) .. given:sub(at + 1) end
      end
      local _, report = nil, nil
      if schema then _, report = schema:apply(given) end
      if report and report.status == 2 then
        unread = unread + 1
        local shown = shows(report)
        assert.is_falsy(shown, ("number %d\n%s\n%s\n%s"):format(number, text, given, shown or ""))
      end
    end
    assert.is_true(unread > 100, unread .. " could not be read")
  end)
end)
