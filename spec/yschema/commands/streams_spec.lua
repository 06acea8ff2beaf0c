-- Tests of files that are not regular, names that are not those of the files, and signals.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local yschema = require "yschema"

local quote = command.quote
local schema_text = "#@data/values-schema\n---\na: 1\n"

local dir

local function file(name, text) return folder.write(dir, name, text) end

-- Runs a line of bash in the folder, without what a sanitizer preloads for the command: what it prints
-- on both streams, and its status. What waits for ever is stopped, with status 124.
local function bash(line)
  local script = file("line.sh", command.shell(line))
  local out = file("out", "")
  os.execute(("cd %s && timeout 20 env -u LD_PRELOAD bash %s >%s 2>&1 </dev/null; echo $? >%s.rc")
    :format(quote(dir), quote(script), quote(out), quote(out)))
  return command.read(out), tonumber(command.read(out .. ".rc"))
end

before_each(function()
  dir = folder.make "conf"
  file("schema.yml", schema_text)
end)

after_each(function() folder.remove(dir) end)

describe("what is no regular file", function()
  local kinds = { -- how it is made, and what it is called
    { "mkfifo %s", "a FIFO" },
    { "ln -s /dev/zero %s", "a device" },
    { "ln -s /dev/null %s", "a device" },
    { "env -u LD_PRELOAD perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => shift, Listen => 1) or die' %s",
      "a socket" },
  }

  for _, kind in ipairs(kinds) do
    local make, is = kind[1], kind[2]

    it("is not waited for by the module: " .. make, function()
      local path = dir .. "/conf/v.yml"
      assert(os.execute(make:format(quote(path))))
      local wanted = ("%s: cannot be read: is not a regular file (it is %s)\n"):format(path, is)
      local schema = assert(yschema.load(schema_text))
      for _, given in ipairs { path, dir .. "/conf" } do
        local values, report = schema:apply_files(given)
        assert.is_nil(values)
        assert.equal(wanted, tostring(report))
        local loaded
        loaded, report = yschema.load_file { dir .. "/schema.yml", given }
        assert.is_nil(loaded)
        assert.equal(wanted, tostring(report))
      end
    end)

    it("is not waited for in a folder that the command reads: " .. make, function()
      assert(os.execute(make:format(quote(dir .. "/conf/v.yml"))))
      local out, status = bash "yschema -f schema.yml -f conf"
      assert.equal(("conf/v.yml: cannot be read: is not a regular file (it is %s)\n"):format(is), out)
      assert.equal(2, status)
    end)
  end

  it("is read when it is a stream that the command line names", function()
    for _, line in ipairs {
      "mkfifo f && { echo 'a: 2' >f & } ; yschema -f schema.yml --data-values-file f",
      "echo 'a: 2' | yschema -f schema.yml --data-values-file /dev/stdin",
      "yschema -f schema.yml --data-values-file <(echo 'a: 2')",
      "yschema -f <(cat schema.yml) --data-values-file <(echo 'a: 2')",
      "yschema -f schema.yml -f <(printf '#@data/values\\n---\\na: 2\\n')",
      "yschema -f schema.yml -f /dev/null -v a=2 --data-value-yaml a=2 2>/dev/null || echo 'a: 2'",
      "yschema -f schema.yml --data-values-file x=<(echo 'a: 2')",
    } do
      local out, status = bash(line)
      assert.equal("a: 2\n", out, line)
      assert.equal(0, status, line)
    end
  end)

  it("is refused when no stream can be had of it", function()
    assert(os.execute(kinds[4][1]:format(quote(dir .. "/s.yml"))))
    local out, status = bash "yschema -f schema.yml -f s.yml"
    assert.equal("s.yml: cannot be read: is not a regular file (it is a socket)\n", out)
    assert.equal(2, status)
  end)

  it("is limited as files are", function()
    local out, status = bash "yschema -f schema.yml -f /dev/zero"
    assert.equal("/dev/zero: cannot be read: larger than the limit max_bytes\n", out)
    assert.equal(2, status)
  end)
end)

