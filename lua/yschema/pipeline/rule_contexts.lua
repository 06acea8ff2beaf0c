--- Makes the `ctx` that rules and defaults get: `ctx.parent`, `ctx.root`, `ctx.path`, `ctx.key`.
--
-- A context reads from the run what a function asks for, and copies it. So that a run's cost stays
-- linear in the document, functions share one copy once they have asked for many.
--
-- @module yschema.pipeline.rule_contexts

local rule_contexts = {}

local error, rawset, type = error, rawset, type
-- Not as methods: while closures run, those of strings are the sandbox's.
local find = string.find

-- Each closure that asks for `ctx.parent` or `ctx.root` gets a copy of its own
-- while all copies together stay below this; then one is shared, so that a
-- run's cost is linear in the document whatever the closures ask.
local FREE_NODES, COPIES = 100000, 64

-- What holds the slot at `path`, in a copy of the whole document; nil when the
-- path is not easily read back (keys with escapes).
local function parent_in(root, path)
  if find(path, "\\", 1, true) then return nil end
  local node, at, size = nil, 1, #path
  local key
  while at <= size do
    if key == nil then node = root else node = node[key] end
    if type(node) ~= "table" then return nil end
    local first, last, found = find(path, '^%["([^"]*)"%]', at)
    if not first then
      first, last, found = find(path, "^%[(%d+)%]", at)
      found = found and found + 1
    end
    if not first then first, last, found = find(path, "^%.?([^.%[]+)", at) end
    if not first then return nil end
    key, at = found, last + 1
  end
  return node
end

-- Gives a function that reads "parent" or "root" of the value that a question is about.
local function collections_of(run)
  local spent, allowance = 0, FREE_NODES
  local shared, measured

  local function copy(what)
    local value, nodes = run:context(what)
    if value == nil and type(nodes) == "string" then error(nodes, 0) end
    return value, nodes or 0
  end

  return function(what)
    if spent > allowance and not measured then
      measured = true
      local _, nodes = copy("root")
      allowance = FREE_NODES + COPIES * nodes
    end
    if spent <= allowance then
      local value, nodes = copy(what)
      spent = spent + nodes
      return value
    end
    shared = shared or copy("root")
    if what == "root" then return shared end
    return parent_in(shared, run:context("path")) or (copy(what))
  end
end

--- The state of a run, with the metatable `mt` of its contexts.
--
-- What a function asks for is kept in its ctx, so that asking twice gives the same
-- table. A ctx that holds something is `used`: the next function gets another, for
-- which the next question comes marked.
---@param run userdata a core run
---@param call function calls a function within its budget, as pcall does
---@return table state { run =, call =, mt =, used =, open = contexts can be read }
function rule_contexts.new(run, call)
  local state = { run = run, call = call, used = true, open = true }
  local collection = collections_of(run)
  state.mt = { __metatable = false }
  function state.mt.__index(ctx, name)
    if not state.open then return nil end
    local value
    if name == "parent" or name == "root" then value = collection(name)
    elseif name == "path" or name == "key" then value = run:context(name) end
    if value ~= nil then ctx[name] = value end
    return value
  end
  function state.mt.__newindex(ctx, name, value)
    state.used = true
    run:mark()
    rawset(ctx, name, value)
  end
  return state
end

return rule_contexts
