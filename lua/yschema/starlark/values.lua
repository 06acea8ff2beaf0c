--- Defines how Starlark sees plain Lua data: the kinds of values, their truth, equality, keys and lengths.
--
-- Values are those that closures get (reference#values-that-rules-get): maps are tables, arrays are tables
-- with `core.array_mt`, and null is `core.null`. `nil` and null are both None. Metatables mark all other
-- kinds of tables. A dict that Starlark code makes has the list `keys`. A tuple has `core.tuple_mt`. The
-- documents that result from a body with `---` are a list with `core.documents_mt`. A struct has
-- `struct`, and a module has `module`. A set is a list of its items, and `set` has their indices.
--
-- @module yschema.starlark.values

local core = require "yschema.core"
local characters = require "yschema.text.characters"
local failures = require "yschema.starlark.failures"
local frozen = require "yschema.starlark.frozen"
local through = require "yschema.sandbox.metered".through

local values = {}

local null, array_mt, tuple_mt = core.null, core.array_mt, core.tuple_mt
local documents_mt = core.documents_mt
local getmetatable, setmetatable, next, type = getmetatable, setmetatable, next, type
local error = error
local find, format = string.find, string.format
local count, list_of = characters.count, characters.list
local getinfo = debug.getinfo
local floor, math_type = math.floor, math.type

values.null = null

--- Returns the place of the compiled code that is running, to put before a message; or "".
---@return string # in the form that `yschema.sandbox.chunk_names` translates
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

--- Throws an error with the place of the compiled code that is running.
---@param message string in Starlark's wording
function values.raise(message) error(values.place() .. message, 0) end
local raise = values.raise

--- Throws the error of `fail()`. The parameters are those of `failures.new`.
---@param message string
---@param by? string
function values.fail(message, by) error(failures.new(message, by), 0) end

values.is_failure = failures.is

--- Makes a table a list and returns it.
function values.list(items) return setmetatable(items, array_mt) end

--- Makes a table a tuple and returns it.
function values.tuple(items) return setmetatable(items, tuple_mt) end

--- Makes an empty dict.
function values.dict() return setmetatable({}, { keys = {} }) end

--- Arithmetic on the host's numbers that never rounds integers: `yschema.base.integers_lua54`
-- or, on LuaJIT, `yschema.base.integers_luajit`.
local numbers = math_type and require "yschema.base.integers_lua54" or require "yschema.base.integers_luajit"
values.numbers = numbers

--- Returns whether a number is an integer. On LuaJIT, where all numbers are doubles, this depends on the
-- value.
local is_int = numbers.is_int
values.is_int = is_int

--- Returns an optional argument: nil when it is missing or None.
function values.given(x)
  if x ~= null then return x end
end

--- Converts a float without a fraction to an integer.
---@param who string the function, for the message
---@param x number has no fraction, or is infinite or NaN, for which the function throws
---@return integer
function values.whole(who, x)
  if x ~= x or x >= 2 ^ 63 or x < -2 ^ 63 then
    raise(who .. ": cannot convert float " .. values.number_text(x) .. " to integer")
  end
  return numbers.from_float(x)
end

--- Converts a float to an integer, without its fraction.
function values.truncated(who, x)
  if x ~= x or x == 1 / 0 or x == -1 / 0 then return values.whole(who, x) end
  return values.whole(who, (x < 0 and -floor(-x) or floor(x)) + 0.0)
end

local simple_kinds = { string = "string", boolean = "bool", ["nil"] = "NoneType",
  ["function"] = "function", cdata = "int" }

--- Returns the kind of a value by its name in Starlark: "NoneType" "bool" "int" "float"
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

-- ---- frozen values ----------------------------------------------------------------

values.freeze = frozen.freeze

--- Throws when a list or dict cannot be changed any more.
---@param x table
---@param what string what the code tries to do: "append to"
---@param who? string the method that tries it
function values.changing(x, what, who)
  if frozen.is(x) then
    raise((who and who .. ": " or "") .. "cannot " .. what .. " frozen " .. kind(x))
  end
end

--- Returns whether a value is true in Starlark: None, False, 0, "" and empty collections are false.
function values.truth(x)
  if x == true then return true end
  if not x or x == null or x == 0 or x == "" then return false end
  if type(x) ~= "table" or next(x) ~= nil then return true end
  local k = kind(x)
  return k == "struct" or k == "module" or k == "function"
end

--- Lists the keys of a dict or map as a new table: in the order of insertion if it is known, and sorted
-- otherwise.
values.keys = require "yschema.base.ordered_keys"
local keys = values.keys

require "yschema.starlark.dict_keys" (values)

-- `fragments` has, as keys, the tables that the core made from nodes. `copied` has, for each copy of them, a
-- list of { from = the original, offset = the number of items before its own }. The core uses them to find
-- the annotations of the nodes.
local fragments = setmetatable({}, { __mode = "k" })
local copied = setmetatable({}, { __mode = "k" })
core.hooks.fragments, core.hooks.copied = fragments, copied

-- The floats without a fraction that code has put into collections: for each collection { spelled =,
-- computed = }, two tables with the numbers by their keys (`yschema.codegen.float_code` distinguishes the
-- two). The core makes floats from them, unless another value has replaced them by then.
local floats = setmetatable({}, { __mode = "k" })
core.hooks.floats = floats

--- Records that a new collection has floats.
---@param collection table
---@param known table has "spelled" or "computed" for each number, by its key in the collection
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

-- Records the floats of a collection for a copy of it.
local function copy_floats(copy, original, offset)
  local own = floats[copy] or { spelled = {}, computed = {} }
  for how, noted in next, floats[original] do
    for key, number in next, noted do own[how][type(key) == "number" and key + offset or key] = number end
  end
  floats[copy] = own
end

--- Records that a list or dict has the items of another one, so that annotations of their nodes in YAML,
-- and the record of which items are floats, apply to the copy, too.
-- The call costs very little when the original has neither.
---@param copy table
---@param original table
---@param offset? integer the number of items in the copy before those of the original
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

--- Starlark's `==`, which compares the contents of lists, tuples, dicts and structs.
function eq(a, b)
  if type(a) == "cdata" or type(b) == "cdata" then
    return numeric[kind(a)] and numeric[kind(b)] and numbers.compare(a, b) == 0 or false
  end
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then
    return (a == nil or a == null) and (b == nil or b == null)
  end
  if next(a) == nil and next(b) == nil and not (getmetatable(a) and getmetatable(b)) then
    -- An empty table without a metatable may be a list or a dict.
    return kind(a) ~= "tuple" and kind(b) ~= "tuple"
  end
  local k = kind(a)
  if k ~= kind(b) then return false end
  if k == "list" or k == "tuple" then return eq_lists(a, b) end
  if k == "dict" or k == "struct" then return eq_maps(a, b) end
  return k == "set" and eq_sets(a, b)
end
values.eq = eq

--- Returns the characters (code points) of a string, or nil when each of them is one byte.
function values.characters(s)
  through(s)
  if not find(s, "[\128-\255]") then return nil end
  return (list_of(s))
end

--- Counts the code points of a string.
local function string_length(s)
  through(s)
  return count(s)
end
values.string_length = string_length

--- Returns the length of a value, as Starlark's len() does.
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

--- Returns the items over which a `for` iterates, as a table that must not be changed.
function values.items(x)
  if type(x) == "table" and getmetatable(x) == array_mt then return x end
  local k = kind(x)
  if k == "list" or k == "tuple" or k == "set" then return x end
  if k == "dict" or k == "struct" then return keys(x) end
  raise(k .. " value is not iterable")
end

require "yschema.starlark.repr" (values)

--- Appends the items of a list to another one, and returns it.
function values.append(list, items)
  local n = #list
  for i = 1, #items do list[n + i] = items[i] end
  return list
end

--- Copies a part of a list: items from..to (counted from 1).
function values.copy(x, from, to)
  local out, n = {}, 0
  for i = from or 1, to or #x do
    n = n + 1
    out[n] = x[i]
  end
  return out
end

--- Checks an integer argument.
---@param who string the function, for the message
---@param x any the function throws when this is not an integer
---@return integer # x, which is a number of things and thus not beyond 2^53
function values.integer(who, x)
  if kind(x) ~= "int" then raise(who .. ": got " .. kind(x) .. ", want int") end
  if type(x) ~= "number" or x > 2 ^ 53 or x < -2 ^ 53 then
    raise(who .. ": the integer " .. values.number_text(x) .. " is out of range")
  end
  return x
end

--- Checks a string argument.
function values.string(who, x)
  if type(x) ~= "string" then raise(who .. ": got " .. kind(x) .. ", want string") end
  return x
end

return values
