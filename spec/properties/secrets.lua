--- Values with texts that no report may show: those that are given for sensitive nodes (reference#sensitive).

local validating = require "spec.properties.validating"
local likes = require "spec.properties.likes"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"

local secrets = {}

--- What each secret text begins with.
secrets.mark = "MARKER"

local function word(random) return secrets.mark .. random:int(1, 99) end

-- A secret in place of a value, of the same kind or of another one. Keys that the schema may name stay.
local function hidden(random, v, same_kind)
  local kind = value.kind(v)
  if same_kind and kind ~= "string" and kind ~= "map" and kind ~= "array" then return v end
  if not same_kind and random:chance(10) then return value.map { { word(random), word(random) } } end
  if not same_kind and random:chance(5) then return value.array { word(random), v } end
  if kind == "map" then
    local map = value.map()
    for _, key in ipairs(v.keys) do value.set(map, key, hidden(random, v.at[key])) end
    if random:chance(20) then value.set(map, word(random), word(random)) end
    return map
  elseif kind == "array" then
    local list = value.array {}
    for i, item in ipairs(v) do list[i] = hidden(random, item) end
    return list
  end
  if random:chance(10) then return word(random) .. "\n  " .. word(random) .. " behind it\n" end
  return (kind == "string" or random:chance(30)) and word(random) or v
end

local marked

-- The name of a key whose value is sensitive by itself; under an unknown key, it is masked, too.
local function sensitive_key(node)
  for _, item in ipairs(node.items) do
    if type(item[1]) == "string" and likes.resolved(item[2]).sensitive then return item[1] end
  end
end

local function marked_map(random, node, v)
  local map = value.map()
  for _, key in ipairs(v.keys) do
    local item = validating.item_for(node, key)
    local below = v.at[key]
    if item then below = marked(random, item[2], below) end
    value.set(map, key, below)
  end
  local name = sensitive_key(node)
  if name and random:chance(5) and not validating.item_for(node, "unknown") then
    value.set(map, "unknown", value.map { { name, word(random) } })
  end
  return map
end

local function may_be_for(choice, alternative, v)
  local kind = value.kind(v)
  if choice.by then return kind == "map" and schemas.entry(alternative, choice.by).value == v.at[choice.by] end
  alternative = likes.resolved(alternative)
  return alternative.choice ~= nil or validating.manner(alternative, kind) ~= nil
end

-- What one alternative for this kind of value hides is hidden, whichever fits. A key that selects one leaves the others
-- out.
local function marked_by_alternatives(random, choice, v)
  local suited = v
  for _, alternative in ipairs(choice.alternatives) do
    if may_be_for(choice, alternative, suited) then v = marked(random, alternative, v, not choice.by) end
  end
  return v
end

--- A value with secrets where the schema has sensitive nodes; with `same_kind`, it stays of its kind.
function marked(random, node, v, same_kind)
  node = likes.resolved(node)
  if node.sensitive then return hidden(random, v, same_kind) end
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

secrets.marked = marked

--- Whether a schema has sensitive nodes.
function secrets.has_any(root)
  local found = false
  likes.each(root, function(node) found = found or node.sensitive == true end)
  return found
end

--- The lines of a report, in any of its forms, that show a secret; nil if there is none.
function secrets.shown(report)
  local texts = { tostring(report), report:text { color = true, all = true }, report:json(), report:sarif(),
    report:junit(), report:codequality(), report:github() }
  for _, records in ipairs { report.violations, report.warnings } do
    for _, record in ipairs(records) do
      for name, text in pairs(record) do texts[#texts + 1] = name .. "=" .. tostring(text) end
    end
  end
  return secrets.lines(table.concat(texts, "\n"))
end

--- The lines of a text that show a secret; nil if there is none.
function secrets.lines(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do
    if line:find(secrets.mark, 1, true) then lines[#lines + 1] = line end
  end
  return lines[1] and table.concat(lines, "\n")
end

return secrets
