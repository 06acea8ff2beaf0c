--- Puts marked texts into the places of sensitive nodes (reference#sensitive). No report may contain the mark.

local nodes = require "spec.properties.evaluator.nodes"
local likes = require "spec.properties.likes"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"

local sensitive_values = {}

--- The beginning of each marked text.
sensitive_values.mark = "MARKER"

local function word(random) return sensitive_values.mark .. random:int(1, 99) end

-- Returns a marked value, of the same kind or of another one. Keys that the schema may have are kept.
local function replaced(random, v, same_kind)
  local kind = value.kind(v)
  if same_kind and kind ~= "string" and kind ~= "map" and kind ~= "array" then return v end
  if not same_kind and random:chance(10) then return value.map { { word(random), word(random) } } end
  if not same_kind and random:chance(5) then return value.array { word(random), v } end
  if kind == "map" then
    local map = value.map()
    for _, key in ipairs(v.keys) do value.set(map, key, replaced(random, v.at[key])) end
    if random:chance(20) then value.set(map, word(random), word(random)) end
    return map
  elseif kind == "array" then
    local list = value.array {}
    for i, item in ipairs(v) do list[i] = replaced(random, item) end
    return list
  end
  if random:chance(10) then return word(random) .. "\n  " .. word(random) .. " after it\n" end
  return (kind == "string" or random:chance(30)) and word(random) or v
end

local marked

-- Returns the name of a key whose value is sensitive. Below an unknown key, it is masked, too.
local function sensitive_key(node)
  for _, item in ipairs(node.items) do
    if type(item[1]) == "string" and likes.resolved(item[2]).sensitive then return item[1] end
  end
end

local function marked_map(random, node, v)
  local map = value.map()
  for _, key in ipairs(v.keys) do
    local item = nodes.item_for(node, key)
    local below = v.at[key]
    if item then below = marked(random, item[2], below) end
    value.set(map, key, below)
  end
  local name = sensitive_key(node)
  if name and random:chance(5) and not nodes.item_for(node, "unknown") then
    value.set(map, "unknown", value.map { { name, word(random) } })
  end
  return map
end

local function may_be_for(choice, alternative, v)
  local kind = value.kind(v)
  if choice.by then return kind == "map" and schemas.entry(alternative, choice.by).value == v.at[choice.by] end
  alternative = likes.resolved(alternative)
  return alternative.choice ~= nil or nodes.manner(alternative, kind) ~= nil
end

-- A value that is sensitive in one alternative for its kind is masked, even if another alternative fits. When a key
-- selects an alternative, only that one is used.
local function marked_by_alternatives(random, choice, v)
  local suited = v
  for _, alternative in ipairs(choice.alternatives) do
    if may_be_for(choice, alternative, suited) then v = marked(random, alternative, v, not choice.by) end
  end
  return v
end

--- Returns a value with marked texts where the schema has sensitive nodes; with `same_kind`, its kind is kept.
function marked(random, node, v, same_kind)
  node = likes.resolved(node)
  if node.sensitive then return replaced(random, v, same_kind) end
  if node.any then return v end
  if node.choice then return marked_by_alternatives(random, node.choice, v) end
  local kind = value.kind(v)
  if kind ~= node.shape or node.types and not node.or_inferred then return v end
  if kind == "map" then return marked_map(random, node, v) end
  if kind ~= "array" or not node.item then return v end
  local list = value.array {}
  for i, item in ipairs(v) do list[i] = marked(random, node.item, item) end
  return list
end

sensitive_values.marked = marked

--- Returns whether a schema has sensitive nodes.
function sensitive_values.has_any(root)
  local found = false
  likes.each(root, function(node) found = found or node.sensitive == true end)
  return found
end

--- Returns the lines of a report, in any of its formats, that contain the mark; nil if there are none.
function sensitive_values.shown(report)
  local texts = { tostring(report), report:text { color = true, all = true }, report:json(), report:sarif(),
    report:junit(), report:codequality(), report:github() }
  for _, records in ipairs { report.violations, report.warnings } do
    for _, record in ipairs(records) do
      for name, text in pairs(record) do texts[#texts + 1] = name .. "=" .. tostring(text) end
    end
  end
  return sensitive_values.lines(table.concat(texts, "\n"))
end

--- Returns the lines of a text that contain the mark; nil if there are none.
function sensitive_values.lines(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do
    if line:find(sensitive_values.mark, 1, true) then lines[#lines + 1] = line end
  end
  return lines[1] and table.concat(lines, "\n")
end

return sensitive_values
