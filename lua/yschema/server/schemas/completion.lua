--- Offers annotations, their arguments, and the names that code may use.
--
-- @module yschema.server.schemas.completion

local annotated = require "yschema.server.nodes.annotated"
local annotations = require "yschema.server.schemas.annotations"
local core = require "yschema.core"
local cursor = require "yschema.server.schemas.cursor"
local file_kinds = require "yschema.base.file_kinds"
local file_access = require "yschema.base.file_access"
local hover = require "yschema.server.schemas.hover"
local lfs = require "lfs"
local ordered_keys = require "yschema.base.ordered_keys"
local name_paths = require "yschema.server.nodes.name_paths"
local code_names = require "yschema.server.schemas.code_names"
local views = require "yschema.server.values.views"
local writing = require "yschema.base.writing"

local completion = {}

-- The numbers of the protocol.
local FUNCTION, VARIABLE, MODULE, PROPERTY, VALUE, KEYWORD, FILE = 3, 6, 9, 10, 12, 14, 17
local KIND_OF = { ["function"] = FUNCTION, value = VARIABLE, loaded = FUNCTION }

local KEYWORDS = {
  "def", "end", "if", "elif", "else", "for", "in", "return", "lambda", "and", "or", "not", "load", "pass", "True",
  "False", "None",
}

-- The state while items are made.
---@class yschema.SchemaItems
---@field server yschema.LanguageServer
---@field text yschema.RequestedText
---@field found yschema.SchemaCursor
---@field items table[]
local Items = {}
Items.__index = Items

