--- Estimates how probable it is that the next document has something that no example has.
--
-- By Good and Turing's estimate, that is the share of the documents in which something was seen that no other document
-- has: if ten of a hundred documents have a key of their own, each tenth document to come will have one.
--
-- @module yschema.inference.openness

local openness = {}

local FEWEST = 6 -- documents: fewer say nothing of those to come
local LIKELY = 0.03 -- a document has many places, and each of them is a chance

--- So many maps with a key make it improbable that the next map lacks the key.
openness.ENOUGH = math.ceil(1 / LIKELY)

--- Marks all nodes with the number of their document.
---@param documents yschema.OutlineNode[]
---@return boolean enough whether these documents say something of those to come
function openness.number(documents)
  if #documents < FEWEST then return false end
  local function walk(node, number)
    node.document = number
    for _, below in ipairs(node) do walk(below, number) end
  end
  for i, document in ipairs(documents) do walk(document, i) end
  return true
end

-- The documents that nodes are in: one of them, and whether there are others.
local function documents_of(nodes)
  local first = nodes[1].document
  for _, node in ipairs(nodes) do
    if node.document ~= first then return first, true end
  end
  return first, false
end

local function count_documents(nodes)
  local seen, count = {}, 0
  for _, node in ipairs(nodes) do
    if not seen[node.document] then
      seen[node.document], count = true, count + 1
    end
  end
  return count
end

--- Returns the share of the documents that have something in a place that no other document has there.
---@param all yschema.OutlineNode[] the nodes of the place
---@param groups { nodes: yschema.OutlineNode[] }[] what was seen there, such as the fields of maps
---@return number
function openness.share(all, groups)
  local own, alone = {}, 0
  for _, group in ipairs(groups) do
    local document, several = documents_of(group.nodes)
    if not several and not own[document] then
      own[document], alone = true, alone + 1
    end
  end
  return alone / count_documents(all)
end

--- Returns whether the next document probably has something else in a place than the examples.
---@param all yschema.OutlineNode[]
---@param groups { nodes: yschema.OutlineNode[] }[]
---@return boolean
function openness.is_likely(all, groups) return openness.share(all, groups) >= LIKELY end

return openness
