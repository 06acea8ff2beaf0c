--- Writes entries that move: as lines, or as a part of a line.
--
-- @module yschema.editing.moving

local edits = require "yschema.editing.edits"
local places_of = require "yschema.editing.places"
local trees = require "yschema.editing.trees"
local value_writer = require "yschema.editing.value_writer"

local moving = {}


-- Lets a scalar without a final line break keep its value where another line follows.
local function strip_break(text, node, pool)
  local open = text.strips and text:open_scalar()
  if not open or pool.has_strip or not trees.is_in(open, node) then return end
  local header = text.places.text:match("^[|>][%d+]*", open.content)
  edits.add(pool, open.content, open.content + #header - 1, (header:gsub("%+", "")) .. "-")
  pool.has_strip = true
end

-- The text between two bytes with the changes of an entry that moves.
local function applied(text, node, first, last)
  local pool = text.pools[node]
  if text.rendering[node] then return nil end
  text.rendering[node] = true
  strip_break(text, node, pool)
  local new = edits.applied(text.places.text, pool, first, last)
  text.rendering[node] = nil
  return new
end

-- Splits a text into lines that are indented by a number of blanks, which are then shifted.
local function shifted(text, from, to)
  local lines, blanks = {}, (" "):rep(from)
  for line in (text .. "\n"):gmatch "([^\r\n]*)\r?\n" do
    if not line:find "^[ \t]*$" then
      local own = line:sub(1, from) == blanks and line:sub(from + 1) or line:gsub("^ +", "")
      line = (" "):rep(to) .. own
    end
    lines[#lines + 1] = line
  end
  return lines
end

-- The text of an entry in brackets. Where it gets a line of its own, a blank follows its colon.
local function part(text, node, is_block)
  local pool, colon = text.pools[node], node.colon
  if is_block and not colon then return nil end
  if is_block and not pool.has_blank and text.places.text:find("^%S", colon + 1) then
    edits.add(pool, colon + 1, colon, " ")
  end
  pool.has_blank = true
  return applied(text, node, places_of.start(node), node.last)
end

-- Adds the comments of an entry to a list: those above it, or the one after it on its last line.
local function add_comments(text, node, above, after)
  local places = text.places
  if places:has_line(node) then
    for line = places:first_comment(node), places:line(places_of.start(node)) - 1 do
      above[#above + 1] = places:line_text(line):match "^[ \t]*(.*)$"
    end
  end
  after[#after + 1] = places.text:match("^[ \t]*,?[ \t]+(#[^\r\n]*)", node.last + 1)
end

--- Returns the comments of what has moved to an entry that was added, or into its value.
---@param text yschema.EditedText
---@param added yschema.EditedNode
---@return string[] above
---@return string[] after
function moving.comments(text, added)
  local above, after = {}, {}
  local function visit(node)
    if node.from then return add_comments(text, node.from, above, after) end
    local value = trees.value(node)
    for _, below in ipairs(value.made and trees.sequence(value) or {}) do visit(below) end
  end
  visit(added)
  return above, after
end

--- Refuses to write an entry that was added as a part of a line, if a comment has moved with it.
---@param text yschema.EditedText
---@param added yschema.EditedNode
function moving.refuse_comments(text, added)
  local above, after = moving.comments(text, added)
  if not (above[1] or after[1]) then return end
  local node = added
  while not node.from do node = trees.sequence(trees.value(node))[1] end
  text:fail(node.from, "moves to another map, and a comment would be lost")
end

--- Returns the lines of a moved entry.
---@param text yschema.EditedText
---@param added yschema.EditedNode
---@param indentation integer the new one
---@return string[]? lines nil when that is impossible
function moving.lines(text, added, indentation)
  local node, places = added.from, text.places
  if node.parent.style ~= "block" then
    local new, blanks = part(text, node, true), (" "):rep(indentation)
    local above, after = moving.comments(text, added)
    for i, line in ipairs(above) do above[i] = blanks .. line .. "\n" end
    if not new then return nil end
    after = after[1] and " " .. table.concat(after, " ") or ""
    return shifted(table.concat(above) .. blanks .. new .. after, indentation, indentation)
  end
  local has_line, old = places:has_line(node), places:indentation(node)
  local first = has_line and places.starts[places:first_comment(node)] or places_of.start(node)
  local new = applied(text, node, first, places:line_last(places:last_line(node)))
  new = new and new:gsub("\r?\n$", ""):gsub("\r$", "")
  return new and shifted(has_line and new or (" "):rep(old) .. new, old, indentation)
end

-- Whether the text of an entry means the same in brackets.
local function fits_in_brackets(text, node)
  local places = text.places
  if places:line(places_of.start(node)) ~= places:line(node.last) or node.style == "block" then return false end
  if node.indicator then return false end
  return not (node.style == "plain" and places.text:sub(node.first, node.last):find "[,%[%]{}]")
end

--- Returns the text of a moved entry for a place in brackets.
---@param text yschema.EditedText
---@param added yschema.EditedNode
---@return string? text nil when that is impossible
function moving.part(text, added)
  local node, places = added.from, text.places
  if node.parent.style ~= "block" then return part(text, node, false) end
  if places:last_line(node) > places:line(node.last) or places_of.has_comment(places.text, node) then return nil end
  if fits_in_brackets(text, node) then return applied(text, node, places_of.start(node), node.last) end
  if node.anchor or node.tag or node.key_tag then return nil end
  local style = setmetatable({ flow = true }, { __index = text:style(node) })
  local key, kind = trees.key(added)
  local head, value = value_writer.key(key, kind, style), value_writer.on_line(trees.value(node), style)
  return head and value and head .. ": " .. value
end

return moving
