--- The rules that random schemas have: how each is written, and what it means.
--
-- A rule is { text, kinds, test }: the argument of @schema/validation, the kinds of values that it is
-- for, and a function of the value (value.lua) that says whether it holds. `after` is true for a keyword,
-- which comes after the positional arguments.

local value = require "spec.properties.value"

local rules = {}

-- Characters, not bytes.
local function length(v)
  if type(v) == "string" then
    local _, continued = v:gsub("[\128-\191]", "")
    return #v - continued
  end
  return v.tag == "map" and #v.keys or #v
end

-- Whether Starlark takes a value for true.
local function truth(v)
  local kind = value.kind(v)
  if kind == "null" then return false end
  if kind == "bool" then return v end
  if kind == "int" or kind == "float" then return v.n ~= 0 end
  return length(v) > 0
end

local function all_differ(v)
  local seen = {}
  for _, item in ipairs(v) do
    -- 1 and 1.0 are one number.
    local text = value.json(item, true):gsub("(%d)%.0%f[^%d]", "%1")
    if seen[text] then return false end
    seen[text] = true
  end
  return true
end

local number, sized = { int = true, float = true }, { string = true, array = true, map = true }
local text, any = { string = true }, nil

-- `name` may be one of two names for the same rule; an annotation has each rule only once.
local same = { prefix = "starts_with", pattern = "regexp", enum = "one_of" }
local function keyword(name, argument, kinds, test)
  return { text = name .. "=" .. argument, kinds = kinds, test = test, after = true, name = same[name] or name }
end

local function one_of_strings(random)
  local allowed, texts = {}, {}
  for i = 1, random:int(1, 3) do
    local word = random:pick { "a", "b", "ab", "", "x y" }
    texts[i] = value.quoted(word)
    allowed[word] = true
  end
  local name = random:pick { "one_of", "enum" }
  return keyword(name, "[" .. table.concat(texts, ", ") .. "]", text, function(v) return allowed[v] == true end)
end

local function own(texts, kinds, test)
  return function(random)
    local words = random:pick(texts)
    if random:chance(60) then words = '("as it should be", ' .. words .. ")" end
    return { text = words, kinds = kinds, test = test }
  end
end

-- The remainder of an integer's size by a small number, from its digits.
local function remainder(v, n)
  local rest = 0
  for digit in v.text:gmatch "%d" do rest = (rest * 10 + tonumber(digit)) % n end
  return rest
end

