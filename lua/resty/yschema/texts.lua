--- What a configuration is made of: the texts of its files, in order, and how they
-- travel between workers as one string.
--
-- @module resty.yschema.texts

local core = require "yschema.core"
local inputs = require "yschema.inputs"
local report = require "yschema.report"

local texts = {}

local concat = table.concat

--- One text. `role` is "S" in a schema, "V" in values.
---@class resty.yschema.Text
---@field role "S"|"V"
---@field name string what reports call it
---@field text string

local function absolute(path)
  if path:sub(1, 1) == "/" then return path end
  return (ngx.config.prefix():gsub("/*$", "/")) .. path
end

-- The sources of one path, under the name that was given.
local function sources_of(owner, path, max_bytes)
  local full = absolute(path)
  local source, problem = core.read(path, full, max_bytes)
  if source then return { source } end
  if problem == "is a directory" then return inputs.sources(owner, full, max_bytes) end
  owner:fault("READ", path, problem)
  return {}
end

--- Reads files. This blocks.
---@param paths { schema: string[], values: string[] }
---@param settings yschema.Settings
---@return resty.yschema.Text[]? list
---@return yschema.Report? report what cannot be read
function texts.read(paths, settings)
  local owner, list = core.schema(settings), {}
  local function add(role, path)
    for _, source in ipairs(sources_of(owner, path, settings.max_bytes)) do
      list[#list + 1] = { role = role, name = source:name(), text = source:text() }
    end
  end
  for _, path in ipairs(paths.schema) do add("S", path) end
  for _, path in ipairs(paths.values) do add("V", path) end
  local about = owner:exit_status() ~= 0 and report.new(owner) or nil
  owner:close()
  if about then return nil, about end
  return list
end

--- Texts as one string: the same string for the same texts.
---@param list resty.yschema.Text[]
---@return string
function texts.pack(list)
  local parts = {}
  for _, item in ipairs(list) do
    parts[#parts + 1] = ("%s %d %d\n"):format(item.role, #item.name, #item.text)
    parts[#parts + 1] = item.name
    parts[#parts + 1] = item.text
  end
  return concat(parts)
end

--- What pack() made, as core sources.
---@param packed string
---@return userdata[] schema
---@return userdata[] values
---@return string schema_part the schema's share of `packed`
function texts.unpack(packed)
  local sources, parts, at = { S = {}, V = {} }, {}, 1
  while at <= #packed do
    local _, last, role, name_size, size = packed:find("^([SV]) (%d+) (%d+)\n", at)
    local name_end = last + tonumber(name_size)
    local finish = name_end + tonumber(size)
    local list = sources[role]
    list[#list + 1] = core.source(packed:sub(last + 1, name_end), packed:sub(name_end + 1, finish), true)
    if role == "S" then parts[#parts + 1] = packed:sub(at, finish) end
    at = finish + 1
  end
  return sources.S, sources.V, concat(parts)
end

return texts
