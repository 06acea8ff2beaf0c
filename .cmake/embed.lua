-- embed.lua - compiles Lua modules for a program that contains them:
--
--   lua5.4 .cmake/embed.lua [--small] OUTPUT FOLDER... [-- NAME=FILE...]
--
-- Writes OUTPUT.bin with the bytecode of all modules below the folders, and the texts of their files of data, and
-- OUTPUT.c with the list of them: see csrc/host/modules/modules.h. NAME=FILE is one more module, or a file of data if
-- the name has a slash. The same files give the same output, wherever the folders are.

local smaller = dofile((arg[0]:gsub("[^/]+$", "smaller.lua")))

local small = arg[1] == "--small" and table.remove(arg, 1) ~= nil
local output = arg[1]
local entries = {}

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

-- Of small programs, the rooms that each start needs are bytecode without what only debuggers need, which is read
-- quickly. The others are texts, which are smaller when they are compressed.
local quick = {}
for room in ("base pipeline"):gmatch "%l+" do
  quick[room] = true
end

-- Modules that nothing in a small program calls: those of fleets, and the code that checks Lua's tables.
local left_out_rooms = { ["command/fleet"] = true, checker = true }
for room in ("fleet fleet/etcd fleet/publishing fleet/repair"):gmatch "%S+" do left_out_rooms[room] = true end

-- Returns what is embedded of a module of a small program.
local function small_module(name, path)
  local text = read(path)
  if not quick[name:match "^yschema%.(%l+)"] then return smaller.text(text) end
  return string.dump(assert(load(text, "@" .. name:gsub("%.", "/") .. ".lua", "t")), true)
end

-- Returns the bytes of a module, with the numbers of lines for errors, but without the place of the file.
local function bytecode(name, path)
  return string.dump(assert(load(read(path), "@" .. name:gsub("%.", "/") .. ".lua", "t")))
end

local function add(name, path)
  local bytes = name:find "/" and read(path) or (small and small_module or bytecode)(name, path)
  entries[#entries + 1] = { name = name, bytes = bytes }
end

local function add_folder(folder)
  local pipe = assert(io.popen(("find '%s' -type f"):format(folder)))
  local parent = folder:gsub("[^/]+/?$", "")
  for path in pipe:lines() do
    local below = path:sub(#parent + 1)
    local module = below:match "^(.*)%.lua$"
    local left_out = small and left_out_rooms[below:match "^yschema/(.+)/[^/]+$"]
      and below ~= "yschema/command/fleet/about.lua"
    if module and not left_out and not module:find "meta$" then
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
