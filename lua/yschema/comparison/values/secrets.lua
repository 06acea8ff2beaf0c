--- Keeps what the rules and defaults of sensitive fields say out of the documents that show a difference.
--
-- @module yschema.comparison.values.secrets

local facts = require "yschema.comparison.facts"

local secrets = {}

local ipairs, pairs, type = ipairs, pairs, type
local getmetatable, setmetatable, tostring = getmetatable, setmetatable, tostring

local MASK = "(sensitive)"

--- The texts and numbers that are not shown.
---@class yschema.Secrets
---@field known table<any, boolean>
---@field texts string[] as messages show them, the longest first
local Secrets = {}
Secrets.__index = Secrets

local function add(known, value)
  if type(value) == "table" then
    for _, below in pairs(value) do add(known, below) end
  elseif type(value) == "string" or type(value) == "number" then
    if value ~= "" then known[value] = true end
  end
end

local function add_field(known, field)
  if not field.sensitive then return end
  add(known, field.default)
  for _, rule in ipairs(field.rules or {}) do
    if rule.name == "one_of" then add(known, rule.argument) end
  end
end

--- Collects what must not be shown of the schemas with these root fields.
---@param ... yschema.OutlineField
---@return yschema.Secrets
function secrets.of(...)
  local known, texts = {}, {}
  for _, root in ipairs { ... } do
    for _, field in ipairs(facts.all_below(root)) do add_field(known, field) end
  end
  for value in pairs(known) do
    texts[#texts + 1] = type(value) == "string" and '"' .. value .. '"' or tostring(value)
  end
  table.sort(texts, function(a, b) return #a > #b or #a == #b and a < b end)
  return setmetatable({ known = known, texts = texts }, Secrets)
end

--- Gives a document without what must not be shown. It is the document itself if there is nothing of that kind in it.
---@param value any
---@return any
function Secrets:document(value)
  if self.known[value] then return MASK end
  if type(value) ~= "table" then return value end
  local copy, differs = {}, false
  for key, below in pairs(value) do
    copy[key] = self:document(below)
    differs = differs or copy[key] ~= below
  end
  return differs and setmetatable(copy, getmetatable(value)) or value
end

local function is_word(character) return character:find "^[%w_.+-]$" ~= nil end

-- Replaces a text where it stands by itself: numbers are not replaced in longer words.
local function replaced(message, text)
  local parts, at = {}, 1
  local is_number = text:byte() ~= 34
  while true do
    local from, to = message:find(text, at, true)
    if not from then return table.concat(parts) .. message:sub(at) end
    local inside = is_number and (is_word(message:sub(from - 1, from - 1)) or is_word(message:sub(to + 1, to + 1)))
    local by = inside and text or is_number and MASK or '"' .. MASK .. '"'
    parts[#parts + 1] = message:sub(at, from - 1) .. by
    at = to + 1
  end
end

--- Gives a message without what must not be shown.
---@param message string
---@return string
function Secrets:message(message)
  for _, text in ipairs(self.texts) do message = replaced(message, text) end
  return message
end

return secrets
