--- Writes the changes between two schemas for people and as JSON.
--
-- @module yschema.comparison.report

local core = require "yschema.core"
local comparison = require "yschema.comparison.comparison"
local rules = require "yschema.comparison.rules"
local writing = require "yschema.base.writing"

local report = {}

local counted, list, ordered, wrap = writing.counted, writing.list, writing.ordered, writing.wrap

--- The result of a comparison.
---@class yschema.DiffResult
---@field direction "backward"|"forward"|"full"
---@field changes yschema.Change[]
---@field files? yschema.ReplayedFile[] files with another outcome
---@field file_count? integer files that were replayed

-- ---- text ---------------------------------------------------------------------------

local USUAL_WIDTH = 80

-- The text that is being written. Many changes have the same sentences, which are wrapped once.
local Text = {}
Text.__index = Text

-- `columns`: of the terminal, if it is narrower than usual.
local function new_text(columns)
  return setmetatable({
    sentences = {}, files = {}, columns = columns and columns < USUAL_WIDTH and columns or USUAL_WIDTH,
  }, Text)
end

-- Adds a sentence with an indent of two.
function Text:add_sentence(sentence)
  local lines = self.sentences[sentence]
  if not lines then
    lines = {}
    wrap(lines, sentence, "  ", "  ", nil, self.columns)
    self.sentences[sentence] = lines
  end
  for i = 1, #lines do self[#self + 1] = lines[i] end
end

-- Whether a line may have the name of a file as it is.
function Text:is_plain(file)
  local plain = self.files[file]
  if plain == nil then
    plain = not string.find(file, "%c") and not string.find(file, "  ", 1, true)
    self.files[file] = plain
  end
  return plain
end

