-- What the documentation shows is what happens.

local command = require "spec.support.command"
local pages = require "spec.support.pages"

-- The pages for users, whose commands are run here.
local names = command.output(
  "ls README.md && find examples -name '*.md' | LC_ALL=C sort")

-- All pages: those for whoever works on the project, too.
local all = command.output("ls README.md && find csrc examples rocks spec -name '*.md' ! -path 'spec/cases/*' "
  .. "| LC_ALL=C sort")

-- What digests need is not everywhere: then what they print is not looked at.
local openssl = pcall(require, "openssl.digest")
local needed = "needs the Lua module openssl.digest"

for _, name in ipairs(names) do
  describe("page " .. name, function()
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

    it("shows something", function() assert.is_true(turns > 0) end)
  end)
end

local function page(name) return assert(command.read(command.root .. "/" .. name)) end

-- A page without what its fences hold.
local function prose(name) return (("\n" .. page(name)):gsub("\n```.-\n```", "")) end

-- The address of a heading, as GitHub makes it.
local function address(heading)
  return (heading:lower():gsub("[^%w%- _]", ""):gsub(" ", "-"))
end

local function normalised(path)
  local parts = {}
  for part in path:gmatch "[^/]+" do
    if part == ".." then parts[#parts] = nil else parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

local function headings(name)
  local found = {}
  for heading in prose(name):gmatch "\n#+ ([^\n]*)" do found[address(heading)] = true end
  return found
end

local function links(name)
  local found = {}
  for link in prose(name):gmatch "%]%(([^)]*)%)" do
    local path, anchor = link:match "^([^#]*)#?(.*)$"
    if not link:find "^https?:" then
      local target = path == "" and name or normalised((name:match "^(.*/)" or "") .. path)
      found[#found + 1] = { link = link, target = target, anchor = anchor }
    end
  end
  return found
end

describe("the pages", function()
  it("link to what is there", function()
    for _, name in ipairs(all) do
      for _, link in ipairs(links(name)) do
        local shown = name .. ": " .. link.link
        assert.equal(0, #command.output("test -e '" .. link.target .. "' || echo no"), shown)
        assert.is_true(link.anchor == "" or headings(link.target)[link.anchor], shown)
      end
    end
  end)

  it("are linked from the first one, or from the one on the code", function()
    local linked = { ["README.md"] = true }
    for _, name in ipairs { "README.md", "csrc/README.md" } do
      for _, link in ipairs(links(name)) do linked[link.target] = true end
    end
    for _, name in ipairs(all) do assert.is_true(linked[name], name .. " is not linked") end
  end)

  it("tell of each room of the core", function()
    for _, room in ipairs(command.output "ls -d csrc/core/*/") do
      assert.is_string(command.read(command.root .. "/" .. room .. "README.md"), room .. " has no page")
    end
  end)

  -- Tables cannot be wrapped, and neither can what stands in a fence or in a block of commands.
  it("have their prose wrapped", function()
    for _, name in ipairs(all) do
      for line in prose(name):gmatch "[^\n]+" do
        local long = #line:gsub("[\128-\191]", "") > 100 and not line:find "^|" and not line:find "^    "
        assert.is_false(long, name .. ": " .. line)
      end
    end
  end)

  -- A failure shows what is missing, and not the whole page.
  local function named(text, name, where)
    assert.is_true(text:find(name, 1, true) ~= nil, name .. " is not named: " .. where)
  end

  it("name every flag", function()
    local text, overlays = page("examples/command/README.md"):match "^(.-)\n`yschema overlay(.-)\n\n"
    for job, told in pairs { [""] = text, overlay = overlays } do
      for _, line in ipairs(command.output(command.words .. " " .. job .. " --help")) do
        local flag = line:match "^ *(%-%-?[%w-]+)"
        if flag then named(told, "`" .. flag, "yschema " .. job) end
      end
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

  it("name every kind of fault", function()
    local reports = page "examples/reports/README.md"
    for kind in page("csrc/core/print/message.c"):gmatch '%.kind = "([%w-]+)"' do
      named(reports, "`" .. kind .. "`", "a kind")
    end
    named(reports, "`usage`", "a kind")
  end)
end)
