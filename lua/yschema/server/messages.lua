--- Reads and writes the messages of the Language Server Protocol: a header with a length, and JSON.
--
-- @module yschema.server.messages

local core = require "yschema.core"

local messages = {}

local assert, concat, getmetatable, setmetatable = assert, table.concat, getmetatable, setmetatable
local tonumber = tonumber

-- The longest message. A text that is open in an editor is a part of one.
local MOST_BYTES = 512 * 1024 * 1024
local MOST_HEADER = 4096

--- Takes messages from a stream of bytes.
---@class yschema.MessageReader
---@field private bytes string those that were read last, with what follows them
---@field private at integer where the next message begins in them
---@field private parts string[] what was added since
---@field private size integer how many bytes were not read yet
---@field private wanted integer how many bytes have to be there before it is worth looking at them
local Reader = {}
Reader.__index = Reader

--- Makes a reader.
---@return yschema.MessageReader
function messages.reader()
  return setmetatable({ bytes = "", at = 1, parts = {}, size = 0, wanted = 0 }, Reader)
end

--- Adds bytes of the stream.
---@param bytes string
function Reader:add(bytes)
  self.parts[#self.parts + 1] = bytes
  self.size = self.size + #bytes
end

-- Returns the length that a header gives; or nil, the problem, and from where on the next header is looked for.
local function length_in(header)
  local length = ("\n" .. header:lower()):match "\ncontent%-length:[ \t]*(%d+)[ \t]*\r?\n"
  length = tonumber(length)
  if not length then return nil, "the header has no Content-Length", 2 end -- it may begin within these bytes
  if length > MOST_BYTES then return nil, ("a message of %.0f bytes is too long"):format(length), #header + 1 end
  return length
end

-- Drops bytes that are no message, up to what may be the next header. Returns the problem.
function Reader:resume(from, problem)
  local bytes = self.bytes:sub(self.at)
  local at = bytes:lower():find("content-length:", from, true)
  local rest = at and bytes:sub(at) or bytes:sub(-15)
  self.bytes, self.at, self.size, self.wanted = rest, 1, #rest, at and 0 or #rest + 1
  return nil, problem
end

-- Joins all bytes that were not read. Many messages may have come at once, so those that were read are not copied for
-- each of them.
function Reader:join()
  if not self.parts[1] then return end
  self.bytes, self.at, self.parts = self.bytes:sub(self.at) .. concat(self.parts), 1, {}
end

--- Takes the next message.
---@return string? body nil when it is not complete, or no message
---@return string? problem when the stream has bytes that are no message; what follows them is read
function Reader:take()
  if self.size == 0 or self.size < self.wanted then return nil end
  self:join()
  local bytes, at = self.bytes, self.at
  local first, last = bytes:find("\r?\n\r?\n", at)
  if not first then
    if self.size > MOST_HEADER then return self:resume(2, "the header of a message is too long") end
    self.wanted = self.size + 1
    return nil
  end
  local length, problem, from = length_in(bytes:sub(at, last))
  if not length then return self:resume(from, problem) end
  self.wanted = last + 1 - at + length
  if self.size < self.wanted then return nil end
  local body = bytes:sub(last + 1, last + length)
  self.at, self.size, self.wanted = last + length + 1, self.size - self.wanted, 0
  if self.size == 0 then self.bytes, self.at = "", 1 end
  return body
end

--- Reads the JSON of a message.
---@param body string
---@return table? message nil when it is no JSON
function messages.decode(body)
  local source = core.source("message", body, false, true)
  local documents, owner = core.parse(source, { max_bytes = MOST_BYTES })
  source:close()
  if not documents then
    assert(owner):close()
    return nil
  end
  local message = documents:value(1)
  documents:close()
  return message
end

--- A result that is written already, because it is large.
---@class yschema.WrittenResult
---@field json string
local Written = {}

--- Makes a result of JSON.
---@param json string
---@return yschema.WrittenResult
function messages.written(json) return setmetatable({ json = json }, Written) end

-- Writes an answer whose result is written already.
local function encode_written(id, json)
  local head = ('{"id":%s,"jsonrpc":"2.0","result":'):format((assert(core.encode(id, "json")):gsub("\n$", "")))
  return ("Content-Length: %d\r\n\r\n"):format(#head + #json + 1) .. head .. json .. "}"
end

--- Writes a message with its header.
---@param message table
---@return string
function messages.encode(message)
  if getmetatable(message.result) == Written then return encode_written(message.id, message.result.json) end
  local body = assert(core.encode(message, "json"))
  return ("Content-Length: %d\r\n\r\n%s"):format(#body, body)
end

return messages
