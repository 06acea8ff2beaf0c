--- Validates the values of many keys in one document, where a document for each key would say the same: the keys do not
-- depend on each other.
--
-- @module yschema.comparison.search.joint_documents

local matches = require("yschema.base.plain_tables").matches
local generator = require "yschema.values.generator"
local paths = require "yschema.provenance.paths"
local validator = require "yschema.values.validator"

local joint_documents = {}

local FEW = 8 -- differences for which it is not worth it

local function has_functions(core)
  for _, closure in next, core:closures() do
    if type(closure) == "function" then return true end
  end
  return false
end

-- Returns whether the keys of the root do not depend on each other in a schema.
local function has_own_keys(side)
  local root, core = side.root, side.schema.core
  return root.kind == "map" and not (root.choice or root.rules or root.count or core:references())
    and not has_functions(core) and not side.schema.settings.code_in_values
end

-- Returns the key of the root of which a difference refuses values, and the first value to try, if it is a scalar.
local function trial_of(difference, least)
  local step, ways = difference.steps[1], difference.ways
  if not step or difference.steps[2] or step.kind ~= "key" or difference.claim ~= "breaking" then return nil end
  if difference.old or difference.is_within or ways[1] ~= "value" then return nil end
  local value = (difference.values or {})[1]
  if value == nil then value = least:value(difference.from) end
  if value == nil or type(value) == "table" then return nil end
  return step.key, value
end

-- Returns the violations of a document that depend on one place only, by their pointers.
local function local_violations(side, document, source, is_local)
  local found = {}
  for _, violation in ipairs(validator.document(side.schema, document, "violations", source).violations or {}) do
    if is_local[violation.kind] then found[violation.pointer or ""] = violation end
  end
  return found
end

-- Returns the lines of a text, which has the values of these keys in their order; or nothing when there is not one for
-- each key.
local function lines_of(text, keys)
  local list = matches(text, "[^\n]*\n")
  return #list == #keys and list or {}
end

--- Returns what the second schema says about values that the first one accepts.
---@param search yschema.Search
---@param differences yschema.Difference[]
---@param is_local table<string, true> the kinds of violations that depend on one place only
---@return table<yschema.Difference, yschema.Witness> witnesses for some of the differences
function joint_documents.witnesses(search, differences, is_local)
  local from, refused, listed, values = search.from, {}, {}, {}
  if #differences <= FEW or not has_own_keys(from) then return {} end
  local base = search.least:map(from.root, 1)
  local document = setmetatable(generator.copy(base), { keys = listed })
  for _, difference in ipairs(differences) do
    local key, value = trial_of(difference, search.least)
    if key and values[key] == nil then
      refused[#refused + 1], listed[#listed + 1], values[key], document[key] = difference, key, value, value
    end
  end
  if #refused <= FEW or validator.document(from.schema, base).status ~= 0 then return {} end
  local accepted = validator.document(from.schema, document)
  if accepted.status ~= 0 then return {} end
  local violations, found = local_violations(search.to, document, accepted.source, is_local), {}
  local texts = next(base) == nil and lines_of(accepted.source:text(), listed) or {}
  for i, difference in ipairs(refused) do
    local key, own = listed[i], generator.copy(base)
    local violation = violations[paths.pointer { key }]
    if violation and (not difference.violation_rule or violation.rule == difference.violation_rule) then
      own[key] = values[key]
      found[difference] = { document = own, violation = violation, pointer = { key }, quality = 3, text = texts[i] }
    end
  end
  return found
end

return joint_documents
