-- Messages that are JSON, but not as the protocol says: they are answered by its errors, and the server goes on.

local check = require "spec.server.check"
local client = require "spec.server.client"
local core = require "yschema.core"
local folder = require "spec.support.folder"

local PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32602, -32603

-- One value of each type of JSON, and numbers that are no places.
local function others()
  return {
    { "null", core.null }, { "a boolean", true }, { "a number", 5 }, { "a fraction", 0.5 }, { "a negative number", -1 },
    { "a huge number", 1e308 }, { "a string", "x" }, { "a long string", ("a"):rep(5000) }, { "bytes", "\0%00" },
    { "a list", setmetatable({}, core.array_mt) }, { "a list of lists", { { 1 } } }, { "an object", { line = "x" } },
  }
end

describe("a message of an editor", function()
  local dir, editor
  before_each(function()
    dir = folder.make()
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml], layers: [a.yml, b.yml]}\n")
    folder.write(dir, "s.yml", "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\n")
    folder.write(dir, "b.yml", "port: 2\n")
    editor = client.new()
    editor:open(dir .. "/a.yml", "port: 0\n")
    editor:open(dir .. "/s.yml", "#@data/values-schema\n---\n#@schema/validation min=1\nport: 80\n")
  end)
  after_each(function() folder.remove(dir) end)

  -- Sends bytes as a message. Returns the answers.
  local function answers(body)
    editor.received = {}
    editor.server:receive(("Content-Length: %d\r\n\r\n%s"):format(#body, body))
    editor.server:work()
    return editor.received
  end

  local function assert_alive()
    assert.equal("running", editor.server.state)
    assert.equal(1, #editor:request("textDocument/documentSymbol", {
      textDocument = { uri = check.uri(dir .. "/a.yml") } }))
  end

  it("that is no JSON is a parse error", function()
    for _, body in ipairs { "", "{", "nil", "{]", "'x'", "\255", "{}{}" } do
      local got = answers(body)
      assert.equal(PARSE_ERROR, got[1] and got[1].error.code, body)
      assert.equal(core.null, got[1].id)
    end
    assert_alive()
  end)

  it("that is JSON but no object is an invalid request", function()
    for _, body in ipairs { "null", "true", "false", "5", "1e308", '"x"', '"method"', "[]", "[1]", "[{}]",
      '[{"jsonrpc": "2.0", "id": 7, "method": "shutdown"}]' } do
      local got = answers(body)
      assert.equal(1, #got, body)
      assert.equal(INVALID_REQUEST, got[1].error and got[1].error.code, body)
      assert.equal(core.null, got[1].id)
    end
    assert_alive()
  end)

  it("whose members have other types is an invalid request, with its id if it has one", function()
    for _, row in ipairs {
      { "{}" }, { '{"id": 7}', 7 }, { '{"jsonrpc": "2.0", "id": "a"}', "a" }, { '{"id": 7, "method": 5}', 7 },
      { '{"id": 7, "method": null}', 7 }, { '{"id": 7, "method": ["x"]}', 7 }, { '{"method": {}}' },
      { '{"id": null, "method": "shutdown"}' }, { '{"id": {}, "method": "shutdown"}' },
      { '{"id": [1], "method": "shutdown"}' }, { '{"id": true, "method": "shutdown"}' },
      { '{"jsonrpc": "1.0", "id": 7, "method": "shutdown"}', 7 },
      { '{"jsonrpc": 2, "id": 7, "method": "shutdown"}', 7 },
    } do
      local got = answers(row[1])
      assert.equal(1, #got, row[1])
      assert.equal(INVALID_REQUEST, got[1].error and got[1].error.code, row[1])
      assert.equal(row[2] or core.null, got[1].id, row[1])
    end
    assert_alive()
  end)

  it("that is an answer, or cancels anything, is not answered", function()
    for _, body in ipairs { '{"id": 7, "result": null}', '{"id": {}, "error": 5}',
      '{"method": "$/cancelRequest", "params": {"id": {}}}', '{"method": "$/cancelRequest", "params": {"id": [1]}}',
      '{"method": "$/cancelRequest", "params": 5}', '{"method": "$/cancelRequest"}' } do
      assert.same({}, answers(body), body)
    end
    assert_alive()
  end)

  -- Parameters that every request takes.
  local function valid(name)
    local at = { line = 0, character = 2 }
    return {
      textDocument = { uri = check.uri(dir .. "/" .. name) }, position = at, newName = "other",
      positions = setmetatable({ at }, core.array_mt), range = { start = at, ["end"] = { line = 0, character = 5 } },
      context = { includeDeclaration = true,
        diagnostics = setmetatable({ { range = { start = at, ["end"] = at }, message = "x" } }, core.array_mt),
        only = setmetatable({ "quickfix" }, core.array_mt) },
      previousResultId = "x", previousResultIds = setmetatable({ { uri = "file:///x", value = "x" } }, core.array_mt),
    }
  end

  local PLACE = { { "textDocument" }, { "textDocument", "uri" }, { "position" }, { "position", "line" },
    { "position", "character" } }
  local TEXT = { { "textDocument" }, { "textDocument", "uri" } }
  local RANGE = { { "textDocument" }, { "textDocument", "uri" }, { "range" }, { "range", "start" },
    { "range", "start", "line" }, { "range", "start", "character" }, { "range", "end" }, { "range", "end", "line" },
    { "range", "end", "character" } }
  local NEW_NAME = { { "newName" }, { "position" }, { "position", "line" }, { "textDocument" } }
  local PLACES = { { "positions" }, { "positions", 1 }, { "positions", 1, "line" }, { "positions", 1, "character" } }

  -- The members that each request needs.
  local NEEDED = {
    ["textDocument/hover"] = PLACE, ["textDocument/completion"] = PLACE, ["textDocument/definition"] = PLACE,
    ["textDocument/implementation"] = PLACE, ["textDocument/references"] = PLACE,
    ["textDocument/prepareRename"] = PLACE, ["textDocument/rename"] = NEW_NAME,
    ["textDocument/codeAction"] = RANGE, ["textDocument/inlayHint"] = RANGE, ["textDocument/codeLens"] = TEXT,
    ["textDocument/documentLink"] = TEXT, ["textDocument/documentSymbol"] = TEXT,
    ["textDocument/foldingRange"] = TEXT, ["textDocument/semanticTokens/full"] = TEXT,
    ["textDocument/selectionRange"] = PLACES, ["textDocument/diagnostic"] = TEXT, ["workspace/diagnostic"] = {},
  }

  -- Members that may be left out.
  local FREE = { { "context" }, { "context", "diagnostics" }, { "context", "diagnostics", 1 }, { "context", "only" },
    { "context", "diagnostics", 1, "message" }, { "context", "diagnostics", 1, "range" }, { "context", "only", 1 },
    { "context", "includeDeclaration" }, { "previousResultId" }, { "previousResultIds" }, { "previousResultIds", 1 },
    { "previousResultIds", 1, "uri" }, { "previousResultIds", 1, "value" }, { "workDoneToken" } }

  local function put(params, path, value)
    for i = 1, #path - 1 do params = params[path[i]] end
    params[path[#path]] = value
  end

  local function is_right(name, value)
    if name == "line" or name == "character" then return type(value) == "number" and value >= 0 and value % 1 == 0 end
    return type(name) == "string" and (name == "uri" or name == "newName") and type(value) == "string"
      or name == "positions" and type(value) == "table" and #value == 0 and not value.line
  end

  it("has every request known to the server among those that are tried here", function()
    local offered = client.new({ textDocument = { diagnostic = {} } })
    local known = editor.server and offered.received[1].result.capabilities
    local count = 0
    for name in pairs(known) do count = count + (name:find "Provider$" and 1 or 0) end
    local tried = 0
    for _ in pairs(NEEDED) do tried = tried + 1 end
    assert.equal(count + 2, tried) -- `rename` is with `prepareRename`, `workspace/diagnostic` with `diagnostic`
  end)

  for method, needed in pairs(NEEDED) do
    it("that asks for " .. method .. " with any member of another type has invalid parameters", function()
      for _, name in ipairs { "a.yml", "s.yml" } do
        local _, problem = editor:request(method, valid(name))
        assert.is_true(not problem or problem.code == -32803, problem and problem.message)
        for _, path in ipairs(needed) do
          for _, other in ipairs(others()) do
            local params = valid(name)
            put(params, path, other[2])
            _, problem = editor:request(method, params)
            local about = ("%s: %s: %s: %s"):format(method, table.concat(path, "."), other[1],
              problem and problem.message or "answered")
            if is_right(path[#path], other[2]) then
              assert.is_true(not problem or problem.code == -32803, about)
            else
              assert.equal(INVALID_PARAMS, problem and problem.code, about)
            end
          end
          local params = valid(name)
          put(params, path, nil)
          _, problem = editor:request(method, params)
          assert.is_true(type(path[#path]) == "number" or problem ~= nil and problem.code == INVALID_PARAMS, method)
        end
        for _, path in ipairs(FREE) do
          for _, other in ipairs(others()) do
            local params = valid(name)
            put(params, path, other[2])
            _, problem = editor:request(method, params)
            assert.is_true(not problem or problem.code ~= INTERNAL_ERROR, problem and problem.message)
          end
        end
        for _, other in ipairs(others()) do
          _, problem = editor:request(method, other[2])
          assert.is_true(not problem or problem.code == INVALID_PARAMS, problem and problem.message)
        end
      end
      assert_alive()
    end)
  end

  it("says which parameter is wrong", function()
    local params = valid "a.yml"
    params.range["end"].line = "5"
    local _, problem = editor:request("textDocument/codeAction", params)
    assert.equal("params.range.end.line must be a whole number from 0", problem.message)
    params = valid "a.yml"
    params.positions[1] = 7
    _, problem = editor:request("textDocument/selectionRange", params)
    assert.equal("params.positions[0] must be an object", problem.message)
  end)

  it("that notifies of anything with any member of another type changes nothing", function()
    for _, method in ipairs { "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
      "textDocument/didSave", "workspace/didChangeWatchedFiles", "$/setTrace", "initialized", "no/such" } do
      for _, other in ipairs(others()) do
        for _, path in ipairs { {}, { "textDocument" }, { "textDocument", "uri" }, { "textDocument", "text" },
          { "textDocument", "version" }, { "contentChanges" }, { "contentChanges", 1 },
          { "contentChanges", 1, "range" }, { "contentChanges", 1, "text" }, { "contentChanges", 1, "range", "start" },
          { "contentChanges", 1, "range", "start", "line" } } do
          local params = { textDocument = { uri = check.uri(dir .. "/new.yml"), text = "a: 1\n", version = 1 },
            contentChanges = { { text = "b", range = valid "a.yml".range } } }
          if path[1] then put(params, path, other[2]) else params = other[2] end
          editor.received = {}
          editor:notify(method, params)
          for _, message in ipairs(editor.received) do
            assert.equal("textDocument/publishDiagnostics", message.method)
            local version = message.params.version
            assert.is_true(version == nil or type(version) == "number")
          end
        end
      end
    end
    assert_alive()
  end)

  it("that initializes with any member of another type is answered", function()
    for _, path in ipairs { { "capabilities", "general" }, { "capabilities", "general", "positionEncodings" },
      { "capabilities", "textDocument" }, { "capabilities", "textDocument", "documentSymbol" },
      { "capabilities", "workspace" }, { "capabilities", "workspace", "didChangeWatchedFiles" }, { "rootUri" },
      { "workspaceFolders" }, { "workspaceFolders", 1 }, { "workspaceFolders", 1, "uri" },
      { "initializationOptions" }, { "initializationOptions", "defaults" } } do
      for _, other in ipairs(others()) do
        local fresh = client.new()
        fresh.server.state = "new"
        local params = { rootUri = core.null, workspaceFolders = { { uri = "file:///" } },
          capabilities = { general = { positionEncodings = { "utf-8" } }, textDocument = { documentSymbol = {} },
            workspace = { didChangeWatchedFiles = {} } }, initializationOptions = { defaults = true } }
        put(params, path, other[2])
        local result, problem = fresh:request("initialize", params)
        assert.is_nil(problem)
        assert.is_table(result.capabilities)
        assert.is_string(result.capabilities.positionEncoding)
      end
    end
    local fresh = client.new()
    fresh.server.state = "new"
    local _, problem = fresh:request("initialize", { capabilities = 5 })
    assert.equal(INVALID_PARAMS, problem.code)
  end)

  it("has ranges that end before they begin, and is answered", function()
    local params = valid "a.yml"
    params.range = { start = { line = 0, character = 5 }, ["end"] = { line = 0, character = 1 } }
    for _, method in ipairs { "textDocument/inlayHint", "textDocument/codeAction" } do
      local result, problem = editor:request(method, params)
      assert.is_nil(problem)
      assert.is_table(result)
    end
  end)
end)
