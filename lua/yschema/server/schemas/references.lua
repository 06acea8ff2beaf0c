--- Finds the keys of all files of a project that a key of a schema is about, and counts these files.
--
-- @module yschema.server.schemas.references

local set_of = require("yschema.base.plain_tables").set
local compiled = require "yschema.server.nodes.compiled"
local core = require "yschema.core"
local cursor = require "yschema.server.schemas.cursor"
local code_blocks = require "yschema.server.nodes.code_blocks"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local references = {}

-- In so many files, keys are looked for.
local MOST_FILES = 1000

--- A place where a file gives the key.
---@class yschema.KeyPlace
---@field file string as a report names it
---@field content yschema.EditorText of the file
---@field node yschema.LayoutNode
---@field chain yschema.LayoutNode[] the nodes to the map of the key
---@field job yschema.Job
---@field schema yschema.CoreSchema

-- A search in the documents of a file.
---@class yschema.KeySearch
---@field view yschema.View the schema and the configuration by which the documents are validated
---@field targets table<yschema.OutlineField, true> what the key of the schema was compiled to
---@field ways table<yschema.OutlineField, true> the fields that are targets, or have one below them
---@field chain yschema.LayoutNode[] the nodes to the current one
---@field add fun(node: yschema.LayoutNode, chain: yschema.LayoutNode[]) gets a key, and the nodes to its map
local Search = {}
Search.__index = Search

-- Finds the fields that are targets, or have one below them.
local function ways_to(root, targets)
  local above, seen, ways = {}, {}, {}
  local function look(field, from)
    above[field] = above[field] or {}
    table.insert(above[field], from)
    if seen[field] then return end
    seen[field] = true
    for _, list in ipairs { field.named or {}, field.open or {}, field.choice or {}, { field.item } } do
      for _, below in ipairs(list) do look(below.field or below, field) end
    end
  end
  look(root)
  local function mark(field)
    if ways[field] then return end
    ways[field] = true
    for _, one in ipairs(above[field] or {}) do mark(one) end
  end
  for field in next, targets do mark(field) end
  return ways
end

-- Finds the keys below the last node of the chain.
function Search:visit(list)
  local chain = self.chain
  local count = #chain
  local resolved = fields.resolved(list, chain[count], views.given(self.view, chain))
  for _, below in ipairs(chain[count]) do
    local own = below.merge and list or fields.below(resolved, below.key)
    local is_wanted, is_target = false, false
    for _, field in ipairs(own) do
      is_wanted = is_wanted or self.ways[field]
      is_target = is_target or self.targets[field]
    end
    if is_target and below.key_first then self.add(below, chain) end
    if is_wanted then
      chain[count + 1] = below
      self:visit(own)
      chain[count + 1] = nil
    end
  end
end

-- ---- files --------------------------------------------------------------------------

-- Calls a function with each document of a file that a schema validates as a part of a job.
local function each_root(use, job, layout, call)
  for _, root in ipairs(layout:trees()) do
    if views.schema_of(job, root) == use.schema then call(root) end
  end
end

-- Finds keys by the fields to which a key of a schema was compiled.
local function by_fields(targets, folder, use, job)
  local root = fields.root(use.schema)
  use.ways = use.ways or ways_to(root, targets)
  local view = { schema = use.schema, job = job, folder = folder, root = root }
  return function(node, add)
    local search = { view = view, targets = targets, ways = use.ways, chain = { node }, add = add }
    setmetatable(search, Search):visit { root }
  end
end

-- Finds keys by a path of the schema's text. While that has errors, its lines are others than when it was
-- compiled. A step without a key leads to all items.
local function by_steps(steps)
  local function visit(node, number, add)
    local step = steps[number]
    for _, below in ipairs(node) do
      if step.key and below.key == step.key or not step.key and not below.key then
        if number < #steps then visit(below, number + 1, add) elseif below.key_first then add(below, {}) end
      end
    end
  end
  return function(node, add) visit(node, 1, add) end
end

