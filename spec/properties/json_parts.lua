--- The rules `json_schema=` that random schemas have: parts of a JSON Schema, and what each of them means.
--
-- A part is { text, test }: the JSON text of a subschema, and a function `test(v, path, found)` that adds the path of
-- each violation of a value (value.lua) to the set `found`. Violations of `anyOf` and `oneOf` may have any path in the
-- value, and so they are added to `found.within`.

local paths = require "spec.properties.paths"
local value = require "spec.properties.value"

local json_parts = {}

local kind_of = value.kind

-- A text that two values share if they are equal in JSON Schema, where 1 and 1.0 are one number.
local function text_of(v) return (value.json(v, true):gsub("(%d)%.0%f[^%d]", "%1")) end

local function is_number(v) return kind_of(v) == "int" or kind_of(v) == "float" end

local function is_integer(v) return kind_of(v) == "int" or kind_of(v) == "float" and v.n % 1 == 0 end

local function characters(text) return #(text:gsub("[\128-\191]", "")) end

local function quoted_list(list)
  local texts = {}
  for i, word in ipairs(list) do texts[i] = value.quoted(word) end
  return "[" .. table.concat(texts, ", ") .. "]"
end

-- Returns whether a value violates nothing of a part.
local function holds(part, v)
  local found = { within = {} }
  part.test(v, "", found)
  return next(found, next(found) == "within" and "within" or nil) == nil and next(found.within) == nil
end

-- A keyword about the whole value. `is_for` says for which values it is, and `test` whether it holds.
local function about(name, argument, is_for, test)
  return { text = ('"%s": %s'):format(name, argument), test = function(v, path, found)
    if is_for(v) and not test(v) then found[path] = true end
  end }
end

local function any() return true end
local function of_kind(kind) return function(v) return kind_of(v) == kind end end
local is_string, is_array, is_map = of_kind "string", of_kind "array", of_kind "map"

-- ---- keywords of any value --------------------------------------------------------------------------

local scalars = { "a", "b", "ab", "", value.int(0), value.int(1), value.int(3), value.float "0.5", value.float "3.0",
  true, false, value.null }

local function enum(random)
  local texts, allowed = {}, {}
  for i = 1, random:int(1, 4) do
    local one = random:pick(scalars)
    texts[i], allowed[text_of(one)] = value.json(one), true
  end
  local function test(v) return allowed[text_of(v)] == true end
  local is_const = #texts == 1 and random:chance(50)
  local list = "[" .. table.concat(texts, ", ") .. "]"
  local keyword = about(is_const and "const" or "enum", is_const and texts[1] or list, any, test)
  keyword.allows = test
  return keyword
end

local types = {
  string = is_string, boolean = of_kind "bool", null = of_kind "null", array = is_array, object = is_map,
  number = is_number, integer = is_integer,
}
local type_names = { "string", "boolean", "null", "array", "object", "number", "integer" }

