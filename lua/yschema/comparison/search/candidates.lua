--- Makes values that may show a difference between two schemas, with their places in a document.
--
-- @module yschema.comparison.search.candidates

local facts = require "yschema.values.facts"
local generator = require "yschema.values.generator"
local reference_names = require "yschema.values.reference_names"
local placing = require "yschema.values.placing"
local samples = require "yschema.values.samples"
local plain_tables = require "yschema.base.plain_tables"

local candidates = {}

local changed, sorted_keys = plain_tables.changed, plain_tables.sorted_keys

-- Returns the steps without the last one.
local function steps_above(steps)
  local above = changed(steps)
  above[#above] = nil
  return above
end

-- Each of these functions calls `try(steps, value, key)` with values until it returns true, and returns true then.
local each = {}

-- Tries random maps in the place of the map around the last step.
local function each_map(self, difference, count, try)
  local steps = difference.steps
  local above, field = steps_above(steps), steps[#steps].field
  for _ = 1, count do
    if try(above, self.random:map(field, #above)) then return true end
  end
end

function each.absent(_, difference, _, try) return try(difference.steps, placing.ABSENT) end

function each.count(self, difference, count, try)
  return try(steps_above(difference.steps), {}) or each_map(self, difference, count, try)
end

local some_keys = { "a", "b", "zz", "A1", "x-y", "0", "a.b", "aa" }

function each.key(self, difference, count, try)
  local last = difference.steps[#difference.steps]
  for i = 1, count + #some_keys do
    local key = some_keys[i] or self.random:key(facts.map(last.field), last.open, {})
    local steps = changed(difference.steps, {
      [#difference.steps] = { kind = "open", field = last.field, open = last.open, key = key },
    })
    if key and try(steps, self.least:value(last.open.field, #steps)) then return true end
  end
end

function each.value(self, difference, count, try)
  local steps = difference.steps
  for _, value in ipairs(difference.values or {}) do
    if try(steps, generator.copy(value)) then return true end
  end
  local function try_there(value) return try(steps, value) end
  if samples.each(difference.from, difference.to, self.least, self.random, try_there) then return true end
  for _ = 1, count do
    local value = self.random:value(difference.from, #steps)
    if value ~= nil and try(steps, value) then return true end
  end
end

-- Rules of the maps around a missing key may look at the default.
function each.without(self, difference, count, try)
  local key = difference.steps[#difference.steps].key
  return each_map(self, difference, count, function(above, map)
    map[key] = nil
    return try(above, map, key)
  end)
end

function each.part(self, difference, count, try)
  local map = facts.map(difference.from)
  for _ = 1, math.min(count, 20) do
    local value = self.random:map(difference.from, #difference.steps)
    for _, key in ipairs(sorted_keys(value)) do
      if not facts.named(map, key) then value[key] = nil end
    end
    if try(difference.steps, value) then return true end
  end
end

function each.among(self, difference, count, try)
  local steps = difference.steps
  local key = steps[#steps].key
  return each_map(self, difference, count, function(above, map)
    if map[key] == nil then map[key] = self.least:value(difference.from, #steps) end
    return try(above, map)
  end)
end

--- Sets the value at a path of keys below a map.
---@param map table
---@param keys string[]
---@param value any
function candidates.set_below(map, keys, value)
  for i = 1, #keys - 1 do
    if type(map[keys[i]]) ~= "table" then map[keys[i]] = {} end
    map = map[keys[i]]
  end
  map[keys[#keys]] = value
end

--- Returns the keys that lead to a place from the root of a document; nil if they are not all named.
---@param steps yschema.SchemaStep[]
---@return string[]?
function candidates.keys_of(steps)
  local keys = {}
  for i, step in ipairs(steps) do
    if not step.key then return nil end
    keys[i] = step.key
  end
  return keys
end

-- Tries values under an old name, alone and beside a value under the new name.
function each.name(self, difference, _, try)
  local named, steps = difference.names, difference.steps
  local old = named.old
  local above = old.from_root and {} or steps_above(steps)
  local field = old.from_root and self.from.root or steps[#steps].field
  local new = old.from_root and candidates.keys_of(steps) or not old.from_root and { steps[#steps].key }
  local beside = named.new and new and self.least:value(named.new, #steps)
  for _, value in ipairs(samples.of(named.takes, difference.to, self.least, self.random)) do
    for _, is_beside in ipairs(beside ~= nil and { false, true } or { false }) do
      local map = self.least:map(field, #above) or {}
      if new then candidates.set_below(map, new, nil) end
      candidates.set_below(map, old.keys, generator.copy(value))
      if is_beside then candidates.set_below(map, new, generator.copy(beside)) end
      if try(above, map) then return true end
    end
  end
end

-- Values that refer to a name at each path of the first schema.
function each.refer(self, difference, _, try)
  local steps, done = difference.steps, false
  for _, reference in ipairs(difference.from.refers or {}) do
    for _, path in ipairs(reference.to) do
      self.placing.target = path
      for _, value in ipairs(samples.of(difference.from, difference.to, self.least, self.random)) do
        done = done or try(steps, generator.copy(value))
      end
      self.placing.target = nil
      if done then return true end
    end
  end
end

-- Sets the least value that is not null under a path of keys.
local function set_least(self, maps, field, path)
  local keys = {}
  for i, step in ipairs(reference_names.steps(path)) do
    keys[i], field = step.key, field and placing.field_below(field, step.key)
  end
  local value = field and self.least:value(field, 1)
  for _, map in ipairs(value ~= nil and keys[1] and maps or {}) do candidates.set_below(map, keys, value) end
end

-- Two items that are the same, and two that differ only beside the keys of one identity.
function each.twice(self, difference, _, try)
  local item = facts.item(difference.from)
  if not item or not facts.map(item) then return end
  for _, field in ipairs { difference.to, difference.from } do
    for _, identity in ipairs(field.identity or {}) do
      local first, second = self.least:map(item, 1), self.random:map(item, 1)
      for _, path in ipairs(identity.keys) do
        set_least(self, { first, second }, item, path)
      end
      if try(difference.steps, generator.array { generator.copy(first), generator.copy(first) }) then return true end
      if try(difference.steps, generator.array { generator.copy(first), second }) then return true end
    end
  end
end

--- Calls `try(steps, value, key)` with what may show a difference, until it returns true. With `key`, the difference is
--- about this key, which the value does not give.
---@param self yschema.Search
---@param difference yschema.Difference
---@param count integer random values
---@param try fun(steps: yschema.SchemaStep[], value: any, key?: string): boolean?
function candidates.each(self, difference, count, try)
  for _, way in ipairs(difference.ways) do
    if each[way](self, difference, count, try) then return end
  end
end

--- Puts a value under the old name of a key.
---@param steps yschema.SchemaStep[] the way to the key
---@param old table an old name
---@param value any
---@return yschema.SchemaStep[] above the way to the map in which the old name begins
---@return any value that map
function candidates.under_old_name(steps, old, value)
  local above = old.from_root and {} or steps_above(steps)
  for i = #old.keys, 1, -1 do value = { [old.keys[i]] = value } end
  return above, value
end

return candidates
