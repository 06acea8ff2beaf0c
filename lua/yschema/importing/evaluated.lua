--- Writes conditions for `unevaluatedProperties` and `unevaluatedItems`: which keys and items other keywords evaluate.
--
-- @module yschema.importing.evaluated

local literals = require "yschema.importing.literals"

local evaluated = {}

local concat, ipairs = table.concat, ipairs
local compute_key_condition, compute_item_condition

-- Writes that one of some conditions is true, each of them once.
local function either(parts)
  local list, seen = {}, {}
  for _, part in ipairs(parts) do
    if part == "True" then return "True" end
    if not seen[part] then list[#list + 1] = part end
    seen[part] = true
  end
  if not list[1] then return "False" end
  return list[2] and "(" .. concat(list, " or ") .. ")" or list[1]
end

-- Writes that a condition is true and a key or an item is evaluated.
local function when(condition, looked)
  if looked == "False" or condition == "False" then return nil end
  if condition == "True" then return looked end
  if looked == "True" then return condition end
  return ("(%s and %s)"):format(condition, looked)
end

-- Lists the conditions under which the schemas in a form evaluate a key or an item. `of` writes that for a schema.
local function parts_below(predicates, form, v, of)
  local parts = {}
  local function add(part)
    if part and part ~= "False" then parts[#parts + 1] = part end
  end
  local target = form.ref and predicates.simple:target(form)
  if target ~= nil and target then add(of(target)) end
  for _, schema in ipairs(form.all or {}) do add(of(schema)) end
  for _, lists in ipairs { form.any or {}, form.one or {} } do
    for _, list in ipairs(lists) do
      for _, schema in ipairs(list) do add(when(predicates:condition(schema, v, 1), of(schema))) end
    end
  end
  for _, branch in ipairs(form.branches or {}) do
    local given = predicates:condition(branch.given, v, 1)
    add(when(given, of(branch.given)))
    if branch.yes ~= nil then add(when(given, of(branch.yes))) end
    if branch.no ~= nil then add(when("not " .. given, of(branch.no))) end
  end
  for _, need in ipairs(form.needs or {}) do
    if need.schema ~= nil then -- an array has items, and no keys
      add(when(('type(%s) == "dict" and %s in %s'):format(v, literals.text(need.key), v), of(need.schema)))
    end
  end
  return parts
end

-- Writes that a schema evaluates the key in `key`. `known` has the conditions of the schemas so far, because
-- definitions may refer to each other many times.
local function key_condition(predicates, schema, v, depth, known)
  local form = predicates.simple:read(schema)
  known[form] = known[form] or compute_key_condition(predicates, form, v, depth, known)
  return known[form]
end

function compute_key_condition(predicates, form, v, depth, known)
  if form.never or depth > 20 then return "False" end
  if form.maps.additional ~= nil or depth > 0 and form.maps.unevaluated ~= nil then return "True" end
  local parts = parts_below(predicates, form, v, function(other)
    return key_condition(predicates, other, v, depth + 1, known)
  end)
  local named = predicates:known_key(form.maps, "key")
  if named ~= "False" then parts[#parts + 1] = named end
  return either(parts)
end

--- Adds the condition of `unevaluatedProperties`.
---@param predicates yschema.Predicates
---@param form yschema.Form
---@param v string
---@param add fun(frame: string, ...: any)
function evaluated.keys(predicates, form, v, add)
  local rest = predicates:condition(form.maps.unevaluated, v .. "[key]", 1)
  local looked = compute_key_condition(predicates, form, v, 0, {})
  local condition = either { looked, rest ~= "False" and rest or nil }
  if condition ~= "True" then add("all([%s for key in %s])", condition, v) end
end

-- Writes that a schema evaluates the item in `entry`, whose index is `i`; `known` is as for keys.
local function item_condition(predicates, schema, v, depth, known)
  local form = predicates.simple:read(schema)
  known[form] = known[form] or compute_item_condition(predicates, form, v, depth, known)
  return known[form]
end

function compute_item_condition(predicates, form, v, depth, known)
  local arrays = form.arrays
  if form.never or depth > 20 then return "False" end
  if arrays.items ~= nil or depth > 0 and arrays.unevaluated ~= nil then return "True" end
  local parts = parts_below(predicates, form, v, function(other)
    return item_condition(predicates, other, v, depth + 1, known)
  end)
  if arrays.prefix then parts[#parts + 1] = "i < " .. #arrays.prefix end
  if form.place and form.place.draft >= 2020 then
    for _, contains in ipairs(arrays.contains or {}) do
      parts[#parts + 1] = predicates:condition(contains.schema, "entry", 1)
    end
  end
  return either(parts)
end

--- Adds the condition of `unevaluatedItems`.
---@param predicates yschema.Predicates
---@param form yschema.Form
---@param v string
---@param add fun(frame: string, ...: any)
function evaluated.items(predicates, form, v, add)
  local rest = predicates:condition(form.arrays.unevaluated, "entry", 1)
  local looked = compute_item_condition(predicates, form, v, 0, {})
  local condition = either { looked, rest ~= "False" and rest or nil }
  if condition ~= "True" then add("all([%s for i, entry in enumerate(%s)])", condition, v) end
end

return evaluated
