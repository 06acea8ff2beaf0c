--- The second evaluator of gaps: finds out, without the core, in which layer a missing value could have been given. A
-- report says "not given in" that layer.

local likes = require "spec.properties.likes"
local value = require "spec.properties.value"

local gaps = {}

-- The keys of a JSON pointer.
local function keys_of(pointer)
  local keys = {}
  for part in pointer:gmatch "/([^/]*)" do keys[#keys + 1] = part:gsub("~1", "/"):gsub("~0", "~") end
  return keys
end

-- Returns how many of the keys a layer gives, and whether the value there has no keys.
local function depth_of(v, keys)
  for i, key in ipairs(keys) do
    local kind = value.kind(v)
    local index = kind == "array" and tonumber(key)
    if kind ~= "map" and not index then return i - 1, true end
    if index then v = v[index + 1] else v = v.at[key] end
    if v == nil then return i - 1, false end
  end
  return #keys, false
end

local function has_index(v, keys)
  for _, key in ipairs(keys) do
    if value.kind(v) == "array" then return true end
    v = value.kind(v) == "map" and v.at[key] or nil
  end
  return false
end

-- Returns the keys whose values select alternatives in a schema, as a set.
local function selectors_of(root)
  local found = {}
  likes.each(root, function(node)
    local by = node.choice and node.choice.by
    if by then found[by] = true end
  end)
  return found
end

-- Returns whether a layer selects, in a map on the way to a value, another alternative than the layers before it.
-- `selected` has the choices of the layers before it, and gets those of this one.
local function selects_another(v, keys, selectors, selected)
  local way, another = "", false
  for i = 1, #keys + 1 do
    if value.kind(v) ~= "map" then break end
    for name in pairs(selectors) do
      local at, now = way .. "/" .. name, v.at[name]
      another = another or now ~= nil and selected[at] ~= nil and selected[at] ~= now
      selected[at] = now == nil and selected[at] or now
    end
    way, v = way .. "/" .. tostring(keys[i]), v.at[keys[i]]
  end
  return another
end

-- Returns the greatest number of the keys that a layer gives, and the numbers of the layers that give as many; or nil
-- when a layer replaces others.
local function wanted(layers, keys, selectors)
  local most, givers, selected = -1, {}, {}
  for i, layer in ipairs(layers) do
    if layer.value ~= value.null then
      if selects_another(layer.value, keys, selectors, selected) then return nil end
      local depth, ends = depth_of(layer.value, keys)
      if ends or #layers > 1 and has_index(layer.value, keys) then return nil end
      if depth > most then most, givers = depth, {} end
      if depth == most then givers[i] = true end
    end
  end
  return most, givers
end

local function line_of(text, number)
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    number = number - 1
    if number == 0 then return line end
  end
  return ""
end

-- Returns what is wrong with the place in a record about the value with these keys, or nil.
local function problem_of(record, keys, layers, inputs, selectors)
  local depth, givers = wanted(layers, keys, selectors)
  if not depth then return nil end
  local file = record.gap_file
  if depth == #keys or #keys == 0 then return file and "it is given, but said to be missing in " .. file end
  if not inputs[1] then return file and "there is no layer, but it is said to be missing in " .. file end
  if depth < 0 then givers = { true } end -- where nothing has a value, the first file is named
  local number = tonumber(file and file:match "^v(%d+)%.yml$")
  if not givers[number] then return "it is missing in a layer, and not in " .. (file or "none") end
  local key, line = keys[depth], line_of(inputs[number], record.gap_line)
  if key and key:find "^%a[%w_]*$" and not line:find(key, 1, true) then
    return ("it is missing in %s, and not in %s:%d: %s"):format(key, file, record.gap_line, line)
  end
end

--- Compares the gaps of records with the layers. Returns nil, or the first difference.
---@param records table[] of a run in which the layers were files
---@param layers table[] without overlays
---@param inputs string[] their texts
---@param root table the schema's root
---@return string? problem
function gaps.compare(records, layers, inputs, root)
  local selectors = selectors_of(root)
  for _, record in ipairs(records) do
    local of_default = record.kind == "rule" or record.kind == "required" or record.kind == "type"
    if of_default and record.pointer and not (record.path or ""):find("(sensitive)", 1, true) then
      local problem = problem_of(record, keys_of(record.pointer), layers, inputs, selectors)
      if problem then return ("the gap of %s: %s"):format(record.path or "the document", problem) end
    end
  end
end

return gaps
