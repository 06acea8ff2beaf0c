--- Lists the differences between the values of two configurations. Sensitive values are masked.
--
-- @module yschema.fleet.publishing.changed_values

local core = require "yschema.core"
local equal = require "yschema.values.validator".equal
local paths = require "yschema.provenance.paths"
local shortened = require "yschema.text.characters".shortened
local masks = require "yschema.values.masks"

local changed_values = {}

--- The values of a configuration, or one of them.
---@class yschema.ServedValues
---@field value any
---@field mask yschema.MaskedPlace which of them are sensitive, and must not be shown

--- A value that differs.
---@class yschema.ChangedValue
---@field path string
---@field change "changed"|"added"|"removed"
---@field was? any nil: it was not there, or it is sensitive
---@field is? any
---@field sensitive? boolean

--- The differences.
---@class yschema.ChangedValues
---@field count integer of all values that differ
---@field list yschema.ChangedValue[] the first of them

local most_kept = 1000
local most_shown = 20

local function is_array(value) return type(value) == "table" and getmetatable(value) == core.array_mt end

local function is_map(value) return type(value) == "table" and not is_array(value) end

-- ---- comparing ----------------------------------------------------------------------

local function is_sensitive(side)
  return side.value ~= nil and masks.is_masked(side.mask, type(side.value) == "table")
end

local function add(found, path, old, new)
  found.count = found.count + 1
  if found.count > most_kept then return end
  local was, is = old.value, new.value
  local entry = { path = path, change = was == nil and "added" or is == nil and "removed" or "changed" }
  if is_sensitive(old) or is_sensitive(new) then entry.sensitive = true else entry.was, entry.is = was, is end
  found.list[#found.list + 1] = entry
end

-- One side of what is below a value.
local function below(side, value, key)
  return { value = value, mask = masks.below(side.mask, key) }
end

-- The keys of two maps: those of the new one in its order, and then those that only the old one has.
local function all_keys(old, new)
  local keys, seen = {}, {}
  for _, map in ipairs { new, old } do
    local mt, rest = getmetatable(map), {}
    for _, key in ipairs(mt and mt.keys or {}) do
      if map[key] ~= nil and not seen[key] then seen[key], keys[#keys + 1] = true, key end
    end
    for key in pairs(map) do
      if not seen[key] then rest[#rest + 1] = key end
    end
    table.sort(rest, function(a, b) return tostring(a) < tostring(b) end)
    for _, key in ipairs(rest) do seen[key], keys[#keys + 1] = true, key end
  end
  return keys
end

local compare

local function compare_maps(found, path, old, new)
  for _, key in ipairs(all_keys(old.value, new.value)) do
    local name = tostring(key)
    compare(found, paths.join(path, { key = name }), below(old, old.value[key], name), below(new, new.value[key], name))
  end
end

-- Items in the middle are compared by their positions; those that are the same at the beginning and at the end are not.
local function compare_arrays(found, path, old, new)
  local one, other, first, last = old.value, new.value, 0, 0
  while first < #one and first < #other and equal(one[first + 1], other[first + 1]) do first = first + 1 end
  while last < #one - first and last < #other - first and equal(one[#one - last], other[#other - last]) do
    last = last + 1
  end
  for i = first + 1, (#one > #other and #one or #other) - last do
    local was, is
    if i <= #one - last then was = one[i] end
    if i <= #other - last then is = other[i] end
    compare(found, paths.join(path, { index = ("%d"):format(i - 1) }), below(old, was), below(new, is))
  end
end

function compare(found, path, old, new)
  local was, is = old.value, new.value
  local shows_keys = not old.mask.masked and not new.mask.masked
  if shows_keys and is_map(was) and is_map(is) and (next(was) == nil) == (next(is) == nil) then
    compare_maps(found, path, old, new)
  elseif shows_keys and is_array(was) and is_array(is) and was[1] ~= nil and is[1] ~= nil then
    compare_arrays(found, path, old, new)
  elseif not equal(was, is) then
    add(found, path, old, new)
  end
end

--- Compares the values of two configurations.
---@param old yschema.ServedValues
---@param new yschema.ServedValues
---@return yschema.ChangedValues
function changed_values.between(old, new)
  local found = { count = 0, list = {} }
  compare(found, "", old, new)
  return found
end

-- ---- text ---------------------------------------------------------------------------

local widest = 40

-- Writes a value on one line. What a terminal might obey is spelled.
local function value_text(value)
  local text = core.encode(value, "json") or core.encode(value, "yaml") or ""
  text = text:gsub("%s*\n%s*$", ""):gsub("\n%s*", " "):gsub("\127", "\\u007f")
  return shortened((text:gsub("\194([\128-\159])", function(c) return ("\\u%04x"):format(c:byte()) end)), widest)
end

local function line_of(change)
  local path = change.path == "" and "the document" or change.path
  if change.sensitive then return ("  %s: %s %s\n"):format(path, change.change, core.MASKED) end
  if change.change == "changed" then
    return ("  %s: %s -> %s\n"):format(path, value_text(change.was), value_text(change.is))
  end
  return ("  %s: %s %s\n"):format(path, change.change, value_text(change.change == "added" and change.is or change.was))
end

--- Formats the differences for people, in at most 20 lines below a title.
---@param found yschema.ChangedValues
---@return string text "" when nothing differs
function changed_values.text(found)
  if found.count == 0 then return "" end
  local out = { "changed values:\n" }
  for i, change in ipairs(found.list) do
    if i > most_shown then break end
    out[#out + 1] = line_of(change)
  end
  if found.count > most_shown then out[#out + 1] = ("  and %d more\n"):format(found.count - most_shown) end
  return table.concat(out)
end

return changed_values
