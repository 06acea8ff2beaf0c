--- Makes random overlays: base documents without annotations, and the overlays that are merged into them.
--
-- A node of an overlay is { value, items, list, match, op, child_defaults }: `items` is a list of { key, node } of
-- a map, `list` one of nodes of an array, else there is `value`. `match` is { by, expects, missing_ok, when }, where
-- `by` and the counts are { text, test }; `op` is { name, … }; a node without annotations has neither.

local functions = require "spec.properties.functions"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"
local yaml_text = require "spec.properties.yaml_text"

local overlays = {}

local kind_of = value.kind

-- ---- matchers -------------------------------------------------------------------------------------------

--- Returns whether `whole` contains `part`: keys of maps, the first items of arrays, equal scalars.
function overlays.is_subset(part, whole)
  local kind = kind_of(part)
  if kind ~= kind_of(whole) then return false end
  if kind == "map" then
    for _, key in ipairs(part.keys) do
      if whole.at[key] == nil or not overlays.is_subset(part.at[key], whole.at[key]) then return false end
    end
    return true
  elseif kind == "array" then
    for i, item in ipairs(part) do
      if whole[i] == nil or not overlays.is_subset(item, whole[i]) then return false end
    end
    return true
  end
  return value.json(part) == value.json(whole)
end

local function equal(a, b) return value.json(a, true) == value.json(b, true) end

-- A value as Starlark writes it.
local function literal(v) return yaml_text.literal(v, "starlark") end

-- Matchers for the items of an array. A test is given the index, from 0, the left value and the right one; an
-- error of the test is a violation.
local item_matchers = {
  function() return { text = "overlay.all", test = function() return true end } end,
  function(random)
    local n = random:int(0, 2)
    return { text = ("overlay.index(%d)"):format(n), test = function(i) return i == n end }
  end,
  function(random)
    local part = schemas.raw(random, 1)
    return { text = ("overlay.subset(%s)"):format(literal(part)),
      test = function(_, left) return overlays.is_subset(part, left) end }
  end,
  function(random)
    return { text = random:pick { "lambda i, l, r: i == 1", "function(i, l, r) return i == 1 end" },
      test = function(i) return i == 1 end }
  end,
  function(random)
    local key = random:pick { "name", "a" }
    local spelt = random:pick { '"%s"', 'overlay.map_key("%s")' }
    return { text = spelt:format(key), test = function(_, left, right)
      if kind_of(left) ~= "map" or kind_of(right) ~= "map" or left.at[key] == nil or right.at[key] == nil then
        error "no such key"
      end
      return equal(left.at[key], right.at[key])
    end }
  end,
}

local key_matchers = {
  item_matchers[1], item_matchers[3],
  function(random)
    return { text = random:pick { 'lambda k, l, r: k == "a"', 'function(k, l, r) return k == "a" end' },
      test = function(key) return key == "a" end }
  end,
}

local function combined(random, makers)
  local first = random:pick(makers)(random)
  first.text = functions.spelt(random, first.text)
  if not first.text:find "^overlay%." or random:chance(75) then return first end
  if random:chance(40) then
    return { text = ("overlay.not_op(%s)"):format(first.text),
      test = function(...) return not first.test(...) end }
  end
  local second = random:pick(makers)(random)
  if not second.text:find "^overlay%." then return first end
  local both = random:chance(50)
  -- The second matcher is evaluated only if the first does not decide.
  return { text = ("overlay.%s(%s, %s)"):format(both and "and_op" or "or_op", first.text, second.text),
    test = function(...)
      if both then return first.test(...) and second.test(...) end
      return first.test(...) or second.test(...)
    end }
end

local counts = {
  { text = "1", test = function(n) return n == 1 end },
  { text = "2", test = function(n) return n == 2 end },
  { text = '"0+"', test = function() return true end },
  { text = '"1+"', test = function(n) return n >= 1 end },
  { text = "[0, 2]", test = function(n) return n == 0 or n == 2 end },
  { text = "lambda n: n < 2", test = function(n) return n < 2 end },
  { text = "function(n) return n > 0 end", test = function(n) return n > 0 end },
}

