--- Patterns for the names of files: `*`, `?`, `**` and `{a,b}` (reference#globs).
--
-- `*` and `?` do not match a slash; `**` matches any number of folders. A name that begins with a dot is matched
-- only by a pattern that begins with a dot. Links are followed to files and to folders that the pattern names, but `**`
-- does not follow them, because they may form a circle.
--
-- @module yschema.batch.globs

local lfs = require "lfs"
local core = require "yschema.core"
local sorted_keys = require "yschema.base.plain_tables".sorted_keys

local globs = {}

-- So many names are looked at outside of the folder in which a pattern begins, where the caller has not written it.
globs.most_outside = 20000

local MOST_WORDS = 1000 -- patterns without braces that one pattern with braces may become

--- Returns whether a word is a pattern, and not only a path.
---@param word string
---@return boolean
function globs.is_pattern(word) return word:find "[*?{]" ~= nil end

-- ---- braces -------------------------------------------------------------------------

-- Finds the first braces with a comma between them, in one pass. Returns their places and the parts between the
-- commas. The parts of nested braces are not cut out, because they would be long. Braces that are not closed are
-- ordinary characters.
local function find_braces(pattern)
  local open, first = {}, nil
  for at, letter in pattern:gmatch "()([{},])" do
    local top = open[#open]
    if letter == "{" then
      open[#open + 1] = { from = at, ends = {} }
    elseif top then
      top.ends[#top.ends + 1] = at
      if letter == "}" then
        open[#open] = nil
        if top.ends[2] and not (first and first.from < top.from) then first = top end
      end
    end
  end
  if not first then return nil end
  local parts, begin = {}, first.from + 1
  for i, at in ipairs(first.ends) do
    parts[i], begin = pattern:sub(begin, at - 1), at + 1
  end
  return first.from, begin - 1, parts
end

--- Writes a pattern with braces as patterns without them.
---@param pattern string
---@return string[]? patterns nil when there are more than 1000
function globs.without_braces(pattern)
  local done, waiting = {}, { pattern }
  while waiting[1] do
    local word = table.remove(waiting)
    local first, last, parts = find_braces(word)
    if not first then
      done[#done + 1] = word
    else
      for i = #parts, 1, -1 do waiting[#waiting + 1] = word:sub(1, first - 1) .. parts[i] .. word:sub(last + 1) end
    end
    if #done + #waiting > MOST_WORDS then return nil end
  end
  return done
end

-- ---- one part of a path -------------------------------------------------------------

local ONE = "[^\128-\191][\128-\191]*" -- character

-- Splits a part of a path at its stars, or returns nil for a part that is just a name. A piece is a Lua pattern in
-- which no repetition can try again what it has matched.
local function pieces_of(part)
  if not part:find "[*?]" then return nil end
  local pieces = {}
  for text in (part .. "*"):gmatch "([^*]*)%*" do
    pieces[#pieces + 1] = text:gsub("%p", function(letter) return letter == "?" and ONE or "%" .. letter end)
  end
  pieces[1] = "^" .. pieces[1]
  pieces[#pieces] = pieces[#pieces] .. "$"
  return pieces
end

-- Returns whether a name matches. Between two stars the first place where a piece fits is as good as any other, so each
-- piece is looked for once: Lua's own patterns try all ways to divide a name among several stars.
local function matches(name, pieces)
  local at = 1
  for i, piece in ipairs(pieces) do
    if i == #pieces and piece == "$" then return true end
    local first, last = name:find(piece, i == 1 and 1 or at)
    if not first then return false end
    at = last + 1
  end
  return true
end

local function is_hidden(name) return name:sub(1, 1) == "." end

-- The names in a folder, in byte order, and the kind of each, or nil and why it cannot be read.
local function names_in(folder)
  local kinds, problem = core.names(folder == "" and "." or folder)
  if not kinds then return nil, problem end
  return sorted_keys(kinds), kinds
end

--- Joins a folder and a name in it.
---@param folder string with or without a slash at its end; "" is the working directory
---@param name string
---@return string
function globs.joined(folder, name)
  if folder == "" or folder:sub(-1) == "/" then return folder .. name end
  return folder .. "/" .. name
end
local joined = globs.joined

-- ---- whole paths --------------------------------------------------------------------

---@class yschema.GlobWalk
---@field parts { text: string, pieces: string[]? }[]
---@field base string where relative paths begin: "" or a folder with a slash at its end
---@field found string[]
---@field closed { path: string, problem: string }[] folders that cannot be read
---@field seen table<string, boolean> the files that were found
---@field read table<string, table[]> the names in folders, and their kinds
---@field visited table<string, boolean> where the parts have been matched
---@field outside? { left: integer } how many names may be looked at outside of `base`; nil: any number
---@field is_outside boolean the pattern has left `base`
local Walk = {}
Walk.__index = Walk

-- A broken link is reported when it is read.
---@param path string
---@param kind? string of `core.names`
function Walk:mode(path, kind)
  if kind == "file" or kind == "directory" then return kind end
  return lfs.attributes(self.base .. path, "mode") or lfs.symlinkattributes(self.base .. path, "mode")
end

function Walk:add(path, kind)
  local mode = self:mode(path, kind)
  if mode and mode ~= "directory" and not self.seen[path] then
    self.seen[path] = true
    self.found[#self.found + 1] = path
  end
end

-- The names in a folder, and their kinds; none if it cannot be read, which is noted once. Each folder is read once.
function Walk:names(folder)
  local read = self.read[folder]
  if not read then
    local path = self.base .. folder
    local names, kinds = names_in(path)
    if not names and lfs.attributes(path, "mode") == "directory" then
      self.closed[#self.closed + 1] = { path = path, problem = kinds }
    end
    read = names and { names, kinds } or { {}, {} }
    self.read[folder] = read
    if self.is_outside and self.outside then self.outside.left = self.outside.left - #read[1] end
  end
  return read[1], read[2]
end

-- Whether the names outside of the folder are too many.
function Walk:is_over() return self.outside ~= nil and self.outside.left < 0 end

-- Whether a folder leads out of the one where the pattern begins: its name is `..`, or it is a link.
function Walk:leaves(path, name)
  return self.outside ~= nil and (name == ".." or lfs.symlinkattributes(self.base .. path, "mode") == "link")
end

-- Goes on in a folder.
function Walk:enter(path, name, index)
  local before = self.is_outside
  self.is_outside = before or self:leaves(path, name)
  self:from(path, index)
  self.is_outside = before
end

function Walk:below(folder, index)
  if self:is_over() then return end
  self:from(folder, index + 1)
  local names, kinds = self:names(folder)
  for _, name in ipairs(names) do
    if kinds[name] ~= "file" and not is_hidden(name) then
      local path = joined(folder, name)
      if kinds[name] == "directory" or lfs.symlinkattributes(self.base .. path, "mode") == "directory" then
        self:below(path, index)
      end
    end
  end
end

-- Adds the files that the parts from `index` on match below a folder. Several `**` lead to the same folder in many
-- ways; each folder is searched once.
function Walk:from(folder, index)
  local place = index .. " " .. folder
  if self.visited[place] or self:is_over() then return end
  self.visited[place] = true
  local part = self.parts[index]
  local is_last = not self.parts[index + 1]
  if part.text == "**" then return self:below(folder, index) end
  if not part.pieces then
    local path = joined(folder, part.text)
    if is_last then return self:add(path) end
    return self:enter(path, part.text, index + 1)
  end
  local names, kinds = self:names(folder)
  for _, name in ipairs(names) do
    if matches(name, part.pieces) and (not is_hidden(name) or is_hidden(part.text)) then
      local path = joined(folder, name)
      if is_last then
        self:add(path, kinds[name])
      elseif self:mode(path, kinds[name]) == "directory" then
        self:enter(path, name, index + 1)
      end
    end
  end
end

local function parts_of(pattern)
  local parts = {}
  for text in pattern:gmatch "[^/]+" do parts[#parts + 1] = { text = text, pieces = pieces_of(text) } end
  if parts[1] and parts[#parts].text == "**" then parts[#parts + 1] = { text = "*", pieces = pieces_of "*" } end
  return parts
end

--- Finds the files that match a pattern, in byte order of their folders and names.
---@param pattern string
---@param base? string the folder where a relative pattern begins; without it, the working directory
---@param outside? { left: integer } how many names may be looked at outside of the folder; nil: any number
---@param is_outside? boolean `base` is outside itself
---@return string[]? paths as the pattern writes them; nil when there is a problem
---@return { path: string, problem: string }[]|string closed folders that cannot be read, so that files may be missing;
---  or the problem
function globs.find(pattern, base, outside, is_outside)
  local words = globs.without_braces(pattern)
  if not words then return nil, "its braces stand for more than 1000 patterns" end
  local walk = setmetatable({
    base = base and joined(base, "") or "", found = {}, closed = {}, seen = {}, read = {}, outside = outside,
  }, Walk)
  for _, word in ipairs(words) do
    walk.parts, walk.visited = parts_of(word), {}
    local root = word:match "^/" or ""
    if root == "/" then walk.base = "" end
    walk.is_outside = is_outside or root == "/"
    if walk.parts[1] then walk:from(root, 1) end
  end
  if walk:is_over() then
    return nil, ("it has more than %d names to look at outside of the folder of the file that lists it"):format(
      globs.most_outside)
  end
  return walk.found, walk.closed
end

return globs
