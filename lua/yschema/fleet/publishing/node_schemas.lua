--- Validates new values by the schemas that nodes have of their own, before the values are published.
--
-- @module yschema.fleet.publishing.node_schemas

local comparison = require "yschema.comparison.comparison"
local bundle_validation = require "yschema.fleet.publishing.bundle_validation"
local paths = require "yschema.provenance.paths"
local masks = require "yschema.values.masks"
local sentences = require "yschema.fleet.publishing.sentences"

local node_schemas = {}

local concat, ipairs = table.concat, ipairs

--- A schema that nodes have.
---@class yschema.OwnSchema
---@field id string
---@field nodes string[] their names, sorted
---@field files? yschema.BundledFile[]
---@field problem? string why there are none

--- The result for the nodes with one schema.
---@class yschema.ForwardFinding
---@field schema string its id
---@field nodes string[]
---@field problem? string why it cannot be reported: their schema is missing, or cannot be read here
---@field report? string the errors of the new values; nil: the nodes take them
---@field violations? yschema.Violation[] the same for programs
---@field paths string[] where the nodes would refuse other values that the new schema accepts

-- Whether two lists of files have the same schema.
local function same_schema(one, other)
  local function texts(files)
    local list = {}
    for _, file in ipairs(files) do
      if file.role ~= "values" then list[#list + 1] = file.role .. " " .. #file.text .. "\n" .. file.text end
    end
    return concat(list)
  end
  return texts(one) == texts(other)
end

--- Returns whether two bundles have the same schema, so that nothing of it has to be compared.
node_schemas.same_schema = same_schema

-- ---- what must not be shown ---------------------------------------------------------

-- Returns a path as far as it may be shown: keys in sensitive maps may be sensitive, too.
local function shown_path(place, path)
  local shown = ""
  for _, step in ipairs(paths.read(path) or {}) do
    if place.masked then break end
    place, shown = masks.below(place, step.key), paths.join(shown, step)
  end
  return shown
end

-- Masks the values in the report of a node's schema, which may not know what is sensitive by the new schema. The places
-- of the violations and what is expected there remain.
local function without_values(violations, place)
  local list, lines = {}, {}
  for i, violation in ipairs(violations) do
    local path = shown_path(place, violation.path or "")
    list[i] = { path = path, kind = violation.kind, message = violation.kind, expected = violation.expected,
      schema_file = violation.schema_file, schema_line = violation.schema_line }
    lines[i] = ("%s: %s%s\n"):format(path == "" and "the document" or path, violation.kind,
      violation.expected and ", expected: " .. violation.expected or "")
  end
  return concat(lines), list
end

-- Has a schema validate the new values. Returns nil, or its report and the same for programs.
local function report_of(schema, validated, files)
  local run = bundle_validation.run(schema, files, { fold_repeats = true })
  local text, violations
  if run:exit_status() ~= 0 then
    text, violations = run:text(), (run:violations())
    if masks.is_masked(validated.mask, true) then text, violations = without_values(violations, validated.mask) end
  end
  run:close()
  return text, violations
end

-- ---- schemas ------------------------------------------------------------------------

-- The places of the breaking changes for values of the new schema, each once.
local function breaking_paths(own, validated)
  local places, seen = {}, {}
  local changes = comparison.compare(comparison.side(own), comparison.side(validated.schema), { direction = "forward" })
  for _, change in ipairs(changes) do
    local path = change.path == "" and "the document" or change.path
    if change.verdict == "breaking" and not seen[path] then seen[path], places[#places + 1] = true, path end
  end
  return places
end

local function finding_of(own, validated, files, settings)
  local finding = { schema = own.id, nodes = own.nodes, paths = {}, problem = own.problem }
  if not own.files or same_schema(own.files, files) then return finding end
  local schema, ok = bundle_validation.compile(own.files, settings)
  if not ok then
    finding.problem = "their schema has errors here:\n" .. schema.core:text()
    return finding
  end
  finding.report, finding.violations = report_of(schema, validated, files)
  finding.paths = breaking_paths(schema, validated)
  return finding
end

--- Validates new values by the schemas that nodes have, and compares these with the new schema.
---@param validated yschema.ValidatedBundle the new bundle
---@param files yschema.BundledFile[] its files
---@param schemas yschema.OwnSchema[]
---@param settings yschema.Settings
---@return yschema.ForwardFinding[] findings one for each schema
---@return boolean refused some nodes would refuse the new values
function node_schemas.check(validated, files, schemas, settings)
  local findings, refused = {}, false
  for i, own in ipairs(schemas) do
    findings[i] = finding_of(own, validated, files, settings)
    refused = refused or findings[i].report ~= nil
  end
  return findings, refused
end

-- ---- text ---------------------------------------------------------------------------

local function finding_text(finding)
  local is_one = #finding.nodes == 1
  local who = ("%s %s"):format(is_one and "node" or "nodes", sentences.named(finding.nodes))
  if finding.problem then return ("%s: not compared: %s\n"):format(who, (finding.problem:gsub("\n+$", ""))) end
  local out = {}
  if finding.report then
    out[1] = ("%s %s an own schema (%s) that refuses the new values:\n%s"):format(who, is_one and "has" or "have",
      finding.schema:sub(1, 12), sentences.indented(finding.report))
  end
  if finding.paths[1] then
    out[#out + 1] = ("%s: %s own schema (%s) refuses other values that the new schema accepts, at %s\n"):format(who,
      is_one and "its" or "their", finding.schema:sub(1, 12), sentences.named(finding.paths))
  end
  return concat(out)
end

--- Formats the findings for people.
---@param findings yschema.ForwardFinding[]
---@return string text "" when there is nothing to say
function node_schemas.text(findings)
  local out = {}
  for i, finding in ipairs(findings) do out[i] = finding_text(finding) end
  return concat(out)
end

return node_schemas
