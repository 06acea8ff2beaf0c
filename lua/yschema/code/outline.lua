--- Makes programs of texts whose parts their maker knows, without a search for the ends of statements.
--
-- The importer of JSON Schemas writes such texts. Its functions are compiled only when they are called first, because
-- most of them validate values that are rare. Texts of users are always read by `yschema.code.program`: an error in
-- them has to be found when they are loaded.
--
-- @module yschema.code.outline

local outlines = {}

local concat = table.concat
local ipairs, setmetatable = ipairs, setmetatable

--- The parts of a text, in their order. Each line of code begins with `#@ `.
---@class yschema.Outline
---@field lines string[] all lines of the text
---@field pieces yschema.OutlinePiece[]

---@class yschema.OutlinePiece
---@field kind "function"|"code"|"list"|"body"|"document" a function without YAML, other code, a list of plain values, a
---  function that consists of a body in YAML, or YAML
---@field first integer the number of its first line
---@field last integer
---@field name? string what code binds
---@field parameters? string[] of a function without YAML; all are required
---@field values? any[] the items of a list: texts and integers

-- The bytes of a function above which it is compiled at once, so that an error is reported when the text is loaded if
-- a host has no room for it.
local MOST_BYTES = 65536

-- The bytes before the code of a line.
local columns = setmetatable({}, { __index = function() return 3 end })

-- Returns the code of a piece.
local function code_of(lines, piece)
  local out = {}
  for i = piece.first, piece.last do out[#out + 1] = lines[i]:sub(4) end
  return concat(out, "\n")
end

local function is_long(lines, piece)
  local size = 0
  for i = piece.first, piece.last do size = size + #lines[i] end
  return size > MOST_BYTES
end

--- Returns the block of a piece with code.
---@param outline yschema.Outline
---@param piece yschema.OutlinePiece
---@return table block see `yschema.code.program`
function outlines.block(outline, piece)
  return { language = "starlark", line = piece.first, columns = columns, text = code_of(outline.lines, piece) }
end

local Reader = {}
Reader.__index = Reader

-- Adds a part with YAML, and returns its hole.
function Reader:hole(first, last, part)
  local number = #self.holes + 1
  self.parts[part] = { first = first, text = concat(self.lines, "\n", first, last) .. "\n" }
  self.holes[number] = { number = number, first = first, last = last, part = part }
  return self.holes[number]
end

local read = {} -- by the kind of a piece: returns the step of the program

read["function"] = function(self, piece)
  if is_long(self.lines, piece) then return read.code(self, piece) end
  return { later = piece }
end

function read.code(self, piece) return { block = outlines.block(self, piece) } end

function read.list(_, piece) return { list = piece } end

function read.body(self, piece)
  return { body = piece, number = self:hole(piece.first + 1, piece.last - 1, #self.parts + 1).number }
end

function read.document(self, piece) return { hole = self:hole(piece.first, piece.last, 1) } end

--- Makes the program of a text.
---@param outline yschema.Outline
---@return yschema.Program
function outlines.program(outline)
  local self = setmetatable({ lines = outline.lines, parts = { {} }, holes = {} }, Reader)
  local steps, names, has_blocks = {}, {}, false
  for i, piece in ipairs(outline.pieces) do
    steps[i] = read[piece.kind](self, piece)
    names[#names + 1] = piece.name
    has_blocks = has_blocks or steps[i].block ~= nil
  end
  return { steps = steps, holes = self.holes, parts = self.parts, names = names, has_blocks = has_blocks }
end

return outlines
