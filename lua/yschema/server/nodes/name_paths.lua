--- The paths that an annotation of a schema may have: to names (`@schema/refers to=`), and to the keys of items
-- (`@schema/identity`).
--
-- @module yschema.server.nodes.name_paths

local annotated = require "yschema.server.nodes.annotated"
local compiled = require "yschema.server.nodes.compiled"
local fields = require "yschema.server.values.fields"
local references = require "yschema.server.values.references"

local name_paths = {}

local MOST_PATHS, MOST_DEPTH = 500, 12

--- Returns the path around a place in the arguments of an annotation.
---@param content yschema.EditorText
---@param found yschema.SchemaCursor
---@param argument { name: string?, quote: string? } the one at the place: `to=` of a reference, or a key of an identity
---@param at integer
---@return string? path nil: the place is in no path
---@return integer? first of its bytes
---@return integer? after
function name_paths.around(content, found, argument, at)
  local is_path = found.annotation == "schema/refers" and argument.name == "to"
    or found.annotation == "schema/identity" and not argument.name
  if not is_path or not argument.quote then return nil end
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

-- Lists the paths from the roots of schemas to names, which are those of scalars and of keys.
local function absolute(schemas)
  local list, seen = {}, {}
  for _, schema in ipairs(schemas) do visit(list, seen, fields.root(schema), "", 0) end
  return list
end

-- Lists the paths from the maps around a value.
local function relative(server, text, line)
  local list = {}
  for _, map in ipairs(annotated.maps(server, text, line)) do
    local own = {}
    visit(own, {}, map.field, "", 0)
    for _, path in ipairs(own) do list[#list + 1] = ("."):rep(map.dots) .. path end
  end
  return list
end

-- Lists the paths to the keys of items that an identity may have.
local function of_items(server, text, line)
  local list = {}
  for _, along in ipairs(annotated.fields(server, text, line)) do
    local own, field = {}, along[#along]
    visit(own, {}, field.item or field, "", 0)
    for _, path in ipairs(own) do
      if not path:find "[%[{*]" then list[#list + 1] = path end
    end
  end
  return list
end

-- Returns the schemas in which the names of a reference are: those of its own documents, or that of a kind.
local function schemas_of(server, text, line)
  local kind = text.open.content:line(line):match "kind%s*=%s*[\"']([^\"']*)[\"']"
  if kind then return { annotated.kinds(text)[kind] } end
  return compiled.of(server, text)
end

--- Lists the paths that may be written in an annotation.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param found yschema.SchemaCursor
---@param path string what is written
---@return string[]
function name_paths.list(server, text, found, path)
  if found.annotation == "schema/identity" then return of_items(server, text, found.line) end
  if path:sub(1, 1) == "." then return relative(server, text, found.line) end
  return absolute(schemas_of(server, text, found.line))
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

-- Returns the fields at which a path begins.
local function starts_of(server, text, found, dots)
  local starts = {}
  if found.annotation == "schema/identity" then
    for _, along in ipairs(annotated.fields(server, text, found.line)) do
      local field = along[#along]
      starts[#starts + 1] = field.item or field
    end
  elseif dots == 0 then
    for i, schema in ipairs(schemas_of(server, text, found.line)) do starts[i] = fields.root(schema) end
  else
    for i, map in ipairs(annotated.maps(server, text, found.line, dots)) do starts[i] = map.field end
  end
  return starts
end

--- Finds where a schema declares that to which a path leads.
---@param server yschema.LanguageServer
---@param text yschema.RequestedText
---@param found yschema.SchemaCursor
---@param path string
---@return string? file as a report names it; nil: the path leads nowhere
---@return integer? line
---@return integer? column
function name_paths.declared(server, text, found, path)
  local dots, steps = references.steps_of(path)
  for _, start in ipairs(steps[1] and starts_of(server, text, found, dots) or {}) do
    local field = follow(start, steps, 1, 0)
    if field and field.file then return field.file, field.line, field.column end
  end
end

return name_paths
