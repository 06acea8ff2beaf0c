-- Compares what the language server publishes with what `yschema check --report json` says in the same folder.

local cli = require "yschema.command.cli"
local client = require "spec.server.client"
local command = require "spec.support.command"
local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local lfs = require "lfs"
local messages = require "yschema.server.messages"
local positions = require "yschema.server.positions"
local settings_of = require "yschema.pipeline.settings".of_options

local check = {}

local silent = { write = function(self) return self end, flush = function() return true end }

--- Calls a function in a folder.
function check.within(folder, call, ...)
  local before = lfs.currentdir()
  assert(lfs.chdir(folder))
  local ok, result, more = pcall(call, ...)
  assert(lfs.chdir(before))
  if not ok then error(result, 0) end
  return result, more
end

-- Returns the files of a folder below it, in order.
function check.files(folder)
  local found = {}
  for _, path in ipairs(command.output(("cd %s && find . -type f | LC_ALL=C sort"):format(command.quote(folder)))) do
    found[#found + 1] = path:sub(3)
  end
  return found
end

-- A record of a report as the server shows it: the file, the place where it begins, and its message. Without a line, it
-- is in no file of the folder, and its message names that.
local function shown(record, folder)
  local file = record.file or ".yschema.yml"
  local path = file_access.normalised(file:sub(1, 1) == "/" and file or folder .. "/" .. file)
  local bytes = command.read(path)
  local line, column = record.line or 1, 0
  if bytes then
    local text = positions.of(bytes)
    column = record.column and record.column - 1 or (text:line(line):find "%S" or 1) - 1
  end
  local message = record.message .. (record.hint and "\n" .. record.hint or "")
  local is_named = bytes or record.kind ~= "read" or message:find(record.file, 1, true)
  return path, bytes and line, column, is_named and message or record.file .. ": " .. message
end

-- Returns a set of lines, in order.
local function set_of(lines)
  local seen, list = {}, {}
  for _, line in ipairs(lines) do
    if not seen[line] then list[#list + 1] = line end
    seen[line] = true
  end
  table.sort(list)
  return table.concat(list, "\0")
end

local function line_of(path, line, column, message)
  return ("%s:%d:%d: %s"):format(path, line, column, message)
end

--- Returns the report of `yschema check WORD...` in a folder: lines, and the messages that are in no file.
function check.reported(folder, words)
  file_access.set_open_texts(nil)
  local report = os.tmpname()
  local arguments = { "check", "--report", "json", "--report-file", report }
  for _, word in ipairs(words or {}) do arguments[#arguments + 1] = word end
  check.within(folder, function() return cli.main(arguments, { out = silent, err = silent }) end)
  local text = command.read(report)
  os.remove(report)
  local found, lines, placeless = assert(messages.decode(text), text), {}, {}
  for _, list in ipairs { found.violations, found.warnings } do
    for _, record in ipairs(list) do
      local path, line, column, message = shown(record, folder)
      if line then lines[#lines + 1] = line_of(path, line, column, message)
      else placeless[message] = true end
    end
  end
  return set_of(lines), placeless
end

--- Starts a server that counts characters, as reports do.
function check.editor(env)
  return client.new({ general = { positionEncodings = setmetatable({ "utf-32" }, core.array_mt) } },
    settings_of({ env = env }, 1))
end

--- Returns the diagnostics that the server publishes when some files of a folder are open.
function check.published(folder, names, env)
  local editor = check.editor(env)
  for _, name in ipairs(names) do
    local text = command.read(folder .. "/" .. name)
    if text then editor:send { method = "textDocument/didOpen", params = { textDocument = {
      uri = check.uri(folder .. "/" .. name), version = 1, text = text, languageId = "yaml" } } } end
  end
  editor.server:work()
  return check.shown(editor)
end

local uris = require "yschema.server.uris"
check.uri = uris.uri

--- Requires that the server publishes for open files of a folder what `yschema check` reports. What is in no file is in
-- the project file.
function check.compare(assert, folder, words, env)
  local reported, placeless = check.reported(folder, words)
  local published, others = {}, {}
  for line in check.published(folder, check.files(folder), env):gmatch "%Z+" do
    local message = line:match "^[^:]*:%d+:%d+: (.*)$"
    if placeless[message] then
      assert.matches("/.yschema.yml:", line, 1, true)
      others[message] = true
    else
      published[#published + 1] = line
    end
  end
  assert.equal(reported, table.concat(published, "\0"))
  assert.same(placeless, others)
  return reported .. (next(placeless) or "")
end

--- Returns the diagnostics that a client shows now.
function check.shown(editor)
  local lines = {}
  for uri, list in pairs(editor.diagnostics) do
    local path = uris.path(uri)
    for _, one in ipairs(list) do
      local start = one.range.start
      lines[#lines + 1] = line_of(path, start.line + 1, start.character, one.message)
    end
  end
  file_access.set_open_texts(nil)
  return set_of(lines)
end

return check
