-- Each link to a page or a section of the documentation leads to one that exists.

local anchors = require "spec.support.anchors"
local command = require "spec.support.command"

local known = {} -- the anchors of each page, false when there is no such page

local function resolves(target)
  if known[target.file] == nil then known[target.file] = anchors.of(target.file) or false end
  if target.anchor == "" then return anchors.exists(target.file) end
  return known[target.file] and known[target.file][target.anchor] ~= nil
end

local function unresolved(name, targets)
  local found = {}
  for _, target in ipairs(targets) do
    if not resolves(target) then found[#found + 1] = name .. ": " .. target.text end
  end
  return found
end

-- Names of documents that are not in the repository, and numbers of their sections. Words may stand on
-- two lines of a comment.
local foreign = { "language%.md", "[Rr]eference %l%.%d", "[Rr]eference %l[,):;]", "[Ss]eeds? 00%d" }

local function one_line(text) return (text:gsub("\n[ \t]*[*-]*[ \t]*", " ")) end

describe("links", function()
  local names = anchors.files()

  it("are looked for in pages, code, tests and cases", function()
    local kinds = {}
    for _, name in ipairs(names) do kinds[name:match "([^./]*)$"] = true end
    assert.same({ md = true, c = true, h = true, lua = true, txt = true }, kinds)
  end)

  it("of pages lead to what is there", function()
    local found = {}
    for _, name in ipairs(names) do
      if name:find "%.md$" then
        for _, line in ipairs(unresolved(name, anchors.links(name))) do found[#found + 1] = line end
      end
    end
    assert.same({}, found)
  end)

  it("of code, tests and cases lead to what is there", function()
    local found, count = {}, 0
    for _, name in ipairs(names) do
      local citations = anchors.citations(anchors.text(name))
      count = count + #citations
      for _, line in ipairs(unresolved(name, citations)) do found[#found + 1] = line end
    end
    assert.same({}, found)
    assert.is_true(count > 500, count .. " citations")
  end)

  it("name nothing that is not in the repository", function()
    local found = {}
    for _, name in ipairs(names) do
      local text = one_line(assert(command.read(command.root .. "/" .. name)))
      for _, pattern in ipairs(foreign) do
        for place in text:gmatch(pattern) do found[#found + 1] = name .. ": " .. place end
      end
    end
    assert.same({}, found)
  end)

  -- A page that leads through the code is of no use when a function that it names has another name now.
  it("of pages about the code name functions that exist", function()
    local known_words, found, count = {}, {}, 0
    local ask = "find csrc lua spec -name '*.[ch]' -o -name '*.lua' -o -name '*.sh' -o -name '*.gdb' -o -name '*.cmake'"
    for _, name in ipairs(command.output(ask)) do
      for word in assert(command.read(name)):gmatch "[%a_][%w_]+" do known_words[word] = true end
    end
    for _, name in ipairs(command.output "find csrc lua -name '*.md'") do
      for call in assert(command.read(name)):gsub("```.-```", ""):gmatch "`([%a_][%w_]*[._:][%w_.:]+)[`(]" do
        if not call:find "%.[chm]d?$" and not call:find "%.lua$" then -- it is no file
          for word in call:gmatch "[%a_][%w_][%w_]+" do
            count = count + 1
            if not known_words[word] then found[#found + 1] = name .. ": " .. call end
          end
        end
      end
    end
    assert.same({}, found)
    assert.is_true(count > 500, count .. " words")
  end)

  it("are not ambiguous: an anchor stands once on a page", function()
    for _, name in ipairs(names) do
      for anchor, count in pairs(anchors.of(name) or {}) do
        assert.equal(1, count, name .. "#" .. anchor)
      end
    end
  end)
end)

describe("citations", function()
  local function cited(text)
    local found = {}
    for _, citation in ipairs(anchors.citations(text)) do found[#found + 1] = citation.text end
    return table.concat(found, " ")
  end

  it("stand anywhere in a text", function()
    assert.equal("reference#keys", cited "reference#keys")
    assert.equal("reference#keys from-ytt#unknown-names",
      cited "/* A key (reference#keys, from-ytt#unknown-names). */")
  end)

  it("are distinguished from addresses, comments and lengths", function()
    assert.equal("", cited "page.html#field.a [x](../values/README.md#json) [y](#json) n #list a#@schema/type x#1")
  end)

  it("name a page by its folder", function()
    assert.equal("examples/reference/types.md", anchors.page("reference", "inferred-types"))
    assert.equal("examples/from-ytt/README.md", anchors.page("from-ytt", "ytt-templates"))
    assert.equal("examples/from-ytt/README.md", anchors.page("from-ytt", "nothing"))
  end)

  it("of a page or an anchor that is not there are found", function()
    local broken = { ("%s#keys"):format "refrence", ("%s#kyes"):format "reference" }
    local all = ("reference#keys %s %s from-ytt#output"):format(broken[1], broken[2])
    assert.same({ "here: " .. broken[1], "here: " .. broken[2] }, unresolved("here", anchors.citations(all)))
  end)
end)
