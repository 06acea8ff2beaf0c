--- Reads `if/end` and similar words, which apply to the one node below them and need no `end`.
--
-- This is a part of `yschema.code.program` and adds methods to its reader.
--
-- @module yschema.code.single_nodes

local reading = require "yschema.code.reading"

local fail = reading.fail
local find, match, max, sub = string.find, string.match, math.max, string.sub

return function(Reader)
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
      self:hole(last + 1, top.stop, reading.innermost_function(stack))
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
end
