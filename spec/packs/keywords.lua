--- The meaning of keywords of JSON Schemas together: types that are not said, keys in branches, and conditions.

local keywords = {}

--- The value that shows a type.
keywords.ZERO = { string = "", integer = 0, number = 0, boolean = false }

local function kind_of_values(values)
  local kind
  for _, value in ipairs(values) do
    local own = type(value) == "number" and "integer" or type(value)
    if kind and kind ~= own then return nil end
    kind = own
  end
  return keywords.ZERO[kind or 0] ~= nil and kind or nil
end

--- Returns the type that a schema means.
local function type_of(schema)
  if schema.type then return schema.type end
  if schema.enum then return kind_of_values(schema.enum) end
  if schema.const ~= nil then return kind_of_values { schema.const } end
  if schema.properties or schema.additionalProperties ~= nil then return "object" end
  return nil
end

keywords.type_of = type_of

local CONDITIONS = { required = true, ["not"] = true, anyOf = true, oneOf = true, allOf = true, properties = true,
  ["if"] = true, ["then"] = true, ["else"] = true, dependencies = true, ["$comment"] = true, title = true,
  description = true, type = true }

-- Whether a schema only asks something of the keys of a map that another one describes.
local function is_condition(schema)
  if type(schema) ~= "table" or schema.additionalProperties ~= nil then return false end
  for keyword in pairs(schema) do
    if not CONDITIONS[keyword] then return false end
  end
  return true
end

--- Whether alternatives only ask something of the keys of a map that another schema describes.
function keywords.are_conditions(list)
  for _, each in ipairs(list) do
    if not is_condition(each) then return false end
  end
  return true
end

local function same(a, b)
  if type(a) ~= type(b) then return false end
  if type(a) ~= "table" then return a == b end
  for key, value in pairs(a) do
    if not same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

-- Adds the keys that branches of a map describe. Of one that they describe differently, the type is known.
local function collect_keys(schema, properties, own)
  for key, each in pairs(schema.properties or {}) do
    if not own[key] and type(each) == "table" and type_of(each) then
      local known = properties[key]
      if known == nil then
        properties[key] = each
      elseif not same(known, each) then
        properties[key] = { type = known.type == each.type and known.type or nil }
      end
    end
  end
  for _, keyword in ipairs { "then", "else" } do
    if type(schema[keyword]) == "table" then collect_keys(schema[keyword], properties, own) end
  end
  for _, keyword in ipairs { "allOf", "anyOf", "oneOf" } do
    for _, each in ipairs(schema[keyword] or {}) do
      if type(each) == "table" then collect_keys(each, properties, own) end
    end
  end
end

--- Lists the keys that a map and its branches describe.
function keywords.keys_of(schema)
  local properties = {}
  for key, each in pairs(schema.properties or {}) do properties[key] = each end
  local branches = {}
  for _, keyword in ipairs { "then", "else", "allOf", "anyOf", "oneOf" } do branches[keyword] = schema[keyword] end
  collect_keys(branches, properties, schema.properties or {})
  return properties
end

--- Returns a condition without what the keys of the map say already.
local function without_types(schema, own)
  if type(schema) ~= "table" then return schema end
  local copy = {}
  for keyword, value in pairs(schema) do copy[keyword] = value end
  if schema.properties then
    copy.properties = {}
    for key, each in pairs(schema.properties) do
      if own[key] then copy.properties[key] = each end
    end
  end
  for _, keyword in ipairs { "then", "else" } do copy[keyword] = without_types(schema[keyword], own) end
  for _, keyword in ipairs { "allOf", "anyOf", "oneOf" } do
    if schema[keyword] then
      copy[keyword] = {}
      for i, each in ipairs(schema[keyword]) do copy[keyword][i] = without_types(each, own) end
    end
  end
  copy.type = nil
  return copy
end

keywords.without_types = without_types

-- Whether an alternative needs the keys of another one, and more.
local function is_superset(one, other)
  for keyword in pairs(one) do
    if keyword ~= "required" then return false end
  end
  for keyword in pairs(other) do
    if keyword ~= "required" then return false end
  end
  local has = {}
  for _, key in ipairs(one.required) do has[key] = true end
  for _, key in ipairs(other.required) do
    if not has[key] then return false end
  end
  return #one.required > #other.required
end

local function without_supersets(list)
  local kept = {}
  for _, one in ipairs(list) do
    local superfluous = false
    for _, other in ipairs(list) do superfluous = superfluous or is_superset(one, other) end
    if not superfluous then kept[#kept + 1] = one end
  end
  return kept
end

--- Returns the keys of alternatives each of which needs only one, or nil.
function keywords.single_keys(keyword, list)
  local keys = {}
  if keyword == "anyOf" then list = without_supersets(list) end
  for i, each in ipairs(list) do
    for other in pairs(each) do
      if other ~= "required" then return nil end
    end
    if #(each.required or {}) ~= 1 then return nil end
    keys[i] = each.required[1]
  end
  return keys
end

--- Returns the defaults of keys.
function keywords.defaults_of(properties)
  local defaults = {}
  for key, each in pairs(properties) do
    if type(each) == "table" then defaults[key] = each.default end
  end
  return defaults
end

--- Copies a condition without the required keys that have defaults: APISIX fills these in before it validates.
function keywords.without_defaults(condition, defaults)
  if type(condition) ~= "table" then return condition end
  local copy = {}
  for key, value in pairs(condition) do copy[key] = keywords.without_defaults(value, defaults) end
  if type(condition.required) == "table" then
    copy.required = {}
    for _, key in ipairs(condition.required) do
      if defaults[key] == nil then table.insert(copy.required, key) end
    end
  end
  return copy
end

return keywords
