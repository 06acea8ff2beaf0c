-- `-` in place of a file: flags that name a file read standard input, and only one word of a call may.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

local dir

describe("standard input", function()
  setup(function()
    dir = folder.make ""
    folder.write(dir, "s.yml", "#@data/values-schema\n---\nport: 1\n")
    folder.write(dir, "n.yml", '#@data/values-schema\n---\nport: ""\n')
    folder.write(dir, "e.yml", "#@data/values-schema\n---\n#@schema/validation even\nport: 2\n")
    folder.write(dir, "a.yml", "port: x\n")
    folder.write(dir, "odd.yml", "port: 3\n")
    folder.write(dir, "project", "configurations:\n- name: a\n  schema: s.yml\n  each: [a.yml]\n")
    folder.write(dir, "wrong", "configurations:\n- nme: a\n")
    folder.write(dir, "env", "return { even = function(v) return v % 2 == 0 end }\n")
    folder.write(dir, "text", "return {\n")
    folder.write(dir, "severity", "type-changed: safe\n")
    assert.equal(0, command.run({ "check", "-f", "s.yml", "--baseline", "known", "--write-baseline", "a.yml" },
      { folder = dir }).rc)
  end)
  teardown(function() folder.remove(dir) end)

  for _, row in ipairs {
    { "project", 1, "a.yml:1:7: error[type]", "check", "--project", "-" },
    { "project", 0, "a\n", "check", "--list", "--project", "-" },
    { "wrong", 2, "stdin.yml:2:3: error[unknown-key]", "check", "--project", "-" },
    { "known", 0, "no errors in 1 file, 1 known", "check", "-f", "s.yml", "--baseline", "-", "a.yml" },
    { "env", 1, "odd.yml:1:7: error[custom]", "check", "-f", "e.yml", "--env", "-", "odd.yml" },
    { "text", 2, "--env: stdin:", "check", "-f", "e.yml", "--env", "-", "odd.yml" },
    { "severity", 0, "safe[type-changed]", "diff", "s.yml", "n.yml", "--severity", "-" },
    { "a.yml", 0, "port: |\n  port: x\n", "-f", "n.yml", "--data-value-file", "port=-" },
  } do
    it("is read: " .. table.concat(row, " ", 4), function()
      local result = command.run({ (table.unpack or unpack)(row, 4) }, { folder = dir, stdin = row[1] }) -- luacheck: ignore
      assert.equal(row[2], result.rc, result.text)
      assert.matches(row[3], result.text, 1, true)
    end)
  end

  it("is read only once, and is not written", function()
    local in_process = require "spec.support.in_process"
    for _, row in ipairs {
      { "read only once; --baseline reads it, too", "check", "-f", "s.yml", "--baseline", "-", "-" },
      { "read only once; --env reads it, too", "check", "-f", "-", "--env", "-", "a.yml" },
      { "read only once; --project reads it, too", "check", "--project", "-", "--env", "-", "a.yml" },
      { "read only once; --data-value-file reads it, too", "-f", "-", "--data-value-file", "port=-" },
      { "standard input cannot be written: name a file", "check", "-f", "s.yml", "--baseline", "-",
        "--write-baseline", "a.yml" },
    } do
      local status, _, problem = in_process.run(dir, (table.unpack or unpack)(row, 2)) -- luacheck: ignore
      assert.equal(2, status)
      assert.matches(row[1], problem, 1, true)
    end
  end)
end)
