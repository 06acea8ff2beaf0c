--- Says in the text what later layers do to its values, and which defaults are filled in below its maps.
--
-- @module yschema.server.values.hints

local attempt = require "yschema.base.attempt"
local descriptions = require "yschema.server.values.descriptions"
local fields = require "yschema.server.values.fields"
local member = require("yschema.server.protocol.parameters").member
local views = require "yschema.server.values.views"
local sentences = require "yschema.provenance.sentences"
local writing = require "yschema.base.writing"

local hints = {}

local unpack = table.unpack or unpack -- luacheck: ignore

local MOST_WIDTH = 60
local MOST_DEFAULTS = 8

-- All keys of a map are needed.
local MOST_KEYS = 1000000000

local function short(text)
  text = text:gsub("\n", " ")
  return #text > MOST_WIDTH and text:sub(1, MOST_WIDTH):gsub("[\128-\255]+$", "") .. "..." or text
end

-- Makes hints.
---@class yschema.HintMaker
---@field server yschema.LanguageServer
---@field text yschema.RequestedText
---@field first integer the range for which hints are wanted
---@field last integer
---@field views yschema.View[]
---@field list table[]
---@field shows_defaults boolean
---@field runs table<yschema.View, yschema.CoreRun> those of configurations with layers
---@field starts integer[] where the lines begin
---@field line integer the line of the last value
---@field names table<string, boolean> whether a file that a report names is this one
---@field steps (string|integer)[] those to the value: keys, and numbers of items from 0
local Maker = {}
Maker.__index = Maker

function Maker:add(at, label, tooltip)
  self.list[#self.list + 1] = {
    position = self.text.open.content:position(at, self.server.unit), label = label, paddingLeft = true,
    tooltip = tooltip and { kind = "markdown", value = tooltip } or nil,
  }
end

-- ---- layers -------------------------------------------------------------------------

-- Returns whether a file that a report names is this one.
local function is_own(self, file)
  if self.names[file] == nil then self.names[file] = self.text.folder:absolute(file) == self.text.open.path end
  return self.names[file]
end

-- Returns the line of a place. Those that are asked for follow each other.
local function line_of(self, at)
  local starts, line = self.starts, self.line
  if starts[line] > at then line = self.text.open.content:line_of(at) end
  while starts[line + 1] and starts[line + 1] <= at do line = line + 1 end
  self.line = line
  return line
end

-- Adds what a configuration makes of a value that is given here, unless nothing has given it later.
function Maker:add_origin(view, node, line)
  local run, steps = self.runs[view], self.steps
  local ok, file, last_line = attempt(run.last_place, run, unpack(steps))
  if not ok or not file or last_line == line and is_own(self, file) then return end
  local found, origin = attempt(run.origin, run, unpack(steps))
  if not found or not origin then return end
  local last, rows = origin.events[#origin.events], sentences.rows(origin)
  local row = rows[#rows]
  local value = origin.gone and "removed" or last.text
  if not value then return end
  local name = #self.views > 1 and view.job.entry and view.job.entry .. ": " or ""
  self:add(node.last + 1, ("-> %s%s (%s)"):format(name, short(value), row[1]), descriptions.origin(origin))
end

function Maker:visit_value(node)
  if not node.key_first or node.kind == "map" or node.kind == "array" then return end
  local line = line_of(self, node.key_first)
  for _, view in ipairs(self.views) do
    if self.runs[view] then self:add_origin(view, node, line) end
  end
end

-- ---- defaults -----------------------------------------------------------------------

-- Adds the defaults of the keys that a map does not have.
function Maker:add_defaults(node, chain)
  local given, texts, count = {}, {}, 0
  for _, below in ipairs(node:below(MOST_KEYS)) do given[below.key or ""] = true end
  for _, field in ipairs(views.resolved(self.views, chain)) do
    for _, own in ipairs(field.named or {}) do
      local default = not own.optional and fields.shown_default(own)
      if default and not given[own.key] and not default:find "\n" then
        count = count + 1
        if count <= MOST_DEFAULTS then texts[count] = own.key .. ": " .. short(default) end
      end
    end
  end
  if count == 0 then return end
  local last = node.last
  while last > node.first and self.text.open.content.text:find("^%s", last) do last = last - 1 end
  self:add(last + 1, "# " .. table.concat(texts, ", ") .. (count > MOST_DEFAULTS and ", ..." or ""))
end

-- ---- the text -----------------------------------------------------------------------

-- Visits a node. `chain`: the nodes above it, to which it is added meanwhile.
function Maker:visit(node, chain)
  local from, to = math.min(node.key_first or node.first, node.first), math.max(node.last, node.key_last or 0)
  if to < self.first or from > self.last then return end
  local steps = self.steps
  local count, depth = #steps, #chain + 1
  chain[depth] = node
  if depth > 1 and not node.merge then steps[count + 1] = node.key or node.number - 1 end
  self:visit_value(node)
  for _, below in ipairs(node) do self:visit(below, chain) end
  local shows_defaults = self.shows_defaults and node.kind == "map" and node.last <= self.last
  if shows_defaults and node[1] and self.views[1] then self:add_defaults(node, chain) end
  chain[depth], steps[count + 1] = nil, nil
end

hints["textDocument/inlayHint"] = function(server, params, text)
  local content, range = text.open.content, params.range
  local shows_defaults = member(server.options, "defaults") == true
  local has_layers = false
  for _, job in ipairs(text.jobs) do has_layers = has_layers or views.has_layers(job) end
  if not has_layers and not shows_defaults then return writing.list {} end
  local self = setmetatable({
    server = server, text = text, list = {}, shows_defaults = shows_defaults, starts = content:line_starts(), line = 1,
    names = {}, steps = {},
    first = content:place(range.start, server.unit), last = content:place(range["end"], server.unit),
  }, Maker)
  for _, root in ipairs(views.layout(server, text):within(self.first, self.last)) do
    self.views, self.runs = views.of(text, root, true), {}
    for _, view in ipairs(self.views) do
      if views.has_layers(view.job) then self.runs[view] = views.explained(text.folder, view.job) end
    end
    self:visit(root, {})
  end
  return writing.list(self.list)
end

return hints
