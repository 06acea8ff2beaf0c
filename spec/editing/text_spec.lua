-- Edits of texts: what is written, and that other bytes stay.

local core = require "yschema.core"
local text = require "yschema.editing.text"
local values = require "yschema.editing.values"
local yschema = require "yschema"

local function map(...) return { kind = "map", ... } end
local function array(...) return { kind = "array", ... } end
local function integer(value, key) return { kind = "integer", value = value, key = key } end
local function str(value, key) return { kind = "string", value = value, key = key } end

-- Edits a text with a function. Returns the new text, or nil and the reason.
local function edited(old, change, name)
  name = name or "v.yml"
  local opened = assert(text.open(core.source(name, old, name, name:find "%.json$" ~= nil)))
  local root = opened.documents[1].root
  local done, reason = change(opened, root, function(path) return assert(opened:at(root, path)) end)
  if done == nil then return nil, reason end
  local new, why = opened:commit()
  return new and new:bytes(), why
end

local function becomes(old, new, change, name) assert.equal(new, (assert(edited(old, change, name)))) end
local function is_refused(reason, old, change) assert.same({ nil, reason }, { edited(old, change) }) end

-- LuaJIT has no module utf8.
local function utf8_char(code)
  return (assert(yschema.parse(('"\\U%08X"'):format(code))):value())
end

