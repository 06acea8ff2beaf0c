--- Edits of one text of YAML or JSON that keep every other byte.
--
-- A text is opened, changes are noted on its nodes (`yschema.editing.changes`), and `commit` writes all of them.
-- It reads the new text again, and refuses it unless its tree is the old one with exactly these changes.
--
-- @module yschema.editing.text

local lazily = require "yschema.base.lazily"
local block = lazily "yschema.editing.block"
local changes = require "yschema.editing.changes"
local core = require "yschema.core"
local edits = require "yschema.editing.edits"
local file_kinds = require "yschema.base.file_kinds"
local flow = lazily "yschema.editing.flow"
local moving = lazily "yschema.editing.moving"
local places = require "yschema.editing.places"
local proof = lazily "yschema.editing.proof"
local replacing = lazily "yschema.editing.replacing"
local report = lazily "yschema.report.report"
local trees = require "yschema.editing.trees"
local value_writer = lazily "yschema.editing.value_writer"

local text = {}

--- A text that is edited. Changes return true or a node; or nil and a reason, and then nothing is noted.
---@class yschema.EditedText
---@field documents yschema.EditedDocument[] also empty ones; `root` is the node of each
---@field name string
---@field mark string the byte order mark, or ""
---@field json boolean
---@field places yschema.TextPlaces
---@field origin (integer|false)[] the line of each line in the first text; false: it is new
---@field settings? table
---@field touched yschema.EditedNode[]
---@field pools table<yschema.EditedNode|"text", yschema.EditPool>
---@field strips? boolean a last scalar without a line break gets an indicator for that
---@field rendering table<yschema.EditedNode, true> the entries that are being written
---@field reason? string why the changes cannot be written
---@field reason_node? yschema.EditedNode
local Text = {}
Text.__index = Text
for name, method in pairs(changes) do Text[name] = method end

-- ---- opening ------------------------------------------------------------------------

-- The document of a text that has none: a null that is not written.
local function nothing(size)
  local root = { kind = "null", value = core.null, style = "plain", line = 1, column = 1, first = size + 1,
    content = size + 1, last = size }
  return { root = root, first = 1, body = 1, last = size }
end

