--- Holds what the files with code of one schema, or of one run, share, and loads each of them once.
--
-- A session belongs to the core object that gets the records and the nodes. Other folders use this one
-- only through it: `session.new(owner, settings, sources):read(source)` makes a run of that source.
--
-- @module yschema.code.session

local file_kinds = require "yschema.base.file_kinds"
local load_paths = require "yschema.base.lazily" "yschema.code.load_paths"
local source_run = require "yschema.code.source_run"
local suggestion = require "yschema.base.lazily" "yschema.base.suggestion"
local values = require "yschema.base.lazily" "yschema.starlark.values"

local session = {}

local unpack = table.unpack or unpack -- luacheck: ignore

---@class yschema.Session
---@field owner userdata
---@field settings yschema.Settings
local Session = {}
Session.__index = Session

--- Makes a session. Each file is loaded once in it.
---@param owner userdata the core schema, run or layers that gets records and nodes
---@param settings yschema.Settings
---@param sources? table<string, userdata> core sources by name, for `load`
---@return yschema.Session
function session.new(owner, settings, sources)
  return setmetatable({ owner = owner, settings = settings, sources = sources or {},
    loaded = {}, floats = {}, serving = {}, depth = 0 }, Session)
end

-- Lua 5.4 allows about 200 nested calls from C into Lua, and each loaded file takes three.
local deepest_load = 40

--- Reads a text with code lines, without running it.
---@param source userdata a core source
---@param outline? yschema.Outline see `source_run.read`
---@return table? run see `source_run.read`; nil when errors were recorded
function Session:read(source, outline) return source_run.read(self, source, outline) end

-- Runs a file and returns the names that it binds.
function Session:exports(source)
  local name = source:name()
  local known = self.loaded[name]
  if known == "loading" then values.raise("load: " .. name .. " loads itself") end
  if known then return known end
  if self.depth >= deepest_load then
    values.raise("load: files load one another more than " .. deepest_load .. " levels deep")
  end
  self.loaded[name], self.depth = "loading", self.depth + 1
  local run = self:read(source)
  if not run or not run:execute() then error(source_run.recorded, 0) end
  self.depth = self.depth - 1
  self.floats[name] = run.scope.floats
  self.loaded[name], self.serving[name] = run.scope.names, not run.main.filled
  return run.scope.names
end

--- Returns whether a name that has been loaded is a float.
---@param module string the same value as for `load`
---@param name string
---@param from string the name of the file that loads
---@return "spelled"|"computed"|nil
function Session:is_float(module, name, from)
  if load_paths.module(module) then return nil end
  local floats = self.floats[load_paths.find(self.index, module, from):name()]
  return floats and floats[name]
end

--- Returns whether a file has been loaded by another one and has no documents of its own.
---@param source userdata
---@return boolean
function Session:serves(source) return self.serving[source:name()] == true end

--- Carries out a `load`: returns the values of names of another file or module.
---@param module string "@ytt:NAME", or a file among those given
---@param names string[]
---@param from string the name of the file that loads
---@return any ... the values
function Session:load(module, names, from)
  local exports = load_paths.module(module)
  local source
  if not exports then
    self.index = self.index or load_paths.index(self.sources)
    source = load_paths.find(self.index, module, from)
    if self.settings.note_load then self.settings.note_load(module, from, source:name()) end
    exports = self:exports(source)
  end
  local found = {}
  for i, name in ipairs(names) do
    if source and name:sub(1, 1) == "_" then
      values.raise("load: " .. name .. " is private to " .. module)
    end
    found[i] = exports[name]
    if found[i] == nil then
      local commented = source and file_kinds.is_starlark(module) and source:text():find("#@ ", 1, true)
      values.raise("load: " .. module .. " has no " .. name
        .. (commented and " (code in a .star file is written without #@)"
          or suggestion.hint(name, suggestion.string_keys(exports))))
    end
  end
  return unpack(found, 1, #names)
end

return session
