local yschema = require "yschema"

-- The documents of a result, encoded; or the messages of a report.
local function outcome(documents, report)
  if documents then return documents:encode "yaml" end
  local messages = {}
  for i, violation in ipairs(report.violations) do messages[i] = violation.message end
  return table.concat(messages, "\n")
end

local code = { code_in_values = true }

describe("yschema.overlay", function()
  it("merges what names no document into the only one", function()
    assert.equal("a: 1\nb: 2\n", outcome(yschema.overlay("a: 1\nb: 1", "b: 2")))
  end)

  it("applies what names documents to those that match", function()
    assert.equal("kind: a\nx: 1\n---\nkind: b\n", outcome(yschema.overlay(
      "kind: a\n---\nkind: b",
      '#@overlay/match by=overlay.subset({"kind": "a"})\n---\n#@overlay/match missing_ok=True\nx: 1')))
  end)

  it("takes several overlays in order", function()
    assert.equal("a: 3\n", outcome(yschema.overlay("a: 1", "a: 2", "a: 3")))
  end)

  it("takes Lua tables, and leaves them alone", function()
    local base, over = { a = { x = 1 }, l = { 1 } }, { a = { x = 2 } }
    local documents = assert(yschema.overlay(base, over))
    assert.same({ a = { x = 2 }, l = { 1 } }, documents:value())
    assert.same({ { a = { x = 1 }, l = { 1 } }, { a = { x = 2 } } }, { base, over })
  end)

  it("takes parsed documents, any number of times", function()
    local base = assert(yschema.parse("a: 1", "base.yml"))
    assert.equal("a: 2\n", outcome(yschema.overlay(base, "a: 2")))
    assert.equal("a: 3\n", outcome(yschema.overlay(base, { a = 3 })))
    assert.same({ a = 1 }, base:value())
  end)

  it("takes its own results", function()
    local first = assert(yschema.overlay("a: 1", "a: 2"))
    assert.equal("a: 4\n", outcome(yschema.overlay(first, "a: 4")))
  end)

  it("gives what a schema can be applied to", function()
    local schema = assert(yschema.load "#@data/values-schema\n---\na: 0\nb: 7")
    assert.same({ a = 2, b = 7 }, schema:apply(yschema.overlay("a: 1", "a: 2")))
  end)

  it("reports which text has the violation", function()
    local documents, report = yschema.overlay("a: 1", "b: 2")
    assert.is_nil(documents)
    assert.equal(1, report.status)
    local violation = report.violations[1]
    assert.same({ "overlay", "b", "overlay 1", 1 }, { violation.kind, violation.path, violation.file, violation.line })
  end)

  it("reports all violations at once", function()
    assert.equal("overlaying b: Expected number of matched nodes to be 1, but was 0\n"
      .. "overlaying c: Expected number of matched nodes to be 1, but was 0",
      outcome(yschema.overlay("a: 1", "b: 2\nc: 3")))
  end)

  it("needs a document to lay an overlay on", function()
    assert.matches("is not laid on exactly one", outcome(yschema.overlay("a: 1\n---\na: 2", "a: 3")))
  end)

  it("is refused without a base", function()
    assert.error_matches(function() yschema.overlay_with({}) end, "a base expected")
  end)

  describe("with functions", function()
    it("runs none unless it may", function()
      local _, report = yschema.overlay("a: 1", "#@overlay/replace via=lambda l, r: l + r\na: 2")
      assert.same({ "code-in-values", 2 }, { report.violations[1].kind, report.status })
    end)

    it("calls them with the left and the right value", function()
      assert.equal("a: 3\n", outcome(yschema.overlay_with(code, "a: 1",
        "#@overlay/replace via=function(l, r) return l + r end\na: 2")))
    end)

    it("hands over copies", function()
      assert.equal("a:\n  x: 1\nb: true\n", outcome(yschema.overlay_with(code, "a: {x: 1}\nb: 0",
        "#@overlay/match by=function(k, l) if k == 'a' then l.x = 9 end return k == 'b' end\nb: true")))
    end)

    it("looks names up in env", function()
      local options = { code_in_values = true, env = { add = function(l, r) return l + r end } }
      assert.equal("a: 5\n", outcome(yschema.overlay_with(options, "a: 1", "#@overlay/replace via=add\na: 4")))
    end)

    it("says what they threw, and where", function()
      assert.matches("overlay 1:1: boom", outcome(yschema.overlay_with(code, "a: 1",
        "#@overlay/replace via=function() error('boom') end\na: 2")))
    end)

    it("survives error objects of all sorts", function()
      for _, thrown in ipairs { "nil", "{}", "{ 1 }" } do
        assert.matches("error object is a", outcome(yschema.overlay_with(code, "a: 1",
          ("#@overlay/replace via=function() error(%s) end\na: 2"):format(thrown))))
      end
    end)

    it("refuses what is no value", function()
      assert.matches("a function is not a value", outcome(yschema.overlay_with(code, "a: 1",
        "#@overlay/replace via=function() return type end\na: 2")))
    end)

    if not rawget(_G, "jit") then
      it("stops those that do not end", function()
        assert.matches("budget of 1000000 is used up", outcome(yschema.overlay_with(
          { code_in_values = true, budget = 1000000 }, "a: 1",
          "#@overlay/replace via=function() while true do end end\na: 2")))
      end)
    end
  end)
end)

describe("an overlay that lacks its key", function()
  local function hints(base, over)
    local _, report = yschema.overlay(base, over)
    local found = {}
    for hint in tostring(report):gmatch "= hint: ([^\n]*)" do found[#found + 1] = hint end
    return table.concat(found, "\n")
  end
  local add = "#@overlay/match missing_ok=True above it adds a key that is not there."

  it("is reported what it may have meant, and how to add it", function()
    assert.equal(add, hints("a: 1", "zone: 1"))
    assert.equal('did you mean "replicas"?\n' .. add, hints("replicas: 1", "replica: 2"))
    assert.equal('did you mean "replicas"?\n' .. add, hints("replicas: 1", "#@overlay/merge\nreplica: 2"))
  end)

  it("is not reported what it has said itself", function()
    assert.equal("", hints("replicas: 1", "#@overlay/remove\nreplica: 2"))
    assert.equal("", hints("replicas: 1", '#@overlay/match expects="1+"\nreplica: 2'))
    assert.equal("", hints("l: [{n: 1}]", 'l:\n#@overlay/match by="n"\n- n: 2'))
  end)

  it("is reported what needs no leave", function()
    assert.matches("texts in quotes.*need no permission: by=name\n", hints("l: [{name: 1}]",
      "l:\n#@overlay/match by=name\n- name: 2"))
  end)
end)
