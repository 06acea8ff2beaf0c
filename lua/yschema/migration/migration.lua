--- Rewrites a text for keys that a schema has renamed or removed: `yschema migrate` and `yschema.migrate`.
--
-- Each change is validated: the new text has the same values under the new names, and the schema gives the same result
-- for both texts.
--
-- @module yschema.migration.migration

local changed = require("yschema.base.plain_tables").changed
local edited_text = require "yschema.editing.text"
local outcomes = require "yschema.editing.transaction.outcomes"
local plan = require "yschema.migration.plan"
local transaction = require "yschema.editing.transaction.transaction"
local units = require "yschema.editing.transaction.units"
local validated = require "yschema.editing.transaction.validated"
local values = require "yschema.editing.values"

local migration = {}

local CALLER = "yschema migrate"
local MOST_PASSES = 50 -- moves that depend on each other need a pass each

--- A document and its records.
---@class yschema.MigratedDocument
---@field number integer that it has in the text, where empty ones count
---@field root yschema.EditedNode
---@field line integer where it begins
---@field renamed yschema.Violation[] keys under old names
---@field removed yschema.Violation[] removed keys
---@field clashes yschema.Violation[] keys under old names that cannot be renamed
---@field error? yschema.Violation another violation, except for missing keys, which another document may give
---@field result? string as YAML, if there is one
---@field values? yschema.EditedNode the result, when it has been read

---@class yschema.Migrating
---@field edit yschema.Transaction
---@field text yschema.EditedText
---@field changes { path: string, to: string?, line: integer, document: integer }[] without `to`, the key was removed
---@field problems yschema.MigrationProblem[] why the text must not change
---@field records table<yschema.EditedNode, yschema.Violation> what each change of the text is about
local Migrating = {}
Migrating.__index = Migrating

-- ---- validation ---------------------------------------------------------------------

local LISTS = { renamed = "renamed", removed = "removed", ["renamed-twice"] = "clashes",
  ["renamed-failed"] = "clashes" }

local function add_record(document, item)
  local record, list = item.record, LISTS[item.record.kind]
  if list then
    table.insert(document[list], record)
  elseif item.is_violation and record.kind ~= "required" then
    document.error = document.error or record
  end
end

