-- What examples/openresty shows is what a newcomer gets, typed word for word; but the port may be
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
