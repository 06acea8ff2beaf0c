-- Tests of the language server with files and folders that it may not read. Root runs the session without the
-- capabilities to which no rights apply.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

local is_root = command.output("id -u")[1] == "0"
local DROPPED = "-dac_override,-dac_read_search"
local WITHOUT = ("setpriv --bounding-set=%s --inh-caps=%s "):format(DROPPED, DROPPED)

-- Runs a script as someone to whom rights apply.
local function run(line)
  local paths = ("LUA_PATH=%s LUA_CPATH=%s "):format(command.quote(package.path), command.quote(package.cpath))
  local interpreter = rawget(_G, "jit") and "luajit " or "lua5.4 "
  return command.output(("%senv %s%s%s 2>&1"):format(is_root and WITHOUT or "", paths, interpreter, line))
end

local NOT_TRIED = "there is no setpriv: rights were NOT tried"

describe("the language server, in a folder with a", function()
  local dir, is_possible
  setup(function() is_possible = run "-e 'print(1)'"[1] == "1" end)
  before_each(function()
    dir = folder.make()
    os.execute("chmod 755 " .. dir)
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: [s.yml], layers: [a.yml, b.yml]}\n"
      .. "- {name: g, schema: [s.yml], each: ['d/*.yml']}\n")
    folder.write(dir, "s.yml", "#@data/values-schema\n---\nport: 80\n")
    folder.write(dir, "a.yml", "port: 0\n")
    folder.write(dir, "b.yml", "port: 0\n")
    folder.write(dir, "d/c.yml", "port: 0\n")
  end)
  after_each(function()
    os.execute("chmod -R u+rwx " .. dir)
    folder.remove(dir)
  end)

  for _, case in ipairs {
    { "layer that may not be read", "b.yml", "000", ".yschema.yml:1: b.yml: Permission denied", "a.yml" },
    { "layer that may not be read, but is open", "b.yml", "000", "a.yml:1: port: expected integer, but found string\n"
      .. "b.yml:1: port: expected integer, but found string", "a.yml", "b.yml" },
    { "schema that may not be read", "s.yml", "000", ".yschema.yml:2: configurations[0].schema must be files with a "
      .. "schema (found: s.yml: Permission denied)\n.yschema.yml:3: configurations[1].schema must be files with a "
      .. "schema (found: s.yml: Permission denied)", "a.yml" },
    { "project file that may not be read", ".yschema.yml", "000", ".yschema.yml:1: cannot be read: Permission denied",
      "a.yml" },
    { "folder that may not be listed", "d", "311", ".yschema.yml:3: configurations[1].each[0] must be files that are "
      .. "there (found: d: Permission denied)", "d/c.yml" },
    { "folder that may not be entered", "d", "000", ".yschema.yml:3: configurations[1].each[0] must be files that are "
      .. "there (found: d: Permission denied)", "d/c.yml" },
    { "project that may not be listed", ".", "311", "a.yml:1: port: expected integer, but found string", "a.yml" },
    { "project that may not be entered", ".", "000", "", "a.yml" },
  } do
    it(case[1] .. ", goes on", function()
      if not is_possible then return pending(NOT_TRIED) end
      os.execute(("chmod %s %s/%s"):format(case[3], dir, case[2]))
      local files = table.concat({ case[5], case[6] }, " ")
      assert.equal(case[4], table.concat(run(("spec/server/without_rights.lua %s %s"):format(dir, files)), "\n"))
    end)
  end
end)
