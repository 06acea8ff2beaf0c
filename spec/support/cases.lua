--- Acceptance cases: what the command prints for some files, byte by byte. Each is a file of its own,
-- `spec/cases/<topic>/<name>.txt`, in the format of `spec/support/txtar.lua`: what the case shows, in words,
-- then these sections, and the files that the arguments name, such as `-- schema.yml --`:
--
--   args             the arguments, as a shell reads them: words, and quotes around what holds blanks
--   vars, stdin      environment variables, `NAME=value` a line; standard input
--   rc               the exit status (0 without it)
--   stdout, stderr   all of standard output and standard error (nothing without the section)
--
-- To add one, write the file with all but `stdout` and `stderr`; `lua5.4 spec/rewrite_cases.lua <topic>/<name>`
-- adds these two. Read them before you commit them. The same script, without a name, follows a change of what
-- many cases print. `lua5.4 spec/unpack_cases.lua FOLDER <topic>/<name>` writes the files of a case, to run the
-- command on them by hand.
--
-- The messages of LuaJIT about some errors in code differ from those of Lua 5.4. They are compared in the words of
-- Lua 5.4; all else is the same on both runtimes.

local command = require "spec.support.command"
local folder = require "spec.support.folder"
local txtar = require "spec.support.txtar"

---@class Case
---@field about string what it shows
---@field args string[]
---@field vars string[] `NAME=value`
---@field stdin string|nil
---@field rc integer
---@field stdout string
---@field stderr string
---@field files { name: string, text: string }[]

local cases = {}

--- The folder of all cases.
cases.root = command.root .. "/spec/cases"

