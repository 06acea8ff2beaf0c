--- Errors in the files of acceptance cases: each of them has to make its case fail.
--
--   misspelt  an annotation with another name: an error in any place
--   dropped   a rule or another annotation that the case's report cites, removed
--   bound     the number of a named rule that runs in the case, moved so far that the rule cannot hold,
--             and so far that it cannot be broken: the case has to notice the one or the other

local cases = require "spec.support.cases"

local mutants = {}

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]*\n?" do
    if line ~= "" then lines[#lines + 1] = line end
  end
  return lines
end

local extremes = { min = true, max = true, min_len = true, max_len = true }

-- The line with the bound of one named rule far below and far above what it is.
local function moved(line)
  local list = {}
  for before, name, from in line:gmatch "()%f[%w_]([%l_]+)=%(?()%-?%d" do
    if extremes[name] and line:sub(1, before):find "#@schema/valid" then
      local rest = line:match("^%-?[%d.]+()", from)
      local function with(number) return line:sub(1, from - 1) .. number .. line:sub(rest) end
      list[#list + 1] = { with "-99999999", with "99999999", with "0" }
    end
  end
  return list
end

local function cited(case, file, number)
  local place = (file .. ":" .. number):gsub("%p", "%%%0")
  return case.stderr:find(place .. "%f[^%d]") ~= nil
end

-- A rule that never holds, in front of the others.
local never = '%0 ("never", lambda v: fail("never")),'

-- Adds the mutants of one line of a file. `news`: lines in its place, of which the case has to notice one. `probe`: a
-- line in its place that the case notices if anything there runs in it.
local function of_line(list, name, case, file, number, line)
  local function add(kind, news, probe)
    list[#list + 1] = { kind = kind, case = name, file = file, line = number, old = line, news = news, probe = probe }
  end
  if not line:find "#@[%l]+/%l" then return end
  add("misspelt", { (line:gsub("(#@%l+/[%l-]+)", "%1z", 1)) })
  if cited(case, file, number) then add("dropped", { (line:gsub("#@[^\n]*", "#!", 1)) }) end
  for _, news in ipairs(moved(line)) do
    add("bound", news, (line:gsub("#@schema/valid%l+", never, 1)))
  end
end

--- All mutants of all cases.
---@return table[]
function mutants.find()
  local list = {}
  for _, name in ipairs(cases.find()) do
    local case = cases.read(name)
    for _, file in ipairs(case.files) do
      if file.name:find "%.yml$" then
        for number, line in ipairs(lines_of(file.text)) do of_line(list, name, case, file.name, number, line) end
      end
    end
  end
  return list
end

-- Whether the case of a mutant fails with this line in its file.
local function fails(mutant, line)
  local case = cases.read(mutant.case)
  for _, file in ipairs(case.files) do
    if file.name == mutant.file then
      local lines = lines_of(file.text)
      lines[mutant.line] = line
      file.text = table.concat(lines)
    end
  end
  return cases.differ(case, cases.play(case)) ~= nil
end

--- Whether the case of a mutant notices it; nil when nothing runs there.
---@param mutant table
---@return boolean|nil noticed
function mutants.try(mutant)
  for _, new in ipairs(mutant.news) do
    if fails(mutant, new) then return true end
  end
  if mutant.probe and not fails(mutant, mutant.probe) then return nil end
  return false
end

return mutants
