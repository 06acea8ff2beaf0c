--- Validates each document of a source by the schema of its kind, which is the first whose `has` it contains
-- (reference#kinds).
--
-- The source is read once for each schema that validates a document of it: a run belongs to one schema, and skips the
-- documents of other kinds.
--
-- @module yschema.pipeline.kinds

local core = require "yschema.core"
local runs = require "yschema.pipeline.runs"

local kinds = {}

---@class yschema.Kind
---@field has table what a document of this kind contains
---@field schema yschema.CoreSchema
---@field name? string

local function start(schema, source)
  local run = runs.start(schema)
  runs.take_source(schema, run, source)
  runs.prepare(schema, run)
  return run
end

-- Returns the first kind that the document of a run is of.
local function kind_of(run, listed)
  for _, kind in ipairs(listed) do
    local contains, problem = run:contains(kind.has)
    if contains then return kind end
    if problem then error(problem, 0) end
  end
end

-- The kinds in words, for documents that are of none.
local function in_words(listed)
  local words = {}
  for i, kind in ipairs(listed) do words[i] = assert(core.encode(kind.has, "json")):gsub("%s+$", "") end
  return table.concat(words, ", ")
end

-- A walk through the documents of a source by several runs, which all advance to the same document.
---@class yschema.KindWalk
---@field source userdata
---@field runs table<yschema.CoreSchema, { run: userdata, at: integer }>
---@field lists table<integer, true> the numbers of the documents that are lists, whose items follow as documents
local Walk = {}
Walk.__index = Walk

-- Returns the run of a schema, at the document with this number.
function Walk:run_at(schema, number)
  local row = self.runs[schema]
  if not row then
    row = { run = start(schema, self.source), at = 0 }
    self.runs[schema] = row
  end
  while row.at < number do
    if self.lists[row.at] and row ~= self.first then row.run:split() end
    row.line = row.run:begin_next()
    row.at = row.at + 1
  end
  return row.run, row.line
end

-- Takes a document apart, if it is a list of Kubernetes that is of no kind itself.
function Walk:is_list(run, number)
  self.first = self.first or self.runs[self.schema]
  local is = run:split()
  if is then self.lists[number] = true end
  return is
end

function Walk:close()
  for _, row in pairs(self.runs) do row.run:close() end
end

--- Validates the documents of a source, one after the other.
---@param listed yschema.Kind[]
---@param otherwise "error"|"skip"
---@param source userdata a core source
---@param emit fun(run: userdata, line: integer?, kind: yschema.Kind?) called for each document, as by `apart.validate`
---@param skip fun(line: integer?) called for each document that is of no kind, if these are skipped, and without
--   a line when there is no document
function kinds.validate(listed, otherwise, source, emit, skip)
  local first = listed[1].schema
  local walk = setmetatable({ source = source, runs = {}, lists = {}, schema = first }, Walk)
  local number = 1
  local run, line = walk:run_at(first, number)
  if not line and run:exit_status() == 0 then skip(nil) elseif not line then emit(run) end
  while line do
    local kind = kind_of(run, listed)
    if kind then
      local own_run = walk:run_at(kind.schema, number)
      runs.finish_prepared(kind.schema, own_run)
      emit(own_run, line, kind)
    elseif walk:is_list(run, number) then -- luacheck: ignore
      -- Its items are the next documents.
    elseif otherwise == "skip" then
      skip(line)
    else
      run:add_error_at("NO_KIND", source, line, 1, "a document that has none of them", in_words(listed))
      emit(run, line)
    end
    number = number + 1
    run, line = walk:run_at(first, number)
  end
  walk:close()
end

return kinds