describe("-f name=path", function()
  it("is what reports call the file", function()
    file("v.yml", "a: x\n")
    local out = bash "yschema -f s.yml=schema.yml -f values/my.yml=v.yml"
    local called = {}
    for name in out:gmatch "%S+%.yml" do called[name] = true end
    assert.same({ ["values/my.yml"] = true, ["s.yml"] = true }, called)
  end)

  it("is what load() calls the file, also standard input and folders", function()
    local using = '#@ load("/lib/n.star", "n")\n#@data/values-schema\n---\na: #@ n\n'
    file("code", "n = 7\n")
    file("uses.yml", using)
    file("conf/n.star", "n = 8\n")
    assert.equal("a: 7\n", (bash "yschema -f uses.yml -f lib/n.star=code"))
    assert.equal("a: 7\n", (bash "cat code | yschema -f uses.yml -f lib/n.star=-"))
    assert.equal("a: 7\n", (bash "yschema -f uses.yml -f lib/n.star=<(cat code)"))
    assert.equal("a: 8\n", (bash "yschema -f uses.yml -f lib=conf"))
    assert.equal("a: 8\n", (bash "yschema -f uses.yml -f lib/=conf/"))
  end)

  it("leaves a file alone whose own name has a =", function()
    file("b=v.yml", "a: 3\n")
    assert.equal("a: 3\n", (bash "yschema -f schema.yml -f b=v.yml"))
    file("v.yml", "a: 4\n")
    assert.equal("a: 3\n", (bash "yschema -f schema.yml -f b=v.yml"))
    os.remove(dir .. "/b=v.yml")
    assert.equal("a: 4\n", (bash "yschema -f schema.yml -f b=v.yml"))
  end)

  it("says which file is not there", function()
    local out, status = bash "yschema -f schema.yml -f name=none.yml"
    assert.equal("none.yml: cannot be read: No such file or directory\n", out)
    assert.equal(2, status)
    assert.equal("=none.yml: cannot be read: No such file or directory\n",
      (bash "yschema -f schema.yml -f =none.yml"))
  end)

  it("reads standard input once", function()
    local out, status = bash "yschema -f schema.yml -f a=- -f -"
    assert.equal("yschema: Error: standard input can be read only once\nTry 'yschema --help'.\n", out)
    assert.equal(2, status)
  end)
end)

describe("an interruption", function()
  local endless = [[
#@data/values-schema
---
#@schema/validation ("x", lambda v: spin(v))
a: 1
]]

  local spins = {
    loop = "local function spin() while true do end end\n",
    ["loop of calls"] = "local function spin() local n = 0 while true do n = n + #tostring(n) end end\n",
    ["loop that catches errors"] = "local function spin() while true do pcall(error, 'x') end end\n",
  }

  for name, text in pairs(spins) do
    it("ends the command in a rule, by the signal: " .. name, function()
      file("spin.lua", text .. "return { spin = spin }\n")
      file("endless.yml", endless)
      -- A shell ignores the signal in what it runs in the background, so that this one is asked for. After 0.6 s of the
      -- processor's time, the rule runs.
      local out = bash(([[
exec %s -c 'set -m; %s --env spin.lua -f endless.yml --report json --report-file r.json &
until [ "$(cut -d " " -f 14 /proc/$!/stat)" -ge 60 ]; do sleep 0.1; done
kill -INT $!; start=$(date +%%s%%N); wait $!; rc=$?; end=$(date +%%s%%N)
echo $rc $(( (end - start) / 5000000000 ))' 2>/dev/null]]):format("bash",
        (command.words:gsub("'", "'\\''")) .. (command.runtime == "luajit" and "" or " --budget 9007199254740992")))
      assert.equal("130 0\n", out)
      assert.is_nil(command.read(dir .. "/r.json"))
    end)
  end
end)
