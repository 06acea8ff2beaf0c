--- Lists what differs between the alternatives of two fields.
--
-- @module yschema.comparison.changes.alternatives

local facts = require "yschema.values.facts"

local alternatives = {}

-- ---- pairs of alternatives ----------------------------------------------------------

-- Returns a text that is the same for alternatives of the same shape: their kinds and keys.
local function shape(field)
  local parts = { facts.kind_words(facts.kinds(field)) }
  for _, child in ipairs(field.named or {}) do parts[#parts + 1] = child.key end
  return table.concat(parts, "\n")
end

-- Pairs alternatives that have the same text and are not paired yet.
local function pair_by(from, to, pairs_, taken, text_of)
  local free = {}
  for j = #to, 1, -1 do
    local text = not taken[j] and text_of(to[j])
    if text then
      free[text] = free[text] or {}
      table.insert(free[text], j)
    end
  end
  for i, one in ipairs(from) do
    local text = not pairs_[i] and text_of(one)
    local j = text and free[text] and table.remove(free[text])
    if j then pairs_[i], taken[j] = j, true end
  end
end

-- Returns the pairs, as indexes of the second alternatives by those of the first, and which of the second have one.
local function matched(from, to)
  local pairs_, taken = {}, {}
  if from.by and to.by then
    pair_by(from, to, pairs_, taken, function(one) return one.kind end)
    return pairs_, taken
  end
  pair_by(from, to, pairs_, taken, function(one) return (one.words or "") .. "\n" .. shape(one.field) end)
  pair_by(from, to, pairs_, taken, function(one) return shape(one.field) end)
  pair_by(from, to, pairs_, taken, function(one) return facts.kind_words(facts.kinds(one.field)) end)
  return pairs_, taken
end

-- ---- lists of alternatives ----------------------------------------------------------

-- Whether the common alternatives stand in another order.
local function is_reordered(from, pairs_)
  local last = 0
  for i in ipairs(from) do
    local index = pairs_[i]
    if index and index < last then return true end
    last = index or last
  end
  return false
end

local function words_of(alternative)
  return alternative.kind or alternative.words
end

local function keeps_integers(alternative)
  return facts.kinds(alternative.field).integer and not alternative.field.makes_floats
end

-- Whether the new alternative makes integers stay integers, which became floats before.
local function is_recast(from, other)
  local made_floats = false
  for _, one in ipairs(from) do
    if keeps_integers(one) then return false end
    made_floats = made_floats or one.field.makes_floats
  end
  return made_floats and keeps_integers(other)
end

-- Returns the verdict on a new alternative. Without `by`, it may be the second one of one-of that fits.
local function claim_of_added(from, to, other)
  if to.mode == "all-of" then return "breaking" end
  if to.mode == "one-of" then return to.by and "safe" or "unknown" end
  return is_recast(from, other) and "result" or "safe"
end

local function compare_members(walk, pair, from, to, mode)
  local pairs_, taken = matched(from, to)
  local all = mode == "all-of"
  for i, one in ipairs(from) do
    local steps = facts.further(pair.steps, { kind = "alternative", field = pair.from, index = i })
    if pairs_[i] then
      walk:compare(one.field, to[pairs_[i]].field, steps, "alternative")
    elseif all then
      walk:add("all-of-member-removed", pair, { what = words_of(one) })
    else
      walk:add("alternative-removed", pair, {
        claim = "breaking", steps = steps, from = one.field, what = words_of(one),
      })
    end
  end
  for j, other in ipairs(to) do
    if not taken[j] then
      walk:add(all and "all-of-member-added" or "alternative-added", pair, {
        to = other.field, claim = claim_of_added(from, to, other), what = words_of(other),
      })
    end
  end
  if mode ~= "one-of" and not (from.by and to.by) and is_reordered(from, pairs_) then
    walk:add("alternatives-reordered", pair, { claim = "result" })
  end
end

local function description(field)
  local choice = field.choice
  if not choice then return facts.kind_words(facts.kinds(field)) end
  return choice.by and ("%s, selected by %s"):format(choice.mode, choice.by) or choice.mode
end

--- Notes what differs between two fields, at least one of which has alternatives.
---@param walk yschema.Walk
---@param pair { from: yschema.OutlineField, to: yschema.OutlineField, steps: yschema.SchemaStep[] }
function alternatives.compare(walk, pair)
  local from, to = pair.from.choice, pair.to.choice
  if not from or not to or from.mode ~= to.mode or from.by ~= to.by then
    walk:add("alternatives-changed", pair, { was = description(pair.from), is = description(pair.to) })
  end
  if from and to and from.mode == to.mode then compare_members(walk, pair, from, to, from.mode) end
end

return alternatives
