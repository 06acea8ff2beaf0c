-- Runs the tests of CEL's specification, which tests.mjs writes:
--
--   node spec/peers/cel/tests.mjs FOLDER | lua5.4 spec/peers/cel/conformance.lua [-v]
--
-- An expression has to give the value that the test has, of the same type; or to fail, before or while it runs. The
-- type that the checker finds has to be that of the test. The table at the end has the tests that are left out, by
-- reason. With -v, each failure has its expression. The last line is `N passed, M failed`.

local path = (jit and "luajit" or "lua54") .. "/?.so;"
package.path = "./?.lua;lua/?.lua;lua/?/init.lua;" .. package.path
package.cpath = (os.getenv "YSCHEMA_BUILD" or "build") .. "/" .. path .. package.cpath
local core = require "yschema.core"
local cel_values = require "spec.support.cel_values"
local evaluation = require "yschema.cel.evaluation"
local settings = require "yschema.pipeline.settings".of_options({}, 1)

local verbose = arg[1] == "-v"
local passed, failed, reasons, order = 0, 0, {}, {}

local function problem_of(row)
  local program, problem = evaluation.compile(row.expr, {
    variables = row.variables, container = row.container, unchecked = row.unchecked,
  })
  if not program then return not row.error and ("%s (at %s)"):format(problem.problem, problem.at) or nil end
  local type_text = row.type and row.type:gsub("optional_type", "optional"):gsub("type%b()", "type")
  if type_text and program.type ~= type_text then return ("the type is %s, not %s"):format(program.type, type_text) end
  if row.only_type then return nil end
  local bindings = {}
  for name, value in pairs(row.bindings) do bindings[name] = cel_values.read(value) end
  local ok, value = program:run(bindings)
  if not ok then return not row.error and value.message or nil end
  if row.error then return "it gives " .. cel_values.text(value) .. ", but has to fail: " .. row.error end
  local text, expected = cel_values.text(value), cel_values.text(cel_values.read(row.value))
  if text ~= expected then return ("it gives %s, not %s"):format(text, expected) end
end

for line in io.lines() do
  local documents = assert(core.parse(core.source("row", line, false, true), settings))
  local row = documents:value(1)
  if row.skip then
    if not reasons[row.skip] then order[#order + 1] = row.skip end
    reasons[row.skip] = (reasons[row.skip] or 0) + 1
  else
    local ok, problem = pcall(problem_of, row)
    if not ok then problem = "ERROR " .. tostring(problem) end
    if problem then
      failed = failed + 1
      print(("FAILED %s/%s: %s"):format(row.suite, row.name, problem))
      if verbose then print("    " .. row.expr) end
    else
      passed = passed + 1
    end
  end
end

for _, reason in ipairs(order) do print(("%5d left out: %s"):format(reasons[reason], reason)) end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0)
