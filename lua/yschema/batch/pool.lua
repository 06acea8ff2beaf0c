--- Does jobs in several processes, and tells what comes of them in the order of the jobs.
--
-- Each worker is a fork of this process, which has compiled the schemas. The parent hands out pieces: the numbers of
-- some jobs that follow each other. A worker answers each piece with a text, and the parent keeps the texts
-- of pieces until those before them are reported. What it keeps is bounded: it hands out nothing that is far ahead, and
-- the answer to a job with many violations comes in portions, each of which the worker sends when it is reported to go on.
--
-- When a worker dies, the job that it had in hand has a violation, and its other jobs are done by another one. Where the
-- system allows no new process, there are fewer workers; when there is none at all, the parent does the work.
--
-- @module yschema.batch.pool

local core = require "yschema.core"
local answers = require "yschema.batch.answers"

local pool = {}

local error, ipairs, next, pairs, pcall = error, ipairs, next, pairs, pcall
local setmetatable, tonumber, tostring = setmetatable, tonumber, tostring
local find, io, math, sub, table = string.find, io, math, string.sub, table

local LARGEST_PIECE = 128
local PIECES_AHEAD = 8 -- of each worker
local MOST_KEPT = 2 ^ 25 -- bytes of texts that wait for those before them
local MOST_DEATHS = 8 -- of workers that had nothing in hand, one after the other

--- The largest number of workers.
pool.most = 256

--- What is done with jobs.
---@class yschema.Work
---@field validate fun(job: yschema.Job, emit: fun(verdict: yschema.Verdict))
---@field failed fun(job: yschema.Job, problem: string): yschema.Verdict when no verdict could be reached
---@field begin fun(job: yschema.Job) called before the verdicts of a job are reported
---@field tell fun(verdict: yschema.Verdict): boolean whether to go on
---@field count? fun(files: integer, documents: integer) counts valid files, when their verdicts need not be reported

-- ---- pieces ---------------------------------------------------------------------

---@class yschema.Piece
---@field first integer the number of a job, the first that is not reported
---@field count integer
---@field texts? string[] what came of it and is not reported
---@field over? boolean whether all of it came
---@field begun? boolean whether a part of the first job is reported
---@field waits? boolean whether the worker waits until it may go on
---@field death? string how the worker died that had this job in hand

---@class yschema.Pool
---@field jobs yschema.JobList those that are reported are done
---@field last integer the number of the last job
---@field work yschema.Work
---@field workers userdata
---@field count integer of workers
---@field hands table<integer, yschema.Piece[]> what each worker has to do
---@field back yschema.Piece[] what workers left undone when they died
---@field upcoming integer the first job that was not handed out
---@field told integer the first job that was not reported
---@field size integer of a piece
---@field kept table<integer, yschema.Piece> pieces that wait for those before them, by their first job
---@field bytes integer in their texts
---@field deaths integer of workers that had nothing in hand
---@field goes_on boolean
local Pool = {}
Pool.__index = Pool

function Pool:next_piece()
  if self.back[1] then return table.remove(self.back) end
  local first, jobs = self.upcoming, self.jobs
  if first > self.last or first - self.told > self.size * self.count * PIECES_AHEAD or self.bytes > MOST_KEPT then
    return nil
  end
  local count = jobs:together(first, self.size)
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
  local ok = self.workers:start(number, function() answers.serve(self.workers, self.jobs, self.work) end)
  self.hands[number] = ok and {} or nil
end

