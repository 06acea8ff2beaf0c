--- Remembers which files are well, so that a work that was cut short can go on (reference#check).
--
-- A file is well when all of its documents are valid and nothing is to be said of them. Its line has the digest of
-- its text, the lines where its documents begin, and its path. A file with another text is judged again.
--
-- @module yschema.batch.resume

local core = require "yschema.core"

local resume = {}

local assert, concat, io, ipairs, pairs = assert, table.concat, io, ipairs, pairs
local setmetatable, tonumber, tostring = setmetatable, tonumber, tostring

local HEAD = "yschema-resume 1 "
local LINES_AT_ONCE = 100 -- are written; a kill loses no more than these

---@class yschema.Resume
---@field known table<string, { digest: string, lines: integer[] }> by path
---@field notice? string why what a file said is not used
---@field file file*
---@field waiting integer lines that were not written
---@field path? string of the job that is told
---@field digest? string of its text
---@field lines? (integer|false)[] of its documents, as long as all are well
local Resume = {}
Resume.__index = Resume

local function escaped(path) return (path:gsub("[\\\n]", { ["\\"] = "\\\\", ["\n"] = "\\n" })) end
local function unescaped(path) return (path:gsub("\\(.)", { ["\\"] = "\\", n = "\n" })) end

local function lines_in(text)
  local list = {}
  for word in text:gmatch "[^,]+" do list[#list + 1] = tonumber(word) or false end
  return list
end

-- Takes what a file remembers. Its last line may be cut, when it has no end: it counts for nothing.
local function take(self, text)
  for line in text:gmatch "([^\n]*)\n" do
    local digest, lines, path = line:match "^(%x+) ([%d,-]+) (.+)$"
    if digest and #digest == 32 then self.known[unescaped(path)] = { digest = digest, lines = lines_in(lines) } end
  end
end

-- Reads what a file remembers. Returns whether lines can be added behind it, or nil and a problem.
local function read(self, path, key)
  local source, problem = core.read(path, path, 2 ^ 31)
  if not source then
    if problem == "No such file or directory" then return false end
    return nil, problem
  end
  local text = source:text()
  if text == "" then return false end
  local head = text:match("^" .. HEAD:gsub("%-", "%%-") .. "(%x+)\n")
  if not head then
    if not text:find "\n" and HEAD:sub(1, #text) == text:sub(1, #HEAD) then return false end -- its first line is cut
    return nil, "it was not written by --resume; name another file, or remove it"
  end
  if head ~= key then
    self.notice = ("--resume %s: the schema or flags are others than before, so all files are judged again")
      :format(path)
    return false
  end
  take(self, text)
  return text:sub(-1) == "\n"
end

-- The line about a file that is well.
local function line_of(path, digest, lines)
  local words = {}
  for i, line in ipairs(lines) do words[i] = line and ("%d"):format(line) or "-" end
  return ("%s %s %s\n"):format(digest, concat(words, ","), escaped(path))
end

-- What is remembered, as a text.
local function text_of(self, key)
  local parts = { HEAD, key, "\n" }
  for path, entry in pairs(self.known) do
    parts[#parts + 1] = line_of(path, entry.digest, entry.lines)
  end
  return concat(parts)
end

--- Opens a file that remembers. Without one, nothing is remembered yet.
---@param path string
---@param key string a digest of all on which verdicts depend beside the files
---@return yschema.Resume? memory
---@return string? problem
function resume.open(path, key)
  local self = setmetatable({ known = {}, waiting = 0 }, Resume)
  local whole, problem = read(self, path, key)
  if whole == nil then return nil, ("--resume %s: %s"):format(path, problem) end
  local ok
  if not whole then
    ok, problem = core.write(path, text_of(self, key))
    if not ok then return nil, ("--resume %s"):format(problem) end
  end
  self.file, problem = io.open(path, "a")
  if not self.file then return nil, ("--resume %s"):format(tostring(problem)) end
  self.file:setvbuf "full"
  return self
end

--- Gives jobs what is remembered of their files.
---@param jobs yschema.Job[]
function Resume:prepare(jobs)
  for _, job in ipairs(jobs) do
    local path = job.file.path
    if path ~= "-" and not job.file.problem and not job.layers then job.memory = self.known[path] or {} end
  end
end

--- Begins with the next job: the one before is over.
---@param job yschema.Job
function Resume:begin(job)
  self:finish()
  self.path, self.digest, self.lines = job.file.path, nil, job.memory and {}
end

--- Takes a verdict on the job.
---@param verdict yschema.Verdict
function Resume:take(verdict)
  if not self.lines then return end
  if verdict.status ~= 0 or verdict.report or verdict.skipped or not verdict.digest or verdict.remembered then
    self.lines = nil
  else
    self.digest = verdict.digest
    self.lines[#self.lines + 1] = verdict.line or false
  end
end

--- Ends the job that is told.
function Resume:finish()
  if not (self.lines and self.digest) then return end
  self.file:write(line_of(self.path, self.digest, self.lines))
  self.lines = nil
  self.waiting = self.waiting + 1
  if self.waiting < LINES_AT_ONCE then return end
  self.waiting = 0
  self.file:flush()
end

--- Ends the work.
---@return boolean ok false when not everything could be written
function Resume:close()
  self:finish()
  return assert(self.file):close() == true
end

return resume
