--- The status that a node writes under its lease: which bundle it has validated, with which result, and which it
-- serves.
--
-- @module yschema.fleet.node_status

local characters = require "yschema.text.characters"
local records = require "yschema.fleet.records"

local node_status = {}

--- The most bytes of a report.
node_status.most_report = 8 * 1024

local cut_off = "\n... (the rest is in the log of the node)"

--- The status of a node.
---@class yschema.fleet.NodeStatus
---@field node string its name
---@field yschema string the version of yschema there
---@field serial integer of what it validated last
---@field bundle string the id of the bundle that it validated last
---@field verdict "ack"|"nack"
---@field report? string why it does not serve that
---@field serving? string the id of the bundle that it serves
---@field serving_serial? integer
---@field canary? boolean
---@field schema? string the id of its own schema
---@field instance? string a random text, by which the node recognises what it has written itself
---@field at number when it wrote this, in seconds since 1970; written without its fraction

local form = {
  what = "the status of a node", format = "yschema-node", version = 1, most_bytes = 64 * 1024,
  remedy = "the node writes it again when it validates the next bundle",
  fields = {
    { "node", "node" }, { "yschema", "line" }, { "serial", "count" }, { "bundle", "id", optional = true },
    { "verdict", "line" }, { "report", "text", optional = true }, { "serving", "id", optional = true },
    { "serving_serial", "count", optional = true }, { "canary", "boolean", optional = true },
    { "schema", "id", optional = true }, { "instance", "line", optional = true }, { "at", "number" },
  },
}

-- Replaces control characters, which could affect a terminal, except line ends and tabs.
local function printable(text)
  return (string.gsub(string.gsub(text, "[%z\1-\8\11-\31\127]", "?"), "\194[\128-\159]", "?"))
end

-- Cuts a text at a line's or a character's end.
local function shortened(text) return characters.shortened(text, node_status.most_report, cut_off) end

-- Returns the problem of a status; nil when it is valid.
local function status_problem(status)
  if status.verdict ~= "ack" and status.verdict ~= "nack" then return '"verdict" must be "ack" or "nack"' end
  if not status.bundle and status.verdict == "ack" then return '"bundle" is missing' end
  if (status.serving == nil) ~= (status.serving_serial == nil) then
    return '"serving" and "serving_serial" must be there together'
  end
  return nil
end

--- Writes a status. A report that is too long is cut.
---@param status yschema.fleet.NodeStatus
---@return string? text
---@return string? problem
function node_status.encode(status)
  local plain, problem = records.checked(status, form.fields)
  problem = problem or status_problem(plain)
  if problem then return nil, "the status cannot be written: " .. problem end
  plain.report = plain.report and shortened(printable(plain.report))
  plain.at = math.floor(plain.at)
  return records.write(plain, form)
end

--- Reads a status.
---@param text string
---@param node? string the node that it must be of
---@return yschema.fleet.NodeStatus? status
---@return string? problem
function node_status.parse(text, node)
  local status, problem = records.read(text, form)
  if not status then return nil, problem end
  problem = status_problem(status)
  if not problem and node and status.node ~= node then problem = '"node" is not the name in its key' end
  if problem then return nil, records.damaged(form, problem) end
  status.report = status.report and shortened(printable(status.report))
  return status
end

return node_status
