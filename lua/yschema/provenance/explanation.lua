--- The explanation of one value of a run that is over: its history, its rules, and what is below it.
--
-- @module yschema.provenance.explanation

local origins = require "yschema.provenance.origins"
local paths = require "yschema.provenance.paths"
local telling = require "yschema.provenance.wording"
local trails = require "yschema.provenance.nodes"

local explanation = {}

local assert, ipairs, setmetatable = assert, ipairs, setmetatable
local list = require "yschema.base.writing".list

--- What is known of one value.
---@class yschema.Explanation
---@field trail yschema.Trail
---@field path string
---@field gone boolean it is in the result no more
---@field violations yschema.Violation[] its own, and those of what is below it

-- The violations of a value and of what is below it.
local function violations_at(run, path)
  local found = {}
  for _, violation in ipairs((run:violations())) do
    local own = violation.path or ""
    local behind = own:sub(#path + 1, #path + 1)
    local is_below = path == "" or own:sub(1, #path) == path and (behind == "" or behind == "." or behind == "[")
    if is_below and (violation.path or violation.pointer) then found[#found + 1] = violation end
  end
  return found
end

--- Explains the value at a path.
---@param run userdata a core run that is over and was asked to explain itself
---@param path string which `paths.read` can read
---@param show_sensitive? boolean whether sensitive values are shown
---@return yschema.Explanation? found nil when nothing is there
---@return string[]? near paths that may have been meant
function explanation.of(run, path, show_sensitive)
  local root, steps = run:provenance(show_sensitive), assert(paths.read(path))
  local node, own, last, missing, gone = trails.find(root, steps)
  if not node then return nil, trails.near(root, own, last, missing, steps) end
  return { trail = node, path = own, gone = gone or false, violations = violations_at(run, own) }
end

--- Lays out an explanation for people.
---@param self yschema.Explanation
---@return string
function explanation.text(self)
  return telling.text(self.trail, self.path, self.gone, self.violations)
end

-- ---- for programs -------------------------------------------------------------------

local function in_order(keys, values)
  return setmetatable(values, { keys = keys })
end

local whole = { "path", "pointer", "removed", "history", "rules", "below" }
local rule_keys = { "verdict", "path", "must_be", "rule", "message", "file", "line" }
local below_keys = { "path", "removed", "history" }

local function rules(self)
  local all = {}
  for _, rule in ipairs(self.trail.passed or {}) do
    all[#all + 1] = in_order(rule_keys, {
      verdict = "passed", path = self.path, must_be = rule.must_be, rule = rule.rule,
      file = rule.file, line = rule.line,
    })
  end
  for _, violation in ipairs(self.violations) do
    all[#all + 1] = in_order(rule_keys, {
      verdict = "failed", path = violation.path, must_be = violation.expected, rule = violation.rule, message = violation.message,
      file = violation.schema_file, line = violation.schema_line,
    })
  end
  return list(all)
end

--- Makes a table of an explanation, for `core.encode`.
---@param self yschema.Explanation
---@return table
function explanation.data(self)
  local below = {}
  trails.each(self.trail, self.path, function(node, path, gone)
    below[#below + 1] = in_order(below_keys, {
      path = path, removed = gone or nil, history = list(origins.of(node, true)),
    })
  end)
  return in_order(whole, {
    path = self.path, pointer = paths.pointer(assert(paths.read(self.path))), removed = self.gone or nil,
    history = list(origins.of(self.trail, true)), rules = rules(self), below = below[1] and list(below) or nil,
  })
end

return explanation
