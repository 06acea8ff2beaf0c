--- The layouts of open texts: which nodes are at a place. They are kept until the text changes.
--
-- A text with errors has the layout of its readable text, in which all bytes keep their places in their lines.
--
-- @module yschema.server.values.layouts

local core = require "yschema.core"
local file_kinds = require "yschema.base.file_kinds"
local positions = require "yschema.server.positions"
local without_mark = require("yschema.base.writing").without_mark

local layouts = {}

local unpack = table.unpack or unpack -- luacheck: ignore

-- The most files whose layouts are kept.
local MOST_FILES = 32

-- The most documents of a text that one answer looks at.
local MOST_DOCUMENTS = 100

-- The most nodes of a collection that one answer looks at.
local MOST_BELOW = 2000

-- The longest text of which the tables of all nodes are kept.
local MOST_KEPT = 256 * 1024

--- A node, as `documents:at()` of the core gives it.
---@class yschema.LayoutNode
---@field number integer among the nodes beside it; of a root, that of its document
---@field numbers? integer[] the numbers from the root on; nil: those of the node above, and its own
---@field above? yschema.LayoutNode
---@field layout yschema.TextLayout
---@field key? string
---@field kind string
---@field merge? boolean
---@field first integer
---@field last integer
---@field key_first? integer
---@field key_last? integer
local Node = {}
Node.__index = Node

--- Returns the nodes below a node.
---@param most? integer
---@return yschema.LayoutNode[]
function Node:below(most)
  most = most or MOST_BELOW
  if self.children and self.most >= most then return self.children end
  self.children, self.most = self.layout:children(self, most), most
  return self.children
end

--- Returns the range of what names a node: its key, or else its value.
---@return integer first
---@return integer after
function Node:name_range()
  if self.key_first then return self.key_first, self.key_last + 1 end
  return self.first, self.last + 1
end

--- The layout of a text.
---@class yschema.TextLayout
---@field documents? userdata of the core; nil: the text has no layout
---@field text string which was read
---@field content yschema.EditorText the text itself
---@field shift integer how many bytes are before the text that was read
---@field leaves_out? fun(node: yschema.LayoutNode): boolean whether a node is left out of those below others
---@field same_lines boolean each byte is where it is in the text itself
local Layout = {}
Layout.__index = Layout

local function is_json(name) return file_kinds.is_json(name) end

-- Reads a text; one with errors of syntax is made readable. Returns its documents and the text that was read. Most
-- texts have a layout without being parsed.
local function parsed(name, text, settings)
  local source = core.source(name, text, name, false)
  local documents, owner = core.layout(source, settings), nil
  if not documents then documents, owner = core.parse(source, settings) end
  source:close()
  if documents then return documents, text end
  text = owner:readable()
  owner:close()
  source = core.source(name, text, name, false)
  documents, owner = core.parse(source, settings)
  source:close()
  if owner then owner:close() end
  return documents, text
end

--- Makes the layout of a text.
---@param content yschema.EditorText
---@param name string of its file
---@param settings? table options of `core.parse()`
---@return yschema.TextLayout
function layouts.new(content, name, settings)
  local text = content.text
  text = without_mark(text)
  local documents, read = parsed(is_json(name) and "text.yml" or name, text, settings)
  local self = setmetatable({
    documents = documents, text = read, content = content, shift = #content.text - #text, same_lines = read == text,
  }, Layout)
  if not self.same_lines then self.read = positions.of(read) end
  return self
end

-- The last layouts of files, by their names. The collector does not know how much memory the core has for them, so they
-- are closed when there is a newer one.
local kept, kept_count = {}, 0

-- Closes layouts that are no longer needed: that of an older text, and all of them when there are many.
local function forget(name)
  if kept[name] then
    kept[name]:close()
  elseif kept_count < MOST_FILES then
    kept_count = kept_count + 1
  else
    for _, layout in pairs(kept) do layout:close() end
    kept, kept_count = {}, 1
  end
end

--- Returns the layout of a text, which is made once.
---@param content yschema.EditorText
---@param name string
---@param settings? table
---@return yschema.TextLayout
function layouts.of(content, name, settings)
  local found = kept[name]
  if not found or found.content ~= content then
    forget(name)
    found = layouts.new(content, name, settings)
    kept[name] = found
  end
  return found
end

--- Closes the layout of a file if its text is another one now.
---@param content yschema.EditorText its text
---@param name string
function layouts.forget_older(content, name)
  if not kept[name] or kept[name].content == content then return end
  kept[name]:close()
  kept[name], kept_count = nil, kept_count - 1
end

--- Closes a layout that is not kept.
function Layout:close()
  if self.documents then self.documents:close() end
end

-- ---- places -------------------------------------------------------------------------

-- Returns the place in one text of a byte in another one that has the same lines, except for their ends.
local function moved(at, from, to)
  local line = from:line_of(at)
  local first = from:line_bytes(line)
  local own, last = to:line_bytes(line)
  local place = own + at - first
  return place > last + 1 and last + 1 or place
end

-- Returns the place of a byte of the text in the text that was read.
function Layout:inward(at)
  at = at - self.shift
  if at < 1 then at = 1 end
  if self.same_lines then return at end
  return moved(at + self.shift, self.content, self.read) - (self.shift > 0 and self:line_shift(at) or 0)
