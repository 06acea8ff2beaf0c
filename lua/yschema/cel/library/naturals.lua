--- Natural numbers of any size, for quantities.
--
-- A number is a list of digits in base 10^7, the last ones first, without zeros at the end.
--
-- @module yschema.cel.library.naturals

local naturals = {}

local floor, format, match, rep, sub = math.floor, string.format, string.match, string.rep, string.sub
local concat, tonumber = table.concat, tonumber

local base, width = 10000000, 7

local function trimmed(number)
  for i = #number, 1, -1 do
    if number[i] ~= 0 then break end
    number[i] = nil
  end
  return number
end

--- Reads decimal digits.
---@param digits string
---@return integer[]
function naturals.read(digits)
  digits = match(digits, "^0*(.*)$")
  local out = {}
  for last = #digits, 1, -width do
    out[#out + 1] = floor(tonumber(sub(digits, last > width and last - width + 1 or 1, last)))
  end
  return out
end

--- Writes a number in decimal digits.
function naturals.text(number)
  local out, count = {}, #number
  if count == 0 then return "0" end
  for i = count, 1, -1 do out[count - i + 1] = format(i == count and "%d" or "%07d", number[i]) end
  return concat(out)
end

--- Compares two numbers: -1, 0 or 1.
function naturals.compare(a, b)
  if #a ~= #b then return #a < #b and -1 or 1 end
  for i = #a, 1, -1 do
    if a[i] ~= b[i] then return a[i] < b[i] and -1 or 1 end
  end
  return 0
end

function naturals.add(a, b)
  local out, carry = {}, 0
  for i = 1, #a > #b and #a or #b do
    local sum = (a[i] or 0) + (b[i] or 0) + carry
    carry = sum >= base and 1 or 0
    out[i] = sum - carry * base
  end
  if carry > 0 then out[#out + 1] = carry end
  return out
end

--- Subtracts a number from one that is not less.
function naturals.subtract(a, b)
  local out, borrowed = {}, 0
  for i = 1, #a do
    local difference = a[i] - (b[i] or 0) - borrowed
    borrowed = difference < 0 and 1 or 0
    out[i] = difference + borrowed * base
  end
  return trimmed(out)
end

--- Multiplies a number with a small one, of at most 10^7.
function naturals.multiply(a, factor)
  local out, carry = {}, 0
  for i = 1, #a do
    local product = a[i] * factor + carry
    carry = floor(product / base)
    out[i] = product - carry * base
  end
  if carry > 0 then out[#out + 1] = carry end
  return out
end

--- Multiplies a number with a power of ten; with a negative one, the result is rounded up.
function naturals.shift(a, power)
  local digits = naturals.text(a)
  if #a == 0 or power == 0 then return a end
  if power > 0 then return naturals.read(digits .. rep("0", power)) end
  local kept, rest = sub(digits, 1, power - 1), sub(digits, power)
  if #digits <= -power then kept, rest = "0", digits end
  local out = naturals.read(kept)
  if match(rest, "[1-9]") then out = naturals.add(out, { 1 }) end
  return out
end

return naturals
