--- Makes a text of a value that code has thrown or given as a message: the same text on every runtime.
--
-- @module yschema.base.value_in_words

local core = require "yschema.core"

local getmetatable, rawget, tostring, type = getmetatable, rawget, tostring, type
local format, gsub = string.format, string.gsub

local exact = 2 ^ 53

-- Lua's own spelling of numbers differs: 1.0 or 1, nan or -nan.
local function number(value)
  if value ~= value then return "nan" end
  if value % 1 == 0 and value >= -exact and value <= exact then return format("%d", value) end
  return (gsub(core.encode(value, "yaml"), "\n$", ""))
end

--- A value in words, or nil when it has none. A `__tostring` is a closure like any
-- other: it may throw, give no string, or not come back.
---@param value any
---@param call function calls a closure, as pcall does
---@return string?
return function(value, call)
  local kind = type(value)
  if kind == "string" then return value end
  if kind == "number" then return number(value) end
  if kind == "cdata" and core.hooks.integer_text then return core.hooks.integer_text(value) end
  if kind == "boolean" then return tostring(value) end
  local mt = kind == "table" and getmetatable(value)
  if type(mt) == "table" and rawget(mt, "__tostring") then
    local ok, text = call(tostring, value)
    if ok and type(text) == "string" then return text end
  end
  return nil
end
