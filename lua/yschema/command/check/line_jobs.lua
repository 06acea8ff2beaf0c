--- The lines of standard input as jobs of `yschema.batch.pool`, which are read in blocks of whole lines.
--
-- All available lines are read at once, and nothing waits for more than one.
--
-- @module yschema.command.check.line_jobs

local core = require "yschema.core"

local line_jobs = {}

-- Bytes, where lines are not longer. Blocks that are shared are larger, because each costs an answer.
local LARGEST_BLOCK, LARGEST_SHARED = 2 ^ 14, 2 ^ 17
local BLOCKS_AHEAD = 8 -- of each process

--- A block whose lines are validated.
---@class yschema.LineBlock
---@field text string
---@field at integer where the next line begins
---@field number integer of that line
---@field line integer the line that is being validated
---@field skips boolean lines about which nothing is printed may be skipped from here on

---@class yschema.LineJobs: yschema.Jobs
---@field problem? string why the input cannot be read
---@field private input fun(): string?, string? gives what there is, or nil at the end, and a problem
---@field private rest string[] what was read and is in no block
---@field private size integer of it
---@field private whole boolean whether it has the end of a line
---@field private over boolean whether all was read
---@field private blocks { first: integer, last: integer, text: string }[] those with lines that are not done
---@field private upcoming integer the first line that is in no block
---@field private held integer bytes in the blocks
---@field private largest integer bytes that a block has, where lines are not longer
---@field private most_held integer
---@field private can_skip boolean
---@field private current? yschema.LineBlock
local LineJobs = {}
LineJobs.__index = LineJobs

--- Makes the jobs.
---@param input? file* nil: standard input
---@param processes integer that share the work
---@param can_skip boolean whether `skips` of blocks may be true
---@return yschema.LineJobs
function line_jobs.new(input, processes, can_skip)
  local largest = processes > 1 and LARGEST_SHARED or LARGEST_BLOCK
  return setmetatable({
    input = input and function()
      local line = input:read "*l"
      return line and line .. "\n"
    end or core.read_input,
    rest = { "" }, size = 0, whole = false, over = false, blocks = {}, upcoming = 1, held = 0,
    largest = largest, most_held = processes * BLOCKS_AHEAD * largest, can_skip = can_skip,
  }, LineJobs)
end

-- ---- reading --------------------------------------------------------------------------

--- Returns whether more of the input is to be read now.
---@return boolean
function LineJobs:reads()
  return not self.over and self.held < self.most_held and not (self.whole and self.size >= self.largest)
end

--- Reads more of the input, and waits for it if there is none.
function LineJobs:read()
  local text, problem = self.input()
  if not text then
    self.over, self.problem = true, problem
    if self.rest[#self.rest]:sub(-1) == "\n" or self.size == 0 then return end
    text = "\n" -- the last line has no end
  end
  self.rest[#self.rest + 1] = text
  self.size = self.size + #text
  self.whole = self.whole or text:find("\n", 1, true) ~= nil
end

--- Counts the lines.
---@return integer count infinite, while not all was read
function LineJobs:count() return self.over and self.size == 0 and self.upcoming - 1 or math.huge end

--- Returns how many lines a worker gets at once: all that there are.
---@return integer
function LineJobs.piece_size() return math.huge end

--- Makes a block of what was read. Returns the number of its lines, 0 if none was read to its end.
---@param first integer the number of its first line
---@return integer
function LineJobs:together(first)
  if not self.whole or self.held >= self.most_held then return 0 end
  local text = table.concat(self.rest)
  local count, last = core.whole_lines(text)
  self.rest, self.size, self.whole = { text:sub(last + 1) }, #text - last, false
  self.blocks[#self.blocks + 1] = { first = first, last = first + count - 1, text = text:sub(1, last) }
  self.upcoming, self.held = first + count, self.held + last
  return count
end

-- ---- the blocks -------------------------------------------------------------------------

-- Returns where a line of a text begins that is so many lines after the one that begins at `at`.
local function start_of(text, at, lines)
  for _ = 1, lines do at = text:find("\n", at, true) + 1 end
  return at
end

--- Returns the text of lines that are all in one block.
---@param first integer
---@param count integer
---@return string
function LineJobs:text(first, count)
  local i, blocks = 1, self.blocks
  while blocks[i].last < first do i = i + 1 end
  local block = blocks[i]
  if first == block.first and first + count > block.last then return block.text end
  local from = start_of(block.text, 1, first - block.first)
  return block.text:sub(from, start_of(block.text, from, count) - 1)
end

--- Notes that lines are done, and those before them.
---@param last integer
function LineJobs:done(_, last)
  local blocks = self.blocks
  while blocks[1] and blocks[1].last <= last do
    self.held = self.held - #blocks[1].text
    table.remove(blocks, 1)
  end
end

--- Begins with the lines of a text.
---@param first integer the number of the first one
---@param text string
function LineJobs:open(first, text)
  self.current = { text = text, at = 1, number = first, skips = self.can_skip }
end

--- Returns the block whose next line has this number; in a process that does no work, a table with the number.
---@param number integer
---@return yschema.LineBlock
function LineJobs:at(number)
  local block = self.current
  if not block then return { line = number } end
  block.at = start_of(block.text, block.at, number - block.number)
  block.number, block.line = number, number
  return block
end

return line_jobs
