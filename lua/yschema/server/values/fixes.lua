--- Offers what corrects violations, as edits of the text (`yschema fix`).
--
-- @module yschema.server.values.fixes

local core = require "yschema.core"
local defaults = require "yschema.fixing.defaults"
local edited_text = require "yschema.editing.text"
local edits = require "yschema.fixing.edits"
local excerpts = require "yschema.server.excerpts"
local likely_defaults = require "yschema.server.values.likely_defaults"
local parameters = require "yschema.server.protocol.parameters"
local report = require "yschema.report.report"
local schema_order = require "yschema.assignment.schema_order"
local trees = require "yschema.editing.trees"
local validation = require "yschema.batch.validation"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local fixes = {}

-- So many violations are corrected in one answer: what is missing everywhere may be reported in one line.
local MOST_RECORDS = 20
local MOST_WIDTH = 60

-- ---- records ------------------------------------------------------------------------

local EMPTY = { array = "[]", map = "{}" }

-- Returns what corrects a violation for which `yschema fix` does nothing without being asked: a person chooses here.
local function chosen_fix(record, job)
  if record.kind == "unknown-key" then return { action = "remove", is_undeclared = true } end
  local is_missing = record.kind == "required" and job.schema and record.path
  local field = is_missing and schema_order.field(job.schema, trees.steps(record.path) or {})
  if not field or field.has_sensitive then return nil end
  local empty = EMPTY[field.kind]
  if empty then return { action = "add", value = { kind = field.kind }, shown = empty } end
  return field.default ~= nil and { action = "add", value = field.default } or nil
end

-- Collects the records of a job that have a fix in the text, on some lines.
local function collect(text, job, first, last, add)
  validation.validate_job(job, function(verdict)
    if not verdict.report then return end
    local parts = report.parts(verdict.report)
    for _, name in ipairs { "violations", "warnings" } do
      for _, record in ipairs(parts[name]) do
        local line = record.line or 1
        record.fix = record.fix or chosen_fix(record, job)
        local is_here = record.fix and record.file and line >= first and line <= last
          and text.folder:absolute(record.file) == text.open.path
        if is_here then add(record, job) end
      end
    end
  end)
end

local function value_text(value)
  local written = value ~= nil and writing.encoded(value) or ""
  written = written:gsub("\n.*", " ...")
  return #written > MOST_WIDTH and string.sub(written, 1, MOST_WIDTH):gsub("[\128-\255]+$", "") .. "..." or written
end

local titles = {
  rename = function(fix) return "Rename it to " .. fix.to end,
  replace = function(fix) return "Replace it with " .. value_text(fix.value) end,
  quote = function() return "Put it in quotes" end,
  unquote = function() return "Remove its quotes" end,
  move = function(fix) return "Move it to " .. fix.to end,
  remove = function(fix, record)
    return "Remove " .. (record.path or "it") .. (fix.is_undeclared and ", which is not declared" or "")
  end,
  add = function(fix, record) return ("Add %s: %s"):format(record.path, fix.shown or value_text(fix.value)) end,
}

-- ---- edits --------------------------------------------------------------------------

-- The open text, for edits.
local function given_text(text, name, job)
  local schema = job.schema or job.kinds[1].schema
  return {
    name = name, text = writing.without_mark(text.open.content.text), mark = "", settings = schema.settings,
    schema = job.schema,
  }
end

-- Makes the fix of a record. Returns the new text, or nil.
local function fixed(layout, given, record)
  local written = excerpts.fixed(layout, given, record)
  if written then return written end
  local new, made = edits.applied({ given }, { { key = "", record = record, file = 1, is_violation = true } })
  return new and made[1] and new[1].text or nil
end

-- Removes an entry of a text that is opened for edits. Returns the new text, or nil.
local function without(opened, node)
  local new = opened:remove(node) and opened:commit()
  return new and new.places.text or nil
end

