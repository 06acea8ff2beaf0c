--- Explains one value of a finished run: its origins, its rules, and what is below it.
--
-- @module yschema.provenance.explanation

local origins = require "yschema.provenance.origins"
local paths = require "yschema.provenance.paths"
local writing = require "yschema.base.writing"
local nodes = require "yschema.provenance.nodes"

local explanation = {}

local list, ordered = writing.list, writing.ordered

--- The explanation of one value.
---@class yschema.Explanation
---@field node yschema.ProvenanceNode
---@field path string
---@field gone boolean it is no longer in the result
---@field violations yschema.Violation[] its own, and those of what is below it
---@field names yschema.ExplainedName[] those to which the value refers

--- A name to which a value refers, or none.
---@class yschema.ExplainedName
---@field to? string the path of the annotation
---@field found boolean
---@field elsewhere? boolean other documents decide
---@field kind? string that of these documents
---@field path? string of the name; a key is the end of its path
---@field text? string
---@field hint? string with the nearest name

-- The violations of a value and of what is below it.
local function violations_at(run, path)
  local found = {}
  for _, violation in ipairs((run:violations())) do
    local own = violation.path or ""
    local is_below = path == "" or own == path
      or own:sub(1, #path) == path and own:find("^[.[]", #path + 1) ~= nil
    if is_below and (violation.path or violation.pointer) then found[#found + 1] = violation end
  end
  return found
end

local function path_of(steps)
  local path = ""
  for i = #steps, 1, -1 do
    local step = steps[i]
    path = paths.join(path, type(step) == "string" and { key = step } or { index = step })
  end
  return path
end

-- Lists the names to which a value refers, and the references that lead nowhere.
local function names_of(node, violations, path)
  local found = {}
  for _, name in ipairs(node.refers or {}) do
    found[#found + 1] = {
      to = name.to, found = not name.elsewhere, elsewhere = name.elsewhere, kind = name.kind,
      path = name.steps and path_of(name.steps), value = name.value, text = name.text,
      file = name.file, line = name.line, column = name.column,
    }
  end
  for _, violation in ipairs(violations) do
    if violation.kind == "reference" and (violation.path or "") == path then
      found[#found + 1] = { found = false, hint = violation.hint }
    end
  end
  return found
end

--- Explains the value at a path.
---@param run userdata a finished core run with the setting `explain`
---@param path string in a form that `paths.read` reads
---@param show_sensitive? boolean whether sensitive values are shown
---@return yschema.Explanation? found nil when nothing is there
---@return string[]? near similar paths
function explanation.of(run, path, show_sensitive)
  local root, steps = run:provenance(show_sensitive), assert(paths.read(path))
  local node, own, last, missing, gone = nodes.find(root, steps)
  if not node then return nil, nodes.near(root, own, last, missing, steps) end
  local violations = violations_at(run, own)
  return {
    node = node, path = own, gone = gone or false, violations = violations, names = names_of(node, violations, own),
  }
end

-- ---- for programs -------------------------------------------------------------------

local new_whole = ordered { "path", "pointer", "removed", "origins", "refers", "rules", "below" }
local new_rule = ordered { "verdict", "path", "must_be", "rule", "message", "file", "line" }
local new_name = ordered {
  "to", "found", "elsewhere", "kind", "path", "pointer", "value", "file", "line", "column", "hint",
}
local new_below = ordered { "path", "removed", "origins" }

local function rules(self)
  local all = {}
  for _, rule in ipairs(self.node.passed or {}) do
    all[#all + 1] = new_rule {
      verdict = "passed", path = self.path, must_be = rule.must_be, rule = rule.rule,
      file = rule.file, line = rule.line,
    }
  end
  for _, violation in ipairs(self.violations) do
    all[#all + 1] = new_rule {
      verdict = "failed", path = violation.path, must_be = violation.expected, rule = violation.rule,
      message = violation.message, file = violation.schema_file, line = violation.schema_line,
    }
  end
  return list(all)
end

local function refers(self)
  local all = {}
  for i, name in ipairs(self.names) do
    all[i] = new_name {
      to = name.to, found = name.found, elsewhere = name.elsewhere, kind = name.kind, path = name.path,
      pointer = name.path and paths.pointer(assert(paths.read(name.path))), value = name.value,
      file = name.file, line = name.line, column = name.column, hint = name.hint,
    }
  end
  return all[1] and list(all) or nil
end

--- Makes a table of an explanation, for `core.encode`.
---@param self yschema.Explanation
---@return table
function explanation.data(self)
  local below = {}
  nodes.each(self.node, self.path, function(node, path, gone)
    below[#below + 1] = new_below { path = path, removed = gone or nil, origins = list(origins.of(node, true)) }
  end)
  return new_whole {
    path = self.path, pointer = paths.pointer(assert(paths.read(self.path))), removed = self.gone or nil,
    origins = list(origins.of(self.node, true)), refers = refers(self), rules = rules(self),
    below = below[1] and list(below) or nil,
  }
end

return explanation
