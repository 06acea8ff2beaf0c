--- The names of all changes, and what is said of them.
--
-- @module yschema.comparison.rules

local rules = {}

local ipairs, pairs, sort, string = ipairs, pairs, table.sort, string

--- The verdicts, the worst first.
rules.verdicts = { "breaking", "unknown", "result", "safe", "docs" }

--- The place of each verdict in that list.
---@type table<string, integer>
rules.rank = {}
for i, verdict in ipairs(rules.verdicts) do rules.rank[verdict] = i end

-- What is said of a change. %w stands for what was, %i for what is, %k for what it is about.
local sentences = {
  ["key-removed"] = "The key %k is gone.",
  ["key-added"] = "The key %k is new; where it is not given, its default is filled in.",
  ["required-key-added"] = "The key %k is new and required.",
  ["optional-key-added"] = "The key %k is new and may be given.",
  ["removed-key-added"] = "The key %k is new, and said to be removed.",
  ["removed-key-dropped"] = "The key %k, which was said to be removed, is gone.",
  ["removed-announced"] = "The key %k is said to be removed; giving it is an error that tells what to do.",
  ["removed-withdrawn"] = "The key %k is no longer said to be removed.",
  ["key-renamed"] = "The key %k has the new name %i; the old name is still taken, with a warning.",
  ["rename-withdrawn"] = "The key %k has its old name %i again.",
  ["old-name-removed"] = "The old name %k is no longer taken.",
  ["old-name-added"] = "The old name %k is taken, too.",
  ["old-name-changed"] = "The function that converts values of the old name %k has changed.",
  ["key-left-to-placeholder"] = "The key %k is one of those that a placeholder stands for.",
  ["key-named"] = "The key %k, which a placeholder stood for, has a field of its own.",
  ["required-added"] = "The key %k is required.",
  ["required-removed"] = "The key %k need not be given any more.",
  ["key-made-optional"] = "Where the key %k is not given, no default is filled in any more.",
  ["key-made-present"] = "Where the key %k is not given, its default is filled in.",
  ["default-changed"] = "The default was %w and is %i.",
  ["default-function-changed"] = "The function that gives the default has changed.",
  ["type-changed"] = "The type was %w and is %i.",
  ["type-narrowed"] = "The type was %w and is only %i.",
  ["type-widened"] = "The type was %w and is %i.",
  ["integers-kept"] = "Integers, which became floats, stay integers.",
  ["integers-converted"] = "Integers become floats.",
  ["type-opened"] = "The value was described (%w), and may be anything now; nothing is filled in below.",
  ["type-closed"] = "The value could be anything, and is described now (%i).",
  ["nullable-added"] = "Null is accepted.",
  ["nullable-removed"] = "Null is not accepted any more.",
  ["bound-added"] = "%k=%i is new.",
  ["bound-removed"] = "%k=%w is gone.",
  ["bound-tightened"] = "%k was %w and is %i, which is tighter.",
  ["bound-loosened"] = "%k was %w and is %i, which is looser.",
  ["bound-changed"] = "%k was %w and is %i.",
  ["one-of-added"] = "one_of=%i is new.",
  ["one-of-removed"] = "one_of=%w is gone.",
  ["one-of-shrunk"] = "one_of was %w and is %i: values have gone.",
  ["one-of-grown"] = "one_of was %w and is %i: values have come.",
  ["one-of-changed"] = "one_of was %w and is %i: values have gone, and others have come.",
  ["regexp-added"] = "regexp=%i is new.",
  ["regexp-removed"] = "regexp=%w is gone.",
  ["regexp-changed"] = "regexp was %w and is %i.",
  ["format-added"] = "format=%i is new.",
  ["format-removed"] = "format=%w is gone.",
  ["format-changed"] = "format was %w and is %i.",
  ["rule-added"] = "The rule %k=%i is new.",
  ["rule-removed"] = "The rule %k=%w is gone.",
  ["rule-changed"] = "The rule %k was %w and is %i.",
  ["function-added"] = "A rule that is a function is new: %i.",
  ["function-removed"] = "A rule that is a function is gone: %w.",
  ["function-changed"] = "A rule that is a function has changed: %i.",
  ["when-added"] = "A rule with a condition is new: when=%i.",
  ["when-removed"] = "A rule with a condition is gone: when=%w.",
  ["when-changed"] = "A rule with a condition, or the condition, has changed.",
  ["placeholder-added"] = "The placeholder %k is new: other keys are accepted.",
  ["placeholder-removed"] = "The placeholder %k is gone.",
  ["allowed-narrowed"] = "allowed= was %w and is %i: keys have gone.",
  ["allowed-widened"] = "allowed= was %w and is %i: keys have come.",
  ["allowed-changed"] = "allowed= was %w and is %i.",
  ["expects-tightened"] = "The number of keys was %w and is %i, which is tighter.",
  ["expects-loosened"] = "The number of keys was %w and is %i, which is looser.",
  ["expects-changed"] = "The number of keys was %w and is %i.",
  ["alternative-added"] = "The alternative %k is new.",
  ["alternative-removed"] = "The alternative %k is gone.",
  ["alternatives-reordered"] = "The alternatives stand in another order; the first that fits fills in what is missing.",
  ["alternatives-changed"] = "The alternatives were %w and are %i.",
  ["all-of-member-added"] = "The schema %k has to be satisfied, too.",
  ["all-of-member-removed"] = "The schema %k need not be satisfied any more.",
  ["title-changed"] = "The title has changed.",
  ["description-changed"] = "The description has changed.",
  ["examples-changed"] = "The examples have changed.",
  ["deprecated-added"] = "The key is deprecated; giving it is a warning.",
  ["deprecated-removed"] = "The key is no longer deprecated.",
  ["deprecated-changed"] = "The notice of deprecation has changed.",
  ["required-changed"] = "The reason why the key is required has changed.",
  ["removed-changed"] = "The notice of removal has changed.",
  ["message-changed"] = "The message of %k was %w and is %i.",
  ["sensitive-added"] = "Reports do not show the value any more.",
  ["sensitive-removed"] = "Reports show the value now.",
  ["sampled-difference"] = "No single change explains why the document below is refused.",
}

--- Lists the names of all changes.
---@return string[]
function rules.names()
  local names = {}
  for name in pairs(sentences) do names[#names + 1] = name end
  sort(names)
  return names
end

--- Returns the name of a change as words.
---@param name string
---@return string
function rules.title(name) return (name:gsub("%-", " "):gsub("^%l", string.upper)) end

--- Says in a sentence what has changed.
---@param name string
---@param was? string
---@param is? string
---@param what? string
---@return string
function rules.sentence(name, was, is, what)
  local facts = { w = was or "nothing", i = is or "nothing", k = what or "" }
  return (sentences[name]:gsub("%%([wik])", facts))
end

return rules
