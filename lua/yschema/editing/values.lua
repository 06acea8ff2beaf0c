--- Values that are written into a text: nodes with `kind`, `value` and `key`, as `documents:outline()` gives them.
--
-- @module yschema.editing.values

local core = require "yschema.core"

local values = {}

local function kind_of(value)
  if value == core.null then return "null" end
  local name = type(value)
  if name == "boolean" or name == "string" then return name end
  if name ~= "number" then return "integer" end -- LuaJIT's 64-bit integers
  if math.type then return math.type(value) == "integer" and "integer" or "float" end
  return value % 1 == 0 and value > -2 ^ 53 and value < 2 ^ 53 and "integer" or "float"
end

--- Makes a node of a scalar. A table is taken for a node.
---@param value any `core.null`, a boolean, a number, a string, or a node
---@return yschema.EditedNode
function values.of(value)
  if type(value) ~= "table" then return { kind = kind_of(value), value = value, made = true } end
  local node = {
    kind = value.kind, value = value.value, key = value.key, key_kind = value.key_kind, made = true,
    from = value.from, name = value.name, written = value.written,
  }
  for i, below in ipairs(value) do
    node[i] = values.of(below)
    node[i].parent = node
  end
  return node
end

--- Reads a value that is written in YAML.
---@param text string
---@param settings? table as for `core.parse()`
---@return yschema.EditedNode? node
---@return string? problem
function values.read(text, settings)
  local parsed, owner = core.parse(core.source("value", text), settings)
  if not parsed then
    local problem = owner:text()
    owner:close()
    return nil, problem
  end
  local count = parsed:count()
  local node, problem = nil, "expected one value"
  if count == 1 then node, problem = parsed:outline(1) end
  if count == 0 then node = { kind = "null", value = core.null } end
  parsed:close()
  return node and values.of(node), problem
end

local function canonical_scalar(node)
  local value = node.value
  if type(value) == "string" then return "string " .. #value .. ":" .. value end
  if node.kind == "float" then return ("float %.17g"):format(value) end
  return node.kind .. " " .. tostring(value)
end

--- Writes a node. Equal values of the same kinds have the same text, in whatever order their keys are.
---@param node yschema.OutlineNode
---@return string
function values.canonical(node)
  if node.kind ~= "map" and node.kind ~= "array" then return canonical_scalar(node) end
  local parts = {}
  for i, below in ipairs(node) do
    local key = below.key
    key = key and (below.key_kind or "") .. #key .. ":" .. key .. "=" or ""
    parts[i] = key .. values.canonical(below)
  end
  if node.kind == "map" then table.sort(parts) end
  return node.kind .. "{" .. table.concat(parts, ",") .. "}"
end

--- Makes a node of any Lua value.
---@param value any
---@return yschema.EditedNode? node
---@return string? problem
function values.of_any(value)
  if type(value) ~= "table" and type(value) ~= "function" then return values.of(value) end
  local text, problem = core.encode(value, "json")
  if not text then return nil, problem end
  return values.read(text)
end

return values