local function type_of(random)
  local names = { random:pick(type_names) }
  while random:chance(50) do names[#names + 1] = random:pick(type_names) end
  local seen, list = {}, {}
  for _, name in ipairs(names) do
    if not seen[name] then list[#list + 1] = name end
    seen[name] = true
  end
  local function allows(v)
    for _, name in ipairs(list) do
      if types[name](v) then return true end
    end
    return false
  end
  local keyword = about("type", list[2] and quoted_list(list) or value.quoted(list[1]), any, allows)
  keyword.allows = allows
  return keyword
end

-- ---- keywords of numbers, strings, arrays and maps --------------------------------------------------

local function bound(name, is_for, test, first, last)
  return function(random)
    local n = random:int(first, last)
    return about(name, n, is_for, function(v) return test(v, n) end)
  end
end

local function pattern(random)
  local start = random:pick { "a", "b" }
  return about("pattern", ('"^%s"'):format(start), is_string, function(v) return v:sub(1, 1) == start end)
end

local function unique()
  return about("uniqueItems", "true", is_array, function(v)
    local seen = {}
    for _, item in ipairs(v) do
      if seen[text_of(item)] then return false end
      seen[text_of(item)] = true
    end
    return true
  end)
end

local keys = { "a", "b", "c", "d", "name", "port", "kind" }

local function required(random)
  local names = { random:pick(keys) }
  return { text = '"required": ' .. quoted_list(names), test = function(v, path, found)
    if is_map(v) and v.at[names[1]] == nil then found[paths.child(path, names[1])] = path end
  end }
end

local function dependent_required(random)
  local one, other = random:pick(keys), random:pick(keys)
  return about("dependentRequired", ("{%s: [%s]}"):format(value.quoted(one), value.quoted(other)), is_map,
    function(v) return v.at[one] == nil or v.at[other] ~= nil end)
end

-- ---- keywords with parts ----------------------------------------------------------------------------

local part_of

local function properties(random, depth)
  local key, part = random:pick(keys), part_of(random, depth - 1)
  local rest = random:chance(30) and part_of(random, depth - 1)
  local is_closed = not rest and random:chance(15)
  local text = ('"properties": {%s: %s}'):format(value.quoted(key), part.text)
  if rest or is_closed then text = text .. ', "additionalProperties": ' .. (rest and rest.text or "false") end
  return { text = text, test = function(v, path, found)
    for _, name in ipairs(is_map(v) and v.keys or {}) do
      local below = paths.child(path, name)
      if name == key then part.test(v.at[name], below, found)
      elseif rest then rest.test(v.at[name], below, found)
      elseif is_closed then found[below] = true end
    end
  end }
end

local function property_names(random)
  local most = random:int(1, 4)
  return { text = ('"propertyNames": {"maxLength": %d}'):format(most), test = function(v, path, found)
    for _, name in ipairs(is_map(v) and v.keys or {}) do
      if characters(name) > most then found[paths.child(path, name)] = true end
    end
  end }
end

local function items(random, depth)
  local part = part_of(random, depth - 1)
  return { text = '"items": ' .. part.text, test = function(v, path, found)
    for i, item in ipairs(is_array(v) and v or {}) do part.test(item, paths.item(path, i), found) end
  end }
end

local function contains(random, depth)
  local part = part_of(random, depth - 1)
  return about("contains", part.text, is_array, function(v)
    for _, item in ipairs(v) do
      if holds(part, item) then return true end
    end
    return false
  end)
end

local function negated(random, depth)
  local part = part_of(random, depth - 1)
  return about("not", part.text, any, function(v) return not holds(part, v) end)
end

local function some(random, depth)
  local name = random:pick { "anyOf", "oneOf" }
  local first, second = part_of(random, depth - 1), part_of(random, depth - 1)
  local text = ('"%s": [%s, %s]'):format(name, first.text, second.text)
  return { text = text, test = function(v, path, found)
    local count = (holds(first, v) and 1 or 0) + (holds(second, v) and 1 or 0)
    if count == 0 or count == 2 and name == "oneOf" then found.within[path] = true end
  end }
end

local function conditional(random, depth)
  local condition, consequence, otherwise = part_of(random, depth - 1), part_of(random, depth - 1),
    part_of(random, depth - 1)
  local text = ('"if": %s, "then": %s, "else": %s'):format(condition.text, consequence.text, otherwise.text)
  return { text = text, test = function(v, path, found)
    return (holds(condition, v) and consequence or otherwise).test(v, path, found)
  end }
end

local function at_most(length) return function(v, n) return length(v) <= n end end
local function at_least(length) return function(v, n) return length(v) >= n end end
local function number_of_keys(v) return #v.keys end
local function number_of_items(v) return #v end
local function number(v) return v.n end

local simple = {
  any = { enum, type_of },
  number = { bound("minimum", is_number, at_least(number), -1, 6), bound("maximum", is_number, at_most(number), -1, 9),
    bound("exclusiveMinimum", is_number, function(v, n) return v.n > n end, -1, 5) },
  string = { pattern, bound("minLength", is_string, at_least(characters), 0, 2),
    bound("maxLength", is_string, at_most(characters), 0, 3) },
  array = { unique, bound("minItems", is_array, at_least(number_of_items), 0, 3),
    bound("maxItems", is_array, at_most(number_of_items), 0, 3) },
  map = { required, required, dependent_required, property_names,
    bound("minProperties", is_map, at_least(number_of_keys), 0, 3),
    bound("maxProperties", is_map, at_most(number_of_keys), 0, 3) },
}
local nested = { any = { negated, some, conditional }, array = { items, contains }, map = { properties } }
local groups = { "any", "number", "string", "array", "map" }

-- A part with up to three keywords.
function part_of(random, depth)
  local texts, list, seen = {}, {}, {}
  for _ = 1, random:int(1, 3) do
    local group = random:pick(groups)
    local makers = depth > 0 and nested[group] and random:chance(50) and nested[group] or simple[group]
    local maker = random:pick(makers)
    if not seen[maker] then
      seen[maker] = true
      list[#list + 1] = maker(random, depth)
      texts[#list] = list[#list].text
    end
  end
  return { text = "{" .. table.concat(texts, ", ") .. "}", test = function(v, path, found)
    for _, keyword in ipairs(list) do
      -- Nothing else is said about a value of an invalid type, or one that is not listed.
      if keyword.allows and not keyword.allows(v) then
        found[path] = true
        return
      end
    end
    for _, keyword in ipairs(list) do keyword.test(v, path, found) end
  end }
end

--- A random part.
function json_parts.random(random) return part_of(random, 2) end

--- Returns the paths of the violations of a value, as a set; `within` has those below which there are some.
function json_parts.violations(part, v, path)
  local found = { within = {} }
  part.test(v, path, found)
  return found
end

return json_parts
