--- The second evaluator: computes the result of a schema and layers of values without the core.
--
-- The properties compare this result with that of the core. nodes.lua evaluates a single node of the schema, and
-- overlays.lua evaluates overlays. Where the language's description leaves a result open, `unsure` says why, and
-- nothing is compared.

local likes = require "spec.properties.likes"
local nodes = require "spec.properties.evaluator.nodes"
local nulls = require "spec.properties.evaluator.nulls"
local overlay_evaluator = require "spec.properties.evaluator.overlays"
local schemas = require "spec.properties.schemas"
local references = require "spec.properties.references"
local value = require "spec.properties.value"

local evaluator = {}

local kind_of, null = value.kind, value.null
local resolved = likes.resolved
local validate, fitting, manner, own_default = nodes.validate, nodes.fitting, nodes.manner, nodes.own_default
local violation, unsure, child_path, item_path = nodes.violation, nodes.unsure, nodes.child_path, nodes.item_path
local item_for = nodes.item_for

-- ---- layers by themselves -----------------------------------------------------------------------

-- Validates one layer alone, outside of alternatives, and warns of deprecated keys.
local check

local function check_map(node, v, path, out)
  for _, key in ipairs(v.keys) do
    local item = item_for(node, key)
    local below = child_path(path, key)
    if not item then violation(out, "unknown-key", below)
    elseif item[2].removed then violation(out, "removed", below)
    else check(item[2], v.at[key], below, out) end
  end
end

-- Returns the value once for each alternative, with the key that selects it, when another layer may give this key.
local function with_keys(choice, v)
  if not choice.by or kind_of(v) ~= "map" or v.at[choice.by] ~= nil then return { v } end
  local list = {}
  for i, alternative in ipairs(choice.alternatives) do
    list[i] = value.map { { choice.by, schemas.entry(alternative, choice.by).value } }
    for _, key in ipairs(v.keys) do value.set(list[i], key, v.at[key]) end
  end
  return list
end

-- A single layer may fit no alternative, when a later layer replaces its value.
local function check_choice(node, v, path, out)
  local fits = node.nullable and v == null
  for _, one in ipairs(with_keys(node.choice, v)) do
    local alone = { count = 0, schema = out.schema, without_rules = true, shared = out.shared }
    fits = fits or fitting(node.choice, { { value = one } }, path, alone) ~= nil
  end
  if not fits then out.beside = true end
end

function check(node, v, path, out)
  node = resolved(node)
  if node.sensitive and out.violations then out.shared.sensitive[path] = true end
  if node.deprecated then out.warnings[path] = true end
  if node.choice then return check_choice(node, v, path, out) end
  local way = manner(node, kind_of(v))
  if not way then return violation(out, "type", path) end
  if way ~= "inferred" then return end
  if node.shape == "map" then check_map(node, v, path, out)
  elseif node.shape == "array" and node.item then
    for i, item in ipairs(v) do check(node.item, item, item_path(path, i), out) end
  end
end

-- ---- schemas ------------------------------------------------------------------------------------------

-- Returns whether a value is a valid default of a node. Rules do not run.
local function is_default(schema, node, v, shared)
  local out = { count = 0, schema = schema, without_rules = true, shared = shared }
  validate(node, { { value = v } }, "", out)
  return out.count == 0
end

-- The invalid result of a default function is only found when the default is needed, which is left open.
local function note_invalid_functions(schema, root, shared)
  likes.each(root, function(node)
    local default = node.default
    if default and (default.by == "lua" or default.by == "starlark")
      and not is_default(schema, node, default.value, shared) then
      shared.unsure = "a function's default that does not fit"
    end
  end)
end

local error_in_defaults

-- The same for a node with @schema/like. Each definition is searched once.
local function error_in_like(schema, node, shared)
  local default = node.default or not node.nullable and node -- the value of a nullable node is not validated
  if default and default.value ~= nil and not is_default(schema, node, default.value, shared) then
    return "a default"
  end
  if shared.seen[node.like] then return nil end
  shared.seen[node.like] = true
  return error_in_defaults(schema, node.like.node, shared)
end

function error_in_defaults(schema, node, shared)
  if node.like then return error_in_like(schema, node, shared) end
  if node.shape == "null" and schema.reading == "current" and not (node.types or node.choice) then return "a null" end
  if node.shape == "array" and not node.item and schema.reading == "current" then return "an empty array" end
  if node.default and not is_default(schema, node, node.default.value, shared) then
    return "a default"
  end
  local shows = node.shape ~= "null" and not node.default and not node.nullable
  if shows and (node.types or node.choice) and not is_default(schema, node, own_default(node), shared) then
    if not node.removed then return "a value" end
    shared.unsure = "a removed key's value"
  end
  for _, item in ipairs(node.items or {}) do
    local found = error_in_defaults(schema, item[2], shared)
    if found then return found end
  end
  if node.item and error_in_defaults(schema, node.item, shared) then return "an item" end
  for _, alternative in ipairs(node.choice and node.choice.alternatives or {}) do
    if error_in_defaults(schema, alternative, shared) then return "an alternative" end
  end
end

-- Returns whether a rule names no key, or a key that the map cannot have. The keys of other maps are unknown.
local function names_invalid_key(node, rule)
  if #rule.about_given == 0 then return true end
  local whole = resolved(node)
  if whole.shape ~= "map" or whole.any or whole.choice or whole.types and not whole.or_inferred then return false end
  local keys = {}
  for _, item in ipairs(whole.items) do
    if item[2].key and item[2].key.allowed then return false end
    keys[item[1]] = true
  end
  for _, name in ipairs(rule.about_given) do
    if not keys[name] then return true end
  end
  return false
