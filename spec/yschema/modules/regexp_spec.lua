local expressions = require "spec.support.expressions"
local pace = require "spec.support.pace"
local value = expressions.value

describe("regexp", function()
  describe("match", function()
    expressions.rows(it, {
      { "regexp.match('[a-z]+[0-9]+', '__hello123__')", true },
      { "regexp.match('^[a-z]+[0-9]+$', '__hello123__')", false },
      { "regexp.match('', '')", true },
      { "regexp.match('^.$', 'é')", true },
      { "regexp.match(pattern='b', value='abc')", true },
      { "regexp.match('.', base64.decode('/w=='))", false }, -- no characters
      { "regexp.match('(', '')",
        problem = 'regexp.match: "(" is not a regular expression: missing closing parenthesis (at offset 1)' },
      { "regexp.match('a', 1)", problem = "regexp.match: expected a string, but was int" },
      { "regexp.match(None, 'a')", problem = "regexp.match: expected a string, but was NoneType" },
      { "regexp.match('a')", problem = "function match missing 1 argument (value)" },
    })
  end)

  describe("replace", function()
    expressions.rows(it, {
      { "regexp.replace('[a-z]+[0-9]+', '__hello123__HI456__', 'bye')", "__bye__HI456__" },
      { "regexp.replace('(?i)[a-z]+[0-9]+', '__hello123__HI456__', 'bye')", "__bye__bye__" },
      { "regexp.replace('(?i)([a-z]+)[0-9]+', '__hello123__HI456__', '$1')", "__hello__HI__" },
      { "regexp.replace('(?i)[a-z]+[0-9]+', '__hello123__HI456__', lambda a: str(len(a)))", "__8__5__" },
      { "regexp.replace('z', 'abc', 'x')", "abc" },
      { "regexp.replace('b', '', 'x')", "" },
      -- empty matches, as Go's ReplaceAll has them
      { "regexp.replace('', 'abc', '-')", "-a-b-c-" },
      { "regexp.replace('', 'é😀', '-')", "-é-😀-" },
      { "regexp.replace('a*', 'baaac', 'x')", "xbxcx" },
      { "regexp.replace('a|', 'ab', 'x')", "xbx" },
      { "regexp.replace('$', 'ab', '!')", "ab!" },
      { "regexp.replace('^', '', '!')", "!" },
      { "regexp.replace('(?=b)', 'abab', '-')", "a-ba-b" },
      { "regexp.replace('(?<=a)b', 'abab', 'x')", "axax" },
      -- templates
      { "regexp.replace('(a)(b)?', 'ac ab', '[$1|$2|$0]')", "[a||a]c [a|b|ab]" },
      { "regexp.replace('(?P<word>a)', 'a', '${word}x $wordx $word')", "ax  a" },
      { "regexp.replace('(a)', 'a', '${1}x $1x $9 $$1 $ $- ${1 $')", "ax   $1 $ $- ${1 $" },
      { "regexp.replace('(a)', 'a', '$99999999999999999999')", "" },
      -- wrong calls
      { "regexp.replace('(', 'a', 'b')",
        problem = 'regexp.replace: "(" is not a regular expression: missing closing parenthesis (at offset 1)' },
      { "regexp.replace('a', 'a', 1)",
        problem = "regexp.replace: expected the replacement to be a string or a function, but was int" },
      { "regexp.replace('a', 'a', lambda m: 1)",
        problem = "regexp.replace: the function's result: expected a string, but was int" },
      { "regexp.replace('a', 'a', lambda m: fail('no ' + m))", problem = "no a" },
      { "regexp.replace('a', 'a')", problem = "function replace missing 1 argument (replacement)" },
    })

    expressions.lua_rows(it, {
      { "return regexp.replace('[0-9]+', 'a1b22', function(m) return '<' .. #m .. '>' end)", "a<1>b<2>" },
      { "return regexp.replace('[0-9]+', 'a1b22', function(m) error('no', 0) end)", problem = "no" },
    })
  end)

  describe("is_valid", function()
    expressions.rows(it, {
      { "regexp.is_valid('^(.*)$')", true },
      { "regexp.is_valid('')", true },
      { "regexp.is_valid('(')", false },
      { "regexp.is_valid('[a')", false },
      { "regexp.is_valid('\\\\X')", false },
      { "regexp.is_valid(1)", false },
      { "regexp.is_valid()('(')", false },
    })

    it("says why not", function()
      assert.same({ false, "not a regular expression: missing closing parenthesis (at offset 1)" },
        { value "regexp.is_valid" ("(") })
    end)
  end)

  describe("on hostile arguments", function()
    -- The processor time of a call, the best of three.
    local function seconds(f, ...)
      local best = math.huge
      for _ = 1, 3 do
        local start = os.clock()
        pcall(f, ...)
        best = math.min(best, os.clock() - start)
      end
      return best
    end

    local match, replace = value "regexp.match", value "regexp.replace"

    it("gives up", function()
      local ok, problem = pcall(match, "^(a|a)*$", ("a"):rep(60) .. "!")
      assert.is_false(ok)
      assert.equal("regexp.match: the pattern needs too many steps for this text", problem)
      ok, problem = pcall(replace, "(a+)+$", ("a"):rep(60) .. "!", "")
      assert.is_false(ok)
      assert.equal("regexp.replace: the pattern needs too many steps for this text", problem)
    end)

    it("makes no giants", function()
      local ok, problem = pcall(replace, "", ("x"):rep(10000), ("y"):rep(10000))
      assert.is_false(ok)
      assert.equal("regexp.replace: the result would be longer than 16777216 bytes", problem)
      ok, problem = pcall(replace, "(.*)", ("x"):rep(1000000), ("$1"):rep(10000))
      assert.is_false(ok)
      assert.equal("regexp.replace: the result would be longer than 16777216 bytes", problem)
    end)

    -- Each match looks at all of the rest: quadratic, were it not for the limit
    -- that all searches of a text share.
    it("goes through a text in linear time", function()
      assert.is_true(pace.within_processor(seconds(replace, "a(?=.*)", ("a"):rep(200000), "b"), 1))
      assert.is_true(pace.within_processor(seconds(replace, "é", ("é"):rep(100000), "e"), 1))
      assert.is_true(pace.within_processor(seconds(match, "(a+)+$", ("a"):rep(200000) .. "!"), 1))
    end)

    it("replaces in texts that are long", function()
      assert.equal(("b"):rep(200000), replace("a", ("a"):rep(200000), "b"))
    end)
  end)
end)
