--- Measures `yschema fix` over the valid files of JSON Schemas by others:
--
--     lua5.4 spec/fixing/corpora.lua FOLDER [ROUNDS] [SEED] [--inferred] [--as-yaml] [--many]
--
-- FOLDER has a folder for each schema, with `schema.json` and files in `valid/`. In each file, ROUNDS (20) mistakes
-- are made, one at a time, with `--many` five: a key or a word is misspelt, a number gets quotes, a text loses them.
-- With `--inferred`, the schema is the one that `yschema infer` makes of the file, and with `--as-yaml`, JSON is
-- written as YAML before. The script prints what is not as it should be, and counts.

package.path = "lua/?.lua;lua/?/init.lua;./?.lua;" .. package.path
package.cpath = (_VERSION == "Lua 5.4" and "build/lua54/?.so;" or "build/luajit/?.so;") .. package.cpath

local core = require "yschema.core"
local inference = require "yschema.inference.inference"
local lfs = require "lfs"
local listing = require "yschema.batch.listing"
local measure = require "spec.fixing.measure"
local schema_cache = require "yschema.batch.schema_cache"
local schemas = require "yschema.pipeline.schemas"
local settings_of = require "yschema.pipeline.settings".of_options
local validated = require "yschema.editing.transaction.validated"

local MOST_BYTES = 200000

local options, words = {}, {}
for _, word in ipairs(arg) do
  if word:find "^%-%-" then options[word:sub(3)] = true else words[#words + 1] = word end
end
local folder, rounds, state = words[1], tonumber(words[2] or 20), tonumber(words[3] or 7)
if not folder or not rounds or not state then
  io.stderr:write "usage: lua5.4 spec/fixing/corpora.lua FOLDER [ROUNDS] [SEED] [--inferred] [--as-yaml] [--many]\n"
  os.exit(2)
end

local function random(most)
  state = (state * 16807) % 2147483647
  return state % most + 1
end

local total, mistakes, wrong, files, exact = {}, 0, 0, 0, 0

local function count(kind, outcome)
  total[kind] = total[kind] or {}
  total[kind][outcome] = (total[kind][outcome] or 0) + 1
  if outcome == "fixed" or outcome == "left" then mistakes = mistakes + 1 end
end

local function as_yaml(path, text)
  local parsed = core.parse(core.source(path, text, path, true))
  local yaml = parsed and parsed:encode "yaml"
  if parsed then parsed:close() end
  return yaml
end

-- The schema that is made of a text.
local function inferred(path, text)
  local settings = settings_of({ yaml = "1.2" }, 1)
  local examples, schema = inference.new(settings), schemas.new(settings)
  local made = examples:add(core.source(path, text, path)) and examples:schema()
  if not made then return nil end
  schemas.add(schema, core.source("schema.yml", made))
  return schemas.compile(schema) and schema or nil
end

local function measure_file(schema, path)
  local handle = assert(io.open(path, "rb"))
  local text = handle:read "*a"
  handle:close()
  if options["as-yaml"] and path:find "%.json$" then text, path = as_yaml(path, text), path .. ".yml" end
  if not text or #text > MOST_BYTES then return end
  if options.inferred then schema = inferred(path, text) end
  if not schema then return end
  local job = { schema = schema, file = { path = path }, how = {} }
  local unit = { jobs = { job }, files = { job.file }, numbers = { [job] = { 1 } } }
  local tokens = measure.tokens_of(text)
  local first = validated.of(unit, { { name = path, text = text, mark = "", settings = schema.settings } })
  if first.status ~= 0 or not tokens[1] then return end
  files = files + 1
  for _ = 1, rounds do
    local chosen = {}
    for i = 1, options.many and 5 or 1 do chosen[i] = tokens[random(#tokens)] end
    local kind = options.many and "several" or chosen[1].kind
    local outcome, problem, is_same = measure.round(unit, path, text, schema.settings, chosen, random)
    count(kind, outcome)
    if is_same then exact = exact + 1 end
    if problem then
      wrong = wrong + 1
      io.write(problem, "\n")
    end
  end
end

local began = os.clock()
for name in lfs.dir(folder) do
  local path = folder .. "/" .. name
  if name:sub(1, 1) ~= "." and lfs.attributes(path .. "/valid", "mode") == "directory" then
    local cache = schema_cache.new(settings_of({}, 1), function() end)
    local schema = not options.inferred and cache:json_schema(path .. "/schema.json")
    for _, listed in ipairs(listing.of { path .. "/valid" }) do
      if not listed.problem then measure_file(schema, listed.path) end
    end
  end
end
io.write(("%d files, %d mistakes\n"):format(files, mistakes))
for _, kind in ipairs { "key", "word", "number", "text", "several" } do
  local parts = {}
  for outcome, number in pairs(total[kind] or {}) do parts[#parts + 1] = outcome .. " " .. number end
  table.sort(parts)
  io.write(("  %s: %s\n"):format(kind, table.concat(parts, ", ")))
end
io.write(("%d texts are the original ones; %d problems; %.1f s\n"):format(exact, wrong, os.clock() - began))
os.exit(wrong == 0 and 0 or 1)
