-- Single nodes of a layout, single origins of a run, and lines of a text.

local core = require "yschema.core"
local helper = require "spec.core.helper"

local TEXT = "a: 1\nb:\n- x\n- {c: d}\n---\ne:\n"

local function parsed(text) return assert(core.parse(core.source("t.yml", text))) end

describe("a layout without a tree", function()
  local function alone(text) return core.layout(core.source("t.yml", text)) end

  it("does not need a valid text", function()
    assert.equal("a", alone("a: 1\na: 2\n"):at(7)[2].key)
    assert.equal(0, alone(TEXT):count())
    assert.is_nil(alone "a: [")
    assert.is_nil(alone '{"a": 1}')
  end)

  it("has parts", function()
    local documents = alone(TEXT)
    local root = documents:layout(9, 10)[1].root
    assert.same({ 1, "b", 2, 1 }, { #root, root[1].key, root[1].number, #root[1] })
    assert.equal(2, #documents:layout(1, #TEXT))
    assert.has_error(function() documents:layout(2, 1) end)
  end)

  local function symbols(text, unit, uri)
    local json = parsed((text:gsub("^\239\187\191", ""))):symbols(text, unit, uri)
    return assert(core.parse(core.source("s", json, "s", true))):value(1)
  end

  it("has symbols, whose positions count in several units", function()
    local text = "\239\187\191k: {é: 1, \240\159\152\128: 2}\r\nl:\r\n- x: 1\r\n"
    for unit, ends in pairs { ["utf-8"] = { 12, 18 }, ["utf-16"] = { 9, 13 }, ["utf-32"] = { 9, 12 } } do
      local list = symbols(text, unit)
      local below = list[1].children
      assert.same(ends, { below[1].range["end"].character, below[2].selectionRange["end"].character }, unit)
      assert.equal("[0]", list[2].children[1].name)
      assert.same({ line = 2, character = 6 }, list[2].range["end"])
    end
    local flat = symbols("a:\n- b: 1\n", "utf-8", "file:///x")
    assert.same({ "a", "[0]", "b", "[0]" }, { flat[1].name, flat[2].name, flat[3].name, flat[3].containerName })
    assert.equal("[]", alone("a: 1\n"):folds "a: 1\n")
  end)
end)

describe("documents:at", function()
  local documents = parsed(TEXT)

  local function shown(at)
    local words = {}
    for i, node in ipairs(documents:at(at)) do words[i] = (node.key or node.kind) .. node.number end
    return table.concat(words, " ")
  end

  it("gives the nodes at a byte", function()
    for at, expected in pairs {
      [1] = "map1 a1", [4] = "map1 a1", [5] = "map1 a1", [6] = "map1 b2", [9] = "map1 b2 string1",
      [11] = "map1 b2 string1", [17] = "map1 b2 map2 c1", [20] = "map1 b2 map2 c1", [26] = "map2 e1", [28] = "map2 e1",
      [99] = "map2",
    } do assert.equal(expected, shown(at), at) end
  end)

  it("gives nothing in an empty text", function()
    local empty = parsed ""
    assert.same({}, empty:at(1))
    assert.is_nil(empty:root(1))
    assert.same({}, empty:below(10, 1))
  end)

  it("gives the nodes below others", function()
    local function keys(list)
      local words = {}
      for i, node in ipairs(list) do words[i] = node.key or node.kind end
      return table.concat(words, " ")
    end
    assert.equal("a b", keys(documents:below(10, 1)))
    assert.equal("a", keys(documents:below(1, 1)))
    assert.equal("string map", keys(documents:below(10, 1, 2)))
    assert.equal("c", keys(documents:below(10, 1, 2, 2)))
    assert.equal("", keys(documents:below(10, 1, 1)))
    assert.equal("", keys(documents:below(10, 3, 1, 7)))
    assert.equal("map", documents:root(2).kind)
    assert.is_nil(documents:root(3))
  end)

  it("has the places of the layout", function()
    local node, all = documents:at(17)[4], documents:layout()
    assert.same(all[1].root[2][2][1], node)
  end)

  it("refuses other bytes than those of texts", function()
    assert.has_error(function() documents:at(0) end)
    local closed = parsed "a: 1"
    closed:close()
    assert.has_error(function() closed:at(1) end)
  end)
end)

describe("documents:readable", function()
  it("goes on where the reader has stopped", function()
    local source = core.source("t.yml", "a: [1\nb: c: d\n")
    local documents, owner = core.parse(source)
    assert.is_nil(documents)
    assert.same({ source:readable() }, { owner:readable() })
    assert.same({ "a: 1\n", 0 }, { parsed "a: 1\n":readable() })
  end)
end)

describe("run:origin", function()
  local schema = helper.schema "#@data/values-schema\n---\na: 1\nb: [{c: 1}]\n#@schema/sensitive\np: x\n"

  it("is one node of the provenance", function()
    local run = core.run(schema, { explain = true })
    run:parse(core.source("t.yml", "a: 2\nb: [{c: 3}]\np: seen\n"), "template")
    run:step()
    local whole = run:provenance()
    assert.same(whole.below[1], run:origin "a")
    assert.same(whole.below[2].below[1].below[1], run:origin("b", 0, "c"))
    assert.equal("(sensitive)", run:origin("p").events[2].text)
    assert.is_nil(run:origin "x")
    assert.is_nil(run:origin("b", 1))
    assert.is_nil(run:origin("a", "x"))
    assert.is_nil(run:origin().below)
  end)

  it("needs a run that explains itself", function()
    local run = core.run(schema)
    run:step()
    assert.has_error(function() run:origin "a" end)
  end)
end)

describe("lines", function()
  it("end with a line feed, a carriage return, or both", function()
    local text, lines = "a\nb\r\n\rc", {}
    for number = 1, 5 do
      local first, last = core.line(text, number)
      lines[number] = first and text:sub(first, last)
    end
    assert.same({ "a", "b", "", "c" }, lines)
    local numbers = {}
    for at = 1, #text + 1 do numbers[at] = core.line_of(text, at) end
    assert.same({ 1, 1, 2, 2, 2, 3, 4, 4 }, numbers)
  end)

  -- They are counted in blocks where that is possible.
  for name, ending in pairs { ["line feeds"] = "\n", ["carriage returns"] = "\r", ["both"] = "\r\n" } do
    it("are found in a long text with " .. name, function()
      local lines, starts, at = {}, {}, 1
      for number = 1, 300 do
        lines[number] = ("x"):rep(number % 7 == 0 and 900 or number % 5) .. (number == 150 and "\r\n" or ending)
        starts[number], at = at, at + #lines[number]
      end
      local text = table.concat(lines)
      for number, first in ipairs(starts) do
        local own, last = core.line(text, number)
        assert.same({ first, lines[number]:match "^x*" }, { own, text:sub(own, last) })
        assert.equal(number, core.line_of(text, first))
        assert.equal(number, core.line_of(text, first + #lines[number] - 1))
      end
      assert.same({ #text + 1, #text }, { core.line(text, 301) })
      assert.is_nil(core.line(text, 302))
      assert.equal(301, core.line_of(text, #text + 1))
    end)
  end
end)
