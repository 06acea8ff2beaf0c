--- Simplifies subschemas to equivalent forms.
--
-- The members of `allOf` are merged, alternatives that differ only in type become one form, and alternatives that
-- accept nothing are removed.
--
-- @module yschema.importing.reading.simplifying

local plain_tables = require "yschema.base.plain_tables"
local forms = require "yschema.importing.reading.forms"
local keywords = require "yschema.importing.reading.keywords"
local merging = require "yschema.importing.reading.merging"

local simplifying = {}

local is_open = forms.is_open

---@class yschema.Simplifier
---@field lib yschema.SchemaLibrary
---@field report fun(place: yschema.KeywordPlace, problem: string) is called with references that lead nowhere
---@field forms table<any, yschema.Form> the simple forms, by node
---@field private origins table<yschema.Form, yschema.KeywordPlace[]|false> see `origins_of`
---@field private raw table<any, yschema.Form>
---@field private inlining table<any, true> the targets that are being inlined
local Simplifier = {}
Simplifier.__index = Simplifier

-- Limits of inlining: the steps, the size of all inlined definitions in maps and lists, and the size of one of them.
-- Otherwise the text could grow without a bound.
local MOST_STEPS, MOST_INLINED, MOST_AT_ONCE = 4, 2000, 150

---@param lib yschema.SchemaLibrary
---@param report fun(place: yschema.KeywordPlace, problem: string)
---@return yschema.Simplifier
function simplifying.new(lib, report)
  return setmetatable({ lib = lib, report = report, forms = {}, raw = {}, inlining = {}, steps = 0, targets = {},
    sizes = {}, inlined_size = 0, busy = {}, origins = {} }, Simplifier)
end

--- Begins another part of the same document, with its own limit of what is inlined.
function Simplifier:go_on() self.inlined_size = 0 end

--- Finds the target of a form's reference.
---@param form yschema.Form
---@return any node nil when it is not found; this is reported
function Simplifier:target(form)
  local found = self.targets[form]
  if found == nil then
    local place = form.ref_place or form.place
    local key = form.ref .. "\n" .. place.base
    found = self.targets[key]
    if found == nil then
      local node, problem = self.lib:find(place, form.ref)
      found = { node = node, problem = problem }
      self.targets[key] = found
    end
    self.targets[form] = found
  end
  if found.node == nil then self.report(form.ref_place or form.place, found.problem) end
  return found.node
end

function Simplifier:read(node)
  local form = self.raw[node]
  if not form then
    form = keywords.read(node, self.lib)
    self.raw[node] = form
  end
  return form
end

local copy = forms.copy

local function own_copy(form)
  form = copy(form)
  forms.separate(form, "maps")
  forms.separate(form, "arrays")
  return form
end

-- Counts the maps and lists in a node.
local function size_of(node)
  if type(node) ~= "table" then return 0 end
  local size = 1
  for _, value in next, node do size = size + size_of(value) end
  return size
end

-- Returns the form of the target of a reference, if it may be inlined.
function Simplifier:inlined(form)
  local node = self:target(form)
  if node == nil or self.inlining[node] or self.steps >= MOST_STEPS then return nil end
  if not self.forms[node] or not forms.is_open(self.forms[node]) then
    self.sizes[node] = self.sizes[node] or size_of(node)
    local size = self.sizes[node]
    if size > MOST_AT_ONCE or self.inlined_size + size > MOST_INLINED then return nil end
    self.inlined_size = self.inlined_size + size
  end
  self.inlining[node], self.steps = true, self.steps + 1
  local found = self:form(node)
  self.inlining[node], self.steps = nil, self.steps - 1
  return found
end

-- Returns the form of a member of allOf that may be merged with others, or nil. A member with unevaluatedProperties or
-- unevaluatedItems may not: these depend on the other keywords of the member.
function Simplifier:mergeable(part)
  if part.maps.unevaluated ~= nil or part.arrays.unevaluated ~= nil then return nil end
  if not part.ref then return part end
  return is_open(part, "ref") and self:inlined(part) or nil
end

