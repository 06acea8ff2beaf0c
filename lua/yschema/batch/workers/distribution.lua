--- Does jobs in several processes, and reports their verdicts in the order of the jobs.
--
-- Each worker is a fork of this process, which has compiled the schemas. The parent hands out pieces: the numbers of
-- some jobs that follow each other. A worker answers each piece with a text, and the parent keeps the texts
-- of pieces until those before them are reported. What it keeps is bounded: it hands out nothing that is far ahead, and
-- the answer to a job with many violations comes in portions. A worker sends the next portion when the parent asks for
-- it.
--
-- Jobs may also be lines of standard input, which the parent reads meanwhile: then a piece has its text.
--
-- When a worker dies, its current job is reported as failed, and its other jobs are done by another worker. If the
-- system allows no new process, there are fewer workers; if there is none at all, the parent does the work.
--
-- @module yschema.batch.workers.distribution

local core = require "yschema.core"
local protocol = require "yschema.batch.workers.protocol"

local distribution = {}

local PIECES_AHEAD = 8 -- of each worker
local MOST_KEPT = 2 ^ 25 -- bytes of texts that wait for those before them
local MOST_DEATHS = 8 -- of workers without a current job, one after the other

-- ---- pieces ---------------------------------------------------------------------

---@class yschema.Piece
---@field first integer the number of a job, the first that is not reported
---@field count integer
---@field texts? string[] the answers to it that are not reported
---@field over? boolean whether the answer is complete
---@field begun? boolean whether a part of the first job is reported
---@field waits? boolean whether the worker waits until it may go on
---@field death? string how the worker died whose current job this was

---@class yschema.Pool
---@field jobs yschema.Jobs those that are reported are done
---@field work yschema.Work
---@field workers userdata
---@field count integer of workers
---@field assigned table<integer, yschema.Piece[]> what each worker has to do
---@field back yschema.Piece[] what workers had not done when they died
---@field upcoming integer the first job that was not handed out
---@field reported integer the first job that was not reported
---@field size integer of the largest piece
---@field kept table<integer, yschema.Piece> pieces that wait for those before them, by their first job
---@field bytes integer in their texts
---@field deaths integer of workers that had no current job
---@field goes_on boolean
local Pool = {}
Pool.__index = Pool

function Pool:next_piece()
  if self.back[1] then return table.remove(self.back) end
  local first, jobs = self.upcoming, self.jobs
  local most = self.reported + self.size * self.count * PIECES_AHEAD
  if first > jobs:count() or first > most or self.bytes > MOST_KEPT then return nil end
  local count = jobs:together(first, jobs:piece_size(first, self.count))
  if count == 0 then return nil end
  self.upcoming = first + count
  return { first = first, count = count }
end

-- The text of a piece, if pieces have texts.
function Pool:text_of(piece)
  local jobs = self.jobs
  return jobs.text and jobs:text(piece.first, piece.count)
end