-- Returns the edit that makes a fix, or nil.
local function edit_of(server, text, record, job)
  local content, given = text.open.content, given_text(text, record.file, job)
  local own = given.text
  local new
  if record.opened then
    new = without(record.opened, record.node)
  else
    new = fixed(views.layout(server, text), given, record)
  end
  if not new or new == own then return nil end
  return content:edit(string.sub(content.text, 1, #content.text - #own) .. new, server.unit)
end

-- ---- the request --------------------------------------------------------------------

-- Returns the diagnostics of the editor that are about a record.
local function diagnostics_of(params, record)
  return parameters.diagnostics(params, function(diagnostic)
    local message = parameters.member(diagnostic, "message")
    return type(message) == "string" and string.sub(message, 1, #record.message) == record.message
  end)
end

-- Whether the editor shows no diagnostic, so that there is nothing to correct.
local function has_none(params)
  local given = parameters.member(params, "context", "diagnostics")
  return type(given) == "table" and given[1] == nil
end

-- An editor may send any number.
local function line_of(position) return math.floor(math.min(math.max(position.line, 0), 2 ^ 31)) + 1 end

local function default_action(text, path, edit)
  return { title = ("Remove %s, which has the value of its default"):format(path), kind = "refactor.rewrite",
    edit = { changes = { [text.open.uri] = writing.list { edit } } } }
end

local function action_of(server, text, params, record, job)
  local fix = record.fix
  local edit = titles[fix.action] and edit_of(server, text, record, job)
  if not edit then return nil end
  if record.is_default then return default_action(text, record.path, edit) end
  return {
    title = titles[fix.action](fix, record), kind = "quickfix", isPreferred = fix.action ~= "remove",
    diagnostics = diagnostics_of(params, record),
    edit = { changes = { [text.open.uri] = writing.list { edit } } },
  }
end

-- A selection of more lines is not searched for defaults. Of a larger text, only entries that are alone in their lines
-- are found.
local MOST_LINES, MOST_SEARCHED = 100, 256 * 1024

-- Whether nothing but the schema has given a value before the text does.
local function comes_first(text, job)
  return not job.layers or text.folder:absolute(job.layers[1].path) == text.open.path
end

-- Returns the action that removes the entry in a line, if that is simple.
local function simple_action(server, text, job, line)
  local path = likely_defaults.alone(server, text, job, line)
  if not path then return nil end
  local content = text.open.content
  local from, after = content:line_bytes(line), content:line_bytes(line + 1)
  return default_action(text, path, { range = content:range(from, after, server.unit), newText = "" })
end

-- Collects the entries on some lines that have the value of their default.
local function collect_defaults(text, job, first, last, add)
  if #text.open.content.text > MOST_SEARCHED then return end
  local name = text.open.path
  local opened, here = edited_text.of(given_text(text, name, job)), {}
  for _, entry in ipairs(opened and defaults.entries(opened, schema_order.root(job.schema)) or {}) do
    if entry.node.line >= first and entry.node.line <= last then here[#here + 1] = entry end
  end
  for _, entry in ipairs(here) do
    local node = entry.node
    add({ file = name, line = node.line, column = node.column, path = entry.path, message = "", node = node,
      opened = here[2] == nil and opened or nil, fix = { action = "remove" }, is_default = true }, job)
  end
end

-- Offers to remove what has the value of its default.
local function add_defaults(server, text, first, last, add, take)
  local has_likely = last - first < MOST_LINES and likely_defaults.are_in(server, text, first, last)
  for _, job in ipairs(has_likely and text.jobs or {}) do
    if job.schema and comes_first(text, job) then
      local simple = first == last and simple_action(server, text, job, first)
      if simple then take(simple) else collect_defaults(text, job, first, last, add) end
    end
  end
end

fixes["textDocument/codeAction"] = function(server, params, text)
  local first, last = line_of(params.range.start), line_of(params.range["end"])
  local list, seen, count = {}, {}, 0
  if not text.jobs[1] then return writing.list(list) end
  local function take(action)
    local key = ("%s\0%s"):format(action.title, assert(core.encode(action.edit, "json")))
    if not seen[key] then list[#list + 1] = action end
    seen[key] = true
  end
  local function add(record, job)
    count = count + 1
    if count > MOST_RECORDS then return end
    local action = action_of(server, text, params, record, job)
    if action then take(action) end
  end
  text.folder:within(function()
    for _, job in ipairs(has_none(params) and {} or text.jobs) do collect(text, job, first, last, add) end
    add_defaults(server, text, first, last, add, take)
  end)
  return writing.list(list)
end

return fixes
