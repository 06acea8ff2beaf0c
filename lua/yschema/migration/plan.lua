--- Plans the edits of a document for its old names and removed keys.
--
-- A key that stays in its map gets its new name in place. An entry that moves to another map, or is removed, is a block
-- of whole lines or a part of a line. If an edit is not certain, it is a problem, and the file does not change.
--
-- @module yschema.migration.plan

local blocks = require "yschema.migration.blocks"
local moves = require "yschema.migration.moves"
local nodes = require "yschema.migration.nodes"
local tokens = require "yschema.migration.tokens"
local values = require "yschema.migration.values"

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
---@field pieces table<integer, { first: integer, last: integer, text: string }[]> changes within lines
---@field cuts { first: integer, last: integer }[] lines that are removed
---@field taken table<integer, true> the same lines
---@field busy table<integer, true> lines in which entries are added or removed
---@field dashed table<integer, true> lines that get the dash of a removed entry
---@field inserts { before: integer, text: string[] }[] in their order
---@field changes { path: string, to: string? }[] without `to`, the key is removed
local Plan = {}
Plan.__index = Plan

-- ---- problems -----------------------------------------------------------------------

-- The new path of a key, as a record has it.
local function new_path(record)
  local begin = record.path .. " has a new name: "
  local message = record.message or ""
  return message:sub(1, #begin) == begin and message:sub(#begin + 1) or nil
end

-- The advice for the user.
local function by_hand(record)
  if record.kind == "removed" then return "; remove it by hand" end
  local to = new_path(record)
  return "; change it by hand" .. (to and ": its new name is " .. to or "")
end

---@param record yschema.Violation
---@param message string
function Plan:refuse(record, message)
  self.problems[#self.problems + 1] = {
    line = record.line, path = record.path, message = ("%s %s%s"):format(record.path, message, by_hand(record)),
  }
end

-- Finds the node of a record. Notes a problem and returns nil when there are several.
function Plan:node_of(record)
  local node = self.document.by_place[record.line .. ":" .. record.column]
  if not node then self:refuse(record, "is in several places, through an anchor") end
  return node or nil
end

-- Finds the key of a node in its line. Notes a problem and returns nil when that is not certain.
function Plan:token_of(record, node)
  local line = self.lines[node.line]
  local token = tokens.key(line, self.lines:byte(node.line, node.column), node.key)
  if not token then self:refuse(record, "is written in a way that is not understood") end
  return token
end

-- ---- names --------------------------------------------------------------------------

function Plan:write(number, token, text)
  local list = self.pieces[number] or {}
  self.pieces[number] = list
  list[#list + 1] = { first = token.first, last = token.last, text = text }
end

--- Gives a node its new key.
---@param record yschema.Violation
---@param node yschema.MigratedNode
---@param name string
---@return boolean done
function Plan:rename(record, node, name)
  local token = self:token_of(record, node)
  if not token then return false end
  local text = tokens.written_key(name, token.style)
  if not text then
    self:refuse(record, "has a new name that does not fit on a line")
    return false
  end
  nodes.rename(node, name)
  if name ~= node.key then self:write(node.line, token, text) end
  return true
end

-- Applies the changes between two bytes of a line.
local function changed(line, list, first, last)
  table.sort(list, function(a, b)
    if a.first ~= b.first then return a.first < b.first end
    return a.last < b.last
  end)
  local parts, at = {}, first
  for _, piece in ipairs(list) do
    parts[#parts + 1] = line:sub(at, piece.first - 1) .. piece.text
    at = piece.last + 1
  end
  return table.concat(parts) .. line:sub(at, last)
end

--- Returns a line with its new names.
---@param number integer
---@return string
function Plan:new_line(number)
  local line, list = self.lines[number], self.pieces[number]
  return list and changed(line, list, 1, #line) or line
end

--- Takes a part of a line with its new names, which will be written elsewhere.
---@param number integer
---@param first integer
---@param last integer
---@return string
function Plan:part(number, first, last)
  local inside, outside = {}, {}
  for _, piece in ipairs(self.pieces[number] or {}) do
    local list = piece.first >= first and piece.last <= last and inside or outside
    list[#list + 1] = piece
  end
  self.pieces[number] = outside
  return changed(self.lines[number], inside, first, last)
end

-- ---- removed keys -------------------------------------------------------------------

-- Whether lines overlap with others that are removed.
function Plan:is_taken(from, to)
  for number = from, to do
    if self.taken[number] then return true end
  end
  return false
end

-- Removes lines.
function Plan:cut(first, last)
  for number = first, last do self.taken[number] = true end
  self.cuts[#self.cuts + 1] = { first = first, last = last }
end

--- Removes a key that was removed from the schema.
---@param record yschema.Violation
function Plan:remove(record)
  local node = self:node_of(record)
  if not node then return end
  local lines, is_block = self.lines, blocks.is_block(self.lines, node)
  local last = is_block and blocks.last_line(lines, node) or node.line
  local in_brackets = not is_block and blocks.is_in_brackets(lines, node)
  if not is_block and blocks.dash(lines, node) then last = blocks.last_line(lines, node) end
  if blocks.has_anchor(lines, node.line, last) then return self:refuse(record, "has an anchor or an alias") end
  if is_block and blocks.is_annotated(lines, node) then return self:refuse(record, "has an annotation above it") end
  if self:is_taken(node.line, last) then return end -- it goes with a map above it
  if self.dashed[node.line] then return end -- the next plan removes it
  node.gone = true
  if nodes.is_emptied(node.parent) then return self:refuse(record, "is the last key of its map") end
  local remove = in_brackets and moves.remove_part or moves.remove_first
  local done = is_block and "done" or remove(self, node)
  if not done then
    return self:refuse(record,
      in_brackets and "is in brackets across lines" or "is written in a way that cannot be removed")
  end
  if done == "wait" then
    node.gone = nil
    return
  end
  if is_block then self:cut(node.line, last) end
  self.changes[#self.changes + 1] = { path = record.path }
end

-- ---- converted values --------------------------------------------------------------

-- Finds the node at a path, unless it is a part of a value that was converted.
local function unconverted(root, path)
  local node = root
  for _, step in ipairs(nodes.steps(path)) do
    node = node and nodes.entry(node, step)
    if node and node.converted then return nil, true end
  end
  return node
end

-- Replaces a value.
function Plan:put_value(node, place, wanted, is_json)
  local list = not place.in_brackets and values.as_lines(wanted, node.column - 1)
  local text = not list and values.on_line(wanted, is_json) or ""
  if text == "" and not list then return false end
  if place.needs_blank and text ~= "" then text = " " .. text end
  if place.last > node.line then self:cut(node.line + 1, place.last) end
  local token = place.token
  if list then
    local colon = self.lines[node.line]:sub(1, token.first - 1):gsub("%s+$", "")
    token = { first = #colon + 1, last = token.last, style = token.style }
    self:insert(node.line + 1, node.column, list)
  end
  self:write(node.line, token, text)
  return true
end

--- Writes the value that a function of the schema gave.
---@param change { path: string, to: string }
---@param wanted yschema.OutlineNode the new value
function Plan:convert(change, wanted)
  local node, is_done = unconverted(self.document.root, change.to)
  if is_done then return end
  local record = { path = change.to, line = node and node.line or 1 }
  local key = node and self:token_of(record, node)
  if not key then return end
  local place, problem = values.place(self.lines, node, key)
  if not place then return self:refuse(record, "is converted by the schema, " .. problem) end
  if not self:put_value(node, place, wanted, key.style == "double") then
    return self:refuse(record, "is converted by the schema, and the new value cannot be written")
  end
  nodes.become(node, wanted)
end

-- ---- the plan -----------------------------------------------------------------------

local function same_map(old, new)
  if #old ~= #new then return false end
  for i = 1, #old - 1 do
    if old[i] ~= new[i] then return false end
  end
  return true
end

--- Plans the new names and places of what was given under old names.
---@param records yschema.Violation[]
function Plan:take_renamed(records)
  local moving = {}
  for _, record in ipairs(records) do
    local node, to = self:node_of(record), new_path(record)
    if node and to then
      local steps = nodes.steps(to)
      if not same_map(nodes.steps(record.path), steps) then
        moving[#moving + 1] = { record, node, steps, to }
      elseif self:rename(record, node, steps[#steps]) then
        self.changes[#self.changes + 1] = { path = record.path, to = to }
      end
    end
  end
  for _, move in ipairs(moving) do moves.move(self, move[1], move[2], move[3], move[4]) end
end

--- Adds lines before another one.
---@param before integer
---@param column integer where they begin
---@param text string[]
function Plan:insert(before, column, text)
  self.inserts[#self.inserts + 1] = { before = before, column = column, text = text, number = #self.inserts }
end

-- Sorts insertions. Where several maps end, what belongs to an inner one comes first.
local function in_order(inserts)
  table.sort(inserts, function(a, b)
    if a.column ~= b.column then return a.column > b.column end
    return a.number < b.number
  end)
  return inserts
end

--- Returns the edits of the plan, in the order of the lines.
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
  for i, insert in ipairs(in_order(self.inserts)) do
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
---@param next_line integer the line after the document
---@return yschema.DocumentPlan
function plan.new(lines, root, next_line)
  return setmetatable({
    lines = lines, document = nodes.of(root, next_line), problems = {}, pieces = {}, cuts = {}, taken = {}, busy = {},
    dashed = {}, inserts = {}, changes = {},
  }, Plan)
end

return plan
