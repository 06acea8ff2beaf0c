--- The part of a large text that an edit needs: opening all of it for edits takes long.
--
-- An excerpt has the lines of a small node, with the lines that name the collections around it. What is written in new
-- parts depends on how the rest of the text is written, too; where this would make a difference, there is no excerpt.
--
-- @module yschema.server.excerpts

local edits = require "yschema.fixing.edits"
local paths = require "yschema.provenance.paths"
local regions = require "yschema.report.regions"
local trees = require "yschema.editing.trees"

local excerpts = {}

local find, sub = string.find, string.sub

-- Smaller texts are opened as they are. An excerpt has at most so many bytes.
local LEAST, MOST = 8 * 1024, 32 * 1024

-- All that the rest of a text decides about new parts: an edit that is the same with both is so with the others.
local HABITS = {
  { map_step = 2, dash_step = 0, quotes = "single" }, { map_step = 4, dash_step = 2, quotes = "double" },
}

--- A small node of a text, with what is around it.
---@class yschema.Excerpt
---@field chain yschema.LayoutNode[] the nodes to that of the edit
---@field number integer of the small node in the chain
---@field head string the lines that name the collections around it
---@field lines integer how many these are
---@field first integer the first line of the node, with the comments above it
---@field from integer the place where this line begins
---@field after integer the place after the lines of the node, and the comments below it

local function start_of(node) return node.indicator or node.key_first or node.first end

-- Returns how many nodes of a chain lead to the map or the node that a record is about; nil: it is elsewhere.
local function count_of(layout, chain, record)
  if record.fix.action ~= "add" then return #chain > 1 and #chain - 1 or nil end
  local steps = trees.steps(record.path) or {}
  for count = #chain, 1, -1 do
    local path = paths.join(paths.of(layout.steps(chain, count)), { key = steps[#steps] })
    if steps[1] and path == record.path then return count end
  end
end

-- Returns the number of the outermost small node of a chain that contains the last one that counts.
local function small_node(content, chain, count)
  for i = 2, count do
    if chain[i - 1].style ~= "block" or chain[i].merge then return nil end
    local first = content:line_bytes(content:line_of(start_of(chain[i])))
    if chain[i].last - first < MOST then return i end
  end
end

local function is_free(content, line)
  local text = content:line(line)
  return find(text, "^[ \t]*#") or find(text, "^%s*$")
end

-- Returns the first line of a node and the last one, with the comments around it.
local function lines_of(content, node, above)
  local first, last = content:line_of(start_of(node)), content:line_of(node.last)
  while first - 1 > above and is_free(content, first - 1) do first = first - 1 end
  while content:line_bytes(last + 1) <= #content.text and is_free(content, last + 1) do last = last + 1 end
  return first, last
end

-- Cuts out the lines of a node.
local function cut(content, chain, number)
  local self, above = { chain = chain, number = number, head = "", lines = 0 }, 0
  local own = content:line_of(start_of(chain[number]))
  for i = 2, number - 1 do
    local line = content:line_of(start_of(chain[i]))
    if line > above and line < own then
      self.head, self.lines, above = self.head .. content:line(line) .. "\n", self.lines + 1, line
    end
  end
  local first, last = lines_of(content, chain[number], above)
  self.first, self.from = first, (content:line_bytes(first))
  self.after = (content:line_bytes(last + 1))
  return self
end

-- Returns the record as it is about an excerpt: its items are the first ones.
local function moved(self, layout, record)
  local copy, steps = {}, layout.steps(self.chain)
  for name, value in next, record do copy[name] = value end
  copy.line, copy.column = record.line - self.first + 1 + self.lines, regions.node_column(record)
  if record.fix.action ~= "add" then return copy end
  for i = 1, self.number - 1 do
    if steps[i].index then steps[i].index = 0 end
  end
  local names = trees.steps(record.path)
  for i = #steps, #names, -1 do steps[i] = nil end
  copy.path = paths.join(paths.of(steps), { key = names[#names] })
  return copy
end

-- Makes the edit in the text of an excerpt. Returns the new text, or nil.
local function edited(self, given, record, habits)
  local text = self.head .. sub(given.text, self.from, self.after - 1)
  local new, made = edits.applied({
    { name = given.name, text = text, mark = "", settings = given.settings, schema = given.schema, habits = habits },
  }, { { key = "", record = record, file = 1, is_violation = true } })
  local written = new and made[1] and new[1].text
  return written and sub(written, 1, #self.head) == self.head and written or nil
end

--- Makes the fix of a record in a large text.
---@param layout yschema.TextLayout
---@param given yschema.FileText the text without its byte order mark
---@param record yschema.Violation with a fix
---@return string? new the whole new text; nil: it is not certain without the whole text
function excerpts.fixed(layout, given, record)
  local content = layout.content
  local is_plain = #content.text > LEAST and layout.same_lines and layout.shift == 0 and record.line and record.column
    and record.fix.action ~= "move" and not find(content.text, "\r", 1, true)
    and not find(content.text, "%YAML", 1, true)
  if not is_plain then return nil end
  local chain = layout:chain(content:place_of_column(record.line, regions.node_column(record)))
  local count = count_of(layout, chain, record)
  local number = count and small_node(content, chain, count)
  if not number then return nil end
  local self = cut(content, chain, number)
  if find(self.head .. sub(content.text, self.from, self.after - 1), "[&*!]") then return nil end
  local here, new = moved(self, layout, record), nil
  for _, habits in ipairs(HABITS) do
    local one = edited(self, given, here, habits)
    if not one or new and one ~= new then return nil end
    new = one
  end
  return sub(given.text, 1, self.from - 1) .. sub(new, #self.head + 1) .. sub(given.text, self.after)
end

return excerpts
