--- Computes SHA-256, by which bundles are named.
--
-- @module yschema.fleet.digest

local digest = {}

local missing = "SHA-256 needs the Lua module openssl.digest: install Debian's lua-luaossl, or the rock luaossl"
  .. " (in nginx, lua-resty-string will do, too)"

local function hex(bytes)
  return (string.gsub(bytes, ".", function(c) return string.format("%02x", string.byte(c)) end))
end

-- Returns a function that gives the digest of a text as bytes, or nil.
local function found()
  local there, module = pcall(require, "openssl.digest")
  if there then
    return function(text) return module.new("sha256"):final(text) end
  end
  there, module = pcall(require, "resty.sha256")
  if not there or type(module) ~= "table" then return nil end
  return function(text)
    local state = module:new()
    state:update(text)
    return state:final()
  end
end

-- This is looked for at once, because workers of nginx may not be allowed to read files later.
local compute = found()

--- Returns the SHA-256 of a text.
---@param text string
---@return string? hex 64 digits, in small letters
---@return string? problem which package is missing
function digest.sha256(text)
  if not compute then return nil, missing end
  return hex(compute(text))
end

return digest
