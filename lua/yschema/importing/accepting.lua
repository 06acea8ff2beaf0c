--- Says quickly that a JSON Schema accepts texts, without importing it (reference#check).
--
-- @module yschema.importing.accepting

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local other_texts = lazily "yschema.importing.reading.other_texts"
local regexps = lazily "yschema.importing.reading.regexps"

local accepting = {}

local ipairs = ipairs

-- Compiles a schema, with the metaschemas that it refers to. Returns nil where it has to be imported.
local function compiled(source, settings, draft)
  local texts = { source:name(), source:text() }
  while true do
    local acceptor, missing = core.acceptor(texts, draft, settings)
    if acceptor then return acceptor end
    local text = missing and other_texts.metaschema(missing)
    if not text then return nil end
    texts[#texts + 1], texts[#texts + 2] = missing, text
  end
end

-- Translates the regular expressions of a schema. Returns nil if that is impossible for one of them.
local function translated(patterns)
  local list = {}
  for i, pattern in ipairs(patterns) do
    list[i] = regexps.translate(pattern)
    if not list[i] then return nil end
  end
  return list
end

--- Compiles a JSON Schema to what accepts lines: `acceptor:lines(text, from)` (csrc/lua/README.md). What it accepts is
-- valid. Whatever it does not accept has to be validated by the imported schema.
---@param source userdata a core source
---@param settings yschema.Settings
---@param draft? integer the draft of a schema without `$schema`; nil: 2020, as for the import
---@return userdata? acceptor nil: the schema has to be imported
function accepting.new(source, settings, draft)
  local acceptor = compiled(source, settings, draft or 2020)
  if not acceptor then return nil end
  local translations = translated(acceptor:patterns())
  if translations and acceptor:begin(translations) then return acceptor end
  acceptor:close()
end

return accepting
