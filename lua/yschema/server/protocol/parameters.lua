--- Checks the parameters of requests before they are handled, so that what answers a request can rely on their types.
--
-- @module yschema.server.protocol.parameters

local core = require "yschema.core"
local plain_tables = require "yschema.base.plain_tables"
local writing = require "yschema.base.writing"

local parameters = {}

local array_mt, getmetatable, null, type = core.array_mt, getmetatable, core.null, type

-- A type is a function that returns what a value should have been, if it is something else, and the path to it. Paths
-- begin with a point or a bracket.

local function of_type(name, in_words)
  return function(value) return type(value) ~= name and in_words or nil, "" end
end

local function whole(value)
  local is_one = type(value) == "number" and value >= 0 and value % 1 == 0
  return not is_one and "a whole number from 0" or nil, ""
end

-- A member whose name ends in `?` may be left out, or null.
local function object(members)
  local list = {}
  for name, of in next, members do
    list[#list + 1] = { name = name:match "%w+", optional = name:sub(-1) == "?", of = of }
  end
  table.sort(list, function(a, b) return a.name < b.name end) -- the same mistake always has the same message
  return function(value)
    if type(value) ~= "table" or getmetatable(value) == array_mt then return "an object", "" end
    for _, member in ipairs(list) do
      local own = value[member.name]
      if not (member.optional and (own == nil or own == null)) then
        local wanted, path = member.of(own)
        if wanted then return wanted, "." .. member.name .. path end
      end
    end
  end
end

local function list_of(item)
  return function(value)
    if type(value) ~= "table" or getmetatable(value) ~= array_mt and next(value) ~= nil then return "a list", "" end
    for i, own in ipairs(value) do
      local wanted, path = item(own)
      if wanted then return wanted, ("[%d]%s"):format(i - 1, path) end
    end
  end
end

local text, anything = of_type("string", "a string"), object {}
local position = object { line = whole, character = whole }
local range = object { start = position, ["end"] = position }
local document = object { uri = text }

--- The parameters of requests, by what they are about.
parameters.types = {
  nothing = of_type("table", "an object"),
  editor = object { ["capabilities?"] = anything },
  text = object { textDocument = document },
  place = object { textDocument = document, position = position },
  references = object {
    textDocument = document, position = position,
    ["context?"] = object { ["includeDeclaration?"] = of_type("boolean", "a boolean") },
  },
  new_name = object { textDocument = document, position = position, newName = text },
  places = object { textDocument = document, positions = list_of(position) },
  part = object { textDocument = document, range = range },
  actions = object {
    textDocument = document, range = range,
    ["context?"] = object { ["diagnostics?"] = list_of(anything), ["only?"] = list_of(text) },
  },
  diagnostic = object { textDocument = document, ["previousResultId?"] = text },
  diagnostics = object { ["previousResultIds?"] = list_of(object { uri = text, value = text }) },
}

--- Returns a member of a value whose types were not checked, such as the capabilities of an editor.
---@param value any
---@param ... string the names that lead to the member
---@return any? member nil: something on the way is missing, null, false or no object
function parameters.member(value, ...)
  for _, name in ipairs { ... } do value = type(value) == "table" and value[name] or nil end
  if value ~= null then return value or nil end
end

--- Returns the diagnostics that a request for code actions is about.
---@param params table
---@param is_meant fun(diagnostic: any): any
---@return table[]? diagnostics nil: there are none
function parameters.diagnostics(params, is_meant)
  local given = parameters.member(params, "context", "diagnostics")
  local list = plain_tables.kept(type(given) == "table" and given or {}, is_meant)
  return list[1] and writing.list(list) or nil
end

--- Returns what is wrong with parameters.
---@param name string of their type
---@param params table
---@return string? problem nil: nothing
function parameters.problem(name, params)
  local wanted, path = parameters.types[name](params)
  if wanted then return ("params%s must be %s"):format(path, wanted) end
end

return parameters
