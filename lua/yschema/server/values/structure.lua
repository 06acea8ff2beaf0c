--- Says how a text is built: its symbols, what can be folded, and what a selection grows to.
--
-- @module yschema.server.values.structure

local core = require "yschema.core"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local structure = {}

local ipairs, math, type = ipairs, math, type

-- The numbers of the protocol.
local SYMBOLS = { map = 19, array = 18, string = 15, integer = 16, float = 16, boolean = 17, null = 21, alias = 20 }

-- ---- symbols ------------------------------------------------------------------------

-- Returns the first and the last byte of an entry or item.
local function extent(node)
  local first = node.key_first or node.first
  return first, math.max(node.last, node.key_last or 0, first - 1)
end

local function name_of(node, number)
  if not node.key then return node.merge and "<<" or ("[%d]"):format(number - 1) end
  return node.key ~= "" and node.key or '""'
end

-- Makes the symbols of entries, and of items that are collections.
local function symbols_below(parent, content, unit)
  local list = {}
  for i, node in ipairs(parent) do
    if node.key_first or node[1] then
      local first, last = extent(node)
      local own_first, own_after = node:name_range()
      if not node.key_first then own_after = own_first end
      local below = symbols_below(node, content, unit)
      list[#list + 1] = {
        name = name_of(node, i), kind = SYMBOLS[node.kind] or 20, range = content:range(first, last + 1, unit),
        selectionRange = content:range(own_first, own_after, unit), children = below[1] and writing.list(below) or nil,
      }
    end
  end
  return list
end

local function knows_trees(capabilities)
  local at = capabilities
  for _, name in ipairs { "textDocument", "documentSymbol" } do at = type(at) == "table" and at[name] or nil end
  return type(at) == "table" and at.hierarchicalDocumentSymbolSupport == true
end

-- Makes a list of a tree of symbols, for editors that know no trees.
local function flattened(list, uri, container, out)
  for _, symbol in ipairs(list) do
    out[#out + 1] = { name = symbol.name, kind = symbol.kind, containerName = container,
      location = { uri = uri, range = symbol.range } }
    flattened(symbol.children or {}, uri, symbol.name, out)
  end
  return out
end

structure["textDocument/documentSymbol"] = function(server, _, text)
  local list = {}
  for _, root in ipairs(views.layout(server, text):trees()) do
    for _, symbol in ipairs(symbols_below(root, text.open.content, server.unit)) do list[#list + 1] = symbol end
  end
  if not knows_trees(server.capabilities) then list = flattened(list, text.open.uri, nil, {}) end
  return writing.list(list)
end

-- ---- folding ------------------------------------------------------------------------

-- The last byte of a node that is no blank and no line break.
local function content_end(content, first, last)
  while last > first and content.text:find("^%s", last) do last = last - 1 end
  return last
end

local function add_folds(list, node, content, above)
  local first, last = extent(node)
  local from, to = content:line_of(first), content:line_of(content_end(content, first, last))
  if to > from and from ~= above then
    list[#list + 1] = { startLine = from - 1, endLine = to - 1 }
  end
  for _, below in ipairs(node) do add_folds(list, below, content, from) end
end

-- Adds the comments that are longer than a line.
local function add_comments(list, content)
  local first
  local count = #content:line_starts()
  for line = 1, count + 1 do
    local is_comment = line <= count and content:line(line):find "^%s*#" ~= nil
    if is_comment and not first then first = line end
    if not is_comment and first then
      if line - 1 > first then list[#list + 1] = { startLine = first - 1, endLine = line - 2, kind = "comment" } end
      first = nil
    end
  end
end

structure["textDocument/foldingRange"] = function(server, _, text)
  local list, content = {}, text.open.content
  local trees = views.layout(server, text):trees()
  for _, root in ipairs(trees) do
    if trees[2] and root[1] then add_folds(list, root, content) end
    for _, node in ipairs(trees[2] and {} or root) do add_folds(list, node, content) end
  end
  add_comments(list, content)
  return writing.list(list)
end

-- ---- selections ---------------------------------------------------------------------

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
  if not text or type(params.positions) ~= "table" then return core.null end
  local layout, content, list = views.layout(server, text), text.open.content, {}
  for i, position in ipairs(params.positions) do
    local at = views.place(server, text, { position = position }) or 1
    local ranges, above = growing(layout:chain(at), at, #content.text), nil
    for k = #ranges, 1, -1 do
      above = { range = content:range(ranges[k][1], ranges[k][2], server.unit), parent = above }
    end
    list[i] = above
  end
  return writing.list(list)
end

return structure
