--- Makes random schemas, as trees of nodes.
--
-- A node has a `shape`, and fields for its annotations:
--
--   shape     "scalar" with `value`; "map" with `items`, a list of { key, node }; "array" with `item` (none:
--             `[]`); "raw" with `value` (below any=True, or of named types); "null"
--   old (an old name of its key), required (a required key), keys_optional (a map whose keys are all optional),
--   null_missing (a map below which a null counts as a missing key),
--   nullable, any, types (a list of names), or_inferred, default { value, by }, removed, deprecated,
--   allow_empty, rules (rules.lua), json_rule (json_parts.lua), doc
--   sensitive (a value that reports mask)
--   refers, identity (references.lua)
--   like      a definition, { name, node }, and `shape` is "raw" with the node's own value, or "null" (likes.lua)
--   choice    { mode, alternatives, by }: "any-of", "all-of", "one-of", a list of nodes, and the key that selects
--             one of them, or nil
--   key       { allowed, test, expects, missing_ok }: `allowed` is the text of the argument, and `test` is its meaning
--
-- A schema is { reading, required, root, definitions }. `reading` is the version of the language's rules: "current",
-- "proposal" or "early".
--
-- Schemas have no @schema/variables and no @schema/ends-with, which are about texts: the values here are trees, and a
-- variable would satisfy every type and rule. spec/cases/variables has their cases.

local json_parts = require "spec.properties.json_parts"
local likes = require "spec.properties.likes"
local rules = require "spec.properties.rules"
local value = require "spec.properties.value"

local schemas = {}

local words = { "", "a", "b", "ab", "x y", "yes", "12", "1.5", "null", "a: b", "#c", "- d", "é", "it's", '"', "a\nb\n",
  "tab\t", " lead", "end ", "~", "0x1F", "=", "<<", "@at", "{", "1e3", "2001-12-14", "\n", "😀", "a\\b", "x #y" }
local plain_words = { "", "a", "b", "ab", "abc", "x y", "Zoë" }
local floats = { "0.5", "1.0", "-2.5", "3.0", "100.25", "0.0" }
local bigs = { "9007199254740993", "-9007199254740993", "9223372036854775807" }
local keys = { "a", "b", "c", "d", "name", "port" }
local odd_keys = { "x y", "a.b", "1", "no", "é", "-", "q\"", "true", "a_b", "null", "" }

--- A scalar of a kind.
function schemas.scalar(random, kind)
  if kind == "int" and random:chance(4) then return value.big(random:pick(bigs)) end
  if kind == "int" then return value.int(random:int(-2, 7)) end
  if kind == "float" then return value.float(random:pick(floats)) end
  if kind == "bool" then return random:chance(50) end
  if kind == "null" then return value.null end
  return random:pick(random:chance(25) and words or plain_words)
end

local scalar_kinds = { "string", "int", "float", "bool" }

function schemas.key(random)
  return random:pick(random:chance(10) and odd_keys or keys)
end

--- Any value at all.
function schemas.raw(random, depth)
  local shape = "scalar"
  if depth > 0 then shape = random:weighted({ "scalar", "map", "array" }, { scalar = 5, map = 3, array = 2 }) end
  if shape == "map" then
    local map = value.map()
    for _ = 1, random:int(0, 3) do value.set(map, schemas.key(random), schemas.raw(random, depth - 1)) end
    return map
  elseif shape == "array" then
    local list = value.array {}
    for i = 1, random:int(0, 3) do list[i] = schemas.raw(random, depth - 1) end
    return list
  end
  return schemas.scalar(random, random:pick { "string", "int", "float", "bool", "null" })
end

-- ---- annotations ------------------------------------------------------------------------------

local function own_kind(node)
  if node.shape == "scalar" or node.shape == "raw" then return value.kind(node.value) end
  return node.shape
end

-- Whether a map is certainly among the values of a choice: a rule about keys is a violation of the schema elsewhere.
local function has_map(node)
  for _, one in ipairs(node.choice.alternatives) do
    if not one.like and (one.any or one.shape == "map") then return true end
  end
  return false
end

-- The kinds that a value of a node may have, as a set; what cannot be reported is nil.
local function kinds_of(node)
  if node.like and not node.like.node then return nil end
  node = likes.resolved(node)
  if node.any or node.choice or node.shape == "null" or node.shape == "raw" then return nil end
  local kinds = {}
  if not node.types or node.or_inferred then kinds[own_kind(node)] = true end
  for _, name in ipairs(node.types or {}) do
    if name == "any" then return nil end
    kinds[name] = true
  end
  if node.nullable then kinds.null = true end
  return kinds
