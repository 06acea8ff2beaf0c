--- Reads and writes the messages of the Language Server Protocol: a header with a length, and JSON.
--
-- @module yschema.server.messages

local core = require "yschema.core"
local one_value = require "yschema.text.one_value"

local messages = {}

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

-- Returns the length that a header gives; or nil and the problem.
local function length_in(header)
  if #header > MOST_HEADER then return nil, "the header of a message is too long" end
  local length = ("\n" .. header:lower()):match "\ncontent%-length:[ \t]*(%d+)[ \t]*\r?\n"
  length = tonumber(length)
  if not length then return nil, "the header has no Content-Length" end
  if length > MOST_BYTES then return nil, ("a message of %.0f bytes is too long"):format(length), true end
  return length
end

-- Drops the bytes before a place. They are not copied until all bytes are read.
function Reader:drop(before)
  self.at, self.size, self.wanted = before, self.size - (before - self.at), 0
  if self.size == 0 then self.bytes, self.at = "", 1 end
end

-- Drops a header that is none, with the bytes before it, up to what may be the next one: it may begin in a line.
function Reader:drop_header(last, is_whole)
  local from = math.max(self.at + 1, last - MOST_HEADER + 1)
  local header = not is_whole and self.bytes:sub(from, last):lower():find "content%-length:[ \t]*%d+[ \t]*\r?\n"
  self:drop(header and from + header - 1 or last + 1)
end

-- Drops bytes without the end of a header, but for those that may be the begin of one.
function Reader:drop_rest()
  local last = #self.bytes
  local from = math.max(self.at + 1, last - MOST_HEADER + 1)
  local header = self.bytes:sub(from):lower():find("content-length:", 1, true)
  self:drop(header and from + header - 1 or last - 14)
  self.wanted = self.size + 1
end

-- Joins all bytes that were not read. Many messages may have come at once, so those that were read are not copied for
-- each of them.
function Reader:join()
  if not self.parts[1] then return end
  self.bytes, self.at, self.parts = self.bytes:sub(self.at) .. table.concat(self.parts), 1, {}
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
    self.wanted = self.size + 1
    if self.size <= MOST_HEADER then return nil end
    self:drop_rest()
    return nil, "the header of a message is too long"
  end
  local length, problem, is_whole = length_in(bytes:sub(at, last))
  if not length then
    self:drop_header(last, is_whole)
    return nil, problem
  end
  self.wanted = last + 1 - at + length
  if self.size < self.wanted then return nil end
  local body = bytes:sub(last + 1, last + length)
  self:drop(last + length + 1)
  return body
end

--- Reads the JSON of a message.
---@param body string
---@return any message nil when it is no JSON
function messages.decode(body)
  local source = core.source("message", body, false, true)
  local message = one_value.of(source, { max_bytes = MOST_BYTES })
  source:close()
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
