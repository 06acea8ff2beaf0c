--- Watches the source of a configuration: each worker follows what is published, and one of them asks the source.
--
-- The worker with the lock asks the source in a separate thread, because the functions of a source may wait for
-- minutes. When the worker exits or loses the lock, it ends the thread. Each timer watches only for some minutes: when
-- a timer ends, nginx frees the memory of its connections.
--
-- @module resty.yschema.serve.watch

local cache = require "resty.yschema.source.cache"
local calls = require "resty.yschema.source.calls"
local messages = require "resty.yschema.report.messages"
local versions = require "resty.yschema.serve.versions"

local watch = {}

-- Seconds between two looks at whether the watch has to end, and the most seconds and turns of one timer.
local slice, longest, most_turns = 0.2, 270, 1000
-- After a problem, the source is asked again after these seconds: the first time, and at most.
local first_pause, longest_pause = 0.5, 30
-- Seconds between two full looks at what other workers have published: in between, only its number is read. And those
-- between two looks whether any worker watches.
local full_look, lock_look = 1, 0.2
-- Seconds for which an acknowledgement waits until all workers serve the version.
local longest_spread = 2
-- A turn that takes fewer seconds than this, and brings nothing new, is followed by a pause.
local quick = 0.004

-- The work of one timer.
---@class resty.yschema.Turn
---@field ends number when the next timer takes over
---@field asking boolean a function of the source is running, which may be ended
---@field over boolean the thread has ended
---@field stop boolean the thread has to end
---@field resume? number when to go on, after a problem

local function ask(turn, call, self, ...)
  turn.asking = true
  local first, second = call(self, ...)
  turn.asking = false
  return first, second
end

-- The pause grows with each problem, and varies, so that the nodes of a fleet do not ask all at once.
local function pause_after(self)
  local pause = math.min(longest_pause, first_pause * 2 ^ self.problems)
  self.problems = math.min(self.problems + 1, 10)
  return pause * (0.5 + math.random() / 2)
end

-- Reports that a call of the source has failed. Returns the seconds until the next one.
local function trouble(self, given)
  if ngx.worker.exiting() then return 0 end
  if given.error then messages.failed(self, given.error) else messages.lost(self, given) end
  return pause_after(self)
end

-- Reports the result of a revision to the source.
local function acknowledge(self, turn, given, about)
  if given.revision ~= self.revision then self.problems = 0 end
  self.revision = given.revision
  if not about then self.agreed = self.version end
  local _, problem = ask(turn, calls.optional, self, "validated", given.revision, about)
  if problem then messages.log(self, ngx.ERR, problem) end
  if self.cache and not about then cache.write(self, given.texts) end
end

-- Waits until all workers serve what this one does. One that hangs is not waited for.
local function spread(self)
  local last = ngx.now() + longest_spread
  self.shared:note_served(self.version)
  while not self.shared:is_served(self.version) and ngx.now() < last and not ngx.worker.exiting() do
    ngx.sleep(0.02)
  end
end

-- Validates what the source has. Returns seconds after which it must be read again.
local function take(self, turn, given)
  local packed, about = versions.pack(self, given.texts)
  if not packed then
    messages.failed(self, about)
    return acknowledge(self, turn, given, about)
  end
  versions.follow(self)
  if packed == self.packed then
    messages.error_is_gone(self)
    return acknowledge(self, turn, given)
  end
  local attempt = versions.advance(self, packed)
  if attempt.state == "served" and self.given_source then spread(self) end
  if attempt.state ~= "overtaken" then return acknowledge(self, turn, given, attempt.report) end
  -- Another worker is checking these texts, or has published others.
  return self.given_source and 1 or math.min(self.interval, 1)
end

local function read(self, turn)
  local wish = self.shared.counters:read "wishes" or 0
  self.tried = wish
  local given = ask(turn, calls.read, self)
  if not given.texts and not given.revision then return trouble(self, given) end
  messages.found(self)
  self.unread = nil
  if given.error then
    messages.failed(self, given.error)
    acknowledge(self, turn, given, given.error)
  else
    local pause = take(self, turn, given)
    self.unread = pause ~= nil
    if pause then return pause end
  end
  self.shared.counters:grant(wish)
end

-- Keeps what the source reports, for all workers.
local function note_stats(self)
  if not self.given_source then return end
  local stats = calls.optional(self, "stats")
  stats = type(stats) == "table" and stats or {}
  stats.problem = self.problem
  self.shared.notes:set("source", calls.pack_stats(stats))
  local memory = calls.optional(self, "remember")
  if type(memory) == "string" then self.shared.notes:set("memory", memory) end
end

-- Waits for a change once, and reads it. Returns seconds to wait after a problem.
local function take_turn(self, turn)
  if not self.unread then
    local said, given = ask(turn, calls.wait, self, self.revision)
    if not said then return trouble(self, given) end
    if said == "timeout" then
      self.problems = 0 -- a source that can be read, and fails at each wait, is asked less and less often
      messages.found(self)
      -- A worker that was held up may have published what was old by then.
      self.unread = self.given_source and self.agreed ~= nil and self.agreed ~= self.version
      return cache.retry(self)
    end
  end
  self.unread = true
  return read(self, turn)
