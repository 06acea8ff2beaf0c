--- A folder of a spec's own, with files in it.
--
--     local dir = folder.make "more"            -- with the folder "more" inside
--     folder.write(dir, "a.yml", "a: 1\n")      -- gives the file's path
--     folder.remove(dir)

local command = require "spec.support.command"

local folder = {}

--- Makes an empty folder with another one inside, and gives its path.
function folder.make(inside)
  local path = os.tmpname()
  os.remove(path)
  assert(os.execute("mkdir -p " .. command.quote(path .. "/" .. inside)))
  return path
end

--- Writes a file in a folder, and gives its path.
function folder.write(path, name, text)
  local handle = assert(io.open(path .. "/" .. name, "w"))
  handle:write(text)
  handle:close()
  return path .. "/" .. name
end

--- Removes a folder and all that is in it.
function folder.remove(path) os.execute("rm -r " .. command.quote(path)) end

return folder
