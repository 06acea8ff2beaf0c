--- Kubernetes' functions of semantic versions as rows: `semver("1.2.3-rc.1")`.
--
-- @module yschema.cel.library.versions

local values = require "yschema.cel.values.values"
local equality = require "yschema.cel.values.equality"
local rows = require "yschema.cel.values.rows"
local metered = require "yschema.sandbox.metered"

local list, define = rows.list()

local integers, fail = values.integers, values.fail
local find, gmatch, gsub, match = string.find, string.gmatch, string.gsub, string.match
local setmetatable = setmetatable

local semver_mt = { cel_type = "kubernetes.Semver" }

-- Reads a number of a version as a uint; nil: it is none, or too large.
local function number_of(text)
  if not find(text, "^%d+$") or find(text, "^0%d") then return nil end
  return integers.uint_of(text)
end

-- Returns the identifiers of a pre-release or of build metadata; nil when one is invalid. Numbers are uints.
local function identifiers(text, with_numbers)
  local out = {}
  for part in gmatch(text .. ".", "([^.]*)%.") do
    if not find(part, "^[%w-]+$") then return nil end
    if with_numbers and find(part, "^%d+$") then
      part = number_of(part)
      if not part then return nil end
    end
    out[#out + 1] = part
  end
  return out
end

-- Reads a version by the rules of semver.org; nil: the text is none.
local function read(text)
  local major, minor, rest = match(text, "^(%d+)%.(%d+)%.(.*)$")
  if not major then return nil end
  local before, build = match(rest, "^([^+]*)%+(.*)$")
  local patch, release = match(before or rest, "^(%d+)(.*)$")
  if not patch or build and not identifiers(build) then return nil end
  local version = setmetatable({ number_of(major), number_of(minor), number_of(patch), release = {} }, semver_mt)
  if release ~= "" then version.release = identifiers(match(release, "^%-(.*)$") or "", true) end
  return version[1] and version[2] and version[3] and version.release and version
end

-- Returns a version with three numbers, without "v" and leading zeros; nil when it cannot be completed.
local function normalized(text)
  text = gsub(text, "^v", "")
  local parts = {}
  for part, dot in gmatch(text, "([^.]*)(%.?)") do
    if #parts == 3 then
      parts[3] = parts[3] .. part .. dot
    else
      parts[#parts + 1] = #parts == 2 and part .. dot or part
    end
    if dot == "" then break end
  end
  for i = 1, #parts do
    if #parts[i] > 1 then
      parts[i] = gsub(parts[i], "^0+", "")
      if not find(parts[i], "^%d") then parts[i] = "0" .. parts[i] end
    end
  end
  if #parts < 3 and (#parts == 0 or find(parts[#parts], "[-+]")) then return nil end
  while #parts < 3 do parts[#parts + 1] = "0" end
  return table.concat(parts, ".")
end

local function version_of(text, normalize)
  metered.through(text, 1)
  if normalize then text = normalized(text) end
  return text and read(text)
end

local function compare_identifiers(a, b)
  local a_is_text, b_is_text = type(a) == "string", type(b) == "string"
  if a_is_text ~= b_is_text then return a_is_text and 1 or -1 end
  if a_is_text then return equality.compare_strings(a, b) end
  return integers.ucompare(a, b)
end

local function compare(a, b)
  for i = 1, 3 do
    local order = integers.ucompare(a[i], b[i])
    if order ~= 0 then return order end
  end
  local one, other = a.release, b.release
  if #one == 0 or #other == 0 then return #one == #other and 0 or #one == 0 and 1 or -1 end
  for i = 1, math.min(#one, #other) do
    local order = compare_identifiers(one[i], other[i])
    if order ~= 0 then return order end
  end
  return #one == #other and 0 or #one < #other and -1 or 1
end
function semver_mt.equal(a, b) return compare(a, b) == 0 end

local function semver(text, normalize)
  return version_of(text, normalize) or fail("%s is no semantic version", values.brief(text))
end
define("semver(string) -> kubernetes.Semver", semver)
define("semver(string, bool) -> kubernetes.Semver", semver)

local function is_semver(text, normalize) return version_of(text, normalize) ~= nil end
define("isSemver(string) -> bool", is_semver, "total")
define("isSemver(string, bool) -> bool", is_semver, "total")

local own = "kubernetes.Semver"
rows.comparisons(define, own, compare, values.int)

for i, name in ipairs { "major", "minor", "patch" } do
  define(("member %s.%s() -> int"):format(own, name), function(version)
    return integers.int_of_uint(version[i]) or fail("the %s version does not fit the type int", name)
  end)
end

return list
