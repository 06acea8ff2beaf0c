--- Measures how long `schema:check` takes for a Lua table, over a validator that api7/jsonschema generates for the same
-- schema,
--- which `schema:json_schema()` says as JSON Schema. Run by spec/bench/run.lua, once on each Lua.
--
--   LUA_PATH=… LUA_CPATH=… luajit spec/bench/tables.lua PEERS
--
-- PEERS is a folder with clones of github.com/api7/jsonschema, as api7, and of github.com/golgote/neturl. Both sides
-- are measured in turns on the same tables; the ratio is that of the shortest times. An error is at the end of the
-- value, where both sides come last.

local peers = assert(arg[1], "usage: tables.lua PEERS")
package.path = ("spec/bench/?.lua;%s/api7/lib/?.lua;%s/neturl/lib/?.lua;"):format(peers, peers) .. package.path

local cjson = require "cjson"
local jsonschema = require "jsonschema"
local rule_workloads = require "rule_workloads"
local workloads = require "workloads"
local yschema = require "yschema"

local clock = os.clock

-- Takes out the defaults, which the other side would add to the tables.
local function without_defaults(described)
  described.default = nil
  for _, below in pairs(described) do
    if type(below) == "table" then without_defaults(below) end
  end
  return described
end

local function validator_of(schema)
  local described = without_defaults(cjson.decode((schema:json_schema())))
  described["$schema"] = nil
  return jsonschema.generate_validator(described, { match_pattern = string.find })
end

local function time_of(run, count)
  local begin = clock()
  for _ = 1, count do run() end
  return (clock() - begin) / count
end

-- The shortest time of one over that of the other.
local function ratio_of(ours, theirs)
  local count, mine, other = 1, math.huge, math.huge
  while time_of(ours, count) * count < 0.02 do count = count * 2 end
  for _ = 1, 9 do
    mine = math.min(mine, time_of(ours, count))
    other = math.min(other, time_of(theirs, count))
  end
  return mine / other
end

local function compare(name, text, value, accepted)
  local schema = assert(yschema.load(text))
  local validate = validator_of(schema)
  assert((schema:check(value) == true) == accepted, name)
  local fits, problem = validate(value)
  assert((fits == true) == accepted, name .. ": " .. tostring(problem))
  for _ = 1, 200 do schema:check(value) end -- a checker is generated for a schema that is used often
  print(("%s=%.3f"):format(name, ratio_of(function() schema:check(value) end, function() validate(value) end)))
end

-- The first checks of a large table, among them those by the core and the generation of the checker.
local function compare_first(name)
  local text, value = workloads.tables(name)
  local schema = assert(yschema.load(text))
  local validate = validator_of(schema)
  local mine = time_of(function() schema:check(value) end, 20)
  print(("first=%.3f"):format(mine / time_of(function() validate(value) end, 20)))
end

compare_first "L"
for _, name in ipairs { "S", "M", "L" } do
  local text, value = workloads.tables(name)
  compare(name, text, value, true)
end
for _, name in ipairs { "rules", "alternatives", "placeholders" } do
  local text, value = rule_workloads.tables(name)
  compare(name, text, value, true)
end

local text, value = workloads.tables "L"
local databases = value.databases
databases[#databases].port = 0
compare("error", text, value, false)
