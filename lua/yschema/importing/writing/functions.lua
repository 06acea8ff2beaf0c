--- Writes the functions that validate, and makes them remember their results where that is worth it.
--
-- @module yschema.importing.writing.functions

local functions = {}

local find, ipairs, match = string.find, ipairs, string.match

--- Writes a function of conditions.
---@param name string
---@param conditions string[]
---@return string[] lines
function functions.lines(name, conditions)
  local lines = { "def " .. name .. "(v):" }
  for i = 1, #conditions - 1 do lines[#lines + 1] = "  if not " .. conditions[i] .. ": return False" end
  lines[#lines + 1] = "  return " .. (conditions[#conditions] or "True")
  lines[#lines + 1] = "end"
  return lines
end

-- ---- repeated calls -----------------------------------------------------------------

local MANY = 1000 -- ways from one function to others
local AROUND = 600 -- the count of a recursive way, so that two of them are many

-- Lists the functions that each function calls, once for each call, and counts the calls.
local function calls_of(slots)
  local calls, places = {}, {}
  for _, slot in ipairs(slots) do
    local list = {}
    for i = 2, #slot.lines do
      local line, at = slot.lines[i], 1
      repeat
        at = find(line, "fits_", at, true)
        local name = at and match(line, "^%f[%w_](fits_[%w_]+)%(", at)
        if name then
          list[#list + 1] = name
          places[name] = (places[name] or 0) + 1
        end
        at = at and at + 5
      until not at
    end
    calls[slot.name] = list
  end
  return calls, places
end

-- Whether there are many ways from some function.
local function has_many_ways(slots, calls)
  local known = {}
  local function ways(name)
    if known[name] then return known[name] end
    known[name] = AROUND
    local sum = 1
    for _, other in ipairs(calls[name] or {}) do
      sum = sum + ways(other)
      if sum >= MANY then break end
    end
    known[name] = sum < MANY and sum or MANY
    return known[name]
  end
  for _, slot in ipairs(slots) do
    if ways(slot.name) >= MANY then return true end
  end
  return false
end

--- Makes functions remember their results where they would be called again and again for the same value. Definitions
-- that refer to others twice, at several steps, make a few functions that lead to the last one in thousands of ways.
-- Then each function that is called at several places is given to `memoize`.
---@param writer yschema.SchemaWriter
function functions.share_results(writer)
  local slots = writer.predicates
  local calls, places = calls_of(slots)
  if not has_many_ways(slots, calls) then return end
  for _, slot in ipairs(slots) do
    if (places[slot.name] or 0) > 1 then
      local anew = writer:name(slot.name .. "_anew")
      slot.lines[1] = ("def %s(v):"):format(anew)
      slot.lines[#slot.lines + 1] = ("%s = memoize(%s)"):format(slot.name, anew)
    end
  end
end

return functions
