--- Makes tables of results, for programs that read JSON.
--
-- @module yschema.fleet.publishing.record

local core = require "yschema.core"
local writing = require "yschema.base.writing"

local record = {}

local list, ordered = writing.list, writing.ordered

local new_change = ordered { "path", "change", "was", "is", "sensitive" }
local new_values = ordered { "count", "list" }
local new_finding = ordered { "schema", "nodes", "problem", "report", "violations", "paths" }
local new_refusal = ordered { "kind", "message" }
local new_waiting = ordered { "outcome", "problem", "nodes", "current", "refused", "missing" }
local new_report = ordered { "node", "serial", "report" }

--- The whole of a record of a change.
record.new = ordered {
  "name", "outcome", "bundle", "serial", "signed", "canaries", "before", "refusals", "schema", "values", "forward",
  "waiting", "problem",
}

-- A value as JSON can have it.
local function plain(value)
  if value == nil or core.encode(value, "json") then return value end
  return (core.encode(value, "yaml") or tostring(value)):gsub("%s+$", "")
end

--- Makes a table of changed values.
---@param found? yschema.ChangedValues
---@return table?
function record.values(found)
  if not found then return nil end
  local changes = {}
  for i, change in ipairs(found.list) do
    changes[i] = new_change {
      path = change.path, change = change.change, was = plain(change.was), is = plain(change.is),
      sensitive = change.sensitive,
    }
  end
  return new_values { count = found.count, list = list(changes) }
end

--- Makes a table of the results for nodes with a schema of their own.
---@param findings yschema.ForwardFinding[]
---@return table
function record.forward(findings)
  local out = {}
  for i, finding in ipairs(findings) do
    local violations = finding.violations or {}
    out[i] = new_finding {
      schema = finding.schema, nodes = list(finding.nodes), problem = finding.problem, report = finding.report,
      violations = violations[1] and require "yschema.report.json".in_order(violations), paths = list(finding.paths),
    }
  end
  return list(out)
end

--- Makes a table of the changes of the schema.
---@param changes? yschema.Change[]
---@return table?
function record.schema(changes)
  if not changes then return nil end
  return require "yschema.comparison.report".data { direction = "backward", changes = changes }
end

--- Makes a table of reasons.
---@param refusals { kind: string, message: string }[]
---@return table
function record.refusals(refusals)
  local out = {}
  for i, refusal in ipairs(refusals) do out[i] = new_refusal { kind = refusal.kind, message = refusal.message } end
  return list(out)
end

--- Makes a table of the result of waiting.
---@param result yschema.WaitingResult
---@return table
function record.waiting(result)
  local tally, refused = result.tally or { all = 0, current = 0, refused = {}, waiting = {} }, {}
  for i, state in ipairs(tally.refused) do
    refused[i] = new_report { node = state.name, serial = state.status.serial, report = state.status.report }
  end
  return new_waiting {
    outcome = result.outcome, problem = result.problem and tostring(result.problem), nodes = tally.all,
    current = tally.current, refused = list(refused), missing = list(tally.waiting),
  }
end

return record
