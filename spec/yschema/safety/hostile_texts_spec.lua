--- Texts in YAML that make other readers crash, hang or take another value: each is read as it should be, or it is
-- refused with its place.

local yschema = require "yschema"

local schema = assert(yschema.load "#@data/values-schema\n---\n#@schema/type any=True\nx:\n")

-- The first line of the report on a text.
local function refused(text)
  local values, report = schema:apply(text)
  assert.is_nil(values)
  return (tostring(report):match "[^\n]*")
end

local violations = {
  ["a key that is an array"] = { "x:\n  ? [1, 2]\n  : 3\n",
    "values:2:5: a map key must be a scalar, but found array" },
  ["a key that is a map"] = { "x:\n  ? {a: 1}\n  : 3\n", "values:2:5: a map key must be a scalar, but found map" },
  ["a tag that does not fit"] = { 'x: !!int "x"\n', 'values:1:4: "x" cannot be read as !!int' },
  ["another YAML"] = { "%YAML 2.0\n---\nx: 1\n", "values:1:1: found incompatible YAML document" },
  ["an alias of nothing"] = { "x: *nothing\n", 'values:1:4: unknown anchor "nothing"' },
  ["a recursive array"] = { "x: &a [*a]\n", 'values:1:8: the anchor "a" contains its own alias' },
  ["a recursive map"] = { "x: &a {b: *a}\n", 'values:1:11: the anchor "a" contains its own alias' },
  ["a map that is merged with itself"] = { "x: &a {<<: *a}\n", 'values:1:12: the anchor "a" contains its own alias' },
  ["a key that is given twice"] = { "x: 1\nx: 2\n", 'values:2:1: duplicate key "x"' },
  ["a byte that is no text"] = { "x: a\0b\n", "values:1:5: control characters are not allowed (byte offset 4)" },
  ["an overlong character"] = { "x: \xc0\x80\n", "values:1:4: invalid length of a UTF-8 sequence (byte offset 3)" },
  ["half a surrogate pair"] = { 'x: "\\ud800"\n',
    "values:1:7: found invalid Unicode character escape code while parsing a quoted scalar" },
  ["a float out of range"] = { "x: 1e400\n", "values:1:4: the float 1e400 is out of range" },
  ["a byte order mark in the middle"] = { "x: 1\n\xef\xbb\xbfy: 2\n",
    "values:2:1: found a byte order mark (U+FEFF) where readers of YAML differ" },
}

describe("A text that is not read has its own remedy:", function()
  for name, row in pairs {
    ["a control character"] = { "x: a\1b\n",
      "remove this character; in a text in double quotes it may be written as \\x01." },
    ["a character of no meaning"] = { "x: \xef\xbf\xbe\n", "written as \\ufffe." },
    ["a byte of another encoding"] = { "x: \xe9\n", "save the file as UTF-8." },
    ["UTF-16"] = { "\xff\xfex\0:\0", "save the file as UTF-8." },
    ["a byte of another encoding in JSON"] = { '{"x": "\xe9"}', "save the file as UTF-8." },
  } do
    it(name, function()
      local _, report = schema:apply(row[1])
      assert.matches(row[2], tostring(report), 1, true)
      assert.equal(row[2]:find "UTF" ~= nil, tostring(report):find("save the file", 1, true) ~= nil)
    end)
  end

  it("what it says to write can be read", function()
    assert.equal("\1", schema:apply('x: "\\x01"\n').x)
    assert.equal("\xef\xbf\xbe", schema:apply('x: "\\ufffe"\n').x)
  end)
end)

describe("A hostile text is refused with its place:", function()
  for name, row in pairs(violations) do
    it(name, function() assert.equal(row[2], refused(row[1])) end)
  end
end)

describe("A hostile text has its plain value:", function()
  local function value(text)
    local values, report = schema:apply(text)
    return assert(values, report).x
  end

  it("a tag of another language makes nothing but a text", function()
    assert.equal("ls", value "x: !!python/object/apply:os.system ls\n")
  end)

  it("an escaped zero byte is part of its text", function() assert.equal("a\0b", value 'x: "a\\0b"\n') end)

  it("names that mean something elsewhere are keys", function()
    assert.same({ __proto__ = 1, __index = 2, constructor = 3 },
      value "x: {__proto__: 1, __index: 2, constructor: 3}\n")
  end)

  it("documents without content count for nothing", function()
    assert.equal(yschema.null, value(("---\n"):rep(1000)))
  end)
end)
