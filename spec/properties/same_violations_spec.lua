-- The same documents through all ways in and out: each reports the same violations, at the same places, by the same
-- rules. Random schemas with random values are the files of one project.
--
-- YSCHEMA_WAYS=N makes N hundred files (1).

local check = require "spec.server.check"
local cli = require "yschema.command.cli"
local command = require "spec.support.command"
local folder = require "spec.support.folder"
local messages = require "yschema.server.messages"
local properties = require "spec.properties.properties"
local random_of = require "spec.properties.random"
local schemas = require "spec.properties.schemas"
local values = require "spec.properties.values"
local yschema = require "yschema"

local hundreds = tonumber(os.getenv "YSCHEMA_WAYS") or 1
local seed = 1

-- ---- the files ----------------------------------------------------------------------

-- Returns the texts of a random schema and of values for it; nil if they are more than one file each.
local function texts(number)
  local random = random_of.new(seed, number)
  local schema = schemas.random(random, values.make)
  local layer = values.layers(random, schema)[1]
  if not layer or layer.over or layer.node or type(layer.value) ~= "table" then return nil end
  local inputs = properties.inputs_of({ schema = schema, layers = { layer } }, random)
  if next(inputs.files or {}) or not yschema.load(inputs.schema, { name = "s.yml" }) then return nil end
  return inputs.schema, inputs[1]
end

