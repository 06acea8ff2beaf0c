-- The JSON Schema Test Suite, through all ways in:
--
--   YSCHEMA_JSON_SCHEMA_SUITE=FOLDER busted spec/importing/suite_spec.lua
--
-- FOLDER is a copy of https://github.com/json-schema-org/JSON-Schema-Test-Suite. Without it, there is nothing to test.

local command = require "spec.support.command"
local core = require "yschema.core"
local folder = require "spec.support.folder"
local raw_json = require "spec.support.raw_json"
local yschema = require "yschema"

local suite = os.getenv "YSCHEMA_JSON_SCHEMA_SUITE"

local names = {
  draft4 = "http://json-schema.org/draft-04/schema#", draft6 = "http://json-schema.org/draft-06/schema#",
  draft7 = "http://json-schema.org/draft-07/schema#",
  ["draft2019-09"] = "https://json-schema.org/draft/2019-09/schema",
  ["draft2020-12"] = "https://json-schema.org/draft/2020-12/schema",
}

local function files_in(path)
  return command.output(("find %s -name '*.json' 2>/dev/null | sort"):format(command.quote(path)))
end

-- The texts of the suite's remote schemas, by their addresses.
local function remote_texts()
  local texts, root = {}, suite .. "/remotes/"
  for _, path in ipairs(files_in(root)) do
    texts["http://localhost:1234/" .. path:sub(#root + 1)] = command.read(path)
  end
  return texts
end

-- Returns the text of a schema with the name of its draft.
local function in_draft(text, name)
  if not text:find "^{" or raw_json.members(text)["$schema"] then return text end
  return ('{"$schema": "%s"%s %s'):format(name, text:find "^{%s*}" and "" or ",", text:sub(2))
end

local function description(text) return raw_json.members(text).description end

-- Whether Lua may have no number for one in a text, which has many digits.
local function has_long_number(text) return text:find(("%d"):rep(16)) ~= nil end

-- Whether the text may be no YAML: that has no pairs of surrogates.
local function is_only_json(text) return text:find "\\u[dD][89abAB]" ~= nil end

-- A value of Lua, or nil where the text has numbers that Lua has not: those with many digits, and 1.0 as an integer.
local function value_of(text)
  if text:find "%d%.0" or has_long_number(text) then return nil end
  local documents = core.parse(core.source("v.json", "[" .. text .. "]", false, true), {})
  local list = documents and documents:value(1, true) or {}
  return list[1]
end

-- A group of tests: its schema, and its tests with their values and verdicts.
local function groups_of(path, name)
  local groups = {}
  for i, group in ipairs(raw_json.items(command.read(path))) do
    local members, tests = raw_json.members(group), {}
    for j, test in ipairs(raw_json.items(members.tests)) do
      local parts = raw_json.members(test)
      tests[j] = { about = members.description .. " " .. description(test), data = parts.data,
        valid = parts.valid == "true" }
    end
    groups[i] = { schema = in_draft(members.schema, name), tests = tests }
  end
  return groups
end

-- Returns the verdicts that differ, of the functions in Lua.
local function wrong_in_lua(groups, options)
  local wrong = {}
  local function take(way, test, valid)
    if (valid and true or false) ~= test.valid then wrong[#wrong + 1] = way .. ": " .. test.about end
  end
  for _, group in ipairs(groups) do
    local schema, report = yschema.load_json_schema(group.schema, options)
    for _, test in ipairs(group.tests) do
      if not schema then
        wrong[#wrong + 1] = "no schema: " .. test.about .. ": " .. tostring(report)
      else
        local value = value_of(test.data)
        take("check_json", test, schema:check_json(test.data))
        if not has_long_number(test.data) and not is_only_json(test.data) then
          take("apply", test, select(2, schema:apply(test.data)).status == 0)
        end
        if value ~= nil then take("schema:check", test, schema:check(value)) end
      end
    end
  end
  return wrong
end

-- Writes the groups as files, and the project file. Returns how many groups are written: all without remote schemas.
local function write_project(path, groups, key)
  local project, count = { "configurations:\n" }, 0
  for i, group in ipairs(groups) do
    if not group.schema:find("localhost:1234", 1, true) then
      count = count + 1
      folder.write(path, ("s%d.json"):format(i), group.schema)
      project[#project + 1] = ("- {name: g%d, json_schema: s%d.json%s, each: ["):format(i, i, key)
      for j, test in ipairs(group.tests) do
        folder.write(path, ("v%d-%d.json"):format(i, j), test.data)
        project[#project + 1] = (j > 1 and ", " or "") .. ("v%d-%d.json"):format(i, j)
      end
      project[#project + 1] = "]}\n"
    end
  end
  folder.write(path, ".yschema.yml", table.concat(project))
  return count
end

-- Returns the verdicts that differ, of `yschema check`.
local function wrong_in_check(groups, key)
  local path, wrong, verdicts = folder.make(), {}, {}
  if write_project(path, groups, key) == 0 then return wrong end
  local result = command.run({ "check", "--report", "ndjson" }, { folder = path })
  folder.remove(path)
  for line in result.stdout:gmatch "[^\n]+" do
    local row = raw_json.members(line)
    if row.file then verdicts[row.file:sub(2, -2)] = row.valid end
  end
  for i, group in ipairs(groups) do
    for j, test in ipairs(group.tests) do
      local verdict = verdicts[("v%d-%d.json"):format(i, j)]
      if verdict ~= tostring(test.valid) and not group.schema:find("localhost:1234", 1, true) then
        wrong[#wrong + 1] = ("check: %s: %s"):format(test.about, verdict or result.stderr)
      end
    end
  end
  return wrong
end

local function test_draft(draft, name, remotes)
  local root = suite .. "/tests/" .. draft .. "/"
  if not files_in(root)[1] then root = suite .. "/" .. draft .. "/" end
  for _, path in ipairs(files_in(root)) do
    local part = path:sub(#root + 1)
    do
      local asserted = part:find("optional/format/", 1, true) ~= nil
      it(draft .. "/" .. part .. " is right", function()
        local groups = groups_of(path, name)
        assert.same({}, wrong_in_lua(groups, { files = remotes, assert_formats = asserted or nil }))
        assert.same({}, wrong_in_check(groups, asserted and ", assert_formats: true" or ""))
      end)
    end
  end
end

if suite then
  describe("the JSON Schema Test Suite", function()
    local remotes = remote_texts()
    for draft, name in pairs(names) do test_draft(draft, name, remotes) end
  end)
end
