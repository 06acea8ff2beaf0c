--- Compiles helpers, constants and literals, which do not change while code runs.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.constant_code

local values = require "yschema.starlark.values"

local format, gsub, huge = string.format, string.gsub, math.huge

return function(Generator, compile, operand)
  function Generator:helper(name)
    if not self.helper_names[name] then
      local local_one = #self.helper_list < self.most_locals
      self.helper_names[name] = local_one and name or "H." .. name
      if local_one then self.helper_list[#self.helper_list + 1] = name end
    end
    return self.helper_names[name]
  end

  -- Returns the source that reads a constant which cannot be written as a literal.
  function Generator:kept(value)
    local code = self.constant_codes[value]
    if not code then
      local n = #self.constants + 1
      self.constants[n] = value
      code = n <= self.most_locals and "K" .. n or "K[" .. n .. "]"
      self.constant_codes[value] = code
    end
    return code
  end

  -- Returns a string as a Lua literal. Quotes, backslashes, control characters and bytes outside of ASCII are
  -- escaped.
  function Generator.quoted(s)
    return '"' .. gsub(s, '[%c\\"\128-\255]', function(c)
      return format("\\%03d", c:byte())
    end) .. '"'
  end

  local function number_code(x)
    if x ~= x then return "(0/0)" end
    if x == huge then return "(1/0)" end
    if x == -huge then return "(-1/0)" end
    local code
    if math.type and math.type(x) == "integer" then
      if x == math.mininteger then return "(-9223372036854775807-1)" end
      code = format("%d", x)
    else
      code = format("%.17g", x)
      if math.type and not code:find "[.e]" then code = code .. ".0" end
    end
    return x < 0 and "(" .. code .. ")" or code
  end

  function Generator:constant(value)
    local t = type(value)
    if value == nil or value == values.null then
      return operand(self:helper "null", "none", true)
    elseif t == "string" then
      local op = operand(Generator.quoted(value), "string", true)
      op.literal = value
      return op
    elseif t == "number" then
      local op = operand(number_code(value), "number", true)
      op.literal = value
      return op
    elseif t == "boolean" then
      return operand(tostring(value), "bool", true)
    end
    local op = operand(self:kept(value), t == "function" and t or nil, true)
    op.value = value
    return op
  end

  compile["constant"] = function(self, node)
    return self:constant(node.value)
  end
end
