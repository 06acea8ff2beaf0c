--- Checks of runs that record provenance: such a run has the same result as another run, and for each leaf of the
-- result, the last event of its provenance has its value.

local core = require "yschema.core"
local explanation = require "yschema.provenance.explanation"
local runs = require "yschema.pipeline.runs"
local nodes = require "yschema.provenance.nodes"
local sentences = require "yschema.provenance.sentences"

local provenance = {}

local function with_explain(settings)
  local own = {}
  for name, value in pairs(settings) do own[name] = value end
  own.explain, own.fold_repeats = true, nil
  return own
end

--- Runs values with settings of their own.
---@param object yschema.CoreSchema compiled
---@param settings yschema.Settings
---@param give fun(run: userdata) gives the values to a run
---@return userdata run which is over
function provenance.run(object, settings, give)
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

-- The values of a collection by the names that its nodes have.
local function by_name(value)
  local found = {}
  for key, below in pairs(value) do found[tostring(key)] = below end
  return found
end

-- Adds the problems of a node and of those below it to a list. Returns the number of leaves.
local function check(node, value, path, problems)
  local last = node.events[#node.events]
  if is_leaf(value) then
    if not node.masked and not (last and is_same(last.value, value)) then
      problems[#problems + 1] = ("%s is %s, and its provenance ends with %s %s"):format(path, tostring(value),
        last and last.action or "nothing", last and tostring(last.value) or "")
    end
    return 1
  end
  local count, left, named = 0, {}, by_name(value)
  for key in pairs(named) do left[key] = true end
  for _, below in ipairs(node.below or {}) do
    if not below.gone then
      local name = below.key or tostring(below.index + 1)
      left[name] = nil
      if named[name] == nil then
        problems[#problems + 1] = ("%s/%s is in the provenance, but not in the result"):format(path, name)
      else
        count = count + check(below, named[name], path .. "/" .. name, problems)
      end
    end
  end
  if node.masked then return count end -- keys that no schema names are not reported
  for name in pairs(left) do problems[#problems + 1] = ("%s/%s has no provenance"):format(path, name) end
  return count
end

-- The result of a run, as texts.
local function outcome(run)
  return { text = run:text(true), warnings = run:warnings_text(true), status = run:exit_status(),
    yaml = run:exit_status() == 0 and (run:encode "yaml") or "" }
end

-- Compares the result of a run with the result of one that records provenance.
local function compare(plain, explained, problems)
  local b = outcome(explained)
  for name, was in pairs(outcome(plain)) do
    if b[name] ~= was then
      problems[#problems + 1] = ("the %s differs:\n%s\nand with provenance:\n%s"):format(name, was, b[name])
    end
  end
end

-- Adds all texts of a node to a list.
local function texts_of(node, list)
  for name, part in pairs(node) do
    if type(part) == "table" then texts_of(part, list) else list[#list + 1] = name .. "=" .. tostring(part) end
    if type(name) == "string" then list[#list + 1] = name end
  end
  return list
end

-- Adds what `yschema explain` prints for a path, as text and as JSON.
local function explain(run, path, list)
  local found, near = explanation.of(run, path)
  if not found then
    list[#list + 1] = table.concat(near, "\n")
    return
  end
  list[#list + 1] = sentences.text(found)
  list[#list + 1] = assert(core.encode(explanation.data(found), "json"))
end

--- All that a run reports about its provenance, in all formats, as a text: the explanations of each node and of an
-- unknown path, what Lua gets, and the annotated result.
---@param object yschema.CoreSchema compiled
---@param give fun(run: userdata)
---@return string
function provenance.texts(object, give)
  local run = provenance.run(object, with_explain(object.settings), give)
  local root = run:provenance()
  local texts = texts_of(root, {})
  explain(run, "", texts)
  explain(run, "there.is.nothing", texts)
  nodes.each(root, "", function(_, path) explain(run, path, texts) end)
  if run:exit_status() == 0 then texts[#texts + 1] = run:annotated(true) end
  run:close()
  return table.concat(texts, "\n")
end

--- Checks the provenance of a run.
---@param settings yschema.Settings
---@param run fun(settings: yschema.Settings): userdata runs the values
---@return string[] problems
---@return integer leaves how many were looked at
---@return yschema.ProvenanceNode root
function provenance.check(settings, run)
  local plain, explained = run(settings), run(with_explain(settings))
  local problems, leaves, root = {}, 0, explained:provenance()
  compare(plain, explained, problems)
  if explained:exit_status() == 0 then
    local value, yaml = explained:value(), explained:encode "yaml"
    if value ~= nil then leaves = check(root, value, "", problems) end
    local again = core.parse(core.source("annotated", explained:annotated()), {})
    if not again or (value ~= core.null and again:encode "yaml" ~= yaml) then
      problems[#problems + 1] = "the annotated result is another one:\n" .. explained:annotated()
    end
  end
  plain:close()
  explained:close()
  return problems, leaves, root
end

return provenance
