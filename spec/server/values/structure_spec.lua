-- Tests of symbols, folds and selections.

local client = require "spec.server.client"
local core = require "yschema.core"
local cursor = require "spec.server.cursor"

local PATH = "/nowhere/x.yml"

local function ask(method, text, capabilities)
  local editor = client.new(capabilities)
  editor:open(PATH, text)
  return editor:request("textDocument/" .. method, { textDocument = { uri = "file://" .. PATH } })
end

describe("the structure of a text", function()
  local TREES = { textDocument = { documentSymbol = { hierarchicalDocumentSymbolSupport = true } } }

  local function names(list)
    local texts = {}
    for i, one in ipairs(list or {}) do
      texts[i] = one.name .. (one.children and "(" .. names(one.children) .. ")" or "")
    end
    return table.concat(texts, " ")
  end

  it("has symbols", function()
    local text = "a: 1\nb:\n  c: x\n  d:\n  - e: 1\nf: [1, 2]\n"
    assert.equal("a b(c d([0](e))) f", names(ask("documentSymbol", text, TREES)))
    assert.equal("a b", names(ask("documentSymbol", "a: [1\nb: 2\n", TREES)))
    assert.equal("", names(ask("documentSymbol", "", TREES)))
    local flat = ask("documentSymbol", "a:\n  b: 1\n")
    assert.equal("a b", names(flat))
    assert.equal("a", flat[2].containerName)
    assert.same({ start = { line = 1, character = 2 }, ["end"] = { line = 1, character = 6 } }, flat[2].location.range)
  end)

  local function folds(text)
    local texts = {}
    for i, one in ipairs(ask("foldingRange", text)) do texts[i] = one.startLine .. "-" .. one.endLine end
    table.sort(texts)
    return table.concat(texts, " ")
  end

  it("can be folded", function()
    assert.equal("0-2", folds "a:\n  b: 1\n  c: 2\nd: 3\n")
    assert.equal("0-4 1-2 3-4", folds "a:\n- b: 1\n  c: 2\n- b: |\n    x\n")
    assert.equal("0-1 2-4", folds "# a\n# b\na: [\n  1\n]\n")
    assert.equal("0-2 1-2 3-4", folds "a:\n  b:\n    c: 1\nd:\n- 1\n")
  end)

  it("widens a selection", function()
    local text, position = cursor.of "a:\n  b: [x, |y]\n"
    local editor = client.new()
    editor:open(PATH, text)
    local list = editor:request("textDocument/selectionRange", { textDocument = { uri = "file://" .. PATH },
      positions = setmetatable({ position, position }, core.array_mt) })
    assert.equal(2, #list)
    local at, texts = list[1], {}
    while at do
      texts[#texts + 1] = ("%d:%d-%d:%d"):format(at.range.start.line, at.range.start.character,
        at.range["end"].line, at.range["end"].character)
      at = at.parent
    end
    assert.same({ "1:9-1:10", "1:5-1:11", "1:2-1:11", "0:0-1:11", "0:0-2:0" }, texts)
  end)
end)
