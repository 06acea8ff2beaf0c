--- Writes conditions for `unevaluatedProperties` and `unevaluatedItems`: which keys and items other keywords evaluate.
--
-- @module yschema.importing.evaluated

local literals = require "yschema.importing.writing.literals"

local evaluated = {}

local concat, ipairs = table.concat, ipairs

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

-- The keywords that look at the keys of a map: which part of a form has them, and which of them applies to all others.
-- `add` adds the conditions under which the keywords of a form evaluate the key in `key`.
local of_keys = { part = "maps", rest = "additional", value = "%s[key]", frame = "all([%s for key in %s])" }

function of_keys.add(predicates, form, parts)
  local named = predicates:known_key(form.maps, "key")
  if named ~= "False" then parts[#parts + 1] = named end
end

-- The same for the items of an array: the item in `entry`, whose index is `i`.
local of_items = { part = "arrays", rest = "items", value = "entry", frame = "all([%s for i, entry in enumerate(%s)])" }

function of_items.add(predicates, form, parts)
  if form.arrays.prefix then parts[#parts + 1] = "i < " .. #form.arrays.prefix end
  if not form.place or form.place.draft < 2020 then return end
  for _, contains in ipairs(form.arrays.contains or {}) do
    parts[#parts + 1] = predicates:condition(contains.schema, "entry", 1)
  end
end

-- Writes that a form evaluates a key or an item. `known` has the conditions of the forms so far, because definitions
-- may refer to each other many times.
local function condition_of(predicates, form, v, what, depth, known)
  local keywords = form[what.part]
  if form.never or depth > 20 then return "False" end
  if keywords[what.rest] ~= nil or depth > 0 and keywords.unevaluated ~= nil then return "True" end
  local parts = parts_below(predicates, form, v, function(schema)
    local other = predicates.simple:read(schema)
    known[other] = known[other] or condition_of(predicates, other, v, what, depth + 1, known)
    return known[other]
  end)
  what.add(predicates, form, parts)
  return either(parts)
end

-- Writes the condition of a keyword for keys or items that no other one evaluates. Returns nil when all values fit.
local function unevaluated(predicates, form, v, what)
  local rest = predicates:condition(form[what.part].unevaluated, what.value:format(v), 1)
  local looked = condition_of(predicates, form, v, what, 0, {})
  local condition = either { looked, rest ~= "False" and rest or nil }
  return condition ~= "True" and what.frame:format(condition, v) or nil
end

--- Writes the condition of `unevaluatedProperties`.
---@param predicates yschema.Predicates
---@param form yschema.Form
---@param v string
---@return string? condition
function evaluated.keys(predicates, form, v) return unevaluated(predicates, form, v, of_keys) end

--- Writes the condition of `unevaluatedItems`.
---@param predicates yschema.Predicates
---@param form yschema.Form
---@param v string
---@return string? condition
function evaluated.items(predicates, form, v) return unevaluated(predicates, form, v, of_items) end

return evaluated
