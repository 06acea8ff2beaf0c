-- Each function of CEL with values at the edges of its types: it gives a value or an error of CEL, and what is said
-- never to fail does not.

local evaluation = require "yschema.cel.evaluation"
local library = require "yschema.cel.library.library"
local values = require "yschema.cel.values.values"

local unpack = table.unpack or unpack -- luacheck: ignore

local edges = {
  "0", "-1", "9223372036854775807", "-9223372036854775808", "0u", "18446744073709551615u", "-0.0", "1.5", "1e308",
  "double('nan')", "double('inf')", "true", "false", "''", "'abc'", "'ü日🤪'", "'%'", "'a b%zz?&=;'", "'  x\\n'",
  "'1.2.3'", "'::1'", "'('", "b''", "b'\\xff\\x80'", "null", "[]", "[1, 'a', null, [1], {'a': 1}]", "[1.5, 2.5]",
  "['a', 'b']", "[[1], [2]]", "{}", "{'a': 1, 2: null, true: []}", "timestamp('9999-12-31T23:59:59.999999999Z')",
  "timestamp('0001-01-01T00:00:00Z')", "timestamp('2000-02-29T12:00:00+14:00')",
  "duration('-9223372036854775808ns')", "duration('9223372036854775807ns')", "optional.none()",
  "optional.of(null)", "int", "ip('::')", "ip('255.255.255.255')", "cidr('::/0')", "cidr('10.0.0.1/32')",
  "url('/a%2Fb c?x=%zz&;&=&a=1#f')", "url('http://u:p@[::1]:80')", "url('mailto:x')", "url('*')", "quantity('0')",
  "quantity('-1e400')", "quantity('1e-300')", "quantity('16Ei')", "semver('1.2.3-a.1+b')",
  "semver('18446744073709551615.0.0')", "format.uri()", "format.datetime()",
}

describe("the functions of CEL", function()
  local all, by_type, names, count = {}, {}, {}, 0

  for _, text in ipairs(edges) do
    local _, value = assert(evaluation.compile(text, {})):run {}
    local name = values.type_of(value)
    by_type[name] = by_type[name] or {}
    table.insert(by_type[name], value)
    table.insert(all, value)
  end

  local function candidates(declared)
    local name = declared:match "^[^(]+"
    if name == "dyn" or #name == 1 then return all end
    return by_type[name] or {}
  end

  local function call(row, arguments)
    count = count + 1
    local ok, thrown = pcall(row.call, unpack(arguments, 1, #row.arguments))
    if ok then return end
    local who = ("%s(%s)"):format(row.name, table.concat(row.arguments, ", "))
    assert.is_true(values.is_error(thrown), who .. ": " .. tostring(thrown))
    assert.is_false(row.total, who .. " is said never to fail: " .. tostring(thrown))
  end

  local function each(row, index, arguments)
    if index > #row.arguments then return call(row, arguments) end
    for _, value in ipairs(candidates(row.arguments[index])) do
      arguments[index] = value
      each(row, index + 1, arguments)
    end
  end

  for _, row in ipairs(library) do
    if not names[row.name] then
      names[row.name] = true
      it("survive values at the edges: " .. row.name, function()
        for _, other in ipairs(library) do
          if other.name == row.name then each(other, 1, {}) end
        end
      end)
    end
  end

  it("were called with many values", function() assert.is_true(count > 10000, count .. " calls") end)
end)
