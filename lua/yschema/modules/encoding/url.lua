--- The module `url`: parts of URLs, read and written as in Go's net/url.
--
-- @module yschema.modules.encoding.url

local suggestion = require "yschema.base.suggestion"
local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local support = require "yschema.modules.support"
local url_parts = require "yschema.modules.encoding.url_parts"

local kind, null, raise = values.kind, values.null, values.raise
local find, gmatch, gsub, sub = string.find, string.gmatch, string.gsub, string.sub
local concat = table.concat

local fields = {}

-- Defines a function of one text; f(text) returns the result, or nil and a problem.
local function define(name, f)
  calls.define(fields, name, "value", 1, function(text)
    local result, problem = f(support.string("url." .. name, text))
    if result == nil then raise("url." .. name .. ": " .. problem) end
    return result
  end)
end

local function encoded(text) return (gsub(url_parts.escape(text, "query"), "%%20", "+")) end
local function decoded(text) return url_parts.unescape((gsub(text, "+", " "))) end

define("path_segment_encode", function(text) return url_parts.escape(text, "segment") end)
define("path_segment_decode", url_parts.unescape)
define("query_param_value_encode", encoded)
define("query_param_value_decode", decoded)

-- Writes the values of one parameter, each with its name.
local function add_parameter(out, name, items)
  if kind(name) ~= "string" then
    raise("url.query_params_encode: expected map key to be string, but was " .. kind(name))
  end
  if kind(items) ~= "list" and kind(items) ~= "tuple" then
    if kind(items) ~= "dict" or next(items) ~= nil then -- Lua's {} may be a dict or a list
      raise("url.query_params_encode: expected map value to be array, but was " .. kind(items))
    end
  end
  for i = 1, #items do
    if kind(items[i]) ~= "string" then
      raise("url.query_params_encode: expected array value to be string, but was "
        .. kind(items[i]))
    end
    out[#out + 1] = encoded(name) .. "=" .. encoded(items[i])
  end
end

calls.define(fields, "query_params_encode", "parameters", 1, function(parameters)
  if kind(parameters) ~= "dict" and kind(parameters) ~= "struct" then
    raise("url.query_params_encode: expected argument to be a map, but was " .. kind(parameters))
  end
  local names, out = suggestion.string_keys(parameters), {}
  for name in next, parameters do
    if kind(name) ~= "string" then add_parameter(out, name) end
  end
  table.sort(names)
  for _, name in ipairs(names) do add_parameter(out, name, parameters[name]) end
  return concat(out, "&")
end)

-- Returns a map of lists. A `;` separates parameters, too, as in ytt.
define("query_params_decode", function(text)
  local out = {}
  for piece in gmatch(text, "[^&;]+") do
    local equals = find(piece, "=", 1, true) or #piece + 1
    local name, problem = decoded(sub(piece, 1, equals - 1))
    local value
    if name then value, problem = decoded(sub(piece, equals + 1)) end
    if not value then return nil, problem end
    out[name] = out[name] or values.list {}
    out[name][#out[name] + 1] = value
  end
  return out
end)

local function user_object(user)
  return support.object("url.user", {
    name = user.name,
    password = user.password or null,
    string = function() return url_parts.user(user) end,
  })
end

local object

function object(url)
  return support.object("url.value", {
    user = url.user and user_object(url.user) or null,
    string = function() return url_parts.format(url) end,
    hostname = function() return url_parts.hostname(url) end,
    without_user = function()
      local copy = {}
      for name, part in next, url do copy[name] = part end
      copy.user = nil
      return object(copy)
    end,
  })
end

define("parse", function(text)
  local url, problem = url_parts.parse(text)
  if not url then return nil, "parse " .. values.repr(text) .. ": " .. problem end
  return object(url)
end)

return { fields = fields }
