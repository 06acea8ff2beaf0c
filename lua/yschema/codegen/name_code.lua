--- Compiles names and constants: the locals of the source, the names that are bound outside of it, and literals.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.name_code

local fail = require "yschema.text.lexer".fail
local foreign_words = require "yschema.text.foreign_words"
local suggestion = require "yschema.base.suggestion"
local values = require "yschema.starlark.values"

local concat = table.concat
local format, gsub, huge = string.format, string.gsub, math.huge
local getmetatable, ipairs, next, pairs = getmetatable, ipairs, next, pairs
local rawget, setmetatable, type = rawget, setmetatable, type

-- The hint for an unknown name in an argument without locals.
local not_bound = " (names come from code above or from env; strings are written in quotes)"

return function(Generator, compile, operand)
  -- ---- helpers and constants, which do not change while code runs ---------------------

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

  -- ---- variables --------------------------------------------------------------------

  function Generator:push()
    self.locals = setmetatable({}, { __index = self.locals })
  end

  function Generator:pop()
    self.locals = getmetatable(self.locals).__index
  end

  -- Declares a Lua local for a Starlark name and returns its entry. `lua` is the source of the variable. Code may
  -- assign to it when it is `mutable`. When it is `checked`, it certainly has a value only if
  -- self.assigned[entry] is true.
  function Generator:declare(name)
    local entry = { lua = "_" .. name }
    self.frame.live = self.frame.live + 1
    self.locals[name], self.local_names[name] = entry, true
    return entry
  end

  -- Returns the statements that store the types of locals of the innermost scope, where code needs these types.
  function Generator:types_of(names)
    local parts = {}
    for _, name in ipairs(names) do
      local entry = rawget(self.locals, name)
      if entry and entry.typed then
        parts[#parts + 1] = "local " .. entry.typed .. " = " .. self:helper "typeof" .. "("
          .. entry.lua .. ")"
      end
    end
    return parts
  end

  -- Returns the name of the variable that holds the type of a local, or nil when the node is not a local or
  -- code may assign to it. `only_known`: also nil when nothing else has asked for the type.
  function Generator:type_variable(node, only_known)
    local entry = node.type == "name" and self.locals[node.name]
    if not entry or entry.mutable or only_known and not entry.typed then return nil end
    if not entry.typed then
      entry.typed = self:new_name "y"
    end
    return entry.typed
  end

  -- Returns whether the value of a name that is not a local is known at compile time, and returns this value, too.
  function Generator:global(name)
    if self.locals[name] or self.scope:later(name) then return false end
    return self.scope:starlark(name)
  end

  -- Returns whether a node is a constant, or a name for a constant that is neither a table nor a function; and
  -- returns its value, too.
  function Generator:plain_constant(node)
    if node.type == "constant" then return true, node.value end
    if node.type ~= "name" then return false end
    local found, value = self:global(node.name)
    local plain = found and type(value) ~= "table" and type(value) ~= "function"
    return plain, value
  end

  -- Compiles the reading of a variable that may have no value yet.
  function Generator:checked(node, entry)
    return operand(concat { self:mark(node.at), "(", entry.lua, " == nil and ",
      self:helper "unset", "(", self.quoted(node.name), entry.global and ", true" or "", ") or ",
      entry.lua, ")" }, nil, false, 1)
  end

  compile["name"] = function(self, node)
    local entry = self.locals[node.name]
    if entry then
      if entry.checked and not self.assigned[entry] then return self:checked(node, entry) end
      return operand(entry.lua, nil, true)
    end
    if self.scope:later(node.name) then
      self.scope:want(node.name)
      return operand(concat { self:mark(node.at), self:helper "late", "(", self:kept(self.scope), ", ",
        self.quoted(node.name), ")" }, nil, false, 1)
    end
    local found, value = self.scope:starlark(node.name)
    if not found then
      local names = self.scope:starlark_names()
      for name in pairs(self.local_names) do
        if name ~= node.name then names[#names + 1] = name end
      end
      local hint, words = foreign_words.hint(node.name), nil
      if not hint then hint, words = suggestion.hint(node.name, names) end
      if hint == "" and not next(self.locals) then hint = not_bound end
      fail(node.at, "undefined: " .. node.name .. hint, nil, words)
    end
    return self:constant(value)
  end
end
