--- Lists what differs between two fields: types, null, defaults and documentation.
--
-- @module yschema.comparison.changes.fields

local core = require "yschema.core"
local documentation = require "yschema.export.documentation"
local facts = require "yschema.values.facts"
local masks = require "yschema.values.masks"
local shortened = require "yschema.text.characters".shortened

local fields = {}

--- Returns a value of two fields for texts. Collections are written in one line.
---@param pair { from: yschema.OutlineField, to: yschema.OutlineField }
---@param mark "sensitive"|"has_sensitive" of a field whose value is masked
---@param yaml? string the value
---@param value? any the same, if Lua has such a value
---@return string?
function fields.shown(pair, mark, yaml, value)
  if pair.from[mark] or pair.to[mark] then return masks.MASK end
  if not yaml then return nil end
  if type(value) == "table" then yaml = core.encode(value, "json") or yaml end
  if string.find(yaml, "\n", 1, true) then yaml = yaml:gsub("\n$", ""):gsub("\n%s*", " ") end
  return shortened(yaml, 60)
end

-- ---- types --------------------------------------------------------------------------

-- Returns the kinds of the first that the second lacks, without null, which `nullable` decides.
local function lost_kinds(from, to)
  local lost = {}
  for kind, accepted in next, from do
    if accepted and kind ~= "null" and not to[kind] then lost[kind] = true end
  end
  return lost
end

-- Whether a map or an array that was described may now contain anything.
local function is_opened(from, to)
  if from.choice or to.choice then return false end
  for _, kind in ipairs { "map", "array" } do
    if from.kind == kind and to.kind ~= kind and facts.kinds(to)[kind] then return true end
  end
  return false
end

-- Whether defaults are filled in below values of this field.
local function fills_in(field)
  if field.kind == "map" then return field.named[1] ~= nil end
  return field.kind == "array" and field.item ~= nil and field.item.kind == "map" and field.item.named[1] ~= nil
end

local function add_type(walk, pair, name, claim)
  walk:add(name, pair, {
    claim = claim, was = facts.kind_words(facts.kinds(pair.from), true),
    is = facts.kind_words(facts.kinds(pair.to), true),
  })
end

-- Whether both accept integers and floats, and only one of them makes floats of integers.
local function is_recast(pair)
  local from, to = pair.from, pair.to
  return not from.makes_floats ~= not to.makes_floats and facts.kinds(from).float and facts.kinds(to).float
end

-- Notes that integers become floats, or no longer do, where no other change of the type says so.
local function compare_integers(walk, pair)
  if not is_recast(pair) then return end
  add_type(walk, pair, pair.from.makes_floats and "integers-kept" or "integers-converted", "result")
end

local function compare_types(walk, pair)
  local from, to = facts.kinds(pair.from), facts.kinds(pair.to)
  local lost, gained = lost_kinds(from, to), lost_kinds(to, from)
  if facts.is_anything(pair.from) and facts.is_anything(pair.to) then return end
  if facts.is_anything(pair.from) then
    add_type(walk, pair, "type-closed", "breaking")
  elseif facts.is_anything(pair.to) or not next(lost) and is_opened(pair.from, pair.to) then
    local fills = fills_in(pair.from) and pair.stands ~= "alternative"
    add_type(walk, pair, "type-opened", (fills or is_recast(pair)) and "result" or "safe")
  elseif next(lost) and next(gained) then
    add_type(walk, pair, "type-changed", "breaking")
  elseif next(lost) then
    add_type(walk, pair, "type-narrowed")
  elseif is_opened(pair.to, pair.from) then
    add_type(walk, pair, "type-closed", "breaking")
  elseif next(gained) then
    add_type(walk, pair, "type-widened", is_recast(pair) and "result" or nil)
  else
    compare_integers(walk, pair)
  end
end

local function compare_null(walk, pair)
  local from, to = facts.kinds(pair.from).null, facts.kinds(pair.to).null
  if from and not to and not facts.is_anything(pair.from) then
    walk:add("nullable-removed", pair, { claim = "breaking" })
  elseif to and not from and not facts.is_anything(pair.to) then
    local is_default = pair.stands == "key" and pair.to.default_yaml == "null" and not pair.from.required
    walk:add("nullable-added", pair, {
      claim = is_default and "result" or "safe", ways = is_default and { "absent" } or nil,
    })
  end
end

