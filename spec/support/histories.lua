--- What has to hold of each run that explains itself: it comes out as it does otherwise, and for each leaf of the
-- result, the last event of its history has its value.

local core = require "yschema.core"
local explanation = require "yschema.provenance.explanation"
local runs = require "yschema.pipeline.runs"
local trails = require "yschema.provenance.nodes"

local histories = {}

local function with_explain(settings)
  local own = {}
  for name, value in pairs(settings) do own[name] = value end
  own.explain, own.fold_repeats = true, nil
  return own
end

-- Runs values, and returns the run.
local function run_of(object, settings, give)
  local run = core.run(object.core, settings)
  give(run)
  runs.finish(object, run)
  return run
end

local function is_leaf(value)
  return type(value) ~= "table" or next(value) == nil
end

local function is_same(a, b)
  if type(a) == "table" and type(b) == "table" then return next(a) == nil and next(b) == nil end
  return a == b or (a ~= a and b ~= b) or (type(a) == "cdata" and tostring(a) == tostring(b))
end

-- The values of a collection by the names that its trails have.
local function by_name(value)
  local found = {}
  for key, below in pairs(value) do found[tostring(key)] = below end
  return found
end

-- Adds to `violations` what is wrong with a node and those below it. Returns the number of leaves.
local function validate(trail, value, path, violations)
  local last = trail.events[#trail.events]
  if is_leaf(value) then
    if not trail.masked and not (last and is_same(last.value, value)) then
      violations[#violations + 1] = ("%s is %s, and its history ends with %s %s"):format(path, tostring(value),
        last and last.action or "nothing", last and tostring(last.value) or "")
    end
    return 1
  end
  local count, left, named = 0, {}, by_name(value)
  for key in pairs(named) do left[key] = true end
  for _, below in ipairs(trail.below or {}) do
    if not below.gone then
      local name = below.key or tostring(below.index + 1)
      left[name] = nil
      if named[name] == nil then
        violations[#violations + 1] = ("%s/%s is in the history, but not in the result"):format(path, name)
      else
        count = count + validate(below, named[name], path .. "/" .. name, violations)
      end
    end
  end
  if trail.masked then return count end -- keys that no schema names are not reported
  for name in pairs(left) do violations[#violations + 1] = ("%s/%s has no history"):format(path, name) end
  return count
end

-- What comes out of a run, as texts.
local function outcome(run)
  return { text = run:text(true), warnings = run:warnings_text(true), status = run:exit_status(),
    yaml = run:exit_status() == 0 and (run:encode "yaml") or "" }
end

-- Compares what comes out of a run with what comes out when it explains itself.
local function compare(plain, explained, violations)
  local b = outcome(explained)
  for name, was in pairs(outcome(plain)) do
    if b[name] ~= was then
      violations[#violations + 1] = ("the %s differs:\n%s\nand with a history:\n%s"):format(name, was, b[name])
    end
  end
end

-- Adds all texts of a trail to a list.
local function texts_of(trail, list)
  for name, part in pairs(trail) do
    if type(part) == "table" then texts_of(part, list) else list[#list + 1] = name .. "=" .. tostring(part) end
    if type(name) == "string" then list[#list + 1] = name end
  end
  return list
end

-- Adds what `yschema explain` says of a path, for people and as JSON.
local function explain(run, path, list)
  local found, near = explanation.of(run, path)
  if not found then
    list[#list + 1] = table.concat(near, "\n")
    return
  end
  list[#list + 1] = explanation.text(found)
  list[#list + 1] = assert(core.encode(explanation.data(found), "json"))
end

--- Everything that an explanation of a run says, in all of its formats, as a text: the explanations of each node, and
-- of a path that is not there; what Lua gets; and the annotated result.
---@param object yschema.CoreSchema compiled
---@param give fun(run: userdata)
---@return string
function histories.told(object, give)
  local run = run_of(object, with_explain(object.settings), give)
  local root = run:provenance()
  local texts = texts_of(root, {})
  explain(run, "", texts)
  explain(run, "there.is.nothing", texts)
  trails.each(root, "", function(_, path) explain(run, path, texts) end)
  if run:exit_status() == 0 then texts[#texts + 1] = run:annotated(true) end
  run:close()
  return table.concat(texts, "\n")
end

--- Validates the history of a run.
---@param object yschema.CoreSchema compiled
---@param give fun(run: userdata) gives the values to a run
---@return string[] violations
---@return integer leaves how many were looked at
---@return yschema.Trail root
function histories.validate(object, give)
  local plain = run_of(object, object.settings, give)
  local explained = run_of(object, with_explain(object.settings), give)
  local violations, leaves, root = {}, 0, explained:provenance()
  compare(plain, explained, violations)
  if explained:exit_status() == 0 then
    local value, yaml = explained:value(), explained:encode "yaml"
    if value ~= nil then leaves = validate(root, value, "", violations) end
    local again = core.parse(core.source("annotated", explained:annotated()), {})
    if not again or (value ~= core.null and again:encode "yaml" ~= yaml) then
      violations[#violations + 1] = "the annotated result is another one:\n" .. explained:annotated()
    end
  end
  plain:close()
  explained:close()
  return violations, leaves, root
end

return histories
