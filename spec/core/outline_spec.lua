-- `documents:outline(i)`: the nodes of a document with their kinds, places and comments.

local core = require "yschema.core"

local function outline(text, options, name)
  local documents = assert(core.parse(core.source(name or "v.yml", text), options or { keep_comments = true }))
  return documents:outline(1)
end

local function texts(node)
  local list = {}
  for i, comment in ipairs(node.comments or {}) do list[i] = comment.line .. ":" .. comment.text end
  return table.concat(list, "|")
end

describe("the outline of a document", function()
  it("has kinds, keys, values and places", function()
    local map = outline "a: 1\nb:\n- 2.0\n- x\n1: ~\nc: {d: true}\n"
    assert.same({ "map", 4 }, { map.kind, #map })
    assert.same({ key = "a", kind = "integer", value = 1, line = 1, column = 1 }, map[1])
    assert.same({ "b", "array", 2, 1 }, { map[2].key, map[2].kind, map[2].line, map[2].column })
    assert.same({ kind = "float", value = 2.0, line = 3, column = 1 }, map[2][1])
    assert.same({ kind = "string", value = "x", line = 4, column = 1 }, map[2][2])
    assert.same({ "1", "integer", "null", core.null }, { map[3].key, map[3].key_kind, map[3].kind, map[3].value })
    assert.same({ key = "d", kind = "boolean", value = true, line = 6, column = 5 }, map[4][1])
  end)

  it("gives each node its comments, with their lines", function()
    local map = outline "# top\n\n# about a\na: 1 # after a\nb:\n  # about c\n  c: 2\n#! note\nd: 3\n# end\n"
    assert.equal("1: top|3: about a|4: after a", texts(map[1]))
    assert.equal("6: about c", texts(map[2][1]))
    assert.equal("", texts(map[2]))
    assert.equal("8:! note", texts(map[3]))
  end)

  it("has no comments unless they are asked for, and no annotations", function()
    assert.is_nil(outline("# x\na: 1\n", {})[1].comments)
    assert.is_nil(outline("#@schema/nullable\na: 1\n")[1].comments)
  end)

  it("reads JSON", function()
    local map = outline('{"a": [1,\n  {"b": null}]}', nil, "v.json")
    assert.same({ "b", 2 }, { map[1][2][1].key, map[1][2][1].line })
  end)

  it("leaves out an integer for which Lua has no number", function()
    local node = outline "18446744073709551615"
    assert.equal("integer", node.kind)
    if math.type then assert.is_nil(node.value) end
  end)

  it("goes as deep as documents do", function()
    local node, depth = outline(("["):rep(900) .. ("]"):rep(900)), 0
    while node do node, depth = node[1], depth + 1 end
    assert.equal(900, depth)
  end)
end)
