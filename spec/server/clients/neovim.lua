-- Run by neovim: nvim --headless -u NONE -c "luafile neovim.lua". Opens a file with a client of the language server,
-- and writes what the editor knows then as lines.
-- luacheck: globals vim

local folder, result = vim.env.LSP_FOLDER, vim.env.LSP_RESULT
local lines = {}
local function say(...) lines[#lines + 1] = table.concat({ ... }, " ") end

local function shown(bufnr)
  local list = vim.diagnostic.get(bufnr)
  table.sort(list, function(one, other) return one.lnum < other.lnum end)
  local texts = {}
  for i, one in ipairs(list) do
    texts[i] = ("%d:%d %d %s"):format(one.lnum, one.col, one.severity, one.message:match "[^\n]*")
  end
  return table.concat(texts, " | ")
end

-- Waits until the diagnostics of a buffer are others than before.
local function changed(bufnr, before)
  vim.wait(5000, function() return shown(bufnr) ~= before end, 5)
  return shown(bufnr)
end

local function main()
  vim.cmd("edit " .. folder .. "/site.yml")
  local bufnr = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client { name = "yschema", cmd = { vim.env.LSP_COMMAND, "lsp" }, root_dir = folder }
  vim.lsp.buf_attach_client(bufnr, client)
  say("diagnostics", changed(bufnr, ""))
  local before = shown(bufnr)
  vim.api.nvim_buf_set_lines(bufnr, 0, 1, false, { "name: x" })
  say("changed", changed(bufnr, before))
  local function ask(method, line, character)
    local params = { textDocument = { uri = vim.uri_from_bufnr(bufnr) },
      position = { line = line, character = character } }
    local answers = vim.lsp.buf_request_sync(bufnr, method, params, 5000)
    local one = answers and answers[client] or {}
    return one.result
  end
  say("hover", (ask("textDocument/hover", 1, 1).contents.value:gsub("\n.*", "")))
  local labels = {}
  for _, item in ipairs(vim.lsp.util.extract_completion_items(ask("textDocument/completion", 2, 0))) do
    labels[#labels + 1] = item.label
  end
  table.sort(labels)
  say("completion", table.concat(labels, ","))
  local definition = ask("textDocument/definition", 1, 1)
  local place = definition[1] or definition
  say("definition", (place.uri or place.targetUri):match "[^/]*$")
  vim.lsp.stop_client(client)
  vim.wait(2000, function() return vim.lsp.client_is_stopped(client) end, 5)
  say("stopped", tostring(vim.lsp.client_is_stopped(client)))
end

local ok, problem = pcall(main)
if not ok then say("error", tostring(problem)) end
local file = assert(io.open(result, "w"))
file:write(table.concat(lines, "\n"), "\n")
file:close()
vim.cmd "qall!"
