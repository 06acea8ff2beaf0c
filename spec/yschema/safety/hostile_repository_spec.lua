--- A repository of other people may have files that block, never end, or cost more than their size: no command waits
-- for them, and none runs their code.

local lfs = require "lfs"
local command = require "spec.support.command"
local folder = require "spec.support.folder"
local messages = require "yschema.server.messages"

-- In which a command has to end. A build with sanitizers takes longer, and reserves terabytes of addresses.
local SECONDS = 5

local dir

local function write(name, text) return folder.write(dir, name, text) end

-- Runs a command whose standard input never ends, or is a file. With a limit of its memory, its time is that of the
-- processor. Returns its status, and what it prints.
local function run(words, kilobytes, input)
  local limits = kilobytes and "ulimit -v %d && ulimit -t %d && timeout 60" or "timeout %d"
  limits = kilobytes and limits:format(kilobytes, SECONDS) or limits:format(SECONDS)
  local printed = command.output(("cd %s && exec 3<>%s && %s env %s %s <&3 2>&1; echo $?"):format(command.quote(dir),
    command.quote(input or dir .. "/endless"), limits, command.words, words))
  return tonumber(table.remove(printed)), table.concat(printed, "\n")
end

before_each(function()
  dir = folder.make "repository"
  assert(os.execute(("mkfifo %s/endless %s/pipe"):format(dir, dir)))
  assert(lfs.link("pipe", dir .. "/pipe.yml", true))
  write("s.yml", "#@data/values-schema\n---\na: 1\n")
  write("a.yml", "a: 2\n")
end)

after_each(function() folder.remove(dir) end)

local function configuration(text) return "configurations:\n- name: x\n" .. text end

local LISTED = configuration "  schema: s.yml\n  each: [a.yml]\n"

-- Where a file names another one: the text of the file, and the commands that read it.
local PLACES = {
  { ".yschema.yml", configuration "  schema: s.yml\n  layers: [a.yml, %q]\n", "check", "fix", "check -j 2" },
  { ".yschema.yml", configuration "  schema: s.yml\n  each: [a.yml, %q]\n", "check", "fix -n", "set a=3 a.yml" },
  { ".yschema.yml", configuration "  schema: %q\n  each: [a.yml]\n", "check", "check --lines", "set a=3 a.yml" },
  { ".yschema.yml", configuration "  schema: [s.yml, %q]\n  each: [a.yml]\n", "check", "fix" },
  { ".yschema.yml", configuration "  kinds: [{name: k, has: {a: 2}, schema: %q}]\n  each: [a.yml]\n", "check" },
  { ".yschema.yml", configuration "  json_schema: %q\n  each: [a.yml]\n", "check", "check --lines" },
  { ".yschema.yml", "extends: %q\n", "check" },
  { ".yschema.yml", "baseline: %q\n" .. LISTED, "check", "check --write-baseline" },
  { ".yschema.yml", LISTED .. "  baseline: %q\n", "check" },
  { "m.yml", "# yschema: schema=%s\na: 1\n", "check m.yml", "fix m.yml" },
  { "m.yml", "# yaml-language-server: $schema=%s\na: 1\n", "check m.yml" },
  { "j.json", '{"$ref": %q}', "check --json-schema j.json a.yml", "import json-schema j.json" },
  { "t.yml", "#@ load(%q, 'x')\n#@data/values-schema\n---\na: 1\n", "check -f t.yml a.yml", "diff s.yml t.yml" },
  { "t.schema-test.yml", "schema: %q\ntests:\n- {name: x, values: {a: 1}, valid: true}\n", "test" },
  { "t.schema-test.yml", "json_schema: %q\ntests:\n- {name: x, values: {a: 1}, valid: true}\n", "test" },
  { "t.schema-test.yml", "schema: s.yml\ntests:\n- {name: x, file: %q, valid: true}\n", "test" },
  { "t.schema-test.yml", "schema: s.yml\ntests:\n- {name: x, files: [%q], valid: true}\n", "test --coverage" },
  { "t.schema-test.yml", "schema: s.yml\ntests:\n- {name: x, layers: [{file: %q}], valid: true}\n", "test" },
}

