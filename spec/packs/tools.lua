-- Programs that validate the files of a pack: they are given many files at a time, and say of each whether it is valid.

local folder = require "spec.support.folder"

local tools = {}

--- How to ask a tool, and what it prints of a file: a line with its name, then what is wrong, or SUCCESS.
local promtool = os.getenv "YSCHEMA_PROMTOOL" or "promtool"
local commands = {
  alertmanager = { program = "amtool", words = "check-config", begins = "^Checking '(.-)'" },
  prometheus = { program = promtool, words = "check config --syntax-only", begins = "^Checking (%S+)$" },
  ["prometheus-rules"] = { program = promtool, words = "check rules --lint=none", begins = "^Checking (%S+)$" },
}

--- Whether the program of a pack is installed.
function tools.has(name)
  return os.execute("command -v " .. commands[name].program .. " >/dev/null 2>&1") == 0
    or os.execute("command -v " .. commands[name].program .. " >/dev/null 2>&1") == true
end

--- Returns the version of a pack's program that is installed: "2.42".
function tools.version(name)
  local pipe = io.popen(commands[name].program .. " --version 2>&1")
  local text = pipe:read "*a"
  pipe:close()
  return (assert(text:match "version (%d+%.%d+)", text))
end

-- The output of a command, by file.
local function run(command, files, from, to)
  local pipe = io.popen(("%s %s %s 2>&1"):format(command.program, command.words, table.concat(files, " ", from, to)))
  local found, file = {}, nil
  for line in pipe:lines() do
    local begun = line:match(command.begins)
    file = begun or file
    if file then
      found[file] = (found[file] or "") .. line .. "\n"
    end
  end
  pipe:close()
  return found
end

-- Debian builds its Prometheus without some kinds of discovery; what it says of them is no verdict.
local function verdict(report)
  if report:find "field %w+_sd_configs not found" then
    return { nil, report }
  end
  return { report:find "SUCCESS" ~= nil and report:find "FAILED" == nil, report }
end

--- Validates texts. Returns a list: for each text, whether it is valid (nil if the tool cannot say), and what it says.
function tools.check(name, texts)
  local command = commands[name]
  local dir = folder.make ""
  local files = {}
  for i, text in ipairs(texts) do
    files[i] = dir .. ("/%05d.yml"):format(i)
    folder.write(dir, ("%05d.yml"):format(i), text)
  end
  local results = {}
  for from = 1, #files, 100 do
    local to = math.min(from + 99, #files)
    local found = run(command, files, from, to)
    for i = from, to do
      -- A tool that ends too early, because it fails itself, is asked again for the files that are left.
      local report = found[files[i]] or run(command, files, i, i)[files[i]] or ""
      results[i] = verdict(report)
    end
  end
  folder.remove(dir)
  return results
end

return tools
