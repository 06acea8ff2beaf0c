--- Reads the arguments of annotations in a text with an outline, if these are names, lambdas and simple literals. The
-- results are those of `yschema.expression.evaluation`, but nothing is compiled before a lambda is called.
--
-- @module yschema.expression.known_arguments

local core = require "yschema.core"
local evaluation = require "yschema.base.lazily" "yschema.expression.evaluation"
local sandbox = require "yschema.base.lazily" "yschema.sandbox.sandbox"
local signatures = require "yschema.starlark.signatures"

local known_arguments = {}

local find, gsub, match, sub = string.find, string.gsub, string.match, string.sub

local constants = { True = true, False = false, None = core.null }

-- Calls a function that compiles code, within limits of its own: a rule that calls the compiled function first needs no
-- larger budget than others.
local function compiled_within(limits, compile)
  local found
  local _ = evaluation.block -- loads the compiler, which is not the code's work
  sandbox.within(limits, function(call)
    local ok, result = call(compile)
    if not ok then error(result, 0) end
    found = result
  end, true)
  return found
end

-- Makes the function of a lambda, which is compiled when it is called first.
local function later(text, place, scope, limits_of)
  local own
  local function compiled()
    own = compiled_within(limits_of(text), function()
      local run, problem = evaluation.prepare_value(text, place, scope, {})
      if not run then error(problem, 0) end
      return (select(2, run()))
    end)
    return own
  end
  return signatures.register(function(v) return (own or compiled())(v) end,
    { name = "lambda", params = { "v" }, required = 1 })
end

-- Returns the offset after an expression: that of the comma or bracket that ends it. Nothing ends a text with an open
-- quote, which the compiler may explain.
local function end_of(text, at)
  local depth = 0
  while true do
    at = find(text, '["()%[%]{},]', at)
    if not at then return depth == 0 and #text + 1 or nil end
    local c = sub(text, at, at)
    if c == '"' then
      repeat
        at = find(text, '["\\]', at + 1)
        if not at then return nil end
        c = sub(text, at, at)
        if c == "\\" then at = at + 1 end
      until c == '"'
    elseif c == "," then
      if depth == 0 then return at end
    elseif find(c, "[(%[{]") then
      depth = depth + 1
    elseif depth == 0 then
      return at
    else
      depth = depth - 1
    end
    at = at + 1
  end
end

local escaped = { ["\\"] = "\\", ['"'] = '"', n = "\n", t = "\t", r = "\r" }

-- Returns the text that a literal means; nil for other expressions, and for rare escapes.
local function text_in(literal)
  local plain = match(literal, '^"([^"\\]*)"$') or match(literal, '^r"([^"]*)"$')
  if plain then return plain end
  local quoted = match(literal, '^"(.*)"$')
  if not quoted or find(gsub(quoted, '\\[\\"ntr]', ""), '["\\]') then return nil end
  return (gsub(quoted, "\\(.)", escaped))
end

-- The reader of one annotation.
local Reader = {}
Reader.__index = Reader

-- Returns whether the value of an expression is known here, the value, and what else an argument has.
function Reader:value(text)
  local plain = text_in(text)
  if plain then return true, plain end
  if match(text, "^%-?%d+$") and #text < 16 then return true, tonumber(text) end
  if constants[text] ~= nil then return true, constants[text] end
  if find(text, "^lambda v: ") then
    return true, later(text, self.item, self.scope, self.limits_of), { computed = true }
  end
  if match(text, "^[%a_][%w_]*$") then
    local value = self.scope:given(text)
    return value ~= nil, value, { computed = true, by_name = true }
  end
  return self:tuple(text)
end

-- Reads `(TEXT, FUNCTION)`.
function Reader:tuple(text)
  if sub(text, 1, 1) ~= "(" then return false end
  local comma = end_of(text, 2)
  local stop = comma and sub(text, comma, comma + 1) == ", " and end_of(text, comma + 2)
  if stop ~= #text then return false end
  local known, words = self:value(sub(text, 2, comma - 1))
  local also_known, f, about = self:value(sub(text, comma + 2, stop - 1))
  if not known or not also_known then return false end
  return true, setmetatable({ words, f }, core.tuple_mt), { computed = about ~= nil }
end

-- Returns the argument if it is the only one, a text and a lambda, as most rules are; else nil.
function Reader:rule(text)
  local words, code = match(text, '^%("([^"\\]*)", (lambda v: .*)%)$')
  if not words or find(text, "), (", 1, true) or find(text, "%), %l[%w_]*=") then return nil end
  local value = setmetatable({ words, later(code, self.item, self.scope, self.limits_of) }, core.tuple_mt)
  return { text = text, value = value, computed = true, by_name = false }
end

-- Lists all arguments; nil when one of them is not known.
function Reader:arguments(text)
  local rule = self:rule(text)
  if rule then return { rule } end
  local list, at = {}, 1
  repeat
    local name, from = match(text, "^([%a_][%w_]*)=()", at)
    from = from or at
    local stop = end_of(text, from)
    if not stop then return nil end
    local own = sub(text, from, stop - 1)
    local known, value, about = self:value(own)
    if not known then return nil end
    about = about or {}
    list[#list + 1] = { name = name, text = own, value = value, computed = about.computed or false,
      by_name = about.by_name or false }
    if stop <= #text and sub(text, stop, stop + 1) ~= ", " then return nil end
    at = stop + 2
  until at > #text
  return list
end

--- Returns what gives the arguments of an annotation: the same as `evaluation.prepare`. Returns nil where the compiler
-- has to read them.
---@param item { text: string } see `evaluation.prepare`, too
---@param scope Scope
---@param limits_of fun(text: string): yschema.Allowance the limits for compiling a text
---@return fun(): table[]?
function known_arguments.prepare(item, scope, limits_of)
  local known = setmetatable({ item = item, scope = scope, limits_of = limits_of }, Reader):arguments(item.text)
  if not known then return nil end
  return function()
    local list = {}
    for i = 1, #known do
      local own = {}
      for field, value in next, known[i] do own[field] = value end
      list[i] = own
    end
    return list
  end
end

return known_arguments
