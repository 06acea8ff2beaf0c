--- The content of the rockspecs, from the files of the project.
--
-- The rockspec of the checkout is written by people, but for its list of modules. That of the release of this version
-- differs from it in the number and the tag.

local command = require "spec.support.command"

local rockspecs = {}

-- The modules of each rock: what `find` takes. LuaRocks installs each pack under its own name, beside the module of its
-- folder.
local ROCKS = {
  { name = "yschema", find = "lua/yschema -name '*.lua' -o -path '*/packs/*.yml'" },
  { name = "lua-resty-yschema", find = "lua/resty -name '*.lua'" },
}

local function read(path) return assert(command.read(command.root .. "/" .. path)) end

-- Returns the names of modules, in their order, and the paths by the names.
local function modules(find)
  local names, paths = {}, {}
  for _, path in ipairs(command.output(("cd %s && find %s"):format(command.quote(command.root), find))) do
    local name = path:match "^lua/(.*)%.%a+$":gsub("/init$", ""):gsub("/", ".")
    names[#names + 1], paths[name] = name, path
  end
  table.sort(names)
  return names, paths
end

local function list_of(find)
  local lines, names, paths = {}, modules(find)
  for i, name in ipairs(names) do
    local key = name:find "^[%a_]+$" and name or ('["%s"]'):format(name)
    lines[i] = ("    %s = \"%s\",\n"):format(key, paths[name])
  end
  return table.concat(lines)
end

--- Returns the rockspecs as they should be.
---@return { path: string, text: string }[]
function rockspecs.texts()
  local version = read "lua/yschema/report/report.lua":match '\nreport%.version = "([%d.]+)"\n'
  local list = {}
  for _, rock in ipairs(ROCKS) do
    local path = ("rocks/%s-scm-1.rockspec"):format(rock.name)
    local before, after = read(path):match "^(.-[ {]lua = {\n).-(  },?[ \n].*)$"
    local text = before .. list_of(rock.find) .. after
    list[#list + 1] = { path = path, text = text }
    list[#list + 1] = {
      path = ("rocks/%s-%s-1.rockspec"):format(rock.name, version),
      text = text:gsub('version = "scm%-1"', ('version = "%s-1"'):format(version), 1)
        :gsub("(\nsource = [^\n]*) }\n", ('%%1, tag = "v%s" }\n'):format(version), 1),
    }
  end
  return list
end

return rockspecs
