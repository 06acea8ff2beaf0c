--- Writes which small changes of a schema its tests notice: for people, and for programs.
--
-- @module yschema.testing.uncovered

local core = require "yschema.core"
local coverage = require "yschema.testing.coverage"
local writing = require "yschema.base.writing"

local uncovered = {}

local list, ordered = writing.list, writing.ordered

local MASKED = core.MASKED

-- The missing test, by the name of the change that would show it.
local sentences = {
  holds = "%s: no value is refused", fails = "%s: no value is accepted",
  looser = "%s: %s is not refused", stricter = "%s: the bound itself is not accepted",
  unlisted = "%s: %s is not accepted",
  always = "when=: no value is accepted where it is false", never = "when=: no value is refused where it is true",
  ["accept-null"] = "not_null: null is not refused", ["accept-empty"] = "an empty value is not refused",
  ["any-type"] = "no other type is refused", ["refuse-null"] = "null is not accepted",
  optional = "the key is never missing", unknown = "the key is never accepted",
  ["accept-unknown"] = "no unknown key is refused", ["any-count"] = "no number of keys is refused",
  ["accept-removed"] = "the removed key is not refused", ["no-notice"] = "the warning is not expected",
  ["null-default"] = "the default is not expected", without = "alternative %s of %s is not chosen",
}

-- Returns a rule as the schema has it.
local function rule_of(point)
  if not point.rule then return point.must_be end
  if point.sensitive then return point.rule end
  return point.rule .. "=" .. point.argument
end

-- Returns what a point is about, as the parts of its sentence.
local function parts_of(point)
  if point.change == "without" then
    return ("%d (%s)"):format(point.index, point.sensitive and MASKED or point.words), "@" .. point.name
  end
  if not point.must_be then return end
  local value = point.sensitive and MASKED or point.value
  if point.change == "unlisted" then return point.rule, value end
  return rule_of(point), value and (point.is_length and "length " or "") .. value
end

--- Says in a sentence what no test does.
---@param point yschema.CoveragePoint
---@return string
function uncovered.sentence(point)
  return sentences[point.change]:format(parts_of(point))
end

-- The changes that follow from the first one: a bound that refuses no value does not refuse the one beyond it.
local implied = { looser = "holds", stricter = "fails" }

-- Whether a point need not be listed, because another line says more.
local function is_implied(point, missing)
  local other = implied[point.change]
  local here = ("%s:%d:%s:%s"):format(point.path, point.line, point.rule or "", point.argument or "")
  missing[here .. point.change] = true
  return other ~= nil and missing[here .. other] ~= nil
end

-- Returns the key that is never given and contains a point, if there is one.
local function missing_above(path, missing)
  while path ~= "" do
    if missing[path] then return missing[path] end
    path = path:match "^(.+)%.[^.]*$" or path:match "^(.+)%[%]$" or ""
  end
end

-- Returns the lines about a schema. What no test concerns because a key is never given is only counted.
local function lines_of(each)
  local lines, given, noted = {}, {}, {}
  for _, point in ipairs(each.points) do
    local above = not point.covered and point.tries == 0 and missing_above(point.path, given)
    if above then
      above.count = above.count + 1
    elseif not point.covered and not is_implied(point, noted) then
      local line = { point = point, count = 0 }
      if point.change == "unknown" then given[point.path] = line end
      lines[#lines + 1] = line
    end
  end
  return lines
end

-- Writes a line about a point.
local function line_text(line)
  local point = line.point
  return ("%s:%d: %s%s%s%s\n"):format(point.file, point.line, point.path ~= "" and point.path .. ": " or "",
    uncovered.sentence(point), point.tries > 0 and " (tests concern it, but none would fail)" or "",
    line.count > 0 and (", so %d more %s"):format(line.count, line.count == 1 and "change is not noticed"
      or "changes are not noticed") or "")
end

--- Returns what is not covered, for people.
---@param covers yschema.SchemaCoverage[]
---@return string
function uncovered.text(covers)
  local out = {}
  for _, each in ipairs(covers) do
    for _, line in ipairs(lines_of(each)) do out[#out + 1] = line_text(line) end
  end
  local total, covered = coverage.count(covers)
  out[#out + 1] = ("coverage: %.1f %% (%d of %d changes of the schema are noticed)\n"):format(
    coverage.percent(total, covered), covered, total)
  return table.concat(out)
end

local new_point = ordered {
  "file", "line", "path", "change", "rule", "must_be", "value", "index", "covered", "reached", "message",
}
local new_coverage = ordered { "percent", "total", "covered", "points" }

--- Returns the coverage for programs, with each point.
---@param covers yschema.SchemaCoverage[]
---@return table
function uncovered.data(covers)
  local points = list()
  for _, each in ipairs(covers) do
    for _, point in ipairs(each.points) do
      points[#points + 1] = new_point {
        file = point.file, line = point.line, path = point.path, change = point.change, rule = point.rule,
        value = not point.sensitive and point.value or nil, must_be = not point.sensitive and point.must_be or nil,
        index = point.index, covered = point.covered, reached = point.tries > 0,
        message = not point.covered and uncovered.sentence(point) or nil,
      }
    end
  end
  local total, covered = coverage.count(covers)
  return new_coverage {
    percent = coverage.percent(total, covered), total = total, covered = covered, points = points,
  }
end

return uncovered
