--- Helpers for results that are written: the shapes of JSON, and numbers in sentences.
--
-- @module yschema.base.writing

local core = require "yschema.core"

local writing = {}

local setmetatable = setmetatable

--- Returns a function that gives a map an order of keys, in which `core.encode` writes them.
---@param keys string[]
---@return fun(map: table): table
function writing.ordered(keys)
  local mt = { keys = keys }
  return function(map) return setmetatable(map, mt) end
end

--- Makes an array, which may be empty.
---@param items? any[]
---@return any[]
function writing.list(items) return setmetatable(items or {}, core.array_mt) end

--- Writes a number and what it counts: "1 file", "2 files".
---@param count integer
---@param word string for one of them
---@return string
function writing.counted(count, word) return ("%d %s%s"):format(count, word, count == 1 and "" or "s") end

return writing
