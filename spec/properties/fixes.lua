--- Puts a mistake of a known kind into valid values: `yschema fix` must give back a text with the original's result.

local fixing = require "yschema.fixing.fixing"
local likes = require "spec.properties.likes"
local nodes = require "spec.properties.evaluator.nodes"
local value = require "spec.properties.value"

local fixes = {}

local misspelt_keys = { name = { "nmae", "nane", "na_me", "Name" }, port = { "prot", "porrt", "pot", "PORT" } }

-- Whether a map takes keys that it does not name.
local function is_open(node)
  for _, item in ipairs(node.items) do
    if item[2].key and item[2].key.allowed then return true end
  end
  return false
end

-- Lists the mistakes that a value may get: functions that return the value with the mistake, and the original, which
-- may be another value than the one that is there.
local function mistakes(node, v, list)
  node = likes.resolved(node)
  local kind = value.kind(v)
  if node.choice or node.any or node.types or kind == "null" then return list end
  if kind == "map" and node.shape == "map" then
    for _, key in ipairs(v.keys) do
      local item = nodes.item_for(node, key)
      local is_named = item and item[1] == key and not is_open(node)
      if is_named and misspelt_keys[key] then list[#list + 1] = { map = v, key = key } end
      if item then mistakes(item[2], v.at[key], list) end
      local child = item and likes.resolved(item[2])
      if child and child.shape == "scalar" and not child.any and not child.choice and not child.types
        and value.kind(child.value) == value.kind(v.at[key]) and not child.rules then
        list[#list + 1] = { map = v, key = key, kind = value.kind(child.value) }
      end
    end
  elseif kind == "array" and node.shape == "array" and node.item then
    for _, item in ipairs(v) do mistakes(node.item, item, list) end
  end
  return list
end

-- Copies a value, with another key or value at a place.
local function changed(v, at, new_key, new_value)
  local kind = value.kind(v)
  if kind == "array" then
    local list = value.array {}
    for i, item in ipairs(v) do list[i] = changed(item, at, new_key, new_value) end
    return list
  elseif kind ~= "map" then return v end
  local map = value.map()
  for _, key in ipairs(v.keys) do
    local is_here = v == at.map and key == at.key
    local below = v.at[key]
    if is_here and new_value ~= nil then below = new_value
    elseif not is_here then below = changed(below, at, new_key, new_value) end
    value.set(map, is_here and new_key or key, below)
  end
  return map
end

-- Returns a value without its mistake, and with it.
local function with_mistake(random, v, at)
  if not at.kind then
    local key = random:pick(misspelt_keys[at.key])
    return v, changed(v, at, at.map.at[key] == nil and key or at.key)
  elseif at.kind == "string" then
    local number = random:pick { "1.5", "-2.25", "100.25" }
    return changed(v, at, at.key, number), changed(v, at, at.key, value.float(number))
  elseif at.kind == "int" then
    local number = random:int(-2, 900)
    return changed(v, at, at.key, value.int(number)), changed(v, at, at.key, ("%d"):format(number))
  elseif at.kind == "bool" then
    local is = random:chance(50)
    return changed(v, at, at.key, is), changed(v, at, at.key, tostring(is))
  end
  return v, v
end

-- Makes a unit of the texts among some inputs.
local function unit_of(schema, inputs)
  local job, texts, files, numbers = { schema = schema, how = {}, layers = {} }, {}, {}, {}
  for i, text in ipairs(inputs) do
    local name = "v" .. i .. ".yml"
    texts[i] = { name = name, text = text, mark = "", settings = schema.settings }
    files[i], numbers[i] = { path = name }, i
  end
  job.layers, job.file = files, files[#files]
  return { jobs = { job }, files = files, numbers = { [job] = numbers } }, texts
end

-- Whether the key of a violation is masked: the fix would show what it is like.
local function masks_keys(report)
  for _, violation in ipairs(report.violations) do
    if violation.path:find("(sensitive)", 1, true) and violation.kind == "unknown-key" then return true end
  end
  return false
end

--- Returns a problem with how a mistake is fixed, or nil. `tools` has the functions of properties.lua.
function fixes.problem(composition, first, random, tools)
  if first.at_load or #composition.layers == 0 then return nil end
  for _, layer in ipairs(composition.layers) do
    if layer.node or layer.over then return nil end
  end
  local number = random:int(1, #composition.layers)
  local v = composition.layers[number].value
  local list = mistakes(composition.schema.root, v, {})
  if not list[1] then return nil end
  local original, mistaken = with_mistake(random, v, random:pick(list))
  local function inputs_with(other, seed)
    local layers = {}
    for i, layer in ipairs(composition.layers) do layers[i] = i == number and { value = other } or layer end
    return tools.inputs_of({ schema = composition.schema, layers = layers }, tools.random(seed),
      { flow = seed % 3 == 0 and 60 or 0, comments = seed % 2 == 0 })
  end
  local seed = random:int(1, 100000)
  local valid, invalid = tools.run(inputs_with(original, seed)), inputs_with(mistaken, seed)
  local report = tools.run(invalid)
  if not valid.accepted or report.status ~= 1 or masks_keys(report) then return nil end
  local unit, texts = unit_of(valid.schema, invalid)
  local outcome = fixing.of(unit, texts, {})
  local fixed = { schema = invalid.schema, files = invalid.files }
  for i, text in ipairs(outcome.texts) do fixed[i] = text.text end
  if not outcome.done[1] then
    return outcome.refused[1] == nil and "nothing is fixed" or nil, invalid
  end
  local again = fixing.of(unit, outcome.texts, {})
  if again.done[1] then return "a second run changes the text", fixed end
  return tools.difference(valid, tools.run(fixed), true), invalid
end

return fixes
