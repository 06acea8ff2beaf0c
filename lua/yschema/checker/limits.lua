--- The limits of a run, for a check that makes no run.
--
-- The core counts the values that it reads, and the defaults that it fills in. A generated function adds up what each
-- array and map may come to at most, as shares of what is allowed. When the sum exceeds 1, the core counts exactly.
--
-- @module yschema.checker.limits

local limits = {}

local ipairs, max, next, type = ipairs, math.max, next, type

---@class yschema.CheckerLimits
---@field depth integer how deep tables may nest
---@field share_of_node number the share of one value that is read
---@field share_of_default number the share of one default
---@field budget { left: number } what is left of the shares in the running check

--- Takes the limits from the settings of a schema.
---@param settings yschema.Settings
---@return yschema.CheckerLimits
function limits.of(settings)
  local depth = settings.max_depth or 1000
  return {
    -- Lua's stack bounds how deep functions can call each other.
    depth = depth < 1000 and depth or 1000,
    share_of_node = 1 / max(1, settings.max_bytes / 16 - 1),
    share_of_default = 1 / (settings.max_nodes or 2000000),
    budget = { left = 0 },
  }
end

-- The number of values in a default.
local function count_values(value)
  local count = 1
  if type(value) ~= "table" then return count end
  for _, item in next, value do count = count + count_values(item) end
  return count
end

-- The counts of a field are kept in it, because each field is counted once for each field above it.
local function count_default(field)
  local count = field.default_count
  if count then return count end
  if field.default ~= nil or not field.named then
    count = count_values(field.default)
  else
    count = 1
    for _, named in ipairs(field.named) do count = count + count_default(named) end
  end
  field.default_count = count
  return count
end

-- Returns the most values that a given value may hold, and the most defaults that it may get. Arrays and the
-- entries of placeholders are counted when they are walked.
local function count_given(field)
  if field.given_count then return field.given_count, field.filled_count end
  local nodes, filled = 0, field.kind == "any" and count_default(field) or 0
  for _, named in ipairs(field.named or {}) do
    local below, fill = count_given(named)
    nodes, filled = nodes + 1 + below, filled + max(fill, count_default(named))
  end
  for _, alternative in ipairs(field.choice or {}) do
    local below, fill = count_given(alternative.field)
    nodes, filled = nodes + below, filled + 2 * fill
  end
  field.given_count, field.filled_count = nodes, filled
  return nodes, filled
end

--- Returns the share that one more value of a field takes.
---@param self yschema.CheckerLimits
---@param field yschema.CheckerField
---@return number
function limits.share(self, field)
  local nodes, filled = count_given(field)
  return max((1 + nodes) * self.share_of_node, filled * self.share_of_default)
end

return limits
