--- An output handler for busted: prints what `plainTerminal` does, and keeps in the file that YSCHEMA_PROGRESS
-- names in the environment a line with the numbers of files that have ended and of tests that have run, and with the
-- file that runs now. Beside it, NAME.files lists the files that have ended, with their seconds, and those of the
-- processor, which other programs do not change.

local path = os.getenv "YSCHEMA_PROGRESS"

-- In one step: others read it at any time.
local function keep(line)
  local file = io.open(path .. ".new", "w")
  if not file then return end
  file:write(line, "\n")
  file:close()
  os.rename(path .. ".new", path)
end

-- The processor's seconds of this process and of those that it has waited for, where /proc has them: in hundredths,
-- as fields 14 to 17, of which the second, a name in parentheses, may have blanks.
local function processor_seconds()
  local file = io.open "/proc/self/stat"
  local text = file and file:read "a" or ""
  if file then file:close() end
  local user, system, of_children, system_of_children =
    text:match(".*%)" .. (" %S+"):rep(11) .. (" (%d+)"):rep(4))
  return user and (user + system + of_children + system_of_children) / 100 or 0
end

return function(options)
  local busted = require "busted"
  local handler = require "busted.outputHandlers.plainTerminal"(options)
  if not path then return handler end
  local ended, name, kept, began, used = 0, nil, 0, 0, 0

  local function report()
    keep(("ended %d passed %d failed %d%s"):format(ended, handler.successesCount,
      handler.failuresCount + handler.errorsCount, name and " in " .. name or ""))
    kept = os.time()
  end

  busted.subscribe({ "file", "start" }, function(file)
    name, began, used = file.name, os.time(), processor_seconds()
    report()
    return nil, true
  end)
  local files = assert(io.open(path .. ".files", "w"))
  busted.subscribe({ "file", "end" }, function(file)
    files:write(("%4d %6.1f  %s\n"):format(os.time() - began, processor_seconds() - used, file.name))
    files:flush()
    ended, name = ended + 1, nil
    report()
    return nil, true
  end)
  -- One file may take minutes: its tests count, too.
  busted.subscribe({ "test", "end" }, function()
    if os.time() ~= kept then report() end
    return nil, true
  end)
  return handler
end
