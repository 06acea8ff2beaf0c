-- A JSON Schema may come from other people: whatever it is, each command that reads it ends with a verdict or an error
-- soon, and takes little memory. So does a rule that is a part of a JSON Schema, whatever the values are.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local messages = require "yschema.server.messages"
local pace = require "spec.support.pace"

local SECONDS, KILOBYTES = 5, 300000 -- of the processor; a build with sanitizers reserves terabytes of addresses

local dir

local function write(name, text) return folder.write(dir, name, text) end

-- Runs a command with limits. Returns its status, and what it prints.
local function run(words, input)
  local limits = ("ulimit -v %d && timeout 120"):format(KILOBYTES)
  local printed = command.output(("cd %s && (%s env %s) <%s 2>&1; echo $?; times"):format(command.quote(dir), limits,
    words, input or "/dev/null"))
  local minutes, rest, more_minutes, more = table.remove(printed):match "^(%d+)m([%d.]+)s (%d+)m([%d.]+)s$"
  local seconds = 60 * (minutes + more_minutes) + rest + more
  assert.is_true(pace.within_processor(seconds, SECONDS), ("%s: %s s"):format(words, seconds))
  table.remove(printed) -- the shell's own times
  return tonumber(table.remove(printed)), table.concat(printed, "\n")
end

before_each(function() dir = folder.make "hostile" end)
after_each(function() folder.remove(dir) end)