end

local function step(self, turn)
  local pause = take_turn(self, turn)
  note_stats(self)
  return pause
end

-- A source whose functions return at once must not keep the worker busy.
local function rest(self, began, before)
  ngx.update_time()
  if self.revision ~= before then
    self.idle = 0
  elseif ngx.now() - began < quick then
    self.idle = self.idle + 1
  else
    self.idle = 0
    return
  end
  ngx.sleep(math.min(1, 0.02 * 2 ^ self.idle))
end

local function must_end(self, turn)
  return turn.stop or ngx.worker.exiting() or ngx.now() >= turn.ends or self.shared.lock:is_lost()
end

-- Takes turns until the timer has to end.
local function work(self, turn)
  for _ = 1, most_turns do
    local began, before = ngx.now(), self.revision
    local ok, pause = pcall(step, self, turn)
    if not ok then
      messages.log(self, ngx.ERR, "the watch failed: ", tostring(pause))
      pause = pause_after(self)
    end
    if pause then
      turn.resume = ngx.now() + pause
      break
    end
    rest(self, began, before)
    if must_end(self, turn) then break end
  end
  calls.optional(self, "close")
  turn.over = true
end

-- Returns whether a worker has asked for a look that this worker has not tried yet.
local function has_wish(self)
  return (self.shared.counters:read "wishes" or 0) > self.tried
end

-- Waits until the thread has ended, and the pause after a problem, too. Returns whether to continue in another timer.
local function attend(self, turn, thread)
  while true do
    ngx.sleep(slice)
    local mine = not ngx.worker.exiting() and self.shared.lock:keep()
    turn.stop = turn.stop or not mine or has_wish(self)
    if turn.over and (turn.stop or ngx.now() >= (turn.resume or 0)) then return mine end
    if turn.stop and turn.asking and not self.source.returns_soon and ngx.thread.kill(thread) then
      calls.optional(self, "close")
      return mine
    end
  end
end

local start

-- Stops watching. When nginx ends, and does not reload, there will be no next worker that watches.
local function leave(self)
  self.attending = false
  if ngx.worker.exiting() and self.shared.lock:is_mine() and not self.shared:has_successor() then
    calls.optional(self, "leave")
  end
  self.shared.lock:leave()
end

local function in_timer(premature, self)
  if premature then return leave(self) end
  local turn = { ends = ngx.now() + longest * (0.9 + math.random() / 10), asking = false, over = false, stop = false }
  local thread = ngx.thread.spawn(work, self, turn)
  if not attend(self, turn, thread) then return leave(self) end
  self.unread = self.unread or has_wish(self)
  start(self)
end

function start(self)
  local ok, problem = ngx.timer.at(0, in_timer, self)
  if ok then return end
  leave(self)
  if problem ~= "process exiting" then messages.log(self, ngx.ERR, "the source is not watched: no timer: ", problem) end
end

-- Begins to watch the source in this worker. What this worker knows of it may be old.
local function begin(self)
  self.attending, self.problems, self.idle, self.revision = true, 0, 0, nil
  self.tried, self.agreed = self.shared.counters:read "granted" or 0, nil
  self.unread = not self.source.blocking
  local memory = self.shared.notes:get "memory"
  if memory ~= "" then calls.optional(self, "recall", memory) end
  start(self)
end

-- Serves what another worker has published.
local function follow(self)
  local now = ngx.now()
  if now - self.followed >= full_look or not self.shared:is_newest(self.version) then
    self.followed = now
    versions.follow(self)
  end
  if self.given_source and self.noted ~= self.version then
    self.shared:note_served(self.version)
    self.noted = self.version
  end
end

-- Watches, when no other worker does.
local function take_over(self)
  if self.attending or ngx.worker.exiting() or ngx.now() - self.lock_looked < lock_look then return end
  self.lock_looked = ngx.now()
  if self.shared.lock:take() then begin(self) end
end

local function tick(premature, self)
  if premature or self.busy then return end
  self.busy = true
  local ok, problem = pcall(follow, self)
  self.busy = false
  if not ok then messages.log(self, ngx.ERR, "the look at the dictionary failed: ", tostring(problem)) end
  take_over(self)
end

--- Begins to follow what is published in this worker, and to watch the source whenever no other worker does.
---@param self resty.yschema.Conf
---@return boolean? ok
---@return string? problem
function watch.start(self)
  self.followed, self.lock_looked, self.noted = 0, 0, nil
  versions.follow(self) -- a worker that replaces another one has the master's copy, which may be old
  ngx.timer.at(0, tick, self)
  return ngx.timer.every(math.min(self.interval, 1), tick, self)
end

return watch
