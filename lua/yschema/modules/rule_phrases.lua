--- Describes a rule that has no description of its own, for reports: "must be: a value >= 5".
--
-- @module yschema.modules.rule_phrases

local calls = require "yschema.starlark.calls"

local rule_phrases = {}

-- The phrases of rules that modules make, by function.
local known = setmetatable({}, { __mode = "k" })

--- Sets the phrase of a rule.
---@param f function
---@param phrase string the text after "must be: "
---@return function # f
function rule_phrases.set(f, phrase)
  known[f] = phrase
  return f
end

--- Returns the description of a rule that has none: its phrase; or else a text with the name under which code
-- defined the function, or the name by which the annotation refers to it.
---@param f function
---@param name? string
---@return string phrase
---@return string? called the name of the function
function rule_phrases.of(f, name)
  local called = calls.own_name(f) or name or nil
  return known[f] or "a value that satisfies " .. (called or "the rule"), called
end

return rule_phrases
