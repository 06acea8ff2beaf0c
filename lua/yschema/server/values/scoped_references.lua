--- Finds names, and the values that refer to them, in all documents of a file or a configuration (`scope=` of
-- `@schema/refers`).
--
-- @module yschema.server.values.scoped_references

local plain_tables = require "yschema.base.plain_tables"
local layouts = require "yschema.server.values.layouts"
local references = require "yschema.server.values.references"
local plans = require "yschema.crossref.plans"
local views = require "yschema.server.values.views"

local scoped_references = {}

-- In a larger configuration, only names that are looked for by their text are found.
local MOST_FILES = 500

-- ---- documents ----------------------------------------------------------------------

--- The subject of a request: a document of a text, as a configuration validates it.
---@class yschema.WideQuestion
---@field text yschema.RequestedText
---@field view yschema.View
---@field root yschema.LayoutNode of the document

-- Calls a function with each document of a text.
local function each_root(layout, path, call)
  for _, root in ipairs(layout:roots(math.huge)) do call { root = root, content = layout.content, path = path } end
end

-- Calls a function with each document with which that of a question is compared. `word`: texts without it are left out.
local function each_document(question, scope, word, call)
  local folder, view, own = question.text.folder, question.view, question.root.layout
  local own_path = question.text.open.path
  if scope == "file" then return each_root(own, own_path, call) end
  local jobs = folder:compared_with(view.job)
  for _, job in ipairs((word or #jobs <= MOST_FILES) and jobs or {}) do
    local path = folder:absolute(job.file.path)
    local content = path ~= own_path and folder:text_of(job.file.path)
    if path == own_path then
      each_root(own, path, call)
    elseif content and (not word or content.text:find(word, 1, true)) then
      local layout = layouts.new(content, path, view.schema.settings)
      each_root(layout, path, call)
      layout:close()
    end
  end
end

-- Returns the schema whose documents have the names of a reference; nil: none, or they must not be shown.
local function target_of(question, schema, reference)
  local target = not reference.kind and schema
  for _, kind in ipairs(reference.kind and question.view.job.kinds or {}) do
    if plans.kind_name(kind) == reference.kind then target = target or kind.schema end
  end
  if not target or reference.sensitive then return nil end
  for _, path in ipairs(reference.to) do
    local ok, is_sensitive = target.core:target(path)
    if not ok or is_sensitive then return nil end
  end
  return target
end

local function word_of(value) return type(value) == "string" and value:match "^[%w_-]+$" or nil end

--- Lists the names in other documents to which a value refers.
---@param question yschema.WideQuestion
---@param use yschema.NamePlace the value
---@param value? any only names that are equal to this; nil: all
---@return yschema.NamePlace[]
function scoped_references.of(question, use, value)
  local list = {}
  for _, reference in ipairs(use.refers) do
    local target = reference.scope ~= "document" and target_of(question, question.view.schema, reference)
    if target then
      each_document(question, reference.scope, word_of(value), function(document)
        if views.schema_of(question.view.job, document.root) ~= target then return end
        for _, path in ipairs(reference.to) do
          for _, name in ipairs(references.names_at(document, path, value)) do list[#list + 1] = name end
        end
      end)
    end
  end
  return list
end

-- ---- all places ---------------------------------------------------------------------

-- Calls a function with each reference of a schema to other documents: the schema and the path of its names.
local function each_target(question, schema, list, call)
  for _, reference in ipairs(list or {}) do
    local is_wide = reference.to and reference.scope ~= "document" -- without `to`, it is an identity
    local target = is_wide and target_of(question, schema, reference)
    for _, path in ipairs(target and reference.to or {}) do call(target, path, reference.scope) end
  end
end

-- Finds what is at a cursor: the name, and where the same names are, by the schema and the path.
local function meant(question, document, is_cursor)
  local targets, value = {}, nil
  local function note(target, path, scope)
    targets[target] = targets[target] or {}
    targets[target][path] = scope
  end
  for _, use in ipairs(references.new(question.view.schema, { document }):uses()) do
    if is_cursor(use) then
      value = use.value
      each_target(question, question.view.schema, use.refers, note)
    end
  end
  for _, schema in ipairs(references.schemas_of(question.view.job)) do
    each_target(question, schema, schema.core:references(), function(target, path, scope)
      if target ~= question.view.schema then return end
      for _, name in ipairs(references.names_at(document, path)) do
        if is_cursor(name) then
          value = name.value
          note(target, path, scope)
        end
      end
    end)
  end
  return targets, value
end

-- Adds the names of a document that are meant, and the values that refer to them.
local function add_places(question, list, document, targets, value)
  local schema = views.schema_of(question.view.job, document.root)
  if not schema then return end
  for path in pairs(targets[schema] or {}) do
    for _, name in ipairs(references.names_at(document, path, value)) do list[#list + 1] = name end
  end
  for _, use in ipairs(schema.core:references() and references.new(schema, { document }):uses() or {}) do
    local is_meant = false
    each_target(question, schema, references.equal(use.value, value) and use.refers or nil, function(target, path)
      is_meant = is_meant or targets[target] ~= nil and targets[target][path] ~= nil
    end)
    if is_meant then list[#list + 1] = use end
  end
end

-- Whether other documents decide about something in a configuration.
local function is_outward(job)
  return plain_tables.any(references.schemas_of(job), function(schema)
    return (schema.core:references() or {}).outward
  end)
end

--- Lists all places of the name at a cursor of which other documents decide: the names, and the values that refer to
-- them.
---@param question yschema.WideQuestion
---@param is_cursor fun(place: yschema.NamePlace): boolean
---@return yschema.NamePlace[]
function scoped_references.places(question, is_cursor)
  if not is_outward(question.view.job) then return {} end
  local own = question.root.layout
  local document = { root = question.root, content = own.content, path = question.text.open.path }
  local targets, value = meant(question, document, is_cursor)
  local list, scope = {}, "file"
  for _, paths in pairs(value ~= nil and targets or {}) do
    for _, one in pairs(paths) do scope = one == "configuration" and one or scope end
  end
  if not next(targets) or value == nil then return list end
  each_document(question, scope, word_of(value), function(one)
    add_places(question, list, one, targets, value)
  end)
  return list
end

--- Calls a function for each use of names at a cursor, by each schema of a text.
---@param text yschema.RequestedText
---@param chain yschema.LayoutNode[] the nodes at the cursor
---@param call fun(own: yschema.NameIndex, use: yschema.NamePlace, question: yschema.WideQuestion)
function scoped_references.each_use(text, chain, call)
  for _, view in ipairs(text.is_project and {} or views.of(text, chain[1], true)) do
    local own = references.of(text, view, chain[1])
    local use = own and own:use(view, chain)
    if use then call(own, use, { text = text, view = view, root = chain[1] }) end
  end
end

return scoped_references
