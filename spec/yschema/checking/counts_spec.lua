-- The last line of `yschema check` and its status (examples/check): files that are valid, invalid, empty, skipped, or
-- that cannot be read, in one call.

local command = require "spec.support.command"
local folder = require "spec.support.folder"

-- Each file, or word of a call, by its letter: what it is called, its text, its errors, and whether it is read.
local FILES = {
  v = { name = "v.yml", text = "port: 1\n", errors = 0 },
  i = { name = "i.yml", text = "port: a\n---\nprot: 1\nport: b\n", errors = 3 },
  w = { name = "w.yml", text = "old: 1\n", errors = 0, warnings = 1 },
  e = { name = "e.yml", text = "", errors = 0 },
  c = { name = "c.yml", text = "# nothing\n", errors = 0 },
  b = { name = "b.yml", text = "a: [1\n", errors = 1, status = 2 },
  u = { name = "u.yml", text = "a: \255\n", errors = 1, status = 2 },
  n = { name = "none.yml", errors = 1, status = 2, unread = 1 },
  s = { name = "s.yml", errors = 0, skipped = 1 },
  d = { name = "d", errors = 1, status = 2, unread = 1 }, -- a folder without such files
}

local CALLS = {
  "v", "i", "w", "e", "c", "b", "u", "n", "vi", "vw", "ve", "vb", "vn", "iw", "ib", "iu", "in", "ec", "eb", "en", "bn",
  "un", "bu", "viw", "vib", "vin", "ecn", "ecb", "iwe", "bun", "viwe", "viwecbun", "ssv", "sv", "si", "sn", "svib",
  "swn", "dv", "di", "dn", "dsviwecbun",
}

local function counted(count, one) return ("%d %s%s"):format(count, one, count == 1 and "" or "s") end

-- The status and the last line that belong to a call.
local function expected(call)
  local files, bad, errors, warnings, unread, skipped, status = 0, 0, 0, 0, 0, 0, 0
  for letter in call:gmatch "." do
    local file = FILES[letter]
    if not file.skipped then files = files + 1 end
    if file.errors > 0 then bad = bad + 1 end
    errors, warnings = errors + file.errors, warnings + (file.warnings or 0)
    unread = unread + (file.unread or 0)
    status = math.max(status, file.status or file.errors > 0 and 1 or 0)
  end
  if call:find("s", 1, true) then skipped = 1 end
  local parts = { (errors == 0 and "no errors" or counted(errors, "error")) .. " in "
    .. (errors > 0 and files ~= 1 and bad .. " of " or "") .. counted(files, "file") }
  if warnings > 0 then parts[#parts + 1] = counted(warnings, "warning") end
  if unread > 0 then parts[#parts + 1] = unread .. " not read" end
  if skipped > 0 then parts[#parts + 1] = counted(skipped, "file") .. " skipped" end
  return status, table.concat(parts, ", ")
end

describe("the counts of yschema check", function()
  local dir

  setup(function()
    dir = folder.make "counts"
    for _, file in pairs(FILES) do
      if file.text then folder.write(dir, file.name, file.text) end
    end
    folder.write(dir, "s.yml", "#@data/values-schema\n---\nport: 0\n#@schema/deprecated 'no'\nold: 0\n")
    folder.write(dir, "d/notes.txt", "no YAML\n")
  end)

  teardown(function() folder.remove(dir) end)

  for _, call in ipairs(CALLS) do
    it("and its status belong to what was found: " .. call, function()
      local words = { "check", "-f", "s.yml" }
      for letter in call:gmatch "." do words[#words + 1] = FILES[letter].name end
      local result = command.run(words, { folder = dir })
      local status, last = expected(call)
      assert.same({ status, last }, { result.rc, result.stdout:match "([^\n]*)\n$" })
      table.insert(words, 2, "-j2")
      local other = command.run(words, { folder = dir })
      assert.same({ result.rc, result.stdout }, { other.rc, other.stdout })
    end)
  end
end)

describe("an interruption of yschema check", function()
  local dir

  before_each(function()
    dir = folder.make "interrupted"
    folder.write(dir, "s.yml", "#@data/values-schema\n---\n#@schema/validation slow\nname: a\nport: 0\n")
    folder.write(dir, "env.lua", [[return { slow = function(name)
      local began = os.clock()
      while name == "slow" and os.clock() - began < 0.2 do end
      return true
    end }]])
    folder.write(dir, "d/000.yml", "port: a\n")
    for i = 1, 60 do folder.write(dir, ("d/%03d.yml"):format(i), "name: slow\n") end
  end)

  after_each(function() folder.remove(dir) end)

  -- Sends SIGINT as a terminal does, once a finding is printed.
  local function interrupted(flags)
    os.execute(([[cd %s && bash -c 'set -m
      env --default-signal=INT %s check -f s.yml --env env.lua d %s >out 2>err &
      until [ -s out ]; do sleep 0.1; done; kill -INT -- -$!; wait $!; echo $? >rc' >/dev/null 2>&1]]):format(
      command.quote(dir), (command.words:gsub("'", "'\\''")), flags))
    return command.read(dir .. "/rc"), command.read(dir .. "/out"), command.read(dir .. "/err")
  end

  for _, jobs in ipairs { "-j1", "-j2" } do
    it("prints what was found so far, and says so: " .. jobs, function()
      local rc, out, err = interrupted(jobs)
      assert.equal("130\n", rc)
      assert.matches("^d/000.yml:1:7: error%[type%]: port: expected integer, but found string\n", out)
      assert.matches("\n1 error in 1 of %d+ files?[^\n]*\n$", (out:gsub("in 1 file", "in 1 of 1 file")))
      assert.matches("^yschema: interrupted: %d+ files not checked\n$", err)
    end)
  end
end)
