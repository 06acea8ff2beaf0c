-- Measures `yschema import json-schema` on real JSON Schemas and on the test suite of JSON Schema.
--
--   lua5.4 spec/importing/corpora.lua FOLDER [-v] [-i INSTANCES] [PART]
--
-- FOLDER has `schemastore/NAME/schema.json` with the folders `valid` and `invalid` beside it, and
-- `json-schema-suite/DRAFT/*.json`. Files are checked as the command checks them. With -v, each schema that is not
-- exact and each verdict that differs is reported. With PART, only schemas with this text in their names are checked.
-- INSTANCES is a folder that instances.mjs has filled: random values with the verdicts of ajv. LUA_PATH and LUA_CPATH
-- lead to the module.

local core = require "yschema.core"
local importer = require "yschema.importing.importer"
local validation = require "yschema.batch.validation"
local settings_of = require "yschema.pipeline.settings".of_options
local schema_cache = require "yschema.batch.schema_cache"
local yschema = require "yschema"

local folder, verbose, part, instances = nil, false, nil, nil
for i, word in ipairs(arg) do
  if arg[i - 1] == "-i" then instances = word
  elseif word == "-i" then instances = instances
  elseif word == "-v" then verbose = true elseif folder then part = word else folder = word end
end
if not folder then
  io.stderr:write "usage: lua5.4 spec/importing/corpora.lua FOLDER [-v] [PART]\n"
  os.exit(2)
end
if not io.open(folder .. "/README.md") then
  print("skipped: there is no folder " .. folder)
  os.exit(0)
end

local settings = settings_of({ allow_inexact = true }, 1)
local totals = {}

local function total(name)
  totals[name] = totals[name] or { schemas = 0, imported = 0, loaded = 0, exact = 0, verdicts = 0, wrong = 0,
    wrong_exact = 0, seconds = 0, slowest = 0 }
  return totals[name]
end

local function say(...)
  if verbose then print(...) end
end

