--- Does jobs in several processes, and tells what comes of them in the order of the jobs.
--
-- Each worker is a fork of this process, which has compiled the schemas. The parent hands out pieces: the numbers of
-- some jobs that follow each other. A worker answers each piece with one text, and the parent keeps the texts
-- of pieces until those before them are told. What it keeps is bounded: it hands out nothing that is far ahead.
--
-- When a worker dies, the job that it had in hand has a fault, and its other jobs are done by another one. Where the
-- system allows no new process, there are fewer workers; when there is none at all, the parent does the work.
--
-- @module yschema.batch.pool

local core = require "yschema.core"
local packing = require "yschema.batch.packing"
local report = require "yschema.report.report"

local pool = {}

local error, ipairs, next, pairs, pcall = error, ipairs, next, pairs, pcall
local setmetatable, tonumber, tostring = setmetatable, tonumber, tostring
local concat, find, io, math, sub, table = table.concat, string.find, io, math, string.sub, table

local LARGEST_PIECE = 128
local PIECES_AHEAD = 8 -- of each worker
local MOST_KEPT = 2 ^ 25 -- bytes of texts that wait for those before them
local MOST_DEATHS = 8 -- of workers that had nothing in hand, one after the other

--- The largest number of workers.
pool.most = 256

--- What is done with jobs.
---@class yschema.Work
---@field judge fun(job: yschema.Job, emit: fun(verdict: yschema.Verdict))
---@field failed fun(job: yschema.Job, problem: string): yschema.Verdict when no verdict could be reached
---@field begin fun(job: yschema.Job) called before the verdicts of a job are told
---@field tell fun(verdict: yschema.Verdict): boolean whether to go on
---@field count? fun(files: integer, documents: integer) counts valid files, when their verdicts need not be told

-- ---- verdicts as texts --------------------------------------------------------------

-- Whether nothing is to be said of a document.
local function is_quiet(verdict)
  return verdict.status == 0 and not (verdict.report or verdict.digest or verdict.remembered or verdict.skipped)
end

