-- The work of the server is in proportion to the text, for texts of awkward shapes.

local client = require "spec.server.client"
local folder = require "spec.support.folder"
local messages = require "yschema.server.messages"
local pace = require "spec.support.pace"

local EXPONENT, LEAST = 1.35, 0.01 -- seconds

describe("the language server takes time in proportion to", function()
  local dir
  before_each(function()
    dir = folder.make()
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml], layers: [a.yml]}\n")
    folder.write(dir, "s.yml", "#@data/values-schema\n---\n#@schema/any-key\nk:\n  _: 1\n")
    folder.write(dir, "a.yml", "{}\n")
  end)
  after_each(function() folder.remove(dir) end)

  -- Compares the seconds that an action takes for a text and for one of four times its size.
  local function assert_linear(make, count, act)
    local worst
    for _ = 1, 3 do
      local few, many = act(make(count)), act(make(4 * count))
      worst = math.log(math.max(many, LEAST) / math.max(few, LEAST)) / math.log(4)
      if worst <= EXPONENT then return end
    end
    error(("exponent %.2f"):format(worst))
  end

  local function timed(f)
    collectgarbage()
    collectgarbage "stop" -- the objects of other specs are not measured
    local began = os.clock()
    f()
    local took = os.clock() - began
    collectgarbage "restart"
    return took
  end

  local function references(text)
    local editor = client.new()
    editor:open(dir .. "/a.yml", text)
    return timed(function()
      editor:request("textDocument/references", { textDocument = { uri = "file://" .. dir .. "/a.yml" },
        position = { line = 2, character = 6 }, context = { includeDeclaration = true } })
    end)
  end

  it("aliases of which one is looked for", function()
    assert_linear(function(n) return ("<<: *a\n"):rep(n) end, 1500, references)
    assert_linear(function(n)
      local lines = { "a: &a 1\n" }
      for i = 1, n do lines[i + 1] = ("k%d: *a\n"):format(i + 10) end
      return table.concat(lines)
    end, 1500, references)
  end)

  it("invalid values on one line, also of characters of several bytes", function()
    for _, value in ipairs { "x", "\240\159\152\128" } do
      assert_linear(function(n)
        local list = {}
        for i = 1, n do list[i] = ("k%d: %s"):format(i, value) end
        return "k: {" .. table.concat(list, ", ") .. "}\n"
      end, 1000, function(text)
        return timed(function() client.new():open(dir .. "/a.yml", text) end)
      end)
    end
  end)

  it("bytes that are no message", function()
    for _, part in ipairs { "content-length:", "content-type: 5\r\n", "x\r\n\r\n", "content-length: x\r\n\r\n" } do
      local reader, began = messages.reader(), os.clock()
      reader:add(part:rep(math.floor(300000 / #part)) .. "\r\n\r\nContent-Length: 2\r\n\r\n{}")
      local body, problem, found
      repeat
        body, problem = reader:take()
        found = found or body == "{}"
      until not body and not problem
      assert.is_true(found, part)
      assert.is_true(pace.within_processor(os.clock() - began, 1), ("%s: %.2f"):format(part, os.clock() - began))
    end
  end)

  it("patterns of files, which look at few names outside of the folder", function()
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml], each: ['/**/*.nothing']}\n")
    local editor = client.new()
    local seconds = timed(function() editor:open(dir .. "/a.yml", "{}\n") end)
    local list = editor:of(dir .. "/.yschema.yml")
    assert.matches("more than 20000 names to look at outside of the folder", list and list[1].message, 1, true)
    assert.is_true(pace.within_processor(seconds, 1), seconds)
    seconds = timed(function()
      for i = 1, 50 do editor:change(dir .. "/a.yml", ("b%d: 1\n"):format(i)) end
    end)
    assert.is_true(pace.within_processor(seconds, 1), seconds) -- the names are not looked at again
    editor:open(dir .. "/.yschema.yml", "configurations:\n- {name: a, schema: [s.yml], each: ['a.yml']}\n")
    assert.same({}, editor:of(dir .. "/.yschema.yml"))
    assert.matches("b50: expected map", editor:of(dir .. "/a.yml")[1].message, 1, true)
  end)
end)
