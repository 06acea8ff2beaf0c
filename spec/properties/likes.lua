--- Schemas by name: what a node with @schema/like is.
--
-- Such a node has `like`, a definition { name, node }, and its own value, if any (`shape` is "raw", otherwise "null").
-- A definition may refer to itself, so that nodes are made of it one by one, when they are needed.

local value = require "spec.properties.value"

local likes = {}

-- The parts that a node has of its own, beside the schema that it names.
local own = { "key", "required", "removed", "old", "keys_optional" }

local function default_of(node)
  if node.default then return node.default end
  if node.nullable then return { value = value.null, by = "literal" } end
  if node.value ~= nil then return { value = node.value, by = "literal" } end
end

local function both(first, second)
  local list = {}
  for _, all in ipairs(first or {}) do list[#list + 1] = all end
  list[#list + 1] = second
  return list
end

--- The node with all that its schema says, and what it adds to that; a node without @schema/like is given as it is.
function likes.resolved(node)
  if not node.like then return node end
  local base, whole = likes.resolved(node.like.node), {}
  for name, part in pairs(base) do whole[name] = part end
  for _, name in ipairs(own) do whole[name] = node[name] end
  whole.keys_optional = base.keys_optional
  whole.default = default_of(node) or base.default
  for _, name in ipairs { "nullable", "sensitive", "deprecated", "allow_empty" } do
    whole[name] = node[name] or base[name]
  end
  whole.more_rules = both(base.more_rules, node.rules)
  whole.more_json_rules = both(base.more_json_rules, node.json_rule)
  return whole
end

--- Returns the parts of a JSON Schema (json_parts.lua) that are rules of a node and of the definitions that it names.
function likes.json_rules(node)
  return both(node.more_json_rules, node.json_rule)
end

--- Calls `visit` with a node, those below it, and those of all definitions that they name, each once.
function likes.each(node, visit, seen)
  seen = seen or {}
  visit(node)
  for _, item in ipairs(node.items or {}) do likes.each(item[2], visit, seen) end
  if node.item then likes.each(node.item, visit, seen) end
  for _, alternative in ipairs(node.choice and node.choice.alternatives or {}) do
    likes.each(alternative, visit, seen)
  end
  if node.like and not seen[node.like] then
    seen[node.like] = true
    likes.each(node.like.node, visit, seen)
  end
end

return likes
