--- Changes random nodes of a text, and compares the new text with a tree that is changed without `yschema.editing`.

local core = require "yschema.core"
local text = require "yschema.editing.text"

local measure = {}

local NEW = "zz_new"

local function is_json(name) return name:find "%.json$" ~= nil end

-- The documents of a text as outlines, in which aliases and merge keys are resolved.
local function outlines_of(name, bytes)
  local parsed, owner = core.parse(core.source(name, bytes, name, is_json(name)))
  if not parsed then
    local problem = owner:text()
    owner:close()
    return nil, problem
  end
  local list = {}
  for i = 1, parsed:count() do list[i] = parsed:outline(i) end
  parsed:close()
  return list
end

-- Writes a tree as a text; the order of keys matters.
local function canonical(node, out)
  local is_top = not out
  out = out or {}
  out[#out + 1] = (node.key_kind or "") .. (node.key or "") .. "=" .. node.kind
  if node.kind ~= "map" and node.kind ~= "array" then
    out[#out + 1] = type(node.value) == "number" and ("%.17g"):format(node.value) or tostring(node.value)
  end
  for _, below in ipairs(node) do canonical(below, out) end
  out[#out + 1] = ";"
  return is_top and table.concat(out, "\n") or nil
end

-- ---- random changes -----------------------------------------------------------------

local function is_collection(node) return node.kind == "map" or node.kind == "array" end

-- The nodes of a document, each with its outline, which has its parent.
local function nodes_of(root, outline)
  local list = {}
  local function visit(node, own, parent)
    own.parent = parent
    list[#list + 1] = { node = node, outline = own }
    for i, below in ipairs(node) do visit(below, own[i], own) end
  end
  visit(root, outline)
  return list
end

local function index_of(outline)
  for i, node in ipairs(outline.parent) do
    if node == outline then return i end
  end
end

-- Whether a node is still in the document.
local function is_there(at)
  local outline = at.outline
  while outline.parent do
    if outline.is_gone then return false end
    outline = outline.parent
  end
  return not outline.is_gone
end

local function is_below(outline, other)
  while outline and outline ~= other do outline = outline.parent end
  return outline ~= nil
end

local function str(value, key) return { kind = "string", value = value, key = key } end
local function integer(value, key) return { kind = "integer", value = value, key = key } end

local VALUES = {
  function() return integer(7) end,
  function() return str "yes" end,
  function() return str "two words: # [x], {y}" end,
  function() return str "it's \"quoted\"" end,
  function() return str "" end,
  function() return str "one\ntwo\n\n  three\n" end,
  function() return str "\195\164 \226\130\172" end,
  function() return { kind = "null", value = core.null } end,
  function() return { kind = "boolean", value = true } end,
  function() return { kind = "float", value = 0.5 } end,
  function() return { kind = "array" } end,
  function() return { kind = "map" } end,
  function() return { kind = "array", integer(1), str "b", { kind = "array", integer(2) } } end,
  function()
    local list = { kind = "array", key = "l", { kind = "map", integer(2, "m") } }
    return { kind = "map", integer(1, "a"), str("x: y", "b c"), list }
  end,
}

-- Puts a new value into an outline.
local function become(outline, value)
  for i = #outline, 1, -1 do
    outline[i].is_gone = true
    outline[i] = nil
  end
  outline.kind, outline.value = value.kind, value.value
  for i, below in ipairs(value) do outline[i] = below end
end

local function cut(outline)
  outline.is_gone = true
  return table.remove(outline.parent, index_of(outline))
end

local keys = 0

local function new_key()
  keys = keys + 1
  return ("%s_%d"):format(NEW, keys)
end

-- Each function notes a change of a node on a text, and makes it in an outline, too. nil: it does not apply.
local CHANGES = {}

function CHANGES.rename(edit, at)
  if not at.node.key or at.node.key_kind then return nil end
  local name = new_key()
  local done, reason = edit:rename(at.node, name)
  if not done then return false, reason end
  at.outline.key, at.outline.key_kind = name, nil
  return true
end

function CHANGES.replace(edit, at, random)
  local make = VALUES[random(#VALUES)]
  if at.outline.is_changed then return nil end
  local done, reason = edit:replace(at.node, make())
  if not done then return false, reason end
  become(at.outline, make())
  at.outline.is_changed = true
  return true
end

function CHANGES.remove(edit, at)
  if not at.node.parent then return nil end
  local done, reason = edit:remove(at.node)
  if not done then return false, reason end
  cut(at.outline)
  return true
end

function CHANGES.insert(edit, at, random)
  local node, outline = at.node, at.outline
  if outline.is_changed or not is_collection(outline) and outline.kind ~= "null" then return nil end
  local make, key = VALUES[random(#VALUES)], node.kind ~= "array" and new_key() or nil
  local other, index = #node > 0 and node[random(#node)] or nil, #outline + 1
  local where
  if other and not other.gone and random(2) == 1 then
    where = random(2) == 1 and { before = other } or { after = other }
    index = index_of(edit.outlines[other]) + (where.after and 1 or 0)
    if edit.outlines[other].has_neighbours then return nil end
    edit.outlines[other].has_neighbours = true
  end
  local done, reason = edit:insert(node, key, make(), where)
  if not done then return false, reason end
  if outline.kind == "null" then outline.kind, outline.value = "map", nil end
  local new = make()
  new.key, new.parent = key, outline
  table.insert(outline, index, new)
  return true
end

function CHANGES.move(edit, at, random, all)
  if not at.node.key then return nil end
  local to = all[random(#all)]
  if to.outline.kind ~= "map" or to.outline.is_changed or not is_there(to) or is_below(to.outline, at.outline) then
    return nil
  end
  local name = new_key()
  local done, reason = edit:move(at.node, to.node, name)
  if not done then return false, reason end
  local node = cut(at.outline)
  node.is_gone, node.key, node.key_kind, node.parent = nil, name, nil, to.outline
  at.outline.has_moved = true
  table.insert(to.outline, node)
  return true
end

local NAMES = { "rename", "replace", "remove", "insert", "move" }

-- ---- what must hold -----------------------------------------------------------------

-- The first and the last byte of an old text that differ from a new one.
local function changed_range(old, new)
  local first, last, other = 1, #old, #new
  while first <= last and first <= other and old:byte(first) == new:byte(first) do first = first + 1 end
  while last >= first and other >= first and old:byte(last) == new:byte(other) do last, other = last - 1, other - 1 end
  return first, last
end

-- Returns what is wrong with the range of bytes that a change has changed, or nil.
local function range_problem(name, at, old, new)
  local first, last = changed_range(old, new)
  if first > last and #old == #new then return nil end
  local node = at.node
  local function marks(bytes) return select(2, bytes:gsub("#", "")) end
  if name == "move" and not node.key:find "#" and marks(old) ~= marks(new) then return "a comment was lost" end
  if name == "rename" and (first < node.key_first or last > node.key_last) then return "other bytes than the key" end
  local only_adds = name == "insert" and node[1] or name == "replace" and node.last < node.first
  if only_adds then return last - first > 1 and "bytes were replaced by an insertion" or nil end
  if name == "replace" and not is_collection(node) then
    local from = node.colon or node.indicator or node.first
    local line_end = (old:find("[\r\n]", math.max(node.last, from)) or #old + 1) - 1 -- lines go after a comment there
    if first < from or last > line_end then return "other bytes than the value" end
  end
end

-- Follows the steps of a node in another tree.
local function same_place(node, root)
  if not node.parent then return root end
  return same_place(node.parent, root)[node.index]
end

local function repeats(new, at, number)
  local node = same_place(at.node, new.documents[number].root)
  assert(new:replace(node, at.outline))
  local again = new:commit()
  return again and again:bytes() == new:bytes()
end

local function problem_of(names, at, edit, new, outline, number)
  local list, problem = outlines_of(edit.name, new:bytes())
  if not list then return "the new text cannot be read: " .. problem end
  if canonical(list[number]) ~= canonical(outline) then return "the values are not the planned ones" end
  if names[2] then return nil end
  if names[1] == "replace" and not repeats(new, at, number) then return "the second run changes something" end
  return range_problem(names[1], at, edit:bytes(), new:bytes())
end

-- ---- one change ---------------------------------------------------------------------

local function count(counts, what) counts[what] = (counts[what] or 0) + 1 end

-- Whether a text has no aliases, which the outlines do not show, no documents that they lack, and no scalar at its end
-- before which new entries go.
local function is_plain(edit, outlines)
  if #edit.documents ~= #outlines or edit:open_scalar() then return false end
  for _, document in ipairs(edit.documents) do
    if next(document.aliases) then return false end
  end
  return true
end

-- Notes some changes. Returns their names, the node of the last one, and the reason when one is refused.
local function note(edit, all, random, count_of)
  local names, last = {}, nil
  for _, at in ipairs(all) do edit.outlines[at.node] = at.outline end
  for _ = 1, count_of do
    local at, name = all[random(#all)], NAMES[random(#NAMES)]
    if is_there(at) and not at.outline.has_moved then
      local done, reason = CHANGES[name](edit, at, random, all)
      if done == false and count_of == 1 then return names, at, reason end
      if done then names[#names + 1], last = name, at end
    end
  end
  return names, last
end

local function change(file, random, counts, count_of)
  local edit = text.open(core.source(file.name, file.text, file.name, is_json(file.name)))
  local outlines = edit and outlines_of(file.name, file.text)
  if not outlines or not outlines[1] or not is_plain(edit, outlines) then return count(counts, "skipped") end
  local number = random(#edit.documents)
  local outline = outlines[number]
  edit.outlines = {}
  local names, at, reason = note(edit, nodes_of(edit.documents[number].root, outline), random, count_of)
  if not names[1] and not reason then return count(counts, "skipped") end
  local new
  if not reason then new, reason = edit:commit() end
  if not new then
    counts.refusals[reason] = (counts.refusals[reason] or 0) + 1
    counts.latest[reason] = ("%s: %s of %s:%d"):format(file.name, table.concat(names, ", "), at.node.key or "",
      at.node.line)
    return count(counts, "refused")
  end
  count(counts, "done")
  local problem = problem_of(names, at, edit, new, outline, number)
  if problem then
    counts.problem = ("%s:%d: %s: %s\n%s"):format(file.name, at.node.line, table.concat(names, ", "), problem,
      new:bytes())
  end
end

-- Each function writes a text in another way, with the same values.
local WAYS = {
  function(bytes) return bytes end,
  function(bytes) return (bytes:gsub("\r?\n", "\r\n")) end,
  function(bytes) return (bytes:gsub("%s+$", "")) end,
}

-- Writes a JSON text as YAML: with comments and other commas, or by indentation.
local JSON_WAYS = {
  function(bytes) return (bytes:gsub("([{%[,])\n", "%1 # c, {\n"):gsub('([%w"%]}])(\n%s*[%]}])', "%1,%2")) end,
  function(bytes) return (bytes:gsub('"([%a][%w_]*)":', "%1 :"):gsub("\n", "\n\n  # c\n")) end,
  function(bytes, name)
    local parsed = assert(core.parse(core.source(name, bytes, name)))
    local encoded = parsed:encode "yaml"
    parsed:close()
    return (encoded:gsub("\n( *)(%a[%w_]*: [%w]+)\n", "\n%1# above\n%1%2 # c\n\n"))
  end,
}

--- Returns texts with the values of a file, which are written in other ways.
---@param file { name: string, text: string }
---@return { name: string, text: string }[]
function measure.mutants(file)
  local list = {}
  local function add(name, bytes)
    if outlines_of(name, bytes) then list[#list + 1] = { name = name, text = bytes } end
  end
  for _, way in ipairs(WAYS) do add(file.name, way(file.text)) end
  local is_text = is_json(file.name) and outlines_of(file.name, file.text)
  for _, way in ipairs(is_text and JSON_WAYS or {}) do add(file.name .. ".yml", way(file.text, file.name)) end
  return list
end

--- Makes random changes of a file.
---@param file { name: string, text: string }
---@param random fun(most: integer): integer
---@param rounds integer
---@param counts? table of other files
---@param count_of? integer how many changes are made at once (1)
---@return table counts `done`, `refused`, `skipped`, `problem`, and `refusals` by their reasons
function measure.of(file, random, rounds, counts, count_of)
  counts = counts or { done = 0, refused = 0, skipped = 0, refusals = {}, latest = {} }
  for _ = 1, rounds do
    change(file, random, counts, count_of or 1)
    if counts.problem then break end
  end
  return counts
end

return measure
