--- Matches Lua's patterns by functions that are written in Lua.
--
-- The host's own matcher is written in C. No instruction budget stops it, and a pattern with several
-- repetitions may take it unlimited time. Where its cost may be high (see `is_cheap`), the functions here
-- are used instead, because their instructions count towards the budget.
--
-- @module yschema.text.lua_pattern

local lua_pattern = {}

local byte, char, find, gsub, match, sub = string.byte, string.char, string.find,
  string.gsub, string.match, string.sub
local concat = table.concat
local unpack = table.unpack or unpack -- luacheck: ignore

local classes = {} -- the set of bytes for each class, such as "%a"

-- Returns the set of bytes that a single-character item matches, according to the host's matcher.
local function set_of(item)
  local set = classes[item]
  if not set then
    set = {}
    for b = 0, 255 do set[b] = find(char(b), "^" .. item) ~= nil end
    classes[item] = set
  end
  return set
end

local function malformed(what) error("malformed pattern (" .. what .. ")", 0) end

-- Returns the end of the single-character item that begins at `at`.
local function item_end(p, at)
  local c = sub(p, at, at)
  if c == "%" then
    if at == #p then malformed "ends with '%'" end
    return at + 1
  elseif c ~= "[" then
    return at
  end
  at = at + 1
  if sub(p, at, at) == "^" then at = at + 1 end
  repeat -- a `]` in the first position is an ordinary character
    if at > #p then malformed "missing ']'" end
    at = at + (sub(p, at, at) == "%" and 2 or 1)
  until sub(p, at, at) == "]"
  return at
end

