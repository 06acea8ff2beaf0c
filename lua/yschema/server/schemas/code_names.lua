--- The names that code in a schema may use: those that it binds, those that it loads, and the modules.
--
-- The code is not run: its lines are looked at one by one, so that unfinished code has names, too.
--
-- @module yschema.server.schemas.code_names

local sorted_keys = require("yschema.base.plain_tables").sorted_keys
local core = require "yschema.core"
local file_access = require "yschema.base.file_access"
local file_kinds = require "yschema.base.file_kinds"
local positions = require "yschema.server.positions"
local registry = require "yschema.modules.registry"

local code_names = {}

--- A name, and where it is bound.
---@class yschema.BoundName
---@field name string
---@field kind "function"|"value"|"loaded"
---@field line integer
---@field first integer the place of the name
---@field text string the code that binds it
---@field file? string the file that it is loaded from, or "@ytt:" and a module
---@field original? string its name there

-- Returns the code in a line, and the column where it begins.
local function code_in(line, is_starlark)
  if is_starlark then return line, 1 end
  local from = line:match "^%s*#@()[ \t]"
  return from and line:sub(from), from
end

local function add(list, name, kind, line, first, text)
  local one = { name = name, kind = kind, line = line, first = first, text = text:match "^%s*(.-)%s*$" }
  list[#list + 1] = one
  return one
end

-- Adds the names in the call of `load`.
local function add_loaded(list, code, line, base)
  local file = code:match "load%s*%(%s*[\"']([^\"']+)[\"']"
  if not file then return end
  local from = code:find(file, 1, true) + #file + 1
  for place, own, original in code:gmatch "()([%w_]*)%s*=?%s*[\"']([%w_]+)[\"']" do
    if place >= from then
      local one = add(list, own ~= "" and own or original, "loaded", line, base + place - 1, code)
      one.file, one.original = file, original
    end
  end
end

local PATTERNS = {
  { "^%s*def%s+()([%a_][%w_]*)%s*%(", "function" }, { "^%s*function%s+()([%a_][%w_]*)%s*%(", "function" },
  { "^%s*local%s+function%s+()([%a_][%w_]*)%s*%(", "function" }, { "^%s*local%s+()([%a_][%w_]*)", "value" },
  { "^%s*for%s+()([%a_][%w_]*)%s+in%s", "value" }, { "^%s*()([%a_][%w_]*)%s*=[^=]", "value" },
}

-- Adds the names that a line binds.
local function add_bound(list, code, line, base)
  if code:find "^%s*load%s*%(" then return add_loaded(list, code, line, base) end
  for _, pattern in ipairs(PATTERNS) do
    local place, name = code:match(pattern[1])
    if name then return add(list, name, pattern[2], line, base + place - 1, code) end
  end
end

--- Returns the names that the code of a text binds, in its order.
---@param content yschema.EditorText
---@param path string of its file
---@return yschema.BoundName[]
function code_names.bound(content, path)
  local list, is_starlark = {}, file_kinds.is_starlark(path)
  if not content.text:find("#@", 1, true) and not is_starlark then return list end
  for line = 1, #content:line_starts() do
    local code, from = code_in(content:line(line), is_starlark)
    if code then add_bound(list, code, line, content:line_bytes(line) + from - 1) end
  end
  return list
end

--- Finds where a name that is visible in a line is bound: the last place above it, or the line itself.
---@param list yschema.BoundName[]
---@param name string
---@param line integer
---@return yschema.BoundName?
function code_names.find(list, name, line)
  local found
  for _, one in ipairs(list) do
    if one.name == name and (one.line <= line or not found) then found = one end
  end
  return found
end

--- Returns the place of a file that code loads.
---@param path string absolute, of the file with the code
---@param file string
---@return string absolute
function code_names.place(path, file) return file_access.normalised(file_access.folder_of(path) .. file) end

--- Reads a file that code loads.
---@param place string absolute
---@param texts yschema.OpenTexts
---@return yschema.EditorText?
function code_names.content(place, texts)
  local open = texts.of_path(texts, place)
  if open then return open.content end
  local source = core.read(place, place, 2 ^ 26)
  return source and positions.of(source:text()) or nil
end

-- ---- modules ------------------------------------------------------------------------

--- Returns the names of the modules, sorted.
---@return string[]
function code_names.modules() return sorted_keys(registry.names) end

--- Returns the names of what a module has, sorted.
---@param name string
---@return string[]
function code_names.of_module(name)
  local mt = registry.names[name] and getmetatable(registry.named(name))
  local list = {}
  for field in next, type(mt) == "table" and type(mt.__index) == "table" and mt.__index or {} do
    if type(field) == "string" then list[#list + 1] = field end
  end
  table.sort(list)
  return list
end

return code_names
