--- Reads the program of a source with code lines, and parses its parts.
--
-- `yschema.code.program` splits the text, and the core parses the parts. They have to agree on which lines are code: a
-- line in a scalar is none, for example. The text is split again with what the parser knows until they do.
--
-- @module yschema.code.program_parts

local set_of = require("yschema.base.plain_tables").set
local core = require "yschema.core"
local file_kinds = require "yschema.base.file_kinds"
local outlines = require "yschema.code.outline"
local program = require "yschema.base.lazily" "yschema.code.program"

local program_parts = {}

-- How often a text is split.
local MOST_TIMES = 8

-- Returns the kinds of lines on which the parser disagrees: code inside a scalar, or a line that was
-- taken for the content of a scalar. nil when there are none.
local function mistaken(template, read)
  local kinds
  for number, part in ipairs(read.parts) do
    local seen = set_of(template:code_lines(number))
    for line = part.first, part.last do
      local here = read.cut[line] == part.opener
      if here and (read.kinds[line] == "code") ~= (seen[line] or false) then
        kinds = kinds or {}
        kinds[line] = seen[line] and "code" or "yaml"
      end
    end
  end
  return kinds
end

-- Parses the parts of a program. Returns nil when errors were recorded.
local function parsed(owner, source, read)
  local template = core.template(owner, source)
  for _, part in ipairs(read.parts) do
    if not template:part(part.text, part.first) then return nil end
  end
  return template
end

-- Reads a text without an outline. The results are those of `program_parts.read`.
local function split(owner, source)
  local known = {}
  for _ = 1, MOST_TIMES do
    local read, failure = program.read(source:text(), known, file_kinds.is_starlark(source:name()))
    if not read then return nil, nil, failure end
    local template = parsed(owner, source, read)
    if not template then return nil end
    local kinds = mistaken(template, read)
    if not kinds then return read, template end
    template:forget()
    for line, kind in pairs(kinds) do known[line] = kind end
  end
  return nil, nil, { line = 1, column = 1,
    problem = "code lines cannot be distinguished from the content of scalars" }
end

--- Reads a source.
---@param owner userdata the core object that gets the nodes and the records of errors
---@param source userdata a core source
---@param outline? yschema.Outline of its text
---@return yschema.Program? program nil when there are errors
---@return userdata? template the parsed parts
---@return table? failure { problem, line, column } an error that was not recorded
function program_parts.read(owner, source, outline)
  if not outline then return split(owner, source) end
  local read = outlines.program(outline)
  local template = parsed(owner, source, read)
  if template then return read, template end
end

return program_parts
