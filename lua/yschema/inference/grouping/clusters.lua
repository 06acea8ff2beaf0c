--- Finds kinds of documents that no key names: files of one kind have most of their keys at the top in common.
--
-- @module yschema.inference.grouping.clusters

local clusters = {}

local SHARED = 0.5 -- the share of the keys of the smaller side that both sides have
local MOST = 12

--- Files whose documents are of one kind.
---@class yschema.FileCluster
---@field keys table<string, boolean> of its documents
---@field count integer of these keys
---@field documents yschema.OutlineNode[]
---@field names string[] the file of each document
---@field files table<string, boolean>
---@field first integer the place of its first file

-- The documents of each file, in the order of the files.
local function by_file(documents, names)
  local list, known = {}, {}
  for i, document in ipairs(documents) do
    local name = names[i]
    local file = known[name]
    if not file then
      file = { name = name, keys = {}, count = 0, documents = {} }
      known[name], list[#list + 1] = file, file
    end
    file.documents[#file.documents + 1] = document
    for _, node in ipairs(document.kind == "map" and document or {}) do
      if not file.keys[node.key] then file.keys[node.key], file.count = true, file.count + 1 end
    end
  end
  return list
end

local function likeness(file, cluster)
  local common = 0
  for key in pairs(file.keys) do common = common + (cluster.keys[key] and 1 or 0) end
  local fewest = file.count < cluster.count and file.count or cluster.count
  return fewest > 0 and common / fewest or 0
end

local function put(file, cluster)
  for key in pairs(file.keys) do
    if not cluster.keys[key] then cluster.keys[key], cluster.count = true, cluster.count + 1 end
  end
  cluster.files[file.name] = true
  cluster.first = math.min(cluster.first, file.place)
  for _, document in ipairs(file.documents) do
    cluster.documents[#cluster.documents + 1] = document
    cluster.names[#cluster.names + 1] = file.name
  end
end

-- Puts files, those with the most keys first, to those that they are most like.
local function gathered(files)
  local list = {}
  for _, file in ipairs(files) do
    local best, most = nil, 0
    for _, cluster in ipairs(list) do
      local alike = likeness(file, cluster)
      if alike > most then best, most = cluster, alike end
    end
    if most < SHARED then
      best = { keys = {}, count = 0, documents = {}, names = {}, files = {}, first = math.huge }
      list[#list + 1] = best
      if #list > MOST then return nil end
    end
    put(file, best)
  end
  return list
end

--- Returns the kinds of files, in the order of their first files, or nil when they are alike, or each is different.
---@param documents yschema.OutlineNode[]
---@param names string[] the file of each
---@return yschema.FileCluster[]?
function clusters.of(documents, names)
  local files = by_file(documents, names)
  for i, file in ipairs(files) do file.place = i end
  table.sort(files, function(a, b) return a.count > b.count or a.count == b.count and a.place < b.place end)
  local list = gathered(files)
  if not list or not list[2] or #list * 2 > #files then return nil end
  for _, cluster in ipairs(list) do
    if cluster.count == 0 then return nil end
  end
  table.sort(list, function(a, b) return a.first < b.first end)
  return list
end

return clusters
