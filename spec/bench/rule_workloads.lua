--- Workloads of rules, alternatives and placeholders: 20 of each kind, with a value that fits.

local rule_workloads = {}

-- Each kind of rule: the annotation, the value in the schema, and a value that fits. Patterns are such that they mean
-- the same to PCRE2 and to string.find().
local kinds = {
  { "min=1, max=65535", "80", 8080 },
  { "min=0.5, max=99.5", "1.5", 12.25 },
  { "min_len=1", '"a"', "Zürich" },
  { "min_len=3", '"abc"', "eu-central-1" },
  { "max_len=32", '"a"', "a text of some length" },
  { 'one_of=["debug", "info", "warn", "error"]', "info", "error" },
  { 'one_of=["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]', "a", "h" },
  { 'regexp="^[a-z]+$"', "abc", "production" },
  { 'regexp="^[a-z0-9]+:[0-9]+$"', '"a:1"', "backend7:8080" },
}
local lists = {
  { "min_len=1, max_len=8", { "one", "two", "three" } },
  { "unique=True", { "one", "two", "three", "four" } },
}

local function add_scalars(lines, value)
  for i, kind in ipairs(kinds) do
    for n = 1, 20 do
      local key = ("rule%d_%d"):format(i, n)
      lines[#lines + 1] = "#@schema/validation " .. kind[1]
      lines[#lines + 1] = key .. ": " .. kind[2]
      value[key] = kind[3]
    end
  end
end

local function add_lists(lines, value, array_mt)
  for i, kind in ipairs(lists) do
    for n = 1, 20 do
      local key, list = ("list%d_%d"):format(i, n), setmetatable({}, array_mt)
      for at, item in ipairs(kind[2]) do list[at] = item end
      lines[#lines + 1] = "#@schema/validation " .. kind[1]
      lines[#lines + 1] = ('#@schema/default ["a"]\n%s: [""]'):format(key)
      value[key] = list
    end
  end
end

local function rules(array_mt)
  local lines, value = { "#@data/values-schema", "---" }, {}
  add_scalars(lines, value)
  add_lists(lines, value, array_mt)
  return table.concat(lines, "\n") .. "\n", value
end

local choice = [[
#@ def tcp():
kind: tcp
#@schema/validation min=1, max=65535
port: 80
host: ""
#@ end
#@ def unix():
kind: unix
#@schema/validation min_len=1
path: /
#@ end
#@ def none():
kind: none
#@ end
#@data/values-schema
---
]]

local function alternatives()
  local lines, value = {}, {}
  for n = 1, 20 do
    lines[n] = ("#@schema/any-of tcp(), unix(), none(), by=\"kind\"\nplace%d: {kind: none}\n"):format(n)
    value["place" .. n] = n % 3 == 0 and { kind = "tcp", port = 8080, host = "example.com" }
      or n % 3 == 1 and { kind = "unix", path = "/run/socket" } or { kind = "none" }
  end
  return choice .. table.concat(lines), value
end

local function placeholders()
  local lines, value = { "#@data/values-schema\n---\n" }, {}
  for n = 1, 20 do
    lines[n + 1] = ("limits%d:\n  #@schema/any-key\n  #@schema/validation min=0\n  any: 1\n"):format(n)
    value["limits" .. n] = { cpu = 4, memory = 512, disk = 20, network = 7 }
  end
  return table.concat(lines), value
end

local makers = { rules = rules, alternatives = alternatives, placeholders = placeholders }

--- A workload: "rules", "alternatives" or "placeholders".
---@param name string
---@param array_mt? table
---@return string schema YAML
---@return table value
function rule_workloads.tables(name, array_mt) return makers[name](array_mt) end

return rule_workloads
