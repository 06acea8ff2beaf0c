--- The property of generated checkers: the core accepts every Lua table that a checker accepts, without a record and
-- without calling a function.
--
-- A composition is a schema with layers. Each layer is tested alone, as several Lua tables that differ slightly: with
-- or without metatables, with whole floats, and with items that are not valid values.

local core = require "yschema.core"
local generator = require "yschema.checker.generator"
local likes = require "spec.properties.likes"
local random_of = require "spec.properties.random"
local reports = require "yschema.report.report"
local schema_text = require "spec.properties.schema_text"
local schemas = require "spec.properties.schemas"
local value = require "spec.properties.value"
local values = require "spec.properties.values"
local yschema = require "yschema"

local tables = {}

-- The number of values for a schema, and of tables for each value.
local values_each, tables_each = 10, 4

-- ---- schemas with more rules --------------------------------------------------------------------------

local more_rules = {
  string = { 'min_len=1', 'min_len=3', 'max_len=2', 'max_bytes=2', 'min_len=10', 'format="hostname"', 'format="port"',
    'format="date"', 'ends_with="b"', 'suffix="é"', 'prefix=""', 'regexp="^(a|ab)*$"', 'regexp="."',
    'enum=["a", "b", "c", "d", "e", "f", "ab", "x y"]', 'one_of=["a\\"b\\n", "é"]', 'one_of={"a": 1, "b": 2}',
    'min="a"', 'max_len=2.7', 'not_null=True', 'min_len=1, not_null=True' },
  int = { 'exclusive_min=1.5', 'exclusive_max=3', 'multiple_of=2', 'multiple_of=3.0', 'multiple_of=0.5',
    'exclusive_min=-9007199254740993', 'exclusive_max=9007199254740992', 'not_null=True',
    'min=1.5', 'max=2.5', 'format="port"', 'one_of=[1, 2.0, "a", None]', 'min=-9007199254740993',
    'max=9223372036854775807', 'one_of=[9223372036854775807]' },
  float = { 'exclusive_min=0.5', 'exclusive_max=3', 'multiple_of=0.5', 'multiple_of=1', 'multiple_of=2.0',
    'not_null=True', 'min=0.5', 'max=1e3', 'one_of=[0.5, 1, -2.5]', 'format="port"' },
  bool = { 'not_null=True', 'one_of=[True]', 'min=True' },
  array = { 'not_null=True', 'unique=True', 'min_len=1', 'max_len=2', 'min=[1]', 'one_of=[[], ["a"]]' },
  map = { 'not_null=True', 'mutually_exclusive=["a", "b"]', 'mutually_required=["a", "b"]',
    'at_least_one_of=["a", "b"]', 'one_not_null=True', 'one_not_null=["a", "b"]', 'min_len=2', 'max_len=3' },
}

-- Rules beside alternatives, and for values of any type.
local rules_of_any = { 'not_null=True', 'one_of=["a", "ab", 1, 2, 3.0, True, [], {}]', 'min_len=1', 'max=5' }

local function add_rule(random, node)
  local kind = (node.shape == "scalar") and value.kind(node.value) or node.shape
  local list = (node.any or node.choice) and rules_of_any or more_rules[kind]
  if not list or node.removed then return end
  node.rules = node.rules or { list = {} }
  local text = random:pick(list)
  local name = text:match "^[%w_]+"
  for _, rule in ipairs(node.rules.list) do
    local names = { name = name, prefix = "starts_with", suffix = "ends_with", enum = "one_of" }
    if rule.text:find(name, 1, true) or rule.name == (names[name] or name) then return end
  end
  table.insert(node.rules.list, { text = text, after = true, name = name, test = function() return true end })
end

-- Removes the rules that a checker cannot have: functions, and parts of a JSON Schema.
local function drop_rules(node)
  node.json_rule = nil
  if not node.rules then return end
  node.rules.when = nil
  for i = #node.rules.list, 1, -1 do
    if not node.rules.list[i].after then table.remove(node.rules.list, i) end
  end
  if not node.rules.list[1] then node.rules = nil end
end

-- Changes a schema so that a checker can be generated for more of it.
local function simplify(random, root)
  likes.each(root, function(node)
    drop_rules(node)
    if node.default and random:chance(80) then node.default = nil end
    if random:chance(80) then node.deprecated = nil end
    if random:chance(25) then add_rule(random, node) end
  end)
end

--- A composition: a schema, and layers that are values for it.
function tables.random(random)
  local schema = schemas.random(random, values.make)
  if random:chance(85) then simplify(random, schema.root) end
  local layers = {}
  for i = 1, values_each do
    local wrong = random:chance(70) and 0 or random:int(1, 12)
    layers[i] = { value = values.make(random, schema.root, wrong) }
  end
  return { schema = schema, layers = layers }
end

-- ---- tables of Lua ------------------------------------------------------------------------------------

local function cyclic()
  local list = {}
  list[1] = list
  return list
end

