--- Plans the changes of a text for its old names and removed keys. If a change is not certain, it is a problem, and the
-- file does not change.
--
-- @module yschema.migration.plan

local moves = require "yschema.migration.moves"
local regions = require "yschema.report.regions"
local trees = require "yschema.editing.trees"

local plan = {}

--- Why a file cannot be rewritten.
---@class yschema.MigrationProblem
---@field line integer of the current text
---@field path string
---@field message string

---@class yschema.MigrationPlan
---@field text yschema.EditedText
---@field problems yschema.MigrationProblem[]
---@field changes { path: string, to: string?, line: integer, document: integer }[] without `to`, the key is removed
---@field records table<yschema.EditedNode, yschema.Violation> what each change is about
local Plan = {}
Plan.__index = Plan

-- ---- problems -----------------------------------------------------------------------

-- The advice for the user.
local function by_hand(record)
  if record.kind == "removed" then return "; remove it by hand" end
  local to = regions.of(record).moved_to
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
  local node = self.text:at_place(record.line, regions.node_column(record))
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
  self.changes[#self.changes + 1] = {
    path = record.path, to = regions.of(record).moved_to, line = record.line, document = node.document.number,
  }
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
    local node, to = self:node_of(record), regions.of(record).moved_to
    local steps = node and to and trees.steps(to)
    if steps and not same_map(trees.steps(record.path), steps) then
      moving[#moving + 1] = { record, node, steps }
    elseif steps then
      self:note(record, node, self.text:rename(node, steps[#steps]))
    end
  end
  for _, one in ipairs(moving) do
    local done, reason, top = moves.make(self.text, one[2], one[3])
    if top then self.records[top] = one[1] end
    self:note(one[1], one[2], done, reason)
  end
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