-- Adds the places of a change in both schemas.
function Text:add_places(change)
  local old, new = change.old, change.new
  local text = "old: " .. (old and old.file .. ":" .. old.line or "nothing")
    .. " new: " .. (new and new.file .. ":" .. new.line or "nothing")
  if #text + 2 <= self.columns and (not old or self:is_plain(old.file)) and (not new or self:is_plain(new.file)) then
    self[#self + 1] = "  " .. text
  else
    wrap(self, text, "  ", "  ", nil, self.columns)
  end
end

local accepts = {
  backward = "The old schema accepts this, and the new one refuses it:",
  forward = "The new schema accepts this, and the old one refuses it:",
}

local function add_witness(out, witness)
  out:add_sentence(accepts[witness.direction])
  local text = witness.text
  if text:find("\n", 1, true) == #text then
    out[#out + 1] = "      " .. text:sub(1, -2)
  else
    for line in text:gmatch "[^\n]+" do out[#out + 1] = "      " .. line end
  end
  wrap(out, witness.message, "    = ", "    = ", nil, out.columns)
end

-- Returns the first line of a block, as reports of violations have it: `new.yml:3:1: breaking[key-removed]: a: ...`.
local function heading(file, place, verdict, rule, sentence)
  return ("%s:%d:%d: %s[%s]: %s"):format(core.printable(file, true), place and place.line or 1,
    place and place.column or 1, verdict, rule, sentence)
end

-- Returns the first line about a change. Its place is in the new schema, or in the old one if the new one has none.
local function heading_of_change(change)
  local place = change.new or change.old
  local path = change.path == "" and "the document" or change.path
  return heading(place and place.file or "", place, change.verdict, change.rule,
    path .. ": " .. change.message:gsub("^%u%f[%l ]", string.lower))
end

-- Returns the first line about a file of --values.
local function heading_of_file(file)
  if file.message then return heading(file.file, nil, "breaking", "refused", "the new schema refuses this file") end
  return heading(file.file, nil, "result", "values",
    "the result differs at " .. (file.path == "" and "the document" or file.path))
end

local function add_change(out, change)
  out[#out + 1] = heading_of_change(change)
  out:add_places(change)
  if change.note then out:add_sentence(change.note) end
  local witnesses = change.witnesses
  for i = 1, #witnesses do add_witness(out, witnesses[i]) end
  out[#out + 1] = ""
end

local function summary(changes)
  local counts, parts = comparison.count(changes), {}
  for _, verdict in ipairs(rules.verdicts) do
    if counts[verdict] > 0 then parts[#parts + 1] = ("%d %s"):format(counts[verdict], verdict) end
  end
  local all = counted(#changes, "change")
  return parts[1] and all .. ": " .. table.concat(parts, ", ") or "no changes"
end

local function add_file(out, file)
  out[#out + 1] = heading_of_file(file)
  if file.message then
    for line in (file.message:gsub("\n+$", "") .. "\n"):gmatch "([^\n]*)\n" do
      out[#out + 1] = line == "" and "" or "  " .. line
    end
  end
  out[#out + 1] = ""
end

-- Returns the lines for all changes and files.
local function body(result, columns)
  local out = new_text(columns)
  for _, change in ipairs(result.changes) do add_change(out, change) end
  for _, file in ipairs(result.files or {}) do add_file(out, file) end
  return out
end

--- Returns the text for people, without the counts at the end.
---@param result yschema.DiffResult
---@param columns? integer of the terminal
---@return string
function report.body(result, columns)
  local out = body(result, columns)
  return out[1] and table.concat(out, "\n") or ""
end

--- Returns a line for each change and file.
---@param result yschema.DiffResult
---@return string
function report.concise(result)
  local out = {}
  for _, change in ipairs(result.changes) do out[#out + 1] = heading_of_change(change) .. "\n" end
  for _, file in ipairs(result.files or {}) do out[#out + 1] = heading_of_file(file) .. "\n" end
  return table.concat(out)
end

--- Returns the counts that end the text.
---@param result yschema.DiffResult
---@return string
function report.summary(result)
  local out = { summary(result.changes) }
  if result.files then
    local refused = 0
    for _, file in ipairs(result.files) do refused = refused + (file.message and 1 or 0) end
    out[#out + 1] = ("%s: %d refused now, %d with another result"):format(counted(result.file_count, "file"), refused,
      #result.files - refused)
  end
  return table.concat(out, "\n") .. "\n"
end

--- Returns the text for people.
---@param result yschema.DiffResult
---@param columns? integer of the terminal
---@return string
function report.text(result, columns)
  local out = body(result, columns)
  out[#out + 1] = report.summary(result)
  return table.concat(out, "\n")
end

-- ---- JSON ---------------------------------------------------------------------------

local new_result = ordered { "direction", "counts", "changes", "files" }
local new_counts = ordered(rules.verdicts)
local new_change = ordered { "rule", "verdict", "path", "message", "was", "is", "old", "new", "note", "witnesses" }
local new_place = ordered { "file", "line", "column" }
local new_witness = ordered { "direction", "document", "text", "message" }
local new_file = ordered { "file", "verdict", "path", "message" }

local function place_record(place)
  return place and new_place { file = place.file, line = place.line, column = place.column } or nil
end

local function change_record(change)
  local witnesses = {}
  for i, witness in ipairs(change.witnesses) do
    -- JSON cannot express infinity or keys that are not strings; the text can.
    local document = core.encode(witness.document, "json") and witness.document
    witnesses[i] = new_witness {
      direction = witness.direction, document = document or nil, text = witness.text, message = witness.message,
    }
  end
  return new_change {
    rule = change.rule, verdict = change.verdict, path = change.path, message = change.message, was = change.was,
    is = change.is, old = place_record(change.old), new = place_record(change.new), note = change.note,
    witnesses = list(witnesses),
  }
end

--- Makes a table of the changes, for `core.encode`.
---@param result yschema.DiffResult
---@return table
function report.data(result)
  local changes, files = {}, nil
  for i, change in ipairs(result.changes) do changes[i] = change_record(change) end
  for i, file in ipairs(result.files or {}) do
    files = files or {}
    files[i] = new_file {
      file = file.file, verdict = file.message and "refused" or "result", path = file.path, message = file.message,
    }
  end
  if result.files then files = list(files or {}) end
  return new_result {
    direction = result.direction, counts = new_counts(comparison.count(result.changes)), changes = list(changes),
    files = files,
  }
end

--- Returns the changes as JSON.
---@param result yschema.DiffResult
---@return string
function report.json(result) return assert(core.encode(report.data(result), "json")) end

return report
