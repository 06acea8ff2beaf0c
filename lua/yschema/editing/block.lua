--- Plans the edits of collections that are written by indentation: each entry has lines of its own, except for one that
-- begins after a dash.
--
-- @module yschema.editing.block

local add = require("yschema.editing.edits").add
local start_of = require("yschema.editing.places").start
local trees = require "yschema.editing.trees"
local value_writer = require "yschema.editing.value_writer"

local block = {}

---@class yschema.BlockEdits
---@field text yschema.EditedText
---@field places yschema.TextPlaces
---@field pool yschema.EditPool
---@field map yschema.EditedNode
---@field head? yschema.EditedNode the first entry, if it is not the first thing on its line
---@field indentation integer
---@field point integer where the next entry that is added goes
---@field problem? string

-- The first byte of the lines of an entry, with the comments above it.
local function first_byte(self, node, keeps_comments)
  local places = self.places
  if node == self.head then return start_of(node) end
  return places.starts[keeps_comments and places:line(start_of(node)) or places:first_comment(node)]
end

local function last_byte(self, node) return self.places:line_last(self.places:last_line(node)) end

-- Writes the lines of an entry that is added.
local function lines_of(self, node)
  local out = {}
  if not value_writer.entry(node, self.indentation, self.text:style(self.map), self.map.kind, out) then
    self.text:fail(node.from or self.map, "cannot be written here")
    return {}
  end
  return out
end

-- Adds whole lines at the point.
local function add_lines(self, node)
  local places, point = self.places, self.point
  add(self.pool, point, point - 1, function(before)
    local eol, text = places.eol, table.concat(lines_of(self, node), places.eol)
    return before:find "[^\r\n]" and eol .. text or text .. eol
  end, self.indentation + (self.map.kind == "array" and 0.5 or 0)) -- items may be as deep as the keys around them
end

-- Adds an entry where the first one begins, after a dash.
local function add_after_dash(self, node, ending)
  add(self.pool, self.point, self.point - 1, function()
    local lines = lines_of(self, node)
    lines[1] = (lines[1] or ""):sub(self.indentation + 1)
    return table.concat(lines, self.places.eol) .. ending
  end)
end

-- The entry that takes the place of the first one after a dash: an entry that is added, or one that stays.
local function successor(sequence)
  for i, node in ipairs(sequence) do
    if not node.gone then return node, i end
  end
end

-- Whether there are only blanks and removed entries between the first entry and another one.
local function is_next(self, node)
  local places = self.places
  local at = last_byte(self, self.head) + 1
  for i = self.head.index + 1, node.index - 1 do
    local between = self.map[i]
    if first_byte(self, between, between.keeps_comments) ~= at then return false end
    at = last_byte(self, between) + 1
  end
  return places.text:sub(at, start_of(node) - 1):find "^ *$" ~= nil
end

-- Removes the first entry, which begins after a dash. Returns the index in the sequence from which to go on.
local function replace_head(self, sequence)
  local places, pool, head = self.places, self.pool, self.head
  local node, at = successor(sequence)
  local content_last = places:content_last(places:last_line(head))
  if node.made then
    add(pool, start_of(head), content_last, "")
    add_after_dash(self, node, "")
    table.remove(sequence, at)
    self.point = last_byte(self, head) + 1
    return 1
  end
  if is_next(self, node) then
    add(pool, start_of(head), start_of(node) - 1, "")
    self.point = last_byte(self, node) + 1
    return at + 1
  end
  local before = places.text:sub(1, start_of(head) - 1):match "()[ \t]*$"
  add(pool, before, content_last, "")
  self.point = last_byte(self, head) + 1
  return 1
end

-- Plans the edits of the entries from an index of the sequence on.
local function go_on(self, sequence, from)
  for i = from, #sequence do
    local node = sequence[i]
    if node.made then
      if self.head and self.point == start_of(self.head) then
        add_after_dash(self, node, self.places.eol .. (" "):rep(self.indentation))
      else
        add_lines(self, node)
      end
    elseif node ~= self.head or not node.gone then
      local last = last_byte(self, node)
      if node.gone then add(self.pool, first_byte(self, node, node.keeps_comments), last, "") end
      self.point = last + 1
    end
  end
end

-- Writes `{}` or `[]` in place of all entries.
local function empty(self)
  local map, places, pool, text = self.map, self.places, self.pool, self.places.text
  local brackets = map.kind == "map" and "{}" or "[]"
  for _, node in ipairs(map) do
    if node ~= self.head then add(pool, first_byte(self, node, node.keeps_comments), last_byte(self, node), "") end
  end
  if self.head then
    return add(pool, start_of(self.head), places:content_last(places:last_line(self.head)), brackets)
  end
  local after = map.colon or map.indicator
  if map.content > map.first then after = map.first + #text:sub(map.first, map.content - 1):gsub("%s*#[^\n]*", "")
    :match "^(.-)%s*$" - 1 end
  if after then return add(pool, after + 1, after, " " .. brackets) end
  local first = first_byte(self, map[1], false)
  add(pool, first, first - 1, brackets .. places.eol)
end

--- Plans the edits of a collection whose entries have changed.
---@param text yschema.EditedText
---@param map yschema.EditedNode
---@param pool yschema.EditPool
function block.plan(text, map, pool)
  local places, first = text.places, map[1]
  local self = {
    text = text, places = places, pool = pool, map = map, head = not places:has_line(first) and first or nil,
    indentation = places:indentation(first),
  }
  local sequence = trees.sequence(map)
  if not successor(sequence) then return empty(self) end
  self.point = first_byte(self, first, false)
  go_on(self, sequence, self.head and self.head.gone and replace_head(self, sequence) or 1)
end

return block
