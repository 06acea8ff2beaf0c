local command = require "spec.support.command"

describe("the rockspec", function()
  local rock = {}
  local chunk = assert(loadfile(command.root .. "/rocks/yschema-scm-1.rockspec", "t", rock))
  if setfenv then setfenv(chunk, rock) end -- luacheck: ignore
  chunk()

  local function found(where)
    return command.output(
      ("cd %s && find %s | LC_ALL=C sort"):format(command.quote(command.root), where))
  end

  local function sorted(list)
    table.sort(list)
    return list
  end

  it("names all C sources", function()
    assert.same(sorted(found "csrc -name '*.c'"), sorted(rock.build.modules["yschema.core"].sources))
  end)

  it("names all Lua modules, under their names", function()
    local expected = {}
    for _, path in ipairs(found "lua -name '*.lua'") do
      local name = path:match "^lua/(.*)%.lua$":gsub("/init$", ""):gsub("/", ".")
      expected[name] = path
    end
    local modules = {}
    for name, what in pairs(rock.build.modules) do
      if type(what) == "string" then modules[name] = what end
    end
    assert.same(expected, modules)
  end)

  it("installs the command", function()
    local script = assert(command.read(command.root .. "/" .. rock.build.install.bin.yschema))
    assert.matches("^#!/usr/bin/env lua", script)
  end)
end)
