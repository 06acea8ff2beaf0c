--- Infers a schema from files, and validates them: they must not change.

local core = require "yschema.core"
local each_document = require "yschema.batch.each_document"
local inference = require "yschema.inference.inference"
local schemas = require "yschema.pipeline.schemas"
local settings_of = require "yschema.pipeline.settings".of_options

local measure = {}

-- Writes a node. Equal values of the same kinds have the same text, in whatever order their keys are.
local function canonical(node)
  if node.kind ~= "map" and node.kind ~= "array" then
    local value = node.value
    if value ~= value then value = "nan" end
    return node.kind .. " " .. (value == nil and "?" or type(value) == "string" and ("%q"):format(value)
      or value == math.huge and "inf" or value == -math.huge and "-inf" or core.encode(value, "json"))
  end
  local parts = {}
  for i, below in ipairs(node) do
    parts[i] = (below.key and ("%s %q="):format(below.key_kind or "", below.key) or "") .. canonical(below)
  end
  if node.kind == "map" then table.sort(parts) end
  return node.kind .. "{" .. table.concat(parts, ",") .. "}"
end

local function canonical_text(name, text)
  local parsed, owner = core.parse(core.source(name, text))
  if not parsed then return nil, owner:text() end
  local list = {}
  for i = 1, parsed:count() do
    local node = parsed:outline(i)
    if node.kind ~= "null" then list[#list + 1] = canonical(node) end
  end
  return list
end

local function lines_in(text)
  local _, count = text:gsub("\n", "")
  return count + (text:find "[^\n]$" and 1 or 0)
end

-- Counts the settings in documents: their keys, each once in its place, in all items of an array together.
local function count_settings(sources)
  local seen, count = {}, 0
  local function walk(node, path)
    for _, below in ipairs(node) do
      local place = path .. "/" .. (below.key or "-")
      if below.key and not seen[place] then
        seen[place], count = true, count + 1
      end
      walk(below, place)
    end
  end
  for _, source in ipairs(sources) do
    local parsed = assert(core.parse(source))
    for i = 1, parsed:count() do walk(parsed:outline(i), "") end
    parsed:close()
  end
  return count
end

-- Why a schema is longer than a third of the files: they have a setting for each third of their lines at least; they
-- are so small that the header counts; or descriptions or other annotations make the difference.
local function reason_of(result, sources)
  if result.schema_lines * 3 <= result.lines then return nil end
  if count_settings(sources) * 3 > result.lines then return "settings" end
  if (result.schema_lines - 2) * 3 <= result.lines then return "header" end
  local _, descriptions = ("\n" .. result.schema):gsub("\n *#@schema/desc", "")
  if (result.schema_lines - descriptions) * 3 <= result.lines then return "descriptions" end
  return "annotations"
end

-- Validates the documents of a source by a schema. Returns what is wrong.
local function error_of(schema, source)
  local wanted, problem = canonical_text(source:name(), source:text()), nil
  local number = 0
  each_document.validate(schema, source, function(run, line)
    number = number + 1
    if problem or not line then return end
    if run:exit_status() ~= 0 then
      problem = run:text()
      return
    end
    local got, unreadable = canonical_text(source:name(), run:encode "yaml")
    if not got then
      problem = unreadable
    elseif got[1] ~= wanted[number] then
      problem = ("%s: document %d is changed:\n  %s\n  %s"):format(source:name(), number, wanted[number], got[1])
    end
  end)
  return problem
end

--- Infers a schema from files.
---@param files { name: string, text: string }[]
---@param options? { required: boolean?, references: boolean? }
---@return { schema: string?, problem: string?, lines: integer, schema_lines: integer?, notes: string[],
-- reason: string? } result `reason`: why the schema is longer than a third of the files, in one word
function measure.of(files, options)
  local settings = settings_of({}, 1)
  local examples = inference.new(settings, options)
  local result = { lines = 0, notes = examples.notes }
  local sources = {}
  for i, file in ipairs(files) do
    sources[i] = core.source(file.name, file.text, file.name, file.name:find "%.json$" ~= nil)
    local ok, about = examples:add(sources[i])
    if not ok then
      result.problem = tostring(about)
      result.unreadable = true
      return result
    end
    result.lines = result.lines + lines_in(file.text)
  end
  result.schema = examples:schema()
  if not result.schema then return result end
  result.schema_lines = lines_in(result.schema)
  result.reason = reason_of(result, sources)
  local schema = schemas.new(settings)
  schemas.add(schema, core.source("inferred.yml", result.schema))
  if not schemas.compile(schema) then
    result.problem = schema.core:text()
    return result
  end
  for _, source in ipairs(sources) do
    result.problem = result.problem or error_of(schema, source)
  end
  schema.core:close()
  return result
end

return measure
