--- A copy of the project's files, in which an error is put. What depends on it is built, and the suite runs
-- until a step fails. The working tree itself is never touched.

local command = require "spec.support.command"

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
local function busted(lua, files)
  return ("YSCHEMA_TIMEOUT=200 %s %s %s --cpath='build/%s/?.so' %s"):format(lua,
    quote(command.output("command -v busted")[1]),
    "--ignore-lua --no-keep-going --filter-out=linear --output=TAP", folders[lua], files)
end

-- Specs that take some seconds; the others take less.
local slow = {}
for name in ("attacks cases default_functions fragments limits pages properties"):gmatch "%S+" do
  slow[name .. "_spec.lua"] = true
end

-- The cheapest steps come first: the quick specs, then the C tests, which have to be linked, then the slow
-- specs. LuaJIT is last, because few lines are only for it.
local ranks = { spec = 1, c = 2, slow = 3, resty = 4, luajit = 5 }
local seconds = { spec = 20, c = 300, slow = 60, resty = 60, luajit = 300 }

local function step_of(kind, name, shell) return { kind = kind, name = name, shell = shell, kills = 0 } end

-- layering_spec and rocks_spec are about names of files, which no mutant changes. The promises of a fleet take a
-- minute, and more memory than a mutant may have.
local function list_steps(folder)
  local files = command.output(("cd %s && find spec -name '*_spec.lua' ! -path 'spec/resty/*' ! -path 'spec/mutants/*'"
    .. " ! -name layering_spec.lua ! -name rocks_spec.lua ! -name '*_promise_spec.lua' | sort"):format(quote(folder)))
  local steps = {
    step_of("c", "C tests", "cmake --build build --parallel 2 && ctest --test-dir build --stop-on-failure"),
    step_of("luajit", "specs on luajit", busted("luajit", table.concat(files, " "))),
  }
  for _, file in ipairs(files) do
    steps[#steps + 1] = step_of(slow[file:match "[^/]*$"] and "slow" or "spec", file, busted("lua5.4", file))
  end
  if command.output("command -v nginx")[1] then
    steps[#steps + 1] = step_of("resty", "specs in nginx", busted("luajit", "spec/resty"))
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

-- The specs that share words with a file run first, then those that noticed most errors so far.
local function sorted(steps, file)
  local list, words = {}, words_of(file)
  for i, step in ipairs(steps) do
    local shared = 0
    for word in pairs(words_of(step.name)) do shared = shared + (words[word] and 1 or 0) end
    list[i] = { step = step, shared = shared, at = i, rank = shared > 0 and 0 or ranks[step.kind] }
  end
  table.sort(list, function(a, b)
    if a.rank ~= b.rank then return a.rank < b.rank end
    if a.shared ~= b.shared then return a.shared > b.shared end
    if a.step.kills ~= b.step.kills then return a.step.kills > b.step.kills end
    return a.at < b.at
  end)
  for i, about in ipairs(list) do list[i] = about.step end
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
  local generator = command.output("command -v ninja")[1] and "-G Ninja " or ""
  assert(self:run("cmake " .. generator .. "-S . -B build -DYSCHEMA_TESTS=ON -DCMAKE_BUILD_TYPE=None"
    .. " -DCMAKE_C_FLAGS=-O1 && cmake --build build --parallel 2 --target lua54 luajit", 1800),
    "the copy cannot be built: see " .. folder .. "/said")
  self.steps = list_steps(folder)
  return self
end

-- Whether a step can notice an error in this file, whose text this is.
local function matters(step, file, text)
  if step.fails then return false end
  if step.kind == "c" then return file:find "^csrc/core/" ~= nil end
  if (step.kind == "resty") ~= (file:find "^lua/resty/" ~= nil) then return false end
  -- Numbers differ between the runtimes, and values come and go in this room.
  return step.kind ~= "luajit" or text:lower():find "jit" ~= nil or text:find("LUA_VERSION", 1, true) ~= nil
    or file:find("^csrc/lua/value/") ~= nil
end

function tree:build(file)
  if file:sub(1, 5) ~= "csrc/" then return true end
  local targets = file:find "^csrc/lua/" and "lua54 luajit" or "lua54"
  return self:run("cmake --build build --parallel 2 --target " .. targets, 900)
end

-- The first step that fails with what is in the tree now.
function tree:ask(file, text)
  for _, step in ipairs(sorted(self.steps, file)) do
    if matters(step, file, text) and not self:run(step.shell, seconds[step.kind]) then return step end
  end
end

--- Puts an error in, and asks the steps in turn until one fails. Each step that does has to pass without a
-- error, or it says nothing, and is asked no more.
---@param file string
---@param text string the whole file, with the error
---@return string|false|nil noticed by which step; false: by none; nil: it cannot be built
function tree:try(file, text)
  local path = self.folder .. "/" .. file
  local before = assert(command.read(path))
  local built, step
  repeat
    write(path, text)
    built = self:build(file)
    step = built and self:ask(file, text)
    write(path, before)
    if not built then return nil elseif not step then return false end
    if step.kills == 0 then
      assert(self:build(file))
      step.fails = not self:run(step.shell, seconds[step.kind])
      if step.fails then print(("LEFT OUT  %s fails without an error:\n%s"):format(step.name, self:said())) end
    end
  until not step.fails
  step.kills = step.kills + 1
  return step.name
end

return tree
