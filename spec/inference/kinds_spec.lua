-- `yschema infer -o FOLDER/`: documents of several kinds get a schema each, and a project file.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local random_documents = require "spec.inference.random_documents"

local dir

local function write(name, text)
  os.execute("mkdir -p " .. command.quote((dir .. "/" .. name):match "^(.*)/"))
  folder.write(dir, name, text)
end

local function run(...) return command.run({ ... }, { folder = dir }) end

local function read(name)
  local file = io.open(dir .. "/" .. name, "rb")
  if not file then return nil end
  local text = file:read "*a"
  file:close()
  return text
end

local MANIFESTS = [[
apiVersion: v1
kind: Service
port: 80
---
apiVersion: apps/v1
kind: Deployment
replicas: 3
---
apiVersion: apps/v2
kind: Deployment
replicas: 3
strategy: roll
]]

describe("documents of several kinds", function()
  before_each(function()
    dir = folder.make "deploy"
    write("deploy/a.yml", MANIFESTS)
    write("deploy/deep/b.yml", "apiVersion: v1\nkind: Service\nport: 25\n")
  end)
  after_each(function() folder.remove(dir) end)

  it("get a schema each, and a project file that accepts only these kinds", function()
    local made = run("infer", "-o", "schemas/", "deploy")
    assert.equal("", made.stderr)
    assert.equal("schemas/service.yml\nschemas/deployment-apps-v1.yml\nschemas/deployment-apps-v2.yml\n"
      .. "schemas/.yschema.yml\ncheck with: yschema check --project schemas/.yschema.yml\n", made.stdout)
    assert.equal("#@data/values-schema\n---\napiVersion: v1\nkind: Service\nport: 0\n", read "schemas/service.yml")
    assert.equal("no errors in 2 files\n",
      run("check", "--project", "schemas/.yschema.yml").stdout)
    write("deploy/c.yml", "apiVersion: v1\nkind: Service\nreplicas: 3\n---\napiVersion: v1\nkind: Secret\n")
    local result = run("check", "--project", "schemas/.yschema.yml")
    assert.equal(1, result.rc)
    assert.matches("replicas is not in the schema", result.stdout, 1, true)
    assert.matches("2 errors in 1 of 3 files\n", result.stdout, 1, true)
  end)

  it("are announced when one schema is made of them", function()
    assert.equal("yschema: Note: the documents are of 3 kinds by 'apiVersion' and 'kind': with -o "
      .. "FOLDER/, each kind gets a schema of its own\n", run("infer", "deploy").stderr)
    assert.equal("", run("infer", "-q", "deploy").stderr)
  end)

  it("are distinguished by kind or type alone, when the other keys differ, too", function()
    write("jobs/a.yml", "type: copy\nfrom: a\n---\ntype: mail\nto: b\n")
    assert.matches("2 kinds by 'type': with", run("infer", "jobs").stderr, 1, true)
    write("hosts/a.yml", "type: web\nname: a\n---\ntype: db\nname: b\n")
    assert.equal("", run("infer", "hosts").stderr)
    write("mixed/a.yml", "kind: A\na: 1\n---\nb: 2\n")
    assert.equal("", run("infer", "mixed").stderr)
  end)

  it("are distinguished by most of their keys, when no key names them", function()
    for i = 1, 3 do
      write(("app/a%d.yml"):format(i), ("port: %d\nhost: a\n"):format(i))
      write(("db/%d/main.yml"):format(i), ("engine: x\nsize: %d\n"):format(i))
    end
    assert.equal("yschema: Note: the files are of 2 kinds by their keys: with -o FOLDER/, each kind gets a schema of"
      .. " its own\n", run("infer", "app", "db").stderr)
    assert.equal("schemas/app.yml\nschemas/main.yml\nschemas/.yschema.yml\n"
      .. "check with: yschema check --project schemas/.yschema.yml\n",
      run("infer", "-o", "schemas/", "app", "db").stdout)
    assert.equal(0, run("check", "--project", "schemas/.yschema.yml").rc)
    write("app/new.yml", "engine: x\n")
    assert.matches("engine is not in the schema", run("check", "--project", "schemas/.yschema.yml").stdout, 1, true)
  end)

  it("have one schema and a project file, when they are alike", function()
    write("app/a.yml", "port: 1\n")
    assert.equal(0, run("infer", "-o", "schemas/", "app").rc)
    write("app/deep/b.yml", "port: x\n")
    assert.matches("port", run("check", "--project", "schemas/.yschema.yml").stdout, 1, true)
  end)

  it("do not replace files without --force", function()
    write("schemas/deployment-apps-v2.yml", "mine: 1\n")
    local refused = run("infer", "-o", "schemas", "deploy")
    assert.equal(2, refused.rc)
    assert.equal("yschema: Error: -o schemas/deployment-apps-v2.yml is there already, and --force replaces it\n",
      refused.stderr)
    assert.is_nil(read "schemas/service.yml")
    assert.equal("mine: 1\n", read "schemas/deployment-apps-v2.yml")
    assert.equal(0, run("infer", "--force", "-o", "schemas", "deploy").rc)
    assert.matches("strategy: roll", read "schemas/deployment-apps-v2.yml", 1, true)
  end)

  it("may be described in the working directory, or anywhere", function()
    assert.equal(0, run("infer", "-o", ".", "deploy/a.yml", "deploy/deep").rc)
    assert.equal("no errors in 2 files\n", run("check").stdout)
    assert.equal(0, run("infer", "-o", dir .. "/other/", "deploy").rc)
    assert.matches("no errors in 2 files\n$",
      run("check", "--project", "other/.yschema.yml").stdout)
  end)

  for title, row in pairs {
    ["a folder among the examples"] = { { "-o", "deploy/x/", "deploy" },
      "-o deploy/x/: the folder is among the examples, in deploy; name one beside them" },
    ["the whole working directory"] = { { "-o", "x/", "." },
      "-o x/: the folder is among the examples, in .; name one beside them" },
    ["standard input"] = { { "-o", "x/", "-" },
      "-o x/: a project file cannot name standard input; name files or folders" },
    ["files without values"] = { { "-o", "x/", "/dev/null" },
      "the files have no values, so there is nothing to make a schema of" },
  } do
    it("are refused for " .. title, function()
      local result = run("infer", (table.unpack or unpack)(row[1]))
      assert.equal(2, result.rc)
      assert.matches("yschema: Error: " .. row[2] .. "\n", result.stderr, 1, true)
      assert.is_nil(read "x/.yschema.yml")
    end)
  end
end)