-- Keeps what has come of a worker's first piece.
function Pool:keep(number, text)
  local hand = self.hands[number]
  local piece = hand[1]
  piece.texts = piece.texts or {}
  piece.texts[#piece.texts + 1] = text
  piece.over = sub(text, 1, 1) == "="
  piece.waits = not piece.over
  self.kept[piece.first] = piece
  self.bytes = self.bytes + #text
  if piece.over then table.remove(hand, 1) end
end

-- Forgets what has come of a piece and is not reported: it is done again.
function Pool:forget(piece)
  for _, text in ipairs(piece.texts or {}) do self.bytes = self.bytes - #text end
  if self.kept[piece.first] == piece then self.kept[piece.first] = nil end
end

-- Returns the worker that has the piece which is reported next, if one has it.
function Pool:teller()
  for number, hand in pairs(self.hands) do
    for _, piece in ipairs(hand) do
      if piece.first == self.told then return number end
    end
  end
end

-- Lets workers go on with their pieces. When too much is kept, only the one goes on for which the others wait.
function Pool:let_go_on()
  local only = self.bytes > MOST_KEPT and self:teller()
  for number, hand in pairs(self.hands) do
    local piece = hand[1]
    if piece and piece.waits and (not only or only == number) then
      piece.waits = false
      self.workers:hand(number, 0, 0)
    end
  end
end

-- Takes apart what a worker had to do when it died.
function Pool:bury(number, how, in_hand)
  local hand = self.hands[number]
  self.hands[number] = nil
  self.deaths = self.deaths + 1
  if self.deaths > MOST_DEATHS and hand[1] then in_hand = hand[1].first end
  for i = #hand, 1, -1 do
    local piece = hand[i]
    self:forget(piece)
    local first, last = piece.first, piece.first + piece.count - 1
    if in_hand < first or in_hand > last then
      self.back[#self.back + 1] = { first = first, count = piece.count }
    else
      self.deaths = 0
      if in_hand < last then self.back[#self.back + 1] = { first = in_hand + 1, count = last - in_hand } end
      if first < in_hand then self.back[#self.back + 1] = { first = first, count = in_hand - first } end
      self.kept[in_hand] = { first = in_hand, count = 1, death = how, begun = piece.begun and in_hand == first }
    end
  end
  self:start(number)
end

-- ---- telling ------------------------------------------------------------------------

function Pool:verdict(verdict) self.goes_on = self.goes_on and self.work.tell(verdict) end

-- Tells an item of a worker's text, about a job. Returns where the next one begins.
function Pool:tell_item(kind, text, at, job)
  if kind == "F" then
    local verdict, last = answers.texts_verdict(text, at, job.entry)
    self:verdict(verdict)
    return last + 1
  end
  local _, stop, line, size = find(text, kind == "V" and "^(%d*);(%d+);" or "^()(%d+);", at)
  local body = sub(text, stop + 1, stop + size)
  if kind == "V" then
    self:verdict { file = body, line = tonumber(line), status = 0, entry = job.entry }
  elseif kind == "P" then
    self:verdict(answers.packed_verdict(body))
  elseif core.hooks.print then
    core.hooks.print(body)
  end
  return stop + size + 1
end

-- Tells what a worker's text says of the next jobs of a piece.
function Pool:tell_text(piece, text)
  local at, number, begun = 2, piece.first, piece.begun
  while self.goes_on and at <= #text do
    local kind = sub(text, at, at)
    if kind == "Q" then
      local _, stop, files, documents = find(text, "^(%d+);(%d+);", at + 1)
      self.work.count(tonumber(files), tonumber(documents))
      number, at = number + files, stop + 1
    else
      if not begun then self.work.begin(self.jobs:at(number)) end
      begun = kind ~= "."
      if begun then
        at = self:tell_item(kind, text, at + 1, self.jobs:at(number))
      else
        number, at = number + 1, at + 1
      end
    end
  end
  self.jobs:done(piece.first, number - 1)
  piece.first, piece.count, piece.begun = number, piece.count - (number - piece.first), begun
end

function Pool:tell_death(piece)
  local job = self.jobs:at(piece.first)
  if not piece.begun then self.work.begin(job) end
  self:verdict(self.work.failed(job, ("its process ended by %s"):format(piece.death)))
  self.jobs:done(piece.first, piece.first)
  piece.first = piece.first + 1
end

function Pool:tell_kept()
  local piece = self.kept[self.told]
  while piece and self.goes_on do
    self.kept[self.told] = nil
    local texts = piece.texts
    piece.texts = nil
    for _, text in ipairs(texts or {}) do
      self.bytes = self.bytes - #text
      self:tell_text(piece, text)
    end
    if piece.death then self:tell_death(piece) end
    self.told = piece.first
    piece = self.kept[self.told]
  end
end

-- Waits for what a worker has to say.
function Pool:listen()
  local number, text, how, in_hand = self.workers:wait(-1)
  if text then
    self:keep(number, text)
    self.deaths = 0
  elseif number then
    self:bury(number, how, in_hand)
  end
  if number then self:feed(number) end
end

-- Does the next piece in this process, which has no workers.
function Pool:do_piece()
  local piece = self:next_piece()
  piece.texts, piece.over = { answers.of_piece(self.jobs, piece, self.work) }, true
  self.kept[piece.first] = piece
  self.bytes = self.bytes + #piece.texts[1]
end

function Pool:run()
  io.stdout:flush()
  io.stderr:flush()
  for number = 1, self.count do self:start(number) end
  for number = 1, self.count do self:feed(number) end
  while self.goes_on and self.told <= self.last do
    if next(self.hands) then self:listen() else self:do_piece() end
    self:let_go_on()
    self:tell_kept()
    self:let_go_on()
    for other = 1, self.count do self:feed(other) end
  end
end

-- ---- the function of the module -----------------------------------------------------

local function one_after_the_other(jobs, work)
  local goes_on = true
  local function emit(verdict) goes_on = goes_on and work.tell(verdict) end
  for i = 1, jobs:count() do
    local job = jobs:at(i)
    jobs:done(i, i)
    work.begin(job)
    local ok, problem = pcall(work.validate, job, emit)
    if not ok then emit(work.failed(job, tostring(problem))) end
    if not goes_on then return false end
  end
  return true
end

--- Does jobs, in several processes if there is more than one.
---@param jobs yschema.JobList
---@param count integer of processes
---@param work yschema.Work
---@return boolean went_on whether all verdicts were reported
function pool.each(jobs, count, work)
  count = math.min(count, jobs:count(), pool.most)
  local workers = count > 1 and core.workers()
  if not workers then return one_after_the_other(jobs, work) end
  local self = setmetatable({
    jobs = jobs, last = jobs:count(), work = work, workers = workers, count = count, hands = {}, back = {},
    upcoming = 1, told = 1, kept = {}, bytes = 0, deaths = 0, goes_on = true,
    size = math.max(1, math.min(LARGEST_PIECE, math.floor(jobs:count() / count / 16))),
  }, Pool)
  local ok, problem = pcall(self.run, self)
  self.workers:close()
  if not ok then error(problem, 0) end
  return self.goes_on
end

return pool