-- Returns the documents of a text with what a state has found in them.
local function documents_of(text, state)
  local list, by_where, at = {}, {}, 0
  for _, one in ipairs(state.documents) do
    if one.line then
      repeat at = at + 1 until text.documents[at].root.kind ~= "null"
      by_where[one.where] = {
        number = at, root = text.documents[at].root, line = one.line, renamed = {}, removed = {}, clashes = {},
        result = one.result,
      }
      list[#list + 1] = by_where[one.where]
    end
  end
  for _, item in ipairs(state.records) do
    if by_where[item.where] then add_record(by_where[item.where], item) end
  end
  return list
end

-- Validates the documents of the current text.
function Migrating:validate()
  return documents_of(self.text, self.edit:validate(self.edit:with(1, self.text)))
end

-- `line` is a line of the current text; a problem names the line of the original text.
function Migrating:refuse(line, path, message)
  self.problems[#self.problems + 1] = { line = self.text:origin_line(line), path = path, message = message }
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

-- Plans changes of the text with `fill`, and writes them. Returns the documents of the new text.
function Migrating:pass(documents, fill)
  fill()
  local new = plan.commit(self)
  if not new or new == self.text then return documents end
  self.text, self.records = new, {}
  return self:validate()
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
    local at = self.text
    documents = self:pass(documents, function()
      for _, document in ipairs(documents) do fill(self, document[list]) end
    end)
    if self.text == at then break end
  end
  if self.problems[1] then return documents end
  self:refuse(documents[1].line, "", "its keys depend on each other, so the result is not certain; change it by hand")
  return documents
end

-- Whether the schema may convert the values of old names.
local function may_convert(schema)
  for _, source in ipairs(schema.offered or {}) do
    if source:text():find "@schema/renamed[^\n]*with%s*=" then return true end
  end
  return false
end

-- Returns the result of a document as a node; nil: there is none.
local function result_of(document)
  document.values = document.values or document.result and values.read(document.result)
  return document.values
end

-- Writes the values to which functions of the schema have converted those under old names.
function Migrating:convert(before, documents)
  local by_number = {}
  for i, document in ipairs(documents) do by_number[document.number] = i end
  local function wanted_of(change)
    local i = by_number[change.document]
    if before[i].result == documents[i].result then return nil end
    local result = change.to and result_of(before[i])
    local wanted = result and self.text:at(result, change.to)
    local is = wanted and self.text:at(result_of(documents[i]) or documents[i].root, change.to)
    return is and values.canonical(wanted) ~= values.canonical(is) and wanted or nil
  end
  return self:pass(documents, function()
    for _, change in ipairs(self.changes) do
      local wanted = wanted_of(change)
      if wanted then plan.convert(self, change, wanted) end
    end
  end)
end

-- Notes a problem unless the schema gives the same result as before.
function Migrating:compare(before, documents)
  local has_changes = {}
  for _, change in ipairs(self.changes) do has_changes[change.document] = true end
  for i, document in ipairs(documents) do
    local is_changed = has_changes[document.number]
    if is_changed and not before[i].result and may_convert(self.edit.unit.jobs[1].schema) then
      self:refuse(document.line, "", "required keys are missing, so it is not certain how the schema converts its"
        .. " values; add the keys, or change the file by hand")
    elseif not validated.is_same_result(before[i].result, document.result) then
      self:refuse(document.line, "", "the schema would give another result for its new text; change it by hand")
    end
  end
end

-- Makes all passes.
function Migrating:run(documents)
  documents = self:repeat_for(documents, "removed", plan.remove)
  if self.problems[1] then return end
  local before = documents
  documents = self:repeat_for(documents, "renamed", plan.rename)
  if self.problems[1] then return end
  documents = self:convert(before, documents)
  if not self.problems[1] then self:compare(before, documents) end
end

-- Returns the text of a file and its documents; or nil and a report. What else is known of them is forgotten.
local function opened(edit)
  local state = edit:validate() -- its reports mask what is sensitive
  for _, verdict in ipairs(state.verdicts) do
    if verdict.status == 2 and not verdict.line then return nil, verdict.report end
  end
  local text, about = edited_text.of(edit.texts[1])
  if not text then return nil, about end
  return text, documents_of(text, state)
end

--- Makes the changes in the text of a file.
---@param edit yschema.Transaction of the file
---@return yschema.Migrating? migrated
---@return yschema.Report? report why the text cannot be read
function migration.of(edit)
  local text, documents = opened(edit)
  if not text then return nil, documents end
  local self = setmetatable({ edit = edit, text = text, changes = {}, problems = {}, records = {} }, Migrating)
  self:run(documents)
  return self
end

--- Returns the unit of a file. Rules do not run, because they are not about keys.
---@param schema yschema.CoreSchema compiled
---@param listed yschema.ListedFile "-" is standard input
---@return yschema.EditUnit
function migration.unit(schema, listed)
  local without_rules = { settings = changed(schema.settings, { skip_validation = true }) }
  return units.of { { schema = setmetatable(without_rules, { __index = schema }), file = listed, how = {} } }
end

-- Returns changes as edits of a file.
local function edits_of(name, changes)
  local list = {}
  for i, one in ipairs(changes) do
    list[i] = {
      file = name, line = one.line, path = one.path, to = one.to, action = one.to and "move" or "remove",
      message = one.message,
    }
  end
  return list
end

--- Rewrites a file.
---@param schema yschema.CoreSchema compiled
---@param listed yschema.ListedFile "-" is standard input
---@param writes? boolean write the file; otherwise only return what would change
---@return yschema.EditOutcome
function migration.migrate(schema, listed, writes)
  local edit, failed = transaction.open(migration.unit(schema, listed), CALLER)
  if not edit then return failed end
  local name = edit.texts[1].name
  local migrated, about = migration.of(edit)
  if not migrated then return outcomes.unchanged(name, about, 2) end
  if migrated.problems[1] then return outcomes.refused("migration", name, edits_of(name, migrated.problems)) end
  local outcome = changed(outcomes.of(), { done = edits_of(name, migrated.changes) })
  return edit:commit(edit:with(1, migrated.text), outcome, writes)
end

return migration