local function list(pattern)
  local out, pipe = {}, assert(io.popen("ls -d " .. pattern .. " 2>/dev/null"))
  for path in pipe:lines() do out[#out + 1] = path end
  pipe:close()
  return out
end

-- Imports and loads a schema. Returns the loaded schema and the import.
local function load_schema(sum, name, source, draft)
  sum.schemas = sum.schemas + 1
  local start = os.clock()
  local ok, import, problem = pcall(importer.import, source, settings, draft)
  if not ok or not import then
    say("NO IMPORT", name, ok and problem or import)
    return nil
  end
  sum.imported = sum.imported + 1
  local schema, report = yschema.load(import.text, { name = name })
  if not schema then
    say("NO LOAD", name, (tostring(report):gsub("\n", "\n    ")))
    return nil
  end
  local seconds = os.clock() - start
  sum.seconds = sum.seconds + seconds
  if seconds > sum.slowest then sum.slowest, sum.slow = seconds, name end
  sum.loaded = sum.loaded + 1
  if import.exact then sum.exact = sum.exact + 1 end
  for _, loss in ipairs(import.losses) do say("LOSS", name, loss.verdict, loss.pointer, loss.line, loss.reason) end
  return schema, import
end

local function take_verdict(sum, name, import, verdict, right, report)
  sum.verdicts = sum.verdicts + 1
  if (verdict and true or false) == right then return end
  sum.wrong = sum.wrong + 1
  if import.exact then sum.wrong_exact = sum.wrong_exact + 1 end
  say(import.exact and "WRONG" or "differs", name, right and "should be valid" or "should be invalid",
    report and tostring(report):sub(1, 600):gsub("\n", "\n    ") or "")
end

-- ---- schemas with their projects' own files -----------------------------------------

-- Loads a JSON Schema as `yschema check --json-schema` does. Returns the compiled schema and the losses of the import.
local function load_file(sum, name, path)
  sum.schemas = sum.schemas + 1
  local start = os.clock()
  local all = schema_cache.new(settings, function() end)
  local ok, schema, problem = pcall(all.json_schema, all, path)
  if not ok or not schema then
    say("NO IMPORT", name, ok and problem or schema)
    return nil
  end
  local seconds = os.clock() - start
  sum.seconds = sum.seconds + seconds
  if seconds > sum.slowest then sum.slowest, sum.slow = seconds, name end
  sum.imported, sum.loaded = sum.imported + 1, sum.loaded + 1
  local inexact = all.inexact[1]
  if not inexact then sum.exact = sum.exact + 1 end
  for _, loss in ipairs(inexact and inexact.losses or {}) do
    say("LOSS", name, loss.verdict, loss.pointer, loss.line, loss.reason)
  end
  return schema, { exact = not inexact }
end

-- Checks a file as the command does. Returns whether all its documents are valid, and the report.
local function check_file(schema, path)
  local valid, report = true, nil
  validation.validate_job({ schema = schema, file = { path = path }, how = {} }, function(verdict)
    valid = valid and verdict.status == 0
    report = report or verdict.text
  end)
  return valid, report
end

-- Checks random values, for which there are verdicts of ajv.
local function check_instances(schema, import, name)
  local file = instances and io.open(("%s/%s.jsonl"):format(instances, name))
  for line in file and file:lines() or function() end do
    local valid, text = line:match '^{"valid":(%a+),"value":(.*)}$'
    local found, report
    local ok, problem = pcall(validation.validate_line, { schema = schema, how = {} }, name, text, function(verdict)
      found, report = verdict.status == 0, verdict.text
    end)
    take_verdict(total "random", name .. " " .. text:sub(1, 300), import, ok and found, valid == "true",
      ok and report or problem)
  end
  if file then file:close() end
end

for _, path in ipairs(list(folder .. "/schemastore/*/schema.json")) do
  local name = path:match "schemastore/([^/]*)/"
  if not part or name:find(part, 1, true) then
    local sum = total "schemastore"
    local schema, import = load_file(sum, name, path)
    for kind, right in pairs { valid = true, invalid = false } do
      for _, file in ipairs(schema and list(("'%s'/*"):format(path:gsub("schema.json$", kind))) or {}) do
        local ok, verdict, report = pcall(check_file, schema, file)
        take_verdict(sum, file, import, ok and verdict, right, ok and report or not ok and verdict)
      end
    end
    if schema then check_instances(schema, import, name) end
  end
end

-- ---- the test suite -----------------------------------------------------------------

local drafts = { draft4 = 4, draft6 = 6, draft7 = 7, ["draft2019-09"] = 2019, ["draft2020-12"] = 2020 }

for _, path in ipairs(list(folder .. "/json-schema-suite/*/*.json")) do
  local draft, file = path:match "suite/([^/]*)/(.*)%.json$"
  if not part or path:find(part, 1, true) then
    local documents = assert(core.parse(assert(core.read(path, path, 2 ^ 30)), settings))
    for _, group in ipairs((documents:value(1, true))) do
      local name = ("%s/%s: %s"):format(draft, file, group.description)
      local sum = total(draft)
      local source = core.source("schema.json", core.encode(group.schema, "json"), false, true)
      local schema, import = load_schema(sum, name, source, drafts[draft])
      for _, test in ipairs(schema and group.tests or {}) do
        local verdict, report = schema:check_json(core.encode(test.data, "json"))
        take_verdict(sum, name .. ": " .. test.description, import, verdict, test.valid, report)
      end
    end
    documents:close()
  end
end

-- ---- the result ---------------------------------------------------------------------

local function per_cent(count, of) return of == 0 and "-" or ("%.1f %%"):format(100 * count / of) end

local wrong = 0
for _, name in ipairs { "schemastore", "random", "draft4", "draft6", "draft7", "draft2019-09", "draft2020-12" } do
  local sum = totals[name]
  if sum then
    print(("%s: %d schemas, %d imported, %d loaded, %d exact (%s); %d verdicts, %d differ, %d of them where exact;"
      .. " %.2f s, slowest %.2f s (%s)"):format(name, sum.schemas, sum.imported, sum.loaded, sum.exact,
      per_cent(sum.exact, sum.schemas), sum.verdicts, sum.wrong, sum.wrong_exact, sum.seconds, sum.slowest,
      sum.slow or "none"))
    wrong = wrong + sum.wrong_exact
  end
end
os.exit(wrong == 0 and 0 or 1)
