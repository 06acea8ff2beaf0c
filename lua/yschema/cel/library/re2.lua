--- Translates regular expressions in RE2's syntax, as Go has it, to PCRE2's. What RE2 refuses is refused, though PCRE2
-- may accept it: lookarounds, back references, possessive repetitions.
--
-- @module yschema.cel.library.re2

local classes = require "yschema.cel.library.re2_classes"

local re2 = {}

local find, format, match, sub = string.find, string.format, string.match, string.sub
local concat, error, pcall, setmetatable, tonumber, type = table.concat, error, pcall, setmetatable, tonumber, type

-- As in RE2: a repetition, or several in each other, may ask for at most so many copies.
local most_copies, deepest = 1000, 200

local problem_mt = {}
local function refuse(problem) error(setmetatable({ problem }, problem_mt), 0) end
classes.refuse = refuse

-- A parser has the pattern, the place in it, the flags, and the parts of the translation. Each open group has the index
-- of its parts, the flags outside of it, and how many copies the repetitions in it ask for.
local Parser = {}
Parser.__index = Parser

-- Adds an atom, to which a repetition may refer.
function Parser:atom(text, copies)
  local parts = self.parts
  if self.flags.i ~= self.shown then
    self.shown = self.flags.i
    parts[#parts + 1] = self.shown and "(?i)" or "(?-i)"
  end
  parts[#parts + 1] = text
  self.last, self.copies = #parts, copies or 1
  self.is_repeated = false
end

function Parser:open(text)
  local groups = self.groups
  if #groups >= deepest then refuse "groups are nested too deeply" end
  self:atom(text)
  groups[#groups + 1] = {
    first = self.last, flags = self.flags, shown = self.shown, copies = self.most,
  }
  self.last, self.most = nil, 0
end

function Parser:close()
  local group = table.remove(self.groups)
  if not group then refuse "unexpected )" end
  local parts = self.parts
  parts[#parts + 1] = ")"
  parts[group.first] = concat(parts, "", group.first)
  for i = #parts, group.first + 1, -1 do parts[i] = nil end
  local copies = self.most > 1 and self.most or 1
  self.flags, self.shown, self.last = group.flags, group.shown, group.first
  self.copies, self.is_repeated = copies, false
  self.most = copies > group.copies and copies or group.copies
end

local function copied(flags)
  return { i = flags.i, m = flags.m, s = flags.s, U = flags.U }
end

-- Reads flags, such as (?i) or (?i-s:
function Parser:read_flags()
  local text, ending, after = match(self.pattern, "^%(%?([imsU-]*)([:)])()", self.at)
  if not text or find(text, "-.*-") or find(text, "-$") then
    refuse(format("invalid or unsupported Perl syntax: %s", sub(self.pattern, self.at, self.at + 2)))
  end
  local flags, value = copied(self.flags), true
  for letter in text:gmatch "." do
    if letter == "-" then value = false else flags[letter] = value end
  end
  self.at = after
  if ending == ")" then
    self.flags = flags
    if self.is_repeated then -- a repetition after these flags refers to it as a whole
      self.parts[self.last], self.is_repeated = "(?:" .. self.parts[self.last] .. ")", false
    end
  else
    self:open "(?:"
    self.flags = flags
  end
end

function Parser:read_group()
  local pattern = self.pattern
  if sub(pattern, self.at + 1, self.at + 1) ~= "?" then
    self.at = self.at + 1
    return self:open "("
  end
  local name, after = match(pattern, "^%(%?P?<([%w_]+)>()", self.at)
  if not name then return self:read_flags() end
  if self.names[name] then refuse("duplicate capture group name: " .. name) end
  self.names[name] = true
  self.at = after
  self:open "("
end

-- Reads {n}, {n,} or {n,m}; returns the place after it, or nil when it is no repetition.
local function braces(pattern, at)
  local from, comma, to, after = match(pattern, "^{(%d+)(,?)(%d*)}()", at)
  if not from or comma == "" and to ~= "" or find(from, "^0%d") or find(to, "^0%d") then return nil end
  local low, high = tonumber(from), to ~= "" and tonumber(to) or comma == "" and tonumber(from) or nil
  if low > most_copies or high and (high > most_copies or high < low) then
    refuse("invalid repeat count: " .. sub(pattern, at, after - 1))
  end
  return after, high or low
end

--- Counts the groups that capture in a translation, in which no parenthesis stands for itself.
---@param translation string
---@return integer
function re2.groups(translation)
  local count = 0
  for opening in translation:gmatch "%(%??" do
    if opening == "(" then count = count + 1 end
  end
  return count
end

local simple_repeats = { ["*"] = true, ["+"] = true, ["?"] = true }

-- Reads a repetition; returns false when there is none.
function Parser:read_repetition(c)
  local pattern, at = self.pattern, self.at
  local after, copies = at + 1, nil
  if not simple_repeats[c] then
    if c ~= "{" then return false end
    after, copies = braces(pattern, at)
    if not after then return false end
  end
  local text = sub(pattern, at, after - 1)
  if not self.last then refuse("missing argument to repetition operator: " .. text) end
  local is_lazy = sub(pattern, after, after) == "?"
  if is_lazy then after = after + 1 end
  if self.is_repeated then refuse("invalid nested repetition operator: " .. sub(pattern, at, after - 1)) end
  local total = self.copies * (copies and copies > 0 and copies or 1)
  if copies == 0 then total = 1 elseif copies and total > most_copies then refuse("invalid repeat count: " .. text) end
  local part = self.parts[self.last] .. text .. (is_lazy ~= (self.flags.U or false) and "?" or "")
  -- PCRE2 does not always match what is repeated zero times.
  if copies == 0 and re2.groups(part) == 0 then part = "(?:)" end
  self.parts[self.last] = part
  self.is_repeated, self.copies, self.at = true, total, after
  if total > self.most then self.most = total end
  return true
end

local anchors = { A = "(?:\\A)", b = "(?:\\b)", B = "(?:\\B)", z = "(?:\\z)" }

-- Reads the literals from \Q to \E.
function Parser:read_quoted()
  local stop = find(self.pattern, "\\E", self.at, true)
  local text = sub(self.pattern, self.at + 2, (stop or #self.pattern + 1) - 1)
  for c in text:gmatch "[^\128-\191][\128-\191]*" do self:atom(classes.literal(c)) end
  self.at = stop and stop + 2 or #self.pattern + 1
end

function Parser:read_escape()
  local letter = sub(self.pattern, self.at + 1, self.at + 1)
  if letter == "Q" then return self:read_quoted() end
  if anchors[letter] then
    self.at = self.at + 2
    return self:atom(anchors[letter])
  end
  local set, after = classes.set_at(self.pattern, self.at, self.flags.i)
  if set then
    self.at = after
    return self:atom("[" .. set .. "]")
  end
  local code
  code, self.at = classes.escape_at(self.pattern, self.at)
  self:atom(classes.of_code(code))
end

local readers = {
  ["("] = Parser.read_group,
  ["\\"] = Parser.read_escape,
  [")"] = function(self)
    self:close()
    self.at = self.at + 1
  end,
  ["|"] = function(self)
    self.parts[#self.parts + 1] = "|"
    self.last, self.is_repeated, self.at = nil, false, self.at + 1
  end,
  ["^"] = function(self)
    self:atom(self.flags.m and "(?:\\A|(?<=\\n))" or "(?:\\A)")
    self.at = self.at + 1
  end,
  ["$"] = function(self)
    self:atom(self.flags.m and "(?:\\z|(?=\\n))" or "(?:\\z)")
    self.at = self.at + 1
  end,
  ["."] = function(self)
    self:atom(self.flags.s and "(?s:.)" or ".")
    self.at = self.at + 1
  end,
  ["["] = function(self)
    local set
    set, self.at = classes.class_at(self.pattern, self.at, self.flags.i)
    self:atom(set)
  end,
}

function Parser:read_literal()
  local c = match(self.pattern, "^[^\128-\191][\128-\191]*", self.at)
  self:atom(classes.literal(c))
  self.at = self.at + #c
end

function Parser:run()
  while self.at <= #self.pattern do
    local c = sub(self.pattern, self.at, self.at)
    if not self:read_repetition(c) then (readers[c] or Parser.read_literal)(self) end
  end
  if #self.groups > 0 then refuse "missing closing )" end
  return concat(self.parts)
end

--- Translates a regular expression.
---@param pattern string valid UTF-8
---@return string? translation nil: it is refused
---@return string? problem
function re2.translate(pattern)
  local parser = setmetatable({
    pattern = pattern, at = 1, flags = {}, shown = nil, parts = {}, groups = {}, names = {}, most = 0, copies = 1,
  }, Parser)
  local ok, result = pcall(parser.run, parser)
  if ok then return result end
  if type(result) ~= "table" or getmetatable(result) ~= problem_mt then error(result, 0) end
  return nil, result[1]
end

return re2