-- A rule about how many of some keys are given. `v.given` is the set of those that are, or nil: all are. The keys are
-- those of the map, if they are known, and seldom another one: then the schema is invalid.
local function about_keys(name, test)
  return function(random, keys)
    local names, texts = {}, {}
    if random:chance(5) then keys = { "a", "b", "c", "name" } end
    for _, key in ipairs(keys or { "a", "b" }) do
      if random:chance(60) then
        names[#names + 1] = key
        texts[#texts + 1] = value.quoted(key)
      end
    end
    local rule = keyword(name, "[" .. table.concat(texts, ", ") .. "]", { map = true }, function(v)
      local count = 0
      if value.kind(v) ~= "map" then return false end -- below any it may be anything
      for _, key in ipairs(names) do
        if v.at[key] ~= nil and (not v.given or v.given[key]) then count = count + 1 end
      end
      return test(count, #names)
    end)
    rule.about_given = names
    return rule
  end
end

local exclusive = about_keys("mutually_exclusive", function(count) return count < 2 end)
local all_or_none = about_keys("mutually_required", function(count, all) return count == 0 or count == all end)
local at_least_one = about_keys("at_least_one_of", function(count) return count > 0 end)

local makers = {
  function(random)
    local n = random:int(-1, 6)
    return keyword("min", n, number, function(v) return v.n >= n end)
  end,
  function(random)
    local n = random:int(-1, 9)
    return keyword("max", n, number, function(v) return v.n <= n end)
  end,
  function(random)
    local n = random:int(0, 2)
    return keyword("min_len", n, sized, function(v) return length(v) >= n end)
  end,
  function(random)
    local n = random:int(0, 3)
    return keyword("max_len", n, sized, function(v) return length(v) <= n end)
  end,
  function(random)
    local n = random:int(0, 3)
    return keyword("max_bytes", n, text, function(v) return #v <= n end)
  end,
  function(random)
    local n = random:int(-1, 5)
    return keyword("exclusive_min", n, number, function(v) return v.n > n end)
  end,
  function(random)
    local n = random:int(0, 8)
    return keyword("exclusive_max", n, number, function(v) return v.n < n end)
  end,
  function(random)
    local n = random:int(1, 3)
    return keyword("multiple_of", n, { int = true }, function(v) return remainder(v, n) == 0 end)
  end,
  exclusive, all_or_none, at_least_one,
  one_of_strings,
  function(random)
    local allowed, texts = {}, {}
    for i = 1, random:int(1, 4) do
      texts[i] = random:int(-1, 5)
      allowed[texts[i]] = true
    end
    local list = "[" .. table.concat(texts, ", ") .. "]"
    return keyword("one_of", list, number, function(v) return allowed[v.n] == true end)
  end,
  function()
    return keyword("not_null", "True", any, function(v) return v ~= value.null end)
  end,
  function(random)
    return keyword(random:pick { "starts_with", "prefix" }, '"a"', text, function(v) return v:sub(1, 1) == "a" end)
  end,
  function(random)
    return keyword(random:pick { "regexp", "pattern" }, '"^[a-z]+$"', text,
      function(v) return v:find "^[a-z]+\n?$" ~= nil end)
  end,
  function() return keyword("unique", "True", { array = true }, all_differ) end,
  function(random)
    local n = random:int(0, 4)
    local words = random:pick { '"self > %d"', '("!(self <= %d)", "larger")', '["self > %d", "true"]',
      '{"rule": "self > %d", "message": "larger"}' }
    return keyword("cel", words:format(n), number, function(v) return v.n > n end)
  end,
  function(random)
    local n = random:int(1, 4)
    return keyword("cel", ('"size(self) < %d"'):format(n), sized, function(v) return length(v) < n end)
  end,
  function()
    return keyword("cel", [["self != 'a' && !self.startsWith('b')"]], text,
      function(v) return v ~= "a" and v:sub(1, 1) ~= "b" end)
  end,
  own({ "lambda v: v", "lambda v: v or False", "lambda v: (v, 'no')", "lambda v: bool(v)" }, any, truth),
  own({ "function(v) return v end", "function(v) return v, 'no' end" }, any, function(v) return v ~= false end),
  own({ "lambda v: v > 2", "function(v) return v > 2 end" }, number, function(v) return v.n > 2 end),
  own({ "lambda v: len(v) < 3", "assert.max_len(2)" }, sized, function(v) return length(v) < 3 end),
  own({ 'lambda v: v != "a"', 'function(v) return v ~= "a" end' }, text, function(v) return v ~= "a" end),
  own({ 'lambda v: fail("never") if v == 3 else True',
        'function(v) if v == 3 then fail "never" end return true end',
        'function(v) if v == 3 then fail "never" end end' }, number, function(v) return v.n ~= 3 end),
}

local conditions = {
  { texts = { "lambda v: True", "function(v) return true end" }, test = function() return true end },
  { texts = { "lambda v: False", "function() return false end" }, test = function() return false end },
  { texts = { 'lambda v: v != "b"', 'function(v) return v ~= "b" end' }, test = function(v) return v ~= "b" end },
}

local function suits(rule, kinds)
  if not rule.kinds then return true end
  for kind in pairs(kinds) do
    if not rule.kinds[kind] and kind ~= "null" then return false end
  end
  return true
end

--- Some rules for values of these kinds (a set of names): { list, when }; nil when none suits. `keys` are those of
--- a map, if they are known.
function rules.random(random, kinds, keys)
  local list, names = {}, {}
  for _ = 1, random:int(1, 3) do
    local rule = random:pick(makers)(random, keys)
    if suits(rule, kinds) and not (rule.name and names[rule.name]) then
      names[rule.name or ""] = true
      list[#list + 1] = rule
    end
  end
  if not list[1] then return nil end
  local all = { list = list }
  if random:chance(15) then
    local condition = random:pick(conditions)
    all.when = { text = random:pick(condition.texts), test = condition.test }
  end
  return all
end

--- A rule about given keys, for nodes whose keys are not known: those of any contents, and those with alternatives.
function rules.about_given(random)
  local makers_of = { exclusive, all_or_none, at_least_one }
  return { list = { random:pick(makers_of)(random, { "a", "b", "c", "name" }) } }
end

--- The annotation's arguments.
function rules.text(all)
  local words = {}
  for _, after in ipairs { false, true } do
    for _, rule in ipairs(all.list) do
      if (rule.after or false) == after then words[#words + 1] = rule.text end
    end
  end
  if all.when then words[#words + 1] = "when=" .. all.when.text end
  return table.concat(words, ", ")
end

--- How many of the rules a value breaks (reference#when-rules-run: `not_null` runs first, and when it fails
--- nothing else runs; a null value without it skips its rules).
function rules.broken(all, v)
  local not_null = false
  for _, rule in ipairs(all.list) do not_null = not_null or rule.name == "not_null" end
  if v == value.null and not not_null then return 0 end
  if all.when and not all.when.test(v) then return 0 end
  if v == value.null then return 1 end
  local count = 0
  for _, rule in ipairs(all.list) do
    if not rule.test(v) then count = count + 1 end
  end
  return count
end

return rules
