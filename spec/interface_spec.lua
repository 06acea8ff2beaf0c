-- The compiled core and the Lua files have to belong together.
local command = require "spec.support.command"
local interface = require "spec.support.interface"
local quote = command.quote

describe("a core of another version", function()
  local folder, paths, number

  -- A core that says that it has this number (Lua code), beside these Lua files.
  local function core_with(value)
    local file = assert(io.open(folder .. "/lib/yschema/core.lua", "w"))
    assert(file:write("return { interface = " .. value .. " }\n"))
    assert(file:close())
  end

  local function said(code)
    return command.output(("%s %s -e %s 2>&1"):format(paths, command.runtime, quote(code)))
  end

  setup(function()
    number = interface.written(interface.places[2])
    folder = command.output "mktemp -d"[1]
    command.output(("mkdir -p %s/lib/yschema && touch %s/lib/yschema/core.so"):format(quote(folder), quote(folder)))
    paths = ("LUA_PATH=%s LUA_CPATH=%s"):format(
      quote(("%s/lib/?.lua;%s/lua/?.lua;%s/lua/?/init.lua;;"):format(folder, command.root, command.root)),
      quote(folder .. "/lib/?.so"))
  end)

  teardown(function() os.execute("rm -r " .. quote(folder)) end)

  local function refusal(core)
    return ("the compiled core in %s/lib/yschema/core.so belongs to another version of yschema (core %s, Lua %s): "
      .. "build or install it again"):format(folder, core, number)
  end

  for _, module in ipairs { "yschema", "yschema.command.cli", "resty.yschema" } do
    it("is refused by " .. module, function()
      core_with '"0badc0de"'
      assert.same({ "false", refusal "0badc0de" }, said(([[
        local found, problem = pcall(require, "%s")
        print(found) print(problem)]]):format(module)))
    end)
  end

  it("is refused when it has no number, as the cores before the check", function()
    core_with "nil"
    assert.same({ refusal "without a number" }, said 'print(select(2, pcall(require, "yschema")))')
  end)

  it("is refused by the command, which does nothing else", function()
    core_with '"0badc0de"'
    command.output(("mkdir -p %s/bin && cp lua/bin/yschema %s/bin"):format(quote(folder), quote(folder)))
    assert.same({ "yschema: Error: " .. refusal "0badc0de", "2" }, command.output(
      ("cd %s && %s %s %s/bin/yschema --version 2>&1; echo $?"):format(quote(command.root), paths, command.runtime,
        quote(folder))))
  end)

  it("is no core of this version", function()
    assert.equal(number, require "yschema.core".interface)
  end)
end)