--- Finds the keys in the files of the project that a key of a schema is about, each once.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText the schema
---@param chain yschema.LayoutNode[] the nodes to the key
---@param call fun(place: yschema.KeyPlace)
function references.each(server, text, chain, call)
  local folder, node, seen, count = text.folder, chain[#chain], {}, 0
  local list = compiled.fields(server, text, node.key, text.open.content:line_of(node.key_first))
  local targets = set_of(list)
  folder.read = {}
  local function visit(use, job, file)
    local content = folder:text_of(file)
    if not content or count >= MOST_FILES then return end
    count = count + 1
    local find = list[1] and by_fields(targets, folder, use, job) or by_steps(layouts.steps(chain))
    local layout = layouts.of(content, folder:absolute(file), use.schema.settings)
    each_root(use, job, layout, function(root)
      find(root, function(found, above)
        local id = file .. ":" .. found.key_first
        if seen[id] then return end
        seen[id] = true
        call { file = file, content = content, node = found, chain = above, job = job, schema = use.schema }
      end)
    end)
  end
  folder:within(function()
    for _, use in ipairs(compiled.uses(folder, text.open.path)) do
      for _, job in ipairs(use.jobs) do
        for _, file in ipairs(job.layers or { job.file }) do visit(use, job, file.path) end
      end
    end
  end)
end

references["textDocument/references"] = function(server, params, text)
  local at = views.place(server, text, params)
  if not at or not text.folder or cursor.find(text.open.content, at, text.open.path).kind ~= "node" then
    return core.null
  end
  local chain, list = code_blocks.chain(server, text, at), {}
  local node = chain[#chain]
  if not node or not node.key or not node.key_first then return core.null end
  references.each(server, text, chain, function(place)
    local found = place.node
    list[#list + 1] = { uri = server:uri_of(text.folder:absolute(place.file)),
      range = place.content:range(found.key_first, found.key_last + 1, server.unit) }
  end)
  return writing.list(list)
end

-- ---- counts -------------------------------------------------------------------------

-- Editors ask for lenses after each change, so files are counted only in projects of this size.
local MOST_COUNTED = 50

-- The files that a schema validates, each with a job; nil: there are too many.
local function files_of(use)
  local files, seen = {}, {}
  for _, job in ipairs(use.jobs) do
    for _, file in ipairs(job.layers or { job.file }) do
      if not seen[file.path] then files[#files + 1] = { path = file.path, job = job } end
      seen[file.path] = true
    end
  end
  return #files <= MOST_COUNTED and files or nil
end

-- Returns the keys of a file at the roots of the documents that a schema validates.
local function keys_of(folder, file, schema)
  local content, keys = folder:text_of(file.path), {}
  local layout = content and layouts.of(content, folder:absolute(file.path), schema.settings)
  for _, root in ipairs(layout and layout:roots() or {}) do
    for _, below in ipairs(views.schema_of(file.job, root) == schema and root:below() or {}) do
      if below.key then keys[below.key] = true end
    end
  end
  return keys
end

-- Counts the files that give the keys of a schema, by the lines of the keys in a text.
local function add_counts(text, use, counts)
  local folder, schema = text.folder, use.schema
  for _, file in ipairs(files_of(use) or {}) do
    local keys = keys_of(folder, file, schema)
    for _, field in ipairs(fields.root(schema).named or {}) do
      local is_here = keys[field.key] and field.file and folder:absolute(field.file) == text.open.path
      if is_here then counts[field.line] = (counts[field.line] or 0) + 1 end
    end
  end
end

references["textDocument/codeLens"] = function(server, _, text)
  local content, counts, list = text.open.content, {}, {}
  if not text.folder or text.folder.failed then return writing.list(list) end
  text.folder.read = {}
  text.folder:within(function()
    for _, use in ipairs(compiled.uses(text.folder, text.open.path)) do add_counts(text, use, counts) end
  end)
  for line, count in pairs(counts) do
    local at = content:line_bytes(line)
    list[#list + 1] = { range = content:range(at, at, server.unit), command = { command = "",
      title = ("set in %d file%s"):format(count, count == 1 and "" or "s") } }
  end
  table.sort(list, function(one, other) return one.range.start.line < other.range.start.line end)
  return writing.list(list)
end

return references
