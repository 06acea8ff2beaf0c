--- Rewrites a text for keys that a schema has renamed or removed: `yschema migrate` and `yschema.migrate`.
--
-- Each change is validated: the new text has the same values under the new names, and the schema gives the same result
-- for both texts.
--
-- @module yschema.migration.migration

local core = require "yschema.core"
local edited_text = require "yschema.editing.text"
local file_kinds = require "yschema.base.file_kinds"
local plan = require "yschema.migration.plan"
local trees = require "yschema.editing.trees"
local validating = require "yschema.migration.validating"

local migration = {}

local ipairs, setmetatable, type = ipairs, setmetatable, type

local MOST_PASSES = 50 -- moves that depend on each other need a pass each

--- The outcome of a text.
---@class yschema.Migrated
---@field old yschema.EditedText
---@field new yschema.EditedText
---@field changes { path: string, to: string? }[] without `to`, the key was removed
---@field problems yschema.MigrationProblem[] why the text must not change

---@class yschema.Migrating
---@field schema yschema.CoreSchema
---@field text yschema.EditedText
---@field changes { path: string, to: string?, document: integer }[]
---@field problems yschema.MigrationProblem[]
local Migrating = {}
Migrating.__index = Migrating

-- Gives the documents the numbers that they have in the text, where empty ones count.
local function numbered(text, documents)
  local at = 0
  for _, document in ipairs(documents) do
    repeat at = at + 1 until text.documents[at].root.kind ~= "null"
    document.number = at
  end
  return documents
end

-- Validates the documents of the current text.
function Migrating:validate()
  local name, bytes = self.text.name, self.text.places.text
  local source = core.source(name, bytes, name, file_kinds.is_json(name))
  return numbered(self.text, validating.documents(self.schema, source) or {})
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

-- Makes a plan for the text with `fill`, and writes it. Returns the documents of the new text.
function Migrating:pass(documents, fill)
  local made = plan.new(self.text)
  fill(made)
  local new = made:commit()
  for _, problem in ipairs(made.problems) do self:refuse(problem.line, problem.path, problem.message) end
  for _, change in ipairs(made.changes) do self.changes[#self.changes + 1] = change end
  if not new or new == self.text then return documents end
  self.text = new
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
    documents = self:pass(documents, function(made)
      for _, document in ipairs(documents) do fill(made, document[list]) end
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

-- Finds what a step leads to in an outline.
local function below(node, step)
  if type(step) == "number" then return node.kind == "array" and node[step + 1] or nil end
  if not node.by_key then
    node.by_key = {}
    for _, entry in ipairs(node) do
      if entry.key and not entry.key_kind then node.by_key[entry.key] = entry end
    end
  end
  return node.by_key[step]
end

-- Follows a path in an outline.
local function at(node, path)
  for _, step in ipairs(trees.steps(path) or {}) do
    node = node and below(node, step)
  end
  return node
end

-- Writes the values to which functions of the schema have converted those under old names.
function Migrating:convert(before, documents)
  local by_number = {}
  for i, document in ipairs(documents) do by_number[document.number] = i end
  local function wanted_of(change)
    local i = by_number[change.document]
    local wanted = change.to and before[i].values and at(before[i].values, change.to)
    local is = wanted and at(documents[i].values or documents[i].root, change.to)
    return is and validating.canonical(wanted) ~= validating.canonical(is) and wanted or nil
  end
  return self:pass(documents, function(made)
    for _, change in ipairs(self.changes) do
      local wanted = wanted_of(change)
      if wanted then made:convert(change, wanted) end
    end
  end)
end

-- Notes a problem unless the schema gives the same result as before.
function Migrating:compare(before, documents)
  local has_changes = {}
  for _, change in ipairs(self.changes) do has_changes[change.document] = true end
  for i, document in ipairs(documents) do
    local converted = not before[i].result and has_changes[document.number] and may_convert(self.schema)
    if converted then
      self:refuse(document.line, "", "required keys are missing, so it is not certain how the schema converts its"
        .. " values; add the keys, or change the file by hand")
    elseif before[i].result ~= document.result then
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

--- Rewrites a text.
---@param schema yschema.CoreSchema compiled
---@param source userdata
---@param mark? string the byte order mark before the text, which the source does not have
---@return yschema.Migrated? migrated
---@return yschema.Report? report why the text cannot be read
function migration.of(schema, source, mark)
  local documents, about = validating.documents(schema, source) -- its report masks what is sensitive
  if not documents then return nil, about end
  local old, problem = edited_text.open(source, { mark = mark, settings = schema.settings })
  if not old then return nil, problem end
  local self = setmetatable({ schema = schema, text = old, changes = {}, problems = {} }, Migrating)
  self:run(numbered(old, documents))
  local changes = {}
  for i, change in ipairs(self.changes) do changes[i] = { path = change.path, to = change.to } end
  return { old = old, new = self.text, changes = changes, problems = self.problems }
end

return migration
