--- What the command writes: a file is replaced as a whole or stays as it was, whatever happens meanwhile.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local lfs = require "lfs"

local dir

local function sh(typed) return command.output(("cd %s && { %s; } 2>&1"):format(command.quote(dir), typed)) end
local function yschema(typed) return sh(command.shell(typed)) end
local function read(name) return command.read(dir .. "/" .. name) end
local function write(name, text) return folder.write(dir, name, text) end
local function migrate(name) return command.run({ "migrate", "-f", "schema.yml", "-i", name or "values.yml" },
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
    assert.matches("values.yml: it has other names (hard links), which would keep the old text: write to another file, "
      .. "or give it a copy of its own first", result.stderr, 1, true)
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
    local printed = yschema "ulimit -f 8; yschema migrate -f schema.yml -i values.yml >/dev/null 2>&1; echo $?"
    assert.are_not.equal("0", printed[#printed])
    assert.equal(text, read "values.yml")
    leaves_nothing_beside()
    assert.equal(0, migrate().rc)
    assert.matches("^list:\n%- a_longer_name: 1\n", read "values.yml")
  end)

  it("is not written over where no new file can be made beside it", function()
    -- The path of the file is short enough for the system, that of a file beside it is not.
    sh [[name=$(printf 'd%.0s' $(seq 200)); i=0
      while [ $(pwd | wc -c) -lt 3880 ]; do mkdir $name; cd $name; done
      rest=$(printf 'e%.0s' $(seq $((4078 - $(pwd | wc -c))))); mkdir $rest; cd $rest
      printf 'old: x\n' >v.yml; pwd | wc -c]]
    local printed = yschema [[schema=$PWD/schema.yml
      while [ ! -e v.yml ]; do cd [de]*; done
      yschema migrate -f $schema -i v.yml; echo $?; cat v.yml]]
    assert.matches("v.yml: File name too long: no new file can be made in its folder, and it is not written over in "
      .. "place, where a failure would leave half of it", printed[1], 1, true)
    assert.same({ "2", "old: x" }, { printed[#printed - 1], printed[#printed] })
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
