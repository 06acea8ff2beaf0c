--- The paths to names that an annotation of a schema may have (`@schema/refers to=`).
--
-- @module yschema.server.names.name_paths

local fields = require "yschema.server.values.fields"
local naming = require "yschema.server.values.naming"

local name_paths = {}

local ipairs = ipairs

local MOST_PATHS, MOST_DEPTH = 500, 12

--- Returns the path around a place in the arguments of an annotation.
---@param content yschema.EditorText
---@param found yschema.SchemaCursor
---@param argument { name: string?, quote: string? } the one at the place
---@param at integer
---@return string? path nil: the place is in no path
---@return integer? first of its bytes
---@return integer? after
function name_paths.around(content, found, argument, at)
  local is_path = found.annotation == "schema/refers" and argument.name == "to" and argument.quote
  if not is_path then return nil end
  local before = found.before:match("[^" .. argument.quote .. "]*$")
  local line, base = content:line(found.line), content:line_bytes(found.line)
  local rest = line:sub(at - base + 1):match("^[^" .. argument.quote .. "]*")
  return before .. rest, at - #before, at + #rest
end

local function is_scalar(field) return field.kind ~= "map" and field.kind ~= "array" and field.kind ~= "any" end

local function visit(list, seen, field, path, depth)
  if depth > MOST_DEPTH or #list >= MOST_PATHS then return end
  local function add(one)
    if not seen[one] then list[#list + 1] = one end
    seen[one] = true
  end
  for _, alternative in ipairs(field.choice or {}) do visit(list, seen, alternative.field, path, depth + 1) end
  if field.choice then return end
  if path ~= "" and is_scalar(field) and not field.sensitive then add(path) end
  local lead = path == "" and "" or path .. "."
  for _, below in ipairs(field.named or {}) do
    if below.key:find "^[%w_-]+$" then visit(list, seen, below, lead .. below.key, depth + 1) end
  end
  for _, open in ipairs(field.open or {}) do
    add(path .. "{}")
    visit(list, seen, open.field, lead .. "*", depth + 1)
  end
  if field.item then visit(list, seen, field.item, path .. "[]", depth + 1) end
end

--- Lists the paths from the roots of schemas to names, which are those of scalars and of keys.
---@param schemas yschema.CoreSchema[]
---@return string[]
function name_paths.list(schemas)
  local list, seen = {}, {}
  for _, schema in ipairs(schemas) do visit(list, seen, fields.root(schema), "", 0) end
  return list
end

-- Returns the field to which steps lead; that of a map for its keys. The first alternative that has it counts.
local function follow(field, steps, number, depth)
  local step = steps[number]
  if not field or depth > MOST_DEPTH then return nil end
  for _, alternative in ipairs(field.choice or {}) do
    local found = follow(alternative.field, steps, number, depth + 1)
    if found then return found end
  end
  if field.choice then return nil end
  if not step or step.keys then return field end
  if step.key then return follow(fields.of_key(field, step.key), steps, number + 1, depth) end
  if step.any == "array" then return follow(field.item, steps, number + 1, depth) end
  for _, list in ipairs { field.named or {}, field.open or {} } do
    for _, below in ipairs(list) do
      local found = follow(below.field or below, steps, number + 1, depth)
      if found then return found end
    end
  end
end

--- Finds where a schema declares that to which a path leads from its root.
---@param schemas yschema.CoreSchema[]
---@param path string
---@return string? file as a report names it; nil: the path leads nowhere, or begins at a value
---@return integer? line
---@return integer? column
function name_paths.declared(schemas, path)
  local dots, steps = naming.steps_of(path)
  for _, schema in ipairs(dots == 0 and steps[1] and schemas or {}) do
    local field = follow(fields.root(schema), steps, 1, 0)
    if field and field.file then return field.file, field.line, field.column end
  end
end

return name_paths
