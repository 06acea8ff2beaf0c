--- Turns the conditions of a JSON Schema into expressions in Starlark, and into words: what a validator asks of a value
-- beside its type.

local conditions = {}

local KINDS = { string = "string", integer = "int", boolean = "bool", array = "list", object = "dict" }

--- Writes a string as Starlark and YAML's comments take it.
function conditions.quoted(text)
  if text:find("\\", 1, true) and not text:find '["%c]' then return 'r"' .. text .. '"' end
  return '"' .. text:gsub('[\\"]', "\\%0"):gsub("\n", "\\n"):gsub("\t", "\\t") .. '"'
end

local quoted = conditions.quoted

--- Writes a scalar or a list as Starlark.
function conditions.literal(value)
  if type(value) == "string" then return quoted(value) end
  if type(value) == "boolean" then return value and "True" or "False" end
  if type(value) == "number" then return ("%.14g"):format(value) end
  if type(value) ~= "table" then return nil end
  local items = {}
  for i, item in ipairs(value) do items[i] = assert(conditions.literal(item)) end
  return "[" .. table.concat(items, ", ") .. "]"
end

local literal = conditions.literal

--- Lists the string keys of a table in order.
function conditions.sorted(map)
  local keys = {}
  for key in pairs(map or {}) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local sorted = conditions.sorted

local expression -- forward

local function kind_of(name, v)
  if name == "number" then return ("type(%s) in [\"int\", \"float\"]"):format(v) end
  return ("type(%s) == %s"):format(v, quoted(assert(KINDS[name], name)))
end

local function any_kind(names, v)
  local parts = {}
  for i, name in ipairs(names) do parts[i] = kind_of(name, v) end
  return "(" .. table.concat(parts, " or ") .. ")"
end

-- The condition of each keyword on a value of its kind.
local BOUNDS = {
  minimum = { "number", "%s >= %s" }, maximum = { "number", "%s <= %s" },
  exclusiveMinimum = { "number", "%s > %s" }, exclusiveMaximum = { "number", "%s < %s" },
  minLength = { "string", "len(%s) >= %s" }, maxLength = { "string", "len(%s) <= %s" },
  minItems = { "array", "len(%s) >= %s" }, maxItems = { "array", "len(%s) <= %s" },
  minProperties = { "object", "len(%s) >= %s" }, maxProperties = { "object", "len(%s) <= %s" },
}

