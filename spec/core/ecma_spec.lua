-- Regular expressions of ECMA-262, which are translated to PCRE2.

local core = require "yschema.core"

-- Each row: a pattern, a text that it matches or false, and a text that it does not match or false.
local patterns = {
  { [[^\d$]], "7", "٣" }, { [[^\w$]], "_", "é" }, { "a$", "ba", "a\n" }, { "^.$", "é", "\r" },
  { "^.$", "😀", "\226\128\168" },
  { [[^\s$]], "\194\160", "a" }, { [[^[\s]$]], "\239\187\191", "\225\160\142" }, { [[^[^\S]$]], " ", "x" },
  { [[^[\S]$]], "x", " " }, { [[^[\s\S]$]], "\n", "" }, { "^[^]$", "\n", "" }, { "[]", false, "" },
  { "[]|a", "a", "b" },
  { [[^\ud83d\ude00$]], "😀", "x" }, { [[^[\u{1F600}-\u{1F64F}]$]], "😀", "x" }, { [[\ud83d]], false, "😀" },
  { [[^[^\ud800-\udfff]$]], "😀", "" }, { [[^[a\ud800^]$]], "^", "b" }, { [[^\cj$]], "\n", "j" },
  { [[^[\cA\b]$]], "\8", "A" },
  { [[^\0$]], "\0", "0" }, { [[^\x41\u0042\v$]], "AB\11", "AB" }, { [[^\p{Lu}$]], "Ä", "ä" },
  { [[^\P{Letter}$]], "1", "é" },
  { [[^\p{Script=Greek}$]], "α", "a" }, { [[^\p{sc=Cyrl}+$]], "Я", "R" }, { [[^[\p{L}\p{Nd}]+$]], "é٣", "-" },
  { [[^\p{Alphabetic}$]], "a", "1" }, { [[^\p{Assigned}$]], "a", "\205\184" },
  { [[^\p{General_Category=Uppercase_Letter}$]], "A", "a" },
  { "^(?<year>[0-9]{4})-\\k<year>$", "2020-2020", "2020-2021" }, { [[^(a|b)\1$]], "bb", "ba" },
  { [[^(a)?\1b$]], "b", "ab" },
  { [[^\1(a)$]], "a", "aa" }, { [[^(?<é>a)$]], "a", "b" }, { [[^(?:a|b)*$]], "abba", "c" }, { "(?<=a)b", "ab", "b" },
  { "(?<!a|bc)d", "ad d", "bcd" }, { [[^[\w.-]+$]], "a-b.c", "a b" }, { [[^[\w-.]+$]], "a-b.c", "a b" },
  { "^[--0]$", "/", "+" },
  { "^[[]$", "[", "]" }, { "^[a^]$", "^", "b" }, { [[^\-\_\/\"$]], '-_/"', "-" }, { "^{a}$", "{a}", "a" },
  { "^a{,2}$", "a{,2}", "aa" },
  { "^a{2}$", "aa", "a" }, { "^(?i:ä)b$", "Äb", "ÄB" }, { "^(?s:.)$", "\n", "" }, { "(?m:^a$)", "b\na\rc", "ba" },
  { "(?i)^ab$", "AB", "A" }, { "^(?P<n>a)$", "a", "b" }, { [[^(?=(a))\1$]], "a", "b" }, { "^[a-]$", "-", "b" },
}

-- Each row: a pattern that is no regular expression, and the problem.
local mistakes = {
  { "(", "a ( without its )" }, { "a)", "a ) without its (" }, { "[a", "a [ without its ]" },
  { "[b-a]", "a range out of order: b-a" },
  { "*", "there is nothing to repeat before *" }, { "a++", "there is nothing to repeat before +" },
  { "^*", "there is nothing to repeat before *" }, { "(?<=a)*", "there is nothing to repeat before *" },
  { "a{3,2}", "numbers out of order in {3,2}" }, { [[\Z]], [[the escape \Z]] }, { [[\a]], [[the escape \a]] },
  { [[a\]], [[the escape \]] }, { [[[\B]\]], [[the escape \B]] }, { [[\01]], [[the octal number \01]] },
  { [[\1]], [[there is no group for \1]] }, { [[(a)\2]], [[there is no group for \2]] },
  { [[(?<n>a)\k<m>]], [[there is no group for \k<m>]] },
  { [[\k]], [[\k without a name]] }, { "(?<1>a)", "a group without a valid name" },
  { "(?<n>a)(?<n>b)", "two groups with the name n" },
  { "(?#c)", "only other languages have the group (?#" }, { "(?>a)", "only other languages have the group (?>" },
  { "(?P=n)", "only other languages have the group (?P" }, { "(?ii:a)", "only other languages have the group (?i" },
  { [[\u12]], [[\u without four hexadecimal digits]] }, { [[\u{110000}]], [[\u{ without the number of a character]] },
  { [[\x4]], [[\x without two hexadecimal digits]] }, { [[\c1]], [[\c without a letter]] },
  { [[\p]], [[\p without a name in braces]] },
  { [[\p{Foo}]], [[Unicode has no property \p{Foo}]] }, { [[\p{sc=Foo}]], [[Unicode has no property \p{sc=Foo}]] },
  { [[\p{lu}]], [[Unicode has no property \p{lu}]] },
  { [[\p{gc=Alphabetic}]], [[Unicode has no property \p{gc=Alphabetic}]] },
  { "(*)", "there is nothing to repeat before *" }, { "a**", "there is nothing to repeat before *" },
}

-- Each row: a regular expression of ECMA-262 that PCRE2 cannot express, and a part of the problem.
local untranslated = {
  { "(?<=a+)b", "a lookbehind must match texts of one length; for several, write (?<=a|bc), or use a lookahead" },
  { [[(?:(a)|b)*\1]],
    "a reference to a group in a repeated group is not supported; write the group beside what is repeated" },
  { [[(a)(?<=\1)]], "a reference to a group in a lookbehind is not supported; write what the group matches" },
  { "a{70000}", "number too big" },
}

describe("a regular expression of ECMA-262", function()
  it("matches the same texts in PCRE2", function()
    for _, row in ipairs(patterns) do
      local translation, problem = core.translate_regexp(row[1])
      assert.is_truthy(translation, ("%s: %s"):format(row[1], problem))
      local search = assert(core.matches(translation, ""))
      for i = 2, 3 do
        if row[i] then assert.equal(i == 2, search:finds(row[i]), ("%s: %q"):format(row[1], row[i])) end
      end
      search:close()
    end
  end)

  it("is refused with the part that is wrong", function()
    for _, row in ipairs(mistakes) do
      assert.same({ nil, row[2], true }, { core.translate_regexp(row[1]) }, row[1])
    end
  end)

  it("that PCRE2 cannot express is no mistake", function()
    for _, row in ipairs(untranslated) do
      local translation, problem, invalid = core.translate_regexp(row[1])
      assert.is_nil(translation)
      assert.is_false(invalid)
      assert.is_truthy(problem:find(row[2], 1, true), problem)
    end
  end)

  it("is read in time in proportion to its length, however deep it is", function()
    local depth = 100000
    local _, problem, invalid = core.translate_regexp(("("):rep(depth) .. "a" .. (")"):rep(depth))
    assert.same({ "string", false }, { type(problem), invalid })
    assert.is_true(select(3, core.translate_regexp(("("):rep(depth))))
    assert.is_true(select(3, core.translate_regexp("[" .. ("a"):rep(depth))))
  end)
end)