describe("a file that another file names #unsanitized", function()
  for _, path in ipairs { "pipe", "pipe.yml", "/dev/stdin", "-", "/proc/kmsg" } do
    it("is never waited for: " .. path, function()
      local tried = 0
      for _, row in ipairs(PLACES) do
        local written = write(row[1], row[2]:format(path))
        for i = 3, #row do
          local status, printed = run(row[i])
          assert.is_true(status <= 2, ("%s\n%s: %d\n%s"):format(row[2], row[i], status, printed))
          tried = tried + 1
        end
        os.remove(written)
      end
      assert.is_true(tried > 25)
    end)
  end

  it("is read if it is a link to a regular file", function()
    assert(lfs.link("a.yml", dir .. "/l.yml", true))
    write(".yschema.yml", configuration "  schema: s.yml\n  layers: [a.yml, l.yml]\n")
    assert.equal(0, (run "check"))
  end)

  it("may be a pipe where the call names it", function()
    -- The writer waits for a reader, so it is stopped, too.
    local shell = "cd %s && (timeout %d sh -c 'echo \"a: x\" >pipe' &) ; timeout %d env %s check -f s.yml pipe 2>&1"
    local printed = command.output(shell:format(dir, SECONDS, SECONDS, command.words))
    assert.matches("but found string", table.concat(printed, "\n"), 1, true)
  end)
end)

describe("a project file", function()
  local function chain(count, text)
    for i = 1, count do write(i .. ".p", (text:gsub("NEXT", i + 1 .. ".p"))) end
    write(count + 1 .. ".p", LISTED)
    write(".yschema.yml", "extends: 1.p\n")
  end

  it("is read once, however many others extend it", function()
    chain(40, "extends: [NEXT, NEXT]\n")
    local status, printed = run "check"
    assert.equal(0, status, printed)
    assert.equal("no errors in 1 file", printed)
  end)

  it("replaces what another one has, though a third one extends the same", function()
    write("base.p", LISTED)
    write("strict.yml", "#@data/values-schema\n---\n#@schema/validation max=1\na: 1\n")
    write("own.p", "extends: base.p\n" .. LISTED:gsub("s%.yml", "strict.yml"))
    write("other.p", "extends: base.p\n" .. LISTED:gsub("name: x", "name: other"))
    write(".yschema.yml", "extends: [own.p, other.p]\n")
    local status, printed = run "check x"
    assert.equal(1, status, printed)
    assert.matches("strict.yml", printed, 1, true)
  end)

  it("is reported with its way round if it leads back to itself", function()
    chain(3, "extends: NEXT\n")
    write("4.p", "extends: 2.p\n")
    local status, printed = run "check"
    assert.equal(2, status)
    assert.matches("it goes round in a circle: 2.p extends 3.p extends 4.p extends 2.p", printed, 1, true)
  end)
end)

