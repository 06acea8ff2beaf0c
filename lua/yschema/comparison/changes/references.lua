--- Lists what differs between the references and the identities of two fields.
--
-- @module yschema.comparison.changes.references

local plain_tables = require "yschema.base.plain_tables"

local references = {}

local concat, remove, sort = table.concat, table.remove, table.sort

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

-- Whether all that the second reference accepts is accepted by the first one, too.
local function accepts_more(walk, one, other)
  local is_same_when = walk.is_same(one.when, other.when) or one.when and not other.when
  return is_same_when and one.kind == other.kind and plain_tables.has_all(one.to, other.to)
    and widths[one.scope] >= widths[other.scope]
end

local function is_same_keys(one, other)
  return concat(sorted(one.keys), "\0") == concat(sorted(other.keys), "\0")
end

-- The annotations that are compared, by the names of their rules: the field with them, whether two are the same, and
-- the change, with its verdict, from one to another that is not the same.
local ANNOTATIONS = {
  reference = {
    list = "refers", words = reference_words,
    is_same = function(walk, one, other) return accepts_more(walk, one, other) and accepts_more(walk, other, one) end,
    change = function(walk, one, other)
      return accepts_more(walk, one, other) and "narrowed" or accepts_more(walk, other, one) and "widened" or "changed"
    end,
    ways = function(one) return one and { "refer", "value" } or { "value" } end,
  },
  identity = {
    list = "identity", words = identity_words,
    is_same = function(_, one, other) return is_same_keys(one, other) and one.scope == other.scope end,
    change = function(_, one, other)
      if not is_same_keys(one, other) then return "changed" end
      if widths[other.scope] > widths[one.scope] then return "widened", "breaking" end
      return "narrowed", "safe"
    end,
    ways = function() return { "twice", "value" } end,
  },
}

local function compare_lists(walk, pair, name)
  local row = ANNOTATIONS[name]
  local from, to = without_common(pair.from[row.list], pair.to[row.list], function(one, other)
    return row.is_same(walk, one, other)
  end)
  while from[1] or to[1] do
    local one, other = remove(from, 1), remove(to, 1)
    local change, claim = one and "removed" or "added", nil
    if one and other then change, claim = row.change(walk, one, other) end
    walk:add(name .. "-" .. change, pair, {
      claim = claim, was = row.words(one), is = row.words(other), from_at = one, to_at = other, violation_rule = name,
      ways = row.ways(one),
    })
  end
end

--- Notes what differs between the references and the identities of two fields.
---@param walk yschema.Walk
---@param pair { from: yschema.OutlineField, to: yschema.OutlineField, steps: yschema.SchemaStep[] }
function references.compare(walk, pair)
  if pair.from.refers or pair.to.refers then compare_lists(walk, pair, "reference") end
  if pair.from.identity or pair.to.identity then compare_lists(walk, pair, "identity") end
end

return references
