--- Finds out whether known changes explain a violation. A tree of keys has their places, so that a violation need not
-- be compared with each change.
--
-- @module yschema.comparison.known_changes

local paths = require "yschema.provenance.paths"

local known_changes = {}

--- The places of changes.
---@class yschema.ChangedPlaces
---@field top table the tree: `keys` below a node, `any` below it for all keys, and `ends` at the place of a change
---@field lines table<string, true> the lines of the changes in the schema that validates
---@field is_empty boolean
local Places = {}
Places.__index = Places

local function line_key(file, line) return (file or "") .. "\0" .. (line or 0) end

local function add_line(lines, at)
  if at.line then lines[line_key(at.file, at.line)] = true end
end

local function add_steps(node, steps)
  for _, step in ipairs(steps) do
    if step.kind ~= "alternative" then
      local holder, name = node, "any"
      if step.key then
        node.keys = node.keys or {}
        holder, name = node.keys, step.key
      end
      holder[name] = holder[name] or {}
      node = holder[name]
    end
  end
  node.ends = true
end

-- Whether tokens lead to the place of a change, or to one around it.
local function leads(node, tokens, at)
  if node.ends or not tokens[at] then return true end
  local named = node.keys and node.keys[tokens[at]]
  return named ~= nil and leads(named, tokens, at + 1) or node.any ~= nil and leads(node.any, tokens, at + 1)
end

--- Whether a change explains a violation.
---@param violation yschema.Violation
---@return boolean
function Places:explains(violation)
  if self.is_empty then return false end
  -- The reason why no alternative fits lies below the place.
  if violation.choice or leads(self.top, paths.tokens(violation.pointer or ""), 1) then return true end
  return violation.schema_line ~= nil and self.lines[line_key(violation.schema_file, violation.schema_line)] ~= nil
    or violation.kind == "required" and self.lines[line_key(violation.file, violation.line)] ~= nil
end

--- Collects the places of the changes that may make the new schema refuse values.
---@param list table[] with `verdict` and `places`
---@return yschema.ChangedPlaces
function known_changes.of(list)
  local self = setmetatable({ top = {}, lines = {}, is_empty = true }, Places)
  for _, found in ipairs(list) do
    for _, difference in ipairs((found.verdict == "breaking" or found.verdict == "unknown") and found.places or {}) do
      self.is_empty = false
      add_steps(self.top, difference.steps)
      local at, to = difference.to_at, difference.to
      if at then add_line(self.lines, at) end
      if to and to ~= at then add_line(self.lines, to) end
    end
  end
  return self
end

return known_changes
