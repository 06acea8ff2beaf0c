--- Validates documents by a compiled schema, and compares values.
--
-- @module yschema.values.validator

local core = require "yschema.core"
local paths = require "yschema.provenance.paths"
local runs = require "yschema.pipeline.runs"

local validator = {}

local assert, error, getmetatable, ipairs, next, pairs, setmetatable =
  assert, error, getmetatable, ipairs, next, pairs, setmetatable

--- The outcome of a document. All fields but the status depend on what the caller wants.
---@class yschema.Outcome
---@field status integer 0 when the document is accepted
---@field value? any the result of an accepted document
---@field violations? yschema.Violation[] of a refused document
---@field text? string the report on a refused document
---@field source? userdata the text of a document that was given as a value

-- A function that lets the caller look at the result of an accepted document.
local takes_value = { result = true, value = true, all = true }

local function take(schema, source, wanted)
  local run = takes_value[wanted] and runs.start(schema) or runs.start_sparse(schema)
  runs.take_source(schema, run, source)
  if runs.finish(schema, run) then error(core.NO_MEMORY, 0) end
  local outcome = { status = run:exit_status() }
  if outcome.status == 0 then
    if takes_value[wanted] then outcome.value = run:value(false) end
  elseif wanted == "violations" or wanted == "all" then
    outcome.violations = run:violations()
  elseif wanted == "result" then
    outcome.text = run:text()
  end
  run:close()
  return outcome
end

--- Validates a source, such as a file. The outcome has the result, or the text of the report.
---@param schema yschema.CoreSchema
---@param source userdata
---@return yschema.Outcome
function validator.source(schema, source) return take(schema.whole or schema, source, "result") end

-- The outcomes of the empty document, which shows each key that may be missing.
local of_nothing = setmetatable({}, { __mode = "k" })

local function outcomes_of_nothing(schema)
  of_nothing[schema] = of_nothing[schema] or {}
  return of_nothing[schema]
end

--- Validates a document that is given as a value.
---@param schema yschema.CoreSchema
---@param document any
---@param wanted? "value"|"violations"|"all" what is needed besides the status
---@param source? userdata its text, if another schema has validated it
---@return yschema.Outcome
function validator.document(schema, document, wanted, source)
  local is_empty = wanted ~= "value" and wanted ~= "all" and type(document) == "table" and next(document) == nil
  if not is_empty or getmetatable(document) == core.array_mt then
    source = source or core.source("witness.yml", validator.text(document))
    local outcome = take(schema, source, wanted)
    outcome.source = source
    return outcome
  end
  local outcomes, key = outcomes_of_nothing(schema), wanted or "status"
  outcomes[key] = outcomes[key] or take(schema, core.source("witness.yml", "{}\n"), wanted)
  return outcomes[key]
end

--- Returns whether one schema accepts a document that the other refuses, with the full budget of their functions.
---@param from yschema.CoreSchema
---@param to yschema.CoreSchema
---@param document any
---@param source? userdata its text
---@return boolean
function validator.differs(from, to, document, source)
  return validator.document(from.whole or from, document, nil, source).status == 0
    and validator.document(to.whole or to, document, nil, source).status ~= 0
end

--- Returns the status of a text: 0 when it is accepted.
---@param schema yschema.CoreSchema
---@param text string
---@return integer
function validator.status(schema, text) return take(schema, core.source("values.yml", text)).status end

--- Returns the YAML text of a document.
---@param document any
---@return string
function validator.text(document) return assert(core.encode(document, "yaml")) end

-- ---- values -------------------------------------------------------------------------

local function equal_tables(one, other)
  for key, value in pairs(one) do
    if not validator.equal(value, other[key]) then return false end
  end
  for key in pairs(other) do
    if one[key] == nil then return false end
  end
  -- An empty array is not equal to an empty map.
  return next(one) ~= nil or (getmetatable(one) == core.array_mt) == (getmetatable(other) == core.array_mt)
end

--- Returns whether two values are equal. An integer equals the float of its value.
---@param one any
---@param other any
---@return boolean
function validator.equal(one, other)
  if type(one) ~= "table" or type(other) ~= "table" then return one == other or one ~= one and other ~= other end
  return equal_tables(one, other)
end

--- Finds the first place where two results differ.
---@param one any
---@param other any
---@param path? string of the results
---@return string path
function validator.first_difference(one, other, path)
  path = path or ""
  if type(one) ~= "table" or type(other) ~= "table" then return path end
  local is_array = getmetatable(one) == core.array_mt
  local keys = {}
  for key in pairs(one) do keys[#keys + 1] = key end
  for key in pairs(other) do
    if one[key] == nil then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b)
    if type(a) == type(b) then return a < b end
    return type(a) == "number"
  end)
  for _, key in ipairs(keys) do
    if not validator.equal(one[key], other[key]) then
      local step = is_array and { index = ("%d"):format(key - 1) } or { key = tostring(key) }
      return validator.first_difference(one[key], other[key], paths.join(path, step))
    end
  end
  return path
end

return validator
