-- The command that is suggested for an invalid call. It is run here as it is printed.

local command = require "spec.support.command"
local in_process = require "spec.support.in_process"
local folder = require "spec.support.folder"

local dir

local function run(words) return in_process.call(words, { folder = dir }) end

local function words_of(line)
  local words = {}
  for word in line:gmatch "%S+" do words[#words + 1] = word end
  return words
end

local JSON_SCHEMA = '{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",\n'
  .. ' "properties": {"name": {"type": "string"}}}\n'

-- An invalid call, a part of its error message, and the commands in the message, which are run and have status 0.
local rows = {
  -- a flag of another tool
  { "check --schema schema.yml values.yml", "unknown option '--schema'", "check -f schema.yml values.yml" },
  { "check --schema=schema.yml --format json values.yml", "unknown option '--schema'",
    "check -f schema.yml --report json values.yml" },
  { "check --schemafile j.json values.yml", "unknown option '--schemafile'", "check --json-schema j.json values.yml" },
  { "check -f schema.yml --values values.yml", "unknown option '--values'", "check -f schema.yml values.yml" },
  { "check --config project.yml", "unknown option '--config'", "check --project project.yml" },
  { "check -f schema.yml --recursive --verbose d", "unknown option '--recursive'", "check -f schema.yml d" },
  { "check -f schema.yml -r d", "unknown option '-r'", "check -f schema.yml d" },
  { "check -f schema.yml -r json d", "unknown option '-r'", "check -f schema.yml --report json d" },
  { "-f schema.yml -r sarif", "unknown option '-r'", "-f schema.yml --report sarif" },
  { "check -f schema.yml -o json d", "unknown option '-o'", "check -f schema.yml --report json d" },
  { "-f schema.yml --values values.yml", "unknown option '--values'", "-f schema.yml -f values.yml" },
  { "-f schema.yml --set name=b", "unknown option '--set'", "-f schema.yml -v name=..." },
  { "--schema schema.yml --format json", "unknown option '--schema'", "-f schema.yml --format json" },
  -- a misspelt flag
  { "check -f schema.yml --reprot json d", "unknown option '--reprot'", "check -f schema.yml --report json d" },
  -- a command of another tool, or a misspelt one
  { "chekc -f schema.yml d", "there is no command 'chekc'", "check -f schema.yml d" },
  { "validate -f schema.yml values.yml", "there is no command 'validate'", "check -f schema.yml values.yml" },
  { "lint --schema schema.yml values.yml", "there is no command 'lint'", "check -f schema.yml values.yml" },
  -- files
  { "schema.yml values.yml", "files are given with -f", "-f schema.yml -f values.yml" },
  { "check -f values.yml schema.yml", "the other way round", "check -f schema.yml values.yml" },
  { "check -f schem.yml values.yml",
    "schem.yml: error[read]: cannot be read: No such file or directory (did you mean `schema.yml`?)" },
  { "check values.yml d/a.yml", "no schema: give one with -f", "check -f schema.yml values.yml d/a.yml" },
  { "check", "no schema: give one with -f" },
  -- JSON Schemas
  { "check -f j.json values.yml", "-f j.json: it is a JSON Schema", "check --json-schema j.json values.yml",
    "import json-schema j.json -o j.schema.yml" },
  { "-f j.json -f values.yml", "j.json: it is a JSON Schema", "check --json-schema j.json values.yml",
    "import json-schema j.json -o j.schema.yml" },
  { "check -f schema.yml j.json",
    "it is a JSON Schema. To validate files by it: yschema check --json-schema j.json FILE..." },
  -- templates
  { "check -f s/s.yml t", "ytt -f t | yschema check -f s/s.yml -" },
}

before_each(function()
  dir = folder.make "d"
  os.execute(("cd %s && mkdir t s"):format(command.quote(dir)))
  for _, name in ipairs { "schema.yml", "s/s.yml" } do
    folder.write(dir, name, "#@data/values-schema\n---\nname: ''\n")
  end
  for _, name in ipairs { "values.yml", "d/a.yml" } do folder.write(dir, name, "name: a\n") end
  folder.write(dir, "j.json", JSON_SCHEMA)
  folder.write(dir, "t/t.yml", "#@ load('@ytt:data', 'data')\n---\nname: #@ data.values.kind\n")
  folder.write(dir, "project.yml", "configurations:\n- {name: a, schema: schema.yml, each: [d]}\n")
end)

after_each(function() folder.remove(dir) end)

describe("an invalid call", function()
  for _, row in ipairs(rows) do
    it("gets a suggestion: " .. row[1], function()
      local result = run(words_of(row[1]))
      assert.equal(2, result.rc, result.stderr)
      assert.matches(row[2], result.text, 1, true)
      for i = 3, #row do
        assert.matches("yschema " .. row[i], result.text, 1, true)
        local again = run(words_of(row[i]))
        assert.equal(0, again.rc, again.stderr)
      end
    end)
  end

  it("gets no suggestion if nothing is similar", function()
    for _, line in ipairs { "check --frobnicate", "--dry-run", "frobnicate", "check -f schema.yml" } do
      local result = run(words_of(line))
      assert.equal(2, result.rc)
      assert.not_matches("did you mean", result.text, 1, true)
    end
  end)

  it("gets a hint about an existing project file", function()
    os.execute(("mv %s/project.yml %s/.yschema.yml"):format(dir, dir))
    local result = run {}
    assert.equal(2, result.rc)
    assert.matches("To validate what .yschema.yml lists: yschema check\n", result.text, 1, true)
    assert.equal(0, run({ "check" }).rc)
    result = run { "check", "values.yml", "schema.yml" }
    assert.equal(2, result.rc)
    assert.matches("nothing validates it: .yschema.yml does not list it; add it", result.text, 1, true)
    result = run { "check", "*.yml" }
    assert.equal(0, result.rc)
    assert.matches("Note: .yschema.yml lists none of these files, so none is validated\n", result.text, 1, true)
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, schema: j.json, each: [d]}\n")
    result = run { "check" }
    assert.matches("it is a JSON Schema; name it with json_schema: in place of schema:", result.text, 1, true)
    folder.write(dir, ".yschema.yml", "configurations:\n- {name: a, json_schema: j.json, each: [d]}\n")
    assert.equal(0, run({ "check" }).rc)
  end)
end)
