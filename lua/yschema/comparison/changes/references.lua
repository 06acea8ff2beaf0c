--- Lists what differs between the references and the identities of two fields.
--
-- @module yschema.comparison.changes.references

local plain_tables = require "yschema.base.plain_tables"

local references = {}

local concat, ipairs, remove, sort = table.concat, ipairs, table.remove, table.sort

-- How many documents have a part in it.
local widths = { document = 1, file = 2, configuration = 3 }

local scope_words = {
  document = "", file = " in all documents of the file", configuration = " in all documents of the configuration",
}

-- ---- texts --------------------------------------------------------------------------

local function sorted(paths)
  local list = plain_tables.items(paths)
  sort(list)
  return list
end

local function reference_words(reference)
  if not reference then return nil end
  local scope = reference.kind and " in documents of the kind " .. reference.kind or scope_words[reference.scope]
  local when = reference.when and ", when " .. reference.when or ""
  return concat(reference.to, ", or at ") .. scope .. when
end

local function identity_words(identity)
  return identity and concat(identity.keys, " and ") .. scope_words[identity.scope]
end

-- ---- comparing ----------------------------------------------------------------------

-- Returns the annotations of two lists that the other list does not have.
local function without_common(from, to, is_equal)
  from, to = plain_tables.items(from or {}), plain_tables.items(to or {})
  for i = #from, 1, -1 do
    for j = #to, 1, -1 do
      if from[i] and is_equal(from[i], to[j]) then
        remove(from, i)
        remove(to, j)
      end
    end
  end
  return from, to
end

local function contains(list, other)
  local has = {}
  for _, path in ipairs(list) do has[path] = true end
  return plain_tables.all(other, function(path) return has[path] end)
end

-- Whether all that the second reference accepts is accepted by the first one, too.
local function accepts_more(walk, one, other)
  local is_same_when = walk.is_same(one.when, other.when) or one.when and not other.when
  return is_same_when and one.kind == other.kind and contains(one.to, other.to)
    and widths[one.scope] >= widths[other.scope]
end

local function add(walk, pair, parts, name, inverse, claim)
  parts.steps, parts.from, parts.to = pair.steps, pair.from, pair.to
  walk:add(name, parts, claim, inverse)
end

local function compare_references(walk, pair)
  local from, to = without_common(pair.from.refers, pair.to.refers, function(one, other)
    return accepts_more(walk, one, other) and accepts_more(walk, other, one)
  end)
  while from[1] or to[1] do
    local one, other = remove(from, 1), remove(to, 1)
    local parts = {
      was = reference_words(one), is = reference_words(other), from_at = one, to_at = other,
      violation_rule = "reference", ways = one and { "refer", "value" } or { "value" },
    }
    if not one then add(walk, pair, parts, "reference-added", "reference-removed", "breaking")
    elseif not other then add(walk, pair, parts, "reference-removed", "reference-added", "safe")
    elseif accepts_more(walk, one, other) then
      add(walk, pair, parts, "reference-narrowed", "reference-widened", "breaking")
    elseif accepts_more(walk, other, one) then
      add(walk, pair, parts, "reference-widened", "reference-narrowed", "safe")
    else add(walk, pair, parts, "reference-changed", "reference-changed", "unknown") end
  end
end

local function is_same_keys(one, other)
  return concat(sorted(one.keys), "\0") == concat(sorted(other.keys), "\0")
end

local function compare_identities(walk, pair)
  local from, to = without_common(pair.from.identity, pair.to.identity, function(one, other)
    return is_same_keys(one, other) and one.scope == other.scope
  end)
  while from[1] or to[1] do
    local one, other = remove(from, 1), remove(to, 1)
    local parts = {
      was = identity_words(one), is = identity_words(other), from_at = one, to_at = other,
      violation_rule = "identity", is_within = true, ways = { "twice", "value" },
    }
    if not one then add(walk, pair, parts, "identity-added", "identity-removed", "breaking")
    elseif not other then add(walk, pair, parts, "identity-removed", "identity-added", "safe")
    elseif not is_same_keys(one, other) then
      add(walk, pair, parts, "identity-changed", "identity-changed", "unknown")
    elseif widths[other.scope] > widths[one.scope] then
      add(walk, pair, parts, "identity-widened", "identity-narrowed", "breaking")
    else add(walk, pair, parts, "identity-narrowed", "identity-widened", "safe") end
  end
end

--- Notes what differs between the references and the identities of two fields.
---@param walk yschema.Walk
---@param pair { from: yschema.OutlineField, to: yschema.OutlineField, steps: yschema.SchemaStep[] }
function references.compare(walk, pair)
  if pair.from.refers or pair.to.refers then compare_references(walk, pair) end
  if pair.from.identity or pair.to.identity then compare_identities(walk, pair) end
end

return references
