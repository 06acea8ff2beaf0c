--- Runs the command in this process, which costs less than another one. The words of a call that are the names of files
-- in a folder stand for their paths.

local cli = require "yschema.command.cli"
local command = require "spec.support.command"
local lfs = require "lfs"
local unpack = table.unpack or unpack -- luacheck: ignore

local in_process = {}

local ENDINGS = { yml = true, yaml = true, json = true, state = true, txt = true }

-- A stream that keeps what is written.
local function collecting(list)
  return {
    write = function(self, ...)
      for _, text in ipairs { ... } do list[#list + 1] = text end
      return self
    end,
    flush = function() return true end,
  }
end

--- Runs `yschema` with these words.
---@param folder string whose path is left out of what is printed
---@param ... string a word that has the form of a file's name or of a path to one is placed in the folder
---@return integer status
---@return string printed
---@return string errors
function in_process.run(folder, ...)
  local words, out, err = { ... }, {}, {}
  for i, word in ipairs(words) do
    local is_file = word:find "^[%w/_.-]*%.%a+$" and ENDINGS[word:match "%a+$"] or word:find "^%w+/$"
    if is_file then words[i] = folder .. "/" .. word end
  end
  local status = cli.main(words, { out = collecting(out), err = collecting(err) })
  local path = folder:gsub("%p", "%%%0") .. "/"
  return status, (table.concat(out):gsub(path, "")), (table.concat(err):gsub(path, ""))
end

-- Modules that are loaded later are found from any folder.
local function with_absolute_paths()
  for _, name in ipairs { "path", "cpath" } do
    local list = {}
    for path in package[name]:gmatch "[^;]+" do
      list[#list + 1] = path:find "^/" and path or command.root .. "/" .. path:gsub("^%./", "")
    end
    package[name] = table.concat(list, ";")
  end
end

--- Runs `yschema` as `command.run` does, with the same result, if the call needs no process of its own: it reads no
-- standard input, has no variables of the environment, and begins no other processes.
---@param arguments string[]
---@param opts? { folder: string, stdin: string, vars: string[], keep: string } with more than a folder, a process runs
---@return { rc: integer, stdout: string, stderr: string, text: string }
function in_process.call(arguments, opts)
  opts = opts or {}
  if opts.stdin or opts.vars or opts.keep then return command.run(arguments, opts) end
  with_absolute_paths()
  local words, out, err = { unpack(arguments) }, {}, {}
  local before = assert(lfs.currentdir())
  assert(lfs.chdir(opts.folder or command.root))
  local ok, status = pcall(cli.main, words, { out = collecting(out), err = collecting(err) })
  assert(lfs.chdir(before))
  assert(ok, status)
  return command.result(status, table.concat(out), table.concat(err))
end

--- Returns `run` for a folder that is made later.
---@param folder fun(): string
---@return fun(...: string): integer, string, string
function in_process.within(folder)
  return function(...) return in_process.run(folder(), unpack { ... }) end
end

return in_process
