--- Tells which expressions give floats, whatever their operands are, and compiles notes of them.
--
-- It is a part of `yschema.codegen.generator`: it adds methods to it.
--
-- On LuaJIT 2.0 and 2 are one number. So the collections that have such items, and the functions that
-- give such numbers, are noted when they are made. A float that code spells is "spelled": it is a float
-- and nothing else, as in YAML. Any other is "computed": it goes for an integer, too, as all whole
-- floats of Lua do, such as `4 / 2`.
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

  -- A text may stand before `%`.
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

  --- What is known of a number that is one of two: each of `a` and `b` is "spelled", "computed" or nil.
  function Generator.either_float(a, b)
    if not a or not b then return nil end
    return a == b and a or "computed"
  end

  --- The function that a node calls, if that is known.
  function Generator:called(node)
    if node.type ~= "call" or node.func.type ~= "name" then return nil end
    local found, value = self:global(node.func.name)
    return found and value or nil
  end

  --- Whether what a node gives is a float, if it is a number at all.
  ---@return "spelled"|"computed"|nil
  function Generator:gives_float(node)
    local test = gives[node.type]
    return test and test(self, node) or nil
  end

  local function is_whole(x) return x == floor(x) and x < huge and x > -huge end

  --- Source of a collection that was just made. `nodes` are its items, by where they stand in it.
  function Generator:with_floats(code, nodes)
    local known, some = {}, false
    for key, node in pairs(nodes) do
      local is_float = self:gives_float(node)
      if is_float and (not node.float or is_whole(node.value)) then known[key], some = is_float, true end
    end
    if not some then return code end
    return self:helper "with_floats" .. "(" .. code .. ", " .. self:kept(known) .. ")"
  end

  --- Notes for the top-level names of a block whether they are floats: { is_float = } for certain, { called = }
  -- when the function of that name tells, and { module =, name = } when the file tells that they are loaded from.
  ---@param ast table
  ---@param facts table from `used_names.facts`
  ---@param by table gets it, by the name
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
