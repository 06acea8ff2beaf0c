--- A copy of the project's files, in which an error is put. What depends on it is built, and the suite runs
-- until a step fails. The working tree itself is never touched.

local command = require "spec.support.command"
local reach = require "spec.mutants.reach"

local tree = {}
tree.__index = tree

local quote = command.quote

-- The memory that a mutant may take, so that one that allocates without end does not stop the machine: 4 GiB, in KiB.
local memory = 4 * 1024 * 1024

--- Runs a shell command in the copy; its output goes into the file `said` there.
---@param shell string
---@param limit integer seconds of computing after which a process of it is stopped; all of it, after
-- twenty times as many, so that a busy machine does not count as an error
---@return boolean good
function tree:run(shell, limit)
  local limits = ("ulimit -v %d && ulimit -t %d && timeout -k 5 %d"):format(memory, limit, 20 * limit)
  return os.execute(("cd %s && %s sh -c %s >said 2>&1 </dev/null"):format(
    quote(self.folder), limits, quote(shell))) == true
end

---@return string
function tree:said() return command.read(self.folder .. "/said") or "" end

-- ---- the steps --------------------------------------------------------------

local folders = { ["lua5.4"] = "lua54", luajit = "luajit" }

-- Specs that compare times need a machine that does nothing else.
local function busted(lua, files, build, going)
  return ("YSCHEMA_TIMEOUT=200 %s %s --ignore-lua --%skeep-going --filter-out=linear -o TAP --cpath='%s/%s/?.so' %s")
    :format(lua, quote(command.output("command -v busted")[1]), going and "" or "no-", build, folders[lua], files)
end

-- `seconds`: as long as the map does not know better.
local function step_of(kind, name, shell)
  return { kind = kind, name = name, shell = shell, kills = 0, seconds = kind == "luajit" and 200 or 30 }
end

local function spec_of(root, file)
  local step = step_of("spec", file, busted("lua5.4", file, "build"))
  step.traced = reach.environment(root) .. " " .. busted("lua5.4", file, reach.build, true)
  step.files = file .. " " .. file:gsub("_spec%.lua$", "")
  return step
end

local function program_of(root, file)
  local name = file:match "([^/]*)%.c$"
  local run = "cmake --build %s --parallel 2 --target " .. name .. " && ctest --test-dir %s -R '^" .. name .. "$'"
  local step = step_of("c", name, run:format("build", "build"))
  local environment = "export " .. reach.environment(root) .. " && "
  step.traced, step.files = environment .. run:format(reach.build, reach.build), file
  return step
end

-- The promises of a fleet take a minute, and more memory than a mutant may have. The other specs that are left out are
-- about names of files, which no mutant changes.
local specs = "find spec -name '*_spec.lua' ! -path 'spec/resty/*' ! -path 'spec/mutants/*' ! -name layering_spec.lua"
  .. " ! -name rocks_spec.lua ! -name '*_promise_spec.lua' | sort"