describe("an edited text", function()
  it("gives keys other names", function()
    becomes("a: 1 # c\nb: 2\n", "x: 1 # c\nb: 2\n", function(t, _, at) return t:rename(at "a", "x") end)
    becomes("{'a': 1}", "{'it''s': 1}", function(t, _, at) return t:rename(at "a", "it's") end)
  end)

  it("replaces values in the style of the old ones", function()
    becomes('p: "8080" # c\n', "p: 8080 # c\n", function(t, _, at) return t:replace(at "p", 8080) end)
    becomes("p: yes\n", "p: 'yes'\n", function(t, _, at) return t:replace(at "p", "yes") end)
    becomes('p:\nq: "x"\n', 'p: a\nq: "x"\n', function(t, _, at) return t:replace(at "p", "a") end)
    becomes("p: 1 # c\n", "p: # c\n- 1\n- b\n",
      function(t, _, at) return t:replace(at "p", array(integer(1), str "b")) end)
    becomes("p:\n- 1\n- 2\nq: 1\n", "p: x\nq: 1\n", function(t, _, at) return t:replace(at "p", "x") end)
    becomes("p: {a: 1,\n b: 2}\n", "p: {a: 1,\n b: 3}\n", function(t, _, at) return t:replace(at "p.b", 3) end)
    becomes("- x # c\n- y\n", "- a: 1 # c\n  b: 2\n- y\n",
      function(t, _, at) return t:replace(at "[0]", map(integer(1, "a"), integer(2, "b"))) end)
    becomes("t: |\n  a\n  b\nz: 1\n", "t: |\n  a\n  c\nz: 1\n",
      function(t, _, at) return t:replace(at "t", "a\nc\n") end)
    becomes("t: |\n  a\n  b\nz: 1\n", "t: q\nz: 1\n", function(t, _, at) return t:replace(at "t", "q") end)
    becomes("[1, 2]", '[1, "x"]', function(t, _, at) return t:replace(at "[1]", "x") end, "a.json")
  end)

  it("writes every character, so that it is read again", function()
    local olds = { "p: x\n", "p: 'x'\n", 'p: "x"\n', "{p: x}\n", "- p: x\n", "p: |\n  x\n  y\n", '{"p": "x"}' }
    local count = 0
    for _, code in ipairs { 0, 1, 9, 10, 13, 0x1B, 0x7F, 0x80, 0x85, 0x9F, 0xA0, 0xAD, 0x200B, 0x2028, 0x2029, 0x202E,
      0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0xE0001, 0x10FFFF } do
      local character = utf8_char(code)
      for _, pattern in ipairs { "%s", "a%sb", "%sa: #\\'\"", "a\nb%s\n", "'%s" } do
        local value = pattern:gsub("%%s", (character:gsub("%%", "%%%%")))
        for i, old in ipairs(olds) do
          local name = old:find '"p"' and "v.json" or "v.yml"
          local path = old:find "^%-" and "[0].p" or "p"
          local new, why = edited(old, function(t, _, at) return t:replace(at(path), value) end, name)
          assert.is_string(new, ("U+%04X %s %s: %s"):format(code, pattern, old, tostring(why)))
          local read = assert(yschema.parse(new, name)):value()
          assert.equal(value, (read[1] or read).p, ("U+%04X %d"):format(code, i))
          count = count + 1
        end
      end
    end
    assert.equal(25 * 5 * #olds, count)
  end)

  it("writes bytes that are no UTF-8 in base64, and not at all in JSON", function()
    local bytes = "\255\254"
    becomes("p: 'x'\n", 'p: !!binary "//4="\n', function(t, _, at) return t:replace(at "p", bytes) end)
    local new, why = edited('{"p": "x"}', function(t, _, at) return t:replace(at "p", bytes) end, "v.json")
    assert.is_nil(new)
    assert.is_string(why)
  end)

  it("removes entries with their comments", function()
    becomes("a: 1\n# about b\nb: 2 # c\nc: 3\n", "a: 1\nc: 3\n", function(t, _, at) return t:remove(at "b") end)
    becomes("m:\n  a: 1\nz: 1\n", "m: {}\nz: 1\n", function(t, _, at) return t:remove(at "m.a") end)
    becomes("m:\n- a: 1\n  b: 2\n- c: 1\n", "m:\n- b: 2\n- c: 1\n", function(t, _, at) return t:remove(at "m[0].a") end)
    becomes("m:\n- a: 1\n- c: 1\n", "m:\n- {}\n- c: 1\n", function(t, _, at) return t:remove(at "m[0].a") end)
    becomes("m:\n- a: 1\n- c: 1\n", "m:\n- c: 1\n", function(t, _, at) return t:remove(at "m[0]") end)
    becomes("- - 1\n  - 2\n- 3\n", "- - 2\n- 3\n", function(t, _, at) return t:remove(at "[0][0]") end)
    becomes("m: [1, 2, 3]\n", "m: [1, 3]\n", function(t, _, at) return t:remove(at "m[1]") end)
    becomes("m: [1, 2, 3]\n", "m: [1, 2]\n", function(t, _, at) return t:remove(at "m[2]") end)
    becomes("m: [1,]\n", "m: []\n", function(t, _, at) return t:remove(at "m[0]") end)
    becomes("m: {\n  a: 1, # a\n  # b\n  b: 2 # bb\n}\n", "m: {\n  a: 1 # a\n}\n",
      function(t, _, at) return t:remove(at "m.b") end)
    becomes("m: {\n  a: 1, # a\n  # b\n  b: 2, # bb\n}\n", "m: {\n  a: 1, # a\n}\n",
      function(t, _, at) return t:remove(at "m.b") end)
    becomes('{\n\t"a": 1,\n\t"b": 2\n}\n', '{\n\t"b": 2\n}\n', function(t, _, at) return t:remove(at "a") end, "v.json")
    becomes("a: 1\nb: 2", "a: 1", function(t, _, at) return t:remove(at "b") end)
    becomes("a: 1", "{}", function(t, _, at) return t:remove(at "a") end)
  end)

  it("adds entries in the style of their neighbours", function()
    becomes("a: 1\nb:\n  c: 2 # x\nz: 1\n", "a: 1\nb:\n  c: 2 # x\n  d: q\nz: 1\n",
      function(t, _, at) return t:insert(at "b", "d", "q") end)
    becomes("b:\n  c: 2\n", "b:\n  d: 1\n  c: 2\n",
      function(t, _, at) return t:insert(at "b", "d", 1, { before = at "b.c" }) end)
    becomes("- c: 2\n", "- d: 1\n  c: 2\n",
      function(t, _, at) return t:insert(at "[0]", "d", 1, { before = at "[0].c" }) end)
    becomes("b: {}\n", "b:\n  d: 1\n", function(t, _, at) return t:insert(at "b", "d", 1) end)
    becomes("b: # c\n", "b: # c\n  d: 1\n", function(t, _, at) return t:insert(at "b", "d", 1) end)
    becomes("b: null\nc: 1\n", "b:\n  d: 1\nc: 1\n", function(t, _, at) return t:insert(at "b", "d", 1) end)
    becomes("b: []\n", "b:\n- x\n", function(t, _, at) return t:insert(at "b", nil, "x") end)
    becomes("b: [1]\n", "b: [1, x]\n", function(t, _, at) return t:insert(at "b", nil, "x") end)
    becomes("b: [\n  1,\n  2 # c\n]\n", "b: [\n  1,\n  2, # c\n  x\n]\n",
      function(t, _, at) return t:insert(at "b", nil, "x") end)
    becomes("b:\n  - 1\nc:\n", "b:\n  - 1\nc:\n  - x\n", function(t, _, at) return t:insert(at "c", nil, "x") end)
    becomes("", "a: 1\n", function(t, r) return t:insert(r, "a", 1) end)
    becomes("# c\n", "# c\na: 1\n", function(t, r) return t:insert(r, "a", 1) end)
    becomes("a: 1", "a: 1\nb: 2", function(t, r) return t:insert(r, "b", 2) end)
    becomes("a: 1\r\n", "a: 1\r\nb:\r\n  c: 2\r\n", function(t, r) return t:insert(r, "b", map(integer(2, "c"))) end)
    becomes('{"a": 1}', '{"a": 1, "b": "x"}', function(t, r) return t:insert(r, "b", "x") end, "v.json")
  end)

  it("moves entries, and replaces what differs", function()
    becomes("a:\n  # why\n  x: 1 # c\n  y: 2\nb:\n    z: 1\n", "a:\n  y: 2\nb:\n    z: 1\n    # why\n    q: 1 # c\n",
      function(t, _, at) return t:move(at "a.x", at "b", "q") end)
    becomes("a:\n  x: 1\nb: {z: 1}\n", "a: {}\nb: {z: 1, x: 1}\n",
      function(t, _, at) return t:move(at "a.x", at "b") end)
    becomes("a: {x: 1, y: [1,\n 2]}\nb:\n  z: 1\n", "a: {x: 1}\nb:\n  z: 1\n  y: [1,\n  2]\n",
      function(t, _, at) return t:move(at "a.y", at "b") end)
    is_refused("is in several places, through an anchor", "s: &x {a: 1}\nt: *x\n",
      function(t, _, at) return t:rename(at "s.a", "b") end)
    becomes("a: {b: 1, c: [1, 2]} # k\n", "a: {b: 2, c: [1, 3]} # k\n",
      function(t, _, at) return t:replace(at "a", values.read "{b: 2, c: [1,3]}") end)
    becomes("a:\n  b: 1 # one\n  # two\n  c: 2\n", "a:\n  b: 1 # one\n  d: 4\n",
      function(t, _, at) return t:replace(at "a", values.read "{b: 1, d: 4}") end)
  end)
end)
