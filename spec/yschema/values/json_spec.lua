-- Texts in JSON, and what has to be JSON (language page, "JSON").

local cli_command = require "spec.support.command"
local expressions = require "spec.support.expressions"
local pace = require "spec.support.pace"
local texts = require "spec.support.json_texts"
local yschema = require "yschema"

local anything = assert(yschema.load "#@data/values-schema\n---\n#@schema/type any=True\nv: 0\n")
local whole = assert(yschema.load "#@data/values-schema\n#@schema/type any=True\n---\n0\n")

local function title(text)
  return (text:sub(1, 40):gsub("[%c\127-\255]", function(c) return ("\\x%02x"):format(c:byte()) end))
end

local function json(value)
  return (assert(yschema.encode(value, "json")):gsub("\n$", ""))
end

-- Returns the value that is read, as JSON in the order of the text.
local function read(text, name)
  local documents, report = yschema.parse(text, name)
  if not documents then return nil, report end
  assert.equal(1, documents:count())
  return (documents:encode "json":gsub("\n$", ""))
end

-- Calls a function with the path of a file of this name and content.
local function with_file(name, text, f)
  local folder = os.tmpname()
  os.remove(folder)
  os.execute("mkdir " .. folder)
  local path = folder .. "/" .. name
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  local ok, problem = pcall(f, path)
  os.execute("rm -r " .. folder)
  if not ok then error(problem, 0) end
end

