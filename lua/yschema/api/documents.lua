--- The object for parsed documents, and overlays on documents without a schema. yschema/meta.lua
-- documents the methods.
--
-- @module yschema.api.documents

local core = require "yschema.core"
local report = require "yschema.report.report"

local documents = {}

--- Parsed documents. They can be used for any number of runs of any schema.
---@class yschema.Documents
---@field private core userdata
---@field private ordered? boolean
local Documents = {}
Documents.__index = Documents
Documents.__name = "yschema.Documents"

local function need_self(self, method)
  if not documents.is(self) then
    require("yschema.base.call_mistakes").object("documents", method, self)
  end
end

--- Returns whether a value is an object of this class.
---@param value any
---@return boolean
function documents.is(value)
  return type(value) == "table" and rawequal(getmetatable(value), Documents)
    and rawget(value, "core") ~= nil
end

--- Returns the text from which documents were parsed, as a core source.
---@param self yschema.Documents
---@param name string of the text, when they were made of others
---@return userdata source a core source
function documents.source(self, name)
  return self.core.source and self.core:source() or core.source(name, self.core:encode "yaml")
end

local function wrapped(owner, settings)
  return setmetatable({ core = owner, ordered = settings.ordered }, Documents)
end

--- Parses a text.
---@param source userdata a core source
---@param settings yschema.Settings
---@return yschema.Documents? documents
---@return yschema.Report? report
function documents.parse(source, settings)
  local parsed, owner = core.parse(source, settings)
  if parsed then return wrapped(parsed, settings) end
  return nil, report.closing(assert(owner))
end

--- Applies overlays to documents: see `yschema.overlay_with`.
---@param settings yschema.Settings
---@param inputs any[] texts, documents, plain values; the first is the base
---@return yschema.Documents? documents
---@return yschema.Report? report
function documents.overlay(settings, inputs)
  local overlays = require "yschema.pipeline.overlays"
  local layers = core.layers(settings)
  for i = 1, inputs.n do
    local input, layer = inputs[i], i == 1 and "base" or "overlay"
    local name = i == 1 and "base" or "overlay " .. i - 1
    if type(input) == "string" then
      overlays.take_source(layers, core.source(name, input), layer, settings)
    elseif documents.is(input) then
      overlays.take_source(layers, documents.source(input, name), layer, settings)
    else
      local ok, problem = layers:give(input, layer)
      if not ok then layers:add_error("READ", name, problem) end
    end
  end
  if overlays.apply(layers, settings) then return wrapped(layers, settings) end
  return nil, report.closing(layers)
end

function Documents:count()
  need_self(self, "count")
  return self.core:count()
end

function Documents:value(index)
  need_self(self, "value")
  index = index or 1
  if type(index) ~= "number" then
    error(("bad argument #1 to 'value' (number expected, got %s)"):format(type(index)), 2)
  end
  if not (index >= 1 and index <= self.core:count() and index % 1 == 0) then return nil end
  return self.core:value(index, self.ordered)
end

function Documents:encode(format)
  need_self(self, "encode")
  if format ~= nil and format ~= "yaml" and format ~= "json" then
    error(("bad argument #1 to 'encode' (\"yaml\" or \"json\" expected, got %s)")
      :format(type(format) == "string" and '"' .. format .. '"' or type(format)), 2)
  end
  return self.core:encode(format)
end

return documents