-- Adds the bounds; without the type of the value, they hold for others, too.
local function add_bounds(parts, schema, v)
  for _, keyword in ipairs(sorted(BOUNDS)) do
    local kind, form = BOUNDS[keyword][1], BOUNDS[keyword][2]
    if schema[keyword] ~= nil then
      local bound = form:format(v, literal(schema[keyword]))
      local certain = schema.type == kind or schema.type == "integer" and kind == "number"
      parts[#parts + 1] = certain and bound or ("(not %s or %s)"):format(kind_of(kind, v), bound)
    end
  end
  if schema.pattern then
    local match = ("regexp.match(%s, %s)"):format(quoted(schema.pattern), v)
    parts[#parts + 1] = schema.type == "string" and match or ("(type(%s) != \"string\" or %s)"):format(v, match)
  end
end

local function all_of(list, v, defaults)
  local parts = {}
  for i, schema in ipairs(list) do
    parts[i] = expression(schema, v, defaults)
    if not parts[i] then return nil end
  end
  return parts
end

-- How many of some alternatives may hold.
local function add_choices(parts, schema, v, defaults)
  for _, keyword in ipairs { "allOf", "anyOf", "oneOf" } do
    local list = schema[keyword] and all_of(schema[keyword], v, defaults)
    if schema[keyword] and not list then return nil end
    if list and keyword == "allOf" then
      for _, part in ipairs(list) do parts[#parts + 1] = part end
    elseif list and keyword == "anyOf" then
      parts[#parts + 1] = "(" .. table.concat(list, " or ") .. ")"
    elseif list and #list == 2 then
      parts[#parts + 1] = ("(%s) != (%s)"):format(list[1], list[2])
    elseif list then
      parts[#parts + 1] = ("len([1 for fits in [%s] if fits]) == 1"):format(table.concat(list, ", "))
    end
  end
  return parts
end

-- The condition on the keys of a map. A key that is absent has its default.
local function add_keys(parts, schema, v, defaults)
  for _, key in ipairs(schema.required or {}) do parts[#parts + 1] = ("%s in %s"):format(quoted(key), v) end
  for _, key in ipairs(sorted(schema.properties)) do
    local default = defaults and defaults[key]
    local part
    if default ~= nil and type(default) ~= "table" then
      part = expression(schema.properties[key], ("%s.get(%s, %s)"):format(v, quoted(key), literal(default)))
    else
      part = expression(schema.properties[key], ("%s[%s]"):format(v, quoted(key)))
      if part and part ~= "True" then part = ("(%s not in %s or %s)"):format(quoted(key), v, part) end
    end
    if not part then return nil end
    parts[#parts + 1] = part
  end
  for _, key in ipairs(sorted(schema.dependencies)) do
    local needed = schema.dependencies[key]
    if needed[1] then needed = { required = needed } end
    local part = expression(needed, v, defaults)
    if not part then return nil end
    parts[#parts + 1] = ("(%s not in %s or %s)"):format(quoted(key), v, part)
  end
  return parts
end

local function add_branches(parts, schema, v, defaults)
  if not schema["if"] then return parts end
  local condition = expression(schema["if"], v, defaults)
  local yes = expression(schema["then"] or true, v, defaults)
  local no = expression(schema["else"] or true, v, defaults)
  if not (condition and yes and no) then return nil end
  if yes ~= "True" or no ~= "True" then
    parts[#parts + 1] = ("(%s if %s else %s)"):format(yes, condition, no)
  end
  return parts
end

local UNKNOWN = { "patternProperties", "uniqueItems", "format", "propertyNames" }

--- Returns an expression that is true where a schema holds.
---@param schema table|boolean
---@param v string the expression of the value
---@param defaults? table<string, any> those of the keys of the value
---@return string? nil: it cannot be said
function expression(schema, v, defaults)
  if schema == true then return "True" elseif schema == false then return "False" end
  for _, keyword in ipairs(UNKNOWN) do
    if schema[keyword] ~= nil then return nil end
  end
  if schema.additionalProperties ~= nil and schema.additionalProperties ~= true then return nil end
  local parts = {}
  if type(schema.type) == "string" then parts[1] = kind_of(schema.type, v) end
  if type(schema.type) == "table" then parts[1] = any_kind(schema.type, v) end
  if schema.enum then parts[#parts + 1] = ("%s in %s"):format(v, literal(schema.enum)) end
  if schema.const ~= nil then parts[#parts + 1] = ("%s == %s"):format(v, literal(schema.const)) end
  add_bounds(parts, schema, v)
  if type(schema.items) == "table" then
    local item = expression(schema.items, "x")
    if not item then return nil end
    parts[#parts + 1] = ("all([%s for x in %s])"):format(item, v)
  end
  if type(schema.contains) == "table" then
    local item = expression(schema.contains, "x")
    if not item then return nil end
    parts[#parts + 1] = ("any([%s for x in %s])"):format(item, v)
  end
  if not (add_keys(parts, schema, v, defaults) and add_choices(parts, schema, v, defaults)
    and add_branches(parts, schema, v, defaults)) then return nil end
  if schema["not"] then
    local part = expression(schema["not"], v, defaults)
    if not part then return nil end
    parts[#parts + 1] = ("not (%s)"):format(part)
  end
  local kept = {}
  for _, part in ipairs(parts) do
    if part ~= "True" then kept[#kept + 1] = part end
  end
  return kept[1] and table.concat(kept, " and ") or "True"
end

conditions.expression = expression

-- ---- words --------------------------------------------------------------------------

local function list_words(list, last)
  if #list < 2 then return list[1] or "" end
  return table.concat(list, ", ", 1, #list - 1) .. " " .. last .. " " .. list[#list]
end

-- Says what a condition on the keys of a map asks, or nil.
local function words(schema)
  if type(schema) ~= "table" then return nil end
  local parts = {}
  if schema.required and schema.required[1] then parts[1] = list_words(schema.required, "and") end
  for _, key in ipairs(sorted(schema.properties)) do
    local sub = schema.properties[key]
    local values = type(sub) == "table" and (sub.enum or sub.const ~= nil and { sub.const })
    if not values then return nil end
    local shown = {}
    for i, value in ipairs(values) do shown[i] = tostring(value) end
    parts[#parts + 1] = key .. "=" .. table.concat(shown, "|")
  end
  return parts[1] and table.concat(parts, " with ") or nil
end

local COUNT = { anyOf = "at least one of: ", oneOf = "exactly one of: " }

--- Says what a condition of a map asks.
---@param keyword string
---@param schema table of the map
---@return string
function conditions.words(keyword, schema)
  if COUNT[keyword] then
    local parts = {}
    for i, each in ipairs(schema[keyword]) do parts[i] = words(each) or "" end
    local text = table.concat(parts, "; ")
    if not (text:find "^; " or text:find "; ;" or text:find "; $" or text == "") then return COUNT[keyword] .. text end
  elseif keyword == "if" then
    local condition, needed = words(schema["if"]), schema["then"] and schema["then"].required
    if condition and needed then return ("%s where %s"):format(list_words(needed, "and"), condition) end
  elseif keyword == "dependencies" then
    local key, needed = next(schema.dependencies)
    needed = needed[1] and needed or needed.required
    if needed then return ("%s beside %s"):format(list_words(needed, "and"), key) end
    local excluded = type(schema.dependencies[key]["not"]) == "table" and words(schema.dependencies[key]["not"])
    if excluded then return ("%s without %s"):format(key, excluded) end
  elseif keyword == "not" then
    local part = words(schema["not"])
    if part then return "not together: " .. part end
  end
  return "keys that fit together"
end

return conditions
