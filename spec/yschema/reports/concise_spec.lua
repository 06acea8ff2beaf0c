-- `--report concise`: a line for each violation, in each command that reports violations in blocks.

local folder = require "spec.support.folder"
local in_process = require "spec.support.in_process"

local dir
local run = in_process.within(function() return dir end)

describe("--report concise", function()
  setup(function()
    dir = folder.make ""
    folder.write(dir, "s.yml", "#@data/values-schema\n---\n#@schema/validation min=1\nport: 1\n"
      .. '#@schema/renamed from="old"\nnew:\n  a: 1\n')
    folder.write(dir, "v.yml", "port: 1\n")
    folder.write(dir, "m.yml", "old: &x {a: 1}\ncopy: *x\n")
    folder.write(dir, "bad.yml", "port: [\n")
    folder.write(dir, "t.schema-test.yml", "schema: s.yml\ntests:\n- name: a\n  values: {port: 0}\n  valid: true\n"
      .. "- name: b\n  values: {port: 1}\n  valid: true\n")
  end)
  teardown(function() folder.remove(dir) end)

  for _, row in ipairs {
    { "set", "-f", "s.yml", "port=0", "prt=1", "v.yml" }, { "set", "-f", "s.yml", "port=1", "bad.yml" },
    { "set", "-f", "s.yml", "port.a=1", "v.yml" }, { "migrate", "-f", "s.yml", "m.yml" },
    { "migrate", "-f", "s.yml", "bad.yml" }, { "test", "t.schema-test.yml" }, { "fix", "-f", "s.yml", "bad.yml" },
    { "check", "-f", "s.yml", "bad.yml", "m.yml" },
  } do
    it("has the first lines of the text's blocks: " .. table.concat(row, " "), function()
      local words = { (table.unpack or unpack)(row) } -- luacheck: ignore
      local status, text = run((table.unpack or unpack)(words)) -- luacheck: ignore
      words[#words + 1], words[#words + 2] = "--report", "concise"
      local now, concise = run((table.unpack or unpack)(words)) -- luacheck: ignore
      local lines = {}
      for line in text:gmatch "[^\n]+" do
        if line:find "^%S+:%d+:%d+: %l+%[.-%]: " then lines[#lines + 1] = line .. "\n" end
      end
      assert.is_true(status > 0 and lines[1] ~= nil)
      assert.same({ status, table.concat(lines) }, { now, concise })
    end)
  end

  it("is on standard error where standard output has another result, also of calls that print no blocks", function()
    local not_int = "port: expected integer, but found string"
    folder.write(dir, "x.yml", "port: x\nold: 1\nprt: 1\n")
    folder.write(dir, "w.yml", "old: {a: 1}\n")
    folder.write(dir, "s2.yml", "#@data/values-schema\n---\n#@schema/tpye\nport: 1\n")
    for _, row in ipairs {
      { 1, "x.yml:1:7: error[type]: " .. not_int, "-f", "s.yml", "-f", "x.yml" },
      { 1, "x.yml:3:1: error[unknown-key]: prt is not in the schema", "-f", "s.yml", "-f", "x.yml" },
      { 0, "w.yml:1:1: warning[renamed]: old has a new name: new (at s.yml:6)", "-f", "s.yml", "-f", "w.yml" },
      { 2, "s2.yml:3:1: error[annotation-unknown]: unknown annotation @schema/tpye", "inspect", "-f", "s2.yml" },
      { 2, "s2.yml:3:1: error[annotation-unknown]: unknown annotation @schema/tpye", "example", "-f", "s2.yml" },
      { 2, "bad.yml:2:1: error[yaml]: ", "infer", "bad.yml" },
      { 2, "bad.yml:2:1: error[yaml]: ", "overlay", "-f", "bad.yml" },
    } do
      local words = { (table.unpack or unpack)(row, 3) } -- luacheck: ignore
      words[#words + 1], words[#words + 2] = "--report", "concise"
      local status, _, errors = run((table.unpack or unpack)(words)) -- luacheck: ignore
      assert.equal(row[1], status, errors)
      assert.matches(row[2], errors, 1, true)
      for line in errors:gmatch "[^\n]+" do assert.matches("^%S+:%d+:%d+: %l+%[.-%]: ", line) end
    end
  end)

  it("is refused with the words that there are, where it is no format", function()
    local status, _, problem = run("packs", "--report", "concise")
    assert.equal(2, status)
    assert.matches("--report: unknown format 'concise', use text or json", problem, 1, true)
  end)
end)
