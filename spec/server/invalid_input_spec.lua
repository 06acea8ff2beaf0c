-- Tests of invalid messages, and of folders that the server cannot use.

local check = require "spec.server.check"
local client = require "spec.server.client"
local folder = require "spec.support.folder"
local lfs = require "lfs"
local messages = require "yschema.server.messages"
local pace = require "spec.support.pace"
local settings_of = require "yschema.pipeline.settings".of_options

local function range(line, character, last_line, last_character)
  return { start = { line = line, character = character }, ["end"] = { line = last_line, character = last_character } }
end

-- So many files are open at once: 10000 by hand.
local MANY = tonumber(os.getenv "YSCHEMA_MANY") or 1000

-- The requests about texts.
local METHODS = {
  "completion", "hover", "definition", "references", "rename", "prepareRename", "codeAction", "codeLens",
  "documentLink", "documentSymbol", "foldingRange", "selectionRange", "inlayHint", "semanticTokens/full",
  "implementation",
  "diagnostic",
}

describe("the language server", function()
  local dir
  before_each(function()
    dir = folder.make()
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml], layers: [a.yml, b.yml]}\n")
    folder.write(dir, "s.yml", "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\n")
    folder.write(dir, "a.yml", "port: 0\n")
    folder.write(dir, "b.yml", "{}\n")
  end)
  after_each(function() folder.remove(dir) end)

  local function logged(editor)
    for _, message in ipairs(editor.received) do
      if message.method == "window/logMessage" then return message.params.message end
    end
  end

  it("takes positions outside of the text, and ranges that end before they begin", function()
    local editor = client.new()
    editor:open(dir .. "/a.yml", "port: 0\n")
    editor:change(dir .. "/a.yml", { { range = range(-5, -1, -5, -1), text = "# 1\n" },
      { range = range(99, 99, 99, 99), text = "# 2\n" }, { range = range(1, 99, 0, 0), text = " # 3" },
      { range = range(1.0, 0, 1, 0), text = "" } }, 2)
    assert.equal("# 1\nport: 0 # 3\n# 2\n", editor.server.texts:of_path(dir .. "/a.yml").content.text)
    assert.equal(1, #editor:of(dir .. "/a.yml"))
  end)

  it("answers every request at every place, also outside of the text", function()
    local editor = client.new()
    for _, name in ipairs { "a.yml", "s.yml", ".yschema.yml", "none.yml" } do
      for _, text in ipairs { "", "port: 0\n", "#@data/values-schema\n---\nport: [\n", "\255\0" } do
        editor:open(dir .. "/" .. name, text)
        for _, method in ipairs(METHODS) do
          for _, position in ipairs { { 0, 0 }, { 0, 4 }, { 2, 7 }, { 99, 99 }, { -1, -1 }, { 1e300, 0.5 } } do
            local at = { line = position[1], character = position[2] }
            local _, problem = editor:request("textDocument/" .. method, {
              textDocument = { uri = check.uri(dir .. "/" .. name) }, position = at, positions = { at }, newName = "x",
              range = { start = at, ["end"] = at }, context = { diagnostics = {}, includeDeclaration = true } })
            assert.is_true(not problem or problem.code ~= -32603, method .. ": " .. (problem and problem.message or ""))
          end
          local _, problem = editor:request("textDocument/" .. method, { textDocument = { uri = 1 } })
          assert.is_true(not problem or problem.code ~= -32603, method .. ": " .. (problem and problem.message or ""))
        end
      end
    end
  end)

  it("takes the last text, whatever its version", function()
    local editor = client.new()
    editor:open(dir .. "/a.yml", "port: 0\n")
    assert.same({}, editor:change(dir .. "/a.yml", "port: 1\n", 7))
    assert.equal(1, #editor:change(dir .. "/a.yml", "port: 0\n", 3))
    assert.equal(3, editor.versions[check.uri(dir .. "/a.yml")])
  end)

  it("goes on when files vanish", function()
    local editor = client.new()
    editor:open(dir .. "/a.yml", "port: 0\n")
    os.remove(dir .. "/b.yml")
    os.remove(dir .. "/s.yml")
    editor:notify("workspace/didChangeWatchedFiles", { changes = {} })
    assert.matches("there is no file b.yml", check.shown(editor))
    assert.matches("s.yml: No such file", check.shown(editor))
    os.remove(dir .. "/.yschema.yml")
    editor:notify("workspace/didChangeWatchedFiles", { changes = {} })
    assert.equal("", check.shown(editor))
    folder.remove(dir)
    assert.same({}, editor:change(dir .. "/a.yml", "port: 1\n"))
    assert.equal(1, #editor:change(dir .. "/a.yml", "[\n"))
    assert.is_nil(logged(editor))
    lfs.mkdir(dir)
  end)

  it("reports functions that use up too much, and goes on", function()
    local editor = client.new({}, settings_of({ budget = 200000, limits = { max_memory = 2 ^ 24 } }, 1))
    editor:open(dir .. "/a.yml", "port: 1\n")
    for _, rule in ipairs { "len([1 for i in range(10000000)])", "'x' * 1000000000", "[v] * 100000000" } do
      local text = "#@data/values-schema\n---\n#@schema/validation ('x', lambda v: " .. rule .. ")\nport: 80\n"
      if not editor:of(dir .. "/s.yml") then editor:open(dir .. "/s.yml", text) end
      editor:change(dir .. "/s.yml", text)
      assert.equal(1, #editor:of(dir .. "/a.yml"), rule)
    end
    editor:change(dir .. "/s.yml", "#@data/values-schema\n---\n#@ def f(n):\n#@   return f(n + 1)\n#@ end\n"
      .. "#@schema/default f(1)\nport: 80\n")
    assert.equal(1, #editor:of(dir .. "/s.yml"))
    editor:change(dir .. "/s.yml", "#@data/values-schema\n---\nport: 80\n")
    assert.equal("", check.shown(editor))
  end)

  it("has many open files, and is no slower", function()
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml], each: ['*.yml']}\n")
    local editor = client.new()
    for i = 1, MANY do
      folder.write(dir, i .. ".yml", "port: 1\n")
      editor:send { method = "textDocument/didOpen", params = { textDocument = {
        uri = check.uri(dir .. "/" .. i .. ".yml"), version = 1, text = "port: 0\n", languageId = "yaml" } } }
    end
    editor.server:work()
    assert.equal(1, #editor:of(dir .. "/" .. MANY .. ".yml"))
    editor.received = {}
    local before = os.clock()
    assert.same({}, editor:change(dir .. "/7.yml", "port: 1\n"))
    assert.equal(1, #editor.received)
    assert.is_true(pace.within_processor(os.clock() - before, 0.1))
  end)

  it("refuses messages that are nested too deep, and texts that are too large", function()
    local editor = client.new({}, settings_of({ limits = { max_bytes = 100 } }, 1))
    editor.server:receive("Content-Length: 200000\r\n\r\n" .. ("["):rep(200000))
    editor.server:receive("Content-Length: 4\r\nContent-Type: x\r\n\r\n\255\254\0\1")
    editor.server:work()
    assert.equal(-32700, editor.received[#editor.received].error.code)
    editor:open(dir .. "/a.yml", ("# %s\n"):format(("x"):rep(200)))
    assert.matches("larger than the limit max_bytes", check.shown(editor))
  end)

  it("goes on after schemas that are recursive, and values that grow without end", function()
    local editor = client.new({}, settings_of({ budget = 200000 }, 1))
    editor:open(dir .. "/s.yml", "#@data/values-schema\n---\nport: 80\n")
    if not rawget(_G, "jit") then -- here, LuaJIT does not count instructions
      editor:change(dir .. "/s.yml", "#@data/values-schema\n---\n#@ while True:\n#@ end\nport: 80\n")
      assert.equal(1, #editor:of(dir .. "/s.yml"))
    end
    editor:change(dir .. "/s.yml", "#@ def node():\nname: ''\n#@schema/like node\n#@schema/nullable\nnext:\n#@ end\n"
      .. "#@data/values-schema\n---\n#@schema/like node\nroot:\n")
    assert.same({}, editor:of(dir .. "/s.yml"))
    editor:open(dir .. "/a.yml", "root: " .. ("{next: "):rep(2000) .. "{}" .. ("}"):rep(2000) .. "\n")
    assert.equal(1, #editor:of(dir .. "/a.yml"))
    local bomb = { "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" }
    for i = 1, 12 do
      bomb[i + 1] = ("a%d: &a%d [%s]\n"):format(i, i, (("*a" .. i - 1 .. ", "):rep(9):sub(1, -3)))
    end
    editor:change(dir .. "/a.yml", table.concat(bomb))
    assert.is_true(#editor:of(dir .. "/a.yml") > 0)
    assert.same({}, editor:change(dir .. "/a.yml", "root: {next: {name: x}}\n"))
    assert.is_nil(logged(editor))
  end)

  it("takes huge messages, and refuses larger ones without keeping them", function()
    local editor = client.new()
    editor:open(dir .. "/a.yml", "port: 1\n")
    local text = ("# " .. ("x"):rep(1000) .. "\n"):rep(20000)
    assert.equal(1, #editor:change(dir .. "/a.yml", text .. "port: 0\n"))
    editor.server:receive(("Content-Length: %d\r\n\r\n"):format(2 ^ 40))
    for _ = 1, 64 do editor.server:receive(("x"):rep(2 ^ 20)) end
    assert.is_true(editor.server.reader.size < 2 ^ 21)
    assert.same({}, editor:change(dir .. "/a.yml", "port: 1\n"))
  end)

  it("publishes only the last state to an editor that has not read for a while", function()
    local editor = client.new()
    editor:open(dir .. "/a.yml", "port: 0\n")
    editor.server.is_full, editor.received = true, {}
    for i = 1, 100 do editor:change(dir .. "/a.yml", "port: " .. -i .. "\n", i) end
    assert.same({}, editor.received)
    editor.server.is_full = false
    editor.server:work()
    assert.equal(1, #editor.received)
    assert.equal(100, editor.versions[check.uri(dir .. "/a.yml")])
  end)

  it("takes messages byte by byte, and many at once", function()
    local editor = client.new()
    local all = {}
    for i = 1, 300 do all[i] = messages.encode { jsonrpc = "2.0", id = 1000 + i, method = "no/such" } end
    editor.received = {}
    for byte in table.concat(all, "", 1, 20):gmatch "." do editor.server:receive(byte) end
    editor.server:receive(table.concat(all, "", 21))
    editor.server:work()
    assert.equal(300, #editor.received)
  end)
end)
