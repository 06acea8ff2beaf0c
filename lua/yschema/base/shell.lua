--- Writes words for a shell, and runs its commands.
--
-- @module yschema.base.shell

local shell = {}

local concat, getenv, ipairs, popen = table.concat, os.getenv, ipairs, io.popen

--- Quotes a text, so that a shell reads it as one word.
---@param text string
---@return string
function shell.quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Writes words as a line that a user can type. Words that a shell would split are quoted.
---@param ... string[] lists of words
---@return string
function shell.line(...)
  local line = {}
  for _, words in ipairs { ... } do
    for _, word in ipairs(words) do
      line[#line + 1] = word:find "^[%w_./=:,@+%%-]+$" and word or shell.quoted(word)
    end
  end
  return concat(line, " ")
end

-- Removes the relative folders from a PATH; an empty name is the working directory.
local function absolute_folders(path)
  local kept = {}
  for folder in path:gmatch "[^:]+" do
    if folder:sub(1, 1) == "/" then kept[#kept + 1] = folder end
  end
  return kept[1] and concat(kept, ":") or "/usr/bin:/bin"
end

--- Starts a command of a shell, as io.popen does. Programs in the working directory are not found, whatever PATH says:
-- it may be a repository of other people.
---@param command string
---@return file*? output
---@return string? problem
function shell.start(command)
  local path = getenv "PATH"
  local absolute = path and absolute_folders(path)
  return popen(absolute == path and command or "PATH=" .. shell.quoted(absolute) .. "\n" .. command)
end

--- Returns whether this program can start others: as WebAssembly, it cannot.
---@return boolean
function shell.can_start()
  local pipe = popen "exit 0"
  if pipe then pipe:close() end
  return pipe ~= nil
end

--- Returns what a command of a shell prints, or "" if it cannot be started.
---@param command string
---@return string
function shell.printed(command)
  local pipe = shell.start(command)
  local text = pipe and pipe:read "*a" or ""
  if pipe then pipe:close() end
  return text
end

return shell
