-- The files of a bundle: which they are, what they are called, and that nodes make of them what the publisher makes.

local bundle = require "yschema.fleet.bundle"
local bundled_names = require "yschema.fleet.publishing.bundled_names"
local changed = require "yschema.base.plain_tables".changed
local bundle_files = require "yschema.fleet.publishing.bundle_files"
local core = require "yschema.core"
local fleet = require "spec.support.fleet"
local folder = require "spec.support.folder"
local runs = require "yschema.pipeline.runs"
local schemas = require "yschema.pipeline.schemas"
local settings_of = require "yschema.pipeline.settings".of_options

describe("the names of files in a bundle", function()
  -- Each item is a name, or a name and the argument that named it.
  local function named(...)
    local list = {}
    for i, word in ipairs { ... } do
      local name, base = word:match "^(.-)|(.*)$"
      list[i] = { name = name or word, base = base or word }
    end
    return table.concat(bundled_names.choose(list), " ")
  end

  it("are relative paths as they were given", function()
    assert.equal("schema.yml conf/values.yml", named("./schema.yml", "conf//x/../values.yml"))
    assert.equal("a.yml", named "x/../a.yml")
    assert.equal("a.yml b/c.yml", named("./a.yml|.", "./b/c.yml|."))
  end)

  it("do not show where a machine keeps them", function()
    assert.equal("schema.yml values/prod.yml v.yml",
      named("/etc/gw/schema.yml", "/etc/gw/values/prod.yml", "/home/ann/v.yml"))
    assert.equal("gw/a.yml gw/s/b.yml v.yml", named("/etc/gw/a.yml|/etc/gw", "/etc/gw/s/b.yml|/etc/gw", "/etc/v.yml"))
    assert.equal("a.yml v.yml", named("/a.yml", "/srv/deep/v.yml"))
    assert.equal("63", named "/dev/fd/63")
    assert.equal("schema.yml values.yml", named("../shared/schema.yml", "values.yml"))
    assert.equal("a.yml b/c.yml", named("../a.yml|..", "../b/c.yml|.."))
    assert.equal("a.yml x/b.yml", named("../../a.yml", "../../x/b.yml"))
    assert.equal("etc/a.yml", named "/etc/a.yml|/")
  end)

  it("are different ones", function()
    assert.equal("a.yml 2/a.yml 3/a.yml", named("a.yml", "./a.yml", "a.yml"))
    assert.equal("2/schema.yml 2/v.yml schema.yml", named("/etc/schema.yml", "/etc/v.yml", "schema.yml"))
    assert.equal("2/a.yml a.yml 3/a.yml b.yml", named("/x/a.yml", "a.yml", "/y/a.yml", "../b.yml"))
  end)
end)

