--- Packs the texts of a configuration, in order, into one string, in which form they are passed between workers.
--
-- @module resty.yschema.source.texts

local plain_tables = require "yschema.base.plain_tables"
local core = require "yschema.core"

local texts = {}

local concat = table.concat

--- One text. `role` is "S" for a schema, "V" for values, and "L" for a library, which code of the others may `load`.
---@class resty.yschema.Text
---@field role "S"|"V"|"L"
---@field name string what reports call it
---@field text string

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

-- Calls f(role, name, text, packed) for each of the texts that pack() put into a string.
local function each(packed, f)
  local at = 1
  while at <= #packed do
    local _, last, role, name_size, size = packed:find("^([SVL]) (%d+) (%d+)\n", at)
    local name_end = last + tonumber(name_size)
    local finish = name_end + tonumber(size)
    f(role, packed:sub(last + 1, name_end), packed:sub(name_end + 1, finish), packed:sub(at, finish))
    at = finish + 1
  end
end

--- The content of a string of packed texts.
---@class resty.yschema.Unpacked
---@field S userdata[] core sources of the schema
---@field V userdata[] core sources of the values
---@field schema_part string what the schema is made of: its share of the string
---@field settings yschema.Settings those that were given; with the libraries, if there are any

--- Unpacks what pack() made.
---@param packed string
---@param settings yschema.Settings
---@return resty.yschema.Unpacked
function texts.unpack(packed, settings)
  local found, parts, files = { S = {}, V = {} }, {}, nil
  each(packed, function(role, name, text, part)
    if role ~= "V" then parts[#parts + 1] = part end
    if role == "L" then
      files = files or {}
      files[name] = text
    else
      local list = found[role]
      list[#list + 1] = core.source(name, text, true)
    end
  end)
  found.schema_part, found.settings = concat(parts), settings
  if files then
    found.settings = plain_tables.changed(settings, { files = plain_tables.changed(files, settings.files) })
  end
  return found
end

--- Unpacks what pack() made, as texts.
---@param packed string
---@return resty.yschema.Text[]
function texts.list(packed)
  local list = {}
  each(packed, function(role, name, text) list[#list + 1] = { role = role, name = name, text = text } end)
  return list
end

local roles = { S = "schema", V = "values", L = "library" }
local letters = { schema = "S", values = "V", library = "L" }

--- Returns the files of a bundle as texts.
---@param bundle yschema.fleet.Bundle
---@return resty.yschema.Text[]
function texts.of_bundle(bundle)
  return plain_tables.mapped(bundle.files, function(file)
    return { role = letters[file.role], name = file.name, text = file.text }
  end)
end

--- Returns texts as the files of a bundle.
---@param list resty.yschema.Text[]
---@return yschema.fleet.File[]
function texts.files(list)
  return plain_tables.mapped(list, function(item)
    return { role = roles[item.role], name = item.name, text = item.text }
  end)
end

--- Makes a list in which these texts are the schema.
---@param list resty.yschema.Text[]
---@param schema resty.yschema.Text[]
---@return resty.yschema.Text[]
function texts.with_schema(list, schema)
  local all = {}
  for i, item in ipairs(schema) do all[i] = item end
  for _, item in ipairs(list) do
    if item.role ~= "S" then all[#all + 1] = item end
  end
  return all
end

return texts
