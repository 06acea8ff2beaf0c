--- The answers of the workers of `yschema.batch.workers.distribution` about their jobs, as texts.
--
-- @module yschema.batch.workers.protocol

local core = require "yschema.core"
local lazily = require "yschema.base.lazily"
local serialization = lazily "yschema.batch.workers.serialization"
local changed = require "yschema.base.plain_tables".changed
local report = lazily "yschema.report.report"

local protocol = {}

local concat, find, io, ipairs, math = table.concat, string.find, io, ipairs, math
local setmetatable, sub, table, tonumber = setmetatable, string.sub, table, tonumber

local SUMMED = { "lines", "invalid", "errors", "warnings", "skipped" }
local LARGEST_PORTION = 2 ^ 18 -- bytes of an answer that wait in a worker until the job is done

-- ---- verdicts as texts --------------------------------------------------------------

-- Whether a document is valid and nothing is to be reported about it. Others may have to know what it mentions.
local function is_quiet(verdict)
  return verdict.status == 0
    and not (verdict.known or verdict.report or verdict.digest or verdict.remembered or verdict.skipped)
end

-- Whether only texts are to be reported about a document.
local function is_texts(verdict)
  return verdict.report == true
    and not (verdict.digest or verdict.skipped or verdict.known or verdict.mentions or verdict.unsure or verdict.late
      or verdict.unread)
end