--- The names of all cases, `<topic>/<name>`, sorted; with a topic or a name, of those that are in it.
---@param within? string
---@return string[]
function cases.find(within)
  local names = command.output(
    ("cd %s && find . -type f -name '*.txt' | LC_ALL=C sort"):format(command.quote(cases.root)))
  local found = {}
  for _, line in ipairs(names) do
    local name = line:match "^%./(.*)%.txt$"
    if not within or name == within or name:sub(1, #within + 1) == within .. "/" then
      found[#found + 1] = name
    end
  end
  return found
end

--- The name of a case or a topic, of which a user may give the path.
---@param given string
---@return string
function cases.name_of(given) return (given:gsub("^spec/cases/", ""):gsub("%.txt$", ""):gsub("/$", "")) end

--- The file of a case.
---@param name string
---@return string
function cases.path(name) return cases.root .. "/" .. name .. ".txt" end

-- The words of a line of arguments. Quotes, single or double, keep what is between them as it is.
local function words_of(text)
  local words, word, at = {}, nil, 1
  while at <= #text do
    local quote = text:match("^['\"]", at)
    local last = quote and assert(text:find(quote, at + 1, true), "a quote is not closed")
      or select(2, text:find("^[^%s'\"]+", at))
    if last then
      word = (word or "") .. (quote and text:sub(at + 1, last - 1) or text:sub(at, last))
    else
      words[#words + 1], word, last = word, nil, at
    end
    at = last + 1
  end
  words[#words + 1] = word
  return words
end

local sections = { args = true, vars = true, stdin = true, rc = true, stdout = true, stderr = true }

--- Reads a case.
---@param name string
---@return Case
function cases.read(name)
  local archive = txtar.parse(assert(command.read(cases.path(name)), name))
  local texts, files = {}, {}
  for _, file in ipairs(archive.files) do
    assert(texts[file.name] == nil, name .. " has two sections " .. file.name)
    texts[file.name] = file.text
    if not sections[file.name] then files[#files + 1] = file end
  end
  return {
    about = archive.comment, args = words_of(assert(texts.args, name .. " has no arguments")),
    vars = command.lines(texts.vars), stdin = texts.stdin, rc = tonumber(texts.rc or "0"),
    stdout = texts.stdout or "", stderr = texts.stderr or "", files = files,
  }
end

--- Writes the files of a case, and its standard input if it has one, as `stdin`, into a folder.
---@param case Case
---@param path string
function cases.unpack(case, path)
  for _, file in ipairs(case.files) do folder.write(path, file.name, file.text) end
  if case.stdin then folder.write(path, "stdin", case.stdin) end
end

local function finish(path, ok, ...)
  folder.remove(path)
  if not ok then error((...), 0) end
  return ...
end

--- Calls a function with the path of a folder that holds the files of a case until the function returns.
---@generic T
---@param case Case
---@param use fun(path: string): T
---@return T
function cases.with_files(case, use)
  local path = folder.make()
  cases.unpack(case, path)
  return finish(path, pcall(use, path))
end

--- The text of a file of a case; nil when there is no such file.
---@param case Case
---@param name string
---@return string|nil
function cases.text(case, name)
  for _, file in ipairs(case.files) do
    if file.name == name then return file.text end
  end
end

--- Returns LuaJIT's message about an error in the words of Lua 5.4.
---@param text string
---@return string
function cases.worded(text)
  return (text:gsub("attempt to (%l+) (%l*) ('[^'\n]*') %(a (%l+) value%)",
    "attempt to %1 a %4 value (%2 %3)"))
end

--- Runs the command of a case.
---@param case Case
---@param path string a folder with the case's files
---@param arguments? string[] others than those of the case
---@return { rc: integer, stdout: string, stderr: string }
function cases.run(case, path, arguments)
  return command.run(arguments or case.args, { folder = path, stdin = case.stdin and "stdin", vars = case.vars })
end

--- Runs the command of a case on files of its own.
---@param case Case
---@return { rc: integer, stdout: string, stderr: string }
function cases.play(case)
  local result = cases.with_files(case, function(path) return cases.run(case, path) end)
  if command.runtime == "luajit" then
    result.stdout, result.stderr = cases.worded(result.stdout), cases.worded(result.stderr)
  end
  return result
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
---@param case { rc: integer, stdout: string, stderr: string }
---@param got { rc: integer, stdout: string, stderr: string }
---@return string|nil difference
function cases.differ(case, got)
  if got.rc ~= case.rc then
    return ("exit status %s, want %s\n%s"):format(tostring(got.rc), tostring(case.rc), got.stderr)
  end
  for _, stream in ipairs { "stdout", "stderr" } do
    if got[stream] ~= case[stream] then
      return ("%s: %s\n--- all of it:\n%s"):format(stream, difference(case[stream], got[stream]), got[stream])
    end
  end
end

-- The text of a case with other output: in place of the sections that are there, or at the end.
local function with_output(text, got)
  local archive, files = txtar.parse(text), {}
  for _, file in ipairs(archive.files) do
    if file.name ~= "stdout" and file.name ~= "stderr" then files[#files + 1] = file end
  end
  for _, stream in ipairs { "stdout", "stderr" } do
    if got[stream] ~= "" then files[#files + 1] = { name = stream, text = got[stream] } end
  end
  return txtar.format { comment = archive.comment, files = files }
end

--- Writes what a case prints now into its file. Refuses when the case ends with another status than its `rc`
-- says, which is what the case was written for, and when the output names the folder in which the case ran.
---@param name string
---@return boolean changed whether what it expected was something else
---@return string|nil refused why nothing was written
function cases.rewrite(name)
  local case, scratch = cases.read(name), nil
  local got = cases.with_files(case, function(path)
    scratch = path
    return cases.run(case, path)
  end)
  if got.rc ~= case.rc then
    return false, ("the exit status is %s now, and %s is expected; it prints:\n%s"):format(
      tostring(got.rc), tostring(case.rc), got.stderr)
  elseif (got.stdout .. got.stderr):find(scratch, 1, true) then
    return false, "what it prints names the folder in which it ran"
  elseif not cases.differ(case, got) then
    return false
  end
  local text = with_output(assert(command.read(cases.path(name))), got)
  local file = assert(io.open(cases.path(name), "wb"))
  file:write(text)
  file:close()
  return true
end

return cases
