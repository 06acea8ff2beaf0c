--- Makes functions remember their results where they would be called again and again for the same value.
--
-- Definitions that name others twice, at several steps, make a few functions that lead to the last one in thousands of
-- ways. Then each function that is called at several places is given to `memoize`.
--
-- @module yschema.importing.sharing

local sharing = {}

local ipairs = ipairs

local MANY = 1000 -- ways from one function to others
local AROUND = 600 -- what a way counts that leads back, so that two of them are many

-- Lists the functions that each function calls, once for each place, and counts the places.
local function calls_of(slots)
  local calls, places = {}, {}
  for _, slot in ipairs(slots) do
    local list = {}
    for i = 2, #slot.lines do
      for name in slot.lines[i]:gmatch "%f[%w_](fits_[%w_]+)%(" do
        list[#list + 1] = name
        places[name] = (places[name] or 0) + 1
      end
    end
    calls[slot.name] = list
  end
  return calls, places
end

-- Tells whether there are many ways from some function.
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

--- Changes the functions that validate, if there are many ways between them.
---@param writer yschema.SchemaWriter
function sharing.mark(writer)
  local calls, places = calls_of(writer.predicates)
  if not has_many_ways(writer.predicates, calls) then return end
  for _, slot in ipairs(writer.predicates) do
    if (places[slot.name] or 0) > 1 then
      local anew = writer:name(slot.name .. "_anew")
      slot.lines[1] = ("def %s(v):"):format(anew)
      slot.lines[#slot.lines + 1] = ("%s = memoize(%s)"):format(slot.name, anew)
    end
  end
end

return sharing
