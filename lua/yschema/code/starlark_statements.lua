--- Finds where a statement of Starlark ends, with the blocks in it and their `end`.
--
-- This is a part of `yschema.code.program` and adds methods to its reader.
--
-- @module yschema.code.starlark_statements

local starlark_lines = require "yschema.text.starlark_lines"
local reading = require "yschema.code.reading"

local fail, max_depth = reading.fail, reading.max_depth
local ipairs, match, table = ipairs, string.match, table

return function(Reader)
  -- Reads the logical line that begins on line i: its last line, its first word and whether it opens a block.
  function Reader:logical_line(i)
    local stop, word, opens, certain = starlark_lines.logical_line(self.code, self.starts[i])
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
      local hole = self:hole(last + 1, following - 1, reading.innermost_function(stack))
      if hole then self.check_inside(stack, hole) end
      i = following
    end
  end
end
