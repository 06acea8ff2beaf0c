--- Compiles a Lua function that is written in place of an expression.
--
-- The host's `load` compiles such a function as a separate chunk. The names that it takes from outside
-- are looked up when the schema is loaded, and are passed to the chunk as locals. Therefore an unknown
-- name is an error when the schema is loaded, and reading a name costs nothing when the function runs.
--
-- @module yschema.codegen.lua_function

local lexer = require "yschema.text.lexer"
local lua_spelling = require "yschema.text.lua_spelling"
local lua_code = require "yschema.text.lua_code"
local suggestion = require "yschema.base.suggestion"

local lua_function = {}

local fail = lexer.fail
local unpack = table.unpack or unpack -- luacheck: ignore

-- The environment of chunks. It throws whenever a chunk reads or assigns a global.
local guard = setmetatable({}, {
  __index = function(_, name) error("undefined: " .. tostring(name), 2) end,
  __newindex = function(_, name)
    error("cannot assign to the global " .. tostring(name), 2)
  end,
})

-- `optional` has the names that some hosts lack. `impure` has the names that functions in a schema must not use.
local optional = { utf8 = true, unpack = true, jit = true, _VERSION = true }
local impure = {
  io = true, os = true, require = true, load = true, loadstring = true, loadfile = true,
  dofile = true, debug = true, coroutine = true, package = true, setmetatable = true,
  getmetatable = true, rawset = true, setfenv = true, getfenv = true, _G = true, _ENV = true,
  print = true, collectgarbage = true,
}

-- The words of Starlark that differ in Lua, and how Lua spells them.
local spelled = { None = "nil", True = "true", False = "false", elif = "elseif", len = "#list",
  str = "tostring", int = "math.floor" }

-- Makes the environment of a chunk that uses names which are bound further down in the file. These names are
-- looked up when the code runs.
local function late_environment(scope)
  return setmetatable({}, {
    __index = function(_, name) return scope:late(name) end,
    __newindex = getmetatable(guard).__newindex,
  })
end

local function undefined(name, at, scope)
  local hint = impure[name] and " (functions in a schema are pure and cannot use it)"
    or spelled[name] and " (in Lua: `" .. spelled[name] .. "`)"
  if hint then fail(at, "undefined: " .. name .. hint, true) end
  local near, words = suggestion.hint(name, scope:lua_names())
  fail(at, "undefined: " .. name .. near, false, words)
end

-- Returns the message for an assignment to a name from outside. Lua code gets the value of such a name, but
-- cannot change it.
local function unassignable(name, scope)
  if scope.names[name] ~= nil then
    return "cannot assign to " .. name .. ", which other code binds (assign to a field of a table,"
      .. " or write `local " .. name .. "`)"
  end
  return "cannot assign to the global " .. name .. " (write `local " .. name .. "`)"
end

--- Separates the names that Lua code takes from outside: some have values that are known at compile time, and
-- others are locals of the code around it. Errors are thrown, see `lexer.fail`.
---@param tokens table of the code, from `yschema.text.lua_code`
---@param locals table the variables of the code around it, by name
---@param scope Scope
---@param known? table names, as keys, that the chunk declares
---@return string[] names looked up in the scope
---@return table constants their values
---@return string[] captured names of locals
---@return table environment of the chunk, which has the names that are bound further down in the file
function lua_function.resolve(tokens, locals, scope, known)
  lua_spelling.check_integers(tokens)
  local free, assigned = lua_code.names(tokens, known)
  if assigned then fail(assigned.at, unassignable(assigned.name, scope)) end
  local names, constants, captured, late = {}, {}, {}, false
  for _, use in ipairs(free) do
    if locals[use.name] then
      captured[#captured + 1] = use.name
    elseif scope:later(use.name) then
      scope:want(use.name)
      late = true
    else
      local found, value = scope:lua(use.name)
      if not found and not optional[use.name] then
        undefined(use.name, use.at, scope)
      end
      names[#names + 1] = use.name
      constants[#names] = value
    end
  end
  return names, constants, captured, late and late_environment(scope) or guard
end

--- Compiles a Lua function that is written in place of an expression.
---@param node table of type "lua"
---@param generator table with `scope`, `locals` and `context`
---@return function # make(...) takes the values of the locals and returns the function
---@return table # the names of these locals. Errors are thrown, see `lexer.fail`.
function lua_function.compile(node, generator)
  local names, constants, captured, environment = lua_function.resolve(node.tokens,
    generator.locals, generator.scope)
  local n, context = #names, generator.context
  for _, name in ipairs(captured) do names[#names + 1] = name end
  local head = names[1] and "local " .. table.concat(names, ", ") .. " = ... " or ""
  local line = context:line(node.at)
  local chunk, problem = load(head .. "return " .. node.text, context:chunk(line), "t",
    environment)
  if not chunk then
    fail(node.at, (problem:gsub("^%[y[%d:]+%]:%d+: ", "")))
  end
  if not captured[1] then
    return function() return (chunk(unpack(constants, 1, n))) end, captured
  end
  return function(...)
    local args = { unpack(constants, 1, n) }
    for i = 1, select("#", ...) do args[n + i] = (select(i, ...)) end
    return (chunk(unpack(args, 1, n + #captured)))
  end, captured
end

return lua_function
