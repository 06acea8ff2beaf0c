-- The changes that `yschema diff` reports for each row of the table, and whether its witnesses show them.

local comparison = require "yschema.comparison.comparison"
local rows = require "spec.comparison.rows"
local yschema = require "yschema"

local function sides(row)
  local old = assert(yschema.load(row.old, { name = "old.yml" }))
  local new = assert(yschema.load(row.new, { name = "new.yml" }))
  local one, other = comparison.side(old), comparison.side(new)
  return one, other, old, new
end

local function lines_of(changes)
  local list = {}
  for i, change in ipairs(changes) do list[i] = ("%s %s %s"):format(change.rule, change.path, change.verdict) end
  table.sort(list)
  return list
end

-- Validates each witness by both schemas.
local function check_witnesses(changes, old, new)
  for _, change in ipairs(changes) do
    assert.equal(change.verdict == "breaking", change.witnesses[1] ~= nil, change.rule)
    for _, witness in ipairs(change.witnesses) do
      local from, to = old, new
      if witness.direction == "forward" then from, to = new, old end
      assert.is_true((from:apply(witness.text)) ~= nil, witness.text)
      local values, report = to:apply(witness.text)
      assert.is_nil(values, witness.text)
      assert.is_string(report.violations[1].message)
    end
  end
end

describe("yschema diff", function()
  for _, row in ipairs(rows) do
    for _, direction in ipairs { "backward", "forward" } do
      it(("reports, %s: %s"):format(direction, row.title), function()
        local one, other, old, new = sides(row)
        local changes = comparison.compare(one, other, { direction = direction })
        if row[direction] then assert.same(row[direction], lines_of(changes)) end
        check_witnesses(changes, old, new)
      end)
    end

    it("finds nothing between a schema and itself: " .. row.title, function()
      local one, other = sides(row)
      assert.same({}, comparison.compare(one, one, { direction = "full" }))
      assert.same({}, comparison.compare(other, other, { direction = "full" }))
    end)
  end
end)
