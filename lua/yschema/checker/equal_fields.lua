--- Finds the fields of a schema that are alike, so that one function is generated for all of them.
--
-- Fields are alike when the core describes them in the same way.
--
-- @module yschema.checker.equal_fields

local equal_fields = {}

local concat, sort = table.concat, table.sort
local getmetatable = debug.getmetatable
local ipairs, next, tostring, type = ipairs, next, tostring, type

-- Writes a value so that different values have different texts.
local function spell(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(value) end
  if kind == "number" then return ("%.17g %s"):format(value, math.type and math.type(value) or "") end
  if kind ~= "table" then return kind .. " " .. tostring(value) end
  local parts = {}
  for key, item in next, value do parts[#parts + 1] = spell(key) .. "=" .. spell(item) end
  sort(parts)
  return (getmetatable(value) and "[" or "{") .. concat(parts, ",") .. "}"
end

local names = { "kind", "computed", "unrepresentable", "nullable", "optional", "required", "demands", "deprecated",
  "removed", "ruled", "unsettled", "implied", "calls", "shadowed", "counted" }
local kinds = { "null", "boolean", "integer", "float", "string", "array", "map" }

local function add_own(parts, field)
  for _, name in ipairs(names) do parts[#parts + 1] = tostring(field[name]) end
  for _, kind in ipairs(kinds) do parts[#parts + 1] = field.kinds[kind] and "y" or "n" end
  parts[#parts + 1] = spell(field.keys)
  parts[#parts + 1] = spell(field.default)
  for _, rule in ipairs(field.rules or {}) do
    parts[#parts + 1] = ("%s %s %s"):format(tostring(rule.name), tostring(rule.unrepresentable), spell(rule.argument))
  end
end

-- Puts the first of those that are alike in the place of `holder[key]`, a field below `field`.
local function merge_below(first, parts, field, holder, key)
  local below = equal_fields.merge(first, holder[key])
  holder[key] = below
  parts[#parts + 1] = below.number
  field.below[#field.below + 1] = below
end

local function merge_named(first, parts, field)
  parts[#parts + 1] = "named"
  for i = 1, #field.named do merge_below(first, parts, field, field.named, i) end
end

-- Placeholders or alternatives: their fields, and what else decides about them.
local function merge_list(first, parts, field, list)
  parts[#parts + 1] = list.mode or "open"
  parts[#parts + 1] = spell(list.by)
  for _, one in ipairs(list) do
    parts[#parts + 1] = ("%s %s %s"):format(tostring(one.test), tostring(one.calls), spell(one.selected_by))
    merge_below(first, parts, field, one, "field")
  end
end

local function merge_all(first, parts, field)
  field.below = {}
  if field.named then merge_named(first, parts, field) end
  if field.open then merge_list(first, parts, field, field.open) end
  if field.choice then merge_list(first, parts, field, field.choice) end
  if not field.item then return end
  parts[#parts + 1] = "item"
  merge_below(first, parts, field, field, "item")
end

-- Fields of one table may be alike, so their keys are noted in the map.
local function note_keys(field)
  field.keys = {}
  for i, named in ipairs(field.named) do field.keys[i] = named.key end
end

---@class yschema.AlikeFields the fields found so far
---@field count integer fields that are not alike
---@field left integer how many more of them may be collections
---@field by_text table<string, yschema.CheckerField>
---@field same table<yschema.CheckerField, yschema.CheckerField> the field that stands for one which was merged

--- Starts a search.
---@param most integer how many collections that are not alike there may be
---@return yschema.AlikeFields
function equal_fields.start(most) return { count = 0, left = most, by_text = {}, same = {} } end

--- Returns the first field that is like this one. The fields below are replaced likewise. When there are too many
--- different collections, `left` is negative, and the search ends.
---@param first yschema.AlikeFields
---@param field yschema.CheckerField
---@return yschema.CheckerField
function equal_fields.merge(first, field)
  if first.left < 0 then return field end
  local known = first.same[field]
  if known then return known end
  local parts = {}
  if field.named then note_keys(field) end
  add_own(parts, field)
  merge_all(first, parts, field)
  if first.left < 0 then return field end
  local text = concat(parts, "\n")
  local found = first.by_text[text]
  if not found then
    found = field
    first.count = first.count + 1
    if field.named or field.item or field.choice then first.left = first.left - 1 end
    field.number = first.count
    first.by_text[text] = field
  end
  first.same[field] = found
  return found
end

return equal_fields
