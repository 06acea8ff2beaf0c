--- Parts of 64-bit integers of CEL that are the same on Lua 5.4 and LuaJIT.
--
-- @module yschema.cel.values.shared_integers

local shared_integers = {}

local find, match = string.find, string.match

--- Makes a function that reads digits, or "0x" and digits; nil for other texts.
---@param bits_of fun(digits: string, base: integer): any
---@return fun(text: string): any
function shared_integers.reader(bits_of)
  return function(text)
    local digits = match(text, "^0[xX](%x+)$")
    if digits then return bits_of(match(digits, "^0*(.*)$"), 16) end
    if not find(text, "^%d+$") then return nil end
    return bits_of(match(text, "^0*(.*)$"), 10)
  end
end

function shared_integers.add(a, b)
  local sum = a + b
  if (b >= 0) ~= (sum >= a) then return nil end
  return sum
end

function shared_integers.sub(a, b)
  local difference = a - b
  if (b >= 0) ~= (difference <= a) then return nil end
  return difference
end

--- Compares two numbers: -1, 0 or 1.
function shared_integers.order(a, b) return a < b and -1 or a > b and 1 or 0 end

return shared_integers
