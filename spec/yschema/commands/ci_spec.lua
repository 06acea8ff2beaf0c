-- examples/ci, in an empty clone: the files of the page, and what make, pre-commit, GitHub and GitLab run of them.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local pages = require "spec.support.pages"
local yschema = require "yschema"

local page = assert(command.read "examples/ci/README.md")

local root, dir -- a folder, and the clone in it

local function here(program) return #command.output("command -v " .. program) > 0 end

-- Writes a file of the clone, and the folders above it.
local function write(name, text)
  os.execute("mkdir -p " .. command.quote((dir .. "/" .. name):match "^(.*)/"))
  folder.write(dir, name, text)
end

-- Runs lines of a shell in the clone, where `yschema` is a program as where it is installed.
local function run(lines)
  local file = folder.write(root, "lines", lines)
  local text = command.output(("cd %s && PATH=%s:$PATH PRE_COMMIT_HOME=%s GIT_CONFIG_GLOBAL=/dev/null %s %s 2>&1; \z
    echo \"status $?\""):format(command.quote(dir), command.quote(root .. "/bin"), command.quote(root .. "/cache"),
    "timeout 300 bash --noprofile --norc -e -o pipefail", command.quote(file)))
  local status = text[#text]:match "status (%d+)$"
  return tonumber(status), table.concat(text, "\n")
end

-- The files of the page, without those that repair others.
local function clone()
  local seen = {}
  for _, fence in ipairs(pages.fences(page)) do
    if fence.file and not seen[fence.file] then write(fence.file, fence.body) end
    if fence.file then seen[fence.file] = true end
  end
  assert(run "git init -q . && git config user.email a@localhost && git config user.name a" == 0)
end

local function value_of(name) return assert(yschema.parse(assert(command.read(dir .. "/" .. name)))):value() end

-- The files of each system as schemas, from its documentation.
local facts = {
  [".github/actions/yschema/action.yml"] = [[
#@schema/required
name: ""
#@schema/required
description: ""
inputs:
  #@schema/any-key
  _:
    #@schema/required
    description: ""
    required: false
    default: ""
runs:
  #@schema/required
  #@schema/validation one_of=["composite"]
  using: composite
  steps:
  #@schema/validation min_len=1
  #@schema/keys-may-be-present
  - name: ""
    if: ""
    run: ""
    #@schema/validation one_of=["bash", "sh"]
    shell: bash
    uses: ""
    #@schema/type any=True
    env:
    #@schema/type any=True
    with:
]],
  [".github/workflows/deploy.yml"] = [[
#@schema/required
name: ""
#@schema/required
"on":
#@schema/validation one_of=["push", "pull_request"]
- ""
permissions:
  #@schema/any-key
  #@schema/validation one_of=["read", "write", "none"]
  _: ""
jobs:
  #@schema/any-key
  _:
    #@schema/required
    runs-on: ""
    steps:
    #@schema/validation min_len=1
    #@schema/keys-may-be-present
    - uses: ""
      #@schema/type any=True
      with:
]],
  [".gitlab-ci.yml"] = [[
#@schema/any-key
_:
  #@schema/required
  image: ""
  before_script:
  - ""
  #@schema/required
  script:
  - ""
  artifacts:
    #@schema/validation one_of=["always", "on_success", "on_failure"]
    when: on_success
    reports:
      #@schema/required
      junit: ""
      #@schema/required
      codequality: ""
]],
}

local function set_up()
  root = folder.make "clone"
  dir = root .. "/clone"
  command.install(root .. "/bin")
  clone()
end

describe("the page about CI #programs", function()
  before_each(set_up)
  after_each(function() folder.remove(root) end)

  it("shows what is printed, word for word, in an empty clone", function()
    local turns = 0
    pages.play("an empty clone", page, function(turn, printed)
      turns = turns + 1
      assert.equal(turn.printed, printed, turn.typed)
    end)
    assert.equal(4, turns)
  end)

  it("validates with make", function()
    local status, text = run "make check"
    assert.equal(2, status) -- make's own
    assert.matches("deploy/mail.yml:2:7: error[min]", text, 1, true)
    write("deploy/mail.yml", "name: mail\n")
    assert.equal(0, (run "make check"))
  end)

  it("has an action whose lines write annotations and a report for code scanning", function()
    local action = value_of ".github/actions/yschema/action.yml"
    local workflow = value_of ".github/workflows/deploy.yml"
    local inputs = workflow.jobs.yschema.steps[2].with
    assert.equal("./.github/actions/yschema", workflow.jobs.yschema.steps[2].uses)
    for name in pairs(inputs) do assert.is_table(action.inputs[name], name) end
    for name, input in pairs(action.inputs) do
      assert.is_true(inputs[name] ~= nil or input.default ~= nil, name)
      assert.is_string(input.description)
    end
    local statuses, printed = {}, {}
    for i, step in ipairs(action.runs.steps) do
      assert.is_true((step.run == nil) == (step.uses ~= nil))
      if step.run then
        assert.equal("bash", step.shell)
        local lines = {}
        for name, value in pairs(step.env) do
          local input = assert(value:match "^%${{ inputs%.(%w+) }}$")
          lines[#lines + 1] = ("export %s=%s\n"):format(name, command.quote(inputs[input]))
        end
        statuses[i], printed[i] = run(table.concat(lines) .. step.run)
      end
    end
    assert.same({ 0, 1 }, statuses)
    assert.matches("^::error file=deploy/mail.yml,line=2,col=7,", printed[2])
    local status, text = run("command() { return 1; }; PACKAGE=; " .. action.runs.steps[1].run)
    assert.equal(1, status)
    assert.matches("^::error::yschema is not installed; name its Debian package in the input 'package'", text)
    local upload = action.runs.steps[3]
    local log = assert(command.read(dir .. "/" .. upload.with.sarif_file))
    assert.is_truthy(assert(yschema.load_file(command.root .. "/spec/fixtures/sarif.yml")):apply(log))
    assert.matches('"uri":"deploy/mail.yml"', log, 1, true)
  end)

  it("has a job for GitLab whose lines write both reports", function()
    local job = value_of(".gitlab-ci.yml").yschema
    local status, text = run(table.concat(job.script, "\n"))
    assert.equal(1, status)
    assert.matches("deploy/mail.yml:2:7: error[min]", text, 1, true)
    local reports = job.artifacts.reports
    assert.equal("always", job.artifacts.when)
    local xsd = command.quote(command.root .. "/spec/fixtures/junit.xsd")
    assert.same({ reports.junit .. " validates" }, command.output(
      ("cd %s && xmllint --noout --schema %s %s 2>&1"):format(command.quote(dir), xsd, reports.junit)))
    assert.equal("deploy/mail.yml", value_of(reports.codequality)[1].location.path)
    write("deploy/mail.yml", "name: mail\n")
    assert.equal(0, (run(table.concat(job.script, "\n"))))
    assert.same({}, value_of(reports.codequality))
  end)

  for name, schema in pairs(facts) do
    it("has files that fit what is known about them: " .. name, function()
      local _, report = assert(yschema.load("#@data/values-schema\n---\n" .. schema))
        :apply((assert(yschema.parse(assert(command.read(dir .. "/" .. name)), name))))
      assert.equal("", tostring(report))
    end)
  end
end)

describe("pre-commit #programs", function()
  before_each(set_up)
  after_each(function() folder.remove(root) end)

  -- Validates the good and the bad file, and refuses a commit of the bad one.
  local function validates()
    for line in ("pre-commit install\npre-commit run --all-files\n"):gmatch "[^\n]+" do
      assert.is_true(page:find("\n    " .. line .. "\n", 1, true) ~= nil, line)
    end
    local status, text = run "git add -A && pre-commit install && pre-commit run --all-files"
    assert.equal(1, status, text)
    assert.matches("yschema check%.+Failed", text)
    assert.matches("deploy/mail.yml:2:7: error[min]", text, 1, true)
    assert.equal(1, (run "git commit -q -m bad"))
    write("deploy/mail.yml", "name: mail\nport: 25\n")
    status, text = run "git add -A && git commit -q -m good && git log --oneline"
    assert.equal(0, status, text)
    assert.matches("yschema check%.+Passed", text)
    write("other.yml", "what: ever\n")
    status, text = run "git add -A && git commit -q -m other"
    assert.equal(0, status, text)
    assert.matches("(no files to check)Skipped", text, 1, true)
  end

  local function missing()
    return not here "pre-commit" and pending "pre-commit is not installed: the hook was NOT tried"
      or not here "git" and pending "git is not installed: the hook was NOT tried"
  end

  it("runs the hook of the page", function()
    if missing() then return end
    validates()
  end)

  it("runs the hook that this repository offers", function()
    if missing() then return end
    local status, text = run(([[
mkdir ../hooks && cd ../hooks && git init -q . && cp %s . && git add -A
git -c user.name=a -c user.email=a@localhost commit -q -m hooks
pre-commit validate-manifest .pre-commit-hooks.yaml
git rev-parse HEAD]]):format(command.quote(command.root .. "/.pre-commit-hooks.yaml")))
    assert.equal(0, status, text)
    write(".pre-commit-config.yaml", ("repos:\n- repo: ../hooks\n  rev: %s\n  hooks:\n  - id: yschema\n"
      .. "    args: [-f, schema.yml]\n    files: ^deploy/\n"):format((text:match "(%x+)\nstatus")))
    validates()
  end)
end)