-- One of a list of functions that have a text.
local function function_of(random, list)
  local one = random:pick(list)
  return { text = functions.spelt(random, one.text), test = one.test, call = one.call }
end

local function expectation(random, into)
  local way = random:weighted({ "expects", "missing_ok", "when" }, { expects = 3, missing_ok = 4, when = 2 })
  if way == "missing_ok" then into.missing_ok = random:chance(85) else into[way] = function_of(random, counts) end
  return into
end

-- ---- operations -----------------------------------------------------------------------------------------

local replacements = {
  { text = "lambda l, r: r", call = function(_, right) return right end },
  { text = "lambda l, r: l", call = function(left) return left end },
  { text = "function(l, r) return 5 end", call = function() return value.int(5) end },
  { text = 'lambda l, r: "new"', call = function() return "new" end },
}
local claims = {
  { text = "lambda l, r: True", holds = true }, { text = "lambda l, r: None", holds = true },
  { text = 'lambda l, r: True or assert.fail("never")', holds = true },
  { text = 'function(l, r) return true, "fine" end', holds = true },
  { text = 'function(l, r) return true, 5 end', holds = false },
  { text = "function(l, r) return false end", holds = false }, { text = 'lambda l, r: (False, "no")', holds = false },
}

local function operation(random, in_array)
  local name = random:weighted({ "merge", "remove", "replace", "assert", "insert", "append" },
    { merge = 3, remove = 3, replace = 4, assert = 1, insert = in_array and 3 or 0, append = in_array and 1 or 0 })
  local op, words = { name = name }, {}
  if name == "replace" then
    if random:chance(30) then op.via = function_of(random, replacements) end
    op.or_add = random:chance(25)
  elseif name == "insert" then
    op.before = random:chance(50)
    op.after = not op.before or random:chance(20)
    if random:chance(20) then op.via = function_of(random, replacements) end
  elseif name == "assert" and random:chance(60) then
    op.claim = random:pick(claims)
  end
  for _, flag in ipairs { "or_add", "before", "after" } do
    if op[flag] then words[#words + 1] = flag .. "=True" end
  end
  local via = op.via or op.claim
  if via then words[#words + 1] = "via=" .. via.text end
  op.text = "#@overlay/" .. name .. (words[1] and " " .. table.concat(words, ", ") or "")
  return op
end

-- ---- nodes ----------------------------------------------------------------------------------------------

local node_for

local function annotate(random, node, in_array)
  if in_array then
    if random:chance(65) then
      node.match = { by = combined(random, item_matchers) }
      if random:chance(40) then expectation(random, node.match) end
    end
  elseif random:chance(40) then
    node.match = expectation(random, {})
    if random:chance(15) then node.match.by = combined(random, key_matchers) end
  end
  if random:chance(30) then node.op = operation(random, in_array) end
  if random:chance(8) then node.child_defaults = expectation(random, {}) end
end

local function map_for(random, left, depth, fitting)
  local node, seen = { items = {} }, {}
  local known = kind_of(left) == "map" and left.keys or {}
  for _ = 1, random:int(0, 3) do
    local key = known[1] and random:chance(fitting and 95 or 75) and random:pick(known) or schemas.key(random)
    if not seen[key] then
      seen[key] = true
      local below = kind_of(left) == "map" and left.at[key] or nil
      local child = node_for(random, below, depth - 1, fitting)
      annotate(random, child, false)
      node.items[#node.items + 1] = { key, child }
    end
  end
  return node
end

local function array_for(random, left, depth, fitting)
  local node = { list = {} }
  for i = 1, random:int(0, 3) do
    local below = kind_of(left) == "array" and left[1] and random:pick(left) or nil
    local child = node_for(random, below, depth - 1, fitting)
    annotate(random, child, true)
    node.list[i] = child
  end
  return node
end

--- Returns a node to be merged into a value, usually of the same shape; with `fitting`, nearly always.
function node_for(random, left, depth, fitting)
  left = left == nil and value.null or left
  local kind = random:chance(fitting and 98 or 85) and kind_of(left)
    or random:pick { "map", "array", "string", "int", "null" }
  if depth >= 0 and kind == "map" then return map_for(random, left, depth, fitting) end
  if depth >= 0 and kind == "array" then return array_for(random, left, depth, fitting) end
  if kind == "map" or kind == "array" then kind = "string" end
  if kind == kind_of(left) and random:chance(fitting and 80 or 20) then return { value = left } end
  return { value = schemas.scalar(random, kind) }
end

overlays.node_for, overlays.expectation = node_for, expectation

--- Returns a composition of overlays: { base, layers }.
function overlays.random(random)
  local composition = { base = {}, layers = {} }
  for i = 1, random:chance(75) and 1 or 2 do composition.base[i] = schemas.raw(random, 3) end
  for i = 1, random:chance(70) and 1 or 2 do
    local node = node_for(random, random:pick(composition.base), 3)
    node.match = { by = random:pick { item_matchers[1], item_matchers[1], item_matchers[3] }(random) }
    if #composition.base > 1 or random:chance(20) then expectation(random, node.match) end
    if random:chance(10) then node.op = operation(random, false) end
    if random:chance(10) then node.child_defaults = expectation(random, {}) end
    composition.layers[i] = node
  end
  return composition
end

-- ---- texts ----------------------------------------------------------------------------------------------

local function counts_text(match, words)
  if match.expects then words[#words + 1] = "expects=" .. match.expects.text end
  if match.missing_ok ~= nil then words[#words + 1] = "missing_ok=" .. (match.missing_ok and "True" or "False") end
  if match.when then words[#words + 1] = "when=" .. match.when.text end
  return table.concat(words, ", ")
end

local function annotations_of(node)
  local lines = {}
  if node.match then
    lines[1] = "#@overlay/match " .. counts_text(node.match, { node.match.by and "by=" .. node.match.by.text })
  end
  if node.op then lines[#lines + 1] = node.op.text end
  if node.child_defaults then
    lines[#lines + 1] = "#@overlay/match-child-defaults " .. counts_text(node.child_defaults, {})
  end
  return lines
end

local add

local function body(out, node, indent, random)
  local pad = (" "):rep(indent)
  if node.items and node.items[1] then
    for _, item in ipairs(node.items) do
      add(out, pad .. yaml_text.key(item[1], random) .. ":", item[2], indent, random)
    end
  elseif node.list and node.list[1] then
    for _, item in ipairs(node.list) do add(out, pad .. "-", item, indent, random) end
  else
    out[#out + 1] = pad .. (node.items and "{}" or node.list and "[]" or yaml_text.flow(node.value, random))
  end
end

function add(out, prefix, node, indent, random)
  for _, line in ipairs(annotations_of(node)) do out[#out + 1] = (" "):rep(indent) .. line end
  if (node.items and node.items[1]) or (node.list and node.list[1]) then
    out[#out + 1] = prefix
    return body(out, node, indent + 2, random)
  end
  local inner = {}
  body(inner, node, 0, random)
  out[#out + 1] = prefix .. " " .. inner[1]
end

--- The text of an overlay's document; `header` is a line above `---` and its annotations.
function overlays.text(node, random, header)
  local out = { header }
  for _, line in ipairs(annotations_of(node)) do out[#out + 1] = line end
  out[#out + 1] = "---"
  body(out, node, 0, random)
  return table.concat(out, "\n") .. "\n"
end

--- The value of a node without its annotations.
function overlays.plain(node)
  if node.items then
    local map = value.map()
    for _, item in ipairs(node.items) do value.set(map, item[1], overlays.plain(item[2])) end
    return map
  elseif node.list then
    local list = value.array {}
    for i, item in ipairs(node.list) do list[i] = overlays.plain(item) end
    return list
  end
  return node.value
end

--- Whether something below a node is annotated.
function overlays.annotated_below(node)
  for _, item in ipairs(node.items or {}) do
    local child = item[2]
    if child.match or child.op or child.child_defaults or overlays.annotated_below(child) then return true end
  end
  for _, child in ipairs(node.list or {}) do
    if child.match or child.op or child.child_defaults or overlays.annotated_below(child) then return true end
  end
  return false
end

return overlays
