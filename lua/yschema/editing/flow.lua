--- Plans the edits of collections in brackets.
--
-- @module yschema.editing.flow

local add = require("yschema.editing.edits").add
local start_of = require("yschema.editing.places").start
local moving = require "yschema.editing.moving"
local trees = require "yschema.editing.trees"
local value_writer = require "yschema.editing.value_writer"

local flow = {}

---@class yschema.FlowEdits
---@field text yschema.EditedText
---@field places yschema.TextPlaces
---@field pool yschema.EditPool
---@field map yschema.EditedNode
---@field commas table<yschema.EditedNode, integer> the byte of the comma after an entry
---@field on_lines boolean each entry begins a line

-- Finds the next comma before a byte, outside of comments.
local function comma_between(text, first, last)
  local at = first
  while at <= last do
    local c = text:sub(at, at)
    if c == "," then return at end
    at = c == "#" and (text:find("[\r\n]", at) or last) or at + 1
  end
end

local function find_commas(self)
  local map, text = self.map, self.places.text
  for i, node in ipairs(map) do
    local following = map[i + 1]
    self.commas[node] = comma_between(text, node.last + 1, (following and start_of(following) or map.last) - 1)
  end
end

-- Whether each entry begins a line, and ends with its comma on its last line.
local function is_on_lines(self)
  local map, places = self.map, self.places
  if not map[1] or places:line(start_of(map[1])) == places:line(map.content) then return false end
  for _, node in ipairs(map) do
    local comma = self.commas[node]
    if not places:has_line(node) or comma and places:line(comma) ~= places:line(node.last) then return false end
  end
  return places:line(map[#map].last) < places:line(map.last)
end

-- Writes an entry that is added.
local function written(self, node)
  local style = self.text:style(self.map)
  local text
  if node.from then
    text = style.moved_part(node)
  else
    text = value_writer.on_line(trees.value(node), style)
    local key, kind = trees.key(node)
    local head = key and value_writer.key(key, kind, style)
    if key then text = head and text and head .. ": " .. text end
  end
  if not text then self.text:fail(node.from or self.map, "cannot be written in brackets") end
  return text or ""
end

local function is_comment_between(text, first, last) return text:sub(first, last):find "#" ~= nil end

-- ---- entries on lines of their own --------------------------------------------------

-- Adds or removes the comma after an entry that stays.
local function fit_comma(self, node, wants)
  local comma = self.commas[node]
  if wants and not comma then add(self.pool, node.last + 1, node.last, ",") end
  if comma and not wants then add(self.pool, comma, comma, "") end
end

local function last_byte(self, node)
  return self.places:line_last(self.places:line(self.commas[node] or node.last))
end

local function add_line(self, point, node, wants)
  local places = self.places
  local blanks = places:line_text(places:line(start_of(self.map[1]))):match "^[ \t]*"
  local above, after = moving.comments(self.text, node)
  for i, line in ipairs(above) do above[i] = blanks .. line .. places.eol end
  after = after[1] and " " .. table.concat(after, " ") or ""
  add(self.pool, point, point - 1, function()
    return table.concat(above) .. blanks .. written(self, node) .. (wants and "," or "") .. after .. places.eol
  end)
end

local function plan_lines(self, sequence, trailing)
  local places, pool = self.places, self.pool
  local last
  for _, node in ipairs(sequence) do
    if not node.gone then last = node end
  end
  local point = places.starts[places:first_comment(self.map[1])]
  for _, node in ipairs(sequence) do
    local wants = node ~= last or trailing
    if node.made then
      add_line(self, point, node, wants)
    else
      local to = last_byte(self, node)
      if node.gone then
        local line = node.keeps_comments and places:line(start_of(node)) or places:first_comment(node)
        add(pool, places.starts[line], to, "")
      else
        fit_comma(self, node, wants)
      end
      point = to + 1
    end
  end
end

-- ---- entries within lines -----------------------------------------------------------

-- Removes the entries of the map from an index to another one, and the commas that are too many.
local function cut(self, from, to)
  local map, text = self.map, self.places.text
  local before, after = map[from - 1], map[to + 1]
  local first, last = start_of(map[from]), map[to].last
  if after then
    last = start_of(after) - 1
  elseif before then
    first = before.last + 1
    if self.commas[map[to]] then last = self.commas[map[to]] - 1 end
  else
    last = self.commas[map[to]] or last
  end
  for i = from, to do
    local gap_last = map[i + 1] and start_of(map[i + 1]) - 1 or last
    if is_comment_between(text, map[i].last + 1, i == to and last or gap_last) then
      self.text:fail(map[i], "is removed, and a comment would be lost")
    end
  end
  if before and not after and is_comment_between(text, before.last + 1, start_of(map[from]) - 1) then
    self.text:fail(map[from], "is removed, and a comment would be lost")
  end
  add(self.pool, first, last, "")
end

-- Removes runs of entries that are gone.
local function cut_runs(self)
  local map, from = self.map, nil
  for i, node in ipairs(map) do
    if node.gone and not from then from = i end
    if from and not (map[i + 1] and map[i + 1].gone) then
      if node.gone then cut(self, from, i) end
      from = nil
    end
  end
end

-- The byte after the bracket, where entries of a map without entries go.
local function inside(self) return self.map.content + 1 end

local function plan_parts(self, sequence)
  local map, pool = self.map, self.pool
  cut_runs(self)
  local waiting, previous = {}, nil
  local function text_of(list)
    local parts = {}
    for i, node in ipairs(list) do parts[i] = written(self, node) end
    return table.concat(parts, ", ")
  end
  local function put(list, at, before, after)
    if list[1] then add(pool, at, at - 1, function() return before .. text_of(list) .. after end) end
  end
  for _, node in ipairs(sequence) do
    if node.made then
      moving.refuse_comments(self.text, node)
      waiting[#waiting + 1] = node
    elseif not node.gone then
      if previous then put(waiting, previous.last + 1, ", ", "") else put(waiting, start_of(node), "", ", ") end
      waiting, previous = {}, node
    end
  end
  if previous then return put(waiting, previous.last + 1, ", ", "") end
  put(waiting, map[1] and start_of(map[1]) or inside(self), "", "")
end

--- Plans the edits of a collection whose entries have changed.
---@param text yschema.EditedText
---@param map yschema.EditedNode
---@param pool yschema.EditPool
function flow.plan(text, map, pool)
  local self = { text = text, places = text.places, pool = pool, map = map, commas = {} }
  local sequence = trees.sequence(map)
  find_commas(self)
  if map.left == 0 and not is_comment_between(text.places.text, map.content, map.last) then
    return add(pool, map.content + 1, map.last - 1, "")
  end
  if is_on_lines(self) and map.left > 0 then
    return plan_lines(self, sequence, self.commas[map[#map]] ~= nil)
  end
  plan_parts(self, sequence)
end

return flow
