-- embed.lua - compiles Lua modules for a program that contains them:
--
--   lua5.4 .cmake/embed.lua OUTPUT FOLDER... [-- NAME=FILE...]
--
-- Writes OUTPUT.bin with the bytecode of all modules below the folders, and the texts of their files of data, and
-- OUTPUT.c with the list of them: see csrc/host/modules/modules.h. NAME=FILE is one more module, or a file of data if
-- the name has a slash. The same files give the same output, wherever the folders are.

local output = arg[1]
local entries = {}

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

-- Returns the bytes of a module, with the numbers of lines for errors, but without the place of the file.
local function bytecode(name, path)
  return string.dump(assert(load(read(path), "@" .. name:gsub("%.", "/") .. ".lua", "t")))
end

local function add(name, path)
  local is_data = name:find "/"
  entries[#entries + 1] = { name = name, bytes = is_data and read(path) or bytecode(name, path) }
end

local function add_folder(folder)
  local pipe = assert(io.popen(("find '%s' -type f"):format(folder)))
  local parent = folder:gsub("[^/]+/?$", "")
  for path in pipe:lines() do
    local below = path:sub(#parent + 1)
    local module = below:match "^(.*)%.lua$"
    if module and not module:find "meta$" then
      add((module:gsub("/init$", ""):gsub("/", ".")), path)
    elseif not module and not below:find "%.md$" then
      add(below, path)
    end
  end
  assert(pipe:close())
end

local files = false
for i = 2, #arg do
  if arg[i] == "--" then
    files = true
  elseif files then
    add(arg[i]:match "^([^=]+)=(.*)$")
  else
    add_folder(arg[i])
  end
end
table.sort(entries, function(a, b) return a.name < b.name end)

local lines = { "/* Written by .cmake/embed.lua. */", '#include "host/modules/modules.h"', "",
  "const ys_embedded ys_embedded_list[] = {" }
local at = 0
local bin = assert(io.open(output .. ".bin", "wb"))
for _, entry in ipairs(entries) do
  lines[#lines + 1] = ('    {"%s", %d, %d},'):format(entry.name, at, #entry.bytes)
  assert(bin:write(entry.bytes))
  at = at + #entry.bytes
end
assert(bin:close())
lines[#lines + 1] = "};"
lines[#lines + 1] = ("const size_t ys_embedded_count = %d;\n"):format(#entries)
local out = assert(io.open(output .. ".c", "wb"))
assert(out:write(table.concat(lines, "\n")))
assert(out:close())
