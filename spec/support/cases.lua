--- Acceptance cases: folders that say what the command prints for some files. A case is a folder
-- with an `args` file.
--
--   about            what it shows
--   args             one argument a line; the command runs in the folder
--   vars, stdin      environment variables, `NAME=value` a line; standard input
--   rc               the exit status (0 without it)
--   stdout.yml       all of standard output, as YAML data; stdout.part.yml: maps may hold more keys
--   stdout, stderr   substrings, one a line, in this order; `! text` must not occur
--
-- With YSCHEMA_OUTPUTS=folder in the environment, what each case printed is kept there, so that the
-- runtimes can be compared.

local command = require "spec.support.command"
local data = require "spec.support.data"

local cases = {}

local outputs = os.getenv "YSCHEMA_OUTPUTS"

--- The names of all cases below a folder, sorted.
---@param root string
---@return string[]
function cases.find(root)
  local names = command.output(
    ("cd %s && find . -type f -name args | LC_ALL=C sort"):format(command.quote(root)))
  for i, name in ipairs(names) do names[i] = name:match "^%./(.*)/args$" end
  return names
end

local function lacks(wanted, got)
  local from = 1
  for _, line in ipairs(command.lines(wanted)) do
    if line:sub(1, 2) == "! " then
      if got:find(line:sub(3), 1, true) then return ("has %q"):format(line:sub(3)) end
    elseif line ~= "" then
      local _, last = got:find(line, from, true)
      if not last then
        return ("lacks %q%s"):format(line, got:find(line, 1, true) and " at this place" or "")
      end
      from = last + 1
    end
  end
end

local checks = {
  { "stdout.yml", "stdout", function(want, got) return data.difference(want, got, false) end },
  { "stdout.part.yml", "stdout", function(want, got) return data.difference(want, got, true) end },
  { "stdout", "stdout", lacks },
  { "stderr", "stderr", lacks },
}

--- Runs one case.
---@param folder string absolute
---@param name string
---@return string|nil fault what is wrong
function cases.run(folder, name)
  local path = folder .. "/" .. name .. "/"
  local result = command.run(command.lines(command.read(path .. "args")), {
    folder = path, stdin = command.read(path .. "stdin") and "stdin",
    vars = command.lines(command.read(path .. "vars")),
    keep = outputs and outputs .. "/" .. name:gsub("/", "%%"),
  })
  local rc = tonumber(command.read(path .. "rc") or "0")
  if result.rc ~= rc then
    return ("exit status %d, want %d\n%s"):format(result.rc, rc, result.stderr)
  end
  for _, check in ipairs(checks) do
    local file, stream, compare = check[1], check[2], check[3]
    local want = command.read(path .. file)
    local fault = want and not (file == "stdout.yml" and rc ~= 0) and compare(want, result[stream])
    if fault then return stream .. " " .. fault .. "\n" .. result[stream] end
  end
end

return cases
