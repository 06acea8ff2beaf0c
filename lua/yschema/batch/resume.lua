--- Records valid files, so that a run that was interrupted can continue (reference#check).
--
-- A file is recorded if all of its documents are valid and have no warnings. Its line has the digest of its text, the
-- lines where its documents begin, and its path. A file whose text has changed is validated again. Layers that are
-- merged have one line together.
--
-- @module yschema.batch.resume

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"
local lfs = require "lfs"

local resume = {}

local HEAD = "yschema-resume 1 "
local HEAD_PATTERN = "^yschema%-resume 1 (" .. ("%x"):rep(32) .. ")$"
local LINES_AT_ONCE = 100 -- are written; a killed process loses no more than these

---@class yschema.Resume
---@field known table<string, { digest: string, lines: integer[] }> by the name of the job
---@field notice? string why the content of the file is not used
---@field file file*
---@field waiting integer lines that were not written
---@field name? string of the job that is being reported
---@field digest? string of its text
---@field private mentions table<integer, string> of its documents
---@field lines? (integer|false)[] of its documents, as long as all are valid
local Resume = {}
Resume.__index = Resume

local function escaped(path) return (path:gsub("[\\\n]", { ["\\"] = "\\\\", ["\n"] = "\\n" })) end
local function unescaped(path) return (path:gsub("\\(.)", { ["\\"] = "\\", n = "\n" })) end

local function one_line(text)
  return (text:gsub("[\\\n%z]", { ["\\"] = "\\\\", ["\n"] = "\\n", ["\0"] = "\\0" }))
end
local function many_lines(text) return (text:gsub("\\(.)", { ["\\"] = "\\", n = "\n", ["0"] = "\0" })) end

local function lines_in(text)
  local list = {}
  for word in text:gmatch "[^,]+" do list[#list + 1] = tonumber(word) or false end
  return list
end

-- Takes what a file records: the lines after its last head. A line that was cut is ignored. Returns the key in the last
-- head, or nil when there is none.
local function take(self, text)
  local key, found_mentions, about = nil, {}, nil
  for line in text:gmatch "([^\n]*)\n" do
    local found = line:match(HEAD_PATTERN)
    if found then
      key, self.known = found, {}
    elseif line:sub(1, 1) == "@" then
      local digest, number, mentions = line:match "^@ (%x+) (%d+) (.*)$"
      if digest ~= about then found_mentions, about = {}, digest end
      if digest then found_mentions[tonumber(number)] = many_lines(mentions) end
    else
      local digest, lines, path = line:match "^(%x+) ([%d,-]+) (.+)$"
      if digest and #digest == 32 then self.known[unescaped(path)] = {
        digest = digest, lines = lines_in(lines), mentions = about == digest and found_mentions or nil,
      } end
      found_mentions, about = {}, nil
    end
  end
  return key
end

-- Whether a text may have been written here: it begins with a head, which may be cut.
local function is_ours(text)
  local first = text:match "^[^\n]*"
  return first:find(HEAD_PATTERN) ~= nil or first == HEAD:sub(1, #first)
    or first:find("^" .. HEAD:gsub("%-", "%%-") .. "%x*$") ~= nil
end

-- Identifies a job: by the path of its file, or by the names of the configuration and of all its layers.
local function name_of(job)
  if not job.layers then return job.file.path end
  local names = { job.entry }
  for _, layer in ipairs(job.layers) do names[#names + 1] = layer.path end
  return table.concat(names, "\n")
end

-- Whether the texts of a job's files can be compared with those of another run.
local function can_be_remembered(job)
  return not plain_tables.any(job.layers or { job.file }, function(file) return file.path == "-" or file.problem end)
end

-- The line about a valid file.
local function line_of(name, digest, lines)
  local words = {}
  for i, line in ipairs(lines) do words[i] = line and ("%d"):format(line) or "-" end
  return ("%s %s %s\n"):format(digest, table.concat(words, ","), escaped(name))
end

-- Opens the file for one call at a time. Returns nil and a problem.
local function open_locked(path)
  local mode = lfs.attributes(path, "mode")
  if mode and mode ~= "file" then return nil, "is not a regular file" end
  local file, problem = io.open(path, "a+")
  if not file then return nil, tostring(problem) end
  local ok = lfs.lock(file, "w")
  if ok then return file end
  file:close()
  return nil, "another call uses it; each call at the same time needs a file of its own"
end

--- Opens the file of records. If there is none, it is made.
---@param path string
---@param key string a digest of everything beside the files on which verdicts depend
---@return yschema.Resume? memory
---@return string? problem
function resume.open(path, key)
  local self = setmetatable({ known = {}, waiting = 0 }, Resume)
  local file, problem = open_locked(path)
  if not file then return nil, ("--resume %s: %s"):format(path, problem) end
  file:seek "set"
  local text = file:read "*a" or ""
  if not is_ours(text) then
    file:close()
    return nil, ("--resume %s: it was not written by --resume; name another file, or remove it"):format(path)
  end
  local last = take(self, text)
  if last ~= key then self.known = {} end
  if last and last ~= key then
    self.notice = ("--resume %s: the schema or flags are others than before, so all files are validated again")
      :format(path)
  end
  self.file = file
  file:seek "end"
  file:setvbuf "full"
  file:write(text ~= "" and text:sub(-1) ~= "\n" and "\n" or "", last ~= key and HEAD .. key .. "\n" or "")
  if file:flush() then return self end
  file:close()
  return nil, ("--resume %s: it cannot be written"):format(path)
end

--- Gives jobs what is recorded about their files.
---@param jobs yschema.JobList they are kept
function Resume:prepare(jobs)
  jobs:keep()
  for i = 1, jobs:count() do
    local job = jobs:at(i)
    if can_be_remembered(job) then job.memory = self.known[name_of(job)] or {} end
  end
end

--- Begins with the next job, after the one before.
---@param job yschema.Job
function Resume:begin(job)
  self:finish()
  self.name, self.digest, self.lines, self.mentions = name_of(job), nil, job.memory and {}, {}
end

--- Takes a verdict on the job.
---@param verdict yschema.Verdict
function Resume:take(verdict)
  if not self.lines then return end
  if verdict.status ~= 0 or verdict.report or verdict.skipped or verdict.known or not verdict.digest
    or verdict.remembered or verdict.sensitive then
    self.lines = nil
  else
    self.digest = verdict.digest
    self.lines[#self.lines + 1] = verdict.line or false
    self.mentions[#self.lines] = verdict.mentions
  end
end

--- Forgets the current job, because not all of it was reported.
function Resume:forget() self.lines = nil end

--- Ends the current job.
function Resume:finish()
  if not (self.lines and self.digest) then return end
  for i = 1, #self.lines do
    local mentions = self.mentions[i]
    if mentions then self.file:write(("@ %s %d %s\n"):format(self.digest, i, one_line(mentions))) end
  end
  self.file:write(line_of(self.name, self.digest, self.lines))
  self.lines = nil
  self.waiting = self.waiting + 1
  if self.waiting < LINES_AT_ONCE then return end
  self.waiting = 0
  self.file:flush()
end

--- Writes what is left and closes the file.
---@return boolean ok false when not everything could be written
function Resume:close()
  self:finish()
  return assert(self.file):close() == true
end

-- ---- verdicts ---------------------------------------------------------------------------

-- A digest of the text of a file, or of those of layers, and of everything else on which their verdict depends.
local function digest_of(job, sources)
  local digests = {}
  for i, source in ipairs(sources) do digests[i] = core.digest(source:text()) end
  if not digests[2] and not job.salt then return digests[1] end
  return core.digest(table.concat(digests) .. (job.salt or ""))
end

-- Emits the recorded verdicts on a file if it has not changed. Returns whether that is so.
local function emit_remembered(job, name, digest, emit)
  local memory, plan = job.memory, job.references
  if memory.digest ~= digest then return false end
  for _, mentions in pairs(plan and memory.mentions or {}) do
    if not plan.core:fits(mentions) then return false end
  end
  for i, line in ipairs(memory.lines) do
    emit {
      file = name, line = line or nil, status = 0, remembered = i == 1 and "first" or "more",
      mentions = memory.mentions and memory.mentions[i],
    }
  end
  return true
end

-- Puts a digest into verdicts.
local function digesting(emit, digest)
  return function(verdict)
    verdict.digest = digest
    emit(verdict)
  end
end

--- Emits the recorded verdicts on a job that has a memory, if its texts have not changed.
---@param job yschema.Job
---@param sources userdata[] of each layer, or of the only file
---@param emit fun(verdict: yschema.Verdict)
---@return boolean done
---@return fun(verdict: yschema.Verdict) emit takes the verdicts on the job if it is not done
function resume.take_up(job, sources, emit)
  local digest = digest_of(job, sources)
  if emit_remembered(job, sources[#sources]:name(), digest, emit) then return true, emit end
  return false, digesting(emit, digest)
end

return resume
