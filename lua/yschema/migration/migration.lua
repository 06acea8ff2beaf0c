--- Rewrites a text for keys that a schema has renamed or removed: `yschema migrate` and `yschema.migrate`.
--
-- Each change is validated: the new text has the same values under the new names, and the schema gives the same result
-- for both texts.
--
-- @module yschema.migration.migration

local core = require "yschema.core"
local difference = require "yschema.migration.difference"
local file_kinds = require "yschema.base.file_kinds"
local validating = require "yschema.migration.validating"
local lines = require "yschema.migration.lines"
local nodes = require "yschema.migration.nodes"
local plan = require "yschema.migration.plan"

local migration = {}

local ipairs, setmetatable, table = ipairs, setmetatable, table

local MOST_PASSES = 50 -- moves that depend on each other need a pass each

--- The outcome of a text.
---@class yschema.Migrated
---@field lines yschema.TextLines the new text
---@field changes { path: string, to: string? }[]
---@field problems yschema.MigrationProblem[] why the text must not change

---@class yschema.Migrating
---@field schema yschema.CoreSchema
---@field name string
---@field lines yschema.TextLines
---@field changes { path: string, to: string? }[][] of each document
---@field problems yschema.MigrationProblem[]
local Migrating = {}
Migrating.__index = Migrating

function Migrating:validate()
  local source = core.source(self.name, self.lines:text(), self.name, file_kinds.is_json(self.name))
  return validating.documents(self.schema, source)
end

-- `line` is a line of the current text; a problem names the line of the original text.
function Migrating:refuse(line, path, message)
  while line > 1 and not self.lines.origin[line] do line = line - 1 end
  self.problems[#self.problems + 1] = { line = self.lines.origin[line] or 1, path = path, message = message }
end

-- ---- one pass -----------------------------------------------------------------------

-- Notes what prevents any change of a document.
function Migrating:note_errors(document)
  for _, record in ipairs(document.clashes) do
    self:refuse(record.line, record.path, record.message .. "; change it by hand")
  end
  local failure = document.error
  if failure and (document.renamed[1] or document.removed[1]) then
    self:refuse(failure.line or document.line, failure.path,
      ("there is another violation, which 'yschema check' explains; fix it first: %s"):format(failure.message))
  end
end

-- Applies edits. Each document must then have the planned values. A text without a final line break stays without one,
-- unless its last scalar needs one.
function Migrating:apply(documents, edits, wanted)
  local old, failed = self.lines, nil
  for _, keeps_break in ipairs { false, true } do
    self.lines, failed = old:edited(edits, keeps_break), nil
    local validated = self:validate() or {}
    for i = 1, #documents do
      local fits = validated[i] and nodes.canonical(validated[i].root) == wanted[i]
      failed = failed or not fits and documents[i] or nil
    end
    if not failed then return validated end
    if old.ends[#old] ~= "" then break end
  end
  self:refuse(failed.line, "", "its new text would have other values; change it by hand")
  return documents
end

-- Makes a plan for each document with `fill`, and applies the plans.
function Migrating:pass(documents, fill)
  local edits, wanted = {}, {}
  for i, document in ipairs(documents) do
    local following = documents[i + 1]
    local made = plan.new(self.lines, document.root, following and following.root.line or #self.lines + 1)
    fill(made, document, i)
    for _, problem in ipairs(made.problems) do self:refuse(problem.line, problem.path, problem.message) end
    for _, edit in ipairs(made:edits()) do edits[#edits + 1] = edit end
    for _, change in ipairs(made.changes) do table.insert(self.changes[i], change) end
    wanted[i] = nodes.canonical(document.root)
  end
  if self.problems[1] or not edits[1] then return documents end
  return self:apply(documents, edits, wanted)
end

-- ---- all passes ---------------------------------------------------------------------

-- Makes passes as long as documents have records in a list.
function Migrating:repeat_for(documents, list, fill)
  for _ = 1, MOST_PASSES do
    local left = false
    for _, document in ipairs(documents) do
      left = left or document[list][1] ~= nil
      self:note_errors(document)
    end
    if self.problems[1] or not left then return documents end
    local at = self.lines
    documents = self:pass(documents, fill)
    if self.lines == at then break end
  end
  if self.problems[1] then return documents end
  self:refuse(documents[1].line, "", "its keys depend on each other, so the result is not certain; change it by hand")
  return documents
end

local function remove_keys(made, document)
  for _, record in ipairs(document.removed) do made:remove(record) end
end

local function rename_keys(made, document) made:take_renamed(document.renamed) end

-- Whether the schema may convert the values of old names.
local function may_convert(schema)
  for _, source in ipairs(schema.offered or {}) do
    if source:text():find "@schema/renamed[^\n]*with%s*=" then return true end
  end
  return false
end

-- Writes the values to which functions of the schema have converted those under old names.
function Migrating:convert(before, documents)
  local function differs(change, i)
    local old, new = before[i].values, documents[i].values
    local steps = change.to and nodes.steps(change.to)
    local wanted = steps and old and nodes.at(old, steps)
    local is = steps and nodes.at(new or documents[i].root, steps)
    return wanted and is and nodes.canonical(wanted) ~= nodes.canonical(is) and wanted or nil
  end
  return self:pass(documents, function(made, _, i)
    for _, change in ipairs(self.changes[i]) do
      local wanted = differs(change, i)
      if wanted then made:convert(change, wanted) end
    end
  end)
end

-- Notes a problem unless the schema gives the same result as before.
function Migrating:compare(before, documents)
  for i, document in ipairs(documents) do
    local converted = not before[i].result and self.changes[i][1] and may_convert(self.schema)
    if converted then
      self:refuse(document.line, "", "required keys are missing, so it is not certain how the schema converts its"
        .. " values; add the keys, or change the file by hand")
    elseif before[i].result ~= document.result then
      self:refuse(document.line, "", "the schema would give another result for its new text; change it by hand")
    end
  end
end

-- Makes all passes. Returns a report when the text cannot be read.
function Migrating:run()
  local documents, about = self:validate()
  if not documents then return about end
  for i = 1, #documents do self.changes[i] = {} end
  documents = self:repeat_for(documents, "removed", remove_keys)
  if self.problems[1] then return nil end
  local before = documents
  documents = self:repeat_for(documents, "renamed", rename_keys)
  if self.problems[1] then return nil end
  documents = self:convert(before, documents)
  if not self.problems[1] then self:compare(before, documents) end
  return nil
end

--- Rewrites a text.
---@param schema yschema.CoreSchema compiled
---@param source userdata
---@param mark? string the byte order mark before the text, which the source does not have
---@return yschema.Migrated? migrated
---@return yschema.Report? report why the text cannot be read
function migration.of(schema, source, mark)
  local self = setmetatable({
    schema = schema, name = source:name(), lines = lines.of(source:text(), mark), changes = {}, problems = {},
  }, Migrating)
  local about = self:run()
  if about then return nil, about end
  local changes = {}
  for _, list in ipairs(self.changes) do
    for _, change in ipairs(list) do changes[#changes + 1] = change end
  end
  return { lines = self.lines, changes = changes, problems = self.problems }
end

--- Writes the changes in the format of `diff -u`.
---@param source userdata
---@param migrated yschema.Migrated
---@return string
function migration.difference(source, migrated)
  return difference.unified(source:name(), lines.of(source:text(), migrated.lines.mark), migrated.lines)
end

return migration
