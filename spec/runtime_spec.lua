-- Tests that the expected Lua runs the suite. Debian's `busted` starts Lua 5.1 by default, and a suite that runs on
-- another Lua proves nothing. spec/run.sh names the expected one in YSCHEMA_RUNTIME.
local command = require "spec.support.command"

describe("another Lua", function()
  it("is refused with a message that names the supported ones", function()
    if #command.output "command -v lua5.1" == 0 then return pending "there is no lua5.1" end
    assert.same({ "yschema: Error: yschema runs on Lua 5.4 and on LuaJIT; this is Lua 5.1" },
      command.output("lua5.1 " .. command.quote(command.root .. "/lua/bin/yschema") .. " --version 2>&1"))
  end)
end)

describe("the suite", function()
  local running = rawget(_G, "jit") and "luajit" or _VERSION:gsub("^Lua ", "lua")

  it("runs on the Lua that was meant", function()
    local meant = os.getenv "YSCHEMA_RUNTIME"
    if meant then assert.equal(meant, running) end
    assert.is_true(running == "luajit" or running == "lua5.4", running)
  end)

  it("tests the module that was built for this Lua", function()
    local path = assert(package.searchpath("yschema.core", package.cpath))
    local build = os.getenv "YSCHEMA_BUILD" or "build"
    local folder = running == "luajit" and "luajit" or "lua54"
    -- Specs of the language server, which changes the working directory, make the paths absolute.
    path = path:gsub("^" .. command.root:gsub("%p", "%%%0") .. "/", "")
    assert.equal(("%s/%s/yschema/core.so"):format(build, folder), path)
    assert.is_table(require "yschema.core")
  end)
end)
