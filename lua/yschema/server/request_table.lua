--- The requests about texts, and the modules that answer them.
--
-- @module yschema.server.request_table

local core = require "yschema.core"
local member = require("yschema.server.protocol.parameters").member
local list = require "yschema.base.writing".list

local request_table = {}

local unpack = table.unpack or unpack -- luacheck: ignore

--- A row: `values` and `schema` name the modules, within this room, that answer the request about a values file and
-- about a schema; `any` about either, or about no text. Each is a table of functions by methods, which take the server,
-- the parameters, and the text that the request is about; nil and a reason refuse a request. `takes` is the type of the
-- parameters (`protocol/parameters.lua`). `capability` is what the server says of itself, if the editor has said that
-- it knows `needs`.
---@class yschema.RequestRow
---@field takes string
---@field capability? string
---@field options? table|boolean nil: true
---@field needs? string[]
---@field values? string
---@field schema? string
---@field any? string

---@type table<string, yschema.RequestRow>
local rows = {
  ["textDocument/hover"] = {
    takes = "place", capability = "hoverProvider", values = "values.hover", schema = "schemas.hover",
  },
  ["textDocument/completion"] = {
    takes = "place", capability = "completionProvider", values = "values.completion", schema = "schemas.completion",
    options = { triggerCharacters = list { ":", " ", "-", "{", "[", ",", '"', "'", "\n", "@", "/", "=", "(", "." } },
  },
  ["textDocument/definition"] = {
    takes = "place", capability = "definitionProvider", values = "values.navigation", schema = "schemas.navigation",
  },
  ["textDocument/codeAction"] = {
    takes = "actions", capability = "codeActionProvider", values = "values.fixes", schema = "schemas.fixes",
    options = { codeActionKinds = list { "quickfix", "refactor.rewrite" } },
  },
  ["textDocument/implementation"] = {
    takes = "place", capability = "implementationProvider", values = "values.navigation",
  },
  ["textDocument/references"] = {
    takes = "references", capability = "referencesProvider", values = "values.navigation",
    schema = "schemas.references",
  },
  ["textDocument/prepareRename"] = {
    takes = "place", capability = "renameProvider", options = { prepareProvider = true },
    values = "rename.defined_names", schema = "rename.schema_keys",
  },
  ["textDocument/rename"] = { takes = "new_name", values = "rename.defined_names", schema = "rename.schema_keys" },
  ["textDocument/documentSymbol"] = {
    takes = "text", capability = "documentSymbolProvider", values = "nodes.structure", schema = "nodes.structure",
  },
  ["textDocument/foldingRange"] = {
    takes = "text", capability = "foldingRangeProvider", values = "nodes.structure", schema = "nodes.structure",
  },
  ["textDocument/selectionRange"] = {
    takes = "places", capability = "selectionRangeProvider", any = "nodes.structure",
  },
  ["textDocument/documentLink"] = {
    takes = "text", capability = "documentLinkProvider", options = { resolveProvider = false }, values = "values.links",
    schema = "schemas.navigation",
  },
  ["textDocument/codeLens"] = {
    takes = "text", capability = "codeLensProvider", options = { resolveProvider = false }, values = "values.links",
    schema = "schemas.references",
  },
  ["textDocument/diagnostic"] = {
    takes = "diagnostic", capability = "diagnosticProvider", needs = { "textDocument", "diagnostic" },
    any = "pull_diagnostics",
    options = { identifier = "yschema", interFileDependencies = true, workspaceDiagnostics = true },
  },
  ["workspace/diagnostic"] = { takes = "diagnostics", any = "pull_diagnostics" },
  ["textDocument/semanticTokens/full"] = {
    takes = "text", capability = "semanticTokensProvider", values = "schemas.tokens", schema = "schemas.tokens",
    options = { full = true, legend = { tokenModifiers = list {}, tokenTypes = list {
      "decorator", "keyword", "string", "number", "function", "namespace", "parameter", "variable",
    } } },
  },
  ["textDocument/inlayHint"] = { takes = "part", capability = "inlayHintProvider", values = "values.hints" },
}

--- The text that a request is about.
---@class yschema.RequestedText
---@field open yschema.OpenText
---@field kind "values"|"schema"
---@field folder? yschema.EditedFolder nil: it is no file
---@field jobs yschema.Job[] those in which it is
---@field is_project? boolean

--- Adds what the rows offer to the capabilities of the server.
---@param capabilities table
---@param editor table its capabilities
---@return table capabilities
function request_table.capabilities(capabilities, editor)
  for _, row in pairs(rows) do
    local is_known = not row.needs or member(editor, unpack(row.needs)) ~= nil
    if row.capability and is_known then capabilities[row.capability] = row.options == nil and true or row.options end
  end
  return capabilities
end

-- Returns the text that the parameters name.
local function text_of(server, params)
  local document = params.textDocument
  local open = document and server.texts.by_uri[document.uri]
  return open and server:requested(open) or nil
end

--- Returns what answers a request.
---@param method string
---@return (fun(server: yschema.LanguageServer, params: table): any)? handler nil: it is not known
---@return string? takes the type of the parameters
function request_table.handler(method)
  local row = rows[method]
  if not row then return nil end
  return function(server, params)
    local text = text_of(server, params)
    local name = row.any or text and row[text.kind]
    if not name then return core.null end
    return require("yschema.server." .. name)[method](server, params, text)
  end, row.takes
end

return request_table
