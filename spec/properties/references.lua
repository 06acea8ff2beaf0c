--- References and identities of random schemas, and what they mean for a value (reference#references).
--
-- A scalar node may have `refers`, a list of targets { text, up, steps }, and the node of an array `identity`, a list
-- of keys. A step is { key = name }, { items = true }, { values = true } or { keys = true }. They are added when a
-- schema and its layers are made, so that all other random decisions are the same without them.

local likes = require "spec.properties.likes"
local nodes = require "spec.properties.evaluator.nodes"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"

local references = {}

local kind_of, null = value.kind, value.null

-- ---- schemas ------------------------------------------------------------------------------------------

local function is_plain(node) return not (node.like or node.choice or node.any or node.types or node.removed) end

local function is_scalar(node) return node.shape == "scalar" and is_plain(node) end

local function with(steps, step)
  local copy = { (table.unpack or unpack)(steps) } -- luacheck: ignore
  copy[#copy + 1] = step
  return copy
end

local MOST_NAMED = 2 -- definitions in definitions

-- Lists the nodes of a schema: { node, steps, maps, shared, whole }. `maps` has the maps around a node, from the root,
-- as { node, depth }; `depth` is how many steps lead there. A node of a definition is `shared` by all places that name
-- it, and an alternative is `whole`: it has no place for annotations.
local function places(node, steps, maps, list, shared, whole)
  if node.like then
    shared = (shared or 0) + 1
    if shared > MOST_NAMED then return list end
    node = likes.resolved(node)
  end
  for _, alternative in ipairs(node.choice and node.choice.alternatives or {}) do
    places(alternative, steps, maps, list, shared, true)
  end
  if not is_plain(node) then return list end
  list[#list + 1] = { node = node, steps = steps, maps = maps, shared = shared, whole = whole }
  if node.shape == "map" then
    local below = with(maps, { node = node, depth = #steps })
    for _, item in ipairs(node.items) do
      local open = item[2].key and item[2].key.allowed
      places(item[2], with(steps, open and { values = true } or { key = item[1] }), below, list, shared)
    end
  elseif node.shape == "array" and node.item then
    places(node.item, with(steps, { items = true }), maps, list, shared)
  end
  return list
end

-- Lists the nodes that may have annotations, each once: those of the schema, and those of each definition that it
-- names, with paths within the definition.
local function own_places(root)
  local list, seen = {}, {}
  local function take(node)
    for _, place in ipairs(places(node, {}, {}, {})) do
      if not place.shared and not place.whole then list[#list + 1] = place end
    end
  end
  take(root)
  likes.each(root, function(node)
    if node.like and not seen[node.like] then
      seen[node.like] = true
      if not node.like.node.like then take(node.like.node) end
    end
  end)
  return list
end

local function text_of(up, steps)
  local out = { ("."):rep(up) }
  for i, step in ipairs(steps) do
    local point = i > 1 and "." or ""
    if step.items then out[#out + 1] = "[]"
    elseif step.keys then out[#out + 1] = "{}"
    elseif step.values then out[#out + 1] = point .. "*"
    elseif step.key:find "^[%w_-]+$" then out[#out + 1] = point .. step.key
    else out[#out + 1] = "[" .. value.quoted(step.key) .. "]" end
  end
  return table.concat(out)
end

-- A target at a place, from the root or from a map around the node that refers to it.
local function target_of(random, from, to)
  local steps, up, first = to.steps, 0, 0
  if random:chance(40) then
    for i, map in ipairs(from.maps) do
      if to.maps[i] and to.maps[i].node == map.node then up, first = #from.maps - i + 1, map.depth end
    end
  end
  steps = { (table.unpack or unpack)(steps, first + 1) } -- luacheck: ignore
  if to.node.shape == "map" then steps[#steps + 1] = { keys = true } end
  return { text = text_of(up, steps), up = up, steps = steps }
end

local leads -- below

local function add_refers(random, list, from, root)
  local targets = {}
  for _ = 1, random:chance(25) and 2 or 1 do
    local to = random:pick(list)
    local fits = to.node ~= from.node and (is_scalar(to.node) or to.node.shape == "map")
    local target = fits and target_of(random, from, to)
    -- A path cannot name a document that is a scalar.
    if target and target.text ~= "" and leads(target, from, root) then targets[#targets + 1] = target end
  end
  if targets[1] then from.node.refers = targets end
end

local function add_identity(random, node)
  local item, names = node.item, {}
  if not item or item.shape ~= "map" or not is_plain(item) then return end
  for _, one in ipairs(item.items) do
    local open = one[2].key and one[2].key.allowed
    if is_scalar(one[2]) and not open and one[1] ~= "" and #names < 2 then names[#names + 1] = one[1] end
  end
  if names[2] and random:chance(50) then names[2] = nil end
  if names[1] then node.identity = names end
end

--- Adds references and identities to some schemas.
function references.add(random, schema)
  if not random:chance(60) then return end
  local list = places(schema.root, {}, {}, {})
  if not list[1] then return end
  for _, place in ipairs(own_places(schema.root)) do
    if is_scalar(place.node) and random:chance(35) then add_refers(random, list, place, schema.root) end
    if place.node.shape == "array" and random:chance(70) then add_identity(random, place.node) end
  end
end

--- Whether a schema has references or identities.
function references.has_any(root)
  local found = false
  likes.each(root, function(node) found = found or node.refers or node.identity end)
  return found ~= false and found ~= nil
end

local function paths(names)
  for i, name in ipairs(names) do names[i] = value.quoted(name) end
  return #names == 1 and names[1] or "[" .. table.concat(names, ", ") .. "]"
end

--- Returns the text of an array's annotation.
function references.identity(node)
  local names = {}
  for i, key in ipairs(node.identity) do names[i] = text_of(0, { { key = key } }) end
  return "identity " .. paths(names)
end

--- Returns the text of a scalar's annotation.
function references.refers(node)
  local names = {}
  for i, target in ipairs(node.refers) do names[i] = target.text end
  return "refers to=" .. paths(names)
end

-- ---- errors of a schema -------------------------------------------------------------------------------

-- The node that is described at a place, by itself or by name.
local function base_of(node)
  while node.like do node = node.like.node end
  return node
end

-- Whether a function decides which keys a placeholder has. When a schema is loaded, this is not known.
local function is_decided_by_function(item)
  local rule = item[2].key
  return rule and rule.allowed and rule.allowed:find '^"' == nil
end

-- Adds the scalars and the maps with keys to which the steps lead, from the one with this index. `vague` are those to
-- which they lead if a function says so.
local function follow(node, steps, i, ends, depth)
  local step = steps[i]
  depth = (depth or 0) + 1
  if depth > 30 then return end
  local base = base_of(node)
  node = likes.resolved(node)
  if node.choice then
    for _, alternative in ipairs(node.choice.alternatives) do follow(alternative, steps, i, ends, depth) end
  elseif not step then
    if is_scalar(node) then ends[#ends + 1] = base end
    if is_scalar(node) and not ends.vague then ends.sure[base] = true end
  elseif is_plain(node) and step.items then
    if node.shape == "array" and node.item then follow(node.item, steps, i + 1, ends, depth) end
  elseif is_plain(node) and node.shape == "map" then
    local item = step.key and nodes.item_for(node, step.key)
    if step.keys then ends[#ends + 1] = node end
    local before = ends.vague
    ends.vague = before or item and is_decided_by_function(item)
    if item then follow(item[2], steps, i + 1, ends, depth) end
    ends.vague = before
    for _, one in ipairs(step.values and node.items or {}) do follow(one[2], steps, i + 1, ends, depth) end
  end
end

-- Whether a target leads to names, and not to the node itself.
function leads(target, place, root)
  local base = place.maps[#place.maps - target.up + 1]
  local node, ends = target.up == 0 and root or base and base.node, { sure = {} }
  if node then follow(node, target.steps, 1, ends) end
  if ends.sure[place.node] then return false end
  for _, one in ipairs(ends) do
    if one ~= place.node then return true end
  end
  return false
end

--- Returns what is wrong with the references of a schema, or nil. Schemas that were made smaller may have errors.
function references.error(root)
  local problem
  for _, place in ipairs(own_places(root)) do
    for _, target in ipairs(place.node.refers or {}) do
      if not is_scalar(place.node) or not leads(target, place, root) then problem = "a reference" end
    end
    for _, key in ipairs(place.node.identity or {}) do
      local item = place.node.item
      local child = item and item.shape == "map" and schemas.entry(item, key)
      if not child or not is_scalar(child) then problem = "an identity" end
    end
  end
  return problem
end

-- ---- values -------------------------------------------------------------------------------------------

-- Returns a text that equal names share, or nil for what is no name.
local function name_of(v)
  local kind = kind_of(v)
  if kind == "null" or kind == "map" or kind == "array" then return nil end
  if kind == "string" then return "s" .. v end
  if kind == "bool" then return "b" .. tostring(v) end
  return "n" .. (v.big and v.text or ("%.17g"):format(v.n))
end

local function is_within(path, start)
  return path:sub(1, #start) == start and (start == "" or path:sub(#start + 1, #start + 1):find "^[.%[]?$" ~= nil)
end

-- Returns whether a violation is within a path.
local function has_wrong(about, path)
  for _, one in ipairs(about.wrong) do
    if is_within(one.path, path) then return true end
  end
  return false
end

-- Returns whether a violation within a path may hide the key of a step. An unknown key that is much longer is not
-- meant for it.
local function may_hide(about, path, key)
  local most = #nodes.child_path(path, key) + 12
  for _, one in ipairs(about.wrong) do
    if is_within(one.path, path) and (one.kind ~= "unknown-key" or #one.path < most) then return true end
  end
  return false
end

-- Returns whether a violation is at a path or above it.
local function is_wrong(about, path)
  for _, one in ipairs(about.wrong) do
    if is_within(path, one.path) then return true end
  end
  return false
end

-- Adds the names at the end of the steps. `names.doubtful` says that an invalid value may hide some: on the way, or
-- in the collection. So may an unknown key that may stand for a key of the way which is not given.
local function collect(v, steps, i, names, path, about)
  local step, kind = steps[i], kind_of(v)
  if about.wrong[1] and is_wrong(about, path) then names.doubtful = true end
  if not step then
    local name = name_of(v)
    if name then names[name] = true end
  elseif step.items then
    for k, item in ipairs(kind == "array" and v or {}) do
      collect(item, steps, i + 1, names, nodes.item_path(path, k), about)
    end
  elseif kind == "map" and step.key then
    local given = v.at[step.key] ~= nil and v.given and v.given[step.key]
    if not given and may_hide(about, path, step.key) then names.doubtful = true end
    if v.at[step.key] ~= nil then
      collect(v.at[step.key], steps, i + 1, names, nodes.child_path(path, step.key), about)
    end
  elseif kind == "map" then
    if has_wrong(about, path) then names.doubtful = true end
    for _, key in ipairs(v.keys) do
      if step.keys then names["s" .. key] = true
      else collect(v.at[key], steps, i + 1, names, nodes.child_path(path, key), about) end
    end
  end
end

-- Returns how a value violates its references: not at all (nil), certainly ("sure"), or perhaps ("doubtful").
local function refers(targets, v, path, about, maps)
  local name, names = name_of(v), {}
  if not name then return nil end
  for _, target in ipairs(targets) do
    local base = target.up == 0 and about.root or maps[#maps - target.up + 1]
    collect(base, target.steps, 1, names, base == about.root and "" or about.path_of[base], about)
  end
  if names[name] then return nil end
  return (names.doubtful or is_wrong(about, path)) and "doubtful" or "sure"
end

-- Adds the items that are the same as one before them.
local function compare_items(keys, list, path, about, found)
  local seen, certainty = {}, has_wrong(about, path) and "doubtful" or "sure"
  for i, item in ipairs(list) do
    local parts, any = {}, false
    for k, key in ipairs(keys) do
      local name = kind_of(item) == "map" and item.at[key] ~= nil and name_of(item.at[key])
      parts[k] = name and #name .. ":" .. name or "-"
      any = any or name
    end
    local identity = table.concat(parts, ",")
    local place = nodes.item_path(path, i)
    if any and seen[identity] then found[#keys == 1 and nodes.child_path(place, keys[1]) or place] = certainty end
    if any then seen[identity] = true end
  end
end

-- Adds what violates the references of alternatives. Beside other violations, it is left open which ones count.
local function of_choice(choice, v, path, about, maps, found)
  local held = about.held(choice, v, path)
  for _, alternative in ipairs(held) do
    local inner = about.wrong[1] and {} or found
    references.violations(alternative, v, path, about, maps, inner)
    for at in pairs(about.wrong[1] and inner or {}) do found[at] = found[at] or "doubtful" end
  end
end

--- Returns the paths of the violations in a value of a node, with how certain they are: "sure" or "doubtful".
-- `about` is { root, held, wrong, path_of }: `held` gives the alternatives that a value fits and whose names count,
-- and `wrong` lists the violations of types and keys in the value.
function references.violations(node, v, path, about, maps, found)
  local kind = kind_of(v)
  node = likes.resolved(node)
  if v == null then return found end
  if node.choice then of_choice(node.choice, v, path, about, maps, found) end
  if node.refers then found[path] = refers(node.refers, v, path, about, maps) or found[path] end
  if kind ~= node.shape or nodes.manner(node, kind) ~= "inferred" then return found end
  if kind == "array" then
    if node.identity then compare_items(node.identity, v, path, about, found) end
    for i, item in ipairs(node.item and v or {}) do
      references.violations(node.item, item, nodes.item_path(path, i), about, maps, found)
    end
  elseif kind == "map" then
    local below = with(maps, v)
    about.path_of[v] = path
    for _, key in ipairs(v.keys) do
      local item = nodes.item_for(node, key)
      if item then references.violations(item[2], v.at[key], nodes.child_path(path, key), about, below, found) end
    end
  end
  return found
end

return references