end

local function has_invalid_rule(root)
  local found = false
  likes.each(root, function(node)
    for _, rule in ipairs(node.rules and node.rules.list or {}) do
      if rule.about_given then found = found or names_invalid_key(node, rule) end
    end
  end)
  return found
end

-- Evaluates layers with overlays: each is merged into the completed value. An invalid type in one layer that a later
-- layer removes is left open.
local function laid(schema, layers, shared)
  local out = { count = 0, violations = {}, warnings = {}, schema = schema, shared = shared }
  shared.laid = true
  local function complete(given)
    local now = { count = 0, violations = {}, schema = schema, shared = shared }
    return validate(schema.root, given, "", now), now
  end
  local stacked = { { value = own_default(schema.root), own = true, preset = true } }
  local v, last = complete(stacked)
  -- It is left open whether a default for alternatives is completed before a layer is merged into it.
  local function compare_stacked(layer)
    if not stacked then return end
    stacked[#stacked + 1] = { value = layer.value, append = layer.over }
    local other = complete(stacked)
    if value.json(other, true) ~= value.json(v, true) then unsure(out, "what a completed default is merged with") end
  end
  local layers_wrong, between_wrong = false, false
  for _, layer in ipairs(layers) do
    local before = out.count
    check(schema.root, layer.value, "", out)
    layers_wrong = layers_wrong or out.count > before
    between_wrong = between_wrong or last.types ~= nil
    local says_nothing = layer.value == null and not (layer.node and layer.node.op) -- an empty document
    if layer.node and not says_nothing then
      local after, state = overlay_evaluator.document(v, layer.node)
      if state.unsure then unsure(out, "annotations in what is added") end
      if after == nil then return { accepted = false, violations = {}, unsure = shared.unsure } end
      stacked = nil
      v, last = complete { { value = after } }
    elseif not says_nothing then
      v, last = complete { { value = v, own = true }, { value = layer.value, append = layer.over } }
      compare_stacked(layer)
    end
  end
  if last.count == 0 and (layers_wrong or between_wrong) then unsure(out, "a wrong layer that is repaired") end
  return { accepted = last.count == 0, value = v, violations = last.violations, overlaid = true,
    sensitive = shared.sensitive, unsure = shared.unsure, shared = shared }
end

-- Returns the violations that are not those of rules.
local function wrong_types(violations)
  local list = {}
  for _, one in pairs(violations) do
    if one.kind ~= "rule" and one.kind ~= "json" then list[#list + 1] = one end
  end
  return list
end

-- Adds the violations of references and identities, which are those of the final value. `references` has their paths
-- and how certain they are.
local function refer(schema, result)
  if result.unsure or not references.has_any(schema.root) then return result end
  local wrong = wrong_types(result.violations)
  if wrong[1] and result.overlaid then result.unsure = "names in a value that is invalid" end
  if result.unsure then return result end
  local out = { schema = schema, shared = result.shared }
  local function held(choice, v, path) return nodes.held(choice, v, path, out) end
  local about = { root = result.value, held = held, wrong = wrong, path_of = {} }
  result.references = references.violations(schema.root, result.value, "", about, {}, {})
  for path, certainty in pairs(result.references) do
    result.accepted = false
    if certainty == "sure" then result.violations["rule " .. path] = { kind = "rule", path = path } end
  end
  if not wrong[1] then result.unsure = result.shared.unsure end
  return result
end

local function has_optional_keys_without_keys(root)
  local found = false
  likes.each(root, function(node) found = found or node.keys_optional and node.items[1] == nil end)
  return found
end

local function evaluate(schema, layers)
  local shared = { seen = {}, sensitive = {} }
  note_invalid_functions(schema, schema.root, shared)
  local problem = has_invalid_rule(schema.root) and "a rule's keys" or error_in_defaults(schema, schema.root, shared)
  problem = problem or references.error(schema.root)
    or has_optional_keys_without_keys(schema.root) and "no keys that may be present"
  if problem then return { accepted = false, schema_error = problem, unsure = shared.unsure } end
  local drops = nulls.count_somewhere(schema.root)
  for _, layer in ipairs(layers) do
    if layer.node or (layer.over and #layers > 1) then
      if drops then shared.unsure = "a null in an overlay" end
      return laid(schema, layers, shared)
    end
  end
  local out = { count = 0, violations = {}, warnings = {}, schema = schema, shared = shared }
  local given = { { value = own_default(schema.root), own = true, preset = true } }
  for _, layer in ipairs(layers) do
    -- An empty document has no effect.
    if layer.value ~= null then
      local v = drops and nulls.without(schema.root, layer.value, false) or layer.value
      check(schema.root, v, "", out)
      given[#given + 1] = { value = v, append = layer.over }
    end
  end
  if out.beside and #given > 2 then unsure(out, "a layer that fits no alternative by itself") end
  local v = validate(schema.root, given, "", out)
  return { accepted = out.count == 0, value = v, violations = out.violations, warnings = out.warnings,
    sensitive = shared.sensitive, types_wrong = out.types ~= nil, unsure = shared.unsure, shared = shared }
end

--- Returns the result of a schema for layers (values.lua): { accepted, value, violations, warnings, unsure }, and
-- `schema_error` when the schema itself is invalid.
function evaluator.evaluate(schema, layers)
  local result = evaluate(schema, layers)
  if result.schema_error or result.value == nil then return result end
  return refer(schema, result)
end

return evaluator
