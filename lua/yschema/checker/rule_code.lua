--- Rules as statements that test a value in `x`.
--
-- A rule is written for values of one type of Lua. Rules that compare values of other types, or that only
-- the core can test, are left to it.
--
-- @module yschema.checker.rule_code

local set_of = require("yschema.base.plain_tables").set
local helpers = require "yschema.checker.helpers"
local named_rules = require "yschema.values.facts".named_rules

local rule_code = {}

local concat = table.concat
local getmetatable = debug.getmetatable
local max, min = math.max, math.min
local ipairs, next, pairs, sort, type = ipairs, next, pairs, table.sort, type

-- ---- numbers ---------------------------------------------------------------------------

-- Returns how a value compares with a bound, such as ">=".
local function sign_of(named)
  return (named.stricter == "greater" and ">" or "<") .. (named.exclusive and "" or "=")
end

-- With larger values, the remainder that LuaJIT computes may be wrong.
local most_divided = 2 ^ 52

-- Only multiples of whole numbers are tested here. Fractions count as they are written in decimal.
local function write_multiple(text, of)
  if of % 1 ~= 0 or of < 1 or of > most_divided then return false end
  local most = text:constant(most_divided)
  text:add("if x > %s or x < -%s or x %% %s ~= 0 then return false end", most, most, text:constant(of))
  return true
end

-- Lua's numbers do not compare with other bounds as the core does.
local function write_number(text, rule)
  local named, bound = named_rules[rule.name], rule.argument
  if type(bound) ~= "number" or bound ~= bound then return false end
  if named.stricter == "multiple" then return write_multiple(text, bound) end
  text:add("if not (x %s %s) then return false end", sign_of(named), text:constant(bound))
  return true
end

-- ---- lengths ---------------------------------------------------------------------------

-- Returns the length that a rule asks for, without its fraction; nil when Lua has no such number.
local function length_of(rule)
  local wanted = rule.argument
  if type(wanted) ~= "number" or wanted ~= wanted or named_rules[rule.name].exclusive then return nil end
  wanted = max(min(wanted, 2 ^ 32), -1)
  return wanted - wanted % 1
end

--- Writes the test of a length that stands in the variable `size`.
---@param text yschema.FunctionText
---@param rule yschema.CheckerRule
---@param size string
---@return boolean
function rule_code.write_size(text, rule, size)
  local length = length_of(rule)
  if length then
    text:add("if not (%s %s %d) then return false end", size, sign_of(named_rules[rule.name]), length)
  end
  return length ~= nil
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

-- The bytes of a text are counted first, because no text has more characters.
local function write_length(text, rule)
  local length, is_least = length_of(rule), named_rules[rule.name].stricter == "greater"
  if not length then return false end
  if not is_least then
    text:add("if #x > %d and %s(x) > %d then return false end", length,
      text:value(helpers.characters, "characters"), length)
  elseif length > 0 then
    text:add("if #x < %d then return false end", length)
    if length <= 8 then write_first_bytes(text, length)
    else text:add("if not %s(x, %d) then return false end", text:value(helpers.is_long, "is_long"), length) end
  end
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

--- Returns the texts that a rule lists, as a set.
---@param rule yschema.CheckerRule
---@return table<string, boolean>
function rule_code.allowed_texts(rule) return set_of(allowed_of(rule, "string")) end

-- A few values are compared one by one; more values are looked up in a table.
local function write_list(text, rule, _, kind)
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

local ranges = { start = "1, %d", ["end"] = "-%d" }

local function write_part(text, rule)
  local part, range = rule.argument, ranges[named_rules[rule.name].part]
  if type(part) ~= "string" or not range then return false end
  if part == "" then return true end
  text:add("if %s(x, " .. range .. ") ~= %s then return false end", text:value(string.sub, "sub"), #part,
    text:constant(part))
  return true
end

-- Some formats are also formats of integers.
local function write_format(text, rule, field, kind)
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

-- How rules are written, by the type of the value. It is false when the rule cannot be written.
local writers = {
  number = { null = write_nothing, number = write_number, list = write_list, format = write_format },
  string = {
    null = write_nothing,
    length = write_length,
    bytes = function(text, rule) return rule_code.write_size(text, rule, "#x") end,
    list = write_list,
    pattern = write_test,
    format = write_format,
    part = write_part,
  },
  boolean = { null = write_nothing, list = write_list },
}

--- Returns what a rule compares: a "number", a "length" or its "bytes", or a "part" of a text; for others, how they
--- test a value, or their subject.
---@param rule yschema.CheckerRule
---@return string
function rule_code.operand(rule)
  local named = named_rules[rule.name]
  return named.bytes and "bytes" or named.part and "part" or named.test or named.subject
end

--- Writes the rules of a field by a table of functions. False: the core has to be asked.
---@param text yschema.FunctionText
---@param field yschema.CheckerField
---@param by table<string, fun(text: yschema.FunctionText, rule: yschema.CheckerRule, ...): boolean>
---@param ... any more arguments of these functions
---@return boolean
function rule_code.write_each(text, field, by, ...)
  for _, rule in ipairs(field.rules or {}) do
    local writer = by[rule_code.operand(rule)]
    if rule.unrepresentable or not writer or not writer(text, rule, field, ...) then return false end
  end
  return true
end

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
  return rule_code.write_each(text, field, writers[kind], kind, budget)
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
    if rule_code.operand(rule) == "null" then return true end
  end
  return false
end

return rule_code
