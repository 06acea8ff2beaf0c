--- Sends requests to one endpoint of etcd after the other, as a user, and always to the same cluster.
--
-- @module yschema.fleet.etcd.session

local core = require "yschema.core"
local http = require "yschema.fleet.etcd.http"
local one_value = require "yschema.text.one_value"
local problems = require "yschema.fleet.etcd.problem"
local streams = require "yschema.fleet.etcd.lines"

local session = {}

local concat, find, math = table.concat, string.find, math

---@class yschema.fleet.etcd.Endpoint
---@field host string
---@field port integer
---@field tls boolean?

---@class yschema.fleet.etcd.Session
---@field private endpoints yschema.fleet.etcd.Endpoint[]
---@field private at integer the endpoint that is asked first
---@field private token string? while etcd knows it
---@field private cluster string? the identity of the cluster, once it is known
---@field private strangers table<integer, string> other identities, by the endpoint's number
---@field private known table<integer, boolean> the endpoints that have shown the identity, and not failed since then
local Session = {}
Session.__index = Session

--- Begins; nothing is asked yet.
---@param options { endpoints: yschema.fleet.etcd.Endpoint[], user: string?, password: string?, tls: table?,
---   timeout: number, most: integer, transport: table }
---@return yschema.fleet.etcd.Session
function session.new(options)
  return setmetatable({
    endpoints = options.endpoints, user = options.user, password = options.password, tls = options.tls,
    timeout = options.timeout, most = options.most, transport = options.transport, at = 1, strangers = {}, known = {},
  }, Session)
end

-- The texts that no message may show: the password and the token.
local function credentials(self)
  local password = self.password or ""
  local in_json = core.encode({ password }, "json"):match '^%["(.*)"%]%s*$'
  return { self.token or "", password, in_json or "" }
end

-- Reads JSON; nil when the text is none, or no map.
local function read_json(text)
  local value = one_value.of(core.source("etcd", text, false, true), {})
  return type(value) == "table" and value or nil
end

--- Writes a value as JSON.
---@param value table
---@return string
function session.json(value) return assert(core.encode(value, "json")) end

-- ---- problems -----------------------------------------------------------------------

-- The words for problems below HTTP.
local plain = {
  connect = "it cannot be reached (%s)", timeout = "it did not answer within %s seconds",
}

--- Makes a problem of what a transport or an answer reported.
---@param endpoint yschema.fleet.etcd.Endpoint
---@param kind string
---@param failure string?
---@param said string? by the server
---@return yschema.fleet.etcd.Problem
function Session:problem(endpoint, kind, failure, said)
  local words, remedy = failure or kind, nil
  if kind == "timeout" then
    words = plain.timeout:format(tostring(self.timeout))
  elseif kind == "connect" and not find(words, "^it ") then
    words = plain.connect:format(words)
  elseif kind == "tls" then
    remedy = false
  elseif not endpoint.tls and find(words, "without an answer", 1, true) then
    remedy = "does it speak TLS only? Then use the scheme etcds://"
  end
  if said then words = words .. problems.quoted(said, credentials(self)) end
  if kind == "closed" or kind == "end" then kind, words = "connect", "it ended the connection" end
  return problems.new(kind, http.authority(endpoint), words, remedy)
end

-- The problem of an answer whose status is not 200.
local function of_status(self, endpoint, status, body)
  local answer = read_json(body)
  local text = answer and (answer.message or answer.error)
  if type(text) == "string" then
    return problems.of_etcd(http.authority(endpoint), text, tonumber(answer.code), credentials(self))
  end
  if find(body, "HTTP request to an HTTPS server", 1, true) then
    return problems.new("tls", http.authority(endpoint), "it speaks TLS only", "use the scheme etcds://")
  end
  local said = find(body, "%S") and ", and says " .. problems.quoted(body, credentials(self)) or ""
  return problems.new("http", http.authority(endpoint), "it answers with the status " .. status .. said)
end

-- ---- the cluster's identity ---------------------------------------------------------

--- Checks that an answer comes from the known cluster. The first answer makes its cluster the known one.
---@param endpoint yschema.fleet.etcd.Endpoint
---@param number integer the endpoint's
---@param header any the header of an answer
---@return yschema.fleet.etcd.Problem? problem nil when it does
function Session:check_cluster(endpoint, number, header)
  local id = type(header) == "table" and header.cluster_id
  if type(id) ~= "string" then
    return problems.new("answer", http.authority(endpoint), "its answer does not name a cluster")
  end
  self.cluster = self.cluster or id
  if id == self.cluster then
    self.strangers[number], self.known[number] = nil, true
    return nil
  end
  self.strangers[number] = id
  return problems.new("cluster", http.authority(endpoint),
    ("it belongs to the cluster %s, and not to %s"):format(problems.quoted(id, {}):sub(2, -2), self.cluster))
