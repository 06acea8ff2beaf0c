-- The pages as texts: each can be reached by links, lines are short, and each room has a page.

local command = require "spec.support.command"

local names = command.output("ls README.md && find .github csrc examples lua rocks spec -name '*.md' "
  .. "! -path 'spec/cases/*' | LC_ALL=C sort")

local function read(name) return assert(command.read(command.root .. "/" .. name)) end

-- A page without its fences.
local function prose(name) return (("\n" .. read(name)):gsub("\n```.-\n```", "")) end

-- The file that a link of a page leads to; nil for an address on the web.
local function target(name, link)
  if link:find "^https?:" then return nil end
  local parts = {}
  for part in ((name:match "^(.*/)" or "") .. link:match "^[^#]*"):gmatch "[^/]+" do
    if part == ".." then parts[#parts] = nil else parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

describe("the pages", function()
  it("can all be found from README.md, link by link", function()
    local found, queue = { ["README.md"] = true }, { "README.md" }
    for _, name in ipairs(queue) do
      for link in prose(name):gmatch "%]%(([^)]*)%)" do
        local file = target(name, link)
        if file and file:find "%.md$" and not found[file] then
          found[file] = true
          queue[#queue + 1] = file
        end
      end
    end
    for _, name in ipairs(names) do assert.is_true(found[name], "no page links to " .. name) end
  end)

  -- Rows of tables and indented commands cannot be wrapped.
  it("have short lines", function()
    local long = {}
    for _, name in ipairs(names) do
      for line in prose(name):gmatch "[^\n]+" do
        local columns = #line:gsub("[\128-\191]", "")
        if columns > 110 and not line:find "^|" and not line:find "^    " then
          long[#long + 1] = name .. ": " .. line
        end
      end
    end
    assert.same({}, long)
  end)

  it("describe each room of the core", function()
    for _, folder in ipairs(command.output "ls -d csrc/core/*/") do
      assert.is_string(command.read(command.root .. "/" .. folder .. "README.md"), "no page in " .. folder)
    end
  end)
end)

-- The parts of a page that are lists or tables: for each item or row, the heading above it and its first words in
-- backticks, or the first cell.
local function entries(text)
  local found, heading = {}, ""
  for line in text:gmatch "[^\n]+" do
    heading = line:match "^#+ .*" or heading
    local entry = line:match "^ *%- (`[^`]+`[^,;. ]*)" or line:match "^| (`[^|]+) |"
    if entry then found[#found + 1] = heading .. line:match "^ *[|-] " .. entry end
  end
  return found
end

-- The problems of a page's form, such as a program that formats code leaves them.
local function problems(text)
  local found = {}
  if not text:find "^\n*# %S" then found[#found + 1] = "does not begin with a title" end
  local level, titles = 1, 0
  for line in text:gmatch "[^\n]+" do
    local marks = #line:match "^#*"
    if marks > 0 and not line:find "^#+ %S" then found[#found + 1] = "no heading: " .. line end
    if marks > level + 1 then found[#found + 1] = "a heading below none: " .. line end
    level = marks > 0 and marks or level
    titles = titles + (marks == 1 and 1 or 0)
    if line:find "[.;:]%- [%u*]" or line:find "%S #+ %u" then found[#found + 1] = "an item within a line: " .. line end
  end
  if titles ~= 1 then found[#found + 1] = titles .. " titles" end
  for paragraph in (text .. "\n\n"):gmatch "(.-)\n\n" do
    local _, ticks = paragraph:gsub("`", "")
    if ticks % 2 == 1 then found[#found + 1] = "an odd number of backticks: " .. paragraph end
  end
  local seen = {}
  for _, entry in ipairs(entries(text)) do
    if seen[entry] then found[#found + 1] = "twice: " .. entry end
    seen[entry] = true
  end
  return found
end

describe("the form of a page", function()
  it("has a title, headings below each other, whole items, and no item twice", function()
    for _, name in ipairs(names) do
      assert.equal("", table.concat(problems(prose(name)), "\n"), name)
    end
  end)

  it("is the same for all rooms", function()
    local rooms = command.output "ls csrc/core/*/README.md csrc/host/*/README.md lua/yschema/*/README.md"
    for _, name in ipairs(rooms) do
      local text = read(name)
      assert.equal("# " .. name:match "([^/]+)/README%.md$", text:match "^[^\n]*", name)
      local _, items = text:gsub("\n%- [%u*]", "")
      assert.is_true(items >= 2, name)
    end
  end)

  it("is not longer than 400 lines", function()
    for _, name in ipairs(command.output "find examples spec -name '*.md' ! -path 'spec/cases/*'") do
      local _, count = read(name):gsub("\n", "")
      assert.is_true(count <= 400, name .. " has " .. count)
    end
  end)

  it("is seen to be broken", function()
    for text, problem in pairs {
      ["#accept\n\n- Text.\n"] = "does not begin with a title\nno heading: #accept",
      ["# a\n\n- One.- It owns two.\n"] = "an item within a line: - One.- It owns two.",
      ["# a\n\n- One `b.\n"] = "an odd number of backticks: - One `b.",
      ["# a\n\n### b\n"] = "a heading below none: ### b",
      ["# a\n\n- `at(b)`: c\n- `root`: d\n- `at(b)`: c\n"] = "twice: # a- `at(b)`:",
    } do
      assert.equal(problem, table.concat(problems(text), "\n"):sub(1, #problem), text)
    end
  end)
end)
