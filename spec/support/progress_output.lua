--- An output handler for busted: prints what `plainTerminal` does, and keeps in the file that YSCHEMA_PROGRESS
-- names in the environment a line with the number of specs that have run. Beside it, NAME.files lists the files that
-- have ended, with their seconds.

local path = os.getenv "YSCHEMA_PROGRESS"

-- In one step: others read it at any time.
local function keep(line)
  local file = io.open(path .. ".new", "w")
  if not file then return end
  file:write(line, "\n")
  file:close()
  os.rename(path .. ".new", path)
end

return function(options)
  local busted = require "busted"
  local handler = require "busted.outputHandlers.plainTerminal"(options)
  if not path then return handler end
  local all, number, name, kept, began = 0, 0, "", 0, 0

  local function report()
    local bad = handler.failuresCount + handler.errorsCount
    keep(("file %d of %d, %s; %d passed%s"):format(number, all, name, handler.successesCount,
      bad > 0 and (", %d FAILED"):format(bad) or ""))
    kept = os.time()
  end

  busted.subscribe({ "suite", "start" }, function(suite)
    all = #(suite.file or {})
    report()
    return nil, true
  end)
  busted.subscribe({ "file", "start" }, function(file)
    number, name, began = number + 1, file.name, os.time()
    report()
    return nil, true
  end)
  local files = assert(io.open(path .. ".files", "w"))
  busted.subscribe({ "file", "end" }, function(file)
    files:write(("%4d  %s\n"):format(os.time() - began, file.name))
    files:flush()
    return nil, true
  end)
  -- One file may take minutes: its tests count, too.
  busted.subscribe({ "test", "end" }, function()
    if os.time() ~= kept then report() end
    return nil, true
  end)
  return handler
end
