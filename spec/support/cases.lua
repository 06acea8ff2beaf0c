--- Acceptance cases: folders that say, byte by byte, what the command prints for some files. They lie
-- in `spec/cases/<topic>/<name>/`. A case is a folder with an `args` file:
--
--   about            what it shows, in words
--   args             one argument a line; the command runs in the folder
--   vars, stdin      environment variables, `NAME=value` a line; standard input
--   rc               the exit status (0 without it)
--   stdout, stderr   all of standard output and standard error (nothing without the file)
--
-- and the files that the arguments name: `schema.yml`, `values.yml` and others.
--
-- To add one, make the folder with `about`, `args`, `rc` where the status is not 0, and the files. Then
-- `lua5.4 spec/rewrite_cases.lua <topic>/<name>` writes `stdout` and `stderr`: read them before you
-- commit them. The same script, without a name, follows a change of what many cases print; the change is
-- what `git diff spec/cases` shows.
--
-- LuaJIT has its own words for some violations of code, such as the index of a number. They are compared in
-- the words of Lua 5.4; all else is the same on both runtimes.

local command = require "spec.support.command"

local cases = {}

--- The folder of all cases.
cases.root = command.root .. "/spec/cases"

--- The names of all cases, `<topic>/<name>`, sorted; with a topic or a name, of those that are in it.
---@param within? string
---@return string[]
function cases.find(within)
  local names = command.output(
    ("cd %s && find . -type f -name args | LC_ALL=C sort"):format(command.quote(cases.root)))
  local found = {}
  for _, line in ipairs(names) do
    local name = line:match "^%./(.*)/args$"
    if not within or name == within or name:sub(1, #within + 1) == within .. "/" then
      found[#found + 1] = name
    end
  end
  return found
end

--- Where the files of a case are, with a slash at the end.
---@param name string
---@return string
function cases.path(name) return cases.root .. "/" .. name .. "/" end

--- What LuaJIT says of a violation, in the words of Lua 5.4.
---@param text string
---@return string
function cases.worded(text)
  return (text:gsub("attempt to (%l+) (%l*) ('[^'\n]*') %(a (%l+) value%)",
    "attempt to %1 a %4 value (%2 %3)"))
end

--- Runs the command of a case.
---@param name string
---@return { rc: integer, stdout: string, stderr: string }
function cases.play(name)
  local path = cases.path(name)
  local result = command.run(command.lines(command.read(path .. "args")), {
    folder = path, stdin = command.read(path .. "stdin") and "stdin",
    vars = command.lines(command.read(path .. "vars")),
  })
  if command.runtime == "luajit" then
    result.stdout, result.stderr = cases.worded(result.stdout), cases.worded(result.stderr)
  end
  return result
end

--- What a case expects.
---@param name string
---@return { rc: integer, stdout: string, stderr: string }
function cases.wanted(name)
  local path = cases.path(name)
  return {
    rc = tonumber(command.read(path .. "rc") or "0"),
    stdout = command.read(path .. "stdout") or "",
    stderr = command.read(path .. "stderr") or "",
  }
end

-- How two texts differ: where, and the first line that differs of each.
local function difference(want, got)
  local wants, gots = command.lines(want), command.lines(got)
  for i = 1, math.max(#wants, #gots) do
    if wants[i] ~= gots[i] then
      return ("line %d is\n%s\nand not\n%s"):format(i, gots[i] or "(the end)", wants[i] or "(the end)")
    end
  end
  return "it ends otherwise"
end

--- Compares what a case printed with what it expects.
---@param wanted { rc: integer, stdout: string, stderr: string }
---@param got { rc: integer, stdout: string, stderr: string }
---@return string|nil violation what is wrong
function cases.differ(wanted, got)
  if got.rc ~= wanted.rc then
    return ("exit status %s, want %s\n%s"):format(tostring(got.rc), tostring(wanted.rc), got.stderr)
  end
  for _, stream in ipairs { "stdout", "stderr" } do
    if got[stream] ~= wanted[stream] then
      return ("%s: %s\n--- all of it:\n%s"):format(stream, difference(wanted[stream], got[stream]),
        got[stream])
    end
  end
end

local function write(path, text)
  if text == "" then os.remove(path) return end
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- Writes what a case prints now into its folder. Not when it ends with another status than its `rc`
-- says, which is what the case was written for, nor when it names the folder of this checkout.
---@param name string
---@return boolean changed whether what it expected was something else
---@return string|nil refused why nothing was written
function cases.rewrite(name)
  local wanted, got = cases.wanted(name), cases.play(name)
  if got.rc ~= wanted.rc then
    return false, ("the exit status is %s now, and %s is expected; it prints:\n%s"):format(
      tostring(got.rc), tostring(wanted.rc), got.stderr)
  elseif (got.stdout .. got.stderr):find(cases.root, 1, true) then
    return false, "what it prints names the folder of this checkout"
  elseif not cases.differ(wanted, got) then
    return false
  end
  for _, stream in ipairs { "stdout", "stderr" } do write(cases.path(name) .. stream, got[stream]) end
  return true
end

return cases
