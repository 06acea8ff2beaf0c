--- Finds the alternative that is nearest to a value, and the keys and items that schemas evaluate.
--
-- @module yschema.importing.reporting.nearest

local regexps = require "yschema.importing.reading.regexps"

local nearest = {}

local concat, ipairs, select = table.concat, ipairs, select

-- ---- alternatives -------------------------------------------------------------------

local function steps_in(pointer) return select(2, pointer:gsub("/", "")) end

-- Returns how near an alternative is: first, its type fits; then, a key selects it; then, its violations are deep and
-- few.
local function rank_of(found, pointer)
  local base, deepest, rank = steps_in(pointer), 0, 0
  for _, one in ipairs(found) do
    local steps = steps_in(one.pointer) - base
    if steps > deepest then deepest = steps end
    if one.types and steps == 0 then rank = -10000 end
    if steps == 1 and (one.rule == "const" or one.rule == "enum") and rank == 0 then rank = -5000 end
    if steps == 0 and (one.rule == "const" or one.rule == "enum") and rank == 0 then rank = -1000 end
  end
  return rank + deepest * 10 - #found
end

-- Lists the types and constants of all alternatives, if the value violates only these.
local function wanted(broken, pointer)
  local words, seen = {}, {}
  for _, found in ipairs(broken) do
    local one = found[1]
    local is_listed = one.types or one.rule == "const" or one.rule == "enum"
    if not is_listed or one.pointer ~= pointer then return nil end
    if not seen[one.must_be] then words[#words + 1] = one.must_be end
    seen[one.must_be] = true
  end
  return concat(words, " or ")
end

-- Returns the nearest alternative, and whether all others are for values of other types or kinds.
local function best_of(broken, pointer)
  local best, best_rank, others = nil, nil, nil
  for _, found in ipairs(broken) do
    local rank = rank_of(found, pointer)
    if not best or rank > best_rank then
      best, best_rank, others = found, rank, best_rank or others
    elseif not others or rank > others then
      others = rank
    end
  end
  return best, not others or others <= -900
end

--- Reports the violations of a value that must fit alternatives: those of the nearest one, if there is one.
---@param search table
---@param form yschema.Form
---@param list any[] the alternatives
---@param keyword "anyOf"|"oneOf"
---@param value any
---@param pointer string
---@param depth integer
function nearest.report(search, form, list, keyword, value, pointer, depth)
  local broken, fitting = {}, {}
  for i, schema in ipairs(list) do
    local found = search:at(schema, value, pointer, depth)
    found.at = ("/%s/%d"):format(keyword, i - 1)
    if found[1] then broken[#broken + 1] = found else fitting[#fitting + 1] = found.at end
  end
  local one_of = ("valid by %s of the %d schemas of %s"):format(keyword == "oneOf" and "exactly one" or "one", #list,
    keyword)
  if keyword == "oneOf" and fitting[2] then
    return search:add(form, keyword, pointer, one_of, "valid by " .. concat(fitting, ", "))
  end
  if fitting[1] then return end
  local words = broken[2] and wanted(broken, pointer)
  if words then return search:add(form, keyword, pointer, words, broken[1][1].found) end
  local best, is_meant = best_of(broken, pointer)
  if not is_meant then
    search:add(form, keyword, pointer, one_of, "valid by none; the nearest is " .. best.at)
  end
  for _, one in ipairs(best) do search.found[#search.found + 1] = one end
end

-- ---- evaluated keys and items -------------------------------------------------------

-- Calls a function with the schemas for the same value, as far as the value fits them.
local function looks_below(search, form, value, depth, looks)
  local function any(list, fits)
    for _, schema in ipairs(list or {}) do
      if (not fits or search:fits(schema, value, depth)) and looks(schema) then return true end
    end
    return false
  end
  local target = form.ref and search.simple:target(form)
  if target and looks(target) or any(form.all) then return true end
  for _, lists in ipairs { form.any or {}, form.one or {} } do
    for _, list in ipairs(lists) do
      if any(list, true) then return true end
    end
  end
  for _, branch in ipairs(form.branches or {}) do
    local fits = search:fits(branch.given, value, depth)
    local chosen
    if fits then chosen = branch.yes else chosen = branch.no end
    if fits and looks(branch.given) or chosen ~= nil and looks(chosen) then return true end
  end
  for _, need in ipairs(form.needs or {}) do
    if need.schema and value[need.key] ~= nil and any { need.schema } then return true end
  end
  return false
end

--- Returns whether a keyword beside `unevaluatedProperties` evaluates a key.
---@param search table
---@param form yschema.Form
---@param value table
---@param key string
---@param depth integer
---@param inside? boolean the form is below the one with the keyword
---@return boolean
function nearest.looks_at_key(search, form, value, key, depth, inside)
  local maps = form.maps
  if maps.additional ~= nil or inside and maps.unevaluated ~= nil then return true end
  for _, property in ipairs(maps.properties or {}) do
    if property.key == key then return true end
  end
  for _, row in ipairs(maps.patterns or {}) do
    local translated = regexps.translate(row.pattern)
    if not translated or regexps.found(translated, key) ~= false then return true end
  end
  return looks_below(search, form, value, depth, function(schema)
    return depth < 60 and nearest.looks_at_key(search, search.simple:read(schema), value, key, depth + 1, true)
  end)
end

--- Returns whether a keyword beside `unevaluatedItems` evaluates an item.
---@param search table
---@param form yschema.Form
---@param value table
---@param i integer
---@param depth integer
---@param inside? boolean
---@return boolean
function nearest.looks_at_item(search, form, value, i, depth, inside)
  local arrays = form.arrays
  if arrays.items ~= nil or inside and arrays.unevaluated ~= nil or i <= #(arrays.prefix or {}) then return true end
  for _, contains in ipairs(form.place and form.place.draft >= 2020 and arrays.contains or {}) do
    if search:fits(contains.schema, value[i], depth) then return true end
  end
  return looks_below(search, form, value, depth, function(schema)
    return depth < 60 and nearest.looks_at_item(search, search.simple:read(schema), value, i, depth + 1, true)
  end)
end

return nearest
