-- Texts in which `|` marks the place of the cursor.

local cursor = {}

-- Returns the text without the mark, and its position in UTF-16 (for ASCII lines).
function cursor.of(marked)
  local at = assert(marked:find("|", 1, true), "no mark")
  local before = marked:sub(1, at - 1)
  local line = select(2, before:gsub("\n", ""))
  return before .. marked:sub(at + 1), { line = line, character = #before:match "[^\n]*$" }
end

-- Opens the text in an editor, and asks about the place of the mark.
function cursor.ask(editor, path, marked, method, params)
  local text, position = cursor.of(marked)
  editor:open(path, text)
  params = params or {}
  params.textDocument, params.position = { uri = "file://" .. path }, position
  return editor:request(method, params)
end

return cursor
