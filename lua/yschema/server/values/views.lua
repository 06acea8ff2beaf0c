--- The fields of schemas and configurations for a place of an open text.
--
-- @module yschema.server.values.views

local attempt = require "yschema.base.attempt"
local changed = require "yschema.base.plain_tables".changed
local core = require "yschema.core"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local own_files = require "yschema.pipeline.own_files"
local runs = require "yschema.pipeline.runs"

local views = {}

local unpack = table.unpack or unpack -- luacheck: ignore

-- ---- texts --------------------------------------------------------------------------

-- Returns the options by which a text is parsed: those of its schema.
local function settings_for(server, text)
  local job = text.jobs[1]
  local schema = job and (job.schema or job.kinds and job.kinds[1].schema)
  return schema and schema.settings or server.settings
end

--- Returns the layout of a text.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param content? yschema.EditorText in place of its own; the layout is not kept then
---@return yschema.TextLayout
function views.layout(server, text, content)
  local name, settings = text.open.path or text.open.uri, settings_for(server, text)
  if not content then return layouts.of(text.open.content, name, settings) end
  layouts.forget_older(text.open.content, name)
  return layouts.new(content, name, settings)
end

--- Returns the place that the parameters of a request name.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param params table
---@return integer at
function views.place(server, text, params) return text.open.content:place(params.position, server.unit) end

-- ---- schemas ------------------------------------------------------------------------

local project_schema

-- Returns the schema of project files. Its functions, which look at files, are not called here.
local function of_projects()
  if project_schema then return project_schema end
  local env = {}
  for name in require("yschema.batch.project_schema"):gmatch "[%a_]+" do
    if name:find "^is_" then env[name] = function() return true end end
  end
  project_schema = own_files.schema("the schema of project files", require "yschema.batch.project_schema", env)
  return project_schema
end

-- Whether a node contains all of a value.
local function contains(node, value)
  if type(value) ~= "table" then return node.value == value end
  for key, wanted in pairs(value) do
    local found = type(key) ~= "string"
    for _, below in ipairs(node:below()) do
      if below.key == key then found = contains(below, wanted) end
    end
    if not found then return false end
  end
  return true
end

--- Returns the schema by which a job validates a document.
---@param job yschema.Job
---@param root? yschema.LayoutNode of the document
---@return yschema.CoreSchema? schema nil: the document is of no kind
function views.schema_of(job, root)
  if job.schema then return job.schema end
  for _, kind in ipairs(job.kinds or {}) do
    if root and contains(root, kind.has) then return kind.schema end
  end
end

--- A schema, and a configuration that it validates.
---@class yschema.View
---@field schema yschema.CoreSchema
---@field job? yschema.Job nil: that of the project file itself
---@field folder? yschema.EditedFolder of the job
---@field root yschema.OutlineField

