--- The second evaluator of one node of a schema: computes its value from its default and the given values.
--
-- It is written from the language's description, as simply as possible, and shares no code with the core. A node is
-- evaluated with the list `given` of its values, in order: its default, then the value of each layer. An item is
-- { value, append }; `append` is true in a document with #@data/values, whose arrays are appended.
--
-- A violation is { kind, path }. The kind "choice" means any violation that is reported for alternatives. Violations
-- are counted in `out`, which is { count, types, violations, warnings, schema, shared, without_rules, in_choice,
-- choice_at, in_invalid }; `choice_at` is the path of the alternatives that are evaluated, `in_invalid` whether a value
-- of an invalid type is.

local json_parts = require "spec.properties.json_parts"
local likes = require "spec.properties.likes"
local paths = require "spec.properties.paths"
local rules = require "spec.properties.rules"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"

local nodes = {}

local kind_of, null = value.kind, value.null
local child_path, item_path = paths.child, paths.item
local resolved = likes.resolved

-- ---- violations ------------------------------------------------------------------------------------

local function violation(out, kind, path)
  out.count = out.count + 1
  if kind ~= "rule" and kind ~= "json" then out.types = (out.types or 0) + 1 end
  if out.violations then out.violations[kind .. " " .. path] = { kind = kind, path = path } end
end

local function new_out(out, scratch)
  return { count = 0, violations = not scratch and {} or nil, warnings = not scratch and {} or nil,
    schema = out.schema, without_rules = out.without_rules, by_types = out.by_types, in_choice = scratch or nil,
    in_all = out.in_all, shared = out.shared }
end

-- Records that the description leaves the result open.
local function unsure(out, why) out.shared.unsure = out.shared.unsure or why end

-- ---- defaults ------------------------------------------------------------------------------------

-- Returns the value of a node for which nothing is given. Maps and arrays are completed later.
local function own_default(node)
  node = resolved(node)
  if node.default then return node.default.value end
  if node.nullable or node.shape == "null" then return null end
  if node.shape == "map" then return value.map() end
  if node.shape == "array" then return value.array {} end
  return node.value
end

-- ---- the values given for a node --------------------------------------------------------------------

