--- Finds where statements of Starlark and Lua end, with the blocks and the stretches of YAML in them.
--
-- This is a part of `yschema.code.program` and adds methods to its reader. `Reader:starlark` and `Reader:lua` read
-- until a statement is complete, and keep a stack of the open blocks. In Starlark, a block on the stack is
-- { word =, line =, body = its first line }.
--
-- @module yschema.code.statement_ends

local lua_code = require "yschema.text.lua_code"
local starlark_lines = require "yschema.text.starlark_lines"

local find, match, max, sub = string.find, string.match, math.max, string.sub

-- The greatest depth to which functions, `if` and `for` may nest.
local max_depth = 60

local brackets = { ["("] = true, ["["] = true, ["{"] = true }

-- Returns the innermost function on a stack of open blocks, or nil.
local function innermost_function(stack)
  for i = #stack, 1, -1 do
    if stack[i].word == "def" then return stack[i] end
  end
end

return function(Reader, fail)
  -- ---- `if/end` and similar words, which apply to the one node below them and need no `end` ----

  -- Returns the line of the node to which the `if/end` on line i applies; lines up to `last` have been read.
  function Reader:node_below(i, last)
    for line = last + 1, #self.lines do
      if self.kinds[line] == "code" then break end
      if self.kinds[line] == "yaml" and not find(self.lines[line], "^%s*#") then return line end
    end
    fail(i, "`" .. self.sugar[i] .. "` belongs right above the node that it is for")
  end

  local function is_marker(line, mark)
    return sub(line, 1, #mark) == mark and not find(line, "^%S", #mark + 1)
  end

  -- Returns whether a line of YAML is outside the node whose line has this indentation. An item of a
  -- list on the same column as its key is inside the key's node.
  local function is_outside(line, indent, is_item)
    local spaces, rest = match(line, "^( *)(.*)$")
    if #spaces ~= indent then return #spaces < indent end
    return is_item or not is_marker(rest, "-")
  end

  -- Returns the last line of the node that begins on a line.
  function Reader:node_end(first)
    local spaces, rest = match(self.lines[first], "^( *)(.*)$")
    local is_document = is_marker(self.lines[first], "---")
    local is_item, last = is_marker(rest, "-"), first
    for i = first + 1, #self.lines do
      local line = self.lines[i]
      if self.kinds[i] == "yaml" and not find(line, "^%s*#") then
        if is_marker(line, "---") then break end
        if not is_document and is_outside(line, #spaces, is_item) then break end
        last = i
      end
    end
    return last
  end

  -- Closes the blocks of `if/end` and similar words whose nodes end before the next code begins.
  -- Returns the last line that was read.
  function Reader:leave_nodes(stack, last)
    local following = self:next_code(last + 1) or #self.lines + 1
    local top = stack[#stack]
    while top and top.stop and top.stop < following do
      self:hole(last + 1, top.stop, innermost_function(stack))
      stack[#stack] = nil
      last = max(last, top.stop)
      if top.word == "def" then self:close(top, last, last) end
      self.texts[last] = self.texts[last]:gsub("^(%s*end)%s*#.*$", "%1")
      self.tails[last] = (self.tails[last] or "") .. "; end"
      top = stack[#stack]
    end
    return last
  end

  -- Blocks that are open inside the node of an `if/end` may end below it, but must not hold YAML there.
  function Reader.check_inside(stack, hole)
    for _, open in ipairs(stack) do
      if open.stop and open.stop < hole.last then
        local top = stack[#stack]
        fail(top.line, "`" .. top.word .. "` continues after the end of the node that contains it")
      end
    end
  end

  -- ---- Starlark ----------------------------------------------------------------------

  -- Reads the logical line that begins on line i: its last line, its first word and whether it opens a block.
  function Reader:logical_line(i)
    local stop, word, opens, certain = starlark_lines.logical_line(self.code, self.starts[i], self.search)
    if not stop then
      local line = self:line_of(opens)
      fail(line, word, opens - self.starts[line] + self.columns[line] + 1, certain)
    end
    local last = i
    while self.starts[last + 1] <= stop do last = last + 1 end
    for line = i, last do
      if self.kinds[line] == "yaml" then fail(i, "the code is not complete where YAML begins") end
    end
    return last, word, opens
  end

  -- Indentation has no meaning, but helps to find the block whose `end` is missing: an `end` in the
  -- column of a block further out was meant for that block.
  function Reader:suspect_indentation(stack, opener, i)
    local indent = match(self.texts[i], "^%s*")
    if self.suspect or match(self.texts[opener.line], "^%s*") == indent then return end
    for _, outer in ipairs(stack) do
      if match(self.texts[outer.line], "^%s*") == indent then self.suspect = opener end
    end
  end

  -- Updates the stack of open blocks after a logical line.
  function Reader:nest(stack, i, last, word, opens)
    local middle = word == "elif" or word == "else"
    if word == "end" then
      local opener = table.remove(stack)
      if not opener then fail(i, "`end` closes nothing", self.columns[i] + 1) end
      if opener.stop then fail(i, "`" .. opener.sugar .. "` ends with its node, without an `end`") end
      self:suspect_indentation(stack, opener, i)
      if opener.word == "def" then self:close(opener, last) end
    elseif middle and not stack[1] then
      fail(i, "`" .. word .. "` without `if`", self.columns[i] + 1)
    elseif opens and not middle then
      if #stack >= max_depth then fail(i, "the code is nested too deeply") end
      stack[#stack + 1] = { word = word, line = i, body = last + 1 }
    end
    if self.sugar[i] then
      local top = stack[#stack]
      if not opens then fail(i, "`" .. self.sugar[i] .. "` has no `:` at the end of its line") end
      top.stop, top.sugar = self:node_end(self:node_below(i, last)), self.sugar[i]
    end
  end

  -- Reads the Starlark statement that begins on a line. Returns its last line.
  function Reader:starlark(i)
    local stack = {}
    self.suspect = nil
    while true do
      local last, word, opens = self:logical_line(i)
      self:nest(stack, i, last, word, opens)
      last = self:leave_nodes(stack, last)
      if not stack[1] then return last end
      local following = self:next_code(last + 1)
      if not following then
        local opener = self.suspect or stack[#stack]
        self:fail_unspaced(opener.line)
        fail(opener.line, "`" .. opener.word .. "` has no `end`", self.columns[opener.line] + 1)
      end
      local hole = self:hole(last + 1, following - 1, innermost_function(stack))
      if hole then self.check_inside(stack, hole) end
      i = following
    end
  end

  -- ---- Lua ---------------------------------------------------------------------------

  -- Returns the innermost open function, with the lines on which it begins.
  function Reader:open_function(walk)
    for k = #walk.open, 1, -1 do
      local open = walk.open[k]
      if open.text == "function" then
        open.line = open.line or self:line_of(open.at)
        open.body = open.body or self:line_of(open.head_end or open.at) + 1
        return open
      end
    end
  end

  -- Reads the Lua statement that begins on a line. Returns its last line and what has to be inserted
  -- into its text: { at =, hole = N } or { function = }.
  function Reader:lua(first)
    local walk, holes, i = lua_code.walker(self.code, self.starts[first]), {}, first
    while true do
      local complete = walk:to(self.starts[i + 1])
      if complete == nil then fail(i, "a string, a comment or a bracket of the Lua code is not closed") end
      if #walk.open > 4 * max_depth then fail(i, "the code is nested too deeply") end
      local following = self:next_code(i + 1)
      local goes_on = following == i + 1 and lua_code.continues(self.code, self.starts[following])
      if complete and not goes_on then break end
      if not following then
        local open = walk.open[#walk.open]
        self:fail_unspaced(first)
        fail(open and self:line_of(open.at) or first,
          open and "`" .. open.text .. (brackets[open.text] and "` is not closed" or "` has no `end`")
            or "the code is not complete")
      end
      local hole = self:hole(i + 1, following - 1, self:open_function(walk))
      if hole and not walk:takes_statement() then
        fail(i, "the code is not complete where YAML begins")
      end
      holes[#holes + 1] = hole
      i = following
    end
    for line = first, i do
      local word = self.sugar[line]
      if word then fail(line, "`" .. word .. "` is Starlark's: Lua closes with `end`") end
    end
    for _, closed in ipairs(walk.closed) do
      if closed.part then self:close(closed, self:line_of(closed.last)) end
    end
    return i, holes, walk.closed
  end
end