--- Returns the schemas of a document of a text, each with one configuration, unless all are wanted.
---@param text yschema.RequestedText
---@param root? yschema.LayoutNode the root of the document
---@param all? boolean one for each configuration
---@return yschema.View[]
function views.of(text, root, all)
  if text.is_project then return { { schema = of_projects(), root = fields.root(of_projects()) } } end
  local list, seen = {}, {}
  for _, job in ipairs(text.jobs) do
    local schema = views.schema_of(job, root)
    if schema and (all or not seen[schema]) then
      seen[schema] = true
      list[#list + 1] = { schema = schema, job = job, folder = text.folder, root = fields.root(schema) }
    end
  end
  return list
end

-- Calls a function with each view of a list, which returns fields. Returns each of these once.
local function united(list, call)
  local found, seen = {}, {}
  for _, view in ipairs(list) do
    for _, field in ipairs(call(view)) do
      if not seen[field] then
        seen[field] = true
        found[#found + 1] = field
        field.schema = view.schema
      end
    end
  end
  return found
end

local function followed(view, chain, count)
  return fields.follow(view.root, chain, count, function(i) return views.given(view, chain, i) end)
end

--- Returns the fields of a node by all schemas, each once.
---@param list yschema.View[]
---@param chain yschema.LayoutNode[]
---@param count? integer how many nodes of the chain
---@return yschema.OutlineField[]
function views.fields(list, chain, count)
  return united(list, function(view) return followed(view, chain, count) end)
end

--- Returns the last event of an origin in which a file has given a value.
---@param origin? table
---@param has_place? boolean the file is known, and a line in it
---@return table? event
function views.last_given(origin, has_place)
  for i = origin and #origin.events or 0, 1, -1 do
    local event = origin.events[i]
    if event.by ~= "schema" and (not has_place or event.file and event.line) then return event end
  end
end

--- Returns the fields of a node by all schemas. Those with alternatives are replaced by the alternatives that fit best.
---@param list yschema.View[]
---@param chain yschema.LayoutNode[]
---@param count? integer how many nodes of the chain
---@return yschema.OutlineField[]
function views.resolved(list, chain, count)
  count = count or #chain
  return united(list, function(view)
    return fields.resolved(followed(view, chain, count), chain[count], views.given(view, chain, count))
  end)
end

-- ---- layers -------------------------------------------------------------------------

--- Returns whether several files make the configuration of a job.
---@param job? yschema.Job
---@return boolean
function views.has_layers(job) return job ~= nil and job.layers ~= nil and job.layers[2] ~= nil end

--- Returns the layers of a job, in their order, with their texts.
---@param folder yschema.EditedFolder
---@param job yschema.Job
---@return { name: string, content: yschema.EditorText }[]
function views.layers(folder, job)
  local list = {}
  for _, file in ipairs(job.layers or { job.file }) do
    local content = file.path ~= "-" and folder:text_of(file.path)
    if content then list[#list + 1] = { name = file.path, content = content } end
  end
  return list
end

-- Runs of jobs, which explain themselves, by the jobs.
local runs_of = setmetatable({}, { __mode = "k" })

local function are_same(texts, layers)
  if #texts ~= #layers then return false end
  for i, layer in ipairs(layers) do
    if texts[i] ~= layer.content.text then return false end
  end
  return true
end

-- Runs a schema over layers. Errors of their texts are repaired.
local function explained(schema, layers)
  local run = core.run(schema.core, changed(schema.settings, { explain = true, fold_repeats = false }))
  for _, layer in ipairs(layers) do
    local given = core.source(layer.name, layer.content.text)
    local source = core.source(layer.name, (given:readable()))
    runs.take_source(schema, run, source)
    given:close()
    source:close()
  end
  runs.finish(schema, run)
  return run
end

--- Returns the run of a configuration with layers, which explains itself.
---@param folder yschema.EditedFolder
---@param job yschema.Job
---@return yschema.CoreRun? run nil: it cannot be made
function views.explained(folder, job)
  local layers = views.layers(folder, job)
  local known = runs_of[job]
  if not known or not are_same(known.texts, layers) then
    if known and known.run then known.run:close() end
    known = { texts = {} }
    for i, layer in ipairs(layers) do known.texts[i] = layer.content.text end
    local ok, run = attempt(folder.within, folder, explained, job.schema, layers)
    known.run = ok and run or nil
    runs_of[job] = known
  end
  return known.run
end

--- Returns what happened to a value of a run: an origin without those below it (`run:origin()`). Sensitive values are
-- masked.
---@param run? yschema.CoreRun
---@param steps yschema.Step[]
---@return yschema.ProvenanceNode?
function views.origin_in(run, steps)
  if not run then return nil end
  local words = {}
  for i, step in ipairs(steps) do words[i] = step.key or step.index end
  local ok, origin = attempt(run.origin, run, unpack(words))
  return ok and origin or nil
end

--- Returns what happened to a value of a configuration with layers.
---@param folder yschema.EditedFolder
---@param job yschema.Job
---@param steps yschema.Step[]
---@return yschema.ProvenanceNode?
function views.origin(folder, job, steps) return views.origin_in(views.explained(folder, job), steps) end

--- Returns a function that finds what the layers of a configuration give to a key of a map.
---@param view yschema.View
---@param chain yschema.LayoutNode[] the nodes to the map
---@param count? integer how many of them
---@return (fun(key: string): any)? given nil: there are no layers, or it is within an array, whose items may be others
function views.given(view, chain, count)
  if not view.folder or not views.has_layers(view.job) then return nil end
  local steps = layouts.steps(chain, count)
  for _, step in ipairs(steps) do
    if not step.key then return nil end
  end
  local last, run = #steps + 1, views.explained(view.folder, view.job)
  return function(key)
    steps[last] = { key = key }
    local event = views.last_given(views.origin_in(run, steps))
    return event and event.value
  end
end

-- Reads a name as the core writes it.
local function value_of(name)
  local lead, text = name:sub(1, 1), name:sub(2)
  if lead == '"' then return text end
  if lead == "?" then return text == "true" end
  return lead == "#" and tonumber(text) or nil
end

--- Lists the names of the result of a run to which references lead by paths from the root.
---@param run? yschema.CoreRun
---@param refers yschema.Reference[]
---@return any[]
function views.names_in(run, refers)
  local list = {}
  for _, reference in ipairs(run and refers or {}) do
    local counts = reference.scope == "document" and not reference.sensitive
    for _, path in ipairs(counts and reference.to or {}) do
      local ok, found = attempt(run.names, run, path)
      for _, name in ipairs(ok and found or {}) do list[#list + 1] = value_of(name) end
    end
  end
  return list
end

-- ---- places in files ----------------------------------------------------------------

--- Returns a location of the protocol for a place of a report.
---@param server yschema.LanguageServer
---@param folder yschema.EditedFolder
---@param file string as a report names it
---@param line integer
---@param column? integer in characters, from 1
---@return table? nil: the file cannot be read
function views.location(server, folder, file, line, column)
  local content = folder:text_of(file)
  if not content then return nil end
  local first, last = content:line_bytes(line)
  local from = column and content:place_of_column(line, column) or content.text:find("[^ \t]", first) or first
  local word = content.text:sub(from, last):match "^[^:#%s]*" or ""
  return { uri = folder.uri(folder:absolute(file)), range = content:range(from, from + #word, server.unit) }
end

return views
