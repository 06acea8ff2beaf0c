-- The command loads what it needs, and no more.

local command = require "spec.support.command"
local files = require "spec.support.folder"

describe("the command", function()
  local build = os.getenv "YSCHEMA_BUILD" or "build"
  local folder = command.runtime == "luajit" and "luajit" or "lua54"
  -- Installed modules are found on the paths of the environment.
  local paths = build == "none" and "" or ([[
    package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
    package.cpath = "%s/%s/?.so;" .. package.cpath ]]):format(build, folder)

  -- The modules that are loaded when the command has run with some arguments, and its status.
  local function loaded_after(arguments, input)
    local script = ("%s local status = require('yschema.command.cli').main { %s }"):format(paths, arguments)
      .. "for name in pairs(package.loaded) do io.stderr:write('loaded ', name, '\\n') end"
      .. " io.stderr:write('status ', status, '\\n')"
    local found, status = {}, nil
    for _, line in ipairs(command.output(("cd %s && %s -e %s 2>&1 >/dev/null <%s"):format(command.quote(command.root),
      os.getenv "YSCHEMA_INTERPRETER" or command.runtime, command.quote(script), command.quote(input)))) do
      found[line:match "^loaded (.*)$" or ""] = true
      status = tonumber(line:match "^status (%d)") or status
    end
    return found, status
  end

  -- The same for some words, a file and flags.
  local function loaded_by(words, name, text, flags)
    local path = files.make()
    files.write(path, name, text)
    local found = loaded_after(("%s, '%s/%s'%s"):format(words, path, name, flags), "/dev/null")
    files.remove(path)
    return found
  end

  -- The modules that are loaded when a schema with native rules has been applied with some flags.
  local function loaded(flags)
    local found = loaded_by("'-f'", "schema.yml",
      "#@data/values-schema\n---\n#@schema/validation format=\"ip\"\nhost: 10.0.0.1\n", flags)
    assert.is_true(found["yschema.pipeline.runs"])
    return found
  end

  it("starts without what it does not need", function()
    local found = loaded ""
    for _, name in ipairs { "yschema.pipeline.questions", "yschema.starlark.values", "yschema.code.session",
      "yschema.export.html_page", "yschema.sandbox.sandbox", "openssl.digest",
      "yschema.expression.annotation_arguments", "yschema.pipeline.ytt_templates", "yschema.report.colour",
      "yschema.command.value_flags", "yschema.command.ytt_flags", "yschema.inference.inference",
      "yschema.migration.migration", "yschema.comparison.comparison", "yschema.provenance.explanation",
      "yschema.command.lifecycle.infer", "yschema.command.lifecycle.migrate", "yschema.command.fleet.about",
      "yschema.command.fleet.publish",
      "yschema.fleet.bundle", "yschema.fleet.etcd.client", "socket" } do
      assert.is_nil(found[name], name)
    end
  end)

  -- The schema that is made has functions with YAML, functions for rules, a list with a name, and rules with lambdas.
  it("imports a JSON Schema without what only runs its code", function()
    local found = loaded_by("'import', 'json-schema', '-q'", "schema.json", [[{"definitions": {
      "size": {"type": "object", "properties": {"unit": {"enum": ["meter", "millimeter", "kilometer", "centimeter",
        "decimeter", "micrometer", "nanometer", "inch"]}, "parts": {"type": "array",
        "items": {"$ref": "#/definitions/size"}}}},
      "name": {"type": ["string", "null"], "minLength": 2, "default": null}},
      "type": "object", "properties": {"size": {"$ref": "#/definitions/size"}, "name": {"$ref": "#/definitions/name"},
      "count": {"type": "integer", "default": 3}}, "not": {"required": ["size"], "properties": {"size": {"not":
      {"$ref": "#/definitions/size"}}}}}]], "")
    assert.is_true(found["yschema.code.outline"])
    for _, name in ipairs { "yschema.sandbox.sandbox", "yschema.sandbox.metered", "yschema.starlark.values",
      "yschema.starlark.calls", "yschema.expression.evaluation",
      "yschema.importing.reading.regexps", "yschema.metaschema.other_texts" } do
      if command.runtime ~= "luajit" or not name:find "%.starlark%." then assert.is_nil(found[name], name) end
    end
  end)

  local function count_of(found)
    local count = 0
    for name in pairs(found) do
      if name:find "^yschema%f[%z.]" then count = count + 1 end
    end
    return count
  end

  -- Most of the time of a short command is that of loading its modules. Each row has the arguments, the status and the
  -- number of modules, which may be raised for a reason that is worth the time.
  for _, row in ipairs {
    { "'--version'", 0, 19 },
    { "'-f', DIR .. 'schema.yml', '-f', DIR .. 'valid.yml'", 0, 22 },
    { "'check', '-f', DIR .. 'schema.yml', DIR .. 'valid.yml'", 0, 33 },
    { "'check', '-f', DIR .. 'schema.yml', DIR .. 'invalid.yml'", 1, 38 },
    { "'check', '--project', DIR .. '.yschema.yml'", 0, 47 },
    { "'check', '--json-schema', DIR .. 'schema.json', '--lines', '-q'", 0, 30 },
    { "'fix', '-f', DIR .. 'schema.yml', DIR .. 'valid.yml'", 0, 46 },
    { "'set', '-f', DIR .. 'schema.yml', 'size=2', DIR .. 'valid.yml'", 0, 55 },
  } do
    local arguments, status, most = row[1], row[2], row[3]
    it("loads few modules for " .. arguments:gsub("DIR .. ", ""):gsub("[',]", ""), function()
      local path = files.make()
      files.write(path, "schema.yml", "#@data/values-schema\n---\n#@schema/validation min=1\nsize: 1\nname: \"\"\n")
      files.write(path, "valid.yml", "size: 3\n")
      files.write(path, "invalid.yml", "size: 0\nnmae: x\n")
      files.write(path, ".yschema.yml", "configurations:\n- name: all\n  schema: schema.yml\n  each: [valid.yml]\n")
      files.write(path, "schema.json", '{"type": "object", "properties": {"size": {"type": "integer"}}}')
      files.write(path, "lines", '{"size": 1}\n{"size": 2}\n')
      local found, given = loaded_after(arguments:gsub("DIR", ("'%s/'"):format(path)), path .. "/lines")
      files.remove(path)
      assert.equal(status, given)
      assert.is_true(count_of(found) <= most, ("it loads %d modules, and may load %d"):format(count_of(found), most))
    end)
  end

  it("loads the rest when it is needed", function()
    assert.is_true(loaded [[, "--data-values-schema-inspect", "-o", "html"]]["yschema.export.html_page"])
  end)
end)
