-- Validates the expressions in Prometheus' tests of its parser by pack:prometheus-rules:
--
--   lua5.4 spec/peers/promql.lua FOLDER [HALF]
--
-- FOLDER is a checkout of Prometheus; of the tests in promql/parser/parse_test.go, HALF 1 takes those with an odd
-- number and HALF 2 the others: one to develop with, one to compare. It prints each expression on which the pack
-- differs, and how many there are.

local version = _VERSION:match "[%d.]+$"
package.path = "./?.lua;./lua/?.lua;./lua/?/init.lua;" .. package.path
package.cpath = ("./build/%s/?.so;"):format(version == "5.1" and "luajit" or "lua54") .. package.cpath

local yschema = require "yschema"

local escapes = { a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v" }

-- Reads a literal of Go at `at`. Returns its text and where it ends; nil: it is none.
local function read_literal(source, at)
  local quote = source:sub(at, at)
  if quote == "`" then
    local last = source:find("`", at + 1, true)
    return source:sub(at + 1, last - 1), last + 1
  elseif quote ~= '"' then
    return nil
  end
  local last = at + 1
  while source:sub(last, last) ~= '"' do last = last + (source:sub(last, last) == "\\" and 2 or 1) end
  local text = source:sub(at + 1, last - 1):gsub("\\\\", "\0"):gsub("\\x(%x%x)", function(digits)
    return string.char(tonumber(digits, 16))
  end):gsub("\\u(%x%x%x%x)", function(digits) return utf8.char(tonumber(digits, 16)) end):gsub("\\(.)", escapes)
  return (text:gsub("\\(.)", "%1"):gsub("%z", "\\")), last + 1
end

-- Reads literals that are joined by `+`.
local function read_text(source, at)
  local parts = {}
  while true do
    local text, last = read_literal(source, at)
    if not text then return nil end
    parts[#parts + 1] = text
    at = source:match("^%s*%+%s*()", last)
    if not at then return table.concat(parts), last end
  end
end

-- Returns the tests: { expression, whether it is refused }.
local function read_tests(source)
  source = source:match "\nvar testExpr = .-\n}\n"
  local tests, at = {}, 1
  while true do
    local _, last = source:find("input:%s*", at)
    if not last then return tests end
    local text
    text, at = read_text(source, last + 1)
    if text then
      local rest = source:sub(at, (source:find("input:%s", at) or #source))
      tests[#tests + 1] = { text, rest:find "fail:%s*true" ~= nil }
    else
      at = last + 1
    end
  end
end

local schema = assert(yschema.load_file "pack:prometheus-rules")
local half, good, failed = tonumber(arg[2]), 0, 0
local file = assert(io.open(assert(arg[1], "which folder?") .. "/promql/parser/parse_test.go", "rb"))
local tests = read_tests(file:read "*a")
file:close()
for i = half or 1, #tests, half and 2 or 1 do
  local text, is_refused = tests[i][1], tests[i][2]
  local rules = setmetatable({ { record = "a", expr = text } }, yschema.array_mt)
  local groups = setmetatable({ { name = "g", rules = rules } }, yschema.array_mt)
  local values, report = schema:apply { groups = groups }
  if (values == nil) == is_refused then
    good = good + 1
  else
    failed = failed + 1
    print(("FAILED: test %d: %s %s"):format(i, text, values and "is accepted" or report.violations[1].message))
  end
end
print(("%d passed, %d failed"):format(good, failed))
os.exit(failed == 0)
