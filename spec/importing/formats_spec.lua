-- The formats of JSON Schema, as `yschema.load_json_schema` validates by them.

local command = require "spec.support.command"
local core = require "yschema.core"
local folder = require "spec.support.folder"
local yschema = require "yschema"

local label = ("a"):rep(63)

-- Each row: a format, texts that have it, and texts that do not have it.
local formats = {
  { "date-time", { "1985-04-12T23:20:50.52Z", "1990-12-31T23:59:60Z", "1990-12-31t15:59:60-08:00" },
    { "1985-04-12T23:20:50", "1990-12-30T23:59:60Z", "1990-12-31T23:58:60Z", "2023-02-29T00:00:00Z",
      "1985-04-12 23:20:50Z" } },
  { "date", { "2024-02-29" }, { "2023-02-29", "2024-2-29", "২024-02-28" } },
  { "time", { "23:59:60Z", "00:29:60+00:30", "08:30:06.25-08:00" }, { "22:59:60Z", "08:30:06", "24:00:00Z" } },
  { "duration", { "P1Y2M3DT4H5M6S", "P1W", "PT0S", "P1M", "PT1M", "P1DT1S" },
    { "", "P", "PT", "P1DT", "P1Y1D", "PT1H1S", "P1W1D", "P1D1Y", "1D", "P-1D", "P1.5D", "p1d", "PT1D", "P1", "P২Y",
      "P1Y2W" } },
  { "email", { "a.b@example.com", '"a b"@example.com', "a@[127.0.0.1]", "a@[IPv6:::1]" },
    { "a", "@example.com", "a@", ".a@example.com", "a..b@example.com", "é@example.com", "a@[127.0.0.300]",
      "a b@c.d" } },
  { "idn-email", { "é@example.com", "실례@실례.테스트", '"é b"@example.com', "a@example.com", "a@cafe\204\129.com" },
    { "a", "@é", "é@", "é.@example.com", "a@-é.com", "a@é-.com", "a@é..com", "a@é_.com" } },
  { "hostname", { "a", "1a.example", label .. ".com", "a--b.com", "xn--4gbwdl.xn--wgbh1c", "XN--4GBWDL.com" },
    { "", ".", "a.", ".a", "-a", "a-", "a_b", label .. "a", "é", "1.2.3.4", "xn--X", "xn--hello-zed", "xn--example-",
      "xn---9uc", "xn--0ca24w", ("a."):rep(127) .. "a", "a\n" } },
  { "idn-hostname", { "실례.테스트", "ßς་〇", "l·l", "α͵β", "א׳ב", "・ァ", "ب٠ب", "क्‍ष", "بي‌بي", "a。b",
      "example", "xn--ihqwcrb4cv8a8dqg056pqjye" },
    { "", "〮실례", "a·l", "l·", "α͵", "A׳ב", "・", "ب٠۰", "क‍ष", "‌a", "-é", "é-", "ab--é", "0a.א", "aא", "א0٠",
      "É", "o\204\136", "a。", ("ü"):rep(60), "Ａ", "😀" } },
  { "ipv4", { "127.0.0.1" }, { "127.0.0.01", "1.2.3", "1.2.3.256", "0x7f.0.0.1" } },
  { "ipv6", { "::", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8" }, { "1:2:3:4:5:6:7", "::1%eth0", "12345::", "::1::" } },
  { "uri", { "http://a.b/c?d#e", "urn:a:b", "http://[::1]:80" }, { "//a", "/a", "http://é", "http:// a", "a" } },
  { "uri-reference", { "//a", "/a", "a", "", "#a" }, { "a\\b", "é", "1:b" } },
  { "iri", { "http://ƒøø.ßår/?∂é#ø", "http://a/?\238\128\128" },
    { "/é", "http://a/\238\128\128", "http://a/\239\191\191", "é" } },
  { "iri-reference", { "/é", "é#ø", "" }, { "é\\", "/\194\128" } },
  { "uri-template", { "", "a{b}", "{+a,b*}{?c:3}", "{%41.b}", "é'" },
    { "{", "}", "{}", "{a", "{a:0}", "{a:12345}", "{a b}", "{a,}", "a b", "%4", "{a.}" } },
  { "uuid", { "2EB8AA08-AA98-11EA-B4AA-73B441D16380" },
    { "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g" } },
  { "json-pointer", { "", "/", "/a~0~1/b" }, { "a", "#/a", "/~", "/~2" } },
  { "relative-json-pointer", { "0", "1/a/~1", "10#" }, { "", "-1", "01", "0##", "1#/a", "/a", "0/~2", "0+" } },
  { "regex", { "^a$", [[(?<n>a)\k<n>]], "(?<=a+)b", "[]" },
    { "(", [[\a]], [[\Z]], "(?i)a", "(?P<n>a)", "(?#a)", "*" } },
}

local function schema_of(keywords, options)
  return assert(yschema.load_json_schema(keywords, options))
end

local function fits(schema, text) return schema:check_json(core.encode(text, "json")) or false end

describe("the format", function()
  for _, row in ipairs(formats) do
    it(row[1] .. " is asserted", function()
      local schema = schema_of(('{"format": "%s"}'):format(row[1]), { assert_formats = true })
      for i, texts in ipairs { row[2], row[3] } do
        for _, text in ipairs(texts) do assert.equal(i == 1, fits(schema, text), ("%s %q"):format(row[1], text)) end
      end
      assert.is_true(schema:check_json "1")
    end)
  end

  it("means the same in an import", function()
    for _, row in ipairs(formats) do
      local text = ('{"$schema": "http://json-schema.org/draft-07/schema#", "format": "%s"}'):format(row[1])
      local engine, import = schema_of(text), assert(yschema.import_json_schema(text))
      assert.is_true(import.exact, row[1])
      local imported = assert(yschema.load(import.text))
      for _, texts in ipairs { row[2], row[3], { "" } } do
        for _, one in ipairs(texts) do
          assert.equal(fits(engine, one), fits(imported, one), ("%s %q"):format(row[1], one))
        end
      end
    end
  end)

  it("email has tabs in quotes up to draft-07, as RFC 5322 has them", function()
    local draft = '{"$schema": "http://json-schema.org/draft-07/schema#", "format": "%s"}'
    assert.is_true(fits(schema_of(draft:format "email"), '"a\tb"@example.com'))
    assert.is_false(fits(schema_of(draft:format "idn-email"), '"a\tb"@example.com'))
    assert.is_false(fits(schema_of('{"format": "email"}', { assert_formats = true }), '"a\tb"@example.com'))
  end)

  it("relative-json-pointer of draft 2020-12 may move along an array", function()
    local moving = schema_of('{"format": "relative-json-pointer"}', { assert_formats = true })
    for text, valid in pairs { ["0+1"] = true, ["1-2/a"] = true, ["0-1#"] = true, ["0+0"] = false, ["0+-1"] = false } do
      assert.equal(valid, fits(moving, text), text)
    end
    local old = schema_of('{"$schema": "http://json-schema.org/draft-07/schema#", "format": "relative-json-pointer"}')
    assert.is_false(fits(old, "0+1"))
  end)
end)

describe("formats", function()
  it("are asserted up to draft-07, and in all drafts with assert_formats", function()
    local names = { ["http://json-schema.org/draft-04/schema#"] = true,
      ["http://json-schema.org/draft-06/schema#"] = true,
      ["http://json-schema.org/draft-07/schema#"] = true, ["https://json-schema.org/draft/2019-09/schema"] = false,
      ["https://json-schema.org/draft/2020-12/schema"] = false }
    for name, asserted in pairs(names) do
      local text = ('{"$schema": "%s", "format": "idn-hostname"}'):format(name)
      assert.equal(not asserted, fits(schema_of(text), "-"), name)
      assert.is_false(fits(schema_of(text, { assert_formats = true }), "-"), name)
    end
    assert.is_true(fits(schema_of '{"format": "ipv4"}', "x"))
  end)

  it("that are unknown accept all texts", function()
    assert.is_true(fits(schema_of('{"format": "ytterbium"}', { assert_formats = true }), "x"))
  end)

  it("are named by the report", function()
    local _, report = schema_of('{"properties": {"host": {"format": "idn-hostname"}}}', { assert_formats = true })
      :apply "host: -a\n"
    assert.is_truthy(tostring(report):find("- must be: a string of the format idn-hostname (by: schema.json:1 "
      .. "/properties/host/format)", 1, true), tostring(report))
  end)

  it("are tested in time in proportion to the text", function()
    local size = 200000
    for _, row in ipairs(formats) do
      local schema = schema_of(('{"format": "%s"}'):format(row[1]), { assert_formats = true })
      for _, piece in ipairs { "a", "a.", "(", "{a}", "/", "é", "1", "xn--a.", "[" } do
        local start = os.clock()
        fits(schema, piece:rep(math.floor(size / #piece)))
        assert.is_true(os.clock() - start < 1, row[1] .. " " .. piece)
      end
    end
  end)

  it("are asserted by the command where --assert-formats or the project file wants it", function()
    local path = folder.make()
    folder.write(path, "s.json", '{"properties": {"host": {"format": "ipv4"}}}')
    folder.write(path, "v.yml", "host: localhost\n")
    local function statuses(project)
      if project then folder.write(path, ".yschema.yml", project) end
      local list = {}
      for i, words in ipairs { { "check", "v.yml" }, { "check", "--assert-formats", "v.yml" } } do
        if not project then table.insert(words, 2, "--json-schema=s.json") end
        list[i] = command.run(words, { folder = path })
      end
      return { list[1].rc, list[2].rc }, list[2].stdout
    end
    local by_flag, report = statuses()
    assert.same({ 0, 1 }, by_flag)
    assert.matches("v.yml:1:.*must be a string of the format ipv4\n.*= rule: s.json:1 /properties/host/format\n",
      report)
    local project = "configurations:\n- {name: a, each: [v.yml], json_schema: s.json%s}\n"
    assert.same({ 0, 1 }, (statuses(project:format "")))
    assert.same({ 1, 1 }, (statuses(project:format ", assert_formats: true")))
    local lines = { "check", "--lines", "-q", "--json-schema", "s.json" }
    folder.write(path, "lines", '{"host": "localhost"}\n')
    local stdin = path .. "/lines"
    assert.equal(0, command.run(lines, { folder = path, stdin = stdin }).rc)
    lines[#lines + 1] = "--assert-formats"
    assert.equal(1, command.run(lines, { folder = path, stdin = stdin }).rc)
    folder.write(path, "s.yml", "#@data/values-schema\n---\nhost: ''\n")
    local _, about = statuses "configurations:\n- {name: a, each: [v.yml], schema: s.yml, assert_formats: true}\n"
    assert.matches("assert_formats needs json_schema", about)
    folder.remove(path)
  end)
end)