local function verdict_text(verdict)
  if is_quiet(verdict) then
    return ("V%s;%d;%s"):format(verdict.line or "", #verdict.file, verdict.file)
  end
  local copy = {}
  for name, value in pairs(verdict) do copy[name] = value end
  copy.report = verdict.report and report.parts(verdict.report)
  local packed = packing.pack(copy)
  return ("P%d;%s"):format(#packed, packed)
end

local function packed_verdict(text)
  local verdict = packing.unpack(text)
  if verdict.report then verdict.report = report.of_parts(verdict.report) end
  return verdict
end

-- ---- the worker ---------------------------------------------------------------------

-- What a worker has to say of a piece: items, each with a letter in front.
--   Q files;documents;   so many files with nothing to be said of them, where the parent only counts these
--   V line;size;file     a document with nothing to be said of it
--   P size;packed        any other verdict
--   T size;line          what functions have printed
--   .                    the end of a job
---@class yschema.Answer
---@field parts string[]
---@field count integer of parts
---@field counts? function whether quiet files are only counted
---@field held yschema.Verdict[] the quiet verdicts of the job so far, or of the whole job
---@field loud boolean whether something else was said of the job
---@field files integer quiet files that no item tells yet
---@field documents integer in them
local Answer = {}
Answer.__index = Answer

function Answer:add(text)
  self.count = self.count + 1
  self.parts[self.count] = text
end

function Answer:add_counted()
  if self.files > 0 then self:add(("Q%d;%d;"):format(self.files, self.documents)) end
  self.files, self.documents = 0, 0
end

-- From now on each verdict of the job is told.
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
  if not self.loud and self.counts and is_quiet(verdict) then
    self.held[#self.held + 1] = verdict
  else
    self:speak()
    self:add(verdict_text(verdict))
  end
end

function Answer:end_job()
  if self.loud then
    self:add "."
  else
    self.files, self.documents = self.files + 1, self.documents + #self.held
    for i = #self.held, 1, -1 do self.held[i] = nil end
  end
  self.loud = false
end

-- Returns all of it, and begins anew.
function Answer:text()
  self:add_counted()
  local text = concat(self.parts, "", 1, self.count)
  self.count = 0
  return text
end

local function new_answer(work)
  return setmetatable({
    parts = {}, count = 0, counts = work.count, held = {}, loud = false, files = 0, documents = 0,
  }, Answer)
end

-- Judges a job. What functions print goes into the answer, too.
function Answer:judge(job, work)
  local function emit(verdict) self:verdict(verdict) end
  local told = core.hooks.print
  core.hooks.print = function(line)
    self:speak()
    self:add(("T%d;%s"):format(#line, line))
  end
  local ok, problem = pcall(work.judge, job, emit)
  core.hooks.print = told
  if not ok then emit(work.failed(job, tostring(problem))) end
  self:end_job()
end

local function serve(workers, jobs, work)
  local answer = new_answer(work)
  for first, size in workers.take, workers do
    for i = first, first + size - 1 do
      workers:begin(i)
      answer:judge(jobs[i], work)
    end
    io.stdout:flush() -- what functions of the host have printed
    workers:give(answer:text())
  end
end

-- ---- the parent ---------------------------------------------------------------------

---@class yschema.Piece
---@field first integer the number of a job
---@field count integer
---@field text? string what came of it
---@field death? string how the worker died that had this job in hand

---@class yschema.Pool
---@field jobs yschema.Job[]
---@field work yschema.Work
---@field workers userdata
---@field count integer of workers
---@field hands table<integer, yschema.Piece[]> what each worker has to do
---@field back yschema.Piece[] what workers left undone when they died
---@field upcoming integer the first job that was not handed out
---@field told integer the first job that was not told
---@field size integer of a piece
---@field kept table<integer, yschema.Piece> pieces that wait for those before them, by their first job
---@field bytes integer in their texts
---@field deaths integer of workers that had nothing in hand
---@field goes_on boolean
local Pool = {}
Pool.__index = Pool

-- A job whose file can be read only once is a piece by itself: no other worker could do it again.
local function is_alone(job) return job.file.path == "-" or job.file.pipe end

function Pool:next_piece()
  if self.back[1] then return table.remove(self.back) end
  local first, jobs = self.upcoming, self.jobs
  if not jobs[first] or first - self.told > self.size * self.count * PIECES_AHEAD or self.bytes > MOST_KEPT then
    return nil
  end
  local count = 1
  while count < self.size and jobs[first + count] and not is_alone(jobs[first + count - 1])
    and not is_alone(jobs[first + count]) do
    count = count + 1
  end
  self.upcoming = first + count
  return { first = first, count = count }
end

function Pool:feed(number)
  local hand = self.hands[number]
  while hand and not hand[2] do
    local piece = self:next_piece()
    if not piece then return end
    hand[#hand + 1] = piece
    self.workers:hand(number, piece.first, piece.count)
  end
end

-- Starts a worker, if the system allows it.
function Pool:start(number)
  local ok = self.workers:start(number, function() serve(self.workers, self.jobs, self.work) end)
  self.hands[number] = ok and {} or nil
end

function Pool:keep(piece)
  self.kept[piece.first] = piece
  self.bytes = self.bytes + #(piece.text or "")
end

-- Takes apart what a worker had to do when it died.
function Pool:bury(number, how, in_hand)
  local hand = self.hands[number]
  self.hands[number] = nil
  self.deaths = self.deaths + 1
  if self.deaths > MOST_DEATHS and hand[1] then in_hand = hand[1].first end
  for i = #hand, 1, -1 do
    local piece = hand[i]
    local first, last = piece.first, piece.first + piece.count - 1
    if in_hand < first or in_hand > last then
      self.back[#self.back + 1] = piece
    else
      self.deaths = 0
      if in_hand < last then self.back[#self.back + 1] = { first = in_hand + 1, count = last - in_hand } end
      if first < in_hand then self.back[#self.back + 1] = { first = first, count = in_hand - first } end
      self:keep { first = in_hand, count = 1, death = how }
    end
  end
  self:start(number)
end

-- ---- telling ------------------------------------------------------------------------

function Pool:verdict(verdict) self.goes_on = self.goes_on and self.work.tell(verdict) end

-- Tells an item of a worker's text, about a job. Returns where the next one begins.
function Pool:tell_item(kind, text, at, job)
  local _, stop, line, size = find(text, kind == "V" and "^(%d*);(%d+);" or "^()(%d+);", at)
  local body = sub(text, stop + 1, stop + size)
  if kind == "V" then
    self:verdict { file = body, line = tonumber(line), status = 0, entry = job.entry }
  elseif kind == "P" then
    self:verdict(packed_verdict(body))
  elseif core.hooks.print then
    core.hooks.print(body)
  end
  return stop + size + 1
end

-- Tells what a worker's text says of some jobs.
function Pool:tell_text(piece)
  local text, at, number, begun = piece.text, 1, piece.first, false
  while self.goes_on and at <= #text do
    local kind = sub(text, at, at)
    if kind == "Q" then
      local _, stop, files, documents = find(text, "^(%d+);(%d+);", at + 1)
      self.work.count(tonumber(files), tonumber(documents))
      number, at = number + files, stop + 1
    else
      if not begun then self.work.begin(self.jobs[number]) end
      begun = kind ~= "."
      if begun then at = self:tell_item(kind, text, at + 1, self.jobs[number]) else number, at = number + 1, at + 1 end
    end
  end
end

function Pool:tell_kept()
  local piece = self.kept[self.told]
  while piece and self.goes_on do
    self.kept[self.told] = nil
    self.bytes = self.bytes - #(piece.text or "")
    if piece.death then
      local job = self.jobs[piece.first]
      self.work.begin(job)
      self:verdict(self.work.failed(job, ("its process ended by %s"):format(piece.death)))
    else
      self:tell_text(piece)
    end
    self.told = self.told + piece.count
    piece = self.kept[self.told]
  end
end

-- Waits for what a worker has to say.
function Pool:listen()
  local number, text, how, in_hand = self.workers:wait(-1)
  if text then
    local piece = table.remove(self.hands[number], 1)
    piece.text = text
    self:keep(piece)
    self.deaths = 0
  elseif number then
    self:bury(number, how, in_hand)
  end
  if number then self:feed(number) end
end

-- Does the next piece in this process, which has no workers.
function Pool:do_piece()
  local piece, answer = self:next_piece(), new_answer(self.work)
  for i = piece.first, piece.first + piece.count - 1 do answer:judge(self.jobs[i], self.work) end
  piece.text = answer:text()
  self:keep(piece)
end

function Pool:run()
  io.stdout:flush()
  io.stderr:flush()
  for number = 1, self.count do self:start(number) end
  for number = 1, self.count do self:feed(number) end
  while self.goes_on and self.jobs[self.told] do
    if next(self.hands) then self:listen() else self:do_piece() end
    self:tell_kept()
    for other = 1, self.count do self:feed(other) end
  end
end

-- ---- the function of the module -----------------------------------------------------

local function one_after_the_other(jobs, work)
  local goes_on = true
  local function emit(verdict) goes_on = goes_on and work.tell(verdict) end
  for _, job in ipairs(jobs) do
    work.begin(job)
    local ok, problem = pcall(work.judge, job, emit)
    if not ok then emit(work.failed(job, tostring(problem))) end
    if not goes_on then return false end
  end
  return true
end

--- Does jobs, in several processes if there is more than one.
---@param jobs yschema.Job[]
---@param count integer of processes
---@param work yschema.Work
---@return boolean went_on whether all verdicts were told
function pool.each(jobs, count, work)
  count = math.min(count, #jobs, pool.most)
  local workers = count > 1 and core.workers()
  if not workers then return one_after_the_other(jobs, work) end
  local self = setmetatable({
    jobs = jobs, work = work, workers = workers, count = count, hands = {}, back = {}, upcoming = 1,
    told = 1, kept = {}, bytes = 0, deaths = 0, goes_on = true,
    size = math.max(1, math.min(LARGEST_PIECE, math.floor(#jobs / count / 16))),
  }, Pool)
  local ok, problem = pcall(self.run, self)
  self.workers:close()
  if not ok then error(problem, 0) end
  return self.goes_on
end

return pool
