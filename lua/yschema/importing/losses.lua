--- Notes the keywords of a JSON Schema whose meaning changes in an import, and why nothing can be imported.
--
-- @module yschema.importing.losses

local addresses = require "yschema.metaschema.addresses"
local forms = require "yschema.importing.reading.forms"
local core = require "yschema.core"
local keywords = require "yschema.importing.reading.keywords"
local library = require "yschema.importing.reading.library"

local losses = {}

local function at(place, keyword)
  return place.text, addresses.below(place.pointer, keyword)
end

--- Notes a loss, once.
---@param self table the import, see `yschema.importing.importer`
---@param verdict string see `yschema.ImportLoss`
---@param place yschema.KeywordPlace
---@param keyword string
---@param reason string
function losses.lose(self, verdict, place, keyword, reason)
  local text, pointer = at(place, keyword)
  -- Below a negation, what is looser makes the whole stricter.
  for _, step in ipairs { "/not/", "/if/", "/oneOf/", "/contains/" } do
    if verdict == "looser" and pointer:find(step, 1, true) then
      reason = ("%s; below %s, that may refuse values, too"):format(reason, step:sub(2, -2))
      break
    end
  end
  local key = text.name .. "\n" .. pointer .. reason
  if self.seen[key] then return end
  self.seen[key] = true
  local list = (verdict == "ignored" or verdict == "misspelt") and self.notes or self.losses
  list[#list + 1] = {
    verdict = verdict, keyword = keyword, file = text.name, pointer = pointer, line = library.line(text, pointer),
    reason = reason,
  }
end

--- Notes why nothing can be imported.
function losses.fail(self, place, keyword, reason)
  local text, pointer = at(place, keyword)
  self.problem = self.problem or ("%s:%d: %s (%s)"):format(text.name, library.line(text, pointer), reason, pointer)
end

--- Notes a reference that leads nowhere.
function losses.take_reference(self, place, problem)
  self.lost[place.node] = true
  if self.lib.settings.allow_inexact then
    losses.lose(self, "looser", place, "$ref", "$ref cannot be resolved, so any value fits: " .. problem)
  elseif self.writes then
    losses.fail(self, place, "$ref",
      ("$ref cannot be resolved: %s. With --allow-inexact, any value fits there"):format(problem))
  end
end

--- Notes the regular expressions of a schema that cannot be translated.
function losses.take_patterns(self, node, place)
  local function take(pattern, keyword)
    local problem = self.untranslated[pattern]
    if problem then
      losses.lose(self, "looser", place, keyword, "any text fits: " .. problem)
    end
  end
  if node.pattern ~= nil then take(node.pattern, "pattern") end
  if type(node.patternProperties) == "table" then
    for pattern in next, node.patternProperties do take(pattern, "patternProperties") end
  end
end

--- Notes the format of a schema, which is not validated.
function losses.take_format(self, place)
  if place.draft <= 7 and place.text.as_editors then
    losses.lose(self, "looser", place, "format", "this format is not validated")
  end
end

-- Finds a float in a value that replaces an integer.
local function rounded_in(value, rounded)
  if type(value) == "number" then return rounded[value] end
  if type(value) ~= "table" then return nil end
  for _, item in next, value do
    local found = rounded_in(item, rounded)
    if found then return found end
  end
end

local with_values = { const = true, enum = true, default = true }

--- Notes the keywords of a schema whose integers were replaced by the nearest floats.
function losses.take_rounded(self, node, place)
  for key, value in next, node do
    local found = (type(value) == "number" or with_values[key]) and rounded_in(value, place.text.rounded)
    if found then
      local upper = key == "maximum" or key == "exclusiveMaximum"
      local looser = with_values[key] or found.larger == upper
      losses.lose(self, looser and "looser" or "stricter", place, key,
        ("%s does not fit in 64 bits; the nearest float replaces it"):format(found.text))
    end
  end
end

--- Notes a `$schema` that names no draft: the meaning of its keywords is unknown.
function losses.take_dialect(self, node, place)
  if type(node["$schema"]) ~= "string" then return end
  local draft = place.draft
  losses.lose(self, "unknown dialect", place, "$schema",
    ("this draft is not supported; the keywords are read as those of %s"):format(
      draft <= 7 and "draft-0" .. draft or draft == 2019 and "2019-09" or "2020-12"))
end

-- Whether a reference that cannot be followed is among the schemas for the same value. `seen` gets all these schemas.
local function finds_nowhere(self, node, seen)
  if type(node) ~= "table" or seen[node] or self.leading_nowhere[node] == false then return false end
  if self.leading_nowhere[node] then return true end
  seen[node] = true
  local form = self.simple:read(node)
  local _, _, open = self.lib:dynamic_reference(node, form.place and form.place.draft or 2020)
  local found = open
  if not found and form.ref then
    local target = self.simple:target(form)
    found = target == nil or finds_nowhere(self, target, seen)
  end
  for _, schema in ipairs(not found and forms.in_place(form) or {}) do
    found = finds_nowhere(self, schema, seen)
    if found then break end
  end
  if found then self.leading_nowhere[node] = true end
  return found
end

-- The same, with the answers for all schemas that a search without a result has seen.
local function leads_nowhere(self, node)
  local seen = {}
  if finds_nowhere(self, node, seen) then return true end
  for one in next, seen do self.leading_nowhere[one] = false end
  return false
end

--- Notes `unevaluatedProperties` and `unevaluatedItems` where it is unknown what other keywords evaluate.
function losses.take_unevaluated(self, node, place)
  for _, keyword in ipairs { "unevaluatedProperties", "unevaluatedItems" } do
    local value = node[keyword]
    if value ~= nil and value ~= true and leads_nowhere(self, node) then
      losses.lose(self, "stricter", place, keyword, "a reference beside it cannot be followed, and what it evaluates"
        .. " counts as unevaluated")
    end
  end
end

--- Notes the keys of a schema that are misspelt keywords.
function losses.take_misspelt(self, node, place)
  for key in next, node do
    local meant = self.misspelt[key]
    if meant == nil then
      meant = core.keyword_meant(key) or false
      self.misspelt[key] = meant
    end
    if meant and node[meant] == nil then
      losses.lose(self, "misspelt", place, key, ("this is no keyword (did you mean %s?)"):format(meant))
    end
  end
end

--- Notes the keywords that are ignored, because they are beside `$ref`.
function losses.take_ignored(self, node, place)
  for _, keyword in ipairs(keywords.ignored(node, place.draft)) do
    losses.lose(self, "ignored", place, keyword, "up to draft-07, keywords beside $ref are ignored")
  end
end

return losses
