--- Makes tests that would notice what the tests of a schema do not notice.
--
-- A document is made for each change of the schema that is not covered: with a value at the edge of a rule, of another
-- type, or absent. The schema says what comes of it, and the document becomes a test if it covers something new. So a
-- test describes what the schema does, and a person decides whether it should.
--
-- @module yschema.testing.proposals

local core = require "yschema.core"
local boundaries = require "yschema.testing.boundaries"
local facts = require "yschema.values.facts"
local test_file = require "yschema.testing.test_file"
local generator = require "yschema.values.generator"
local one_value = require "yschema.text.one_value"
local plain_tables = require "yschema.base.plain_tables"
local placing = require "yschema.values.placing"
local report = require "yschema.report.report"
local runner = require "yschema.testing.runner"
local schemas = require "yschema.pipeline.schemas"
local source_files = require "yschema.pipeline.source_files"
local total = require "yschema.sandbox.total"
local writing = require "yschema.base.writing"

local proposals = {}

local MASKED = core.MASKED
local SEED = 1
local MOST_PLACES = 3 -- in which the same field is tried
local MOST_BASES = 3 -- random values that are tried for a valid document
local MOST_FAILED = 10 -- places without a valid document; from then on, less is tried

---@class yschema.Proposer
---@field file yschema.TestFile
---@field schema yschema.CoreSchema
---@field with_fields yschema.CoreSchema the same one, or the import of a JSON Schema
---@field cover yschema.SchemaCoverage
---@field placing yschema.Placing
---@field root yschema.OutlineField
---@field places table<string, { steps: yschema.SchemaStep[], field: yschema.OutlineField }[]> by the places of fields
---@field names table<string, boolean> that tests have
---@field sensitive_values table<any, boolean> the values that sensitive keys may have
---@field failed integer places for which no valid document was found
---@field list table[] the tests
---@field files { path: string, source: userdata }[] valid ones, of the tests there are
local Proposer = {}
Proposer.__index = Proposer

-- ---- places -------------------------------------------------------------------------

