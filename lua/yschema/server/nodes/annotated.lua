--- Finds what the node of a schema that an annotation is on was compiled to, and the maps around it.
--
-- While an annotation is typed, the schema has errors, so its last fields without errors are found by keys and not by
-- lines.
--
-- @module yschema.server.nodes.annotated

local compiled = require "yschema.server.nodes.compiled"
local code_blocks = require "yschema.server.nodes.code_blocks"
local fields = require "yschema.server.values.fields"
local plans = require "yschema.crossref.plans"

local annotated = {}

local find = string.find

-- Alternatives within alternatives are followed so deep.
local MOST_DEPTH = 12

-- Returns the line of the node that an annotation in a line is on, and whether it stands in that line itself.
local function line_of_node(content, line)
  if not find(content:line(line), "^%s*#") then return line, true end
  local count = #content:line_starts()
  repeat line = line + 1 until line > count or not find(content:line(line), "^%s*#") and find(content:line(line), "%S")
  return line, false
end

-- Returns the nodes to the one that an annotation in a line is on: the outermost that begins in the line after it, or
-- the innermost in its own.
local function chain_of(server, text, line)
  local content = text.open.content
  local own, is_own = line_of_node(content, line)
  local first = content:line_bytes(own)
  local at = find(content.text, is_own and "[^%s%-]" or "%S", first)
  local chain = at and code_blocks.chain(server, text, at) or {}
  for i = is_own and #chain + 1 or 2, #chain do
    local node = chain[i]
    if content:line_of(node.indicator or node.key_first or node.first) == own then
      for k = i + 1, #chain do chain[k] = nil end
      break
    end
  end
  return chain
end

-- Returns the fields of the nodes of a chain, from the one with a number on; nil: the schema does not have them.
local function along(field, chain, number, depth)
  for _, alternative in ipairs(depth < MOST_DEPTH and field.choice or {}) do
    local found = along(alternative.field, chain, number, depth + 1)
    if found then return found end
  end
  if field.choice then return nil end
  local node = chain[number]
  if not node then return { field } end
  local below = field.item
  if node.key then
    local open = field.open and field.open[1]
    below = fields.of_key(field, node.key) or open and open.field
  end
  local found = below and along(below, chain, number + 1, 0)
  if found then table.insert(found, 1, field) end
  return found
end

--- Returns the fields of the node that an annotation is on, and of those around it, from the root on.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param line integer of the annotation, from 1
---@return yschema.OutlineField[][] lists one by each schema that has the node
function annotated.fields(server, text, line)
  local chain, lists = chain_of(server, text, line), {}
  for _, schema in ipairs(chain[1] and compiled.of(server, text) or {}) do
    lists[#lists + 1] = along(fields.root(schema), chain, 2, 0)
  end
  return lists
end

--- Returns the fields of the maps at which relative paths begin: each so many maps above the value.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param line integer of the annotation, from 1
---@param dots? integer how many points are before the path; nil: any number
---@return { field: yschema.OutlineField, dots: integer }[]
function annotated.maps(server, text, line, dots)
  local maps = {}
  for _, list in ipairs(annotated.fields(server, text, line)) do
    local number = 0
    for i = #list - 1, 1, -1 do
      if list[i].kind == "map" then
        number = number + 1
        if not dots or number == dots then maps[#maps + 1] = { field = list[i], dots = number } end
      end
    end
  end
  return maps
end

--- Returns the kinds of documents that the project has beside a schema, by their names.
---@param text yschema.RequestedText
---@return table<string, yschema.CoreSchema>
function annotated.kinds(text)
  local kinds = {}
  for _, use in ipairs(text.folder and compiled.uses(text.folder, text.open.path) or {}) do
    for _, job in ipairs(use.jobs) do
      for _, kind in ipairs(job.kinds or {}) do
        local name = plans.kind_name(kind)
        if name then kinds[name] = kind.schema end
      end
    end
  end
  return kinds
end

return annotated
