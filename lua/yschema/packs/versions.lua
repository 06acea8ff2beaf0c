--- Versions of a pack. One text describes all of them: lines that only some versions have follow a mark.
--
--     #! since 3.0              the next entry, item or line of code
--     #! until 3.0              likewise, for versions before 3.0
--     #! since 2.45 until 3.0
--     #! since 3.0:             all lines up to "#! end", which may have marks, too
--
-- A mark stands before all annotations of an entry; one for a single annotation has a colon and an end. The entry ends
-- before the next line that is not indented deeper; items of its array may stand at its own indentation. Lines of other
-- versions become empty, so that all lines keep their numbers.
--
-- @module yschema.packs.versions

local versions = {}

local error, tonumber = error, tonumber
local byte, find, gsub, match, sub = string.byte, string.find, string.gsub, string.match, string.sub
local concat, floor = table.concat, math.floor

-- Minor versions below this many.
local MINORS = 100000

--- Returns a number by which versions are compared: of "3.14" or "3.14.1", whose last part does not count.
---@param version string
---@return integer? number nil: it is no version
---@return boolean? has_minor whether it has a minor version, too
function versions.number(version)
  local major, minor = match(version, "^(%d%d?%d?%d?)%.(%d%d?%d?%d?)$")
  if not major then major, minor = match(version, "^(%d%d?%d?%d?)%.(%d%d?%d?%d?)%.%d+$") end
  if major then return floor(tonumber(major) * MINORS + tonumber(minor)), true end
  major = match(version, "^(%d%d?%d?%d?)$")
  return major and floor(tonumber(major) * MINORS), false
end

-- Returns the numbers in a mark: `since 2.45 until 3.0:`; nil: the comment is no mark.
local function parse(comment)
  local words, colon = match(comment, "^(.-)(:?) *$")
  local since, rest = match(words, "^since ([%d.]+)(.*)$")
  local until_ = match(rest or " " .. words, "^ until ([%d.]+)$")
  if not until_ and (not since or rest ~= "") then return nil end
  return since and versions.number(since) or 0, until_ and versions.number(until_) or nil, colon == ":"
end

-- Returns where the line ends that begins at `at`: at its line feed, or after the text.
local function line_end(text, at) return find(text, "\n", at, true) or #text + 1 end

-- Returns where the line begins after the block that begins at `at`. Blocks in it have ends of their own.
local function block_end(text, at)
  local depth = 1
  while depth > 0 do
    local first, last, comment = find(text, "\n *#! (%l+[^\n]*)", at - 1)
    if not first then error("a mark of versions has no end", 0) end
    if match(comment, "^end *$") then
      depth = depth - 1
    elseif match(comment, ": *$") and parse(comment) then
      depth = depth + 1
    end
    at = last + 2
  end
  return at
end

local HASH, DASH, AT, BLANK, LINE_FEED = byte "#", byte "-", byte "@", byte " ", byte "\n"

-- Returns whether a line with an item follows, after annotations of the item.
local function is_item(text, at, indent)
  while byte(text, at + indent) == HASH and find(text, "^ *#@%a", at) == at do at = line_end(text, at) + 1 end
  return find(text, "[^ ]", at) == at + indent and find(text, "^%-%f[ \n%z]", at + indent) ~= nil
end

-- Returns where the line begins after the entry, item or line of code that begins at `at`, with its annotations.
local function entry_end(text, at, indent)
  while at <= #text and byte(text, at + indent) == HASH do
    local is_code = byte(text, at + indent + 1) == AT and byte(text, at + indent + 2) == BLANK
    at = line_end(text, at) + 1
    if is_code then return at end
  end
  local has_items = byte(text, at + indent) ~= DASH
  at = line_end(text, at) + 1
  while at <= #text do
    local column = (find(text, "[^ ]", at) or at) - at
    local is_blank = byte(text, at + column) == LINE_FEED
    local is_below = column > indent or column == indent and has_items and is_item(text, at, indent)
    if not is_blank and not is_below then break end
    at = line_end(text, at) + 1
  end
  return at
end

--- Returns the text of one version.
---@param text string
---@param number? integer by `versions.number`; nil: the newest version
---@return string
function versions.text(text, number)
  if not find(text, "#! until ", 1, true) and (not number or not find(text, "#! since ", 1, true)) then return text end
  local parts, from, at = {}, 1, 1
  while true do
    local first, last, indent, comment = find(text, "\n( *)#! (%l+ %d[^\n]*)\n", at)
    if not first then break end
    local since, until_, is_block = parse(comment)
    at = last
    if since then
      local is_there = (not number or number >= since) and (not until_ or number ~= nil and number < until_)
      if not is_there then
        at = (is_block and block_end or entry_end)(text, last + 1, #indent)
        parts[#parts + 1] = sub(text, from, last)
        parts[#parts + 1] = gsub(sub(text, last + 1, at - 1), "[^\n]+", "")
        from, at = at, at - 1
      end
    end
  end
  parts[#parts + 1] = sub(text, from)
  return concat(parts)
end

return versions
