--- Makes texts that match a regular expression, or that are of a format.
--
-- Only the common parts of regular expressions are supported: characters, classes, groups, alternatives and
-- repetition. A schema validates each text afterwards, so a text that does not match does no harm.
--
-- @module yschema.values.texts

local matches = require("yschema.base.plain_tables").matches
local set_of = require("yschema.base.plain_tables").set
local texts = {}

--- Texts of each format. The first ones are the smallest.
---@type table<string, string[]>
texts.of_format = {
  ["date-time"] = { "2024-01-02T03:04:05Z", "1999-12-31T23:59:59+01:00" },
  time = { "03:04:05Z", "03:04:05" },
  date = { "2024-01-02", "1999-12-31" },
  email = { "a@b.cd", "first.last@example.org" },
  hostname = { "a", "www.example.org" },
  ip = { "::1", "10.0.0.1" },
  ipv4 = { "10.0.0.1", "192.168.100.200" },
  ipv6 = { "::1", "2001:db8::1" },
  uri = { "a:b", "https://example.org/a?b=c#d" },
  ["uri-reference"] = { "a", "../a?b=c#d" },
  uuid = { "00000000-0000-0000-0000-000000000000", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" },
  port = { "80", "65535" },
  percent = { "1%", "100%" },
  duration = { "1s", "1h30m" },
}

-- ---- reading an expression ----------------------------------------------------------

-- A node is a text, { any = characters }, { all = nodes }, { one = nodes } or { node = , least = , most = }.

local read_alternatives

local sets = {
  d = "0123456789", w = "abcXYZ019_", s = " ", D = "a-", W = "-.", S = "a0", n = "\n", t = "\t", r = "\r",
}

-- Adds the characters of a range, at most some of each end.
local function add_range(found, from, to)
  if to < from or to > 126 then return false end
  for code = from, to do
    if code - from < 16 or to - code < 16 then found[#found + 1] = string.char(code) end
  end
  return true
end

-- Returns the characters that a class does not have.
local function complement(found)
  local has, rest = set_of(found), {}
  for letter in ("abcdefghijklmnopqrstuvwxyz0123456789ABCXYZ-_. /:"):gmatch "." do
    if not has[letter] then rest[#rest + 1] = letter end
  end
  return rest
end

-- Reads a character of a class. Returns it, its set if it has one, and the position after it.
local function read_member(pattern, at)
  local letter = pattern:sub(at, at)
  if letter ~= "\\" then return letter, nil, at + 1 end
  local escaped = pattern:sub(at + 1, at + 1)
  return escaped, sets[escaped], at + 2
end

-- Reads a class, from the position after its bracket.
local function read_class(pattern, at)
  local negated = pattern:sub(at, at) == "^"
  if negated then at = at + 1 end
  local found, first = {}, true
  while first or pattern:sub(at, at) ~= "]" do
    if at > #pattern or pattern:sub(at, at + 1) == "[:" then return nil end
    local letter, set
    letter, set, at = read_member(pattern, at)
    first = false
    if set then
      for member in set:gmatch "." do found[#found + 1] = member end
    elseif pattern:sub(at, at) == "-" and pattern:sub(at + 1, at + 1) ~= "]" then
      local last
      last, set, at = read_member(pattern, at + 1)
      if set or not add_range(found, letter:byte(), last:byte()) then return nil end
    else
      found[#found + 1] = letter
    end
  end
  if negated then found = complement(found) end
  return found[1] and { any = found }, at + 1
end

local function read_group(pattern, at)
  if pattern:sub(at, at) == "?" then
    if pattern:sub(at + 1, at + 1) ~= ":" then return nil end
    at = at + 2
  end
  local node
  node, at = read_alternatives(pattern, at)
  if not node or pattern:sub(at, at) ~= ")" then return nil end
  return node, at + 1
end

local function read_atom(pattern, at)
  local letter = pattern:sub(at, at)
  if letter == "(" then return read_group(pattern, at + 1) end
  if letter == "[" then return read_class(pattern, at + 1) end
  if letter == "^" or letter == "$" then return "", at + 1 end
  if letter == "." then return { any = { "a", "b", "1" } }, at + 1 end
  if letter ~= "\\" then return letter, at + 1 end
  local escaped = pattern:sub(at + 1, at + 1)
  if escaped:find "[bAzZB]" then return "", at + 2 end
  if sets[escaped] then
    return { any = matches(sets[escaped], ".") }, at + 2
  end
  if escaped == "" or escaped:find "%w" then return nil end
  return escaped, at + 2
end

-- Reads how often a node is repeated.
local function read_count(pattern, at)
  local letter = pattern:sub(at, at)
  local least, most
  if letter == "*" then least, most = 0, 3
  elseif letter == "+" then least, most = 1, 4
  elseif letter == "?" then least, most = 0, 1
  elseif letter == "{" then
    local low, comma, high, last = pattern:match("^{(%d*)(,?)(%d*)}()", at)
    if not low or low == "" and high == "" then return 1, 1, at end
    least = tonumber(low) or 0
    most = comma == "" and least or tonumber(high) or least + 3
    at = last - 1
  else
    return 1, 1, at
  end
  at = at + 1
  return least, most, pattern:find("^[?+]", at) and at + 1 or at
end

local function read_sequence(pattern, at)
  local nodes = {}
  while at <= #pattern and not pattern:find("^[|)]", at) do
    local node, least, most
    node, at = read_atom(pattern, at)
    if not node then return nil end
    least, most, at = read_count(pattern, at)
    nodes[#nodes + 1] = (least ~= 1 or most ~= 1) and { node = node, least = least, most = most } or node
  end
  return { all = nodes }, at
end

function read_alternatives(pattern, at)
  local nodes = {}
  repeat
    nodes[#nodes + 1], at = read_sequence(pattern, at)
    if not at then return nil end
    local more = pattern:sub(at, at) == "|"
    if more then at = at + 1 end
  until not more
  return nodes[2] and { one = nodes } or nodes[1], at
end

-- ---- writing texts ------------------------------------------------------------------

local most_bytes = 2000

local function write(node, chooser, out)
  if #out > most_bytes then return end
  if type(node) == "string" then
    out[#out + 1] = node
  elseif node.any then
    out[#out + 1] = chooser:pick(node.any)
  elseif node.one then
    write(chooser:pick(node.one), chooser, out)
  elseif node.all then
    for _, part in ipairs(node.all) do write(part, chooser, out) end
  else
    for _ = 1, chooser:int(node.least, node.most) do write(node.node, chooser, out) end
  end
end

--- Makes a text that should match a regular expression.
---@param pattern string
---@param chooser yschema.Chooser
---@param known table<string, any> the expressions that were read
---@return string? text nil when the expression has parts that are not supported
function texts.matching(pattern, chooser, known)
  local node = known[pattern]
  if node == nil then
    local at
    node, at = read_alternatives(pattern, 1)
    if not node or at <= #pattern then node = false end
    known[pattern] = node
  end
  if not node then return nil end
  local out = {}
  write(node, chooser, out)
  return table.concat(out)
end

--- Makes a text of a length.
---@param length integer
---@param chooser yschema.Chooser
---@return string
function texts.of_length(length, chooser)
  length = math.floor(length)
  if not chooser.is_random then return ("a"):rep(length) end
  local out = {}
  for i = 1, math.min(length, most_bytes) do out[i] = chooser:pick { "a", "b", "z", "A", "0", "9", "-", "." } end
  local text = table.concat(out)
  if length <= most_bytes then return text end
  return text:rep(math.floor(length / most_bytes)) .. text:sub(1, length % most_bytes)
end

return texts
