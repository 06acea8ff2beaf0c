-- `yschema check` and what goes wrong around it: files that are none, names, disks that are full, files that change.

local command = require "spec.support.command"

local folder

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "wb"))
  file:write(text)
  file:close()
end

local function check(...)
  return command.run({ "check", "-f", "s.yml", ... }, { folder = folder })
end

local function ls() return table.concat(command.output("cd " .. folder .. " && ls -A"), " ") end

describe("yschema check", function()
  before_each(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir -p " .. folder .. "/d")
    write("s.yml", "#@data/values-schema\n---\nname: ''\n")
    write("d/good.yml", "name: a\n")
  end)

  after_each(function() os.execute("chmod -R u+rwx " .. folder .. "; rm -rf " .. folder) end)

  it("validates all other files when some are none", function()
    os.execute("cd " .. folder .. " && mkdir d/folder.yml && ln -s nowhere d/broken.yml && ln -s loop.yml d/loop.yml"
      .. " && mkfifo d/pipe.yml && printf '\\0\\0' >d/binary.yml && touch d/empty.yml")
    write("d/a b\nc.yml", "name: 1\n")
    os.execute("cd " .. folder .. " && find d -name '*.yml' -print0 | LC_ALL=C sort -z >list")
    for _, count in ipairs { "1", "3" } do
      local result = check("--files0-from", "list", "-j", count)
      assert.equal(2, result.rc)
      for _, text in ipairs {
        "d/folder.yml: error[read]: is a directory", "d/broken.yml: error[read]: No such file or directory",
        "d/loop.yml: error[read]: Too many levels of symbolic links",
        "d/pipe.yml: error[read]: is not a regular file (it is a FIFO)",
        "d/binary.yml:1", "6 errors in 6 of 8 files, 4 not read",
      } do
        assert.matches(text, result.text, 1, true)
      end
    end
  end)

  it("takes no memory for a file that is too large", function()
    if os.getenv "LD_PRELOAD" then return end -- a sanitizer needs more than there is here
    local result = command.output(("cd %s && truncate -s 100G d/large.yml && ulimit -v 150000 && \z
      %s check -f s.yml d 2>&1")
      :format(folder, command.words))
    assert.same({ "d/large.yml: error[read]: larger than the limit max_bytes", "",
      "1 error in 1 of 2 files, 1 not read" }, result)
  end)

  it("validates a file as it is when it is read", function()
    for i = 1, 300 do write(("d/%03d.yml"):format(i), "name: a\n") end
    write("change.sh", [[
      for i in 1 2 3 4 5 6 7 8 9; do
        for f in d/1?0.yml; do echo "name: b$i" >$f; done
        rm -f d/20$i.yml
      done
    ]])
    os.execute(([[cd %s && find d -type f -print0 | LC_ALL=C sort -z >list
      sh change.sh &
      %s check -f s.yml --files0-from list -j 2 --report ndjson >out 2>err
      wait]]):format(folder, command.words))
    local lines = command.lines(command.read(folder .. "/out"))
    assert.equal(301, #lines)
    for _, line in ipairs(lines) do assert.matches('^{"number":%d+,"file":"d/', line) end
  end)

  it("leaves a report as it was when the new one cannot be written", function()
    if not io.open "/dev/full" then return end
    write("r.json", "the old one\n")
    os.execute("ln -s /dev/full " .. folder .. "/full")
    for _, format in ipairs { "json", "ndjson" } do
      local result = check("d", "--report", format, "--report-file", "full")
      assert.equal(2, result.rc)
      assert.matches("cannot write the report: full: No space left on device", result.text, 1, true)
      -- no file larger than a block of the shell's
      local line = ("ulimit -f 0 && trap '' XFSZ && %s check -f s.yml d --report %s --report-file r.json"):format(
        command.words, format)
      os.execute(("( cd %s && %s ) >/dev/null 2>&1"):format(folder, line))
      assert.equal("the old one\n", command.read(folder .. "/r.json"))
      assert.equal("d full r.json s.yml", ls())
    end
  end)

  it("replaces an old report, through links and with its mode", function()
    write("old.json", "the old one\n")
    os.execute("cd " .. folder .. " && chmod 640 old.json && ln -s old.json r.json")
    for _, format in ipairs { "json", "ndjson" } do
      assert.equal(0, check("d", "--report", format, "--report-file", "r.json").rc)
      assert.matches("^{", command.read(folder .. "/old.json"))
      assert.equal("old.json", command.output("readlink " .. folder .. "/r.json")[1])
      assert.equal("640", command.output("stat -c %a " .. folder .. "/old.json")[1])
      assert.equal("d old.json r.json s.yml", ls())
    end
  end)

  it("reads standard input once", function()
    write("names", "-\0")
    write("a.yml", "name: a\n")
    local by_names = command.run({ "check", "-f", "s.yml", "--files0-from", "-" },
      { folder = folder, stdin = folder .. "/names" })
    local by_schema = command.run({ "check", "-f", "-", "--files0-from", "names" },
      { folder = folder, stdin = folder .. "/s.yml" })
    for from, result in pairs { ["-"] = by_names, names = by_schema } do
      assert.equal(2, result.rc)
      assert.equal("yschema: Error: --files0-from " .. from .. ": it names -, which is standard input; that is read"
        .. " already, and can be read only once\n", result.stderr)
    end
    local input = command.run({ "check", "-f", "s.yml", "--files0-from", "names" },
      { folder = folder, stdin = folder .. "/a.yml" })
    assert.equal(0, input.rc)
  end)

  it("says when lines cannot be read", function()
    local result = command.run({ "check", "-f", "s.yml", "--lines" }, { folder = folder, stdin = folder })
    assert.equal(2, result.rc)
    assert.matches("^yschema: Error: %-%-lines: standard input cannot be read: Is a directory\n", result.text)
  end)

  it("ends when its output is closed", function()
    for i = 1, 200 do write(("d/%03d.yml"):format(i), "name: a\n") end
    local line = ("cd %s && { %s check -f s.yml d -j 2 --report ndjson 2>err; echo $? >rc; } | head -n 1 >out"):format(
      folder, command.words)
    os.execute(line)
    assert.matches('"number":1', command.read(folder .. "/out"), 1, true)
  end)
end)
