--- Compiles lists, tuples, dicts and Lua's tables.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.collection_code

local concat = table.concat

return function(Generator, compile, operand)
  local function codes_of(ops)
    local codes = {}
    for i, op in ipairs(ops) do codes[i] = op.code end
    return concat(codes, ", ")
  end

  function Generator:sequence_code(kind, items)
    return concat { self:helper "setmetatable", "({", items, "}, ",
      self:helper(kind == "list" and "array_mt" or "tuple_mt"), ")" }
  end

  -- Returns an operand for a collection that the source `code` makes from the operands `ops`.
  function Generator:built(kind, code, ops)
    local nested = 0
    for _, op in ipairs(ops) do nested = math.max(nested, op.nested) end
    if nested >= self.most_nested then return operand(self:temporary(code), kind, true) end
    return operand(code, kind, false, nested + 1)
  end

  local function sequence(kind)
    return function(self, node)
      local ops = self:several(node.items)
      return self:built(kind, self:with_floats(self:sequence_code(kind, codes_of(ops)), node.items), ops)
    end
  end

  compile["list"], compile["tuple"] = sequence "list", sequence "tuple"

  -- Compiles dicts and Lua tables. A Lua table without keys becomes a tuple.
  local function braces(self, node)
    local nodes, keyed = {}, node.type == "dict"
    for i, item in ipairs(node.items) do
      keyed = keyed or item.key ~= nil
      nodes[#nodes + 1] = item.key or { type = "constant", value = i, at = node.at }
      nodes[#nodes + 1] = item.value
    end
    if not keyed then
      local items = {}
      for i, item in ipairs(node.items) do items[i] = item.value end
      return compile.tuple(self, { type = "tuple", at = node.at, items = items })
    end
    if node.type == "table" then -- items without a key get the keys 1, 2, 3 and so on
      local n = 0
      for i, item in ipairs(node.items) do
        if not item.key then
          n = n + 1
          nodes[2 * i - 1].value = n
        end
      end
    end
    local ops, named = self:several(nodes), {}
    for i = 1, #nodes, 2 do
      local key = nodes[i].type == "constant" and nodes[i].value
      if type(key) == "string" or type(key) == "number" then named[key] = nodes[i + 1] end
    end
    local code = self:helper "make_dict" .. "({" .. codes_of(ops) .. "}, " .. #ops .. ")"
    return self:built("dict", self:with_floats(code, named), ops)
  end

  compile["dict"], compile["table"] = braces, braces
end
