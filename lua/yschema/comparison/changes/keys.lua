--- Lists what differs between the keys of two maps.
--
-- @module yschema.comparison.changes.keys

local core = require "yschema.core"
local facts = require "yschema.values.facts"
local find = require("yschema.base.plain_tables").find
local samples = require "yschema.values.samples"

local keys = {}

local huge = math.huge

local further = facts.further

-- Whether a pattern is found in a key. nil: the search failed.
local function is_found(pattern, key)
  local search = core.matches(pattern, key)
  if not search then return nil end
  local first, problem = search:next()
  search:close()
  if not first and problem then return nil end
  return first ~= nil
end

-- Finds the placeholder of a map that a key belongs to. Returns nil and true when a function decides.
local function placeholder_of(map, key)
  for _, open in ipairs(map.open) do
    if open.calls then return nil, true end
    if not open.pattern or is_found(open.pattern, key) then return open end
  end
end

-- ---- old names ----------------------------------------------------------------------

-- Finds the field of a map that has an old name in the same map.
local function renamed_from(map, key)
  local index = map.old_names
  if not index then
    index = {}
    for _, field in ipairs(map.named) do
      for _, old in ipairs(field.renamed or {}) do
        if not old.from_root and not old.keys[2] then index[old.keys[1]] = { field = field, old = old } end
      end
    end
    map.old_names = index
  end
  local found = index[key]
  if found then return found.field, found.old end
end

-- Returns the field for the value at a path of keys below a field; nil when there is none.
local function field_below(field, names)
  for _, name in ipairs(names) do
    local map = facts.map(field)
    if not map then return nil end
    local named = facts.named(map, name)
    local placeholder, is_unknown = placeholder_of(map, name)
    if named and named.removed then return nil end
    field = named or is_unknown and facts.ANYTHING or placeholder and placeholder.field
    if not field then return nil end
  end
  return field
end

-- Notes an old name of a field. If its keys were accepted before, they now give the value of another key, and must not
-- be given beside that. `from` is what accepted the new key, or nil.
local function add_old_name(walk, pair, old, from, to, steps)
  local taken = field_below(old.from_root and walk.root or pair.from, old.keys)
  walk:add("old-name-added", pair, { claim = taken and "breaking" or "safe", steps = steps, from = from, to = to,
    what = old.path, ways = taken and { "name" }, names = taken and { old = old, takes = taken, new = from } })
end

local function text_of(old) return old.calls and old.text or "" end

local function compare_conversion(walk, from, to, steps, one, other)
  if not one.calls and not other.calls then return end
  if one.calls and other.calls and walk.is_same(text_of(one), text_of(other)) then return end
  walk:add("old-name-changed", { steps = steps, from = from, to = to }, { what = other.path, old = one,
    values = samples.of_all_kinds(), from_at = one, to_at = other })
end

local function compare_old_names(walk, pair, from, to, steps)
  local had, has = {}, {}
  for _, old in ipairs(from.renamed or {}) do had[old.path] = old end
  for _, old in ipairs(to.renamed or {}) do has[old.path] = old end
  for _, old in ipairs(from.renamed or {}) do
    if has[old.path] then
      compare_conversion(walk, from, to, steps, old, has[old.path])
    else
      -- The second schema may have fields of its own for these keys.
      local taken = field_below(old.from_root and walk.other_root or pair.to, old.keys)
      walk:add("old-name-removed", pair, {
        claim = taken and "result" or "breaking", steps = steps, from = from, to = to, what = old.path, old = old,
      })
    end
  end
  for _, old in ipairs(to.renamed or {}) do
    if not had[old.path] then add_old_name(walk, pair, old, from, to, steps) end
  end
end

-- ---- keys that only one map has -----------------------------------------------------

local function added_name(field)
  if field.removed then return "removed-key-added" end
  if field.required then return "required-key-added" end
  return field.optional and "optional-key-added" or "key-added"
end

-- Returns the old name of a field that is a key of the other map.
local function old_name_in(map, field)
  for _, old in ipairs(field.renamed or {}) do
    if not old.from_root and not old.keys[2] and facts.named(map, old.keys[1]) then return old.keys[1] end
  end
end

