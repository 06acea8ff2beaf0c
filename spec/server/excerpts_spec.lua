-- Corrections in a large text, of which only a part is opened for edits.

local check = require "spec.server.check"
local client = require "spec.server.client"
local core = require "yschema.core"
local excerpts = require "yschema.server.excerpts"
local folder = require "spec.support.folder"

local SCHEMA = [[
#@data/values-schema
---
#@schema/desc "What is served"
services:
- name: ""
  #@schema/required
  owner: ""
  #@schema/renamed from="old_port"
  port: 8080
  #@schema/validation one_of=["tcp", "udp"]
  protocol: tcp
  tls: false
  version: ""
  limits:
    memory: 10
    unit: ""
  tags: [""]
other:
  deep:
    list:
    - id: 1
      on: true
]]

local PARTS = {
  "  own: me\n", "  port: 80\n", "  port: \"80\"\n", "  old_port: 80\n", "  protocol: tpc\n",
  "  protocol: 'tcp' # why\n", "  tls: 'true'\n", "  tls: yes\n", "  version: 1.5\n", "  version: true\n",
  "  versoin: a\n",
  "  limits:\n    memory: '5'\n    unit: MB\n", "  limits: {memory: 5, unti: x}\n", "  limits:\n    memory: 5\n",
  "  # a comment\n  unknown: [1, 2]\n    # below it\n", "  tags:\n  - a\n  - 5\n", "  tags: [1, b]\n", "\n",
  "  other: |\n    text\n    more\n", "  owner: &a x\n  nam: *a\n", "# at the left\n",
}

local function text_of(seed)
  local state = seed
  local function random(n)
    state = state * 16807 % 2147483647
    return state % n + 1
  end
  local list = { "# yschema\n" , random(2) == 1 and "other: {deep: {list: [{id: 'x', on: 'no'}]}}\n"
    or "other:\n  deep:\n    list:\n    - id: '2'\n      onn: true\n    - {id: 3, on: 'true'}\n", "services:\n" }
  for i = 1, 1200 do -- most of them are valid
    local name = random(3) == 1 and "'a b'" or "s" .. i
    list[#list + 1] = ("- name: %s\n  owner: a person of the team that runs it\n"):format(name)
    local given = { owner = true }
    for _ = 1, random(20) == 1 and 5 or 0 do
      local part = PARTS[random(#PARTS)]
      local key = part:match "(%w+):" or ""
      if not given[key] then list[#list + 1] = part end
      given[key] = key ~= ""
    end
  end
  return table.concat(list)
end

describe("a fix in a large text", function()
  local dir
  before_each(function()
    dir = folder.make()
    folder.write(dir, ".yschema.yml", "configurations: [{name: a, schema: [s.yml], layers: [v.yml]}]\n")
    folder.write(dir, "s.yml", SCHEMA)
    folder.write(dir, "v.yml", "")
  end)
  after_each(function() folder.remove(dir) end)

  it("is the one that the whole text has", function()
    local made, all = 0, 0
    local of_part = excerpts.fixed
    local function counted(...)
      local new = of_part(...)
      made, all = made + (new and 1 or 0), all + 1
      return new
    end
    local editor, path = client.new(), dir .. "/v.yml"
    editor:open(path, text_of(7919))
    local list = editor:of(path)
    assert.is_true(#list > 50)
    for i = 1, #list, math.ceil(#list / 40) do
      local function asked(fixed)
        excerpts.fixed = fixed
        local result = editor:request("textDocument/codeAction", { textDocument = { uri = check.uri(path) },
          range = list[i].range, context = { diagnostics = setmetatable({ list[i] }, core.array_mt) } })
        excerpts.fixed = of_part
        return result
      end
      local whole = asked(function() end)
      assert.same(whole, asked(counted), list[i].message)
    end
    assert.is_true(made > all / 2, made .. " of " .. all)
  end)
end)
