-- Names in a text with a zero byte after each: each counts once, in the order in which they were found.

local core = require "yschema.core"
local listing = require "yschema.batch.listing"

local function names_in(text)
  local count, places = core.listed_names(text)
  local names = {}
  for i = 1, count do names[i] = core.listed_name(text, places, i) end
  return names
end

-- The same, in plain Lua.
local function expected(text)
  local names, listed = {}, {}
  for name in text:gmatch "[^%z]+" do
    local rest = name:gsub("^%./+", "")
    if rest == "" or rest:sub(1, 1) == "-" then rest = name end
    if not listed[rest] then names[#names + 1] = rest end
    listed[rest] = true
  end
  return names
end

describe("names in a text", function()
  it("end with zero bytes, but for the last one, and are not empty", function()
    assert.same({}, names_in "")
    assert.same({}, names_in "\0\0")
    assert.same({ "a" }, names_in "a")
    assert.same({ "a", "b\nc" }, names_in "a\0\0b\nc\0")
    assert.same({ "a", "b" }, names_in "a\0b")
  end)

  it("count once, also where one begins like another", function()
    assert.same({ "ab", "a", "abc" }, names_in "ab\0a\0abc\0ab\0a\0abc\0a")
  end)

  it("lose ./ at their beginning, unless they would be empty or look like an option", function()
    assert.same({ "a", "./b/c", "./", ".//", "./-", ".//-x", ".", "..", "-" },
      names_in "./a\0a\0.//a\0././b/c\0./\0.//\0./-\0././/-x\0.\0..\0-\0./a")
  end)

  it("are those of the same search in Lua", function()
    local letters = { "a", "b", "/", ".", "./", "-", "\0", "\0", "\n" }
    local seed = 7
    for _ = 1, 300 do
      local parts = {}
      for i = 1, 200 do
        seed = (seed * 16807) % 2147483647
        parts[i] = letters[seed % #letters + 1]
      end
      local text = table.concat(parts)
      assert.same(expected(text), names_in(text))
    end
  end)

  it("refuse numbers that no name has, and places of another text", function()
    local count, places = core.listed_names "abc\0def\0"
    for _, number in ipairs { 0, -1, count + 1 } do
      assert.has_error(function() core.listed_name("abc\0def\0", places, number) end)
    end
    assert.has_error(function() core.listed_name("a", places, 2) end)
  end)

  it("have standard input among them if one is -", function()
    for text, has in pairs { ["-"] = true, ["a\0-"] = true, ["-\0a"] = true, ["a\0-\0b\0"] = true, [""] = false,
      ["./-"] = false, ["-a\0b-"] = false, ["--"] = false } do
      assert.equal(has, listing.of_names(text):has_stdin(), text)
    end
  end)

  it("take hardly more memory than the text, however many they are", function()
    local parts = {}
    for i = 1, 20000 do parts[i] = ("files/%06d.yml\0"):format(i) end
    local text = table.concat(parts)
    parts = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    local before = collectgarbage "count"
    local names = listing.of_names(text)
    collectgarbage()
    assert.equal(20000, names:count())
    assert.equal("files/020000.yml", names:at(20000))
    assert.is_true(collectgarbage "count" - before < 100)
  end)
end)
