--- Appends tests to the text of a test file. All bytes before them stay.
--
-- @module yschema.testing.appending

local core = require "yschema.core"
local test_file = require "yschema.testing.test_file"
local writing = require "yschema.base.writing"

local appending = {}

--- Writes tests as the items of a list.
---@param tests table[]
---@param indent? string before each line
---@return string
function appending.items(tests, indent)
  local parts = {}
  for i, test in ipairs(tests) do
    local text = assert(core.encode(writing.list { test }, "yaml"))
    parts[i] = (indent or "") .. text:gsub("\n+$", ""):gsub("\n", "\n" .. (indent or "")) .. "\n"
  end
  return table.concat(parts)
end

-- Returns the line with a number.
local function line_of(text, number)
  local count = 0
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    count = count + 1
    if count == number then return line end
  end
  return ""
end

local NOT_LAST = "the key tests is not the last one of the file, so no tests can be appended"
local NO_BLOCK = "the tests are not written as a list with a dash before each, so none can be appended"

-- Returns the blanks before the dashes of the list of tests; nil: there is no list yet. Or nil and the problem.
local function indent_of(file, text)
  local root = file.documents:outline(1)
  local tests = test_file.entry(root, "tests")
  if not tests then return nil end
  if root[#root] ~= tests then return nil, NOT_LAST end
  local indent = tests[1] and line_of(text, tests[1].line):match "^( *)%- "
  return indent, not indent and NO_BLOCK or nil
end

-- Whether a text has all tests, and the old ones are what they were.
local function is_complete(file, text, count)
  local documents = core.parse(core.source(file.path, text), file.settings)
  local nodes = documents and test_file.entry(documents:outline(1), "tests")
  local same = nodes ~= nil and #nodes == #file.tests + count
  for i = 0, same and #file.tests - 1 or -1 do
    local step = ("%d"):format(i)
    same = same and documents:part("yaml", "tests", step) == file.documents:part("yaml", "tests", step)
  end
  if documents then documents:close() end
  return same
end

--- Returns the text of a test file with more tests at its end.
---@param file yschema.TestFile
---@param tests table[]
---@return string? text
---@return string? problem
function appending.text(file, tests)
  local source = file.documents:source()
  local text = source:text()
  local indent, problem = indent_of(file, text)
  if problem then return nil, problem end
  if text ~= "" and text:sub(-1) ~= "\n" then text = text .. "\n" end
  text = text .. (indent and "" or "tests:\n") .. appending.items(tests, indent or "")
  if not is_complete(file, text, #tests) then return nil, NO_BLOCK end
  return text
end

return appending
