--- Makes programs of texts whose parts their maker knows, without a search for the ends of statements.
--
-- The importer of JSON Schemas writes such texts. Texts of users are always read by `yschema.code.program`: an error in
-- them has to be found when they are loaded.
--
-- @module yschema.code.outline

local chunk_names = require "yschema.sandbox.chunk_names"
local lazily = require "yschema.base.lazily"
local signatures = require "yschema.starlark.signatures"
local runtime = lazily "yschema.starlark.runtime"

local outlines = {}

local concat = table.concat

--- The parts of a text, in their order. Each line of code begins with `#@ `.
---@class yschema.Outline
---@field lines string[] all lines of the text
---@field pieces yschema.OutlinePiece[]

---@class yschema.OutlinePiece
---@field kind "code"|"list"|"body"|"document" code, a list of plain values, a function that consists of a body in YAML,
---  or YAML
---@field first integer the number of its first line
---@field last integer
---@field name? string what code binds
---@field values? any[] the items of a list: texts and integers

-- The bytes before the code of a line.
local columns = setmetatable({}, { __index = function() return 3 end })

-- Returns the code of a piece.
local function code_of(lines, piece)
  local out = {}
  for i = piece.first, piece.last do out[#out + 1] = lines[i]:sub(4) end
  return concat(out, "\n")
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

function read.code(self, piece)
  return { block = { language = "starlark", line = piece.first, columns = columns, text = code_of(self.lines, piece) } }
end

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

-- ---- functions ----------------------------------------------------------------------

-- The function for `def NAME():` with a body in YAML, as `yschema.codegen` makes it. Its second line is the first line
-- of the body, for the places of errors.
local BODY = [[local W, N, signature, arity_error = ... return function(...)
if ... ~= nil then arity_error(signature, ...) end local F = W.open(N) W.put(F, N) return (W.close(F)) end]]

local function arity_error(...) runtime.arity_error(...) end

--- Defines a function of Starlark that has no parameters and consists of a body in YAML.
---@param scope Scope
---@param piece { name: string, first: integer } its name and its first line
---@param hole integer the number of the hole with its body
---@param builder table see `yschema.code.lua_block`
---@param file string the name of the file with the code
function outlines.define_body(scope, piece, hole, builder, file)
  local signature = { name = piece.name, params = {}, required = 0, float = false, is_known_text = true }
  local chunk = assert(load(BODY, chunk_names.of(file, piece.first), "t", {}))
  scope:define(piece.name, signatures.register(chunk(builder, hole, signature, arity_error), signature))
end

return outlines