-- Gives a worker pieces until it has so many.
function Pool:feed(number, most)
  local pieces = self.assigned[number]
  while pieces and not pieces[most] do
    local piece = self:next_piece()
    if not piece then return end
    pieces[#pieces + 1] = piece
    self.workers:hand(number, piece.first, piece.count, self:text_of(piece))
  end
end

-- Each worker has the next piece when it has done one; but first each has one.
function Pool:feed_all()
  for most = 1, 2 do
    for number = 1, self.count do self:feed(number, most) end
  end
end

-- Starts a worker, if the system allows it.
function Pool:start(number)
  local ok = self.workers:start(number, function() protocol.serve(self.workers, self.jobs, self.work) end)
  self.assigned[number] = ok and {} or nil
end

-- Keeps a text of the answer to a worker's first piece.
function Pool:keep(number, text)
  local pieces = self.assigned[number]
  local piece = pieces[1]
  piece.texts = piece.texts or {}
  piece.texts[#piece.texts + 1] = text
  piece.over = string.sub(text, 1, 1) == "="
  piece.waits = not piece.over
  self.kept[piece.first] = piece
  self.bytes = self.bytes + #text
  if piece.over then table.remove(pieces, 1) end
end

-- Forgets the answers to a piece that are not reported: it is done again.
function Pool:forget(piece)
  for _, text in ipairs(piece.texts or {}) do self.bytes = self.bytes - #text end
  if self.kept[piece.first] == piece then self.kept[piece.first] = nil end
end

-- Returns the worker that has the piece which is reported next, if one has it.
function Pool:next_worker()
  for number, pieces in pairs(self.assigned) do
    for _, piece in ipairs(pieces) do
      if piece.first == self.reported then return number end
    end
  end
end

-- Lets workers go on with their pieces. When too much is kept, only the one goes on for which the others wait.
function Pool:let_go_on()
  local only = self.bytes > MOST_KEPT and self:next_worker()
  for number, pieces in pairs(self.assigned) do
    local piece = pieces[1]
    if piece and piece.waits and (not only or only == number) then
      piece.waits = false
      self.workers:hand(number, 0, 0)
    end
  end
end

-- Puts back what a worker had to do when it died, except its current job, which failed.
function Pool:handle_death(number, how, current)
  local pieces = self.assigned[number]
  self.assigned[number] = nil
  self.deaths = self.deaths + 1
  if self.deaths > MOST_DEATHS and pieces[1] then current = pieces[1].first end
  for i = #pieces, 1, -1 do
    local piece = pieces[i]
    self:forget(piece)
    local first, last = piece.first, piece.first + piece.count - 1
    if current < first or current > last then
      self.back[#self.back + 1] = { first = first, count = piece.count }
    else
      self.deaths = 0
      if current < last then self.back[#self.back + 1] = { first = current + 1, count = last - current } end
      if first < current then self.back[#self.back + 1] = { first = first, count = current - first } end
      self.kept[current] = { first = current, count = 1, death = how, begun = piece.begun and current == first }
    end
  end
  self:start(number)
end

-- ---- reporting ----------------------------------------------------------------------

function Pool:verdict(verdict) self.goes_on = self.goes_on and self.work.receive(verdict) end

-- Reports an item of a worker's text, about a job. Returns where the next one begins.
function Pool:report_item(kind, text, at, number)
  if kind == "F" or kind == "M" then
    local read = kind == "F" and protocol.texts_verdict or protocol.mentioning_verdict
    local verdict, last = read(text, at, self.jobs:at(number).entry)
    self:verdict(verdict)
    return last + 1
  end
  local _, stop, line, size = string.find(text, kind == "V" and "^(%d*);(%d+);" or "^()(%d+);", at)
  local body = string.sub(text, stop + 1, stop + size)
  if kind == "V" then
    self:verdict { file = body, line = tonumber(line), status = 0, entry = self.jobs:at(number).entry }
  elseif kind == "P" then
    self:verdict(protocol.packed_verdict(body))
  elseif core.hooks.print then
    core.hooks.print(body)
  end
  return stop + size + 1
end

-- Reports what a worker's text says about the next jobs of a piece.
function Pool:report_text(piece, text)
  local at, number, begun = 2, piece.first, piece.begun
  while self.goes_on and at <= #text do
    local kind = string.sub(text, at, at)
    if kind == "Q" then
      local _, stop, files, documents = string.find(text, "^(%d+);(%d+);", at + 1)
      self.work.count(tonumber(files), tonumber(documents))
      number, at = number + files, stop + 1
    elseif kind == "L" then
      local verdict
      verdict, at = protocol.line_verdict(text, at + 1)
      self:verdict(verdict)
      number, begun = number + verdict.lines, false
    else
      if not begun then self.work.begin(self.jobs:at(number)) end
      begun = kind ~= "."
      if begun then
        at = self:report_item(kind, text, at + 1, number)
      else
        number, at = number + 1, at + 1
      end
    end
  end
  self.jobs:done(piece.first, number - 1)
  piece.first, piece.count, piece.begun = number, piece.count - (number - piece.first), begun
end

function Pool:report_death(piece)
  local job = self.jobs:at(piece.first)
  if not piece.begun then self.work.begin(job) end
  self:verdict(self.work.failed(job, ("its process ended by %s"):format(piece.death)))
  self.jobs:done(piece.first, piece.first)
  piece.first = piece.first + 1
end

function Pool:report_kept()
  local piece = self.kept[self.reported]
  while piece and self.goes_on do
    self.kept[self.reported] = nil
    local texts = piece.texts
    piece.texts = nil
    for _, text in ipairs(texts or {}) do
      self.bytes = self.bytes - #text
      self:report_text(piece, text)
    end
    if piece.death then self:report_death(piece) end
    self.reported = piece.first
    piece = self.kept[self.reported]
  end
end

-- Waits for an answer of a worker, or for input.
function Pool:listen()
  local jobs = self.jobs
  local number, text, how, current = self.workers:wait(-1, jobs.reads and jobs:reads())
  if text then
    self:keep(number, text)
    self.deaths = 0
  elseif number == 0 then
    jobs:read()
  elseif number then
    self:handle_death(number, how, current)
  end
end

-- Does the next piece in this process, which has no workers.
function Pool:do_piece()
  local piece = self:next_piece()
  if not piece then return self.jobs:read() end
  local answer = protocol.of_piece(self.jobs, piece, self:text_of(piece), self.work)
  piece.texts, piece.over = { answer }, true
  self.kept[piece.first] = piece
  self.bytes = self.bytes + #answer
end

-- Whether no more work is wanted.
local function stops(work) return work.stops and work.stops() end

function Pool:run()
  io.stdout:flush()
  io.stderr:flush()
  for number = 1, self.count do
    self:start(number)
    self:feed(number, 1) -- it works while the next one is started
  end
  self:feed_all()
  while self.goes_on and self.reported <= self.jobs:count() and not stops(self.work) do
    if next(self.assigned) then self:listen() else self:do_piece() end
    self:let_go_on()
    self:report_kept()
    self:let_go_on()
    self:feed_all()
  end
end

-- ---- the function of the module -----------------------------------------------------

--- Does jobs in several processes.
---@param jobs yschema.Jobs
---@param count integer of processes
---@param workers userdata of `core.workers`
---@param work yschema.Work whose `validate` throws no errors, and returns the number of jobs
---@return boolean went_on whether all verdicts were reported
function distribution.each(jobs, count, workers, work)
  local self = setmetatable({
    jobs = jobs, work = work, workers = workers, count = count, assigned = {}, back = {},
    upcoming = 1, reported = 1, kept = {}, bytes = 0, deaths = 0, goes_on = true,
    size = jobs:piece_size(1, count),
  }, Pool)
  local ok, problem = pcall(self.run, self)
  self.workers:close()
  if not ok then error(problem, 0) end
  return self.goes_on
end

return distribution
