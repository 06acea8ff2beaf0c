--- Writes requests of HTTP/1.1, and reads the answers.
--
-- An answer is read piece by piece, as the bytes come in. However they are cut, the result is the same. What is invalid
-- or too long is refused as soon as it is seen, so that no answer fills the memory.
--
-- @module yschema.fleet.etcd.http

local http = {}

local find, format, match, sub = string.find, string.format, string.match, string.sub

--- The bytes that the status line and all headers may have.
http.most_head_bytes = 16384

-- The bytes of the line with the size of a chunk. Extensions of chunks are not used.
local most_size_bytes = 1024

--- An answer that is being read.
---@class yschema.fleet.etcd.Answer
---@field status integer? of the answer; nil until all headers are there
---@field headers table<string, string> by their names in lower case
---@field done boolean whether all of it is there
---@field private step function reads the next part of what is pending
---@field private pending string bytes that belong to a part that is not complete
---@field private at integer where they begin in `pending`
---@field private head_bytes integer
---@field private left integer? bytes of the body, or of the chunk, that are missing; nil: until the connection ends
---@field private room number bytes that the body may still have
---@field private most number bytes that the body may have at all
---@field private pieces string[] of the body, that were not taken yet
local Answer = {}
Answer.__index = Answer

-- ---- parts of an answer -------------------------------------------------------------

