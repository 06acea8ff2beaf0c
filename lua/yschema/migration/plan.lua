--- The edits of a document for its old names and removed keys.
--
-- A key that stays in its map gets its new name in place. An entry that goes to another map, or away, is a block of
-- whole lines. What is not certain is a problem, and then the file stays as it is.
--
-- @module yschema.migration.plan

local blocks = require "yschema.migration.blocks"
local nodes = require "yschema.migration.nodes"
local paths = require "yschema.migration.paths"
local tokens = require "yschema.migration.tokens"

local plan = {}

local ipairs, pairs, setmetatable, table = ipairs, pairs, setmetatable, table

--- Why a file cannot be rewritten.
---@class yschema.MigrationProblem
---@field line integer
---@field path string
---@field message string

---@class yschema.DocumentPlan
---@field lines yschema.TextLines
---@field document yschema.DocumentNodes
---@field problems yschema.MigrationProblem[]
---@field pieces table<integer, { first: integer, last: integer, text: string }[]> what changes within lines
---@field cuts { first: integer, last: integer }[] lines that go away
---@field taken table<integer, true> the same lines
---@field inserts { before: integer, text: string[] }[] in their order
---@field changes { path: string, to: string? }[] what is done; without `to`, the key goes away
local Plan = {}
Plan.__index = Plan

-- ---- problems -----------------------------------------------------------------------

local BY_HAND = "; change it by hand"

function Plan:refuse(record, message)
  self.problems[#self.problems + 1] = {
    line = record.line, path = record.path, message = ("%s %s%s"):format(record.path, message, BY_HAND),
  }
end

-- The node that a record is about, or nil after a problem was noted.
function Plan:node_of(record)
  local node = self.document.by_place[record.line .. ":" .. record.column]
  if not node then self:refuse(record, "stands in several places, through an anchor") end
  return node or nil
end

-- The key of a node in its line, or nil after a problem was noted.
function Plan:token_of(record, node)
  local line = self.lines[node.line]
  local token = tokens.key(line, self.lines:byte(node.line, node.column), node.key)
  if not token then self:refuse(record, "is written in a way that is not certain to be understood") end
  return token
end

-- ---- names --------------------------------------------------------------------------

