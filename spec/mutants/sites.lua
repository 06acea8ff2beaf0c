--- The places in a text of C or Lua where a small error can be put in, one at a time: a comparison
-- flipped, a condition negated, `and` for `or`, a call dropped, one too many or too few, another
-- constant. Nothing is changed in comments, in strings, in the preprocessor's lines, and in asserts.

local sites = {}

local function blank(text) return (text:gsub("[^\n]", " ")) end

-- Where a long bracket that begins at `from` ends; nil when none begins there.
local function long_bracket(text, from)
  local level = text:match("^%[(=*)%[", from)
  if not level then return nil end
  local _, last = text:find("]" .. level .. "]", from, true)
  return last or #text
end

local function quoted(text, from)
  local quote, at = text:sub(from, from), from + 1
  while at <= #text do
    local char = text:sub(at, at)
    if char == quote or char == "\n" then return at end
    at = at + (char == "\\" and 2 or 1)
  end
  return #text
end

local function line_end(text, from) return (text:find("\n", from, true) or #text + 1) - 1 end

-- Where what is no code and begins at `from` ends; nil when it is code.
local opaque = {}

function opaque.lua(text, from)
  if text:sub(from, from + 1) == "--" then
    return long_bracket(text, from + 2) or line_end(text, from)
  end
  local char = text:sub(from, from)
  if char == '"' or char == "'" then return quoted(text, from) end
  return char == "[" and long_bracket(text, from) or nil
end

function opaque.c(text, from)
  local two, one = text:sub(from, from + 1), text:sub(from, from)
  if two == "//" then return line_end(text, from) end
  if two == "/*" then
    local _, last = text:find("*/", from + 2, true)
    return last or #text
  end
  if one == '"' or one == "'" then return quoted(text, from) end
  if one == "#" and (from == 1 or text:sub(from - 1, from - 1) == "\n") then
    local last = line_end(text, from)
    while text:sub(last, last) == "\\" do last = line_end(text, last + 2) end
    return last
  end
end

--- The text with blanks for what is no code; lines and columns stay.
---@param text string
---@param language "c"|"lua"
---@return string
function sites.code(text, language)
  local parts, from, at = {}, 1, 1
  while true do
    at = text:find("[-\"'%[/#]", at)
    if not at then break end
    local last = opaque[language](text, at)
    if last then
      parts[#parts + 1] = text:sub(from, at - 1)
      parts[#parts + 1] = blank(text:sub(at, last))
      from, at = last + 1, last + 1
    else
      at = at + 1
    end
  end
  parts[#parts + 1] = text:sub(from)
  return table.concat(parts)
end

-- ---- what is changed --------------------------------------------------------

-- Each row: what it is called, where it is (the captures are the first byte and the one after the
-- last), and what stands there instead: a text, or a function of the code that was there.

local function one_more(number) return ("%d"):format(tonumber(number) + 1) end

local common = {
  { "comparison", "()==()", { c = "!=", lua = "~=" } },
  { "comparison", " ()<=() ", "<" }, { "comparison", " ()>=() ", ">" },
  { "comparison", " ()<() ", "<=" }, { "comparison", " ()>() ", ">=" },
  { "off by one", "() [-+] 1()%f[^%w_.]", "" },
  { "constant", "%f[%w_.]()%d+()%f[^%w_.]", one_more },
}

local rows = {
  c = {
    { "comparison", "()!=()", "==" },
    { "and or", "()&&()", "||" }, { "and or", "()||()", "&&" },
    { "condition", "%f[%w_]if ()%b()()", function(code) return "(!" .. code .. ")" end },
    { "condition", "()!()%f[%w_(]", "" },
    { "result", "%f[%w_]return ()true();", "false" }, { "result", "%f[%w_]return ()false();", "true" },
    { "call", "^%s+()[%a_][%w_]*%b()();$", "" },
  },
  lua = {
    { "comparison", "()~=()", "==" },
    { "and or", "%f[%w_]()and()%f[^%w_]", "or" }, { "and or", "%f[%w_]()or()%f[^%w_]", "and" },
    { "condition", "%f[%w_]if () ?.-() then%f[^%w_]", function(code) return "not (" .. code .. ")" end },
    { "condition", "%f[%w_]()not ()", "" },
    { "result", "%f[%w_]()true()%f[^%w_]", "false" }, { "result", "%f[%w_]()false()%f[^%w_]", "true" },
    { "call", "^%s+()[%a_][%w_.:]*%b()()$", "" },
  },
}

-- Lines of tables of numbers are data, and an assertion is a check itself.
local function left_alone(code)
  local _, numbers = code:gsub("%f[%w_]%d+%f[^%w_]", "")
  return numbers > 4 or code:find "%f[%w_]static_assert%f[^%w_]" or code:find "^%s*assert[ (]"
    or code:find "^%s*if%s*%b()%s*return luaL_error"
end

local function add_line(found, number, code, line, language, row)
  local kind, pattern, new = row[1], row[2], row[3]
  if type(new) == "table" then new = new[language] end
  local from = 1
  while true do
    local at, last, first, after = code:find(pattern, from)
    if not at then return end
    local put = type(new) == "function" and new(line:sub(first, after - 1)) or new
    found[#found + 1] = {
      kind = kind, line = number, first = first, old = line,
      new = line:sub(1, first - 1) .. put .. line:sub(after),
    }
    from = math.max(last, after - 1, at) + 1
    if pattern:sub(1, 1) == "^" then return end
  end
end

-- Zeroed structures, and estimates of the size of a table, may be otherwise.
local function decided(code)
  return (code:gsub("{0}", blank):gsub("lua_createtable%b()", blank))
end

--- All places of a text, in the order of its lines.
---@param text string
---@param language "c"|"lua"
---@return { kind: string, line: integer, first: integer, old: string, new: string, before: string }[]
function sites.find(text, language)
  local found, number, before = {}, 0, ""
  local codes = {}
  for code in (sites.code(text, language) .. "\n"):gmatch "(.-)\n" do codes[#codes + 1] = code end
  for line in (text .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local code = decided(codes[number])
    if not left_alone(code) then
      for _, list in ipairs { common, rows[language] } do
        for _, row in ipairs(list) do add_line(found, number, code, line, language, row) end
      end
      for i = #found, 1, -1 do
        if found[i].line ~= number then break end
        found[i].before = before
      end
    end
    before = line
  end
  return found
end

--- The text with the error of one place in it.
---@param text string
---@param site { line: integer, new: string }
---@return string
function sites.put(text, site)
  local from = 1
  for _ = 2, site.line do from = text:find("\n", from, true) + 1 end
  return text:sub(1, from - 1) .. site.new .. text:sub((text:find("\n", from, true) or #text + 1))
end

return sites
