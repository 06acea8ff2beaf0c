--- Prints values as Starlark does: adds `number_text`, `repr` and `str` to `yschema.starlark.values`.
--
-- @module yschema.starlark.repr

local find, format, gsub, match = string.find, string.format, string.gsub, string.match
local concat = table.concat
local getmetatable, ipairs, select, tonumber, tostring, type = getmetatable, ipairs, select, tonumber, tostring, type
local math_type = math.type

return function(values)
  local is_int, keys, kind = values.is_int, values.keys, values.kind

  local escapes = { ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\\"] = "\\\\", ['"'] = '\\"' }

  local function quoted(s)
    return '"' .. gsub(s, '[%c\\"]', function(c)
      return escapes[c] or format("\\x%02x", c:byte())
    end) .. '"'
  end

  --- Returns a number as Starlark prints it.
  local function number_text(x)
    if type(x) == "cdata" then return match(tostring(x), "^-?%d+") end
    if x ~= x then return "nan" end
    if x == 1 / 0 then return "+inf" end
    if x == -1 / 0 then return "-inf" end
    if is_int(x) then return format(math_type and "%d" or "%.0f", x ~= 0 and x or 0) end
    local text
    for digits = 15, 17 do
      text = format("%." .. digits .. "g", x)
      if tonumber(text) == x then break end
    end
    return find(text, "[.e]") and text or text .. ".0"
  end
  values.number_text = number_text

  local repr

  local function repr_items(x, around)
    local parts = {}
    for i = 1, #x do parts[i] = repr(x[i], around) end
    return concat(parts, ", ")
  end

  local function repr_pairs(x, around, join, name)
    local parts = {}
    for i, key in ipairs(keys(x)) do
      parts[i] = name(key) .. join .. repr(x[key], around)
    end
    return concat(parts, ", ")
  end

  local function repr_collection(x, k, around)
    if k == "list" then return "[" .. repr_items(x, around) .. "]" end
    if k == "set" then return "set([" .. repr_items(x, around) .. "])" end
    if k == "tuple" then return "(" .. repr_items(x, around) .. (#x == 1 and ",)" or ")") end
    if k == "struct" then return "struct(" .. repr_pairs(x, around, " = ", tostring) .. ")" end
    return "{" .. repr_pairs(x, around, ": ", repr) .. "}"
  end

  -- Starlark's repr(), which prints strings in double quotes.
  ---@param x any
  ---@param around? table the collections that hold it, as keys
  ---@return string
  function repr(x, around)
    local t = type(x)
    if t == "string" then return quoted(x) end
    if t == "number" or t == "cdata" then return number_text(x) end
    if t == "boolean" then return x and "True" or "False" end
    local k = kind(x)
    if k == "NoneType" then return "None" end
    if k == "function" then
      return values.function_text and values.function_text(x) or "<function>"
    end
    if t ~= "table" then return "<" .. k .. ">" end
    if k == "module" then return "<module " .. getmetatable(x).module .. ">" end
    around = around or {}
    if around[x] then return "..." end -- it contains itself
    around[x] = true
    local text = repr_collection(x, k, around)
    around[x] = nil
    return text
  end

  --- Starlark's repr(), for a value that is not inside a collection.
  ---@param x any
  ---@return string
  function values.repr(x) return repr(x) end

  --- Starlark's str(), which returns strings unchanged.
  function values.str(x)
    if type(x) == "string" then return x end
    return repr(x)
  end

  --- The text of several values, as fail() and print() write them.
  ---@param separator string
  ---@return string
  function values.joined(separator, ...)
    local parts = {}
    for i = 1, select("#", ...) do parts[i] = values.str((select(i, ...))) end
    return concat(parts, separator)
  end
end