function Plan:write(number, token, text)
  local list = self.pieces[number] or {}
  self.pieces[number] = list
  list[#list + 1] = { first = token.first, last = token.last, text = text }
end

-- Gives a node its new key.
function Plan:rename(record, node, name)
  local token = self:token_of(record, node)
  if not token then return false end
  local text = tokens.written_key(name, token.style)
  if not text then
    self:refuse(record, "has a new name that does not fit on a line")
    return false
  end
  node.name = name
  if name ~= node.key then self:write(node.line, token, text) end
  return true
end

-- A line as it is with its new names.
function Plan:new_line(number)
  local line, list = self.lines[number], self.pieces[number]
  if not list then return line end
  table.sort(list, function(a, b) return a.first < b.first end)
  local parts, at = {}, 1
  for _, piece in ipairs(list) do
    parts[#parts + 1] = line:sub(at, piece.first - 1) .. piece.text
    at = piece.last + 1
  end
  return table.concat(parts) .. line:sub(at)
end

-- ---- keys that go away --------------------------------------------------------------

-- Tells whether lines overlap with others that go away.
function Plan:is_taken(from, to)
  for number = from, to do
    if self.taken[number] then return true end
  end
  return false
end

-- Lets lines go away.
function Plan:cut(first, last)
  for number = first, last do self.taken[number] = true end
  self.cuts[#self.cuts + 1] = { first = first, last = last }
end

local function is_emptied(map)
  for _, node in ipairs(map) do
    if not node.gone then return false end
  end
  return not (map.added and map.added[1])
end

--- Takes out a key that was removed from the schema.
---@param record yschema.Violation
function Plan:remove(record)
  local node = self:node_of(record)
  if not node then return end
  local lines = self.lines
  if not blocks.is_block(lines, node) then return self:refuse(record, "has no lines of its own to take out") end
  local last = blocks.last_line(lines, node)
  if blocks.has_anchor(lines, node.line, last) then return self:refuse(record, "has an anchor or an alias") end
  if blocks.is_annotated(lines, node) then return self:refuse(record, "has an annotation above it") end
  if self:is_taken(node.line, last) then return end -- it goes with a map above it
  node.gone = true
  if is_emptied(node.parent) then return self:refuse(record, "is the last key of its map, which would be null") end
  self:cut(node.line, last)
  self.changes[#self.changes + 1] = { path = record.path }
end

-- ---- keys that move -----------------------------------------------------------------

-- Finds the deepest map that is there on the way to a new place. Returns it, and the keys below it that are not; or nil
-- when this plan makes one of the maps, so that the next plan finds it.
function Plan:target(steps)
  local map, missing = self.document.root, {}
  for i = 1, #steps - 1 do
    local found = not missing[1] and nodes.entry(map, steps[i])
    if found and found.made then return nil, missing end
    if found then map = found else missing[#missing + 1] = steps[i] end
  end
  return map, missing
end

-- The node that goes away with an entry that moves: the entry, or the map above that is empty then.
local function topmost(node)
  node.gone = true
  while node.parent.parent and node.parent.kind == "map" and node.parent.key and is_emptied(node.parent) do
    node = node.parent
    node.gone = true
  end
  return node
end

-- Where entries are added to a map: the line before which they go, and the column, or nil.
function Plan:end_of(map)
  local last = map[#map]
  for _, node in ipairs(map) do
    if not self.lines[node.line] or node.column ~= last.column then return nil end
  end
  if not last or not blocks.is_block(self.lines, last) then return nil end
  return blocks.last_line(self.lines, last) + 1, last.column
end

-- The lines of an entry in another column, below the keys of maps that are made.
function Plan:moved_lines(first, last, shift, missing, column)
  local text = {}
  for i, key in ipairs(missing) do
    text[i] = (" "):rep(column - 1 + 2 * (i - 1)) .. tokens.written_key(key, "plain") .. ":"
  end
  for number = first, last do
    local line = self:new_line(number)
    if not line:find "^%s*$" then
      if shift < 0 and not line:find("^" .. (" "):rep(-shift)) then return nil end
      line = shift < 0 and line:sub(1 - shift) or (" "):rep(shift) .. line
    end
    text[#text + 1] = line
  end
  return text
end

-- Notes in the outline that a node has come to a map, below maps that are made.
local function put(map, missing, node)
  for _, key in ipairs(missing) do
    local made = { kind = "map", name = key, made = true }
    map.added = map.added or {}
    table.insert(map.added, made)
    map = made
  end
  map.added = map.added or {}
  table.insert(map.added, node)
end

-- Says why a node cannot be moved, or returns nil.
function Plan:fault_of_move(node, top, first, last)
  local lines = self.lines
  local from, to = top.line, blocks.last_line(lines, top)
  if not blocks.is_block(lines, node) or not blocks.is_block(lines, top) then
    return "stands in brackets or behind a dash, and has to go to another map"
  end
  if blocks.has_anchor(lines, from, to) then return "has an anchor or an alias, and has to go to another map" end
  if top ~= node and blocks.loses_comment(lines, from, to, first, last) then
    return "goes to another map, and a comment would have no place"
  end
end

-- Undoes what `topmost` has noted.
local function stay(node, top)
  while node ~= top do node.gone, node = nil, node.parent end
  top.gone = nil
end

--- Moves an entry to another map.
function Plan:move(record, node, steps, to)
  local map, missing = self:target(steps)
  if not map or self:is_taken(node.line, blocks.last_line(self.lines, node)) then return end -- the next plan does it
  if map.kind ~= "map" then return self:refuse(record, "goes to a place where there is no map") end
  local top = topmost(node)
  local first, last = blocks.first_comment(self.lines, node), blocks.last_line(self.lines, node)
  if first < (top == node and 1 or top.line) then first = node.line end
  local fault = self:fault_of_move(node, top, first, last)
  local before, column = top.line, top.column
  if not fault and top.parent ~= map then
    before, column = self:end_of(map)
    fault = not before and "goes to a map that is not written in lines of its own" or nil
  end
  if fault then
    stay(node, top)
    return self:refuse(record, fault)
  end
  self:carry_out(record, { node = node, top = top, first = first, last = last, map = map, missing = missing,
    before = before, column = column, name = steps[#steps], to = to })
end

-- Plans a move that is possible.
function Plan:carry_out(record, how)
  local node, top = how.node, how.top
  local from = top == node and how.first or top.line
  if self:is_taken(from, blocks.last_line(self.lines, top)) then return stay(node, top) end -- the next plan does it
  if not self:rename(record, node, how.name) then return end
  local shift = how.column - node.column + 2 * #how.missing
  local text = self:moved_lines(how.first, how.last, shift, how.missing, how.column)
  if not text then return self:refuse(record, "cannot be indented otherwise") end
  if how.before == top.line then how.before = from end
  put(how.map, how.missing, node)
  self:cut(from, blocks.last_line(self.lines, top))
  self.inserts[#self.inserts + 1] = { before = how.before, text = text }
  self.changes[#self.changes + 1] = { path = record.path, to = how.to }
end

-- ---- values that are converted -----------------------------------------------------

--- Writes what a function of the schema made of a value.
---@param change { path: string, to: string } what was done
---@param wanted yschema.OutlineNode the value that the schema gave
function Plan:convert(change, wanted)
  local node = nodes.at(self.document.root, paths.steps(change.to))
  local record = { path = change.to, line = node and node.line or 1 }
  local is_scalar = wanted.kind ~= "map" and wanted.kind ~= "array"
  local key = node and is_scalar and self:token_of(record, node)
  local token = key and tokens.scalar(self.lines[node.line], key.last, node)
  local text = token and tokens.written_scalar(wanted, key.style == "double")
  if not text then
    return self:refuse(record, "is converted by the schema, and the new value has no certain place")
  end
  self:write(node.line, token, text)
  node.kind, node.value = wanted.kind, wanted.value
end

-- ---- the plan -----------------------------------------------------------------------

local function same_map(old, new)
  if #old ~= #new then return false end
  for i = 1, #old - 1 do
    if old[i] ~= new[i] then return false end
  end
  return true
end

-- Where a record says that a key belongs.
local function new_path(record)
  local begin = record.path .. " has a new name: "
  return record.message:sub(1, #begin) == begin and record.message:sub(#begin + 1) or nil
end

--- Takes what was given under an old name.
---@param records yschema.Violation[]
function Plan:take_renamed(records)
  local moves = {}
  for _, record in ipairs(records) do
    local node, to = self:node_of(record), new_path(record)
    if node and to then
      local steps = paths.steps(to)
      if not same_map(paths.steps(record.path), steps) then
        moves[#moves + 1] = { record, node, steps, to }
      elseif self:rename(record, node, steps[#steps]) then
        self.changes[#self.changes + 1] = { path = record.path, to = to }
      end
    end
  end
  for _, move in ipairs(moves) do self:move(move[1], move[2], move[3], move[4]) end
end

--- The edits of the plan, in the order of the lines.
---@return yschema.LineEdit[]
function Plan:edits()
  local edits = {}
  for number in pairs(self.pieces) do
    if not self:is_taken(number, number) then
      edits[#edits + 1] = { first = number, last = number, text = { self:new_line(number) }, rank = 0 }
    end
  end
  for _, cut in ipairs(self.cuts) do
    edits[#edits + 1] = { first = cut.first, last = cut.last, text = {}, rank = 0 }
  end
  for i, insert in ipairs(self.inserts) do
    local rank = i - #self.inserts - 1
    edits[#edits + 1] = { first = insert.before, last = insert.before - 1, text = insert.text, rank = rank }
  end
  table.sort(edits, function(a, b)
    if a.first ~= b.first then return a.first < b.first end
    return a.rank < b.rank
  end)
  return edits
end

--- Begins a plan.
---@param lines yschema.TextLines
---@param root yschema.OutlineNode of the document
---@param next_line integer the line behind the document
---@return yschema.DocumentPlan
function plan.new(lines, root, next_line)
  return setmetatable({
    lines = lines, document = nodes.of(root, next_line), problems = {}, pieces = {}, cuts = {}, taken = {},
    inserts = {}, changes = {},
  }, Plan)
end

return plan
