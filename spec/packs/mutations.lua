-- Copies of configurations with one change each: another type, a key that is dropped, misspelt or unknown, a number
-- beyond its limits, a text of another form, null, an empty list. The same seed gives the same copies.
--
--   for text, change in mutations.each(trees, { seed = 1, count = 1000 }) do … end
--
-- Trees are what `yschema.parse` gives. Texts are YAML with one key on a line, so that each violation has its own line.

local yschema = require "yschema"

local mutations = {}

local null, array_mt = yschema.null, yschema.array_mt

local function is_array(value) return getmetatable(value) == array_mt end

local function copy(value)
  if type(value) ~= "table" then
    return value
  end
  local new = setmetatable({}, getmetatable(value))
  for key, inner in pairs(value) do
    new[key] = copy(inner)
  end
  return new
end

-- ---- Writing ----

local function scalar(value)
  if value == null then
    return "null"
  elseif type(value) == "string" then
    return '"' .. value:gsub('[\\"]', "\\%0"):gsub("\n", "\\n"):gsub("\t", "\\t"):gsub("%c", "?") .. '"'
  elseif type(value) == "number" and value == math.floor(value) and math.abs(value) < 1e15 then
    return ("%d"):format(value)
  end
  return tostring(value)
end

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

local write

local function write_array(out, array, indent)
  for i = 1, #array do
    out[#out + 1] = indent .. "-"
    write(out, array[i], indent .. "  ")
  end
end

local function write_map(out, map, indent)
  for _, key in ipairs(sorted_keys(map)) do
    out[#out + 1] = indent .. scalar(tostring(key)) .. ":"
    write(out, map[key], indent .. "  ")
  end
end

function write(out, value, indent)
  if type(value) ~= "table" then
    out[#out] = out[#out] .. " " .. scalar(value)
  elseif next(value) == nil then
    out[#out] = out[#out] .. (is_array(value) and " []" or " {}")
  elseif is_array(value) then
    write_array(out, value, indent)
  else
    write_map(out, value, indent)
  end
end

--- A tree as a YAML text.
function mutations.text(tree)
  local out = {}
  write_map(out, tree, "")
  return table.concat(out, "\n") .. "\n"
end

-- ---- Places and changes ----

-- Lists every place of a tree: the table that holds it, and its key there.
local function places(tree, list, path)
  for _, key in ipairs(sorted_keys(tree)) do
    local here = path .. "/" .. tostring(key)
    list[#list + 1] = { holder = tree, key = key, path = here }
    if type(tree[key]) == "table" then
      places(tree[key], list, here)
    end
  end
  return list
end

local function remove(holder, key)
  if is_array(holder) then
    table.remove(holder, key)
  else
    holder[key] = nil
  end
end

local function swapped(word, random)
  local at = random(#word)
  if #word < 3 or at == #word then
    return word .. "x"
  end
  local text = word:sub(1, at - 1) .. word:sub(at + 1, at + 1) .. word:sub(at, at) .. word:sub(at + 2)
  return text ~= word and text or word .. "x"
end

local texts = {
  "", "nope", "two words", "UPPER", "a/b", "http://", "-1", "999.1.1.1", "*", "a..b", "%zz", "(", "10:10", "ünïcode",
  "//", "x\ty", "300ms", "5 minutes", "{{ open", "a=b", "=~", "http://a:b", "1.2.3.4/99", "$", "\\",
}
local numbers = { -1, 0, 1, 2, 99, 65535, 65536, 32768, 1000001, 4294967296, 0.5, -0.001, 5000000000 }

local function another_type(value, random)
  local list = setmetatable({ "a" }, array_mt)
  local choices = {
    string = { 7, true, { a = "b" }, list, 1.5 },
    number = { "seven", true, { a = "b" }, list, "" },
    boolean = { "yes", 1, { a = "b" }, list, "" },
    map = { "text", 5, list, true },
    array = { "text", 5, { a = "b" }, true },
  }
  local kind = type(value) == "table" and (is_array(value) and "array" or "map") or type(value)
  local of = choices[kind] or choices.string
  return copy(of[random(#of)])
end

local changes = {}

function changes.type(place, random) place.holder[place.key] = another_type(place.holder[place.key], random) end

function changes.drop(place) remove(place.holder, place.key) end

function changes.null(place) place.holder[place.key] = null end

function changes.unknown(place)
  local value = place.holder[place.key]
  if type(value) ~= "table" or is_array(value) then
    return false
  end
  value.unheard_of = "x"
end

function changes.misspelt(place, random)
  if is_array(place.holder) or place.key == "" then
    return false
  end
  local word = swapped(place.key, random)
  place.holder[word], place.holder[place.key] = place.holder[place.key], nil
end

function changes.text(place, random)
  if type(place.holder[place.key]) ~= "string" then
    return false
  end
  place.holder[place.key] = texts[random(#texts)]
end

function changes.letter(place, random)
  local value = place.holder[place.key]
  if type(value) ~= "string" or value == "" then
    return false
  end
  place.holder[place.key] = swapped(value, random)
end

function changes.number(place, random)
  if type(place.holder[place.key]) ~= "number" then
    return false
  end
  place.holder[place.key] = numbers[random(#numbers)]
end

function changes.flip(place)
  if type(place.holder[place.key]) ~= "boolean" then
    return false
  end
  place.holder[place.key] = not place.holder[place.key]
end

function changes.empty(place)
  local value = place.holder[place.key]
  if type(value) ~= "table" or next(value) == nil then
    return false
  end
  place.holder[place.key] = setmetatable({}, getmetatable(value))
end

function changes.twice(place)
  local value = place.holder[place.key]
  if type(value) ~= "table" or not is_array(value) or #value == 0 then
    return false
  end
  table.insert(value, copy(value[#value]))
end

local names = { "type", "type", "drop", "null", "unknown", "misspelt", "text", "text", "letter", "number", "number",
  "flip", "empty", "twice" }

--- Returns a generator of numbers up to a limit that is the same on all runtimes.
---@param seed integer
---@return fun(limit: integer): integer
function mutations.generator(seed)
  local state = seed
  return function(limit)
    state = state * 16807 % 2147483647
    return state % limit + 1
  end
end

local function one(trees, random)
  while true do
    local tree = copy(trees[random(#trees)])
    local list = places(tree, {}, "")
    local place, name = list[random(#list)], names[random(#names)]
    if changes[name](place, random) ~= false then
      return mutations.text(tree), name .. " at " .. place.path
    end
  end
end

--- Iterates over `count` changed copies: the text, and what was changed.
function mutations.each(trees, options)
  local random, left = mutations.generator(options.seed), options.count
  return function()
    if left > 0 then
      left = left - 1
      return one(trees, random)
    end
  end
end

return mutations
