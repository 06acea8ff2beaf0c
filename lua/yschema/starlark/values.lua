--- Starlark's view of plain Lua data.
--
-- Values are what closures get (reference#values-that-rules-get): maps are tables, arrays are
-- tables with `core.array_mt`, null is `core.null`. A dict that Starlark code
-- makes is a table whose metatable has the list `keys`; a tuple has
-- `core.tuple_mt`; the documents that a body with `---` gives have `core.documents_mt` and
-- are a list; a struct's metatable has `struct`, a module's `module`. A set is a list of its
-- items whose metatable has `set`, their places in it.
-- `nil` and null are both None.
--
-- @module yschema.starlark.values

local core = require "yschema.core"
local through = require "yschema.sandbox.metered".through

local values = {}

local null, array_mt, tuple_mt = core.null, core.array_mt, core.tuple_mt
local documents_mt = core.documents_mt
local getmetatable, setmetatable, next, type = getmetatable, setmetatable, next, type
local error = error
local find, format, gmatch, gsub = string.find, string.format, string.gmatch, string.gsub
local getinfo = debug.getinfo
local math_type = math.type

values.null = null

--- The place of the compiled text that runs now, to stand before a message; or "".
---@return string # as `yschema.sandbox.chunk_names` translates it
function values.place()
  for level = 3, 50 do
    local info = getinfo(level, "Sl")
    if not info then break end
    if find(info.short_src, "^%[y%d+:%d+%]$") then
      return info.short_src .. ":" .. format("%d", info.currentline) .. ": "
    end
  end
  return ""
end

--- Throw an error that carries the place of the compiled text that runs now.
---@param message string as Starlark words it
function values.raise(message) error(values.place() .. message, 0) end
local raise = values.raise

local failure_mt = { __tostring = function(self) return self.message end }

--- What `fail()` throws: { failed = true, message = }.
---@param message string
function values.failure(message)
  return setmetatable({ failed = true, message = message }, failure_mt)
end

--- Throw it.
---@param message string
function values.fail(message) error(values.failure(message), 0) end

--- Whether a caught error comes from `fail()`.
function values.is_failure(problem)
  return type(problem) == "table" and getmetatable(problem) == failure_mt
end

--- Make a table a list: the same table.
function values.list(items) return setmetatable(items, array_mt) end

--- Make a table a tuple: the same table.
function values.tuple(items) return setmetatable(items, tuple_mt) end

--- A dict without items.
function values.dict() return setmetatable({}, { keys = {} }) end

--- Arithmetic of the host's numbers that never rounds integers: `yschema.base.integers_lua54`
-- or, on LuaJIT, `yschema.base.integers_luajit`.
local numbers = math_type and require "yschema.base.integers_lua54" or require "yschema.base.integers_luajit"
values.numbers = numbers

--- Whether a number is an integer. On LuaJIT, where all numbers are doubles, the value
-- decides.
local is_int = numbers.is_int
values.is_int = is_int

--- The integer that a whole float is.
---@param who string the function, for the message
---@param x number without a fraction, or infinite or NaN, which raises
---@return integer
function values.whole(who, x)
  if x ~= x or x >= 2 ^ 63 or x < -2 ^ 63 then
    raise(who .. ": cannot convert float " .. values.number_text(x) .. " to integer")
  end
  return numbers.from_float(x)
end

local simple_kinds = { string = "string", boolean = "bool", ["nil"] = "NoneType",
  ["function"] = "function", cdata = "int" }

--- The kind of a value, under Starlark's name: "NoneType" "bool" "int" "float"
-- "string" "list" "tuple" "dict" "set" "struct" "module" "function".
local function kind(x)
  local t = type(x)
  if t == "number" then return is_int(x) and "int" or "float" end
  if t ~= "table" then return x == null and "NoneType" or simple_kinds[t] or t end
  local mt = getmetatable(x)
  if mt == array_mt then return "list" end
  if mt == nil then return x[1] ~= nil and "list" or "dict" end
  if mt == tuple_mt then return "tuple" end
  if mt == documents_mt then return "list" end
  if type(mt) ~= "table" then return "dict" end
  return mt.struct and "struct" or mt.module and "module" or mt.set and "set"
    or mt.__call and "function" or "dict"
end
values.kind = kind

-- ---- what cannot be changed any more ----------------------------------------------

local frozen = setmetatable({}, { __mode = "k" })

-- Lists, tuples, dicts and structs as Starlark makes them. What has no metatable is a
-- table of Lua's, which is the business of Lua's code.
local function is_ours(mt)
  return mt == array_mt or mt == tuple_mt or mt == documents_mt or type(mt) == "table" and (mt.keys or mt.struct)
end

--- Keep a value, and all that it holds, from being changed by Starlark.
---@param value any
function values.freeze(value)
  local open, n = { value }, 1
  while n > 0 do
    local x = open[n]
    open[n], n = nil, n - 1
    if type(x) == "table" and not frozen[x] and is_ours(getmetatable(x)) then
      frozen[x] = true
      for _, item in next, x do
        if type(item) == "table" then open[n + 1], n = item, n + 1 end
      end
    end
  end
end

--- Throw when a list or dict cannot be changed any more.
---@param x table
---@param what string what is to be done: "append to"
---@param who? string the method that does it
function values.changing(x, what, who)
  if frozen[x] then
    raise((who and who .. ": " or "") .. "cannot " .. what .. " frozen " .. kind(x))
  end
end

--- Starlark's truth: None, False, 0, "" and empty collections are false.
function values.truth(x)
  if x == true then return true end
  if not x or x == null or x == 0 or x == "" then return false end
  if type(x) ~= "table" or next(x) ~= nil then return true end
  local k = kind(x)
  return k == "struct" or k == "module" or k == "function"
end

--- The keys of a dict or map, a new table: in the order of insertion where it is
-- known, sorted where not.
values.keys = require "yschema.base.ordered_keys"
local keys = values.keys

require "yschema.starlark.dict_keys" (values)

-- The tables that the core made of nodes, as keys; and what copies of them were made of,
-- where the core looks for what is said of their nodes: by copy, a list of
-- { from = the original, offset = items in front of its own }.
local fragments = setmetatable({}, { __mode = "k" })
local copied = setmetatable({}, { __mode = "k" })
core.hooks.fragments, core.hooks.copied = fragments, copied

-- The whole floats that code has put into collections: for each collection { spelled =, computed = },
-- two tables that have the numbers by their keys (`yschema.codegen.float_code` tells them apart). The
-- core makes floats of them, unless another value stands there by then.
local floats = setmetatable({}, { __mode = "k" })
core.hooks.floats = floats

--- Note that a collection, which was just made, has floats.
---@param collection table
---@param known table "spelled" or "computed", by the keys of the numbers
---@return table # collection
function values.with_floats(collection, known)
  local own = { spelled = {}, computed = {} }
  for key, how in next, known do
    local number = collection[key]
    own[how][key] = type(number) == "number" and number or nil
  end
  floats[collection] = own
  return collection
end

-- Notes for a copy the floats of the collection whose items it has.
local function copy_floats(copy, original, offset)
  local own = floats[copy] or { spelled = {}, computed = {} }
  for how, noted in next, floats[original] do
    for key, number in next, noted do own[how][type(key) == "number" and key + offset or key] = number end
  end
  floats[copy] = own
end

--- Note that a list or dict has what another one has, so that what YAML says of its nodes, and
-- which of them are floats, counts in the copy, too. Costs next to nothing where neither is.
---@param copy table
---@param original table
---@param offset? integer how many items of the copy stand in front of the original's
---@return table # copy
function values.copied(copy, original, offset)
  if floats[original] and copy ~= original then copy_floats(copy, original, offset or 0) end
  if original == copy or not (fragments[original] or copied[original]) then return copy end
  local list = copied[copy] or {}
  copied[copy] = list
  for _, before in ipairs(copied[original] or {}) do
    list[#list + 1] = { from = before.from, offset = before.offset + (offset or 0) }
  end
  if fragments[original] then list[#list + 1] = { from = original, offset = offset or 0 } end
  return copy
end

local eq
local numeric = { int = true, float = true }

local function eq_sets(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if not values.set_has(b, a[i]) then return false end
  end
  return true
end

local function eq_lists(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if not eq(a[i], b[i]) then return false end
  end
  return true
end

local function eq_maps(a, b)
  for key, value in next, a do
    local other = b[key]
    if other == nil or not eq(value, other) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

--- Starlark's `==`: deep on lists, tuples, dicts and structs.
function eq(a, b)
  if type(a) == "cdata" or type(b) == "cdata" then
    return numeric[kind(a)] and numeric[kind(b)] and numbers.compare(a, b) == 0 or false
  end
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then
    return (a == nil or a == null) and (b == nil or b == null)
  end
  if next(a) == nil and next(b) == nil and not (getmetatable(a) and getmetatable(b)) then
    -- An empty table without metatable may stand for either.
    return kind(a) ~= "tuple" and kind(b) ~= "tuple"
  end
  local k = kind(a)
  if k ~= kind(b) then return false end
  if k == "list" or k == "tuple" then return eq_lists(a, b) end
  if k == "dict" or k == "struct" then return eq_maps(a, b) end
  return k == "set" and eq_sets(a, b)
end
values.eq = eq

-- The characters of a text that is not all ASCII, as a table.
local function characters(s)
  local list, n = {}, 0
  for c in gmatch(s, "[^\128-\191][\128-\191]*") do
    n = n + 1
    list[n] = c
  end
  return list
end

--- The characters (code points) of a string, or nil when each is one byte.
function values.characters(s)
  through(s)
  if not find(s, "[\128-\255]") then return nil end
  return characters(s)
end

local utf8_len = utf8 and utf8.len

--- How many code points a string has.
local function string_length(s)
  through(s)
  local n = utf8_len and utf8_len(s)
  if n then return n end
  if not find(s, "[\128-\255]") then return #s end
  local _, count = gsub(s, "[^\128-\191]", "")
  return count
end
values.string_length = string_length

--- Starlark's len().
function values.len(x)
  local t = type(x)
  if t == "string" then return string_length(x) end
  if t == "table" then
    if getmetatable(x) == array_mt then return #x end
    local k = kind(x)
    if k == "list" or k == "tuple" or k == "set" then return #x end
    if k == "dict" or k == "struct" then
      local n = 0
      for _ in next, x do n = n + 1 end
      return n
    end
  end
  raise("len: value of type " .. kind(x) .. " has no len")
end

--- What a `for` goes over: a table of items, not to be changed.
function values.items(x)
  if type(x) == "table" and getmetatable(x) == array_mt then return x end
  local k = kind(x)
  if k == "list" or k == "tuple" or k == "set" then return x end
  if k == "dict" or k == "struct" then return keys(x) end
  raise(k .. " value is not iterable")
end

require "yschema.starlark.repr" (values)

--- A copy of part of a list: items from..to (counted from 1).
function values.copy(x, from, to)
  local out, n = {}, 0
  for i = from or 1, to or #x do
    n = n + 1
    out[n] = x[i]
  end
  return out
end

--- Check an integer argument.
---@param who string the function, for the message
---@param x any what is none raises
---@return integer # x: one that counts something, so that it is not beyond 2^53
function values.integer(who, x)
  if kind(x) ~= "int" then raise(who .. ": got " .. kind(x) .. ", want int") end
  if type(x) ~= "number" or x > 2 ^ 53 or x < -2 ^ 53 then
    raise(who .. ": the integer " .. values.number_text(x) .. " is out of range")
  end
  return x
end

--- Check a string argument, likewise.
function values.string(who, x)
  if type(x) ~= "string" then raise(who .. ": got " .. kind(x) .. ", want string") end
  return x
end

return values
