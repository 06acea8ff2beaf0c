-- The source of examples/fleet/sources.md in a real nginx, which is its web server, too.

local command = require "spec.support.command"
local nginx = require "spec.support.nginx"

if not nginx.usable "the source of examples/fleet/sources.md" then return end

describe("the source of examples/fleet/sources.md", function()
  local page, server = assert(command.read "examples/fleet/sources.md"), nil

  after_each(function() server:stop() end)

  local function becomes(path, pattern)
    local last
    nginx.wait(function()
      last = server:get(path).body
      return last and last:find(pattern)
    end)
    assert.matches(pattern, last)
  end

  local function write(version, values)
    server:write("schema.yml", (page:match "```yaml schema.yml\n(.-)```"))
    server:write("values.yml", values)
    server:write("version", version .. "\n")
  end

  it("does what the page says", function()
    local port = nginx.free_port()
    local http = page:match "```nginx\n(.-)```":gsub("port = 8090", "port = " .. port)
      :gsub("interval = 5", "interval = 0.1"):gsub("name = \"shop\"", "interval = 0.1, %0")
    server = nginx.start {
      http = http:gsub("init_by_lua_block {",
        ("%%0 package.path = %q .. package.path "):format(command.root .. "/examples/fleet/?.lua;"))
        .. (" server { listen 127.0.0.1:%d; location /shop/ { alias ./; } }"):format(port),
      server = [[
        location = / { content_by_lua_block {
          local values, version = conf:get()
          if not values then return ngx.exit(503) end
          ngx.print(version, " ", values.pageSize)
        } }
        location = /error { content_by_lua_block { ngx.print(conf:fault() or "none") } }
      ]],
    }
    os.execute("mkdir " .. server.folder .. "/cache")
    assert.equal(503, server:get("/").status)
    becomes("/error", "/shop/version: status 404")
    write("one", "pageSize: 30\n")
    becomes("/", "^1 30$")
    becomes("/error", "none")
    write("two", "pageSize: 0\n")
    becomes("/error", "pageSize.*must be: a value >= 1")
    write("three", "pageSize: 40\n")
    becomes("/", "^2 40$")
    nginx.wait(function() return server:log():find "version three is in service" end)
    assert.matches("version two was refused", server:log(), 1, true)
    assert.is_string(command.read(server.folder .. "/cache/shop.bundle"))
  end)
end)
