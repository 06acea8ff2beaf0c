-- Validates the values of random JSON Schemas, and compares the verdicts with those of others (random.mjs).
--
--   node spec/importing/random.mjs PACKAGES SEED COUNT | lua5.4 spec/importing/random.lua [-v | -e EXPORTS]
--
-- The engine has to give each verdict (yschema.load_json_schema), and list the violations of what is invalid. If an
-- import is exact, its verdicts have to be the same. What `check --lines -q` accepts without an import has to be valid,
-- also by the import. The exit status is 1 otherwise.
-- With -v, the schema and the text of the import are printed. The file EXPORTS gets lines for exports.mjs.

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/lua54/?.so;" .. package.cpath
local core = require "yschema.core"
local accepting = require "spec.support.accepting"
local importer = require "yschema.importing.importer"
local settings = require "yschema.pipeline.settings".of_options({}, 1)
local yschema = require "yschema"

local exports = arg[1] == "-e" and assert(io.open(arg[2], "w"))
local sum = { schemas = 0, exact = 0, failed = 0, verdicts = 0, wrong = 0, wrong_schemas = 0, valid = 0,
  accepted = 0, wrongly_accepted = 0, engine = 0, wrong_engine = 0 }

local function fail(seed, ...)
  sum.failed = sum.failed + 1
  print("FAILED", seed, ...)
end

local function validate_all(row, import, schema)
  local wrong
  for _, test in ipairs(row.tests) do
    local verdict = schema:check_json(core.encode(test.data, "json"))
    sum.verdicts = sum.verdicts + 1
    if (verdict == true) ~= test.valid then
      sum.wrong = sum.wrong + 1
      wrong = wrong or { core.encode(test.data, "json"), test.valid and "should be valid" or "should be invalid" }
    end
  end
  if not wrong then return end
  sum.wrong_schemas = sum.wrong_schemas + 1
  print("WRONG", row.seed, wrong[1]:gsub("\n$", ""), wrong[2])
  print("    " .. core.encode(row.schema, "json"))
  if arg[1] == "-v" then print(import.text) end
end

-- Compares what is accepted without an import.
local function accept_all(row, text, schema)
  local acceptor = accepting.new(core.source("s.json", text, false, true), settings, row.draft)
  for _, test in ipairs(row.tests) do
    local value = core.encode(test.data, "json")
    local accepted = acceptor and acceptor:verdict(value) and 1 or 0
    sum.accepted = sum.accepted + accepted
    if test.valid then sum.valid = sum.valid + 1 end
    if accepted == 1 and not (test.valid and schema:check_json(value)) then
      sum.wrongly_accepted = sum.wrongly_accepted + 1
      print("ACCEPTED", row.seed, value, text)
    end
  end
  if acceptor then acceptor:close() end
end

-- Whether a pointer leads to something.
local function leads(node, pointer)
  for step in pointer:gmatch "/([^/]*)" do
    local key = step:gsub("~1", "/"):gsub("~0", "~")
    if type(node) ~= "table" then return false end
    local item = node[key]
    if item == nil and tonumber(key) then item = node[tonumber(key) + 1] end
    node = item
  end
  return node ~= nil
end

-- Validates without an import. Each violation of a report is there once, with the keyword that is violated.
local function problem_of(schema, row, test)
  local values, report = schema:apply_json(core.encode(test.data, "json"))
  if (values ~= nil or report.status == 0) ~= test.valid then return test.valid and "is valid" or "is invalid" end
  if test.valid then return nil end
  if report.status ~= 1 then return "status " .. report.status end
  local seen = {}
  for _, violation in ipairs(report.violations) do
    local words = violation.pointer .. " " .. violation.message .. " " .. tostring(violation.schema_pointer)
    if seen[words] then return "reported twice: " .. words end
    if not leads(row.schema, violation.schema_pointer or "") then return "leads nowhere: " .. words end
    seen[words] = true
  end
  return not report.violations[1] and "nothing is reported" or nil
end

local function engine_all(row, text)
  local schema, report = yschema.load_json_schema(text)
  if not schema then return fail(row.seed, "the engine", tostring(report), text) end
  for _, test in ipairs(row.tests) do
    sum.engine = sum.engine + 1
    local problem = problem_of(schema, row, test)
    if problem then
      sum.wrong_engine = sum.wrong_engine + 1
      print("ENGINE", row.seed, core.encode(test.data, "json"):gsub("\n", " "), problem, text)
    end
  end
end

local function validate_row(row)
  sum.schemas = sum.schemas + 1
  local text = core.encode(row.schema, "json")
  local ok, import, problem = pcall(importer.import, core.source("s.json", text, false, true), settings, row.draft)
  if not ok or not import then return fail(row.seed, "no import", ok and problem or import, text) end
  local schema, report = yschema.load(import.text)
  if not schema then return fail(row.seed, "no load", tostring(report), text, import.text) end
  if exports then
    exports:write((('{"name":"random %d","exact":%s,"tests":%s,"schema":%s}'):format(row.seed, tostring(import.exact),
      core.encode(row.tests, "json"), (schema:json_schema())):gsub("\n", " ")), "\n")
  end
  if import.notes[1] then return end -- in draft-07, ajv does not ignore keywords beside $ref
  accept_all(row, text, schema)
  engine_all(row, text)
  if not import.exact then return end
  sum.exact = sum.exact + 1
  validate_all(row, import, schema)
end

for line in io.lines() do
  local documents = assert(core.parse(core.source("row", line, false, true), settings))
  validate_row((documents:value(1, true)))
  documents:close()
end
if exports then exports:close() end
print(("%d schemas, %d exact; %d verdicts, %d wrong in %d schemas"):format(sum.schemas, sum.exact, sum.verdicts,
  sum.wrong, sum.wrong_schemas))
print(("%d of %d valid values are accepted without an import, and %d others"):format(
  sum.accepted - sum.wrongly_accepted, sum.valid, sum.wrongly_accepted))
print(("%d verdicts of the engine, %d wrong"):format(sum.engine, sum.wrong_engine))
local failed = sum.wrong_schemas + sum.failed + sum.wrongly_accepted + sum.wrong_engine
print(("%d passed, %d failed"):format(sum.schemas - failed, failed))
os.exit(failed == 0 and sum.schemas > 0 and 0 or 1)
