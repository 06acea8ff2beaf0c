-- CEL's operators and functions: each row has a sample in spec/cel/samples.

local cel_samples = require "spec.support.cel_samples"
local evaluation = require "yschema.cel.evaluation"
local library = require "yschema.cel.library.library"

describe("CEL's functions", function()
  local count = 0
  local pipe = assert(io.popen "ls spec/cel/samples/*.txt")
  for path in pipe:lines() do
    local number = 0
    for line in io.lines(path) do
      number = number + 1
      if line ~= "" and not line:find "^#" then
        count = count + 1
        it(("do what %s:%d says: %s"):format(path:match "[^/]+$", number, line), function()
          assert.is_nil(cel_samples.problem(line))
        end)
      end
    end
  end
  pipe:close()

  it("have a sample for each row", function()
    local without = {}
    for _, row in ipairs(library) do
      if not cel_samples.called[row] then
        without[#without + 1] = ("%s(%s)"):format(row.name, table.concat(row.arguments, ", "))
      end
    end
    assert.same({}, without)
    assert.is_true(count > #library, count .. " samples")
  end)

  it("do not take null in place of a value that may be null", function()
    for _, text in ipairs {
      "(true ? null : timestamp(0)) - timestamp(0)", "[null, duration('1s')][0] + duration('1s')",
      "(true ? null : timestamp(0)).getHours()", "string(true ? null : timestamp(0))",
      "(true ? null : optional.of(1)).value()", "optional.none().or([null, optional.of(2)][0]).value()",
    } do
      local program = assert(evaluation.compile(text, {}))
      local ok, problem = program:run {}
      assert.is_false(ok, text)
      assert.truthy(problem.message:find("no such overload", 1, true), problem.message)
    end
  end)

  it("evaluate the operand of or() and orValue() only when it is needed", function()
    for text, expected in pairs {
      ["optional.of('a').orValue(string(1 / 0))"] = "a",
      ["optional.of('b').or(optional.of(string(1 / 0))).value()"] = "b",
      ["optional.none().orValue('c')"] = "c",
      ["{'a': 'd'}.?a.orValue({}['b'])"] = "d",
    } do
      local ok, value = assert(evaluation.compile(text, {})):run {}
      assert.is_true(ok, text)
      assert.equal(expected, value, text)
    end
    local ok = assert(evaluation.compile("optional.none().orValue(1 / 0)", {})):run {}
    assert.is_false(ok)
  end)

  it("give values whose types have names", function()
    for text, name in pairs {
      ["ip('::1')"] = "net.IP", ["cidr('::/8')"] = "net.CIDR", ["url('/a')"] = "kubernetes.URL",
      ["quantity('1')"] = "kubernetes.Quantity", ["semver('1.0.0')"] = "kubernetes.Semver",
      ["format.uri()"] = "kubernetes.NamedFormat",
    } do
      local ok, value = assert(evaluation.compile(("type(%s) == %s"):format(text, name), {})):run {}
      assert.is_true(ok and value, text)
    end
    for _, text in ipairs { "[1, [2]].flatten() == [1, 2]", "dyn([1, 2]).flatten() == [1, 2]" } do
      local ok, value = assert(evaluation.compile(text, {})):run {}
      assert.is_true(ok and value, text)
    end
  end)

  it("are described by rows of one form", function()
    for _, row in ipairs(library) do
      assert.is_string(row.name)
      assert.is_string(row.result, row.name)
      assert.is_function(row.call, row.name)
      for _, argument in ipairs(row.arguments) do assert.is_truthy(argument:find "^[%w.]+%(?[%w,().]*$", argument) end
    end
  end)
end)
