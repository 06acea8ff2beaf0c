--- The number of the interface between the core and Lua, made of what the sources of the binding say:
-- all names that Lua sees (functions, methods, fields, options, kinds: they are string literals) and the
-- comments that say what a function takes and gives. So it cannot be forgotten. The pieces of text are
-- sorted, so that moving a function changes nothing.

local command = require "spec.support.command"
local core = require "yschema.core"

local interface = {}

--- Where the number stands: once for each side, and what is before and after it there.
interface.places = {
  { path = "csrc/lua/module/interface.h", pattern = '(\n#define YSL_INTERFACE ")(%x*)(")' },
  { path = "lua/yschema/base/checked_core.lua", pattern = '(\nlocal interface = ")(%x*)(")' },
}

--- The number that stands in one of these places.
function interface.written(place)
  local _, number = assert(command.read(place.path)):match(place.pattern)
  return number
end

-- Adds what a source says about the interface to the set `found`.
local function collect(text, found)
  for comment in text:gmatch "/%*.-%*/" do
    if comment:find "^/%* %l+[.:][%l_]+" then found[comment:gsub("%s+%*?%s*", " ")] = true end
  end
  text = text:gsub("/%*.-%*/", ""):gsub("#include[^\n]*", "")
  for literal in text:gmatch '"[^"\n]*"' do found[literal] = true end
end

--- The number that the sources in `csrc/lua` have now.
function interface.number()
  local found, list = {}, {}
  for _, path in ipairs(command.output "find csrc/lua -name '*.c'") do collect(assert(command.read(path)), found) end
  for piece in pairs(found) do list[#list + 1] = piece end
  table.sort(list)
  return core.digest(table.concat(list, "\n")):sub(1, 8)
end

return interface
