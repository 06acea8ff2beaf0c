-- One document shows what is refused at many keys, where they do not depend on each other: the report on a large schema
-- says of each key what the report on a schema with this key alone says.

local comparison = require "yschema.comparison.comparison"
local joint_documents = require "yschema.comparison.search.joint_documents"
local yschema = require "yschema"

local HEAD = "#@data/values-schema\n---\n"

-- The type of a key in both schemas. The new schema refuses the first value of all but the last two.
local KINDS = {
  { "%s: 1\n", "%s: ''\n" }, { "%s: ''\n", "%s: 1\n" }, { "%s: false\n", "%s: ['']\n" }, { "%s: 1.5\n", "" },
  { "#@schema/nullable\n%s: ''\n", "%s: 1\n" }, { "#@schema/validation min=7\n%s: 9\n", "%s: ''\n" },
  { "#@schema/validation min_len=3\n%s: abc\n", "%s: 1\n" }, { "%s: 1\n", "#@schema/validation min=3\n%s: 4\n" },
  { "%s: 1\n", "%s: 2\n" },
}

-- The texts of both schemas with keys of these kinds.
local function texts(kinds, before)
  local old, new = { HEAD, before or "" }, { HEAD, before or "" }
  for i, kind in ipairs(kinds) do
    local name = ("key-%d/~é"):format(i)
    old[#old + 1], new[#new + 1] = kind[1]:format(name), kind[2]:format(name)
  end
  return table.concat(old), table.concat(new)
end

local function many_kinds()
  local list = {}
  for i = 1, 40 do list[i] = KINDS[i % #KINDS + 1] end
  return list
end

-- Compares, and counts the keys that one document has shown.
local function compare(old, new)
  local shown, witnesses = 0, joint_documents.witnesses
  joint_documents.witnesses = function(...) -- luacheck: ignore
    local found = witnesses(...)
    for _ in pairs(found) do shown = shown + 1 end
    return found
  end
  local ok, changes = pcall(comparison.compare, comparison.side(assert(yschema.load(old))),
    comparison.side(assert(yschema.load(new))), { samples = 0 })
  joint_documents.witnesses = witnesses -- luacheck: ignore
  assert.is_true(ok, changes)
  return changes, shown
end

-- The description of each change, by its path and rule, without lines.
local function said(changes)
  local list = {}
  for _, change in ipairs(changes) do
    local shown = change.witnesses[1] or {}
    list[change.path .. " " .. change.rule] = { change.verdict, change.message, change.note, shown.text, shown.message }
  end
  return list
end

-- Compares the report on many keys with those on each key.
local function agrees(before, is_together)
  local kinds = many_kinds()
  local changes, shown = compare(texts(kinds, before))
  assert.equal(is_together, shown > 20, shown)
  local all, count = said(changes), 0
  for i, kind in ipairs(kinds) do
    local alone = {}
    for j = 1, #kinds do alone[j] = j == i and kind or { kind[1], kind[1] } end
    for path, about in pairs(said((compare(texts(alone, before))))) do
      assert.same(about, all[path], path)
      count = count + 1
    end
  end
  local found = 0
  for _ in pairs(all) do found = found + 1 end
  assert.equal(count, found)
end

describe("keys that do not depend on each other", function()
  it("are shown by one document, as each alone is", function() agrees("", true) end)

  it("are shown beside keys that are required", function() agrees("#@schema/required\nneeded: ''\n", true) end)

  it("are each validated alone where they may depend on each other", function()
    agrees("#@schema/validation ('any', lambda v: True)\nother: 1\n", false)
    agrees("names:\n- name: ''\n#@schema/nullable\n#@schema/refers to='names[].name'\nother: ''\n", false)
  end)

  it("are each validated alone where the old schema refuses its own defaults", function()
    local old, new = texts(many_kinds(), "#@schema/validation min=2\nother: 1\n")
    local changes, shown = compare(old, new)
    assert.equal(0, shown)
    for _, change in ipairs(changes) do
      if change.witnesses[1] then assert.matches("other: ", change.witnesses[1].text, 1, true) end
    end
  end)
end)
