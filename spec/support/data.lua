--- YAML as data, read by lyaml and compared as a reader would: the judge of what the command prints.
--
-- It shares no code with yschema, and works the same on Lua 5.4 and LuaJIT: a scalar is a text
-- with its type in front ("integer 1", "float 1", "string 1"), a collection is `{ kind =, … }`
-- with an array's items in the list part and a map's in `entries`.

local data = {}

require "lyaml" -- the package; its binding of libyaml's events is the module "yaml"
local yaml = require "yaml"

local words = {
  [""] = "null", ["~"] = "null", null = "null", Null = "null", NULL = "null",
  ["true"] = "boolean true", True = "boolean true", TRUE = "boolean true",
  ["false"] = "boolean false", False = "boolean false", FALSE = "boolean false",
  [".inf"] = "float inf", ["+.inf"] = "float inf", ["-.inf"] = "float -inf",
  [".nan"] = "float nan", [".NaN"] = "float nan",
}

local function float(text) return ("float %.17g"):format(tonumber(text)) end

local function plain(text)
  if words[text] then return words[text] end
  local sign, digits = text:match "^([-+]?)0*(%d+)$"
  if digits then return "integer " .. (sign == "-" and digits ~= "0" and "-" or "") .. digits end
  if text:match "^0x%x+$" then return ("integer %d"):format(tonumber(text)) end
  if text:match "^0o[0-7]+$" then return ("integer %d"):format(tonumber(text:sub(3), 8)) end
  local number = text:match "^%+?([-]?%.?%d[%d.]*[eE]?[-+]?%d*)$"
  if tonumber(number) then return float(number) end
  return "string " .. text
end

local function scalar(event)
  if event.tag == "tag:yaml.org,2002:str" then return "string " .. event.value end
  if event.tag == "tag:yaml.org,2002:float" and tonumber(event.value) then
    return float(event.value)
  end
  return event.style == "PLAIN" and plain(event.value) or "string " .. event.value
end

local build -- (event, next_event, anchors) -> value

local function sequence(next_event, anchors)
  local array = { kind = "array" }
  for event in next_event do
    if event.type == "SEQUENCE_END" then return array end
    array[#array + 1] = build(event, next_event, anchors)
  end
end

local function mapping(next_event, anchors)
  local map = { kind = "map", entries = {} }
  for event in next_event do
    if event.type == "MAPPING_END" then return map end
    local key = build(event, next_event, anchors)
    if map.entries[key] then error("the key " .. tostring(key) .. " is there twice", 0) end
    map.entries[key] = build(next_event(), next_event, anchors)
  end
end

function build(event, next_event, anchors)
  if event.type == "ALIAS" then
    return anchors[event.anchor] or error("no anchor " .. event.anchor, 0)
  end
  local value
  if event.type == "SCALAR" then value = scalar(event)
  elseif event.type == "SEQUENCE_START" then value = sequence(next_event, anchors)
  else value = mapping(next_event, anchors) end
  if event.anchor then anchors[event.anchor] = value end
  return value
end

--- All documents of a text.
---@param text string
---@return table|nil documents
---@return string|nil problem
function data.documents(text)
  local documents = {}
  local good, problem = pcall(function()
    local next_event = yaml.parser(text)
    for event in next_event do
      if event.type == "DOCUMENT_START" then
        documents[#documents + 1] = build(next_event(), next_event, {})
      end
    end
  end)
  if good then return documents end
  return nil, tostring(problem)
end

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map.entries) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  return keys
end

local function show(value)
  if type(value) == "string" then return value end
  local parts = {}
  if value.kind == "array" then
    for i, item in ipairs(value) do parts[i] = show(item) end
    return "[" .. table.concat(parts, ", ") .. "]"
  end
  for i, key in ipairs(sorted_keys(value)) do
    parts[i] = show(key) .. ": " .. show(value.entries[key])
  end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local differ -- (want, got, path, part) -> nil or how they differ

local function differ_maps(want, got, path, part)
  for _, key in ipairs(sorted_keys(want)) do
    local there = ("%s.%s"):format(path, show(key):gsub("^string ", ""))
    if not got.entries[key] then return there .. ": missing" end
    local difference = differ(want.entries[key], got.entries[key], there, part)
    if difference then return difference end
  end
  for _, key in ipairs(part and {} or sorted_keys(got)) do
    if not want.entries[key] then
      return ("%s: %s is not expected"):format(path, show(key))
    end
  end
end

function differ(want, got, path, part)
  local kind = type(want) == "table" and want.kind
  if kind ~= (type(got) == "table" and got.kind) or (not kind and want ~= got) then
    return ("%s: want %s, got %s"):format(path, show(want), show(got))
  end
  if kind == "map" then return differ_maps(want, got, path, part) end
  if not kind then return nil end
  if #want ~= #got then return ("%s: want %d items, got %s"):format(path, #want, show(got)) end
  for i = 1, #want do
    local difference = differ(want[i], got[i], ("%s[%d]"):format(path, i - 1), part)
    if difference then return difference end
  end
end

--- How two YAML texts differ as data, key order and style aside.
---@param want string
---@param got string
---@param part boolean maps of `got` may hold more keys
---@return string|nil difference
function data.difference(want, got, part)
  local expected = assert(data.documents(want))
  local found, problem = data.documents(got)
  if not found then return "this is not YAML: " .. problem end
  if #expected ~= #found then return ("want %d documents, got %d"):format(#expected, #found) end
  for i = 1, #expected do
    local difference = differ(expected[i], found[i], "", part)
    if difference then return difference end
  end
end

return data
