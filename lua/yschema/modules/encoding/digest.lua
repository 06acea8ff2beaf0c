--- The modules `md5` and `sha256`: compute digests of texts with OpenSSL, through the Lua module `openssl.digest`
-- (luaossl), which is loaded when a schema uses one.
--
-- @module yschema.modules.encoding.digest

local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local support = require "yschema.modules.support"

local byte, format, gsub = string.byte, string.format, string.gsub

local function hex(bytes)
  return (gsub(bytes, ".", function(c) return format("%02x", byte(c)) end))
end

-- Makes a module with the single function `sum`. Its name is also OpenSSL's name of the digest.
local function module(name)
  local who, fields = name .. ".sum", {}
  calls.define(fields, "sum", "value", 1, function(value)
    support.string(who, value)
    local there, digest = pcall(require, "openssl.digest")
    if not there then
      values.raise(who .. ": needs the Lua module openssl.digest: install Debian's lua-luaossl, or the"
        .. " rock luaossl")
    end
    local made, made_digest = pcall(digest.new, name)
    if not made then values.raise(who .. ": OpenSSL has no " .. name .. " here") end
    return hex(made_digest:final(value))
  end)
  return { fields = fields }
end

return { md5 = module "md5", sha256 = module "sha256" }
