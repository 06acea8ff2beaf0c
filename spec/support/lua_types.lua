--- Reads the types that `yschema inspect --format luals` writes, and says whether a value has one of them: the part of
-- lua-language-server's annotations that is used there.

local yschema = require "yschema"

local lua_types = {}

local Types = {}
Types.__index = Types

-- ---- reading ------------------------------------------------------------------------

local read_union

-- Reads the type at the beginning of a text. Returns it, and the text after it.
local function read_one(text)
  local quote = text:match "^[\"']"
  if quote then
    local literal, rest = text:match("^" .. quote .. "(.-)" .. quote .. "(.*)$")
    return { literal = assert(literal, text) }, rest
  end
  if text:find "^%(" then
    local inner, rest = read_union(text:sub(2))
    return inner, assert(rest:match "^%)(.*)$", rest)
  end
  local number, after = text:match "^(%-?%d+)(.*)$"
  if number then return { literal = number + 0 }, after end
  local name, rest = text:match "^([%w_.\128-\255-]+)(.*)$"
  assert(name, "no type: " .. text)
  if name == "true" or name == "false" then return { literal = name == "true" }, rest end
  if name == "table" then rest = assert(rest:match "^<string, any>(.*)$", rest) end
  return { name = name }, rest
end

function read_union(text)
  local union = { union = true }
  repeat
    local one
    one, text = read_one(text)
    while text:find "^%[%]" do one, text = { item = one }, text:sub(3) end
    union[#union + 1] = one
    local rest = text:match "^|(.*)$"
    text = rest or text
  until not rest
  return union, text
end

-- Reads a whole type.
local function read_type(text)
  local union, rest = read_union(text)
  assert(rest == "", "what is this: " .. rest)
  return union
end

-- Reads the name of a field, and whether it may be missing. Returns these and the text of its type.
local function read_field(text)
  local name, optional, rest = text:match "^([%a_][%w_]*)(%??) (.*)$"
  if name then return name, optional, rest end
  name, optional, rest = text:match "^%[(string)%](%??) (.*)$"
  if name then return nil, optional, rest end
  local quote = assert(text:match "^%[([\"'])", text)
  name, optional, rest = text:match("^%[" .. quote .. "(.-)" .. quote .. "%](%??) (.*)$")
  return assert(name, text), optional, rest
end

--- Reads definitions. Throws an error if they cannot be read, or if a name has two definitions or none.
---@param text string
---@return table types
function lua_types.read(text)
  local types = setmetatable({ classes = {}, aliases = {} }, Types)
  local class
  for line in text:gmatch "[^\n]+" do
    local tag, rest = line:match "^%-%-%-@(%a+) (.*)$"
    if tag == "class" then
      assert(not types.classes[rest], "twice: " .. rest)
      class = { fields = {} }
      types.classes[rest] = class
    elseif tag == "alias" then
      local name, kind = rest:match "^(%S+) (.*)$"
      assert(not types.aliases[name] and not types.classes[name], "twice: " .. name)
      types.aliases[name] = read_type(kind)
    elseif tag == "field" then
      local name, optional, kind = read_field(rest)
      local field = { type = read_type(kind), optional = optional == "?" }
      if name then class.fields[name] = field else class.any = field end
    else
      assert(tag == "meta" or line:find "^%-%-%-? " or line == "---", "what is this: " .. line)
    end
  end
  return types
end

-- ---- values -------------------------------------------------------------------------

local plain = {
  any = function() return true end,
  string = function(v) return type(v) == "string" end,
  boolean = function(v) return type(v) == "boolean" end,
  number = function(v) return type(v) == "number" or type(v) == "cdata" end, -- a large integer on LuaJIT
  integer = function(v) return type(v) == "number" and v % 1 == 0 or type(v) == "cdata" end,
  lightuserdata = function(v) return v == yschema.null end,
  table = function(v) return type(v) == "table" end,
}

function Types:has_fields(value, class)
  for key, below in pairs(value) do
    local field = class.fields[key] or class.any
    if not field or not self:has(below, field.type) then return false end
  end
  for key, field in pairs(class.fields) do
    if not field.optional and value[key] == nil then return false end
  end
  return true
end

--- Says whether a value has a type.
---@param value any
---@param kind table|string a type that was read, or a name
---@return boolean
function Types:has(value, kind)
  if type(kind) == "string" then kind = { name = kind } end
  if kind.literal ~= nil then return value == kind.literal end
  if kind.union then
    for _, one in ipairs(kind) do
      if self:has(value, one) then return true end
    end
    return false
  end
  if kind.item then
    if type(value) ~= "table" then return false end
    for _, item in ipairs(value) do
      if not self:has(item, kind.item) then return false end
    end
    return true
  end
  if plain[kind.name] then return plain[kind.name](value) end
  if self.aliases[kind.name] then return self:has(value, self.aliases[kind.name]) end
  local class = assert(self.classes[kind.name], "no definition: " .. kind.name)
  return type(value) == "table" and self:has_fields(value, class)
end

return lua_types
