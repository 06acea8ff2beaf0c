--- The cost of rules in Starlark, as multiples of the same rules in Lua: the worst of some.
--
--   LUA_PATH=… LUA_CPATH=… lua5.4 spec/bench/starlark.lua [each]

package.path = "spec/bench/?.lua;" .. package.path

local timing = require "timing"
local yschema = require "yschema"

local count = 5000

-- The rule in Starlark and in Lua, and an item of the list that it checks.
local rules = {
  { "lambda v: v >= 0 and v < 65536", "function(v) return v >= 0 and v < 65536 end", 5432 },
  { "lambda v: v % 2 == 0", "function(v) return v % 2 == 0 end", 5432 },
  { "lambda v: len(v) > 0", "function(v) return #v > 0 end", "core" },
  { "lambda v: v.startswith('co')", "function(v) return v:sub(1, 2) == 'co' end", "core" },
  { "lambda v: v in ['http', 'https', 'core']",
    "function(v) return v == 'http' or v == 'https' or v == 'core' end", "core" },
  { "lambda v: v.port > 1024 and v.name != ''",
    "function(v) return v.port > 1024 and v.name ~= '' end", { port = 5432, name = "core" } },
  { "lambda v: v['port'] > 1 if v['on'] else True",
    "function(v) if v.on then return v.port > 1 end return true end", { port = 5432, on = true } },
  { "lambda v: all([t != '' for t in v.tags])",
    "function(v) for _, t in ipairs(v.tags) do if t == '' then return false end end return true end",
    { tags = setmetatable({ "a", "b", "c" }, yschema.array_mt) } },
}

-- The cost of checking an item, with a rule or without one.
local function cost(rule, item)
  local text = type(item) ~= "table" and tostring(item) or item.tags and "{tags: ['']}"
    or item.on and "{port: 0, on: false}" or "{port: 0, name: ''}"
  local annotation = rule and ("#@schema/validation ('rule', %s)\n"):format(rule) or ""
  local schema = assert(yschema.load("#@data/values-schema\n---\nlist:\n" .. annotation .. "- " .. text .. "\n"))
  local list = setmetatable({}, yschema.array_mt)
  for i = 1, count do list[i] = item end
  local values = { list = list }
  assert(schema:check(values))
  return timing.each(function() schema:check(values) end, count)
end

local worst = 0
for _, row in ipairs(rules) do
  local without = cost(nil, row[3])
  local starlark, lua = cost(row[1], row[3]) - without, cost(row[2], row[3]) - without
  if arg[1] == "each" then
    print(("%5.2f  %5.0f ns  %s"):format(starlark / lua, starlark, row[1]))
  end
  worst = math.max(worst, starlark / lua)
end
print(("ratio=%.2f"):format(worst))
