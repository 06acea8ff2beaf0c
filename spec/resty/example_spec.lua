-- A newcomer gets the output that examples/openresty shows, typed word for word; but the port may be
-- taken here.

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"
local pages = require "spec.support.pages"

if not nginx.usable "examples/openresty" then return end

describe("examples/openresty", function()
  local port = tostring(nginx.free_port())
  local start, stop = "sh examples/openresty/run.sh " .. port, "sh examples/openresty/run.sh stop"

  local function type_in(line)
    local pipe = assert(io.popen(("cd %s && { %s; } 2>/dev/null </dev/null"):format(command.quote(command.root), line)))
    local printed = pipe:read "*a"
    pipe:close()
    return printed
  end

  teardown(function() os.execute(stop .. " >/dev/null") end)

  -- The status, the bytes and the text of the answer to an order.
  local function order(body)
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write(body)
    file:close()
    local printed = type_in(("curl -s -w ' %%{http_code}' --data-binary @%s http://127.0.0.1:%s/orders"):format(path,
      port))
    os.remove(path)
    local text, status = printed:match "^(.*) (%d+)$"
    return tonumber(status), #text, text
  end

  it("answers large bodies that are wrong everywhere with short reports", function()
    type_in(start)
    local keys = {}
    for i = 1, 6000 do keys[i] = ('"k%d":1'):format(i) end
    for name, body in pairs {
      keys = "{" .. table.concat(keys, ",") .. "}",
      items = '{"customer":"a","items":[' .. ("1,"):rep(32000) .. "1]}",
      ["long keys"] = '{"' .. ("k"):rep(60000) .. '":1}',
      ["items without articles"] = '{"customer":"a","items":[' .. ("{},"):rep(21000) .. "{}]}",
    } do
      local status, bytes = order(body)
      assert.equal(422, status, name)
      assert.is_true(bytes <= 65536, name .. ": " .. bytes .. " bytes")
    end
    local status, _, text = order '{"customer":"Ada","items":[{"article":""},{}]}'
    assert.equal(422, status)
    assert.matches('"path":"items%[0%].article"', text)
    assert.matches('"path":"items%[1%].article"', text)
    type_in(stop)
  end)

  it("answers as its page says", function()
    assert.equal(("http://127.0.0.1:%s/ is served from build/openresty\n"):format(port), type_in(start))
    local page, turns = command.read(command.root .. "/examples/openresty/README.md"), 0
    for _, fence in ipairs(pages.fences((page:gsub("127.0.0.1:8080", "127.0.0.1:" .. port)))) do
      if fence.language == "shell" then
        for _, turn in ipairs(pages.dialogue(fence.body)) do
          assert.equal(turn.printed, type_in(turn.typed), turn.typed)
          turns = turns + 1
        end
      end
    end
    assert.is_true(turns > 5)
  end)
end)
