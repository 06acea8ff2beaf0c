-- Tests that values which code binds at the top level of a file cannot be changed after the file has run, as in
-- Starlark. Otherwise the result of a rule could depend on earlier runs.

local yschema = require "yschema"

local head = "#@data/values-schema\n---\n"

-- Returns the reports of two runs of a rule with these statements.
local function said(code, statements, options)
  local schema, report = yschema.load(code .. "#@ def rule(v):\n#@   " .. statements .. "\n#@   return True\n#@ end\n"
    .. head .. "#@schema/validation (\"r\", rule)\na: 1\n", options)
  assert(schema, tostring(report))
  local values, first = schema:apply ""
  local _, second = schema:apply ""
  assert.are.equal(tostring(first), tostring(second))
  if values then return "fine" end
  return first.violations[1].found:match "failed: (.*)$"
end

describe("a list or dict that code has bound is frozen when its file has run:", function()
  for _, row in ipairs {
    { "l.append(v)", "append: cannot append to frozen list" },
    { "l.extend([v])", "extend: cannot extend frozen list" },
    { "l.insert(0, v)", "insert: cannot insert into frozen list" },
    { "l.pop()", "pop: cannot pop from frozen list" },
    { "l.remove(1)", "remove: cannot remove from frozen list" },
    { "l.clear()", "clear: cannot clear frozen list" },
    { "l[0] = v", "cannot assign to element of frozen list" },
    { "l[0] += v", "cannot assign to element of frozen list" },
    { "d[\"k\"] = v", "cannot insert into frozen dict" },
    { "d[\"new\"] = v", "cannot insert into frozen dict" },
    { "d.pop(\"k\")", "pop: cannot delete from frozen dict" },
    { "d.popitem()", "popitem: cannot delete from frozen dict" },
    { "d.clear()", "clear: cannot clear frozen dict" },
    { "d.setdefault(\"new\", v)", "setdefault: cannot insert into frozen dict" },
    { "d.update([(\"new\", v)])", "update: cannot insert into frozen dict" },
    { "x = l; x += [v]", "cannot apply += to frozen list" },
    { "x = d; x |= {\"new\": v}", "cannot apply |= to frozen dict" },
    { "d[\"k\"].append(v)", "append: cannot append to frozen list" },
    { "s.items.append(v)", "append: cannot append to frozen list" },
    { "t[0].append(v)", "append: cannot append to frozen list" },
  } do
    it(row[1], function()
      assert.are.equal("schema:9: " .. row[2], said("#@ load(\"@ytt:struct\", \"struct\")\n#@ l = [1]\n"
        .. "#@ l.append(2)\n#@ d = {}\n#@ d[\"k\"] = [1]\n#@ t = ([1],)\n#@ s = struct.make(items=[1])\n",
        row[1]))
    end)
  end

  it("also one that a loaded file has bound", function()
    local options = { files = { ["lib/l.star"] = "l = [1]\n" } }
    local schema, report = yschema.load("#@ load(\"lib/l.star\", \"l\")\n#@ l.append(2)\n" .. head .. "a: 1\n", options)
    assert.is_nil(schema)
    assert.are.equal("append: cannot append to frozen list", report.violations[1].message)
  end)

  it("but not one that functions make, copy or receive", function()
    local code = "#@ l = [1]\n#@ d = {\"k\": 1}\n#@ def make():\n#@   return [l, d]\n#@ end\n"
    for _, statements in ipairs { "x = []; x.append(v)", "x = list(l); x.append(v)", "x = dict(d); x[\"k\"] = v",
      "x = l + [v]; x.append(v)", "make().append(v)", "x = [y for y in l]; x[0] = v", "l.index(1)",
      "d.setdefault(\"k\", v)", "x = d[\"k\"]; x += 1" } do
      assert.are.equal("fine", said(code, statements))
    end
  end)

  it("but not a table of Lua", function()
    assert.are.equal("fine", said("#@ local t = { 1 }\n#@ local function add(v) t[#t + 1] = v end\n", "add(v)"))
    local seen = { 0 }
    assert.are.equal("fine", said("#@ x = [seen]\n", "x[0].append(v)", { env = { seen = seen } }))
    assert.are.same({ 0, 1, 1 }, seen)
  end)
end)
