-- The first page, the list of all pages, and the facts on pages that the program has, too.

local anchors = require "spec.support.anchors"
local command = require "spec.support.command"
local commands = require "yschema.command.commands"
local flag_table = require "yschema.command.flag_table"

local function page(name) return assert(command.read(command.root .. "/" .. name)) end

-- A heading without its parenthesis.
local function short(heading) return (heading:gsub(" %(.*%)$", "")) end

local function lines_of(text)
  local list = {}
  for line in text:gmatch "[^\n]*\n" do list[#list + 1] = line end
  return list
end

local function sorted(list)
  table.sort(list)
  return list
end

-- The words that a flag of a command accepts.
local function words_of(name, job)
  for _, row in ipairs(flag_table.rows_of(job)) do
    if row[1]:find(name, 1, true) and (" " .. row.job .. " "):find(" " .. job .. " ", 1, true) then
      return sorted { table.unpack(flag_table.words_of[row.convert]) }
    end
  end
end

-- The words in backticks in some text; with a pattern, what it captures of them.
local function quoted(text, pattern)
  local list = {}
  for word in text:gmatch "`([^`]*)`" do list[#list + 1] = word:match(pattern or ".*") end
  return sorted(list)
end

describe("README.md", function()
  it("is one page of a screen or two", function()
    local count = #lines_of(page "README.md")
    assert.is_true(count <= 90, count .. " lines")
  end)

  it("has five doors", function()
    local count = 0
    for _ in anchors.prose("README.md"):gmatch "\n%- You " do count = count + 1 end
    assert.equal(5, count)
  end)
end)

describe("the list of all pages", function()
  local list = page "examples/README.md"

  it("has each page once, by its title", function()
    for _, name in ipairs(command.output "find examples -mindepth 2 -name '*.md' | LC_ALL=C sort") do
      local title = short(page(name):match "^# ([^\n]*)")
      local row = ("| [%s](%s) | "):format(title, name:match "^examples/(.*)$")
      local _, count = list:gsub(row:gsub("%p", "%%%0"), "")
      assert.equal(1, count, row)
    end
  end)

  it("is in groups", function()
    local groups = {}
    for group in list:gmatch "\n## ([^\n]*)" do groups[#groups + 1] = group end
    assert.equal("Learn, Check files, Change files, From other schemas, In programs, In production, About",
      table.concat(groups, ", "))
  end)
end)

describe("the page of the command line", function()
  -- The heading to which a row leads.
  local function heading(row)
    local target = row:match "%]%(([^)]*)%)"
    local file, anchor = target:match "^([^#]*)#?(.*)$"
    local name = file == "" and "examples/command/README.md" or "examples/" .. file:gsub("^%.%./", "")
    for line in anchors.prose(name):gmatch "\n#+ ([^\n]*)" do
      if anchor == "" or anchors.address(line) == anchor then return line end
    end
    error("no heading for " .. row)
  end

  it("lists all commands, each with a page or a section whose heading names it", function()
    local listed = {}
    for row in page "examples/command/README.md":gmatch "\n(| %[`yschema [^\n]*)" do
      local name = row:match "`yschema (%w+)`"
      listed[#listed + 1] = name
      assert.is_true(heading(row):find("`yschema " .. name, 1, true) ~= nil, name .. ": " .. heading(row))
    end
    assert.same(commands.names, listed)
  end)
end)

describe("the formats on a page are those of the program:", function()
  it("of reports", function()
    local table_of_flags = page "examples/reports/README.md":match "\n| flag(.-)\n\n"
    assert.same(words_of("--report", "check"), quoted(table_of_flags, "^%-%-report (%w+)$"))
  end)

  it("of inspect", function()
    local rows = page "examples/inspect/README.md":match "\n| `%-%-format` | [^\n]*\n|%-[^\n]*\n(.-)\n\n"
    local cells = rows:gsub("|([^|]*)|[^\n]*", "%1")
    assert.same(words_of("--format", "inspect"), quoted(cells))
  end)

  local comparison = page "examples/comparison/README.md"
  local function row(name) return (assert(comparison:match("\n| " .. name .. " | ([^|]*)|"), name)) end

  it("of reports, in the comparison with other tools", function()
    assert.same(words_of("--report", "check"), quoted(row "Report formats"))
  end)

  it("of schemas that are imported, in the comparison", function()
    local kinds = {}
    for kind in commands.about.import.usage:gmatch "yschema import (%S+)" do kinds[#kinds + 1] = kind end
    assert.same(sorted(kinds), quoted(row "Imports schemas"))
  end)

  it("of programs that use it, in the comparison", function()
    for _, name in ipairs { "c%-library", "command", "lua", "openresty" } do
      assert.matches("%.%./" .. name .. "/README%.md", row "Runs")
    end
    assert.matches("%.%./editors/README%.md", row "Completion in the editor")
    assert.matches("static%-program", row "Needs")
  end)
end)
