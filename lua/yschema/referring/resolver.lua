--- Compares the names and references of many documents.
--
-- @module yschema.referring.resolver

local mentions = require "yschema.referring.mentions"
local nearest = require "yschema.base.suggestion".nearest

local resolver = {}

local ipairs, pairs, setmetatable, table, tonumber = ipairs, pairs, setmetatable, table, tonumber
local concat = table.concat

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
  group.place = group.place or self.current.file .. ":" .. line
end

function Resolver:uncertain(id) self:group(id).uncertain = true end

-- Notes something about the current document, which is kept only then.
function Resolver:note(reference, name, details, first)
  local current = self.current
  if not current[1] then self.documents[#self.documents + 1] = current end
  current[#current + 1] = { reference = reference, name = name, details = details, first = first }
end

-- Returns a reference with the schema that has it, by the numbers of the member and of the reference.
function Resolver:reference(key)
  local found = self.references[key]
  if not found then
    local member, number = key:match "^(%d+) (%d+)$"
    local of = self.plan.members[tonumber(member)]
    found = { is = of.references[tonumber(number)], schema = of.schema, groups = {} }
    found.prefix = ("%d %s "):format(self.plan.numbers[of.schema], number)
    for i, id in ipairs(found.is.groups or {}) do found.groups[i] = self:group(id) end
    self.references[key] = found
  end
  return found
end

function Resolver:mention(key, name, details)
  local reference = self:reference(key)
  if not reference.is.keys then
    for _, group in ipairs(reference.groups) do
      if group.names[name] then return end
    end
    if reference.groups[1] then self:note(reference, name, details) end
    return
  end
  local item = reference.prefix .. name
  local first = self.firsts[item]
  if first then
    self:note(reference, name, details, first)
  else
    self.firsts[item] = self.current.file .. "\n" .. details
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

-- Whether a reference leads nowhere for certain.
function Resolver:may_be_missing(note)
  if self.unsure or self.plan.partial and note.reference.is.scope == "configuration" then return false end
  for _, group in ipairs(note.reference.groups) do
    if group.uncertain or group.names[note.name] then return false end
  end
  return true
end

-- Returns the words of a violation.
function Resolver:missing(mention, reference)
  local must = {}
  local where = reference.kind and " of " .. reference.kind
    or reference.scope == "file" and " in this file" or " in all documents"
  for i, id in ipairs(reference.groups) do
    must[i] = in_words(self:group(id), reference.to[i], where, reference.sensitive)
  end
  return "REFERENCE", "refers", concat(must, ", or "), ("%s (no such name)"):format(mention.shown),
    self:hint(mention, reference)
end

-- Says where the first item is.
local function place_of(first)
  local file, text = first:match "^([^\n]*)\n(.*)$"
  local details = mentions.details(text)
  return ("%s (%s:%d)"):format(details.path == "" and "the document" or details.path,
    details.file ~= "" and details.file or file, details.line)
end

local function repeated(mention, reference, first)
  local where = reference.scope == "file" and "of this file" or "of all documents"
  return "IDENTITY", "identity", ("different from all other items %s in %s"):format(where,
    concat(reference.keys, " and ")), ("%s (the same as %s)"):format(mention.shown, place_of(first)), ""
end

-- Returns the violation that a note is about, or nil.
function Resolver:violation(note)
  local reference, is_open = note.reference.is, not note.first
  if is_open and not self:may_be_missing(note) then return nil end
  local mention = mentions.details(note.details)
  mention.name = note.name
  local found = { mention = mention, reference = reference, schema = note.reference.schema }
  if is_open then
    found.code, found.rule, found.must, found.found, found.hint = self:missing(mention, reference)
  else
    found.code, found.rule, found.must, found.found, found.hint = repeated(mention, reference, note.first)
  end
  return found
end

--- Ends the work.
---@param emit fun(document: table, violations: table[])
function Resolver:finish(emit)
  for _, document in ipairs(self.documents) do
    local list = {}
    for _, note in ipairs(document) do list[#list + 1] = self:violation(note) end
    if list[1] then emit(document, list) end
  end
end

--- Makes a resolver.
---@param plan yschema.Plan
---@return yschema.Resolver
function resolver.new(plan)
  return setmetatable({ plan = plan, groups = {}, firsts = {}, documents = {}, references = {}, hints = 0 }, Resolver)
end

return resolver
