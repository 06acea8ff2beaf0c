-- Writes the inputs with which a fuzzer begins, from acceptance cases that spec/unpack_cases.lua has unpacked:
--
--   lua5.4 spec/fuzz/seeds.lua FUZZER CASES FOLDER
--
-- One process does it for all cases: to start one for each file takes minutes on some virtual machines.

local lfs = require "lfs"

local fuzzer, cases, target = arg[1], arg[2], arg[3]
assert(target, "usage: lua5.4 spec/fuzz/seeds.lua FUZZER CASES FOLDER")

local BETWEEN = "\n=====\n" -- texts of one input

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

local function write(name, text)
  local file = assert(io.open(target .. "/" .. name, "wb"))
  file:write(text)
  assert(file:close())
end

-- Lists what a folder contains, in order.
local function names_in(folder)
  local list = {}
  for name in lfs.dir(folder) do
    if name ~= "." and name ~= ".." then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

local function is_folder(path) return lfs.attributes(path, "mode") == "directory" end

-- Adds the paths of files in YAML, also those of folders below.
local function add_yaml(list, folder)
  for _, name in ipairs(names_in(folder)) do
    local path = folder .. "/" .. name
    if is_folder(path) then add_yaml(list, path) elseif name:find "%.yml$" then list[#list + 1] = path end
  end
  return list
end

-- Returns a file of a case and all others in one text; nil: the case does not have it.
local function joined(case, first)
  local text = read(case .. "/" .. first)
  if not text then return nil end
  local parts = { text }
  for _, path in ipairs(add_yaml({}, case)) do
    local name = path:match "[^/]*$"
    if name ~= "schema.yml" and name ~= "base.yml" then parts[#parts + 1] = read(path) end
  end
  return table.concat(parts, BETWEEN)
end

-- The seeds of the fuzzers of texts: each file.
local function write_files(case, seed)
  for _, path in ipairs(add_yaml({}, case)) do
    if path:match "^(.*)/" == case then write(seed .. "." .. path:match "[^/]*$", read(path)) end
  end
end

local function write_joined(first, pattern)
  return function(case, seed)
    local text = joined(case, first)
    if text and ("\n" .. read(case .. "/" .. first)):find(pattern) then write(seed, text) end
  end
end

local of_case = {
  parse = write_files, scan = write_files, tree = write_files, readable = write_files,
  code = write_joined("schema.yml", "\n *#@ "), schema = write_joined("schema.yml", ""),
  overlay = write_joined("base.yml", ""),
}

-- The cases have next to no JSON.
local others = {
  json = {
    '[1, -2.50e+3, 0, true, false, null, [], {}]',
    [[{"a": {"b": "\ud83d\ude00\n\/"}, "": "é"}]],
  },
  accept = { -- a JSON Schema with most keywords, and some values
    table.concat({ [[{"$schema": "http://json-schema.org/draft-07/schema#",
    "type": ["object", "array"], "properties": {"a": {"enum": [1, "x"]}, "b": {"$ref": "#"}}, "required": ["a"],
    "patternProperties": {"^x": {"const": null}}, "additionalProperties": {"format": "date", "pattern": "^1"},
    "items": [{"minimum": 1, "multipleOf": 0.5}], "additionalItems": {"maxLength": 2}, "uniqueItems": true,
    "contains": true, "dependencies": {"a": ["b"], "b": {"minProperties": 2}}, "propertyNames": {"minLength": 1}}]],
      '{"a": 1, "b": {"a": "x"}, "xa": null, "d": "1990-01-01"}', '[1.5, "ab"]' }, BETWEEN),
    table.concat({ [[{"$id": "https://a.test/", "oneOf": [{"$ref": "#/$defs/p"}, {"$anchor": "n",
    "if": {"type": "integer"}, "then": {"exclusiveMaximum": 3}, "else": false}], "$defs": {"p": {"anyOf": [
    {"dependentRequired": {"a": ["b"]}, "properties": {"a": {"not": {"$ref": "#n"}}}}], "prefixItems": [true],
    "unevaluatedItems": {"type": "string"}, "unevaluatedProperties": {"type": "null"}, "minContains": 0}}}]],
      '{"a": "x", "b": null}', "2" }, BETWEEN),
  },
}

for i, text in ipairs(others[fuzzer] or {}) do write(tostring(i), text) end
if others[fuzzer] then return end

local write_case = assert(of_case[fuzzer], "there is no such fuzzer")
for _, topic in ipairs(names_in(cases)) do
  for _, name in ipairs(names_in(cases .. "/" .. topic)) do
    write_case(cases .. "/" .. topic .. "/" .. name, topic .. "." .. name)
  end
end
