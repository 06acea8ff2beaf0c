--- Reads and writes doubles as Go does, whose spelling CEL's strings have.
--
-- @module yschema.cel.values.doubles

local doubles = {}

local find, format, gsub, lower, match, rep, sub = string.find, string.format, string.gsub, string.lower, string.match,
  string.rep, string.sub
local tonumber = tonumber

local specials = { inf = 1 / 0, infinity = 1 / 0, nan = 0 / 0 }

--- The most digits after the decimal point that `rounded` writes.
doubles.most_digits = 99

-- Returns the text of a double that stands in the middle of two texts, with the even last digit; nil: it does not.
-- LuaJIT writes the greater one.
local function even_text(x, digits, letter)
  local exact = format("%." .. math.min(digits + 30, doubles.most_digits) .. letter, x)
  local head, rest, tail = match(exact, "^(%-?%d+%." .. rep("%d", digits) .. ")(%d*)(.*)$")
  if not head or not find(rest, "^50*$") or #rest < 2 or not find(head, "[02468]%.?$") then return nil end
  return (gsub(head, "%.$", "")) .. tail
end

--- Writes a finite double with so many digits after the decimal point; a tie is rounded to the even digit.
---@param x number
---@param digits integer at most `most_digits`
---@param letter "f"|"e" whether the text has an exponent
---@return string
function doubles.rounded(x, digits, letter)
  return jit and even_text(x, digits, letter) or format("%." .. digits .. letter, x)
end

-- Returns the fewest digits that stand for a finite double, and how many of them stand before the decimal point.
local function shortest(x)
  local text
  for digits = 14, 16 do
    text = doubles.rounded(x, digits, "e")
    if tonumber(text) == x then break end
  end
  local first, rest, exponent = match(text, "^(%d)%D?(%d*)e([-+]%d+)$")
  return (gsub(first .. rest, "0+$", "")), tonumber(exponent) + 1
end

local function special_text(x)
  if x ~= x then return "NaN" end
  return x > 0 and "+Inf" or "-Inf"
end

-- Returns the sign and the absolute value of a double.
local function apart(x)
  if x < 0 or x == 0 and 1 / x < 0 then return "-", -x end
  return "", x
end

local function plain(digits, point)
  if point <= 0 then return "0." .. rep("0", -point) .. digits end
  if #digits <= point then return digits .. rep("0", point - #digits) end
  return sub(digits, 1, point) .. "." .. sub(digits, point + 1)
end

--- Writes a double without an exponent, with the fewest digits that stand for it.
---@param x number
---@return string
function doubles.plain_text(x)
  if x ~= x or x == 1 / 0 or x == -1 / 0 then return special_text(x) end
  local sign, size = apart(x)
  if size == 0 then return sign .. "0" end
  return sign .. plain(shortest(size))
end

--- Writes a double with the fewest digits that stand for it, with an exponent from 1e+06 on and below 0.0001.
---@param x number
---@return string
function doubles.text(x)
  if x ~= x or x == 1 / 0 or x == -1 / 0 then return special_text(x) end
  local sign, size = apart(x)
  if size == 0 then return sign .. "0" end
  local digits, point = shortest(size)
  local exponent = point - 1
  if exponent >= -4 and exponent < 6 then return sign .. plain(digits, point) end
  local rest = sub(digits, 2)
  return sign .. sub(digits, 1, 1) .. (rest ~= "" and "." .. rest or "")
    .. format("e%s%02d", exponent < 0 and "-" or "+", exponent < 0 and -exponent or exponent)
end

--- Reads a double: digits with a fraction and an exponent, or a word for infinity or no number.
---@param text string
---@return number? # nil: it is none, or too large
function doubles.parse(text)
  local sign, rest = match(text, "^([-+]?)(.*)$")
  local special = specials[lower(rest)]
  local number = special
  if not special then
    local is_decimal = find(rest, "^%d+%.?%d*$") or find(rest, "^%.%d+$")
      or find(rest, "^%d+%.?%d*[eE][-+]?%d+$") or find(rest, "^%.%d+[eE][-+]?%d+$")
    local is_hexadecimal = not is_decimal and find(rest, "%x") and find(rest, "^0[xX]%x*%.?%x*[pP][-+]?%d+$")
    if not is_decimal and not is_hexadecimal then return nil end
    -- LuaJIT does not read exponents of many digits.
    number = tonumber(rest) or find(rest, "[eEpP]%-") and 0 or 1 / 0
    if number == 1 / 0 then return nil end
    number = number + 0.0
  end
  return sign == "-" and -number or number
end

return doubles
