--- Compares annotations that name functions.
--
-- Functions cannot be compared, but their texts can. Two annotations mean the same if their texts are the same, and so
-- is the code that defines the names in them, the names in that code, and so on.
--
-- @module yschema.comparison.functions

local matches = require("yschema.base.plain_tables").matches
local functions = {}

-- Code that defines no name and may do anything.
local UNNAMED = ""

-- ---- the code of a schema -----------------------------------------------------------

-- Whether a code line begins a block that `end` closes.
local function opens(line)
  if line:find "^els?e?i?f?%f[^%w_]" and not line:find "^end" then return false end
  if line:find ":%s*$" then return true end
  if line:find "%f[%w_]then%s*$" or line:find "%f[%w_]do%s*$" then return true end
  return line:find "%f[%w_]function%f[^%w_][^)]*%)%s*$" ~= nil
end

local definitions = {
  "^def%s+([%a_][%w_]*)", "^local%s+function%s+([%a_][%w_]*)", "^function%s+([%a_][%w_]*)",
  "^local%s+([%a_][%w_]*)", "^([%a_][%w_]*)%s*=[^=]",
}

-- Lists the names that a code line defines.
local function names_in(line)
  if line:find "^load%s*%(" then return matches(line, "[\"']([%a_][%w_]*)[\"']") end
  for _, pattern in ipairs(definitions) do
    local name = line:match(pattern)
    if name then return { name } end
  end
  return { UNNAMED }
end

local function add_line(codes, names, line)
  for _, name in ipairs(names) do codes[name] = (codes[name] or "") .. line .. "\n" end
end

-- Adds the code lines of a schema to the code of each name, with the lines between `def` and `end`. Returns the names
-- that are defined inside of other code.
local function add_schema(text, codes)
  if not text:find "#@%s" then return {} end -- it has no code
  local depth, names, inner = 0, { UNNAMED }, {}
  for line in (text .. "\n"):gmatch "(.-)\n" do
    local code = line:match "^%s*#@%s+(.-)%s*$"
    if code and depth == 0 then names = names_in(code) end
    if code and depth > 0 and names[1] == UNNAMED then
      for _, name in ipairs(names_in(code)) do inner[name] = true end
    end
    if code or depth > 0 then add_line(codes, names, code or line) end
    if code and code:find "^end%f[^%w_]" then depth = depth > 0 and depth - 1 or 0
    elseif code and opens(code) then depth = depth + 1 end
  end
  return inner
end

-- Adds the code of a library, where what is indented belongs to the line above.
local function add_library(text, codes)
  local names = { UNNAMED }
  for line in (text .. "\n"):gmatch "(.-)\n" do
    if line:find "^[^%s#]" then names = names_in(line) end
    add_line(codes, names, line)
  end
  return {}
end

-- Returns the code of each name that the texts of a schema define.
local function codes_of(texts)
  local codes = {}
  for _, text in ipairs(texts) do
    local inner = (text.is_library and add_library or add_schema)(text.text, codes)
    for name in pairs(inner) do codes[name] = (codes[name] or "") .. (codes[UNNAMED] or "") end
  end
  return codes
end

-- Returns the code that a text depends on: that of the names in it, and of the names in that code.
local function needed(text, codes)
  local seen, queue, found = {}, { text }, {}
  local at = 1
  while queue[at] do
    local code = queue[at]:gsub('"[^"\n]*"', ""):gsub("'[^'\n]*'", "")
    for name in code:gmatch "[%a_][%w_]*" do
      if codes[name] and not seen[name] then
        seen[name] = true
        queue[#queue + 1], found[#found + 1] = codes[name], name
      end
    end
    at = at + 1
  end
  table.sort(found)
  for i, name in ipairs(found) do found[i] = codes[name] end
  return table.concat(found, "\n")
end

-- ---- comparing ----------------------------------------------------------------------

-- Whether two schemas have the same code.
local function is_all_same(from, to)
  for name, code in pairs(from) do
    if to[name] ~= code then return false end
  end
  for name in pairs(to) do
    if not from[name] then return false end
  end
  return true
end

--- A text of a schema's files.
---@alias yschema.SchemaText { text: string, is_library: boolean? }

--- Returns a function that finds out whether two annotations mean the same.
---@param from yschema.SchemaText[] the texts of the first schema's files
---@param to yschema.SchemaText[] those of the second one
---@return fun(one?: string, other?: string): boolean
function functions.comparer(from, to)
  local codes = { codes_of(from), codes_of(to) }
  local same = is_all_same(codes[1], codes[2])
  return function(one, other)
    if one ~= other then return false end
    return same or needed(one or "", codes[1]) == needed(other or "", codes[2])
  end
end

return functions
