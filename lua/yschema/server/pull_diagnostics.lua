--- Answers editors that ask for diagnostics: of a text, or of all files of the projects.
--
-- @module yschema.server.pull_diagnostics

local core = require "yschema.core"
local ordered_keys = require "yschema.base.ordered_keys"
local writing = require "yschema.base.writing"

local pull_diagnostics = {}

-- Makes the report on a file. `known`: the identity of the one that the editor has.
local function report_on(list, known)
  list = writing.list(list)
  local id = core.digest(assert(core.encode(list, "json")))
  if id == known then return { kind = "unchanged", resultId = id } end
  return { kind = "full", resultId = id, items = list }
end

pull_diagnostics["textDocument/diagnostic"] = function(server, params, text)
  server:settle()
  return report_on(text and text.open.path and server.published:of(text.open.path) or {}, params.previousResultId)
end

-- Returns the identities of the reports that the editor has, by the URIs of their files.
local function known_ids(params)
  local known = {}
  local given = params.previousResultIds
  for _, one in ipairs(given ~= core.null and given or {}) do known[one.uri] = one.value end
  return known
end

pull_diagnostics["workspace/diagnostic"] = function(server, params)
  server:settle()
  local items, known, seen = {}, known_ids(params), {}
  local function add(uri, list)
    local open, item = server.texts.by_uri[uri], report_on(list, known[uri])
    item.uri, item.version = uri, open and open.version or core.null
    items[#items + 1], seen[uri] = item, true
  end
  for _, folder in pairs(server:all_folders()) do
    local all = folder:validate_all()
    for _, path in ipairs(ordered_keys(all)) do add(server:uri_of(path), all[path]) end
  end
  -- No project lists the others that the editor has reports on any more: they may be deleted.
  for _, uri in ipairs(ordered_keys(known)) do
    local open = server.texts.by_uri[uri]
    if not seen[uri] then add(uri, open and open.path and server.published:of(open.path) or {}) end
  end
  return { items = writing.list(items) }
end

return pull_diagnostics
