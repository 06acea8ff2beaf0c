-- Reports in blocks (examples/reports): what `yschema check` and `yschema fix` print for people.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@data/values-schema
---
#@schema/validation one_of=["debug", "info"]
level: info
port: 80
#@schema/deprecated "use port"
listen: 80
#@schema/nullable
#@schema/validation not_null=True
tls: ""
]]

local dir

local function file(name, text) return folder.write(dir, name, text) end

local function check(...)
  return in_process.call({ "check", "-f", "s.yml", ... }, { folder = dir })
end

before_each(function()
  dir = folder.make "conf"
  file("s.yml", SCHEMA)
end)

after_each(function() folder.remove(dir) end)

describe("a report in blocks", function()
  it("has a block for each violation, in the order of the file, and ends with the counts", function()
    file("v.yml", 'prot: 8080\nlisten: 1\nport: "80"\nlevel: loud\n')
    local result = check "v.yml"
    assert.equal(1, result.rc)
    assert.equal("", result.stderr)
    assert.equal([[
v.yml:1:1: error[unknown-key]: prot is not in the schema
    |
  1 | prot: 8080
    | ^^^^ did you mean "port"?
    = expected: level, listen, port, tls (s.yml:2)

v.yml:1:1: error[not_null]: tls must not be null
    |
  1 | prot: 8080
    = found: value is null
    = default: s.yml:10
    = rule: s.yml:9

v.yml:2:1: warning[deprecated]: listen is deprecated: use port (by s.yml:6)
    |
  2 | listen: 1
    | ^^^^^^

v.yml:3:7: error[type]: port: expected integer, but found string
    |
  3 | port: "80"
    |       ^^^^ leave out the quotes.
    = schema: s.yml:5
    = fix: yschema fix -f s.yml v.yml

v.yml:4:8: error[one_of]: level must be one of "debug", "info"
    |
  4 | level: loud
    |        ^^^^
    = rule: s.yml:3

4 errors in 1 file, 1 warning
]], result.stdout)
  end)

  it("leaves out warnings and counts with -q", function()
    file("v.yml", "listen: 1\ntls: a\n")
    local result = check("v.yml", "-q")
    assert.same({ 0, "", "" }, { result.rc, result.stdout, result.stderr })
    result = check "v.yml"
    assert.equal(0, result.rc)
    assert.matches("^v.yml:1:1: warning%[deprecated%]: ", result.stdout)
  end)

  it("shows a violation at many places once, and each of them with --all", function()
    file("s.yml", "#@data/values-schema\n---\nports:\n- 0\n")
    file("v.yml", "ports:\n" .. ("- a\n"):rep(9))
    local result = check "v.yml"
    local _, blocks = result.stdout:gsub("error%[type%]", "")
    assert.equal(1, blocks)
    assert.matches("\n    = also at: ports%[1%] %(v.yml:3%)\n    = also at: ports%[2%] %(v.yml:4%)\n"
      .. "    = also at: 6 more places %(%-%-all shows them%)\n", result.stdout)
    _, blocks = check("v.yml", "--all").stdout:gsub("error%[type%]", "")
    assert.equal(9, blocks)
  end)

  it("names no command for what standard input or a strange name needs", function()
    file("a b.yml", 'port: "1"\ntls: a\n')
    assert.not_matches("= fix:", check("a b.yml").stdout)
    local result = in_process.call({ "check", "-f", "s.yml", "-" }, { folder = dir, stdin = "a b.yml" })
    assert.matches("^stdin.yml:1:7: error%[type%]", result.stdout)
    assert.not_matches("= fix:", result.stdout)
  end)

  it("says what cannot be read as a block, too", function()
    file("bad.yml", "a: [1\n")
    local result = check("bad.yml", "none.yml")
    assert.equal(2, result.rc)
    assert.matches("bad.yml:2:1: error%[[%w-]+%]: did not find expected", result.stdout)
    assert.matches("\n\nnone.yml: error%[read%]: No such file or directory\n", result.stdout)
    assert.matches("2 errors in 2 of 2 files, 1 not read\n$", result.stdout)
  end)

  it("keeps a long line within 80 columns, the mark with it", function()
    file("v.yml", ("level: %s # %s\ntls: a\n"):format(("x"):rep(50), ("y"):rep(200)))
    for _, line in ipairs(command.lines(check("v.yml").stdout)) do
      if line:find "^ +%d+ |" or line:find "^ +| +%^" then assert.is_true(#line <= 82, line) end
    end
    file("v.yml", ("tls: a\nlevel: %s\n"):format(("x"):rep(10000)))
    local mark = check("v.yml").stdout:match "|( +%^+)\n"
    assert.is_true(#mark <= 80, mark)
  end)
end)

describe("a concise report", function()
  it("has one line for each violation at each place, which editors and programs parse", function()
    file("s.yml", "#@data/values-schema\n---\nports:\n- 0\n")
    file("v.yml", "ports:\n" .. ("- a\n"):rep(9))
    local result = check("v.yml", "--report", "concise")
    local lines = command.lines(result.stdout)
    assert.equal(9, #lines)
    for i, line in ipairs(lines) do
      local name, row, column, severity, rule, message =
        line:match "^([^:]+):(%d+):(%d+): (%l+)%[([%w_/-]+)%]: (.+)$"
      assert.same({ "v.yml", ("%d"):format(i + 1), "3", "error", "type" }, { name, row, column, severity, rule })
      assert.equal(("ports[%d]: expected integer, but found string"):format(i - 1), message)
    end
    assert.equal("9 errors in 1 file\n", result.stderr)
  end)

  it("has one line for what cannot be read, too", function()
    file("u.yml", "tls: \255\n")
    file("t.yml", "#@data/values-schema\n---\na: 1\n")
    for _, name in ipairs { "u.yml", "t.yml", "none.yml" } do
      local lines = command.lines(check(name, "--report", "concise").stdout)
      assert.equal(1, #lines, name)
      assert.matches("^" .. name .. ".*: error%[[%w-]+%]: ", lines[1])
    end
  end)

  it("is parsed by Vim #programs", function()
    if #command.output "command -v vim" == 0 then return pending "there is no vim" end
    file("v.yml", "prot: 1\ntls: a\n")
    file("out", check("v.yml", "--report", "concise").stdout)
    file("script", [==[
set errorformat=%f:%l:%c:\ %t%*[a-z][%*[^]]]:\ %m
cfile out
call writefile(map(getqflist(), 'bufname(v:val.bufnr) . " " . v:val.lnum . " " . v:val.col . " " . v:val.text'), "list")
quit!
]==])
    os.execute(("cd %s && timeout 20 env -u LD_PRELOAD vim -N -u NONE -es -S script </dev/null >/dev/null 2>&1")
      :format(command.quote(dir)))
    assert.equal("v.yml 1 1 prot is not in the schema\n", command.read(dir .. "/list"))
  end)
end)

describe("a call of yschema check", function()
  it("ends with status 0 and --exit-zero in spite of violations, but not of a schema with errors", function()
    file("v.yml", "prot: 1\ntls: a\n")
    assert.equal(1, check("v.yml").rc)
    local result = check("v.yml", "--exit-zero")
    assert.equal(0, result.rc)
    assert.matches("error%[unknown%-key%]", result.stdout)
    file("s.yml", "#@data/values-schema\n---\na: null\n")
    assert.equal(2, check("v.yml", "--exit-zero").rc)
  end)

  it("fixes with --fix as yschema fix does", function()
    file("v.yml", 'prot: 1\nlevel: loud\ntls: a\n')
    local result = check("v.yml", "--fix")
    assert.equal(1, result.rc)
    assert.equal("port: 1\nlevel: loud\ntls: a\n", command.read(dir .. "/v.yml"))
    assert.matches("v.yml:2:8: error%[one_of%]: ", result.stdout)
    assert.matches("v.yml:1: prot: renamed to port\n", result.stdout)
    for _, flag in ipairs { "--resume=r", "--shard=1/2", "--write-baseline=b", "--list" } do
      assert.equal(2, check("v.yml", "--fix", flag).rc)
    end
  end)

  it("prints its version with -V, as with --version", function()
    assert.equal(in_process.call({ "--version" }).stdout, command.run({ "-V" }).stdout)
  end)
end)
