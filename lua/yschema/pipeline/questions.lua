--- Answers the questions of a run by calling functions: rules, `when=` and defaults.
--
-- The core checks everything that it can check without calling functions, and returns the rest as
-- questions, one at a time. Functions are called from here, while no function of the core is on the C
-- stack. Therefore they may yield in any coroutine, as in OpenResty, and an error in one of them cannot
-- leave the core's memory in disorder. While a function waits, the run waits, too: the run itself holds
-- all of its state.
--
-- @module yschema.pipeline.questions

local core = require "yschema.core"
local in_words = require "yschema.base.value_in_words"
local total = require "yschema.sandbox.total"

local questions = {}

local error, getmetatable, pcall, rawget = error, getmetatable, pcall, rawget
local load, require, select, setmetatable = load, require, select, setmetatable
local type, xpcall = type, xpcall
-- These are not called as methods, which take longer to find while closures run.
local dump, format, sub = string.dump, string.format, string.sub

local WHEN, RULE, DEFAULT, OVER = core.WHEN, core.RULE, core.DEFAULT, core.OVER
local VALID, INVALID, FAILED, NO_BOOLEAN = core.VALID, core.INVALID, core.FAILED, core.NO_BOOLEAN
local GIVEN, DEFAULT_FAILED = core.GIVEN, core.DEFAULT_FAILED
local null, tuple_mt, trace = core.null, core.tuple_mt, core.trace

-- ---- plain questions ----------------------------------------------------------------

-- A plain question is about a rule or a `when=`. This function calls their functions and passes each
-- result to step(). When a rule holds, step() returns the next question. Otherwise it also returns a kind
-- (csrc/lua/README.md, "Questions and answers"), which is for run:answer(). Then this function returns what
-- step() returned, with the value and the function of the last call. An error in a closure ends it. When
-- there is a budget, each instruction here costs as much as one of a closure.
--
-- The debug information is stripped, so that errors of closures do not mention this function: they read
-- as if C had called the closure.
local ask_plain = load(dump(function(step, run, ctx, value, fn, state, most)
  local given_up = state.given_up
  for _ = 1, most do
    local next_value, next_fn, kind = step(run, fn(value, ctx))
    if kind then return next_value, next_fn, kind, value, fn end
    value = next_value
    if next_fn then
      fn = next_fn
      if given_up[fn] then break end
      state.asked = fn
    end
  end
  return value, fn
end, true), "=?", "b")

-- LuaJIT puts this text where the place of an error would be.
local no_place = select(2, pcall(ask_plain, nil, nil, nil, nil, function() error("", 2) end, {}, 1))

-- ---- results of closures ------------------------------------------------------------

-- In the functions below, `state` is made by `rule_contexts`: it has the run, and `call`, which calls closures. `asked`
-- is the function that was called last, and `given_up` has those that are not called any more (`sandbox/total.lua`).

local function words(state, value)
  return in_words(value, state.call)
end

