--- Tests of the files that the command writes: each is replaced as a whole or stays as it was, whatever happens
-- meanwhile.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local lfs = require "lfs"

local dir

local function sh(typed) return command.output(("cd %s && { %s; } 2>&1"):format(command.quote(dir), typed)) end
local function yschema(typed) return sh(command.shell(typed)) end
local function read(name) return command.read(dir .. "/" .. name) end
local function write(name, text) return folder.write(dir, name, text) end
local function migrate(name) return command.run({ "migrate", "-f", "schema.yml", name or "values.yml" },
  { folder = dir }) end

local SCHEMA = '#@data/values-schema\n---\n#@schema/renamed from="old"\nname: ""\nlist:\n'
  .. '- #@schema/renamed from="o"\n  a_longer_name: 1\n'
local OLD, NEW = "old: x\n", "name: x\n"

-- A file whose new text is some 100 KB.
local function long_file()
  local lines = { "list:\n" }
  for i = 1, 4000 do lines[#lines + 1] = ("- o: %d\n"):format(i) end
  return table.concat(lines)
end

describe("a file that is written", function()
  before_each(function()
    dir = folder.make ""
    write("schema.yml", SCHEMA)
    write("values.yml", OLD)
  end)
  after_each(function() folder.remove(dir) end)

  local function leaves_nothing_beside() assert.same({}, sh "ls -A | grep part") end

  it("keeps its mode and its owner", function()
    sh "chmod 0640 values.yml; chown 65534:65534 values.yml"
    local before = lfs.attributes(dir .. "/values.yml")
    assert.equal(0, migrate().rc)
    local after = lfs.attributes(dir .. "/values.yml")
    assert.equal(NEW, read "values.yml")
    assert.same({ before.uid, before.gid, "rw-r-----" }, { after.uid, after.gid, after.permissions })
    leaves_nothing_beside()
  end)

  it("is one of many, however few files a process may have open", function()
    for i = 1, 60 do write(("f%d.yml"):format(i), OLD) end
    assert.same({}, yschema "ulimit -n 40; yschema migrate -f schema.yml f*.yml 2>&1 | grep -v renamed")
    assert.same({ "60" }, sh "grep -lx 'name: x' f*.yml | wc -l")
    leaves_nothing_beside()
  end)

  it("is the one that a link leads to, and the link stays", function()
    sh "mkdir d; mv values.yml d/real.yml; ln -s d/real.yml link; ln -s link values.yml"
    assert.equal(0, migrate().rc)
    assert.equal(NEW, read "d/real.yml")
    assert.same({ "link" }, sh "readlink values.yml")
    assert.same({ "real.yml" }, sh "ls -A d")
  end)

  it("has no other names, which would keep the old text", function()
    sh "ln values.yml other.yml"
    local result = migrate()
    assert.equal(2, result.rc)
    assert.matches("values.yml: error[write]: it has other names (hard links), which would keep the old text: write to "
      .. "another file, or give it a copy of its own first", result.stderr, 1, true)
    assert.equal(OLD, read "values.yml")
    leaves_nothing_beside()
  end)

  it("is not made through a link that leads nowhere", function()
    sh "ln -s nowhere report.json"
    local result = command.run({ "check", "-f", "schema.yml", "schema.yml", "values.yml", "--report", "json",
      "--report-file", "report.json" }, { folder = dir })
    assert.equal(2, result.rc)
    assert.matches("report.json: it is a symbolic link that leads nowhere: remove it, or name another file",
      result.stderr, 1, true)
    assert.is_nil(read "nowhere")
  end)

  it("stays as it was when the new text cannot be written, and nothing else stays", function()
    local text = long_file()
    write("values.yml", text)
    local printed = yschema "ulimit -f 8; yschema migrate -f schema.yml values.yml >/dev/null 2>&1; echo $?"
    assert.are_not.equal("0", printed[#printed])
    assert.equal(text, read "values.yml")
    leaves_nothing_beside()
    assert.equal(0, migrate().rc)
    assert.matches("^list:\n%- a_longer_name: 1\n", read "values.yml")
  end)

  it("is not written over where no new file can be made beside it", function()
    -- The path of the file is short enough for the system (4095 bytes), that of a file beside it is not, however short
    -- the number of the process in its name is.
    sh [[name=$(printf 'd%.0s' $(seq 200)); i=0
      while [ $(pwd | wc -c) -lt 3880 ]; do mkdir $name; cd $name; done
      rest=$(printf 'e%.0s' $(seq $((4084 - $(pwd | wc -c))))); mkdir $rest; cd $rest
      printf 'old: x\n' >v.yml; pwd | wc -c]]
    local printed = yschema [[schema=$PWD/schema.yml
      while [ ! -e v.yml ]; do cd [de]*; done
      yschema migrate -f $schema v.yml; echo $?; cat v.yml]]
    assert.matches("v.yml: error[write]: File name too long: no new file can be made in its folder, and it is not "
      .. "written over in place, where a failure would leave half of it", printed[1], 1, true)
    assert.same({ "2", "old: x" }, { printed[#printed - 1], printed[#printed] })
  end)

  it("is not where the output of the same call goes", function()
    for _, redirection in ipairs { ">>values.yml", "2>>values.yml", "1<>values.yml" } do
      write("values.yml", OLD)
      local printed = yschema("yschema migrate -q -f schema.yml values.yml " .. redirection .. "; echo $?")
      assert.equal("2", printed[#printed])
      assert.equal(OLD, (read "values.yml"):sub(1, #OLD))
      assert.is_nil((read "values.yml"):find("\nname:", 1, true))
    end
  end)

  it("is the old one until it is complete, even if the process is killed", function()
    local printed = yschema [[lua -e '
      local core = require "yschema.core"
      local draft = assert(core.draft "values.yml")
      assert(draft:write("half of it"))
      os.execute("kill -9 $PPID")'; cat values.yml]]
    assert.equal("old: x", printed[#printed])
    printed = yschema [[lua -e '
      local core = require "yschema.core"
      local draft = assert(core.draft "values.yml")
      assert(draft:write("half of it"))
      os.execute("kill $PPID")'; cat values.yml; ls -A | grep -c "part$"]]
    -- The one that is left is of the process that was killed.
    assert.same({ "old: x", "1" }, { printed[#printed - 1], printed[#printed] })
  end)

  it("may have a name that is as long as the system allows", function()
    local name = ("n"):rep(251) .. ".yml"
    write(name, OLD)
    assert.equal(0, migrate(name).rc)
    assert.equal(NEW, read(name))
  end)

  it("may be a device, a pipe or a standard stream, where nothing is lost", function()
    local call = "yschema check -q -f schema.yml other.yml --report ndjson --report-file "
    write("other.yml", "nam: 1\n")
    assert.same({ "1" }, yschema(call .. "/dev/null; echo $?"))
    assert.matches('^{"number":1,"file":"other.yml"', yschema(call .. "/dev/stdout | cat")[1])
    yschema("echo before >log; " .. call .. "/dev/stdout >>log; echo after >>log")
    assert.matches('^before\n{"number":1,"file":"other.yml"[^\n]+\nafter\n$', read "log")
    yschema("mkfifo pipe; cat pipe >read & " .. call .. "pipe; wait")
    assert.matches('^{"number":1,"file":"other.yml"', read "read")
    assert.matches("Is a directory", yschema(call .. ".; true")[1], 1, true)
  end)
end)

describe("a file that a call reads", function()
  before_each(function()
    dir = folder.make "d"
    write("s.yml", "#@data/values-schema\n---\na: 1\n")
    write("v.yml", "a: x\n")
    write("j.json", '{"type": "object", "properties": {"a": {"$ref": "r.json"}}}')
    write("r.json", '{"type": "integer"}')
    write(".yschema.yml", "configurations:\n- name: m\n  schema: s.yml\n  each: [v.yml]\n")
    write("list", "v.yml\0")
    write("d/w.json", '{"a": 1}')
  end)
  after_each(function() folder.remove(dir) end)

  local WHY = ": it is a file that this call reads, which the output would replace; name another file"

  it("is not written, under whatever name", function()
    sh "ln -s s.yml link; ln v.yml hard; ln -s . here"
    local sums = sh "cat s.yml v.yml j.json r.json .yschema.yml list | cksum"
    local calls = {
      { "-f s.yml -f v.yml --report json --report-file s.yml", "--report-file s.yml" },
      { "-f n=s.yml -f v.yml --report json --report-file ./s.yml", "--report-file ./s.yml" },
      { "-f s.yml --report json --report-file link", "--report-file link" },
      { "-f s.yml --data-value-file a=v.yml --report json --report-file d/../hard", "--report-file d/../hard" },
      { "check -f s.yml v.yml --report ndjson --report-file here/v.yml", "--report-file here/v.yml" },
      { "check -f s.yml v.yml --report sarif --report-file $PWD/v.yml", "--report-file $PWD/v.yml" },
      { "check -f s.yml --files0-from list --report json --report-file v.yml", "--report-file v.yml" },
      { "check -f s.yml --files0-from list --report json --report-file list", "--report-file list" },
      { "check --report json --report-file v.yml", "--report-file v.yml" },
      { "check --report ndjson --report-file v.yml -j 2", "--report-file v.yml" },
      { "check -f s.yml v.yml --resume v.yml", "--resume v.yml" },
      { "import json-schema j.json --force -o j.json", "-o j.json" },
      { "import json-schema j.json --force -o r.json --loss l.json", "-o r.json" },
      { "import json-schema j.json --loss here/j.json", "--loss here/j.json" },
      { "infer v.yml --force -o hard", "-o hard" },
      { "migrate -f s.yml v.yml --report json --report-file v.yml", "--report-file v.yml" },
      { "overlay -f v.yml --report json --report-file v.yml", "--report-file v.yml" },
      { "explain a -f s.yml --report json --report-file s.yml", "--report-file s.yml" },
      { "diff s.yml v.yml --report json --report-file s.yml", "--report-file s.yml" },
      { "import json-schema j.json --loss r.json", "--loss r.json" },
    }
    for _, row in ipairs(calls) do
      local printed = yschema("yschema " .. row[1] .. "; echo $?")
      local flag = row[2]:gsub("%$PWD", (dir:gsub("%%", "%%%%")))
      assert.equal("2", printed[#printed], row[1])
      assert.equal("yschema: Error: " .. flag .. WHY, printed[1])
      assert.same(sums, sh "cat s.yml v.yml j.json r.json .yschema.yml list | cksum", row[1])
    end
    assert.is_nil(read "l.json")
  end)

  it("is not written by a call that is invalid in other ways, or when it was found late", function()
    for _, typed in ipairs { "-f s.yml --report json --report-file s.yml --bogus",
      "check --report=json --report-file=.yschema.yml", "check -f=s.yml --report=json --report-file=s.yml --bogus",
      "check --json-schema j.json d/w.json --report json --report-file r.json" } do
      local before = sh "cat s.yml .yschema.yml r.json"
      local printed = yschema("yschema " .. typed .. "; echo $?")
      assert.equal("2", printed[#printed], typed)
      assert.same(before, sh "cat s.yml .yschema.yml r.json", typed)
    end
  end)

  it("is not a document that shows a breaking change", function()
    write("t.yml", "#@data/values-schema\n---\na: ''\n")
    sh "mkdir w; ln -s ../s.yml w/001-type-changed-backward.yml"
    local before = read "s.yml"
    local printed = yschema "yschema diff s.yml t.yml --witness w; echo $?"
    assert.same({ "yschema: Error: --witness w/001-type-changed-backward.yml" .. WHY, "2" }, printed)
    assert.equal(before, read "s.yml")
    sh "cp s.yml 001-type-changed-backward.yml"
    printed = yschema "yschema diff 001-type-changed-backward.yml t.yml --witness .; echo $?"
    assert.equal("2", printed[#printed])
    assert.equal(before, read "001-type-changed-backward.yml")
  end)

  it("is no second output", function()
    for _, path in ipairs { "x", "./x", "d/../x" } do
      local printed = yschema("yschema import json-schema j.json -o x --loss " .. path)
      assert.equal("yschema: Error: --loss and -o name the same file", printed[1])
    end
    assert.is_nil(read "x")
  end)

  it("is not a report that was written into the same folder before", function()
    for _ = 1, 2 do
      assert.same({ "0" }, yschema "yschema check -q -f s.yml d --report json --report-file d/report.json; echo $?")
    end
    assert.equal('{"version": 1, "status": 0, "violations": [], "warnings": []}\n', read "d/report.json")
  end)
end)

describe("a schema that is made", function()
  before_each(function()
    dir = folder.make ""
    write("v.yml", "a: x\n")
    write("j.json", '{"type": "object"}')
  end)
  after_each(function() folder.remove(dir) end)

  it("replaces an older file only on request", function()
    for _, call in ipairs { "infer v.yml", "import json-schema j.json" } do
      write("s.yml", "mine\n")
      local printed = yschema(("yschema %s -o s.yml; echo $?"):format(call))
      assert.equal("yschema: Error: -o s.yml is there already, and --force replaces it", printed[1])
      assert.equal("2", printed[#printed])
      assert.equal("mine\n", read "s.yml")
      yschema(("yschema %s -q -o s.yml --force"):format(call))
      assert.matches("^#@data/values%-schema\n", (read "s.yml":gsub("^#![^\n]*\n", ""):gsub("^\n", "")))
    end
  end)
end)
