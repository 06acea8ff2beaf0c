--- The second evaluator of overlays: computes the result of merging an overlay into a value without the core.
--
-- It is written from ytt's rules, as simply as possible: values are never changed, and every step makes a new one. An
-- overlay that does not apply throws `overlay_evaluator.VIOLATION`.

local overlays = require "spec.properties.overlays"
local value = require "spec.properties.value"

local overlay_evaluator = { VIOLATION = {} }

local kind_of, null = value.kind, value.null

local function violation() error(overlay_evaluator.VIOLATION, 0) end

local merge

-- ---- what matches ---------------------------------------------------------------------------------------

local keywords = { "expects", "missing_ok", "when" }

-- Returns the name and the value of the keyword that applies to a node, its own or one of its parents. Two keywords are
-- an error.
local function in_force(node, defaults)
  local name, how
  for _, keyword in ipairs(keywords) do
    local own = node.match and node.match[keyword]
    if own == nil then own = defaults[keyword] end
    if own ~= nil then
      if name then violation() end
      name, how = keyword, own
    end
  end
  return name, how
end

-- Returns the keywords for the nodes below.
local function defaults_below(node, defaults)
  if not node.child_defaults then return defaults end
  local below = {}
  for _, keyword in ipairs(keywords) do
    below[keyword] = node.child_defaults[keyword]
    if below[keyword] == nil then below[keyword] = defaults[keyword] end
  end
  return below
end

-- Returns whether the node is applied when it has `count` matches.
local function goes_on(node, defaults, count)
  local name, how = in_force(node, defaults)
  if name == "when" then return how.test(count) end
  local fine
  if name == "expects" then fine = how.test(count)
  elseif name == "missing_ok" and how then fine = count <= 1
  else fine = count == 1 end
  if not fine then violation() end
  return true
end

-- ---- operations -----------------------------------------------------------------------------------------

-- Returns the value that a node adds. The effect of annotations inside it is left open.
local function added(node, state)
  if overlays.annotated_below(node) then state.unsure = true end
  return overlays.plain(node)
end

local function via(op, left, right, state)
  if not op.via then return right end
  state.by_key = true -- a map that a function returns has its keys sorted
  return op.via.call(left, right)
end

-- Returns the value that replaces a matched one; nil when it is removed.
local function operated(left, node, defaults, state)
  local op = node.op or { name = "merge" }
  if op.name == "remove" then return nil end
  if op.name == "replace" then return via(op, left, added(node, state), state) end
  if op.name == "assert" then
    if op.claim and not op.claim.holds then violation() end
    if not op.claim and not overlays.is_subset(overlays.plain(node), left) then violation() end
    if not node.items and not node.list then return left end
    if left == null then state.unsure = true end
  end
  return merge(left, node, defaults_below(node, defaults), state)
end

-- ---- maps -----------------------------------------------------------------------------------------------