-- Values that cannot come from YAML.
local oddities = {
  0 / 0, 1 / 0, -1 / 0, -0.0, 2 ^ 53, 2 ^ 53 + 2, -2 ^ 53, 2 ^ 63, 1e300, 0.1, "\255", "\128\128", "é\128",
  ("a"):rep(40), ("a"):rep(24) .. "!",
  {}, { 1, nil, 3 }, { 1, 2, x = 3 }, { [1] = 1, [3] = 3, [2] = 2 }, { [0] = 1 }, { [1.5] = 1 },
  { [true] = 1 }, { [-1] = 1 }, { a = { b = {} } }, cyclic(), print, coroutine.create(print), io.stdout,
  setmetatable({}, { __index = function() return "a" end }), setmetatable({ a = 1 }, { keys = { "a" } }),
  setmetatable({}, { __jsontype = "array" }), setmetatable({}, { _type = "LYAML null" }),
  setmetatable({}, { __metatable = false }),
  setmetatable({}, { __index = { a = "a" }, __len = function() return 1 end }),
}
if rawget(_G, "jit") then
  local ffi = require "ffi"
  for _, odd in ipairs { ffi.new("int64_t", 3), ffi.new("uint64_t", 0), ffi.new "void *",
    { [ffi.new("int64_t", 1)] = "a" } } do oddities[#oddities + 1] = odd end
else
  for _, odd in ipairs { math.maxinteger, math.mininteger, 3.0 } do oddities[#oddities + 1] = odd end
end

local function number_of(random, n)
  if math.type and n % 1 == 0 and n == n and random:chance(20) then
    return math.type(n) == "integer" and n + 0.0 or math.tointeger(n) or n
  end
  return n
end

local to_table

local function list_of(random, v, odd)
  local list, count = {}, #v
  for i = 1, count do list[i] = to_table(random, v[i], odd) end
  if random:chance(odd) then list[count + random:int(0, 2)] = "a" end
  if random:chance(odd) then list.x = "a" end
  if random:chance(odd) and count > 1 then list[random:int(1, count)] = nil end
  return random:chance(60) and setmetatable(list, yschema.array_mt) or list
end

local function map_of(random, v, odd)
  local map = {}
  for _, key in ipairs(v.keys) do
    if not random:chance(odd) then map[key] = to_table(random, v.at[key], odd) end
  end
  if random:chance(odd) then map[random:pick { 1, true, 1.5, "z" }] = "a" end
  return random:chance(odd) and setmetatable(map, { keys = v.keys }) or map
end

-- Returns a value as a Lua table; `odd` percent of its parts are replaced by other values.
function to_table(random, v, odd)
  if random:chance(odd) then return random:pick(oddities) end
  local kind = value.kind(v)
  if kind == "null" then return yschema.null end
  if kind == "int" or kind == "float" then return number_of(random, v.n) end
  if kind == "array" then return list_of(random, v, odd) end
  if kind == "map" then return map_of(random, v, odd) end
  return v
end

-- ---- testing ------------------------------------------------------------------------------------------

-- Returns whether the core accepts a value without calling functions, and the report.
local function core_accepts(schema, given)
  local run = core.run(schema.core, schema.settings)
  local ok, problem = run:give(given)
  if not ok then run:close() return false, problem end
  local _, _, kind = run:step()
  local asks = kind ~= core.OVER
  if asks then run:close() return false, "a function is called" end
  local about = reports.new(run)
  local accepted = about.status == 0 and #about.warnings == 0
  run:close()
  return accepted, tostring(about)
end

local function shown(v, level)
  if type(v) ~= "table" then return type(v) == "string" and ("%q"):format(v) or tostring(v) end
  if level > 6 then return "..." end
  local parts = {}
  for key, item in next, v do parts[#parts + 1] = ("[%s] = %s"):format(shown(key, 9), shown(item, level + 1)) end
  table.sort(parts)
  return "{" .. table.concat(parts, ", ") .. "}" .. (debug.getmetatable(v) and "+mt" or "")
end

tables.counts = { checked = 0, accepted = 0, agreed = 0, generated = 0 }

local function validate_value(schema, checker, random, v)
  local given = to_table(random, v, random:pick { 0, 0, 1, 5 })
  if type(given) ~= "table" then return nil end
  local counts = tables.counts
  local yes = checker ~= nil and checker(given)
  local accepted, about = core_accepts(schema, given)
  counts.checked = counts.checked + 1
  if accepted then counts.accepted = counts.accepted + 1 end
  if accepted and yes then counts.agreed = counts.agreed + 1 end
  if yes and not accepted then
    return ("the checker accepts %s, the core says:\n%s"):format(shown(given, 1), about)
  end
end

local function options_of(random, files)
  local limits = { max_nodes = 2000000, max_depth = 1000 }
  if random:chance(10) then limits = { max_nodes = random:int(1, 60), max_depth = random:int(1, 6) } end
  if random:chance(10) then limits.max_bytes = random:int(16, 4000) end
  return { files = files, name = "s.yml", limits = limits }
end

--- Tests a composition: returns nil and the result, or { property, problem, inputs }.
function tables.validate(composition, seed)
  local random = random_of.new(seed, 1)
  local text, files = schema_text.of(composition.schema, random, {})
  local inputs = { schema = text, files = files }
  local schema, report = yschema.load(text, options_of(random, files))
  if not schema then return nil, { accepted = false, at_load = true, text = tostring(report) } end
  local checker = generator.checker_of(schema.core, schema.settings)
  if checker then tables.counts.generated = tables.counts.generated + 1 end
  for i, layer in ipairs(composition.layers) do
    for again = 1, tables_each do
      local problem = validate_value(schema, checker, random_of.new(seed, i * 10 + again), layer.value)
      if problem then return { property = "checker and core agree", problem = problem, inputs = inputs } end
    end
  end
  return nil, { accepted = true, yaml = "" }
end

tables.inputs_of = function(composition, random)
  local text, files = schema_text.of(composition.schema, random, {})
  return { schema = text, files = files }
end

return tables
