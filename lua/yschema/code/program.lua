--- Splits a YAML text with code lines into blocks of code, the stretches of YAML between them
-- ("holes"), and the bodies of functions ("parts").
--
-- It finds where statements of Starlark and Lua end, and does not interpret them. A part is a YAML
-- document by itself: the body of a function is cut out of the text around it. All lines keep their
-- numbers, so that reported places are right.
--
--     #@ def ports(n):        block 1, Starlark, lines 1-3
--     - #@ n                    hole 1, of part 2 (the body of `ports`)
--     #@ end
--     ---                     hole 2, of part 1 (the file without bodies)
--     ports: #@ ports(80)
--
-- In the code of a block, a hole is the mark "\1N\1" on its first line, where N is its number. Every
-- other line without code is empty, so that line k of a block is line `block.line + k - 1` of the file.
--
-- @module yschema.code.program

local attempt = require "yschema.base.attempt"
local lua_spelling = require "yschema.text.lua_spelling"
local starlark_lines = require "yschema.text.starlark_lines"
local yaml_lines = require "yschema.text.yaml_lines"

local program = {}

local find, match, sub = string.find, string.match, string.sub
local concat, floor = table.concat, math.floor

-- Words with which only statements of Lua begin. `return` is missing: it is not allowed in a file.
local lua_words = { ["local"] = true, ["function"] = true, ["repeat"] = true, ["do"] = true }

-- Throws an error of a line; its column counts from 1. It is `certain` when the text is certainly not Lua, either.
local function fail(line, problem, column, certain)
  error({ problem = problem, line = line, column = column or 1, certain = certain }, 0)
end

-- Statements that may be written as `if/end`: they apply to the one node below them and need no `end`.
local one_node = { ["if"] = true, ["for"] = true, ["elif"] = true, ["else"] = true, def = true }

local function all_code(lines)
  local kinds = {}
  for i in ipairs(lines) do kinds[i] = "code" end
  return kinds
end

-- ---- reading ------------------------------------------------------------------------

local Reader = {}
Reader.__index = Reader

