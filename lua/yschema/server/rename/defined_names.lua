--- Renames a name of a configuration: where it is given, and in all values that refer to it.
--
-- @module yschema.server.rename.defined_names

local core = require "yschema.core"
local edited_text = require "yschema.editing.text"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local references = require "yschema.server.values.references"
local open_texts = require "yschema.server.open_texts"
local paths = require "yschema.provenance.paths"
local states = require "yschema.server.rename.states"
local validated = require "yschema.editing.transaction.validated"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local renaming = {}

-- ---- keys that are no names ---------------------------------------------------------

local DECLARED = "the schema declares %s in %s:%d; rename it there, and all files of the project follow"
local UNDECLARED = "no schema declares %s, so other files may depend on this name; change it in the text"

-- Returns why the key at a place cannot be renamed.
local function refusal(text, chain, at)
  local node = chain[#chain]
  local is_key = node and node.key_first and at >= node.key_first and at <= node.key_last + 1
  if not is_key then return "there is no key here" end
  local field = views.fields(views.of(text, chain[1]), chain)[1]
  local path = paths.of(layouts.steps(chain))
  if not field or not field.file then return UNDECLARED:format(path) end
  local file, line = fields.place(field)
  return DECLARED:format(path, file, line)
end

-- ---- all places ---------------------------------------------------------------------

--- The places of a name in all configurations that share files.
---@class yschema.RenamedName
---@field found table<string, yschema.NamePlace>
---@field jobs yschema.Job[] the configurations that have a place
---@field known table<yschema.Job, yschema.NameIndex[]>
---@field opened yschema.TextLayout[] the layouts of these, which the collector would close late
---@field value any

-- Whether a schema of a job has references. Returns the settings of its schemas, too.
local function has_references(job)
  for _, one in ipairs(job.schema and { job } or job.kinds or {}) do
    if one.schema and one.schema.core:references() then return true, one.schema.settings end
  end
  return false
end

-- Opens the names of all documents of a job. Those that are not merged have their own names.
local function all_names(folder, job, opened)
  local list, merged = {}, {}
  local found, settings = has_references(job)
  for _, layer in ipairs(found and views.layers(folder, job) or {}) do
    local path = folder:absolute(layer.name)
    local layout = layouts.new(layer.content, path, settings)
    opened[#opened + 1] = layout
    for _, root in ipairs(layout:roots(math.huge)) do
      local schema, document = views.schema_of(job, root), { root = root, content = layer.content, path = path }
      merged[#merged + 1] = document
      local is_own = not views.has_layers(job) and schema and schema.core:references()
      if is_own then list[#list + 1] = references.new(schema, { document }) end
    end
  end
  if merged[1] and views.has_layers(job) and job.schema then list[1] = references.new(job.schema, merged) end
  return list
end

-- Adds the jobs that have a file.
local function add_jobs(folder, self, path)
  for _, job in ipairs(folder:current_jobs()[open_texts.key(path)] or {}) do
    if not self.known[job] then
      self.known[job] = all_names(folder, job, self.opened)
      self.jobs[#self.jobs + 1] = job
    end
  end
end

local function count(map)
  local number = 0
  for _ in pairs(map) do number = number + 1 end
  return number
end

-- Finds all places of the name at a cursor. Each may be in files of further configurations.
local function places_of(text, node, at, opened)
  local self = { found = {}, jobs = {}, known = {}, opened = opened }
  local is_cursor, before = references.cursor(text, node, at), -1
  add_jobs(text.folder, self, text.open.path)
  while before < count(self.found) do
    before = count(self.found)
    for _, job in ipairs(self.jobs) do
      for _, own in ipairs(self.known[job]) do
        local value = own:connect(self.found, is_cursor)
        if self.value == nil then self.value = value end
      end
    end
    for _, place in pairs(self.found) do add_jobs(text.folder, self, place.document.path) end
  end
  return self
end

local function has_name(self)
  for _, place in pairs(self.found) do
    if not place.refers then return true end
  end
  return false
end

-- Whether a place is a value that refers to names of other documents.
local function refers_outward(self)
  for _, place in pairs(self.found) do
    for _, reference in ipairs(place.refers or {}) do
      if reference.scope ~= "document" then return true end
    end
  end
  return false
end

local NOT_GIVEN = "no file gives this name: it may be a default of the schema, or sensitive"
local ELSEWHERE = "this value refers to names of other documents, which are not renamed; change it in the text"
local OUTWARD = "other documents may refer to this name; change it in the text"
local CLASH = "%s has this name already, in line %d"

-- Returns the nodes at a cursor, and the place; nil: it is at no name of a node, and at no value.
local function node_at(server, params, text)
  local at = views.place(server, text, params)
  local chain = at and views.layout(server, text):chain(at) or {}
  return chain, at
end

-- Returns the places of the name at a cursor, or nil and why there are none. `opened` gets the layouts of all files.
local function named(server, params, text, opened)
  local chain, at = node_at(server, params, text)
  local node = chain[#chain]
  if not node or not text.folder or text.is_project then return nil, refusal(text, chain, at) end
  local self = places_of(text, node, at, opened)
  if not next(self.found) then return nil, refusal(text, chain, at) end
  if not has_name(self) then return nil, refers_outward(self) and ELSEWHERE or NOT_GIVEN end
  for _, job in ipairs(self.jobs) do
    for _, own in ipairs(self.known[job]) do
      if own:is_outward(self.found, job) then return nil, OUTWARD end
    end
  end
  return self, nil, node, at
end

-- Calls a function with a list of layouts, which are closed then. Returns what it does.
local function with_layouts(call, server, params, text)
  local opened = {}
  local result, reason = call(server, params, text, opened)
  for _, layout in ipairs(opened) do layout:close() end
  return result, reason
end

local function prepare(server, params, text, opened)
  local self, reason, node, at = named(server, params, text, opened)
  if not self then return nil, reason end
  local is_cursor = references.cursor(text, node, at)
  for _, place in pairs(self.found) do
    if is_cursor(place) then
      local first, after = references.bytes(place)
      return { range = text.open.content:range(first, after, server.unit),
        placeholder = type(self.value) == "string" and self.value or nil }
    end
  end
  return core.null
end

renaming["textDocument/prepareRename"] = function(server, params, text)
  return with_layouts(prepare, server, params, text)
end

-- ---- texts --------------------------------------------------------------------------

-- Returns the nodes of an opened text by their places.
local function by_place(opened)
  local keys, values = {}, {}
  local function visit(node)
    if node.key_first then keys[node.key_first] = node end
    if node.first then values[node.first] = values[node.first] or node end
    for _, below in ipairs(node) do visit(below) end
  end
  for _, document in ipairs(opened.documents) do visit(document.root) end
  return keys, values
end

-- Makes the new text of a file. Returns nil and the reason if the edits cannot be made.
local function edited(path, list, name, settings)
  local content = list[1].document.content
  local text = writing.without_mark(content.text)
  local opened = edited_text.of { name = path, text = text, mark = "", settings = settings }
  if not opened then return nil, "it cannot be read" end
  local shift = #content.text - #text
  local keys, values = by_place(opened)
  for _, place in ipairs(list) do
    local node = place.is_key and keys[place.node.key_first - shift] or values[place.node.first - shift]
    if not node then return nil, "the name is not found" end
    local done, reason
    if place.is_key then done, reason = opened:rename(node, name) else done, reason = opened:replace(node, name) end
    if not done then return nil, reason end
  end
  local written, reason = opened:commit()
  return written and content.text:sub(1, shift) .. written.places.text, reason
end

-- Makes the new texts of all files.
local function all_edited(self, name, settings)
  local lists, texts, contents = {}, {}, {}
  for _, place in pairs(self.found) do
    local path = place.document.path
    lists[path] = lists[path] or {}
    lists[path][#lists[path] + 1] = place
  end
  for path, list in pairs(lists) do
    local new, reason = edited(path, list, name, settings)
    if not new then return nil, ("%s: %s"):format(path:match "[^/]*$", reason) end
    texts[path], contents[path] = new, list[1].document.content
  end
  return texts, contents
end

-- ---- the request --------------------------------------------------------------------

-- Returns a name as it is written, as a value of the kind of the old one.
local function value_of(old, name)
  if type(old) == "number" then return tonumber(name) or name end
  return name
end

-- Returns why places cannot have a name, or nil.
local function clash(self, name)
  for _, job in ipairs(self.jobs) do
    for _, own in ipairs(self.known[job]) do
      local same = own:clash(self.found, name)
      if same then
        local line = same.document.content:line_of((references.bytes(same)))
        return CLASH:format(same.document.path:match "[^/]*$", line)
      end
    end
  end
end

local function rename(server, text, self, name)
  local reason = clash(self, name)
  if reason then return nil, reason end
  local job = self.jobs[1]
  local texts, contents = all_edited(self, name, (job.schema or job.kinds[1].schema).settings)
  if not texts then return nil, contents end
  local added = validated.added(states.of(text.folder, self.jobs, texts))[1]
  if added then return nil, "with this name, the configuration would not be valid: " .. added.record.message end
  local changes = {}
  for path, new in pairs(texts) do
    changes[text.folder.uri(path)] = writing.list { contents[path]:edit(new, server.unit, true) }
  end
  return { changes = changes }
end

local function answer(server, params, text, opened)
  if text.folder then text.folder.read = {} end
  local self, reason = named(server, params, text, opened)
  if not self then return nil, reason end
  if params.newName == "" then return nil, "the new name is empty" end
  local name = value_of(self.value, params.newName)
  if references.equal(name, self.value) then return { changes = {} } end
  local result
  text.folder:within(function() result, reason = rename(server, text, self, name) end)
  return result, reason
end

renaming["textDocument/rename"] = function(server, params, text) return with_layouts(answer, server, params, text) end

return renaming
