--- Lists what differs between the rules of two fields.
--
-- @module yschema.comparison.changes.rules

local core = require "yschema.core"
local fields = require "yschema.comparison.changes.fields"
local facts = require "yschema.values.facts"
local masks = require "yschema.values.masks"
local sorted_keys = require "yschema.base.plain_tables".sorted_keys
local validator = require "yschema.values.validator"

local rules = {}

local concat, ipairs, next, sort = table.concat, ipairs, next, table.sort

-- ---- named rules --------------------------------------------------------------------

-- The name of a rule in the names of changes.
local function family_of(name) return facts.named_rules[name].family end

local function is_list(rule) return facts.test(rule) == "list" end

-- The argument of a rule is masked like the value. Only that of a list may contain what is below the value.
local function shown(pair, rule)
  return fields.shown(pair, is_list(rule) and "has_sensitive" or "sensitive", rule.yaml, rule.argument)
end

local function parts_of(pair, name, from, to)
  return {
    what = name, violation_rule = name,
    was = from and shown(pair, from), is = to and shown(pair, to),
    values = type(from and from.argument) == "table" and from.argument or nil, from_at = from, to_at = to,
  }
end

-- Says that the same address is that of another text.
local function note_digest(parts, from, to)
  if from.digest ~= to.digest and parts.was == parts.is then parts.is = parts.is .. " of another JSON Schema" end
  return parts
end

-- Finds out how a bound has changed: 1 tighter, -1 looser, nil: not known.
local function compare_bound(name, from, to)
  local stricter = facts.named_rules[name].stricter
  if type(from) ~= "number" or type(to) ~= "number" then return nil end
  if to == from then return 0 end
  if stricter == "multiple" then return core.rule_test(name, to, from) and -1 or 1 end
  return (to > from) == (stricter == "greater") and 1 or -1
end

