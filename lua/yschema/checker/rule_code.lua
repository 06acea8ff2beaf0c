--- Rules as statements that test a value in `x`.
--
-- A rule is written for values of one type of Lua. Rules that compare values of other types, or that only
-- the core can test, are left to it.
--
-- @module yschema.checker.rule_code

local helpers = require "yschema.checker.helpers"

local rule_code = {}

local concat = table.concat
local getmetatable = debug.getmetatable
local huge = math.huge
local ipairs, next, pairs, sort, type = ipairs, next, pairs, table.sort, type

-- ---- numbers ---------------------------------------------------------------------------

-- Returns the bound of a rule; nil when Lua's numbers do not compare with it as the core does.
local function bound_of(rule)
  local bound = rule.argument
  return type(bound) == "number" and bound == bound and bound or nil
end

local function write_bound(text, rule, operator)
  local bound = bound_of(rule)
  if not bound then return false end
  text:add("if not (x %s %s) then return false end", operator, text:constant(bound))
  return true
end

-- With larger values, the remainder that LuaJIT computes may be wrong.
local most_divided = 2 ^ 52

-- Only multiples of whole numbers are tested here. Fractions count as they are written in decimal.
local function write_multiple(text, rule)
  local of = bound_of(rule)
  if not of or of % 1 ~= 0 or of < 1 or of > most_divided then return false end
  local most = text:constant(most_divided)
  text:add("if x > %s or x < -%s or x %% %s ~= 0 then return false end", most, most, text:constant(of))
  return true
end

-- ---- lengths ---------------------------------------------------------------------------

--- Returns the length that a rule asks for, without its fraction; nil when Lua has no such number.
---@param rule yschema.CheckerRule
---@return number?
function rule_code.length(rule)
  local wanted = rule.argument
  if type(wanted) ~= "number" or wanted ~= wanted then return nil end
  if wanted >= 2 ^ 32 then return huge end
  if wanted <= -1 then return -1 end
  return wanted - wanted % 1
end

-- Tests without a call for each of them that the first bytes are ASCII characters.
local function write_first_bytes(text, least)
  local names, tests = {}, {}
  for i = 1, least do
    names[i], tests[i] = "b" .. i, "b" .. i .. " > 127"
  end
  local long = text:value(helpers.is_long, "is_long")
  text:add("do local %s = %s(x, 1, %d)", concat(names, ", "), text:value(string.byte, "byte"), least)
  text:add("if (%s) and not %s(x, %d) then return false end end", concat(tests, " or "), long, least)
end

local function write_min_len(text, rule)
  local least = rule_code.length(rule)
  if not least or least == huge then return false end
  if least < 1 then return true end
  text:add("if #x < %d then return false end", least)
  if least <= 8 then write_first_bytes(text, least)
  else text:add("if not %s(x, %d) then return false end", text:value(helpers.is_long, "is_long"), least) end
  return true
end

local function write_max_len(text, rule)
  local most = rule_code.length(rule)
  if not most or most < 0 then return false end
  if most == huge then return true end
  text:add("if #x > %d and %s(x) > %d then return false end", most,
    text:value(helpers.characters, "characters"), most)
  return true
end

local function write_max_bytes(text, rule)
  local most = rule_code.length(rule)
  if not most or most < 0 then return false end
  if most < huge then text:add("if #x > %d then return false end", most) end
  return true
end

-- ---- enumerations ----------------------------------------------------------------------

