-- Editors with the language server. Each runs a script of spec/server/clients, which writes what the editor knows.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@data/values-schema
---
#@schema/validation min_len=1
name: app
port: 80
hosts: [""]
]]

local MIN_LEN, TYPE = "name must have length >= 1 (found: length = 0)", "port: expected integer, but found string"

describe("the language server in an editor #programs", function()
  local dir
  before_each(function()
    dir = folder.make()
    folder.write(dir, ".yschema.yml",
      "configurations:\n- {name: a, schema: [schema.yml], layers: [base.yml, site.yml]}\n")
    folder.write(dir, "schema.yml", SCHEMA)
    folder.write(dir, "base.yml", "port: 1\n")
    folder.write(dir, "site.yml", "name: ''\nport: x\n\n")
    command.install(dir .. "/bin")
  end)
  after_each(function() folder.remove(dir) end)

  local function here(name) return os.execute("command -v " .. name .. " >/dev/null 2>&1") end

  -- Runs an editor on a script. Returns what that wrote.
  local function said_by(line)
    os.execute(("cd %s && export HOME=%s LSP_FOLDER=%s LSP_COMMAND=%s/bin/yschema LSP_RESULT=%s/said && timeout 60 %s"
      .. " >%s/log 2>&1 </dev/null"):format(command.root, dir, dir, dir, dir, line, dir))
    return command.lines(command.read(dir .. "/said") or command.read(dir .. "/log"))
  end

  it("of neovim", function()
    if not here "nvim" then return pending "neovim is not installed: it was NOT tried" end
    assert.same({
      "diagnostics 0:6 1 " .. MIN_LEN .. " | 1:6 1 " .. TYPE, "changed 1:6 1 " .. TYPE, "hover `port`: integer",
      "completion hosts", "definition schema.yml", "stopped true",
    }, said_by "nvim --headless -u NONE -n -c 'luafile spec/server/clients/neovim.lua'")
  end)

  it("of Emacs, with eglot", function()
    if not here "emacs" then return pending "Emacs is not installed: it was NOT tried" end
    assert.same({
      ("diagnostics 0:6 yschema [min_len]: %s | 1:6 yschema [type]: %s"):format(MIN_LEN, TYPE),
      "changed 1:6 yschema [type]: " .. TYPE, "hover `port`: integer", "stopped true",
    }, said_by "emacs -Q --batch -l spec/server/clients/eglot.el")
  end)
end)
