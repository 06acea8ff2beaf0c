--- Compiles fields, items and slices.
--
-- This is a part of `yschema.codegen.generator` and adds methods to it.
--
-- @module yschema.codegen.access_code

local lexer = require "yschema.text.lexer"
local suggestion = require "yschema.base.suggestion"
local values = require "yschema.starlark.values"

local concat, fail = table.concat, lexer.fail

return function(Generator, compile, operand)
  -- Returns an operand that can be used more than once, and source that gives its type. For a local,
  -- this source is a variable that is set once.
  function Generator:typed(node, op)
    local typed = self:type_variable(node)
    if typed then return op, typed end
    if not op.stable then op = operand(self:temporary(op.code), op.kind, true) end
    return op, self:helper "typeof" .. "(" .. op.code .. ")"
  end

  -- Compiles the reading of a field. The code indexes the object directly when it is a table that has the
  -- field, and calls the helper otherwise.
  function Generator:field(node, object, key_code, helper)
    if object.kind and object.kind ~= "dict" then
      return operand(concat { self:helper(helper), "(", object.code, ", ", key_code, ")" }, nil,
        false, object.nested + 1)
    end
    local typed
    object, typed = self:typed(node.value, object)
    return operand(concat {
      "(", typed, ' == "table" and ', object.code, "[", key_code, "] or ", self:helper(helper),
      "(", object.code, ", ", key_code, "))",
    }, nil, false, 1)
  end

  -- Returns the constant that a field of a module stands for, or nil when the object is not a known module.
  function Generator:folded(object, node)
    local value = object.value
    if type(value) ~= "table" or values.kind(value) ~= "module" then return nil end
    local field = value[node.name]
    if field == nil then
      fail(node.at, getmetatable(value).module .. " has no ." .. node.name .. " field or method"
        .. suggestion.hint(node.name, suggestion.string_keys(getmetatable(value).__index)))
    end
    return self:constant(field)
  end

  compile["attribute"] = function(self, node)
    local object = self:expression(node.value)
    return self:folded(object, node) or self:field(node, object, self:constant(node.name).code, "attribute")
  end

  compile["index"] = function(self, node)
    local ops = self:several { node.value, node.key }
    if type(ops[2].literal) == "string" then
      return self:field(node, ops[1], ops[2].code, "item")
    end
    return self:helper_call("index", nil, ops)
  end

  compile["slice"] = function(self, node)
    local none = { type = "constant", at = node.at }
    local ops = self:several {
      node.value, node.first or none, node.last or none, node.step or none,
    }
    return self:helper_call("slice", nil, ops)
  end
end
