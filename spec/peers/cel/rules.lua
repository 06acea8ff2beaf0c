-- Evaluates the rules of custom resource definitions on generated values, for compare.mjs:
--
--   lua5.4 spec/peers/cel/rules.lua COUNT SEED CRD... | node spec/peers/cel/compare.mjs FOLDER
--
-- Each rule gets COUNT values of its schema, whose texts and numbers are often those of the rule. Rules that compare
-- with an older object are left out. The number of rules is written to standard error.

local path = (jit and "luajit" or "lua54") .. "/?.so;"
package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/" .. path .. package.cpath

local adapt = require "yschema.cel.adapt"
local comparable = require "spec.peers.cel.comparable"
local core = require "yschema.core"
local crd_types = require "yschema.importing.kubernetes.cel"
local evaluation = require "yschema.cel.evaluation"
local random_of = require "spec.properties.random"
local dyn = require "yschema.cel.types".plain.dyn
local settings = require "yschema.pipeline.settings".of_options({}, 1)

local count = tonumber(arg[1])
local r = random_of.new(tonumber(arg[2]))

-- Lists the texts and the integers of a rule.
local function words_of(rule)
  local texts, numbers = { "a", "b" }, { 0, 1 }
  -- The other implementation reads an empty text as the number 0.
  if not rule:find "int%(" and not rule:find "duration%(" then texts[3] = "" end
  for text in rule:gmatch "'([^']*)'" do texts[#texts + 1] = text end
  for text in rule:gmatch '"([^"]*)"' do texts[#texts + 1] = text end
  for digits in rule:gmatch "%f[%w]%d+" do
    if #digits < 10 then
      for change = -1, 1 do numbers[#numbers + 1] = tonumber(digits) + change end
    end
  end
  return { texts = texts, numbers = numbers }
end

local make

local function make_object(node, words, depth)
  local out = {}
  if type(node.additionalProperties) == "table" then
    for _ = 1, r:int(0, 2) do out[r:pick(words.texts)] = make(node.additionalProperties, words, depth + 1) end
    return out
  end
  local required = {}
  for _, key in ipairs(node.required or {}) do required[key] = true end
  local keys = {}
  for key in pairs(node.properties or {}) do keys[#keys + 1] = key end
  table.sort(keys)
  for _, key in ipairs(keys) do
    if required[key] or r:int(0, 1) == 0 then out[key] = make(node.properties[key], words, depth + 1) end
  end
  return out
end

function make(node, words, depth)
  if node.enum and r:int(0, 9) > 0 then return r:pick(node.enum) end
  if node["x-kubernetes-int-or-string"] then return r:pick(r:int(0, 1) == 0 and words.texts or words.numbers) end
  if node.type == "boolean" then return r:int(0, 1) == 0 end
  if node.type == "integer" then return r:pick(words.numbers) end
  if node.type == "number" then return r:pick(words.numbers) + 0.5 end
  if node.type == "array" then
    local out = setmetatable({}, core.array_mt)
    for i = 1, depth > 6 and 0 or r:int(0, 3) do out[i] = make(node.items or {}, words, depth + 1) end
    return out
  end
  if node.type == "object" then return make_object(node, words, depth) end
  return r:pick(words.texts)
end

-- Copies a value with the escapes of Kubernetes in its keys, as the expressions select them.
local function escaped(node, v)
  if type(v) ~= "table" then return v end
  if node.type == "array" then
    local out = setmetatable({}, core.array_mt)
    for i, item in ipairs(v) do out[i] = escaped(node.items or {}, item) end
    return out
  end
  local out, entries = {}, node.additionalProperties
  for key, item in pairs(v) do
    if type(entries) == "table" then out[key] = escaped(entries, item)
    else out[adapt.escaped(key)] = escaped(node.properties[key], item) end
  end
  return out
end

local rules, failures = 0, 0

local function try(node, rule)
  local self_type = crd_types.self_type(node)
  local program, problem = evaluation.compile(rule, { variables = { self = self_type } })
  if not program then
    failures = failures + 1
    io.stderr:write(("%s\n  %s\n"):format(rule, problem.problem))
    return
  end
  rules = rules + 1
  local words = words_of(rule)
  for _ = 1, count do
    local plain = make(node, words, 0)
    local value, shown = adapt.value(plain, self_type), adapt.value(escaped(node, plain), dyn)
    print(comparable.line(rule, shown, program:run { self = value }))
  end
end

local function visit(node)
  for _, rule in ipairs(node["x-kubernetes-validations"] or {}) do
    if not evaluation.mentions(rule.rule, "oldSelf") then try(node, rule.rule) end
  end
  for _, key in ipairs { "items", "additionalProperties" } do
    if type(node[key]) == "table" then visit(node[key]) end
  end
  for _, child in pairs(node.properties or {}) do visit(child) end
end

for i = 3, #arg do
  local file = assert(io.open(arg[i]))
  local documents = assert(core.parse(core.source(arg[i], file:read "*a", false, false), settings))
  file:close()
  for k = 1, documents:count() do
    local root = documents:value(k)
    for _, version in ipairs(type(root) == "table" and root.spec and root.spec.versions or {}) do
      if version.schema then visit(version.schema.openAPIV3Schema) end
    end
  end
end
io.stderr:write(("%d rules, %d that do not compile\n"):format(rules, failures))
