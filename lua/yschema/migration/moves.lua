--- Moves entries of a text to other paths, with their comments.
--
-- @module yschema.migration.moves

local plain_tables = require "yschema.base.plain_tables"
local places = require "yschema.editing.places"
local trees = require "yschema.editing.trees"

local moves = {}

-- Finds the node to remove with an entry that moves: a map above it that is empty then. The new map stays, and so do
-- all maps around it.
local function topmost(node, map)
  local top = node
  while top.parent.left == 1 and top.parent.key_first and top.parent.parent.kind == "map" do
    if trees.is_in(map, top.parent) then break end
    top = top.parent
  end
  return top
end

-- Finds the deepest map that exists on the way to a new place. Returns it, and the keys of the maps that are missing
-- below it; or nil and why there is none, or "wait" when an array on the way has yet to be moved.
local function target(text, root, steps)
  local map, missing = root, {}
  for i = 1, #steps - 1 do
    local found, problem = nil, nil
    if not missing[1] then found, problem = text:at(map, { steps[i] }) end
    if problem then return nil, "moves to another map, which " .. problem end
    if not found and type(steps[i]) == "number" then return nil, "wait" end
    if found then map = found else missing[#missing + 1] = steps[i] end
  end
  return map, missing
end

-- The bytes that go away with an entry, with its comments.
local function extent(text, node)
  local lines, last = text.places, node.last
  local first = lines:has_line(node) and lines.starts[lines:first_comment(node)] or places.start(node)
  if node.parent.style == "block" then return first, lines:line_last(lines:last_line(node)) end
  local line = lines:line(last)
  local has_comment = lines.text:find("^[ \t]*,?[ \t]+#", last + 1)
  return first, has_comment and lines:content_last(line) or last
end

-- Whether there is a comment in a map that goes, outside of the entries that have moved from there.
local function loses_comment(text, top)
  local at, last = places.start(top), text.places:value_last(top)
  if top.parent.style == "block" then last = text.places:line_last(text.places:last_line(top)) end
  local function has_comment(to) return ("\n" .. text.places.text:sub(at, to)):find "%s#" ~= nil end
  local function visit(node)
    for _, below in ipairs(node) do
      if below.moved then
        local first, to = extent(text, below)
        if has_comment(first - 1) then return true end
        at = to + 1
      elseif visit(below) then
        return true
      end
    end
    return false
  end
  return visit(top) or has_comment(last)
end

-- Whether there is an alias in a value.
local function has_alias(node)
  if node.alias then return true end
  return plain_tables.any(node, function(below) return has_alias(below) end)
end

-- Adds the maps that are missing, and moves a node to the last one.
local function put(text, node, map, missing, where, name)
  for _, key in ipairs(missing) do
    local made, reason = text:insert(map, key, { kind = "map" }, where)
    if not made then return nil, reason end
    map, where = made, nil
  end
  return text:move(node, map, name, where)
end

--- Moves an entry to another path. The maps that are missing there are added, and those that are empty then removed.
---@param text yschema.EditedText
---@param node yschema.EditedNode
---@param steps (string|integer)[]
---@return true? done
---@return string? reason why not; "wait": an array on the way has yet to be moved
---@return yschema.EditedNode? top the map that is removed with the entry
function moves.make(text, node, steps)
  local map, missing = target(text, node.document.root, steps)
  if not map then return nil, missing end
  if trees.value(map).kind ~= "map" then return nil, "moves to a place where there is no map" end
  if trees.is_repeated(node) then return nil, "has an anchor that is used elsewhere, and has to move to another map" end
  if has_alias(node) then return nil, "has an alias, and has to move to another map" end
  local top = topmost(node, map)
  local where = top.parent == map and { after = top } or nil
  local done, reason = put(text, node, map, missing, where, steps[#steps])
  if not done or top == node then return done and true, reason end
  if loses_comment(text, top) then return nil, "moves to another map, and a comment would be lost" end
  done, reason = text:remove(top, { keeps_comments = true })
  return done, reason, top
end

return moves
