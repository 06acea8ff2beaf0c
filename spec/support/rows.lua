--- Behaviours as tables: a row is a schema, what is given to it, and what the user sees.
--
-- A row's first item is its title. What goes in:
--
--   schema     the text of a schema document below its header (so it begins on line 3); a list of
--              such texts is several documents, in files of their own: s.yml, s2.yml, …
--   file       the text of a whole schema file, with its header
--   values     plain data values; `over`: the same below `#@data/values` and `---` (from line 3 on).
--              A list is several files: v.yml, v2.yml, …
--   options    of the Lua module
--   document   a text for `yschema.parse` alone, named d.yml
--   base, overlay   texts for `yschema.overlay` instead, named base.yml and o.yml
--   flags      the command's arguments: the row runs the command. Names of `files` (a table of their
--              texts; schema and values are among them) stand for those files
--   variables  the environment that the command sees
--
-- The exact result:
--
--   gives      the values as YAML: as the command prints them, and as the module gives them (which
--              has no order of keys). Of a row with flags: standard output
--   violations     a text or a list: all violations that are reported, each as `rows.violation` shows it
--   warns      the same of warnings
--   places     only the places of the violations: a list of `file:line`, one for each
--   says       the whole report as text; for a row with flags, standard error
--   status     of the command (0)

local assert = require "luassert"
local lfs = require "lfs"
local cli = require "yschema.command.cli"
local folder = require "spec.support.folder"
local yschema = require "yschema"

local rows = {}

local header = "#@data/values-schema\n---\n"
local values_header = "#@data/values\n---\n"

local function list(value)
  if value == nil then return {} end
  return type(value) == "table" and value or { value }
end

local function ended(text)
  if text == "" or text:sub(-1) == "\n" then return text end
  return text .. "\n"
end

--- The hint of a report to the author of an array without its one item, and of a null, as
-- `rows.violation` shows it.
rows.array_hint = "in schema, the one item of the array implies the type of its elements. | "
  .. "in schema, the default value for an array is always an empty list. | "
  .. "default values can be overridden with @schema/default."
rows.null_hint = "in YAML, omitting a value implies null. | "
  .. "to set the default value to null, annotate with @schema/nullable. | "
  .. "to allow any value, annotate with @schema/type any=True."

