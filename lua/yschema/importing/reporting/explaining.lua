--- Explains why values break the rules of an import, by the keywords of its JSON Schema.
--
-- @module yschema.importing.reporting.explaining

local leaves_mt = require "yschema.pipeline.questions".leaves_mt
local violations = require "yschema.importing.reporting.violations"

local explaining = {}

local ipairs, setmetatable = ipairs, setmetatable

--- Explains violations of the rules of an import.
---@class yschema.Explainer
---@field simple yschema.Simplifier
---@field numbers table<string, integer> of places in JSON Schemas
---@field places { text: yschema.SchemaText, at: string }[] by these numbers
---@field last integer the number of lines of the converted schema
local Explainer = {}
Explainer.__index = Explainer

local MOST_LISTED = 10

-- Returns the number of a place, above those of the lines.
function Explainer:number_of(text, at)
  local key = text.name .. "\n" .. at
  if not self.numbers[key] then
    self.places[#self.places + 1] = { text = text, pointer = at }
    self.numbers[key] = self.last + #self.places
  end
  return self.numbers[key]
end

--- Returns the place with a number above those of the lines.
---@param number integer
---@return { text: yschema.SchemaText, pointer: string }?
function Explainer:place(number) return self.places[number - self.last] end

--- Lists what a value violates.
---@param form yschema.Form
---@param value any
---@return table? leaves see `leaves_mt` of `yschema.pipeline.questions`; nil when nothing is found
function Explainer:leaves(form, value)
  local found = violations.violated(self.simple, form, value)
  local leaves, seen, more = setmetatable({}, leaves_mt), {}, 0
  for _, one in ipairs(found or {}) do
    local number = one.text and self:number_of(one.text, one.at) or 0
    local key = ("%s\n%d\n%s"):format(one.pointer, number, one.must_be)
    if not seen[key] and #leaves < MOST_LISTED then
      leaves[#leaves + 1] = { pointer = one.pointer, rule = one.rule, must_be = one.must_be, found = one.found,
        hint = "", line = number }
    elseif not seen[key] then
      more = more + 1
    end
    seen[key] = true
  end
  if more > 0 then leaves[MOST_LISTED].hint = ("%d more are not listed"):format(more) end
  return leaves[1] and leaves or nil
end

--- Makes an explainer.
---@param simple yschema.Simplifier
---@param last integer the number of lines of the converted schema
---@return yschema.Explainer
function explaining.explainer(simple, last)
  return setmetatable({ simple = simple, numbers = {}, places = {}, last = last }, Explainer)
end

return explaining