local function compare_removed_key(walk, pair, field, to, steps)
  local parts = { steps = steps, from = field, what = field.key, only_in = "from" }
  local new_field, old = renamed_from(to, field.key)
  local placeholder, is_unknown = placeholder_of(to, field.key)
  if field.removed then
    parts.claim = "safe"
    walk:add("removed-key-dropped", pair, parts)
  elseif new_field then
    parts.claim, parts.to, parts.is = "result", new_field, new_field.key
    if old.calls then parts.claim, parts.values = "unknown", samples.of_all_kinds() end
    walk:add("key-renamed", pair, parts)
    if not old.calls then walk:compare(field, new_field, steps, "renamed") end
  elseif placeholder then
    local is_given = field.optional or field.required
    parts.claim = is_given and "safe" or "result"
    local count = placeholder.field.count
    -- the placeholder has one key more
    if count and (count.calls or count.most) then parts.claim, parts.ways = "unknown", { "among", "value" } end
    walk:add("key-left-to-placeholder", pair, parts)
    walk:compare(field, placeholder.field, steps, "open")
  else
    local old_key = not is_unknown and old_name_in(to, field)
    parts.claim, parts.inverse = is_unknown and "unknown" or "breaking", not old_key and added_name(field) or nil
    if old_key then parts.was, parts.what, parts.is = field.key, old_key, old_key end
    walk:add(old_key and "rename-withdrawn" or "key-removed", pair, parts)
  end
end

