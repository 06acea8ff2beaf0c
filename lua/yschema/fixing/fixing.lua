--- Applies the fixes of records to the texts of a unit: `yschema fix` and `yschema.fix`.
--
-- Fixes are applied together first. If that does not hold, those are left out which are the reason: another violation
-- is where they have written. If there are none, the fixes are divided, so that those which hold are found. A fix holds
-- if its violation is gone, no other one is there, and what had no violations keeps its result.
--
-- @module yschema.fixing.fixing

local plain_tables = require "yschema.base.plain_tables"
local lazily = require "yschema.base.lazily"
local defaults = lazily "yschema.fixing.defaults"
local edited_text = require "yschema.editing.text"
local edits = lazily "yschema.fixing.edits"
local schema_order = lazily "yschema.assignment.schema_order"
local trees = require "yschema.editing.trees"
local units = require "yschema.editing.transaction.units"
local validated = require "yschema.editing.transaction.validated"

local fixing = {}

local MOST_PASSES = 50 -- a fix may bring a violation to light that has a fix, too
local MOST_STEPS = 4   -- of one fix, whose value may need another one

--- Optional fixes, beside those that are certain.
---@class yschema.FixOptions
---@field add_required? boolean add missing keys that have only one value
---@field drop_removed? boolean remove keys that the schema has removed
---@field drop_defaults? boolean remove keys that have the value of their default

--- The outcome of a unit.
---@class yschema.Fixed
---@field texts yschema.FileText[] the new texts
---@field verdicts yschema.Verdict[] on these
---@field jobs yschema.Job[] the job of each verdict
---@field status integer of these
---@field done yschema.FileEdit[]
---@field refused yschema.FileEdit[]

---@class yschema.Fixing
---@field unit yschema.EditUnit
---@field options yschema.FixOptions
---@field state yschema.EditState
---@field done yschema.FileEdit[]
---@field refused table<string, yschema.FileEdit> by the keys of their records
---@field order string[] these keys, in their order
local Fixing = {}
Fixing.__index = Fixing

local ALWAYS = { rename = true, move = true, replace = true, quote = true, unquote = true }

-- Whether a fix of this kind is made.
local function is_wanted(fix, options)
  return ALWAYS[fix.action] or fix.action == "add" and options.add_required
    or fix.action == "remove" and options.drop_removed
end

local function described(item, message)
  local record, fix = item.record, item.record.fix
  return {
    file = record.file, line = record.line or 1, path = record.path, action = fix.action, to = fix.to,
    value = fix.value, message = message,
  }
end