-- Merges neighbours until none can be merged. Each pass halves the list, so the time is in proportion to the keywords.
local function merge_neighbours(parts)
  while true do
    local list, i = {}, 1
    while parts[i] do
      local merged = parts[i + 1] and merging.both_forms(parts[i], parts[i + 1])
      list[#list + 1] = merged or parts[i]
      i = i + (merged and 2 or 1)
    end
    if #list == #parts then return list end
    parts = list
  end
end

-- Merges the members of allOf, and a reference that has other keywords beside it, into a form.
function Simplifier:merge_all(form)
  local members, kept = form.all or {}, {}
  form.all = nil
  if form.ref and (members[1] ~= nil or not is_open(form, "ref")) then
    local other = forms.new()
    other.ref, other.ref_place, other.place, form.ref, form.ref_place = form.ref, form.ref_place, form.place, nil, nil
    members = { other, (table.unpack or unpack)(members) } -- luacheck: ignore
  end
  if members[1] == nil then return form end
  local parts, given = { form }, {}
  for _, member in ipairs(members) do
    local part = self:form(member)
    local known = #members == 1 and is_open(form) and part or self:mergeable(part)
    if known and not known.all then
      if part.ref and known ~= part then
        known = copy(known)
        known.notes = {} -- they are about the definition, not about this place
      end
      given[known] = part
      parts[#parts + 1] = known
    else
      kept[#kept + 1] = part
    end
  end
  parts = merge_neighbours(parts)
  for i = 2, #parts do kept[#kept + 1] = given[parts[i]] or parts[i] end
  form = parts[1]
  if kept[1] then form.all = kept end
  return form
end

-- Returns the alternatives that accept some value, and how many accept all values.
function Simplifier:alternatives(list)
  local accepting, open = {}, 0
  for _, schema in ipairs(list) do
    local form = self:form(schema)
    if is_open(form) then open = open + 1 end
    if not form.never then accepting[#accepting + 1] = form end
  end
  return accepting, open
end

-- Simplifies lists of alternatives. Returns those that stay, and the forms that replace the others.
function Simplifier:merge_lists(lists, only_one)
  local kept, stand_ins = {}, {}
  for _, list in ipairs(lists or {}) do
    local accepting, open = self:alternatives(list)
    local stand_in
    if not accepting[1] then
      stand_in = self:form(false)
    elseif not accepting[2] then
      stand_in = accepting[1]
    elseif open == 0 then
      stand_in = merging.by_values(accepting, only_one) or merging.by_types(accepting)
    end
    if stand_in then
      stand_ins[#stand_ins + 1] = stand_in
    elseif open == 0 or only_one then
      kept[#kept + 1] = merging.join_values(accepting, only_one)
    end
  end
  return kept[1] and kept or nil, stand_ins
end

-- Whether the keys and items that a schema evaluates are the same for all values.
function Simplifier:is_static(node, depth)
  local form = self:read(node)
  if form.any or form.one or form.branches or form.needs or depth > 5 or form.arrays.contains then return false end
  if depth > 0 and (form.maps.unevaluated ~= nil or form.arrays.unevaluated ~= nil) then return false end
  if form.ref then
    local target = self:target(form)
    if target == nil or not self:is_static(target, depth + 1) then return false end
  end
  return plain_tables.all(form.all or {}, function(member) return self:is_static(member, depth + 1) end)
end

-- Replaces unevaluatedProperties and unevaluatedItems by additionalProperties and items, if a schema always evaluates
-- the same keys and items. Returns nil otherwise.
function Simplifier:settled(form, node)
  local of_maps, of_arrays = form.maps.unevaluated, form.arrays.unevaluated
  if not self:is_static(node, 0) then return nil end
  if of_maps ~= nil then form.maps.unevaluated = nil end
  if of_arrays ~= nil then form.arrays.unevaluated = nil end
  form = self:merge_all(form)
  if form.all then return nil end
  if form.ref then return nil end
  form = own_copy(form) -- a merged form may share tables with a member
  if of_maps ~= nil and form.maps.additional == nil then forms.own(form, "maps").additional = of_maps end
  if of_arrays ~= nil and form.arrays.items == nil then forms.own(form, "arrays").items = of_arrays end
  return form
end

-- Adds schemas to allOf.
local function with_members(form, first, second)
  if first[1] == nil and second[1] == nil then return end
  local members = {}
  for _, list in ipairs { form.all or {}, first, second } do
    for _, item in ipairs(list) do members[#members + 1] = item end
  end
  form.all = members
end

function Simplifier:simplified(node)
  local form = self:read(node)
  if form.maps.unevaluated ~= nil or form.arrays.unevaluated ~= nil then
    return self:settled(own_copy(form), node) or own_copy(form)
  end
  local is_simple = not (form.any or form.one or form.all) and (not form.ref or is_open(form, "ref"))
  if is_simple and self.steps == 0 then return form end
  form = own_copy(form)
  if is_simple then return form end
  local any_stand_ins, one_stand_ins
  form.any, any_stand_ins = self:merge_lists(form.any, false)
  form.one, one_stand_ins = self:merge_lists(form.one, true)
  with_members(form, any_stand_ins, one_stand_ins)
  return self:merge_all(form)
end

--- Returns the simple form of a schema.
---@param node any
---@return yschema.Form
function Simplifier:form(node)
  local known, busy = self.forms, self.busy
  local form = known[node]
  if form then return form end
  if busy[node] then return self:read(node) end
  if type(node) == "table" then busy[node] = true end
  form = self:simplified(node)
  busy[node] = nil
  if self.steps == 0 then known[node] = form end
  known[form] = form
  if not self.origins[form] then self.origins[form] = self:places_of(node) or false end
  return form
end

-- Returns the places of the subschemas that a schema consists of; nil when it has keywords besides them.
function Simplifier:places_of(node)
  local place = self.lib.places[node]
  if place then return { place } end
  if node == true or not forms.is_form(node) then return node == true and {} or nil end
  if not node.is_joint then return self.origins[node] or nil end
  local list, seen = {}, {}
  for _, member in ipairs(node.all) do
    local places = self:places_of(member)
    if not places then return nil end
    for _, one in ipairs(places) do
      if not seen[one] then list[#list + 1] = one end
      seen[one] = true
    end
  end
  return list
end

--- Returns the places of the subschemas that together accept the values that a simple form accepts; nil when there are
--- none.
---@param form yschema.Form
---@return yschema.KeywordPlace[]?
function Simplifier:origins_of(form)
  return self.origins[form] or form.place and self.raw[form.place.node] == form and { form.place } or nil
end

return simplifying