local function verdict_text(verdict)
  local file, line = verdict.file, verdict.line or ""
  if is_quiet(verdict) then
    local mentions = verdict.mentions
    if mentions then return ("M%s;%d;%d;"):format(line, #file, #mentions) .. file .. mentions end
    return ("V%s;%d;%s"):format(line, #file, file)
  end
  if is_texts(verdict) then
    local text, encoded = verdict.text or "", verdict.encoded or ""
    return ("F%s;%d;%d;%d;%d;%d;%d;"):format(line, verdict.status, verdict.errors, verdict.warnings, #file, #text,
      #encoded) .. file .. text .. encoded
  end
  local copy = changed(verdict)
  if verdict.report and verdict.report ~= true then copy.report = report.parts(verdict.report) end
  local packed = serialization.pack(copy)
  return ("P%d;%s"):format(#packed, packed)
end

--- Reads what follows an F.
---@param item string
---@param at integer
---@param entry? string of the job
---@return yschema.Verdict verdict
---@return integer stop where it ends
function protocol.texts_verdict(item, at, entry)
  local _, from, line, status, errors, warnings, file, text, encoded =
    find(item, "^(%d*);(%d);(%d+);(%d+);(%d+);(%d+);(%d+);", at)
  local after_file = from + file
  local after_text = after_file + text
  local stop = after_text + encoded
  return {
    line = tonumber(line), status = tonumber(status), report = true, entry = entry,
    errors = tonumber(errors), warnings = tonumber(warnings),
    file = sub(item, from + 1, after_file), text = sub(item, after_file + 1, after_text),
    encoded = after_text < stop and sub(item, after_text + 1, stop) or nil,
  }, stop
end

--- Reads what follows an M.
---@param item string
---@param at integer
---@param entry? string of the job
---@return yschema.Verdict verdict
---@return integer stop where it ends
function protocol.mentioning_verdict(item, at, entry)
  local _, from, line, file, mentions = find(item, "^(%d*);(%d+);(%d+);", at)
  local after_file = from + file
  local stop = after_file + mentions
  return {
    file = sub(item, from + 1, after_file), line = tonumber(line), status = 0, entry = entry,
    mentions = sub(item, after_file + 1, stop),
  }, stop
end

--- Reads what follows a P and its size.
---@param text string
---@return yschema.Verdict
function protocol.packed_verdict(text)
  local verdict = serialization.unpack(text)
  if verdict.report and verdict.report ~= true then verdict.report = report.of_parts(verdict.report) end
  return verdict
end

--- Reads what follows an L.
---@param text string
---@param at integer
---@return yschema.LineVerdict verdict
---@return integer next where the next item begins
function protocol.line_verdict(text, at)
  local _, from, lines, invalid, errors, warnings, skipped, status, size =
    find(text, "^(%d+);(%d+);(%d+);(%d+);(%d+);(%d);(%d+);", at)
  return {
    lines = tonumber(lines), invalid = tonumber(invalid), errors = tonumber(errors), warnings = tonumber(warnings),
    skipped = tonumber(skipped), status = tonumber(status),
    printed = sub(text, from + 1, from + size),
  }, from + size + 1
end

-- ---- the worker ---------------------------------------------------------------------

-- A worker's answer to a piece: items, each with a letter in front. A text begins with "+" if the answer continues
-- after it, and with "=" if the answer is complete.
--   Q files;documents;   so many files with nothing to report, where the parent only counts these
--   V line;size;file     a document with nothing to report
--   M line;sizes;        the same, which mentions others: the file, and what it mentions
--   F line;status;errors;warnings;sizes; a document with so many violations and warnings, of which only texts are
--                        reported: the file, the text, the warnings, and the line of JSON
--   P size;packed        any other verdict
--   L lines;invalid;errors;warnings;skipped;status;size;text  so many lines, with what is printed about them
--   T size;line          what functions have printed
--   .                    the end of a job
---@class yschema.Answer
---@field parts string[]
---@field count integer of parts
---@field bytes integer in them
---@field split boolean whether a part of the job's answer was given
---@field in_runs? boolean see `yschema.Work`
---@field counts? function whether quiet files are only counted
---@field held yschema.Verdict[] the quiet verdicts of the job so far, or of the whole job
---@field loud boolean whether something else was reported about the job
---@field files integer quiet files that no item counts yet
---@field documents integer in them
---@field lines? yschema.LineVerdict about lines of which no item says anything yet; `printed` is a list of texts
local Answer = {}
Answer.__index = Answer

function Answer:add(text)
  self.count = self.count + 1
  self.parts[self.count] = text
  self.bytes = self.bytes + #text
end

function Answer:add_counted()
  if self.files > 0 then self:add(("Q%d;%d;"):format(self.files, self.documents)) end
  self.files, self.documents = 0, 0
  local lines = self.lines
  if not lines then return end
  self.lines = nil
  local printed = concat(lines.printed)
  self:add(("L%d;%d;%d;%d;%d;%d;%d;"):format(lines.lines, lines.invalid, lines.errors, lines.warnings, lines.skipped,
    lines.status, #printed) .. printed)
end

-- Adds a verdict about lines to the last one.
function Answer:add_lines(verdict)
  local sum = self.lines or { status = 0, printed = {} }
  self.lines = sum
  for _, name in ipairs(SUMMED) do sum[name] = (sum[name] or 0) + verdict[name] end
  sum.status = math.max(sum.status, verdict.status)
  sum.printed[#sum.printed + 1] = verdict.printed
  self.bytes = self.bytes + #verdict.printed
end

-- From now on each verdict of the job is reported.
function Answer:speak()
  if self.loud then return end
  self.loud = true
  self:add_counted()
  for i, verdict in ipairs(self.held) do
    self:add(verdict_text(verdict))
    self.held[i] = nil
  end
end

function Answer:verdict(verdict)
  if verdict.lines then
    self:add_lines(verdict)
  elseif not self.loud and self.counts and is_quiet(verdict) and not verdict.mentions then
    self.held[#self.held + 1] = verdict
  else
    self:speak()
    self:add(verdict_text(verdict))
  end
end

function Answer:end_job()
  if self.in_runs then -- the verdict says it
    self.loud = false
    return
  end
  if self.loud then
    self:add "."
  else
    self.files, self.documents = self.files + 1, self.documents + #self.held
    for i = #self.held, 1, -1 do self.held[i] = nil end
  end
  self.loud = false
end

-- Returns all of it after a mark, and begins anew.
function Answer:text(mark)
  self:add_counted()
  local text = mark .. concat(self.parts, "", 1, self.count)
  self.count, self.bytes = 0, 0
  return text
end

-- Sends what there is, though the piece is not done, and waits until the parent sends 0 to go on. Pieces that the
-- parent sends before that are put into `upcoming`. When the parent has ended, the next `give` ends the process.
local function give_portion(workers, answer, upcoming)
  io.stdout:flush()
  workers:give(answer:text "+")
  local first, size, text = workers:take()
  while first and first ~= 0 do
    upcoming[#upcoming + 1] = { first = first, count = size, text = text }
    first, size, text = workers:take()
  end
end

local function next_range(workers, upcoming)
  local piece = table.remove(upcoming, 1)
  if piece then return piece.first, piece.count, piece.text end
  return workers:take()
end

local function new_answer(work)
  return setmetatable({
    parts = {}, count = 0, bytes = 0, counts = work.count, in_runs = work.in_runs, held = {}, loud = false,
    split = false, files = 0, documents = 0,
  }, Answer)
end

-- Validates a job. What functions print goes into the answer, too.
function Answer:validate(job, work, emit)
  local earlier = core.hooks.print
  core.hooks.print = function(line)
    self:speak()
    self:add(("T%d;%s"):format(#line, line))
  end
  local done = work.validate(job, emit)
  core.hooks.print = earlier
  self:end_job()
  return done
end

--- Does a piece in this process. Returns the whole answer.
---@param jobs yschema.Jobs
---@param piece yschema.Piece
---@param text? string of the piece
---@param work yschema.Work
---@return string
function protocol.of_piece(jobs, piece, text, work)
  local answer = new_answer(work)
  local function emit(verdict) answer:verdict(verdict) end
  if text then jobs:open(piece.first, text) end
  local number, last = piece.first, piece.first + piece.count - 1
  while number <= last do
    number = number + answer:validate(jobs:at(number), work, emit)
  end
  return answer:text "="
end

--- Does what the parent hands out, until there is no more.
---@param workers userdata
---@param jobs yschema.Jobs
---@param work yschema.Work
function protocol.serve(workers, jobs, work)
  local answer, upcoming = new_answer(work), {}
  local function emit(verdict)
    answer:verdict(verdict)
    if answer.bytes < LARGEST_PORTION then return end
    answer.split = not work.in_runs
    give_portion(workers, answer, upcoming)
  end
  for first, size, text in function() return next_range(workers, upcoming) end do
    if text then jobs:open(first, text) end
    local number, last = first, first + size - 1
    while number <= last do
      local job = jobs:at(number)
      workers:begin(job.skips and 0 or number)
      number = number + answer:validate(job, work, emit)
      -- The parent has reported a part of this job. It must get the end of it before the next job can end this process.
      if answer.split and number <= last then give_portion(workers, answer, upcoming) end
      answer.split = false
    end
    io.stdout:flush() -- what functions of the host have printed
    workers:give(answer:text "=")
  end
end

return protocol
