--- Puts a mistake into a valid text, and validates what `yschema fix` makes of it.

local core = require "yschema.core"
local fixing = require "yschema.fixing.fixing"
local validated = require "yschema.editing.transaction.validated"

local measure = {}

-- ---- mistakes -----------------------------------------------------------------------

local function swapped(word, at)
  return word:sub(1, at - 1) .. word:sub(at + 1, at + 1) .. word:sub(at, at) .. word:sub(at + 2)
end

-- Misspells a word by one edit.
local function misspelt(word, random)
  local at = random(#word - 1)
  local ways = {
    function() return swapped(word, at) end,
    function() return word:sub(1, at - 1) .. word:sub(at + 1) end,
    function() return word:sub(1, at) .. word:sub(at, at) .. word:sub(at + 1) end,
    function() return word:sub(1, at - 1) .. "q" .. word:sub(at + 1) end,
    function() return word:sub(1, at) .. "_" .. word:sub(at + 1) end,
  }
  return ways[random(#ways)]()
end

-- The tokens of a text that look like keys and scalars, with where they stand.
local function tokens_of(text)
  local list = {}
  for first, quote, word, last in text:gmatch "()([\"']?)(%a[%w_-]+)%2()%s*:" do
    list[#list + 1] = { kind = "key", first = first + #quote, last = last - 1 - #quote, word = word }
  end
  for first, word, last in text:gmatch "[:,%[%-]%s+()(%-?%d[%d.]*)()[%s,%]}]" do
    list[#list + 1] = { kind = "number", first = first, last = last - 1, word = word }
  end
  for first, word, last in text:gmatch "[:,%[%-]%s+()(%l+)()[%s,%]}]" do
    if word == "true" or word == "false" then
      list[#list + 1] = { kind = "number", first = first, last = last - 1, word = word }
    elseif #word > 2 then
      list[#list + 1] = { kind = "word", first = first, last = last - 1, word = word }
    end
  end
  for first, quote, word, last in text:gmatch "[:,%[%-]%s+()([\"'])([%w._-]+)%2()" do
    list[#list + 1] = { kind = "text", first = first, last = last - 1, word = word, quote = quote }
    if #word > 2 then
      list[#list + 1] = { kind = "word", first = first + 1, last = last - 2, word = word }
    end
  end
  return list
end

local makers = {
  key = function(token, random) return misspelt(token.word, random) end,
  word = function(token, random) return misspelt(token.word, random) end,
  number = function(token) return '"' .. token.word .. '"' end,
  text = function(token, random)
    if token.word:find "^%d+$" and random(2) == 1 then return token.word end
    return ({ "1.20", "8080", "true", "12e3" })[random(4)]
  end,
}

-- ---- one round ----------------------------------------------------------------------

local function value_of(name, text)
  local parsed = core.parse(core.source(name, text, name, name:find "%.json$" ~= nil), { yaml = "1.2" })
  local json = parsed and parsed:count() > 0 and parsed:encode "json"
  if parsed then parsed:close() end
  return json or nil
end

-- Returns whether two texts differ only within the bytes of a mistake.
local function differs_only_at(mutant, text, first, size)
  local before, after = 0, 0
  while before < #mutant and mutant:byte(before + 1) == text:byte(before + 1) do before = before + 1 end
  while after < math.min(#mutant, #text) - before and mutant:byte(-after - 1) == text:byte(-after - 1) do
    after = after + 1
  end
  if #mutant == #text and before == #mutant then return true end
  return before + 1 >= first and #mutant - after <= first + size - 1
end

local function violations_of(state)
  local count = 0
  for _, item in ipairs(state.records) do count = count + (item.is_violation and 1 or 0) end
  return count
end

-- Returns what is not as it should be with a fixed text, or nil.
local function problem_with(check)
  local new = check.outcome.texts[1].text
  local after = validated.of(check.unit, { check.text(new) })
  if validated.added(check.before, after)[1] then return "there is a new violation" end
  if violations_of(after) >= violations_of(check.before) then return "no violation is gone" end
  if fixing.of(check.unit, { check.text(new) }, {}).done[1] then return "the second run changes it" end
  if check.is_one and #check.outcome.done == 1 and not differs_only_at(check.mutant, new, check.first, check.size) then
    return "other bytes change"
  end
  local keeps_value = check.kind == "text" or value_of(check.name, new) == value_of(check.name, check.original)
  if after.status == 0 and not keeps_value then return "it has another value than before the mistake" end
end

-- Makes mistakes in a text, from its end on, where they do not overlap.
local function mistaken(text, tokens, random)
  table.sort(tokens, function(a, b) return a.first > b.first end)
  local words, before, size = {}, #text + 1, 0
  for _, token in ipairs(tokens) do
    if token.last < before then
      local changed = makers[token.kind](token, random)
      text = text:sub(1, token.first - 1) .. changed .. text:sub(token.last + 1)
      words[#words + 1] = ("%s in place of %s (byte %d)"):format(changed, token.word, token.first)
      before, size = token.first, #changed
    end
  end
  return text, table.concat(words, ", "), size
end

--- Makes mistakes in a text, and fixes them.
---@return string outcome "fixed", "left", "valid" when it is no mistake, "unreadable"
---@return string? problem what is not as it should be
---@return boolean? is_same the text is the original one
function measure.round(unit, name, text, settings, tokens, random)
  local function fixed_text(other) return { name = name, text = other, mark = "", settings = settings } end
  local token = tokens[1]
  local mutant, words, size = mistaken(text, tokens, random)
  local before = validated.of(unit, { fixed_text(mutant) })
  if before.status ~= 1 then return before.status == 0 and "valid" or "unreadable" end
  local outcome = fixing.of(unit, { fixed_text(mutant) }, {})
  local new = outcome.texts[1].text
  if not outcome.done[1] then return "left", new ~= mutant and name .. ": it changes without a fix" or nil end
  local problem = problem_with {
    unit = unit, name = name, original = text, mutant = mutant, before = before, outcome = outcome, text = fixed_text,
    kind = tokens[2] and "text" or token.kind, first = token.first, size = size, is_one = not tokens[2],
  }
  return "fixed", problem and ("%s: %s: %s"):format(name, words, problem), new == text
end

measure.tokens_of = tokens_of

return measure
