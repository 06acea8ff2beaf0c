--- A repository of other people has files with the names of Lua modules and of programs: no command runs one of them.

local lfs = require "lfs"
local command = require "spec.support.command"
local folder = require "spec.support.folder"
local commands = require "yschema.command.commands"
local unpack = table.unpack or unpack -- luacheck: ignore

local installed = command.words == "yschema"

-- Modules that no line of our own names: other modules load them, and LuaRocks' wrapper of a command the first one.
local OTHERS = {
  "luarocks.loader", "cjson", "cjson.safe", "jit.opt", "jit.util", "ltn12", "lpeg", "mime.core", "socket.core", "ssl",
  "openssl", "openssl.auxlib", "openssl.digest", "openssl.rand", "_openssl", "_openssl.bignum", "_openssl.digest",
  "_openssl.pkey", "_openssl.rand", "_openssl.x509", "_openssl.x509.cert",
}

local PROGRAMS = { "env", "find", "git", "id", "openssl", "pwd", "readlink", "uname" }

-- Calls a function with each Lua file below a folder, and its name in that folder.
local function each_file(path, found, below)
  for name in lfs.dir(path) do
    local inner = path .. "/" .. name
    if name:sub(1, 1) ~= "." then
      if lfs.attributes(inner, "mode") == "directory" then
        each_file(inner, found, (below or "") .. name .. "/")
      elseif name:find "%.lua$" then
        found(inner, (below or "") .. name)
      end
    end
  end
end

