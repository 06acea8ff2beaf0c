--- Answers the questions of a run by calling functions: rules, `when=` and defaults.
--
-- The core judges all that it can judge itself, and hands out the rest one question at a time.
-- Functions are called from here, while no function of the core is on the C stack: so they may yield
-- in any coroutine, as in OpenResty, and an error in one of them does not jump over the core's memory.
-- While a function waits, the run stands still: the core's place is in the run's own state.
--
-- @module yschema.pipeline.questions

local core = require "yschema.core"
local in_words = require "yschema.base.value_in_words"

local questions = {}

local error, getmetatable, pcall, rawget = error, getmetatable, pcall, rawget
local load, require, select, setmetatable = load, require, select, setmetatable
local type, xpcall = type, xpcall
-- Not as methods: while closures run, those of strings are the sandbox's.
local dump, format, sub = string.dump, string.format, string.sub

local WHEN, RULE, DEFAULT, OVER = core.WHEN, core.RULE, core.DEFAULT, core.OVER
local VALID, INVALID, FAILED, NO_BOOLEAN = core.VALID, core.INVALID, core.FAILED, core.NO_BOOLEAN
local GIVEN, DEFAULT_FAILED = core.GIVEN, core.DEFAULT_FAILED
local null, tuple_mt, trace = core.null, core.tuple_mt, core.trace

-- ---- plain questions ----------------------------------------------------------------

-- A plain question is about a rule or a `when=`. This calls their functions, and steps on with what
-- they give: step() takes the answer of a rule that holds, and gives the next question. Anything else
-- comes back with a kind (csrc/lua/README.md, "Questions and answers"), for run:answer(). Then this
-- returns what step() gave, and the value and the function of the last call. What a closure throws
-- ends it. With a budget each instruction here costs as much as one of a closure.
--
-- Without its debug information it has no place and no names that errors of
-- closures could blame: they read as if C had called the closure.
local ask_plain = load(dump(function(step, run, ctx, value, fn)
  while true do
    local next_value, next_fn, kind = step(run, fn(value, ctx))
    if kind then return next_value, next_fn, kind, value, fn end
    value = next_value
    if next_fn then fn = next_fn end
  end
end, true), "=?", "b")

-- What LuaJIT says instead of a place.
local no_place = select(2, pcall(ask_plain, nil, nil, nil, nil, function() error("", 2) end))

-- ---- what closures give back --------------------------------------------------------

-- `state` is a run's: what closures are called with, and the run itself.

local function words(state, value)
  return in_words(value, state.call)
end

-- A message with places in the schema's files; not that of the annotation at
-- its head, which the report shows anyway.
local function placed(message, file, line)
  if sub(message, 1, #no_place) == no_place then message = sub(message, #no_place + 1) end
  local text = require("yschema.sandbox.chunk_names").translate(message)
  local head = format("%s:%d: ", file, line)
  if sub(text, 1, #head) == head then return sub(text, #head + 1) end
  return text
end

-- What a closure threw, as `trace` caught it, and the calls that led there. Third
-- result: it was `fail(message)`, a verdict of the rule rather than a mistake in it.
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

-- What a rule says that does not hold. Alone, or as the second of what it gave
-- (reference#results-of-rules, reference#no-result).
local function why_not(state, first, message)
  if getmetatable(first) == tuple_mt then message = first[2] end
  return words(state, message)
end

local function caught_as(called, fine, ...)
  if called and fine then return true, ... end
  if not called then return false, { thrown = fine, traced = true } end
  return false, require("yschema.expression.error_places").caught((...))
end

-- Calls as `call` does, but what is thrown comes as `trace` caught it; without memory
-- for that it has no places.
local function traced(call, fn, ...)
  return caught_as(call(xpcall, fn, trace, ...))
end

-- The answer to what a function threw.
local function failure(state, kind, caught)
  local text, calls, failed = thrown(state, caught)
  if failed and kind == RULE then return INVALID, text end
  return kind == DEFAULT and DEFAULT_FAILED or FAILED, text, calls
end

-- The rule that another one gave instead of an answer.
local function rule_given(first)
  if type(first) == "function" then return first end
  local mt = type(first) == "table" and getmetatable(first)
  return type(mt) == "table" and rawget(mt, "__call") and first or nil
end

-- The answer to what a rule gave: any value that is true in the rule's own language
-- (reference#truth), or a tuple that begins with one.
local function answer(state, rule, first, message)
  local holds = first
  if getmetatable(first) == tuple_mt then holds = first[1] end
  if require("yschema.starlark.calls").is_true(rule, holds) then return VALID end
  return INVALID, why_not(state, first, message)
end

-- The same of a rule that another one gave, or what it threw.
local function verdict(state, rule, ok, ...)
  if not ok then return failure(state, RULE, (...)) end
  if select("#", ...) == 0 then return VALID end
  return answer(state, rule, ...)
end

-- The answer to what step() handed back: a rule that may not hold or is the other's
-- to say (reference#results-of-rules: `lambda v: assert.one_not_null(keys)`), or a `when=` that gave no
-- boolean.
local function judge(state, kind, first, message, asked, ctx, asker)
  if kind ~= RULE then return NO_BOOLEAN, first == null and "null" or type(first) end
  local rule = rule_given(first)
  if rule then return verdict(state, rule, traced(state.call, rule, asked, ctx)) end
  return answer(state, asker, first, message)
end

-- ---- the loop -----------------------------------------------------------------------

-- Runs on from the first question to the end.
local function drive(state, value, fn, kind)
  local run, call, step = state.run, state.call, state.run.step
  local ok, ctx, asked, asker
  while kind ~= OVER do
    if state.used then ctx, state.used = setmetatable({}, state.mt), false end
    if kind == DEFAULT then
      ok, value = traced(call, fn)
      if ok then
        local gives_float = core.hooks.gives_float
        value, fn, kind = run:answer(GIVEN, value, gives_float and gives_float(fn))
      else
        value, fn, kind = run:answer(failure(state, kind, value))
      end
    elseif kind == RULE or kind == WHEN then
      -- No new question: step() gave back the results of the last function, to be judged.
      value, fn, kind = run:answer(judge(state, kind, value, fn, asked, ctx, asker))
    else -- a plain question
      ok, value, fn, kind, asked, asker = traced(call, ask_plain, step, run, ctx, value, fn)
      if not ok then
        local failed = run:asked()
        if not failed then error(value.thrown, 0) end -- not a closure's
        value, fn, kind = run:answer(failure(state, failed, value))
      end
    end
  end
end

--- Runs a run to its end. What closures do wrong becomes records of the run.
---@param run userdata a core run that has its inputs
---@param limits? yschema.Allowance what closures may use up
function questions.answer_all(run, limits)
  local value, fn, kind = run:step()
  if kind == OVER then return end
  local call, stop = require("yschema.sandbox.sandbox").start(limits, run)
  local state = require("yschema.pipeline.rule_contexts").new(run, call)
  local ok, problem = pcall(drive, state, value, fn, kind)
  state.open = false
  stop()
  if not ok then error(problem, 0) end
end

return questions
