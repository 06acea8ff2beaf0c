--- Decides whether a schema accepts a value: a default, an example, or a constant.
--
-- Most of these are simple values of simple schemas, for which the JSON Schema need not be compiled.
--
-- @module yschema.importing.reporting.fitting

local addresses = require "yschema.metaschema.addresses"
local core = require "yschema.core"
local changed = require "yschema.base.plain_tables".changed
local forms = require "yschema.importing.reading.forms"
local values = require "yschema.importing.reading.values"

local fitting = {}

-- Whether no keyword for a type restricts a value of this type, by the type.
local is_free = {
  null = function() return true end,
  boolean = function() return true end,
  string = function(form) return next(form.strings) == nil end,
  number = function(form) return next(form.numbers) == nil end,
  integer = function(form) return next(form.numbers) == nil end,
  array = function(form, value)
    local arrays = form.arrays
    return next(arrays) == nil or next(value) == nil and not arrays.min and not arrays.contains
  end,
  object = function(form, value)
    if form.needs then return false end
    local maps = form.maps
    return next(maps) == nil or next(value) == nil and not maps.min and not maps.required
  end,
}

-- Lists the texts of a library for the core: addresses and texts.
local function texts_of(lib)
  local list, document = {}, lib.document
  if document then
    list[1], list[2] = "", core.encode(changed(document.root, { ["$schema"] = document.schema }), "json")
  end
  for _, text in ipairs(lib.all) do
    list[#list + 1], list[#list + 2] = text.address, core.encode(text.root, "json")
  end
  return list
end

-- Compiles the JSON Schema of a library. Returns false when that is impossible.
local function compiled(lib)
  local first = lib.document or lib.all[1]
  local place = first and lib.places[first.root]
  local acceptor = place and core.acceptor(texts_of(lib), place.draft, {})
  return acceptor and acceptor:begin() and acceptor or false
end

-- The compiled parts of documents, by their roots: parts may have libraries of their own.
local documents = setmetatable({}, { __mode = "k" })

local function engine_of(lib)
  local root = lib.document and not lib.all[1] and lib.document.root
  if root then
    if documents[root] == nil then documents[root] = compiled(lib) end
    return documents[root] or nil
  end
  if lib.engine == nil or lib.engine_of ~= #lib.all then lib.engine, lib.engine_of = compiled(lib), #lib.all end
  return lib.engine or nil
end

-- Asks the core whether the subschemas of a form accept a value.
local function asked(simple, form, value)
  local places = simple:origins_of(form)
  local engine = places and engine_of(simple.lib)
  if not engine then return nil end
  local text = core.encode(value, "json")
  for _, place in ipairs(places) do
    local verdict = engine:accepts(addresses.of(place), text)
    if not verdict then return verdict end
  end
  return true
end

--- Returns whether a schema accepts a value; nil when that is not known.
---@param simple yschema.Simplifier
---@param schema any
---@param value any
---@return boolean?
function fitting.accepts(simple, schema, value)
  local form = simple:read(schema)
  if form.never or not values.is_of(form.types, value) then return false end
  if forms.is_open(form, "types") then return true end
  if form.enum and not values.is_listed(form.enum, value) then return false end
  local has_others = form.ref or form.all or form.any or form.one or form.nots or form.branches
  if not has_others and is_free[values.type_of(value)](form, value) then return true end
  return asked(simple, form, value)
end

return fitting