-- Compares a named key with a placeholder that may have accepted it before: a function decides.
local function compare_perhaps_added_key(walk, pair, field, from, steps)
  local open
  for _, other in ipairs(from.open) do open = open or other.calls and other end
  steps[#steps] = { kind = "open", field = pair.from, open = open, key = field.key }
  walk:add("key-named", { steps = steps, from = open.field, to = field }, { claim = "unknown", what = field.key,
    only_in = "to", ways = open.field.count and { "among", "value" } or nil })
  walk:compare(open.field, field, steps, "open")
end

local function compare_named_key(walk, pair, field, placeholder, parts)
  local steps, count = parts.steps, placeholder.field.count
  steps[#steps] = { kind = "open", field = pair.from, open = placeholder, key = field.key }
  walk:compare(placeholder.field, field, steps, "open")
  parts.claim = (field.optional or field.removed) and "safe" or "result"
  -- the placeholder has one key less
  if count and (count.calls or count.least > 0) then parts.claim = "unknown" end
  if field.required or field.removed then parts.claim = "breaking" end
  parts.from, parts.ways = placeholder.field, count and { "among", "value" } or field.removed and { "value" } or {}
  if not field.removed then table.insert(parts.ways, 1, "absent") end
  walk:add("key-named", pair, parts)
end

local function compare_added_key(walk, pair, field, from, steps)
  local parts = { steps = steps, to = field, what = field.key, ways = { "absent" }, only_in = "to" }
  if renamed_from(from, field.key) then return end
  local placeholder, is_unknown = placeholder_of(from, field.key)
  for _, old in ipairs(field.renamed or {}) do
    local is_named = not old.from_root and not old.keys[2] and facts.named(from, old.keys[1])
    local takes = placeholder and placeholder.field or is_unknown and facts.ANYTHING or nil
    if takes or not is_named then add_old_name(walk, pair, old, takes, field, steps) end
  end
  -- Values under the old name are compared where the first schema has that name.
  if not placeholder and not is_unknown and old_name_in(from, field) then return end
  if is_unknown then return compare_perhaps_added_key(walk, pair, field, from, steps) end
  if placeholder then return compare_named_key(walk, pair, field, placeholder, parts) end
  parts.claim = field.required and "breaking" or (field.optional or field.removed) and "safe" or "result"
  walk:add(added_name(field), pair, parts)
end

-- ---- keys that both maps have -------------------------------------------------------

local function compare_removed(walk, pair, parts)
  local from, to = pair.from.removed, pair.to.removed
  if to and not from then
    parts.claim = "breaking"
    walk:add("removed-announced", pair, parts)
  elseif from and not to then
    parts.claim, parts.ways = pair.to.required and "breaking" or "result", { "absent" }
    walk:add("removed-withdrawn", pair, parts)
  elseif from ~= to then
    parts.claim = "docs"
    walk:add("removed-changed", pair, parts)
  end
  return from ~= nil or to ~= nil
end

local function compare_presence(walk, pair, parts)
  local from, to = pair.from, pair.to
  if from.required and not to.required then return walk:add("required-removed", pair, parts) end
  parts.ways = { "absent" }
  if to.required and not from.required then return walk:add("required-added", pair, parts) end
  parts.claim = "result"
  if (to.optional or false) ~= (from.optional or false) then
    walk:add(to.optional and "key-made-optional" or "key-made-present", pair, parts)
  end
end

-- Compares how many keys of a field are expected.
local function compare_counts(walk, pair)
  local from, to = pair.from, pair.to
  if not from.count and not to.count then return end
  local one, other = from.count or { least = 0 }, to.count or { least = 0 }
  local parts = { was = one.words or "any number", is = other.words or "any number", from_at = from.count,
    to_at = to.count }
  if one.calls or other.calls then
    if not walk.is_same(one.text, other.text) then walk:add("expects-changed", pair, parts) end
    return
  end
  local tighter = other.least > one.least or (other.most or huge) < (one.most or huge)
  local looser = other.least < one.least or (other.most or huge) > (one.most or huge)
  parts.ways = { "count" }
  if tighter or looser then walk:add(tighter and "expects-tightened" or "expects-loosened", pair, parts) end
end

local function compare_common(walk, pair, from, to, steps)
  local own = { steps = steps, from = from, to = to }
  local parts = { what = from.key, from_at = from.required_at or from.removed_at,
    to_at = to.required_at or to.removed_at }
  if (from.removed or to.removed) and compare_removed(walk, own, parts) then return end
  if from.required ~= to.required or from.optional ~= to.optional then compare_presence(walk, own, parts) end
  compare_old_names(walk, pair, from, to, steps)
  compare_counts(walk, own)
  walk:compare(from, to, steps, "key")
end

-- ---- placeholders -------------------------------------------------------------------

-- Returns how the keys of two placeholders differ: nil, or the rule, its inverse and the claim.
local function allowed_change(walk, from, to)
  if from.calls or to.calls then
    return not walk.is_same(from.text, to.text) and "allowed-changed" or nil
  end
  if from.pattern == to.pattern then return nil end
  return not from.pattern and "allowed-narrowed" or not to.pattern and "allowed-widened" or "allowed-changed"
end

local function compare_open(walk, pair, from, to)
  local steps = further(pair.steps, { kind = "open", field = pair.from, open = from })
  local own, name = { steps = steps, from = from.field, to = to.field }, allowed_change(walk, from, to)
  if name then
    walk:add(name, own, { was = from.words, is = to.words, from_at = from, to_at = to, ways = { "key", "value" } })
  end
  compare_counts(walk, own)
  walk:compare(from.field, to.field, steps, "open")
end

-- Finds the placeholder to compare a placeholder with: one that allows the same keys, else one of the same name, else
-- the only one.
local function counterpart(open, list, count)
  local function has_words(other) return other.words == open.words end
  local function has_key(other) return other.field.key == open.field.key end
  return find(list, function(other) return has_words(other) and has_key(other) end) or find(list, has_words)
    or find(list, has_key) or count == 1 and not list[2] and list[1] or nil
end

local function compare_placeholders(walk, pair, from, to)
  local taken = {}
  for _, open in ipairs(from.open) do
    local other = counterpart(open, to.open, #from.open)
    if other then
      taken[other] = true
      compare_open(walk, pair, open, other)
    else
      walk:add("placeholder-removed", pair, { claim = to.open[1] and "unknown" or "breaking", from = open.field,
        steps = further(pair.steps, { kind = "open", field = pair.from, open = open }), what = open.field.key,
        only_in = "from" })
    end
  end
  for _, open in ipairs(to.open) do
    if not taken[open] then
      local least = open.field.count and open.field.count.least or 0
      local claim = least > 0 and "breaking" or from.open[1] and "unknown" or "safe"
      walk:add("placeholder-added", pair, { claim = claim, to = open.field, what = open.field.key, only_in = "to" })
    end
  end
end

--- Notes what differs between the keys of two maps, and queues the values below them.
---@param walk yschema.Walk
---@param pair { from: yschema.OutlineField, to: yschema.OutlineField, steps: yschema.SchemaStep[] }
---@param from { named: yschema.OutlineField[], open: yschema.OutlineOpen[] }
---@param to { named: yschema.OutlineField[], open: yschema.OutlineOpen[] }
function keys.compare(walk, pair, from, to)
  local function steps_to(field) return further(pair.steps, { kind = "key", field = pair.from, key = field.key }) end
  for _, field in ipairs(from.named) do
    local other = facts.named(to, field.key)
    if other then compare_common(walk, pair, field, other, steps_to(field))
    else compare_removed_key(walk, pair, field, to, steps_to(field)) end
  end
  for _, field in ipairs(to.named) do
    if not facts.named(from, field.key) then compare_added_key(walk, pair, field, from, steps_to(field)) end
  end
  compare_placeholders(walk, pair, from, to)
end

return keys
