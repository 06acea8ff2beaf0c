--- Makes configurations: valid ones from JSON Schemas, and others from them by one change each.

local samples = {}

local STRINGS = { "text", "/a", "http://127.0.0.1:8080/a", "https://example.com", "127.0.0.1", "example.com", "a:b",
  "GET", "remote_addr", "x-header", "5m", "1", "^/a$", "vault/1", "0123456789abcdef0123456789abcdef",
  "function() end", ("x"):rep(130), "10.0.0.0/8", "redis", "arn:aws:lambda", "a/b", "{}", "2024-01-01", "Basic", "ldap",
  "127.0.0.1:80", "application/json", "$remote_addr", "HS256", "host", "uid", "@every 1s", "consumer_name",
  "return function() end", "text/plain", "return" }

--- Makes a generator of random numbers that is the same on every machine.
function samples.random(seed)
  local state = seed
  return function(most)
    state = (state * 1103515245 + 12345) % 2147483648
    return math.floor(state / 65536) % most + 1
  end
end

local function copy(value)
  if type(value) ~= "table" then return value end
  local out = {}
  for key, each in pairs(value) do out[key] = copy(each) end
  return out
end
samples.copy = copy

local make -- forward

local function sorted(map)
  local keys = {}
  for key in pairs(map or {}) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

local function add_required(value, schema, properties, context)
  for _, key in ipairs(schema.required or {}) do
    if value[key] == nil then value[key] = make(properties[key] or {}, context) end
  end
end

-- Fills in what conditions of a map need.
local function add_conditions(value, schema, properties, context)
  local all = { schema }
  for _, each in ipairs(schema.allOf or {}) do all[#all + 1] = each end
  for _, each in ipairs(all) do
    local choices = each.oneOf or each.anyOf
    local chosen = choices and choices[context.random(#choices)]
    if type(chosen) == "table" then
      for key, sub in pairs(chosen.properties or {}) do
        if value[key] == nil and context.random(2) == 1 then value[key] = make(sub, context) end
      end
      add_required(value, chosen, setmetatable(chosen.properties or {}, { __index = properties }), context)
    end
    local branch = each
    while type(branch) == "table" and branch["if"] do
      local condition = (branch["if"].properties or {})
      local holds = true
      for key, sub in pairs(condition) do
        local given = value[key]
        if given == nil then given = properties[key] and properties[key].default end
        local allowed = sub.enum or { sub.const }
        local found = false
        for _, one in ipairs(allowed) do found = found or one == given end
        holds = holds and found
      end
      local taken = branch[holds and "then" or "else"]
      if type(taken) == "table" then
        add_required(value, taken, setmetatable(taken.properties or {}, { __index = properties }), context)
      end
      branch = not holds and branch["else"] or nil
    end
  end
end

local function make_map(schema, context)
  local value, properties = {}, schema.properties or {}
  add_required(value, schema, properties, context)
  for _, key in ipairs(sorted(properties)) do
    local sub = properties[key]
    if value[key] == nil and key ~= "_meta" and type(sub) == "table" and context.random(3) <= context.fullness then
      value[key] = make(sub, context)
    end
  end
  add_conditions(value, schema, properties, context)
  local extra = schema.patternProperties and schema.patternProperties[sorted(schema.patternProperties)[1]]
  if not extra and type(schema.additionalProperties) == "table" then extra = schema.additionalProperties end
  if extra or (schema.minProperties or 0) > 0 and next(value) == nil then
    value[extra and schema.patternProperties and sorted(schema.patternProperties)[1]:match "^%a+$" or "key"]
      = make(extra or {}, context)
  end
  return next(value) ~= nil and value or context.empty_map
end

local function make_array(schema, context)
  local value = {}
  for i = 1, math.max(schema.minItems or 0, 1) do
    value[i] = make(type(schema.items) == "table" and schema.items or {}, context)
  end
  return value
end

local function make_string(schema, context)
  local start = context.random(#STRINGS)
  for i = 1, #STRINGS do
    local text = STRINGS[(start + i) % #STRINGS + 1]
    if context.fits(schema, text) then return text end
  end
  return "text"
end

--- Makes a value that may fit a schema. `context`: `random`, `fits(schema, value)`, `fullness` from 0 to 3,
-- `empty_map`.
function make(schema, context)
  if type(schema) ~= "table" then return "text" end
  if schema.const ~= nil then return schema.const end
  if schema.enum then return schema.enum[context.random(#schema.enum)] end
  local choice = schema.oneOf or schema.anyOf
  if choice and (not schema.type or choice[1].type or choice[1].format) and not schema.properties then
    return make(choice[context.random(#choice)], context)
  end
  local kind = type(schema.type) == "table" and schema.type[1] or schema.type
  if kind == "object" or not kind and schema.properties then return make_map(schema, context) end
  if kind == "array" then return make_array(schema, context) end
  if kind == "boolean" then return context.random(2) == 1 end
  if kind == "integer" or kind == "number" then
    local least = schema.minimum or schema.exclusiveMinimum and schema.exclusiveMinimum + 1
    if schema.default and context.random(2) == 1 then return schema.default end
    return least or schema.maximum and math.min(schema.maximum, 1) or 1
  end
  return make_string(schema, context)
end
samples.make = make

-- ---- changes --------------------------------------------------------------------------

local function places(value, found, holder, key)
  if holder then found[#found + 1] = { holder = holder, key = key, value = value } end
  if type(value) == "table" then
    for _, each in ipairs(sorted(value)) do places(value[each], found, value, each) end
  end
  return found
end

local function is_array(value) return type(value) == "table" and value[1] ~= nil end

local OTHERS = { "text", 7, true, { "a" }, { a = 1 }, 1.5, -1 }

local changes = {
  { "type", function(place, random)
    local other = OTHERS[random(#OTHERS)]
    if type(other) == type(place.value) and is_array(other) == is_array(place.value) then return false end
    place.holder[place.key] = copy(other)
  end },
  { "dropped", function(place)
    if is_array(place.holder) then table.remove(place.holder, place.key) else place.holder[place.key] = nil end
    return next(place.holder) ~= nil
  end },
  { "limit", function(place, random)
    local value = place.value
    if type(value) == "number" then
      place.holder[place.key] = ({ -1, 0, 1000000, value + 0.5, -100 })[random(5)]
    elseif type(value) == "string" then
      place.holder[place.key] = ({ "", ("y"):rep(300), ("z"):rep(70000), "a" })[random(4)]
    elseif is_array(value) then
      for _ = 1, random(2) == 1 and 40 or 0 do value[#value + 1] = copy(value[1]) end
      value[#value + 1] = copy(value[1])
    else
      return false
    end
  end },
  { "word", function(place)
    if type(place.value) ~= "string" then return false end
    place.holder[place.key] = "no_such_word"
  end },
  { "format", function(place, random)
    if type(place.value) ~= "string" then return false end
    place.holder[place.key] = ({ "a b", "ü", "://", "1.2.3.999", "-", "a\nb" })[random(6)]
  end },
  { "key", function(place)
    if type(place.value) ~= "table" or is_array(place.value) then return false end
    place.value.no_such_key = 1
  end },
  { "renamed", function(place)
    if type(place.key) ~= "string" then return false end
    place.holder[place.key] = nil
    place.holder[place.key .. "x"] = place.value
  end },
}

--- Changes one place of a value. Returns the changed copy and the name of the change, or nil.
function samples.change(value, random)
  local changed = copy(value)
  local list = places(changed, {})
  local place = list[random(#list)]
  local change = changes[random(#changes)]
  if not place or change[2](place, random) == false then return nil end
  return changed, change[1]
end

return samples