-- Returns the values of one type that a rule allows.
local function allowed_of(rule, kind)
  local allowed, argument = {}, rule.argument
  if type(argument) ~= "table" then return allowed end
  if getmetatable(argument) ~= nil then
    for _, item in ipairs(argument) do
      if type(item) == kind and item == item then allowed[#allowed + 1] = item end
    end
  elseif kind == "string" then
    for key in pairs(argument) do
      if type(key) == "string" then allowed[#allowed + 1] = key end
    end
    sort(allowed)
  end
  return allowed
end

--- Returns the texts that a rule one_of allows, as a set.
---@param rule yschema.CheckerRule
---@return table<string, boolean>
function rule_code.allowed_texts(rule)
  local set = {}
  for _, text in ipairs(allowed_of(rule, "string")) do set[text] = true end
  return set
end

-- A few values are compared one by one; more values are looked up in a table.
local function write_one_of(text, rule, kind)
  local allowed, tests, set = allowed_of(rule, kind), {}, {}
  if not allowed[1] then return false end
  for i, item in ipairs(allowed) do
    set[item] = true
    if #allowed <= 6 then tests[i] = "x ~= " .. text:constant(item) end
  end
  if tests[1] then text:add("if %s then return false end", concat(tests, " and "))
  else text:add("if not %s[x] then return false end", text:value(set)) end
  return true
end

-- ---- texts -----------------------------------------------------------------------------

--- Writes a call of a function of the core that tests the text in `name`. The function gives nil when the core
-- may fail to decide. Then the core has to be asked, also when the value fits another alternative.
---@param text yschema.FunctionText
---@param test fun(text: string): boolean?
---@param name string
---@param budget table
function rule_code.write_call(text, test, name, budget)
  text:add("do local found = %s(%s)", text:value(test), name)
  text:add("if found == nil then %s.left = -1 end", text:value(budget, "budget"))
  text:add "if not found then return false end end"
end

local function write_test(text, rule, _, _, budget)
  rule_code.write_call(text, rule.test, "x", budget)
  return true
end

local function write_part(text, rule, range)
  local part = rule.argument
  if type(part) ~= "string" then return false end
  if part == "" then return true end
  text:add("if %s(x, " .. range .. ") ~= %s then return false end", text:value(string.sub, "sub"), #part,
    text:constant(part))
  return true
end

-- Some formats are also formats of integers.
local function write_format(text, rule, kind, field)
  if kind == "string" then
    text:add("if not %s(x) then return false end", text:value(rule.test))
    return true
  end
  if field.kinds.float or rule.most < 0 then return false end
  text:add("if x < 0 or x > %d then return false end", rule.most)
  return true
end

-- ---- all rules -------------------------------------------------------------------------

-- Null is tested with the types.
local function write_nothing() return true end

-- How each rule is written, by the type of the value. It is false when the rule cannot be written.
local writers = {
  number = {
    not_null = write_nothing,
    min = function(text, rule) return write_bound(text, rule, ">=") end,
    max = function(text, rule) return write_bound(text, rule, "<=") end,
    exclusive_min = function(text, rule) return write_bound(text, rule, ">") end,
    exclusive_max = function(text, rule) return write_bound(text, rule, "<") end,
    multiple_of = write_multiple,
    one_of = write_one_of,
    format = write_format,
  },
  string = {
    not_null = write_nothing,
    min_len = write_min_len,
    max_len = write_max_len,
    max_bytes = write_max_bytes,
    one_of = write_one_of,
    regexp = write_test,
    format = write_format,
    starts_with = function(text, rule) return write_part(text, rule, "1, %d") end,
    ends_with = function(text, rule) return write_part(text, rule, "-%d") end,
  },
  boolean = { not_null = write_nothing, one_of = write_one_of },
}

local function write_implied(text, field, kind)
  if kind == "string" and field.implied then
    text:add 'if x == "" then return false end'
  elseif kind == "number" and field.implied == "value" then
    text:add "if x == 0 then return false end"
  end
end

--- Writes all rules of a field for scalars of one type. False: the core has to be asked.
---@param text yschema.FunctionText
---@param field yschema.CheckerField
---@param kind "string"|"number"|"boolean"
---@param budget table
---@return boolean
function rule_code.write(text, field, kind, budget)
  if field.calls then return false end
  write_implied(text, field, kind)
  for _, rule in ipairs(field.rules or {}) do
    local writer = writers[kind][rule.name]
    if rule.unrepresentable or not writer or not writer(text, rule, kind, field, budget) then return false end
  end
  return true
end

--- Returns whether a field has rules of its own.
---@param field yschema.CheckerField
---@return boolean
function rule_code.has_own(field)
  return field.calls or field.implied or next(field.rules or {}) ~= nil
end

--- Returns whether a field has a rule that refuses null.
---@param field yschema.CheckerField
---@return boolean
function rule_code.refuses_null(field)
  for _, rule in ipairs(field.rules or {}) do
    if rule.name == "not_null" then return true end
  end
  return false
end

--- Returns whether the rules keep integers from -2^53 on, and up to 2^53.
---@param field yschema.CheckerField
---@return boolean? low
---@return boolean? high
function rule_code.exact_bounds(field)
  local low, high
  for _, rule in ipairs(field.rules or {}) do
    local bound = bound_of(rule)
    local is_low = rule.name == "min" or rule.name == "exclusive_min"
    local is_high = rule.name == "max" or rule.name == "exclusive_max"
    if is_low and bound and bound >= -2 ^ 53 then low = true end
    if is_high and bound and bound <= 2 ^ 53 then high = true end
  end
  return low, high
end

return rule_code