-- The modules of the checkout, and all that their texts name.
local function module_names()
  local names, count = {}, 0
  local function add(name)
    if not names[name] then names[name], count = true, count + 1 end
  end
  each_file(command.root .. "/lua", function(path, name)
    add((name:gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")))
    local text = command.read(path)
    for named in text:gmatch "require[%s(,]+[\"']([%w_.]+)[\"']" do add(named) end
    for named in text:gmatch "lazily[%s(]+[\"']([%w_.]+)[\"']" do add(named) end
  end)
  add "yschema.core"
  add "yschema.embedded"
  for _, name in ipairs(OTHERS) do add(name) end
  return names, count
end

local ORDER = 'local file = io.open(%q, "a") file:write(%q, "\\n") file:close()\n'

-- A shared library that says that it was loaded.
local function library(dir, marker)
  local source = folder.write(dir, "decoy.c", ([[
    #include <stdio.h>
    __attribute__((constructor)) static void run(void) {
      FILE *file = fopen("%s", "a");
      if (file) { fputs("a library\n", file); fclose(file); }
    }]]):format(marker))
  local path = dir .. "/decoy.so"
  assert(os.execute(("cc -shared -fPIC -o %s %s"):format(path, source)))
  return path
end

-- Writes the decoys into a folder.
local function write_decoys(dir, names, marker, shared)
  for name in pairs(names) do
    local path = name:gsub("%.", "/")
    folder.write(dir, path .. ".lua", ORDER:format(marker, name))
    folder.write(dir, path .. "/init.lua", ORDER:format(marker, name .. " (init)"))
    assert(lfs.link(shared, dir .. "/" .. path .. ".so"))
  end
  for _, name in ipairs(PROGRAMS) do
    local text = "#!/bin/sh\necho the program %s >>%s\nexit 1\n"
    local path = folder.write(dir, "programs/" .. name, text:format(name, marker))
    assert(os.execute("chmod +x " .. path))
  end
end

local SCHEMA = "#@data/values-schema\n---\n#@schema/renamed from=\"b\"\na: 1\n#@schema/nullable\nname: web\n"
local PROJECT = "configurations:\n- name: all\n  schema: s.yml\n  each: [v.yml]\n"
local TESTS = "schema: s.yml\ntests:\n- name: one\n  accept: {a: 2}\n"
local CRD = [[
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Shop}
  versions:
  - name: v1
    schema: {openAPIV3Schema: {type: object, properties: {size: {type: integer}}}}
]]
local OPENAPI = [[{"openapi": "3.0.0", "components": {"schemas": {"Shop": {"type": "object", "properties":
  {"size": {"type": "integer"}}}}}}]]

local function messages(dir)
  local list = {
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"rootUri":"file://' .. dir .. '"}}',
    '{"jsonrpc":"2.0","method":"initialized","params":{}}',
    '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://' .. dir
      .. '/v.yml","languageId":"yaml","version":1,"text":"a: x\\n"}}}',
    '{"jsonrpc":"2.0","id":2,"method":"textDocument/completion","params":{"textDocument":{"uri":"file://' .. dir
      .. '/v.yml"},"position":{"line":1,"character":0}}}',
    '{"jsonrpc":"2.0","id":3,"method":"shutdown"}', '{"jsonrpc":"2.0","method":"exit"}',
  }
  for i, text in ipairs(list) do list[i] = ("Content-Length: %d\r\n\r\n%s"):format(#text, text) end
  return table.concat(list)
end

local ETCD = "etcd://127.0.0.1:1/conf"

-- The arguments of each command, as words.
local CALLS = {
  apply = { "-f s.yml -f v.yml", "-f s.yml -f v.yml --format json --data-values-env X", "--version", "--licenses",
    "-f s.yml --data-values-file v.yml --report sarif", "-f code.yml -f v.yml --env env.lua", "-f folder" },
  check = { "", "-j 2", "-f s.yml v.yml -j 2 --report sarif", "--report junit", "--report github", "--report json",
    "--report codequality", "-f s.yml --resume r.yml v.yml", "--baseline b.yml --write-baseline",
    "--lines -f s.yml -j 2", "-f pack:kong v.yml", "--json-schema j.json v.yml", "modeline.yml" },
  inspect = { "-f s.yml", "-f s.yml --format html", "-f s.yml --format openapi-v3", "-f s.yml --format json-schema",
    "-f s.yml --format luals" },
  explain = { "a -f s.yml -f v.yml", "--format annotated -f s.yml -f v.yml" },
  overlay = { "-f v.yml -f o.yml" },
  diff = { "s.yml t.yml", "git:HEAD:s.yml t.yml", "s.yml t.yml --values v.yml" },
  infer = { "v.yml", "-o inferred/ v.yml w.yml" },
  import = { "json-schema j.json", "crd crd.yml -o crds/", "openapi openapi.json -o openapis/" },
  example = { "-f s.yml", "-f s.yml --complete", "-f s.yml --count 3 --invalid" },
  migrate = { "-f s.yml v.yml" },
  fix = { "-n", "-f s.yml bad.yml" },
  get = { "a v.yml", "-f s.yml a v.yml" },
  set = { "a=3 v.yml" },
  test = { "", "--coverage", "--report junit" },
  packs = { "" },
  publish = { "-f s.yml -f v.yml --to " .. ETCD .. " gateway",
    "-f s.yml -f v.yml --sign key.pem --to " .. ETCD .. " x" },
  rollback = { "--to " .. ETCD .. " gateway" },
  fleet = { "--to " .. ETCD .. " gateway" },
  lsp = { "" },
  init = { "new" },
  completion = { "bash", "zsh", "fish" },
  man = { "", "check" },
}

-- A compiler makes one of the files, and it leaks.
describe("files of a repository with the names of modules #unsanitized", function()
  local place, dir, marker, asked, names, count

  setup(function()
    place = folder.make "repository"
    dir, marker, asked = place .. "/repository", place .. "/ran", place .. "/asked"
    names, count = module_names()
    write_decoys(dir, names, marker, library(place, marker))
    for name, text in pairs {
      ["s.yml"] = SCHEMA, ["t.yml"] = SCHEMA .. "c: 1\n", ["v.yml"] = "a: 2\n", ["w.yml"] = "a: [2]\n",
      ["bad.yml"] = "a: \"2\"\n", [".yschema.yml"] = PROJECT, ["s.schema-test.yml"] = TESTS, ["crd.yml"] = CRD,
      ["openapi.json"] = OPENAPI, ["j.json"] = '{"type": "object", "format": "date"}', ["in"] = '{"a": 1}\n',
      ["o.yml"] = "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\n#@overlay/match "
        .. "missing_ok=True\nz: 1\n",
      ["code.yml"] = "#@ load(\"@ytt:json\", \"json\")\n#@data/values-schema\n---\na: #@ one\n",
      ["env.lua"] = "return { one = 1 }", ["messages"] = messages(dir),
      ["modeline.yml"] = "# yschema: schema=s.yml\na: 1\n", ["folder/s.yml"] = SCHEMA,
      ["key.pem"] = "-----BEGIN PRIVATE KEY-----\n",
    } do folder.write(dir, name, text) end
  end)

  teardown(function() folder.remove(place) end)

  -- Runs a command in the folder; what it asked require() for is written down. Returns the names of decoys that ran.
  local function run(words, more)
    local probe = ("table.insert(package.searchers or package.loaders, 1, function(name) local file = io.open(%q, 'a')"
      .. " file:write(name, '\\n') file:close() end)"):format(asked)
    local path = "PATH=programs:.:" .. os.getenv "PATH" .. ":"
    if installed then path = "PATH=" .. os.getenv "PATH" .. ":programs:." end -- the shell that runs it needs `env`
    local vars = { "LUA_INIT=" .. probe, path }
    for _, var in ipairs(more or {}) do vars[#vars + 1] = var end
    local result = command.run(words, { folder = dir, vars = vars,
      stdin = dir .. (words[1] == "lsp" and "/messages" or "/in") })
    return command.read(marker), result
  end

  it("are as many as the modules that can be loaded", function()
    assert.is_true(count > 400, count)
    local number = 0
    each_file(command.root .. "/lua", function() number = number + 1 end)
    assert.is_true(count > number)
  end)

  it("do not run, whatever the command", function()
    local tried = 0
    for _, name in ipairs { "apply", unpack(commands.names) } do
      assert(CALLS[name], "no call of yschema " .. name)
      for _, call in ipairs { "--help", unpack(CALLS[name]) } do
        local words = {}
        if name ~= "apply" then words[1] = name end
        for word in call:gmatch "%S+" do words[#words + 1] = word end
        local ran, result = run(words)
        assert.is_nil(ran, name .. " " .. call)
        assert.is_true(result.rc <= 2 and not result.stderr:find("module '", 1, true), result.stderr)
        tried = tried + 1
      end
    end
    assert.is_true(tried > 70, tried)
    assert.is_nil((run { "help", "check" }))
    assert.is_nil((run { "no-such-command" }))
    local loaded = 0
    for _, name in ipairs(command.lines(command.read(asked))) do
      assert.is_true(names[name], "there is no decoy for " .. name)
      loaded = loaded + 1
    end
    assert.is_true(loaded > 1000, loaded)
  end)

  it("do not run where the environment names relative folders; absolute ones count", function()
    local mine = folder.make()
    folder.write(mine, "mine.lua", "return { one = 7 }")
    folder.write(dir, "own.lua", "return require 'mine'")
    local paths = { "LUA_PATH=./?.lua;?.lua;;" .. mine .. "/?.lua", "LUA_CPATH=./?.so;?.so;;" }
    local ran, result = run({ "-f", "code.yml", "--env", "own.lua" }, paths)
    assert.is_nil(ran)
    assert.equal("a: 7\n", result.stdout, result.stderr)
    assert.is_nil((run({ "lsp" }, paths)))
    folder.remove(mine)
  end)

  local runtime = os.getenv "YSCHEMA_INTERPRETER" or command.runtime
  if installed or (os.getenv "YSCHEMA_BUILD" or "build") ~= "build" then return end

  it("do not run when a checkout is called by a relative path or a link", function()
    lfs.mkdir(dir .. "/tool")
    for _, name in ipairs { "lua", "build" } do
      assert(lfs.link(command.root .. "/" .. name, dir .. "/tool/" .. name, true))
    end
    assert(lfs.link("repository/tool/lua/bin/yschema", place .. "/linked", true))
    for _, call in ipairs { "tool/lua/bin/yschema", "./tool/lua/bin/yschema", "../repository/tool/lua/bin/yschema",
      "../linked", command.root .. "/lua/bin/yschema" } do
      local printed = command.output(("cd %s && PATH=programs:$PATH && %s %s -f s.yml 2>&1"):format(dir, runtime, call))
      assert.same({ "a: 1", "name: null" }, printed, call)
      assert.is_nil(command.read(marker), call)
    end
    local printed = command.output(("cd %s/tool/lua/bin && %s yschema -f %s/s.yml 2>&1"):format(dir, runtime, dir))
    assert.same({ "a: 1", "name: null" }, printed)
    assert.is_nil(command.read(marker))
  end)

  it("are no programs to run either: every shell command is started in one place", function()
    local found = {}
    each_file(command.root .. "/lua", function(path, name)
      local text = command.read(path)
      if text:find("popen", 1, true) or text:find("os.execute", 1, true) then found[#found + 1] = name end
    end)
    assert.same({ "yschema/base/shell.lua" }, found)
  end)
end)