-- Joins the code of all lines into one text, so that a statement can be followed over several lines.
-- Lines without code are empty in it.
function Reader:take_code()
  local texts, at = {}, 1
  for i, line in ipairs(self.lines) do
    local text = ""
    if self.kinds[i] == "code" then
      local prefix = self.pure and "" or match(line, "^%s*#@[ \t]?")
      text = sub(line, #prefix + 1):gsub("\r$", "")
      self.columns[i] = #prefix
      text = self:without_sugar(i, text)
    end
    texts[i], self.starts[i] = text, at
    at = at + #text + 1
  end
  self.starts[#self.lines + 1] = at
  self.texts, self.code = texts, concat(texts, "\n") .. "\n"
end

-- Handles `if/end x:`, which is an `if` around the one node below it. Notes the lines that have such
-- words and returns the words as Starlark has them.
function Reader:without_sugar(i, text)
  local before, word, after = match(text, "^(%s*)(%a+)/end%f[^%w_](.*)$")
  if self.pure or not one_node[word] then return text end
  self.sugar[i] = word .. "/end"
  return before .. word .. "    " .. after
end

-- Returns the first line with code from line i on, or nil.
function Reader:next_code(i)
  while i <= #self.lines and self.kinds[i] ~= "code" do i = i + 1 end
  return i <= #self.lines and i or nil
end

-- Returns the line of an offset of the code.
function Reader:line_of(offset)
  local low, high = 1, #self.lines
  while low < high do
    local middle = floor((low + high + 1) / 2)
    if self.starts[middle] <= offset then low = middle else high = middle - 1 end
  end
  return low
end

-- Returns the hole between two lines, inside the function `opener` (nil outside of functions); nil
-- when there is no YAML between them.
function Reader:hole(from, to, opener)
  local first, last
  for i = from, to do
    if self.kinds[i] == "yaml" then first, last = first or i, i end
  end
  if not first then return nil end
  if opener and not opener.part then
    self.parts[#self.parts + 1] = { first = opener.body, opener = opener }
    opener.part = #self.parts
  end
  local hole = { number = #self.holes + 1, first = first, last = last,
    part = opener and opener.part or 1 }
  self.holes[hole.number] = hole
  self.marks[first] = "\1" .. hole.number .. "\1"
  if opener then opener.hole = opener.hole or hole.number end
  return hole
end

-- Cuts out the body of a function that ended on line `last`, if it has one. The body ends at
-- `content`, or else at the line before.
function Reader:close(opener, last, content)
  if not opener.part then return end
  self.parts[opener.part].last = content or last - 1
  for i = opener.line, last do self.cut[i] = self.cut[i] or opener end
end

-- Adds a hint to a problem when the missing code may be a line that was not recognised: `#@end`.
function Reader:fail_unspaced(from)
  for i = from, #self.lines do
    local indent, word = match(self.lines[i], "^(%s*)#@(%l+)%f[^%w_/-]")
    if word and self.kinds[i] == "yaml"
      and (starlark_lines.is_keyword(word) or lua_words[word]) then
      fail(i, "code needs a blank after `#@`: write `#@ " .. word .. "`", #indent + 1)
    end
  end
end

require "yschema.code.statement_ends" (Reader, fail)

-- ---- blocks -------------------------------------------------------------------------

-- Returns the language of a block, which its first line determines; "either" means that both are tried.
local function language_of(line)
  local word = match(line, "^%s*([%a_][%w_]*)")
  if lua_words[word] then return "lua" end
  if word == "if" or word == "for" or word == "while" then
    local code = line:gsub("%-%-.*$", "")
    local is_lua = find(code, "%f[%w_]then%f[^%w_]") or find(code, "%f[%w_]do%f[^%w_]")
    return is_lua and not find(code, ":%s*$") and "lua" or "starlark"
  end
  return starlark_lines.is_keyword(word) and "starlark" or "either"
end

-- Returns the code of some lines with the marks of holes, in the form that the Starlark compiler reads.
function Reader:marked(first, last)
  local out = {}
  for i = first, last do
    out[#out + 1] = (self.marks[i] or self.texts[i]) .. (self.tails[i] or "")
  end
  return concat(out, "\n")
end

-- Reads a statement that may be of either language: as Starlark, or, when it does not end there, as
-- Lua. Returns its language and the results of that reader.
function Reader:either(first)
  local ok, last = attempt(self.starlark, self, first)
  if ok then return "either", last end
  local lua_ok, lua_last, holes, functions = attempt(self.lua, self, first)
  if not lua_ok or type(last) == "table" and last.certain
    or not lua_spelling.on_purpose(sub(self.code, self.starts[first], self.starts[lua_last + 1] - 2)) then
    error(last, 0)
  end
  return "lua", lua_last, holes, functions
end

-- Reads a statement in a language. Returns the language and the results of its reader.
function Reader:statement(first, language)
  if language == "either" then return self:either(first) end
  return language, self[language](self, first)
end

-- Adds a hint when the line above may be an annotation whose brackets are open.
function Reader:refuse_continuation(first)
  local above = first > 1 and match(self.lines[first - 1], "^%s*#@%l+/.*$")
  if not above then return end
  local depth = select(2, above:gsub("[%(%[{]", "")) - select(2, above:gsub("[%)%]}]", ""))
  if depth > 0 then
    fail(first, "the arguments of an annotation must be on its line (bind a name in code above it)",
      self.columns[first] + 1)
  end
end

-- Reads the block that begins on a line. Returns the line after it.
function Reader:block(first)
  local line = self.texts[first]
  if not find(line, "^%s*[^%s#]") then return first + 1 end -- a bare `#@` or a comment
  if not self.pure then self:refuse_continuation(first) end
  local language, last, holes, functions = self:statement(first, language_of(line))
  local block = { language = language, line = first, columns = {} }
  for i = first, last do block.columns[i - first + 1] = self.columns[i] or 0 end
  if language == "lua" then
    block.holes, block.functions, block.start = holes, functions, self.starts[first]
    block.text = sub(self.code, self.starts[first], self.starts[last + 1] - 2)
    for _, hole in ipairs(holes) do hole.at = self.starts[hole.first] end
  else
    block.text = self:marked(first, last)
  end
  self.steps[#self.steps + 1] = { block = block }
  return last + 1
end

-- Returns the text of a part: its lines, without those of the functions in it.
function Reader:part_text(part)
  local out = {}
  for i = part.first, part.last do
    out[#out + 1] = (self.cut[i] == nil or self.cut[i] == part.opener) and self.lines[i] or ""
  end
  return concat(out, "\n") .. "\n"
end

-- Lists the names that the file binds at its top level, so that functions above may use them.
local function bound_names(steps)
  local names = {}
  for _, step in ipairs(steps) do
    local text = step.block and step.block.text or ""
    local name = match(text, "^%s*def%s+([%a_][%w_]*)")
    if name then
      names[#names + 1] = name
    elseif step.block and step.block.language == "either" then
      local left = match(text, "^([%a_][%w_,%s]*)=[^=]") or ""
      for target in left:gmatch "[%a_][%w_]*" do names[#names + 1] = target end
    end
  end
  return names
end

---@class yschema.Program
---@field steps table[] in order: { block = } or { hole = }
---@field holes table[] { number, first, last (lines), part }
---@field parts table[] { text, first (line) }; the first is the file without bodies
---@field names string[] the names that Starlark binds at the top level
---@field kinds string[] the kind of every line: "code", "yaml" or ""
---@field cut table maps a line to the function whose body contains it

--- Splits a text.
---@param text string a whole file
---@param known? table<integer, string> kinds of lines that are known for sure
---@param pure? boolean whether the text is only code, without YAML and without `#@`
---@return yschema.Program? program
---@return table? error { problem, line, column }
function program.read(text, known, pure)
  local lines = yaml_lines.split(text)
  local kinds = pure and all_code(lines) or yaml_lines.kinds(lines, known or {})
  local self = setmetatable({ lines = lines, kinds = kinds, pure = pure,
    columns = {}, starts = {}, marks = {}, cut = {}, steps = {}, holes = {}, sugar = {}, tails = {}, search = {},
    parts = { { first = 1, last = pure and 0 or #lines } } }, Reader)
  self:take_code()
  local function read()
    local i = 1
    while i <= #lines do
      local following = self:next_code(i) or #lines + 1
      local hole = self:hole(i, following - 1)
      if hole then self.steps[#self.steps + 1] = { hole = hole } end
      i = following <= #lines and self:block(following) or following
    end
  end
  local ok, thrown = attempt(read)
  if not ok then
    if type(thrown) ~= "table" then error(thrown, 0) end
    return nil, thrown
  end
  for _, part in ipairs(self.parts) do part.text = self:part_text(part) end
  return { steps = self.steps, holes = self.holes, parts = self.parts, kinds = self.kinds,
    names = bound_names(self.steps), cut = self.cut }
end

return program
