local cli = require "yschema.command.cli"
local command = require "spec.support.command"
local folder = require "spec.support.folder"
local yschema = require "yschema"

-- A stream that keeps what is written; it fails when it is reported to.
local function stream(problem)
  local written = {}
  return {
    write = function(self, ...)
      if problem then return nil, problem end
      for _, text in ipairs { ... } do written[#written + 1] = text end
      return self
    end,
    flush = function(self) return self end,
    text = function() return table.concat(written) end,
  }
end

local dir

local function file(name, text) return folder.write(dir, name, text) end

-- Runs the command: status, standard output, standard error.
local function run(argv, streams)
  streams = streams or {}
  local out, err = streams.out or stream(), stream()
  local status = cli.main(argv, { out = out, err = err, environment = streams.environment })
  return status, out.text and out.text(), err.text()
end

describe("the command", function()
  local schema

  before_each(function()
    dir = folder.make "more"
    schema = file("schema.yml",
      "#@data/values-schema\n---\nz: 1\na:\n  b_c: ''\n  d: ''\nl:\n- ''\n")
  end)

  after_each(function() folder.remove(dir) end)

  it("prints the final values in the schema's order", function()
    local values = file("values.yml", "a: {d: x}\n")
    local status, out, err = run { "-f", schema, "-f", values }
    assert.equal("", err)
    assert.equal('z: 1\na:\n  b_c: ""\n  d: x\nl: []\n', out)
    assert.equal(0, status)
  end)

  it("names the flags that read YAML when one that gives strings does not do", function()
    local function environment() return { { name = "P_z", value = "2" } } end
    for _, flag in ipairs { { "-v", "z=2" }, { "-v", "l=[a]" }, { "--data-values-env", "P" } } do
      local status, _, err = run({ "-f", schema, flag[1], flag[2] }, { environment = environment })
      assert.equal(1, status)
      assert.matches("--data-value-yaml and --data-values-env-yaml read YAML", err, 1, true)
    end
  end)

  it("says where it looked for a schema, and which line was perhaps meant to be one", function()
    local values, empty = file("v.yml", "z: 2\n"), dir .. "/more"
    local status, _, err = run { "-f", values, "-f", empty }
    assert.equal(2, status)
    assert.matches("no schema document in " .. values .. "\n", err, 1, true)
    assert.not_matches("did you mean", err)
    _, _, err = run { "-f", empty }
    assert.matches("no schema document in " .. empty .. "\n", err, 1, true)
    for _, header in ipairs { "#@data/value-schema", "# @data/values-schema", "#@ data/values-schema",
      "#data/values-schema", "#@data/values_schema" } do
      local near = file("near.yml", "a: 1\n" .. header .. "\n---\nz: 1\n")
      status, _, err = run { "-f", values, "-f", near }
      assert.equal(2, status)
      assert.matches("near.yml:\n    |\n  2 | " .. header .. "\n", err, 1, true)
      assert.matches("did you mean #@data/values-schema?", err, 1, true)
    end
    _, _, err = run { "-f", file("end.yml", "#@data/values-schema\n") }
    assert.matches("the annotation has no document below it", err, 1, true)
    _, _, err = run { "-f", file("own.yml", "#@data/values\n---\nz: 1\n") }
    assert.not_matches("did you mean", err)
  end)

  it("names the flag whose argument has no =", function()
    for flag, wanted in pairs { ["-v"] = "key=value", ["--data-value-yaml"] = "key=value",
      ["--data-value-file"] = "key=/file/path" } do
      local long = flag == "-v" and "--data-value" or flag
      local status, out, err = run { "-f", schema, flag, "z" }
      assert.same({ 2, "", long .. " 'z': expected " .. wanted .. "\n" }, { status, out, err })
    end
  end)

  it("shows an empty key", function()
    local _, _, err = run { "-f", schema, "-f", file("v.yml", '"": 1\n') }
    assert.matches('= found: ""\n', err, 1, true)
  end)

  it("finds schemas among its files, wherever they stand", function()
    local values = file("values.yml", "z: 2\n")
    local _, out = run { "-f", values, "--file", schema, "--data-values-inspect" }
    assert.matches("z: 2", out)
  end)

  it("writes JSON", function()
    local _, out = run { "-f", schema, "-o", "json" }
    assert.equal('{"z":1,"a":{"b_c":"","d":""},"l":[]}', (out:gsub("%s", "")))
  end)

  it("reports violations with status 1 and prints no values", function()
    local values = file("values.yml", "z: x\n")
    local status, out, err = run { "-f", schema, "-f", values }
    assert.equal(1, status)
    assert.equal("", out)
    assert.matches("found: string", err, 1, true)
  end)

  it("reports a violation of the schema with status 2", function()
    local status, out, err = run { "-f", file("bad.yml", "#@data/values-schema\n---\na:\n") }
    assert.equal(2, status)
    assert.equal("", out)
    assert.matches("bad.yml", err, 1, true)
  end)

  it("reports files that cannot be read", function()
    local status, _, err = run { "-f", schema, "-f", dir .. "/none.yml" }
    assert.equal(2, status)
    assert.matches("none.yml", err, 1, true)
    assert.matches("No such file", err, 1, true)
  end)

  it("asks for a schema when there is none, and says how to mark it", function()
    local status, _, err = run { "-f", file("values.yml", "a: 1\n") }
    assert.equal(2, status)
    assert.matches("#@data/values-schema", err, 1, true)
  end)

  it("walks directories in order, through YAML files only", function()
    file("more/b.yml", "z: 2\nl: [b]\n")
    file("more/a.yaml", "z: 3\nl: [a]\n")
    file("more/notes.txt", "[")
    local status, out = run { "-f", dir .. "/more", "-f", schema }
    assert.equal(0, status)
    assert.matches("z: 2", out)
    assert.matches("- b", out, 1, true)
  end)

  describe("with -q", function()
    it("prints nothing but violations", function()
      local deprecated = file("s.yml", "#@data/values-schema\n---\n#@schema/deprecated 'gone'\na: 1\n")
      local status, out, err = run { "-q", "-f", deprecated, "-v", "b=x" }
      assert.equal(1, status)
      assert.equal("", out)
      assert.matches("b=x", err, 1, true)
      assert.same({ 0, "", "" }, { run { "-qf", deprecated, "--data-value-yaml", "a=2" } })
    end)
  end)

  it("prints warnings to standard error", function()
    local deprecated = file("s.yml", "#@data/values-schema\n---\n#@schema/deprecated 'gone'\na: 1\n")
    local status, out, err = run { "-f", deprecated, "--data-value-yaml", "a=2" }
    assert.equal(0, status)
    assert.equal("a: 2\n", out)
    assert.matches("gone", err)
  end)

  it("prints records with --report json", function()
    local status, _, err = run { "-f", schema, "-v", "z=x", "--report", "json" }
    assert.equal(1, status)
    local report = assert(yschema.parse(err)):value()
    assert.equal("z", report.violations[1].path)
  end)

  describe("with a report for programs", function()
    local function decoded(text) return assert(yschema.parse(text)):value() end

    it("writes it when there are no violations, too", function()
      local status, out, err = run { "-f", schema, "--report", "sarif" }
      assert.equal(0, status)
      assert.matches("z: 1", out, 1, true)
      assert.same({}, decoded(err).runs[1].results)
      status, out, err = run { "-q", "-f", schema, "--report", "junit" }
      assert.same({ 0, "" }, { status, out })
      assert.matches('failures="0"', err, 1, true)
    end)

    it("knows what is a file and what is not", function()
      local values = file("v.yml", "z: x\n")
      local _, _, err = run { "-f", schema, "-f", values, "-v", "z=y", "--report", "sarif" }
      local results = decoded(err).runs[1].results
      local function shown(result) return result.locations[1].physicalLocation.artifactLocation.uri end
      assert.equal("file://" .. values, shown(results[1]))
      assert.equal("file://" .. schema, shown(results[2]))
      assert.matches("(at (data-value arg):1:1)", results[2].message.text, 1, true)
      _, _, err = run { "-f", schema, "-f", values, "-v", "z=y", "--report", "junit" }
      local files = {}
      for name in err:gmatch ' file="([^"]*)"' do files[#files + 1] = name end
      assert.same({ schema, values }, files)
    end)

    it("reports an invalid call in it, and nothing else", function()
      for _, argv in ipairs {
        { "-f", schema, "--report", "sarif", "--fiel" }, { "--report=sarif" },
        { "-f", schema, "-v", "novalue", "--report", "sarif" },
        { "-f", dir .. "/none.yml", "--report", "sarif" },
        { "-f", file("v.yml", "a: 1\n"), "--report", "sarif" },
      } do
        local status, out, err = run(argv)
        assert.same({ 2, "" }, { status, out })
        local invocation = decoded(err).runs[1].invocations[1]
        assert.is_false(invocation.executionSuccessful)
        local notices = invocation.toolConfigurationNotifications
          or invocation.toolExecutionNotifications
        assert.equal(1, #notices)
        assert.is_string(notices[1].message.text)
      end
      local _, _, err = run { "--report", "junit" }
      assert.matches('<error type="usage"', err, 1, true)
      _, _, err = run { "--report", "json", "-x" }
      assert.equal("usage", decoded(err).violations[1].kind)
    end)

    it("reports in one document that the result could not be written", function()
      local status, _, err = run({ "-f", schema, "--report", "sarif" },
        { out = stream "No space left on device" })
      assert.equal(2, status)
      local notice = decoded(err).runs[1].invocations[1].toolConfigurationNotifications[1]
      assert.matches("No space left", notice.message.text, 1, true)
    end)

    it("has the schema's warnings, too", function()
      local s = file("s.yml", "#@data/values-schema\n---\n#@schema/deprecated 'gone'\na: 1\n#@schema/title 'x'\n")
      local _, _, err = run { "-f", s, "--data-value-yaml", "a=2", "--report", "json" }
      local kinds = {}
      for i, warning in ipairs(decoded(err).warnings) do kinds[i] = warning.kind end
      assert.same({ "unattached", "deprecated" }, kinds)
      _, _, err = run { "-f", s }
      assert.matches("s.yml:5: warning: ", err, 1, true)
    end)

    it("writes it to a file, with the text for people on standard error", function()
      local values, path = file("v.yml", "z: x\n"), dir .. "/report"
      for format, start in pairs { sarif = '{"$schema"', junit = "<?xml", json = '{"version"' } do
        local status, _, err = run { "-f", schema, "-f", values, "--report", format, "--report-file", path }
        assert.equal(1, status)
        assert.matches("= found: string", err, 1, true)
        assert.equal(start, command.read(path):sub(1, #start))
      end
      local status, _, err = run { "-f", schema, "--report", "sarif", "--report-file", dir .. "/no/x" }
      assert.equal(2, status)
      assert.matches("yschema: Error: cannot write the report: .*No such file", err)
    end)

    it("wants a format for the file", function()
      local status, _, err = run { "-f", schema, "--report-file", "x" }
      assert.equal(2, status)
      assert.matches("add --report json, sarif, junit", err, 1, true)
    end)
  end)

  it("lists every place of a repeated violation on request", function()
    local many = file("many.yml", "#@data/values-schema\n---\nl:\n#@schema/deprecated 'x'\n- 1\n")
    local values = file("v.yml", "l: [a, b, c, d, 1, 1, 1, 1]\n")
    local _, _, folded = run { "-f", many, "-f", values }
    local _, _, whole = run { "-f", many, "-f", values, "--all" }
    local function counts(text)
      return { select(2, text:gsub("found:", "")), select(2, text:gsub("deprecated", "")) }
    end
    assert.same({ 1, 3 }, counts(folded))
    assert.same({ 4, 8 }, counts(whole))
    assert.matches("\nwarning: 5 more like the one above (--all shows them)\n", folded, 1, true)
    assert.is_nil(whole:find("--all", 1, true))
  end)

  it("colours the text on request", function()
    local values = file("v.yml", "z: x\n")
    local _, _, plain = run { "-f", schema, "-f", values }
    local _, _, coloured = run { "-f", schema, "-f", values, "--color", "always" }
    assert.is_nil(plain:find("\27", 1, true))
    assert.equal(plain, (coloured:gsub("\27%[[%d;]*m", "")))
    assert.is_true(#coloured > #plain)
  end)

  describe("data values", function()
    it("are strings with --data-value, YAML with --data-value-yaml", function()
      local status, out = run { "-f", schema, "-v", "a.d=5", "--data-value=a.b_c=x=y",
        "--data-value-yaml", "z=7", "--data-value-yaml", "l=[a, b]" }
      assert.equal(0, status)
      assert.equal('z: 7\na:\n  b_c: x=y\n  d: "5"\nl:\n- a\n- b\n', out)
    end)

    it("are whole files with --data-value-file", function()
      local status, out = run { "-f", schema, "--data-value-file", "a.d=" .. file("text", "x\ny\n") }
      assert.equal(0, status)
      assert.matches("d: |\n    x\n    y\n", out, 1, true)
    end)

    it("come from the environment", function()
      local function environment()
        return { { name = "APP_a__b_c", value = "1" }, { name = "APP_z", value = "2" },
          { name = "APPLE_z", value = "9" }, { name = "PATH", value = "/bin" } }
      end
      local status, out, err = run({ "-f", schema, "--data-values-env", "APP" },
        { environment = environment })
      assert.equal(1, status)
      assert.equal("", out)
      assert.matches("APP_z=2", err, 1, true)
      status, out, err = run({ "-f", schema, "--data-values-env-yaml", "APP" },
        { environment = environment })
      assert.equal(1, status)
      assert.equal("", out)
      assert.matches("APP_a__b_c=1", err, 1, true)
      status, out = run({ "-f", file("s.yml", "#@data/values-schema\n---\na:\n  b_c: 0\nz: 0\n"),
        "--data-values-env-yaml", "APP" }, { environment = environment })
      assert.equal(0, status)
      assert.equal("a:\n  b_c: 1\nz: 2\n", out)
    end)

    it("come from plain files, in which arrays replace", function()
      local appended = file("appended.yml", "#@data/values\n---\nl: [a]\n")
      local plain = file("plain.yml", "# plain\nl: [b]\n---\nz: 4\n")
      local status, out = run { "-f", schema, "-f", appended, "--data-values-file", plain }
      assert.equal(0, status)
      assert.matches("z: 4", out)
      assert.matches("\nl:\n- b\n", out, 1, true)
      status = run { "-f", schema, "--data-values-file", appended }
      assert.equal(2, status)
    end)

    it("take precedence by kind, whatever their order", function()
      local text = file("text", "file")
      local plain = file("plain.yml", "a: {d: plain}\n")
      local function environment() return { { name = "E_a__d", value = "env" } } end
      local flags = {
        { "--data-values-file", plain, "plain" }, { "--data-values-env", "E", "env" },
        { "--data-values-env-yaml", "E", "env" }, { "-v", "a.d=value", "value" },
        { "--data-value-yaml", "a.d=yaml", "yaml" },
        { "--data-value-file", "a.d=" .. text, "file" },
      }
      for last = 1, #flags do
        local argv = {}
        for i = last, 1, -1 do
          argv[#argv + 1] = flags[i][1]
          argv[#argv + 1] = flags[i][2]
        end
        argv[#argv + 1], argv[#argv + 2] = "-f", schema
        local status, out = run(argv, { environment = environment })
        assert.equal(0, status)
        assert.matches("d: " .. flags[last][3] .. "\n", out, 1, true)
      end
    end)

    it("want key=value", function()
      for _, argv in ipairs {
        { "-v", "novalue" }, { "--data-value-yaml", "novalue" }, { "--data-value-file", "novalue" },
      } do
        local status, out, err = run { "-f", schema, argv[1], argv[2] }
        assert.equal(2, status)
        assert.equal("", out)
        assert.matches("novalue", err, 1, true)
        assert.matches("key=", err, 1, true)
      end
    end)

    it("stand on the lines and columns of the flag", function()
      local function place(...)
        local _, _, err = run { "-f", schema, "--report", "json", "--data-value-yaml", ... }
        local violation = assert(yschema.parse(err)):value().violations[1]
        return { violation.line, violation.column }
      end
      assert.same({ 2, 3 }, place "a={b_c: x,\n  é: 2}")
      assert.same({ 1, 4 }, place "a={é: 1}")
      assert.same({ 3, 3 }, place "a=\n  b_c: x\n  é: 1")
      assert.same({ 1, 1 }, place "a=1")
      local _, _, err = run { "-f", schema, "--data-value-yaml", "a={b_c: x,\n  e: 2}" }
      assert.matches("2 |   e: 2}", err, 1, true)
    end)

    it("name the flag in the report", function()
      local _, _, err = run { "-f", schema, "-v", "z=x", "--data-value-yaml", "l=5" }
      assert.matches("(data-value arg)", err, 1, true)
      assert.matches("(data-value-yaml arg)", err, 1, true)
    end)
  end)

  describe("with --env", function()
    local ruled

    before_each(function()
      ruled = file("ruled.yml",
        "#@data/values-schema\n---\n#@schema/validation ('even', is_even)\na: 1\n")
    end)

    it("lets annotations use what the file returns", function()
      local env = file("env.lua", "return { is_even = function(n) return n % 2 == 0 end }")
      assert.equal(0, (run { "-f", ruled, "--env", env, "--data-value-yaml", "a=2" }))
      assert.equal(1, (run { "-f", ruled, "--env", env }))
    end)

    it("reports errors of the file", function()
      for text, pattern in pairs {
        ["return {"] = "env.lua:1:", ["error 'lost'"] = "lost", ["return 5"] = "must return a table",
      } do
        local status, _, err = run { "-f", ruled, "--env", file("env.lua", text) }
        assert.equal(2, status)
        assert.matches(pattern, err, 1, true)
      end
      local status, _, err = run { "-f", ruled, "--env", dir .. "/none.lua" }
      assert.equal(2, status)
      assert.matches("none.lua", err, 1, true)
    end)
  end)

  it("runs no rules on request", function()
    local ruled = file("ruled.yml", "#@data/values-schema\n---\n#@schema/validation min=5\na: 1\n")
    assert.equal(1, (run { "-f", ruled }))
    assert.equal(0, (run { "-f", ruled, "--dangerous-data-values-disable-validation" }))
  end)

  it("is strict on request", function()
    local values = file("values.yml", "a: {d: yes}\n")
    assert.equal(1, (run { "-f", schema, "-f", values }))
    local status, _, err = run { "-s", "-f", schema, "-f", values }
    assert.equal(2, status)
    assert.matches("yes", err)
  end)

  describe("with --budget", function()
    it("bounds the functions of the schema", function()
      local rule = "#@schema/validation ('ends', function(v) for i = 1, %s do end return true end)\na: 1\n"
      for count, status in pairs { ["10"] = 0, ["1e5"] = 1, ["math.huge"] = 1 } do
        local result = command.run { "-f", file("s.yml", "#@data/values-schema\n---\n" .. rule:format(count)),
          "--budget", "1000" }
        assert.equal(status, result.rc, count)
        assert.equal(status == 1, result.stderr:find("the instruction budget of 1000 is used up", 1, true) ~= nil)
      end
    end)

    it("works where modules are loaded by a function that uses patterns, as that of LuaRocks", function()
      local loaders = "table.insert(package.searchers or package.loaders, 1, function(name) name:gsub('%W', '/') end)"
      local rule = "#@schema/validation ('odd', function(v) return ('a'):match('a+') == 'b' end)\na: 1\n"
      local result = command.run({ "-f", file("s.yml", "#@data/values-schema\n---\n" .. rule), "--budget", "1000" },
        { vars = { "LUA_INIT=" .. loaders } })
      assert.equal(1, result.rc)
      assert.matches("a\n.*must be: odd", result.stderr)
    end)

    it("wants a number", function()
      assert.equal(2, (run { "-f", schema, "--budget", "lots" }))
      assert.equal(2, (run { "-f", schema, "--budget", "0" }))
    end)
  end)

  describe("with --schema-inspect", function()
    it("prints the schema, whatever the values are", function()
      for _, flag in ipairs { "--schema-inspect", "--data-values-schema-inspect" } do
        local status, out, err = run { "-f", schema, "-f", file("v.yml", "z: [\n"), "-v", "y=1", flag }
        assert.equal("", err)
        assert.matches("^schema:\n  name: data/values\n", out)
        assert.equal(0, status)
      end
    end)

    it("prints each format", function()
      for format, start in pairs { yaml = "schema:", json = '{"schema":', html = "<!DOCTYPE html>",
        ["openapi-v3"] = "openapi: 3.0.0", ["json-schema"] = '{\n  "$schema":' } do
        local _, out = run { "-f", schema, "--schema-inspect", "-o", format }
        assert.equal(start, out:sub(1, #start))
        assert.equal("\n", out:sub(-1))
      end
    end)

    it("prints the same as yschema inspect", function()
      for _, format in ipairs { "yaml", "json", "html", "openapi-v3", "json-schema" } do
        local expected = { run { "-f", schema, "--schema-inspect", "-o", format } }
        assert.same(expected, { run { "inspect", "-f", schema, "--format", format } })
        assert.same(expected, { run { "inspect", "-f", schema, "-o", format } })
        local path = file("inspected", "")
        assert.same({ 0, "", "" }, { run { "inspect", "-f", schema, "--format", format, "-o", path } })
        assert.equal(expected[2], command.read(path))
      end
      local status, _, err = run { "inspect" }
      assert.equal(2, status)
      assert.matches("give a schema with -f\nTry 'yschema inspect --help'.", err, 1, true)
    end)

    it("prints nothing when it is to be quiet", function()
      assert.same({ 0, "", "" }, { run { "-f", schema, "--schema-inspect", "-q" } })
    end)

    it("fails when JSON cannot have a value", function()
      local status, out, err = run { "--schema-inspect", "-o", "json", "-f",
        file("s.yml", "#@data/values-schema\n---\na: .inf\n") }
      assert.equal(2, status)
      assert.equal("", out)
      assert.matches("JSON has no .inf", err, 1, true)
    end)
  end)

  describe("says how it is used:", function()
    for name, row in pairs {
      ["no files"] = { {}, "give a schema with -f\nTry 'yschema --help'." },
      ["no files for overlays"] = { { "overlay" }, "give documents with -f\nTry 'yschema overlay --help'." },
      ["an empty path"] = { { "-f", "" }, "-f: its argument is empty" },
      ["an empty path of values"] = { { "-f", "x", "--data-values-file=" },
        "--data-values-file: its argument is empty" },
      ["an empty prefix"] = { { "-f", "x", "--data-values-env", "" }, "--data-values-env: its argument is empty" },
      ["no colour"] = { { "-f", "x", "--color", "blue" }, "--color: unknown word 'blue', use auto, always or never" },
      ["an unknown flag"] = { { "--fiel", "x" }, "unknown option '--fiel'" },
      ["a missing argument"] = { { "-f" }, "'-f' requires an argument" },
      ["a mistyped command"] = { { "chekc", "-f", "x" },
        "there is no command 'chekc' (did you mean 'yschema check'?)" },
      ["an unexpected argument"] = { { "schema.yml" }, "unexpected argument 'schema.yml'" },
      ["an unknown format"] = { { "-f", "x", "-o", "xml" }, "'xml'" },
      ["a schema's format without a schema"] = {
        { "-f", "x", "-o", "html" }, "the format html shows a schema: write yschema inspect -f FILE --format html",
      },
      ["a schema's format for overlays"] = { { "overlay", "-f", "x", "-o", "html" }, "'html', use yaml or json" },
      ["an unknown report"] = { { "-f", "x", "--report", "xml" }, "--report: unknown format 'xml', use text" },
      ["standard input twice"] = { { "-f", "-", "-f", "-" }, "only once" },
    } do
      it(name, function()
        local status, out, err = run(row[1])
        assert.equal(2, status)
        assert.equal("", out)
        assert.matches("yschema: Error: ", err, 1, true)
        assert.matches(row[2], err, 1, true)
      end)
    end

    it("help, as --help", function()
      assert.equal(command.run({ "--help" }).stdout, command.run({ "help" }).stdout)
      assert.equal(command.run({ "--help" }).stdout, command.run({ "help", "help" }).stdout)
      for _, name in ipairs(require "yschema.command.commands".names) do
        local result = command.run({ "help", name })
        assert.equal(0, result.rc)
        assert.equal(command.run({ name, "--help" }).stdout, result.stdout)
      end
      local unknown = command.run({ "help", "chekc" })
      assert.equal(2, unknown.rc)
      assert.matches("there is no command 'chekc'; did you mean: yschema check", unknown.stderr, 1, true)
    end)

    it("--help", function()
      local status, out, err = run { "-h" }
      assert.equal(0, status)
      assert.equal("", err)
      for _, flag in ipairs { "--data-values-env-yaml", "--report", "--env", "--strict", "-q" } do
        assert.matches(flag, out, 1, true)
      end
    end)

    it("--version", function()
      assert.same({ 0, "yschema 0.1.0\n", "" }, { run { "--version" } })
    end)
  end)

  it("writes its result to the file of -o, and reads a format there as ytt does", function()
    local path = file("result", "")
    for _, format in ipairs { "yaml", "json" } do
      local _, expected = run { "-f", schema, "--format", format }
      assert.same({ 0, expected, "" }, { run { "-f", schema, "-o", format } })
      assert.same({ 0, "", "" }, { run { "-q", "-f", schema, "--format", format, "-o", path } })
      assert.equal(expected, command.read(path))
    end
    for _, words in ipairs {
      { "-f", schema, "-o", schema }, { "-f", schema, "-o", "jsno" },
      { "-f", schema, "-o", "json", "--format", "yaml" },
    } do
      assert.equal(2, (run(words)))
    end
  end)

  it("fails when its result cannot be written", function()
    local status, _, err = run({ "-f", schema }, { out = stream "No space left on device" })
    assert.equal(2, status)
    assert.matches("No space left on device", err, 1, true)
  end)

  it("fails when JSON would have a key twice", function()
    local any = file("s.yml", "#@data/values-schema\n---\n#@schema/type any=True\na: 1\n")
    for _, map in ipairs { '{1: a, "1": b}', '{x: [{"true": 1, true: 1}]}', '{null: 1, x: 1, "null": 2}',
      '{"1.5": 1, 2: 1, 1.5: 1}' } do
      local status, out, err = run { "-f", any, "-o", "json", "--data-value-yaml", "a=" .. map }
      assert.same({ 2, "" }, { status, out })
      assert.matches("two keys of a map are the same string", err, 1, true)
    end
    local _, out = run { "-f", any, "-o", "json", "--data-value-yaml", 'a={1: a, "2": b, true: [1]}' }
    assert.equal('{"a":{"1":"a","2":"b","true":[1]}}\n', out)
  end)

  it("fails when the result cannot be JSON", function()
    local status, out, err = run { "-o", "json", "-f",
      file("s.yml", "#@data/values-schema\n---\na: .inf\n") }
    assert.equal(2, status)
    assert.equal("", out)
    assert.matches("yschema: Error: ", err, 1, true)
  end)
end)

describe("lua/bin/yschema", function()
  -- Returns the output of a shell command, with its exit status as the last line.
  local function shell(typed)
    return command.output("{ " .. command.shell(typed) .. "\n} 2>&1; echo status $?")
  end

  it("runs from anywhere, through links, with blanks in its path #unsanitized", function()
    if (os.getenv "YSCHEMA_BUILD" or "build") ~= "build" then
      return pending "the launcher looks in build/"
    end
    local place = os.tmpname()
    os.remove(place)
    local link = command.quote(place .. " x/a b")
    assert.same({ "yschema 0.1.0", "status 0" }, command.output(
      ("mkdir %s && ln -s %s %s && cd / && %s %s --version; echo status $?"):format(
        command.quote(place .. " x"), command.quote(command.root .. "/lua/bin/yschema"), link,
        os.getenv "YSCHEMA_INTERPRETER" or command.runtime, link)))
    os.execute("rm -r " .. command.quote(place .. " x"))
  end)

  it("has colours on a terminal, unless they are refused #unsanitized", function()
    local terminal = os.execute "script -qec true /dev/null </dev/null >/dev/null 2>&1"
    if terminal ~= true and terminal ~= 0 then return pending "no terminal can be had" end
    local function on_terminal(environment)
      return table.concat(shell(("script -qec %s /dev/null </dev/null"):format(command.quote(
        "env -u NO_COLOR " .. environment .. " " .. command.words .. " --nonsense"))), "\n")
    end
    local red = "\27[1;31myschema: Error:\27[0m"
    assert.matches(red, on_terminal "TERM=xterm", 1, true)
    assert.matches(red, on_terminal "TERM=xterm NO_COLOR=", 1, true)
    for _, environment in ipairs { "TERM=xterm NO_COLOR=1", "TERM=dumb" } do
      local shown = on_terminal(environment)
      assert.matches("yschema: Error:", shown, 1, true)
      assert.is_nil(shown:find("\27", 1, true))
    end
    assert.is_nil(shell("TERM=xterm yschema --nonsense")[1]:find("\27", 1, true))
  end)

  it("fails when standard output is full or closed", function()
    for _, out in ipairs { "/dev/full", "&-" } do
      local lines = shell("yschema --version >" .. out)
      assert.matches("yschema: Error: cannot write the result: ", lines[1], 1, true)
      assert.equal("status 2", lines[#lines])
    end
  end)

  it("reads standard input", function()
    assert.same({ "a: 2", "status 0" }, shell(
      "printf '#@data/values-schema\\n---\\na: 1\\n' | yschema -f - --data-value-yaml a=2"))
  end)

  it("reads the environment", function()
    assert.same({ "a: 2", "status 0" }, shell(
      "printf '#@data/values-schema\\n---\\na: 1\\n' | APP_a=2 yschema -f - --data-values-env-yaml APP"))
  end)
end)