end

--- Accepts the cluster that all endpoints have named last.
---@return boolean? ok
---@return yschema.fleet.etcd.Problem? problem when they do not agree
function Session:accept_cluster()
  local id = self.strangers[1]
  for number, endpoint in ipairs(self.endpoints) do
    if not self.strangers[number] or self.strangers[number] ~= id then
      return nil, problems.new("cluster", http.authority(endpoint), "the endpoints do not belong to one other cluster",
        "name the endpoints of one cluster")
    end
  end
  self.cluster, self.strangers, self.known, self.token = id, {}, {}, nil
  return true
end

--- The endpoint that is asked first, "host:port".
---@return string
function Session:endpoint() return http.authority(self.endpoints[self.at]) end

-- ---- one request --------------------------------------------------------------------

local function open(self, endpoint, path, body, deadline, most)
  local transport = self.transport
  local stream, kind, failure, said, sent = http.open(transport, {
    endpoint = endpoint, path = path, body = body, token = self.token, deadline = deadline, most = most,
    tls = endpoint.tls and (self.tls or {}) or nil,
  })
  if stream then return stream end
  local problem = self:problem(endpoint, kind, failure, said)
  problem.unsent = not sent
  return nil, problem
end

-- Reads the rest of an answer, and closes it.
local function read_all(self, endpoint, stream, deadline)
  local pieces = {}
  while true do
    local piece, kind, failure, said = stream:read(deadline)
    if not piece then
      stream:close()
      if kind == "end" then return concat(pieces) end
      return nil, self:problem(endpoint, kind, failure, said)
    end
    pieces[#pieces + 1] = piece
  end
end

-- The bytes that an answer without values may have.
local most_plain = 64 * 1024

-- Asks one endpoint once. read() makes a result of the answer, or gives nil, an error and perhaps its kind. An answer
-- that has more than `most` bytes is not read.
local function post(self, number, path, body, read, most)
  local endpoint, deadline = self.endpoints[number], self.transport.now() + self.timeout
  local stream, problem = open(self, endpoint, path, body, deadline, math.min(most or most_plain, self.most))
  if not stream then return nil, problem end
  local text
  text, problem = read_all(self, endpoint, stream, deadline)
  if not text then return nil, problem end
  if stream.status ~= 200 then return nil, of_status(self, endpoint, stream.status, text) end
  local answer = read_json(text)
  if not answer then
    return nil, self:problem(endpoint, "answer", "its answer is no JSON, but begins with ", text)
  end
  local result = type(answer.result) == "table" and answer.result or answer -- of a call that may give several
  problem = self:check_cluster(endpoint, number, result.header)
  if problem then return nil, problem end
  local value, failure, kind = read(result)
  if value ~= nil then return value end
  return nil, self:problem(endpoint, kind or "answer", failure)
end

local function accept_any() return true end

-- Checks the cluster of an endpoint before something is written there: the answer to a write would come too late.
local function look_first(self, number, key)
  if self.known[number] then return true end
  local body = session.json { key = key, keys_only = true, limit = "1" }
  local ok, problem = post(self, number, "/v3/kv/range", body, accept_any)
  if ok then return true end
  problem.unsent = true
  return nil, problem
end

local function token_of(answer)
  if type(answer.token) == "string" and find(answer.token, "^[\33-\126]+$") then return answer.token end
  return nil, "it gives no token"
end

-- Gets a token, where there is a user.
local function authenticate(self, number)
  if self.token or not self.user then return true end
  local body = session.json { name = self.user, password = self.password or "" }
  local token, problem = post(self, number, "/v3/auth/authenticate", body, token_of)
  self.token = token
  if token then return true end
  problem.unsent = true -- the request that needs the token was not sent
  return nil, problem
end

-- Calls ask() with a token; and once more, with a new one, when etcd does not know the token any more.
local function with_token(self, number, ask)
  local ok, problem = authenticate(self, number)
  if not ok then return nil, problem end
  local answer
  answer, problem = ask()
  if answer or not problem.stale or not self.user then return answer, problem end
  self.token = nil
  ok, problem = authenticate(self, number)
  if not ok then return nil, problem end
  return ask()
end

-- ---- endpoints ----------------------------------------------------------------------

-- The kinds of problems that all endpoints would have.
local everywhere = { auth = true, compacted = true, lease = true, size = true }

-- Asks the endpoints one after the other, until one answers. This one is asked first from then on. A request that must
-- not be done twice is not repeated once it may have been sent.
local function each(self, harmless, ask)
  local failed, count = {}, #self.endpoints
  for _ = 1, count do
    local number = self.at
    local answer, problem = with_token(self, number, function() return ask(number) end)
    if answer then return answer end
    failed[#failed + 1] = problem
    if everywhere[problem.kind] then return nil, problem end
    self.known[number], self.at = nil, number % count + 1
    if not harmless and not problem.unsent then break end
  end
  return nil, problems.joined(failed)
end

--- Sends a request that may be done twice.
---@param path string below /v3/
---@param body table
---@param read fun(answer: table): any, string?, string? makes a result of the answer, or gives nil, an error and
---   perhaps its kind
---@param most? integer the bytes that the answer may have (64 KiB)
---@return any result
---@return yschema.fleet.etcd.Problem? problem
function Session:ask(path, body, read, most)
  local text = session.json(body)
  return each(self, true, function(number) return post(self, number, "/v3/" .. path, text, read, most) end)
end

--- Sends a request that must be done only once, and only in the known cluster.
---@param path string below /v3/
---@param body table
---@param key string one of the keys that it is about, in base64
---@param read fun(answer: table): any, string?, string?
---@param most? integer the bytes that the answer may have (64 KiB)
---@return any result
---@return yschema.fleet.etcd.Problem? problem
function Session:change(path, body, key, read, most)
  local text = session.json(body)
  return each(self, false, function(number)
    local ok, problem = look_first(self, number, key)
    if not ok then return nil, problem end
    return post(self, number, "/v3/" .. path, text, read, most)
  end)
end

--- Reads a line of a stream.
---@param number integer the endpoint's
---@param line string
---@return table? answer
---@return yschema.fleet.etcd.Problem? problem
function Session:line(number, line)
  local endpoint, value = self.endpoints[number], read_json(line)
  if not value then return nil, self:problem(endpoint, "answer", "it sent a line that is no JSON: ", line) end
  local failure = value.error
  if failure then
    local text = type(failure) == "table" and (failure.message or failure.error) or failure
    local code = type(failure) == "table" and tonumber(failure.grpc_code or failure.code) or tonumber(value.code)
    return nil, problems.of_etcd(http.authority(endpoint), tostring(text), code, credentials(self))
  end
  if type(value.result) ~= "table" then
    return nil, self:problem(endpoint, "answer", "it sent a line without a result: ", line)
  end
  local problem = self:check_cluster(endpoint, number, value.result.header)
  if problem then return nil, problem end
  return value.result
end

--- Makes a problem of an error of etcd within a stream.
---@param number integer the endpoint's
---@param text string
---@return yschema.fleet.etcd.Problem
function Session:error(number, text)
  return problems.of_etcd(http.authority(self.endpoints[number]), text, nil, credentials(self))
end

--- Opens a stream of answers.
---@param path string below /v3/
---@param body table|string a string: JSON
---@param first fun(lines: yschema.fleet.etcd.Lines, deadline: number): boolean?, table? looks at the first answer
---@param most? integer the bytes that a line may have
---@return yschema.fleet.etcd.Lines?
---@return yschema.fleet.etcd.Problem? problem
function Session:lines(path, body, first, most)
  local text = type(body) == "string" and body or session.json(body)
  return each(self, true, function(number)
    local endpoint, deadline = self.endpoints[number], self.transport.now() + self.timeout
    local stream, problem = open(self, endpoint, "/v3/" .. path, text, deadline)
    if not stream then return nil, problem end
    if stream.status ~= 200 then
      local said
      said, problem = read_all(self, endpoint, stream, deadline)
      return nil, said and of_status(self, endpoint, stream.status, said) or problem
    end
    local lines = streams.new {
      session = self, stream = stream, number = number, place = endpoint, endpoint = http.authority(endpoint),
      most = math.min(most or self.most, self.most),
    }
    local ok
    ok, problem = first(lines, deadline)
    if ok then return lines end
    lines:close()
    return nil, problem
  end)
end

return session
