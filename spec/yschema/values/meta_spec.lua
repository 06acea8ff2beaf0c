-- yschema/meta.lua describes the API for editors and for the pages of the API, completely and with nothing else.

local yschema = require "yschema"
local command = require "spec.support.command"

local text = assert(command.read(command.root .. "/lua/yschema/meta.lua"))
local page = assert(command.read(command.root .. "/examples/lua/README.md"))

-- The declarations below a class: its fields' names, and whether each may be absent.
local function fields(class)
  local block = assert(text:match("\n%-%-%-@class " .. class:gsub("%.", "%%.") .. "\n(.-)\n[^-]"),
    class) .. "\n"
  local declared = {}
  for name, optional, kind in block:gmatch "%-%-%-@field ([%w_]+)(%??) (%S+)" do
    declared[name] = { optional = optional == "?", kind = kind }
  end
  return declared
end

-- Functions that are declared in a table: name to parameters.
local function functions(of)
  local declared = {}
  for name, parameters in text:gmatch("\nfunction " .. of .. "[.:]([%w_]+)(%b())") do
    declared[name] = parameters:sub(2, -2)
  end
  return declared
end

-- The parameters of a function as it is, without self.
local function parameters_of(fn)
  local info, names = debug.getinfo(fn, "u"), {}
  for i = 1, info.nparams do
    local name = debug.getlocal(fn, i)
    if name ~= "self" then names[#names + 1] = name end
  end
  if info.isvararg then names[#names + 1] = "..." end
  return table.concat(names, ", ")
end

local function public_functions(of)
  local found = {}
  for name, value in pairs(of) do
    if type(value) == "function" and not name:find "^__" then found[name] = parameters_of(value) end
  end
  return found
end

local function keys_of(map)
  local list = {}
  for key in pairs(map) do list[#list + 1] = key end
  table.sort(list)
  return list
end

local schema = assert(yschema.load "#@data/values-schema\n---\nname: app\n")

describe("the declarations", function()
  it("have all functions of the module, with their parameters", function()
    assert.same(public_functions(yschema), functions "yschema")
  end)

  it("have all else of the module", function()
    assert.is_table(yschema.array_mt)
    local values = {}
    for name, value in pairs(yschema) do
      if type(value) ~= "function" then values[name] = true end
    end
    assert.same(keys_of(values), keys_of(fields "yschema"))
  end)

  it("have all methods, with their parameters", function()
    local _, report = yschema.load "a: ["
    for class, object in pairs {
      Schema = schema, Documents = yschema.parse "a: 1", Report = report, Comparison = yschema.diff(schema, schema),
    } do
      assert.same(public_functions(getmetatable(object).__index), functions(class), class)
    end
  end)

  it("are the only ones: no module documents a public function again", function()
    local again = {}
    for _, name in ipairs(command.output("cd " .. command.quote(command.root)
      .. " && find lua -name '*.lua' ! -name meta.lua")) do
      local above = ""
      for line in io.lines(command.root .. "/" .. name) do
        local declared = line:match "^function (yschema%.%w+)" or line:match "^function (%u%a+:%w+)"
        local known = declared and text:find("\nfunction " .. declared .. "(", 1, true)
        if known and above:find("---", 1, true) then again[#again + 1] = name .. ": " .. declared end
        above = line:find "^%-%-" and above .. line or ""
      end
    end
    assert.same({}, again)
  end)

  -- The Lua language server looks for `require "yschema"` below the folders of its setting
  -- `workspace.library`, and takes files that begin so as definitions.
  it("are what an editor looks for", function()
    assert.matches("^%-%-%-@meta yschema\n", text)
  end)

  it("describe each parameter and result", function()
    local block, count = "", 0
    for line in text:gmatch "(.-)\n" do
      local declared, parameters = line:match "^function ([%w_.:]+)(%b())"
      if declared then
        count = count + 1
        for name in parameters:gmatch "[%w_.]+" do
          assert.matches("^%-%-%-@param " .. name:gsub("%.", "%%.") .. "%?? %S", block:match("[^\n]*@param "
            .. name:gsub("%.", "%%.") .. "[^\n]*") or declared .. ": " .. name)
        end
        assert.matches("\n%-%-%-@return %S", block, 1, false, declared)
      end
      block = line:find "^%-%-" and block .. "\n" .. line or ""
    end
    assert.is_true(count > 15)
  end)

  it("have the options that are accepted, of their types", function()
    local samples = { table = {}, string = "x", boolean = true, ["integer|false"] = 5, ["table<string,"] = {},
      ["yschema.Limits"] = {}, integer = 5 }
    local options, limits = {}, {}
    for name, field in pairs(fields "yschema.Options") do options[name] = samples[field.kind] end
    for name, field in pairs(fields "yschema.Limits") do limits[name] = 10000 * samples[field.kind] end
    limits.max_depth = 100
    options.limits = limits
    assert.is_table((yschema.load("#@data/values-schema\n---\na: 1\n", options)))
    assert.equal(14, #keys_of(options))
  end)

  it("have the options, functions and methods of the page about the module", function()
    local listed = {}
    for name in page:match "| option | meaning |\n(.-)\n\n":gmatch "\n| `([%w_]+)`" do listed[name] = true end
    assert.same(keys_of(listed), keys_of(fields "yschema.Options"))
    for name in pairs(functions "yschema") do
      assert.matches("`yschema." .. name .. "(", page, 1, true)
    end
    for name in pairs(functions "Schema") do
      assert.matches("`schema:" .. name .. "(", page, 1, true)
    end
  end)

  it("have the options of programs in C, which are those of its header", function()
    local embedding = require "yschema.api.embedding"
    local known = require "yschema.pipeline.settings"
    local header = assert(command.read(command.root .. "/csrc/host/library/yschema.h"))
    local listed = assert(header:match "Sets an option.-%*/")
    local values = { yaml = "1.2", schema_folder = "schemas" }
    local count = 0
    for _, names in ipairs { known.options, known.limits } do
      for name, must_be in pairs(names) do
        local given = values[name] or must_be == "boolean" and "false" or "100"
        local taken = pcall(function() embedding.new():set_option(name, given) end)
        assert.equal(taken, listed:find('"' .. name .. '"', 1, true) ~= nil, name)
        count = count + (taken and 1 or 0)
      end
    end
    assert.equal(15, count)
  end)

  it("have each format of reports, with a row on its page", function()
    local reports = assert(command.read(command.root .. "/examples/reports/README.md"))
    for _, format in ipairs(require "yschema.report.formats".rows) do
      assert.matches("--report " .. format.name .. "`", reports, 1, true)
      assert.equal(format.module ~= nil, functions "Report"[format.name] == "" or false, format.name)
    end
  end)

  it("have the fields of violations", function()
    local rules = assert(yschema.load("#@data/values-schema\n---\n"
      .. "#@schema/validation one_of=['a']\nname: a\nother: 1\n", { name = "s.yml" }))
    local _, report = rules:apply "name: b\nothr: 1\n"
    local _, by_keywords = assert(yschema.load_json_schema '{"type": "string"}'):apply "1"
    local found = {}
    for _, one in ipairs { report, by_keywords } do
      for _, violation in ipairs(one.violations) do
        for name in pairs(violation) do found[name] = true end
      end
    end
    assert.same(keys_of(found), keys_of(fields "yschema.Violation"))
    local values = { known = true, more_violations = true, more_warnings = true } -- with a baseline, or with a limit
    for name in pairs(report) do values[name] = true end
    assert.same(keys_of(values), keys_of(fields "yschema.Report"))
  end)

  it("have what a rule is handed beside the value", function()
    local given = {}
    local rule = assert(yschema.load("#@data/values-schema\n---\n"
      .. "#@schema/validation ('x', look)\nname: a\n", { env = { look = function(_, ctx)
        for name in pairs(fields "yschema.Context") do given[name] = ctx[name] end
        return true
      end } }))
    assert.is_true(rule:check { name = "b" })
    assert.same({ parent = { name = "b" }, root = { name = "b" }, path = "name", key = "name" }, given)
  end)
end)
