--- The packs: schemas that ship with yschema, each in a file `NAME.yml` beside this one.
--
-- @module yschema.packs.packs

local PREFIX = require "yschema.packs.names".PREFIX

local packs = {}

local gsub, sub = string.gsub, string.sub

-- Each row is a `yschema.Pack` (yschema/meta.lua), in the order of their names.
local rows = {
  {
    name = "alertmanager", tool = "Alertmanager", version = "0.25.0", files = "alertmanager.yml",
    covers = "all settings, and the names of receivers and time intervals that routes use",
    leaves_out = "the syntax of templates, and whether a time zone exists",
  },
  {
    name = "apisix", tool = "Apache APISIX", version = "3.18.0", files = "apisix.yaml of the standalone mode",
    covers = "all sections, the settings of 120 plugins, of 6 plugins of stream routes and their metadata, objects"
      .. " that name others, and identifiers that are given twice",
    leaves_out = "plugins of your own, Lua code, regular expressions, and what depends on config.yaml, such as the"
      .. " names of cache zones",
  },
  {
    name = "kong", tool = "Kong Gateway (open source)", version = "3.9.3",
    files = "kong.yml of a node without a database",
    covers = "all entities, nested and flat, their names, and the settings of the 45 plugins that ship with it",
    leaves_out = "plugins of your own, Lua code, whether a certificate suits its key, and the names of WebAssembly"
      .. " filters",
  },
  {
    name = "prometheus", tool = "Prometheus", version = "2.42.0", files = "prometheus.yml",
    covers = "all settings, and all kinds of discovery",
    leaves_out = "what relabelling makes of static targets, the selectors of Kubernetes, and files that are named",
  },
  {
    name = "prometheus-rules", tool = "Prometheus", version = "2.42.0",
    files = "files with recording and alerting rules",
    covers = "groups, rules, the brackets, functions and order of expressions, the variables of templates",
    leaves_out = "the types of expressions, and the functions of templates",
  },
}

--- Returns the names of all packs, such as `pack:kong`.
---@return string[]
function packs.names()
  local names = {}
  for i, row in ipairs(rows) do names[i] = PREFIX .. row.name end
  return names
end

--- Returns the file of a pack. It lies beside the Lua modules, and is found on the same paths.
---@param path string `pack:NAME`
---@return string? file
---@return string[]? names those of all packs, if there is none of this name
function packs.file(path)
  for _, row in ipairs(rows) do
    if PREFIX .. row.name == path then
      local paths = gsub(package.path, "%.lua%f[;%z]", ".yml")
      return (package.searchpath("yschema.packs." .. row.name, paths))
    end
  end
  return nil, packs.names()
end

--- Returns the text of a pack in a program that contains the modules.
---@param path string `pack:NAME`
---@return string? text nil: the packs are files
function packs.embedded(path)
  local found, read = pcall(require, "yschema.embedded")
  return found and read(("yschema/packs/%s.yml"):format(sub(path, #PREFIX + 1))) or nil
end

--- Lists the packs: `yschema.packs`, which yschema/meta.lua documents.
---@return yschema.Pack[]
function packs.list()
  local list = {}
  for i, row in ipairs(rows) do
    list[i] = { schema = PREFIX .. row.name }
    for key, text in pairs(row) do list[i][key] = text end
    list[i].path = packs.file(list[i].schema)
  end
  return list
end

return packs
