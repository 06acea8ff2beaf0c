-- Compiles the Lua modules of the checkout, so that the thousands of commands of the suite do not each parse them:
--
--   lua5.4 spec/support/compile.lua FOLDER BUILD
--
-- FOLDER becomes a tree in which lua/bin/yschema runs as in the checkout, with the C modules of the folder BUILD, both
-- absolute. The code keeps its lines for messages. spec/run.sh makes it anew each time: see spec/support/command.lua.

local folder, build = arg[1], arg[2]

local function run(line)
  local ended = os.execute(line)
  assert(ended == true or ended == 0, line)
end

local function quoted(path) return "'" .. path:gsub("'", "'\\''") .. "'" end

run(("rm -rf %s && mkdir -p %s && cp -R lua %s && ln -s %s %s"):format(
  quoted(folder), quoted(folder), quoted(folder), quoted(build), quoted(folder .. "/build")))

local found = assert(io.popen(("find %s -name '*.lua'"):format(quoted(folder .. "/lua"))))
for path in found:lines() do
  local code = loadfile(path)
  if code then -- one module is written for Lua 5.4 alone
    local file = assert(io.open(path, "wb"))
    assert(file:write(string.dump(code)))
    assert(file:close())
  end
end
found:close()
