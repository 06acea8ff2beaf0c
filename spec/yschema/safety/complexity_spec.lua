-- Time and memory of the command grow with its input, for shapes that once were worse.
--
-- Each shape runs at a size and at four times that size, as a process of its own. What counts is the time of the
-- processor, so that other programs on the machine do not, and the least one of several runs.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local shapes = require "spec.support.shapes"

-- Runs before the command; notes its time and memory when it ends.
local METER = [[
local exit = os.exit
os.exit = function(...)
  local file = assert(io.open("%s", "w"))
  local peak = 0
  for line in io.lines "/proc/self/status" do peak = tonumber(line:match "^VmHWM:%%s*(%%d+)") or peak end
  file:write(os.clock(), " ", peak)
  file:close()
  return exit(...)
end]]

local dir

local function run(arguments)
  local words = {}
  for i, word in ipairs(arguments) do words[i] = command.quote(word) end
  local result = dir .. "/measured"
  os.remove(result)
  local status = os.execute(("cd %s && ulimit -v 4000000 && timeout 60 %s -e %s %s %s >/dev/null 2>&1"):format(
    command.quote(dir), command.runtime, command.quote(METER:format(result)),
    command.quote(command.root .. "/lua/bin/yschema"), table.concat(words, " ")))
  local seconds, peak = (command.read(result) or ""):match "^(%S+) (%d+)$"
  assert(seconds, "the command was ended: it took too long, or too much memory")
  return tonumber(seconds), tonumber(peak) / 1024, status
end

local function measure(shape, n)
  local files, arguments = shape.make(n)
  for name, text in pairs(files) do folder.write(dir, name, text) end
  return run(arguments)
end

local SECONDS, MEGABYTES, EXPONENT, LEAST = 5, 300, 1.3, 0.02

-- The least of so many measurements counts: other work on the machine slows the larger text more.
local MOST_TRIES = 10

-- The exponent of the growth from n to 4 * n, without what a start takes.
local function exponent(few, many, start)
  return math.log(math.max(many - start, LEAST) / math.max(few - start, LEAST)) / math.log(4)
end

describe("the cost of", function()
  local start = math.huge

  setup(function()
    dir = folder.make "."
    for _ = 1, 3 do start = math.min(start, (run { "--version" })) end
  end)
  teardown(function() folder.remove(dir) end)

  for _, shape in ipairs(shapes) do
    it(shape[1] .. (shape.bounded and " is bounded" or " grows with their number"), function()
      local few, many, growth = math.huge, math.huge
      for _ = 1, MOST_TRIES do
        if not shape.bounded then few = math.min(few, (measure(shape, shape.n))) end
        local seconds, megabytes = measure(shape, 4 * shape.n)
        many = math.min(many, seconds)
        assert.is_true(megabytes < (shape.megabytes or MEGABYTES), ("%.0f MB"):format(megabytes))
        growth = shape.bounded and 0 or exponent(few, many, start)
        if growth <= EXPONENT and many < SECONDS then return end
      end
      error(("%.2f s for %d, %.2f s for %d, a start takes %.2f s: exponent %.2f"):format(few, shape.n, many,
        4 * shape.n, start, growth))
    end)
  end
end)
