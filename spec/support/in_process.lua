--- Runs the command in this process, which costs less than another one. The words of a call that are the names of files
-- in a folder stand for their paths.

local cli = require "yschema.command.cli"
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

--- Returns `run` for a folder that is made later.
---@param folder fun(): string
---@return fun(...: string): integer, string, string
function in_process.within(folder)
  return function(...) return in_process.run(folder(), unpack { ... }) end
end

return in_process
