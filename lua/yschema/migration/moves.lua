--- Moves entries to other maps. An entry is a block of lines, or a part of a line in brackets; so is its new place.
--
-- @module yschema.migration.moves

local blocks = require "yschema.migration.blocks"
local flow = require "yschema.migration.flow"
local nodes = require "yschema.migration.nodes"
local tokens = require "yschema.migration.tokens"

local moves = {}

local ipairs = ipairs

--- A move that is being planned.
---@class yschema.Move
---@field node yschema.MigratedNode
---@field top yschema.MigratedNode what is removed: the node, or a map above it that is empty then
---@field map yschema.MigratedNode the new map
---@field missing string[] keys of maps that have to be added in the new map
---@field first integer the first line of the entry, with the comments above it
---@field last integer
---@field from? integer its first byte, when it is a part of a line
---@field to? integer its last byte
---@field dash? string the blanks and dashes before `top`, if it begins after a dash

-- ---- the old place ------------------------------------------------------------------

-- Finds the node to remove with an entry that moves. The new map stays, and so do all maps around it.
local function topmost(node, map)
  local stays = {}
  while map do stays[map], map = true, map.parent end
  node.gone = true
  while node.parent.parent and node.parent.kind == "map" and node.parent.key and not stays[node.parent]
    and nodes.is_emptied(node.parent) do
    node = node.parent
    node.gone = true
  end
  return node
end

-- Undoes the marks of `topmost`.
local function stay(move)
  local node = move.node
  while node ~= move.top do node.gone, node = nil, node.parent end
  move.top.gone = nil
end

-- Finds the bytes of an entry in brackets that ends on its line.
local function part_of_line(lines, node)
  local from = lines:byte(node.line, node.column)
  return from, flow.entry_end(lines[node.line], from)
end

-- Whether a map is in brackets that open and close on its line.
local function is_on_line(lines, map)
  local open = blocks.opening(lines, map)
  return open ~= nil and flow.end_of(lines[map.line], open) ~= nil
end

-- Finds the lines or the bytes of an entry. Returns why it cannot be moved, or nil.
local function find_entry(lines, move)
  local node, top = move.node, move.top
  move.first, move.last = blocks.first_comment(lines, node), blocks.last_line(lines, node)
  move.dash = blocks.dash(lines, top)
  if not blocks.is_block(lines, node) then
    move.first, move.last = node.line, node.line
    if not blocks.is_in_brackets(lines, node) then return "is written in a way that cannot be moved" end
    move.from, move.to = part_of_line(lines, node)
    local fits = is_on_line(lines, node.parent) and (is_on_line(lines, top.parent) or blocks.has_lines(lines, top))
    if not move.to or not fits then return "is in brackets across lines, and has to move to another map" end
  elseif not blocks.has_lines(lines, top) then
    return "is in a map that would be empty, and is written in a way that cannot be removed"
  end
  if top ~= node and move.first < top.line then move.first = node.line end
end

-- Returns what would be lost with the old lines or the old part of a line, or nil.
local function loss(lines, move)
  local top = move.top
  local from, to = top.line, blocks.has_lines(lines, top) and blocks.last_line(lines, top) or top.line
  if blocks.has_anchor(lines, from, to) then return "has an anchor or an alias, and has to move to another map" end
  local whole = not move.from and top == move.node
  if not whole and (not move.from or blocks.has_lines(lines, top))
    and blocks.loses_comment(lines, from, to, move.from and 0 or move.first, move.from and 0 or move.last) then
    return "moves to another map, and a comment would be lost"
  end
end

-- ---- the new place ------------------------------------------------------------------

