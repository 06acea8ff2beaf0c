--- Puts names into a document, to which its values may then refer (reference#references).
--
-- @module yschema.values.reference_names

local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"

local reference_names = {}

local is_map = generator.is_map

-- The steps of a path after the points in front of it.
local patterns = {
  { "^%[%]", "items" }, { "^%*", "values" }, { "^{}", "keys" }, { '^%["(.-[^\\])"%]', "key" },
  { "^([^%.%[%]{}*]+)", "key" },
}

--- Reads a path to names.
---@param path string
---@return { kind: "key"|"items"|"values"|"keys", key: string? }[]
---@return integer up 0: the path begins at the root; 1: at the map that has the value; 2: at the map around that; …
function reference_names.steps(path)
  local steps, up = {}, #path:match "^%.*"
  local rest = path:sub(up + 1)
  while rest ~= "" do
    local found
    for _, row in ipairs(patterns) do
      local first, last, key = rest:find(row[1])
      if first then
        found = { kind = row[2], key = row[2] == "key" and key:gsub("\\(.)", "%1") or nil }
        rest = rest:sub(last + 1):gsub("^%.", "")
        break
      end
    end
    if not found then break end
    steps[#steps + 1] = found
  end
  return steps, up
end

-- Returns the field with maps, or arrays, that a field or one of its alternatives has.
local function part(field, take)
  local found = take(field)
  for _, alternative in ipairs(not found and field.choice or {}) do found = found or part(alternative.field, take) end
  return found
end

-- Whether the rest of a path leads to the name.
local function has(self, value, at)
  local step = self.steps[at]
  if not step then return value == self.name end
  if type(value) ~= "table" or is_map(value) == (step.kind == "items") then return false end
  if step.kind == "key" then return has(self, value[step.key], at + 1) end
  if step.kind == "keys" then return value[self.name] ~= nil end
  for _, part_of_it in pairs(value) do
    if has(self, part_of_it, at + 1) then return true end
  end
  return false
end

local put -- below

local function put_key(self, field, map, at)
  local step = self.steps[at]
  local key = step.key or step.kind == "keys" and self.name or next(map) or "a"
  local shape = part(field, facts.map)
  local child = shape and (facts.named(shape, key) or shape.open[1] and shape.open[1].field)
  if not child or type(key) ~= "string" then return false end
  if step.kind == "keys" then
    map[key] = map[key] == nil and self.least:value(child, at) or map[key]
    return map[key] ~= nil
  end
  map[key] = put(self, child, map[key], at + 1)
  return map[key] ~= nil
end

local function put_item(self, field, list, at)
  local item = part(field, facts.item)
  list[#list + 1] = item and put(self, item, nil, at + 1)
  return item ~= nil and list[1] ~= nil
end

-- Puts the name into a value, and returns it. nil: the path does not lead there.
function put(self, field, value, at)
  local step = self.steps[at]
  if not step then return self.name end
  if type(value) ~= "table" then value = self.least:value(field, at) end
  local is_items = step.kind == "items"
  if type(value) ~= "table" or is_map(value) == is_items then value = is_items and generator.array() or {} end
  local done
  if is_items then done = put_item(self, field, value, at) else done = put_key(self, field, value, at) end
  return done and value or nil
end

--- Puts a name into a value of a field, unless it is there, and adds the maps and items on the way.
---@param field yschema.OutlineField the field at which the path begins
---@param value any its value, which is changed
---@param steps table[] of reference_names.steps()
---@param name any
---@param least yschema.ValueGenerator
---@return boolean done
function reference_names.put(field, value, steps, name, least)
  local self = { steps = steps, name = name, least = least }
  return type(value) == "table" and (has(self, value, 1) or put(self, field, value, 1) ~= nil)
end

return reference_names
