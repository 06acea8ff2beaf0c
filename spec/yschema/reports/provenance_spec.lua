-- The provenance of the values of every case and every page: see spec/support/provenance.lua.

local cases = require "spec.support.cases"
local command = require "spec.support.command"
local flags = require "yschema.command.flags"
local given_files = require "yschema.command.given_files"
local pages = require "spec.support.pages"
local provenance = require "spec.support.provenance"
local settings_of = require "yschema.pipeline.settings".of_options

-- Puts the folder in front of the path in an argument, such as `path` or `name=path`.
local function within(folder, argument)
  local name, path = argument:match "^([^=]+)=(.*)$"
  if not name then return folder .. argument end
  return name .. "=" .. folder .. path
end

-- The options of a call of the command, with paths below the folder; nil when the call prints no values.
local function options_of(argv, folder)
  local options = flags.parse("apply", argv)
  if not options or options.data_values_schema_inspect or options.help or options.version then return nil end
  if options.env then return nil end
  for _, name in ipairs { "file", "data_values_file", "data_value_file" } do
    for i, path in ipairs(options[name]) do
      if path:find "^/" or path == "-" or path:find "=%-$" then return nil end
      options[name][i] = within(folder, path)
    end
  end
  return options
end

-- Checks a call of the command in a folder. Returns the problems and the number of leaves, or nil when it prints no
-- values.
local function check_call(argv, folder, variables)
  local options = options_of(argv, folder)
  if not options or not options.file[1] then return nil end
  local given = given_files.compile(options, settings_of({
    strict = options.strict, code_in_values = options.allow_code_in_values,
    skip_validation = options.dangerous_data_values_disable_validation,
  }, 1), { report = function() end })
  if not given then return nil end
  local streams = { environment = function() return variables end }
  local problems, leaves = provenance.check(given.schema.settings, function(settings)
    given.schema.settings = settings
    return given_files.run(given, options, streams)
  end)
  return problems, leaves
end

local function variables_of(case)
  local list = {}
  for _, line in ipairs(case.vars) do
    local name, value = line:match "^([^=]+)=(.*)$"
    list[#list + 1] = { name = name, value = value }
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

describe("the provenance of the values", function()
  it("of every case ends with its values", function()
    local checked, leaves, all = 0, 0, {}
    for _, name in ipairs(cases.find()) do
      local case = cases.read(name)
      local problems, count = cases.with_files(case, function(path)
        return check_call(case.args, path .. "/", variables_of(case))
      end)
      if problems then checked, leaves = checked + 1, leaves + count end
      for _, problem in ipairs(problems or {}) do all[#all + 1] = name .. ": " .. problem end
    end
    assert.same({}, all)
    assert.is_true(checked > 300 and leaves > 500, checked .. " cases, " .. leaves .. " leaves")
  end)
end)

describe("the provenance of the values of the page", function()
  for _, page in ipairs(command.output("cd " .. command.quote(command.root)
    .. " && ls README.md examples/*/*.md")) do
    it(page .. " ends with its values", function()
      local text, all = assert(command.read(page)), {}
      pages.play(page, text, function(turn, _, _, folder)
        local argv = {}
        local call = turn.typed:match "^yschema (%-f [%w%-%./_= ]*)$"
        if not call then return end
        for word in call:gmatch "%S+" do argv[#argv + 1] = word end
        for _, problem in ipairs(check_call(argv, folder .. "/", {}) or {}) do
          all[#all + 1] = turn.typed .. ": " .. problem
        end
      end, function() return "" end)
      assert.same({}, all)
    end)
  end
end)
