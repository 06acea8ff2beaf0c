--- Compiles JSON Schemas by themselves, to compare their verdicts with others.

local core = require "yschema.core"
local other_texts = require "yschema.metaschema.other_texts"
local validity = require "yschema.metaschema.validity"

local accepting = {}

-- Compiles a schema, with the metaschemas that it refers to.
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

--- Compiles a JSON Schema: see `acceptor:verdict` in csrc/lua/README.md.
---@param source userdata a core source
---@param settings yschema.Settings
---@param draft? integer the draft of a schema without `$schema`; nil: 2020
---@return userdata? acceptor nil: it is invalid, or a reference leads nowhere
function accepting.new(source, settings, draft)
  local acceptor = validity.problem(source, settings, draft) == nil and compiled(source, settings, draft or 2020)
  if not acceptor then return nil end
  if acceptor:begin() then return acceptor end
  acceptor:close()
end

return accepting
