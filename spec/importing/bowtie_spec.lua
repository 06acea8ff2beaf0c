-- A conversation in the protocol of Bowtie, which compares validators of JSON Schema (spec/peers/bowtie.lua).

local command = require "spec.support.command"
local core = require "yschema.core"
local folder = require "spec.support.folder"

local function decoded(line) return core.parse(core.source("line", line, false, true), {}):value(1, true) end

-- Sends lines to a harness of its own. Returns the responses.
local function converse(lines)
  local path = folder.make()
  local file = folder.write(path, "commands", table.concat(lines, "\n") .. "\n")
  local printed = command.output(("LUA_CPATH=%s %s spec/peers/bowtie.lua <%s"):format(command.quote(package.cpath),
    os.getenv "YSCHEMA_INTERPRETER" or command.runtime, command.quote(file)))
  folder.remove(path)
  local responses = {}
  for i, line in ipairs(printed) do responses[i] = decoded(line) end
  return responses
end

local START, STOP = '{"cmd": "start", "version": 1}', '{"cmd": "stop"}'

local function dialect(uri) return ('{"cmd": "dialect", "dialect": "%s"}'):format(uri) end

local function run(seq, case)
  return ('{"cmd": "run", "seq": %s, "case": {"description": "", %s}}'):format(seq, case)
end

-- Runs cases in a dialect. Returns their responses.
local function responses_in(uri, cases)
  local lines = { START, dialect(uri) }
  for i, case in ipairs(cases) do lines[#lines + 1] = run(i, case) end
  lines[#lines + 1] = STOP
  local responses = converse(lines)
  assert.same({ ok = true }, responses[2])
  table.remove(responses, 1)
  table.remove(responses, 1)
  return responses
end

local D7, D2020 = "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"

describe("the harness of Bowtie", function()
  it("introduces itself", function()
    local about = converse({ START, STOP })[1]
    assert.equal(1, about.version)
    assert.same({ "yschema", "lua", 5 },
      { about.implementation.name, about.implementation.language, #about.implementation.dialects })
    assert.is_string(about.implementation.version)
  end)

  it("says of each instance whether it is valid", function()
    assert.same({ { seq = 1, results = { { valid = true }, { valid = false } } },
      { seq = 2, results = { { valid = false } } } }, responses_in(D2020, {
        '"schema": {"type": "integer"}, "tests": [{"description": "", "instance": 1}, '
          .. '{"description": "", "instance": "}"}]',
        '"schema": false, "tests": [{"description": "a \\" b", "comment": "]", "instance": null}]',
      }))
  end)

  it("reads schemas without $schema in the dialect", function()
    local case = '"schema": {"$ref": "#/definitions/a", "maximum": 1, "definitions": {"a": {"type": "integer"}}},'
      .. '"tests": [{"description": "", "instance": 2}]'
    assert.is_true(responses_in(D7, { case })[1].results[1].valid)
    assert.is_false(responses_in(D2020, { case })[1].results[1].valid)
  end)

  it("finds the schemas of the registry", function()
    local found = responses_in(D7, {
      '"schema": {"$ref": "http://localhost:1234/a.json#/definitions/n"}, "registry": {"http://localhost:1234/a.json":'
        .. '{"definitions": {"n": {"$ref": "b.json"}}}, "http://localhost:1234/b.json": {"type": "null"}},'
        .. '"tests": [{"description": "", "instance": 1}, {"description": "", "instance": null}]' })
    assert.same({ { valid = false }, { valid = true } }, found[1].results)
  end)

  it("compares numbers as they are written", function()
    local found = responses_in(D2020, { '"schema": {"maximum": 12345678901234567890123.5}, "tests": ['
      .. '{"description": "", "instance": 12345678901234567890123.6}, '
      .. '{"description": "", "instance": 12345678901234567890123.4}]' })
    assert.same({ { valid = false }, { valid = true } }, found[1].results)
  end)

  it("reports schemas that are invalid", function()
    local found = responses_in(D2020, { '"schema": {"type": "strng"}, "tests": [{"description": "", "instance": 1}]' })
    assert.is_true(found[1].errored)
    assert.is_truthy(found[1].context.message:find("strng", 1, true))
  end)
end)
