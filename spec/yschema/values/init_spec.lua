local yschema = require "yschema"

local function schema_of(body, options)
  local schema, report = yschema.load("#@data/values-schema\n---\n" .. body, options)
  return assert(schema, tostring(report))
end

local function throws(pattern, fn, ...)
  local ok, problem = pcall(fn, ...)
  assert.is_false(ok)
  assert.matches(pattern, problem)
  return problem
end

-- A directory of files, gone after `use`.
local function with_files(files, use)
  local dir = os.tmpname()
  os.remove(dir)
  assert(os.execute("mkdir -p '" .. dir .. "/sub dir'"))
  for name, text in pairs(files) do
    local file = assert(io.open(dir .. "/" .. name, "w"))
    file:write(text)
    file:close()
  end
  local ok, problem = pcall(use, dir)
  os.execute("rm -r '" .. dir .. "'")
  assert(ok, problem)
end

describe("yschema", function()
  it("says its version", function()
    assert.equal("yschema 0.1.0", yschema._VERSION)
  end)

  it("has null as the light userdata NULL", function()
    assert.equal("userdata", type(yschema.null))
    local ok, cjson = pcall(require, "cjson")
    if ok then assert.equal(cjson.null, yschema.null) end
  end)
end)

describe("yschema.load", function()
  it("gives a schema", function()
    assert.is_table(schema_of "a: 1\n")
  end)

  it("gives nil and a report for a violation in the schema", function()
    local schema, report = yschema.load "#@data/values-schema\n---\na:\n"
    assert.is_nil(schema)
    assert.equal(2, report.status)
    assert.equal(3, report.violations[1].line)
    assert.equal("schema", report.violations[1].file)
  end)

  it("gives a report that assert() can throw", function()
    local ok, problem = pcall(function() assert(yschema.load "a: [") end)
    assert.is_false(ok)
    assert.matches("schema", tostring(problem))
  end)

  it("names the text as the option says", function()
    local _, report = yschema.load("#@data/values-schema\n---\na:\n", { name = "app.yml" })
    assert.equal("app.yml", report.violations[1].file)
  end)

  it("wants a schema document", function()
    local schema, report = yschema.load "a: 1\n"
    assert.is_nil(schema)
    assert.equal(2, report.status)
    assert.matches("data/values%-schema", tostring(report))
  end)

  it("reports all violations of a schema at once", function()
    local _, report = yschema.load "#@data/values-schema\n---\na:\n#@schema/nulable\nb: 1\n"
    assert.equal(2, #report.violations)
  end)

  it("warns on success, too", function()
    local schema, report = yschema.load "#@data/values-schema\n---\na: 1\n#@schema/nullable\n"
    assert.is_table(schema)
    assert.equal(0, report.status)
    assert.equal(1, #report.warnings)
  end)

  describe("with strict", function()
    it("refuses what is ambiguous", function()
      local text = "#@data/values-schema\n---\na: yes\n"
      assert.is_table(yschema.load(text))
      local schema, report = yschema.load(text, { strict = true })
      assert.is_nil(schema)
      assert.equal(2, report.status)
    end)
  end)

  describe("with env", function()
    it("lets annotations use its names", function()
      local schema = schema_of("#@schema/validation ('even', is_even)\na: 1\n",
        { env = { is_even = function(n) return n % 2 == 0 end } })
      assert.is_true(schema:check { a = 2 })
      assert.is_nil((schema:check { a = 3 }))
    end)

    it("reports unknown names with their line", function()
      local schema, report = yschema.load("#@data/values-schema\n---\n"
        .. "#@schema/validation ('even', is_even)\na: 1\n")
      assert.is_nil(schema)
      assert.matches("is_even", tostring(report))
      assert.equal(3, report.violations[1].line)
    end)

    it("takes callable tables and objects with a check for rules", function()
      local schema = schema_of([[
#@schema/validation ("callable", small), object, when=always
a: 1
]], { env = {
        small = setmetatable({}, { __call = function(_, v) return v < 10 end }),
        object = { check = function(v) return v ~= 5 end },
        always = setmetatable({}, { __call = function() return true end }),
      } })
      assert.is_true(schema:check { a = 1 })
      local _, report = schema:check { a = 50 }
      assert.matches("callable", report.violations[1].expected)
      assert.is_nil((schema:check { a = 5 }))
    end)

    it("takes a description and a rule in braces", function()
      local schema = schema_of("#@schema/validation { 'small', function(v) return v < 5 end }\na: 1\n")
      local _, report = schema:check { a = 9 }
      assert.equal("small", report.violations[1].expected)
    end)

    it("takes defaults", function()
      local schema = schema_of("#@schema/default ports\nl:\n- 0\n#@schema/default make\nm: ''\n",
        { env = { ports = { 80, 443 }, make = function() return "made" end } })
      assert.same({ l = { 80, 443 }, m = "made" }, (schema:apply()))
    end)
  end)

  describe("with limits", function()
    it("refuses a longer text", function()
      local schema, report = yschema.load("#@data/values-schema\n---\na: 1\n",
        { limits = { max_bytes = 10 } })
      assert.is_nil(schema)
      assert.equal(2, report.status)
    end)

    it("refuses deeper values", function()
      local schema = schema_of("#@schema/type any=True\na: 1\n", { limits = { max_depth = 5 } })
      assert.is_table((schema:apply "a: [[1]]"))
      assert.is_nil((schema:apply "a: [[[[[[1]]]]]]"))
      assert.is_nil((schema:check { a = { { { { { { 1 } } } } } } }))
    end)

    it("refuses a table of more values than there would be place for", function()
      local schema = schema_of("a:\n- 0\n", { limits = { max_bytes = 1600 } })
      local list = {}
      for i = 1, 99 do list[i] = i end -- the list counts, too, and each has 16 bytes
      assert.is_true((schema:check { a = list }))
      list[100] = 100
      local result, report = schema:check { a = list }
      assert.is_nil(result)
      assert.matches("holds too many values", tostring(report))
    end)
  end)

  it("throws for mistakes in calling, and blames the caller", function()
    for pattern, arguments in pairs {
      ["bad argument #1 to 'load'.*got nil"] = {},
      ["options must be a table, got string"] = { "a: 1", "strict" },
      ["unknown option 'strct' %(did you mean 'strict'%?%)"] = { "a: 1", { strct = true } },
      ["unknown option 'sandwich'$"] = { "a: 1", { sandwich = true } },
      ["unknown option '1'$"] = { "a: 1", { "strict" } },
      ["option 'strict' must be a boolean, got number"] = { "a: 1", { strict = 1 } },
      ["option 'budget' must be a whole number from 1 to 9007199254740992, or false"] = { "a: 1", { budget = 0 } },
      ["unknown limit 'max_byte' %(did you mean 'max_bytes'%?%)"] = { "a: 1", { limits = { max_byte = 1 } } },
      ["limit 'max_bytes' must be a whole number from 1"] = { "a: 1", { limits = { max_bytes = -1 } } },
      ["limit 'max_depth' must be .* to 10000"] = { "a: 1", { limits = { max_depth = 1e6 } } },
    } do
      local problem = throws(pattern, function() yschema.load(arguments[1], arguments[2]) end)
      assert.matches("init_spec.lua:", problem, 1, true)
    end
  end)
end)

describe("yschema.load_file", function()
  it("reads a file, a list of files, a directory", function()
    with_files({
      ["a.yml"] = "#@data/values-schema\n---\na: 1\n",
      ["sub dir/b.yaml"] = "#@data/values-schema\n---\na: 2\n",
      ["notes.txt"] = "[",
    }, function(dir)
      assert.same({ a = 1 }, (assert(yschema.load_file(dir .. "/a.yml")):defaults()))
      local both = { dir .. "/a.yml", dir .. "/sub dir/b.yaml" }
      assert.same({ a = 2 }, (assert(yschema.load_file(both)):defaults()))
      assert.same({ a = 2 }, (assert(yschema.load_file(dir)):defaults()))
    end)
  end)

  it("reports a file that is not there by its name", function()
    local schema, report = yschema.load_file "no/such/file.yml"
    assert.is_nil(schema)
    assert.equal(2, report.status)
    assert.equal("no/such/file.yml", report.violations[1].file)
    assert.matches("No such file", tostring(report))
  end)

  it("throws for what is no path", function()
    throws("bad argument #1 to 'load_file'.*got nil", yschema.load_file)
    throws("bad argument #1 to 'load_file'.*empty", yschema.load_file, {})
    throws("bad argument #1 to 'load_file'.*string expected, got number", yschema.load_file, { 1 })
    throws("bad argument #2 to 'load_file'.*several paths are given as a list", yschema.load_file, "a.yml", "b.yml")
  end)

  it("warns once about a file that is there for its code", function()
    with_files({
      ["schema.yml"] = '#@ load("lib.yml", "f")\n#@data/values-schema\n---\n#@schema/default f()\na: ""\n',
      ["lib.yml"] = '#@ def f(): return "x"\n#@schema/title "of nothing"\n',
    }, function(dir)
      local schema, report = yschema.load_file { dir .. "/schema.yml", dir .. "/lib.yml" }
      assert(schema, tostring(report))
      assert.equal(1, #report.warnings)
      assert.equal(dir .. "/lib.yml", report.warnings[1].file)
    end)
  end)
end)

describe("schema:apply", function()
  local schema = schema_of "a: 1\nb:\n  c: ''\n  d: 1.5\nl:\n- 0\n"

  it("fills in what is left out", function()
    assert.same({ a = 1, b = { c = "", d = 1.5 }, l = {} }, (schema:apply()))
    assert.same({ a = 1, b = { c = "x", d = 1.5 }, l = {} }, (schema:apply "b: {c: x}"))
  end)

  it("merges texts, documents and tables in order", function()
    local documents = assert(yschema.parse("a: 3\nl: [1]\n", "more.yml"))
    local values = schema:apply("a: 2\nb: {c: x}", documents, { b = { d = 2 } })
    assert.same({ a = 3, b = { c = "x", d = 2 }, l = { 1 } }, values)
  end)

  it("appends the items of @data/values documents", function()
    local values = schema:apply("l: [1]", "#@data/values\n---\nl: [2]\n")
    assert.same({ 1, 2 }, values.l)
  end)

  it("marks arrays, so that empty ones stay arrays", function()
    local values = schema:apply()
    assert.equal(yschema.array_mt, getmetatable(values.l))
    assert.is_nil(getmetatable(values.b))
    assert.equal("l: []\n", yschema.encode({ l = values.l }, "yaml"))
  end)

  it("gives null for null", function()
    local nullable = schema_of "#@schema/nullable\na: 1\n"
    assert.equal(yschema.null, nullable:apply().a)
    assert.equal(yschema.null, nullable:apply({ a = yschema.null }).a)
  end)

  it("names texts by their position, parsed ones by their name", function()
    local documents = yschema.parse("a: z", "z.yml")
    local _, report = schema:apply("a: x", "a: y", documents)
    local files = {}
    for i, violation in ipairs(report.violations) do files[i] = violation.file end
    assert.same({ "values", "values 2", "z.yml" }, files)
  end)

  it("leaves tables as they were", function()
    local given = { b = { c = "x" } }
    schema:apply(given)
    assert.same({ b = { c = "x" } }, given)
  end)

  it("gives nil and a report for what does not fit", function()
    local values, report = schema:apply { b = { c = 5 } }
    assert.is_nil(values)
    assert.equal("b.c", report.violations[1].path)
    assert.equal(1, report.status)
  end)

  it("gives nil and a report for text that is no YAML", function()
    local values, report = schema:apply "a: ["
    assert.is_nil(values)
    assert.equal(2, report.status)
  end)

  it("reports values that hold themselves, or functions", function()
    local free = schema_of "#@schema/type any=True\na: 1\n"
    local loop = {}
    loop.loop = loop
    local values, report = free:apply { a = loop }
    assert.is_nil(values)
    assert.matches("contains itself", tostring(report))
    values, report = free:apply { a = print }
    assert.is_nil(values)
    assert.matches("function", tostring(report))
  end)

  it("throws for what is no input", function()
    throws("bad argument #2 to 'apply'.*got nil", schema.apply, schema, "a: 1", nil)
    throws("bad argument #1 to 'apply'.*got function", schema.apply, schema, print)
  end)

  it("can be used any number of times, and by rules", function()
    local inner = schema_of "a: 1\n"
    local outer = schema_of("#@schema/validation ('inner', inner)\nm:\n  a: 2\n", {
      env = { inner = function(v) return (inner:check(v)) end },
    })
    for i = 1, 20 do assert.equal(i, outer:apply({ m = { a = i } }).m.a) end
  end)
end)

describe("schema:apply_files", function()
  local schema = schema_of "a: 1\nb: ''\n"

  it("merges files and directories in order", function()
    with_files({
      ["z.yml"] = "a: 2\n", ["sub dir/y.yml"] = "a: 3\nb: why\n", ["it's.yaml"] = "a: 7\n",
    }, function(dir)
      assert.same({ a = 3, b = "why" }, (schema:apply_files(dir .. "/z.yml", dir .. "/sub dir")))
      -- it's.yaml, sub dir/y.yml, z.yml
      assert.same({ a = 2, b = "why" }, (schema:apply_files(dir)))
    end)
  end)

  it("names the file in the report", function()
    with_files({ ["v.yml"] = "a: x\n" }, function(dir)
      local _, report = schema:apply_files(dir .. "/v.yml", dir .. "/none.yml")
      assert.equal(2, report.status)
      local files = {}
      for _, violation in ipairs(report.violations) do files[violation.file] = true end
      assert.is_true(files[dir .. "/v.yml"])
      assert.is_true(files[dir .. "/none.yml"])
    end)
  end)

  it("throws for what is no path", function()
    throws("bad argument #2 to 'apply_files'", schema.apply_files, schema, "x", {})
  end)
end)

describe("schema:check", function()
  local schema = schema_of "#@schema/validation min=1\na: 1\n"

  it("is true for a valid value", function()
    assert.is_true(schema:check { a = 2 })
    assert.is_true(schema:check {})
  end)

  it("gives nil and a report for another", function()
    local ok, report = schema:check { a = 0 }
    assert.is_nil(ok)
    assert.equal("min", report.violations[1].rule)
    ok, report = schema:check "a: 1"
    assert.is_nil(ok)
    assert.equal("string", report.violations[1].found)
  end)

  it("throws without a value", function()
    throws("null is yschema.null", schema.check, schema, nil)
  end)
end)

describe("schema:defaults", function()
  it("does not validate", function()
    local schema = schema_of "#@schema/validation min_len=1\na: ''\n"
    assert.same({ a = "" }, (schema:defaults()))
    assert.is_nil((schema:apply()))
  end)
end)

describe("yschema.parse", function()
  it("gives the documents of a text", function()
    local documents = assert(yschema.parse "a: 1\n---\n- x\n")
    assert.equal(2, documents:count())
    assert.same({ a = 1 }, documents:value(1))
    assert.same({ "x" }, documents:value(2))
    assert.is_nil(documents:value(3))
  end)

  it("keeps the order of keys when it writes", function()
    local documents = assert(yschema.parse "z: 1\na: [1.0]\n")
    assert.equal("z: 1\na:\n- 1.0\n", documents:encode "yaml")
    assert.equal('{"z":1,"a":[1.0]}', (documents:encode("json"):gsub("%s", "")))
  end)

  it("gives nil and a report with the name", function()
    local documents, report = yschema.parse("a: [", "broken.yml")
    assert.is_nil(documents)
    assert.equal(2, report.status)
    assert.equal("broken.yml", report.violations[1].file)
  end)

  it("throws for what is no text", function()
    throws("bad argument #1 to 'parse'", yschema.parse, nil)
    throws("bad argument #2 to 'parse'", yschema.parse, "a: 1", {})
  end)
end)

describe("yschema.encode", function()
  it("writes YAML and JSON", function()
    assert.equal("a:\n- 1\n- x\n", yschema.encode({ a = { 1, "x" } }, "yaml"))
    assert.equal('{"a":[1,"x"]}', (yschema.encode({ a = { 1, "x" } }, "json"):gsub("%s", "")))
  end)

  it("says what cannot be written", function()
    local text, problem = yschema.encode({ a = print }, "yaml")
    assert.is_nil(text)
    assert.is_string(problem)
    assert.is_nil((yschema.encode({ a = 1 / 0 }, "json")))
  end)

  it("throws for another format", function()
    throws('"yaml" or "json" expected, got "xml"', yschema.encode, {}, "xml")
    throws('"yaml" or "json" expected, got nil', yschema.encode, {})
  end)
end)

describe("integers", function()
  local schema = schema_of "a: 1\n"

  it("come through whole, however large", function()
    for _, text in ipairs {
      "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
    } do
      local values = assert(schema:apply("a: " .. text))
      assert.equal(text, (tostring(values.a):gsub("LL$", "")))
      assert.equal("a: " .. text .. "\n", yschema.encode(values, "yaml"))
      assert.is_true(schema:check(values))
    end
  end)

  it("above 64 bits' half are unsigned on LuaJIT, and reported on Lua 5.4", function()
    local values, report = schema:apply "a: 18446744073709551615"
    if jit then
      assert.equal("18446744073709551615ULL", tostring(values.a))
      assert.equal("a: 18446744073709551615\n", yschema.encode(values, "yaml"))
    else
      assert.is_nil(values)
      assert.matches("18446744073709551615", tostring(report))
    end
  end)
end)

describe("a method called with a dot", function()
  local schema = assert(yschema.load "#@data/values-schema\n---\na: 1\n")
  local _, report = schema:apply "a: x"
  local objects = {
    schema = { of = schema, "apply", "apply_files", "check", "defaults", "describe", "openapi", "json_schema",
      "html" },
    documents = { of = assert(yschema.parse "a: 1"), "count", "value", "encode" },
    report = { of = report, "text", "json", "sarif", "junit", "codequality", "github" },
  }
  for name, methods in pairs(objects) do
    for _, method in ipairs(methods) do
      it("says so, and blames the caller: " .. name .. "." .. method, function()
        for _, argument in ipairs { "a: 1", {} } do
          local problem = throws(("write %s:%s(...), with a colon"):format(name, method):gsub("%p", "%%%0"),
            function() local value = methods.of[method](argument) return value end)
          assert.matches("init_spec.lua:", problem, 1, true)
        end
        throws("got nil", function() local value = methods.of[method]() return value end)
      end)
    end
  end
end)

describe("the methods of documents", function()
  it("throw for invalid arguments, and blame the caller", function()
    local documents = assert(yschema.parse "a: 1")
    for pattern, call in pairs {
      ["bad argument #1 to 'value' %(number expected, got string%)"] = function()
        local value = documents:value "1"
        return value
      end,
      ["bad argument #1 to 'encode' %(\"yaml\" or \"json\" expected, got \"xml\"%)"] = function()
        local text = documents:encode "xml"
        return text
      end,
    } do
      assert.matches("init_spec.lua:", throws(pattern, call), 1, true)
    end
  end)
end)
