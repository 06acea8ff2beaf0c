--- Compiles macros with variables: each function here compiles one, for `yschema.cel.compiler`.
--
-- @module yschema.cel.fold_code

local values = require "yschema.cel.values.values"

local fold_code = {}

local error, getmetatable = error, getmetatable
local fail, type_of = values.fail, values.type_of
local list_mt, map_mt, optional_mt = values.list_mt, values.map_mt, values.optional_mt
local key_of = values.key_of
local int = values.int

-- Makes what goes through a list or a map: for each value it sets the variables and calls visit(frame, state) until
-- that returns true.
local function walker(node)
  local macro, slot, slot2 = node.macro, node.slot, node.slot2
  local function through_list(range, frame, visit, state)
    for i = 1, range.n do
      if slot2 then frame[slot], frame[slot2] = int(i - 1), range[i] else frame[slot] = range[i] end
      if visit(frame, state) then return end
    end
  end
  return function(range, frame, visit, state)
    local mt = getmetatable(range)
    if mt == list_mt then return through_list(range, frame, visit, state) end
    if mt ~= map_mt then
      fail("no such overload: %s() takes a list or a map, not a value of type %s", macro, type_of(range))
    end
    local keys, at = range.keys, range.at
    for i = 1, #keys do
      frame[slot] = keys[i]
      if slot2 then frame[slot2] = at[key_of(keys[i])] end
      if visit(frame, state) then return end
    end
  end
end

-- Makes the code of all() and exists(): an item with the value `decisive` decides, also where others fail.
local function tester(decisive)
  return function(self, node)
    local range, range_fails = self:compile(node.range)
    self.guards = self.guards + 1
    local test, test_fails = self:condition(node.test)
    if test_fails then test = self:guard(node.test, test) end
    self.guards = self.guards - 1
    local walk = walker(node)
    local function visit(frame, state)
      local value, thrown = test(frame)
      if value == decisive then
        state.decided = true
        return true
      end
      state.problem = state.problem or thrown
    end
    return function(frame)
      local state = {}
      walk(range(frame), frame, visit, state)
      if state.decided then return decisive end
      if state.problem then error(state.problem, 0) end
      return not decisive
    end, range_fails or test_fails or node.range.type.name ~= "list"
  end
end

fold_code.all, fold_code.exists = tester(false), tester(true)

function fold_code:exists_one(node)
  local range, test, walk = self:compile(node.range), self:condition(node.test), walker(node)
  local function visit(frame, state)
    if test(frame) then state.count = state.count + 1 end
  end
  return function(frame)
    local state = { count = 0 }
    walk(range(frame), frame, visit, state)
    return state.count == 1
  end, true
end

local function always() return true end

-- Makes the code of a list of the items that `visit` adds to a state.
local function list_of(range, walk, visit)
  return function(frame)
    local state = { n = 0, items = {} }
    walk(range(frame), frame, visit, state)
    return values.list(state.items, state.n)
  end
end

-- Makes the code of a map of the entries that `visit` adds to a list.
local function map_of(range, walk, visit)
  return function(frame)
    local entries = {}
    walk(range(frame), frame, visit, entries)
    return values.map_of(entries)
  end
end

function fold_code:filter(node)
  local range, test, walk, slot = self:compile(node.range), self:condition(node.test), walker(node), node.slot
  local function visit(frame, state)
    local value = frame[slot]
    if test(frame) then
      state.n = state.n + 1
      state.items[state.n] = value
    end
  end
  return list_of(range, walk, visit), true
end

function fold_code:map(node)
  local range, result, walk = self:compile(node.range), self:compile(node.result), walker(node)
  local test = node.test and self:condition(node.test) or always
  local function visit(frame, state)
    if test(frame) then
      state.n = state.n + 1
      state.items[state.n] = result(frame)
    end
  end
  return list_of(range, walk, visit), true
end

function fold_code:transformMap(node)
  local range, result, walk, slot = self:compile(node.range), self:compile(node.result), walker(node), node.slot
  local test = node.test and self:condition(node.test) or always
  local function visit(frame, entries)
    if test(frame) then
      local key = frame[slot]
      entries[#entries + 1] = { key, result(frame) }
    end
  end
  return map_of(range, walk, visit), true
end

function fold_code:transformMapEntry(node)
  local range, result, walk = self:compile(node.range), self:compile(node.result), walker(node)
  local test = node.test and self:condition(node.test) or always
  local function visit(frame, entries)
    if not test(frame) then return end
    local map = result(frame)
    if getmetatable(map) ~= map_mt then
      fail("no such overload: transformMapEntry() takes a map, not a value of type %s", type_of(map))
    end
    for _, key in ipairs(map.keys) do entries[#entries + 1] = { key, map.at[key_of(key)] } end
  end
  return map_of(range, walk, visit), true
end

function fold_code:bind(node)
  local value, value_fails = self:compile(node.range)
  local result, result_fails = self:compile(node.result)
  local slot = node.slot
  return function(frame)
    frame[slot] = value(frame)
    return result(frame)
  end, value_fails or result_fails
end

-- Makes the code of optMap() and optFlatMap().
local function optional(wrap)
  return function(self, node)
    local range, result, slot, macro = self:compile(node.range), self:compile(node.result), node.slot, node.macro
    return function(frame)
      local value = range(frame)
      if getmetatable(value) ~= optional_mt then
        fail("no such overload: %s() takes an optional value, not a value of type %s", macro, type_of(value))
      end
      if not value.has then return value end
      frame[slot] = value[1]
      return wrap(result(frame))
    end, true
  end
end

fold_code.optMap = optional(values.optional_of)
fold_code.optFlatMap = optional(function(value) return value end)

return fold_code
