-- No command shows a sensitive value (reference#sensitive): all of them, in all formats, with documents that are valid,
-- invalid, or cannot be read. Each sensitive value contains a mark.

local cli = require "yschema.command.cli"
local client = require "spec.server.client"
local command = require "spec.support.command"
local folder = require "spec.support.folder"
local messages = require "yschema.server.messages"
local sensitive_values = require "spec.properties.sensitive_values"
local yschema = require "yschema"

local SCHEMA = [==[
#@ def login():
#@schema/sensitive
pin: MARKER1
#@ end
#@ def names():
- a
#@ end
#@data/values-schema
---
name: ""
level: 1
#@schema/validation one_of=["tcp", "udp"]
scheme: tcp
#@schema/sensitive
#@schema/renamed from=["old_pass", "/auth.secret"]
password: MARKER2
#@schema/like login()
login:
#@schema/any-of login(), 1
either:
#@schema/identity "name", scope="configuration"
items:
- name: x
  #@schema/sensitive
  token: MARKER3
  #@schema/nullable
  #@schema/refers to="labels{}", scope="configuration"
  label: ""
  #@schema/nullable
  #@schema/refers to="labels{}", scope="file"
  near: ""
labels:
  #@schema/any-key
  _: 1
#@schema/sensitive
tokens: ["MARKER4"]
]==]

local DOCUMENTS = {
  "name: x\nlevel: 2\npassword: MARKER\nscheme: tcp\n",
  "name: 1\nlevel: '2'\npassword: MARKER\nscheme: TCP\n",
  "old_pass: MARKER\nlevel: x\n",
  "old_pas: MARKER\nlevel: x\n",
  "pasword: MARKER\n",
  "auth: {secret: MARKER}\n",
  "auth: {secrt: MARKER, nmae: x}\n",
  "password: |\n  MARKER\n  MARKER\nlevel: x\nnmae: x\n",
  "{name: 1, password: MARKER, level: x, login: {pin: MARKER, pni: MARKER}}\n",
  "tokens: [&p MARKER]\npassword: *p\nlevel: x\n",
  "tokens: [MARKER, {a: MARKER}]\nlevel: x\n",
  "tokens: MARKER\nlogin: {pin: [MARKER]}\neither: {pin: [MARKER], pim: MARKER}\n",
  "items: [{name: bob, token: MARKER, label: zz, near: zz}, {name: bob, token: MARKER}]\n",
  "items:\n- {name: bob, token: MARKER}\n---\nitems:\n- name: bob\n  token: MARKER\n  label: zz\n",
  "--- {name: x, password: MARKER}\n--- {items: [{name: y, near: no, token: MARKER}], password: MARKER}\n",
  "password: MARKER x: y\n",
  "name: x\npassword: MARKER\npassword: MARKER\n",
  "password: MARKER\n  level: 1\n",
  "password MARKER\nlevel: 1\n",
  "items: [{token: MARKER}\nlevel: *MARKER\n",
  "password: !!int MARKER\n",
  "password: MARKER MARKER\nlevel: yes\n", -- refused by --strict
  "#@overlay/nothing\nlevel: 1\npassword: MARKER\n",
  "password: #@ MARKER(\nlevel: 1\n",
}

local CALLS = {
  { "-f", "schema.yml", "-f", "v.yml", fails = true },
  { "-f", "schema.yml", "-f", "v.yml", "--report", "json", fails = true },
  { "check", "-f", "schema.yml", "v.yml", "w.yml" },
  { "check", "-f", "schema.yml", "v.yml", "--all", "-j", "2" },
  { "check", "-f", "schema.yml", "v.yml", "w.yml", "--report", "json" },
  { "check", "-f", "schema.yml", "v.yml", "w.yml", "--report", "sarif" },
  { "check", "-f", "schema.yml", "v.yml", "--report", "junit" },
  { "check", "-f", "schema.yml", "v.yml", "--report", "codequality" },
  { "check", "-f", "schema.yml", "v.yml", "--report", "github" },
  { "check", "-s", "-f", "schema.yml", "v.yml" },
  { "check", "--each-file", "-f", "schema.yml", "v.yml", "w.yml" },
  { "check", "-f", "schema.yml", "v.yml", "--baseline", "b.yml", "--write-baseline", writes = "b.yml" },
  { "check", "-f", "schema.yml", "v.yml", "--resume", "r.state", writes = "r.state" },
  { "fix", "-n", "-f", "schema.yml", "v.yml", "w.yml" },
  { "fix", "-n", "--report", "json", "-f", "schema.yml", "v.yml" },
  { "set", "-n", "-f", "schema.yml", "level=3", "v.yml" },
  { "set", "-n", "--report", "json", "-f", "schema.yml", "name=z", "v.yml" },
  { "set", "-n", "-f", "schema.yml", "password=MARKER", "level=x", "v.yml" },
  { "set", "-n", "-f", "schema.yml", "--delete", "password", "v.yml" },
  { "get", "-f", "schema.yml", "", "v.yml" },
  { "get", "-f", "schema.yml", "password", "v.yml" },
  { "migrate", "-f", "schema.yml", "v.yml" },
  { "migrate", "--report", "json", "-f", "schema.yml", "v.yml" },
  { "explain", "", "-f", "schema.yml", "-f", "v.yml" },
  { "explain", "", "-f", "schema.yml", "-f", "v.yml", "-o", "json" },
  { "explain", "password", "-f", "schema.yml", "-f", "v.yml" },
  { "explain", "items", "-f", "schema.yml", "-f", "v.yml" },
  { "test", "t.yml" },
  { "test", "t.yml", "--report", "json" },
}

local SCHEMA_CALLS = {
  { "inspect", "-f", "schema.yml" },
  { "inspect", "-f", "schema.yml", "-o", "openapi-v3" },
  { "inspect", "-f", "schema.yml", "-o", "json-schema" },
  { "inspect", "-f", "schema.yml", "-o", "html" },
  { "example", "-f", "schema.yml" },
  { "example", "-f", "schema.yml", "--count", "20" },
  { "example", "-f", "schema.yml", "--invalid", "--count", "20" },
  { "diff", "schema.yml", "other.yml" },
  { "diff", "schema.yml", "other.yml", "--report", "json" },
}

describe("a sensitive value", function()
  local dir

  setup(function()
    dir = folder.make()
    folder.write(dir, "schema.yml", SCHEMA)
    folder.write(dir, "other.yml", (SCHEMA:gsub("MARKER%d", "%0x")))
    folder.write(dir, "t.yml", "schema: schema.yml\ntests:\n"
      .. "- name: a\n  layers:\n  - file: v.yml\n  result: {name: z}\n"
      .. "- name: b\n  layers:\n  - file: v.yml\n  violations:\n  - {path: name}\n")
    folder.write(dir, "w.yml", "items: [{name: bob, token: MARKER, label: none}]\n")
  end)

  teardown(function() folder.remove(dir) end)

  local function path(word) return word:find "^%a+%.%a+$" and dir .. "/" .. word or word end

  -- Returns what a call prints, and its status.
  local function run(call)
    local written = {}
    local stream = { write = function(self, ...)
      for _, text in ipairs { ... } do written[#written + 1] = text end
      return self
    end, flush = function(self) return self end }
    local argv = {}
    for i, word in ipairs(call) do argv[i] = path(word) end
    local status = cli.main(argv, { out = stream, err = stream, input = io.stdin })
    local file = call.writes and io.open(path(call.writes), "rb")
    if file then
      written[#written + 1] = file:read "*a"
      file:close()
      os.remove(path(call.writes))
    end
    return table.concat(written), status
  end

  for _, call in ipairs(CALLS) do
    it("is not shown by " .. table.concat(call, " "), function()
      local statuses = {}
      for i, text in ipairs(DOCUMENTS) do
        folder.write(dir, "v.yml", text)
        local said, status = run(call)
        statuses[status] = true
        assert.not_matches("Try 'yschema", said, 1, true)
        if not (call.fails and status == 0) then
          local lines = sensitive_values.lines(said)
          assert.is_nil(lines, ("document %d:\n%s"):format(i, lines))
        end
      end
      assert.is_true(statuses[2] or statuses[1])
    end)
  end

  for _, words in ipairs { "check -f schema.yml - <v.yml", "check -f - v.yml w.yml <schema.yml",
    "-f schema.yml -f - <v.yml", "check --lines -f schema.yml <v.yml", "check --report json -f - v.yml <schema.yml",
    "check --lines --report json -f schema.yml <v.yml" } do
    it("of standard input is not shown by " .. words, function()
      local reported = 0
      for i = 1, #DOCUMENTS, 3 do
        folder.write(dir, "v.yml", DOCUMENTS[i]:gsub("MARKER", "'MARKER'"))
        local lines = command.output(("cd %s && %s %s 2>&1; echo $?"):format(command.quote(dir), command.words, words))
        local status = tonumber(table.remove(lines))
        reported = reported + (status > 0 and 1 or 0)
        local shown = sensitive_values.lines(table.concat(lines, "\n"))
        if status > 0 then assert.is_nil(shown, ("document %d:\n%s"):format(i, shown)) end
      end
      assert.is_true(reported > 2)
    end)
  end

  it("that has the name of one is not shown by infer", function()
    for _, text in ipairs {
      "name: x\npassword: MARKER\n", "items: [{name: bob, token: MARKER}, {name: x, token: MARKER}]\n",
      "auth:\n  secret: MARKER # MARKER\n", "client_secret: [MARKER, MARKER] # MARKER\napi_key: |\n  MARKER\n",
    } do
      folder.write(dir, "v.yml", text)
      folder.write(dir, "x.yml", (text:gsub("MARKER", "MARKER2")))
      for _, call in ipairs { { "infer", "v.yml" }, { "infer", "v.yml", "x.yml" } } do
        local said, status = run(call)
        assert.same({ 0 }, { status, sensitive_values.lines(said) }, said)
      end
    end
  end)

  for _, call in ipairs(SCHEMA_CALLS) do
    it("of a schema is not shown by " .. table.concat(call, " "), function()
      assert.is_nil(sensitive_values.lines((run(call))))
    end)
  end

  it("is not shown by the language server", function()
    local editor = client.new()
    local opened = dir .. "/v.yml"
    folder.write(dir, ".yschema.yml", "configurations: [{name: a, schema: [schema.yml], each: [v.yml, w.yml]}]\n")
    for _, text in ipairs(DOCUMENTS) do
      folder.write(dir, "v.yml", text)
      local diagnostics = editor:open(opened, text)
      local shown = { messages.encode(diagnostics) }
      local at = { textDocument = { uri = "file://" .. opened } }
      local line = 0
      for content in text:gmatch "[^\n]+" do
        for _, column in ipairs { 0, math.min(#content, 12) } do
          at.position = { line = line, character = column }
          shown[#shown + 1] = messages.encode { editor:request("textDocument/hover", at) or 0 }
          shown[#shown + 1] = messages.encode { editor:request("textDocument/completion", at) or 0 }
        end
        at.range, at.context = { start = at.position, ["end"] = at.position }, { diagnostics = diagnostics }
        for _, action in ipairs(editor:request("textDocument/codeAction", at)) do shown[#shown + 1] = action.title end
        line = line + 1
      end
      assert.is_nil(sensitive_values.lines(table.concat(shown, "\n")))
      editor:close(opened)
    end
    os.remove(dir .. "/.yschema.yml")
  end)

  it("is not shown wherever a text or a schema is damaged", function()
    local schema = assert(yschema.load(SCHEMA, { name = "schema.yml" }))
    local text = 'name: "x"\npassword: MARKER # MARKER\nlogin:\n  pin: "MARKER"\ntokens:\n- MARKER\n- |\n  MARKER\n'
    local refused = 0
    local function try(damaged)
      local _, report = schema:apply(damaged)
      if type(report) ~= "table" then return end
      refused = refused + (report.status == 2 and 1 or 0)
      local shown = sensitive_values.shown(report)
      assert.is_nil(shown, ("%s\n---\n%s"):format(damaged, shown))
    end
    for at = 1, #text do
      try(text:sub(1, at - 1) .. text:sub(at + 1))
      for _, more in ipairs { '"', "'", "{", "]", ":", " ", "\t", "&", "*", "!", "%", "- ", "#" } do
        try(text:sub(1, at - 1) .. more .. text:sub(at))
      end
    end
    assert.is_true(refused > 200)
  end)
end)