--- Writes a violation as one line: `kind path file:line`, then the rest of its record. A path of "-" is the
-- document.
---@param violation yschema.Violation
---@return string
function rows.violation(violation)
  local path = violation.path
  local parts = { violation.kind .. " " .. ((path == nil or path == "") and "-" or path) }
  if violation.file then
    parts[1] = ("%s %s:%s"):format(parts[1], violation.file, violation.line or "-")
  end
  local function add(name, text)
    if text then parts[#parts + 1] = name .. " " .. text end
  end
  if not violation.found and not violation.expected then add("says", violation.message) end
  add("found", violation.found)
  add("expected", violation.expected)
  if violation.schema_file then
    add("by", ("%s:%d"):format(violation.schema_file, violation.schema_line))
  end
  add("hint", violation.hint and violation.hint:gsub("\n", " | "))
  return table.concat(parts, "; ")
end

local function shown(violations)
  local texts = {}
  for i, violation in ipairs(violations) do texts[i] = rows.violation(violation) end
  return texts
end

-- The texts of a row's files by their names, and the names in order.
local function files_of(row)
  local texts, schemas, values = {}, {}, {}
  local function add(names, name, extension, text)
    local count = #names + 1
    names[count] = name .. (count > 1 and count or "") .. extension
    texts[names[count]] = text
  end
  for _, text in ipairs(list(row.schema)) do add(schemas, "s", ".yml", header .. text) end
  for _, text in ipairs(list(row.file)) do add(schemas, "s", ".yml", text) end
  for _, text in ipairs(list(row.values)) do add(values, "v", ".yml", text) end
  for _, text in ipairs(list(row.over)) do add(values, "v", ".yml", values_header .. text) end
  for name, text in pairs(row.files or {}) do texts[name] = text end
  return texts, schemas, values
end

local scratch -- the folder of the row that runs

-- The folder is made when a file needs it: most rows have none.
local function write(name, text) return folder.write(scratch, name, text) end

-- ---- ways to run a row --------------------------------------------------------------

local function options_of(row, name)
  local options = { name = name }
  for key, value in pairs(row.options or {}) do options[key] = value end
  return options
end

local function failed(report)
  local places = {}
  for i, violation in ipairs(report.violations) do
    places[i] = ("%s:%s"):format(violation.file, violation.line)
  end
  return { violations = shown(report.violations), says = tostring(report), places = places }
end

-- A schema of several documents comes from files; reports then name the folder, which is cut off.
local function load(texts, schemas, row)
  if #schemas == 1 then return yschema.load(texts[schemas[1]], options_of(row, schemas[1])) end
  local paths = {}
  for i, name in ipairs(schemas) do
    paths[i] = write(name, texts[name])
  end
  return yschema.load_file(paths, options_of(row))
end

local function apply(row)
  local texts, schemas, values = files_of(row)
  local schema, report = load(texts, schemas, row)
  if not schema then return failed(report) end
  local documents = {}
  for i, name in ipairs(values) do
    documents[i], report = yschema.parse(texts[name], name, { strict = (row.options or {}).strict })
    if not documents[i] then return failed(report) end
  end
  local unpack = table.unpack or unpack -- luacheck: ignore
  local result
  result, report = schema:apply(unpack(documents))
  if result == nil then return failed(report) end
  return { gives = yschema.encode(result, "yaml"), warns = shown(report.warnings) }
end

local function parse(row)
  local documents, report = yschema.parse(row.document, "d.yml", options_of(row))
  if not documents then return failed(report) end
  return { gives = documents:encode "yaml" }
end

local function overlay(row)
  local layers = { (assert(yschema.parse(row.base, "base.yml"))) }
  for i, text in ipairs(list(row.overlay)) do
    local name = i == 1 and "o.yml" or "o" .. i .. ".yml"
    local document, report = yschema.parse(text, name)
    if not document then return failed(report) end
    layers[i + 1] = document
  end
  local unpack = table.unpack or unpack -- luacheck: ignore
  local documents, report = yschema.overlay_with(row.options or {}, unpack(layers))
  if not documents then return failed(report) end
  return { gives = documents:encode "yaml" }
end

local function stream()
  local written = {}
  return {
    write = function(self, ...)
      for _, text in ipairs { ... } do written[#written + 1] = text end
      return self
    end,
    flush = function(self) return self end,
    text = function() return (table.concat(written):gsub(scratch:gsub("%p", "%%%0") .. "/", "")) end,
  }
end

local function run_command(row)
  local texts = files_of(row)
  for name, text in pairs(texts) do write(name, text) end
  local arguments = {}
  for i, argument in ipairs(row.flags) do
    local key, name = argument:match "^([^=]*=)(.*)$"
    if texts[argument] or argument:sub(-1) == "/" then argument = scratch .. "/" .. argument
    elseif key and texts[name] then argument = key .. scratch .. "/" .. name end
    arguments[i] = argument
  end
  local out, err = stream(), stream()
  local variables = {}
  for name, value in pairs(row.variables or {}) do
    variables[#variables + 1] = { name = name, value = value }
  end
  table.sort(variables, function(a, b) return a.name < b.name end)
  local status = cli.main(arguments,
    { out = out, err = err, environment = function() return variables end })
  return { gives = out.text(), says = err.text(), status = status }
end

--- Runs a row.
---@return { gives: string?, violations: string[]?, says: string?, warns: string[]?, status: integer? }
function rows.run(row)
  if row.flags then return run_command(row) end
  if row.base then return overlay(row) end
  if row.document then return parse(row) end
  local result = apply(row)
  local prefix = scratch:gsub("%p", "%%%0") .. "/"
  for _, texts in ipairs { result.violations or {}, result.places or {} } do
    for i, text in ipairs(texts) do texts[i] = text:gsub(prefix, "") end
  end
  if result.says then result.says = result.says:gsub(prefix, "") end
  return result
end

local function lines(texts) return table.concat(list(texts), "\n") end

-- YAML as the module's values, without the order of keys.
local function data_of(text)
  local documents = yschema.parse(text)
  return documents and yschema.encode(documents:value(), "yaml") or text
end

-- Returns the output of the command for a row without flags.
local function printed(row)
  local _, schemas, values = files_of(row)
  local flags = (row.options or {}).strict and { "-s" } or {}
  for _, names in ipairs { schemas, values } do
    for _, name in ipairs(names) do
      flags[#flags + 1] = "-f"
      flags[#flags + 1] = name
    end
  end
  local copy = setmetatable({ flags = flags }, { __index = row })
  local result = run_command(copy)
  return result.gives ~= "" and result.gives or result.says
end

local function check(row)
  local result = rows.run(row)
  local why = result.violations and lines(result.violations)
  if row.flags then
    assert.equal(row.says and ended(row.says) or "", result.says)
    if row.gives then assert.equal(ended(row.gives), result.gives) end
    return assert.equal(row.status or 0, result.status)
  end
  if row.gives then
    if row.base or row.document then return assert.equal(ended(row.gives), result.gives or why) end
    assert.equal(data_of(ended(row.gives)), data_of(result.gives or why))
    assert.equal(ended(row.gives), printed(row))
    return assert.equal(lines(row.warns), lines(result.warns))
  end
  if row.violations then
    assert.equal(lines(row.violations), result.violations and lines(result.violations) or "gives " .. result.gives)
  end
  if row.says then assert.equal(ended(row.says), result.says or "gives " .. result.gives) end
  if row.places then assert.equal(lines(row.places), lines(result.places or "gives " .. result.gives)) end
  assert(row.violations or row.says or row.places, "the row expects nothing")
end

--- Names the folder for a row.
function rows.fresh()
  scratch = os.tmpname()
  os.remove(scratch)
end

--- Removes the row's folder, if there is one.
function rows.stale()
  if lfs.attributes(scratch) then folder.remove(scratch) end
end

--- Makes a test of each row, with busted's `it`.
---@param it fun(title: string, test: fun())
---@param all table[]
function rows.each(it, all)
  for _, row in ipairs(all) do
    it(row[1], function()
      rows.fresh()
      local ok, problem = pcall(check, row)
      rows.stale()
      if not ok then error(problem, 0) end
    end)
  end
end

return rows
