--- Reads and writes the JSON objects of the store: each has a format with a version, and fields of known kinds.
--
-- Records come from a network, and may have been written by another program. Unknown fields are left out.
--
-- @module yschema.fleet.records

local core = require "yschema.core"
local one_value = require "yschema.text.one_value"
local valid_names = require "yschema.fleet.valid_names"

local records = {}

local find, format, match = string.find, string.format, string.match
local to_integer = math.tointeger or function(number) return number end

local longest_line = 200

--- The name of a kind of record, and its fields.
---@class yschema.fleet.Form
---@field what string in reports, such as "the pointer"
---@field format string such as "yschema-pointer"
---@field version integer
---@field most_bytes integer
---@field remedy string what to do when it is damaged
---@field fields yschema.fleet.Field[] in the order in which they are written

---@class yschema.fleet.Field
---@field [1] string its name
---@field [2] string its kind, see `records.kinds`
---@field optional? boolean

-- ---- kinds of values ----------------------------------------------------------------

local function whole(value, least)
  if type(value) ~= "number" or value ~= value or value % 1 ~= 0 or value < least or value >= 2 ^ 53 then return nil end
  return to_integer(value)
end

local function line(value)
  local is_short = type(value) == "string" and value ~= "" and #value <= longest_line
  return is_short and valid_names.is_line(value) and value or nil
end

local most_of_time = { 9999, 12, 31, 23, 59, 60 }

-- Times are ordered as their texts are.
local function time(value)
  if type(value) ~= "string" then return nil end
  local parts = { match(value, "^(%d%d%d%d)%-(%d%d)%-(%d%d)T(%d%d):(%d%d):(%d%d)Z$") }
  for i, most in ipairs(most_of_time) do
    if not parts[i] or tonumber(parts[i]) > most then return nil end
  end
  return value
end

local function is_list(value) return type(value) == "table" and getmetatable(value) == core.array_mt end

--- Kinds of values: each has its name in reports, and a function that returns the value, or nil when it is of
-- another kind.
records.kinds = {
  id = { "64 hexadecimal digits in small letters", function(value)
    return type(value) == "string" and #value == 64 and not find(value, "[^0-9a-f]") and value or nil
  end },
  hash = { "8 hexadecimal digits in small letters", function(value)
    return type(value) == "string" and #value == 8 and not find(value, "[^0-9a-f]") and value or nil
  end },
  count = { "a whole number that is not negative", function(value) return whole(value, 0) end },
  positive = { "a whole number above 0", function(value) return whole(value, 1) end },
  number = { "a number", function(value)
    return type(value) == "number" and value == value and value < 2 ^ 53 and value > -2 ^ 53 and value or nil
  end },
  percent = { "a number above 0, and at most 100", function(value)
    return type(value) == "number" and value > 0 and value <= 100 and value or nil
  end },
  line = { "one line of text with at most 200 bytes", line },
  text = { "a string", function(value) return type(value) == "string" and value or nil end },
  time = { "a time such as 2026-11-23T08:00:00Z", time },
  boolean = { "true or false", function(value) if type(value) == "boolean" then return value end end },
  list = { "a list", function(value) return is_list(value) and value or nil end },
  map = { "a map", function(value) return type(value) == "table" and not is_list(value) and value or nil end },
  name = { "the name of a configuration", function(value)
    return not valid_names.configuration_problem(value) and value or nil
  end },
  node = { "the name of a node", function(value) return not valid_names.node_problem(value) and value or nil end },
}

--- Returns the fields of a value that must be a map, without those that are not known.
---@param value any
---@param fields yschema.fleet.Field[]
---@param place? string what the map is called in reports; nil: it is the record itself
---@return table? plain
---@return string? problem
function records.checked(value, fields, place)
  local own = place and place .. "." or ""
  if not records.kinds.map[2](value) then return nil, format('"%s" must be a map', place or "") end
  local plain = {}
  for _, field in ipairs(fields) do
    local name, kind = field[1], records.kinds[field[2]]
    local given = value[name]
    if given == nil then
      if not field.optional then return nil, format('"%s%s" is missing', own, name) end
    else
      plain[name] = kind[2](given)
      if plain[name] == nil then return nil, format('"%s%s" must be %s', own, name, kind[1]) end
    end
  end
  return plain
end

-- ---- whole records ------------------------------------------------------------------

-- Returns the value of a JSON text, or nil and its problem.
local function decoded(text, most_bytes)
  local value, problem, failure = one_value.of(core.source("record", text, false, true), { max_bytes = most_bytes })
  return value, failure and "it is no JSON: " .. problem or problem
end

-- Returns the problem of the format of a record; nil when it is the expected one.
local function format_problem(given, form)
  local own = form.format .. "/" .. form.version
  if given == own then return nil end
  local version = type(given) == "string" and match(given, "^" .. form.format:gsub("%-", "%%-") .. "/(%d+)$")
  if version and tonumber(version) > form.version then
    return format("%s is in a newer format, %s/%s, and this yschema reads %s: update yschema on this machine",
      form.what, form.format, match(version, "^%d%d?%d?%d?"), own)
  end
  if version then
    return format("%s is in an older format, %s/%s, and this yschema reads %s: %s", form.what, form.format, version,
      own, form.remedy)
  end
  return format('%s is not one of yschema: its "format" is not "%s"; %s', form.what, own, form.remedy)
end

--- Says that a record is damaged.
---@param form yschema.fleet.Form
---@param problem string
---@return string
function records.damaged(form, problem)
  return format("%s is damaged: %s; %s", form.what, problem, form.remedy)
end

--- Reads a record.
---@param text string JSON
---@param form yschema.fleet.Form
---@return table? record
---@return string? problem a sentence that says what to do
function records.read(text, form)
  if type(text) ~= "string" then return nil, form.what .. " is missing: " .. form.remedy end
  if #text > form.most_bytes then
    return nil, records.damaged(form, format("it has %d bytes, and may have %d", #text, form.most_bytes))
  end
  local value, problem = decoded(text, form.most_bytes)
  if value == nil then return nil, records.damaged(form, problem) end
  if not records.kinds.map[2](value) then return nil, records.damaged(form, "it is no JSON object") end
  problem = format_problem(value.format, form)
  if problem then return nil, problem end
  local record
  record, problem = records.checked(value, form.fields)
  if not record then return nil, records.damaged(form, problem) end
  return record
end

-- Makes an ordered copy of the known fields.
local function ordered(record, fields, first)
  local keys, copy = { first }, {}
  for _, field in ipairs(fields) do
    keys[#keys + 1] = field[1]
    copy[field[1]] = record[field[1]]
  end
  return setmetatable(copy, { keys = keys })
end

--- Returns a map for JSON, whose fields have an order.
---@param record table
---@param fields yschema.fleet.Field[]
---@return table
function records.ordered(record, fields) return ordered(record, fields) end

--- Writes a record as one line of JSON, without a line end.
---@param record table whose lists and maps are made by `list` and `ordered`
---@param form yschema.fleet.Form
---@return string
function records.write(record, form)
  local copy = ordered(record, form.fields, "format")
  copy.format = form.format .. "/" .. form.version
  return (core.encode(copy, "json"):gsub("\n$", ""))
end

return records