local function list_steps(root)
  local steps = {}
  for _, file in ipairs(command.output(("cd %s && %s"):format(quote(root), specs))) do
    steps[#steps + 1] = spec_of(root, file)
  end
  for _, file in ipairs(command.output(("cd %s && find spec/c -name '*.c' | sort"):format(quote(root)))) do
    steps[#steps + 1] = program_of(root, file)
  end
  return steps
end

-- The words of a path, such as `overlay` and `match` of `csrc/core/overlay/matcher.c`.
local function words_of(path)
  local words = {}
  for word in path:gmatch "%a+" do words[word:gsub("s$", "")] = true end
  for _, common in ipairs { "y", "yl", "c", "h", "csrc", "core", "lua", "yschema", "spec" } do words[common] = nil end
  return words
end

-- How long a step takes, for each reason to believe that it notices an error: words that it shares with the file, and
-- the errors that it noticed so far. A program in C has to be linked.
local function price(step, words)
  local reasons = 1 + step.kills
  for word in pairs(words_of(step.name)) do reasons = reasons + (words[word] and 2 or 0) end
  return (step.seconds + (step.kind == "c" and 2 or 1)) / reasons
end

local function sorted(steps, file)
  local list, words, prices = {}, words_of(file), {}
  for i, step in ipairs(steps) do list[i], prices[step] = step, price(step, words) end
  table.sort(list, function(a, b)
    if prices[a] ~= prices[b] then return prices[a] < prices[b] end
    return a.name < b.name
  end)
  return list
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- Makes `folder` the same as the working tree, for all files that git knows. Files that are the same already
-- stay, so that they are not built again.
local function copy(folder)
  local wanted = { said = true }
  for _, file in ipairs(command.output "git ls-files --cached --others --exclude-standard") do
    local text = command.read(file)
    if text then
      wanted[file] = true
      if command.read(folder .. "/" .. file) ~= text then
        assert(os.execute(('to=%s && mkdir -p "$(dirname "$to")" && cp -p %s "$to" && touch "$to"'):format(
          quote(folder .. "/" .. file), quote(file))))
      end
    end
  end
  local found = command.output("cd " .. quote(folder) .. " && find . -path ./build -prune -o -type f -print")
  for _, file in ipairs(found) do
    if not wanted[file:sub(3)] then assert(os.remove(folder .. "/" .. file:sub(3))) end
  end
end

--- Copies what git knows of, as it stands in the working tree, and builds it.
---@param folder string
---@return table tree
function tree.new(folder)
  local self = setmetatable({ folder = folder }, tree)
  copy(folder)
  self.generator = command.output("command -v ninja")[1] and "-G Ninja" or ""
  assert(self:run("cmake " .. self.generator .. " -S . -B build -DYSCHEMA_TESTS=ON -DCMAKE_BUILD_TYPE=None"
    .. " -DCMAKE_C_FLAGS=-O1 && cmake --build build --parallel 2 --target lua54 luajit", 1800),
    "the copy cannot be built: see " .. folder .. "/said")
  self.map = reach.new(self, list_steps(folder))
  self.resty = step_of("resty", "specs in nginx", busted("luajit", "spec/resty", "build"))
  return self
end

-- The specs of these steps on LuaJIT.
local function on_luajit(steps)
  local files = {}
  for _, step in ipairs(steps) do
    if step.kind == "spec" then files[#files + 1] = step.name end
  end
  local step = step_of("luajit", "specs on luajit", busted("luajit", table.concat(files, " "), "build"))
  return files[1] and step
end

-- The steps for a line of a file, whose text this is: the cheapest first, LuaJIT last.
function tree:steps_for(file, line, text)
  if file:find "^lua/resty/" then return { self.resty } end
  local steps = sorted(self.map:of(file, line), file)
  -- Numbers differ between the runtimes, and values come and go in this room.
  if text:lower():find "jit" or text:find("LUA_VERSION", 1, true) or file:find "^csrc/lua/value/" then
    steps[#steps + 1] = on_luajit(steps)
  end
  return steps
end

-- Builds the modules that a change of this file concerns, and those that an error in C was taken out of.
function tree:build(file)
  local is_c = file:sub(1, 5) == "csrc/"
  if not is_c and not self.is_stale then return true end
  local targets = (file:find "^csrc/lua/" or not is_c) and "lua54 luajit" or "lua54"
  local good = self:run("cmake --build build --parallel 2 --target " .. targets, 900)
  self.is_stale = is_c
  return good
end

-- The first step that fails with what is in the tree now.
function tree:ask(steps)
  for _, step in ipairs(steps) do
    if not step.fails and not self:run(step.shell, 30 + 2 * step.seconds) then return step end
  end
end

--- Puts an error in, and asks the steps in turn until one fails. Each step that does has to pass without a
-- error, or it says nothing, and is asked no more.
---@param file string
---@param line integer where the error is
---@param text string the whole file, with it
---@return string|false|nil noticed by which step; false: by none; nil: it cannot be built
function tree:try(file, line, text)
  local path = self.folder .. "/" .. file
  local before = assert(command.read(path))
  local steps = self:steps_for(file, line, before)
  local built, step
  repeat
    write(path, text)
    built = self:build(file)
    step = built and self:ask(steps)
    write(path, before)
    if not built then return nil elseif not step then return false end
    if step.kills == 0 then
      assert(self:build(file))
      step.fails = not self:run(step.shell, 30 + 2 * step.seconds)
      if step.fails then print(("LEFT OUT  %s fails without an error:\n%s"):format(step.name, self:said())) end
    end
  until not step.fails
  step.kills = step.kills + 1
  return step.name
end

return tree
