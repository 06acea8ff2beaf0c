-- Asks everything at bytes of texts: each request has to be answered without an error.

local uris = require "yschema.server.uris"
local core = require "yschema.core"
local positions = require "yschema.server.positions"

local stress = {}

local AT_PLACES = { "hover", "completion", "definition", "implementation", "references" }
local OF_TEXTS = {
  "documentSymbol", "semanticTokens/full", "foldingRange", "documentLink", "codeLens", "diagnostic", "inlayHint",
  "codeAction",
}
local REFUSED = -32803

-- Sends a request. Returns the error, unless it says that the request is refused.
local function problem_with(editor, method, params)
  local _, problem = editor:request("textDocument/" .. method, params)
  if problem and problem.code ~= REFUSED then return ("%s: %s"):format(method, problem.message) end
end

-- Asks all requests about an open text, at each `step`th byte. Returns the first error, and the number of requests.
function stress.ask(editor, path, text, step)
  local document = { uri = uris.uri(path) }
  local content, count = positions.of(text), 0
  local whole = { start = { line = 0, character = 0 }, ["end"] = { line = 1e6, character = 0 } }
  for _, method in ipairs(OF_TEXTS) do
    count = count + 1
    local problem = problem_with(editor, method, { textDocument = document, range = whole })
    if problem then return problem, count end
  end
  for at = 1, #text + 1, step do
    local position = content:position(at, "utf-16")
    for _, method in ipairs(AT_PLACES) do
      count = count + 1
      local problem = problem_with(editor, method, { textDocument = document, position = position })
      if problem then return ("byte %d: %s"):format(at, problem), count end
    end
    local selected = setmetatable({ position }, core.array_mt)
    local problem = problem_with(editor, "selectionRange", { textDocument = document, positions = selected })
      or problem_with(editor, "prepareRename", { textDocument = document, position = position })
      or problem_with(editor, "rename", { textDocument = document, position = position, newName = "other" })
    if problem then return ("byte %d: %s"):format(at, problem), count end
    editor.received = {}
  end
  return nil, count
end

-- Removes a part of a text.
function stress.damaged(text, random)
  local first = random(#text + 1)
  return text:sub(1, first - 1) .. text:sub(first + random(12))
end

return stress