end

-- The names of a map's keys, in order; nil for what is no map of named keys.
local function keys_of(node)
  if node.like and not node.like.node then return nil end
  local names = {}
  for i, item in ipairs(likes.resolved(node).items or {}) do names[i] = item[1] end
  return names[1] and names
end

-- A collection whose own kind is named has any contents, with or without `or_inferred`: they have no annotations.
local function accept_any(random, node)
  node.or_inferred = random:chance(60) or nil
  node.shape, node.value = "raw", node.shape == "map" and value.map() or value.array {}
  node.items, node.item = nil, nil
  for i = 1, random:int(0, 3) do
    local v = schemas.raw(random, 1)
    if value.kind(node.value) == "map" then value.set(node.value, schemas.key(random), v) else node.value[i] = v end
  end
end

local function add_types(random, node)
  local own = own_kind(node)
  local names, seen = {}, {}
  for _ = 1, random:int(1, 2) do
    local name = random:pick { "string", "int", "float", "bool", "null", "map", "array" }
    if not seen[name] then names[#names + 1] = name end
    seen[name] = true
  end
  node.types = names
  if node.shape == "null" then
    if not seen.null then names[#names + 1] = "null" end
  elseif seen[own] and node.shape ~= "scalar" then
    accept_any(random, node)
  elseif node.shape ~= "scalar" or (not seen[own] and random:chance(50)) then
    node.or_inferred = true
  elseif not seen[own] then
    names[#names + 1] = own
  end
end

local function without_annotations(node)
  if node.nullable or node.any or node.types or node.default or node.removed or node.deprecated or node.rules
    or node.json_rule or node.choice or node.key or node.allow_empty or node.doc or node.required
    or node.keys_optional or node.old or node.like or node.sensitive or node.refers or node.identity
    or node.null_missing then
    return false
  end
  if node.shape == "array" then return node.item ~= nil and without_annotations(node.item) end
  for _, item in ipairs(node.items or {}) do
    if not without_annotations(item[2]) then return false end
  end
  return node.shape ~= "null"
end

--- Returns whether a node can be written as a literal, because nothing in it has annotations.
schemas.without_annotations = without_annotations

--- The node under a key of a map node, or nil.
function schemas.entry(node, key)
  for _, item in ipairs(node.items) do
    if item[1] == key then return item[2] end
  end
end

local node_of

local map_node

-- A map that the value of its key "kind" selects.
local function selected_node(random, depth, context, number)
  local node = map_node(random, depth, context)
  for i = #node.items, 1, -1 do
    if node.items[i][1] == "kind" then table.remove(node.items, i) end
  end
  table.insert(node.items, 1, { "kind", { shape = "scalar", value = "k" .. number } })
  return node
end

-- Some fields of a context may differ for what is below.
local function below(context, changes)
  return setmetatable(changes, { __index = context })
end

-- In a definition, the value is a scalar, so that the definition does not need itself to be complete.
local function scalar_value(random, node, alternatives)
  local scalar = { shape = "scalar", value = schemas.scalar(random, random:pick(scalar_kinds)) }
  alternatives[#alternatives + 1] = scalar
  node.items, node.item = nil, nil
  node.shape, node.value = "raw", scalar.value
end

local function add_choice(random, node, depth, context)
  local alternatives = {}
  local count = random:int(1, 3)
  local inner = below(context, { in_choice = true, guarded = true })
  local mode = random:weighted({ "any-of", "one-of", "all-of" }, { ["any-of"] = 6, ["one-of"] = 3, ["all-of"] = 2 })
  if context.definition and mode == "all-of" then mode = "any-of" end
  local by = mode ~= "all-of" and not context.definition and random:chance(30) and "kind" or nil
  for i = 1, count do
    alternatives[i] = by and selected_node(random, depth, inner, i)
      or node_of(random, math.max(0, depth - 1), inner, true)
  end
  node.choice = { mode = mode, alternatives = alternatives, by = by }
  if context.definition then scalar_value(random, node, alternatives)
  elseif random:chance(20) then
    node.shape, node.value, node.items, node.item = "null", nil, nil, nil
  else
    -- The node's own value, for one of the alternatives.
    local one = { choice = { alternatives = alternatives, by = by } }
    node.items, node.item = nil, nil
    node.shape, node.value = "raw", context.make(random, one, random:chance(85) and 2 or 12)
    if node.value == value.null then node.shape, node.value = "null", nil end
  end
end

local key_tests = {
  { text = '"any"', test = function() return true end },
  { text = '"^[ab]"', test = function(key) return key:find "^[ab]" ~= nil end },
  { text = '"."', test = function(key) return key ~= "" end },
  { text = "lambda key, own: len(key) == 1", test = function(key) return #(key:gsub("[\128-\191]", "")) == 1 end },
  { text = 'function(key) return key ~= "b" end', test = function(key) return key ~= "b" end },
}
local counts = {
  { text = nil, test = function(n) return n == 1 end },
  { text = "0", test = function(n) return n == 0 end },
  { text = "2", test = function(n) return n == 2 end },
  { text = '"0+"', test = function() return true end },
  { text = '"1+"', test = function(n) return n >= 1 end },
  { text = "[0, 2]", test = function(n) return n == 0 or n == 2 end },
  { text = "lambda n: n < 2", test = function(n) return n < 2 end },
  { text = "function(n) return n < 3 end", test = function(n) return n < 3 end },
}

local function add_key(random, node)
  local form = random:weighted({ "optional", "any", "allowed" }, { optional = 5, any = 3, allowed = 2 })
  if form == "optional" then node.key = { missing_ok = true, short = random:chance(60) }
  elseif form == "any" then
    node.key = { allowed = '"any"', test = key_tests[1].test, count = counts[4].test, short = true }
  else
    local key, count = random:pick(key_tests), random:pick(counts)
    node.key = { allowed = key.text, test = key.test, expects = count.text, count = count.test }
  end
end

local function add_default(random, node, context)
  -- A default in a definition could need the definition to be complete.
  if node.removed or context.definition and (node.shape ~= "scalar" or node.choice) then return end
  node.default = {
    value = context.make(random, node, 4),
    by = random:pick { "literal", "literal", "lua", "starlark", "named" },
  }
end

-- A rule with a condition cannot stand beside a part of a JSON Schema.
local function add_json_rule(random, node)
  if node.removed or node.rules and node.rules.when or not random:chance(5) then return end
  node.json_rule = json_parts.random(random)
end

local function annotate(random, node, depth, context, where)
  if where ~= "root" and where ~= "alternative" then
    if random:chance(12) then node.nullable = true end
    if random:chance(5) then node.sensitive = true end
    local typed = (node.sensitive or context.sensitive) and 25
      or node.shape ~= "map" and node.shape ~= "array" and 10 or 3
    if random:chance(typed) and not node.like then add_types(random, node) end
    local chosen = context.in_choice and 20 or 12 -- the tree's depth limits how often alternatives have others inside
    if depth >= 0 and random:chance(chosen) and not (node.types or node.like) then
      add_choice(random, node, depth, context)
    end
    if where == "item of map" and not node.key and random:chance(14) then add_key(random, node) end
    local removed = context.in_choice and 12 or 3
    if not node.key and random:chance(removed) and where == "item of map" then node.removed = true end
    if random:chance(4) and where ~= "definition" then node.deprecated = true end
    if random:chance(10) then node.doc = true end
  end
  if where == "item of map" and not (node.key or node.removed or node.like and context.definition)
    and random:chance(context.in_choice and 20 or 8) then node.required = true end
  if node.shape == "map" and not (node.choice or node.any or node.like) and random:chance(6)
    and where ~= "alternative" then
    node.keys_optional = true
  end
  if node.shape == "map" and node.items[1] and not (node.choice or node.any or node.like or node.types)
    and random:chance(8) then
    node.null_missing = true
  end
  if where ~= "alternative" then
    if where ~= "item of array" and not node.required and random:chance(8) then add_default(random, node, context) end
    if random:chance(14) and not node.removed then
      local kinds = kinds_of(node)
      if node.choice then node.rules = has_map(node) and rules.about_given(random) or nil
      elseif kinds then node.rules = rules.random(random, kinds, keys_of(node)) end
    end
    if context.reading ~= "current" and random:chance(25) then node.allow_empty = true end
  end
end

function map_node(random, depth, context)
  local node, seen = { shape = "map", items = {} }, {}
  for _ = 1, random:int(random:chance(8) and 0 or 1, 4) do
    local key = schemas.key(random)
    if not seen[key] then
      local child = node_of(random, depth - 1, below(context, { entered = true }), false, "item of map")
      node.items[#node.items + 1] = { key, child }
      if not child.removed and not (child.key and child.key.allowed) and random:chance(10) then
        child.old = "was" .. #node.items
      end
      seen[key] = true
    end
  end
  -- Placeholders come after the named keys that they would match.
  local order, after = {}, {}
  for _, item in ipairs(node.items) do
    local rule = item[2].key
    local list = rule and rule.allowed and after or order
    list[#list + 1] = item
  end
  for _, item in ipairs(after) do order[#order + 1] = item end
  node.items = order
  return node
end

-- Returns the definitions that a node may name. In a definition (`context.definition` is its number), every recursion
-- must be able to end (`guarded`); through alternatives, it must enter a map or an array (`entered`).
local function may_name(context, alternative)
  local list, all = {}, context.definitions
  local free = not context.definition or context.guarded and (not alternative or context.entered)
  for i = free and 1 or context.definition + 1, #all do list[#list + 1] = all[i] end
  return list
end

-- A node that names a definition, or nil.
local function like_node(random, context, alternative, where)
  local list, all = may_name(context, alternative), context.definitions
  local node = { shape = "null" }
  if not list[1] or where == "item of map" and random:chance(30) then
    if where ~= "item of map" then return nil end
    if random:chance(50) then node.nullable = true else node.key = { missing_ok = true, short = random:chance(60) } end
    list = all
  end
  node.like = random:pick(list)
  if context.definition or where ~= "item of map" or node.key or random:chance(60) then return node end
  local own = context.make(random, node, random:chance(85) and 2 or 12)
  if own ~= value.null then node.shape, node.value = "raw", own end
  return node
end

-- Returns a node; `alternative` means that it is a whole schema in @schema/any-of and similar annotations.
function node_of(random, depth, context, alternative, where)
  local node
  where = alternative and "alternative" or where
  if context.definitions[1] and where ~= "definition" and random:chance(20) then
    node = like_node(random, context, alternative, where)
    if node then
      if not alternative then annotate(random, node, depth, context, where) end
      if not alternative then add_json_rule(random, node) end
      return node
    end
  end
  local weights = { scalar = 5, map = depth > 0 and 4 or 0, array = depth > 0 and 3 or 0 }
  local shape = random:weighted({ "scalar", "map", "array" }, weights)
  if shape == "map" then node = map_node(random, depth, context)
  elseif shape == "array" then
    node = { shape = "array" }
    if context.reading == "current" or random:chance(80) then
      node.item = node_of(random, depth - 1, below(context, { entered = true, guarded = true }), false,
        "item of array")
    end
  elseif where ~= "alternative" and random:chance(context.reading == "current" and 2 or 10) then
    node = { shape = "null" }
    if context.reading == "current" then add_types(random, node) end
  else
    node = { shape = "scalar", value = schemas.scalar(random, random:pick(scalar_kinds)) }
  end
  if random:chance(7) and where ~= "alternative" then
    node = { shape = "raw", any = true, value = schemas.raw(random, 2), nullable = random:chance(15) or nil }
    if random:chance(15) then node.rules = rules.about_given(random) end
  else
    annotate(random, node, depth, context, where)
  end
  if where ~= "alternative" then add_json_rule(random, node) end
  return node
end

-- Definitions that may name each other.
local function add_definitions(random, context)
  if not random:chance(40) then return end
  for i = 1, random:int(1, 3) do context.definitions[i] = { name = "s" .. i } end
  for i, definition in ipairs(context.definitions) do
    local inside = below(context, { definition = i })
    if random:chance(70) then
      definition.node = map_node(random, 2, inside)
      annotate(random, definition.node, 1, inside, "definition")
    else definition.node = node_of(random, 2, inside, false, "definition") end
  end
end

--- A schema. `make` gives a value for a node (values.lua).
function schemas.random(random, make)
  local reading = random:weighted({ "current", "proposal", "early" }, { current = 8, proposal = 1, early = 1 })
  local context = { reading = reading, make = make, definitions = {} }
  add_definitions(random, context)
  local root = map_node(random, 3, context)
  if random:chance(5) then
    root = { shape = "array", item = node_of(random, 2, context, false, "item of array") }
  end
  if context.definitions[1] and random:chance(5) then
    root = { shape = "null", like = random:pick(context.definitions) }
  end
  annotate(random, root, 2, context, "root")
  add_json_rule(random, root)
  return { definitions = context.definitions, reading = reading, root = root,
    required = reading == "current" or random:chance(80) }
end

return schemas
