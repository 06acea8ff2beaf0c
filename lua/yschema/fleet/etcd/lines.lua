--- A stream of answers of etcd, each of them a line of JSON.
--
-- @module yschema.fleet.etcd.lines

local lines = {}

--- A stream of answers.
---@class yschema.fleet.etcd.Lines
---@field session yschema.fleet.etcd.Session
---@field place yschema.fleet.etcd.Endpoint
---@field endpoint string "host:port"
---@field number integer of the endpoint
---@field private stream table
---@field private most integer the bytes that a line may have
---@field private pending string[] what has come, and was not taken
---@field private at integer where that begins in the last piece
---@field private size integer of what is pending
---@field private blank integer bytes of blank lines since the last answer
local Lines = {}
Lines.__index = Lines

--- Makes a stream.
---@param given { session: table, stream: table, number: integer, place: table, endpoint: string, most: integer }
---@return yschema.fleet.etcd.Lines
function lines.new(given)
  given.pending, given.size, given.at, given.blank = {}, 0, 1, 0
  return setmetatable(given, Lines)
end

-- Takes a line from what has come; nil when none is complete. Only the last piece may have line ends, and what stands
-- in front of `at` in it was taken before.
local function take_line(self)
  local count = #self.pending
  local last = self.pending[count]
  local stop = last and string.find(last, "\n", self.at, true)
  if not stop then
    if last and self.at > 1 then self.pending[count], self.at = string.sub(last, self.at), 1 end
    return nil
  end
  self.pending[count] = string.sub(last, self.at, stop - 1)
  local line = table.concat(self.pending)
  self.pending, self.at, self.size = { last }, stop + 1, #last - stop
  return line
end

-- The bytes of blank lines that may come between two answers. Each answer ends with one line end.
local most_blank = 256

-- Notes a blank line. Returns a problem when there are too many.
local function blank_line(self, line)
  self.blank = self.blank + #line + 1
  if self.blank <= most_blank then return nil end
  return self.session:problem(self.place, "answer", "it sends blank lines in place of answers")
end

--- Returns the next answer.
---@param deadline number
---@return table? answer
---@return "timeout"|yschema.fleet.etcd.Problem? problem
function Lines:next(deadline)
  while true do
    local line = take_line(self)
    if line and string.find(line, "%S") then
      self.blank = 0
      return self.session:line(self.number, line)
    end
    local problem = line and blank_line(self, line)
    if problem then return nil, problem end
    if not line then
      local piece, kind, failure, said = self.stream:read(deadline)
      if not piece then
        if kind == "timeout" then return nil, "timeout" end
        return nil, self.session:problem(self.place, kind, failure, said)
      end
      self.pending[#self.pending + 1], self.size = piece, self.size + #piece
      if self.size > self.most and not string.find(piece, "\n", 1, true) then
        return nil, self.session:problem(self.place, "size", ("it sent a line of more than %d bytes"):format(self.most))
      end
    end
  end
end

--- Ends the stream.
function Lines:close() self.stream:close() end

return lines
