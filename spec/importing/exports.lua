-- Exports imported schemas: a JSON Schema is converted to the language of yschema, and back to a JSON Schema, of the
-- same draft if there are exports of it.
--
--   lua5.4 spec/importing/exports.lua FOLDER [PART] > exports.jsonl
--   node spec/importing/exports.mjs PACKAGES exports.jsonl [VALUES]
--
-- FOLDER is one for corpora.lua. A line is {"name", "exact", "schema": the export}, with "path" and "values", the files
-- of a project as JSON, or the "tests" of the suite. With PART, only schemas with this text in their names are
-- exported.

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/lua54/?.so;" .. package.cpath
local core = require "yschema.core"
local importer = require "yschema.importing.importer"
local settings = require "yschema.pipeline.settings".of_options({}, 1)
local yschema = require "yschema"

local folder, part = arg[1], arg[2]
if not folder then
  io.stderr:write "usage: lua5.4 spec/importing/exports.lua FOLDER [PART] > exports.jsonl\n"
  os.exit(2)
end

local function list(pattern)
  local out, pipe = {}, assert(io.popen("ls -d " .. pattern .. " 2>/dev/null"))
  for path in pipe:lines() do out[#out + 1] = path end
  pipe:close()
  return out
end

local function on_one_line(json) return (json:gsub("\n", " ")) end

-- The files of a project that are one document each, as JSON.
local function values_of(home)
  local values = {}
  for _, path in ipairs(list(("'%s'valid/* '%s'invalid/*"):format(home, home))) do
    local file = assert(io.open(path, "rb"))
    local documents = yschema.parse(file:read "*a", path)
    file:close()
    if documents and documents:count() == 1 then values[#values + 1] = on_one_line(documents:encode "json") end
  end
  return values
end

-- Writes a line. `more` has the values or tests to compare, as JSON.
local function export(name, source, draft, more)
  local import, problem = importer.import(source, settings, draft)
  local schema = import and assert(yschema.load(import.text, { name = name }))
  local json, failure = nil, problem
  local is_2020 = draft == 2020 or source:text():find('"$schema"%s*:%s*"[^"]*2020%-12/schema')
  if schema then json, failure = schema:json_schema { draft = is_2020 and "2020-12" or "draft-07" } end
  if not json then
    io.stderr:write("no export: ", name, ": ", tostring(failure), "\n")
    return
  end
  io.write(on_one_line(('{"name":%s,"exact":%s,%s,"schema":%s}'):format(core.encode(name, "json"),
    tostring(import.exact), more(), json)), "\n")
end

for _, path in ipairs(list("'" .. folder .. "'/schemastore/*/schema.json")) do
  local home = path:match "^(.*/)schema%.json$"
  local name = home:match "([^/]*)/$"
  if not part or name:find(part, 1, true) then
    export(name, assert(core.read(path, path, 2 ^ 30)), nil, function()
      return ('"path":%s,"values":[%s]'):format(core.encode(path, "json"), table.concat(values_of(home), ","))
    end)
  end
end

local drafts = { draft4 = 4, draft6 = 6, draft7 = 7, ["draft2019-09"] = 2019, ["draft2020-12"] = 2020 }

for _, path in ipairs(list("'" .. folder .. "'/json-schema-suite/*/*.json")) do
  local draft = path:match "([^/]*)/[^/]*$"
  local documents = assert(core.parse(assert(core.read(path, path, 2 ^ 30)), settings))
  for _, group in ipairs((documents:value(1, true))) do
    local name = ("%s: %s"):format(path:match "[^/]*/[^/]*$", group.description)
    if not part or name:find(part, 1, true) then
      export(name, core.source("schema.json", core.encode(group.schema, "json"), false, true), drafts[draft], function()
        return '"tests":' .. core.encode(group.tests, "json")
      end)
    end
  end
  documents:close()
end
