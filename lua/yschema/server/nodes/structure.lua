--- Says how a text is built: its symbols, what can be folded, and what a selection grows to.
--
-- @module yschema.server.nodes.structure

local core = require "yschema.core"
local member = require("yschema.server.protocol.parameters").member
local messages = require "yschema.server.messages"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local structure = {}

-- ---- symbols and folding ------------------------------------------------------------

structure["textDocument/documentSymbol"] = function(server, _, text)
  local knows_trees = member(server.capabilities, "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
  local uri = not knows_trees and text.open.uri or nil
  return messages.written(views.layout(server, text):symbols(server.unit, uri))
end

structure["textDocument/foldingRange"] = function(server, _, text)
  return messages.written(views.layout(server, text):folds())
end

-- ---- selections ---------------------------------------------------------------------

-- Returns the first and the last byte of an entry or item.
local function extent(node)
  local first = node.key_first or node.first
  return first, math.max(node.last, node.key_last or 0, first - 1)
end

-- Adds a range, if it is larger than the last one.
local function grow(ranges, first, after)
  local last = ranges[#ranges]
  if last and (first > last[1] or after < last[2] or first == last[1] and after == last[2]) then return end
  ranges[#ranges + 1] = { first, after }
end

-- Returns what a selection grows to, beginning with the smallest.
local function growing(chain, at, size)
  local ranges = {}
  for i = #chain, 1, -1 do
    local node = chain[i]
    local is_key = node.key_first and at >= node.key_first and at <= node.key_last + 1
    if is_key then grow(ranges, node.key_first, node.key_last + 1) end
    if not is_key and node.last >= node.first then grow(ranges, node.first, node.last + 1) end
    local first, last = extent(node)
    grow(ranges, node.indicator or first, last + 1)
  end
  grow(ranges, 1, size + 1)
  return ranges
end

structure["textDocument/selectionRange"] = function(server, params, text)
  if not text then return core.null end
  local layout, content, list = views.layout(server, text), text.open.content, {}
  for i, position in ipairs(params.positions) do
    local at = content:place(position, server.unit)
    local ranges, above = growing(layout:chain(at), at, #content.text), nil
    for k = #ranges, 1, -1 do
      above = { range = content:range(ranges[k][1], ranges[k][2], server.unit), parent = above }
    end
    list[i] = above
  end
  return writing.list(list)
end

return structure
