--- Compares the names and references of many documents, and says in words what is wrong about them.
--
-- @module yschema.referring.resolver

local core = require "yschema.core"

local resolver = {}

local ipairs, setmetatable, table = ipairs, setmetatable, table
local concat = table.concat

local MOST_SHOWN = 9
local MOST_HINTS = 100 -- references for which the nearest name is looked for

---@class yschema.Resolver
---@field ledger userdata takes what documents say
---@field private plan yschema.Plan
---@field private hints integer
local Resolver = {}
Resolver.__index = Resolver

local function text_of(name) return name:sub(1, 1) == '"' and name:sub(2) or nil end

local function shown(name) return text_of(name) and ('"%s"'):format(text_of(name)) or name:sub(2) end

-- Returns the names of a group as they are shown, if they are few.
local function list_of(ledger, group, count)
  if count > MOST_SHOWN then return "" end
  local list = ledger:names(group)
  for i, name in ipairs(list) do list[i] = shown(name) end
  table.sort(list)
  return ": " .. concat(list, ", ")
end

-- Says where the names of a group are; nil: there are none.
function Resolver:in_words(group, path, where, sensitive)
  local count, file, line = self.ledger:group(group)
  if count == 0 then return nil end
  local place = line > 0 and ("%s:%d"):format(file, line) or file
  local words = count == 1 and ("the only name at %s%s (%s)"):format(path, where, place)
    or ("one of the %d names at %s%s (%s)"):format(count, path, where, place)
  return sensitive and words or words .. list_of(self.ledger, group, count)
end

function Resolver:hint(note, reference)
  local text = text_of(note.name)
  if not text or note.sensitive or reference.sensitive or self.hints >= MOST_HINTS then return "" end
  self.hints = self.hints + 1
  local best = self.ledger:nearest(note.member, note.reference, text)
  return best and ('did you mean "%s"?'):format(best) or ""
end

-- Completes the violation of a reference that leads nowhere.
function Resolver:missing(note, reference)
  local must, empty = {}, {}
  local where = reference.kind and " of " .. reference.kind
    or reference.scope == "file" and " in this file" or " in all documents"
  for i, group in ipairs(reference.groups) do
    local words = self:in_words(group, reference.to[i], where, reference.sensitive)
    if words then must[#must + 1] = words else empty[#empty + 1] = reference.to[i] end
  end
  if empty[1] then
    local last = table.remove(empty)
    local paths = empty[1] and concat(empty, ", ") .. " or " .. last or last
    must[#must + 1] = ("a name at %s%s, where there are none"):format(paths, where)
  end
  note.code, note.rule, note.must = "REFERENCE", "refers", concat(must, ", or ")
  note.found, note.hint = note.shown .. " (no such name)", self:hint(note, reference)
end

-- Completes the violation of an item that is like another.
local function repeated(note, reference, first)
  note.code, note.rule, note.hint = "IDENTITY", "identity", ""
  note.must = ("different from all other items %s in %s"):format(
    reference.scope == "file" and "of this file" or "of all documents", concat(reference.keys, " and "))
  note.found = ("%s (the same as %s (%s:%d))"):format(note.shown, first.path == "" and "the document" or first.path,
    first.file, first.line)
end

-- Makes a violation of a note of the ledger.
function Resolver:complete(note)
  local member = self.plan.members[note.member + 1]
  note.by, note.schema = member.references[note.reference], member.schema
  if note.first then repeated(note, note.by, note.first) else self:missing(note, note.by) end
end

--- Ends the work.
---@param emit fun(document: table, violations: table[])
function Resolver:finish(emit)
  local ledger, partial = self.ledger, self.plan.partial
  for document, notes in function() return ledger:next(partial) end do
    for _, note in ipairs(notes) do self:complete(note) end
    emit(document, notes)
  end
end

--- Makes a resolver.
---@param plan yschema.Plan
---@return yschema.Resolver
function resolver.new(plan)
  return setmetatable({ plan = plan, ledger = core.ledger(plan.core), hints = 0 }, Resolver)
end

return resolver