describe("rules at many depths #unsanitized", function()
  it("share what was given of a large value", function()
    local depth, count = 100, 60000
    local lines, pad = { '#@schema/json-schema\n---\n{"type": "object"}\n#@data/values-schema\n---' }, ""
    for _ = 1, depth do
      lines[#lines + 1] = ('%s#@schema/validation json_schema="#"\n%sa:\n%s d: 1'):format(pad, pad, pad)
      pad = pad .. " "
    end
    lines[#lines + 1] = pad .. "l:\n" .. pad .. "- {x: 0, y: 0}\n"
    write("s.yml", table.concat(lines, "\n"))
    write("v.yml", ("{a: "):rep(depth) .. "{l: [" .. ("{x: 1},"):rep(count) .. "]}" .. ("}"):rep(depth) .. "\n")
    local status, printed = run(command.words .. " check -f s.yml v.yml")
    assert.equal(0, status, printed)
  end)
end)

-- ---- JSON Schemas -----------------------------------------------------------------------------------

local DEPTH = 40

local function nested(open, close) return open:rep(DEPTH) .. "1" .. close:rep(DEPTH) end

local MAPS, LISTS = nested('{"b": 1, "a": ', "}"), nested("[", "]")

-- A JSON Schema in which each definition names the next one several times. `R` in the form is such a reference.
local function doubled(form)
  return function()
    local list = {}
    for i = 1, DEPTH do
      list[i] = ('"d%d": %s'):format(i, (form:gsub("R", ('{"$ref": "#/$defs/d%d"}'):format(i + 1))))
    end
    list[DEPTH + 1] = ('"d%d": {"type": "string"}'):format(DEPTH + 1)
    return '{"$ref": "#/$defs/d1", "$defs": {' .. table.concat(list, ",\n") .. "}}"
  end
end

local function dynamic()
  local list = {}
  for i = 1, DEPTH do
    local next_one = ('{"$dynamicRef": "#d%d"}'):format(i + 1)
    list[i] = ('"d%d": {"$dynamicAnchor": "d%d", "anyOf": [%s, %s]}'):format(i, i, next_one, next_one)
  end
  list[DEPTH + 1] = ('"d%d": {"$dynamicAnchor": "d%d", "type": "string"}'):format(DEPTH + 1, DEPTH + 1)
  return '{"$dynamicRef": "#d1", "$defs": {' .. table.concat(list, ",\n") .. "}}"
end

local function many(count)
  return function()
    local list = {}
    for i = 1, count do list[i] = ('"d%d": {"$ref": "#/$defs/d%d"}'):format(i, i + 1) end
    list[count + 1] = ('"d%d": {"type": "string"}'):format(count + 1)
    return ('{"$ref": "#/$defs/d%d", "$defs": {'):format(count - 10) .. table.concat(list, ",") .. "}}"
  end
end

local LONG = ("a"):rep(5000) .. "!"

-- A name, a JSON Schema or what makes one, and a value; without one, it is `MAPS`. What only validates, and an editor,
-- takes more definitions than an import does.
local ROWS = {
  { "allOf", doubled '{"allOf": [R, R]}' }, { "anyOf", doubled '{"anyOf": [R, R]}' },
  { "oneOf", doubled '{"oneOf": [R, R]}' }, { "not", doubled '{"allOf": [{"not": {"not": R}}, {"not": {"not": R}}]}' },
  { "if", doubled '{"if": R, "then": R, "else": R}' },
  { "dependentSchemas", doubled '{"dependentSchemas": {"a": R, "b": R}}' },
  { "items", doubled '{"allOf": [{"items": R}, {"items": R}]}', LISTS },
  { "additionalProperties", doubled '{"anyOf": [{"additionalProperties": R}, {"additionalProperties": R}]}' },
  { "propertyNames", doubled '{"anyOf": [R, {"propertyNames": R}, R]}' },
  { "contains", doubled '{"anyOf": [{"contains": R}, {"contains": R}]}', LISTS },
  { "unevaluatedProperties", doubled '{"anyOf": [{"unevaluatedProperties": R}, {"unevaluatedProperties": R}]}' },
  { "unevaluatedProperties beside", doubled '{"anyOf": [R, R], "unevaluatedProperties": {"type": "string"}}' },
  { "unevaluatedItems", doubled '{"anyOf": [R, R], "unevaluatedItems": R}', LISTS },
  { "$dynamicRef", dynamic },
  { "a circle", '{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}' },
  { "a circle of anyOf", '{"anyOf": [{"$ref": "#"}, {"not": {"$ref": "#"}}]}' },
  { "many definitions", many(4e4) }, { "more definitions", many(1e5), is_for_verdicts = true },
  { "a pattern that searches for ever", '{"pattern": "^(a+)+$"}', '"' .. LONG .. '"' },
  { "a pattern of keys", '{"patternProperties": {"^(a|a)*$": false}}', '{"' .. LONG .. '": 1}' },
  { "a long number", function() return '{"multipleOf": 0.' .. ("0"):rep(1e6) .. "1}" end, "[1]" },
  { "a long value", '{"multipleOf": 0.01, "maximum": 1e400}', function() return ("7"):rep(1e6) end },
  { "a key twice", '{"type": "string", "type": "integer", "properties": {"a": {}, "a": {"type": "null"}}}' },
  { "NUL", '{"const": "\\u0000", "pattern": "\\u0000", "properties": {"\\u0000": false}}', '{"\\u0000": "\\u0000"}' },
  { "a NUL byte", '{"const": "\0"}' },
  { "a lone surrogate", '{"const": "\\ud800", "properties": {"\\udfff": false}}', '{"\\udfff": "\\ud800"}' },
}

local function made(text) return type(text) == "function" and text() or text end

local LOAD = [[
package.path = %q .. package.path
package.cpath = %q .. package.cpath
local yschema = require "yschema"
local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end
local schema, report = yschema.load_json_schema(read "s.json")
if not schema then
  print(report)
  os.exit(2)
end
local ok, about = schema:check_json(read "v.json")
print(about)
os.exit(ok and 0 or 1)
]]

-- The words of a command that loads the JSON Schema by the Lua module.
local function by_module()
  local modules = ("%s/%s/%s/?.so;"):format(command.root, os.getenv "YSCHEMA_BUILD" or "build",
    command.runtime == "luajit" and "luajit" or "lua54")
  write("load.lua", LOAD:format(("%s/lua/?.lua;%s/lua/?/init.lua;"):format(command.root, command.root), modules))
  return (os.getenv "YSCHEMA_INTERPRETER" or command.runtime) .. " load.lua"
end

-- The requests of an editor about the value.
local function session()
  local uri = "file://" .. dir .. "/v.yml"
  local document, start = { uri = uri }, { line = 1, character = 1 }
  local list = {
    { id = 1, method = "initialize", params = { capabilities = {} } }, { method = "initialized", params = {} },
    { method = "textDocument/didOpen",
      params = { textDocument = { uri = uri, version = 1, text = command.read(dir .. "/v.yml") } } },
    { id = 2, method = "textDocument/hover", params = { textDocument = document, position = start } },
    { id = 3, method = "textDocument/completion", params = { textDocument = document, position = start } },
    { id = 4, method = "shutdown" }, { method = "exit" },
  }
  for i, message in ipairs(list) do
    message.jsonrpc = "2.0"
    list[i] = messages.encode(message)
  end
  write("input", table.concat(list))
end

-- The ways in which a JSON Schema is read: words, and a file for standard input.
local WAYS = {
  { "check --json-schema s.json v.json" }, { "check --lines --json-schema s.json", "v.json" },
  { "check -f s.yml v.json" }, { "import json-schema s.json", imports = true }, { "lsp", "input" },
}

describe("a hostile JSON Schema #unsanitized", function()
  for _, row in ipairs(ROWS) do
    it("has a verdict or is an error: " .. row[1], function()
      local schema, value = made(row[2]), made(row[3] or MAPS)
      write("s.json", schema)
      write("v.json", value .. "\n")
      write("v.yml", "# yaml-language-server: $schema=s.json\n" .. value .. "\n")
      write("s.yml", "#@schema/json-schema\n---\n" .. schema
        .. '\n#@data/values-schema\n#@schema/type any=True\n#@schema/validation json_schema="#"\n---\n{}\n')
      session()
      for _, way in ipairs(WAYS) do
        local is_taken = not (row.is_for_verdicts and way.imports)
        local status, printed = 0, ""
        if is_taken then status, printed = run(command.words .. " " .. way[1], way[2]) end
        assert.is_true(status <= 2, ("%s: %d\n%s"):format(way[1], status, printed:sub(1, 500)))
        assert.is_nil(printed:find("stack overflow", 1, true))
        if way[1] == "lsp" then assert.matches('"id":4', printed, 1, true) end
      end
      local status, printed = run(by_module())
      assert.is_true(status <= 2 and not printed:find("traceback", 1, true), status .. "\n" .. printed:sub(1, 500))
    end)
  end
end)
