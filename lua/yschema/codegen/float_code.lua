--- Finds out which expressions certainly result in floats, and compiles code that records them.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- On LuaJIT, 2.0 and 2 are the same number. Therefore the compiled code records which items of a new
-- collection are floats, and which functions return floats. A float that is a literal in the code is
-- "spelled": it is only a float, as in YAML. Every other float is "computed": when it has no fraction, such
-- as the result of `4 / 2`, it is accepted as an integer, too.
--
-- @module yschema.codegen.float_code

local builtins = require "yschema.starlark.builtins"
local calls = require "yschema.starlark.calls"

local floor, huge = math.floor, math.huge

return function(Generator)
  local gives = {} -- by the type of the node

  function gives.constant(_, node) return node.float and "spelled" end

  function gives.unary(self, node)
    return (node.op == "-" or node.op == "+") and self:gives_float(node.operand)
  end

  local mixed = { ["+"] = true, ["-"] = true, ["*"] = true, ["//"] = true }

  -- The left operand of `%` may be a string. Therefore the right operand alone does not make the result a float.
  function gives.binary(self, node)
    local is_float = node.op == "/" or (mixed[node.op] or node.op == "%") and self:gives_float(node.left)
      or mixed[node.op] and self:gives_float(node.right)
    return is_float and "computed"
  end

  function gives.choice(self, node)
    return self.either_float(self:gives_float(node.yes), self:gives_float(node.no))
  end

  function gives.name(self, node)
    local found, value = self:global(node.name)
    return found and self.scope:is_float(node.name, value)
  end

  function gives.call(self, node)
    local f = self:called(node)
    return f ~= nil and (f == builtins.float and "computed" or calls.makes_float(f))
  end

  --- Returns what is known of a number that is one of two numbers, of which `a` and `b` are known: each is
  -- "spelled", "computed" or nil.
  function Generator.either_float(a, b)
    if not a or not b then return nil end
    return a == b and a or "computed"
  end

  --- Returns the function that a node calls, or nil when it is not known at compile time.
  function Generator:called(node)
    if node.type ~= "call" or node.func.type ~= "name" then return nil end
    local found, value = self:global(node.func.name)
    return found and value or nil
  end

  --- Returns whether the value of a node is certainly a float, provided that it is a number.
  ---@return "spelled"|"computed"|nil
  function Generator:gives_float(node)
    local test = gives[node.type]
    return test and test(self, node) or nil
  end

  local function is_whole(x) return x == floor(x) and x < huge and x > -huge end

  --- Extends the source of a new collection with a record of its floats. `nodes` has the nodes of the items by
  -- their keys in the collection.
  function Generator:with_floats(code, nodes)
    local known, some = {}, false
    for key, node in pairs(nodes) do
      local is_float = self:gives_float(node)
      if is_float and (not node.float or is_whole(node.value)) then known[key], some = is_float, true end
    end
    if not some then return code end
    return self:helper "with_floats" .. "(" .. code .. ", " .. self:kept(known) .. ")"
  end

  --- Records which top-level names of a block may be floats. A name gets { is_float = } when it is certainly a
  -- float, { called = } when this depends on the function of that name, and { module =, name = } when it
  -- depends on the file from which the name is loaded.
  ---@param ast table
  ---@param facts table from `used_names.facts`
  ---@param by table receives these records, by the name
  function Generator:bound_floats(ast, facts, by)
    local function note(name, how)
      if facts.times[name] == 1 then by[name] = how end
    end
    for _, node in ipairs(ast.body) do
      if node.type == "load" then
        for _, name in ipairs(node.names) do note(name.as, { module = node.module, name = name.name }) end
      elseif node.type == "assign" and node.target.type == "name" then
        local value, is_float = node.value, self:gives_float(node.value)
        if is_float then note(node.target.name, { is_float = is_float })
        elseif value.type == "call" and value.func.type == "name" then
          note(node.target.name, { called = value.func.name })
        end
      end
    end
  end
end
