--- Compiles lambdas and functions.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.function_code

local used_names = require "yschema.codegen.used_names"

local concat = table.concat

-- `most_variables` limits the variables of a function that become Lua locals: Lua allows 200 locals,
-- temporaries included. `most_captured` limits those of them that become upvalues of inner functions: LuaJIT
-- allows 60 upvalues. The other variables are kept in a table.
local most_variables, most_captured = 60, 8

-- In functions that are nested this deep or deeper, all variables that inner functions use are kept in a table.
local deepest_captured = 3

return function(Generator, compile, operand)
  local function signature_of(name, params)
    local signature = { name = name, params = {}, required = 0 }
    for _, param in ipairs(params) do
      if param.star == "*" then signature.variadic = true
      elseif param.star then signature.named = true
      elseif param.after_star then
        signature.named = true
        signature.only = signature.only or {}
        signature.only[#signature.only + 1] = param.name
      else
        signature.params[#signature.params + 1] = param.name
        if not param.default then signature.required = signature.required + 1 end
      end
    end
    return signature
  end

  -- Returns the name of the Lua parameter that receives the remaining keyword arguments.
  local function named_dict(params)
    local last = params[#params]
    return last.star == "**" and "_" .. last.name or "kw"
  end

  -- Returns the statements at the head of the function. They throw when arguments are missing or left over, and
  -- give parameters their default values.
  function Generator:prologue(params, signature, kept, defaults)
    local out, required = {}, {}
    local null = self:helper "null"
    for _, param in ipairs(params) do
      if not param.star and not param.default and not param.after_star then
        required[#required + 1] = "_" .. param.name
      end
    end
    if #required > 2 then
      out[1] = concat { "if ", required[#required], " == nil then ", self:helper "arity_error",
        "(", kept, ", ", concat(required, ", "), ") end" }
    elseif #signature.params == 0 and not signature.variadic then
      out[1] = concat { "if ... ~= nil then ", self:helper "arity_error", "(", kept, ", ...) end" }
    end
    for _, param in ipairs(params) do
      local name = "_" .. param.name
      if param.star == "*" then
        out[#out + 1] = concat { "local ", name, " = ", self:helper "rest", "(...)" }
      elseif param.after_star then
        out[#out + 1] = concat { "local ", name, " = ", self:helper "take_named", "(", kept, ", ",
          named_dict(params), ', "', param.name, '", ', param.default and "true" or "false", ")" }
        if param.default then
          out[#out + 1] = concat { "if ", name, " == nil then ", name, " = ", defaults[param.name],
            " end" }
        end
      elseif not param.star then
        out[#out + 1] = concat { "if ", name, " == nil then ", name, " = ",
          param.default and defaults[param.name] or null, " end" }
      end
    end
    if signature.only and params[#params].star ~= "**" then
      out[#out + 1] = concat { self:helper "no_more_named", "(", kept, ", ", named_dict(params), ")" }
    end
    return out
  end

  -- Compiles the default values, which are evaluated once, where the function is defined. Returns the source of
  -- each by the name of its parameter. When Lua has no room for more locals, an outer function receives the
  -- values as arguments and makes the function. The second and third results are the names of its parameters
  -- and the source of its arguments.
  function Generator:defaults(params)
    local defaults, names, codes = {}, {}, {}
    for _, param in ipairs(params) do
      local op = param.default and self:expression(param.default)
      if op and op.stable then
        defaults[param.name] = op.code
      elseif op and self:has_room() then
        defaults[param.name] = self:fresh(op.code)
      elseif op then
        local name = self:new_name "t"
        names[#names + 1], codes[#names + 1], defaults[param.name] = name, self:temporary(op.code), name
      end
    end
    return defaults, names, codes
  end

  -- Returns the source of a function. `fill` compiles the body and returns three values: a list of the statements
  -- that declare variables, a list of the statements that follow, and whether the function returns a float.
  function Generator:func(name, params, fill)
    local signature = signature_of(name, params)
    local kept = self:kept(signature)
    local defaults, kept_names, kept_codes = self:defaults(params)
    self:push()
    local frame, assigned = self.frame, self.assigned
    self.frame = { live = 0, ever = 0 }
    self.assigned = setmetatable({}, { __index = assigned })
    local names, list = {}, {}
    if signature.named then list[1] = named_dict(params) end
    for _, param in ipairs(params) do
      names[#names + 1] = param.name
      self:declare(param.name)
      if not param.star and not param.after_star then list[#list + 1] = "_" .. param.name end
    end
    if signature.variadic or #signature.params == 0 then list[#list + 1] = "..." end
    local statements = self:prologue(params, signature, kept, defaults)
    local declarations, body, is_float = fill()
    signature.float = is_float
    local spill = self.frame.spilled and { "local T = {}" } or {}
    for _, part in ipairs { declarations, self:types_of(names), spill, body } do
      for _, statement in ipairs(part) do statements[#statements + 1] = statement end
    end
    self.frame, self.assigned = frame, assigned
    self:pop()
    local code = concat {
      self:helper(signature.named and "named_lambda" or "lambda"), "(function(",
      concat(list, ", "), ") ", concat(statements, "; "), " end, ", kept, ")",
    }
    if not kept_names[1] then return code end
    return concat { "(function(", concat(kept_names, ", "), ") return ", code, " end)(",
      concat(kept_codes, ", "), ")" }
  end

  -- Returns the source of the values that a function returns. All results of a called function are passed on.
  -- The source is never a tail call, because a tail call would remove the place of an error from the stack.
  function Generator.returned(_, op)
    return op.raw and (op.mark or "") .. op.raw() or "(" .. op.code .. ")"
  end

  compile["lambda"] = function(self, node)
    local nested
    local code = self:func("lambda", node.params, function()
      node.body.returned = true -- so that all results of a call in the body are kept
      local body, op = self:capture(function() return self:expression(node.body) end)
      nested = op.nested
      body[#body + 1] = "return " .. self:returned(op)
      return {}, body, self:gives_float(node.body)
    end)
    return operand(code, "function", false, nested + 2)
  end

  -- Decides for each variable of a function whether it is a Lua local or an item of a table. The parameters are
  -- declared already. Returns the statements that declare the variables.
  function Generator:variables(node, facts)
    local captured, count = 0, #facts.locals + #node.params
    for _, list in ipairs { facts.locals, node.params } do
      for _, item in ipairs(list) do
        if facts.inner[item.name or item] then captured = captured + 1 end
      end
    end
    local all = count > most_variables
    local upvalues = captured <= most_captured and self.level < deepest_captured
    local kept, out, plain, n = "L" .. self.level, {}, {}, 0
    local function place(name, entry)
      if not all and (upvalues or not facts.inner[name]) then return false end
      n = n + 1
      entry.lua = kept .. "[" .. n .. "]"
      return true
    end
    for _, param in ipairs(node.params) do
      local entry = self.locals[param.name]
      entry.mutable = facts.assigned[param.name]
      if place(param.name, entry) then
        out[#out + 1] = entry.lua .. " = _" .. param.name
      end
    end
    for _, name in ipairs(facts.locals) do
      local entry = self:declare(name)
      entry.mutable, entry.checked = true, true
      if not place(name, entry) then
        plain[#plain + 1] = entry.lua
      else
        self.frame.live = self.frame.live - 1
      end
    end
    if n > 0 then table.insert(out, 1, "local " .. kept .. " = {}") end
    if plain[1] then out[#out + 1] = "local " .. concat(plain, ", ") end
    return out
  end

  --- Compile a def to the source of a function.
  ---@param node table
  ---@param own table the entry of the variable that it is assigned to
  function Generator:def(node, own)
    local facts = used_names.facts(node, self.context)
    local makes_nodes, loop, is_float = self.makes_nodes, self.loop, self.is_float
    self.makes_nodes, self.loop, self.level, self.is_float = facts.hole ~= nil, nil, self.level + 1, nil
    local code = self:func(node.name, node.params, function()
      self.assigned[own] = true -- the function can only run after its variable has been assigned
      local declarations = self:variables(node, facts)
      local body = self:capture(function() self:body(node.body) end)
      if facts.hole then
        table.insert(body, 1, "local F = W.open(" .. facts.hole .. ")")
        body[#body + 1] = "return (W.close(F))"
      end
      return declarations, body, not facts.hole and self.is_float
    end)
    self.makes_nodes, self.loop, self.level, self.is_float = makes_nodes, loop, self.level - 1, is_float
    return code
  end
end
