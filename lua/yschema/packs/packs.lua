--- The packs: schemas that ship with yschema, each in a file `NAME.yml` beside this one.
--
-- @module yschema.packs.packs

local PREFIX = require "yschema.packs.pack_name".PREFIX
local releases = require "yschema.packs.releases"
local versions = require "yschema.packs.versions"

local packs = {}

local gsub, ipairs, match = string.gsub, ipairs, string.match

-- Each row is a `yschema.Pack` (yschema/meta.lua), in the order of their names. The versions are in `releases`.
local rows = {
  {
    name = "alertmanager", tool = "Alertmanager", files = "alertmanager.yml",
    covers = "all settings, and the names of receivers and time intervals that routes use",
    leaves_out = "the syntax of templates, and whether a time zone exists",
  },
  {
    name = "apisix", tool = "Apache APISIX", files = "apisix.yaml of the standalone mode",
    covers = "all sections, the settings of 120 plugins, of 6 plugins of stream routes and their metadata, objects"
      .. " that name others, and identifiers that are given twice",
    leaves_out = "plugins of your own, Lua code, regular expressions, and what depends on config.yaml, such as the"
      .. " names of cache zones",
  },
  {
    name = "deck", tool = "decK", files = "kong.yaml, as deck reads it",
    covers = "all entities, nested and flat, _info and _konnect, consumer groups, names, and the entities that plugins"
      .. " name, also in other files",
    leaves_out = "the settings of plugins, for which decK asks the gateway, and variables in place of numbers",
  },
  {
    name = "kong", tool = "Kong Gateway (open source)",
    files = "kong.yml of a node without a database",
    covers = "all entities, nested and flat, their names, and the settings of the 45 plugins that ship with it",
    leaves_out = "plugins of your own, Lua code, whether a certificate suits its key, and the names of WebAssembly"
      .. " filters",
  },
  {
    name = "prometheus", tool = "Prometheus", files = "prometheus.yml",
    covers = "all settings, and all kinds of discovery",
    leaves_out = "what relabelling makes of static targets, and files that are named",
  },
  {
    name = "prometheus-rules", tool = "Prometheus",
    files = "files with recording and alerting rules",
    covers = "groups, rules, the grammar and types of expressions, the variables and functions of templates",
    leaves_out = "the syntax of templates; what flags of Prometheus enable is accepted",
  },
}

--- Returns the names of all packs, such as `pack:kong`.
---@return string[]
function packs.names()
  local names = {}
  for i, row in ipairs(rows) do names[i] = PREFIX .. row.name end
  return names
end

--- Returns the names of all packs with each of their versions, such as `pack:prometheus@2.42`; the newest comes first.
---@return string[]
function packs.versioned_names()
  local names = {}
  for _, row in ipairs(rows) do
    for _, release in ipairs(releases[row.name]) do names[#names + 1] = PREFIX .. row.name .. "@" .. release[1] end
  end
  return names
end

-- Returns the release that a version names: "3" is the newest one of 3. nil: it is not known.
local function release_of(row, version)
  local number, has_minor = versions.number(version)
  for _, release in ipairs(number and releases[row.name] or {}) do
    local same = has_minor and versions.number(release[1]) == number
      or not has_minor and versions.number(match(release[1], "^%d+")) == number
    if same then return release end
  end
end

-- Returns the row of a pack and the number of its version, nil for the newest one; or nil, and the names there are.
local function find_row(path)
  local name, version = match(path, "^([^@]*)@(.*)$")
  for _, row in ipairs(rows) do
    if PREFIX .. row.name == (name or path) then
      if not version then return row end
      local release = release_of(row, version)
      if not release then
        local names = {}
        for i, known in ipairs(releases[row.name]) do names[i] = PREFIX .. row.name .. "@" .. known[1] end
        return nil, names
      end
      return row, release ~= releases[row.name][1] and versions.number(release[1]) or nil
    end
  end
  return nil, packs.names()
end

local function file_of(row)
  local paths = gsub(package.path, "%.lua%f[;%z]", ".yml")
  return (package.searchpath("yschema.packs." .. row.name, paths))
end

--- Returns the file of a pack. It lies beside the Lua modules, and is found on the same paths.
---@param path string `pack:NAME` or `pack:NAME@VERSION`
---@return string? file
---@return string[]? names those of all packs, or of all versions, if there is none of this name
function packs.file(path)
  local row, names = find_row(path)
  if not row then return nil, names end
  return file_of(row)
end

--- Returns the text of one version of a pack. All versions have the same lines, so that their numbers agree.
---@param path string `pack:NAME` or `pack:NAME@VERSION`
---@param text string of its file
---@return string
function packs.text(path, text)
  local _, number = find_row(path)
  return versions.text(text, number)
end

--- Returns the text of a pack in a program that contains the modules.
---@param path string `pack:NAME` or `pack:NAME@VERSION`
---@return string? text nil: the packs are files, or there is none of this name
function packs.embedded(path)
  local found, read = pcall(require, "yschema.embedded")
  local row = found and find_row(path)
  local text = row and read(("yschema/packs/%s.yml"):format(row.name))
  return text and packs.text(path, text) or nil
end

-- The versions of a pack: `yschema.PackVersion`.
local function listed(row)
  local list = {}
  for i, release in ipairs(releases[row.name]) do
    list[i] = {
      schema = PREFIX .. row.name .. "@" .. release[1], version = release[1], date = release[2], changes = release[3],
    }
  end
  return list
end

--- Lists the packs: `yschema.packs`, which yschema/meta.lua documents.
---@return yschema.Pack[]
function packs.list()
  local list = {}
  for i, row in ipairs(rows) do
    list[i] = { schema = PREFIX .. row.name, versions = listed(row) }
    for key, text in pairs(row) do list[i][key] = text end
    list[i].version, list[i].date = releases[row.name][1][1], releases[row.name][1][2]
    list[i].path = packs.file(list[i].schema)
  end
  return list
end

return packs