describe("a text that is JSON", function()
  for _, row in ipairs(texts.reads) do
    it("is read as JSON: " .. title(row[1]), function()
      assert.equal(row[2], read(row[1]))
      assert.equal(row[2], read(row[1], "values.json"))
      local values = assert(whole:apply_json(row[1]))
      assert.is_true(whole:check_json(row[1]))
      assert.equal(json(values), json(assert(whole:apply(row[1]))))
    end)
  end

  for _, row in ipairs(texts.scalars) do
    it("may be a scalar where it has to be JSON: " .. title(row[1]), function()
      assert.equal(row[2], read(row[1], "values.json"))
    end)
  end

  it("is read so in strict mode, too", function()
    local documents = assert(yschema.parse('{"a":[null,1e5,"yes"]}', "v", { strict = true }))
    assert.equal('{"a":[null,100000.0,"yes"]}\n', documents:encode "json")
  end)

  it("is read so with code in values, whatever its strings look like", function()
    local schema = assert(yschema.load("#@data/values-schema\n---\n#@schema/type any=True\nv: 0\n",
      { code_in_values = true }))
    assert.equal("#@ 1", assert(schema:apply '{"v":\n"#@ 1"}').v)
    assert.equal("#@ 1 \127", assert(schema:apply_json '{"v": "#@ 1 \127"}').v)
  end)

  it("keeps its lines and columns in reports", function()
    local schema = assert(yschema.load "#@data/values-schema\n---\na:\n- b: 0\n")
    local function places(text, method)
      local _, report = schema[method](schema, text)
      local out = {}
      for i, v in ipairs(report.violations) do out[i] = (v.path or v.kind) .. " " .. v.line .. ":" .. v.column end
      return out, tostring(report)
    end
    for _, text in ipairs {
      '{"a": [\n  {"b": "x"},\n  {"c": 1}, 5, "\195\169", {"b": true}\n]}',
      '{"a":\r\n[ {"b": 1.5}, [\r\n2]]}', '{"a": "\195\169", "\195\169": 1}', "{\n\n\"a\": 1}", "[1]",
    } do
      local found, shown = places(text, "apply_json")
      assert.is_true(#found > 0)
      -- the same text as YAML: a comment after it makes it so
      local as_yaml, shown_yaml = places(text .. " # YAML", "apply")
      assert.same(as_yaml, found)
      assert.equal(shown_yaml:gsub(" # YAML", ""), shown)
    end
  end)

  it("may be as wide as the limits are, in linear time", function()
    local many = {}
    for i = 1, 20000 do many[i] = ('"k%d": "\195\169\\n%d"'):format(i, i) end
    local text = "{" .. table.concat(many, ",") .. "}"
    local began = os.clock()
    assert.equal(20000, #yschema.keys(assert(whole:apply_json(text))))
    assert.is_true(pace.within_processor(os.clock() - began, 5))
  end)
end)

describe("a text that begins like JSON and is none", function()
  for _, row in ipairs(texts.yaml) do
    it("is YAML: " .. title(row[1]), function()
      assert.equal(row[2], read(row[1]))
    end)
  end

  it("has YAML's violations, each of them once", function()
    local _, report = yschema.parse '{"a": 1, "a": 2, b: 99999999999999999999}'
    assert.equal(2, #report.violations)
  end)
end)

describe("where only JSON will do", function()
  local decode = expressions.value "json.decode"

  for _, row in ipairs(texts.refuses) do
    local line, column = row[3] and row[2] or 1, row[3] or row[2]
    it("is refused: " .. title(row[1]), function()
      for _, method in ipairs { "apply_json", "check_json" } do
        local values, report = whole[method](whole, row[1])
        assert.is_nil(values)
        local first = report.violations[1]
        assert.same({ "values", line, column }, { first.file, first.line, first.column })
        assert.equal(2, report.status)
      end
      local documents, report = yschema.parse(row[1], "values.json")
      assert.is_nil(documents)
      assert.same({ "values.json", line, column },
        { report.violations[1].file, report.violations[1].line, report.violations[1].column })
      assert.is_false((pcall(decode, row[1])))
    end)
  end

  for _, row in ipairs(texts.reads) do
    it("is what json.decode reads: " .. title(row[1]), function()
      assert.same(assert(yschema.parse(row[1], "v.json")):value(1), decode(row[1]))
    end)
  end

  it("says what to write instead", function()
    for text, hint in pairs {
      ["[1] // x"] = "there are no comments in JSON.", ["[\n# x\n1]"] = "there are no comments in JSON.",
      ["{'a': 1}"] = "a text must be in double quotes.", ["[a]"] = "a text must be in double quotes.",
      ["[1,]"] = "no comma follows the last one.", ['{"a": 1, }'] = "no comma follows the last one.",
      ["[1,\t\r\n]"] = "no comma follows the last one.", ["[1,\r]"] = "no comma follows the last one.",
      ["[NaN]"] = "JSON has no NaN and no infinity.", ["[1"] = "the text ends too early.",
      ["[0x1]"] = "numbers are decimal in JSON: like -1, 0.5 or 1e9, without zeros in front.",
      ["[-x]"] = "a number is written like -1, 0.5 or 1e9.",
      ["[1]\n[2]"] = "a JSON text is one value.", ['["\255"]'] = "save the file as UTF-8.",
      [ [=[["\ud83d"]]=] ] = "a character above U+FFFF is written as two escapes, as \\ud83d\\ude00.",
    } do
      local _, report = whole:apply_json(text)
      assert.equal(hint, report.violations[1].hint)
    end
  end)

  it("reports all violations of JSON", function()
    local _, report = anything:apply_json '{"v": 1e999, "v": 18446744073709551616}'
    assert.equal(3, #report.violations)
  end)

  it("reports where an incomplete value begins", function()
    local _, report = anything:apply_json '{\n"v": [\n1\n'
    assert.equal([[
values:4:1: did not find ',' or ']' in a JSON text
    |
  2 | "v": [
    | ...
  4 |
    |
    = hint: the text ends too early.
    = hint: the incomplete part begins at values:2.
]], tostring(report):match "values:4.*")
  end)

  it("meets the limits", function()
    local schema = assert(yschema.load("#@data/values-schema\n#@schema/type any=True\n---\n0\n",
      { limits = { max_bytes = 80, max_depth = 3 } }))
    assert.truthy(schema:apply_json "[[[1]]]")
    local _, report = schema:apply_json "[[[[1]]]]"
    assert.equal("too-deep", report.violations[1].kind)
    _, report = schema:apply_json('"' .. ("x"):rep(79) .. '"')
    assert.equal("read", report.violations[1].kind)
  end)

  it("is a text", function()
    for _, method in ipairs { "apply_json", "check_json" } do
      for _, wrong in ipairs { false, {}, 1 } do
        local ok, problem = pcall(whole[method], whole, wrong)
        assert.is_false(ok)
        assert.truthy(problem:find("bad argument #1 to '" .. method .. "' (JSON text expected, got "
          .. type(wrong) .. ")", 1, true), problem)
      end
      assert.is_false((pcall(whole[method], "{}")))
    end
  end)

  it("validates as apply and check do", function()
    local schema = assert(yschema.load "#@data/values-schema\n---\n#@schema/validation min=1\na: 1\nb: x\n")
    assert.same({ a = 5, b = "x" }, schema:apply_json '{"a": 5}')
    local _, report = schema:apply_json '{"a": 0}'
    assert.equal("rule", report.violations[1].kind)
    _, report = schema:check_json '{"a": 0}'
    assert.equal("rule", report.violations[1].kind)
    assert.is_true(schema:check_json '{"a": 1}')
  end)
end)

describe("a file that ends in .json", function()
  local wrong = '{"v": [1, 2, ],}'

  it("has to be JSON for apply_files", function()
    with_file("values.json", '{"v": "\\ud83d\\ude00"}', function(path)
      assert.equal("\240\159\152\128", assert(anything:apply_files(path)).v)
    end)
    with_file("values.json", wrong, function(path)
      local _, report = anything:apply_files(path)
      assert.same({ 1, 14 }, { report.violations[1].line, report.violations[1].column })
    end)
    with_file("values.yml", wrong, function(path)
      assert.same({ 1, 2 }, assert(anything:apply_files(path)).v)
    end)
  end)

  it("has to be JSON for the command", function()
    with_file("schema.yml", "#@data/values-schema\n---\n#@schema/type any=True\nv: 0\n", function(schema)
      local folder = schema:match "^.*/"
      for _, flag in ipairs { "-f", "--data-values-file" } do
        local file = assert(io.open(folder .. "v.json", "w"))
        file:write(wrong)
        file:close()
        local out = table.concat(cli_command.output(cli_command.shell(
          "yschema -f " .. schema .. " " .. flag .. " " .. folder .. "v.json 2>&1")), "\n")
        assert.truthy(out:find("v.json:1:14: did not find a value in a JSON text", 1, true), out)
        file = assert(io.open(folder .. "v.json", "w"))
        file:write '{"v": "#@schema/type", "v2": "\127"}'
        file:close()
        out = table.concat(cli_command.output(cli_command.shell(
          "yschema -f " .. schema .. " " .. flag .. " " .. folder .. "v.json 2>&1")), "\n")
        assert.truthy(out:find('"v2"', 1, true), out)
      end
    end)
  end)
end)

describe("values that JSON does not have", function()
  local function problem(value) return (select(2, yschema.encode(value, "json"))) end

  it("are errors that name the path", function()
    assert.equal("a.b[1]: JSON has no bytes that are not UTF-8", problem { a = { b = { "x", "\255\254" } } })
    assert.equal("JSON has no bytes that are not UTF-8", problem "\255")
    assert.equal("a: JSON has no bytes that are not UTF-8", problem { a = { ["x\255"] = 1 } })
    assert.equal("[0].a: JSON has no .nan", problem { { a = 0 / 0 } })
    assert.equal('["x.y"]: JSON has no .inf', problem { ["x.y"] = 1 / 0 })
    assert.matches("^a: JSON has no keys but strings", problem { a = { [7] = 1, ["7"] = 2 } })
  end)

  it("have them in documents, too", function()
    local documents = assert(yschema.parse "x: !!binary //4=\n")
    assert.same({ nil, "x: JSON has no bytes that are not UTF-8" }, { documents:encode "json" })
    assert.equal('x: !!binary "//4="\n', documents:encode "yaml")
  end)
end)