local function compare_null_missing(walk, pair)
  local from, to = pair.from.null_missing, pair.to.null_missing
  if not from == not to or facts.kinds(pair.from).null or facts.kinds(pair.to).null then return end
  walk:add("null-is-missing-" .. (from and "removed" or "added"), pair, { claim = from and "breaking" or "safe" })
end

-- The rules about texts: names of changes, and the claims when one is added, removed or changed. Samples have no
-- variables.
local TEXT_RULES = {
  { key = "variables", name = "variables", added = "safe", removed = "unknown", changed = "unknown" },
  { key = "string_variables", name = "variables", added = "safe", removed = "unknown", changed = "unknown" },
  { key = "ends_with", name = "ends-with", added = "breaking", removed = "safe", changed = "breaking" },
}

local function compare_text_rules(walk, pair)
  for _, row in ipairs(TEXT_RULES) do
    local from, to = pair.from[row.key], pair.to[row.key]
    local what = from and to and (from ~= to and "changed" or nil) or to and "added" or from and "removed"
    if what and from ~= to then walk:add(row.name .. "-" .. what, pair, { claim = row[what] }) end
  end
end

-- ---- defaults -----------------------------------------------------------------------

-- Whether null became the default, or is no longer the default, because of `nullable`, which is a change of its own.
local function is_due_to_null(pair)
  local from, to = facts.kinds(pair.from).null, facts.kinds(pair.to).null
  return from ~= to and (pair.from.default_yaml == "null" or pair.to.default_yaml == "null")
end

local function text_of(annotation) return annotation and annotation.text or "" end

local function default_words(pair, field)
  if field.computed then return "what a function gives" end
  if not field.default_yaml then return "made of the defaults below" end
  return fields.shown(pair, "has_sensitive", field.default_yaml, field.default)
end

-- Whether both defaults are the same number in another spelling.
local function is_same_number(from, to)
  return type(from.default) == "number" and from.default == to.default
end

local function compare_defaults(walk, pair)
  local from, to = pair.from, pair.to
  if pair.stands ~= "key" or from.required or to.required or from.removed or to.removed then return end
  if from.optional and to.optional and not from.default_at and not to.default_at then return end
  local parts = { ways = { "absent" } }
  parts.was, parts.is = default_words(pair, from), default_words(pair, to)
  parts.from_at, parts.to_at = from.default_at, to.default_at
  if from.computed and to.computed then
    if walk.is_same(text_of(from.default_at), text_of(to.default_at)) then return end
    parts.ways = { "absent", "value" }
    walk:add("default-function-changed", pair, parts)
  elseif from.computed ~= to.computed or from.default_yaml ~= to.default_yaml then
    if is_due_to_null(pair) or is_same_number(from, to) then return end
    parts.claim, parts.ways = "result", from.kind == "map" and { "absent", "part" } or parts.ways
    walk:add("default-changed", pair, parts)
  end
end

-- ---- documentation ------------------------------------------------------------------

local function examples_text(field)
  local parts = {}
  for i, example in ipairs(field.example) do
    parts[i] = (example.description or "") .. "\n" .. example.yaml
  end
  return table.concat(parts, "\n\n")
end

local function add_docs(walk, pair, name) walk:add(name, pair, { claim = "docs" }) end

local function compare_fact(walk, pair, row)
  local from, to, name = pair.from[row.name], pair.to[row.name], row.name
  if row.kind == "examples" then from, to = from and examples_text(pair.from), to and examples_text(pair.to) end
  if from == to then return end
  local has_changed = from and to or row.kind ~= "flag" and row.kind ~= "notice"
  add_docs(walk, pair, name .. (has_changed and "-changed" or to and "-added" or "-removed"))
end

local function compare_docs(walk, pair)
  local from, to = pair.from.required, pair.to.required
  for _, row in ipairs(documentation.rows) do
    if documentation.shows(row, "diff") then compare_fact(walk, pair, row) end
  end
  if from and to and from ~= to then add_docs(walk, pair, "required-changed") end
end

--- Notes what differs between two fields.
---@param walk yschema.Walk
---@param pair { from: yschema.OutlineField, to: yschema.OutlineField, steps: yschema.SchemaStep[], stands: string }
function fields.compare(walk, pair)
  compare_docs(walk, pair)
  if not pair.from.choice and not pair.to.choice then compare_types(walk, pair) end
  compare_null(walk, pair)
  compare_null_missing(walk, pair)
  compare_text_rules(walk, pair)
  compare_defaults(walk, pair)
end

return fields
