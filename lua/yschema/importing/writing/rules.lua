--- Writes the rules of a node: named rules where possible, and functions for the rest.
--
-- @module yschema.importing.writing.rules

local forms = require "yschema.importing.reading.forms"
local literals = require "yschema.importing.writing.literals"
local changed = require "yschema.base.plain_tables".changed
local regexps = require "yschema.base.lazily" "yschema.importing.reading.regexps"
local words_of = require "yschema.importing.kubernetes.formats".words_of
local spells_integers = require("yschema.importing.reading.values").spells_integers

local rules = {}

local value_of = literals.value

local nothing = {}

--- Notes that a form has keywords that its node does not express.
---@param node yschema.WrittenNode
---@param form? yschema.Form with these keywords
function rules.leave(node, form)
  if not form or not forms.is_open(form) then node.unsaid = true end
end

-- Makes a form with some fields of another.
local function part_of(form, take)
  local part = forms.new()
  part.place, part.ref_place = form.place, form.ref_place
  take(part)
  return part
end

--- Returns the keywords of a form for items, without the bounds that named rules express.
---@param form yschema.Form
---@return yschema.Form
function rules.items_form(form)
  return part_of(form, function(part) part.arrays = { prefix = form.arrays.prefix, items = form.arrays.items } end)
end

--- Returns the keywords of a form for keys, without the bounds that named rules express.
---@param form yschema.Form
---@return yschema.Form
function rules.keys_form(form)
  return part_of(form, function(part)
    part.maps = changed(form.maps)
    part.maps.min, part.maps.max, part.maps.unevaluated = nil, nil, nil
  end)
end

-- ---- named rules --------------------------------------------------------------------