-- Finds the deepest map that exists on the way to a new place. Returns it, and the keys of the maps that are missing
-- below it; or nil when this plan adds one of the maps, so that the next plan finds it.
local function target(root, steps)
  local map, missing = root, {}
  for i = 1, #steps - 1 do
    local found = not missing[1] and nodes.entry(map, steps[i])
    if found and found.made then return nil, missing end
    if found then map = found else missing[#missing + 1] = steps[i] end
  end
  return map, missing
end

local function is_aligned(map)
  for _, node in ipairs(map) do
    if node.column ~= map[1].column then return false end
  end
  return true
end

-- Finds where to add entries to a map in block style: the line before which they go, and the column.
local function block_end(lines, map)
  local last = map[#map]
  if map.is_aligned == nil then map.is_aligned = is_aligned(map) end
  if not last or not map.is_aligned or not blocks.has_lines(lines, last) then return nil end
  return blocks.last_line(lines, last) + 1, last.column
end

-- Keeps a scalar at the end of a text without a final line break from getting one. Returns the line before which an
-- entry goes.
local function keep_open_scalar(plan, move, before)
  local lines, map = plan.lines, move.map
  local node, header = blocks.open_scalar(lines, plan.document.root)
  if not node or not header then return before end
  if node.line >= move.first and node.line <= move.last then
    local text = lines[node.line]:sub(header.first, header.last):gsub("%+", "")
    if before <= #lines then plan:write(node.line, header, text .. "-") end
    return before
  end
  return before > #lines and map[#map] ~= move.top and map[#map].line or before
end

-- Finds the place for a move: lines, or a part of a line.
local function find_place(plan, move)
  local lines = plan.lines
  local top, map = move.top, move.map
  if top.parent == map and blocks.has_lines(lines, top) then
    return { before = top == move.node and move.first or top.line, column = top.column }
  elseif top.parent == map then
    local from, to = part_of_line(lines, top)
    return to and { line = top.line, from = from, to = to }
  end
  local before, column = block_end(lines, map)
  if before then return { before = keep_open_scalar(plan, move, before), column = column } end
  local open = blocks.opening(lines, map)
  local at, has_entries = nil, nil
  if open then at, has_entries = flow.end_of(lines[map.line], open) end
  return at and { line = map.line, from = at, to = at - 1, comma = has_entries }
end

-- ---- texts --------------------------------------------------------------------------

-- Writes the lines of an entry in another column, below the keys of the missing maps; nil when that is impossible.
local function as_lines(plan, move, column, part)
  local text, missing = {}, move.missing
  for i, key in ipairs(missing) do
    text[i] = (" "):rep(column - 1 + 2 * (i - 1)) .. tokens.written_key(key, "plain") .. ":"
  end
  if part then
    text[#text + 1] = (" "):rep(column - 1 + 2 * #missing) .. part
    return text
  end
  local shift = column - move.node.column + 2 * #missing
  for number = move.first, move.last do
    local line = plan:new_line(number)
    if not line:find "^%s*$" then
      if shift < 0 and not line:find("^" .. (" "):rep(-shift)) then return nil end
      line = shift < 0 and line:sub(1 - shift) or (" "):rep(shift) .. line
    end
    text[#text + 1] = line
  end
  return text
end

-- Writes an entry in brackets, in the missing maps; nil when it has more than one line.
local function as_part(plan, move, part)
  if not part then
    part = plan:new_line(move.node.line):match "^%s*(.-)%s*$"
    if move.first ~= move.last or part:find "#" then return nil end
  end
  for i = #move.missing, 1, -1 do
    local key = tokens.written_key(move.missing[i], part:find '^["{]' and "double" or "plain")
    part = key .. ": {" .. part .. "}"
  end
  return part
end

-- Adds a node to a map of the outline, below the missing maps.
local function put(map, missing, node)
  for _, key in ipairs(missing) do
    local made = { kind = "map", name = key, made = true }
    nodes.add(map, made)
    map = made
  end
  nodes.add(map, node)
end

-- ---- moves --------------------------------------------------------------------------

-- Whether the lines of a move have other edits already; the next plan moves it then.
local function has_to_wait(plan, move, place)
  local lines, top = plan.lines, move.top
  local last = blocks.has_lines(lines, top) and blocks.last_line(lines, top) or top.line
  if plan:is_taken(move.first, last) or plan:is_taken(top.line, last) then return true end
  if move.from and plan.busy[top.line] then return true end
  return place.line ~= nil and (plan.busy[place.line] or plan:is_taken(place.line, place.line))
end

-- Removes an entry and a comma from its line.
local function remove_part(plan, node)
  local line = plan.lines[node.line]
  local from, to = part_of_line(plan.lines, node)
  from, to = flow.with_comma(line, from, to)
  plan.busy[node.line] = true
  plan:write(node.line, { first = from, last = to }, "")
end

--- Removes an entry that is a part of a line.
---@param plan yschema.DocumentPlan
---@param node yschema.MigratedNode
---@return "done"|"wait"? outcome nil: it is no such entry
function moves.remove_part(plan, node)
  local lines = plan.lines
  local _, to = part_of_line(lines, node)
  if not to or not is_on_line(lines, node.parent) then return nil end
  if plan.busy[node.line] then return "wait" end
  remove_part(plan, node)
  return "done"
end

-- Keeps the dash before an entry whose lines are removed. The next entry moves up to it; when that is not on the next
-- line, the dash stays on a line of its own.
local function keep_dash(plan, node, dash)
  local number = blocks.last_line(plan.lines, node) + 1
  local following = plan.lines[number] or ""
  if following:find("^" .. (" "):rep(#dash) .. "[^%s#]") then
    plan.dashed[number] = true
    plan:write(number, { first = 1, last = #dash }, dash)
  else
    plan:insert(node.line, node.column, { (dash:gsub(" +$", "")) })
  end
end

--- Removes the first entry of an item. The next entry moves up to the dash.
---@param plan yschema.DocumentPlan
---@param node yschema.MigratedNode
---@return "done"|"wait"? outcome nil: it is no such entry
function moves.remove_first(plan, node)
  local dash, last = blocks.dash(plan.lines, node), blocks.last_line(plan.lines, node)
  if not dash then return nil end
  if plan:is_taken(last + 1, last + 1) then return "wait" end
  plan:cut(node.line, last)
  keep_dash(plan, node, dash)
  return "done"
end

-- Removes an entry from its place. `place` is the new one, which may be the same part of a line.
local function remove_old(plan, move, place)
  local lines, top = plan.lines, move.top
  if blocks.has_lines(lines, top) then
    plan:cut(top == move.node and move.first or top.line, blocks.last_line(lines, top))
    return
  end
  if place.line ~= top.line or top.parent ~= move.map then remove_part(plan, top) end
end

-- Writes an entry in its new place. Returns false when that is impossible.
local function put_in(plan, move, place)
  local part = move.from and plan:part(move.node.line, move.from, move.to)
  if place.before then
    local text = as_lines(plan, move, place.column, part)
    if not text then return false end
    if move.dash then text[1] = move.dash .. text[1]:sub(#move.dash + 1) end
    plan:insert(place.before, place.column, text)
    return true
  end
  local text = as_part(plan, move, part)
  if not text then return false end
  plan.busy[place.line] = true
  plan:write(place.line, { first = place.from, last = place.to }, (place.comma and ", " or "") .. text)
  return true
end

--- Plans to move an entry to another map.
---@param plan yschema.DocumentPlan
---@param record yschema.Violation
---@param node yschema.MigratedNode
---@param steps (string|integer)[] the new path
---@param to string the same
function moves.move(plan, record, node, steps, to)
  local map, missing = target(plan.document.root, steps)
  if not map then return end -- the next plan moves it
  if map.kind ~= "map" then return plan:refuse(record, "moves to a place where there is no map") end
  local move = { node = node, map = map, missing = missing, top = topmost(node, map) }
  local failure = find_entry(plan.lines, move) or loss(plan.lines, move)
  local place = not failure and find_place(plan, move)
  if not place then
    stay(move)
    return plan:refuse(record, failure or "moves to a map in brackets across lines")
  end
  if has_to_wait(plan, move, place) then return stay(move) end
  if not plan:rename(record, node, steps[#steps]) then return end
  if not put_in(plan, move, place) then return plan:refuse(record, "cannot be moved as it is written") end
  remove_old(plan, move, place)
  put(map, missing, node)
  plan.changes[#plan.changes + 1] = { path = record.path, to = to }
end

return moves
