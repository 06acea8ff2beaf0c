--- Handles the flags of ytt, for command lines that were written for it: switches with `=true` and `=false`, flags that
-- have no effect here, and flags for features that yschema does not have.
--
-- @module yschema.command.ytt_flags

local ytt_flags = {}

-- Switches that have no effect here: comments of other tools are always ignored, links are always
-- followed, and reports are always complete.
local idle = {
  ["--ignore-unknown-comments"] = true,
  ["--debug"] = true,
  ["--dangerous-allow-all-symlink-destinations"] = true,
}

-- Flags with an argument that have no effect here.
local idle_options = { ["--allow-symlink-destination"] = true }

local no_files = "yschema has one result, which goes to standard output, or to a file with -o FILE"
local no_bulk = "files are given with -f"
local refused = {
  ["--output-files"] = no_files,
  ["--output-directory"] = no_files,
  ["--dangerous-emptied-output-directory"] = no_files,
  ["--file-mark"] = "files have no marks here: leave out what is not to be read, or give it another name"
    .. " (-f name=path)",
  ["--files-inspect"] = "yschema does not run templates; yschema inspect prints a schema",
  ["--bulk-in"] = no_bulk,
  ["--bulk-out"] = no_files,
  ["--implicit-map-key-overrides"] = "a map has a key once here: keep one of the two",
}

-- The Go library that reads ytt's flags accepts these words as booleans.
local booleans = {}
for _, word in ipairs { "1", "t", "T", "true", "TRUE", "True" } do booleans[word] = "on" end
for _, word in ipairs { "0", "f", "F", "false", "FALSE", "False" } do booleans[word] = "off" end

-- Removes the earlier occurrences of a switch from a list.
local function take_out(list, switch, switches)
  for i = #list, 1, -1 do
    if switches[list[i]] == switch then table.remove(list, i) end
  end
end

--- Rewrites a command line with the flags of yschema only.
---@param argv string[]
---@param switches table<string, string> flags without an argument, each with one name of its kind
---@return string[]? argv
---@return string? problem
function ytt_flags.plain(argv, switches)
  local plain, i = {}, 1
  while i <= #argv do
    local word = argv[i]
    if word == "--" then
      for rest = i, #argv do plain[#plain + 1] = argv[rest] end
      break
    end
    local flag, value = word:match "^(%-%-?[%w-]+)=(.*)$"
    flag = flag or word
    local switch = switches[flag]
    local turned = booleans[value or "true"]
    if switch or idle[flag] then
      if not turned then return nil, ("%s: expected true or false, got '%s'"):format(flag, value) end
      if switch and turned == "off" then take_out(plain, switch, switches) end
      if switch and turned == "on" then plain[#plain + 1] = flag end
    elseif idle_options[flag] then
      if not value then i = i + 1 end
    elseif refused[flag] and not (flag == "--implicit-map-key-overrides" and turned == "off") then
      return nil, flag .. ": " .. refused[flag]
    elseif not refused[flag] then
      plain[#plain + 1] = word
    end
    i = i + 1
  end
  return plain
end

return ytt_flags