function Fixing:refuse(item, message)
  if self.refused[item.key] then return end
  self.refused[item.key] = described(item, message)
  if not item.is_default then self.order[#self.order + 1] = item.key end
end

-- Lists the records with fixes, unless these were refused.
function Fixing:candidates(records)
  local list = {}
  for _, item in ipairs(records) do
    local fix = item.record.fix
    if fix and item.file and is_wanted(fix, self.options) and not self.refused[item.key] then list[#list + 1] = item end
  end
  return list
end

-- ---- one attempt --------------------------------------------------------------------

local function sentence(item) return ("there would be another violation: %s"):format(item.record.message) end

-- Returns the fixes whose records are still there, each with the reason.
local function remaining(before, after, items)
  local fixed, list = {}, {}
  for _, item in ipairs(items) do fixed[item.key] = (fixed[item.key] or 0) + 1 end
  for _, item in ipairs(items) do
    local name = item.is_violation and "counts" or "warned"
    local most = not item.is_default and before[name][item.key] - fixed[item.key]
    if most and (after[name][item.key] or 0) > most then list[#list + 1] = { item, "the violation would stay" } end
  end
  return list
end

-- The path at which a fix writes, as a text.
local function target_of(item)
  local fix, steps = item.record.fix, trees.steps(item.record.path or "")
  if fix.action == "move" then steps = trees.steps(fix.to) end
  if fix.action == "rename" and steps then steps[#steps] = fix.to end
  return steps and item.where .. "\0" .. table.concat(steps, "\0")
end

-- Returns the fixes that are the reason for other violations: these are where they have written, or below.
local function reasons(items, added)
  local by_target, list = {}, {}
  for _, item in ipairs(items) do
    local target = not item.is_default and target_of(item)
    if target then by_target[target] = item end
  end
  for _, violation in ipairs(added) do
    local at = violation.where
    for _, step in ipairs(trees.steps(violation.record.path or "") or {}) do
      at = at .. "\0" .. step
      if by_target[at] then list[#list + 1] = { by_target[at], sentence(violation) } end
      by_target[at] = nil
    end
  end
  return list
end

-- Returns the records whose fixes can be written. Notes why others cannot.
function Fixing:without(items, refused)
  local list = {}
  for _, item in ipairs(items) do
    if refused[item] then self:refuse(item, refused[item]) else list[#list + 1] = item end
  end
  return list
end

-- Applies fixes, and those of the violations which that brings to light. Returns the new state, and what was done; or
-- nil, why the fixes do not hold, and which of them are the reason, if that is known.
function Fixing:tried(items)
  local before, done = self.state, {}
  local state, now = before, items
  for step = 1, MOST_STEPS do
    local texts, made, refused = edits.applied(state.texts, now)
    if step == 1 then items = self:without(items, refused) end
    if not texts then return nil, made end
    if #made == 0 or step > 1 and next(refused) then return nil, "cannot be written" end
    for _, item in ipairs(made) do done[#done + 1] = described(item) end
    state = validated.of(self.unit, texts)
    if state.status == 2 then return nil, "its new text cannot be read" end
    local added = validated.added(before, state)
    if not added[1] then
      local left = remaining(before, state, items)
      if left[1] then return nil, left[1][2], left end
      if not validated.keeps_results(before, state) then return nil, "the result would be another one" end
      return state, done
    end
    now = self:candidates(added)
    if #now < #added then return nil, sentence(added[1]), reasons(items, added) end
  end
  return nil, "its fix needs too many others"
end

-- ---- all of them --------------------------------------------------------------------

-- Lists the entries that have the value of their default, as records that do not exist.
function Fixing:default_entries()
  local list = {}
  for _, job in ipairs(self.state.status == 0 and self.unit.jobs or {}) do
    for _, number in ipairs(job.schema and self.unit.numbers[job] or {}) do
      local text = edited_text.of(self.state.texts[number])
      for _, entry in ipairs(text and defaults.entries(text, schema_order.root(job.schema)) or {}) do
        local record = {
          file = text.name, line = entry.node.line, column = entry.node.column, path = entry.path,
          fix = { action = "remove" },
        }
        local key = table.concat({ "default", number, entry.document, entry.path }, "\0")
        if not self.refused[key] then
          list[#list + 1] = { key = key, record = record, file = number, is_default = true }
        end
      end
    end
  end
  return list
end

-- Makes those fixes that hold, of those with these keys which a method finds in the current state.
function Fixing:solve(keys, find)
  local wanted = plain_tables.set(keys)
  local items = plain_tables.kept(find(self), function(item) return wanted[item.key] end)
  if not items[1] then return end
  local state, done, blamed = self:tried(items)
  if state then
    self.state = state
    for _, each in ipairs(done) do self.done[#self.done + 1] = each end
    return
  end
  if blamed and blamed[1] then
    for _, pair in ipairs(blamed) do self:refuse(pair[1], pair[2]) end
    return self:solve(keys, find)
  end
  local halves, seen, unique = { {}, {} }, {}, {}
  for _, item in ipairs(items) do
    if not seen[item.key] and not self.refused[item.key] then unique[#unique + 1] = item.key end
    seen[item.key] = true
  end
  if not unique[2] then return unique[1] and self:refuse(items[1], done) end
  for i, key in ipairs(unique) do table.insert(halves[i <= #unique / 2 and 1 or 2], key) end
  for _, half in ipairs(halves) do self:solve(half, find) end
end

-- Makes all fixes that a method finds, also those that are found later. What was refused is tried again when other
-- fixes have changed the texts, so that another call would find nothing.
function Fixing:solve_all(find)
  local texts = self.state.texts
  for _ = 1, MOST_PASSES do
    local keys = {}
    for i, item in ipairs(find(self)) do keys[i] = item.key end
    if keys[1] then
      self:solve(keys, find)
    elseif self.order[1] and self.state.texts ~= texts then
      texts, self.refused, self.order = self.state.texts, {}, {}
    else
      break
    end
  end
end

-- Removes the entries that have the value of their default. A JSON Schema gives its defaults when it is imported.
function Fixing:drop_defaults()
  local unit, with_fields = self.unit, units.with_fields(self.unit)
  if unit == with_fields then return self:solve_all(self.default_entries) end
  self.unit, self.state = with_fields, validated.of(with_fields, self.state.texts)
  self:solve_all(self.default_entries)
  self.unit, self.state = unit, validated.of(unit, self.state.texts)
end

-- Sorts fixes by their places.
local function in_order(list, texts)
  local number, place = {}, {}
  for i, text in ipairs(texts) do number[text.name] = i end
  for i, fix in ipairs(list) do place[fix] = i end
  table.sort(list, function(a, b)
    if a.file ~= b.file then return number[a.file] < number[b.file] end
    if a.line ~= b.line then return a.line < b.line end
    return place[a] < place[b]
  end)
  return list
end

--- Applies the fixes of a unit.
---@param unit yschema.EditUnit
---@param texts yschema.FileText[] of the files of the unit
---@param options yschema.FixOptions
---@return yschema.Fixed
function fixing.of(unit, texts, options)
  local self = setmetatable({
    unit = unit, options = options, state = validated.of(unit, texts), done = {}, refused = {}, order = {},
  }, Fixing)
  if self.state.status < 2 then
    self:solve_all(function() return self:candidates(self.state.records) end)
    if options.drop_defaults then self:drop_defaults() end
  end
  local refused = {}
  for i, key in ipairs(self.order) do refused[i] = self.refused[key] end
  return {
    texts = self.state.texts, verdicts = self.state.verdicts, jobs = self.state.jobs, status = self.state.status,
    done = in_order(self.done, texts), refused = in_order(refused, texts),
  }
end

return fixing
