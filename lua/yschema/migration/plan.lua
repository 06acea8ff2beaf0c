--- Plans the changes of a text for its old names and removed keys. If a change is not certain, it is a problem, and the
-- file does not change.
--
-- @module yschema.migration.plan

local places = require "yschema.editing.places"
local trees = require "yschema.editing.trees"

local plan = {}

local ipairs, setmetatable, type = ipairs, setmetatable, type

--- Why a file cannot be rewritten.
---@class yschema.MigrationProblem
---@field line integer of the current text
---@field path string
---@field message string

---@class yschema.MigrationPlan
---@field text yschema.EditedText
---@field problems yschema.MigrationProblem[]
---@field changes { path: string, to: string?, document: integer }[] without `to`, the key is removed
---@field records table<yschema.EditedNode, yschema.Violation> what each change is about
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

-- Notes a problem.
function Plan:refuse(record, message)
  self.problems[#self.problems + 1] = {
    line = record.line, path = record.path, message = ("%s %s%s"):format(record.path, message, by_hand(record)),
  }
end

-- Finds the node of a record.
function Plan:node_of(record)
  local node = self.text:at_place(record.line, record.column)
  if node then
    self.records[node] = record
  else
    self:refuse(record, "is written in a way that is not understood")
  end
  return node
end

-- Notes a change, or the reason why there is none.
function Plan:note(record, node, done, reason)
  if reason == "wait" then return end -- the next plan moves it
  if not done then return self:refuse(record, reason) end
  self.changes[#self.changes + 1] = { path = record.path, to = new_path(record), document = node.document.number }
end

--- Writes the changes.
---@return yschema.EditedText? new nil: there is a problem
function Plan:commit()
  if self.problems[1] then return nil end
  local new, reason, node = self.text:commit()
  if new then return new end
  local record = node and self.records[node]
  if record then
    self:refuse(record, reason)
  else
    if reason == "would have other values in its new text" then reason = "its new text would have other values" end
    self.problems[#self.problems + 1] = { line = node.line, path = "", message = reason .. "; change it by hand" }
  end
end

-- ---- removed keys -------------------------------------------------------------------

--- Removes keys that were removed from the schema.
---@param records yschema.Violation[]
function Plan:remove(records)
  for _, record in ipairs(records) do
    local node = self:node_of(record)
    if node and self.text.places:is_annotated(node) then
      self:refuse(record, "has an annotation above it")
    elseif node then
      self:note(record, node, self.text:remove(node, { keeps_comments = true }))
    end
  end
end

-- ---- entries that move --------------------------------------------------------------

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
  for _, below in ipairs(node) do
    if has_alias(below) then return true end
  end
  return false
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

local function move(self, record, node, steps)
  local text = self.text
  local map, missing = target(text, node.document.root, steps)
  if not map then return nil, missing end
  if trees.value(map).kind ~= "map" then return nil, "moves to a place where there is no map" end
  if trees.is_repeated(node) then return nil, "has an anchor that is used elsewhere, and has to move to another map" end
  if has_alias(node) then return nil, "has an alias, and has to move to another map" end
  local top = topmost(node, map)
  local where = top.parent == map and { after = top } or nil
  local done, reason = put(text, node, map, missing, where, steps[#steps])
  if not done or top == node then return done, reason end
  if loses_comment(text, top) then return nil, "moves to another map, and a comment would be lost" end
  self.records[top] = record
  return text:remove(top, { keeps_comments = true })
end

-- ---- new names ----------------------------------------------------------------------

local function same_map(old, new)
  if #old ~= #new then return false end
  for i = 1, #old - 1 do
    if old[i] ~= new[i] then return false end
  end
  return true
end

--- Plans the new names and places of what was given under old names.
---@param records yschema.Violation[]
function Plan:rename(records)
  local moving = {}
  for _, record in ipairs(records) do
    local node, to = self:node_of(record), new_path(record)
    local steps = node and to and trees.steps(to)
    if steps and not same_map(trees.steps(record.path), steps) then
      moving[#moving + 1] = { record, node, steps }
    elseif steps then
      self:note(record, node, self.text:rename(node, steps[#steps]))
    end
  end
  for _, one in ipairs(moving) do self:note(one[1], one[2], move(self, one[1], one[2], one[3])) end
end

-- ---- converted values ---------------------------------------------------------------

-- Finds the node at a path, unless it is a part of a value that was converted.
local function unconverted(text, root, path)
  local node = root
  for _, step in ipairs(trees.steps(path)) do
    node = text:at(node, { step })
    if not node or node.put then return nil end
  end
  return node
end

--- Writes the value that a function of the schema gave.
---@param change { path: string, to: string, document: integer }
---@param wanted yschema.OutlineNode the new value
function Plan:convert(change, wanted)
  local node = unconverted(self.text, self.text.documents[change.document].root, change.to)
  if not node then return end
  local record = { path = change.to, line = node.line }
  self.records[node] = record
  local done, reason = self.text:replace(node, wanted)
  if not done then self:refuse(record, "is converted by the schema, and " .. reason) end
end

plan.remove, plan.rename = Plan.remove, Plan.rename

--- Begins a plan.
---@param text yschema.EditedText
---@return yschema.MigrationPlan
function plan.new(text)
  return setmetatable({ text = text, problems = {}, changes = {}, records = {} }, Plan)
end

return plan
