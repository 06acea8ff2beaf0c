--- Makes the example of the HTML page (yschema.export.html_page): a file with all keys of a schema, to copy from.
--
-- It shows how the keys nest, with their examples or defaults. A required key that has neither gets an empty value of
-- its type. The example is a file to begin with and need not be valid.
--
-- @module yschema.export.html_example

local core = require "yschema.core"
local html_tree = require "yschema.export.html_tree"
local writing = require "yschema.base.writing"

local html_example = {}

local ipairs, setmetatable, type = ipairs, setmetatable, type

local most_levels = 20

local of_type = { string = "", integer = 0, float = 0.0, boolean = false, null = core.null, any = core.null }

-- The text of a description in place of a sensitive value.
local masked = core.MASKED

local value_of

-- Whether the example has a key. Placeholders stand for other keys, and sensitive values are not written into pages.
local function is_shown(field)
  if field.deprecated or html_tree.is_placeholder(field) then return false end
  return not field.sensitive or html_tree.rule(field, "required") ~= nil
end

local function map_of(fields, level)
  local keys, map = {}, {}
  for _, field in ipairs(fields) do
    if is_shown(field) then
      keys[#keys + 1] = field.name
      map[field.name] = value_of(field, level + 1)
    end
  end
  return setmetatable(map, { keys = keys })
end

-- The first alternative of a field, or the first of the values that a rule allows.
local function first_choice(field, level)
  for _, rule in ipairs(field.validations or {}) do
    local argument = rule.argument
    if type(argument) == "table" and argument[1] ~= nil then
      if rule.rule == "any-of" or rule.rule == "one-of" then return value_of(argument[1], level + 1) end
      if rule.rule == "one_of" or rule.rule == "enum" then return argument[1] end
    end
  end
end

-- Whether a value shows nothing: it is empty, or masked by the description.
local function is_empty(value)
  if value == nil or value == core.null or value == "" or value == masked then return true end
  return type(value) == "table" and next(value) == nil
end

local function of_kind(field, level)
  local kind = type(field.type) == "table" and field.type[1] or field.type
  local item = html_tree.item_of(field)
  if kind == "array" then
    local only = item and level < most_levels and item.fields and value_of(item, level + 1)
    return writing.list { only or nil }
  end
  if kind == "map" then return map_of(level < most_levels and field.fields or {}, level) end
  return of_type[kind]
end

function value_of(field, level)
  local example = field.example and field.example[1]
  if example and example.value ~= masked then return example.value end
  if not is_empty(field.default) then return field.default end
  local made = first_choice(field, level)
  if made == nil and (field.fields or field.default == nil or field.default == masked) then
    made = of_kind(field, level)
  end
  if made == nil and field.default ~= masked then made = field.default end
  return made == nil and core.null or made
end

--- Returns the example of a schema as YAML, or nil if the schema has no keys to show.
---@param schema table the core's description, with values
---@return string? yaml
function html_example.text(schema)
  if schema.type ~= "map" or not schema.fields then return nil end
  local map = map_of(schema.fields, 0)
  return next(map) ~= nil and core.encode(map, "yaml") or nil
end

return html_example
