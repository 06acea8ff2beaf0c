--- The names of all changes, and their sentences.
--
-- @module yschema.comparison.rules

local core = require "yschema.core"
local documentation = require "yschema.export.documentation"
local sorted_keys = require "yschema.base.plain_tables".sorted_keys

local rules = {}

--- The verdicts, the worst first.
rules.verdicts = { "breaking", "unknown", "result", "safe", "docs" }

--- The place of each verdict in that list.
---@type table<string, integer>
rules.rank = {}
for i, verdict in ipairs(rules.verdicts) do rules.rank[verdict] = i end

-- %w stands for what was, %i for what is, %k for the subject of the change.
local sentences = {
  ["key-removed"] = "The key %k was removed.",
  ["key-added"] = "The key %k was added; where it is not given, its default is filled in.",
  ["required-key-added"] = "The key %k was added and is required.",
  ["optional-key-added"] = "The key %k was added and is optional.",
  ["removed-key-added"] = "The key %k was added with a notice that it was removed.",
  ["removed-key-dropped"] = "The key %k, which had a notice of removal, was dropped.",
  ["removed-announced"] = "The key %k has a notice of removal; giving it is an error with advice.",
  ["removed-withdrawn"] = "The key %k no longer has a notice of removal.",
  ["key-renamed"] = "The key %k has the new name %i; the old name is still accepted, with a warning.",
  ["rename-withdrawn"] = "The key %k has its old name %i again.",
  ["old-name-removed"] = "The old name %k is no longer accepted.",
  ["old-name-added"] = "The old name %k is accepted, too.",
  ["old-name-changed"] = "The function that converts values of the old name %k has changed.",
  ["key-left-to-placeholder"] = "The key %k now belongs to a placeholder.",
  ["key-named"] = "The key %k, which belonged to a placeholder, has a field of its own.",
  ["required-added"] = "The key %k is required.",
  ["required-removed"] = "The key %k is no longer required.",
  ["key-made-optional"] = "Where the key %k is not given, no default is filled in any more.",
  ["key-made-present"] = "Where the key %k is not given, its default is filled in.",
  ["default-changed"] = "The default was %w and is %i.",
  ["default-function-changed"] = "The function that gives the default has changed.",
  ["type-changed"] = "The type was %w and is %i.",
  ["type-narrowed"] = "The type was %w and is only %i.",
  ["type-widened"] = "The type was %w and is %i.",
  ["integers-kept"] = "Integers, which became floats, stay integers.",
  ["integers-converted"] = "Integers become floats.",
  ["type-opened"] = "The value was described (%w), and may be anything now; no defaults are filled in below.",
  ["type-closed"] = "The value could be anything, and is described now (%i).",
  ["nullable-added"] = "Null is accepted.",
  ["nullable-removed"] = "Null is no longer accepted.",
  ["null-is-missing-added"] = "Null counts as a missing key.",
  ["null-is-missing-removed"] = "Null no longer counts as a missing key, and is not accepted.",
  ["variables-added"] = "Variables are accepted in place of other scalars.",
  ["variables-changed"] = "Other variables are accepted in place of scalars.",
  ["variables-removed"] = "Variables are no longer accepted in place of other scalars.",
  ["ends-with-added"] = "Files must end with a text.",
  ["ends-with-changed"] = "Files must end with another text.",
  ["ends-with-removed"] = "Files may end with any text.",
  ["bound-tightened"] = "%k was %w and is %i, which is tighter.",
  ["bound-loosened"] = "%k was %w and is %i, which is looser.",
  ["one-of-shrunk"] = "%k was %w and is %i: values were removed.",
  ["one-of-grown"] = "%k was %w and is %i: values were added.",
  ["one-of-changed"] = "%k was %w and is %i: values were removed, and others were added.",
  ["rule-added"] = "The rule %k=%i was added.",
  ["rule-removed"] = "The rule %k=%w was removed.",
  ["rule-changed"] = "The rule %k was %w and is %i.",
  ["function-added"] = "A rule that is a function was added: %i.",
  ["function-removed"] = "A rule that is a function was removed: %w.",
  ["function-changed"] = "A rule that is a function has changed: %i.",
  ["when-added"] = "A rule with a condition was added: when=%i.",
  ["when-removed"] = "A rule with a condition was removed: when=%w.",
  ["when-changed"] = "A rule with a condition, or its condition, has changed.",
  ["reference-added"] = "The value must be one of the names at %i.",
  ["reference-removed"] = "The value need no longer be one of the names at %w.",
  ["reference-narrowed"] = "The value had to be one of the names at %w, and must be one of those at %i: fewer names.",
  ["reference-widened"] = "The value had to be one of the names at %w, and may be one of those at %i: more names.",
  ["reference-changed"] = "The value had to be one of the names at %w, and must be one of those at %i.",
  ["identity-added"] = "Items must differ in %i.",
  ["identity-removed"] = "Items need no longer differ in %w.",
  ["identity-narrowed"] = "Items had to differ in %w, and need to differ only in %i.",
  ["identity-widened"] = "Items had to differ in %w, and must differ in %i.",
  ["identity-changed"] = "Items had to differ in %w, and must differ in %i.",
  ["placeholder-added"] = "The placeholder %k was added: other keys are accepted.",
  ["placeholder-removed"] = "The placeholder %k was removed.",
  ["allowed-narrowed"] = "allowed= was %w and is %i: fewer keys are allowed.",
  ["allowed-widened"] = "allowed= was %w and is %i: more keys are allowed.",
  ["allowed-changed"] = "allowed= was %w and is %i.",
  ["expects-tightened"] = "The number of keys was %w and is %i, which is tighter.",
  ["expects-loosened"] = "The number of keys was %w and is %i, which is looser.",
  ["expects-changed"] = "The number of keys was %w and is %i.",
  ["alternative-added"] = "The alternative %k was added.",
  ["alternative-removed"] = "The alternative %k was removed.",
  ["alternatives-reordered"] = "The order of the alternatives has changed; the first that fits fills in defaults.",
  ["alternatives-changed"] = "The alternatives were %w and are %i.",
  ["all-of-member-added"] = "The schema %k was added to those that a value must satisfy.",
  ["all-of-member-removed"] = "The schema %k was removed from those that a value must satisfy.",
  ["deprecated-added"] = "The key is deprecated; giving it is a warning.",
  ["deprecated-removed"] = "The key is no longer deprecated.",
  ["deprecated-changed"] = "The notice of deprecation has changed.",
  ["required-changed"] = "The reason why the key is required has changed.",
  ["removed-changed"] = "The notice of removal has changed.",
  ["message-changed"] = "The message of %k was %w and is %i.",
  ["sensitive-added"] = "The value is sensitive: reports mask it.",
  ["sensitive-removed"] = "The value is no longer sensitive: reports show it.",
  ["sampled-difference"] = "No single change explains why the document below is refused.",
}

-- Rules with a family of their own.
for _, rule in ipairs(core.named_rules()) do
  local family = rule.family
  sentences[family .. "-added"] = sentences[family .. "-added"] or "%k=%i was added."
  sentences[family .. "-removed"] = sentences[family .. "-removed"] or "%k=%w was removed."
  sentences[family .. "-changed"] = sentences[family .. "-changed"] or "%k was %w and is %i."
end

for _, row in ipairs(documentation.rows) do
  local name = row.name .. "-changed"
  if documentation.shows(row, "diff") and row.kind ~= "flag" and not sentences[name] then
    sentences[name] = ("The annotation @%s has changed."):format(row.annotation)
  end
end

--- Lists the names of all changes.
---@return string[]
function rules.names() return sorted_keys(sentences) end

--- Returns the name of a change as words.
---@param name string
---@return string
function rules.title(name) return (name:gsub("%-", " "):gsub("^%l", string.upper)) end

--- Returns the sentence of a change.
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
