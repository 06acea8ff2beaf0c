--- Holds the texts of a configuration's files, in order, and packs them into one string, in which form
-- they are passed between workers.
--
-- @module resty.yschema.texts

local core = require "yschema.core"
local source_files = require "yschema.pipeline.source_files"
local links = require "resty.yschema.links"
local report = require "yschema.report.report"

local texts = {}

local concat = table.concat

--- One text. `role` is "S" for a schema and "V" for values.
---@class resty.yschema.Text
---@field role "S"|"V"
---@field name string what reports call it
---@field text string

local function absolute(path)
  if path:sub(1, 1) == "/" then return path end
  return (ngx.config.prefix():gsub("/*$", "/")) .. path
end

--- Reads files, all through the same targets of links: see `resty.yschema.links`. This blocks.
---@param paths { schema: string[], values: string[] }
---@param settings yschema.Settings
---@return resty.yschema.Text[]? list
---@return yschema.Report? report what cannot be read
function texts.read(paths, settings)
  local owner, list, look = core.schema(settings), {}, links.new()
  local function place(path) return look:resolve(absolute(path)) end
  local function add(role, path)
    for _, source in ipairs(source_files.sources(owner, path, settings.max_bytes, place)) do
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

--- Packs texts into one string. Equal texts give equal strings.
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

--- Unpacks what pack() made, as core sources.
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
