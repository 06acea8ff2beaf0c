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

local OBJECT = { "apiVersion", "kind" }

-- Returns the kinds by `apiVersion` and `kind`, if each is selected by these two texts and by nothing else.
local function by_object(listed)
  local index = {}
  for _, kind in ipairs(listed) do
    local count, has = 0, kind.has
    for key, value in next, has do
      if type(value) ~= "string" or key ~= OBJECT[1] and key ~= OBJECT[2] then return nil end
      count = count + 1
    end
    local name = count == 2 and has.apiVersion .. " " .. has.kind
    if not name then return nil end
    index[name] = index[name] or kind
  end
  return index
end

-- The lists of kinds that were asked about, and their kinds by `apiVersion` and `kind`, or false.
local indexes = setmetatable({}, { __mode = "k" })

local function index_of(listed)
  if indexes[listed] == nil then indexes[listed] = by_object(listed) or false end
  return indexes[listed]
end

-- Returns the `apiVersion` and `kind` of the document of a run, or nil.
local function object_of(run)
  local version, kind = run:text_of(OBJECT[1]), run:text_of(OBJECT[2])
  return version and kind and version .. " " .. kind or nil, kind
end

-- Returns the first kind that the document of a run is of.
local function kind_of(run, listed)
  local index = index_of(listed)
  if index then return index[object_of(run) or ""] end
  for _, kind in ipairs(listed) do
    local contains, problem = run:contains(kind.has)
    if contains then return kind end
    if problem then error(problem, 0) end
  end
end

local MOST_SHOWN = 8

-- The kinds in words, for documents that are of none: those of the same name, if there are any.
local function in_words(listed, name)
  local words, same = {}, {}
  for _, kind in ipairs(listed) do
    local word = assert(core.encode(kind.has, "json")):gsub("%s+$", "")
    words[#words + 1] = word
    if name and kind.has.kind == name then same[#same + 1] = word end
  end
  if same[1] and words[MOST_SHOWN + 1] then words = same end
  local count = #words
  if count <= MOST_SHOWN + 1 then return table.concat(words, ", ") end
  return ("%s and %d more"):format(table.concat(words, ", ", 1, MOST_SHOWN), count - MOST_SHOWN)
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
---@param otherwise "error"|"skip"|"accept"|"refuse" "accept" and "refuse" look at each unknown kind once
---@param source userdata a core source
---@param emit fun(run: userdata, line: integer?, kind: yschema.Kind?) as of `each_document.validate`
---@param skip fun(line: integer?, unknown: string?) called for each document that is of no kind, if these are skipped,
--   and without a line when there is no document. With "accept", the first of each kind is said to be unknown
function kinds.validate(listed, otherwise, source, emit, skip)
  local first = listed[1].schema
  local walk = setmetatable({ source = source, runs = {}, lists = {}, schema = first }, Walk)
  local number, seen = 1, {}
  local function unknown(run, line)
    local object, name = object_of(run)
    local is_new = not seen[object or ""]
    seen[object or ""] = true
    if otherwise == "error" or otherwise == "refuse" and is_new then
      run:add_error_at("NO_KIND", source, line, 1, object or "a document that has none of them", in_words(listed, name))
      return emit(run, line)
    end
    skip(line, otherwise == "accept" and is_new and (object or "a document without apiVersion and kind") or nil)
  end
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
    else
      unknown(run, line)
    end
    number = number + 1
    run, line = walk:run_at(first, number)
  end
  walk:close()
end

return kinds
