--- Plans the edits of values that are replaced.
--
-- @module yschema.editing.replacing

local add = require("yschema.editing.edits").add
local moving = require "yschema.editing.moving"
local places_of = require "yschema.editing.places"
local trees = require "yschema.editing.trees"
local value_writer = require "yschema.editing.value_writer"

local replacing = {}

local FIRST_RANK = 2 ^ 32 -- higher than that of any entry that is added

local function is_empty(node) return node.last < node.first end

-- Returns whether a value gets lines of its own.
local function has_lines(node, value)
  if node.style == "flow" and node[1] and trees.is_collection(value) then return false end
  if trees.is_collection(value) then return trees.sequence(value)[1] ~= nil end
  return value.kind == "string" and value.value:find "\n" ~= nil
end

-- Replaces the value of a document.
local function plan_root(text, node, style, pool)
  local places, value = text.places, node.put
  local function written()
    if style.flow or not (trees.is_collection(value) and has_lines(node, value)) then
      return value_writer.on_line(value, style, node.style)
    end
    local lines = value_writer.entries(value, style)
    local is_after_dashes = node.document.marked and places:line(node.document.body - 1) == places:line(node.first)
    return lines and (is_after_dashes and places.eol or "") .. table.concat(lines, places.eol)
  end
  local function make()
    local new = written()
    if not new then text:fail(node, "has a new value that cannot be written here") end
    return new or ""
  end
  if not is_empty(node) then return add(pool, node.first, places:value_last(node), make) end
  local at = node.document.last + 1
  add(pool, at, at - 1, function(before)
    return (before:find "[^\r\n]" and places.eol or "") .. make() .. places.eol
  end)
end

-- Replaces a value by one on its line. `after` is the byte of the colon or the dash.
local function plan_on_line(text, node, style, after, pool)
  local places = text.places
  local own = node.kind == "string" and node.style or nil
  local is_below = after and not is_empty(node) and places:line(node.first) > places:line(after)
  local function make(before)
    local new = value_writer.on_line(node.put, style, own)
    if not new then text:fail(node, "has a new value that cannot be written here") end
    return before .. (new or "")
  end
  if after and (is_below or is_empty(node)) then
    return add(pool, after + 1, places:value_last(node), function() return make " " end)
  end
  local colon = is_empty(node) and node.key_first and not node.colon and ": " or ""
  add(pool, node.first, places:value_last(node), function() return make(colon) end)
end

-- Replaces a value by one on several lines.
local function plan_lines(text, node, style, after, pool)
  local places = text.places
  local indentation = places:indentation(node)
  local is_below = not is_empty(node) and places:line(node.first) > places:line(after)
  local made
  local function lines()
    made = made or value_writer.as_lines(node.put, indentation, style, node.parent.kind == "array")
    if not made then text:fail(node, "has a new value that cannot be written here") end
    return made or { "" }
  end
  local function rest(before) return lines()[2] and before .. table.concat(lines(), places.eol, 2) or "" end
  if is_below and trees.is_collection(node.put) and node.parent.kind == "map" then
    return add(pool, places.starts[places:line(node.first)], places:value_last(node), function() return rest "" end)
  end
  add(pool, after + 1, places:value_last(node), function() return lines()[1] end, FIRST_RANK + 1)
  local at = places:content_last(places:line(node.last)) + 1
  add(pool, at, at - 1, function() return rest(places.eol) end, FIRST_RANK)
end

--- Plans the edits of a value that is replaced.
---@param text yschema.EditedText
---@param node yschema.EditedNode
---@param pool yschema.EditPool
function replacing.plan(text, node, pool)
  local parent, value = node.parent, node.put
  local style = text:style(parent or node)
  if not parent then style.flow = text.json end
  if not node.loses_comments and places_of.has_comment(text.places.text, node, node.colon and not is_empty(node)
    and node.colon + 1) then
    return text:fail(node, "has a comment within its old value, which would be lost")
  end
  if not parent then return plan_root(text, node, style, pool) end
  local after = node.colon or node.indicator
  if not style.flow and after and has_lines(node, value) then return plan_lines(text, node, style, after, pool) end
  moving.refuse_comments(text, value)
  plan_on_line(text, node, style, after, pool)
end

return replacing
