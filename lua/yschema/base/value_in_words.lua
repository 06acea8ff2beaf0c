--- Makes a text from a value that code has thrown or given as a message. The text is equal on all Lua versions.
--
-- @module yschema.base.value_in_words

local core = require "yschema.core"

local format, gsub = string.format, string.gsub

local exact = 2 ^ 53

-- Lua versions write some numbers differently, such as 1.0 or 1, and nan or -nan.
local function number(value)
  if value ~= value then return "nan" end
  if value % 1 == 0 and value >= -exact and value <= exact then return format("%d", value) end
  return (gsub(core.encode(value, "yaml"), "\n$", ""))
end

--- Returns a value as text, or nil when it has none. A `__tostring` is a function of the schema like
-- any other: it may throw, return something else than a string, or never return.
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
