-- Speaks the protocol of Bowtie (https://docs.bowtie.report), by which validators of JSON Schema are compared: each
-- line of standard input is a command in JSON, and each line of standard output the response to one.
--
--   lua5.4 spec/peers/bowtie.lua
--
-- LUA_PATH and LUA_CPATH lead to the module.

local folder = arg[0]:match "^(.*)spec/peers/[^/]*$" or "./"
package.path = folder .. "?.lua;" .. folder .. "lua/?.lua;" .. folder .. "lua/?/init.lua;" .. package.path

local core = require "yschema.core"
local raw_json = require "spec.support.raw_json"
local yschema = require "yschema"

-- The address in the rockspec.
local function home()
  local file = assert(io.open(folder .. "rocks/yschema-scm-1.rockspec"))
  local address = file:read "*a":match 'homepage = "([^"]+)"'
  file:close()
  return address
end

local dialects = {
  "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
  "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#",
  "http://json-schema.org/draft-04/schema#",
}

local function respond(value)
  io.write((core.encode(value, "json"))) -- with the end of the line
  io.flush()
end

-- Decodes a string of JSON.
local function decoded(text)
  return core.parse(core.source("text", "[" .. text .. "]", false, true), {}):value(1, true)[1]
end

-- Adds `$schema` to a schema that has none, because the dialect is the draft of such a schema.
local function in_dialect(text, dialect)
  if not dialect or not text:find "^%s*{" or raw_json.members(text)["$schema"] then return text end
  local rest = text:match "^%s*{(.*)$"
  return ('{"$schema": %s%s%s'):format(core.encode(dialect, "json"), rest:find "^%s*}" and "" or ", ", rest)
end

-- Returns the schema of a case, or nil and the problem.
local function schema_of(case, dialect)
  local files = {}
  for uri, text in pairs(case.registry and raw_json.members(case.registry) or {}) do files[uri] = text end
  local schema, report = yschema.load_json_schema(in_dialect(case.schema, dialect), { files = files })
  return schema, not schema and tostring(report) or nil
end

local function result_of(schema, test)
  local valid, report = schema:check_json(raw_json.members(test).instance)
  if not valid and report.status == 2 then return { errored = true, context = { message = tostring(report) } } end
  return { valid = valid or false }
end

local commands, dialect = {}, nil

function commands.start(command)
  if command.version ~= "1" then error("version " .. tostring(command.version) .. " of the protocol is unknown", 0) end
  local address = home()
  respond {
    version = 1,
    implementation = { name = "yschema", language = "lua", version = yschema._VERSION:match "%S+$", dialects = dialects,
      homepage = address, issues = address .. "/issues", source = address },
  }
end

function commands.dialect(command)
  dialect = decoded(command.dialect)
  respond { ok = true }
end

function commands.run(command)
  local seq, case = decoded(command.seq), raw_json.members(command.case)
  local schema, problem = schema_of(case, dialect)
  if not schema then return respond { seq = seq, errored = true, context = { message = problem } } end
  local results = {}
  for i, test in ipairs(raw_json.items(case.tests)) do results[i] = result_of(schema, test) end
  respond { seq = seq, results = results }
end

function commands.stop() os.exit(0) end

for line in io.lines() do
  local command = raw_json.members(line)
  local name = command.cmd and decoded(command.cmd)
  assert(commands[name], "unknown command: " .. tostring(name))(command)
end
