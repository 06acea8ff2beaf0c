--- Nothing that a user names or writes acts on a terminal, or is a command to a CI system: whatever is printed by any
-- command in any format, on any stream and into any file.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

-- ESC and BEL, a C1 control, a return, a control of the writing direction, a line that GitHub runs, and what it and
-- Azure run anywhere in a line.
local RAW = "x\27]0;t\7\194\155m\r\226\128\174y\n::error::pwned\n \194\160::stop-commands::t\n##[error]pwned ##vso[a]b"
local ONE_LINE = RAW:gsub("\n", "")
-- The same in the double quotes of YAML and JSON.
local IN_YAML = [[x\e]0;t\a\x9bm\r\u202ey\n::error::pwned\n \xa0::stop-commands::t\n##[error]pwned ##vso[a]b]]
local IN_JSON = [[x\u001b]0;t\u0007\u009bm\r\u202ey\n::error::pwned\n \u00a0::stop-commands::t\n##[error]pwned]]
local NAME = RAW:gsub("/", "") -- of a file

local dir
local function write(name, text) return folder.write(dir, name, text) end

local SCHEMA = [[
#@data/values-schema
---
#@schema/title "KEY"
#@schema/desc "KEY"
#@schema/examples ("KEY", "KEY")
#@schema/validation ("KEY", lambda v: False), ("KEY", lambda v: fail("KEY")), min_len=100
"KEY": ""
#@schema/validation regexp="^KEY$"
other: "KEY"
#@schema/deprecated "KEY"
old: ""
#@schema/removed "KEY"
gone: ""
#@schema/renamed from="a_name"
#@schema/validation one_of=["KEY", "b"]
named: "b"
#@schema/type any=True
free: null
number: 1
#@schema/nullable
list:
- name: "KEY"
]]

local function filled(template, text) return (template:gsub("KEY", function() return text end)) end

-- YAML has no literal tabs or returns in Starlark strings, which take the same escapes as YAML but for \e.
local function schema_text()
  local starlark = IN_YAML:gsub("\\e", "\\x1b"):gsub("\\x9b", "\\u009b"):gsub("\\xa0", "\\u00a0")
  local lines = {}
  for line in SCHEMA:gmatch "[^\n]*\n" do
    lines[#lines + 1] = filled(line, line:find "^#@" and starlark or IN_YAML)
  end
  return table.concat(lines)
end

-- Returns the problem of a printed text, or nil. `format`: of a text for programs.
local function violation_in(text, format)
  local at = text:find "[%z\1-\8\11-\31\127]"
  if at then return "a control character: " .. ("%q"):format(text:sub(at - 30, at + 20)) end
  at = text:find "\194[\128-\159]"
  if at then return "a C1 control: " .. ("%q"):format(text:sub(at - 30, at + 20)) end
  at = text:find "\226\128[\142\143\168-\174]" or text:find "\226\129[\166-\169]"
  if at then return "an invisible control: " .. ("%q"):format(text:sub(at - 30, at + 20)) end
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    local bare = line:gsub("^[ \t]+", ""):gsub("^\194\160", "")
    local ours = format == "github" and line:find "^::%a+ [^:]*title=yschema[^:]*::"
    if bare:find "^::" and not ours then return "a command: " .. line end
    if (not format or ours) and line:find "##%a*%[" then return "a command: " .. line end
  end
end

local gives_data = { ["-f"] = true, overlay = true, import = true, infer = true, migrate = true }

-- Runs the command, and searches all that it prints. `format`: of what is for programs.
local function check(arguments, format, stdin)
  local result = command.run(arguments, { folder = dir, stdin = stdin })
  local call = table.concat(arguments, " "):gsub("[^%w%p ]", ".")
  for _, stream in ipairs { "stdout", "stderr" } do
    local shown_as = format or stream == "stdout" and gives_data[arguments[1]] and "data" or nil
    local violation = violation_in(result[stream], shown_as)
    assert.is_nil(violation, ("yschema %s: %s has %s"):format(call, stream, tostring(violation)))
  end
  return result
end

local formats = { "text", "json", "sarif", "junit", "codequality", "github" }

-- Runs a call with every format of reports, also into a file.
local function check_formats(arguments, only)
  for _, format in ipairs(only or formats) do
    local call = { (table.unpack or unpack)(arguments) } -- luacheck: ignore
    call[#call + 1] = "--report=" .. format
    check(call, format ~= "text" and format or nil)
    call[#call + 1] = "--report-file=report.out"
    os.remove(dir .. "/report.out")
    check(call)
    local violation = format ~= "text" and violation_in(command.read(dir .. "/report.out") or "", format)
    assert.is_falsy(violation, ("%s: %s"):format(call[1], tostring(violation)))
  end
end

describe("what the command prints", function()
  setup(function()
    dir = folder.make "d"
    write("schema.yml", schema_text())
    write("next.yml", (schema_text():gsub('"x', '"z')))
    write("one.yml", filled('#@data/values-schema\n---\n#@schema/validation one_of=["KEY", "b"]\na: "b"\n"KEY": 1\n',
      IN_YAML:gsub("\\e", "\\x1b"):gsub("\\x9b", "\\u009b"):gsub("\\xa0", "\\u00a0")))
    write("two.yml", '#@data/values-schema\n---\n#@schema/validation one_of=["b"]\na: "b"\n')
    write("values.yml", filled('# KEY\n"KEY": "KEY"\nother: "KEY" # c\nold: "KEY"\ngone: "KEY"\n', IN_YAML)
      .. filled('"unknown KEY": 1\nnamed: "KEY"\nnumber: "KEY"\nfree: {"KEY": ["KEY"]}\nlist: [{name: 1}]\n', IN_YAML))
    write("good.yml", filled('free: {"KEY": ["KEY"], "::error::a": "::error::b", c: "a\\n::error::b"}\n', IN_YAML))
    write("lenient.yml", "#@data/values-schema\n---\n#@schema/type any=True\nfree: null\n")
    write("d/" .. NAME .. ".yml", "a: [\n")
    write(NAME .. ".yml", schema_text())
    write("renamed.yml", filled('#@data/values-schema\n---\n#@schema/renamed from="old"\nb: ""\n"KEY": ""\n', IN_YAML))
    write("old.yml", filled('"KEY": "KEY"\nold: "KEY"\n', IN_YAML))
    write("old2.yml", filled('old: "KEY"\n"KEY": "KEY"\n', IN_YAML))
    write("s.json", filled('{"title": "KEY", "description": "KEY", "properties": {"KEY": {"type": "string", '
      .. '"pattern": "KEY", "enum": ["KEY"], "default": "KEY", "KEY": "KEY"}}, "KEY": 1, "required": ["KEY"], '
      .. '"additionalProperties": false, "format": "KEY", "if": {"const": "KEY"}}', IN_JSON))
    write("bad.json", filled('{"type": "KEY", "$ref": "KEY"}', IN_JSON))
    write("v.json", filled('{"KEY": 1, "xKEY": "KEY"}', IN_JSON))
    write("broken.json", "{\"" .. RAW)
    write("code.yml", "#@data/values-schema\n---\n#@ def f(): \n#@   return " .. RAW .. "\n#@ end\na: 1\n")
    write("raw.yml", "a: '" .. RAW .. "'\n#@schema/type " .. RAW .. "\nb: 1\n")
    write("printing.yml", "#@data/values-schema\n---\n#@ print(\"" .. IN_YAML:gsub("\\e", "\\x1b")
      :gsub("\\x9b", "\\u009b"):gsub("\\xa0", "\\u00a0") .. "\")\na: 1\n")
    write("project.yml", filled('configurations:\n- name: "KEY"\n  schema: lenient.yml\n  layers: [values.yml]\n'
      .. '- name: "bKEY"\n  schema: schema.yml\n  each: ["KEY", "d/*", values.yml]\n', IN_YAML))
    write("bad_project.yml", filled('configurations:\n- name: "KEY"\n  schema: "KEY"\n  layers: ["KEY"]\n  "KEY": 1\n',
      IN_YAML))
    write("modeline.yml", "# yschema: schema=" .. ONE_LINE .. "\na: 1\n")
    write("overlay.yml", filled('#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\n'
      .. '#@overlay/match by="KEY"\n"KEY": 1\n', IN_YAML))
    write("severity.yml", filled('"KEY": "KEY"\n', IN_YAML))
  end)
  teardown(function() folder.remove(dir) end)

  it("for calls that come to something", function()
    local calls = {
      { 1, "-f", "schema.yml", "-f", "values.yml" }, { 1, "-f", NAME .. ".yml", "-f", "values.yml" },
      { 0, "-f", "lenient.yml", "-f", "good.yml" }, { 0, "migrate", "-f", "renamed.yml", "old2.yml" },
      { 0, "import", "json-schema", "s.json" }, { 0, "infer", "old.yml", "good.yml", "v.json" },
      { 0, "diff", "schema.yml", "next.yml" }, { 1, "diff", "one.yml", "two.yml" },
    }
    for _, call in ipairs(calls) do
      local rc = table.remove(call, 1)
      local result = check(call)
      assert.equal(rc, result.rc, result.stderr .. result.stdout)
    end
  end)

  it("about values, schemas and broken texts", function()
    for _, values in ipairs { "values.yml", "good.yml", "raw.yml", "broken.json", "d", "d/" .. NAME .. ".yml" } do
      check_formats { "-f", "schema.yml", "-f", values }
      check_formats { "-f", "lenient.yml", "-f", values }
    end
    for _, schema in ipairs { "code.yml", "raw.yml", "printing.yml", "broken.json", NAME, NAME .. ".yml" } do
      check_formats { "-f", schema, "-f", "values.yml" }
    end
    check { "-f", "lenient.yml", "-f", "good.yml", "-o", "json" }
  end)

  it("as results", function()
    for _, format in ipairs { "yaml", "json", "openapi-v3", "json-schema", "html" } do
      check({ "-f", "schema.yml", "--schema-inspect", "-o", format }, format)
      check({ "-f", NAME .. ".yml", "--schema-inspect", "-o", format }, format)
    end
    for _, format in ipairs { "yaml", "json" } do
      check({ "overlay", "-f", "good.yml", "-f", "overlay.yml", "-o", format }, format)
      check({ "-f", "lenient.yml", "-f", "good.yml", "-o", format }, format)
    end
  end)

  it("about flags and names", function()
    for _, flag in ipairs { "--" .. RAW, "-" .. RAW, "--output=" .. RAW, "--report=" .. RAW, "--color=" .. RAW,
      "--jobs=" .. RAW, "--shard=" .. RAW, "--env=" .. RAW, "--project=" .. RAW, "--json-schema=" .. RAW,
      "--files0-from=" .. RAW, "--resume=d/" .. RAW .. "/" .. RAW, "--report-file=" .. RAW .. "/" .. RAW,
      "--data-value=" .. RAW, "--data-value-yaml=a=" .. RAW, "--data-value-file=a=" .. RAW, "--loss=" .. RAW,
      "--data-values-file=" .. RAW, "--budget=" .. RAW, "--severity=" .. RAW, "--to=" .. RAW, RAW } do
      check { "-f", "schema.yml", flag }
    end
    for _, name in ipairs { "check", "overlay", "explain", "diff", "infer", "migrate", "import", "publish", "rollback",
      "fleet", "init", "man", "completion", RAW } do
      for _, flag in ipairs { "--" .. RAW, "--report=" .. RAW, RAW } do check { name, flag, "-f", "schema.yml" } end
    end
  end)

  it("about many files", function()
    for _, files in ipairs { { "values.yml" }, { "d" }, { NAME }, { "modeline.yml" }, { RAW .. "*" },
      { "values.yml", "d", "good.yml", "v.json", "-j", "2" } } do
      check_formats({ "check", "-f", "schema.yml", (table.unpack or unpack)(files) }, -- luacheck: ignore
        { "text", "json", "sarif", "junit", "codequality", "github", "ndjson" })
    end
    check_formats { "check", "modeline.yml" }
    check_formats { "check", "--project", "project.yml" }
    check_formats { "check", "--project", "bad_project.yml" }
    check { "check", "--project", "project.yml", "--list" }
    check { "check", "--project", "project.yml", RAW }
    check({ "check", "-f", "schema.yml", "--lines" }, "ndjson", dir .. "/v.json")
    check_formats { "check", "--json-schema", "s.json", "v.json" }
    check_formats { "check", "--json-schema", "bad.json", "v.json" }
    check { "check", "-f", "schema.yml", "values.yml", "--resume", "d/" .. NAME }
  end)

  it("as JSON, in which nothing is a command anywhere in a line", function()
    for _, format in ipairs { "json", "ndjson", "sarif", "codequality" } do
      local call = { "check", "-f", "schema.yml", "values.yml", "--report", format }
      local text = command.run(call, { folder = dir }).stdout
      assert.is_nil(text:find "##%a*%[", text)
      assert.is_truthy(text:find("#\\u0023[error]pwned #\\u0023vso[a]b", 1, true), text)
    end
    local lines = command.run({ "check", "-f", "schema.yml", "--lines" }, { folder = dir, stdin = dir .. "/v.json" })
    local line = lines.stdout
    assert.is_nil(line:find "##%a*%[", line)
  end)

  it("with one line for each name of a configuration", function()
    local names = command.run({ "check", "--project", "project.yml", "--list" }, { folder = dir }).stdout
    assert.same(2, select(2, names:gsub("\n", "")), names)
  end)

  it("about the origin of values", function()
    for _, format in ipairs { "text", "json", "annotated" } do
      for _, values in ipairs { "values.yml", "good.yml", "d/" .. NAME .. ".yml" } do
        local path = format ~= "annotated" and "" or nil
        check({ "explain", "-f", "schema.yml", "-f", values, "-o", format, path }, format ~= "text" and format or nil)
        check({ "explain", "-f", "lenient.yml", "-f", NAME .. "=" .. values, "-o", format, path },
          format ~= "text" and format or nil)
      end
    end
    for _, path in ipairs { RAW, "free", '["' .. RAW .. '"]', "other", "list[0].name" } do
      check { "explain", "-f", "schema.yml", "-f", "values.yml", path }
      check { "explain", "-f", "lenient.yml", "-f", "good.yml", path }
      check { "explain", "-f", NAME .. ".yml", "-v", "other=" .. RAW, path }
    end
  end)

  it("about two versions of a schema", function()
    check_formats({ "diff", "schema.yml", "next.yml" }, { "text", "json", "sarif" })
    check_formats({ "diff", NAME .. ".yml", "next.yml", "--values", "d/*" }, { "text", "json", "sarif" })
    check_formats({ "diff", "schema.yml", "next.yml", "--severity", "severity.yml" }, { "text" })
    check_formats { "diff", "one.yml", "two.yml", "--witness", "w" }
    local pipe = assert(io.popen("cat " .. command.quote(dir) .. "/w/*"))
    assert.is_nil(violation_in(pipe:read "*a", "yaml"))
    pipe:close()
    check { "diff", "schema.yml", "git:" .. RAW }
    check { "diff", RAW, NAME }
  end)

  it("about schemas that are made", function()
    check({ "import", "json-schema", "s.json" }, "yaml")
    check_formats { "import", "json-schema", "bad.json", "-q" }
    check { "import", "json-schema", "s.json", "--loss", "-", "-o", "/dev/null" }
    check { "import", "json-schema", NAME }
    check { "import", RAW, NAME }
    check({ "infer", "old.yml", "good.yml", "v.json" }, "yaml")
    check_formats { "infer", "raw.yml", "d", NAME }
  end)

  it("about files for new names", function()
    check { "migrate", "-n", "-f", "renamed.yml", "old2.yml" }
    check_formats { "migrate", "-n", "-f", "renamed.yml", "old2.yml", "raw.yml", "d", NAME, "-q" }
    write("d/" .. NAME, command.read(dir .. "/old.yml"))
    check { "migrate", "-f", "renamed.yml", "d/" .. NAME }
    os.remove(dir .. "/d/" .. NAME)
    check { "migrate", "-f", NAME, "old.yml" }
    write("commands.yml", "c: |\n  ::error::pwned\nold: x\n")
    local call = { "migrate", "-n", "-f", "lines.yml", "commands.yml" }
    write("lines.yml", '#@data/values-schema\n---\n#@schema/renamed from="old"\nb: ""\nc: ""\n')
    local function printed(environment)
      return table.concat(command.output(("cd %s; { %s; } | cat"):format(command.quote(dir),
        command.shell(environment .. "; yschema " .. table.concat(call, " ")))), "\n")
    end
    assert.matches("\n   ::error::pwned\n", printed "unset GITHUB_ACTIONS", 1, true) -- the bytes of a patch
    assert.matches("\n   \\x3a:error::pwned\n", printed "export GITHUB_ACTIONS=true", 1, true)
  end)

  it("about files to begin with", function()
    check { "init", RAW }
    check { "init", RAW }
    check { "init", "values.yml/" .. RAW }
  end)
end)

describe("a text that is printed", function()
  local core = require "yschema.core"

  it("has its visible part, and what is escaped is not escaped again", function()
    local rows = {
      { "a\tb\n", "a\tb\n", "a b\\n" },
      { "\27[0m\7\194\155\r", "\\x1b[0m\\x07\\x9b\\r", "\\x1b[0m\\x07\\x9b\\r" },
      { "é😀\255\226\128\174", "é😀\\xff\\u202e", "é😀\\xff\\u202e" },
      { "::a\n  ::b\na ::c", "\\x3a:a\n  \\x3a:b\na ::c", "::a\\n  ::b\\na ::c" },
      { "#a ##b ###[c] ##d[", "#a ##b ##\\x23[c] #\\x23d[", "#a ##b ###[c] ##d[" },
      { "", "", "" },
      { "~ \"plain\" \\", "~ \"plain\" \\", "~ \"plain\" \\" },
    }
    for _, row in ipairs(rows) do
      assert.same({ row[2], row[3] }, { core.printable(row[1]), core.printable(row[1], true) })
      assert.equal(row[2], core.printable(row[2]))
    end
  end)
end)
