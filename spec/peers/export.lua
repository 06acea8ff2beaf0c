-- For each acceptance case, one line of JSON: the schema as JSON Schema and as OpenAPI, a value, and
-- whether yschema accepts it.
--
--   lua5.4 spec/peers/export.lua > cases.jsonl
--
-- A case whose values are fine gives its result. One whose rules are broken gives the values that
-- broke them, when JSON Schema can say all rules; one with faults of types gives its values file,
-- when there is only one and it is plain.

package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/lua54/?.so;" .. package.cpath
local cases = require "spec.support.cases"
local command = require "spec.support.command"
local yschema = require "yschema"

local root = command.root .. "/spec/cases"

-- The arguments of a case without `-o`; nil when it is about something else.
local function arguments_of(path)
  local out, skip = {}, false
  for i, word in ipairs(command.lines(command.read(path .. "args"))) do
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

local function runner(path)
  local arguments = arguments_of(path)
  return arguments and function(...)
    local all = {}
    for _, word in ipairs(arguments) do all[#all + 1] = word end
    for _, word in ipairs { ... } do all[#all + 1] = word end
    return command.run(all, {
      folder = path, stdin = command.read(path .. "stdin") and "stdin",
      vars = command.lines(command.read(path .. "vars")),
    })
  end, arguments
end

-- The kinds of what a report in JSON lists, as a set.
local function kinds_of(report)
  local kinds = {}
  for kind in report:gmatch '"kind":"([%w-]+)"' do kinds[kind] = true end
  return kinds
end

-- What is in a values file without annotations but its header; nil when there is more to it.
local function plain_text(text)
  text = ("\n" .. text):gsub("\n#@ ?data/values\n%-%-%-", "\n", 1)
  if text:find("#@", 1, true) or text:find "\n%-%-%-" then return nil end
  return text
end

-- The one values file of a case, as JSON; nil when there are several, or it is not plain.
local function plain_values(path, arguments)
  local found
  for i = 1, #arguments, 2 do
    local text = arguments[i] == "-f" and command.read(path .. arguments[i + 1])
    if not text then return nil end
    if not text:find("@data/values-schema", 1, true) and not text:find("@schema/match", 1, true) then
      if found then return nil end
      found = text
    end
  end
  local documents = found and plain_text(found) and yschema.parse(plain_text(found))
  return documents and documents:count() == 1 and documents:encode "json" or nil
end

-- A value and whether it is valid; nil when the case has none to judge.
local function verdict(run, arguments, path, schema)
  local result = run("-o", "json")
  if result.rc == 0 then return result.stdout, true end
  if result.rc ~= 1 then return nil end
  local kinds = kinds_of(run("--report", "json").stderr)
  if kinds.rule then
    kinds.rule = nil
    if next(kinds) or schema:find("$comment", 1, true) then return nil end
    return run("--dangerous-data-values-disable-validation", "-o", "json").stdout, false
  end
  kinds.type, kinds["unknown-key"] = nil, nil
  if next(kinds) then return nil end
  return plain_values(path, arguments), false
end

local function on_one_line(json) return (json:gsub("\n", " ")) end

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

for _, name in ipairs(cases.find(root)) do
  local path = root .. "/" .. name .. "/"
  local run, arguments = runner(path)
  local schema = run and run("--schema-inspect", "-o", "json-schema")
  if schema and schema.rc == 0 then
    local value, valid = verdict(run, arguments, path, schema.stdout)
    local known = value and tostring(valid) or "null"
    io.write(('{"case":%s,"valid":%s,"value":%s,"schema":%s,"openapi":%s}\n'):format(quoted(name),
      known, value and on_one_line(value) or "null", on_one_line(schema.stdout),
      quoted(run("--schema-inspect", "-o", "openapi-v3").stdout)))
  end
end
