--- Reads and writes files whose texts are edited.
--
-- @module yschema.editing.rewritten_files

local lazily = require "yschema.base.lazily"
local lfs = lazily "lfs"
local core = require "yschema.core"
local report = lazily "yschema.report.report"
local source_files = require "yschema.pipeline.source_files"

local rewritten_files = {}

local CHANGED = "another program changed it meanwhile, so it was not rewritten; call %s again"
local MARK = "\239\187\191" -- of UTF-8

-- The bytes of a regular file; nil for others, which can be read only once.
local function bytes_of(path)
  local handle = lfs.attributes(path, "mode") == "file" and io.open(path, "rb")
  if not handle then return nil end
  local bytes = handle:read "*a"
  handle:close()
  return bytes
end

-- Whether standard output or standard error goes to the file: the rewrite would lose it, or it would become a part of
-- the text.
local function is_stream(path)
  local key = core.identity(path)
  return key ~= nil and (key == core.identity "/dev/stdout" or key == core.identity "/dev/stderr")
end

local MOST_LINKS = 40

-- Whether a path leads through /dev or /proc, as /dev/stdin does: then it is an open file of a process.
local function is_descriptor(path)
  local left = path:sub(1, 1) == "/" and path or lfs.currentdir() .. "/" .. path
  local at, links = "", 0
  while left ~= "" do
    local step, rest = left:match "^/*([^/]+)(.*)$"
    if not step then return false end
    if step == ".." then at = at:match "^(.*)/[^/]*$" or "" elseif step ~= "." then at = at .. "/" .. step end
    if at == "/dev" or at == "/proc" then return true end
    left = rest
    local target = step ~= ".." and lfs.symlinkattributes(at, "target")
    if target then
      links = links + 1
      if links > MOST_LINKS then return false end
      left = target .. rest
      at = target:sub(1, 1) == "/" and "" or at:match "^(.*)/[^/]*$" or ""
    end
  end
  return false
end

--- Returns whether a file may be written: it is a regular file, and has not changed since it was read.
---@param path string
---@param old? string its bytes when it was read; nil: it can be read only once
---@param _ string the new bytes
---@param caller string the command, for the advice
---@return true? may
---@return string? problem
function rewritten_files.may_write(path, old, _, caller)
  if not old then return nil, "it is not a regular file, so it cannot be rewritten in place" end
  if is_descriptor(path) then return nil, "it is an open file of a process, which cannot be rewritten in place" end
  if is_stream(path) then return nil, "the output of this call goes to this file; send it to another one" end
  if bytes_of(path) ~= old then return nil, CHANGED:format(caller) end
  return true
end

--- Writes a file as a whole, unless another program has changed it since it was read.
---@param path string
---@param old? string its bytes when it was read; nil: it can be read only once
---@param new string
---@param caller string the command, for the advice
---@return true? done
---@return string? problem
function rewritten_files.write(path, old, new, caller)
  local ok, problem = rewritten_files.may_write(path, old, new, caller)
  if not ok then return nil, problem end
  ok, problem = core.write(path, new)
  if ok then return true end
  return nil, tostring(problem):sub(#path + 3) -- the report names the path
end

--- Reads a file.
---@param listed { path: string, problem: string?, named: boolean? } "-" is standard input
---@param max_bytes? integer
---@param caller string the command, for the advice
---@return userdata? source
---@return string|yschema.Report|nil bytes with the byte order mark; nil when it can be read only once; or the report
---@return string mark the byte order mark; or the name of the file that cannot be read
function rewritten_files.read(listed, max_bytes, caller)
  local path = listed.path
  local source, about, name = source_files.listed(listed, max_bytes)
  if not source then return nil, about, name end
  local bytes = path ~= "-" and bytes_of(path) or nil
  local text = source:text()
  if not bytes or bytes == text then return source, bytes, "" end
  if bytes == MARK .. text then return source, bytes, MARK end
  return nil, report.of_error("read", name, CHANGED:format(caller)), name
end

return rewritten_files
