--- Writes the JSON Schemas that the rules of a text need: whole texts, or what a part of a document refers to.
--
-- @module yschema.importing.writing.resources

local core = require "yschema.core"
local library = require "yschema.importing.reading.library"
local literals = require "yschema.importing.writing.literals"
local pointers = require "yschema.text.json_pointer"
local regexps = require "yschema.base.lazily" "yschema.importing.reading.regexps"
local tables = require "yschema.importing.reading.tables"

local resources = {}

-- ---- what the core cannot compile ---------------------------------------------------

local function is_untranslated(pattern) return type(pattern) == "string" and not regexps.translate(pattern) end

-- Whether a key of `patternProperties` cannot be translated: then it is unknown which keys are the additional ones.
local function has_untranslated(patterns)
  if type(patterns) ~= "table" then return false end
  for pattern in next, patterns do
    if is_untranslated(pattern) then return true end
  end
  return false
end

-- Returns the keywords of a subschema that accept any value here, because that was allowed.
local function dropped_of(node, lost)
  local dropped = {}
  if lost[node] then dropped["$ref"] = true end
  if is_untranslated(node.pattern) then dropped.pattern = true end
  if has_untranslated(node.patternProperties) then
    dropped.patternProperties, dropped.additionalProperties = true, true
  end
  return dropped
end

-- Copies a node without these keywords.
local function without(node, lib, lost)
  if type(node) ~= "table" then return node end
  local copy, dropped = {}, lib.places[node] and dropped_of(node, lost) or {}
  for key, value in next, node do
    if not dropped[key] then copy[key] = without(value, lib, lost) end
  end
  return setmetatable(copy, getmetatable(node))
end

-- Returns a root that the core can compile.
local function compilable(root, lib, found, lost)
  if next(lost) == nil and next(found.untranslated) == nil then return root end
  return without(root, lib, lost)
end

-- ---- parts --------------------------------------------------------------------------

-- Puts a value at a JSON pointer.
local function put(root, pointer, value)
  local steps, at = pointers.tokens(pointer), root
  for i = 1, #steps - 1 do
    at[steps[i]] = at[steps[i]] or {}
    at = at[steps[i]]
  end
  at[steps[#steps]] = value
end

-- Returns a root with those subschemas of a document that a part of it consists of.
local function root_of_part(document, places)
  local list = {}
  for node, place in pairs(places) do
    if node ~= document then list[#list + 1] = place end
  end
  table.sort(list, function(a, b) return a.pointer < b.pointer end)
  local root, last = {}, nil
  for _, place in ipairs(list) do
    if not last or place.pointer:sub(1, #last + 1) ~= last .. "/" then
      put(root, place.pointer, place.node)
      last = place.pointer
    end
  end
  return root
end

-- ---- texts --------------------------------------------------------------------------

local drafts = { [4] = "4", [6] = "6", [7] = "7", [2019] = "2019-09", [2020] = "2020-12" }

-- Returns the arguments of the annotation.
local function arguments_of(text, lib)
  local list, root = {}, text.root
  local address, draft = text.address, lib.places[root] and lib.places[root].draft
  if address == "" and lib.all[2] then address = text.given:match "[^/]*$" end
  if address ~= "" then list[1] = literals.text(address) end
  if draft and draft ~= 2020 and not library.draft_of(root) then
    list[#list + 1] = ('draft="%s"'):format(drafts[draft])
  end
  return list[1] and " " .. table.concat(list, ", ") or ""
end

local function text_of(root)
  if tables.is_map(root) and next(root) == nil then return "{}\n" end
  local text = core.encode(root, "yaml")
  return text:sub(-1) == "\n" and text or text .. "\n"
end

--- Writes the JSON Schemas.
---@param import table see `yschema.importing.importer`
---@param found yschema.SchemaNeeds
---@param part? yschema.SchemaPart
---@return yschema.WrittenResource[]? nil when no rule needs them
function resources.of(import, found, part)
  if not found.json then return nil end
  local lib, list = import.lib, {}
  if part then
    local root = root_of_part(part.root, import.places)
    root["$schema"] = lib.document.schema
    list[1] = { arguments = part.fills_defaults and " defaults=True" or "",
      text = text_of(compilable(root, lib, found, import.lost)) }
  end
  for _, text in ipairs(lib.all) do
    list[#list + 1] = { arguments = arguments_of(text, lib),
      text = text_of(compilable(text.root, lib, found, import.lost)) }
  end
  return list
end

return resources
