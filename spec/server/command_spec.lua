-- `yschema lsp` as a process.

local command = require "spec.support.command"
local core = require "yschema.core"
local folder = require "spec.support.folder"
local messages = require "yschema.server.messages"

-- Gives messages to the server, through a file or a pipe. Returns the messages that it sends, and its exit status.
local function sent(dir, through, ...)
  local parts = {}
  for i, message in ipairs { ... } do parts[i] = messages.encode(message) end
  local input = folder.write(dir, "input", table.concat(parts))
  local shell = through == "pipe" and "cat %s | yschema lsp" or "yschema lsp < %s"
  local typed = command.shell(shell:format(command.quote(input)) .. " > " .. dir .. "/output; echo $?")
  local status = command.output("cd " .. dir .. " && sh -c " .. command.quote(typed))[1]
  local reader, list = messages.reader(), {}
  reader:add(command.read(dir .. "/output"))
  for body in function() return reader:take() end do list[#list + 1] = messages.decode(body) end
  return list, tonumber(status)
end

local function of_method(list, method)
  for _, message in ipairs(list) do
    if message.method == method then return message.params end
  end
end

describe("yschema lsp", function()
  local dir
  before_each(function() dir = folder.make() end)
  after_each(function() folder.remove(dir) end)

  local function session(last)
    return { id = 1, method = "initialize", params = {} }, { method = "initialized", params = {} },
      { method = "textDocument/didOpen",
        params = { textDocument = { uri = "file://" .. dir .. "/x.yml", version = 3, text = "a: [\n" } } }, last
  end

  for _, through in ipairs { "pipe", "file" } do
    it("answers an editor by a " .. through, function()
      local list, status = sent(dir, through, session { id = 2, method = "shutdown" })
      assert.equal(1, status) -- the editor has gone without a word
      assert.equal("yschema", list[1].result.serverInfo.name)
      local published = of_method(list, "textDocument/publishDiagnostics")
      assert.equal("yaml", published.diagnostics[1].code)
      assert.equal(3, published.version)
      assert.equal(core.null, list[2].id == 2 and list[2].result or list[3].result)
    end)
  end

  it("ends when the editor says so", function()
    local _, status = sent(dir, "pipe", { id = 1, method = "initialize", params = {} }, { id = 2, method = "shutdown" },
      { method = "exit" })
    assert.equal(0, status)
  end)

  it("validates by schemas with functions of --env, from another folder", function()
    folder.write(dir, "p/.yschema.yml", "configurations: [{name: a, schema: [s.yml], layers: [v.yml]}]\n")
    folder.write(dir, "p/s.yml", "#@data/values-schema\n---\n#@schema/validation ('odd', lambda v: v % 2 == 1)\na: 1\n")
    folder.write(dir, "p/v.yml", "a: 3\n")
    local list = sent(dir, "pipe", { id = 1, method = "initialize", params = {} }, { method = "textDocument/didOpen",
      params = { textDocument = { uri = "file://" .. dir .. "/p/v.yml", version = 1, text = "a: 4\n" } } })
    assert.matches("odd", of_method(list, "textDocument/publishDiagnostics").diagnostics[1].message)
  end)

  it("stops code of schemas that never ends, and goes on", function()
    folder.write(dir, ".yschema.yml", "configurations: [{name: a, schema: [s.yml], layers: [v.yml]}]\n")
    folder.write(dir, "s.yml", "")
    folder.write(dir, "v.yml", "a: 2\n")
    local uri, head = "file://" .. dir .. "/s.yml", "#@data/values-schema\n---\n"
    local texts = {
      head .. "#@ while True:\n#@   pass\n#@ end\na: 1\n",
      head .. "#@schema/validation ('r', function(v) while true do pcall(function() while true do end end) end end)\n"
        .. "a: 1\n",
      head .. "#@schema/default (lambda: [0 for i in range(1000000) for j in range(1000000)])()\na: [1]\n",
      head .. "#@schema/validation min=1, when=function(v) repeat until false end\na: 1\n",
      head .. "#@schema/validation min=3\na: 3\n",
    }
    local given = { { id = 1, method = "initialize", params = {} },
      { method = "textDocument/didOpen", params = { textDocument = { uri = uri, version = 1, text = head } } },
      { method = "textDocument/didOpen", params = { textDocument = { uri = "file://" .. dir .. "/v.yml", version = 1,
        text = "a: 2\n" } } } }
    for i, text in ipairs(texts) do
      given[#given + 1] = { method = "textDocument/didChange", params = {
        textDocument = { uri = uri, version = i + 1 }, contentChanges = { { text = text } } } }
      given[#given + 1] = { id = i + 1, method = "workspace/diagnostic", params = { previousResultIds = {} } }
    end
    local messages_of = {}
    for _, message in ipairs((sent(dir, "pipe", (table.unpack or unpack)(given)))) do -- luacheck: ignore
      local items = message.id and message.id > 1 and message.result.items
      for _, file in ipairs(items or {}) do
        for _, diagnostic in ipairs(file.items) do
          messages_of[message.id - 1] = (messages_of[message.id - 1] or "") .. diagnostic.message
        end
      end
    end
    for i = 1, 4 do assert.matches("the instruction budget of %d+ is used up", messages_of[i] or "") end
    assert.matches("a must be >= 3", messages_of[5] or "")
  end)

  it("ends when the editor is gone that has never read #unsanitized", function()
    local parts = { messages.encode { id = 1, method = "initialize", params = {} } }
    for i = 2, 5000 do parts[i] = messages.encode { id = i, method = "none/" .. ("x"):rep(200) } end
    local input = folder.write(dir, "input", table.concat(parts))
    local typed = command.shell(("yschema lsp <%s | sleep 0.3; echo ended"):format(command.quote(input)))
    assert.same({ "ended" }, command.output("timeout 30 sh -c " .. command.quote(typed)))
  end)

  it("takes no files", function()
    local result = command.run { "lsp", "x.yml" }
    assert.equal(2, result.rc)
    assert.matches("the editor says which texts are open", result.stderr)
  end)

  it("says what it needs", function()
    local blocked = folder.write(dir, "blocked.lua", "package.preload.luv = function() error 'none' end")
    local result = command.run({ "lsp" }, { vars = { "LUA_INIT=@" .. blocked } })
    assert.equal(2, result.rc)
    assert.matches("the Lua module luv is missing; install it %(Debian: lua%-luv", result.stderr)
  end)
end)
