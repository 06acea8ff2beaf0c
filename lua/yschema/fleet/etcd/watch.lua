--- Watches keys of etcd.
--
-- @module yschema.fleet.etcd.watch

local values = require "yschema.fleet.etcd.values"
local problems = require "yschema.fleet.etcd.problem"

local json = require "yschema.fleet.etcd.session".json

local watch = {}

---@class yschema.fleet.etcd.Watch
---@field endpoint string "host:port", where it is connected
---@field private lines yschema.fleet.etcd.Lines
---@field private transport table
---@field private over yschema.fleet.etcd.Problem? once it has ended
local Watch = {}
Watch.__index = Watch

-- The problem of an answer that ends the watch; nil when it goes on.
local function ended(lines, answer)
  if not answer.canceled then return nil end
  local revision = values.number(answer.compact_revision)
  local reason = answer.cancel_reason
  if revision and revision > 0 then
    local problem = problems.new("compacted", lines.endpoint,
      ("it has forgotten the revisions before %d"):format(revision))
    problem.compact_revision = revision
    return problem
  end
  return lines.session:error(lines.number, type(reason) == "string" and reason or "the watch was ended")
end

--- Begins to watch, and waits until etcd says that it does.
---@param session yschema.fleet.etcd.Session
---@param requests table[]
---@param most? integer the bytes that an answer may have
---@return yschema.fleet.etcd.Watch?
---@return yschema.fleet.etcd.Problem?
function watch.open(session, requests, most)
  local bodies = {}
  for i, request in ipairs(requests) do bodies[i] = json { create_request = request } end
  local lines, problem = session:lines("watch", table.concat(bodies), function(lines, deadline)
    local answer, failure = lines:next(deadline)
    if failure == "timeout" then return nil, session:problem(lines.place, "timeout") end
    if not answer then return nil, failure end
    failure = ended(lines, answer)
    if failure then return nil, failure end
    if answer.created then return true end
    return nil, session:problem(lines.place, "answer", "it does not begin the watch")
  end, most)
  if not lines then return nil, problem end
  return setmetatable({ lines = lines, endpoint = lines.endpoint, transport = session.transport }, Watch)
end

-- The changes in an answer; nil when there are none.
local function changes(self, answer)
  local list, revision = {}, 0
  for _, event in ipairs(type(answer.events) == "table" and answer.events or {}) do
    local item, failure = values.event(self.transport, event)
    if not item then return nil, self.lines.session:problem(self.lines.place, "answer", failure) end
    if item.mod_revision > revision then revision = item.mod_revision end
    list[#list + 1] = item
  end
  if #list == 0 then return nil end
  -- Not the revision of the header, which may be ahead of events that are still to come.
  return { revision = revision, events = list }
end

local function over(self, problem)
  self.over = problem
  self:close()
  return nil, problem
end

--- Waits for changes. A problem ends the watch: begin another one after the last revision that was returned.
---@param seconds number
---@return { revision: integer, events: table[] }? changes the revision is that of the newest event
---@return "timeout"|yschema.fleet.etcd.Problem? problem "timeout" when there were none: call it again
function Watch:next(seconds)
  if self.over then return nil, self.over end
  local deadline = self.transport.now() + seconds
  while true do
    local answer, problem = self.lines:next(deadline)
    if problem == "timeout" then return nil, problem end
    problem = problem or ended(self.lines, answer)
    if problem then return over(self, problem) end
    local found
    found, problem = changes(self, answer)
    if problem then return over(self, problem) end
    if found then return found end
  end
end

--- Ends the watch.
function Watch:close()
  self.over = self.over or problems.new("call", self.endpoint, "the watch was closed", false)
  if self.lines then self.lines:close() end
  self.lines = nil
end

return watch