-- Adds an item that replaces the bytes from `first` on, before `after`; the word unless they are given.
function Items:add(item, new, first, after)
  local found = self.found
  item.textEdit = {
    range = self.text.open.content:range(first or found.first, after or found.after, self.server.unit), newText = new,
  }
  item.sortText = ("%s%03d"):format(item.sortText or "5", #self.items)
  self.items[#self.items + 1] = item
end

local function markdown(text) return { kind = "markdown", value = text } end

function Items:add_annotations()
  for _, one in ipairs(annotations.list) do
    self:add({ label = one.name, kind = KEYWORD, detail = one.call ~= "" and one.call or nil,
      documentation = markdown(hover.annotation(one)) }, one.name)
  end
end

-- Adds the names of a module that the word before the place begins with. Returns whether there is one.
function Items:add_fields()
  local found = self.found
  local module = found.word:match "^([%a_][%w_]*)%."
  if not module then return false end
  for _, field in ipairs(code_names.of_module(module)) do
    self:add({ label = field, kind = FUNCTION, detail = module .. "." .. field }, field, found.first + #module + 1)
  end
  return true
end

-- Adds the names that are visible, and the modules.
function Items:add_names()
  if self:add_fields() then return end
  local path, seen = self.text.open.path or "", {}
  local bound = code_names.bound(self.text.open.content, path)
  for i = #bound, 1, -1 do
    local one = bound[i]
    if one.line < self.found.line and not seen[one.name] then
      seen[one.name] = true
      self:add({ label = one.name, kind = KIND_OF[one.kind], detail = one.text, sortText = "2" }, one.name)
    end
  end
  for _, name in ipairs(code_names.modules()) do
    if not seen[name] then self:add({ label = name, kind = MODULE, detail = "module", sortText = "6" }, name) end
  end
end

-- Adds values, which replace what stands there of the argument.
function Items:add_values(values, start)
  local content, found = self.text.open.content, self.found
  local first = start
  local line_first = content:line_bytes(found.line)
  local rest = content:line(found.line):sub(first - line_first + 1)
  local after = first + #(rest:match '^"[^"]*"?' or rest:match "^[%w_.]*")
  for _, value in ipairs(values) do
    self:add({ label = value, kind = VALUE, sortText = "1", filterText = value }, value, first, after)
  end
end

-- Adds the arguments of an annotation that were not given yet.
function Items:add_arguments(annotation)
  local given = {}
  for name in self.found.before:gmatch "([%a_][%w_]*)%s*=" do given[annotations.aliases[name] or name] = true end
  for _, argument in ipairs(annotation.arguments) do
    if not given[argument.name] then
      local only = argument.values and #argument.values == 1 and argument.values[1] or ""
      local item = { label = argument.name .. "=", kind = PROPERTY, documentation = markdown(argument.text) }
      item.sortText = "1"
      self:add(item, argument.name .. "=" .. only)
    end
  end
end

-- Returns the place where the value of an argument begins.
local function value_start(found, argument, at)
  local text = found.before:sub(argument.start)
  local skipped = text:match "^%s*[%a_][%w_]*%s*=%s*()" or text:match "^%s*()"
  return at - #text + skipped - 1
end

-- Adds the paths to names, if the place is within one. Returns whether it is.
function Items:add_paths(argument, at)
  local path, first, after = name_paths.around(self.text.open.content, self.found, argument, at)
  for _, one in ipairs(path and name_paths.list(self.server, self.text, self.found, path) or {}) do
    self:add({ label = one, kind = VALUE, sortText = "1", filterText = one }, one, first, after)
  end
  return path ~= nil
end

-- Returns the names of the project's kinds of documents, for the argument that names one of them.
function Items:kinds(argument)
  if self.found.annotation ~= "schema/refers" or argument.name ~= "kind" then return nil end
  local names_of_kinds = ordered_keys(annotated.kinds(self.text))
  for i, name in ipairs(names_of_kinds) do names_of_kinds[i] = '"' .. name .. '"' end
  return names_of_kinds
end

function Items:fill_arguments(at)
  local found = self.found
  local annotation = annotations.by_name[found.annotation]
  if not annotation then return end
  local argument = cursor.argument(found.before)
  if self:add_paths(argument, at) then return end
  local known = argument.name and annotations.argument(annotation, argument.name)
  local values = known and (known.values or self:kinds(known)) or not argument.name and annotation.values
  local is_value = argument.is_word or argument.quote or known and found.before:find "=%s*[%w_]*$"
  if values and is_value then self:add_values(values, value_start(found, argument, at)) end
  if argument.quote then return end
  if argument.is_word then self:add_arguments(annotation) end
  self:add_names()
end

-- ---- code ---------------------------------------------------------------------------

-- The files beside a file that code may load.
local function libraries(path)
  local folder, list = file_access.folder_of(path), {}
  if lfs.attributes(folder, "mode") ~= "directory" then return list end
  for name in lfs.dir(folder) do
    if file_kinds.is_library(name) and folder .. name ~= path then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

-- Adds what may be loaded, or the names of what is loaded. Returns whether the place is within a string of `load`.
function Items:fill_load(at)
  local before, path = self.found.before, self.text.open.path or ""
  local file = before:match "^%s*load%s*%(%s*[\"']([^\"']*)$"
  if file then
    for _, name in ipairs(libraries(path)) do
      self:add({ label = name, kind = FILE, sortText = "1" }, name, at - #file, at)
    end
    for _, name in ipairs(code_names.modules()) do
      self:add({ label = "@ytt:" .. name, kind = MODULE }, "@ytt:" .. name, at - #file, at)
    end
    return true
  end
  local from, word = before:match "^%s*load%s*%(%s*[\"']([^\"']+)[\"'].*[\"']([%w_]*)$"
  if not from then return false end
  local module = from:match "^@ytt:(.*)$"
  local content = not module and code_names.content(code_names.place(path, from), self.server.texts)
  if module then self:add({ label = module, kind = MODULE }, module, at - #word, at) end
  for _, one in ipairs(content and code_names.bound(content, from) or {}) do
    self:add({ label = one.name, kind = KIND_OF[one.kind], detail = one.text }, one.name, at - #word, at)
  end
  return true
end

function Items:fill_code(at)
  if self:fill_load(at) then return end
  self:add_names()
  if self.found.word:find(".", 1, true) then return end
  for _, word in ipairs(KEYWORDS) do self:add({ label = word, kind = KEYWORD, sortText = "7" }, word) end
end

completion["textDocument/completion"] = function(server, params, text)
  local at = views.place(server, text, params)
  if not at then return core.null end
  local found = cursor.find(text.open.content, at, text.open.path or "")
  local items = setmetatable({ server = server, text = text, found = found, items = {} }, Items)
  if found.kind == "name" then
    items:add_annotations()
  elseif found.kind == "arguments" then
    items:fill_arguments(at)
  elseif found.kind == "code" or found.before:find "#@%s" then
    items:fill_code(at)
  end
  if not items.items[1] then return core.null end
  return { isIncomplete = false, items = writing.list(items.items) }
end

return completion
