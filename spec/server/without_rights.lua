-- A session of an editor in a folder, where the user may not read everything: opens files, and asks about each of them.
--
--     lua5.4 spec/server/without_rights.lua FOLDER FILE...     -- run by rights_spec.lua
--
-- Prints the diagnostics, errors of requests, and lines of the log.

local client = require "spec.server.client"

local root = arg[1]
local editor = client.new()
for i = 2, #arg do editor:open(root .. "/" .. arg[i], "port: x\n") end
for i = 2, #arg do
  local document, at = { uri = "file://" .. root .. "/" .. arg[i] }, { line = 0, character = 1 }
  for _, method in ipairs { "hover", "completion", "definition", "references", "rename", "codeAction", "codeLens",
    "documentLink", "documentSymbol", "inlayHint", "diagnostic" } do
    local _, problem = editor:request("textDocument/" .. method, { textDocument = document, position = at,
      newName = "y", range = { start = at, ["end"] = at } })
    if problem and problem.code == -32603 then print(method .. " failed: " .. problem.message) end
  end
  editor:change(root .. "/" .. arg[i], "port: [\n")
  editor:change(root .. "/" .. arg[i], "port: x\n")
end
local _, problem = editor:request("workspace/diagnostic", {})
if problem then print("workspace: " .. problem.message) end
for i = 2, #arg do
  for _, one in ipairs(editor:of(root .. "/" .. arg[i]) or {}) do
    print(("%s:%d: %s"):format(arg[i], one.range.start.line + 1, one.message:match "[^\n]*"))
  end
end
for _, one in ipairs(editor.diagnostics["file://" .. root .. "/.yschema.yml"] or {}) do
  print((".yschema.yml:%d: %s"):format(one.range.start.line + 1, one.message:match "[^\n]*"))
end
for _, message in ipairs(editor.received) do
  if message.method == "window/logMessage" then print("log: " .. message.params.message) end
end