local function make_project(dir, count)
  local names, entries, number = {}, { "configurations:\n" }, 0
  while #names < count do
    number = number + 1
    local schema, text = texts(number)
    if schema then
      local name = ("n%03d"):format(number)
      names[#names + 1] = name
      folder.write(dir, name .. "/s.yml", schema)
      folder.write(dir, name .. "/v.yml", text)
      entries[#entries + 1] = ("- {name: %s, schema: %s/s.yml, each: [%s/v.yml]}\n"):format(name, name, name)
    end
  end
  folder.write(dir, ".yschema.yml", table.concat(entries))
  return names
end

-- ---- the ways -----------------------------------------------------------------------

local function place(file, line, column, rule)
  return ("%s:%d:%d %s"):format(file, line or 1, column or 1, rule or "")
end

local function sorted(list)
  table.sort(list)
  return table.concat(list, "\n")
end

local function of_records(records)
  local list = {}
  for i, one in ipairs(records) do list[i] = place(one.file, one.line, one.column, one.rule) end
  return list
end

-- Readers of the formats of reports: each returns the lines of a report.
local readers = {
  json = function(text) return of_records(messages.decode(text).violations) end,
  ndjson = function(text)
    local list = {}
    for line in text:gmatch "[^\n]+" do
      for _, one in ipairs(of_records(messages.decode(line).violations)) do list[#list + 1] = one end
    end
    return list
  end,
  concise = function(text)
    local list = {}
    for file, line, column, rule in text:gmatch "%f[^\n%z]([^\n:]+):(%d+):(%d+): error%[([^\n%]]+)%]" do
      list[#list + 1] = place(file, line, column, rule)
    end
    return list
  end,
  sarif = function(text)
    local list = {}
    for _, one in ipairs(messages.decode(text).runs[1].results) do
      local at = one.locations[1].physicalLocation
      if one.level == "error" then
        list[#list + 1] = place(at.artifactLocation.uri, at.region and at.region.startLine,
          at.region and at.region.startColumn, one.ruleId)
      end
    end
    return list
  end,
  github = function(text)
    local list = {}
    for fields in text:gmatch "::error ([^\n]-)::" do
      list[#list + 1] = place(fields:match "file=([^,]*)", fields:match "line=(%d+)", fields:match "col=(%d+)",
        fields:match "title=yschema%%3A (.*)$")
    end
    return list
  end,
  junit = function(text)
    local list = {}
    for found in text:gmatch "<%l+ type=[^>]*>([^\n]*)" do
      local file, line, column = found:match "^([^:]+):(%d+):(%d+): "
      if not file then file, line = found:match "^([^:]+):(%d+): " end
      list[#list + 1] = place(file or found, line, column)
    end
    return list
  end,
  codequality = function(text)
    local list = {}
    for _, one in ipairs(messages.decode(text)) do
      if one.severity ~= "minor" then
        list[#list + 1] = place(one.location.path, one.location.lines.begin, 1, one.check_name)
      end
    end
    return list
  end,
}

-- Calls the command in this process. Returns what it prints, and its status.
local function printed(words)
  local parts = {}
  local out = { write = function(self, ...)
    for _, part in ipairs { ... } do parts[#parts + 1] = part end
    return self
  end, flush = function() return true end }
  local none = { write = function(self) return self end, flush = function() return true end }
  local status = cli.main(words, { out = out, err = none })
  return table.concat(parts), status
end

describe("random documents have the same violations", function()
  local dir, names, expected
  setup(function()
    dir = folder.make()
    names = make_project(dir, hundreds * 100)
    expected = sorted(readers.json(check.within(dir, printed, { "check", "--all", "--report", "json" })))
  end)
  teardown(function() folder.remove(dir) end)

  -- The places of the expected lines, without what a format leaves out.
  local function without(pattern, by)
    local list = {}
    for line in expected:gmatch "[^\n]+" do list[#list + 1] = (line:gsub(pattern, by)) end
    return sorted(list)
  end

  -- The expected lines about a pair of a schema and its values.
  local function of_pair(name)
    local list = {}
    for line in expected:gmatch "[^\n]+" do
      if line:sub(1, #name + 1) == name .. "/" then list[#list + 1] = line end
    end
    return sorted(list)
  end

  it("in some number", function()
    local _, count = expected:gsub("\n", "\n")
    assert.is_true(count > 30 * hundreds, count)
  end)

  for _, format in ipairs { "ndjson", "concise", "sarif", "github" } do
    it("in the report " .. format, function()
      local text = check.within(dir, printed, { "check", "--all", "--report", format })
      assert.equal(expected, sorted(readers[format](text)))
    end)
  end

  it("in reports without a column or a rule", function()
    local function found(format) return sorted(readers[format](check.within(dir, printed,
      { "check", "--all", "--report", format }))) end
    assert.equal(without(" .*$", " "), found "junit")
    assert.equal(without(":%d+ ", ":1 "), found "codequality")
  end)

  it("in two processes", function()
    local result = command.run({ "check", "--all", "--report", "json", "-j", "2" }, { folder = dir })
    assert.equal(expected, sorted(readers.json(result.stdout)))
  end)

  it("in shards", function()
    local list = {}
    for number = 1, 3 do
      local text = check.within(dir, printed, { "check", "--all", "--report", "json", "--shard", number .. "/3" })
      for _, one in ipairs(readers.json(text)) do list[#list + 1] = one end
    end
    assert.equal(expected, sorted(list))
  end)

  it("also when valid files are skipped", function()
    local words = { "check", "--all", "--report", "json", "--resume", os.tmpname() }
    for _ = 1, 2 do assert.equal(expected, sorted(readers.json(check.within(dir, printed, words)))) end
    os.remove(words[#words])
  end)

  it("on the other runtime", function()
    local lua, modules = "luajit", "luajit"
    if command.runtime == "luajit" then lua, modules = "lua5.4", "lua54" end
    local paths = ("%s/%s/%s/?.so;;"):format(command.root, os.getenv "YSCHEMA_BUILD" or "build", modules)
    local found = command.output(("cd %s && LUA_CPATH=%s %s -l yschema.core %s check --all --report json 2>/dev/null")
      :format(command.quote(dir), command.quote(paths), lua, command.quote(command.root .. "/lua/bin/yschema")))
    assert.equal(expected, sorted(readers.json(table.concat(found, "\n"))))
  end)

  it("by the module, by the status of the command, and checked one by one", function()
    local list = {}
    for _, name in ipairs(names) do
      local file = name .. "/v.yml"
      local schema = assert(yschema.load(command.read(dir .. "/" .. name .. "/s.yml"), { name = name .. "/s.yml" }))
      local documents, problem = yschema.parse(command.read(dir .. "/" .. file), file)
      local _, report = schema:apply((assert(documents, problem)))
      for _, one in ipairs(report and report.violations or {}) do list[#list + 1] = name .. " " .. one.rule end
      local _, status = check.within(dir, printed, { "-f", name .. "/s.yml", "-f", file })
      assert.equal(report and report.status or 0, status, name)
      local text = check.within(dir, printed, { "check", "-f", name .. "/s.yml", "--report", "json", file })
      assert.equal(of_pair(name), sorted(readers.json(text)))
    end
    assert.equal(without("^([^/]*)/%S*", "%1"), sorted(list)) -- it does not know which file is checked
  end)

  it("in the editor", function() check.compare(assert, dir, { "--all" }) end)
end)