local function bounds(of, named)
  if of.min and of.min > 0 then named[#named + 1] = "min_len=" .. value_of(of.min) end
  if of.max then named[#named + 1] = "max_len=" .. value_of(of.max) end
end

-- The formats of JSON Schema, and whether a rule of ours means the same. Ours of host names allows more. The engine
-- validates all others.
local FORMATS = { ["date-time"] = "same", date = "same", time = "same", email = "same", ipv4 = "same", ipv6 = "same",
  uri = "same", ["uri-reference"] = "same", uuid = "same", hostname = "looser", regex = "other", duration = "other",
  iri = "other", ["iri-reference"] = "other", ["idn-email"] = "other", ["idn-hostname"] = "other",
  ["uri-template"] = "other", ["json-pointer"] = "other", ["relative-json-pointer"] = "other" }

-- Adds the rule for one of some formats, and returns those that are left to the engine.
local function add_format(formats, named)
  local rest, taken = {}, false
  for _, name in ipairs(formats or nothing) do
    local meaning = FORMATS[name]
    local takes = meaning and meaning ~= "other" and not taken
    if takes then named[#named + 1], taken = "format=" .. literals.text(name), true end
    if meaning and not (takes and meaning == "same") then rest[#rest + 1] = name end
  end
  return rest
end

local named_of = {}

function named_of.strings(nodes, of, named, form)
  bounds(of, named)
  local patterns = {}
  for _, pattern in ipairs(of.patterns or nothing) do
    local translated = nodes.writer:pattern(pattern)
    if translated and not regexps.fits_all(translated) then patterns[#patterns + 1] = { pattern, translated } end
  end
  if patterns[1] then
    local words, text = words_of(patterns[1][1]), literals.pattern(patterns[1][2])
    named[#named + 1] = words and ("regexp=(%s, %s)"):format(text, literals.text(words)) or "regexp=" .. text
  end
  local formats = add_format(of.formats, named)
  if not patterns[2] and not formats[1] then return nil end
  return part_of(form, function(part)
    part.strings = { formats = formats, patterns = {} }
    for i = 2, #patterns do part.strings.patterns[i - 1] = patterns[i][1] end
  end)
end

function named_of.numbers(_, of, named, form, kinds)
  if of.min then named[#named + 1] = "min=" .. value_of(of.min) end
  if of.max then named[#named + 1] = "max=" .. value_of(of.max) end
  if of.above then named[#named + 1] = "exclusive_min=" .. value_of(of.above) end
  if of.below then named[#named + 1] = "exclusive_max=" .. value_of(of.below) end
  local multiples = {}
  for _, multiple in ipairs(of.multiples or nothing) do multiples[#multiples + 1] = multiple end
  local whole = kinds.integer and not kinds.number and not spells_integers(form)
  if whole and not (multiples[1] and multiples[1] % 1 == 0) then table.insert(multiples, 1, 1) end
  if multiples[1] then named[#named + 1] = "multiple_of=" .. value_of(multiples[1]) end
  if multiples[2] then
    table.remove(multiples, 1)
    return part_of(form, function(part) part.numbers = { multiples = multiples } end)
  end
end

function named_of.arrays(_, of, named, form)
  bounds(of, named)
  if of.unique then named[#named + 1] = "unique=True" end
  if of.unevaluated ~= nil then
    local part = forms.copy(form)
    part.arrays = { unevaluated = of.unevaluated, contains = of.contains, prefix = of.prefix, items = of.items }
    return part
  end
  return of.contains and part_of(form, function(part) part.arrays = { contains = of.contains } end)
end

function named_of.maps(_, of, named, form)
  bounds(of, named)
  if of.unevaluated ~= nil then return forms.copy(form) end
  return form.needs and part_of(form, function(part) part.needs = form.needs end)
end

local groups = {
  { "strings", "string", '"string"', "a text" }, { "numbers", "number", '"int", "float"', "a number" },
  { "arrays", "array", '"list"', "an array" }, { "maps", "object", '"dict"', "a map" },
}

-- ---- the rules of a form ------------------------------------------------------------

local function has_compositions(form)
  return (form.all or form.any or form.one or form.nots or form.branches or form.ref) ~= nil
end

-- Adds the rules of one group to a node whose values are all of its type.
local function add_named(nodes, group, form, kinds, node)
  local named = {}
  local rest = named_of[group[1]](nodes, form[group[1]], named, form, kinds)
  node.named = node.named or {}
  for _, rule in ipairs(named) do node.named[#node.named + 1] = rule end
  if rest then rules.leave(node, rest) end
end

-- Adds the rules of one group to a node whose values may also be of other types.
local function add_guarded(nodes, group, form, kinds, node)
  local part = part_of(form, function(part)
    if group[1] == "arrays" then
      part.arrays = { min = form.arrays.min, max = form.arrays.max, unique = form.arrays.unique }
    elseif group[1] == "maps" then
      part.maps = { min = form.maps.min, max = form.maps.max }
    else
      part[group[1]] = form[group[1]]
    end
    if group[1] == "numbers" and kinds.integer then
      part.types = {}
      for name in pairs(kinds) do part.types[name] = true end
    end
  end)
  rules.leave(node, part)
  local rest = named_of[group[1]](nodes, form[group[1]], {}, form, kinds)
  if rest and (group[1] == "arrays" or group[1] == "maps") then rules.leave(node, rest) end
end

-- Lists the groups of rules that a form has.
local function groups_of(form, kinds)
  local list, whole = nothing, kinds.integer and not spells_integers(form)
  for i = 1, #groups do
    local group = groups[i]
    local name, kind = group[1], group[2]
    local has = kinds[kind] or kind == "number" and kinds.integer
    if whole and kind == "number" or has and (next(form[name]) ~= nil or kind == "object" and form.needs) then
      if list == nothing then list = {} end
      list[#list + 1] = group
    end
  end
  return list
end

-- Whether a node can have the rules of one group under a condition. What is known by words is left to the JSON Schema,
-- which needs no function for it.
local function can_choose(list, form, rest, node)
  local patterns = form.strings.patterns
  return list[1] and not list[2] and not has_compositions(form) and not rest[1] and not node.not_null
    and not (patterns and words_of(patterns[1]))
end

--- Adds the rules of a form to its node.
---@param nodes yschema.SchemaNodes
---@param form yschema.Form
---@param kinds table<string, true>
---@param count integer of the kinds, null aside
---@param node table
---@param rest yschema.Form[] what the node does not express
function rules.of_form(nodes, form, kinds, count, node, rest)
  local list = groups_of(form, kinds)
  if list == nothing and not rest[1] and not has_compositions(form) then return end
  if count == 1 then
    for _, group in ipairs(list) do add_named(nodes, group, form, kinds, node) end
  elseif can_choose(list, form, rest, node) then
    local group = list[1]
    add_named(nodes, group, form, kinds, node)
    if node.named[1] then
      node.when = ("lambda v: type(v) %s"):format(group[3]:find(",", 1, true) and "in (" .. group[3] .. ")"
        or "== " .. group[3])
    end
  else
    for _, group in ipairs(list) do add_guarded(nodes, group, form, kinds, node) end
  end
  for _, part in ipairs(rest) do rules.leave(node, part) end
  if has_compositions(form) then rules.leave(node) end
end

local members = { "rule", "message", "messageExpression", "fieldPath" }

-- Writes the rules in CEL: one by itself, several as a list.
local function cel_text(list)
  local texts = {}
  for i, rule in ipairs(list) do
    local parts = {}
    for _, name in ipairs(members) do
      if rule[name] then parts[#parts + 1] = ("%s: %s"):format(literals.text(name), literals.text(rule[name])) end
    end
    if rule.optionalOldSelf then parts[#parts + 1] = '"optionalOldSelf": True' end
    texts[i] = "{" .. table.concat(parts, ", ") .. "}"
    if parts[2] == nil then texts[i] = literals.text(rule.rule) end
  end
  return texts[2] and "[" .. table.concat(texts, ", ") .. "]" or texts[1]
end

--- Writes the annotation with all rules of a node, or nil.
---@param node table
---@return string?
function rules.note(node)
  if not (node.never or node.named or node.not_null or node.json or node.cel) then return nil end
  local parts = {}
  if node.never then parts[1] = '("left out, because no value is valid", lambda v: False)' end
  for _, rule in ipairs(node.named or nothing) do parts[#parts + 1] = rule end
  if node.json then parts[#parts + 1] = "json_schema=" .. node.json end
  if node.cel then parts[#parts + 1] = "cel=" .. cel_text(node.cel) end
  if node.not_null then parts[#parts + 1] = "not_null=True" end
  if not parts[1] then return nil end
  if node.when then parts[#parts + 1] = "when=" .. node.when end
  return "schema/validation " .. table.concat(parts, ", ")
end

return rules
