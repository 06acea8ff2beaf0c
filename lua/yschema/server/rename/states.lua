--- Validates the files of a folder before and after a rename.
--
-- @module yschema.server.rename.states

local changed = require("yschema.base.plain_tables").changed
local units = require "yschema.editing.transaction.units"
local validated = require "yschema.editing.transaction.validated"
local without_mark = require("yschema.base.writing").without_mark

local states = {}

--- Validates the files of jobs as they are in the editor, and with new texts. A rename changes paths and messages.
---@param folder yschema.EditedFolder
---@param jobs yschema.Job[]
---@param texts table<string, string> new texts by absolute paths
---@return yschema.EditState before
---@return yschema.EditState after
function states.of(folder, jobs, texts)
  local unit, before, after = units.of(jobs), {}, {}
  for i, listed in ipairs(unit.files) do
    local content, new = folder:text_of(listed.path), texts[folder:absolute(listed.path)]
    before[i] = { name = listed.path, text = without_mark(content and content.text or ""), mark = "" }
    after[i] = new and changed(before[i], { text = without_mark(new) }) or before[i]
  end
  return validated.of(unit, before, "rule"), validated.of(unit, after, "rule")
end

return states
