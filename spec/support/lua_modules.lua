--- The Lua modules of the project, and which of them use which.

local lua_modules = {}

local function files(folder)
  local out, pipe = {}, assert(io.popen("find " .. folder .. " -name '*.lua' | LC_ALL=C sort"))
  for path in pipe:lines() do out[#out + 1] = path end
  pipe:close()
  return out
end

--- All modules below a folder by their names. `uses` has what a module requires, at once or when it is needed. Names
-- that are made when the code runs (`"yschema.modules." .. name`) are not seen.
---@param folder string such as "lua"
---@return table<string, { path: string, folder: string, room: string?, lines: integer,
--   uses: { name: string, place: string }[] }>
function lua_modules.find(folder)
  local modules = {}
  for _, path in ipairs(files(folder)) do
    local name = path:match "^lua/(.*)%.lua$":gsub("/init$", ""):gsub("/", ".")
    local module = { path = path, folder = path:match "^(.*)/", room = path:match "^lua/yschema/([^/]+)/",
      lines = 0, uses = {} }
    for line in io.lines(path) do
      module.lines = module.lines + 1
      local code = line:gsub("^%s*%-%-.*$", "")
      for _, how in ipairs { "require%s*%(?%s*", "lazily\"?%s*" } do
        for used in code:gmatch(how .. "[\"']([%w_.]*[%w_])[\"']") do
          module.uses[#module.uses + 1] = { name = used, place = path .. ":" .. module.lines }
        end
      end
    end
    modules[name] = module
  end
  return modules
end

--- The paths of the modules that use each module.
---@return table<string, string[]>
function lua_modules.users(modules)
  local users = {}
  for name in pairs(modules) do users[name] = {} end
  for name, module in pairs(modules) do
    local seen = { [name] = true }
    for _, used in ipairs(module.uses) do
      if users[used.name] and not seen[used.name] then
        seen[used.name] = true
        table.insert(users[used.name], module.path)
      end
    end
  end
  return users
end

return lua_modules
