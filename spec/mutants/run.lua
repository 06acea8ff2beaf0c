-- Puts small errors into the project, one at a time, and reports which of them the suite does not notice:
--
--   lua5.4 spec/mutants/run.lua [--sample N] [--seed S] [--from N] [--only csrc|lua|code|cases] [--folder F]
--
-- Errors in code (see sites.lua) are put into a copy of the tree in F (build-mutants), which is built
-- there and tested step by step; 200 of them are tried, spread by chance over all places, without
-- --sample. Errors in the acceptance cases (see cases.lua) are tried on this tree's build, all of them
-- without --sample. --seed (1) chooses: the same seed tries the same errors as long as their lines stay.
-- --from (1) is where in that order to begin, to continue an earlier run.
--
-- A survivor shows a missing spec, or is a change without an effect: then known.lua gives the reason.
-- Each survivor is reported as file:line with the change. The last line is `N passed, M failed`; the
-- exit status is 1 when fewer than 98 of 100 were noticed.

package.path = "./?.lua;" .. package.path
local command = require "spec.support.command"
local known = require "spec.mutants.known"
local sites = require "spec.mutants.sites"

local function options_of(words)
  local options = { seed = 1, from = 1, folder = "build-mutants" }
  local numbers = { sample = true, seed = true, from = true }
  for i = 1, #words, 2 do
    local name, value = words[i]:match "^%-%-(.*)", words[i + 1]
    assert(value and (numbers[name] or name == "only" or name == "folder"),
      "usage: lua5.4 spec/mutants/run.lua [--sample N] [--seed S] [--from N] [--only csrc|lua|code|cases] [--folder F]")
    options[name] = numbers[name] and assert(math.tointeger(tonumber(value)), name) or value
  end
  return options
end

local function say(text)
  print(text)
  io.stdout:flush()
end

local function trimmed(text) return (text:gsub("^%s+", ""):gsub("%s+$", "")) end

-- A number for a text: FNV-1a, with the bits mixed once more.
local function hash(text)
  local h = 0xcbf29ce484222325
  for i = 1, #text do h = (h ~ text:byte(i)) * 0x100000001b3 end
  h = (h ~ (h >> 32)) * 0x9e3779b97f4a7c15
  return h ~ (h >> 29)
end

-- The mutants in a random order in which the place of each depends on itself alone: when a line changes, the
-- choice of the others stays.
local function shuffled(list, seed)
  local seen = {}
  for _, mutant in ipairs(list) do
    local change = table.concat({ seed, mutant.file, mutant.case or "", mutant.old, mutant.new or mutant.kind }, "\n")
    seen[change] = (seen[change] or 0) + 1
    mutant.order = hash(change .. seen[change])
  end
  table.sort(list, function(a, b) return a.order < b.order end)
  return list
end

-- The counts of the mutants of a kind.
local function tally() return { noticed = 0, survived = 0, known = 0, none = 0 } end

local function say_sum(what, count, none)
  say(("%s: %d noticed, %d not; %d that nothing can notice (known.lua), %d %s"):format(
    what, count.noticed, count.survived, count.known, count.none, none))
end

-- Whether known.lua gives a reason. `before`: the line above, where a line may not be the only one of its
-- kind.
local function is_known(count, place, file, old, new, before)
  local change = ("%s => %s"):format(trimmed(old), trimmed(new))
  if not known[file .. ": " .. change] and not known[("%s: %s / %s"):format(file, trimmed(before or ""), change)] then
    return false
  end
  count.known = count.known + 1
  say(("known     %s: %s"):format(place, change))
  return true
end

local function survivor(count, place, old, new)
  count.survived = count.survived + 1
  say(("SURVIVED  %s: %s => %s"):format(place, trimmed(old), trimmed(new)))
end

-- ---- cases ------------------------------------------------------------------

local function run_cases(options)
  local mutants, count = require "spec.mutants.cases", tally()
  local list = mutants.find()
  if options.sample then
    local last = math.min(options.from + options.sample - 1, #list)
    list = table.move(shuffled(list, options.seed), options.from, last, 1, {})
  end
  for _, mutant in ipairs(list) do
    local noticed = mutants.try(mutant)
    local file = ("spec/cases/%s.txt: %s"):format(mutant.case, mutant.file)
    if noticed then
      count.noticed = count.noticed + 1
    elseif noticed == nil then
      count.none = count.none + 1
    else
      local place = ("%s:%d (%s)"):format(file, mutant.line, mutant.kind)
      if not is_known(count, place, file, mutant.old, mutant.news[1]) then
        survivor(count, place, mutant.old, mutant.news[1])
      end
    end
  end
  say_sum("cases", count, "of rules that do not run in their case")
  return count
end

-- ---- code -------------------------------------------------------------------

local areas = {
  csrc = { "c", "git ls-files --cached --others --exclude-standard csrc | grep '[.][ch]$' | sort" },
  lua = { "lua", "git ls-files --cached --others --exclude-standard lua | grep -E '[.]lua$|/bin/' | sort" },
}

local function code_mutants(only)
  local list = {}
  for _, area in ipairs { "csrc", "lua" } do
    if not only or only == "code" or only == area then
      local language, listing = areas[area][1], areas[area][2]
      for _, file in ipairs(command.output(listing)) do
        local text = assert(command.read(file))
        for _, site in ipairs(sites.find(text, language)) do
          site.file, site.language = file, language
          list[#list + 1] = site
        end
      end
    end
  end
  return list
end

local function run_code(options)
  local folder = options.folder
  if folder:sub(1, 1) ~= "/" then folder = command.root .. "/" .. folder end
  local list, count = shuffled(code_mutants(options.only), options.seed), tally()
  say(("%d places in code"):format(#list))
  local tree = require("spec.mutants.tree").new(folder)
  for i = options.from, #list do
    local site = list[i]
    if count.noticed + count.survived + count.known >= (options.sample or 200) then break end
    local place = ("%s:%d (%s)"):format(site.file, site.line, site.kind)
    -- A mutant that nothing can notice takes longest to try: all steps.
    if not is_known(count, place, site.file, site.old, site.new, site.before) then
      local text = sites.put(assert(command.read(folder .. "/" .. site.file)), site)
      local noticed
      if site.language ~= "lua" or load(text:gsub("^#[^\n]*", "")) then
        noticed = tree:try(site.file, site.line, text)
      end
      if noticed then
        count.noticed = count.noticed + 1
        say(("noticed   %s: %s => %s, by %s"):format(place, trimmed(site.old), trimmed(site.new), noticed))
      elseif noticed == nil then
        count.none = count.none + 1
        say(("none      %s: %s => %s"):format(place, trimmed(site.old), trimmed(site.new)))
      else
        survivor(count, place, site.old, site.new)
      end
    end
  end
  say_sum("code", count, "that cannot be built")
  return count
end

-- ---- all --------------------------------------------------------------------

local options = options_of(arg)
local noticed, survived = 0, 0
local function add(count)
  noticed, survived = noticed + count.noticed, survived + count.survived
end
if not options.only or options.only == "cases" then add(run_cases(options)) end
if options.only ~= "cases" then add(run_code(options)) end
print(("%d passed, %d failed"):format(noticed, survived))
os.exit(noticed > 0 and noticed >= 0.98 * (noticed + survived))
