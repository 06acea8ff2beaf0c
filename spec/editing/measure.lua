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

-- All nodes of a document, with the steps to them.
local function nodes_of(root)
  local list = {}
  local function visit(node, steps)
    list[#list + 1] = { node = node, steps = steps }
    for i, below in ipairs(node) do
      local more = { (table.unpack or unpack)(steps) }
      more[#more + 1] = i
      visit(below, more)
    end
  end
  visit(root, {})
  return list
end

local function follow(outline, steps, count)
  for i = 1, count or #steps do outline = outline[steps[i]] end
  return outline
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

local function with_key(value, key)
  value.key = key
  return value
end

-- Each function notes a change of a node on a text, and makes it in an outline, too. nil: it does not apply.
local CHANGES = {}

function CHANGES.rename(edit, at, outline)
  if not at.node.key or at.node.key_kind then return nil end
  local done, reason = edit:rename(at.node, NEW)
  if not done then return false, reason end
  local node = follow(outline, at.steps)
  node.key, node.key_kind = NEW, nil
  return true
end

function CHANGES.replace(edit, at, outline, random)
  local make = VALUES[random(#VALUES)]
  local done, reason = edit:replace(at.node, make())
  if not done then return false, reason end
  local new, node = make(), follow(outline, at.steps)
  for i = #node, 1, -1 do node[i] = nil end
  node.kind, node.value = new.kind, new.value
  for i, below in ipairs(new) do node[i] = below end
  return true
end

function CHANGES.remove(edit, at, outline)
  if not at.node.parent then return nil end
  local done, reason = edit:remove(at.node)
  if not done then return false, reason end
  table.remove(follow(outline, at.steps, #at.steps - 1), at.steps[#at.steps])
  return true
end

function CHANGES.insert(edit, at, outline, random)
  local node = at.node
  if not is_collection(node) and node.kind ~= "null" then return nil end
  local make, key = VALUES[random(#VALUES)], node.kind ~= "array" and NEW or nil
  local index = random(#node + 1)
  local where = node[index] and { before = node[index] }
  if not where and node[1] and random(2) == 1 then where = { after = node[#node] } end
  local done, reason = edit:insert(node, key, make(), where)
  if not done then return false, reason end
  local map = follow(outline, at.steps)
  if map.kind == "null" then map.kind, map.value = "map", nil end
  table.insert(map, index, with_key(make(), key))
  return true
end

function CHANGES.move(edit, at, outline, random, all)
  if not at.node.key or at.node.merge then return nil end
  local to = all[random(#all)]
  local above = to.node
  while above and above ~= at.node do above = above.parent end
  if to.node.kind ~= "map" or above or to.node == at.node.parent then return nil end
  local done, reason = edit:move(at.node, to.node, NEW)
  if not done then return false, reason end
  local map = follow(outline, to.steps)
  local node = table.remove(follow(outline, at.steps, #at.steps - 1), at.steps[#at.steps])
  node.key, node.key_kind = NEW, nil
  map[#map + 1] = node
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
  if name == "rename" and (first < node.key_first or last > node.key_last) then return "other bytes than the key" end
  local only_adds = name == "insert" and node[1] or name == "replace" and node.last < node.first
  if only_adds then return last - first > 1 and "bytes were replaced by an insertion" or nil end
  if name == "replace" and not is_collection(node) then
    local from = node.colon or node.indicator or node.first
    local line_end = (old:find("[\r\n]", math.max(node.last, from)) or #old + 1) - 1 -- lines go after a comment there
    if first < from or last > line_end then return "other bytes than the value" end
  end
end

local function problem_of(name, at, edit, new, outline, number)
  local list, problem = outlines_of(edit.name, new:bytes())
  if not list then return "the new text cannot be read: " .. problem end
  if canonical(list[number]) ~= canonical(outline) then return "the values are not the planned ones" end
  if name == "replace" then
    local node = follow(new.documents[number].root, at.steps)
    assert(new:replace(node, follow(outline, at.steps)))
    local again = new:commit()
    if not again or again:bytes() ~= new:bytes() then return "the second run changes something" end
  end
  return range_problem(name, at, edit:bytes(), new:bytes())
end

-- ---- one change ---------------------------------------------------------------------

local function count(counts, what) counts[what] = (counts[what] or 0) + 1 end

-- Whether a text has aliases, which the outlines do not show, or documents that they lack.
local function is_plain(edit, outlines)
  if #edit.documents ~= #outlines then return false end
  for _, document in ipairs(edit.documents) do
    if next(document.aliases) then return false end
  end
  return true
end

local function change(file, random, counts)
  local edit = text.open(core.source(file.name, file.text, file.name, is_json(file.name)))
  local outlines = edit and outlines_of(file.name, file.text)
  if not outlines or not outlines[1] or not is_plain(edit, outlines) then return count(counts, "skipped") end
  local number = random(#edit.documents)
  local all = nodes_of(edit.documents[number].root)
  local at, name = all[random(#all)], NAMES[random(#NAMES)]
  local outline = outlines[number]
  local done, reason = CHANGES[name](edit, at, outline, random, all)
  if done == nil then return count(counts, "skipped") end
  local new
  if done then new, reason = edit:commit() end
  if not new then
    counts.refusals[reason] = (counts.refusals[reason] or 0) + 1
    counts.latest[reason] = ("%s: %s of %s:%d"):format(file.name, name, at.node.key or "", at.node.line)
    return count(counts, "refused")
  end
  count(counts, "done")
  count(counts, name)
  local problem = problem_of(name, at, edit, new, outline, number)
  if problem then
    counts.problem = ("%s:%d: %s: %s\n%s"):format(file.name, at.node.line, name, problem, new:bytes())
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

--- Makes random changes of a file, one at a time.
---@param file { name: string, text: string }
---@param random fun(most: integer): integer
---@param rounds integer
---@param counts? table of other files
---@return table counts `done`, `refused`, `skipped`, `problem`, and `refusals` by their reasons
function measure.of(file, random, rounds, counts)
  counts = counts or { done = 0, refused = 0, skipped = 0, refusals = {}, latest = {} }
  for _ = 1, rounds do
    change(file, random, counts)
    if counts.problem then break end
  end
  return counts
end

return measure
