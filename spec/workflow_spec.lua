-- The hosted workflow, .github/workflows/ci.yml: it runs scripts and stages that the checkout has.

local command = require "spec.support.command"
local yschema = require "yschema"

local function read(name) return assert(command.read(command.root .. "/" .. name)) end

-- The keys of a workflow's file, from its documentation. A key that is misspelt is ignored there, or refused
-- when it is too late.
local facts = [[
#@data/values-schema
---
#@schema/required
name: ""
#@schema/required
"on":
  #@schema/nullable
  push: ""
  #@schema/nullable
  pull_request: ""
permissions:
  contents: read
concurrency:
  group: ""
  cancel-in-progress: true
jobs:
  #@schema/any-key
  _:
    runs-on: ubuntu-latest
    #@schema/type any=True
    container: ""
    timeout-minutes: 60
    strategy:
      fail-fast: false
      matrix:
        stages:
        - ""
    #@schema/validation min_len=1
    steps:
    #@schema/keys-may-be-present
    #@schema/validation at_least_one_of=["run", "uses"]
    - name: ""
      if: ""
      run: ""
      uses: ""
      #@schema/type any=True
      with:
]]

describe("the hosted workflow", function()
  local text = read ".github/workflows/ci.yml"
  local workflow, report = assert(yschema.load(facts)):apply(text)

  it("has the shape of one", function() assert.is_truthy(workflow, tostring(report)) end)

  -- The commands, with the stages of each part of the matrix filled in.
  local function commands()
    local found = {}
    for _, job in pairs(workflow.jobs) do
      for _, step in ipairs(job.steps) do
        for _, stages in ipairs(#job.strategy.matrix.stages > 0 and job.strategy.matrix.stages or { "" }) do
          found[#found + 1] = step.run and step.run:gsub("%${{ matrix.stages }}", stages) or nil
        end
      end
    end
    return found
  end

  it("runs what the checkout has", function()
    local known, runs = read ".ci/run", { stages = {} }
    for _, line in ipairs(commands()) do
      local script = line:match "^sh (%S+)$"
      if script then
        assert.is_string(command.read(command.root .. "/" .. script), script)
        runs[script] = true
      end
      for stage in (line:match "^%.ci/run (.*)$" or ""):gmatch "%S+" do
        assert.matches("\nstage_" .. stage .. "%(%)", known)
        runs.stages[stage] = true
      end
    end
    assert.is_true(runs["spec/run.sh"] and runs["examples/quickstart.sh"] and runs.stages.style)
  end)
end)
