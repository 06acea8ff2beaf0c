--- Keeps Starlark code from changing the values that the lines of a schema have made.
--
-- @module yschema.starlark.frozen

local core = require "yschema.core"

local frozen = {}

local getmetatable, next, setmetatable, type = getmetatable, next, setmetatable, type
local array_mt, documents_mt, tuple_mt = core.array_mt, core.documents_mt, core.tuple_mt

local known = setmetatable({}, { __mode = "k" })

-- Returns whether a value is a list, tuple, dict or struct made by Starlark. A table without a metatable was
-- made by Lua code, and only that code decides about it.
local function is_ours(mt)
  return mt == array_mt or mt == tuple_mt or mt == documents_mt or type(mt) == "table" and (mt.keys or mt.struct)
end

--- Keeps Starlark code from changing a value and everything inside it.
---@param value any
function frozen.freeze(value)
  local open, n = { value }, 1
  while n > 0 do
    local x = open[n]
    open[n], n = nil, n - 1
    if type(x) == "table" and not known[x] and is_ours(getmetatable(x)) then
      known[x] = true
      for _, item in next, x do
        if type(item) == "table" then open[n + 1], n = item, n + 1 end
      end
    end
  end
end

--- Returns whether a value cannot be changed any more.
---@param x table
---@return boolean
function frozen.is(x) return known[x] == true end

return frozen