-- Returns a message with places in the schema's files. The place of the annotation itself is removed from
-- the beginning, because the report shows it anyway.
local function placed(message, file, line)
  if sub(message, 1, #no_place) == no_place then message = sub(message, #no_place + 1) end
  local text = require("yschema.sandbox.chunk_names").translate(message)
  local head = format("%s:%d: ", file, line)
  if sub(text, 1, #head) == head then return sub(text, #head + 1) end
  return text
end

-- Returns the message of an error in a closure, as `trace` caught it, and the calls that led there. The
-- third result is true when the error came from `fail(message)`, which is a verdict and not an error of the code.
local function thrown(state, caught)
  local problem, file, line = caught.thrown, state.run:question_place()
  local calls = require("yschema.expression.error_places").calls(caught, file, line)
  if type(problem) == "table" and rawget(problem, "failed") == true then
    return words(state, rawget(problem, "message")) or "", calls, true
  end
  local text = words(state, problem)
  if text then return placed(text, file, line), calls end
  return "error object is a " .. type(problem) .. " value", calls
end

-- Returns the message of a rule that does not hold: its second result, or the second item of a tuple
-- (reference#results-of-rules, reference#no-result).
local function why_not(state, first, message)
  if getmetatable(first) == tuple_mt then message = first[2] end
  return words(state, message)
end

local function caught_as(called, fine, ...)
  if called and fine then return true, ... end
  if not called then return false, { thrown = fine, traced = true, is_over = (...) == true } end
  return false, require("yschema.expression.error_places").caught((...))
end

-- Calls a function as `call` does, but returns an error in the form in which `trace` caught it. When
-- memory is too short for a trace, the error has no places.
local function traced(call, fn, ...)
  return caught_as(call(xpcall, fn, trace, ...))
end

-- Notes that the function which was asked has used up its limits.
local function note(state)
  state.total = state.total or total.new()
  state.given_up = state.total:note(state.asked, state.budget)
end

-- Returns the answer for a function that threw an error.
local function failure(state, kind, caught)
  if caught.is_over then note(state) end
  local text, calls, failed = thrown(state, caught)
  if text == core.NO_MEMORY then state.is_starved = true end
  if failed and kind == RULE then return INVALID, text end
  return kind == DEFAULT and DEFAULT_FAILED or FAILED, text, calls
end

-- Returns the rule that a rule has returned instead of a verdict, or nil.
local function rule_given(first)
  if type(first) == "function" then return first end
  local mt = type(first) == "table" and getmetatable(first)
  return type(mt) == "table" and rawget(mt, "__call") and first or nil
end

--- As keys, the functions of programs in C, Python and JavaScript. In these languages, 0 and "" are false.
questions.functions_of_programs = setmetatable({}, { __mode = "k" })

-- Returns the answer for the results of a rule. The rule holds when it returned a value that is true in
-- its own language (reference#truth), or a tuple that begins with such a value.
local function answer(state, rule, first, message)
  local holds = first
  if getmetatable(first) == tuple_mt then holds = first[1] end
  if questions.functions_of_programs[rule] and (holds == 0 or holds == "") then holds = false end
  if require("yschema.starlark.calls").is_true(rule, holds) then return VALID end
  return INVALID, why_not(state, first, message), require("yschema.expression.cel_rules").below(rule)
end

-- Returns the answer for a rule that another rule has returned, by its results or by its error.
local function verdict(state, rule, ok, ...)
  if not ok then return failure(state, RULE, (...)) end
  if select("#", ...) == 0 then return VALID end
  return answer(state, rule, ...)
end

-- Returns the answer for the results of a function that step() could not interpret. Either a rule may not
-- hold, or it has returned another rule (reference#results-of-rules: `lambda v:
-- assert.one_not_null(keys)`), or a `when=` has not returned a boolean.
local function interpreted(state, kind, first, message, asked, ctx, asker)
  if kind ~= RULE then return NO_BOOLEAN, first == null and "null" or type(first) end
  local rule = rule_given(first)
  if rule then return verdict(state, rule, traced(state.call, rule, asked, ctx)) end
  return answer(state, asker, first, message)
end

-- Where time counts, it is looked at after so many calls.
local FEW, huge = 16, math.huge

local NONE = {} -- no function is given up

-- ---- the loop -----------------------------------------------------------------------

-- Answers all questions, from the first to the last.
local function drive(state, value, fn, kind)
  local run, call, step = state.run, state.call, state.run.step
  local most = state.total and state.total:is_timed() and FEW or huge
  local ok, ctx, asked, asker
  while kind ~= OVER do
    if state.used then ctx, state.used = setmetatable({}, state.mt), false end
    if kind == RULE or kind == WHEN then
      -- There is no new question: step() has returned the results of the last function, which are interpreted here.
      value, fn, kind = run:answer(interpreted(state, kind, value, fn, asked, ctx, asker))
    elseif state.given_up[fn] then
      value, fn, kind = run:answer(kind == DEFAULT and DEFAULT_FAILED or FAILED, state.given_up[fn])
    elseif kind == DEFAULT then
      state.asked = fn
      ok, value = traced(call, fn)
      if ok then
        local gives_float = core.hooks.gives_float
        value, fn, kind = run:answer(GIVEN, value, gives_float and gives_float(fn))
      else
        value, fn, kind = run:answer(failure(state, kind, value))
      end
    else -- a plain question
      state.asked = fn
      ok, value, fn, kind, asked, asker = traced(call, ask_plain, step, run, ctx, value, fn, state, most)
      if not ok then
        local failed = run:asked()
        if not failed then error(value.thrown, 0) end -- this error is not a closure's
        value, fn, kind = run:answer(failure(state, failed, value))
      end
    end
  end
end

local function nothing() end

-- Returns what calls functions within their limits, and what ends that.
local function start(limits, run)
  if limits and limits.is_unlimited then return pcall, nothing end
  return require("yschema.sandbox.sandbox").start(limits, run)
end

--- Runs a core run to its end. Errors of closures become records of the run.
---@param run userdata a core run that has its inputs
---@param limits? yschema.Allowance what closures may use
---@return boolean? starved see `answer_from`
function questions.answer_all(run, limits)
  local value, fn, kind = run:step()
  return kind ~= OVER and questions.answer_from(run, limits, value, fn, kind)
end

--- Runs a run to its end from its first question on, which `run:step()` gave.
---@param run userdata
---@param limits? yschema.Allowance what closures may use up
---@param value any
---@param fn? function
---@param kind? integer
---@return boolean? starved a function had not enough memory, so that the verdict says nothing about the values
function questions.answer_from(run, limits, value, fn, kind)
  local call, stop = start(limits, run)
  local state = require("yschema.pipeline.rule_contexts").new(run, call)
  state.budget, state.total = limits and limits.budget, total.current
  state.given_up = state.total and state.total:given_up(state.budget) or NONE
  local ok, problem = pcall(drive, state, value, fn, kind)
  state.open = false
  stop()
  if not ok then error(problem, 0) end
  return state.is_starved
end

return questions
