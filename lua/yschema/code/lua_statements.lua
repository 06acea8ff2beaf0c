--- Finds where a statement of Lua ends, together with the stretches of YAML in it.
--
-- This is a part of `yschema.code.program` and adds methods to its reader.
--
-- @module yschema.code.lua_statements

local lua_code = require "yschema.text.lua_code"
local reading = require "yschema.code.reading"

local fail, max_depth = reading.fail, reading.max_depth
local ipairs = ipairs

local brackets = { ["("] = true, ["["] = true, ["{"] = true }

return function(Reader)
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
      if hole and not walk:takes_statement(self.starts[i + 1]) then
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