describe("a repository with all of it at once #unsanitized", function()
  -- A JSON Schema in which each definition names the next one twice.
  local function doubled(count)
    local list = {}
    for i = 1, count do
      list[i] = ('"d%d": {"oneOf": [{"$ref": "#/definitions/d%d"}, {"$ref": "#/definitions/d%d"}]}'):format(i, i + 1,
        i + 1)
    end
    list[count + 1] = ('"d%d": {"type": "string"}'):format(count + 1)
    return '{"$ref": "#/definitions/d1", "definitions": {' .. table.concat(list, ",\n") .. "}}"
  end

  local function bomb(count)
    local lines = { "a0: &a0 [x, x]" }
    for i = 1, count do lines[i + 1] = ("a%d: &a%d [*a%d, *a%d]"):format(i, i, i - 1, i - 1) end
    return table.concat(lines, "\n") .. "\n"
  end

  before_each(function()
    for i = 1, 25 do write(i .. ".p", ("extends: [%d.p, %d.p]\n"):format(i + 1, i + 1)) end
    write("endless.yml", "#@data/values-schema\n---\n#@schema/validation ('ends', function(v) while true do end"
      .. " end)\na: 1\n")
    write("oneof.json", doubled(40))
    write("bomb.yml", bomb(40))
    write("ran.lua", "io.open('ran', 'w'):close()")
    write("named.yml", "# yschema: schema=endless.yml\na: 1\n")
    for name, target in pairs {
      zero = "/dev/zero", kmsg = "/proc/kmsg", all = "/", me = "me.yml", stdin = "/dev/stdin",
    } do
      assert(lfs.link(target, ("%s/%s.yml"):format(dir, name), true))
    end
    write("26.p", "configurations:\n- {name: links, schema: s.yml, each: [a.yml, pipe.yml, zero.yml, kmsg.yml,"
      .. " 'm*.yml', stdin.yml, bomb.yml]}\n- {name: doubled, json_schema: oneof.json, each: [b.yml]}\n"
      .. "- {name: named, each: [named.yml]}\n")
    write("b.yml", "5\n")
    write("t.schema-test.yml", "schema: s.yml\ntests:\n- {name: x, file: pipe.yml, valid: true}\n")
    write(".yschema.yml", "extends: [1.p, 1.p]\n")
  end)

  -- The commands, and how many of the files each of them reports.
  local rows = { { "check", 8 }, { "check -j 2", 8 }, { "check -q a.yml pipe.yml named.yml", 2 }, { "fix", 8 },
    { "set a=3 a.yml", 0 }, { "test", 1 } }
  local NAMES = { "pipe.yml", "zero.yml", "kmsg.yml", "me.yml", "stdin.yml", "bomb.yml", "b.yml", "named.yml" }

  for _, row in ipairs(rows) do
    it("is survived by " .. row[1], function()
      local status, printed = run(row[1], 300000)
      assert.is_true(status == (row[2] == 0 and 0 or 2) or row[1] == "test" and status == 1, status .. "\n" .. printed)
      local reported = 0
      for _, name in ipairs(NAMES) do
        if ("\n" .. printed):find("%f[^%s]" .. name:gsub("%.", "%%.") .. ":") then reported = reported + 1 end
      end
      assert.equal(row[2], reported, printed)
      assert.is_nil(command.read(dir .. "/ran"))
    end)
  end

  -- Sends an editor's requests about some files, and returns their number.
  local function session(names)
    local list, count = { { id = 1, method = "initialize", params = { capabilities = {} } },
      { method = "initialized", params = {} } }, 1
    local function ask(method, params)
      count = count + 1
      list[#list + 1] = { id = count, method = method, params = params }
    end
    for _, name in ipairs(names) do
      local document = { uri = "file://" .. dir .. "/" .. name }
      list[#list + 1] = { method = "textDocument/didOpen",
        params = { textDocument = { uri = document.uri, version = 1, text = command.read(dir .. "/" .. name) } } }
      ask("textDocument/hover", { textDocument = document, position = { line = 0, character = 0 } })
      ask("textDocument/documentSymbol", { textDocument = document })
    end
    ask "shutdown"
    list[#list + 1] = { method = "exit" }
    for j, message in ipairs(list) do
      message.jsonrpc = "2.0"
      list[j] = messages.encode(message)
    end
    return write("input", table.concat(list)), count
  end

  it("is survived by the language server", function()
    local input, count = session { "a.yml", "bomb.yml", "b.yml", "named.yml", "endless.yml", "oneof.json",
      ".yschema.yml", "26.p", "t.schema-test.yml" }
    local status, printed = run("lsp", 300000, input)
    assert.equal(0, status, printed)
    for id = 1, count do assert.matches('"id":' .. id .. "%f[^0-9]", printed) end
    assert.is_nil(command.read(dir .. "/ran"))
    assert.matches("too-many-aliases", printed, 1, true)
  end)

  it("is survived by the hook of pre-commit", function()
    local hook = command.read(command.root .. "/.pre-commit-hooks.yaml"):match "entry: yschema ([^\n]+)"
    for _, words in ipairs { "", " -f s.yml" } do
      local status, printed = run(hook .. words .. " .yschema.yml a.yml b.yml bomb.yml endless.yml named.yml s.yml"
        .. " t.schema-test.yml", 300000)
      assert.equal(2, status, printed)
      assert.matches("bomb.yml:", printed, 1, true)
      assert.is_nil(command.read(dir .. "/ran"))
    end
  end)

  local patterns = { "/**", "/**/**/*.yml", "../../../../../../**", "all.yml/**" }
  if lfs.attributes "/proc/self" then patterns[#patterns + 1] = "/proc/**" end -- it is not mounted everywhere
  for _, pattern in ipairs(patterns) do
    it("may have a pattern for all files: " .. pattern, function()
      write(".yschema.yml", configuration("  schema: s.yml\n  each: [a.yml, '" .. pattern .. "']\n"))
      for _, words in ipairs { "check", "fix -n", "check a.yml" } do
        local status, printed = run(words, 300000)
        -- A machine on which little runs has fewer names in /proc.
        if pattern == "/proc/**" and not printed:find("20000 names", 1, true) then
          assert.is_true(status <= 2, printed)
        else
          assert.is_true(status == 1 or status == 2, printed)
          assert.matches(".yschema.yml:4:", printed, 1, true)
          assert.matches("20000 names", printed, 1, true)
        end
      end
      local input, count = session { "a.yml", "bomb.yml", "b.yml", "named.yml", "endless.yml", ".yschema.yml", "26.p" }
      local status, printed = run("lsp", 300000, input)
      assert.equal(0, status, printed)
      for id = 1, count do assert.matches('"id":' .. id .. "%f[^0-9]", printed) end
    end)
  end
end)

describe("a pattern that leaves the folder of the project file", function()
  local NOTE = "yschema: Note: .yschema.yml: the pattern %s also looks outside of the folder of this file"

  before_each(function()
    write("d/a.yml", "a: 2\n")
    write("p/s.yml", "#@data/values-schema\n---\na: 1\n")
    write("p/e/a.yml", "a: 2\n")
    assert(lfs.link("../d", dir .. "/p/link", true))
    assert(os.execute("mkfifo " .. dir .. "/p/endless"))
    dir = dir .. "/p"
  end)
  after_each(function() dir = dir:match "^(.*)/p$" end)

  local function printed_for(words, ...)
    local list = {}
    for i, pattern in ipairs { ... } do list[i] = "'" .. pattern:gsub("^/", dir .. "/../") .. "'" end
    write(".yschema.yml", configuration("  schema: s.yml\n  each: [" .. table.concat(list, ", ") .. "]\n"))
    local status, printed = run(words)
    assert.equal(0, status, printed)
    return printed
  end

  it("works, and is noted once", function()
    for _, pattern in ipairs { "../d/*.yml", "../d", "link/*.yml", "/d/*.yml" } do
      local printed = printed_for("check", pattern, "../d/**", "../d/?.yml")
      assert.matches(NOTE:format(pattern:gsub("^/", dir .. "/../")), printed, 1, true)
      assert.equal(2, select(2, printed:gsub("[^\n]+", "")), printed)
      assert.matches("no errors in 1 file", printed, 1, true)
    end
    assert.equal("", printed_for("check -q", "../d/*.yml"))
  end)

  it("is no pattern that comes back, and no path of a single file", function()
    local counts = "no errors in 2 files"
    assert.equal(counts, printed_for("check", "e/**", "e/../e/*.yml", "../d/a.yml"))
  end)
end)