describe("the files of a bundle", function()
  local place
  before_each(function() place = folder.make "lib" end)
  after_each(function() folder.remove(place) end)

  local function write(name, text) return folder.write(place, name, text) end

  -- Collects files; gives them, or the problem or report.
  local function collect(words, options)
    local printed = {}
    local files, problem = bundle_files.collect(words, settings_of(options or {}, 1), function(owner)
      printed[#printed + 1] = owner:text() .. owner:warnings_text()
    end)
    return files, (problem or table.concat(printed)):gsub(place:gsub("%p", "%%%0"), "PLACE"), nil
  end

  local function list(files)
    local out = {}
    for i, file in ipairs(files) do out[i] = file.role .. " " .. file.name end
    return table.concat(out, ", ")
  end

  -- Reads files as a node does: libraries are given to `load` from memory.
  local function served(files, options)
    if not fleet.missing() then
      local text, id = bundle.make { name = "gateway", made = fleet.made, by = fleet.by, files = files }
      files = assert(bundle.read(text, id, "gateway")).files
    end
    local sources, libraries = { schema = {}, values = {} }, {}
    for _, file in ipairs(files) do
      if file.role == "library" then libraries[file.name] = file.text
      else table.insert(sources[file.role], core.source(file.name, file.text, true)) end
    end
    local settings = changed(settings_of(options or {}, 1), { files = libraries })
    local schema, about = schemas.compile_sources(schemas.new(settings), sources.schema)
    assert(schema, tostring(about))
    local values
    values, about = runs.apply_sources(schema, sources.values)
    return values or tostring(about)
  end

  it("are schemas, values and libraries, whatever their order", function()
    write("values.yml", "port: 1\n")
    write("schema.yml", '#@ load("lib/ports.star", "least")\n#@data/values-schema\n---\n'
      .. "#@schema/validation min=least()\nport: 80\n")
    write("lib/ports.star", "def least():\n  return 10\nend\n")
    write("more.yml", "port: 11\n")
    local files = assert(collect { place .. "/values.yml", place .. "/lib", place .. "/schema.yml",
      place .. "/more.yml" })
    assert.equal("schema schema.yml, values values.yml, values more.yml, library lib/ports.star", list(files))
    assert.equal(place .. "/schema.yml", files[1].given)
    assert.same({ port = 11 }, served(files))
    folder.write(place, "more.yml", "port: 9\n")
    files = assert(collect { place .. "/values.yml", place .. "/lib", place .. "/schema.yml", place .. "/more.yml" })
    assert.matches("port: 9", served(files))
  end)

  it("hold YAML that is only loaded, by whatever name", function()
    write("schema.yml", '#@ load("/lib/helpers.yml", "least")\n#@ load("lib/other.lib.yml", "most")\n'
      .. "#@data/values-schema\n---\n#@schema/validation min=least(), max=most()\nport: 80\n")
    write("lib/helpers.yml", "#@ def least():\n#@   return 10\n#@ end\n")
    write("lib/other.lib.yml", "#@ load('helpers.yml', 'least')\n#@ def most():\n#@   return least() + 1\n#@ end\n")
    write("values.yml", "port: 11\n")
    local files = assert(collect { place })
    assert.equal(("schema N/schema.yml, values N/values.yml, library N/lib/helpers.yml, library N/lib/other.lib.yml")
      :gsub("N", place:match "[^/]+$"), list(files))
    assert.same({ port = 11 }, served(files))
  end)

  it("hold code of values and what it loads", function()
    local options = { code_in_values = true }
    write("schema.yml", fleet.schema)
    write("values.yml", '#@ load("lib/ports.star", "least")\nport: #@ least()\n')
    write("lib/ports.star", "def least():\n  return 10\nend\n")
    local words = { place .. "/schema.yml", place .. "/values.yml", place .. "/lib/ports.star" }
    local files = assert(collect(words, options))
    assert.equal("schema schema.yml, values values.yml, library lib/ports.star", list(files))
    assert.same({ port = 10 }, served(files, options))
  end)

  it("come from standard input or under other names", function()
    write("schema.yml", fleet.schema)
    write("values.yml", "port: 1\n")
    local files = assert(collect { "base.yml=" .. place .. "/schema.yml", "../env/x.yml=" .. place .. "/values.yml",
      "all=" .. place })
    assert.equal("schema base.yml, schema all/schema.yml, values x.yml, values all/values.yml", list(files))
    assert.equal("schema all/schema.yml, values all/values.yml", list(collect { "/etc/all=" .. place }))
  end)

  it("do not hold templates of a directory, which a warning names", function()
    write("schema.yml", fleet.schema)
    write("lib/page.yml", "#@ load('@ytt:data', 'data')\nkind: #@ data.values.port\n")
    local files, printed = collect { place }
    assert.equal(1, #files)
    assert.matches("page%.yml", printed)
  end)

  it("have a schema, and can be read", function()
    write("values.yml", "port: 1\n")
    local files, printed = collect { place .. "/values.yml" }
    assert.is_nil(files)
    assert.matches("no schema", printed)
    files, printed = collect { place .. "/schema.yml" }
    assert.is_nil(files)
    assert.matches("No such file", printed)
  end)

  it("have a schema whose code runs", function()
    write("schema.yml", '#@ load("gone.star", "x")\n#@data/values-schema\n---\nport: #@ x\n')
    local files, printed = collect { place .. "/schema.yml" }
    assert.is_nil(files)
    assert.matches("gone%.star is not one of the given files", printed)
  end)

  it("are refused when a load would lead elsewhere on a node", function()
    local other = folder.make "b"
    folder.write(other .. "/b", "ports.star", "def least():\n  return 10\nend\n")
    write("schema.yml", ('#@ load("../%s/b/ports.star", "least")\n#@data/values-schema\n---\n'
      .. "#@schema/validation min=least()\nport: 80\n"):format(other:match "[^/]+$"))
    local files, problem = collect { place .. "/schema.yml", other .. "/b/ports.star" }
    folder.remove(other)
    assert.is_nil(files)
    assert.equal(("PLACE/schema.yml loads %s/b/ports.star, and would not find it on a node, because files of different"
      .. " folders lie side by side in a bundle (schema.yml, ports.star): give both below one folder"):format(other),
      problem)
  end)

  it("are refused when a load of values would lead elsewhere on a node", function()
    local other = folder.make "b"
    folder.write(other .. "/b", "ports.star", "def least():\n  return 10\nend\n")
    write("schema.yml", fleet.schema)
    write("values.yml", ('#@ load("../%s/b/ports.star", "least")\nport: #@ least()\n'):format(other:match "[^/]+$"))
    local files, problem = collect({ place .. "/schema.yml", place .. "/values.yml", other .. "/b/ports.star" },
      { code_in_values = true })
    folder.remove(other)
    assert.is_nil(files)
    assert.matches("^PLACE/values.yml loads .*/b/ports.star, and would not find it on a node", problem)
  end)

  it("are refused when the schema loads values", function()
    write("schema.yml", '#@ load("values.yml", "least")\n#@data/values-schema\n---\n'
      .. "#@schema/validation min=least()\nport: 80\n")
    write("values.yml", "#@ def least():\n#@   return 10\n#@ end\nport: 11\n")
    local files, problem = collect { place .. "/schema.yml", place .. "/values.yml" }
    assert.is_nil(files)
    assert.equal("PLACE/schema.yml loads PLACE/values.yml, which holds values, too: put what is loaded into a file of"
      .. " its own", problem)
  end)
end)