describe("random documents of kinds", function()
  -- Infers schemas from files, and validates the files by them, together with a document of no kind.
  local function validate(files, kinds)
    local count = 0
    for _ in pairs(kinds) do count = count + 1 end
    for _, file in ipairs(files) do write("random/" .. file.name, file.text) end
    local made = run("infer", "-q", "-o", "schemas/", "random")
    if count == 1 then return assert.equal(0, made.rc) end
    assert.equal("", made.stderr)
    assert.equal(count, #command.output("ls " .. command.quote(dir .. "/schemas")))
    write("random/none.yml", "apiVersion: None\nkind: None\ntype: None\n")
    local checked = run("check", "--project", "schemas/.yschema.yml")
    assert.matches("random/none.yml", checked.stdout, 1, true)
    assert.matches(("1 error in 1 of %d files\n"):format(#files + 1), checked.stdout, 1, true)
  end

  it("get as many schemas as there are kinds, which accept all of them and no others", function()
    local random = random_documents.source(11)
    for round = 1, 20 do
      local files, kinds = random_documents.of_kinds(random)
      dir = folder.make "random"
      local ok, problem = pcall(validate, files, kinds)
      folder.remove(dir)
      local texts = {}
      for i, file in ipairs(files) do texts[i] = file.text end
      assert.is_true(ok, ("round %d: %s\n%s"):format(round, tostring(problem), table.concat(texts, "---\n")))
    end
  end)
end)
