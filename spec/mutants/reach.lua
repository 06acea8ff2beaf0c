--- Finds the steps that run a line: each step is run once with reach.c, and what ran is kept in the copy's
-- `build/reach/map`, for as long as the step's own files stay. Of a file of code that has changed since, only the steps
-- that run something of it are known: remove the folder to know their lines again.

local command = require "spec.support.command"

local reach = {}
reach.__index = reach

local quote = command.quote

local folder = "build/reach"

--- The module that is traced, for steps that run specs.
reach.build = folder .. "/make"

local function cksum(tree, files)
  return command.output(("cd %s && find %s -type f 2>/dev/null | LC_ALL=C sort | xargs -d '\\n' cat | cksum"):format(
    quote(tree.folder), files))[1]:gsub(" ", "-")
end

local function sums_of_code(tree)
  local sums = {}
  local lines = command.output(("cd %s && find csrc lua -type f -exec cksum {} +"):format(quote(tree.folder)))
  for _, line in ipairs(lines) do
    local sum, file = line:match "^(%d+ %d+) (.*)$"
    sums[file] = sum
  end
  return sums, table.concat(lines, "\n")
end

-- The core without optimization, each block of which calls reach.so.
local function build(tree)
  local library = tree.folder .. "/" .. folder .. "/reach.so"
  local link = "-Wl,--no-as-needed," .. library
  local flags = ("-DCMAKE_C_FLAGS='-O0 -g -fsanitize-coverage=trace-pc' -DCMAKE_EXE_LINKER_FLAGS=%s "
    .. "-DCMAKE_MODULE_LINKER_FLAGS=%s"):format(quote(link), quote(link .. ",--wrap=lua_sethook,--wrap=lua_gethook"))
  local shell = ("mkdir -p %s && cc -std=c11 -O2 -shared -fPIC $(pkg-config --cflags lua5.4) -o %s spec/mutants/reach.c"
    .. " && cmake %s -S . -B %s -DYSCHEMA_TESTS=ON -DCMAKE_BUILD_TYPE=None %s"
    .. " && cmake --build %s --parallel 2 --target lua54"):format(folder, quote(library), tree.generator,
    reach.build, flags, reach.build)
  assert(tree:run(shell, 3600), "the traced core cannot be built: see " .. tree.folder .. "/said")
end

-- The places in C are addresses in a module; the debugger's tables know their lines.
local function add_lines_of_module(lines, tree, module, offsets, list)
  local known = offsets[module] or {}
  offsets[module] = known
  local asked, path = {}, os.tmpname()
  for _, offset in ipairs(list) do
    if known[offset] == nil then asked[#asked + 1], known[offset] = offset, "" end
  end
  local file = assert(io.open(path, "w"))
  for _, offset in ipairs(asked) do file:write(("0x%x\n"):format(offset)) end
  file:close()
  local found = command.output(("cd %s && addr2line -e %s <%s"):format(quote(tree.folder), quote(module), path))
  os.remove(path)
  for i, offset in ipairs(asked) do known[offset] = found[i] or "" end
  for _, offset in ipairs(list) do lines[known[offset]] = true end
end

-- The records of a step, as `FILE:LINE`.
local function lines_of(tree, record, offsets)
  local places, modules, lines = {}, {}, {}
  for line in io.lines(record) do
    local module, offset = line:match "^(.*) (%d+)$"
    if module then
      modules[module] = modules[module] or {}
      table.insert(modules[module], math.tointeger(offset))
    else
      places[line] = true
    end
  end
  for module, list in pairs(modules) do add_lines_of_module(places, tree, module, offsets, list) end
  for place in pairs(places) do
    local path, number = place:match "^(.*):(%d+)"
    path = path and path:gsub("[^/]+/%.%./", "")
    if path and path:sub(1, #tree.folder + 1) == tree.folder .. "/" then path = path:sub(#tree.folder + 2) end
    if path and (path:find "^lua/" or path:find "^csrc/") then lines[path .. ":" .. number] = true end
  end
  return lines
end

-- Runs a step, and writes how long it took and its lines.
local function record(tree, step, path, offsets)
  local own = folder .. "/step"
  local begun = os.time()
  tree:run(("rm -rf %s; mkdir -p %s"):format(own, own), 60)
  tree:run(step.traced, 1200)
  local lines = { ("seconds %d"):format(os.time() - begun) }
  local ran = tree.folder .. "/" .. own .. "/lines"
  if command.read(ran) then
    for line in pairs(lines_of(tree, ran, offsets)) do lines[#lines + 1] = line end
  end
  local file = assert(io.open(path, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
end

function reach:add(step, path)
  for line in io.lines(path) do
    local file, number = line:match "^(.*):(%d+)$"
    if file then
      number = math.tointeger(number)
      local of_file = self.files[file] or {}
      self.files[file] = of_file
      of_file[number] = of_file[number] or {}
      table.insert(of_file[number], step)
    else
      step.seconds = tonumber(line:match "%d+")
    end
  end
end

-- In each lua5.4; no budget would be enforced if the hook were seen.
local init = [[
  if _VERSION ~= "Lua 5.4" then return end
  local gethook = debug.gethook
  function debug.gethook(...)
    local hook, mask, count = gethook(...)
    if hook ~= "external hook" then return hook, mask, count end
  end
  package.loadlib("%s", "reach")()
]]

--- The environment in which what runs is recorded.
---@param root string
---@return string
function reach.environment(root)
  local own = root .. "/" .. folder
  return ("YSCHEMA_BUILD=%s YSCHEMA_REACH=%s LUA_INIT=%s"):format(
    reach.build, quote(own .. "/step"), quote(init:format(own .. "/reach.so")))
end

-- Lists the files of code that have changed since the map was made.
local function changed_files(tree, kept)
  local now, list = sums_of_code(tree)
  local path = kept .. "/code"
  local before, changed = command.read(path), {}
  if not before then
    local file = assert(io.open(path, "w"))
    file:write(list, "\n")
    file:close()
    return changed
  end
  for sum, file in before:gmatch "(%d+ %d+) ([^\n]*)" do
    if now[file] ~= sum then changed[file] = true end
  end
  return changed
end

---@param tree table
---@param steps table[] each with the shell command `traced`, and `files`: those that it consists of
---@return table map
function reach.new(tree, steps)
  local kept = tree.folder .. "/" .. folder .. "/map"
  assert(os.execute("mkdir -p " .. quote(kept)))
  local self = setmetatable({ steps = steps, files = {}, changed = changed_files(tree, kept) }, reach)
  local offsets
  for _, step in ipairs(steps) do
    local path = ("%s/%s-%s"):format(kept, step.name:gsub("/", "."), cksum(tree, step.files))
    if not command.read(path) then
      if not offsets then build(tree) end
      offsets = offsets or {}
      record(tree, step, path, offsets)
    end
    self:add(step, path)
  end
  return self
end

--- The steps that may notice an error in a line, each once. A line that none is known to run may be the rest of a
-- statement that began above, or data: then all that run something of the file, as when the file has changed; all
-- steps for a new file.
---@param file string
---@param line integer
---@return table[] steps
function reach:of(file, line)
  local lines = self.files[file]
  if not lines then return self.steps end
  for at = line, line - 6, -1 do
    if lines[at] and not self.changed[file] then return lines[at] end
  end
  local all, seen = {}, {}
  for _, steps in pairs(lines) do
    for _, step in ipairs(steps) do
      if not seen[step] then all[#all + 1], seen[step] = step, true end
    end
  end
  return all
end

return reach
