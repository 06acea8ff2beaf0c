--- Reads files of a revision in a git repository: `git:REV:path`.
--
-- As in git itself, a path is relative to the top of the repository, or to the working directory if it begins with
-- `./`. Names and paths reach git as single arguments: they are quoted for the shell, and git never reads them as
-- options.
--
-- @module yschema.comparison.revisions

local lfs = require "lfs"
local file_kinds = require "yschema.base.file_kinds"
local shell = require "yschema.base.shell"

local revisions = {}

-- Runs git, and returns what it prints, or nil when it fails.
local function git(...)
  local words = {}
  for i, word in ipairs { ... } do words[i] = shell.quoted(word) end
  local printed = shell.printed("git " .. table.concat(words, " ") .. " 2>/dev/null && printf '\\n+'")
  if printed:sub(-2) ~= "\n+" then return nil end
  return printed:sub(1, -3)
end

local function first_line(text) return text and text:match "^[^\n]*" end

--- A revision of the repository that the working directory belongs to.
---@class yschema.Revision
---@field name string as the user wrote it
---@field id string of the commit or tree

--- Splits a word such as `git:v1:schema.yml`.
---@param word string
---@return string? name nil: the word is a path
---@return string? path
function revisions.parts(word)
  if word:sub(1, 4) ~= "git:" then return nil end
  local name, path = word:match "^git:([^:]*):(.*)$"
  return name or "", path or ""
end

--- Finds a revision.
---@param name string
---@return yschema.Revision?
---@return string? problem
function revisions.open(name)
  if not shell.can_start() then return nil, "this program cannot start git: name a file, or use the native program" end
  if not git "--version" then return nil, "git cannot be run: install it, or name a file" end
  if not git("rev-parse", "--git-dir") then return nil, "the working directory is not in a git repository" end
  if name == "" or name:sub(1, 1) == "-" or name:find "[%z\1-\31]" then
    return nil, ("there is no revision %q: write git:REVISION:PATH"):format(name)
  end
  local id = first_line(git("rev-parse", "--verify", "--quiet", name .. "^{tree}"))
  if not id or id == "" then return nil, ("git finds no revision %s"):format(name) end
  return { name = name, id = id }
end

-- Returns what is at a path: "blob", "tree", or nil.
local function kind_at(revision, path)
  return first_line(git("cat-file", "-t", revision.id .. ":" .. path))
end

local LINK, SUBMODULE = "120000", "160000"

-- Returns the file mode of a path in git.
local function mode_at(revision, path)
  local below = path:match "^%./(.*)$"
  if (below or path):sub(1, 1) == "-" then return nil end
  local line
  if below then line = git("ls-tree", revision.id, below) end
  if not below then line = git("ls-tree", "--full-tree", revision.id, path) end
  return line and line:match "^%d+"
end

-- Returns why git cannot read a path: it, or a folder above it, is a link or a submodule.
local function obstacle(revision, path)
  for at in (path .. "/"):gmatch "()/" do
    local part = path:sub(1, at - 1)
    local mode = part ~= "" and part ~= "." and mode_at(revision, part)
    if mode == SUBMODULE then
      return ("%s is a submodule, a repository of its own: call yschema in it, or name a file"):format(part)
    elseif mode == LINK then
      local target = git("cat-file", "blob", revision.id .. ":" .. part) or ""
      local folder = target:sub(1, 1) ~= "/" and part:match "^.*/" or ""
      return ("%s is a symbolic link to %s, which is not followed: name that file"):format(part, folder .. target)
    end
  end
end

-- Finds the only file of a revision with the name of a path, in any folder.
local function namesake(revision, path)
  local name, found = path:match "[^/]*$", nil
  for other in (git("ls-tree", "-r", "-z", "--full-tree", "--name-only", revision.id) or ""):gmatch "%Z+" do
    if other:match "[^/]*$" == name then
      if found then return nil end
      found = other
    end
  end
  return found
end

-- Returns a hint for a path that is not in a revision.
local function hint(revision, path)
  local other = path:match "^%./(.*)$" or "./" .. path
  if not kind_at(revision, other) then other = namesake(revision, path) end
  if other then return (": did you mean git:%s:%s?"):format(revision.name, other) end
  if lfs.attributes(path, "mode") then return "; the working directory has it: was it added in a later revision?" end
  return ""
end

--- Reads a file of a revision.
---@param revision yschema.Revision
---@param path string
---@return string? text
---@return string? problem
function revisions.read(revision, path)
  local kind = kind_at(revision, path)
  if kind == "tree" then return nil, "is a directory" end
  local problem = obstacle(revision, path)
  if problem then return nil, problem end
  if kind ~= "blob" then
    return nil, ("revision %s has no file %s%s"):format(revision.name, path, hint(revision, path))
  end
  local text = git("cat-file", "blob", revision.id .. ":" .. path)
  if not text then return nil, "git cannot read it" end
  return text
end

--- Lists the YAML and Starlark files of a folder of a revision, at every depth, in byte order.
---@param revision yschema.Revision
---@param path string
---@return string[]? paths nil: it is no folder
function revisions.files(revision, path)
  local folder = path:gsub("/+$", "")
  if kind_at(revision, folder) ~= "tree" then return nil end
  -- Without --full-tree, git skips files outside the working directory.
  local tree = first_line(git("rev-parse", "--verify", "--quiet", revision.id .. ":" .. folder))
  local listing = tree and git("ls-tree", "-r", "-z", "--full-tree", "--name-only", tree)
  local paths = {}
  for name in (listing or ""):gmatch "%Z+" do
    if file_kinds.is_yaml(name) or file_kinds.is_starlark(name) then
      paths[#paths + 1] = folder == "" and name or folder .. "/" .. name
    end
  end
  table.sort(paths)
  return paths
end

return revisions
