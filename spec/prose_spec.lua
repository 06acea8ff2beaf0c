-- The pages as texts: their lines are short, each of them can be found, and each room has one.

local command = require "spec.support.command"

local names = command.output("ls README.md && find csrc examples lua rocks spec -name '*.md' "
  .. "! -path 'spec/cases/*' | LC_ALL=C sort")

local function read(name) return assert(command.read(command.root .. "/" .. name)) end

-- A page without what its fences hold.
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

  -- Rows of tables and commands that are set apart cannot be wrapped.
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
