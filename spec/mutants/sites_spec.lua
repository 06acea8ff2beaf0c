local sites = require "spec.mutants.sites"

-- The errors of a text, each as the line that it makes.
local function lines(text, language)
  local list = {}
  for i, site in ipairs(sites.find(text, language)) do list[i] = site.new end
  return list
end

describe("small errors", function()
  it("are put into C", function()
    assert.same({ "if (a <= b) x = y;", "if (!(a < b)) x = y;" }, lines("if (a < b) x = y;", "c"))
    assert.same({ "  ;" }, lines("  drop(a, (b));", "c"))
    assert.same({ "return a || !b;", "return a && b;" }, lines("return a && !b;", "c"))
    assert.same({ "  return false;" }, lines("  return true;", "c"))
    assert.same({ "x = y;", "x = y + 2;" }, lines("x = y + 1;", "c"))
  end)

  it("are put into Lua", function()
    assert.same({ "if a == b then", "if not (a ~= b) then" }, lines("if a ~= b then", "lua"))
    assert.same({ "x = not a or b", "x = a and b" }, lines("x = not a and b", "lua"))
    assert.same({ "  " }, lines("  self:drop(a)", "lua"))
    assert.same({ "x = true" }, lines("x = false", "lua"))
  end)

  it("are none in comments, strings, directives and assertions", function()
    for _, text in ipairs {
      "/* a == b\n&& 1 */", "// a == 1", 'f("a == 1 \\" && b")', "f('1')", "#if A == 1 && \\\n  B == 2",
      "static_assert(a == 1, x);", "ys_str_5 p->next = a << b;", "int a[] = {1, 2, 3, 4, 5, 6};",
    } do assert.same({}, lines(text, "c"), text) end
    for _, text in ipairs {
      "-- a == 1", "--[[ a == 1\nb == 2 ]]", "x = 'a == 1'", "x = [[ a == 1\n b or c ]]", "  assert(a == 1)",
      'x = "\\"1"', "x = u8_1",
    } do assert.same({}, lines(text, "lua"), text) end
  end)

  it("change their line alone", function()
    local text = "a\n\nif x == 1 then\nb\n"
    for _, site in ipairs(sites.find(text, "lua")) do
      local changed = sites.put(text, site)
      assert.not_equal(text, changed)
      assert.equal("a\n\n", changed:sub(1, 3))
      assert.equal("\nb\n", changed:sub(-3))
    end
  end)
end)
