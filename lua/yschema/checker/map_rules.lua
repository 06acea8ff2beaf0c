--- The rules of maps. They are about the complete map, with its defaults.
--
-- @module yschema.checker.map_rules

local rule_code = require "yschema.checker.rule_code"

local map_rules = {}

local huge = math.huge
local ipairs, type = ipairs, type

-- Returns the keys that one_not_null counts, as a set; nil when only the core can count them.
local function keys_of(rule, field)
  if #field.open > 0 then return nil end
  local keys = {}
  if rule.argument == true then
    for _, key in ipairs(field.keys) do keys[key] = true end
    return keys
  end
  for _, key in ipairs(type(rule.argument) == "table" and rule.argument or {}) do
    if keys[key] then return nil end
    keys[key] = true
  end
  return keys
end

--- Returns what the rules of a map have to know: `size`, whether they look at the number of keys, and `keys`, those of
--- which one has to be not null. Nil: the core has to be asked.
---@param field yschema.CheckerField
---@return { size: boolean?, keys: table<string, boolean>? }?
function map_rules.needs(field)
  local needs = {}
  if field.calls then return nil end
  for _, rule in ipairs(field.rules or {}) do
    if rule.unrepresentable then return nil end
    if rule.name == "min_len" or rule.name == "max_len" then
      if not rule_code.length(rule) then return nil end
      needs.size = true
    elseif rule.name == "one_not_null" and not needs.keys then
      needs.keys = keys_of(rule, field)
      if not needs.keys then return nil end
    elseif rule.name ~= "not_null" then
      return nil
    end
  end
  return needs
end

-- The number of keys in the complete map: those given, and the defaults.
local function write_size(text, field)
  if #field.open > 0 then text:add("local size = %d - n + m + f", #field.named)
  else text:add("local size = %d - n + f", #field.named) end
end

--- Writes the rules. `n` is the number of named keys that are not given, `f` those of them with a default, `m` that of
--- other keys, and `y` that of keys for one_not_null.
---@param text yschema.FunctionText
---@param field yschema.CheckerField
---@param needs table from `needs`
function map_rules.write(text, field, needs)
  if needs.keys then text:add "if y ~= 1 then return false end" end
  if not needs.size then return end
  write_size(text, field)
  for _, rule in ipairs(field.rules) do
    local length = rule_code.length(rule)
    if rule.name == "min_len" then
      if length == huge then text:add "do return false end"
      else text:add("if size < %d then return false end", length) end
    elseif rule.name == "max_len" and length < huge then
      text:add("if size > %d then return false end", length)
    end
  end
end

return map_rules