-- Returns the part of the list that has an effect: maps are merged with maps, arrays are appended to arrays where a
-- layer says so, and every other value replaces those before it.
local function in_force(given, path, out, free)
  local group, kind
  for _, one in ipairs(given) do
    local this = kind_of(one.value)
    local merges = this == kind and (kind == "map" or (kind == "array" and one.append))
    if merges then group[#group + 1] = one
    else
      if one.append and (this == "map" or this == "array") and kind and kind ~= "null" then
        if free then unsure(out, "what is appended to another kind of value among alternatives")
        else violation(out, "overlay", path) end
      end
      group, kind = { one }, this
    end
  end
  return group, kind
end

-- Returns the given keys. Those of the map's default do not count. A value that was merged or completed before has
-- recorded them.
local function given_keys(group)
  local keys = {}
  for _, one in ipairs(group) do
    for _, key in ipairs(not one.preset and one.value.keys or {}) do
      if not one.value.given or one.value.given[key] then keys[key] = true end
    end
  end
  return keys
end

-- Returns a value below any=True, which is merged and not validated.
local function raw(given, path, out)
  local group, kind = in_force(given, path, out, out.in_choice)
  if kind == "array" then
    local list = value.array {}
    for _, one in ipairs(group) do
      for _, item in ipairs(one.value) do list[#list + 1] = item end
    end
    return list
  elseif kind ~= "map" then return group[1].value end
  local below, map = {}, value.map()
  map.given = given_keys(group)
  for _, one in ipairs(group) do
    for _, key in ipairs(one.value.keys) do
      if not below[key] then
        below[key] = {}
        value.set(map, key, null)
      end
      table.insert(below[key], { value = one.value.at[key], append = one.append, preset = one.preset })
    end
  end
  for key, list in pairs(below) do map.at[key] = raw(list, child_path(path, key), out) end
  return map
end

-- Returns whether all values for a node are its defaults.
local function is_default(given)
  for _, one in ipairs(given) do
    if not one.preset then return false end
  end
  return true
end

-- Returns what is given for a node with alternatives as one value.
local function merged(given, path, out) return { value = raw(given, path, out), preset = is_default(given) } end

-- ---- maps -----------------------------------------------------------------------------------------

--- Returns the item of a map's schema for a key: the first one that matches it.
local function item_for(node, key)
  for _, item in ipairs(node.items) do
    local rule = item[2].key
    if rule and rule.allowed then
      if rule.test(key) then return item end
    elseif item[1] == key then return item end
  end
end

local validate

-- Returns the values for a key. In a map that was merged or completed before, those of keys that were not given are
-- defaults.
local function given_for(group, key)
  local list = {}
  for _, one in ipairs(group) do
    local v, known = one.value.at[key], one.value.given
    local preset = one.preset or known and not known[key]
    if v ~= nil then list[#list + 1] = { value = v, append = one.append, preset = preset } end
  end
  return list
end

local function keys_of(group)
  local keys, seen = {}, {}
  for _, one in ipairs(group) do
    for _, key in ipairs(one.value.keys) do
      if not seen[key] then keys[#keys + 1] = key end
      seen[key] = true
    end
  end
  return keys
end

-- Returns the given keys by their items in the schema.
local function sorted_out(node, group, path, out)
  local by_item = {}
  for _, key in ipairs(keys_of(group)) do
    local item = item_for(node, key)
    if not item then violation(out, "unknown-key", child_path(path, key))
    elseif item[2].removed then
      violation(out, "removed", child_path(path, key))
    else
      by_item[item] = by_item[item] or {}
      table.insert(by_item[item], key)
    end
  end
  return by_item
end

-- Records that a required key is missing.
local function missing(path, out)
  if not out.without_rules then violation(out, "required", path)
  elseif out.in_choice then unsure(out, "what a default for alternatives has to give") end
end

local function validate_named(node, item, keys, group, path, out, result)
  local key, child = item[1], item[2]
  local optional = child.key or child.required or node.keys_optional
  if child.removed then return end
  if optional and not keys[1] then
    if child.required then missing(child_path(path, key), out) end
    return
  end
  local list = given_for(group, key)
  -- The first value of a map is completed before the next layer is merged into it.
  if not optional and group[1].value.at[key] == nil then
    table.insert(list, 1, { value = own_default(child), own = true, preset = true })
  end
  value.set(result, key, validate(child, list, child_path(path, key), out, true))
end

local function validate_map(node, group, path, out)
  local result, by_item, none = value.map(), sorted_out(node, group, path, out), {}
  result.given = given_keys(group)
  for _, item in ipairs(node.items) do
    if not (item[2].key and item[2].key.allowed) then
      validate_named(node, item, by_item[item] or none, group, path, out, result)
    end
  end
  for _, item in ipairs(node.items) do
    local rule, keys = item[2].key, by_item[item] or none
    if rule and rule.allowed then
      if not rule.count(#keys) and not (node.keys_optional and not rule.expects) then
        if not out.without_rules then violation(out, "key-count", path)
        elseif out.in_choice then unsure(out, "the number of keys of a default for alternatives") end
      end
      for _, key in ipairs(keys) do
        value.set(result, key, validate(item[2], given_for(group, key), child_path(path, key), out, true))
      end
    end
  end
  return result
end

local function validate_array(node, group, path, out)
  local list = value.array {}
  for _, one in ipairs(group) do
    for _, item in ipairs(one.value) do
      local index = #list + 1
      local given = { { value = item, append = one.append } }
      list[index] = node.item and validate(node.item, given, item_path(path, index), out)
        or raw(given, item_path(path, index), out)
    end
  end
  return list
end

-- ---- types ------------------------------------------------------------------------------------------

local function inferred_kind(node)
  if node.shape == "null" then return "null" end
  return node.shape == "scalar" and kind_of(node.value) or node.shape
end

-- Returns how a node accepts a value of a kind: "inferred", "named" (unchanged), "float" (an integer that becomes a
-- float), "any", "null"; or nil when it does not.
local function manner(node, kind)
  if node.any or (node.shape == "null" and not node.types) then return "any" end
  if kind == "null" and node.nullable then return "null" end
  local own = inferred_kind(node)
  local float = false
  if not node.types or node.or_inferred then
    if kind == own then return "inferred" end
    float = own == "float"
  end
  for _, name in ipairs(node.types or {}) do
    if name == "any" then return "any" end
    if name == kind then return "named" end
    float = float or name == "float"
  end
  if float and kind == "int" then return "float" end
end

-- Returns the value of a node without alternatives, or nil.
local function typed(node, given, path, out)
  if node.any or (node.shape == "null" and not node.types) then return raw(given, path, out) end
  local group, kind = in_force(given, path, out, out.in_choice)
  local way = manner(node, kind)
  local v = group[#group].value
  if not way then
    violation(out, "type", path)
    return v
  end
  if way == "float" then
    -- For another alternative, the number may have to be an integer.
    if path == out.choice_at or out.in_all then unsure(out, "an integer for a float among alternatives") end
    if v.big then unsure(out, "digits that a float cannot hold") end
    return value.float(v.text .. ".0")
  end
  if way == "inferred" and kind == "map" then return validate_map(node, group, path, out) end
  if way == "inferred" and kind == "array" then return validate_array(node, group, path, out) end
  if kind == "map" or kind == "array" then return raw(group, path, out) end
  return v
end

-- ---- alternatives -----------------------------------------------------------------------------------

-- Returns whether an alternative may be tried. If a key selects the alternative, the value must have this key.
local function selects(choice, alternative, given, path, out)
  if not choice.by then return true end
  local v = raw(given, path, new_out(out, true))
  return kind_of(v) == "map" and v.at[choice.by] == schemas.entry(alternative, choice.by).value
end

-- Returns the value that an alternative completes, or nil when the merged value does not fit it.
local function completed(alternative, given, path, out)
  local scratch = new_out(out, true)
  scratch.choice_at = path
  local v = validate(alternative, { merged(given, path, scratch) }, path, scratch)
  if scratch.count > 0 then v = nil end
  if #given > 1 and not out.shared.unsure then
    local other = new_out(out, true)
    other.choice_at = path
    local w = validate(alternative, given, path, other)
    if other.count > 0 then w = nil end
    if (v == nil) ~= (w == nil) or v ~= nil and value.json(v, true) ~= value.json(w, true) then
      unsure(out, "layers of an alternative's parts")
    end
  end
  return v
end

-- Returns a completed value in which integers stay integers where they are integers in another alternative that fits.
local function with_integers(v, other, given)
  local kind, keeps = kind_of(given), kind_of(v) == kind_of(other)
  if kind == "int" then return kind_of(v) == "float" and kind_of(other) == "int" and other or v end
  if kind == "array" and keeps and #v == #given and #other == #given then
    local list = value.array {}
    for i, item in ipairs(v) do list[i] = with_integers(item, other[i], given[i]) end
    return list
  elseif kind == "map" and keeps then
    local map = value.map()
    map.given = v.given
    for _, key in ipairs(v.keys) do
      local both = other.at[key] ~= nil and given.at[key] ~= nil
      value.set(map, key, both and with_integers(v.at[key], other.at[key], given.at[key]) or v.at[key])
    end
    return map
  end
  return v
end

-- Returns whether an alternative, or a node in it, has rules.
local function has_rules(choice)
  local found = false
  for _, alternative in ipairs(choice.alternatives) do
    likes.each(alternative, function(node) found = found or node.rules ~= nil end)
  end
  return found
end

-- Returns whether a value that fits several alternatives of one-of by types and keys is accepted. A final value is not,
-- and a default is: it must be of the type of any. When it is decided by types and keys what a given value replaces, it
-- is if rules may decide between these alternatives, and if the choice itself gets the given value (`of_choice`).
local function may_fit_several(choice, out, of_choice)
  return out.without_rules or out.by_types and (of_choice or has_rules(choice))
end

local function fitting(choice, given, path, out, of_choice)
  if choice.mode == "all-of" then
    -- For another alternative, any number in the value may have to be an integer.
    local v = given
    out = new_out(out, true)
    out.in_all = true
    for _, alternative in ipairs(choice.alternatives) do
      local one = completed(alternative, v, path, out)
      if one == nil then return nil end
      -- A default must be of the type of each alternative. The completed value is validated later.
      v = out.without_rules and v or { { value = one, preset = is_default(given) } }
    end
    for _, alternative in ipairs(choice.alternatives) do
      if completed(alternative, v, path, out) == nil then return nil end
    end
    return v[1].value
  end
  local first, count
  count = 0
  for _, alternative in ipairs(choice.alternatives) do
    local v
    if selects(choice, alternative, given, path, out) then v = completed(alternative, given, path, out) end
    if v ~= nil then
      count = count + 1
      if count == 1 then first = v end
      if count > 1 and choice.mode == "any-of" then
        first = with_integers(first, v, raw(given, path, new_out(out, true)))
      end
    end
  end
  if count == 1 or (count > 1 and (choice.mode == "any-of" or may_fit_several(choice, out, of_choice))) then
    return first
  end
end

-- The alternative whose key a value has, or nil.
local function selected(choice, given, path, out)
  for _, alternative in ipairs(choice.alternatives) do
    if selects(choice, alternative, given, path, out) then return alternative end
  end
end

--- Returns the alternatives that a complete value fits, and whose references count: for any-of the first one. A key
-- that distinguishes alternatives selects one, whose rules may be broken.
function nodes.held(choice, v, path, out)
  local list = {}
  if choice.mode == "all-of" then return choice.alternatives end
  if choice.by then return { selected(choice, { { value = v } }, path, out) } end
  for _, alternative in ipairs(choice.alternatives) do
    local given = { { value = v } }
    if not list[1] and selects(choice, alternative, given, path, out)
      and completed(alternative, given, path, out) ~= nil then
      list[1] = alternative
    end
  end
  return list
end

local function tail(list, from)
  local rest = {}
  for i = from, #list do rest[#rest + 1] = list[i] end
  return rest
end

-- Returns whether a given value replaces those before it: when its key selects another alternative, or, without such a
-- key, when it fits an alternative alone, by types and keys, and does not together with those before it.
local function replaces(choice, stands, one, path, types)
  if choice.by then
    local before, now = selected(choice, stands, path, types), selected(choice, { one }, path, types)
    if not (before and now and before ~= now) then return false end
    -- An earlier value without the key may belong to either alternative.
    local last = stands[#stands].value
    if kind_of(last) == "map" and last.at[choice.by] == nil then unsure(types, "what is given before its key") end
    return true
  end
  local both = {}
  for i, other in ipairs(stands) do both[i] = other end
  both[#both + 1] = one
  return fitting(choice, both, path, types, true) == nil and fitting(choice, { one }, path, types, true) ~= nil
end

-- Returns the layers without those that later ones replace, decided layer by layer.
local function by_layer(choice, given, path, types)
  local stands = {}
  for i, one in ipairs(given) do
    if i > 1 and replaces(choice, stands, one, path, types) then stands = {} end
    stands[#stands + 1] = one
  end
  return stands
end

-- Returns the longest list of last layers that fit together.
local function in_the_end(choice, given, path, types)
  for from = 1, #given do
    local rest = tail(given, from)
    if fitting(choice, rest, path, types, true) ~= nil then return rest end
  end
  return given
end

-- For several layers, the rule can be read in these two ways. Where they differ, the result is left open.
local function in_place(choice, given, path, out)
  local types = new_out(out, true)
  types.by_types = true
  local layered = by_layer(choice, given, path, types)
  local last = choice.by and layered or in_the_end(choice, given, path, types)
  local result = fitting(choice, layered, path, out)
  if #last ~= #layered then unsure(out, "what takes the default's place") end
  return result, layered
end

-- Reports the violations of the alternative that a key selects at their own paths. Returns the value that it completes,
-- or nil if there are no violations.
local function selected_value(choice, layered, path, out)
  local scratch, before = new_out(out, true), out.count
  local alternative = choice.by and selected(choice, layered, path, scratch)
  local v = alternative and validate(alternative, { merged(layered, path, scratch) }, path, out)
  if out.count > before then return v end
end

local function chosen(node, given, path, out)
  local last = given[#given].value
  if last == null and node.nullable then return null end
  -- A key without a value (`key:`) may still get one.
  if last == null and #given == 1 and given[1].own and out.without_rules and node.shape == "null" then return null end
  local v, layered = in_place(node.choice, given, path, out)
  if v ~= nil then return v end
  v = selected_value(node.choice, layered, path, out)
  if v ~= nil then return v end
  violation(out, "choice", path)
  return last
end

-- ---- rules ------------------------------------------------------------------------------------------

-- Returns the rules of a node and of the definitions that it names: a list with an item for each annotation.
local function rules_of(node)
  local list = { node.rules }
  for _, all in ipairs(node.more_rules or {}) do list[#list + 1] = all end
  return list
end

local function is_empty(v)
  local kind = kind_of(v)
  return v == "" or (kind == "array" and #v == 0) or (kind == "int" and v.n == 0) or (kind == "float" and v.n == 0)
end

local function implied_broken(node, v, out, is_key)
  local schema = out.schema
  if schema.reading == "current" or not schema.required or node.allow_empty then return false end
  if out.in_choice then unsure(out, "implied rules in alternatives") end
  for _, all in ipairs(rules_of(node)) do
    for _, rule in ipairs(all.list) do
      if rule.name == "min_len" then unsure(out, "a rule beside the implied one of the same name") end
    end
  end
  local free = node.any or node.choice or (node.shape == "null" and not node.types)
  if v == "" and not free then return true end
  return schema.reading == "early" and is_key and is_empty(v)
end

-- The given keys are no longer known when a completed value is validated again.
local function is_vague(all, out)
  if not out.shared.laid then return false end
  for _, rule in ipairs(all.list) do
    if rule.about_given then return true end
  end
  return false
end

local function run_rules(node, v, path, out, is_key)
  if out.without_rules or out.by_types then return end
  local broken = 0
  for _, all in ipairs(rules_of(node)) do
    if is_vague(all, out) then unsure(out, "what was given to a value that is validated again") end
    broken = broken + rules.broken(all, v)
  end
  if implied_broken(node, v, out, is_key) then broken = broken + 1 end
  if broken > 0 then violation(out, "rule", path) end
end

-- ---- rules that are parts of a JSON Schema ------------------------------------------------------------

-- Returns a value without what was not given.
local function as_given(v)
  local kind = kind_of(v)
  if kind == "array" then
    local list = value.array {}
    for i, item in ipairs(v) do list[i] = as_given(item) end
    return list
  elseif kind ~= "map" then return v end
  local map = value.map()
  for _, key in ipairs(v.keys) do
    if not v.given or v.given[key] then value.set(map, key, as_given(v.at[key])) end
  end
  return map
end

-- Returns whether a place is reported, or is by a kind of violation.
local function is_reported(out, path, kind)
  for _, one in pairs(out.violations or {}) do
    if one.path == path and (not kind or one.kind == kind) then return true end
  end
  return false
end

-- Returns whether a value is of an invalid type in a layer. What a later layer merges into it is only a part of the
-- value; what replaces it is valid.
local function is_invalid(node, given, out)
  if node.choice or out.in_choice then return false end
  local invalid = false
  for _, one in ipairs(given) do
    local kind = kind_of(one.value)
    if not manner(node, kind) then invalid = true
    elseif kind ~= "map" and not (kind == "array" and one.append) then invalid = false end
  end
  return invalid
end

-- The rule sees what was given, or else the default, unless that is null. It says nothing about a place that is
-- reported already, nor about what is in a value of an invalid type.
local function run_json_rules(node, v, given, path, out)
  if out.without_rules or out.by_types or out.in_invalid then return end
  local by_default = is_default(given)
  if by_default and v == null then return end
  for _, part in ipairs(likes.json_rules(node)) do
    if out.shared.laid then unsure(out, "what was given to a value that is validated again") end
    local found = json_parts.violations(part, by_default and v or as_given(v), path)
    for start in pairs(found.within) do violation(out, "choice", start) end
    found.within = nil
    for at, map in pairs(found) do -- a map of the wrong type lacks no keys
      local reported = is_reported(out, at) or map ~= true and is_reported(out, map, "type")
      if out.in_choice or not reported then violation(out, "json", at) end
    end
  end
end

--- Returns the value of a node, and adds its violations to `out`.
function validate(node, given, path, out, is_key)
  local before = out.types
  if #path > 2000 then error "a value without an end" end
  node = resolved(node)
  if node.sensitive and out.violations then out.shared.sensitive[path] = true end
  local around = out.in_invalid
  out.in_invalid = around or is_invalid(node, given, out)
  local v = (node.choice and chosen or typed)(node, given, path, out)
  -- Rules do not run on a value with violations of types or keys.
  if out.types == before then run_rules(node, v, path, out, is_key) end
  run_json_rules(node, v, given, path, out)
  out.in_invalid = around
  return v
end

nodes.validate, nodes.fitting, nodes.manner, nodes.own_default = validate, fitting, manner, own_default
nodes.violation, nodes.unsure, nodes.child_path, nodes.item_path = violation, unsure, child_path, item_path
nodes.item_for = item_for

return nodes
