--- Answers what is known about a value: its field, and the layers that made it.
--
-- @module yschema.server.values.hover

local applicable = require "yschema.server.json_schema.applicable"
local core = require "yschema.core"
local descriptions = require "yschema.server.values.descriptions"
local fields = require "yschema.server.values.fields"
local layouts = require "yschema.server.values.layouts"
local paths = require "yschema.provenance.paths"
local views = require "yschema.server.values.views"

local hover = {}

-- Adds what the configurations with layers make of a value.
local function add_origins(parts, text, list, steps)
  for _, view in ipairs(list) do
    local origin = views.has_layers(view.job) and views.origin(text.folder, view.job, steps)
    if origin and origin.events[1] then
      local last = origin.events[#origin.events]
      local name = view.job.entry and "In " .. descriptions.code(view.job.entry) or "In the result"
      local is_shown = last.text and not origin.gone
      parts[#parts + 1] = ("%s%s\n\n%s"):format(name, origin.gone and ", it is removed:" or is_shown
        and ": " .. descriptions.code(last.text) or ":", descriptions.origin(origin))
    end
  end
end

-- Whether a place is at the name of a node, or at its value if that is a scalar.
local function is_about(node, at)
  if node.key_first and at >= node.key_first and at <= node.key_last + 1 then return true end
  return node.kind ~= "map" and node.kind ~= "array" and at >= node.first and at <= node.last + 1
end

hover["textDocument/hover"] = function(server, params, text)
  local at = views.place(server, text, params)
  local chain = at and views.layout(server, text):chain(at) or {}
  local node = chain[#chain]
  if not node or not is_about(node, at) then return core.null end
  local list = views.of(text, chain[1], true)
  local steps, parts, own = layouts.steps(chain), {}, {}
  for i, place in ipairs(applicable.at(list, chain, #chain, false)) do own[i] = place.field end
  local found = applicable.better(views.fields(list, chain), own, fields.type_words)
  local name = #steps > 0 and paths.of(steps) or nil
  if found[1] then
    parts[1] = descriptions.with_applied(found, own, name)
  elseif list[1] then
    parts[1] = (name and descriptions.code(name) .. ": " or "") .. "not declared by the schema"
  end
  if found[1] or list[1] then add_origins(parts, text, list, steps) end
  if not parts[1] then return core.null end
  local first, after = node:name_range()
  if not (node.key_first and at <= node.key_last + 1) then first, after = node.first, node.last + 1 end
  return {
    contents = { kind = "markdown", value = table.concat(parts, "\n\n---\n\n") },
    range = text.open.content:range(first, after, server.unit),
  }
end

return hover
