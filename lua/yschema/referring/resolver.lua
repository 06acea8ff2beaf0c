--- Compares the names and references of many documents.
--
-- @module yschema.referring.resolver

local mentions = require "yschema.referring.mentions"
local nearest = require "yschema.base.suggestion".nearest

local resolver = {}

local concat, ipairs, pairs, setmetatable = table.concat, ipairs, pairs, setmetatable

local MOST_SHOWN = 9
local MOST_HINTS = 100 -- references for which the nearest name is looked for

---@class yschema.Resolver
---@field plan yschema.Plan
---@field private groups table<string, table>
---@field private firsts table<string, string> where the first item of an identity is
---@field private documents table[] in order, with what is open or repeated
---@field private current? table
---@field unsure? boolean a document could not be read, so that there may be other names
local Resolver = {}
Resolver.__index = Resolver

function Resolver:group(id)
  local group = self.groups[id]
  if not group then
    group = { names = {}, count = 0 }
    self.groups[id] = group
  end
  return group
end

function Resolver:name(id, name, line)
  local group = self:group(id)
  if group.names[name] then return end
  group.names[name], group.count = true, group.count + 1
  group.place = group.place or ("%s:%d"):format(self.current.file, line)
end

function Resolver:uncertain(id) self:group(id).uncertain = true end

-- Notes something about the current document, which is kept only then.
function Resolver:note(mention)
  local current = self.current
  if not current[1] then self.documents[#self.documents + 1] = current end
  current[#current + 1] = mention
end

function Resolver:mention(mention)
  local member = self.plan.members[mention.member]
  local reference = member.references[mention.reference]
  if not reference.keys then
    for _, id in ipairs(reference.groups or {}) do
      if self:group(id).names[mention.name] then return end
    end
    if reference.groups then self:note(mention) end
    return
  end
  local key = ("%d %d %s"):format(self.plan.numbers[member.schema], mention.reference, mention.name)
  local first = self.firsts[key]
  if first then
    mention.first = first
    self:note(mention)
  else
    self.firsts[key] = ("%s (%s:%d)"):format(mention.path == "" and "the document" or mention.path,
      mention.file ~= "" and mention.file or self.current.file, mention.line)
  end
end

--- Takes what a document says.
---@param text string
---@param document table with the name of its `file`; is given back to `finish`, with violations
function Resolver:take(text, document)
  self.current = document
  mentions.read(text, self)
end

-- ---- violations ---------------------------------------------------------------------

local function text_of(name) return name:sub(1, 1) == '"' and name:sub(2) or nil end

local function shown(name) return text_of(name) and ('"%s"'):format(text_of(name)) or name:sub(2) end

-- Says where the names of a group are.
local function in_words(group, path, where, sensitive)
  if group.count == 0 then return ("a name at %s%s, where there are none"):format(path, where) end
  local words = group.count == 1 and ("the only name at %s%s (%s)"):format(path, where, group.place)
    or ("one of the %d names at %s%s (%s)"):format(group.count, path, where, group.place)
  if sensitive or group.count > MOST_SHOWN then return words end
  local list = {}
  for name in pairs(group.names) do list[#list + 1] = shown(name) end
  table.sort(list)
  return words .. ": " .. concat(list, ", ")
end

function Resolver:hint(mention, reference)
  local text = text_of(mention.name)
  if not text or mention.sensitive or reference.sensitive or self.hints >= MOST_HINTS then return "" end
  self.hints = self.hints + 1
  local candidates = {}
  for _, id in ipairs(reference.groups) do
    for name in pairs(self:group(id).names) do candidates[#candidates + 1] = text_of(name) end
  end
  local best = nearest(text, candidates)
  return best and ('did you mean "%s"?'):format(best) or ""
end

-- Returns the words of a violation, or nil when the reference leads to a name, or may do so.
function Resolver:missing(mention, reference)
  if self.unsure or self.plan.partial and reference.scope == "configuration" then return nil end
  local must = {}
  local where = reference.kind and " of " .. reference.kind
    or reference.scope == "file" and " in this file" or " in all documents"
  for i, id in ipairs(reference.groups) do
    local group = self:group(id)
    if group.names[mention.name] or group.uncertain then return nil end
    must[i] = in_words(group, reference.to[i], where, reference.sensitive)
  end
  return "REFERENCE", "refers", concat(must, ", or "), ("%s (no such name)"):format(mention.shown),
    self:hint(mention, reference)
end

local function repeated(mention, reference)
  local where = reference.scope == "file" and "of this file" or "of all documents"
  return "IDENTITY", "identity", ("different from all other items %s in %s"):format(where,
    concat(reference.keys, " and ")), ("%s (the same as %s)"):format(mention.shown, mention.first), ""
end

--- Ends the work.
---@param emit fun(document: table, violations: table[])
function Resolver:finish(emit)
  self.hints = 0
  for _, document in ipairs(self.documents) do
    local list = {}
    for _, mention in ipairs(document) do
      local member = self.plan.members[mention.member]
      local reference = member.references[mention.reference]
      local code, rule, must, found, hint
      if reference.keys then
        code, rule, must, found, hint = repeated(mention, reference)
      else
        code, rule, must, found, hint = self:missing(mention, reference)
      end
      if code then
        list[#list + 1] = {
          code = code, rule = rule, must = must, found = found, hint = hint, mention = mention, reference = reference,
          schema = member.schema,
        }
      end
    end
    if list[1] then emit(document, list) end
  end
end

--- Makes a resolver.
---@param plan yschema.Plan
---@return yschema.Resolver
function resolver.new(plan)
  return setmetatable({ plan = plan, groups = {}, firsts = {}, documents = {}, hints = 0 }, Resolver)
end

return resolver
