--- Values of YAML as the second evaluator has them.
--
-- Strings and booleans are Lua's. The others are tables with a `tag`, and never change: `null`; `int`
-- and `float` with their number `n` and the text that JSON has for it; `array`, a list; `map` with the
-- list `keys` and the table `at` of values by key. So an integer is never taken for a float, whatever
-- the runtime's numbers are.

local value = {}

value.null = { tag = "null" }

function value.int(n) return { tag = "int", n = n, text = ("%d"):format(n) } end

--- An integer that doubles cannot hold, by its text; `n` is near it.
function value.big(text) return { tag = "int", n = tonumber(text .. ".0"), text = text, big = true } end

--- A float, by its text: `1.0`, `-2.5`.
function value.float(text) return { tag = "float", n = tonumber(text), text = text } end

function value.array(list)
  list.tag = "array"
  return list
end

--- A map; `pairs` is a list of { key, value }.
function value.map(pairs_of)
  local map = { tag = "map", keys = {}, at = {} }
  for i, pair in ipairs(pairs_of or {}) do
    map.keys[i] = pair[1]
    map.at[pair[1]] = pair[2]
  end
  return map
end

--- Adds a key to a map that is being made, or replaces its value.
function value.set(map, key, item)
  if map.at[key] == nil then map.keys[#map.keys + 1] = key end
  map.at[key] = item
end

--- "string", "bool", "int", "float", "null", "map" or "array".
function value.kind(v)
  local type_of = type(v)
  if type_of == "table" then return v.tag end
  return type_of == "boolean" and "bool" or type_of
end

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r" }

function value.quoted(text)
  return '"' .. text:gsub('[%c"\\\127]', function(c)
    return escapes[c] or ("\\u%04x"):format(c:byte())
  end) .. '"'
end

local function write(v, out, sorted)
  local kind = value.kind(v)
  if kind == "string" then out[#out + 1] = value.quoted(v)
  elseif kind == "bool" then out[#out + 1] = tostring(v)
  elseif kind == "null" then out[#out + 1] = "null"
  elseif kind == "array" then
    out[#out + 1] = "["
    for i, item in ipairs(v) do
      if i > 1 then out[#out + 1] = "," end
      write(item, out, sorted)
    end
    out[#out + 1] = "]"
  elseif kind == "map" then
    local keys = v.keys
    if sorted then
      keys = {}
      for i, key in ipairs(v.keys) do keys[i] = key end
      table.sort(keys)
    end
    out[#out + 1] = "{"
    for i, key in ipairs(keys) do
      out[#out + 1] = (i > 1 and "," or "") .. value.quoted(key) .. ":"
      write(v.at[key], out, sorted)
    end
    out[#out + 1] = "}"
  else out[#out + 1] = v.text end
end

--- JSON on one line; with `sorted`, maps by their keys. Two values are equal when their sorted texts are.
function value.json(v, sorted)
  local out = {}
  write(v, out, sorted)
  return table.concat(out)
end

-- ---- reading what yschema prints as JSON ---------------------------------------------------------

local unescaped = { n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function read_string(text, at)
  local parts = {}
  at = at + 1
  while true do
    local plain, stop = text:match('^([^"\\]*)()', at)
    parts[#parts + 1] = plain
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local letter = text:sub(stop + 1, stop + 1)
    if letter == "u" then
      local code = tonumber(text:sub(stop + 2, stop + 5), 16)
      assert(code < 128, "only control characters are written so")
      parts[#parts + 1] = string.char(code)
      at = stop + 6
    else
      parts[#parts + 1] = assert(unescaped[letter])
      at = stop + 2
    end
  end
end

local read

local function read_list(text, at, close, read_item)
  at = text:match("^%s*()", at + 1)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = read_item(at)
    local sign
    sign, at = text:match("^%s*([,%]}])%s*()", at)
    if sign == close then return at end
    assert(sign == ",", "no JSON")
  end
end

local words = { ["true"] = true, ["false"] = false, ["null"] = value.null }

function read(text, at)
  at = text:match("^%s*()", at)
  local first = text:sub(at, at)
  if first == '"' then return read_string(text, at) end
  if first == "[" then
    local list = {}
    return value.array(list), read_list(text, at, "]", function(from)
      list[#list + 1], from = read(text, from)
      return from
    end)
  elseif first == "{" then
    local map = value.map()
    return map, read_list(text, at, "}", function(from)
      local key, item
      key, from = read_string(text, text:match("^%s*()", from))
      item, from = read(text, text:match("^%s*:()", from))
      assert(map.at[key] == nil, "a key twice")
      value.set(map, key, item)
      return from
    end)
  end
  local word, stop = text:match("^([%w.+-]+)()", at)
  if words[word] ~= nil then return words[word], stop end
  assert(tonumber(word), "no JSON")
  local tag = word:find "[.eE]" and "float" or "int"
  return { tag = tag, n = tonumber(word), text = word }, stop
end

--- The value of a JSON text.
function value.read(text) return (read(text, 1)) end

return value
