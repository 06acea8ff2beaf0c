--- Tells whether two annotations that name functions mean the same in two schemas.
--
-- Functions cannot be compared, but the texts that they were made of can. An annotation that names nothing of the code
-- in its file means what it says. For any other, all of the code has to be the same.
--
-- @module yschema.comparison.functions

local functions = {}

local concat, ipairs = table.concat, ipairs

-- How far a code line opens or closes blocks, in which all lines belong to the code.
local function depth_after(line, depth)
  if line:find "^end%f[^%w_]" then return depth > 0 and depth - 1 or 0 end
  local opens = line:find "^def%f[^%w_]" or line:find "^function%f[^%w_]" or line:find "^local%s+function%f[^%w_]"
  if not opens or line:find ":%s*return%f[^%w_]" or line:find "%f[%w_]end%s*$" then
    return depth
  end
  return depth + 1
end

local function note_names(line, names)
  for _, pattern in ipairs { "^def%s+([%a_][%w_]*)", "^local%s+function%s+([%a_][%w_]*)",
    "^function%s+([%a_][%w_]*)", "^local%s+([%a_][%w_]*)", "^([%a_][%w_]*)%s*=[^=]" } do
    local name = line:match(pattern)
    if name then names[name] = true end
  end
  if line:find "^load%s*%(" then
    for name in line:gmatch "[\"']([%a_][%w_]*)[\"']" do names[name] = true end
  end
end

-- Returns the code of a text, and adds the names that it defines.
local function code_of(text, names)
  local lines, depth = {}, 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    local code = line:match "^%s*#@%s+(.-)%s*$"
    if code or depth > 0 then lines[#lines + 1] = code or line end
    if code then
      note_names(code, names)
      depth = depth_after(code, depth)
    end
  end
  return concat(lines, "\n")
end

--- Returns a function that tells whether two annotations mean the same.
---@param from string[] the texts of the first schema's files
---@param to string[] those of the second one
---@return fun(one?: string, other?: string): boolean
function functions.comparer(from, to)
  local names, codes = {}, {}
  for i, texts in ipairs { from, to } do
    local parts = {}
    for j, text in ipairs(texts) do parts[j] = code_of(text, names) end
    codes[i] = concat(parts, "\n")
  end
  local same_code = codes[1] == codes[2]
  return function(one, other)
    if one ~= other then return false end
    if same_code then return true end
    for name in (one or ""):gmatch "[%a_][%w_]*" do
      if names[name] then return false end
    end
    return true
  end
end

return functions
