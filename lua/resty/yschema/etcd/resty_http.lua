--- Asks servers by lua-resty-http, where that is installed, in place of `yschema.fleet.etcd.http`.
--
-- The library has no limit for the time and the size of an answer. So its calls run in threads, which are ended when
-- the time is up, and its bodies are read piece by piece and counted. Only headers without an end are read until the
-- time is up.
--
-- @module resty.yschema.etcd.resty_http

local semaphore = require "ngx.semaphore"
local http = require "yschema.fleet.etcd.http"

local resty_http = {}

local ngx = ngx
local find, format, match = string.find, string.format, string.match
local math, pcall, setmetatable, tostring = math, pcall, setmetatable, tostring

-- The most bytes that one call reads.
local most_at_once = 65536

-- Milliseconds for which the library waits by itself.
local forever = 2 ^ 31 - 1

-- Seconds after which a call looks whether nginx is waiting for this worker to end.
local slice = 0.5

--- An answer that comes in.
---@class resty.yschema.RestyStream
---@field status integer
---@field headers table<string, string>
---@field private client table of lua-resty-http
---@field private next_piece fun(most: integer): string?, string?
---@field private room number the bytes that the body may still have
---@field private most number
---@field private now fun(): number
---@field private arrived table a semaphore: the thread is done
---@field private thread thread? in which the library works
---@field private piece string? what was read
---@field private problem string? why nothing was read
local Stream = {}
Stream.__index = Stream

local function work(self, step, what)
  local ok, problem = pcall(step, self, what)
  if not ok then self.problem = tostring(problem) end
  self.arrived:post()
end

-- Lets the library work until a moment. Returns false when the time is up; then it goes on at the next call. The time
-- is up, too, when nginx is waiting for this worker to end.
local function run(self, step, what, deadline)
  self.thread = self.thread or ngx.thread.spawn(work, self, step, what)
  local left = deadline - self.now()
  while not self.arrived:wait(left > 0 and math.min(left, slice) or 0) do
    left = left - slice
    if left <= 0 or ngx.worker.exiting() then return false end
  end
  ngx.thread.wait(self.thread) -- so that nginx forgets it
  self.thread = nil
  return true
end

-- Connects, asks, and reads the headers.
local function begin(self, what)
  local endpoint, tls = what.endpoint, what.tls
  local client = self.client
  client:set_timeouts(forever, forever, forever)
  local host = find(endpoint.host, ":", 1, true) and "[" .. endpoint.host .. "]" or endpoint.host
  local ok
  ok, self.problem = client:connect {
    scheme = tls and "https" or "http", host = host, port = endpoint.port, pool = "yschema-http",
    ssl_verify = not tls or tls.verify ~= false, ssl_server_name = tls and (tls.name or endpoint.host) or nil,
  }
  if not ok then return end
  self.sent = true
  local answer
  answer, self.problem = client:request {
    method = "POST", path = what.path, body = what.body,
    headers = {
      Host = http.authority(endpoint), ["User-Agent"] = "yschema", Accept = "application/json",
      ["Content-Type"] = "application/json", Connection = "close", Authorization = what.token,
    },
  }
  if not answer then return end
  self.status, self.headers, self.next_piece = answer.status, answer.headers, answer.body_reader
end

-- The kind of a problem of the library, its words, and what the server said.
local function problem_of(problem, middle)
  problem = tostring(problem)
  local said = match(problem, "status line: (.*)$")
  if said then return "answer", "it does not speak HTTP, but says: ", said end
  if find(problem, "chunksize", 1, true) then return "answer", "it sent a chunk whose size is no number" end
  if problem == "closed" or find(problem, "reset", 1, true) then
    return "connect", middle and "it ended the connection in the middle of its answer"
      or "it ended the connection without an answer"
  end
  return "answer", format("its answer cannot be read (%s)", problem)
end

local function failed(self, ...)
  self:close()
  return nil, ...
end

--- Sends a request, and reads the answer until its body begins, as `http.open` of `yschema.fleet.etcd.http` does.
---@param library table lua-resty-http
---@param transport table `resty.yschema.cosocket`
---@param what table
---@return resty.yschema.RestyStream? stream
---@return string? kind of the problem
---@return string? error
---@return string? said
---@return boolean? sent whether the server may have got the request
function resty_http.open(library, transport, what)
  local failure = what.tls and transport.authority_error(what.tls)
  if failure then return nil, "tls", failure, nil, false end
  local self = setmetatable({
    client = library.new(), now = transport.now, arrived = semaphore.new(), room = what.most or math.huge,
    most = what.most or math.huge, sent = false,
  }, Stream)
  if not run(self, begin, what, what.deadline) then return failed(self, "timeout", nil, nil, self.sent) end
  if self.status then return self end
  local kind, said
  if self.sent then
    kind, failure, said = problem_of(self.problem)
  else
    kind, failure = transport.connect_problem(self.problem, what.endpoint.host, what.tls)
  end
  return failed(self, kind, failure, said, self.sent)
end

local function read(self) self.piece, self.problem = self.next_piece(most_at_once) end

--- Returns the next bytes of the body.
---@param deadline number the moment when to stop waiting
---@return string? piece nil when none come
---@return string? kind "end" when all of it was read, "timeout", or the kind of a problem
---@return string? error
---@return string? said
function Stream:read(deadline)
  if not run(self, read, nil, deadline) then return nil, "timeout" end
  local piece = self.piece
  if self.problem then return nil, problem_of(self.problem, true) end
  if not piece or piece == "" then return nil, "end" end
  if #piece > self.room then return nil, "size", format("its answer has more than %d bytes", self.most) end
  self.room = self.room - #piece
  return piece
end

--- Ends the connection.
function Stream:close()
  if self.thread then ngx.thread.kill(self.thread) end
  self.thread = nil
  self.client:close()
end

return resty_http
