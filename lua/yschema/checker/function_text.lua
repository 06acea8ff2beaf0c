--- The text of one generated function, and the values that it uses.
--
-- Each function is a chunk of its own. The values are upvalues, which LuaJIT treats as constants. A function
-- may have 60 upvalues; values beyond that stand in a table that is one of them.
--
-- @module yschema.checker.function_text

local function_text = {}

local concat = table.concat
local load = load
local ipairs, setmetatable, tostring, type = ipairs, setmetatable, tostring, type
local unpack = table.unpack or unpack -- luacheck: ignore

---@class yschema.FunctionText
---@field lines string[] the statements
---@field names string[] the names of the upvalues
---@field values any[] what they hold
---@field known table<any, string> the expression for a value that is used already
---@field more any[] values that are not upvalues themselves
local FunctionText = {}
FunctionText.__index = FunctionText

-- The most values that are upvalues themselves.
local most_upvalues = 50

--- Starts a text.
---@return yschema.FunctionText
function function_text.new()
  return setmetatable({ lines = {}, names = {}, values = {}, known = {}, more = {} }, FunctionText)
end

--- Adds a line. `arguments` are put in as `string.format` does.
function FunctionText:add(format, ...)
  local count = #self.lines + 1
  self.lines[count] = ... == nil and format or format:format(...)
end

--- Returns the expression for a value. `name` is its name when it is a function of Lua.
---@param value any not nil and not nan
---@param name? string
---@return string
function FunctionText:value(value, name)
  local known = self.known[value]
  if known then return known end
  local count = #self.names + 1
  if name or count <= most_upvalues then
    known = name or "k" .. count
    self.names[count], self.values[count] = known, value
  else
    if not self.more[1] then
      self.names[count], self.values[count] = "more", self.more
    end
    self.more[#self.more + 1] = value
    known = ("more[%d]"):format(#self.more)
  end
  self.known[value] = known
  return known
end

--- Returns the expression for a constant: texts and small integers stand in the code itself.
---@param value string|number|boolean
---@return string
function FunctionText:constant(value)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) == "number" and value % 1 == 0 and value >= -2 ^ 31 and value <= 2 ^ 31 then
    return ("%d"):format(value)
  end
  if type(value) == "boolean" then return tostring(value) end
  return self:value(value)
end

--- Returns a text that is the same for functions that do the same.
---@param number_of fun(value: any): integer gives each value a number
---@return string
function FunctionText:identity(number_of)
  local parts = {}
  for i, value in ipairs(self.values) do
    if value ~= self.more then parts[#parts + 1] = self.names[i] .. "=" .. number_of(value) end
  end
  for i, value in ipairs(self.more) do parts[#parts + 1] = i .. ":" .. number_of(value) end
  return concat(parts, " ") .. "\n" .. concat(self.lines, "\n")
end

--- Makes the function. Nil when Lua cannot compile it, because it is too long.
---@param parameter string
---@return function?
function FunctionText:load(parameter)
  local names = #self.names > 0 and "local " .. concat(self.names, ", ") .. " = ...\n" or ""
  local text = ("%sreturn function(%s)\n%s\nend"):format(names, parameter, concat(self.lines, "\n"))
  local chunk = load(text, "=checker", "t", {})
  return chunk and chunk(unpack(self.values, 1, #self.names))
end

return function_text