end

-- The first line of the text itself has the byte order mark.
function Layout:line_shift(at) return self.content:line_of(at + self.shift) == 1 and self.shift or 0 end

function Layout:outward(at)
  if self.same_lines then return at + self.shift end
  local line = self.read:line_of(at)
  local place = moved(at, self.read, self.content)
  return line == 1 and place + self.shift or place
end

local PLACES = { "first", "content", "key_first", "key_content", "colon", "indicator" }
local ENDS = { "last", "key_last" }

-- Puts places of the text itself into a node.
function Layout:adopt(node, numbers)
  node.layout, node.numbers = self, numbers
  setmetatable(node, Node)
  if self.same_lines and self.shift == 0 then return node end
  for _, name in ipairs(PLACES) do
    if node[name] then node[name] = self:outward(node[name]) end
  end
  for _, name in ipairs(ENDS) do
    if node[name] then node[name] = self:outward(node[name] + 1) - 1 end
  end
  return node
end

-- ---- nodes --------------------------------------------------------------------------

local function appended(numbers, number)
  local all = { unpack(numbers) }
  all[#all + 1] = number
  return all
end

--- Returns the nodes at a byte of the text, from the root of its document on.
---@param at integer
---@return yschema.LayoutNode[]
function Layout:chain(at)
  local chain = self.documents and self.documents:at(self:inward(at)) or {}
  local numbers = {}
  for _, node in ipairs(chain) do
    numbers = appended(numbers, node.number)
    self:adopt(node, numbers)
  end
  return chain
end

local function numbers_of(node)
  node.numbers = node.numbers or appended(numbers_of(node.above), node.number)
  return node.numbers
end

-- Returns the nodes below a node.
function Layout:children(node, most)
  local numbers = numbers_of(node)
  local list, shown = self.documents:below(most, unpack(numbers)) or {}, {}
  for i, below in ipairs(list) do
    self:adopt(below, appended(numbers, i))
    if not self.leaves_out or not self.leaves_out(below) then shown[#shown + 1] = below end
  end
  return shown
end

--- Returns the roots of the documents.
---@param most? integer at most so many; nil: as many as are looked at for one answer
---@return yschema.LayoutNode[]
function Layout:roots(most)
  local roots = {}
  for i = 1, self.documents and (most or MOST_DOCUMENTS) or 0 do
    local root = self.documents:root(i)
    if not root then break end
    roots[i] = self:adopt(root, { i })
  end
  return roots
end

--- Returns the symbols of the text.
---@param unit yschema.Unit
---@param uri? string of the text, for clients that know no trees of symbols
---@return string json
function Layout:symbols(unit, uri)
  return self.documents and self.documents:symbols(self.content.text, unit, uri) or "[]"
end

--- Returns what can be folded in the text.
---@return string json
function Layout:folds() return self.documents and self.documents:folds(self.content.text) or "[]" end

--- Returns the roots of the documents that have a part between two places, with the nodes below each at 1, 2, ... that
-- have a part there. `Node:below` returns all of those below.
---@param first integer
---@param last integer
---@return yschema.LayoutNode[]
function Layout:within(first, last)
  local from, after = self:inward(first), self:inward(last) + 1
  local documents, roots = self.documents and from <= after and self.documents:layout(from, after) or {}, {}
  local function adopt(node, above)
    node.above = above
    self:adopt(node, not above and { node.number } or nil)
    if node.first >= first and node.last <= last then node.children, node.most = node, math.huge end
    for _, below in ipairs(node) do adopt(below, node) end
  end
  for i, document in ipairs(documents) do
    roots[i] = document.root
    adopt(document.root)
  end
  return roots
end

--- Returns the roots of all documents, with all nodes below each node at 1, 2, ....
---@return yschema.LayoutNode[]
function Layout:trees()
  if self.all then return self.all end
  local all = {}
  local function adopt(node, numbers)
    self:adopt(node, numbers)
    node.children, node.most = node, math.huge
    for i, below in ipairs(node) do adopt(below, appended(numbers, i)) end
  end
  for i, document in ipairs(self.documents and self.documents:layout() or {}) do
    adopt(document.root, { i })
    all[i] = document.root
  end
  if #self.text < MOST_KEPT then self.all = all end
  return all
end

--- Follows steps from the root of a document.
---@param document integer
---@param steps yschema.Step[]
---@return yschema.LayoutNode? node nil: nothing is there
function Layout:find(document, steps)
  local node = self:roots(document)[document]
  for _, step in ipairs(steps) do
    local found
    for _, below in ipairs(node and node:below() or {}) do
      if step.key and below.key == step.key or not step.key and not below.key and below.number == step.index + 1 then
        found = below
      end
    end
    node = found
  end
  return node
end

--- Returns the steps from the root of a document to a node of it.
---@param chain yschema.LayoutNode[] the root, and the nodes below it
---@param count? integer how many of them; nil: all
---@return yschema.Step[]
function Layout.steps(chain, count)
  local steps = {}
  for i = 2, count or #chain do
    local node = chain[i]
    if not node.merge then steps[#steps + 1] = node.key and { key = node.key } or { index = node.number - 1 } end
  end
  return steps
end

layouts.steps = Layout.steps

return layouts