--- Opens a text.
---@param source userdata
---@param options? { mark: string?, settings: table? } the byte order mark before it; options of `core.parse()`
---@return yschema.EditedText? text
---@return yschema.Report? report why it cannot be read
function text.open(source, options)
  local settings = options and options.settings
  local parsed, owner = core.parse(source, settings)
  if not parsed then return nil, report.closing(assert(owner)) end
  local layouts, problem = parsed:layout()
  parsed:close()
  if not layouts then return nil, report.of_error("too-deep", source:name(), problem) end
  layouts[1] = layouts[1] or nothing(#source:text())
  local is_json = layouts.json == true and (layouts[1].root[1] ~= nil or file_kinds.is_json(source:name()))
  local self = setmetatable({
    documents = trees.of(layouts), name = source:name(), mark = options and options.mark or "", json = is_json,
    places = places.of(source:text()), origin = {}, settings = settings, touched = {}, pools = {}, rendering = {},
  }, Text)
  for i = 1, #self.places.starts do self.origin[i] = i end
  return self
end

--- The text of a file.
---@class yschema.FileText
---@field name string of the file, as reports have it
---@field text string without a byte order mark
---@field mark string the byte order mark, or ""
---@field bytes? string of the file; nil: it can be read only once
---@field settings yschema.Settings how it is read
---@field schema? yschema.CoreSchema
---@field origin? (integer|false)[] the line of each line in the first text; nil: it is that text
---@field habits? table how new parts are written; nil: as the other parts are

--- Returns the source of a file's text.
---@param given yschema.FileText
---@return userdata
function text.source(given) return core.source(given.name, given.text, true, file_kinds.is_json(given.name)) end

--- Opens a file's text.
---@param given yschema.FileText
---@return yschema.EditedText? text
---@return yschema.Report? report why it cannot be read
function text.of(given)
  local opened, about = text.open(text.source(given), { mark = given.mark, settings = given.settings })
  if not opened then return nil, about end
  opened.origin = given.origin or opened.origin
  for _, document in ipairs(given.habits and opened.documents or {}) do document.habits = given.habits end
  return opened
end

--- Returns the text with its byte order mark.
---@return string
function Text:bytes() return self.mark .. self.places.text end

--- Returns a line of the text that was opened first, for a line of this one.
---@param line integer
---@return integer
function Text:origin_line(line)
  while line > 1 and not self.origin[line] do line = line - 1 end
  return self.origin[line] or 1
end

-- ---- finding nodes ------------------------------------------------------------------

--- Follows a path, after all changes that were noted.
---@param root yschema.EditedNode
---@param path string|(string|integer)[] as in reports, such as `servers[0].name`; or keys, and indexes from 0
---@return yschema.EditedNode? node
---@return string? problem
function Text.at(_, root, path)
  local steps, problem = trees.steps(path)
  if not steps then return nil, problem end
  local node = root
  for _, step in ipairs(steps) do
    node, problem = trees.below(node, step)
    if not node then return nil, problem end
  end
  return node
end

--- Finds the node at a place of a report. An anchor can bring a node to several places of the result.
---@param line integer
---@param column integer
---@return yschema.EditedNode?
function Text:at_place(line, column)
  if not self.by_place then
    self.by_place = {}
    local function visit(node)
      if node.parent then self.by_place[node.line .. ":" .. node.column] = node end
      for _, below in ipairs(node) do visit(below) end
    end
    for _, document in ipairs(self.documents) do visit(document.root) end
  end
  return self.by_place[line .. ":" .. column]
end

local function find_open_scalar(self)
  local bytes = self.places.text
  if bytes:sub(-1):find "[\r\n]" then return nil end
  local node = self.documents[#self.documents].root
  while node[1] do node = node[#node] end
  if node.style ~= "literal" and node.style ~= "folded" or node.last ~= #bytes then return nil end
  return node.value:find "[^\n]$" and not bytes:find("^[|>]%d?%-", node.content) and node or nil
end

--- Returns the literal or folded scalar that ends the text, if its value has no final line break because the text has
-- none.
---@return yschema.EditedNode?
function Text:open_scalar()
  if self.open == nil then self.open = find_open_scalar(self) or false end
  return self.open or nil
end

-- ---- writing ------------------------------------------------------------------------

--- Returns how to write in a collection.
---@param map yschema.EditedNode
---@return yschema.WritingStyle
function Text:style(map)
  local document = map.document or self.documents[1]
  document.habits = document.habits or value_writer.habits(document.root, self.places)
  local habits = document.habits
  return {
    json = self.json, flow = self.json or map.style == "flow" or map.style == "pair", quotes = habits.quotes,
    map_step = habits.map_step, dash_step = habits.dash_step, eol = self.places.eol,
    moved_lines = function(added, indentation) return moving.lines(self, added, indentation) end,
    moved_part = function(added) return moving.part(self, added) end,
  }
end

-- Returns the edits into which those of a node go: of the text, or of an entry above it that moves. nil: it is removed.
local function pool_of(self, node)
  local at = node
  while at do
    if at.gone then return at.moved and self.pools[at] or nil end
    if at.put and at ~= node then return nil end
    at = at.parent
  end
  return self.pools.text
end

-- Plans the new key of an entry.
local function plan_name(self, node, pool)
  local name = node.moved and node.moved.name or node.name
  if not name or name == node.key and not node.key_kind then return end
  local style = self:style(node.parent)
  local own = (node.key_style == "single" or node.key_style == "double" or node.key_style == "plain") and node.key_style
  local key = value_writer.key(name, nil, style, own or nil)
  if not key then return self:fail(node, "has a new name that does not fit on a line") end
  if not node.colon and node.key_last < node.key_content then return self:fail(node, "has no key") end
  edits.add(pool, node.key_content, node.key_last, key)
end

local function plan(self)
  self.pools = { text = {} }
  for _, node in ipairs(self.touched) do
    if node.moved then self.pools[node] = {} end
  end
  for _, node in ipairs(self.touched) do
    local pool = pool_of(self, node)
    if pool then
      plan_name(self, node, pool)
      if node.put then
        replacing.plan(self, node, pool)
      elseif trees.is_touched(node) then
        local plan_entries = node.style == "block" and block.plan or flow.plan
        plan_entries(self, node, pool)
      end
    end
  end
end

-- The lines of the new text that are those of the old one.
local function origins(self, new, kept)
  local old, origin = self.places, {}
  for i = 1, #new.places.starts do origin[i] = false end
  for _, range in ipairs(kept) do
    local line = old:line(range.first)
    if old.starts[line] < range.first then line = line + 1 end
    local shift = range.at - range.first
    local other = line <= #old.starts and new.places:line(old.starts[line] + shift)
    while other and line <= #old.starts and old:line_last(line) <= range.last do
      local is_whole = new.places.starts[other] == old.starts[line] + shift
        and new.places:line_last(other) == old:line_last(line) + shift
      origin[other] = is_whole and self.origin[line] or false
      line, other = line + 1, other + 1
    end
  end
  return origin
end

-- The ways to end a new text. One without a final line break stays without one, unless its last line is empty now, or
-- its last scalar needs one.
local function endings(self, new)
  local old = self.places.text
  if old == "" or old:sub(-1):find "[\r\n]" then return { new } end
  if not new:sub(-1):find "[\r\n]" then return { new, new .. self.places.eol } end
  return new:sub(-3):find "[^\r\n]\r?\n$" and { (new:gsub("\r?\n$", "")), new } or { new }
end

-- Reads a new text, and compares it with the old one and its changes.
local function proven(self, new, kept)
  local source = core.source(self.name, new, self.name, file_kinds.is_json(self.name))
  local opened_text = text.open(source, { mark = self.mark, settings = self.settings })
  local is_same, document = false, self.documents[1]
  if opened_text then is_same, document = proof.holds(self, opened_text) end
  if not is_same then return nil, document or self.documents[1] end
  opened_text.origin = origins(self, opened_text, kept)
  return opened_text
end

-- Renders the planned edits. Returns a new text; or nil, a reason, and the node that it is about.
local function rendered(self)
  local old = self.places.text
  local new, kept = edits.applied(old, self.pools.text, 1, #old)
  if self.reason then return nil, self.reason, self.reason_node end
  if not new then return nil, "has changes that overlap", self.touched[1] end
  local first
  for _, ending in ipairs(endings(self, new)) do
    local result, document = proven(self, ending, kept)
    if result then return result end
    first = first or document
  end
  return nil, "would have other values in its new text", first.root
end

--- Writes all changes.
---@return yschema.EditedText? new the new text; this one is not changed
---@return string? reason why the changes cannot be written with certainty
---@return yschema.EditedNode? node the one that the reason is about
function Text:commit()
  if not self.touched[1] then return self end
  plan(self)
  if self.reason then return nil, self.reason, self.reason_node end
  local new, reason, node = rendered(self)
  if not new and not self.reason and self:open_scalar() then
    self.strips = true
    new = rendered(self)
  end
  return new, not new and reason or nil, not new and node or nil
end

return text