-- Reads one node of a pattern, and returns it with the offset of the next one.
local function node_at(p, at, state)
  local c = sub(p, at, at)
  if c == "(" then
    state.count = state.count + 1
    state.open[#state.open + 1] = state.count
    if sub(p, at + 1, at + 1) == ")" then
      state.open[#state.open] = nil
      return { op = "position", n = state.count }, at + 2
    end
    return { op = "open", n = state.count }, at + 1
  elseif c == ")" then
    local n = table.remove(state.open)
    if not n then error("invalid pattern capture", 0) end
    return { op = "close", n = n }, at + 1
  elseif c == "$" and at == #p then
    return { op = "end" }, at + 1
  elseif find(p, "^%%%d", at) then
    return { op = "back", n = tonumber(sub(p, at + 1, at + 1)) }, at + 2
  elseif find(p, "^%%b", at) then
    if at + 3 > #p then malformed "missing arguments to '%b'" end
    return { op = "balance", open = byte(p, at + 2), close = byte(p, at + 3) }, at + 4
  elseif find(p, "^%%f", at) then
    if sub(p, at + 2, at + 2) ~= "[" then error("missing '[' after '%f' in pattern", 0) end
    local last = item_end(p, at + 2)
    return { op = "frontier", set = set_of(sub(p, at + 2, last)) }, last + 1
  end
  local last = item_end(p, at)
  local item = sub(p, at, last)
  -- Characters that are special only in other positions are ordinary here.
  if find(item, "^[%^%$%*%+%?%-%)%(]$") then item = "%" .. item end
  local node = { op = "set", set = set_of(item) }
  local suffix = match(p, "^[*+?-]", last + 1)
  if suffix then node.op = suffix end
  return node, last + (suffix and 2 or 1)
end

local compiled = setmetatable({}, { __mode = "v" })

local function compile(p)
  local known = compiled[p]
  if known then return known end
  local state = { count = 0, open = {} }
  local nodes = { anchored = sub(p, 1, 1) == "^" }
  local at = nodes.anchored and 2 or 1
  while at <= #p do
    nodes[#nodes + 1], at = node_at(p, at, state)
  end
  if state.open[1] then error("unfinished capture", 0) end
  nodes.captures = state.count
  compiled[p] = nodes
  return nodes
end

local try

-- Tries as many repetitions as possible, then fewer and fewer.
local function try_most(run, at, i, set, least)
  local s, stop = run.s, at
  while true do
    local b = byte(s, stop)
    if not (b and set[b]) then break end
    stop = stop + 1
  end
  for from = stop, at + least, -1 do
    local last = try(run, from, i + 1)
    if last then return last end
  end
end

local function try_fewest(run, at, i, set)
  while true do
    local last = try(run, at, i + 1)
    if last then return last end
    local b = byte(run.s, at)
    if not (b and set[b]) then return nil end
    at = at + 1
  end
end

-- Returns the offset after a balanced piece that begins at `at`, or nil.
local function balanced(s, at, open, close)
  if byte(s, at) ~= open then return nil end
  local depth = 1
  for i = at + 1, #s do
    local b = byte(s, i)
    if b == close then
      depth = depth - 1
      if depth == 0 then return i + 1 end
    elseif b == open then
      depth = depth + 1
    end
  end
end

-- Items that can match in only one way: each returns the next offset, or nil.
local steps = {
  balance = function(run, at, node) return balanced(run.s, at, node.open, node.close) end,
  ["end"] = function(run, at) return at == #run.s + 1 and at or nil end,
  frontier = function(run, at, node)
    local before = at > 1 and byte(run.s, at - 1) or 0
    return not node.set[before] and node.set[byte(run.s, at) or 0] and at or nil
  end,
  back = function(run, at, node)
    local from, to = run.from[node.n], run.to[node.n]
    if not to then error("invalid capture index %" .. node.n, 0) end
    local piece = sub(run.s, from, to - 1)
    return sub(run.s, at, at + #piece - 1) == piece and at + #piece or nil
  end,
}

-- Sets a capture, and removes it when the following items do not match.
local function try_capture(run, at, i, node)
  if node.op == "close" then
    local old = run.to[node.n]
    run.to[node.n] = at
    local last = try(run, at, i + 1)
    if not last then run.to[node.n] = old end
    return last
  end
  run.from[node.n], run.to[node.n] = at, node.op == "position" and "position" or nil
  return try(run, at, i + 1)
end

-- Matches the items from the i-th on at an offset, and returns the offset after the match.
function try(run, at, i)
  local nodes, s = run.nodes, run.s
  while true do
    local node = nodes[i]
    if not node then return at end
    local op, set = node.op, node.set
    if op == "set" then
      local b = byte(s, at)
      if not (b and set[b]) then return nil end
      at = at + 1
    elseif op == "*" then
      return try_most(run, at, i, set, 0)
    elseif op == "+" then
      return try_most(run, at, i, set, 1)
    elseif op == "-" then
      return try_fewest(run, at, i, set)
    elseif op == "?" then
      local b = byte(s, at)
      if b and set[b] then
        local last = try(run, at + 1, i + 1)
        if last then return last end
      end
    elseif steps[op] then
      at = steps[op](run, at, node)
      if not at then return nil end
    else
      return try_capture(run, at, i, node)
    end
    i = i + 1
  end
end

local function capture(run, n, first, last)
  if n == 0 or run.nodes.captures == 0 then return sub(run.s, first, last - 1) end
  local from, to = run.from[n], run.to[n]
  if to == "position" then return from end
  return sub(run.s, from, to - 1)
end

-- Returns the captures of a match, or the whole match when there are none.
local function captures(run, first, last)
  local out = {}
  for n = 1, math.max(1, run.nodes.captures) do out[n] = capture(run, n, first, last) end
  return unpack(out)
end

local function new_run(s, p)
  return { s = s, nodes = compile(p), from = {}, to = {} }
end

-- Finds the first match from `at` on: its first offset, and the offset after it.
local function search(run, at)
  for first = at, run.nodes.anchored and at or #run.s + 1 do
    local last = try(run, first, 1)
    if last then return first, last end
  end
end

local function start(s, init)
  init = init or 1
  if init < 0 then init = math.max(#s + init + 1, 1) end
  return math.max(init, 1)
end

--- Returns whether a pattern has a character that does not stand for itself.
---@param p string
---@return boolean
function lua_pattern.has_specials(p) return find(p, "[%^%$%*%+%?%.%(%[%%%-]") ~= nil end

--- Works as string.find.
function lua_pattern.find(s, p, init, plain)
  local at = start(s, init)
  if at > #s + 1 then return nil end
  if plain or not lua_pattern.has_specials(p) then return find(s, p, at, true) end
  local run = new_run(s, p)
  local first, last = search(run, at)
  if not first then return nil end
  if run.nodes.captures == 0 then return first, last - 1 end
  return first, last - 1, captures(run, first, last)
end

--- Works as string.match.
function lua_pattern.match(s, p, init)
  local at = start(s, init)
  if at > #s + 1 then return nil end
  local run = new_run(s, p)
  local first, last = search(run, at)
  if not first then return nil end
  return captures(run, first, last)
end

--- Works as string.gmatch, where an anchor has no meaning.
function lua_pattern.gmatch(s, p)
  local at, previous, run = 1, nil, new_run(s, p)
  if run.nodes.anchored then run = new_run(s, "%" .. p) end
  return function()
    while at <= #s + 1 do
      local first, last = search(run, at)
      if not first then return nil end
      if last ~= previous then
        at, previous = last, last
        return captures(run, first, last)
      end
      at = first + 1
    end
  end
end

-- Returns the replacement of a match.
local function replacement(run, first, last, by)
  local t = type(by)
  local value
  if t == "string" then
    return (gsub(by, "%%(.?)", function(c)
      if c == "%" then return "%" end
      local n = tonumber(c)
      if not n then error("invalid use of '%' in replacement string", 0) end
      if n > math.max(1, run.nodes.captures) then
        error("invalid capture index %" .. n .. " in replacement string", 0)
      end
      return tostring(capture(run, n, first, last))
    end))
  elseif t == "table" then
    value = by[(captures(run, first, last))]
  else
    value = by(captures(run, first, last))
  end
  if not value then return sub(run.s, first, last - 1) end
  if type(value) ~= "string" and type(value) ~= "number" then
    error("invalid replacement value (a " .. type(value) .. ")", 0)
  end
  return tostring(value)
end

local replaces = { string = true, table = true, ["function"] = true }

--- Works as string.gsub.
function lua_pattern.gsub(s, p, by, most)
  if type(by) == "number" then by = tostring(by) end
  if not replaces[type(by)] then
    error("bad argument #3 to 'gsub' (string/function/table expected)", 0)
  end
  local run = new_run(s, p)
  local out, at, count, previous = {}, 1, 0, nil
  most = most or #s + 1
  while count < most do
    local last = try(run, at, 1)
    if last and last ~= previous then
      count = count + 1
      out[#out + 1] = replacement(run, at, last, by)
      at, previous = last, last
    elseif at <= #s then
      out[#out + 1] = sub(s, at, at)
      at = at + 1
    else
      break
    end
    if run.nodes.anchored then break end
  end
  out[#out + 1] = sub(s, at)
  return concat(out), count
end

-- For each number of repetitions (an unanchored pattern counts as one more): the length of the longest text
-- for which the host's matcher is certain to be quick. This is about a million steps, or some ten
-- milliseconds.
local longest = { [0] = 1 / 0, 1 / 0, 1400, 180, 70, 40, 28, 20, 16 }
local repetitions = setmetatable({}, { __mode = "k" })

local function count_repetitions(p)
  local _, n = gsub(p, "[*+?-]", "")
  local _, pieces = gsub(p, "%%b", "")
  return n + pieces + (sub(p, 1, 1) == "^" and 0 or 1)
end

-- The factorials by which the numbers of steps for several repetitions are smaller than the powers.
local orders = { [0] = 1 }
for n = 1, 12 do orders[n] = orders[n - 1] * n end

local most_steps = 2 ^ 28

--- Returns whether the host's own matcher is certain to be quick.
---@return boolean
---@return number # the greatest number of steps that it may take
function lua_pattern.is_cheap(s, p)
  local n = repetitions[p]
  if not n then
    n = count_repetitions(p)
    repetitions[p] = n
  end
  if n < 2 then return #s * #p <= most_steps, #s * #p end
  if #s > (longest[n] or 12) then return false, 0 end
  return true, (#s) ^ n / (orders[n] or orders[12])
end

return lua_pattern
