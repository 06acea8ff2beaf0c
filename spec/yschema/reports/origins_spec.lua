-- Where values come from: `report:origin(path)` of schemas that are loaded with `explain = true`.

local yschema = require "yschema"

local unpack = table.unpack or unpack -- luacheck: ignore

local head = "#@data/values-schema\n---\n"
local values_head = "#@data/values\n---\n"

-- An event as a line of text.
local function shown(event)
  local value = event.value
  if type(value) == "table" then value = yschema.encode(value, "json"):gsub("\n", "") end
  if value == yschema.null then value = "null" end
  local parts = { event.action, value ~= nil and tostring(value) or "-" }
  parts[#parts + 1] = event.line and ("%s:%d"):format(event.file, event.line) or event.by
  if event.annotation then parts[#parts + 1] = ("@%s:%d"):format(event.annotation, event.annotation_line) end
  if event.renamed_from then parts[#parts + 1] = "from " .. event.renamed_from end
  return table.concat(parts, " ")
end

local function explained(row)
  local schema = assert(yschema.load(head .. row.schema, { explain = true, code_in_values = row.code }))
  return select(2, schema:apply(unpack(row, 2)))
end

local rows = {
  { "a default", schema = "a: 1\n", path = "a", says = { "default 1 schema:3" } },
  { "the default of a map", schema = "a:\n  b: 1\n", path = "a", says = { 'default {"b":1} schema:3' } },
  { "a text", schema = "a: 1\n", "a: 2\n", path = "a", says = { "default 1 schema:3", "set 2 values:1" } },
  { "the same value again", schema = "a: 1\n", "a: 1\n", { a = 1 }, { a = 1 }, path = "a",
    says = { "default 1 schema:3", "set 1 values:1", "set 1 table", "set 1 table" } },
  { "a document that says nothing", schema = "a: 1\nb: 1\n", "a: 2\n", "b: 3\n", path = "a",
    says = { "default 1 schema:3", "set 2 values:1" } },
  { "maps are merged", schema = "a:\n  b: 1\n  c: 2\n", "a: {b: 3}\n", "a: {c: 4}\n", path = "a",
    says = { 'default {"b":1,"c":2} schema:3', 'merged {"b":3} values:1', 'merged {"c":4} values 2:1' } },
  { "a map that was null", schema = "#@schema/nullable\na:\n  b: 1\n", "a: {}\n", path = "a.b",
    says = { "filled 1 schema:5" } },
  { "an item's defaults", schema = "a:\n- b: 1\n  c: 2\n", "a: [{c: 3}]\n", path = "a[0].b",
    says = { "filled 1 schema:4" } },
  { "an item's value", schema = "a:\n- b: 1\n  c: 2\n", "a: [{c: 3}]\n", path = "a[0].c",
    says = { "set 3 values:1" } },
  { "arrays of plain texts replace", schema = "a:\n- 0\n", "a: [1]\n", "a: [2, 3]\n", path = "a",
    says = { "default [] schema:3", "replaced [1] values:1", "replaced [2,3] values 2:1" } },
  { "an item of an array that was replaced", schema = "a:\n- 0\n", "a: [1]\n", "a: [2, 3]\n", path = "a[0]",
    says = { "set 2 values 2:1" } },
  { "arrays of data values are appended to", schema = "a:\n- 0\n", "a: [1]\n", values_head .. "a: [2]\n",
    path = "a[1]", says = { "appended 2 values 2:3" } },
  { "a match", schema = "a:\n- n: ''\n  v: 0\n", "a: [{n: x}, {n: y, v: 5}]\n",
    values_head .. 'a:\n#@overlay/match by="n"\n- n: y\n  v: 6\n', path = "a[1].v",
    says = { "set 5 values:1", "set 6 values 2:6" } },
  { "a match of an item", schema = "a:\n- n: ''\n", "a: [{n: x}]\n",
    values_head .. 'a:\n#@overlay/match by="n"\n- n: x\n', path = "a[0]",
    says = { 'set {"n":"x"} values:1', 'merged {"n":"x"} values 2:5 @overlay/match:4' } },
  { "an item after one that was removed", schema = "a:\n- ''\n", "a: [x, z]\n",
    values_head .. 'a:\n#@overlay/match by=lambda i,l,r: l == "x"\n#@overlay/remove\n- x\n',
    code = true, path = "a[0]", says = { "set z values:1" } },
  { "an insertion", schema = "a:\n- n: ''\n", "a: [{n: x}]\n",
    values_head .. 'a:\n#@overlay/match by="n"\n#@overlay/insert before=True\n- n: x\n', path = "a[0]",
    says = { 'inserted {"n":"x"} values 2:6 @overlay/insert:5' } },
  { "an item after an insertion", schema = "a:\n- n: ''\n", "a: [{n: x}]\n",
    values_head .. 'a:\n#@overlay/match by="n"\n#@overlay/insert before=True\n- n: x\n', path = "a[1]",
    says = { 'set {"n":"x"} values:1' } },
  { "a replacement", schema = "a:\n  #@schema/any-key\n  _: 0\n", "a: {b: 1}\n",
    values_head .. "#@overlay/replace\na: {c: 2}\n", path = "a",
    says = { "default {} schema:3", 'merged {"b":1} values:1', 'replaced {"c":2} values 2:4 @overlay/replace:3' } },
  { "a key that a replacement left out", schema = "a:\n  #@schema/any-key\n  _: 0\n", "a: {b: 1}\n",
    values_head .. "#@overlay/replace\na: {c: 2}\n", path = "a.b",
    says = { "set 1 values:1", "removed - values 2:4" } },
  { "a replacement by a function", schema = "a: 1\n", code = true,
    values_head .. "#@overlay/replace via=lambda l, r: l + r\na: 2\n", path = "a",
    says = { "default 1 schema:3", "replaced 3 values:4 @overlay/replace:3" } },
  { "a removed key", schema = "a:\n  #@schema/any-key\n  _: 0\n", "a: {b: 1, c: 2}\n",
    values_head .. "a:\n  #@overlay/remove\n  b:\n", path = "a.b",
    says = { "set 1 values:1", "removed - values 2:5 @overlay/remove:4" } },
  { "a removed key of the schema", schema = "a: 1\nb: 1\n", "a: 2\n", values_head .. "#@overlay/remove\na:\n",
    path = "a",
    says = { "default 1 schema:3", "set 2 values:1", "removed - values 2:4 @overlay/remove:3", "filled 1 schema:3" } },
  { "an old name", schema = "#@schema/renamed from='old'\na: 1\n", "old: 2\n", path = "a",
    says = { "default 1 schema:4", "set 2 values:1 from old" } },
  { "an old name of an item's key", schema = "a:\n- n: ''\n  #@schema/renamed from='w'\n  v: 0\n", "a: [{n: x}]\n",
    values_head .. 'a:\n#@overlay/match by="n"\n- n: x\n  w: 2\n', path = "a[0].v",
    says = { "filled 0 schema:6", "set 2 values 2:6 from a[0].w" } },
  { "a default from a function", schema = "#@schema/default function() return 3 end\na: 0\n", path = "a",
    says = { "computed 3 schema:4" } },
  { "a default that a function gives, and a map merged onto it",
    schema = "#@schema/default function() return { b = 3 } end\na:\n  b: 0\n  c: 1\n", "a: {c: 2}\n", path = "a.b",
    says = { "computed 3 schema:4" } },
  { "a value merged onto a default that a function gives",
    schema = "#@schema/default function() return { b = 3 } end\na:\n  b: 0\n  c: 1\n", "a: {c: 2}\n", path = "a.c",
    says = { "computed 1 schema:4", "set 2 values:1" } },
  { "a value that does not fit", schema = "a: 1\n", "a: x\n", path = "a",
    says = { "default 1 schema:3", "refused x values:1" } },
  { "a sensitive value", schema = "#@schema/sensitive\na: x\n", "a: z\n", path = "a",
    says = { "default (sensitive) schema:4", "set (sensitive) values:1" } },
  { "a map with a sensitive value", schema = "m:\n  #@schema/sensitive\n  a: x\n", "m: {a: z}\n", path = "m",
    says = { "default (sensitive) schema:3", "merged (sensitive) values:1" } },
  { "a sensitive map", schema = "#@schema/sensitive\n#@schema/type any=True\nm: {}\n", "m: {k: z}\n",
    path = "m", says = { "default (sensitive) schema:5", "merged (sensitive) values:1" } },
  { "a value with alternatives", schema = "#@schema/any-of {'k': 1, 'l': 2}, ''\na: ''\n", "a: {k: 5}\n",
    path = "a.l", says = { "filled 2 schema:3" } },
  { "a value of an alternative", schema = "#@schema/any-of {'k': 1, 'l': 2}, ''\na: ''\n",
    "a: {k: 5}\n", "a: {l: 6}\n", path = "a.k", says = { "set 5 values:1" } },
  { "an integer for a float", schema = "a: 1.5\n", "a: 2\n", path = "a",
    says = { "default 1.5 schema:3", ("set %s values:1"):format(2.0) } },
  { "a quoted key", schema = "#@schema/any-key\n_: 0\n", '{"a.b": 1}\n',
    path = '["a.b"]', says = { "set 1 values:1" } },
  { "a quoted key after a dot", schema = "m:\n  #@schema/any-key\n  _: 0\n", 'm: {"a.b": 1}\n', path = 'm."a.b"',
    says = { "set 1 values:1" } },
  { "a JSON pointer", schema = "m:\n  #@schema/any-key\n  _: 0\n", 'm: {"a/b": 1}\n', path = "/m/a~1b",
    says = { "set 1 values:1" } },
}


describe("the origin of", function()
  for _, row in ipairs(rows) do
    it(row[1], function()
      local report, found = explained(row), {}
      for i, event in ipairs(assert(report:origin(row.path))) do found[i] = shown(event) end
      assert.same(row.says, found)
    end)
  end
end)

describe("a report", function()
  it("names similar paths", function()
    local report = explained { "", schema = "db:\n  port: 1\n  host: ''\nport: 2\n" }
    local cases = {
      ["db.prot"] = { "db.port" }, ["dbs.port"] = { "db" }, ["x.port"] = { "db.port", "port" },
      ["db.zzzzz"] = { "db.port", "db.host" }, ["db[0]"] = { "db.port", "db.host" },
    }
    for path, near in pairs(cases) do
      local list, found = report:origin(path)
      assert.is_nil(list)
      assert.same(near, found, path)
    end
  end)

  it("names the nearest item of an array", function()
    local own = explained { "", schema = "a:\n- b: 1\nm:\n  a: 1\n", "a: [{b: 1}, {b: 2}]\n" }
    for path, near in pairs {
      ["a[2]"] = "a[1]", ["a[-1]"] = "a[1]", ["a[-9].b"] = "a[0].b", ["a[99999999999999999999].b"] = "a[1].b",
      ["a[7].c"] = "a[1]", ["a.0"] = "a[0]", ["/a/7/b"] = "a[1].b", ["m[0]"] = "m.a",
    } do
      assert.same({ near }, select(2, own:origin(path)), path)
    end
  end)

  it("has origins only with explain = true", function()
    local _, report = assert(yschema.load(head .. "a: 1\n")):apply "a: 2\n"
    local ok, problem = pcall(report.origin, report, "a")
    assert.is_false(ok)
    assert.matches("explain = true", problem, 1, true)
  end)

  it("refuses what is no path", function()
    local report = explained { "", schema = "a: 1\n" }
    for _, path in ipairs { "a.", "a..b", "a[", "a[x]", 'a["b', 'a["b"', ".a", "a]" } do
      local ok, problem = pcall(report.origin, report, path)
      assert.is_false(ok, path)
      assert.matches("is not a path", problem, 1, true)
    end
    assert.is_false((pcall(report.origin, report)))
    assert.is_false((pcall(report.origin, nil, "a")))
  end)

  it("does not show what is below a sensitive value", function()
    local report = explained { "", { m = { secret = 1 } },
      schema = "#@schema/sensitive\nm:\n  #@schema/any-key\n  _: 0\n" }
    assert.is_nil((report:origin "m.secret"))
    assert.same({}, select(2, report:origin "m.secert"))
  end)

  it("has the origins of values in JSON, too", function()
    local schema = assert(yschema.load(head .. "a: 1\n", { explain = true }))
    local _, report = schema:apply_json '{"a": 3}'
    assert.equal("set 3 values:1", shown(report:origin("a")[2]))
  end)
end)
