--- Random numbers from a seed. They are the same on Lua 5.4 and LuaJIT, and so is the result of a comparison.
--
-- This is the generator of Lehmer with the multiplier of Park, Miller and Stockmeyer. Its products stay below 2^47, so
-- that doubles and integers give the same numbers.
--
-- @module yschema.values.random

local random = {}

local modulus, multiplier = 2147483647, 48271

--- Makes the choices of a generator of values.
---@class yschema.Chooser
---@field is_random boolean
local Random = {}
Random.__index = Random

--- Returns a whole number from `first` to `last`, made of the upper digits, which are more random than the lower ones.
---@param first integer
---@param last integer
---@return integer
function Random:int(first, last)
  self.state = self.state * multiplier % modulus
  return first + math.floor((self.state - 1) * (last - first + 1) / (modulus - 1))
end

--- Returns true `percent` times of a hundred.
---@param percent integer
---@return boolean
function Random:chance(percent) return self:int(1, 100) <= percent end

--- Returns one item of a list.
---@generic T
---@param list T[]
---@return T
function Random:pick(list) return list[self:int(1, #list)] end

--- Makes a chooser that chooses at random.
---@param seed integer
---@return yschema.Chooser
function random.new(seed)
  local self = setmetatable({ state = (seed * 7919 + 1) % (modulus - 1) + 1, is_random = true }, Random)
  for _ = 1, 8 do self:int(1, 2) end
  return self
end

-- Always chooses the first and the least.
local Least = { is_random = false }
Least.__index = Least

function Least.int(_, first) return first end

function Least.chance() return false end

function Least.pick(_, list) return list[1] end

--- Makes a chooser that always takes the least, for the smallest values.
---@return yschema.Chooser
function random.least() return setmetatable({}, Least) end

return random
