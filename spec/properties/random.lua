--- Random numbers from a seed: the same ones on Lua 5.4 and LuaJIT.
--
-- The generator of Lehmer with the multiplier of Park, Miller and Stockmeyer. Its products stay below
-- 2^47, so that doubles and integers give the same.

local random = {}
random.__index = random

local floor = math.floor
local modulus, multiplier = 2147483647, 48271

--- A generator. Composition `number` of `seed` has one of its own, so that it can be made again alone.
---@param seed integer
---@param number? integer
function random.new(seed, number)
  local self = setmetatable({ state = 1 }, random)
  self.state = (seed * 7919 + (number or 0) * 104729 + 1) % (modulus - 1) + 1
  for _ = 1, 8 do self:next() end
  return self
end

--- The next number, from 1 to 2^31 - 2.
function random:next()
  self.state = self.state * multiplier % modulus
  return self.state
end

--- A whole number from `first` to `last`. It is taken from the upper digits, which are the better ones.
function random:int(first, last)
  return first + floor((self:next() - 1) * (last - first + 1) / (modulus - 1))
end

--- True `percent` times of a hundred.
function random:chance(percent)
  return self:int(1, 100) <= percent
end

--- One of a list.
function random:pick(list)
  return list[self:int(1, #list)]
end

--- One of the names of a table of weights. `order` is the list of its names, as `pairs` has none.
function random:weighted(order, weights)
  local sum = 0
  for _, name in ipairs(order) do sum = sum + weights[name] end
  local at = self:int(1, sum)
  for _, name in ipairs(order) do
    at = at - weights[name]
    if at <= 0 then return name end
  end
end

return random
