--- Finds the fields of a schema that are alike, so that one function is generated for all of them.
--
-- Fields are alike when the core describes them in the same way.
--
-- @module yschema.checker.alike_fields

local alike_fields = {}

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

local names = { "kind", "computed", "asks", "nullable", "optional", "required", "demands", "noticed",
  "ruled", "unsettled", "text_implied", "value_implied", "not_null", "calls", "shadowed", "counted" }
local kinds = { "null", "boolean", "integer", "float", "string", "array", "map" }

local function add_own(parts, field)
  for _, name in ipairs(names) do parts[#parts + 1] = tostring(field[name]) end
  for _, kind in ipairs(kinds) do parts[#parts + 1] = field.kinds[kind] and "y" or "n" end
  parts[#parts + 1] = spell(field.keys)
  parts[#parts + 1] = spell(field.selected_by)
  parts[#parts + 1] = spell(field.choice and field.choice.by)
  parts[#parts + 1] = spell(field.default)
  parts[#parts + 1] = tostring(field.test)
  for _, rule in ipairs(field.rules or {}) do
    parts[#parts + 1] = ("%s %s %s"):format(rule.name, tostring(rule.asks), spell(rule.argument))
  end
end

-- Puts the first of those that are alike in the place of each field of a list.
local function merge_list(first, parts, list, name)
  if not list then return end
  parts[#parts + 1] = name
  for i, field in ipairs(list) do
    list[i] = alike_fields.merge(first, field)
    parts[#parts + 1] = list[i].number
  end
end

---@class yschema.AlikeFields the fields found so far
---@field count integer fields that are not alike
---@field left integer how many more of them may be collections
---@field by_text table<string, yschema.CheckerField>

--- Starts a search.
---@param most integer how many collections that are not alike there may be
---@return yschema.AlikeFields
function alike_fields.start(most) return { count = 0, left = most, by_text = {} } end

--- Returns the first field that is like this one. The fields below are replaced likewise. When there are too many
--- different collections, `left` is negative, and the search ends.
---@param first yschema.AlikeFields
---@param field yschema.CheckerField
---@return yschema.CheckerField
function alike_fields.merge(first, field)
  local parts = {}
  if first.left < 0 then return field end
  add_own(parts, field)
  merge_list(first, parts, field.named, "named")
  merge_list(first, parts, field.open, "open")
  merge_list(first, parts, field.choice, field.choice and field.choice.mode)
  if field.item then
    field.item = alike_fields.merge(first, field.item)
    parts[#parts + 1] = "item"
    parts[#parts + 1] = field.item.number
  end
  if first.left < 0 then return field end
  local text = concat(parts, "\n")
  local found = first.by_text[text]
  if found then return found end
  first.count = first.count + 1
  if field.named or field.item or field.choice then first.left = first.left - 1 end
  field.number = first.count
  first.by_text[text] = field
  return field
end

return alike_fields
