-- `documents:layout()`: where each node of a text is written.

local core = require "yschema.core"

local ESCAPES = { ["\r"] = "\\r", ["\n"] = "\\n", ["\t"] = "\\t" }

-- Writes a node: its indicator, key and value as the text has them, and its style. What is below it follows, indented.
local function written(text, node, indentation, out)
  local function slice(first, last) return (text:sub(first, last):gsub("[\r\n\t]", ESCAPES)) end
  local parts = { ("  "):rep(indentation) .. (node.indicator and slice(node.indicator, node.indicator) .. " " or "") }
  if node.key_first then
    parts[#parts + 1] = ("[%s]%s "):format(slice(node.key_first, node.key_last), node.colon and ":" or "")
    if node.colon then assert.equal(":", text:sub(node.colon, node.colon)) end
  end
  parts[#parts + 1] = ("%s %s [%s]"):format(node.style, node.kind, slice(node.first, node.last))
  if node.content > node.first then parts[#parts + 1] = " from " .. slice(node.content, node.last) end
  out[#out + 1] = table.concat(parts)
  for _, below in ipairs(node) do written(text, below, indentation + 1, out) end
  return out
end

local function layout_of(text, name)
  local parsed = assert(core.parse(core.source(name or "v.yml", text, name, name ~= nil)))
  local layouts = assert(parsed:layout())
  parsed:close()
  local alone = core.layout(core.source(name or "v.yml", text, name, name ~= nil)) -- without a tree
  if alone then
    assert.same(layouts, alone:layout())
    alone:close()
  end
  return layouts
end

local function lines_of(text, name)
  local out = {}
  for _, document in ipairs(layout_of(text, name)) do written(text, document.root, 0, out) end
  return table.concat(out, "\n")
end

local function is(expected, text, name) assert.equal(expected, lines_of(text, name)) end

describe("the layout of a text", function()
  it("has block collections", function()
    is("block map [a: 1 # c\\nb:]\n  [a]: plain integer [1]\n  [b]: plain null []", "# head\na: 1 # c\nb: # c\n")
    is("block array [- a: x y\\n- - b\\n  -]\n  - block map [a: x y]\n    [a]: plain string [x y]\n"
      .. "  - block array [- b\\n  -]\n    - plain string [b]\n    - plain null []", "- a: x y\n- - b\n  -\n")
    is("block map [? a\\n: b\\n? c]\n  ? [a]: plain string [b]\n  ? [c] plain null []", "? a\n: b\n? c\n")
    is("block map [a:\\n- 1\\nb: 2]\n  [a]: block array [- 1]\n    - plain integer [1]\n  [b]: plain integer [2]",
      "a:\n- 1\nb: 2")
  end)

  it("has flow collections, also across lines", function()
    is("flow map [{a: 1, # }\\n b, ? c : d, \"e\":2,}]\n  [a]: plain integer [1]\n  [b] plain null []\n"
      .. "  ? [c]: plain string [d]\n  [\"e\"]: plain integer [2]", "{a: 1, # }\n b, ? c : d, \"e\":2,}\n")
    is("flow array [[a: 1, ? b : , {}, [ ]]]\n  pair map [a: 1]\n    [a]: plain integer [1]\n  pair map [? b :]\n"
      .. "    ? [b]: plain null []\n  flow map [{}]\n  flow array [[ ]]", "[a: 1, ? b : , {}, [ ]]")
  end)

  it("has scalars of several lines", function()
    is("block map [a: |+ # c\\n  x\\n\\nb: x\\n  y\\nc: 'x\\n\\n  y']\n  [a]: literal string [|+ # c\\n  x\\n\\n]\n"
      .. "  [b]: plain string [x\\n  y]\n  [c]: single string ['x\\n\\n  y']",
      "a: |+ # c\n  x\n\nb: x\n  y\nc: 'x\n\n  y'\n")
    is("block map [a: >2-\\n    x\\n\\n\\nb: |\\n  y]\n  [a]: folded string [>2-\\n    x]\n"
      .. "  [b]: literal string [|\\n  y]",
      "a: >2-\n    x\n\n\nb: |\n  y\n  \n\n")
    is("block array [- |\\n   x\\n    ]\n  - literal string [|\\n   x\\n    ]", "- |\n   x\n    \n")
    is("block map [a: |\\n  x]\n  [a]: literal string [|\\n  x]", "a: |\n  x")
  end)

  it("has anchors, tags, aliases and merge keys", function()
    local text = "a: &x !!str 1\nb: *x\nc: &y\n  d: &z\n!!str e: !!map\n  <<: *y\n*x : f\n"
    is("block map [" .. text:gsub("\n$", ""):gsub("\n", "\\n") .. "]\n  [a]: plain string [&x !!str 1] from 1\n"
      .. "  [b]: alias alias [*x]\n  [c]: block map [&y\\n  d: &z] from d: &z\n    [d]: plain null [&z] from \n"
      .. "  [!!str e]: block map [!!map\\n  <<: *y] from <<: *y\n    [<<]: alias alias [*y]\n"
      .. "  [*x]: plain string [f]", text)
    local root = layout_of(text)[1].root
    assert.same({ "x", "tag:yaml.org,2002:str", "x", true, true }, { root[1].anchor, root[1].tag, root[2].alias,
      root[4][1].merge, root[5].key_alias })
    assert.same({ "e", "tag:yaml.org,2002:str", 5 }, { root[4].key, root[4].key_tag, root[4].line })
  end)

  it("has no anchor and no tag of an item at an alias after it", function()
    local root = layout_of("- &x !!str 1\n- *x\n")[1].root
    assert.same({ "x", "tag:yaml.org,2002:str", "x" }, { root[1].anchor, root[1].tag, root[2].alias })
    assert.same({}, { root[2].anchor, root[2].tag })
  end)

  it("has other line breaks and characters", function()
    is("block map [\195\164: '\226\130\172' # \195\182\\r\\nb:\\r\\n  - x]\n"
      .. "  [\195\164]: single string ['\226\130\172']\n"
      .. "  [b]: block array [- x]\n    - plain string [x]",
      "\195\164: '\226\130\172' # \195\182\r\nb:\r\n  - x\r\n\r\n")
  end)

  it("has documents", function()
    local text = "%YAML 1.1\n--- |\n  a\n...\n# c\n---\n--- # b\n- 1\n"
    is("literal string [|\\n  a]\nplain null []\nblock array [- 1]\n  - plain integer [1]", text)
    local parts = {}
    for i, document in ipairs(layout_of(text)) do
      parts[i] = text:sub(document.first, document.last)
      assert.equal("---", text:sub(document.body - 3, document.body - 1))
    end
    assert.same({ "%YAML 1.1\n--- |\n  a\n...\n# c\n", "---\n", "--- # b\n- 1\n" }, parts)
    assert.same({}, layout_of "")
  end)

  it("has JSON", function()
    is('flow map [{"a" :{"b": [1,\\n\\t"x\\"y"]}}]\n  ["a"]: flow map [{"b": [1,\\n\\t"x\\"y"]}]\n'
      .. '    ["b"]: flow array [[1,\\n\\t"x\\"y"]]\n      plain integer [1]\n      double string ["x\\"y"]',
      '{"a" :{"b": [1,\n\t"x\\"y"]}}', "v.json")
    assert.is_true(layout_of('{"a": 1}').json)
    assert.is_nil(layout_of("{a: 1}").json)
  end)
end)
