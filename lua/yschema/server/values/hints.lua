--- Says in the text what later layers do to its values, and which defaults are filled in below its maps.
--
-- @module yschema.server.values.hints

local describing = require "yschema.server.values.describing"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local views = require "yschema.server.values.views"
local wording = require "yschema.provenance.wording"
local writing = require "yschema.base.writing"

local hints = {}

local concat, ipairs, math, setmetatable, type = table.concat, ipairs, math, setmetatable, type

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
local Maker = {}
Maker.__index = Maker

function Maker:add(at, label, tooltip)
  self.list[#self.list + 1] = {
    position = self.text.open.content:position(at, self.server.unit), label = label, paddingLeft = true,
    tooltip = tooltip and { kind = "markdown", value = tooltip } or nil,
  }
end

-- ---- layers -------------------------------------------------------------------------

-- Returns whether an event is at a line of this text.
local function is_here(self, event, line)
  return event.file ~= nil and event.line == line and self.text.folder:absolute(event.file) == self.text.open.path
end

-- Adds what a configuration makes of a value that is given here.
function Maker:add_origin(view, node, steps, line)
  local origin = views.origin_in(self.runs[view], steps)
  local last = origin and origin.events[#origin.events]
  if not last or last.by == "schema" or is_here(self, last, line) then return end
  local rows = wording.rows(origin)
  local row = rows[#rows]
  local value = origin.gone and "removed" or last.text
  if not value then return end
  local name = #self.views > 1 and view.job.entry and view.job.entry .. ": " or ""
  self:add(node.last + 1, ("-> %s%s (%s)"):format(name, short(value), row[1]), describing.origin(origin))
end

function Maker:visit_value(node, steps)
  if not node.key_first or node.kind == "map" or node.kind == "array" then return end
  local line = self.text.open.content:line_of(node.key_first)
  for _, view in ipairs(self.views) do
    if self.runs[view] then self:add_origin(view, node, steps, line) end
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
  self:add(last + 1, "# " .. concat(texts, ", ") .. (count > MOST_DEFAULTS and ", ..." or ""))
end

-- ---- the text -----------------------------------------------------------------------

local function with(chain, node)
  local longer = {}
  for i, above in ipairs(chain) do longer[i] = above end
  longer[#longer + 1] = node
  return longer
end

function Maker:visit(node, chain)
  local from, to = math.min(node.key_first or node.first, node.first), math.max(node.last, node.key_last or 0)
  if to < self.first or from > self.last then return end
  local own = with(chain, node)
  self:visit_value(node, layouts.steps(own))
  for _, below in ipairs(node) do self:visit(below, own) end
  local shows_defaults = self.shows_defaults and node.kind == "map" and node.last <= self.last
  if shows_defaults and node[1] and self.views[1] then self:add_defaults(node, own) end
end

local function wants_defaults(server)
  local options = server.options
  return type(options) == "table" and options.defaults == true
end

hints["textDocument/inlayHint"] = function(server, params, text)
  local content, range = text.open.content, params.range
  local shows_defaults = wants_defaults(server)
  local has_layers = false
  for _, job in ipairs(text.jobs) do has_layers = has_layers or views.has_layers(job) end
  if not has_layers and not shows_defaults or type(range) ~= "table" then return writing.list {} end
  local self = setmetatable({
    server = server, text = text, list = {}, shows_defaults = shows_defaults,
    first = views.place(server, text, { position = range.start }) or 1,
    last = views.place(server, text, { position = range["end"] }) or #content.text,
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
