-- Runs the examples of the documentation, and compares their output.

local command = require "spec.support.command"
local pages = require "spec.support.pages"

local names = command.output(
  "ls README.md && find examples -mindepth 2 -name '*.md' | LC_ALL=C sort")

-- The module for digests may be missing: then their output is not compared.
local openssl = pcall(require, "openssl.digest")
local needed = "needs the Lua module openssl.digest"

-- Pages whose commands are programs of others: see YSCHEMA_BUSTED in spec/run.sh.
local others = {
  ["examples/scale/README.md"] = " #programs", ["examples/ci/README.md"] = " #programs",
  ["examples/diff/README.md"] = " #programs", ["examples/editors/README.md"] = " #programs",
}

for _, name in ipairs(names) do
  describe("page " .. name .. (others[name] or ""), function()
    local turns = 0
    it("shows what is printed", function()
      local without
      pages.play(name, assert(command.read(command.root .. "/" .. name)), function(turn, printed, line)
        turns = turns + 1
        if not openssl and printed:find(needed, 1, true) then
          without = ("%s:%d %s (lua-luaossl)"):format(name, line, needed)
        else
          assert.equal(turn.printed, printed, ("%s:%d: $ %s"):format(name, line, turn.typed))
        end
      end)
      if without then pending(without) end
    end)

    -- The shells of other pages need servers: spec/resty and spec/fleet play it. The pages of a folder show
    -- something together.
    it("shows something, or a page beside it does", function()
      local texts = table.concat(command.output("cat " .. name:gsub("[^/]+$", "") .. "*.md"), "\n")
      assert.is_true(turns > 0 or texts:find "\n```%l+\n%$ " ~= nil)
    end)
  end)
end

local function page(name) return assert(command.read(command.root .. "/" .. name)) end

-- All pages of a folder of `examples`.
local function pages_of(folder)
  return table.concat(command.output("cat examples/" .. folder .. "/*.md"), "\n") .. "\n"
end

describe("the pages", function()
  -- A failure shows what is missing, and not the whole page.
  local function named(text, name, where)
    assert.is_true(text:find(name, 1, true) ~= nil, name .. " is not named: " .. where)
  end

  it("name every flag", function()
    local text, overlays = page("examples/command/README.md"):match "^(.-)\n`yschema overlay(.-)\n\n"
    local by_job = { [""] = text, overlay = overlays }
    for _, job in ipairs { "check", "diff", "explain", "import", "infer", "migrate", "set" } do
      by_job[job] = pages_of(job)
    end
    by_job.example = page "examples/documents/README.md"
    by_job.test = page "examples/testing/README.md"
    local fleet = page "examples/fleet/publish.md"
    by_job.publish, by_job.rollback, by_job.fleet = fleet .. text, fleet .. text, fleet .. text
    by_job.explain = by_job.explain .. text -- its page refers to the flags of the command, as that of publish does
    for job, flags_of_job in pairs(by_job) do
      local flags = 0
      for _, line in ipairs(command.output(command.words .. " " .. job .. " --help")) do
        local flag = line:match "^ *(%-%-?[%w-]+)"
        if flag then
          named(flags_of_job, "`" .. flag, "yschema " .. job)
          flags = flags + 1
        end
      end
      assert.is_true(flags > 1, ("the help of yschema %s has %d flags"):format(job, flags))
    end
  end)

  it("name every function, option and field of the Lua module", function()
    local meta, lua = page "lua/yschema/meta.lua", page "examples/lua/README.md"
    for object, name in meta:gmatch "\nfunction (%w+)([.:][%w_]+)%(" do
      named(lua, "`" .. object:lower() .. name .. "(", "a function")
    end
    for class, form in pairs { Options = "\n| `%s` |", Limits = "%s", Violation = "%s", Report = "`%s" } do
      local fields = meta:match("@class yschema." .. class .. "\n(.-)\n[^-]")
      for name in fields:gmatch "@field ([%w_]+)" do named(lua, form:format(name), class) end
    end
  end)

  it("name every change between two schemas", function()
    local reference = page "examples/reference/interfaces.md"
    for _, name in ipairs(require "yschema.comparison.rules".names()) do
      named(reference, "`" .. name .. "`", "a change")
    end
  end)

  it("name every kind of violation", function()
    local reports = page "examples/reports/README.md"
    for _, group in ipairs { "input", "schema", "data" } do
      for kind in page("csrc/core/print/message_" .. group .. ".c"):gmatch '%.kind = "([%w-]+)"' do
        named(reports, "`" .. kind .. "`", "a kind")
      end
    end
    named(reports, "`usage`", "a kind")
  end)
end)