local function matched_keys(left, key, node)
  local by, found = node.match and node.match.by, {}
  for _, name in ipairs(left.keys) do
    if by and by.test(name, left.at[name], overlays.plain(node)) or not by and name == key then
      found[#found + 1] = name
    end
  end
  return found
end

-- With a schema, the schema decides about missing keys. The effect of keywords about them is left open.
local function may_be_missing(node, count, defaults, state)
  if not state.under_schema or count > 0 then return false end
  local name, how = in_force(node, defaults)
  if name == "when" then return false end
  local wants = name == "expects" and not how.test(0) or name == "missing_ok" and not how
  if wants or (node.match and node.match.by) then state.unsure = true end
  return true
end

local function merge_map(left, node, defaults, state)
  for _, item in ipairs(node.items) do
    local key, child = item[1], item[2]
    local found = matched_keys(left, key, child)
    local op = child.op and child.op.name or "merge"
    local result = value.map()
    local matched = {}
    for _, name in ipairs(found) do matched[name] = true end
    if may_be_missing(child, #found, defaults, state) or goes_on(child, defaults, #found) then
      for _, name in ipairs(left.keys) do
        local v = left.at[name]
        if matched[name] then v = operated(v, child, defaults, state) end
        if v ~= nil then value.set(result, name, v) end
      end
      if #found == 0 and (op == "merge" or (op == "replace" and child.op.or_add)) then
        local v = added(child, state)
        if child.op and child.op.via then v = via(child.op, null, v, state) end
        if left.at[key] ~= nil then state.unsure = true end
        value.set(result, key, v)
      end
      left = result
    end
  end
  return left
end

-- ---- arrays ---------------------------------------------------------------------------------------------

local function matched_items(left, node)
  local found = {}
  if not node.match then return found end
  local right = overlays.plain(node)
  for i, item in ipairs(left) do
    if node.match.by.test(i - 1, item, right) then found[i] = true end
  end
  return found
end

local function number_of(set)
  local count = 0
  for _ in pairs(set) do count = count + 1 end
  return count
end

-- Returns the array after one item of an overlay was applied to its matches.
local function merge_item(left, node, defaults, state)
  local op = node.op or { name = "merge" }
  local result = value.array {}
  if op.name == "append" then -- whatever matches
    for i, item in ipairs(left) do result[i] = item end
    result[#result + 1] = added(node, state)
    return result
  end
  local found = matched_items(left, node)
  local count = number_of(found)
  if node.match and not goes_on(node, defaults, count) then return left end
  for i, item in ipairs(left) do
    if not found[i] then result[#result + 1] = item
    elseif op.name == "insert" then
      local new = via(op, item, added(node, state), state)
      if op.before then result[#result + 1] = new end
      result[#result + 1] = item
      if op.after then result[#result + 1] = new end
    else
      local v = operated(item, node, defaults, state)
      if v ~= nil then result[#result + 1] = v end
    end
  end
  if count == 0 and (op.name == "merge" or (op.name == "replace" and op.or_add)) then
    local v = added(node, state)
    if op.via then v = via(op, null, v, state) end
    result[#result + 1] = v
  end
  return result
end

-- ---- merging --------------------------------------------------------------------------------------------

--- Returns the value after a node of an overlay was merged into it.
function merge(left, node, defaults, state)
  if left == null then return added(node, state) end
  if node.items then
    if kind_of(left) ~= "map" then violation() end
    return merge_map(left, node, defaults, state)
  elseif node.list then
    if kind_of(left) ~= "array" then violation() end
    for _, item in ipairs(node.list) do left = merge_item(left, item, defaults, state) end
    return left
  end
  return node.value
end

--- Returns the result of one document for a value, or nil for an error; and { unsure, by_key }.
function overlay_evaluator.document(left, node)
  local state = { under_schema = true }
  local ok, result = pcall(function()
    if node.op and node.op.name == "replace" then return via(node.op, left, added(node, state), state) end
    return merge(left, node, defaults_below(node, {}), state)
  end)
  if not ok then result = nil end -- a result may be false
  return result, state
end

local function lay(base, node, state)
  local found, count = {}, 0
  for i, document in ipairs(base) do
    if node.match.by.test(i - 1, document, overlays.plain(node)) then
      found[i], count = true, count + 1
    end
  end
  if not goes_on(node, {}, count) then return base end
  local result = {}
  for i, document in ipairs(base) do
    local v = document
    if found[i] then v = operated(document, node, {}, state) end
    if v ~= nil then result[#result + 1] = v end
  end
  if count == 0 and node.op and node.op.or_add then state.unsure = true end
  return result
end

--- Returns the list of documents that results from a composition of overlays, or nil for an error; and
-- { unsure, by_key }: whether the result is left open, and whether the order of keys is.
function overlay_evaluator.evaluate(composition)
  local state, base = {}, composition.base
  local ok, problem = pcall(function()
    for _, node in ipairs(composition.layers) do base = lay(base, node, state) end
  end)
  if not ok and problem ~= overlay_evaluator.VIOLATION and not tostring(problem):find "no such key" then
    error(problem, 0)
  end
  return ok and base or nil, state
end

return overlay_evaluator
