local source_files = require "yschema.pipeline.source_files"
local value_flags = require "yschema.command.value_flags"

-- Records the calls of a core run, in order.
local function recorder()
  local events = {}
  return events, {
    parse = function(_, source, mode) events[#events + 1] = { "parse", source:name(), mode } end,
    give_value = function(_, source, keys, text, as_yaml)
      events[#events + 1] = { table.concat(keys, "|"), text, as_yaml, source:name(), source:text() }
    end,
    add_error = function(_, ...) events[#events + 1] = { "error", ... } end,
  }
end

-- Returns the values that one flag gives.
local function given(name, argument, environment)
  local events, run = recorder()
  local flags = {}
  for _, list in ipairs {
    "data_values_file", "data_values_env", "data_values_env_yaml",
    "data_value", "data_value_yaml", "data_value_file",
  } do flags[list] = {} end
  flags[name] = { argument }
  value_flags.give_flags(run, flags, function() return environment end, 1000)
  return events
end

describe("flags", function()
  it("split at the first = and at each dot", function()
    assert.same({ { "a|b|c", "x=y.z", false, "(data-value arg)", "a.b.c=x=y.z" } },
      given("data_value", "a.b.c=x=y.z"))
    assert.same({ { "a", "", true, "(data-value-yaml arg)", "a=" } }, given("data_value_yaml", "a="))
  end)

  it("keep line breaks and empty keys", function()
    assert.same({ { "a", "x\ny", false, "(data-value arg)", "a=x\ny" } }, given("data_value", "a=x\ny"))
    assert.same({ { "", "x", false, "(data-value arg)", "=x" } }, given("data_value", "=x"))
    assert.same({ { "a||b", "x", false, "(data-value arg)", "a..b=x" } }, given("data_value", "a..b=x"))
  end)

  it("without = are errors", function()
    assert.equal("error", given("data_value", "a")[1][1])
    assert.equal("error", given("data_value_yaml", "a")[1][1])
    assert.equal("error", given("data_value_file", "a")[1][1])
  end)

  it("that name files that cannot be read are errors", function()
    assert.same({ { "error", "READ", "no/file", "No such file or directory" } },
      given("data_value_file", "a=no/file"))
    assert.same({ { "error", "READ", "no/file", "No such file or directory" } },
      given("data_values_file", "no/file"))
  end)
end)

describe("the environment", function()
  it("splits names at double underscores", function()
    assert.same({
      { "a_b|c", "1", false, "(data-values-env arg) P", "P_a_b__c=1" },
      { "d", "x=y", false, "(data-values-env arg) P", "P_d=x=y" },
    }, given("data_values_env", "P", {
      { name = "P", value = "0" }, { name = "PQ_a", value = "0" },
      { name = "P_a_b__c", value = "1" }, { name = "P_d", value = "x=y" },
    }))
  end)

  it("is this process's, sorted by name", function()
    local found, last
    for _, variable in ipairs(value_flags.environment()) do
      if variable.name == "PATH" then found = variable.value end
      assert.is_true(last == nil or last <= variable.name)
      last = variable.name
    end
    assert.equal(os.getenv "PATH", found)
  end)
end)

describe("a directory", function()
  local dir

  before_each(function()
    dir = os.tmpname()
    os.remove(dir)
    assert(os.execute(("mkdir -p '%s/it'\"'\"'s a dir/b'"):format(dir)))
    dir = dir .. "/it's a dir"
  end)

  after_each(function() os.execute('rm -r "' .. dir:match "^(.*)/" .. '"') end)

  it("stands for its YAML files, sorted by relative path", function()
    for _, name in ipairs {
      "b/x.yml", "b.yml", "a.yaml", "B.yml", "no.txt", ".hidden.yml", "b/line\nbreak.yml",
    } do
      assert(io.open(dir .. "/" .. name, "w")):close()
    end
    local _, owner = recorder()
    for _, spelled in ipairs { dir, dir .. "/", dir .. "//" } do
      local names = {}
      for i, source in ipairs(source_files.sources(owner, spelled, 1000)) do
        names[i] = source:name():sub(#dir + 2)
      end
      assert.same({ ".hidden.yml", "B.yml", "a.yaml", "b.yml", "b/line\nbreak.yml", "b/x.yml" }, names)
    end
  end)

  it("has no files of folders that links or two dots lead to", function()
    assert(os.execute(([[cd "%s" && mkdir -p ..2026 x.yml b/..data && touch ..2026/a.yml x.yml/c.yml b/..data/a.yml
      touch ..b.yml && ln -s .. b/up && ln -s ../x.yml b/c.yaml && ln -s ../x.yml/c.yml b/d.yml]]):format(dir)))
    local events, owner = recorder()
    local names = {}
    for i, source in ipairs(source_files.sources(owner, dir, 1000)) do names[i] = source:name():sub(#dir + 2) end
    assert.same({ "..b.yml", "b/d.yml", "x.yml/c.yml" }, names)
    assert.same({ { "error", "READ", dir .. "/b/c.yaml", "is a directory" } }, events)
  end)

  it("may be empty", function()
    local events, owner = recorder()
    assert.same({}, source_files.sources(owner, dir, 1000))
    assert.same({}, events)
  end)

  it("reports each file that cannot be read", function()
    assert(os.execute(("ln -s /no/such/file \"%s/x.yml\""):format(dir)))
    local events, owner = recorder()
    assert.same({}, source_files.sources(owner, dir, 1000))
    assert.same({ { "error", "READ", dir .. "/x.yml", "No such file or directory" } }, events)
  end)
end)