-- Takes the next line from what is pending, without its end. Returns nil when it is not complete, and nil with an
-- error when it is too long.
local function take_line(self, most, failure)
  local at = self.at
  local stop = find(self.pending, "\n", at, true)
  if (stop or #self.pending) - at + 1 > most then return nil, failure end
  if not stop then return nil end
  self.at = stop + 1
  return (sub(self.pending, at, stop - 1):gsub("\r$", ""))
end

local function take_head_line(self)
  local before = self.at
  local line, failure = take_line(self, http.most_head_bytes - self.head_bytes,
    format("it sent headers of more than %d bytes", http.most_head_bytes))
  self.head_bytes = self.head_bytes + self.at - before
  return line, failure
end

-- The steps. Each returns true when it took something, false when bytes are missing, and nil, an error and its kind
-- when the answer is invalid.
local read_status, read_header, read_body, read_chunk_size, read_chunk, read_chunk_end, read_trailer

local function missing(failure)
  if failure then return nil, failure, "answer" end
  return false
end

local function finished(self)
  self.done, self.step = true, nil
  return true
end

function read_status(self)
  local line, failure = take_head_line(self)
  if not line then return missing(failure) end
  local status, following = match(line, "^HTTP/1%.%d (%d%d%d)(.?)")
  if not status or find(following, "[^ ]") then return nil, "it does not speak HTTP, but says: ", "answer", line end
  self.coming, self.headers, self.step = tonumber(status), {}, read_header
  return true
end

-- Returns where the body ends.
local function body_begins(self)
  local status, headers = self.coming, self.headers
  if status < 200 then -- another answer follows
    self.step = read_status
    return true
  end
  self.status = status
  local length, coding = headers["content-length"], headers["transfer-encoding"]
  if status == 204 or status == 304 then return finished(self) end
  if coding then
    if string.lower(coding) ~= "chunked" then return nil, "it sent an unknown Transfer-Encoding: ", "answer", coding end
    self.step = read_chunk_size
    return true
  end
  if length then
    if not find(length, "^%d+$") or #length > 15 then
      return nil, "it sent an invalid Content-Length: ", "answer", length
    end
    self.left = tonumber(length)
    if self.left > self.room then return nil, format("its answer has more than %d bytes", self.most), "size" end
    if self.left == 0 then return finished(self) end
  end
  self.step = read_body
  return true
end

function read_header(self)
  local line, failure = take_head_line(self)
  if not line then return missing(failure) end
  if line == "" then return body_begins(self) end
  local name, value = match(line, "^([^%s:]+):[ \t]*(.-)[ \t]*$")
  if not name then return nil, "it sent a line that is no header: ", "answer", line end
  name = string.lower(name)
  local before = self.headers[name]
  if before and name == "content-length" and before ~= value then
    return nil, "it sent two different Content-Lengths", "answer"
  end
  self.headers[name] = before and before ~= value and before .. ", " .. value or value
  return true
end

-- Moves bytes of the body out of what is pending: all of them, or as many as are missing.
local function move(self)
  local there = #self.pending - self.at + 1
  local count = self.left and self.left < there and self.left or there
  if count > self.room then return nil, format("its answer has more than %d bytes", self.most), "size" end
  self.room = self.room - count
  self.pieces[#self.pieces + 1] = sub(self.pending, self.at, self.at + count - 1)
  self.at = self.at + count
  if self.left then self.left = self.left - count end
  return count > 0
end

function read_body(self)
  local moved, failure, kind = move(self)
  if moved and self.left == 0 then return finished(self) end
  return moved, failure, kind
end

function read_chunk_size(self)
  local line, failure = take_line(self, most_size_bytes, "it sent a chunk without a size")
  if not line then return missing(failure) end
  local digits = match(line, "^(%x+)%s*$") or match(line, "^(%x+)%s*;")
  if not digits or #digits > 12 then return nil, "it sent a chunk whose size is no number: ", "answer", line end
  self.left = tonumber(digits, 16)
  if self.left > self.room then return nil, format("its answer has more than %d bytes", self.most), "size" end
  self.step = self.left == 0 and read_trailer or read_chunk
  return true
end

function read_chunk(self)
  local moved, failure, kind = move(self)
  if moved and self.left == 0 then self.step = read_chunk_end end
  return moved, failure, kind
end

function read_chunk_end(self)
  local stop = match(self.pending, "^\r?\n()", self.at)
  if stop then
    self.at, self.step = stop, read_chunk_size
    return true
  end
  if find(self.pending, "^\r?$", self.at) then return false end
  return nil, "it sent a chunk that is longer than its size", "answer"
end

function read_trailer(self)
  local line, failure = take_head_line(self)
  if not line then return missing(failure) end
  if line == "" then return finished(self) end
  return true
end

-- ---- reading ------------------------------------------------------------------------

--- Begins to read an answer.
---@param most integer? the bytes that its body may have; without it, there is no limit
---@return yschema.fleet.etcd.Answer
function http.answer(most)
  return setmetatable({
    headers = {}, done = false, step = read_status, pending = "", at = 1, head_bytes = 0, room = most or math.huge,
    most = most or math.huge, pieces = {},
  }, Answer)
end

--- Reads bytes that have come in. What follows the answer is left alone.
---@param bytes string
---@return boolean? ok
---@return string? error a sentence without its end
---@return string? kind "answer" or "size"
---@return string? said the invalid part of the answer, to be put after the error
function Answer:feed(bytes)
  self.pending, self.at = sub(self.pending, self.at) .. bytes, 1
  while self.step do
    local took, failure, kind, said = self.step(self)
    if took == nil then
      self.step = nil
      return nil, failure, kind, said
    end
    if not took then return true end
  end
  return true
end

--- Notes that no more bytes come.
---@return boolean? ok
---@return string? error
---@return string? kind
---@return string? said
function Answer:finish()
  if self.done then return true end
  if self.step == read_body and not self.left then return finished(self) end
  if self.step == read_status and self.head_bytes == 0 then
    if self.at > #self.pending then return nil, "it ended the connection without an answer", "connect" end
    if not find(self.pending, "^HTTP/1%.", self.at) then
      return nil, "it does not speak HTTP, but says: ", "answer", sub(self.pending, self.at)
    end
  end
  return nil, "it ended the connection in the middle of its answer", "connect"
end

--- Takes what has come of the body since the last time.
---@return string
function Answer:take()
  local pieces = self.pieces
  if #pieces == 0 then return "" end
  self.pieces = {}
  return table.concat(pieces)
end

-- ---- a request over a transport -----------------------------------------------------

-- How a host is written before a port.
local function authority(endpoint)
  local host = find(endpoint.host, ":", 1, true) and "[" .. endpoint.host .. "]" or endpoint.host
  return host .. ":" .. endpoint.port
end

--- Writes an endpoint as "host:port".
---@param endpoint yschema.fleet.etcd.Endpoint
---@return string
http.authority = authority

--- Writes a request that posts JSON.
---@param endpoint yschema.fleet.etcd.Endpoint
---@param path string
---@param body string
---@param token string? for the header Authorization
---@return string
function http.request(endpoint, path, body, token)
  return table.concat({
    "POST ", path, " HTTP/1.1\r\nHost: ", authority(endpoint),
    "\r\nUser-Agent: yschema\r\nAccept: application/json\r\nContent-Type: application/json\r\nConnection: close\r\n",
    token and "Authorization: " .. token .. "\r\n" or "", "Content-Length: ", format("%d", #body), "\r\n\r\n", body,
  })
end

--- An answer that comes in over a connection.
---@class yschema.fleet.etcd.Stream
---@field status integer
---@field headers table<string, string>
---@field private answer yschema.fleet.etcd.Answer
---@field private socket table
---@field private now fun(): number
---@field private kind string? of the error that ends it
---@field private error string?
---@field private said string?
local Stream = {}
Stream.__index = Stream

-- Waits for more bytes of the answer. Returns false when it timed out, nil when the answer cannot go on.
local function more(self, deadline)
  local left = deadline - self.now()
  if left <= 0 then return false end
  self.socket:settimeout(left)
  local bytes, kind, failure = self.socket:receive()
  if kind == "timeout" then return false end
  local ok, said
  if bytes then
    ok, failure, kind, said = self.answer:feed(bytes)
  elseif kind == "closed" then
    ok, failure, kind, said = self.answer:finish()
  end
  if ok then return true end
  self.kind, self.error, self.said = kind, failure or kind, said
end

--- Returns the next bytes of the body.
---@param deadline number the moment when to stop waiting, by the transport's clock
---@return string? piece nil when none come
---@return string? kind "end" when all of it was read, "timeout", or the kind of a problem
---@return string? error
---@return string? said
function Stream:read(deadline)
  while true do
    local piece = self.answer:take()
    if piece ~= "" then return piece end
    -- Bytes before an error are given first, however they were cut.
    if self.error then return nil, self.kind, self.error, self.said end
    if self.answer.done then return nil, "end" end
    if more(self, deadline) == false then return nil, "timeout" end
  end
end

--- Ends the connection.
function Stream:close() self.socket:close() end

-- Ends the connection, and passes the rest on.
local function failed(socket, ...)
  socket:close()
  return nil, ...
end

--- Sends a request, and reads the answer until its body begins.
---@param transport table `yschema.fleet.etcd.luasocket`, or another one
---@param what { endpoint: yschema.fleet.etcd.Endpoint, path: string, body: string, token: string?, tls: table?,
---   deadline: number, most: integer? }
---@return yschema.fleet.etcd.Stream? stream
---@return string? kind of the problem
---@return string? error
---@return string? said
---@return boolean? sent whether the server may have got the request
function http.open(transport, what)
  local now = transport.now
  local socket, kind, failure = transport.connect {
    host = what.endpoint.host, port = what.endpoint.port, timeout = what.deadline - now(), tls = what.tls,
  }
  if not socket then return nil, kind, failure, nil, false end
  socket:settimeout(what.deadline - now())
  local sent
  sent, kind, failure = socket:send(http.request(what.endpoint, what.path, what.body, what.token))
  if not sent then return failed(socket, kind == "closed" and "connect" or kind, failure, nil, true) end
  local self = setmetatable({ answer = http.answer(what.most), socket = socket, now = now }, Stream)
  while not self.answer.status do
    local ok = more(self, what.deadline)
    if ok == false then return failed(socket, "timeout", nil, nil, true) end
    if not ok and not self.answer.status then return failed(socket, self.kind, self.error, self.said, true) end
  end
  self.status, self.headers = self.answer.status, self.answer.headers
  return self
end

return http
