--- Writes the origins of a value for people.
--
-- @module yschema.provenance.sentences

local plain_tables = require "yschema.base.plain_tables"
local length = require "yschema.text.characters".count
local nodes = require "yschema.provenance.nodes"

local sentences = {}

local widest = 80

local words = {
  default = "default of the schema",
  filled = "filled in, because its map was given",
  computed = "default given by a function",
  set = "set",
  merged = "merged",
  replaced = "replaced",
  appended = "appended",
  inserted = "inserted",
  removed = "removed",
  refused = "refused, because it does not fit",
  converted = "made by the alternative that fits",
}

-- Control characters, as in a file name, must not reach a terminal.
local function printable(text)
  return (text:gsub("[%c\127]", function(c) return ("\\x%02x"):format(c:byte()) end))
end

local function padded(text, width)
  return text .. (" "):rep(width - length(text))
end

-- Shortens a text to a number of characters.
local function cut(text, most)
  if length(text) <= most then return text end
  local at, count = 1, 0
  for position in text:gmatch "()[^\128-\191]" do
    count = count + 1
    if count == most - 2 then at = position break end
  end
  return text:sub(1, at - 1) .. "..."
end

-- Names the source of a value: a place, a flag, a variable of the environment, or a table.
local function source_of(event)
  if event.by == "environment" then return event.flag and "$" .. event.flag or "the environment" end
  if event.by == "flag" then
    local name = event.file:match "^%((.*) arg%)" or "data-value"
    return "--" .. name .. (event.flag and " " .. event.flag or "")
  end
  if not event.file then return event.by == "table" and "a table" or "the schema" end
  return event.file .. ":" .. event.line
end

-- Says what was done with a value. `before` is the event before.
local function action_of(event, before)
  local again = event.action == "filled" and before and before.action == "removed"
  local parts = { again and "default of the schema, again" or words[event.action] }
  if event.annotation then
    parts[#parts + 1] = ("by @%s, line %d"):format(event.annotation, event.annotation_line)
  end
  if event.renamed_from then parts[#parts + 1] = "under the old name " .. event.renamed_from end
  return table.concat(parts, " ")
end

-- Writes rows of texts in columns. Each is as wide as its longest text, up to a bound; the last one takes the rest of
-- the line.
local function columns(rows, bounds)
  local widths, lines = {}, {}
  for _, row in ipairs(rows) do
    for i, text in ipairs(row) do row[i] = printable(text) end
  end
  for i, bound in ipairs(bounds) do
    widths[i] = 0
    for _, row in ipairs(rows) do
      if length(row[i]) <= bound then widths[i] = math.max(widths[i], length(row[i])) end
    end
  end
  for n, row in ipairs(rows) do
    local line = ""
    for i in ipairs(bounds) do
      line = line .. padded(row[i], widths[i]) .. "  "
    end
    local last = row[#bounds + 1]
    if last ~= "" then line = line .. cut(last, math.max(16, widest - 2 - length(line))) end
    lines[n] = "  " .. line:gsub("%s+$", "") .. "\n"
  end
  return table.concat(lines)
end

--- Lists what happened to a value: its source, what was done, and the value that was given, or "".
---@param node yschema.ProvenanceNode
---@return string[][] rows
function sentences.rows(node)
  local rows = {}
  for i, event in ipairs(node.events) do
    rows[i] = { source_of(event), action_of(event, node.events[i - 1]), event.text or "" }
  end
  return rows
end

local function origins_of(node) return columns(sentences.rows(node), { 34, 40 }) end

local function is_leaf(parent)
  return not plain_tables.any(parent.below or {}, function(node) return node.events[1] end)
end

-- Writes one line for each leaf below a node, and for each node that an overlay removed.
local function below(parent, path)
  local rows = {}
  nodes.each(parent, path, function(node, own, gone)
    local last = node.events[#node.events]
    if gone and not (node.gone and last.annotation) then return end
    if not gone and not is_leaf(node) then return end
    rows[#rows + 1] = { own, source_of(last), gone and action_of(last) or last.text or "" }
  end)
  return columns(rows, { 34, 34 })
end

local function rules(passed, violations, path)
  local rows = {}
  for _, rule in ipairs(passed) do
    rows[#rows + 1] = { "passed", rule.file and rule.file .. ":" .. rule.line or "", rule.must_be }
  end
  for _, violation in ipairs(violations) do
    local place = violation.schema_file and violation.schema_file .. ":" .. (violation.schema_line or 0) or ""
    local own = violation.path or ""
    local where = own ~= path and own .. ": " or ""
    rows[#rows + 1] = { "failed", place, where .. (violation.expected or violation.message) }
  end
  return columns(rows, { 8, 34 })
end

-- Says where a name is, or that there is none.
local function row_of_name(name)
  if name.found then
    local place = name.file and name.file .. ":" .. name.line or "a table"
    return { place, name.path or name.to, name.text }
  end
  if not name.elsewhere then return { "nowhere", name.hint or "", "" } end
  return { "other documents", name.to, name.kind and "of the kind " .. name.kind or "" }
end

local function names_of(names)
  local rows = {}
  for i, name in ipairs(names) do rows[i] = row_of_name(name) end
  return columns(rows, { 34, 34 })
end

--- Lays out an explanation.
---@param explanation yschema.Explanation
---@return string
function sentences.text(explanation)
  local node, path = explanation.node, explanation.path
  local parts = { (path == "" and "the whole document" or path) .. (explanation.gone and " (removed)" or "") .. "\n" }
  parts[2] = origins_of(node)
  local names = names_of(explanation.names)
  if names ~= "" then parts[#parts + 1] = "\nrefers to\n" .. names end
  local entries = below(node, path)
  if entries ~= "" then parts[#parts + 1] = "\nbelow it\n" .. entries end
  local validated = rules(node.passed or {}, explanation.violations, path)
  if validated ~= "" then parts[#parts + 1] = "\nrules\n" .. validated end
  return table.concat(parts)
end

return sentences
