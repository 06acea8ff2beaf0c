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
---@field line integer of the original text
---@field path string
---@field message string

-- The advice for the user.
local function by_hand(record)
  if record.kind == "removed" then return "; remove it by hand" end
  local to = regions.of(record).moved_to
  return "; change it by hand" .. (to and ": its new name is " .. to or "")
end

-- Notes a problem.
local function refuse(self, record, message)
  self:refuse(record.line, record.path, ("%s %s%s"):format(record.path, message, by_hand(record)))
end

-- Finds the node of a record.
local function node_of(self, record)
  local node = self.text:at_place(record.line, regions.node_column(record))
  if node then
    self.records[node] = record
  else
    refuse(self, record, "is written in a way that is not understood")
  end
  return node
end

-- Notes a change, or the reason why there is none.
local function note(self, record, node, done, reason)
  if reason == "wait" then return end -- the next pass moves it
  if not done then return refuse(self, record, reason) end
  self.changes[#self.changes + 1] = {
    path = record.path, to = regions.of(record).moved_to, line = self.text:origin_line(record.line),
    document = node.document.number,
  }
end

--- Writes the changes.
---@param self yschema.Migrating
---@return yschema.EditedText? new nil: there is a problem
function plan.commit(self)
  if self.problems[1] then return nil end
  local new, reason, node = self.text:commit()
  if new then return new end
  local record = node and self.records[node]
  if record then return refuse(self, record, reason) end
  self:refuse(node.line, "", "the text " .. reason .. "; change it by hand")
end

-- ---- removed keys -------------------------------------------------------------------

--- Removes keys that were removed from the schema.
---@param self yschema.Migrating
---@param records yschema.Violation[]
function plan.remove(self, records)
  for _, record in ipairs(records) do
    local node = node_of(self, record)
    if node and self.text.places:is_annotated(node) then
      refuse(self, record, "has an annotation above it")
    elseif node then
      note(self, record, node, self.text:remove(node, { keeps_comments = true }))
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
---@param self yschema.Migrating
---@param records yschema.Violation[]
function plan.rename(self, records)
  local moving = {}
  for _, record in ipairs(records) do
    local node, to = node_of(self, record), regions.of(record).moved_to
    local steps = node and to and trees.steps(to)
    if steps and not same_map(trees.steps(record.path), steps) then
      moving[#moving + 1] = { record, node, steps }
    elseif steps then
      note(self, record, node, self.text:rename(node, steps[#steps]))
    end
  end
  for _, one in ipairs(moving) do
    local done, reason, top = moves.make(self.text, one[2], one[3])
    if top then self.records[top] = one[1] end
    note(self, one[1], one[2], done, reason)
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
---@param self yschema.Migrating
---@param change { path: string, to: string, document: integer }
---@param wanted yschema.OutlineNode the new value
function plan.convert(self, change, wanted)
  local node = unconverted(self.text, self.text.documents[change.document].root, change.to)
  if not node then return end
  local record = { path = change.to, line = node.line }
  self.records[node] = record
  local done, reason = self.text:replace(node, wanted)
  if not done then refuse(self, record, "is converted by the schema, and " .. reason) end
end

return plan
