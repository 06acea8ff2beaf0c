-- Everything that the other validators need, one line of JSON for each schema: the schema as JSON Schema and as
-- OpenAPI, values, and whether yschema accepts them.
--
--   lua5.4 spec/peers/export.lua > schemas.jsonl
--
-- The schemas are those of the acceptance cases, of three examples, and of schemas.lua. A case with valid
-- values gives them, or its result. One with violations of rules gives the values that break them; one with violations
-- of types gives its values file, when there is only one and it is plain. A case without values to validate says why.

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/lua54/?.so;" .. package.cpath
local cases = require "spec.support.cases"
local command = require "spec.support.command"
local row = require "spec.peers.row"
local yschema = require "yschema"

-- The arguments of a case without `-o`; nil when the case is not about values.
local function arguments_of(case)
  local out, skip = {}, false
  for i, word in ipairs(case.args) do
    if word:find("schema-inspect", 1, true) or word:find("disable-validation", 1, true)
      or (i == 1 and word == "overlay") then return nil end
    if skip then
      skip = false
    elseif word == "-o" or word == "--output" or word == "--report" then
      skip = true
    elseif word ~= "-q" and word ~= "--quiet" then
      out[#out + 1] = word
    end
  end
  return out
end

-- A function that runs the command of a case with more arguments, in a folder with its files.
local function runner(case, arguments, path)
  return function(...)
    local all = {}
    for _, word in ipairs(arguments) do all[#all + 1] = word end
    for _, word in ipairs { ... } do all[#all + 1] = word end
    return cases.run(case, path, all)
  end
end

-- The kinds of what a report in JSON lists, as a set.
local function kinds_of(report)
  local kinds = {}
  for kind in report:gmatch '"kind":"([%w-]+)"' do kinds[kind] = true end
  return kinds
end

-- The text of a values file that has no annotations except its header; nil for other files.
local function plain_text(text)
  text = ("\n" .. text):gsub("\n#@ ?data/values\n%-%-%-", "\n", 1)
  if text:find("#@", 1, true) or text:find "\n%-%-%-" then return nil end
  return text
end

-- The one values file of a case, as JSON; nil when there are several, or it is not plain.
local function plain_values(case, arguments)
  local found
  for i = 1, #arguments, 2 do
    local text = arguments[i] == "-f" and cases.text(case, arguments[i + 1])
    if not text then return nil end
    if not text:find("@data/values-schema", 1, true) and not text:find("@schema/match", 1, true) then
      if found then return nil end
      found = text
    end
  end
  local documents = found and plain_text(found) and yschema.parse(plain_text(found))
  return documents and documents:count() == 1 and documents:encode "json" or nil
end

-- The values of a case and whether they are valid; or nil, and the reason why there are none to validate.
local function verdict(run, arguments, case)
  local result = run("-o", "json")
  -- The input is validated, if it is one document: a result has the keys that were left out, too.
  if result.rc == 0 then return plain_values(case, arguments) or result.stdout, true end
  if result.rc ~= 1 then return nil, "the case is about an error of the schema, or of the command" end
  local kinds = kinds_of(run("--report", "json").stderr)
  if kinds.rule and not next(kinds, next(kinds)) then
    return run("--dangerous-data-values-disable-validation", "-o", "json").stdout, false
  end
  kinds.rule, kinds.type, kinds["unknown-key"], kinds.removed = nil, nil, nil, nil
  if next(kinds) then return nil,
    "there is a violation of the kind " .. next(kinds) .. ", which does not depend on the values alone" end
  local plain = plain_values(case, arguments)
  if not plain then return nil, "the values are more than one plain document" end
  return plain, false
end

-- ---- writing ----------------------------------------------------------------

-- Values that take another validator too long, with the reason.
local too_costly = {
  ["alternatives/recursive"] = "ajv takes twice as long for each of its forty levels",
}

local function write_row(name, case, arguments, run)
  local schema = run("--schema-inspect", "-o", "json-schema")
  if schema.rc ~= 0 then return end
  local value, valid = nil, too_costly[name]
  if not valid then value, valid = verdict(run, arguments, case) end
  row.write(name, schema.stdout, run("--schema-inspect", "-o", "openapi-v3").stdout,
    value and { { text = "its values", json = value, valid = valid } } or {}, not value and valid or nil)
end

local function write_case(name)
  local case = cases.read(name)
  local arguments = arguments_of(case)
  if not arguments then return end
  cases.with_files(case, function(path) write_row(name, case, arguments, runner(case, arguments, path)) end)
end

local function write_schema(about)
  local env, values = {}, {}
  for name, text in pairs(about.env) do env[name] = assert(yschema.load(text)) end
  local schema = assert(yschema.load(about.text, { env = env }))
  for i, value in ipairs(about.values) do
    local text = type(value) == "table" and value[1] or value
    values[i] = {
      text = text, json = assert(yschema.parse(text)):encode "json", valid = schema:apply(text) ~= nil,
      because = type(value) == "table" and value.because or nil,
    }
  end
  row.write(about.name, (schema:json_schema()), schema:openapi(), values)
end

-- The schema of an example folder, with its valid values and its invalid ones.
local function write_example(folder)
  local path = command.root .. "/examples/" .. folder .. "/"
  local schema, values = assert(yschema.load_file(path .. "schema.yml")), {}
  for i, name in ipairs { "values.yml", "bad.yml" } do
    local text = command.read(path .. name)
    values[i] = { text = name, json = assert(yschema.parse(text)):encode "json", valid = name == "values.yml" }
  end
  row.write("examples/" .. folder, (schema:json_schema()), schema:openapi(), values)
end

for _, name in ipairs(cases.find()) do write_case(name) end
for _, folder in ipairs { "alertmanager", "compose", "kubernetes" } do write_example(folder) end
for _, about in ipairs(require "spec.peers.schemas") do write_schema(about) end
