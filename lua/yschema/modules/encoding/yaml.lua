--- The module `yaml`: encodes and decodes YAML.
--
-- @module yschema.modules.encoding.yaml

local core = require "yschema.core"
local raise = require "yschema.starlark.values".raise
local support = require "yschema.modules.support"

local getmetatable, type = getmetatable, type

-- Returns the documents, or nil and the first error of the text.
local function parse(text)
  local documents, owner = core.parse(core.source("yaml", support.charged(text)), { max_bytes = support.most_bytes })
  if documents then return documents end
  local failure = owner:violations()[1]
  owner:close()
  return nil, failure.message .. (failure.line and " (in line " .. failure.line .. ")" or "")
end

-- Keys keep their order.
local function in_order(map)
  local mt = getmetatable(map)
  return type(mt) == "table" and mt.keys and { keys = mt.keys } or nil
end

local fields = {}

support.define(fields, "yaml", "encode", {}, function(value)
  return support.encode("yaml.encode", value, "yaml", in_order)
end)

-- Returns the first document, as ytt does.
support.define(fields, "yaml", "decode", {}, function(value)
  local documents, problem = parse(support.string("yaml.decode", value))
  if not documents then raise("yaml.decode: " .. problem) end
  local decoded = core.null
  if documents:count() > 0 then decoded, problem = documents:value(1, true) end
  documents:close()
  if decoded == nil then raise("yaml.decode: " .. problem) end
  return decoded
end)

support.predicate(fields, "yaml", "decodable", "YAML", {}, function(value)
  local documents, problem = parse(value)
  if documents then documents:close() end
  return problem
end)

return { fields = fields }