-- Whether a list has values that another one lacks. Collections are compared one by one.
local function missing_from(list, other)
  local scalars, collections = {}, {}
  for _, known in ipairs(other) do
    if type(known) == "table" or type(known) == "cdata" or known ~= known then collections[#collections + 1] = known
    else scalars[known] = true end
  end
  for _, value in ipairs(list) do
    local found = value == value and scalars[value] == true
    for _, known in ipairs(not found and collections or {}) do found = found or validator.equal(value, known) end
    if not found then return true end
  end
  return false
end

-- Returns whether values were removed from a list, and whether values were added.
local function compare_lists(from, to)
  if type(from) ~= "table" or type(to) ~= "table" then return true, true end
  return missing_from(from, to), missing_from(to, from)
end

local function changed_list(walk, pair, parts, from, to)
  local removed, added = compare_lists(from.argument, to.argument)
  if removed and added then parts.claim = "breaking" end
  local change = removed and added and "changed" or removed and "shrunk" or added and "grown"
  if change then walk:add("one-of-" .. change, pair, parts) end
end

local function changed_rule(walk, pair, name, from, to)
  local parts, family = note_digest(parts_of(pair, name, from, to), from, to), family_of(name)
  if is_list(from) then return changed_list(walk, pair, parts, from, to) end
  if family ~= "bound" then return walk:add(family .. "-changed", pair, parts) end
  local way = compare_bound(name, from.argument, to.argument)
  if way ~= 0 then walk:add("bound-" .. (way == 1 and "tightened" or way and "loosened" or "changed"), pair, parts) end
end

-- Returns the unconditional rules, by their names. Those in CEL are compared as functions are.
local function by_name(field)
  local named = {}
  for _, rule in ipairs(field.rules or {}) do
    if rule.name and not rule.when and not rule.calls then
      named[rule.name] = named[rule.name] or {}
      table.insert(named[rule.name], rule)
    end
  end
  return named
end

local function arguments(list)
  local texts = {}
  for i, rule in ipairs(list) do texts[i] = rule.yaml .. (rule.digest or "") end
  sort(texts)
  return concat(texts, "\n")
end

-- Compares the messages that reports print in place of a rule's own words.
local function compare_messages(walk, pair, name, from, to)
  if from.must_be == to.must_be then return end
  local parts = parts_of(pair, name, from, to)
  parts.was, parts.is = from.must_be, to.must_be
  if pair.from.sensitive or pair.to.sensitive then parts.was, parts.is = masks.MASK, masks.MASK end
  parts.claim = "docs"
  walk:add("message-changed", pair, parts)
end

local function compare_named(walk, pair)
  local from, to = by_name(pair.from), by_name(pair.to)
  for _, name in ipairs(sorted_keys(from)) do
    if not to[name] then
      walk:add(family_of(name) .. "-removed", pair, parts_of(pair, name, from[name][1]))
    elseif arguments(from[name]) ~= arguments(to[name]) then
      changed_rule(walk, pair, name, from[name][1], to[name][1])
    else
      compare_messages(walk, pair, name, from[name][1], to[name][1])
    end
  end
  for _, name in ipairs(sorted_keys(to)) do
    if not from[name] then walk:add(family_of(name) .. "-added", pair, parts_of(pair, name, nil, to[name][1])) end
  end
end

-- ---- implied rules ------------------------------------------------------------------

local function compare_implied(walk, pair)
  local from, to = pair.from.implied, pair.to.implied
  if from == to then return end
  local is_added = to and (not from or to == "value")
  walk:add(is_added and "bound-added" or "bound-removed", pair, {
    what = "min_len", was = from and "1", is = to and "1",
  })
end

-- ---- functions and conditions -------------------------------------------------------

-- Lists the rules with functions or conditions, with texts to compare.
local function open_rules(field)
  local found = {}
  for _, rule in ipairs(field.rules or {}) do
    if rule.calls or rule.when then
      found[#found + 1] = {
        rule = rule,
        identity = concat({ rule.name or "", rule.yaml or rule.must_be, rule.when or "" }, "\n"),
        text = rule.calls and rule.name and "" or rule.text, -- an expression of CEL needs no names around it
      }
    end
  end
  return found
end

-- Removes the rules that are in both lists.
local function remove_common(walk, from, to)
  for i = #from, 1, -1 do
    for j = #to, 1, -1 do
      if from[i] and from[i].identity == to[j].identity and walk.is_same(from[i].text, to[j].text) then
        table.remove(from, i)
        table.remove(to, j)
      end
    end
  end
end

local function open_parts(from, to)
  return {
    was = from and (from.rule.when or from.rule.must_be), is = to and (to.rule.when or to.rule.must_be),
    from_at = from and from.rule, to_at = to and to.rule,
  }
end

-- The rules of one annotation are reported once.
local function add_once(walk, reported, pair, name, parts)
  local from, to = parts.from_at or {}, parts.to_at or {}
  local identity = concat({ name, from.line or 0, to.line or 0, parts.is or "" }, " ")
  if not reported[identity] then walk:add(name, pair, parts) end
  reported[identity] = true
end

local function compare_open_rules(walk, pair)
  local from, to, reported = open_rules(pair.from), open_rules(pair.to), {}
  remove_common(walk, from, to)
  while from[1] and to[1] do
    local one, other = table.remove(from, 1), table.remove(to, 1)
    local has_condition = one.rule.when or other.rule.when
    add_once(walk, reported, pair, has_condition and "when-changed" or "function-changed", open_parts(one, other))
  end
  for _, one in ipairs(from) do
    add_once(walk, reported, pair, one.rule.calls and "function-removed" or "when-removed", open_parts(one))
  end
  for _, other in ipairs(to) do
    local parts = open_parts(nil, other)
    parts.claim = "unknown"
    add_once(walk, reported, pair, other.rule.calls and "function-added" or "when-added", parts)
  end
end

local function has_rules(field) return field.rules ~= nil and next(field.rules) ~= nil end

--- Notes what differs between the rules of two fields.
---@param walk yschema.Walk
---@param pair { from: yschema.OutlineField, to: yschema.OutlineField, steps: yschema.SchemaStep[] }
function rules.compare(walk, pair)
  if has_rules(pair.from) or has_rules(pair.to) then
    compare_named(walk, pair)
    compare_open_rules(walk, pair)
  end
  compare_implied(walk, pair)
end

return rules
