--- The module `version`: requires a version of ytt's language.
--
-- @module yschema.modules.checking.version

local values = require "yschema.starlark.values"
local calls = require "yschema.starlark.calls"
local support = require "yschema.modules.support"

local raise = values.raise
local find, gmatch, match = string.find, string.gmatch, string.match
local concat = table.concat

-- The version of ytt whose language is implemented.
local language = { "0", "48", "0" }

local fields = {}

local function is_number(text) return find(text, "^0$") or find(text, "^[1-9]%d*$") end

-- Returns the identifiers of a pre-release or of build metadata; nil when one is not valid.
local function identifiers(text, is_release)
  local out = {}
  for part in gmatch(text .. ".", "(.-)%.") do
    if not find(part, "^[%w-]+$") then return nil end
    if is_release and find(part, "^%d+$") and not is_number(part) then return nil end
    out[#out + 1] = part
  end
  return out
end

-- Returns { major, minor, patch } by the grammar of semver.org, or nil.
local function parsed(text)
  local core, build = match(text, "^([^+]*)%+?(.*)$")
  if find(text, "+", 1, true) and not identifiers(build) then return nil end
  local major, minor, patch, release = match(core, "^(%d+)%.(%d+)%.(%d+)(.*)$")
  if not major then return nil end
  if release ~= "" and not identifiers(match(release, "^%-(.*)$") or "", true) then return nil end
  if not (is_number(major) and is_number(minor) and is_number(patch)) then return nil end
  return { major, minor, patch }
end

-- Compares numbers without leading zeros: -1, 0 or 1.
local function compared(a, b)
  if #a ~= #b then return #a < #b and -1 or 1 end
  return a == b and 0 or a < b and -1 or 1
end

-- A version comes after all of its pre-releases.
local function is_enough(wanted)
  for i = 1, 3 do
    local order = compared(language[i], wanted[i])
    if order ~= 0 then return order > 0 end
  end
  return true
end

calls.define(fields, "require_at_least", "version", 1, function(text)
  support.string("version.require_at_least", text)
  local wanted = parsed(text)
  if not wanted then
    raise("version.require_at_least: version string '" .. text .. "' must be a valid semver")
  end
  if not is_enough(wanted) then
    raise("version.require_at_least: the ytt version '" .. concat(language, ".")
      .. "' whose schemas yschema reads does not meet the minimum required version '" .. text .. "'")
  end
  return values.null
end)

return { fields = fields }
