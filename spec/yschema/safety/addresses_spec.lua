--- Code in a schema learns no address of the process, and reaches nothing by way of strings that it has no name for.

local core = require "yschema.core"
local yschema = require "yschema"

local HEAD = "#@data/values-schema\n---\n"

-- Returns the message of a rule that fails with the text of an expression.
local function said(rule)
  local schema, problem = yschema.load(HEAD .. "#@schema/validation " .. rule .. "\na: 1\n")
  if not schema then return tostring(problem) end
  local _, report = schema:apply {}
  return tostring(report)
end

local function in_lua(expression)
  return said(("function(v, ctx) local x = %s; fail('GOT ' .. tostring(x)) end"):format(expression))
end

local function in_starlark(expression) return said(("lambda v, ctx: fail('GOT ' + %s)"):format(expression)) end

describe("code in a schema", function()
  it("gets texts without addresses in Lua", function()
    local rows = {
      ["tostring(fail)"] = "GOT function", ["tostring({})"] = "GOT table",
      ["tostring(function() end)"] = "GOT function",
      ["tostring(1.5)"] = "GOT 1.5", ["tostring('table: 0x12345678')"] = "GOT table: 0x12345678",
      ["('%s'):format({})"] = "GOT table", ["('%5s|%s'):format({}, 1)"] = "GOT table|1",
      ["string.format('%s', fail)"] = "GOT function", ["string.format('100%% %d', 3)"] = "GOT 100% 3",
      ["string.format('%p', {})"] = "invalid conversion '%p' to 'format'",
      ["('%-12p'):format(fail)"] = "invalid conversion '%p' to 'format'",
      ["('%%p %s'):format(1)"] = "GOT %p 1",
      ["tostring()"] = "bad argument #1 to 'tostring' (value expected)",
    }
    for expression, words in pairs(rows) do assert.matches(words, in_lua(expression), 1, true) end
    for _, expression in ipairs {
      "tostring(string)", "tostring(json)", "tostring(ctx)", "tostring(assert)", "table.concat({{}})", "({}) .. ''",
      "(function() error({}) end)()", "(function() error(fail) end)()", "select(2, pcall(error, {}))", "fail({})",
      "fail(fail)", "assert(false, {})", "assert.fail({})", "json.encode({fail})", "yaml.encode({fail})",
      "regexp.match(fail, 'a')", "base64.encode(fail)", "math.floor({})", "('x'):rep(fail)", "ipairs(fail)",
    } do
      assert.is_nil(in_lua(expression):find "0x%x%x%x%x%x", expression)
    end
  end)

  it("gets texts without addresses of what the host gives", function()
    for kind, thing in pairs { userdata = core.source("a", ""), thread = coroutine.create(print) } do
      for _, expression in ipairs { "tostring(thing)", "('%s'):format(thing)" } do
        local schema = assert(yschema.load(HEAD .. "#@schema/validation function(v) fail('GOT ' .. " .. expression
          .. ") end\na: 1\n", { env = { thing = thing } }))
        local text = tostring(select(2, schema:apply {}))
        assert.matches("GOT ", text, 1, true)
        assert.is_nil(text:find "0x%x%x%x%x%x", kind .. " " .. expression)
      end
    end
  end)

  it("gets texts without addresses in Starlark", function()
    for _, expression in ipairs {
      "str(len)", "repr(len)", "str(lambda x: x)", "str([len, {'a': fail}])", "'%s' % len", "'%r' % [len]",
      "'{}'.format(len)", "str(json)", "str(json.encode)", "str(ctx)", "str(struct)", "hash(len)", "json.encode(len)",
      "yaml.encode([len])", "fail(len)", "'x'.join([len])", "len(len)", "sorted([len, fail])",
    } do
      assert.is_nil(in_starlark(expression):find "0x%x%x%x%x%x", expression)
    end
  end)

  it("has the methods of strings that it has by name, and no others", function()
    for _, expression in ipairs { "('').dump(function() end)", "('x'):dump()", "('')['du' .. 'mp'](fail)",
      "string.dump(fail)" } do
      assert.matches("the rule itself failed", in_lua(expression), 1, true)
      assert.is_nil(in_lua(expression):find("GOT", 1, true))
    end
    assert.matches("longer than 16777216 bytes", in_lua "('x'):rep(1e9)", 1, true)
    assert.matches("GOT XbX", in_lua "('aba'):gsub('a', 'X'):sub(1, 3)", 1, true)
  end)

  it("leaves the host its strings", function()
    rawset(string, "of_host", function(s) return "host " .. s end)
    local seen
    local schema = assert(yschema.load(HEAD .. "#@schema/validation ask\na: x\n", { env = {
      ask = function(v)
        seen = v:of_host()
        return true
      end,
    } }))
    assert.is_table((schema:apply {}))
    assert.equal("host x", seen)
    in_lua "error({})"
    assert.equal("host y", ("y"):of_host())
    assert.equal("string", type(("").dump(function() return 1 end)))
    assert.equal(string, getmetatable("").__index)
    rawset(string, "of_host", nil)
  end)
end)