local function extended(steps, step)
  local longer = {}
  for i, each in ipairs(steps) do longer[i] = each end
  longer[#longer + 1] = step
  return longer
end

local function key_of(file, line, column) return ("%s:%d:%d"):format(file or "", line or 0, column or 0) end

-- Notes the ways to all fields. A recursive schema has fields without end, so each is entered once.
function Proposer:note(field, steps, entered)
  local key = key_of(field.file, field.line, field.column)
  local list = self.places[key] or {}
  self.places[key] = list
  local listed = field.sensitive and facts.first(field, "list")
  for _, value in ipairs(type(listed) == "table" and listed or {}) do self.sensitive_values[value] = true end
  if #list < MOST_PLACES then list[#list + 1] = { steps = steps, field = field } end
  if entered[field] then return end
  entered[field] = true
  for _, child in ipairs(field.named or {}) do
    self:note(child, extended(steps, { kind = "key", field = field, key = child.key }), entered)
  end
  for _, open in ipairs(field.open or {}) do
    self:note(open.field, extended(steps, { kind = "open", field = field, open = open }), entered)
  end
  if field.item then self:note(field.item, extended(steps, { kind = "item", field = field }), entered) end
  for i, alternative in ipairs(field.choice or {}) do
    self:note(alternative.field, extended(steps, { kind = "alternative", field = field, index = i }), entered)
  end
end

-- ---- one document -------------------------------------------------------------------

local new_test = writing.ordered { "name", "values", "layers", "file", "valid", "result", "violations", "warnings" }
local new_violation = writing.ordered { "path", "rule" }

local function records_of(records)
  local list = writing.list()
  for i, record in ipairs(records) do
    list[i] = new_violation { path = record.path, rule = record.rule or record.kind }
  end
  return list
end

-- Removes what is sensitive from a result. `shown` is the masked one. An array with such a part is removed as a whole.
-- Returns whether nothing was removed.
local function is_shown(result, shown)
  if shown == MASKED or type(result) ~= "table" then return shown ~= MASKED end
  local all = true
  for key, part in pairs(result) do
    if not is_shown(part, shown[key]) then
      all = false
      local is_whole = shown[key] == MASKED or getmetatable(part) == core.array_mt
      if is_whole and getmetatable(result) ~= core.array_mt then result[key] = nil end
    end
  end
  return all
end

-- Returns the result of a run without what is sensitive.
local function shown_result(run)
  local result = run:value()
  local shown = one_value.of(core.source("result.yml", run:annotated(true)), {})
  if type(result) == "table" then is_shown(result, shown) end
  return result
end

-- Returns the part of a result that a pointer leads to, with the maps around it.
local function part_of(result, pointer)
  local part, at = {}, result
  local here = part
  for i, token in ipairs(pointer) do
    local below = type(at) == "table" and at[token] or nil
    if i == #pointer or below == nil or type(below) ~= "table" or getmetatable(below) == core.array_mt then
      here[token] = below
      return below ~= nil and part or nil
    end
    here[token] = {}
    here, at = here[token], below
  end
  return result
end

-- Returns the result of sources, with defaults and without what is sensitive; nil if the import does not accept them.
function Proposer:result_of(sources)
  local run = runner.merged(self.with_fields, sources)
  local result
  if run:exit_status() == 0 then result = shown_result(run) end
  run:close()
  return result
end

-- Adds what came of sources to a test. Returns false if the schema or a source has an error.
function Proposer:add_outcome(test, sources, pointer)
  local run = runner.merged(self.schema, sources)
  local status, about, result = run:exit_status(), report.closing(run), nil
  if status == 0 and pointer then result = self:result_of(sources) end
  if status == 2 then return false end
  if status == 1 then test.violations = records_of(about.violations) end
  if about.warnings[1] then test.warnings = records_of(about.warnings) end
  if status == 0 and result ~= nil then test.result = part_of(result, pointer) end
  if status == 0 and test.result == nil then test.valid = true end
  return true
end

function Proposer:unique_name(name)
  return plain_tables.free_name(self.names, name, "%s (%d)")
end

-- Makes a test of a text, as if it was read from the test file.
function Proposer:as_read(test)
  local text = assert(core.encode({ tests = writing.list { test } }, "yaml"))
  local documents = assert(core.parse(core.source("proposal.yml", text), self.file.settings))
  local node = test_file.entry(documents:outline(1), "tests")[1]
  local file = setmetatable({ documents = documents }, { __index = self.file })
  return file, { name = test.name, line = 0, number = 0, given = documents:value(1).tests[1], node = node }
end

-- Keeps a test if it passes and covers something new.
function Proposer:keep(test)
  local file, read = self:as_read(test)
  local passes = not runner.run(self.schema, file, read).mismatches[1]
  local before = self.cover.covered or 0
  if passes then self.cover:try(file, read) end
  file.documents:close()
  local count = 0
  for _, point in ipairs(self.cover.points) do count = count + (point.covered and 1 or 0) end
  self.cover.covered = count
  if not passes or count <= before then return false end
  self.names[test.name] = true
  self.list[#self.list + 1] = test
  return true
end

-- Whether a value contains one that a sensitive key may have: tests must not show it.
function Proposer:has_sensitive(value)
  if type(value) ~= "table" then return self.sensitive_values[value] ~= nil end
  for _, part in pairs(value) do
    if self:has_sensitive(part) then return true end
  end
  return false
end

-- Tries a document as a test. `pointer`: the part of the result that the test expects.
-- `file`: the values are on top of this valid file.
function Proposer:attempt(name, values, pointer, file)
  if self:has_sensitive(values) then return false end
  local test = new_test {
    name = self:unique_name(name), values = not file and values or nil,
    layers = file and writing.list { { file = file.path }, { values = values } },
  }
  local text = core.encode(values, "yaml")
  local source = text and core.source("values.yml", text)
  if not source or not self:add_outcome(test, file and { file.source, source } or { source }, pointer) then
    return false
  end
  return self:keep(test)
end

-- ---- points -------------------------------------------------------------------------

-- Sets the value at a pointer. Returns false if that is not possible.
local function set_at(document, pointer, value)
  local at = document
  for i, token in ipairs(pointer) do
    if type(at) ~= "table" then return false end
    local key = getmetatable(at) == core.array_mt and tonumber(token) + 1 or token
    if i == #pointer then
      if value == placing.ABSENT then at[key] = nil else at[key] = value end
      return true
    end
    at = at[key]
  end
  return false
end

-- Returns a document that is valid and has a value in a place, and the pointer to that value. It is made once.
function Proposer:base(place)
  if place.base ~= nil then return place.base end
  local makes, level = self.placing, #place.steps
  local document, pointer
  local is_hard = self.failed > MOST_FAILED
  for try = 0, is_hard and 0 or MOST_BASES do
    local value = (try == 0 and makes.least or makes.random):value(place.field, level)
    if value ~= nil then document, pointer = makes:document(place.steps, value) end
    if document == nil and value ~= nil and not is_hard then
      document, pointer = makes:document_in_context(place.steps, value)
    end
    if document ~= nil then break end
  end
  -- A removed key has no valid value.
  if document == nil then document, pointer = makes:document(place.steps, placing.ABSENT) end
  if document == nil then self.failed = self.failed + 1 end
  place.base = document ~= nil and { document = document, pointer = pointer } or false
  return place.base
end

-- Tries a value in a place.
function Proposer:try_value(point, place, value)
  local base, expected = place.base, nil
  local document, last = generator.copy(base.document), place.steps[#place.steps]
  local choice = last and last.kind == "alternative" and last.field.choice
  if choice and choice.by and generator.is_map(value) and value ~= placing.ABSENT then
    value[choice.by] = choice[last.index].selected_by
  end
  if not base.pointer[1] then
    if value == placing.ABSENT then return end
    document = value
  elseif not set_at(document, base.pointer, value) then
    return
  end
  if point.change == "null-default" then
    expected = {}
    for i = 1, #base.pointer - 1 do expected[i] = base.pointer[i] end
  end
  self:attempt(boundaries.name(point), document, expected)
end

-- Puts a value into maps. Returns nil if its place is not only in maps, or if it is no value.
local function in_maps(place, value)
  if value == placing.ABSENT or not place.steps[1] then return nil end
  for i = #place.steps, 1, -1 do
    local step = place.steps[i]
    if step.kind ~= "key" then return nil end
    value = { [step.key] = value }
  end
  return value
end

-- Tries values in a place of the first valid file of the tests, where no small document is valid.
function Proposer:try_layers(point, place)
  local file = self.files[1]
  for value in file and boundaries.values(point, place, self.placing) or function() end do
    local values = in_maps(place, value)
    if point.covered or values == nil then return end
    self:attempt(boundaries.name(point), values, nil, file)
  end
end

function Proposer:try_point(point)
  local places = self.places[key_of(point.field_file, point.field_line, point.field_column)]
  for _, place in ipairs(places or {}) do
    local base = self:base(place)
    for value in base and boundaries.values(point, place, self.placing) or function() end do
      if point.covered then return end
      self:try_value(point, place, value)
    end
    if not base then self:try_layers(point, place) end
  end
end

-- Notes the file of a test if it is valid as a whole.
function Proposer:note_file(given)
  if not given.file or given.violations then return end
  local path = given.file:sub(1, 1) == "/" and given.file or self.file.folder .. given.file
  local source = source_files.listed({ path = path }, self.file.settings.max_bytes)
  if source and self:add_outcome({}, { source }) then
    self.files[#self.files + 1] = { path = given.file, source = source }
  end
end

-- ---- all of them --------------------------------------------------------------------

--- Makes tests of files, in which each document is validated by itself.
---@param self yschema.Proposer
---@param paths string[] as they are written in the test file
function Proposer:add_files(paths)
  for _, path in ipairs(paths) do
    local test = new_test { name = self:unique_name(path), file = path }
    local file, read = self:as_read(test)
    local outcome = runner.outcome(self.schema, file, read)
    if outcome then
      if outcome.violations[1] then test.violations = records_of(outcome.violations) else test.valid = true end
      if outcome.warnings[1] then test.warnings = records_of(outcome.warnings) end
      file.documents:close()
      file, read = self:as_read(test)
      self.cover:try(file, read)
      self.names[test.name] = true
      self.list[#self.list + 1] = test
      self:note_file(test)
    end
    file.documents:close()
  end
end

local function try_points(self)
  for _, point in ipairs(self.cover.points) do
    -- Values at the edge of a rule would show the rule of a sensitive value.
    if not point.covered and not (point.sensitive and point.must_be) then self:try_point(point) end
  end
end

--- Makes tests for what is not covered.
function Proposer:add_edges() total.within(total.for_tries(), try_points, self) end

--- Begins to make tests for a test file.
---@param each yschema.TestSuite
---@param cover yschema.SchemaCoverage what its tests cover
---@return yschema.Proposer
function proposals.new(each, cover)
  local with_fields = schemas.with_fields(each.schema)
  local root = with_fields.core:outline()
  local self = setmetatable({
    file = each.file, schema = each.schema, with_fields = with_fields, cover = cover,
    root = root, places = {}, names = {}, list = {}, files = {},
    failed = 0, sensitive_values = {},
    placing = placing.new(with_fields, root, SEED),
  }, Proposer)
  for _, test in ipairs(each.file.tests) do
    self.names[test.name] = true
    self:note_file(test.given)
  end
  for _, point in ipairs(cover.points) do
    if point.covered then cover.covered = (cover.covered or 0) + 1 end
  end
  self:note(root, {}, {})
  return self
end

return proposals
