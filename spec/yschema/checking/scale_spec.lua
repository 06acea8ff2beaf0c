-- The scripts of examples/scale: cut into pieces, 20,000 files and a stream of lines get the same verdicts in the same
-- order as in one process.

local command = require "spec.support.command"

local COUNT = 20000

local folder

local function has(program) return command.output("command -v " .. program)[1] ~= nil end

-- Runs a line of a shell in the folder, with the command under test on PATH; gives its exit status.
local function run(line)
  local path = command.quote(folder)
  local pipe = assert(io.popen(("cd %s && PATH=%s.bin:$PATH && export PATH && { %s; } 2>err </dev/null; echo $?")
    :format(path, path, line)))
  local status = pipe:read "*a"
  pipe:close()
  return tonumber(status)
end

-- The verdicts in a file. The numbers of documents and lines begin anew in each piece.
local function verdicts(name)
  local text = assert(command.read(folder .. "/" .. name))
  return (text:gsub('{"number":%d+,', "{"):gsub('"file":"line %d+"', '"file":"a line"'))
end

describe("examples/scale #programs", function()
  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    assert(os.execute("cp -R examples/scale " .. folder))
    command.install(folder .. ".bin")
    assert.equal(0, run(("./make.sh files %d"):format(COUNT)))
    assert.equal(1, run "yschema check -f schema.yml -j 1 --files0-from list --report ndjson >one")
  end)

  teardown(function() os.execute(("rm -rf %s %s.bin"):format(folder, folder)) end)

  it("is validated by one process", function()
    local text = verdicts "one"
    assert.equal(COUNT, select(2, text:gsub("\n", "")))
    assert.equal(COUNT / 100, select(2, text:gsub('"valid":false', "")))
  end)

  it("is validated by xargs", function()
    assert.equal(123, run "./xargs.sh 2 >two")
    assert.is_true(verdicts "one" == verdicts "two")
  end)

  it("is validated by GNU parallel", function()
    if not has "parallel" then return pending "GNU parallel is not there (Debian: parallel)" end
    assert.equal(COUNT / 500, run "./parallel.sh 2 >three")
    assert.is_true(verdicts "one" == verdicts "three")
  end)

  it("is validated by the tasks of Slurm, which can be cut short", function()
    for task = 1, 4 do
      local line = ("SLURM_ARRAY_TASK_ID=%d SLURM_ARRAY_TASK_COUNT=4 ./slurm.sh"):format(task)
      if task == 2 then run("timeout 0.15 env " .. line) end
      assert.equal(task == 4 and 1 or 0, run(line))
    end
    local one, found = {}, {}
    for line in verdicts "one":gmatch "[^\n]+" do one[#one + 1] = line end
    for task = 1, 4 do
      for line in verdicts("verdicts/" .. task .. ".ndjson"):gmatch "[^\n]+" do found[#found + 1] = line end
    end
    table.sort(one)
    table.sort(found)
    assert.is_true(table.concat(one, "\n") == table.concat(found, "\n"))
  end)

  it("is validated as a stream of lines", function()
    local file = assert(io.open(folder .. "/in", "w"))
    for i = 1, 50000 do
      file:write(('{"name":"service-%d","replicas":%d,"image":"%s"}\n'):format(i, i % 100, ("x"):rep(300)))
    end
    file:close()
    assert.equal(1, run "yschema check -f schema.yml --lines -q <in >one.lines")
    assert.equal(1, run "cat in | yschema check -f schema.yml --lines -q -j 2 >two.lines")
    assert.is_true(command.read(folder .. "/one.lines") == command.read(folder .. "/two.lines"))
  end)
end)
